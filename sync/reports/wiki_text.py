"""The tracking page as read, and the history of a page in the terms of the game, for people and for
programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from rich.console import RenderableType
from rich.text import Text

from parsers.gamestate.gamestate_model import GameState, Label, Reading, Role, TableRead
from parsers.gamestate.typed import TypedValue
from parsers.history.page_change import PageChange, Shown
from parsers.model import Confidence, name_key
from parsers.patch import shared_ends
from sync.reports.layout import bullet, columns, heading, listing, words
from sync.text import one_line, shorten
from sync.times import shown
from validators.edits.described_edits import DescribedRevision
from validators.words import counted

_MOST = 1000
_LONGEST = 400


def gamestate_as_read(state: GameState) -> Iterator[RenderableType]:
    """The game's values, those of players, idle and things, then which columns are not surely
    known, and what was not read.
    """
    revision = f", revision {state.revid}" if state.revid is not None else ""
    counts = (
        f"{counted(len(state.tables), 'table')}, {counted(len(state.players), 'player')},"
        f" {counted(len(state.entries), 'value')}"
    )
    yield words(f"{state.page or 'The tracking page'}{revision}: {counts}.", "dim")
    if state.game:
        yield heading("The game")
        yield columns(
            ("Variable", "Value"),
            (
                (words(name), words(value_in_table(reading.value)))
                for name, reading in state.game.items()
            ),
        )
    for title, owners in (("Players", state.players), ("Idle", state.idle), *state.things.items()):
        yield from _owners(title, owners)
    if others := [label for label in state.labels if label.match is None]:
        yield heading("Other labelled values")
        yield columns(("Label", "Value"), map(_labelled, others))
    for title, mark, told in (
        ("Columns that are not surely known", "?", [line for table in state.tables for line in _unsure(table)]),
        ("Variables of the rules that the page does not show", "·",
         [f"{each.name} of {each.owner} ({each.visibility}) [{each.rule}]" for each in state.untracked]),
        ("Not read, or unsure", "!", [f"{unread.where}: {unread.why}" for unread in state.unread]),
    ):  # fmt: skip
        style = "" if mark == "·" else "yellow"
        yield from listing(title, (bullet(mark, words(each), style) for each in told[:_MOST]))
        yield from _more(len(told) - _MOST, "line")


def _labelled(label: Label) -> tuple[RenderableType, ...]:
    text = f"{label.value.text} ({label.why})" if label.why else label.value.text
    return words(label.value.label), words(shorten(text, _LONGEST))


def _owners(title: str, owners: Mapping[str, Mapping[str, Reading]]) -> Iterator[RenderableType]:
    """A table of all owners' values, with a column for every variable that any of them has."""
    if not owners:
        return
    names = list(dict.fromkeys(name for readings in owners.values() for name in readings))
    yield heading(title)
    told = names[: _MOST // 10]
    rows = (
        map(
            words,
            (
                shorten(owner, _LONGEST),
                *(value_in_table(of[name].value) if name in of else "" for name in told),
            ),
        )
        for owner, of in islice(owners.items(), _MOST)
    )
    yield columns(("Name", *(shorten(name, _LONGEST) for name in told)), rows)
    yield from _more(len(owners) - _MOST, "row")
    yield from _more(len(names) - len(told), "column")


def _more(count: int, what: str) -> Iterator[RenderableType]:
    """How many are left out, if any; the JSON has them all."""
    if count > 0:
        yield words(f"and {counted(count, f'more {what}')}; --format json has them all", "dim")


def value_in_table(value: TypedValue) -> str:
    """A value for people, on one line."""
    if value is None or value == ():
        return "-"
    return shorten(", ".join(value) if isinstance(value, tuple) else str(value), _LONGEST)


def _unsure(table: TableRead) -> Iterator[str]:
    """What is not surely known of a table's columns."""
    where = (
        "table"
        f" {table.index + 1}{f' “{shorten(table.caption, _LONGEST)}”' if table.caption else ''}"
    )
    if not table.owner:
        yield f"{where}: whose values it has"
    for column in table.columns:
        if column.role is not Role.VALUE:
            continue
        match = column.match
        name = shorten(column.name, _LONGEST) or f"column {column.index + 1}"
        if match is None:
            why = f": {column.why}" if column.why else ""
            yield f"{where}, {name}: it matches no variable that was read{why}"
        elif match.confidence is not Confidence.HIGH:
            variable = f"{match.variable.name} of the rule “{match.variable.rule}”"
            yield (
                f"{where}, {name}: it is the variable {variable} ({match.confidence.value}"
                f" confidence): {match.why}"
            )


_BRIEFLY = 70
UNKNOWN = "What it changed is unknown: no earlier revision is known, or it is the first."


@dataclass(frozen=True, slots=True)
class Filters:
    """Which changes are wanted: names of players, variables, rules and users of the wiki; none is
    all. ``until`` is not included.
    """

    player: tuple[str, ...] = ()
    variable: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    editor: tuple[str, ...] = ()
    until: datetime | None = None

    def kept(self, one: DescribedRevision) -> DescribedRevision | None:
        """The revision with the changes that are wanted; None if none is, though some are asked
        for.
        """
        revision, some = one.revision, bool(self.player or self.variable or self.rule)
        late = self.until is not None and revision.timestamp >= self.until
        if (
            late
            or (self.editor and not _among(self.editor, revision.user))
            or (some and not one.changes)
        ):
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


def history_as_text(title: str, described: Sequence[DescribedRevision]) -> Iterator[RenderableType]:
    """A line for each revision and below it one for each change."""
    for one in described:
        revision, by = one.revision, one.by
        parts = [
            words(shown(revision.timestamp), "dim"),
            words(shorten(revision.user or "(hidden)", 40), "bold"),
            words(f"revision {revision.revid}", "dim"),
            words(shorten(one_line(revision.comment or ""), 60)),
        ]
        yield Text("  ", overflow="fold").join(part for part in parts if part)
        if one.text_hidden:
            yield bullet(
                "?",
                words(
                    "Its text is hidden or missing; the next revision has the changes of both.",
                    "yellow",
                ),
                "yellow",
            )
        elif not one.changes:
            nothing = UNKNOWN if one.changes is None else "Nothing that is seen in the game."
            yield bullet("·", words(nothing, "dim"), "dim")
        for change in one.changes or ():
            mark, style = {"added": ("+", "green"), "removed": ("-", "red")}.get(
                change.kind.value.partition("-")[2], ("~", "cyan")
            )
            yield bullet(mark, words(sentence_of(change)), style)
        if by is not None:
            yield bullet(
                " ",
                words(
                    f"by {by.kind.value} {shorten(by.ref, _BRIEFLY)} ({by.confidence.value}):"
                    f" {by.why}",
                    "dim",
                ),
                "dim",
            )
    changes = sum(len(one.changes or ()) for one in described)
    yield words(
        f"\n{title}: {counted(len(described), 'revision')}, {counted(changes, 'change')}.",
        "bold",
        newlines=True,
    )


def sentence_of(change: PageChange) -> str:
    """A change in words; of a changed text those from the first to the last that differ."""
    what, _, how = change.kind.value.partition("-")
    name = {
        "value": (
            f"{change.subject}'s {change.variable}" if change.subject else str(change.variable)
        ),
        "row": f"row of {change.subject}",
        "rule": (
            f"rule “{change.subject}”" if change.subject else "the text above the first heading"
        ),
    }.get(what, what)
    old, new = _in_brief(change.old), _in_brief(change.new)
    if what == "value":
        return f"{name}: {old or '(none)'} → {new or '(none)'}"
    if what == "text" or how == "changed":
        before, after = str(change.old or "").split(), str(change.new or "").split()
        head, tail = shared_ends(before, after)
        old, new = (_in_brief(" ".join(each[head : len(each) - tail])) for each in (before, after))
        return f"{name}: " + " → ".join(f"“{each}”" if each else "(none)" for each in (old, new))
    return f"{name} {how}: {' → '.join(filter(None, (old, new)))}"


def _in_brief(value: Shown) -> str:
    cells = (
        ", ".join(f"{label} {text}" for label, text in value.items() if text)
        if isinstance(value, Mapping)
        else value or ""
    )
    return shorten(cells, _BRIEFLY)
