"""Sentences that no recogniser has read: each that may change a verdict is reported, under the topic it touches.

There is no fourth way beside being read whole, being known to change no verdict, and being reported. A sentence of
the core or the Appendix is known word for word or by its form; by its form not in the homes of the clauses (rule
"Votes", glossary "Quorum" ...) nor in a paragraph from which something was read. Sentences of effective dynastic
and Special Case or Building Blocks rules, which may overrule the core, are caveats.
"""

from __future__ import annotations

from parsers.model import MatterKind
from parsers.patterns import later
from parsers.ruleset.asides import says_nothing
from parsers.ruleset.bans import read_ban
from parsers.ruleset.bearing import KEY_WORDS, concerned, named, speaks, touches_core, touches_verdicts
from parsers.ruleset.clauses.readings import Readings
from parsers.ruleset.clauses.special_case import is_default_status
from parsers.ruleset.forms import is_harmless
from parsers.ruleset.model import Caveat, Rule, SectionKind
from parsers.ruleset.reach import MARKS
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

_OF_ALL = later(r"\b(?:vot\w*|hiatus|game|quorum|popular|unpopular|icons?)\b")
"""Words of what verdicts on every kind of matter rest on."""

_KNOWN = KEY_WORDS | MARKS
"""The words of a sentence that tell whether it may change a verdict."""

_NO_CAVEATS = (SectionKind.CORE, SectionKind.APPENDIX)
"""Sections of which no sentence is a caveat."""

_TOPICS = {MatterKind.PROPOSAL: "proposal", MatterKind.CFJ: "cfj", MatterKind.DOV: "dov"}


def report_leftovers(out: Readings) -> None:
    """Report what is left outside the Dynastic Rules, but for the third section's own rules (they are caveats)."""
    read = {sentence.block for sentence in out.prose.binding() if out.prose.understood(sentence)}
    for sentence in out.prose.binding():
        if out.prose.understood(sentence) or not any(map(str.isalnum, sentence.text)):
            continue
        home = _HOMES.get(sentence.rule.title.casefold()) or (_HOMES.get(sentence.term.casefold()) if sentence.term else None)
        if home == "special_case" and (is_default_status(sentence.canon) or out.prose.is_reviewed(sentence)):
            out.prose.accept(sentence)
        elif home is not None and not _is_known(sentence, out):
            _report(out, home if named(sentence.canon) and not _OF_ALL.search(sentence.canon) else "vote", sentence)
        elif home is None and sentence.kind in _NO_CAVEATS and _counts(sentence, out, read):
            _report(out, _topic(sentence), sentence)


def _report(out: Readings, topic: str, sentence: Sentence) -> None:
    known_by = "" if sentence.too_long else fingerprint(sentence)
    out.skip(topic, f"not understood: “{sentence.text}”", sentence, sentence.text if known_by else "", known_by)


def _is_known(sentence: Sentence, out: Readings) -> bool:
    """Whether a sentence is known whole, word for word or in one of several wordings."""
    return out.prose.is_reviewed(sentence) or says_nothing(sentence.canon, sentence.words, sentence.canon_term)


def _counts(sentence: Sentence, out: Readings, read: set[int]) -> bool:
    """Whether a sentence is neither known word for word nor, where nothing else of its paragraph was read, by its form."""
    if _is_known(sentence, out):
        return False
    return sentence.block in read or sentence.too_long or not is_harmless(sentence.canon, sentence.canon_term, sentence.words)


def _topic(sentence: Sentence) -> str:
    """What a verdict rests on that the sentence may change; of one that names no matter, every verdict."""
    kinds = concerned(sentence.canon)
    return _TOPICS[next(iter(kinds))] if len(kinds) == 1 and not _OF_ALL.search(sentence.canon) else "vote"


_FLAVOUR = later(r"the (?:text|rules?) (?:of|in) this section (?:is|are) (?:only )?flavou?r text(?:, kept for reference)?\.?")


def _without_force(out: Readings) -> set[str]:
    """Sections of no known kind that call all their text flavour."""
    unknown = out.prose.of(lambda rule: rule.kind is SectionKind.OTHER and len(rule.path) == 1)
    return {s.rule.section for s in unknown if "flavo" in s.low and _FLAVOUR.fullmatch(s.canon)}


def _caveat(sentence: Sentence, out: Readings) -> Caveat | None:
    if sentence.too_long:
        unread = f"{sentence.text[:MAX_CLAUSE_CHARS]} …"
        return Caveat(sentence.rule.title, unread, frozenset(MatterKind), bears=True) if speaks(sentence.low) else None
    dynastic = sentence.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)
    text, words = sentence.canon, _KNOWN.intersection(sentence.words)
    spoken = speaks(text, words)
    if dynastic:
        bears = touches_verdicts(text, sentence.canon_lead, words, spoken=spoken)
        bears = bears or (not spoken and out.own_words.reach_beyond(sentence, words))
    else:
        bears = touches_core(text, words, spoken=spoken)
    if not bears and not spoken:
        return None
    bears = bears and not out.prose.is_reviewed(sentence)
    ban, known_by = (read_ban(sentence, out.prose), fingerprint(sentence)) if bears else (None, "")
    return Caveat(sentence.rule.title, sentence.text, concerned(text), bears, ban, known_by)


def _may_overrule(rule: Rule, flavour: set[str]) -> bool:
    return rule.kind not in _NO_CAVEATS and rule.effective and not (rule.kind is SectionKind.OTHER and rule.section in flavour)


def read_caveats(out: Readings) -> tuple[Caveat, ...]:
    """Every sentence of an effective rule outside the core and the Appendix that speaks of voting or resolution."""
    flavour = _without_force(out)
    found = (
        _caveat(sentence, out) for sentence in out.prose.of(lambda rule: _may_overrule(rule, flavour)) if not out.prose.understood(sentence)
    )
    return tuple(caveat for caveat in found if caveat is not None)
