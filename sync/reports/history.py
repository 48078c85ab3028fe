"""The history of a wiki page in the terms of the game, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from parsers.history.model import ChangeKind, PageChange, Shown
from parsers.model import Revision, name_key
from sync.reports.layout import bullet, hanging, words
from sync.schemas import shaped
from sync.schemas.gamestate import AccountJson, ChangeJson, HistoryRevisionJson
from sync.text import one_line, shorten
from sync.times import shown
from validators.edits.model import Account, AccountKind, DescribedRevision
from validators.words import counted

_LONGEST = 70
_RULES = (ChangeKind.RULE_ADDED, ChangeKind.RULE_CHANGED, ChangeKind.RULE_MOVED, ChangeKind.RULE_REMOVED, ChangeKind.RULE_RENAMED)
_NAMES = {
    AccountKind.MATTER: "matter \0",
    AccountKind.ADDRESS: "Ascension Address \0",
    AccountKind.RULE: "rule \0",
    AccountKind.TYPO: "correction of spelling or formatting",
    AccountKind.UNDO: "undoing revision \0",
    AccountKind.TOOL: "this tool",
}
_MARKS = {"added": ("+", "green"), "removed": ("-", "red")}


@dataclass(frozen=True, slots=True)
class Filters:
    """Which changes are wanted: names of players, variables, rules and users of the wiki; none is all. ``until`` is not included."""

    player: tuple[str, ...] = ()
    variable: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    editor: tuple[str, ...] = ()
    until: datetime | None = None

    def kept(self, one: DescribedRevision) -> DescribedRevision | None:
        """The revision with the changes that are wanted; None if none is, though some are asked for."""
        revision = one.revision
        if self.until is not None and revision.timestamp >= self.until:
            return None
        if self.editor and name_key(revision.user or "") not in map(name_key, self.editor):
            return None
        some = bool(self.player or self.variable or self.rule)
        if one.changes is None:
            return None if some else one
        changes = tuple(change for change in one.changes if self._wanted(change))
        return replace(one, changes=changes) if changes or not some else None

    def _wanted(self, change: PageChange) -> bool:
        of_rule = change.kind in _RULES
        asked = (
            (self.player, None if of_rule else change.subject),
            (self.variable, change.variable),
            (self.rule, change.subject if of_rule else None),
        )
        return all(not names or (what is not None and name_key(what) in map(name_key, names)) for names, what in asked)


def history_as_json(title: str, described: Iterable[DescribedRevision]) -> dict[str, Any]:
    """``blognomic/history/1``, oldest first."""
    return {"schema": "blognomic/history/1", "page": title, "revisions": [_revision(one) for one in described]}


def _revision(one: DescribedRevision) -> dict[str, Any]:
    return shaped(
        HistoryRevisionJson,
        one.revision,
        player=one.player,
        text_hidden=one.text_hidden,
        known=one.changes is not None,
        by=None if one.by is None else shaped(AccountJson, one.by),
        changes=[shaped(ChangeJson, change) for change in one.changes or ()],
    )


def history_as_text(title: str, described: Sequence[DescribedRevision]) -> Iterator[RenderableType]:
    """A line for each revision and below it one for each change."""
    if not described:
        yield words(f"{title}: no revision has such a change.", "dim")
        return
    for one in described:
        revision = one.revision
        who = shorten(revision.user or "(hidden)", 40)
        parts = [words(shown(revision.timestamp), "dim"), words(who, "bold"), words(f"revision {revision.revid}", "dim")]
        if revision.comment:
            parts.append(words(shorten(one_line(revision.comment), 60)))
        yield hanging(Text("  ", overflow="fold").join(parts))
        if one.text_hidden:
            yield bullet("?", words("Its text is hidden or missing; the next revision has the changes of both.", "yellow"), "yellow")
        elif one.changes is None:
            yield bullet("·", words(unknown_before(revision), "dim"), "dim")
        elif not one.changes:
            yield bullet("·", words("Nothing that is seen in the game.", "dim"), "dim")
        for change in one.changes or ():
            yield _line(change)
        if one.by is not None:
            yield bullet(" ", words(_because(one.by), "dim"), "dim")
    changes = sum(len(one.changes or ()) for one in described)
    yield words("")
    yield words(f"{title}: {counted(len(described), 'revision')}, {counted(changes, 'change')}.", "bold")


def unknown_before(revision: Revision) -> str:
    """Why it is not known what a revision changed."""
    if revision.revid and not revision.parentid:
        return "The first revision of the page, as far as is known."
    return "The revision before it is not known."


def _because(by: Account) -> str:
    """``by matter “A Bell at Every Lock” (high): …``."""
    ref = by.ref if by.kind is AccountKind.UNDO else f"“{shorten(one_line(by.ref), _LONGEST)}”"
    return f"by {_NAMES[by.kind]} ({by.confidence.value}): {one_line(by.why)}".replace("\0", ref, 1)


def _line(change: PageChange) -> RenderableType:
    mark, style = _MARKS.get(change.kind.value.partition("-")[2], ("~", "cyan"))
    return bullet(mark, words(sentence_of(change)), style)


def sentence_of(change: PageChange) -> str:
    """A change in words."""
    what, _, how = change.kind.value.partition("-")
    old, new = _brief(change.old), _brief(change.new)
    if change.kind is ChangeKind.VALUE:
        whose = f"{change.subject}'s {change.variable}" if change.subject else f"{change.variable}"
        return f"{whose}: {old or '(none)'} → {new or '(none)'}"
    if what == "row":
        return f"row of {change.subject} {how}: {new or old}"
    if what == "column":
        return f"column {how}: {' → '.join(filter(None, (old, new)))}"
    if what == "text":
        return f"text {_difference(change)}"
    name = f"rule “{change.subject}”" if change.subject else "the text above the first heading"
    if how in ("added", "removed"):
        return f"{name} {how}"
    return f"{name} {how}: {old} → {new}" if how in ("renamed", "moved") else f"{name}: {_difference(change)}"


def _brief(value: Shown) -> str:
    if isinstance(value, Mapping):
        return shorten(one_line(", ".join(f"{label} {text}" for label, text in value.items() if text)), _LONGEST)
    return shorten(one_line(value or ""), _LONGEST)


def _difference(change: PageChange) -> str:
    """The words of a text from the first to the last that differ."""
    from parsers.patch import shared_ends

    old, new = str(change.old or "").split(), str(change.new or "").split()
    head, tail = shared_ends(old, new)
    gone, came = (shorten(one_line(" ".join(words[head : len(words) - tail])), _LONGEST) for words in (old, new))
    if gone and came:
        return f"“{gone}” → “{came}”"
    return f"+ “{came}”" if came else f"- “{gone}”"
