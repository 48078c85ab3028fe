"""Sentences that no recogniser has read: each that may change a verdict is reported, under the topic it touches.

There is no fourth way beside being read whole, being known by its fingerprint, and being reported. Sentences of effective rules of the
dynasty and of the third section, which may overrule the core, are caveats.
"""

from __future__ import annotations

import re

from parsers.model import MatterKind
from parsers.ruleset.caveats import concerned, may_bear, named, speaks
from parsers.ruleset.clauses.collector import ClauseCollector
from parsers.ruleset.clauses.special_case import is_default_status
from parsers.ruleset.model import Caveat, Rule, SectionKind
from parsers.ruleset.prose import MADE
from parsers.ruleset.reviewed import fingerprint
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, Sentence

__all__ = ["read_caveats", "report_leftovers"]

_HOMES = {
    "votes": "vote",
    "votable matters": "vote",
    "imperial deferentials": "deferential.emperor",
    "dormancy": "dormancy",
    "seasonal downtime": "downtime",
    "quorum": "quorum",
    "hiatus": "hiatus",
    "proposals": "proposal",
    "special proposal voting": "proposal",
    "resolution of proposals": "proposal",
    "calls for judgement": "cfj",
    "victory and ascension": "dov",
    "enacting and failing": "vote",
    "special case": "special_case",
    "building blocks": "special_case",
}
"""Titles of rules, sections and terms of the glossary of which every sentence has to be understood, and their topics."""

_READ_AS_WRITTEN = re.compile(
    r"^the gamestate tracking page for this dynasty is (?:the ){0,2}\"?[\w' -]{1,60}\"? (?:page of the wiki|wiki page|page on the wiki)\.?$"
    r"|^(player|emperor)s? \(\1s?\)\.?$"
    r"|^(?:a|each) dynasty (?:may be|is) headed by (?:a single|an?|1) player, known as (?:the|an) emperor\.?$"
    r"|^if there is no emperor, the dynasty is a metadynasty\.?$"
    r"|^this is the ruleset (?:for|of) blognomic; all players? shall obey it\.?$"
)
"""What names the tracking page and the dynasty's words: other modules read it, from the text as written."""

_OF_ALL = re.compile(r"\b(?:vot\w*|hiatus|game|quorum|popular|unpopular|icons?)\b")
"""Words of what verdicts on every kind of matter rest on."""

_NO_CAVEATS = (SectionKind.CORE, SectionKind.APPENDIX)
"""Sections of which no sentence is a caveat."""

_TOPICS = {MatterKind.PROPOSAL: "proposal", MatterKind.CFJ: "cfj", MatterKind.DOV: "dov"}


def report_leftovers(out: ClauseCollector) -> None:
    """Report what is left outside the Dynastic Rules, but for the third section's own rules (they are caveats)."""
    for sentence in out.prose.binding():
        if out.prose.understood(sentence) or not any(map(str.isalnum, sentence.text)):
            continue
        home = _HOMES.get(sentence.rule.title.casefold()) or (_HOMES.get(sentence.term.casefold()) if sentence.term else None)
        if home == "special_case" and is_default_status(sentence):
            out.prose.accept(sentence)
        elif out.prose.is_reviewed(sentence):
            continue
        elif home is not None:
            _report(out, home if named(sentence.canon) and not _OF_ALL.search(sentence.canon) else "vote", sentence)
        elif sentence.kind in _NO_CAVEATS and _READ_AS_WRITTEN.match(sentence.canon) is None:
            _report(out, _topic(sentence), sentence)


def _report(out: ClauseCollector, topic: str, sentence: Sentence) -> None:
    known_by = "" if sentence.too_long else fingerprint(sentence)
    out.skip(topic, f"not understood: “{sentence.text}”", sentence, sentence.text if known_by else "", known_by)


def _topic(sentence: Sentence) -> str:
    """What a verdict rests on that the sentence may change; of one that names no matter, every verdict."""
    kinds = concerned(sentence.canon)
    return _TOPICS[next(iter(kinds))] if len(kinds) == 1 and not _OF_ALL.search(sentence.canon) else "vote"


_FLAVOUR = re.compile(r"the (?:text|rules?) (?:of|in) this section (?:is|are) (?:only )?flavou?r text(?:, kept for reference)?\.?")


def _without_force(out: ClauseCollector) -> set[str]:
    """Sections of no known kind that call all their text flavour."""
    unknown = out.prose.of(lambda rule: rule.kind is SectionKind.OTHER and len(rule.path) == 1)
    return {s.rule.section for s in unknown if "flavo" in s.low and _FLAVOUR.fullmatch(s.canon)}


def _caveat(sentence: Sentence, out: ClauseCollector) -> Caveat | None:
    rule, text = sentence.rule.title, sentence.text
    if sentence.too_long:
        return Caveat(rule, f"{text[:MAX_CLAUSE_CHARS]} …", frozenset(MatterKind), bears=True)
    if not any(map(str.isalnum, text)):
        return None
    if _READ_AS_WRITTEN.match(sentence.canon):
        return None
    dynastic = sentence.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)
    bears = not dynastic or text.endswith(MADE) or may_bear(text, sentence.canon, sentence.canon_lead)
    bears = bears and not out.prose.is_reviewed(sentence)
    if not bears and not speaks(sentence.canon):
        return None
    return Caveat(rule, text, concerned(sentence.canon), bears, fingerprint=fingerprint(sentence) if bears else "")


def _may_overrule(rule: Rule, flavour: set[str]) -> bool:
    return rule.kind not in _NO_CAVEATS and rule.effective and not (rule.kind is SectionKind.OTHER and rule.section in flavour)


def read_caveats(out: ClauseCollector) -> tuple[Caveat, ...]:
    """Every sentence of an effective rule outside the core and the Appendix that speaks of voting or resolution."""
    flavour = _without_force(out)
    found = (
        _caveat(sentence, out) for sentence in out.prose.of(lambda rule: _may_overrule(rule, flavour)) if not out.prose.understood(sentence)
    )
    return tuple(caveat for caveat in found if caveat is not None)
