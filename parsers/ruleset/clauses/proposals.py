"""Proposals: limits, withdrawal and veto, the queue (rules "Proposals" and below), and Calls for Judgement."""

from __future__ import annotations

import re

from parsers.patterns import later
from parsers.ruleset.clauses.readings import DURATION, OPEN, Lead, Readings, features, hours, leads, listed
from parsers.ruleset.sentences import Sentence

__all__ = ["read_cfjs", "read_limits", "read_queue", "read_special_voting"]

_SUBMIT = later(
    r"^(?:a|any|each) player may submit (?:a )?proposals?(?: to change the (?:ruleset or gamestate|gamestate or ruleset))?"
    r"(?:,? which is an entry in the \"proposal\" category"
    r"|,? by posting an entry in the \"proposal\" category(?: that (?:describes those changes"
    r"|sets out changes of the (?:ruleset or the gamestate|gamestate or the ruleset)))?)?"
    r"(?: ?[,(] ?unless (?P<limits>[a-z0-9 ,]+)\)?)?\.?$"
)
_ABOUT_SUBMITTING = later(r"^(?:a|any|each) player may submit\b")
_OR = later(r",? or ")
_LIMITS = {
    "proposal.pending_limit": later(
        r"\balready has (?:at least )?(\d{1,3})(?: or more)? (?:pending proposals|proposals (?:that are )?pending)\b"
    ),
    "proposal.daily_limit": later(
        r"\b(?:ha(?:s|ve) )?already (?:made|submitted|posted) (?:at least )?(\d{1,3})(?: or more)? proposals (?:on )?that day\b"
    ),
}
_PLAYERS = frozenset(("player", "they"))

_WITHDRAW = later(
    r"^(?:when(?:ever)?|if) a player casts a vote (?:of )?against (?:on )?their own proposal"
    r"(?: \((?:which is not in the form of a deferential vote|which a deferential(?: vote never is| is not)|not by a deferential)\))?,?"
    r" (?:then )?this renders (?:the|that) proposal [a-z-]{3,20}"
    r"(?:,? even if the author later changes their vote|,? and it stays so when they change their vote)?\.?$"
)
_WITHDRAW_TERM = later(r"\brenders (?:the|that) Proposal ([A-Za-z-]{3,20})", re.IGNORECASE)
_VETO = later(
    r"^(?P<may>(?:the|an?) emperor may use veto as a voting icons? (?:to cast a vote )?on a proposal)?(?:[;,]? (?:and )?)?"
    r"(?P<effect>(?:when(?:ever)?|if) (?:the emperor casts a vote of veto on a proposal|they do(?: so)?),"
    r" (?:then )?this renders the proposal vetoed"
    r"(?:,? even if the emperor later changes their vote|,? and changing that vote does not undo it)?)?\.?$"
)

_ENACT = later(
    r"\b(oldest )?pending proposals? (?:may|can) (?:also )?be enacted\b"
    r"|\bany admin (?:may|can) (?:also )?enact the (oldest )?pending proposal\b"
)
_FAIL = later(
    r"\b(oldest )?pending proposals? (?:may|can) (?:also )?be failed\b"
    r"|\bany admin (?:may|can) (?:also )?fail the (oldest )?pending proposal\b"
)
_STALE = later(
    rf"^if a proposal (?:somehow ends up being|has been|is|remains) pending for more than {DURATION},"
    r" (?:then )?it (?:leaves the queue|is ignored (?:for the purposes? of calculating|when) the oldest pending proposal(?: is sought)?),?"
    r" and (?:it )?(?:can|may) be failed by any admin\.?$"
)

_POPULAR = later(r"\bis popular\b")
_UNPOPULAR = later(r"\bis unpopular\b")
_NO_CHANGE = later(
    r"\bspecifies neither changes to the (?:gamestate or (?:the )?ruleset|ruleset or (?:the )?gamestate)"
    r" nor (?:an? )?corrections? (?:to|of) any(?:thing that tracks (?:it|them)| gamestate-tracking entit(?:y|ies))\b"
)

_CFJ_ENACT = later(r"\bpending cfj (?:may|can) (?:also )?be enacted\b")
_CFJ_FAIL = later(r"\bpending cfj (?:may|can) (?:also )?be failed\b")


def read_limits(out: Readings) -> None:
    """Rule "Proposals": how many a Player may have pending, and make in a day."""
    for sentence in out.prose.binding("proposal", "submit"):
        if not _ABOUT_SUBMITTING.search(sentence.canon):
            continue
        stated = _SUBMIT.search(sentence.canon)
        parts = _OR.split(stated["limits"]) if stated and stated["limits"] else []
        limits = [features(part, _LIMITS, _PLAYERS) for part in parts]
        if stated is None or any(left or len(found) != 1 for found, left in limits):
            out.unrecognised("proposal", sentence)
            continue
        out.prose.accept(sentence)
        for found, _ in limits:
            for key, limit in found.items():
                out.set(key, int(limit.group(1)), sentence)


def read_special_voting(out: Readings) -> None:
    """Rule "Special Proposal Voting": what an author's AGAINST and the Emperor's VETO do."""
    for sentence in out.prose.binding("against", "own proposal"):
        term, found = _WITHDRAW_TERM.search(sentence.text), _WITHDRAW.search(sentence.canon)
        if term and found and out.accepts("proposal", sentence, found):
            out.set("proposal.withdrawn_term", term.group(1), sentence)
    parts = [(found, sentence) for sentence in out.prose.binding("veto") if (found := _VETO.search(sentence.canon))]
    if any(found["may"] for found, _ in parts) and any(found["effect"] for found, _ in parts):
        for _, sentence in parts:
            out.set("veto", True, sentence)


def _marks(out: Readings) -> str:
    """Withdrawn (as this edition calls it) and Vetoed, one or both."""
    clause = out.voting.get("proposal.withdrawn_term")
    mark = f"(?:vetoed|{re.escape(str(clause.value).lower()) if clause else 'withdrawn|self-killed'})"
    return rf"(?:either )?({mark})(?:,? n?or ({mark}))?\b"


def _sole(out: Readings, topic: str, found: list[Lead], how: str) -> list[Lead]:
    """The one sentence that says under which conditions something may be done; a second is another way, and not understood."""
    if how == "all":
        for lead in found[1:]:
            out.unrecognised(topic, lead.sentence)
        return found[:1]
    return found


def read_queue(out: Readings) -> None:
    """Rule "Resolution of Proposals": what may be enacted or failed, and which one first."""
    marks = _marks(out)
    enact = {"popular": _POPULAR, "open": OPEN, "marked": later(rf"\b(?:has|is) (?:(?:not|neither) (?:been )?|been neither ){marks}")}
    fail = {"popular": _UNPOPULAR, "marked": later(rf"\b(?:has been|is) {marks}")}
    for what, pattern, known, how in (("Enacted", _ENACT, enact, "all"), ("Failed", _FAIL, fail, "any")):
        there: set[str] = set()
        for lead in _sole(out, "proposal", leads(out.prose, pattern, "pending", "proposal"), how):
            out.set("proposal.oldest_first", bool(lead.found[1] or lead.found[2]), lead.sentence)
            for found, condition in listed(out, "proposal", lead, known, how):
                if how == "any" and len(found) > 1:
                    out.unrecognised("proposal", condition.proof)
                    continue
                if "open" in found:
                    out.duration("proposal.min_open_hours", found["open"], condition.proof)
                there |= {"popular"} & found.keys()
                there |= {word for word in (found["marked"].groups() if "marked" in found else ()) if word}
        lacking = {"popular", "vetoed"} - there
        if (lacking or len(there) < 3) and not out.skipped("proposal"):
            out.skip(
                "proposal", f"when a Proposal may be {what} does not rest on its votes, on its being Withdrawn and on its being Vetoed"
            )
    for sentence in out.prose.binding("proposal", "pending for"):
        stated = _STALE.search(sentence.canon)
        days = hours(stated) if stated else ""
        if stated and isinstance(days, int) and days % 24 == 0 and out.accepts("proposal.stale_days", sentence, stated):
            out.set("proposal.stale_days", days // 24, sentence)


def read_cfjs(out: Readings) -> None:
    """Rule "Calls for Judgement": when one may be enacted or failed."""
    there: set[str] = set()
    proofs: list[Sentence] = []
    for lead in _sole(out, "cfj", leads(out.prose, _CFJ_ENACT, "pending"), "all"):
        there |= {name for found, _ in listed(out, "cfj", lead, {"popular": _POPULAR}, "all") for name in found}
    for lead in leads(out.prose, _CFJ_FAIL, "pending"):
        for found, condition in listed(out, "cfj", lead, {"unpopular": _UNPOPULAR, "no_change": _NO_CHANGE}, "any"):
            if len(found) > 1:
                out.unrecognised("cfj", condition.proof)
                continue
            there |= found.keys()
            proofs = [condition.proof, *proofs] if "no_change" in found else [*proofs, condition.proof]
    if "no_change" in there or ("unpopular" in there and not out.skipped("cfj")):
        out.set("cfj.fail_if_no_change", "no_change" in there, proofs[0])
    if not {"popular", "unpopular"} <= there and not out.skipped("cfj"):
        out.skip("cfj", "no sentence says that a Call for Judgement may be Enacted when Popular and Failed when Unpopular")
