"""Proposals: limits, withdrawal and veto, the queue (rules "Proposals" and below), and Calls for Judgement."""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import DURATION, Readings, conditions, features, hours, leads
from parsers.ruleset.prose import Sentence

__all__ = ["read_cfjs", "read_limits", "read_queue", "read_special_voting"]

_PENDING_LIMIT = re.compile(r"\balready has (?:at least )?(\d{1,3})(?: or more)? (?:pending proposals|proposals (?:that are )?pending)\b")
_DAILY_LIMIT = re.compile(r"\balready (?:made|submitted|posted) (?:at least )?(\d{1,3})(?: or more)? proposals (?:on )?that day\b")
_SUBMIT = re.compile(r"\bmay submit (?:a )?proposals?\b")
_LIMIT_TRIGGER = re.compile(r"\b(?:unless|not)\b.{0,80}\bproposals\b")

_WITHDRAW = re.compile(r"\bcasts? a vote (?:of )?against (?:on )?their own proposal\b")
_WITHDRAW_TERM = re.compile(r"\brenders (?:the|that|their) Proposal ([A-Z][\w-]*(?:[ -][A-Z][\w-]*)?)")
_VETO = re.compile(r"\bemperor\b.{0,60}\bveto\b.{0,200}\brenders? the proposal vetoed\b|\bemperor may use veto as a voting icon\b")
_VETO_TRIGGER = re.compile(r"\bveto\b.{0,80}\bvoting icon\b|\brenders? the proposal vetoed\b")

_ENACT = re.compile(r"\b(oldest )?pending proposals? (?:may|can) be enacted\b")
_FAIL = re.compile(r"\b(oldest )?pending proposals? (?:may|can) be failed\b")
_STALE = re.compile(
    rf"\bpending for more than {DURATION},? it is ignored\b.{{0,80}}\boldest pending proposal\b(?:.{{0,40}}\bfailed by any admin\b)?"
)
_STALE_TRIGGER = re.compile(r"\bproposal\b.{0,60}\bpending for\b")
_OLDER = frozenset("pending proposal proposals oldest votable matter admin any may enacted failed".split())

_POPULAR = re.compile(r"\bis popular\b")
_UNPOPULAR = re.compile(r"\bis unpopular\b")
_OPEN = re.compile(rf"\b(?:has|have) been open(?: for voting)? for at least {DURATION}")
_MARKED = r"(?:vetoed,? n?or [a-z-]+|[a-z-]+,? n?or vetoed|vetoed|withdrawn|self-killed)"
_NOT_MARKED = re.compile(rf"\bhas (?:not|neither) been (?:either )?{_MARKED}|\bis (?:not|neither) {_MARKED}")
_IS_MARKED = re.compile(rf"\b(?:has been|is) (?:either )?{_MARKED}")

_CFJ_ENACT = re.compile(r"\bpending cfj (?:may|can) be enacted\b")
_CFJ_FAIL = re.compile(r"\bpending cfj (?:may|can) be failed\b")
_NO_CHANGE = re.compile(r"\bspecifies neither changes to\b[^.;]{0,120}|\bspecifies no changes? (?:to|of)\b[^.;]{0,120}")


def read_limits(out: Readings) -> None:
    """Rule "Proposals": how many a Player may have pending, and make in a day."""
    for sentence in out.prose.lawful("proposal", "submit"):
        if not _SUBMIT.search(sentence.canon):
            continue
        pending, daily = _PENDING_LIMIT.search(sentence.canon), _DAILY_LIMIT.search(sentence.canon)
        if pending:
            out.set("proposal.pending_limit", int(pending.group(1)), sentence)
        if daily:
            out.set("proposal.daily_limit", int(daily.group(1)), sentence)
        if not (pending or daily) and _LIMIT_TRIGGER.search(sentence.canon):
            out.miss("proposal.limits", f"not understood: “{sentence.text}”", sentence)
        out.prose.take(sentence)


def read_special_voting(out: Readings) -> None:
    """Rule "Special Proposal Voting": what an author's AGAINST and the Emperor's VETO do."""
    for sentence, _ in out.each("proposal.withdrawn_term", _WITHDRAW, ("against", "own")):
        term = _WITHDRAW_TERM.search(sentence.text)
        if term:
            out.set("proposal.withdrawn_term", term.group(1).rstrip(","), sentence)
        else:
            out.miss("proposal.withdrawn_term", f"not understood: “{sentence.text}”", sentence)
    for sentence, _ in out.each("veto", _VETO, ("veto",), _VETO_TRIGGER):
        out.set("veto", True, sentence)


def _listed(
    out: Readings, topic: str, lead: Sentence, after: int, known: dict[str, re.Pattern[str]], how: str
) -> list[tuple[dict[str, re.Match[str]], Sentence]]:
    """Conditions of one list read to the last word; those not understood are reported."""
    items, combined = conditions(out.prose, lead, after)
    if combined and combined != how and len(items) > 1:
        out.miss(topic, f"its conditions combine in a way not known: “{lead.text}”", lead)
        return []
    read = []
    for item in items:
        found, left = features(item.text, known, _OLDER)
        if left or not found:
            out.miss(topic, f"not understood: “{item.proof.text}”", item.proof)
        else:
            read.append((found, item.proof))
    if not items:
        out.miss(topic, f"no conditions follow: “{lead.text}”", lead)
    return read


def read_queue(out: Readings) -> None:
    """Rule "Resolution of Proposals": what may be enacted or failed, and which one first."""
    enact = {"popular": _POPULAR, "open": _OPEN, "not_marked": _NOT_MARKED}
    fail = {"unpopular": _UNPOPULAR, "marked": _IS_MARKED}
    for topic, pattern, known, how in (("proposal.enact", _ENACT, enact, "all"), ("proposal.fail", _FAIL, fail, "any")):
        seen = False
        for lead, found in list(leads(out.prose, pattern, "pending", "proposal")):
            seen = True
            out.set("proposal.oldest_first", bool(found.group(1)), lead)
            read = _listed(out, topic, lead, found.end(), known, how)
            names = {name for matches, _ in read for name in matches}
            for matches, proof in read:
                if "open" in matches:
                    out.duration("proposal.min_open_hours", matches["open"], proof)
            missing = {"popular", "unpopular"} & set(known) - names
            if missing and read:
                out.miss(topic, f"does not rest on the matter being {missing.pop().title()}: “{lead.text}”", lead)
        if not seen:
            out.miss(topic, f"no sentence says when a Proposal may be {'enacted' if topic.endswith('enact') else 'failed'}")
    for sentence, found in out.each("proposal.stale_days", _STALE, ("pending for",), _STALE_TRIGGER):
        stated = hours(found)
        if isinstance(stated, int) and stated % 24 == 0:
            out.set("proposal.stale_days", stated // 24, sentence)
        else:
            out.miss("proposal.stale_days", f"not understood: “{sentence.text}”", sentence)


def read_cfjs(out: Readings) -> None:
    """Rule "Calls for Judgement": when one may be enacted or failed."""
    for topic, pattern, known in (
        ("cfj.enact", _CFJ_ENACT, {"popular": _POPULAR}),
        ("cfj.fail", _CFJ_FAIL, {"unpopular": _UNPOPULAR, "no_change": _NO_CHANGE}),
    ):
        seen = False
        for lead, found in list(leads(out.prose, pattern, "pending")):
            seen = True
            read = _listed(out, topic, lead, found.end(), known, "all" if topic == "cfj.enact" else "any")
            proofs = {name: proof for matches, proof in read for name in matches}
            if topic == "cfj.fail" and read:
                out.set("cfj.fail_if_no_change", "no_change" in proofs, proofs.get("no_change", lead))
        if not seen:
            out.miss(topic, f"no sentence says when a Call for Judgement may be {'enacted' if topic == 'cfj.enact' else 'failed'}")
