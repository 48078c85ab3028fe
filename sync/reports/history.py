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
from parsers.patch import shared_ends
from sync.reports.layout import bullet, words
from sync.schemas import shaped
from sync.schemas.gamestate import AccountJson, ChangeJson, HistoryRevisionJson
from sync.text import one_line, shorten
from sync.times import shown
from validators.edits.model import AccountKind, DescribedRevision
from validators.words import counted

_LONGEST = 70
ACCOUNTS = {
    AccountKind.MATTER: "the matter",
    AccountKind.ADDRESS: "the Ascension Address",
    AccountKind.RULE: "the rule",
    AccountKind.TYPO: "the right to correct typos on",
    AccountKind.UNDO: "undoing revision",
    AccountKind.TOOL: "the tool",
}
"""By what an edit was made, before the name of it."""


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
        revision, some = one.revision, bool(self.player or self.variable or self.rule)
        late = self.until is not None and revision.timestamp >= self.until
        if late or (self.editor and not _among(self.editor, revision.user)) or (some and not one.changes):
            return None
        if not some or one.changes is None:
            return one
        changes = tuple(filter(self._wanted, one.changes))
        return replace(one, changes=changes) if changes else None

    def _wanted(self, change: PageChange) -> bool:
        of_rule = change.kind.value.startswith("rule-")
        player, rule = (None, change.subject) if of_rule else (change.subject, None)
        asked = (self.player, player), (self.variable, change.variable), (self.rule, rule)
        return all(not names or _among(names, what) for names, what in asked)


def _among(names: Iterable[str], name: str | None) -> bool:
    return name is not None and name_key(name) in map(name_key, names)


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
    for one in described:
        revision, by = one.revision, one.by
        parts = [words(shown(revision.timestamp), "dim"), words(shorten(revision.user or "(hidden)", 40), "bold")]
        parts += [words(f"revision {revision.revid}", "dim"), words(shorten(one_line(revision.comment or ""), 60))]
        yield Text("  ", overflow="fold").join(part for part in parts if part)
        if one.text_hidden:
            yield bullet("?", words("Its text is hidden or missing; the next revision has the changes of both.", "yellow"), "yellow")
        elif not one.changes:
            yield bullet(
                "·", words("Nothing that is seen in the game." if one.changes is not None else unknown_before(revision), "dim"), "dim"
            )
        for change in one.changes or ():
            mark, style = {"added": ("+", "green"), "removed": ("-", "red")}.get(change.kind.value.partition("-")[2], ("~", "cyan"))
            yield bullet(mark, words(sentence_of(change)), style)
        if by is not None:
            yield bullet(" ", words(f"by {ACCOUNTS[by.kind]} {shorten(by.ref, _LONGEST)} ({by.confidence.value}): {by.why}", "dim"), "dim")
    if not described:
        yield words(f"{title}: no revision has such a change.", "dim")
        return
    changes = sum(len(one.changes or ()) for one in described)
    yield words(f"\n{title}: {counted(len(described), 'revision')}, {counted(changes, 'change')}.", "bold", newlines=True)


def unknown_before(revision: Revision) -> str:
    """Why it is not known what a revision changed."""
    if revision.revid and not revision.parentid:
        return "The first revision of the page, as far as is known."
    return "The revision before it is not known."


def sentence_of(change: PageChange) -> str:
    """A change in words."""
    what, _, how = change.kind.value.partition("-")
    old, new = _brief(change.old), _brief(change.new)
    names = " → ".join(filter(None, (old, new)))
    whose = f"{change.subject}'s " if change.subject else ""
    if change.kind is ChangeKind.VALUE:
        return f"{whose}{change.variable}: {old or '(none)'} → {new or '(none)'}"
    if what == "row":
        return f"row of {change.subject} {how}: {names}"
    if what == "column":
        return f"column {how}: {names}"
    if what == "text":
        return f"text {_difference(change)}"
    name = f"rule “{change.subject}”" if change.subject else "the text above the first heading"
    return f"{name}: {_difference(change)}" if how == "changed" else f"{name} {how}{f': {names}' if how in ('renamed', 'moved') else ''}"


def _brief(value: Shown) -> str:
    cells = ", ".join(f"{label} {text}" for label, text in value.items() if text) if isinstance(value, Mapping) else value or ""
    return shorten(one_line(cells), _LONGEST)


def _difference(change: PageChange) -> str:
    """The words of a text from the first to the last that differ."""
    old, new = str(change.old or "").split(), str(change.new or "").split()
    head, tail = shared_ends(old, new)
    gone, came = (shorten(one_line(" ".join(words[head : len(words) - tail])), _LONGEST) for words in (old, new))
    if gone and came:
        return f"“{gone}” → “{came}”"
    return f"+ “{came}”" if came else f"- “{gone}”"
