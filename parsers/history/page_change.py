"""What an edit changed on a page, and what the edits of the Ruleset changed, rule by rule."""

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
    """What was changed."""

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
"""A text; of a row its cells by their columns."""


@dataclass(frozen=True, slots=True)
class PageChange:
    """One change: ``subject`` is the player, thing or rule it is about, ``variable`` the value's
    name, as they are after the edit.

    ``old`` and ``new`` are, of a value, the visible text; of a row its cells; of a rule its own
    text; of a renamed rule or column the names; of a moved rule the titles from its section down,
    divided by `` > ``; of other text the passage.
    """

    kind: ChangeKind
    subject: str | None = None
    variable: str | None = None
    old: Shown = None
    new: Shown = None


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> str:
    """A text; the last ones are kept, for each is asked for several times while an edit is
    judged.
    """
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")


class PackedRevision(Revision):
    """A revision that keeps its text compressed: of a long history the texts would take much
    memory.
    """

    __slots__ = ("_packed",)

    @classmethod
    def of(cls, whole: Revision) -> PackedRevision:
        """A revision, packed."""
        return (
            whole
            if isinstance(whole, PackedRevision)
            else cls(*(getattr(whole, field.name) for field in fields(Revision)))
        )

    @property
    def text(self) -> str | None:
        """Its text, decompressed when somebody asks for it."""
        return None if self._packed is None else _unpacked(self._packed)  # type: ignore[attr-defined]

    @text.setter
    def text(self, text: str | None) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        object.__setattr__(
            self,
            "_packed",
            None if text is None else zlib.compress(text.encode("utf-8", "surrogatepass"), 1),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Revision) and all(
            getattr(self, each.name) == getattr(other, each.name) for each in fields(Revision)
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
    """A revision of the Ruleset. The last ones are kept: each is compared with the one before and
    the one after it.
    """
    read = read_passages(text)
    return RulesetRevision(
        tuple(map(rule_of, placed(read, text))),
        tuple(text[each.body : each.end].strip() for each in read.passages),
    )


def rule_changes(before: RulesetRevision, after: RulesetRevision) -> Iterator[PageChange]:
    """What is different of the rules; nothing where only their order is, or markup that says
    nothing.

    What stands above the first heading has no name. Where the same words are struck out now, or no
    longer are, ``old`` and ``new`` are the wikitext.
    """
    then, now = (RuleSequence(each.rules, each.wikitexts) for each in (before, after))
    written = {
        id(rule): text
        for each in (before, after)
        for rule, text in zip(each.rules, each.wikitexts, strict=True)
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
    """What is struck out, hidden or raised in a text."""
    return [wikitext[start:end] for start, end in hidden_spans(wikitext)]
