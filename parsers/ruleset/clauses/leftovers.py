"""Sentences that no recogniser has read: each that may change a verdict is reported, under the topic it touches.

There is no fourth way beside being read whole, being known by its fingerprint, and being reported. Sentences of effective rules of the
dynasty and of the third section, which may overrule the core, are caveats.
"""

from __future__ import annotations

import re

from parsers.model import MatterKind
from parsers.ruleset.caveats import concerned, may_bear, named, speaks
from parsers.ruleset.clauses.clause_tables import tables
from parsers.ruleset.clauses.collector import ClauseCollector
from parsers.ruleset.clauses.special_case import is_default_status
from parsers.ruleset.model import Caveat, SectionKind
from parsers.ruleset.prose import MADE
from parsers.ruleset.reviewed import fingerprint
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, Sentence

_OF_ALL = re.compile(r"\b(?:vot\w*|hiatus|game|quorum|popular|unpopular|icons?)\b")
"""Words of what verdicts on every kind of matter rest on."""

_NO_CAVEATS = (SectionKind.CORE, SectionKind.APPENDIX)

_TOPICS = {MatterKind.PROPOSAL: "proposal", MatterKind.CFJ: "cfj", MatterKind.DOV: "dov"}


def report_leftovers(out: ClauseCollector) -> None:
    """Report what is left outside the Dynastic Rules, but for the third section's own rules (they are caveats)."""
    for sentence in out.prose.binding():
        if out.prose.understood(sentence) or not any(map(str.isalnum, sentence.text)):
            continue
        home = tables().homes.get(sentence.rule.title.casefold()) or tables().homes.get(sentence.term.casefold())
        if home == "special_case" and is_default_status(sentence):
            out.prose.accept(sentence)
        elif out.prose.is_reviewed(sentence):
            continue
        elif home is not None:
            _report(out, home if named(sentence.canon) and not _OF_ALL.search(sentence.canon) else "vote", sentence)
        elif sentence.kind in _NO_CAVEATS:
            _report(out, _topic(sentence), sentence)


def _report(out: ClauseCollector, topic: str, sentence: Sentence) -> None:
    known_by = "" if sentence.too_long else fingerprint(sentence)
    out.skip(topic, f"not understood: “{sentence.text}”", sentence, sentence.text if known_by else "", known_by)


def _topic(sentence: Sentence) -> str:
    """What a verdict rests on that the sentence may change; of one that names no matter, every verdict."""
    kinds = concerned(sentence.canon)
    return _TOPICS[next(iter(kinds))] if len(kinds) == 1 and not _OF_ALL.search(sentence.canon) else "vote"


def _caveat(sentence: Sentence, out: ClauseCollector) -> Caveat | None:
    rule, text = sentence.rule.title, sentence.text
    if sentence.too_long:
        return Caveat(rule, f"{text[:MAX_CLAUSE_CHARS]} …", frozenset(MatterKind), bears=True)
    if not any(map(str.isalnum, text)):
        return None
    dynastic = sentence.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)
    bears = not dynastic or text.endswith(MADE) or may_bear(text, sentence.canon, sentence.canon_lead)
    bears = bears and not out.prose.is_reviewed(sentence)
    if not bears and not speaks(sentence.canon):
        return None
    return Caveat(rule, text, concerned(sentence.canon), bears, fingerprint=fingerprint(sentence) if bears else "")


def read_caveats(out: ClauseCollector) -> tuple[Caveat, ...]:
    """Every sentence of an effective rule outside the core and the Appendix that speaks of voting or resolution."""
    outside = out.prose.of(lambda rule: rule.kind not in _NO_CAVEATS and rule.effective)
    return tuple(filter(None, (_caveat(sentence, out) for sentence in outside if not out.prose.understood(sentence))))
