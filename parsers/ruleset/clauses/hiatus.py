"""Hiatus: what it stops, and the causes that are not a DoV (glossary "Hiatus", "Dormancy", "Seasonal Downtime")."""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import PENDING_DOV, Readings, reserves
from parsers.ruleset.prose import Sentence

__all__ = ["read_dormancy", "read_downtime", "read_hiatus"]

_STOPS = re.compile(r"^if blognomic is on hiatus, .{0,240}\bproposals may not be submitted or resolved\b")
_CONTINUES = re.compile(
    r"^if multiple rules require blognomic to be on hiatus\b.{0,60}\bcontinue to be on hiatus until no rules require it\.?$"
    r"|^it stays on hiatus until no rule requires it any more\.?$"
)
_ONLY_THOSE = re.compile(
    r"\b(?:the only game actions that may be taken are those|no game actions may be taken except those)\b(?P<those>.*)"
)
_NAMES_PROPOSALS = re.compile(r"\"(?:[a-z]{1,12} (?:of )?)?proposals?\b")

_BUT = r"(?P<but> ?[(,]? ?(?:not including|not counting|excluding|other than|besides|apart from) [^),;]{1,40}[),]?)?"
_FEWER = re.compile(
    r"^if (?:there (?:are|is)|the number of players is) (?:fewer|less|lower) than (?P<least>\d{1,3})"
    rf"(?: (?:active |non-idle )?players?)?{_BUT},? (?:then )?(?:blognomic|the game)"
    r" (?:is (?:on|in) hiatus|enters hiatus|is (?P<dormant>dormant))\.?$"
)
_OR_FEWER = re.compile(rf"^(?:that )?there are (?P<most>\d{{1,3}}) or fewer players?{_BUT}[;,.]?(?: or)?\.?$")
_THE_EMPEROR = re.compile(r"^[ (,]*[a-z ]{5,16} the emperor[),]?$")
_FLAG = re.compile(r"^(?:while|when|if) blognomic is dormant, this (?:fact )?is (?:tracked|shown) in the sidebar(?: of the blog)?\.?$")
_FLAG_HIATUS = re.compile(r"^(?:if|while) blognomic is dormant, (?:then )?(?:it|blognomic|the game) is (?:on|in) hiatus\.?$")
_CRITERIA = re.compile(r"\bcriteri(?:a|on)\b")

_MONTHS: tuple[str, ...] = tuple("january february march april may june july august september october november december".split())
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTH = f"(?:{'|'.join(_MONTHS)})"
_DAY = r"(?:the )?\d{1,2}(?:st|nd|rd|th)?"
_DAYS = rf"(?:{_DAY} ?(?:-|to|until|through) ?{_DAY}|{_DAY}(?:(?:,? and |, ?){_DAY}){{0,30}})"
_DATES = (
    rf"(?P<how>on|from|between) (?:(?P<days>{_DAYS})(?: of)? (?P<month>{_MONTH})"
    rf"|(?P<first_month>{_MONTH}) (?P<last_days>{_DAYS}))(?:,? inclusive)?"
)
_IS_ON_HIATUS = r"(?:blognomic|the game) is (?:on|in) hiatus"
_SUSPENSION = (
    r"game actions (?:defined by|that) the (?:core )?rules (?:titled |entitled )?[^.;]{0,60}\"victory and ascension\"(?: define)?"
    r"(?: \(with the exception of voting in dov\))? may not be taken"
)
_DOWNTIME = tuple(
    re.compile(rf"^{clause}(?P<suspends>, and {_SUSPENSION})?\.?$")
    for clause in (f"{_DATES},? {_IS_ON_HIATUS}", f"{_IS_ON_HIATUS} {_DATES}")
)
_SUSPENDS = re.compile(rf"^(?:in addition, )?{_SUSPENSION}\.?$")
_JOINED = re.compile(r"-|to|until|through")
_NUMBER = re.compile(r"\d{1,2}")


def read_hiatus(out: Readings) -> None:
    """Glossary "Hiatus": Proposals may be neither submitted nor resolved."""
    for sentence, _ in out.each("hiatus", _STOPS, "hiatus", "submitted"):
        out.set("hiatus.stops_proposals", True, sentence)
    for sentence, found in out.each("hiatus", _ONLY_THOSE, "game actions", allowing=PENDING_DOV):
        if reserves(found["those"]):
            out.unrecognised("hiatus", sentence)
        else:
            out.set("hiatus.stops_proposals", not _NAMES_PROPOSALS.search(found["those"]), sentence)
    out.prose.accept(*(sentence for sentence in out.prose.binding("hiatus") if _CONTINUES.search(sentence.canon)))
    if not out.has("hiatus.stops_proposals") and not out.skipped("hiatus"):
        out.skip("hiatus", "no sentence says what a hiatus stops")


def _read_number(out: Readings, sentence: Sentence, least: int, but: str | None) -> None:
    """Too few Players, and whether the Emperor is one of them; leaving out anybody else is not understood."""
    if but and not _THE_EMPEROR.search(but):
        out.unrecognised("dormancy", sentence)
        return
    out.set("dormancy.min_players", least, sentence)
    out.set("dormancy.excludes_emperor", bool(but), sentence)


def read_dormancy(out: Readings) -> None:
    """Rule "Dormancy": too few Players, or a flag in the sidebar that Admins set when there are too few."""
    dormant = [sentence for sentence in out.prose.binding("dormant") if _FLAG_HIATUS.search(sentence.canon)]
    flags = [sentence for sentence in out.prose.binding("dormant", "sidebar") if _FLAG.search(sentence.canon)]
    for sentence in out.prose.binding("if ", "than "):
        found = _FEWER.search(sentence.canon)
        if found and (dormant or not found["dormant"]):
            out.prose.accept(*dormant)
            _read_number(out, sentence, int(found["least"]), found["but"])
            out.set("dormancy.in_sidebar", False, sentence)
    if not (flags and dormant):
        return
    out.set("dormancy.in_sidebar", True, flags[0])
    out.prose.accept(*dormant)
    for sentence in out.prose.binding():
        if sentence.rule is flags[0].rule and (_CRITERIA.search(sentence.canon) or _CRITERIA.search(sentence.canon_lead)):
            out.prose.accept(sentence)
            few = _OR_FEWER.search(sentence.canon)
            if few:
                _read_number(out, sentence, int(few["most"]) + 1, few["but"])


def _dates(found: re.Match[str]) -> tuple[str, ...]:
    """The days of the year that a match names, as ``MM-DD``; none if there are no such days."""
    days, month = found["days"] or found["last_days"], _MONTHS.index(found["month"] or found["first_month"])
    numbers = [int(number) for number in _NUMBER.findall(days)]
    if len(numbers) == 2 and (found["how"] == "between" or _JOINED.search(days)):
        numbers = list(range(numbers[0], numbers[1] + 1))
    if not all(1 <= number <= _LENGTHS[month] for number in numbers):
        return ()
    return tuple(f"{month + 1:02d}-{number:02d}" for number in numbers)


def _read_suspension(out: Readings, days: Sentence, stated: bool) -> None:
    """What else is said of the days of downtime: whether DoVs are suspended."""
    beside = [s for s in out.prose.binding() if s.rule is days.rule and s.term == days.term]
    suspending = [s for s in beside if _SUSPENDS.search(s.canon)] + [days] * stated
    suspending += [s for s in beside if (found := _ONLY_THOSE.search(s.canon)) and "victory and ascension" not in found["those"]]
    strange = [s for s in beside if s not in suspending and not out.prose.understood(s)]
    for sentence in strange:
        out.unrecognised("downtime", sentence)
    if suspending or not strange:
        out.set("downtime.suspends_dovs", bool(suspending), (suspending or [days])[0])


def read_downtime(out: Readings) -> None:
    """Rule or glossary "Seasonal Downtime": its days, and whether DoVs rest on them too."""
    for sentence in out.prose.binding("hiatus"):
        found = next(filter(None, (pattern.search(sentence.canon) for pattern in _DOWNTIME)), None)
        dates = _dates(found) if found else ()
        if found and dates:
            out.set("downtime", dates, sentence)
            _read_suspension(out, sentence, found["suspends"] is not None)
