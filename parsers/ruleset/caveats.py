"""Sentences that may change a verdict and that no recogniser can apply.

They stand in effective dynastic and Special Case or Building Blocks rules, which may overrule the core.
"""

from __future__ import annotations

from parsers.model import MatterKind
from parsers.ruleset.bearing import bears, concerned, speaks
from parsers.ruleset.clauses.readings import Readings
from parsers.ruleset.model import Caveat, SectionKind
from parsers.ruleset.prose import MAX_CLAUSE_CHARS, Sentence

__all__ = ["read_caveats"]


def _caveat(sentence: Sentence, out: Readings) -> Caveat | None:
    if sentence.too_long:
        unread = f"{sentence.text[:MAX_CLAUSE_CHARS]} …"
        return Caveat(sentence.rule.title, unread, frozenset(MatterKind), bears=True) if speaks(sentence.low) else None
    if not sentence.may_speak:
        return None
    text = sentence.canon
    out_of_force = out.takes_out_of_force(sentence)
    if not out_of_force and not speaks(text):
        return None
    return Caveat(sentence.rule.title, sentence.text, concerned(text), out_of_force or bears(text, sentence.canon_lead))


def read_caveats(out: Readings) -> tuple[Caveat, ...]:
    """Every sentence of an effective dynastic or third-section rule that speaks of voting or resolution."""
    found = (
        _caveat(sentence, out)
        for sentence in out.prose.sentences
        if sentence.kind not in (SectionKind.CORE, SectionKind.APPENDIX) and sentence.rule.effective and not out.prose.understood(sentence)
    )
    return tuple(caveat for caveat in found if caveat is not None)
