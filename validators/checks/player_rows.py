"""The rows of players on the tracking page (BN306 to BN308, BN405)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from parsers.gamestate.change import tables_of
from parsers.gamestate.gamestate_model import GameState, PlayerRow, TableRead
from parsers.gamestate.page_names import Standing
from parsers.model import Confidence, name_key
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, INFO, PAGE, WARNING, Results, check, make_finding
from validators.checks.evidence import TRACKING_RULES, grouped, seen
from validators.finding import Finding, NotEvaluated, Subject
from validators.fixes.tracking_fixes import new_row, out_of_the_active, second_copy, to_the_active

_FEWEST = 3
"""The fewest players of whom a table can be said to list all but one."""


@check("BN306", "player-row-missing", WARNING, needs=(*PAGE, "roster"), rests_on=TRACKING_RULES)
def player_row_missing(facts: AuditContext) -> Results:
    """An active player has no row on the tracking page, or only among the idle, or none in a table that lists all other active players.

    The Emperor, who may not need one, is left out.

    Evidence: The sidebar's list of players, and the rows of every table with a column of players.
    May be mistaken: When the player was renamed and the row has another name, or a table leaves one player out on purpose (medium
        confidence), or where the page lists less than half of the players (low confidence).
    To settle it: Add the row with the values that the rules give a new or returning player.
    """
    state = facts.gamestate
    if not state.rows:
        tracked = any(variable.owner == "player" and variable.visibility == "public" for variable in state.variables)
        yield NotEvaluated("BN306", "the tracking page has no table with a row for each player", inconclusive=tracked)
        return
    active = {name_key(row.name) for row in state.rows if not row.idle}
    idle = {name_key(row.name): row for row in state.rows if row.idle}
    unknown = any(row.standing is Standing.STRANGER for row in state.rows)
    few = 2 * sum(name_key(name) in active for name in facts.roster.active) < len(facts.roster.active)
    emperor = name_key(facts.timeline.emperor_at(facts.view.as_of).name or "")
    for name in (each for each in facts.roster.active if name_key(each) not in {*active, emperor}):
        subject, row = Subject("player", name), idle.get(name_key(name))
        if row is not None:
            text, evidence = f"{name} is active, but has a row only among the idle players", seen(state, row.place)
            mending = to_the_active(state, name)
            yield make_finding("BN306", subject, text, "among the idle", evidence=evidence, confidence=Confidence.MEDIUM, fix=mending)
        else:
            text, fix = f"{name} is active and has no row on the tracking page", None if unknown else new_row(state, name)
            sure = Confidence.LOW if few else Confidence.MEDIUM if unknown else Confidence.HIGH
            yield make_finding("BN306", subject, text, confidence=sure, fix=fix)
    yield from _missing_from_one_table(facts, active, emperor, unknown=unknown)


def _missing_from_one_table(facts: AuditContext, active: Collection[str], emperor: str, *, unknown: bool) -> Iterator[Finding]:
    """Players, of those with a row on the page, who alone of all are missing from one of its tables."""
    state, lacking = facts.gamestate, list[tuple[TableRead, list[PlayerRow], list[str]]]()
    for table, rows in tables_of(state, idle=False):
        cells = (state.wiki.tables[row.place.table or 0].grid[row.place.row or 0][row.place.column or 0] for row in rows)
        # Where a row is several lines, one for each thing the player has, who has nothing may be left out.
        if not any(cell is not None and cell.rowspan > 1 for cell in cells):
            there = {emperor, *(name_key(row.name) for row in rows)}
            lacking.append((table, rows, [name for name in facts.roster.active if name_key(name) not in there]))
    for table, rows, missing in lacking:
        if len(missing) != 1 or name_key(missing[0]) not in active or len(facts.roster.active) < _FEWEST:
            continue
        (name,), called = missing, f" “{table.caption[:80]}”" if table.caption else ""
        text = f"{name} is active and has no row in table {table.index + 1}{called}, which lists every other active player"
        sure = Confidence.LOW if unknown else _surest(state, rows, Confidence.MEDIUM)
        # The new row goes into every table that lacks it, so nothing is proposed where another lacks more than this one.
        alone = all(len(others) == 1 for _, _, others in lacking if name in others)
        what, fix = f"missing from table {_caption(state, table.index)}", new_row(state, name) if alone and not unknown else None
        yield make_finding("BN306", Subject("player", name), text, what, evidence=seen(state, rows[0].place), confidence=sure, fix=fix)


def _surest(state: GameState, rows: Sequence[PlayerRow], sure: Confidence) -> Confidence:
    """Low where no table with these rows tracks a variable: it may list winners, teams or deeds."""
    tracking = {table.index for table in state.tables if any(column.match is not None for column in table.columns)}
    return sure if any(row.place.table in tracking for row in rows) else Confidence.LOW


@check("BN307", "idle-player-row", INFO, needs=(*PAGE, "roster"), rests_on=("Idle Players", *TRACKING_RULES))
def idle_player_row(facts: AuditContext) -> Results:
    """An idle player has a row among those of the active players.

    Evidence: The sidebar's list of idle players, and the tables that neither caption, heading nor names mark as those of the idle. A remark
        beside the name, or a cell of the row, may mark it too.
    May be mistaken: When the dynasty keeps the idle among the others on purpose; in a table that tracks no variable (low confidence).
    To settle it: Move the row to the idle players or remove it; a player who returns in the same dynasty has the same values again.
    """
    state = facts.gamestate
    rows = [row for row in state.rows if not row.idle and row.standing is Standing.IDLE]
    for name, several in grouped(rows, key=lambda row: row.name):
        text = f"{name} is idle, but has a row among the active players"
        evidence, sure = seen(state, *(row.place for row in several[:3])), _surest(state, several, Confidence.HIGH)
        yield make_finding("BN307", Subject("player", name), text, evidence=evidence, confidence=sure, fix=out_of_the_active(state, name))


@check("BN308", "unknown-player-row", WARNING, needs=(*PAGE, "roster"), rests_on=TRACKING_RULES)
def unknown_player_row(facts: AuditContext) -> Results:
    """A row has a name that is not on the roster.

    Evidence: The column of players and the sidebar; the dynasty's profile, if it has aliases.
    May be mistaken: When a player was renamed, or the row is not a player's; low confidence in a table that tracks no variable, and
        among the idle.
    To settle it: Correct the name, remove the row of a player who left, or add an alias to the profile.
    """
    state = facts.gamestate
    rows = [row for row in state.rows if row.standing is Standing.STRANGER]
    for name, several in grouped(rows, key=lambda row: row.name):
        text, evidence = f"there is a row for “{name}”, who is not on the roster", seen(state, *(row.place for row in several[:3]))
        sure = Confidence.LOW if all(row.idle for row in several) else _surest(state, several, Confidence.MEDIUM)
        yield make_finding("BN308", Subject("player", name), text, evidence=evidence, confidence=sure)


@check("BN405", "duplicate-row", ERROR, needs=PAGE, rests_on=TRACKING_RULES)
def duplicate_row(facts: AuditContext) -> Results:
    """A player has two rows in one table, or rows both among the active and among the idle players.

    Evidence: The rows. Tables in which many players have several rows are not counted, nor cells that span rows.
    May be mistaken: When the table lists something of which a player may have several.
    To settle it: Find out which row is right, and remove the other.
    """
    state = facts.gamestate
    for name, rows in grouped((row for row in state.rows if row.own), key=lambda row: row.name):
        subject = Subject("player", name)
        for table, several in grouped(rows, key=lambda row: row.place.table):
            if len(several) > 1:
                text, what = f"{name} has {len(several)} rows in one table (table {(table or 0) + 1})", f"table {_caption(state, table)}"
                grid = state.wiki.tables[table or 0].grid
                texts = {tuple(None if cell is None else cell.text for cell in grid[row.place.row or 0]) for row in several}
                fix = second_copy(state, name) if len(texts) < len(several) else None
                evidence = seen(state, *(row.place for row in several[:5]))
                yield make_finding("BN405", subject, text, what, evidence=evidence, fix=fix)
        sides = {row.idle: row for row in reversed(rows)}
        if len(sides) > 1 and len({row.place.table for row in sides.values()}) > 1:
            text = f"{name} has rows both among the active and among the idle players"
            evidence = seen(state, *(row.place for row in sides.values()))
            yield make_finding("BN405", subject, text, "active and idle", evidence=evidence, confidence=Confidence.MEDIUM)


def _caption(state: GameState, table: int | None) -> str:
    """A name for a table that stays when others come before it."""
    return "" if table is None else state.tables[table].caption or " ".join(state.tables[table].names)[:80]
