"""Sentences that no recogniser has read: each that may change a verdict is reported, under the
topic it touches.

There is no fourth way beside being read whole, being known by its fingerprint, and being reported.
Sentences of effective rules of the dynasty and of the third section, which may overrule the core,
are caveats. One of the dynasty bears on verdicts where it has one of the words or wordings of
``vocabulary.toml``, which name what verdicts rest on, unless it only tells what somebody gains for
something that happens to a matter, or what an Admin has to write down afterwards. No list of words
finds every sentence that somebody may think of: that a person has read a rule is asked for beside
(``[review] require``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from parsers.model import MatterKind
from parsers.ruleset.clauses.clause_collector import ClauseCollector, is_default_status, tables
from parsers.ruleset.prose import MADE, fingerprint
from parsers.ruleset.ruleset_model import Caveat, SectionKind
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, Sentence, concerned, named
from parsers.ruleset.wordings import Wording, WordingIndex

_WORD = re.compile(r"[^\W_]+|[.\"]")
_MARKS = str.maketrans(",;:!?", ".....")
_ICONS = re.compile(r"\b(?:FORs?|AGAINST|DEFERENTIAL|VETO)\b")


class VerdictSubject:
    """One thing that verdicts rest on: the words that name it, and its wordings; of sentences that
    ``bear``, and ``plain`` ones.
    """

    def __init__(self, row: Mapping[str, str | list[str]]) -> None:
        self.about, self.bears, self.plain = row["about"], row["bears"], row["plain"]
        self.words = frozenset(str(row["words"]).split())
        self.lines = row["wordings"]
        marked = (not {".", '"'}.isdisjoint(line.split()) for line in self.lines)
        wordings = (
            (marks, Wording(line, between=r"(?:[.\"] )?" if marks else ""))
            for line, marks in zip(self.lines, marked, strict=True)
        )
        self._wordings = WordingIndex(
            (wording.pieces, (marks, wording)) for marks, wording in wordings
        )

    def found_in(self, text: str) -> bool:
        """Whether a sentence, in canonical form, has one of them."""
        words = _WORD.findall(text.translate(_MARKS))
        if not self.words.isdisjoint(words):
            return True
        forms = f"{' '.join(filter(str.isalnum, words))} ", f"{' '.join(words)} . "
        return any(wording.search(forms[marks]) for marks, wording in self._wordings.among(words))


@cache
def subjects() -> tuple[VerdictSubject, ...]:
    """All of the vocabulary."""
    table = tomllib.loads(
        files("parsers.ruleset").joinpath("vocabulary.toml").read_text(encoding="utf-8")
    )
    return tuple(map(VerdictSubject, table["subject"]))


@cache
def _whole() -> VerdictSubject:
    """The vocabulary as one subject: one look at a sentence is quicker than several."""
    every = subjects()
    words, wordings = (
        " ".join(word for each in every for word in each.words),
        [line for each in every for line in each.lines],
    )
    return VerdictSubject(
        {"about": "", "words": words, "wordings": wordings, "bears": [], "plain": []}
    )


@lru_cache(8192)
def speaks(text: str) -> bool:
    """Whether a sentence, in canonical form, has a word or a wording of the vocabulary."""
    return _whole().found_in(text)


_TRIGGER = re.compile(
    r"^(?:when(?:ever)?|if|each time|every time|once|after|upon|as soon as) [^,]+, (?:then"
    r" )?(?P<effect>[^;]+)$"
)
_GAINS = re.compile(
    r"^(?:(?:the|a|that|each|its|their|any) )?(?:[\w'-]+"
    r" ){0,4}?(?:(?:may|shall|must|should|will|can) )?(?:immediately )?"
    r"(?:gains?|loses?|earns?|receives?|(?:is|are)"
    r" (?:awarded|granted|given)|increases?|decreases?|adds?|subtracts?|pays?|scores?|sets?)\b"
)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|this|that|these|those|such|place|say|rights?|immunity)\b|\bplayers\b"
)
_DUTY = re.compile(
    r"^(?:[^,]*, )*(?:the|an?) (?:admin (?:who )?(?:enacting|resolving|enacts|resolves)(?:"
    r" \w+){0,3}|(?:enacting|resolving) admin)"
    r" (?:must|shall|should|may) (?:insert|update|note|mark|write|record|roll|announce|add)\b"
)
_JOINS = re.compile(r"[;,]| (?:and|or|then) ")
_CONDITION = re.compile(
    r"\b(?:first|before|until|unless|only|consent|permission|approval|cannot|not)\b"
)


def may_bear(text: str, canon: str, lead: str = "") -> bool:
    """Whether a dynastic sentence may change a verdict: as written, in canonical form, and what
    introduces it in that form.
    """
    spoken = speaks(canon) or _ICONS.search(text) is not None or (bool(lead) and speaks(lead))
    return spoken and not _is_reward(canon) and not _is_duty(canon)


def _is_reward(text: str) -> bool:
    """Whether it only says what somebody gains or pays when something happens."""
    trigger = _TRIGGER.match(text.rstrip(" ."))
    if trigger is None:
        return False
    effect = trigger["effect"]
    return (
        bool(_GAINS.match(effect))
        and not speaks(effect)
        and not _ICONS.search(effect)
        and not _POINTS_BACK.search(effect)
    )


def _is_duty(text: str) -> bool:
    """Whether it only says what the Admin who resolves a matter has to write down, and no second
    thing that may bear.
    """
    duty = _DUTY.match(text) if "admin" in text and _CONDITION.search(text) is None else None
    return duty is not None and not any(map(speaks, _JOINS.split(text[duty.end() :])[1:]))


_OF_ALL = re.compile(r"\b(?:vot\w*|hiatus|game|quorum|popular|unpopular|icons?)\b")
"""Words of what verdicts on every kind of matter rest on."""

_NO_CAVEATS = (SectionKind.CORE, SectionKind.APPENDIX)

_TOPICS = {MatterKind.PROPOSAL: "proposal", MatterKind.CFJ: "cfj", MatterKind.DOV: "dov"}


def report_leftovers(out: ClauseCollector) -> None:
    """Report what is left outside the Dynastic Rules, but for the third section's own rules (they
    are caveats).
    """
    for sentence in out.prose.binding():
        if out.prose.understood(sentence) or not any(map(str.isalnum, sentence.text)):
            continue
        home = tables().homes.get(sentence.rule.title.casefold()) or tables().homes.get(
            sentence.term.casefold()
        )
        if home == "special_case" and is_default_status(sentence):
            out.prose.accept(sentence)
        elif out.prose.is_reviewed(sentence):
            continue
        elif home is not None:
            _report(
                out,
                home if named(sentence.canon) and not _OF_ALL.search(sentence.canon) else "vote",
                sentence,
            )
        elif sentence.kind in _NO_CAVEATS:
            _report(out, _topic(sentence), sentence)


def _report(out: ClauseCollector, topic: str, sentence: Sentence) -> None:
    known_by = "" if sentence.too_long else fingerprint(sentence)
    out.skip(
        topic,
        f"not understood: “{sentence.text}”",
        sentence,
        sentence.text if known_by else "",
        known_by,
    )


def _topic(sentence: Sentence) -> str:
    """What a verdict rests on that the sentence may change; of one that names no matter, every
    verdict.
    """
    kinds = concerned(sentence.canon)
    return (
        _TOPICS[next(iter(kinds))]
        if len(kinds) == 1 and not _OF_ALL.search(sentence.canon)
        else "vote"
    )


def _caveat(sentence: Sentence, out: ClauseCollector) -> Caveat | None:
    rule, text = sentence.rule.title, sentence.text
    if sentence.too_long:
        return Caveat(rule, f"{text[:MAX_CLAUSE_CHARS]} …", frozenset(MatterKind), bears=True)
    if not any(map(str.isalnum, text)):
        return None
    dynastic = sentence.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)
    bears = (
        not dynastic or text.endswith(MADE) or may_bear(text, sentence.canon, sentence.canon_lead)
    )
    bears = bears and not out.prose.is_reviewed(sentence)
    if not bears and not speaks(sentence.canon):
        return None
    return Caveat(
        rule,
        text,
        concerned(sentence.canon),
        bears,
        fingerprint=fingerprint(sentence) if bears else "",
    )


def read_caveats(out: ClauseCollector) -> tuple[Caveat, ...]:
    """Every sentence of an effective rule outside the core and the Appendix that speaks of voting
    or resolution.
    """
    outside = out.prose.of(lambda rule: rule.kind not in _NO_CAVEATS and rule.effective)
    return tuple(
        filter(
            None,
            (_caveat(sentence, out) for sentence in outside if not out.prose.understood(sentence)),
        )
    )
