"""What the edits of the Ruleset changed, rule by rule.

A text is cut at its headings into chunks, and a chunk is read once however many revisions have it; so the cost grows with the
edits and hardly with the page. Where markup reaches over a heading, a chunk would read otherwise than on its page, and the whole
page is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsers.history.model import ChangeKind, PageChange
from parsers.patch import shared_ends
from parsers.patterns import later
from parsers.ruleset.compare import Aspect, RuleChange, RuleSequence, changed_rules
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.tree import Placed, placed, rule_of
from parsers.wiki.hidden import hidden_spans
from parsers.wiki.page import WikiPassage, read_passages

_PAIRS = (("<!--", "-->"), ("{{", "}}"), ("{|", "|}"), ("[[", "]]"))
_TAG = later(
    r"<(/?)(nowiki|pre|includeonly|noinclude|onlyinclude|ref|gallery|source|syntaxhighlight|math|score|s|del|strike|su[bp]|table|t[rdh]"
    r"|caption)\b[^<>]*?(/?)>",
    re.IGNORECASE,
)
"""Tags that change how the text between them is read or shown; others, as the ``<div>`` around each section, may stay open."""
_MOST_CHUNKS = 4096


@dataclass(frozen=True, slots=True, eq=False)
class _Chunk:
    """A heading with the text below it, up to the next one; ``alone`` says that it reads the same without its page."""

    passage: WikiPassage
    wikitext: str
    alone: bool


@lru_cache(maxsize=_MOST_CHUNKS)
def _chunk(source: str) -> _Chunk:
    first, *others = read_passages(source).passages
    if not source.startswith("="):
        return _Chunk(first, source.strip(), not others and _is_closed(source))
    passage = others[0] if others else first
    return _Chunk(passage, source[passage.body :].strip(), len(others) == 1 and passage.start == 0 and _is_closed(source))


def _is_closed(source: str) -> bool:
    """Whether everything that is opened in a text is closed in it, so that nothing of it reaches over its end."""
    if any(source.count(opening) != source.count(closing) for opening, closing in _PAIRS):
        return False
    opened: dict[str, int] = {}
    for tag in _TAG.finditer(source):
        if not tag[3]:
            name = tag[2].lower()
            opened[name] = opened.get(name, 0) + (-1 if tag[1] else 1)
    return not any(opened.values())


@lru_cache(maxsize=2 * _MOST_CHUNKS)
def _rule(chunk: _Chunk, section: str, path: tuple[str, ...], kind: SectionKind) -> Rule:
    return rule_of(Placed(chunk.passage, section, path, kind))


@dataclass(frozen=True, slots=True)
class RulesetRevision:
    """The Ruleset at one revision: its rules and introductions in order, and the wikitext below the heading of each."""

    rules: tuple[Rule, ...]
    wikitexts: tuple[str, ...]


def read_revision(text: str) -> RulesetRevision:
    """A revision of the Ruleset. What an earlier one had, too, is not read again."""
    chunks = [_chunk(piece) for piece in _pieces(text)]
    if not all(chunk.alone for chunk in chunks):
        chunks = [_Chunk(each, text[each.body : each.end].strip(), False) for each in read_passages(text).passages]
    places = placed(chunk.passage for chunk in chunks)
    rules = tuple(_rule(chunk, *place[1:]) for chunk, place in zip(chunks, places, strict=True))
    return RulesetRevision(rules, tuple(chunk.wikitext for chunk in chunks))


def _pieces(text: str) -> Iterator[str]:
    """A text cut in front of every line that may be a heading; the first piece is what stands above them, perhaps nothing."""
    start, stop = 0, 0 if text.startswith("=") else text.find("\n=") + 1 or len(text)
    while True:
        yield text[start:stop]
        if stop == len(text):
            return
        start, stop = stop, text.find("\n=", stop) + 1 or len(text)


def rule_changes(before: RulesetRevision, after: RulesetRevision) -> Iterator[PageChange]:
    """What is different of the rules; nothing where only their order is, or markup that says nothing.

    Where the same words are struck out now, or no longer are, ``old`` and ``new`` are the wikitext.
    """
    head, tail = _shared(before.rules, after.rules)
    then, now = (_sequence(each, head, len(each.rules) - tail) for each in (before, after))
    written = {id(rule): text for each in (then, now) for rule, text in zip(each.rules, each.wikitexts, strict=True)}
    for change in changed_rules(then, now, sentences=False):
        yield from _changes(change)
        if Aspect.MARKUP in change.aspects:
            old, new = written[id(change.old)], written[id(change.new)]
            if _hidden(old) != _hidden(new):
                yield PageChange(ChangeKind.RULE_CHANGED, _named(change.new), None, old, new)


def _shared(before: Sequence[Rule], after: Sequence[Rule]) -> tuple[int, int]:
    """How many rules both begin with, and how many of the others both end with; that of one chunk in one place is one object."""
    return shared_ends([id(rule) for rule in before], [id(rule) for rule in after])


def _sequence(revision: RulesetRevision, start: int, stop: int) -> RuleSequence:
    """The rules that may differ, below those that they may stand below: the last one in front of them and what that stands below."""
    above: list[int] = []
    for place, rule in enumerate(revision.rules[:start]):
        while above and revision.rules[above[-1]].level >= rule.level:
            above.pop()
        above.append(place)
    places = [*above, *range(start, stop)]
    return RuleSequence([revision.rules[place] for place in places], [revision.wikitexts[place] for place in places])


def _changes(change: RuleChange) -> Iterator[PageChange]:
    old, new = change.old, change.new
    if new is None or old is None:
        rule, kind = (new, ChangeKind.RULE_ADDED) if new is not None else (old, ChangeKind.RULE_REMOVED)
        assert rule is not None  # noqa: S101 - it is one of the two
        yield PageChange(kind, _named(rule), None, None if new is not None else rule.text, None if new is None else rule.text)
        return
    aspects = set(change.aspects)
    if Aspect.MOVED in aspects:
        yield PageChange(ChangeKind.RULE_MOVED, _named(new), None, _path(old), _path(new))
    if old.heading != new.heading:
        yield PageChange(ChangeKind.RULE_RENAMED, _named(new), None, old.heading, new.heading)
    if old.text != new.text:
        yield PageChange(ChangeKind.RULE_CHANGED, _named(new), None, old.text, new.text)


def _hidden(wikitext: str) -> list[str]:
    """What is struck out, hidden or raised in a text."""
    return [wikitext[start:end] for start, end in hidden_spans(wikitext)]


def _named(rule: Rule | None) -> str | None:
    """A rule's title; None for what stands above the first heading."""
    return None if rule is None else rule.title or None


def _path(rule: Rule) -> str:
    return " > ".join(rule.titles)
