"""The tracking page as read, and the history of a page in the terms of the game."""

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
    """Yield the values of the game, players, idle players and things, then uncertain columns, and
    unread parts.
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
    for title, mark, lines in (
        ("Uncertain columns", "?", [line for table in state.tables for line in _unsure(table)]),
        ("Variables missing from the page", "·",
         [f"{each.name} of {each.owner} ({each.visibility}) [{each.rule}]" for each in state.untracked]),
        ("Not read or uncertain", "!", [f"{unread.where}: {unread.why}" for unread in state.unread]),
    ):  # fmt: skip
        style = "" if mark == "·" else "yellow"
        yield from listing(title, (bullet(mark, words(each), style) for each in lines[:_MOST]))
        yield from _more(len(lines) - _MOST, "line")


def _labelled(label: Label) -> tuple[RenderableType, ...]:
    text = f"{label.value.text} ({label.why})" if label.why else label.value.text
    return words(label.value.label), words(shorten(text, _LONGEST))


def _owners(title: str, owners: Mapping[str, Mapping[str, Reading]]) -> Iterator[RenderableType]:
    """Yield a table of all owners' values, with a column for every variable that any of them has."""
    if not owners:
        return
    names = list(dict.fromkeys(name for readings in owners.values() for name in readings))
    yield heading(title)
    variables = names[: _MOST // 10]
    rows = (
        map(
            words,
            (
                shorten(owner, _LONGEST),
                *(
                    value_in_table(values[name].value) if name in values else ""
                    for name in variables
                ),
            ),
        )
        for owner, values in islice(owners.items(), _MOST)
    )
    yield columns(("Name", *(shorten(name, _LONGEST) for name in variables)), rows)
    yield from _more(len(owners) - _MOST, "row")
    yield from _more(len(names) - len(variables), "column")


def _more(count: int, noun: str) -> Iterator[RenderableType]:
    """Yield the number of omitted items, if any; the JSON has them all."""
    if count > 0:
        yield words(f"and {counted(count, f'more {noun}')}; --format json has them all", "dim")


def value_in_table(value: TypedValue) -> str:
    """A value as text, on one line."""
    if value is None or value == ():
        return "-"
    return shorten(", ".join(value) if isinstance(value, tuple) else str(value), _LONGEST)


def _unsure(table: TableRead) -> Iterator[str]:
    """Yield the uncertain columns of a table."""
    header = (
        "table"
        f" {table.index + 1}{f' “{shorten(table.caption, _LONGEST)}”' if table.caption else ''}"
    )
    if not table.owner:
        yield f"{header}: its owner is unknown"
    for column in table.columns:
        if column.role is not Role.VALUE:
            continue
        match = column.match
        name = shorten(column.name, _LONGEST) or f"column {column.index + 1}"
        if match is None:
            why = f": {column.why}" if column.why else ""
            yield f"{header}, {name}: it matches no variable that was read{why}"
        elif match.confidence is not Confidence.HIGH:
            variable = f"{match.variable.name} of the rule “{match.variable.rule}”"
            yield (
                f"{header}, {name}: it is the variable {variable} ({match.confidence.value}"
                f" confidence): {match.why}"
            )


_BRIEFLY = 70
UNKNOWN = "Its changes are unknown: no earlier revision is known, or it is the first."


@dataclass(frozen=True, slots=True)
class Filters:
    """The requested changes: names of players, variables, rules and wiki users; empty means all.
    ``until`` is not included.
    """

    player: tuple[str, ...] = ()
    variable: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    editor: tuple[str, ...] = ()
    until: datetime | None = None

    def kept(self, described: DescribedRevision) -> DescribedRevision | None:
        """Return the revision with the requested changes; None if it has none of them."""
        revision, some = described.revision, bool(self.player or self.variable or self.rule)
        late = self.until is not None and revision.timestamp >= self.until
        if (
            late
            or (self.editor and not _among(self.editor, revision.user))
            or (some and not described.changes)
        ):
            return None
        if not some or described.changes is None:
            return described
        changes = tuple(filter(self._wanted, described.changes))
        return replace(described, changes=changes) if changes else None

    def _wanted(self, change: PageChange) -> bool:
        of_rule = change.kind.value.startswith("rule-")
        player, rule = (None, change.subject) if of_rule else (change.subject, None)
        asked = (self.player, player), (self.variable, change.variable), (self.rule, rule)
        return all(not names or _among(names, name) for names, name in asked)


def _among(names: Iterable[str], name: str | None) -> bool:
    return name is not None and name_key(name) in map(name_key, names)


def history_as_text(title: str, described: Sequence[DescribedRevision]) -> Iterator[RenderableType]:
    """Yield a line for each revision and below it one for each change."""
    for described_edit in described:
        revision, account = described_edit.revision, described_edit.by
        parts = [
            words(shown(revision.timestamp), "dim"),
            words(shorten(revision.user or "(hidden)", 40), "bold"),
            words(f"revision {revision.revid}", "dim"),
            words(shorten(one_line(revision.comment or ""), 60)),
        ]
        yield Text("  ", overflow="fold").join(part for part in parts if part)
        if described_edit.text_hidden:
            yield bullet(
                "?",
                words(
                    "Its text is hidden or missing; the next revision has the changes of both.",
                    "yellow",
                ),
                "yellow",
            )
        elif not described_edit.changes:
            nothing = UNKNOWN if described_edit.changes is None else "Nothing visible in the game."
            yield bullet("·", words(nothing, "dim"), "dim")
        for change in described_edit.changes or ():
            mark, style = {"added": ("+", "green"), "removed": ("-", "red")}.get(
                change.kind.value.partition("-")[2], ("~", "cyan")
            )
            yield bullet(mark, words(sentence_of(change)), style)
        if account is not None:
            yield bullet(
                " ",
                words(
                    f"by {account.kind.value} {shorten(account.ref, _BRIEFLY)} ({account.confidence.value}):"
                    f" {account.why}",
                    "dim",
                ),
                "dim",
            )
    changes = sum(len(described_edit.changes or ()) for described_edit in described)
    yield words(
        f"\n{title}: {counted(len(described), 'revision')}, {counted(changes, 'change')}.",
        "bold",
        newlines=True,
    )


def sentence_of(change: PageChange) -> str:
    """Return a change as a sentence; for a changed text with the words from the first to the last
    difference.
    """
    thing, _, verb = change.kind.value.partition("-")
    name = {
        "value": (
            f"{change.subject}'s {change.variable}" if change.subject else str(change.variable)
        ),
        "row": f"row of {change.subject}",
        "rule": (
            f"rule “{change.subject}”" if change.subject else "the text above the first heading"
        ),
    }.get(thing, thing)
    old, new = _in_brief(change.old), _in_brief(change.new)
    if thing == "value":
        return f"{name}: {old or '(none)'} → {new or '(none)'}"
    if thing == "text" or verb == "changed":
        before, after = str(change.old or "").split(), str(change.new or "").split()
        head, tail = shared_ends(before, after)
        old, new = (_in_brief(" ".join(each[head : len(each) - tail])) for each in (before, after))
        return f"{name}: " + " → ".join(f"“{each}”" if each else "(none)" for each in (old, new))
    return f"{name} {verb}: {' → '.join(filter(None, (old, new)))}"


def _in_brief(value: Shown) -> str:
    cells = (
        ", ".join(f"{label} {text}" for label, text in value.items() if text)
        if isinstance(value, Mapping)
        else value or ""
    )
    return shorten(cells, _BRIEFLY)
