"""Declarations of Victory and the time until the Ascension Address (rules "Victory and Ascension", "Dynasties")."""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import DURATION, Readings, conditions, features, leads
from parsers.ruleset.prose import Sentence

__all__ = ["read_dov", "read_interregnum"]

_ENACT = re.compile(r"\bpending dov (?:may|can) be enacted\b")
_FAIL = re.compile(r"\bpending dov (?:may|can) be failed\b")
_OPEN = re.compile(rf"\b(?:has|have) been open(?: for voting)? for at least {DURATION}")
_ENACT_FEATURES = {
    "popular": re.compile(r"\bis popular\b"),
    "two-thirds": re.compile(
        r"\b(?:a )?number of for votes (?:that |which )?(?:is |are )?(?:greater than|more than|exceeding|exceeds?) (?:2/3(?:rds?)?|2[ -]thirds) of the"
        r" number of players\b"
    ),
    "open": _OPEN,
    "emperor": re.compile(
        r"\b(?:either )?the emperor has (?:voted for(?: it)?|a vote of for(?: on it)?) or (?:it has|there are) no against votes(?: on it)?\b"
        r"|\b(?:either )?it has no against votes or the emperor has voted for(?: it)?\b"
    ),
}
_FAIL_FEATURES = {
    "unpopular": re.compile(r"\bis unpopular\b"),
    "open": _OPEN,
    "old": re.compile(rf"\bis more than {DURATION} old and (?:it )?(?:cannot|can not|can't|may not) be enacted\b"),
}
_CONNECTING = frozenset("dov pending either number".split())

_COOLDOWN = re.compile(
    rf"\bdov\b.{{0,60}}\bfailed\b.{{0,60}}\bat least 1 against vote\b.{{0,120}}\banother dov until(?: after)? {DURATION}"
)
_COOLDOWN_TRIGGER = re.compile(r"\banother dov\b.{0,40}\buntil\b")
_HIATUS = re.compile(r"\b(?:at least 1|an?|any) pending dov\b.{0,40}\bon hiatus\b|\bwhile a dov is pending\b.{0,40}\bon hiatus\b")
_HIATUS_TRIGGER = re.compile(r"\bpending dov\b.{0,80}\bhiatus\b")
_BLOCKS = re.compile(r"\bno idle player may be (?:made unidle|unidled)\b|\bidle players? may not be (?:made unidle|unidled)\b")

_INTERREGNUM = re.compile(
    r"\bduring an interregnum\b.{0,40}\b(?:game|blognomic) is (?:in|on) hiatus\b"
    r"|\bbetween the enactment of (?:the|a) dov and the posting of the ascension address\b.{0,80}\bhiatus\b"
)
_INTERREGNUM_TRIGGER = re.compile(r"\b(?:interregnum|ascension address)\b.{0,80}\bhiatus\b|\bhiatus\b.{0,80}\bascension address\b")
_NO_DOVS = re.compile(r"\bno (?:new )?dov may be made\b")
_PROTECTED = re.compile(r"\bthis rule (?:cannot|can not|can't|may not) be overruled by dynastic rules\b")


def _enactments(out: Readings) -> bool:
    seen = False
    for lead, found in list(leads(out.prose, _ENACT, "pending", "may")):
        seen = True
        items, how = conditions(out.prose, lead, found.end())
        if how == "all" and len(items) > 1:
            out.miss("dov.enact", f"its conditions hold together instead of one by one: “{lead.text}”", lead)
            continue
        for item in items:
            matches, left = features(item.text, _ENACT_FEATURES, _CONNECTING)
            threshold = {"popular", "two-thirds"} & set(matches)
            if left or "open" not in matches or len(threshold) != 1:
                out.miss("dov.enact", f"not understood: “{item.proof.text}”", item.proof)
                continue
            out.set("dov.threshold", threshold.pop(), item.proof)
            out.duration("dov.early_hours" if "emperor" in matches else "dov.late_hours", matches["open"], item.proof)
    return seen


def _failures(out: Readings) -> bool:
    seen = False
    for lead, found in list(leads(out.prose, _FAIL, "pending", "may")):
        seen = True
        items, how = conditions(out.prose, lead, found.end())
        if how == "all" and len(items) > 1:
            out.miss("dov.fail", f"its conditions hold together instead of one by one: “{lead.text}”", lead)
            continue
        for item in items:
            matches, left = features(item.text, _FAIL_FEATURES, _CONNECTING)
            if left or set(matches) not in ({"unpopular", "open"}, {"unpopular"}, {"old"}):
                out.miss("dov.fail", f"not understood: “{item.proof.text}”", item.proof)
            elif "old" in matches:
                out.duration("dov.fail_after_hours", matches["old"], item.proof)
            elif "open" in matches:
                out.duration("dov.fail_unpopular_hours", matches["open"], item.proof)
            else:
                out.set("dov.fail_unpopular_hours", 0, item.proof)
    return seen


def read_dov(out: Readings) -> None:
    """Rule "Victory and Ascension": thresholds, times, cooldown, and what a pending DoV stops."""
    if not _enactments(out):
        out.miss("dov.enact", "no sentence says when a Declaration of Victory may be enacted")
    if not _failures(out):
        out.miss("dov.fail", "no sentence says when a Declaration of Victory may be failed")
    for sentence, found in out.each("dov.cooldown_hours", _COOLDOWN, ("another", "until"), _COOLDOWN_TRIGGER):
        out.duration("dov.cooldown_hours", found, sentence)
    blocks: Sentence | None = None
    for sentence, _ in out.each("dov.blocks_unidling", _BLOCKS, ("idle", "may")):
        if "dov" in sentence.canon:
            blocks = sentence
    for sentence, _ in out.each("dov.hiatus", _HIATUS, ("pending", "hiatus"), _HIATUS_TRIGGER):
        out.set("dov.hiatus", True, sentence)
        out.set("dov.blocks_unidling", blocks is not None, blocks or sentence)
    for sentence, _ in out.each("dov.protected", _PROTECTED, ("overruled", "dynastic")):
        if "dov" in sentence.canon:
            out.set("dov.protected", True, sentence)


def read_interregnum(out: Readings) -> None:
    """The time between a DoV's enactment and the Ascension Address: a hiatus, and no DoVs."""
    for sentence, _ in out.each("interregnum", _INTERREGNUM, ("hiatus",), _INTERREGNUM_TRIGGER):
        out.set("interregnum", True, sentence)
    for sentence, _ in out.each("interregnum.no_dovs", _NO_DOVS, ("made",)):
        out.set("interregnum.no_dovs", True, sentence)
