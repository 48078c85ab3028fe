"""Findings about the rows of players on the tracking page: BN306 to BN308, BN405."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from parsers.gamestate.change import tables_of
from parsers.gamestate.model import GameState, PlayerRow
from parsers.gamestate.names import Standing, fold
from parsers.model import name_key
from validators.checks.facts import Facts
from validators.checks.pointing import grouped
from validators.checks.registry import Found, check, found
from validators.checks.tracked import NEEDS, seen
from validators.finding import Confidence, Finding, NotEvaluated, Subject
from validators.fixes.fixes import new_row, out_of_the_active, second_copy, to_the_active

__all__: list[str] = []

_FEWEST = 3
"""The fewest players of whom a table can be said to list all but one."""
_EXCLUDES = re.compile(r"\b(?:except|other than|excluding|apart from|besides|but not|non-?)\b", re.IGNORECASE)


def _own_rows(rows: Iterable[PlayerRow]) -> list[PlayerRow]:
    return [row for row in rows if not row.idle]


def _tracks_players(state: GameState) -> NotEvaluated | None:
    if state.rows:
        return None
    has = any(variable.owner == "player" and variable.visibility == "public" for variable in state.variables)
    why = "no table with a row for each player was found on the tracking page"
    return NotEvaluated("BN306", why, inconclusive=has)


@check("BN306", *NEEDS, "roster")
def player_row_missing(facts: Facts) -> Found:
    """An active player without a row, with rows among the idle only, or missing from one table of all."""
    state = facts.gamestate
    if (lacking := _tracks_players(state)) is not None:
        yield lacking
        return
    active = {name_key(row.name) for row in _own_rows(state.rows)}
    idle = {name_key(row.name): row for row in state.rows if row.idle}
    unknown = [row for row in state.rows if row.standing is Standing.STRANGER]
    there = sum(name_key(name) in active for name in facts.roster.active)
    lacking_rows = [name for name in facts.roster.active if name_key(name) not in active]
    by_office = any(row.standing is Standing.UNKNOWN and fold(row.name).removeprefix("the ") in _offices(facts) for row in state.rows)
    for name in lacking_rows:
        emperor = _is_emperor(facts, name)
        if emperor is None or (emperor and by_office):
            continue
        row = idle.get(name_key(name))
        subject = Subject("player", name)
        if row is not None:
            text = f"{name} is active, but has a row among the idle only"
            fix = to_the_active(state, name)
            yield found("BN306", subject, text, "among the idle", evidence=seen(state, row.place), confidence=Confidence.MEDIUM, fix=fix)
            continue
        few = 2 * there < len(facts.roster.active)
        sure = Confidence.LOW if emperor or few else Confidence.MEDIUM if unknown else Confidence.HIGH
        text = f"{name} is active and has no row on the tracking page"
        if emperor:
            text += "; the Emperor may not need one"
        else:
            text += _perhaps(name, unknown, alone=len(lacking_rows) == 1)
        yield found("BN306", subject, text, confidence=sure, fix=None if emperor or unknown else new_row(state, name))
    yield from _missing_from_one_table(facts, [name for name in facts.roster.active if name_key(name) in active])


def _missing_from_one_table(facts: Facts, names: Sequence[str]) -> Iterator[Finding]:
    """Players, of those with a row on the page, who alone of all are missing from one of its tables."""
    state = facts.gamestate
    tables = [(table, rows) for table, rows in tables_of(state, idle=False) if not any(_is_list(state, row) for row in rows)]
    lacking = {table.index: _lacking(facts, rows) for table, rows in tables}
    for table, rows in tables:
        missing = lacking[table.index]
        if len(missing) != 1 or missing[0] not in names or len(facts.roster.active) < _FEWEST:
            continue
        (name,) = missing
        unknown = [row for row in rows if row.standing in (Standing.STRANGER, Standing.UNKNOWN)]
        called = f"table {table.index + 1}" + (f" “{table.caption[:80]}”" if table.caption else "")
        text = f"{name} is active and has no row in {called}, which lists every other active player" + _perhaps(name, unknown, alone=True)
        sure = Confidence.LOW if unknown else _surest(state, rows, Confidence.MEDIUM)
        # The new row goes into every table that lacks it, so nothing is proposed where another lacks more than this one.
        alone = all(len(others) == 1 for others in lacking.values() if name in others)
        fix = new_row(state, name) if alone and not unknown else None
        what = f"missing from table {_caption(state, table.index)}"
        yield found("BN306", Subject("player", name), text, what, evidence=seen(state, rows[0].place), confidence=sure, fix=fix)


def _is_list(state: GameState, row: PlayerRow) -> bool:
    """Whether a row is several lines, one for each thing of the player's: whoever has nothing may be left out of such a table."""
    cell = state.wiki.tables[row.place.table or 0].grid[row.place.row or 0][row.place.column or 0]
    return cell is not None and cell.rowspan > 1


def _lacking(facts: Facts, rows: Sequence[PlayerRow]) -> list[str]:
    """The active players without a row among these; the Emperor may not need one."""
    there = {name_key(row.name) for row in rows}
    return [name for name in facts.roster.active if name_key(name) not in there and _is_emperor(facts, name) is False]


def _offices(facts: Facts) -> set[str]:
    """The words for the Emperor, one of which may stand in place of their name."""
    return {"emperor"} | ({fold(facts.rules.terms.emperor)} if facts.rules.terms is not None and facts.rules.terms.emperor else set())


def _surest(state: GameState, rows: Sequence[PlayerRow], sure: Confidence) -> Confidence:
    """Low where no table with these rows tracks a variable: it may list winners, teams or deeds."""
    tracking = {table.index for table in state.tables if any(column.match is not None for column in table.columns)}
    return sure if any(row.place.table in tracking for row in rows) else Confidence.LOW


def _is_emperor(facts: Facts, name: str) -> bool | None:
    """Whether somebody is Emperor; None where they are, and the rules leave the Emperor out."""
    emperor = facts.timeline.emperor_at(facts.view.as_of).name
    if emperor is None or name_key(emperor) != name_key(name):
        return False
    term = facts.rules.terms.emperor if facts.rules.terms is not None and facts.rules.terms.emperor else "Emperor"
    quotes = [variable.quote for variable in facts.rules.variables if variable.owner == "player"]
    left_out = any(_EXCLUDES.search(quote) and (term in quote or "Emperor" in quote) for quote in quotes)
    return None if left_out else True


def _perhaps(name: str, rows: Sequence[PlayerRow], *, alone: bool) -> str:
    """Which row of a name that nobody bears may be somebody's: one of a similar name, else the only one if nobody else lacks theirs."""
    close = get_close_matches(name.casefold(), [row.name.casefold() for row in rows[:200]], n=1)
    row = next((row for row in rows if close and row.name.casefold() == close[0]), None)
    if row is None and alone and len({row.name for row in rows}) == 1:
        row = rows[0]
    return f"; perhaps “{row.text[:80]}” is their row" if row is not None else ""


@check("BN307", *NEEDS, "roster")
def idle_player_row(facts: Facts) -> Iterator[Finding]:
    """An idle player among the active rows."""
    state = facts.gamestate
    rows = [row for row in _own_rows(state.rows) if row.standing is Standing.IDLE]
    for name, several in grouped(rows, key=lambda row: row.name):
        text = f"{name} is idle, but has a row among the active players"
        evidence = [item for row in several[:3] for item in seen(state, row.place)]
        sure = _surest(state, several, Confidence.HIGH)
        yield found("BN307", Subject("player", name), text, evidence=evidence, confidence=sure, fix=out_of_the_active(state, name))


@check("BN308", *NEEDS, "roster")
def unknown_player_row(facts: Facts) -> Iterator[Finding]:
    """A row for somebody on no roster."""
    state = facts.gamestate
    rows = [row for row in state.rows if row.standing is Standing.STRANGER]
    with_row = {name_key(row.name) for row in state.rows}
    missing = [name for name in facts.roster.active if name_key(name) not in with_row]
    for name, several in grouped(rows, key=lambda row: row.name):
        close = get_close_matches(name.casefold(), [other.casefold() for other in missing], n=1)
        hint = next((f"; perhaps it is {other}'s" for other in missing if close and other.casefold() == close[0]), "")
        text = f"there is a row for “{name}”, who is on no roster{hint}"
        sure = Confidence.LOW if all(row.idle for row in several) else _surest(state, several, Confidence.MEDIUM)
        evidence = [item for row in several[:3] for item in seen(state, row.place)]
        yield found("BN308", Subject("player", name), text, evidence=evidence, confidence=sure)


@check("BN405", *NEEDS)
def duplicate_row(facts: Facts) -> Iterator[Finding]:
    """One player, two rows: in one table, or among the active and among the idle."""
    state = facts.gamestate
    for name, rows in grouped((row for row in state.rows if row.own), key=lambda row: row.name):
        for table, several in grouped(rows, key=lambda row: row.place.table):
            if len(several) > 1:
                text = f"{name} has {len(several)} rows in one table (table {(table or 0) + 1})"
                evidence = [item for row in several[:5] for item in seen(state, row.place)]
                fix = second_copy(state, name) if len({_texts(state, row) for row in several}) < len(several) else None
                yield found("BN405", Subject("player", name), text, f"table {_caption(state, table)}", evidence=evidence, fix=fix)
        sides = {row.idle: row for row in reversed(rows)}
        if len(sides) > 1 and len({row.place.table for row in sides.values()}) > 1:
            text = f"{name} has rows both among the active and among the idle players"
            evidence = [item for row in sides.values() for item in seen(state, row.place)]
            yield found("BN405", Subject("player", name), text, "active and idle", evidence=evidence, confidence=Confidence.MEDIUM)


def _texts(state: GameState, row: PlayerRow) -> tuple[str | None, ...]:
    table = state.wiki.tables[row.place.table or 0]
    return tuple(None if cell is None else cell.text for cell in table.grid[row.place.row or 0])


def _caption(state: GameState, table: int | None) -> str:
    """A name for a table that stays when others come before it."""
    return "" if table is None else state.tables[table].caption or " ".join(state.tables[table].names)[:80]
