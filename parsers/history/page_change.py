"""The changes of an edit, and those of the Ruleset, rule by rule."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache

from parsers.model import Revision
from parsers.ruleset.ruleset_comparison import Aspect, RuleSequence, changed_rules
from parsers.ruleset.ruleset_model import Rule
from parsers.ruleset.tree import placed, rule_of
from parsers.wiki.inline import hidden_spans
from parsers.wiki.wiki_page import read_passages


class ChangeKind(StrEnum):
    """The kind of a change."""

    VALUE = "value"
    ROW_ADDED = "row-added"
    ROW_REMOVED = "row-removed"
    COLUMN_ADDED = "column-added"
    COLUMN_REMOVED = "column-removed"
    COLUMN_RENAMED = "column-renamed"
    RULE_CHANGED = "rule-changed"
    RULE_ADDED = "rule-added"
    RULE_REMOVED = "rule-removed"
    RULE_MOVED = "rule-moved"
    RULE_RENAMED = "rule-renamed"
    TEXT = "text"


Shown = str | Mapping[str, str] | None
"""A text, or the cells of a row by their columns."""


@dataclass(frozen=True, slots=True)
class PageChange:
    """One change: ``subject`` is the player, thing or rule it is about, ``variable`` the value's
    name, as they are after the edit.

    ``old`` and ``new`` depend on the kind: for a value the visible text; for a row its cells; for a
    rule its own text; for a renamed rule or column the names; for a moved rule the titles from its
    section down, divided by `` > ``; for other text the passage.
    """

    kind: ChangeKind
    subject: str | None = None
    variable: str | None = None
    old: Shown = None
    new: Shown = None


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> str:
    """Decompress a text; the last ones are kept, because judging an edit uses each several times."""
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")


class PackedRevision(Revision):
    """A revision with a compressed text, because those of a long history would take much memory."""

    __slots__ = ("_packed",)

    @classmethod
    def of(cls, whole: Revision) -> PackedRevision:
        """Return a revision with its text compressed."""
        if isinstance(whole, PackedRevision):
            return whole
        return cls(*(getattr(whole, field.name) for field in fields(Revision)))

    @property
    def text(self) -> str | None:
        """The text, decompressed at each access."""
        return None if self._packed is None else _unpacked(self._packed)  # type: ignore[attr-defined]

    @text.setter
    def text(self, text: str | None) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        packed = None if text is None else zlib.compress(text.encode("utf-8", "surrogatepass"), 1)
        object.__setattr__(self, "_packed", packed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Revision) and all(
            getattr(self, field.name) == getattr(other, field.name) for field in fields(Revision)
        )

    __hash__ = Revision.__hash__


@dataclass(frozen=True, slots=True)
class RulesetRevision:
    """The Ruleset at one revision: its rules and introductions in order, and the wikitext below the
    heading of each.
    """

    rules: tuple[Rule, ...]
    wikitexts: tuple[str, ...]


@lru_cache(maxsize=4)
def read_revision(text: str) -> RulesetRevision:
    """Read a revision of the Ruleset. The last ones are kept, because each is compared with the one
    before and the one after it.
    """
    read = read_passages(text)
    return RulesetRevision(
        tuple(map(rule_of, placed(read, text))),
        tuple(text[passage.body : passage.end].strip() for passage in read.passages),
    )


def rule_changes(before: RulesetRevision, after: RulesetRevision) -> Iterator[PageChange]:
    """Yield the differences of the rules, except for their order and for markup without a meaning.

    Text above the first heading has no name. If the same words are struck out now, or no longer
    are, ``old`` and ``new`` are the wikitext.
    """
    then = RuleSequence(before.rules, before.wikitexts)
    now = RuleSequence(after.rules, after.wikitexts)
    written = {
        id(rule): text
        for revision in (before, after)
        for rule, text in zip(revision.rules, revision.wikitexts, strict=True)
    }
    for change in changed_rules(then, now, sentences=False):
        old, new = change.old, change.new
        if new is None:
            if old is not None:
                yield PageChange(ChangeKind.RULE_REMOVED, old.title or None, None, old.text, None)
            continue
        title = new.title or None
        if old is None:
            yield PageChange(ChangeKind.RULE_ADDED, title, None, None, new.text)
            continue
        if Aspect.MOVED in change.aspects:
            yield PageChange(
                ChangeKind.RULE_MOVED, title, None, " > ".join(old.titles), " > ".join(new.titles)
            )
        if old.heading != new.heading:
            yield PageChange(ChangeKind.RULE_RENAMED, title, None, old.heading, new.heading)
        wikitext, rewritten = written[id(old)], written[id(new)]
        if old.text != new.text:
            yield PageChange(ChangeKind.RULE_CHANGED, title, None, old.text, new.text)
        elif wikitext != rewritten and _hidden(wikitext) != _hidden(rewritten):
            yield PageChange(ChangeKind.RULE_CHANGED, title, None, wikitext, rewritten)


def _hidden(wikitext: str) -> list[str]:
    """The struck, hidden and raised parts of a text."""
    return [wikitext[start:end] for start, end in hidden_spans(wikitext)]
