"""Declarations of Victory and the time until the Ascension Address (rules "Victory and Ascension", "Dynasties")."""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import DURATION, OPEN, PENDING_DOV, Readings, leads, listed
from parsers.ruleset.prose import Sentence

__all__ = ["read_dov", "read_interregnum"]

_ENACT = re.compile(r"\bpending dov (?:may|can) (?:also )?be enacted\b")
_FAIL = re.compile(r"\bpending dov (?:may|can) (?:also )?be failed\b")
_IN_FAVOUR = r"the emperor has (?:voted for(?: it)?|a vote of for(?: on it)?)"
_NOBODY_AGAINST = r"(?:it has|there are) no against votes(?: on it)?"
_ENACT_FEATURES = {
    "emperor": re.compile(rf"\b(?:either )?(?:{_IN_FAVOUR} or {_NOBODY_AGAINST}|{_NOBODY_AGAINST} or {_IN_FAVOUR})(?=[ ,;.]|$)"),
    "popular": re.compile(r"\bis popular\b"),
    "two-thirds": re.compile(
        r"\b(?:a )?number of for votes (?:that |which )?(?:is |are )?(?:greater than|more than|exceeding|exceeds?)"
        r" 2/3 of the number of players?\b"
        r"|\bmore than 2/3 of (?:all |the )?players? have voted for(?: it)?\b"
    ),
    "open": OPEN,
}
_FAIL_FEATURES = {
    "unpopular": re.compile(r"\bis unpopular\b"),
    "old": re.compile(
        rf"\b(?:is|has been open for) more than {DURATION}(?: old)?,? and (?:it )?(?:cannot|can not|can't|may not) be enacted\b"
    ),
    "open": OPEN,
}

_COOLDOWN = re.compile(
    r"^(?:if|when) a dov (?:is|has been) failed (?:and it|that) had at least 1 against votes?,"
    r" (?:the player who (?:posted|made) it|its author) (?:cannot|may not) make another dov"
    rf" until (?:after )?{DURATION} (?:have|has) passed since (?:then|the time their dov was failed)\.?$"
)
_PENDING = PENDING_DOV.pattern
_HIATUS = re.compile(
    rf"^{_PENDING}, (?:then )?(?:blognomic|the game) is (?:on|in) hiatus\b|^(?:blognomic|the game) is (?:on|in) hiatus {_PENDING}\b"
)
_ONLY_COVERED = re.compile(rf"^{_PENDING}, (?:then )?the only game actions that may be taken are those covered by\b(.*)")
_BLOCKS = r"(?:no idle players? may be (?:made unidle|unidled)|idle players? may not be (?:made unidle|unidled))"
_ALSO_BLOCKS = re.compile(rf"\b{_BLOCKS}\b")
_BLOCKS_ALONE = re.compile(rf"^(?:{_PENDING}, )?{_BLOCKS}(?: {_PENDING})?\.?$")
_BLOCKS_THEN = re.compile(rf"^(?:during this time|meanwhile|then),? {_BLOCKS}\.?$")
_PROTECTED = re.compile(
    r"^this rule (?:cannot|can not|can't|may not) be overruled by dynastic rules as it relates to dov"
    r"(?:, but it can be overruled in other matters)?"
)

_BETWEEN = r"between the enactment of (?:the|a) dov and (?:the )?.{0,90}\bascension address\b"
_UNTIL = r"the hiatus continues until the (?:new )?emperor (?:posts|makes|has posted) an ascension address"
_INTERREGNUM = re.compile(
    rf"^during an interregnum,? (?:blognomic|the game) is (?:in|on) hiatus\b|^{_BETWEEN}.{{0,60}}\bis (?:in|on) hiatus\b|^{_UNTIL}\b"
)
_NO_DOVS = re.compile(rf"^(?:during an interregnum|{_BETWEEN})\b.*\bno (?:new )?dov may be (?:made|posted)\b")


def _read_enactments(out: Readings) -> None:
    for lead in leads(out.prose, _ENACT, "pending"):
        for found, condition in listed(out, "dov", lead, _ENACT_FEATURES, "any"):
            threshold = {"popular", "two-thirds"} & found.keys()
            if "open" not in found or len(threshold) != 1:
                out.unrecognised("dov", condition.proof)
                continue
            out.set("dov.threshold", threshold.pop(), condition.proof)
            out.duration("dov.early_hours" if "emperor" in found else "dov.late_hours", found["open"], condition.proof)


def _read_failures(out: Readings) -> None:
    for lead in leads(out.prose, _FAIL, "pending"):
        for found, condition in listed(out, "dov", lead, _FAIL_FEATURES, "any"):
            if found.keys() == {"old"}:
                out.duration("dov.fail_after_hours", found["old"], condition.proof)
            elif found.keys() == {"unpopular", "open"}:
                out.duration("dov.fail_unpopular_hours", found["open"], condition.proof)
            elif found.keys() == {"unpopular"}:
                out.set("dov.fail_unpopular_hours", 0, condition.proof)
            else:
                out.unrecognised("dov", condition.proof)


def _read_hiatus(out: Readings) -> None:
    """What a pending DoV stops: Proposals by a hiatus, and perhaps unidling."""
    causes: list[Sentence] = []
    for pattern in (_HIATUS, _ONLY_COVERED):
        for sentence, _ in out.each("dov.hiatus", pattern, "pending"):
            out.set("dov.hiatus", True, sentence)
            causes.append(sentence)
    for sentence in out.prose.binding("idle"):
        after = any(sentence.rule is cause.rule and 0 < sentence.index - cause.index <= 2 for cause in causes)
        also = sentence in causes and _ALSO_BLOCKS.search(sentence.canon)
        if also or _BLOCKS_ALONE.search(sentence.canon) or (after and _BLOCKS_THEN.search(sentence.canon)):
            out.set("dov.blocks_unidling", True, sentence)
        elif sentence in causes:
            out.unrecognised("dov.blocks_unidling", sentence)
    if causes and not out.has("dov.blocks_unidling") and not out.skipped("dov.blocks_unidling"):
        out.set("dov.blocks_unidling", False, causes[0])


def read_dov(out: Readings) -> None:
    """Rule "Victory and Ascension": thresholds, times, cooldown, and what a pending DoV stops."""
    _read_enactments(out)
    _read_failures(out)
    if not (out.has("dov.threshold") and out.has("dov.fail_unpopular_hours")) and not out.skipped("dov"):
        out.skip("dov", "no sentence says when a Declaration of Victory may be Enacted and when Failed")
    for sentence, found in out.each("dov.cooldown_hours", _COOLDOWN, "another"):
        out.duration("dov.cooldown_hours", found, sentence)
    _read_hiatus(out)
    for sentence, _ in out.each("dov.protected", _PROTECTED, "overruled", "dynastic"):
        out.set("dov.protected", True, sentence)


def read_interregnum(out: Readings) -> None:
    """The time between a DoV's enactment and the Ascension Address: a hiatus, and no DoVs."""
    for sentence, _ in out.each("interregnum", _INTERREGNUM, "hiatus"):
        out.set("interregnum", True, sentence)
    for sentence, _ in out.each("interregnum.no_dovs", _NO_DOVS, "may be"):
        out.set("interregnum.no_dovs", True, sentence)
