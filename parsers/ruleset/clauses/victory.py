"""Declarations of Victory and the time until the Ascension Address (rules "Victory and Ascension", "Dynasties")."""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.clauses.readings import DURATION, ONLY_THOSE, OPEN, PENDING_DOV, Readings, leads, listed
from parsers.ruleset.sentences import Sentence

__all__ = ["read_dov", "read_interregnum"]

_ENACT = later(r"\bpending dov (?:may|can) (?:also )?be enacted\b")
_FAIL = later(r"\bpending dov (?:may|can) (?:also )?be failed\b")
_IN_FAVOUR = r"the emperor has (?:voted for(?: it)?|a vote of for(?: on it)?)"
_NOBODY_AGAINST = r"(?:it has|there are) no against votes(?: on it)?"
_ENACT_FEATURES = {
    "emperor": later(rf"\b(?:either )?(?:{_IN_FAVOUR} or {_NOBODY_AGAINST}|{_NOBODY_AGAINST} or {_IN_FAVOUR})(?=[ ,;.]|$)"),
    "popular": later(r"\bis popular\b"),
    "two-thirds": later(
        r"\b(?:a )?number of for votes (?:that |which )?(?:is |are )?(?:greater than|more than|exceeding|exceeds?)"
        r" 2/3 of the number of players?\b"
        r"|\bmore than 2/3 of (?:all |the )?players? have voted for(?: it)?\b"
    ),
    "open": OPEN,
}
_FAIL_FEATURES = {
    "unpopular": later(r"\bis unpopular\b"),
    "old": later(rf"\b(?:is|has been open for) more than {DURATION}(?: old)?,? and (?:it )?(?:cannot|can not|can't|may not) be enacted\b"),
    "open": OPEN,
}

_AUTHOR = r"(?:the player who (?:posted|made) it|its author)"
_COOLDOWN = later(
    r"^(?:if|when) a dov (?:is|has been) failed (?:and it|that) had at least 1 against votes?,"
    rf" (?:{_AUTHOR} (?:cannot|may not) make another dov"
    rf" until (?:after )?{DURATION} (?:have|has) passed since (?:then|the time their dov was failed)"
    rf"|{DURATION} (?:have to|has to|must) pass before {_AUTHOR} (?:may|can) (?:post|make) (?:the next|another)(?: 1| dov)?)\.?$"
)
_PENDING = PENDING_DOV.pattern
_BLOCKS = r"(?:no idle players? may be (?:made unidle|unidled)|idle players? may not be (?:made unidle|unidled))"
_JOINS = r"(?:no new player joining requests may be administered|nobody joins the game)"
_HIATUS = later(
    rf"^{_PENDING}, (?:then )?(?:(?:blognomic|the game) is (?:on|in) hiatus|{ONLY_THOSE})"
    rf"(?:,? (?:and )?(?P<blocks>{_BLOCKS}))?(?:,? (?:and )?{_JOINS})?\.?$"
    rf"|^(?:blognomic|the game) is (?:on|in) hiatus {_PENDING}\.?$"
)
_BLOCKS_ALONE = later(rf"^(?:{_PENDING}, )?{_BLOCKS}(?: {_PENDING})?\.?$")
_BLOCKS_THEN = later(rf"^(?:during this time|meanwhile|then),? {_BLOCKS}\.?$")
_PROTECTED = later(
    r"^this rule (?:cannot|can not|can't|may not) be overruled by dynastic rules as it relates to dov"
    r"(?:, but it can be overruled in other matters)?\.?$"
)

_BETWEEN = (
    r"(?:between the enactment of (?:the|a) dov and (?:the )?(?:(?:posting of )?the |the next |new )?ascension address"
    r"|(?:during|for as long as) an interregnum(?: lasts)?)"
)
_UNTIL = r"the hiatus continues until the (?:new )?emperor (?:posts|makes|has posted) an ascension address"
_IN_HIATUS = r"(?:blognomic|the game) is (?:in|on) hiatus"
_NO_DOV = r"no (?:new )?dov may be (?:made|posted)"
_AND = r"(?:[;,]? (?:and |additionally,? )?)"
_NO_VICTORY = r"no player may achieve victory"
_INTERREGNUM = later(
    rf"^(?:{_BETWEEN},? (?:(?P<first>{_NO_DOV}){_AND})?{_IN_HIATUS}|{_IN_HIATUS} {_BETWEEN})"
    rf"(?:{_AND}(?P<then>{_NO_DOV}))?(?:{_AND}{_NO_VICTORY})?\.?$"
    rf"|^{_UNTIL}(?:{_AND}(?P<until>{_NO_DOV}))?\.?$"
)
_NO_DOVS = later(rf"^{_BETWEEN},? {_NO_DOV}\.?$")


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
    for sentence, found in out.each("dov.hiatus", _HIATUS, "pending"):
        out.set("dov.hiatus", True, sentence)
        causes.append(sentence)
        if found["blocks"]:
            out.set("dov.blocks_unidling", True, sentence)
    for sentence in out.prose.binding("idle"):
        after = any(sentence.rule is cause.rule and 0 < sentence.index - cause.index <= 2 for cause in causes)
        if _BLOCKS_ALONE.search(sentence.canon) or (after and _BLOCKS_THEN.search(sentence.canon)):
            out.prose.accept(sentence)
            out.set("dov.blocks_unidling", True, sentence)
    if causes and not out.has("dov.blocks_unidling") and not out.skipped("dov.blocks_unidling"):
        out.set("dov.blocks_unidling", False, causes[0])


def read_dov(out: Readings) -> None:
    """Rule "Victory and Ascension": thresholds, times, cooldown, and what a pending DoV stops."""
    _read_enactments(out)
    _read_failures(out)
    if not (out.has("dov.threshold") and out.has("dov.fail_unpopular_hours")) and not out.skipped("dov"):
        out.skip("dov", "no sentence says when a Declaration of Victory may be Enacted and when Failed")
    for sentence, found in out.each("dov.cooldown_hours", _COOLDOWN, "failed", "against"):
        out.duration("dov.cooldown_hours", found, sentence)
    _read_hiatus(out)
    for sentence, _ in out.each("dov.protected", _PROTECTED, "overruled", "dynastic"):
        out.set("dov.protected", True, sentence)


def read_interregnum(out: Readings) -> None:
    """The time between a DoV's enactment and the Ascension Address: a hiatus, and no DoVs."""
    for sentence, found in out.each("interregnum", _INTERREGNUM, "hiatus"):
        out.set("interregnum", True, sentence)
        if found["first"] or found["then"] or found["until"]:
            out.set("interregnum.no_dovs", True, sentence)
    for sentence, _ in out.each("interregnum.no_dovs", _NO_DOVS, "may be"):
        out.set("interregnum.no_dovs", True, sentence)
