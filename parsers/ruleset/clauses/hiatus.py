"""Hiatus: what it stops, and the causes that are not a DoV (glossary "Hiatus", "Dormancy", "Seasonal Downtime")."""

from __future__ import annotations

import re

from parsers.patterns import later
from parsers.ruleset.clauses.readings import ONLY_THOSE, PENDING_DOV, Readings
from parsers.ruleset.reviewed import is_reviewed
from parsers.ruleset.sentences import Sentence

__all__ = ["read_dormancy", "read_downtime", "read_hiatus"]

_EXCEPT = r"(?: \(except where the rule defining the action explicitly requires it to be taken during hiatus\))?"
_STOPS = later(
    rf"^(?:if|while) blognomic is on hiatus, (?:(?:dynastic actions may not be taken|no dynastic actions? may be taken){_EXCEPT},? and )?"
    r"proposals may not be submitted or resolved\.?$"
)
_CONTINUES = later(
    r"^if multiple rules require blognomic to be on hiatus(?: at any given time)?,"
    r" (?:blognomic|it) will continue to be on hiatus until no rules require it\.?$"
    r"|^it stays on hiatus until no rule requires it any more\.?$"
)
_DURING = r"(?:(?:during this time|meanwhile|then),? )?"
_ONLY_THOSE = later(rf"^{_DURING}{ONLY_THOSE}\.?$")
_WHILE_PENDING = later(rf"^{PENDING_DOV.pattern}, (?:then )?{ONLY_THOSE}(?=[ ,;.]|$)")

_BUT = r"(?P<but> ?[(,]? ?(?:not including|not counting|excluding|other than|besides|apart from) the emperor[),]?)?"
_FEWER = later(
    r"^if (?:there (?:are|is)|the number of players is)"
    r" (?:(?:fewer|less|lower) than (?P<least>\d{1,3})|(?P<most>\d{1,3}) or (?:fewer|less|lower))"
    rf"(?: (?:active |non-idle )?players?)?{_BUT},? (?:then )?(?:blognomic|the game)"
    r" (?:is (?:on|in) hiatus|enters hiatus|is (?P<dormant>dormant))\.?$"
)
_UNLESS = later(rf"^(?:blognomic|the game) is (?:on|in) hiatus unless there are at least (?P<least>\d{{1,3}}) players?{_BUT}\.?$")
_OR_FEWER = later(rf"^(?:that )?there are (?P<most>\d{{1,3}}) or fewer players?{_BUT}[;,.]?(?: or)?\.?$")
_FLAG = later(r"^(?:while|when|if) blognomic is dormant, this (?:fact )?is (?:tracked|shown) in the sidebar(?: of the blog)?\.?$")
_FLAG_HIATUS = later(r"^(?:if|while) blognomic is dormant, (?:then )?(?:it|blognomic|the game) is (?:on|in) hiatus\.?$")
_QUIET = later(r"^that hardly anybody has posted in the past week[.;]?(?: or)?$")
_IF_CRITERIA = later(r"^the criteria for dormancy are:?$|^when a criterion is met, any admin may change the sidebar to say so\.?$")
_CRITERIA = later(r"\bcriteri(?:a|on)\b")

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
    r"game actions (?:defined by|that) the (?:core )?rules (?:titled |entitled )?(?:\"players? ?\" and )?"
    r"\"victory and ascension\"(?: define)?"
    r"(?: \(with the exception of voting in dov\))? may not be taken"
)
_DOWNTIME = tuple(
    later(rf"^{clause}(?P<suspends>, and {_SUSPENSION})?\.?$") for clause in (f"{_DATES},? {_IS_ON_HIATUS}", f"{_IS_ON_HIATUS} {_DATES}")
)
_SUSPENDS = later(rf"^(?:in addition, )?{_SUSPENSION}\.?$")
_JOINED = later(r"-|to|until|through")
_NUMBER = later(r"\d{1,2}")


def read_hiatus(out: Readings) -> None:
    """Glossary "Hiatus": Proposals may be neither submitted nor resolved."""
    for sentence, _ in out.each("hiatus", _STOPS, "hiatus", "submitted"):
        out.set("hiatus.stops_proposals", True, sentence)
    for sentence in out.prose.binding("game actions"):
        those = _ONLY_THOSE.search(sentence.canon) or _WHILE_PENDING.search(sentence.canon)
        if those and (out.prose.understood(sentence) or out.accepts("hiatus", sentence, those)):
            out.set("hiatus.stops_proposals", "proposal" not in those["those"], sentence)
    out.accept_all("hiatus", _CONTINUES, "hiatus")
    if not out.has("hiatus.stops_proposals") and not out.skipped("hiatus"):
        out.skip("hiatus", "no sentence says what a hiatus stops")


def _read_number(out: Readings, sentence: Sentence, least: int, but: str | None) -> None:
    """Too few Players, and whether the Emperor is one of them."""
    out.set("dormancy.min_players", least, sentence)
    out.set("dormancy.excludes_emperor", bool(but), sentence)


def read_dormancy(out: Readings) -> None:
    """Rule "Dormancy": too few Players, or a flag in the sidebar that Admins set when there are too few."""
    dormant = [sentence for sentence in out.prose.binding("dormant") if _FLAG_HIATUS.search(sentence.canon)]
    flags = [sentence for sentence in out.prose.binding("dormant", "sidebar") if _FLAG.search(sentence.canon)]
    for sentence in out.prose.binding("if "):
        found = _FEWER.search(sentence.canon)
        if found and (dormant or not found["dormant"]) and out.accepts("dormancy", sentence, found):
            out.prose.accept(*dormant)
            _read_number(out, sentence, int(found["least"] or int(found["most"]) + 1), found["but"])
            out.set("dormancy.in_sidebar", False, sentence)
    for sentence, found in out.each("dormancy", _UNLESS, "hiatus", "unless"):
        _read_number(out, sentence, int(found["least"]), found["but"])
        out.set("dormancy.in_sidebar", False, sentence)
    if not (flags and dormant):
        return
    out.set("dormancy.in_sidebar", True, flags[0])
    out.prose.accept(*dormant)
    for sentence in out.prose.binding():
        if sentence.rule is flags[0].rule and (_CRITERIA.search(sentence.canon) or _CRITERIA.search(sentence.canon_lead)):
            few = _OR_FEWER.search(sentence.canon)
            if few or _QUIET.search(sentence.canon) or _IF_CRITERIA.search(sentence.canon) or is_reviewed(sentence, sentence.canon):
                out.prose.accept(sentence)
            else:
                out.unrecognised("dormancy", sentence)
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
    for sentence in beside:
        if found := _SUSPENDS.search(sentence.canon):
            out.accepts("downtime", sentence, found)
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
        if found and dates and out.accepts("downtime", sentence, found):
            out.set("downtime", dates, sentence)
            _read_suspension(out, sentence, found["suspends"] is not None)
