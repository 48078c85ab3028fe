"""Hiatus: what it stops, and the causes that are not a DoV (glossary "Hiatus", "Dormancy", "Seasonal Downtime")."""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import Readings
from parsers.ruleset.prose import Sentence

__all__ = ["read_dormancy", "read_downtime", "read_hiatus"]

_STOPS = re.compile(r"\bif blognomic is on hiatus\b.{0,240}\bproposals may not be submitted or resolved\b")
_ONLY_THOSE = re.compile(r"\b(?:only )?game actions (?:that )?may be taken (?:are those|except those)\b")
_STOPS_TRIGGER = re.compile(r"\bif (?:blognomic|the game) is (?:on|in) hiatus\b")

_FEWER = re.compile(
    r"\bif there (?:are|is) (?:fewer|less) than (\d{1,3}) players(?P<but> ?[(,]? ?(?:not|excluding|other than)[^),]{0,40}[),]?)?,? (?:then )?"
    r"(?:blognomic|the game) (?:is (?:on|in)|enters) hiatus\b"
)
_FLAG = re.compile(r"\bdormant\b.{0,80}\bsidebar\b|\bsidebar\b.{0,80}\bdormant\b")
_FLAG_HIATUS = re.compile(r"\bif (?:blognomic|the game) is dormant,? (?:then )?(?:it|blognomic|the game) is (?:on|in) hiatus\b")
_OR_FEWER = re.compile(r"\bthere (?:are|is) (\d{1,3}) or fewer players(?P<but> ?[(,]? ?(?:not|excluding|other than)[^),;]{0,40}[),]?)?")
_DORMANCY_TRIGGER = re.compile(r"\bdorman|\bif there (?:are|is)\b.{0,60}\bplayers\b.{0,60}\bhiatus\b")

_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_RANGE = re.compile(
    rf"\b(?:from|between) the (\d{{1,2}})(?:st|nd|rd|th)? (?:to|and|until|through) the (\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b"
)
_DAYS = re.compile(rf"\bon the (?P<days>{_DAY}(?:(?:,? and |, ?){_DAY}){{0,30}})(?: of)? {_MONTH}\b")
_ON_HIATUS = re.compile(r"\bhiatus\b")
_SUSPENDS = re.compile(r"\bgame actions\b.{0,60}\brules?\b.{0,160}\"victory and ascension\".{0,80}\bmay not be taken\b")
_NOTHING_BUT = re.compile(r"\bno game actions may be taken except\b")


def read_hiatus(out: Readings) -> None:
    """Glossary "Hiatus": Proposals may be neither submitted nor resolved."""
    for sentence, _ in out.each("hiatus", _STOPS, ("hiatus", "submitted"), _STOPS_TRIGGER):
        out.set("hiatus.stops_proposals", True, sentence)
    for sentence, _ in out.each("hiatus", _ONLY_THOSE, ("game actions", "may be taken")):
        if '"proposals' not in sentence.canon:
            out.set("hiatus.stops_proposals", True, sentence)
    if not out.has("hiatus.stops_proposals"):
        out.miss("hiatus", "no sentence says what a hiatus stops")


def _without_emperor(text: str | None) -> bool:
    return bool(text and "emperor" in text)


def read_dormancy(out: Readings) -> None:
    """Rule "Dormancy": too few Players, or a flag in the sidebar that Admins set when there are too few."""
    for sentence, found in out.each("dormancy", _FEWER, ("hiatus",)):
        if _not_the_emperor_alone(found.group("but")):
            out.miss("dormancy", f"not understood: “{sentence.text}”", sentence)
            continue
        out.set("dormancy.min_players", int(found.group(1)), sentence)
        out.set("dormancy.excludes_emperor", _without_emperor(found.group("but")), sentence)
        out.set("dormancy.in_sidebar", False, sentence)
    if out.has("dormancy.min_players"):
        return
    flags = [s for s, _ in out.each("dormancy", _FLAG, ("dormant", "sidebar"))]
    hiatus = [s for s, _ in out.each("dormancy", _FLAG_HIATUS, ("dormant", "hiatus"))]
    if flags and hiatus:
        out.set("dormancy.in_sidebar", True, flags[0])
        for sentence in out.prose.lawful("fewer"):
            found_few = _OR_FEWER.search(sentence.canon)
            if found_few and sentence.rule is flags[0].rule:
                out.set("dormancy.min_players", int(found_few.group(1)) + 1, sentence)
                out.set("dormancy.excludes_emperor", _without_emperor(found_few.group("but")), sentence)
        return
    for sentence in out.prose.lawful("hiatus"):
        if _DORMANCY_TRIGGER.search(sentence.canon) and not out.prose.understood(sentence):
            out.miss("dormancy", f"not understood: “{sentence.text}”", sentence)


def _not_the_emperor_alone(text: str | None) -> bool:
    return bool(text) and not _without_emperor(text)


def _dates(sentence: Sentence) -> tuple[str, ...] | None:
    """The days of the year a sentence names, as ``MM-DD``."""
    ranged = _RANGE.search(sentence.canon)
    if ranged:
        numbers = list(range(int(ranged.group(1)), int(ranged.group(2)) + 1))
        month = ranged.group("month")
    else:
        listed = _DAYS.search(sentence.canon)
        if listed is None:
            return None
        numbers = [int(number) for number in re.findall(r"\d{1,2}", listed.group("days"))]
        month = listed.group("month")
    if not all(1 <= number <= 31 for number in numbers):
        return None
    return tuple(f"{_MONTHS.index(month) + 1:02d}-{number:02d}" for number in numbers)


def read_downtime(out: Readings) -> None:
    """Rule or glossary "Seasonal Downtime": its days, and whether DoVs rest on them too."""
    for sentence in out.prose.lawful("hiatus"):
        if not any(month in sentence.canon for month in _MONTHS if month != "may"):
            continue
        dates = _dates(sentence)
        if dates is None or not _ON_HIATUS.search(sentence.canon):
            if not out.prose.understood(sentence):
                out.miss("downtime", f"not understood: “{sentence.text}”", sentence)
            continue
        out.set("downtime", dates, sentence)
        siblings = [s for s in out.prose.lawful("game actions") if s.rule is sentence.rule and s.term == sentence.term]
        suspending = [s for s in siblings if _SUSPENDS.search(s.canon)]
        suspending += [s for s in siblings if _NOTHING_BUT.search(s.canon) and "victory and ascension" not in s.canon]
        out.set("downtime.suspends_dovs", bool(suspending), (suspending or [sentence])[0])
