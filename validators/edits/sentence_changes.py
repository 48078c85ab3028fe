"""The changes of an edit of the Ruleset, sentence by sentence, and the sentences of rules that can
permit changes of text.

A page is compared by its visible headings and sentences. Differences in quotation marks, dashes,
white space and markup do not count; struck out and hidden text does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from parsers.history.page_change import read_revision
from parsers.patch import MOST_WORK, shared_ends
from parsers.ruleset.ruleset_model import Rule, SectionKind
from parsers.ruleset.sentences import split_sentences, straight
from parsers.wiki.inline import hidden_spans
from validators.edits.text_overlap import ComparedText, words_of

_HEADING = "\x02"
_HIDDEN = "\x03"
_MARKS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒―−", "-"),
        **dict.fromkeys("‛′´", "'"),
        **dict.fromkeys("‟«»″", '"'),
        "…": "...",
    }
)
_STATUS = re.compile(r"\s*(?:\[[^\]]*\]|\*)\s*")
_KINDS = (SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)
_MAY = re.compile(
    r"\b(?:may|can|must|should|shall|will|is to|are to|(?:is|are) (?:allowed|required|free|asked)"
    r" to)\b(?! not\b| never\b)"
)
_CHANGES = re.compile(
    r"\b(?:add|append|insert|inscrib|writ|amend|adjust|alter|chang|edit|updat|modif|reword|rewrit|replac|renam|correct|tid[iy]|remov|delet"
    r"|repeal|strik|struck|eras|redact|creat|introduc|maintain|track|record|keep|put|mov|sign)[a-z]*"
)
_RULES = re.compile(
    r"\b(?:(?:sub-?)?rules|ruleset|ruletext|(?:an?|any|each|every|another|some) (?:(?!this|the)\w+"
    r" ){0,2}(?:sub-?)?rule)\b"
)
_TEXT = re.compile(
    r"\b(?:(?:sub-?)?rules?|ruleset|ruletext|texts?|words?|wording|names?|titles?|sentences?|paragraphs?|lines?|bullets?|points?|lists?|tables?"
    r"|items?|entry|entries|rows?|clauses?|sections?|here|above|below|itself)\b"
)


@dataclass(frozen=True, slots=True)
class SentenceChange:
    """Sentences and headings that an edit replaces: ``gone``, from the line ``start`` of the old
    page, by ``came``.

    ``rule`` is the title of the rule, "" above the first heading, and ``above`` are the titles of
    its parents from the section down; ``kinds`` and ``titles`` are the kinds of sections and the
    titles of rules that it touches. All refer to the page before the edit, or after it for new
    text. ``alone``: no subrule of a removed rule remains.
    """

    start: int
    gone: tuple[str, ...]
    came: tuple[str, ...]
    rule: str = field(default="", compare=False)
    above: tuple[str, ...] = field(default=(), compare=False)
    kinds: frozenset[SectionKind] = field(default=frozenset(), compare=False)
    titles: frozenset[str] = field(default=frozenset(), compare=False)
    alone: bool = field(default=False, compare=False)

    @property
    def about(self) -> tuple[str, ...]:
        """The titles of the rules that it touches and of their parents."""
        return (*self.titles, *self.above[1:])


class ShownSentences(NamedTuple):
    """The headings and sentences of a page in order, with their ``owners``: the titles of the rule
    from the section down, and its kind.
    """

    lines: tuple[str, ...]
    owners: tuple[tuple[tuple[str, ...], SectionKind], ...]


def in_words(line: str) -> str:
    """Return a line as people read it: the title of a heading."""
    if line.startswith(_HEADING):
        return line[2:]
    return f"(struck out or hidden) {line[1:]}" if line.startswith(_HIDDEN) else line


def without_status(title: str) -> str:
    """Return a title without its status and tags."""
    return _STATUS.sub(" ", title).strip()


def deletes_empty_rules(change: SentenceChange) -> bool:
    """Return whether a change only deletes headings of dynastic rules that have no text."""
    gone = change.gone
    return (
        not change.came
        and bool(gone)
        and all(map(is_heading, gone))
        and change.alone
        and change.kinds == {SectionKind.DYNASTIC}
    )


def _plain(text: str) -> str:
    """Return a text with uniform quotation marks, dashes and spaces."""
    return re.sub("--+", "-", " ".join(straight(text).translate(_MARKS).split()))


def is_heading(line: str) -> bool:
    """Return whether a line is the heading of a rule."""
    return line.startswith(_HEADING)


@lru_cache(maxsize=2048)
def _lines(level: int, heading: str, text: str, hidden: tuple[str, ...]) -> tuple[str, ...]:
    lines = [f"{_HEADING}{level}{_plain(heading)}"] if level else []
    for block in text.split("\n"):
        lines += filter(None, map(_plain, split_sentences(block)))
    return (*lines, *(f"{_HIDDEN}{_plain(each)}" for each in hidden))


@lru_cache(maxsize=24)
def shown_sentences(text: str) -> ShownSentences:
    """Return the headings and sentences of a Ruleset's wikitext."""
    revision = read_revision(text)
    lines: list[str] = []
    owners: list[tuple[tuple[str, ...], SectionKind]] = []
    for rule, wikitext in zip(revision.rules, revision.wikitexts, strict=True):
        hidden = tuple(wikitext[start:end] for start, end in hidden_spans(wikitext))
        lines_of_rule = _lines(rule.level, rule.heading, rule.text, hidden)
        lines += lines_of_rule
        owners += [(rule.titles, rule.kind)] * len(lines_of_rule)
    return ShownSentences(tuple(lines), tuple(owners))


@lru_cache(maxsize=24)
def sentence_changes(before: str, after: str) -> tuple[SentenceChange, ...] | None:
    """Return the changes between two wikitexts of the Ruleset; None if they are too long and too
    different to compare.
    """
    if before == after:
        return ()
    old, new = shown_sentences(before), shown_sentences(after)
    head, tail = shared_ends(old.lines, new.lines)
    old_lines, new_lines = (
        old.lines[head : len(old.lines) - tail],
        new.lines[head : len(new.lines) - tail],
    )
    if len(old_lines) * len(new_lines) > MOST_WORK:
        return None
    return tuple(_changes(old, new, old_lines, new_lines, head))


def _changes(
    old: ShownSentences,
    new: ShownSentences,
    old_lines: Sequence[str],
    new_lines: Sequence[str],
    head: int,
) -> Iterator[SentenceChange]:
    for tag, *places in SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        start, end, first, last = (head + place for place in places)
        # A change of the end of a rule is separate from changes of the rules below it.
        old_end, new_end = _going_on(old.owners, start, end), _going_on(new.owners, first, last)
        if 0 < old_end + new_end < end - start + last - first:
            yield _change(old, new, (start, start + old_end), (first, first + new_end))
            start, first = start + old_end, first + new_end
        yield _change(old, new, (start, end), (first, last))


def _going_on(owners: Sequence[object], start: int, end: int) -> int:
    """Count the lines in a range that belong to the rule of the line before it."""
    if not start:
        return 0
    return next(
        (place for place in range(end - start) if owners[start + place] != owners[start - 1]),
        end - start,
    )


def _change(
    old: ShownSentences, new: ShownSentences, of_old: tuple[int, int], of_new: tuple[int, int]
) -> SentenceChange:
    removed, added = old.lines[slice(*of_old)], new.lines[slice(*of_new)]
    owners = (*old.owners[slice(*of_old)], *new.owners[slice(*of_new)])
    titles = owners[0][0]
    levels = [int(line[1]) for line in removed if is_heading(line)]
    following = next(
        (int(line[1]) for line in old.lines[of_old[1] : of_old[1] + 1] if is_heading(line)), 0
    )
    return SentenceChange(
        of_old[0],
        removed,
        added,
        titles[-1] if titles else "",
        titles[:-1],
        frozenset(kind for _, kind in owners),
        frozenset(titles_above[-1] for titles_above, _ in owners if titles_above),
        bool(following) and all(following <= level for level in levels),
    )


def permission(change: SentenceChange, before: str) -> tuple[str, bool] | None:
    """Return a sentence of the Ruleset before an edit that may permit a change, and whether it is
    in a changed rule or names one; None if there is none. Only matters can change the Core Rules
    and the Appendix.
    """
    if change.kinds & {SectionKind.CORE, SectionKind.APPENDIX}:
        return None
    titles = {title.casefold() for title in change.about if title}
    found: tuple[str, bool] | None = None
    for rule, sentence in _permissive_sentences(before):
        if rule.title.casefold() in titles or any(
            ComparedText(sentence).has(words_of(title)) for title in titles
        ):
            return sentence, True
        found = found or (
            (sentence, False) if _RULES.search(straight(sentence).casefold()) else None
        )
    return found


@lru_cache(maxsize=8)
def _permissive_sentences(text: str) -> tuple[tuple[Rule, str], ...]:
    return tuple(
        (rule, sentence)
        for rule in read_revision(text).rules
        if rule.kind in _KINDS and rule.effective
        for block in rule.blocks
        for sentence in split_sentences(block.text)
        if all(each.search(straight(sentence).casefold()) for each in (_MAY, _CHANGES, _TEXT))
    )
