"""What the edits of the Ruleset changed, rule by rule.

A text is cut at its headings into chunks, and a chunk is read once however many revisions have it; so the cost grows with the
edits and hardly with the page. Where markup reaches over a heading, a chunk would read otherwise than on its page, and the whole
page is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsers.history.model import ChangeKind, PageChange
from parsers.patch import shared_ends
from parsers.ruleset.compare import Aspect, RuleSequence, changed_rules
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.tree import Placed, placed, rule_of
from parsers.wiki.closed import is_closed
from parsers.wiki.cutting import cut_after
from parsers.wiki.hidden import hidden_spans
from parsers.wiki.page import WikiPassage, read_passages

_MOST_CHUNKS = 1024


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
        return _Chunk(first, source.strip(), not others and is_closed(source))
    passage = others[0] if others else first
    return _Chunk(passage, source[passage.body :].strip(), len(others) == 1 and passage.start == 0 and is_closed(source))


@lru_cache(maxsize=2 * _MOST_CHUNKS)
def _rule(chunk: _Chunk, section: str, path: tuple[str, ...], kind: SectionKind) -> Rule:
    return rule_of(Placed(chunk.passage, section, path, kind))


@dataclass(frozen=True, slots=True)
class RulesetRevision:
    """The Ruleset at one revision: its rules and introductions in order, and the wikitext below the heading of each.

    ``pieces`` are what they were read from, each on its own; none where the whole page had to be read.
    """

    rules: tuple[Rule, ...]
    wikitexts: tuple[str, ...]
    pieces: tuple[str, ...] = ()


def read_revision(text: str, before: RulesetRevision | None = None) -> RulesetRevision:
    """A revision of the Ruleset. What an earlier one had, too, is not read again; with the one ``before`` it is not even looked at."""
    head, tail, middle = cut_after(() if before is None else before.pieces, text)
    chunks = [_chunk(piece) for piece in middle]
    if not all(chunk.alone for chunk in chunks):
        passages = read_passages(text).passages
        chunks = [_Chunk(each, text[each.body : each.end].strip(), False) for each in passages]
        return RulesetRevision(tuple(_placed(chunks)), tuple(chunk.wikitext for chunk in chunks))
    written = tuple(chunk.wikitext for chunk in chunks)
    if before is None or not before.pieces:
        return RulesetRevision(tuple(_placed(chunks)), written, tuple(middle))
    stop = len(before.pieces) - tail
    pieces = (*before.pieces[:head], *middle, *before.pieces[stop:])
    wikitexts = (*before.wikitexts[:head], *written, *before.wikitexts[stop:])
    there = before.rules[head:stop]
    if [(rule.level, rule.heading) for rule in there] != [(chunk.passage.level, chunk.passage.title) for chunk in chunks]:
        return RulesetRevision(tuple(_placed(_chunk(piece) for piece in pieces)), wikitexts, pieces)
    rules = (_rule(chunk, rule.section, rule.path, rule.kind) for chunk, rule in zip(chunks, there, strict=True))
    return RulesetRevision((*before.rules[:head], *rules, *before.rules[stop:]), wikitexts, pieces)


def _placed(chunks: Iterable[_Chunk]) -> Iterator[Rule]:
    known = list(chunks)
    for chunk, place in zip(known, placed(chunk.passage for chunk in known), strict=True):
        yield _rule(chunk, *place[1:])


def rule_changes(before: RulesetRevision, after: RulesetRevision) -> Iterator[PageChange]:
    """What is different of the rules; nothing where only their order is, or markup that says nothing.

    Where the same words are struck out now, or no longer are, ``old`` and ``new`` are the wikitext.
    """
    head, tail = _shared(before.rules, after.rules)
    if len(before.rules) == len(after.rules) == head + tail + 1:
        old, new = before.rules[head], after.rules[head]
        if (old.level, old.heading) == (new.level, new.heading):
            # Nearly every edit is this one, and what stands around the rule tells nothing more.
            yield from _rewritten(old, new, before.wikitexts[head], after.wikitexts[head])
            return
    then, now = (_sequence(each, head, len(each.rules) - tail) for each in (before, after))
    written = {id(rule): text for each in (then, now) for rule, text in zip(each.rules, each.wikitexts, strict=True)}
    for change in changed_rules(then, now, sentences=False):
        if change.old is None or change.new is None:
            yield from _added_or_removed(change.old, change.new)
            continue
        if Aspect.MOVED in change.aspects:
            yield PageChange(ChangeKind.RULE_MOVED, _named(change.new), None, _path(change.old), _path(change.new))
        if change.old.heading != change.new.heading:
            yield PageChange(ChangeKind.RULE_RENAMED, _named(change.new), None, change.old.heading, change.new.heading)
        yield from _rewritten(change.old, change.new, written[id(change.old)], written[id(change.new)])


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


def _added_or_removed(old: Rule | None, new: Rule | None) -> Iterator[PageChange]:
    if new is not None:
        yield PageChange(ChangeKind.RULE_ADDED, _named(new), None, None, new.text)
    if old is not None:
        yield PageChange(ChangeKind.RULE_REMOVED, _named(old), None, old.text, None)


def _rewritten(old: Rule, new: Rule, wikitext: str, rewritten: str) -> Iterator[PageChange]:
    if old.text != new.text:
        yield PageChange(ChangeKind.RULE_CHANGED, _named(new), None, old.text, new.text)
    elif wikitext != rewritten and _hidden(wikitext) != _hidden(rewritten):
        yield PageChange(ChangeKind.RULE_CHANGED, _named(new), None, wikitext, rewritten)


def _hidden(wikitext: str) -> list[str]:
    """What is struck out, hidden or raised in a text."""
    return [wikitext[start:end] for start, end in hidden_spans(wikitext)]


def _named(rule: Rule) -> str | None:
    """A rule's title; None for what stands above the first heading."""
    return rule.title or None


def _path(rule: Rule) -> str:
    return " > ".join(rule.titles)
