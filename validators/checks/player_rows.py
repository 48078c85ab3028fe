"""Players: names (BN305), their rows on the tracking page (BN306 to BN308, BN405), and
disagreements between rosters (BN310).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from unicodedata import normalize

from parsers.gamestate.gamestate_model import GameState, PlayerRow
from parsers.gamestate.page_names import Standing
from parsers.model import Confidence, name_key, same_name
from parsers.ruleset.parameters import PARAMETERS
from validators.checks.audit_context import AuditContext
from validators.checks.check import (
    ERROR,
    INFO,
    PAGE,
    PRESENT,
    WARNING,
    FixScope,
    Results,
    check,
)
from validators.checks.evidence import TRACKING_RULES, grouped, seen
from validators.finding import (
    Evidence,
    Found,
    Gap,
    Subject,
)
from validators.fixes.tracking_fixes import (
    new_row,
    out_of_the_active,
    row_again,
    second_copy,
    to_the_active,
)
from validators.voting.dated_posts import NEVER
from validators.voting.roster_events import RosterStatus
from validators.words import counted

_LENGTH = (PARAMETERS.name_min_length, PARAMETERS.name_max_length)
_CHARACTERS = {
    "letters": "A-Za-z", "digits": "0-9", "spaces": " ", "underscores": "_", "hyphens": r"\-", "full stops": ".", "apostrophes": "'’"
}  # fmt: skip


@check(
    "BN306",
    "player-row-missing",
    WARNING,
    judged_by=PRESENT,
    needs=(*PAGE, "roster"),
    rests_on=TRACKING_RULES,
    fix=FixScope.PAGE,
)
def player_row_missing(facts: AuditContext) -> Results:
    """An active player has no row on the tracking page, or only among the idle. The Emperor is
    ignored if they are not a Player for dynastic rules.

    Evidence: The sidebar's list of players, and the rows of every table with a column of players.
    May be mistaken: When the player was renamed (medium confidence), or if the page lists fewer
    than half of the players or the player is the Emperor (low).
    To settle it: Add the row, with the last legal values of a player who went idle in this dynasty,
    or else with the values of a new player.
    """
    state = facts.gamestate
    if not state.rows:
        tracked = any(
            variable.owner == "player" and variable.visibility == "public"
            for variable in state.variables
        )
        yield Gap(
            "the tracking page has no table with a row for each player",
            inconclusive=tracked,
        )
        return
    active = {name_key(row.name) for row in state.rows if not row.idle}
    idle = {name_key(row.name): row for row in state.rows if row.idle}
    has_strangers = any(row.standing is Standing.STRANGER for row in state.rows)
    missing = [name for name in facts.roster.active if name_key(name) not in active]
    most_are_missing = 2 * len(missing) > len(facts.roster.active)
    emperor = name_key(facts.timeline.emperor_at(facts.view.as_of).name or "")
    emperor_plays = facts.rules.voting.emperor_in_dynastic_rules.value is not False
    for name in missing:
        is_emperor = name_key(name) == emperor
        if is_emperor and not emperor_plays:
            continue
        subject, row = Subject("player", name), idle.get(name_key(name))
        played, start = played_before(facts, name, facts.view.as_of)
        if row is not None:
            text = f"{name} is active, but has a row only among the idle players"
            text += _VALUES[played]
            yield Found(
                subject,
                text,
                "among the idle",
                evidence=seen(state, row.place),
                confidence=Confidence.MEDIUM,
                fix=to_the_active(state, name) if played else None,
            )
        else:
            text = f"{name} is active and has no row on the tracking page"
            row_fix = new_row(state, name) if played is False else row_again(state, name, start)
            confidence = Confidence.MEDIUM if has_strangers else Confidence.HIGH
            if most_are_missing or is_emperor:
                confidence = Confidence.LOW
            fix = None if has_strangers else row_fix
            yield Found(subject, text, confidence=confidence, fix=fix)


_VALUES = {
    True: "",
    False: "; they did not play in this dynasty before, and have the values of a new player",
    None: "; unknown whether they get the values of that row back",
}


def played_before(facts: AuditContext, name: str, moment: datetime) -> tuple[bool | None, datetime]:
    """Return whether a player had already played in this dynasty before a moment, and a time that
    is certainly within the dynasty.

    A player who had gets their old values back. The first value is None if it is unknown.
    """
    rosters, seen_since = facts.past.rosters, facts.view.coverage.since or facts.view.as_of
    start = max((address.posted for address in facts.timeline.addresses), default=NEVER)
    if any(
        change.left
        and max(start, seen_since) < change.earliest <= moment
        and same_name(change.name, name)
        for change in rosters.changes
    ):
        return True, max(start, seen_since)
    status = rosters.of(name, start)
    known = status.sure and seen_since <= start
    played = status.standing is RosterStatus.ACTIVE if known else None
    return played, max(start, seen_since)


def _surest(state: GameState, rows: Sequence[PlayerRow], confidence: Confidence) -> Confidence:
    """Return the confidence, or low if none of the tables tracks a variable: they may list winners,
    teams or actions.
    """
    tracking = {
        table.index
        for table in state.tables
        if any(column.match is not None for column in table.columns)
    }
    return confidence if any(row.place.table in tracking for row in rows) else Confidence.LOW


@check(
    "BN307",
    "idle-player-row",
    INFO,
    judged_by=PRESENT,
    needs=(*PAGE, "roster"),
    rests_on=("Idle Players", *TRACKING_RULES),
    fix=FixScope.PAGE,
)
def idle_player_row(facts: AuditContext) -> Results:
    """An idle player has a row among those of the active players.

    Evidence: The sidebar's list of idle players, and the tables and rows that are not marked as
    those of idle players.
    May be mistaken: When the dynasty keeps idle players among the others on purpose, or the table
    tracks no variable (low confidence).
    To settle it: Move the row to the idle players or remove it; a player who returns in the same
    dynasty gets the same values back.
    """
    state = facts.gamestate
    rows = [row for row in state.rows if not row.idle and row.standing is Standing.IDLE]
    for name, several in grouped(rows, key=lambda row: row.name):
        yield Found(
            Subject("player", name),
            f"{name} is idle, but has a row among the active players",
            evidence=seen(state, *(row.place for row in several[:3])),
            confidence=_surest(state, several, Confidence.HIGH),
            fix=out_of_the_active(state, name),
        )


@check(
    "BN308",
    "unknown-player-row",
    WARNING,
    judged_by=PRESENT,
    needs=(*PAGE, "roster"),
    rests_on=TRACKING_RULES,
)
def unknown_player_row(facts: AuditContext) -> Results:
    """A row has a name that is not on the roster.

    Evidence: The column of players and the sidebar; the dynasty's profile, if it has aliases.
    May be mistaken: When a player was renamed, or the row does not belong to a player. Low
    confidence for a row among the idle players, or in a table that tracks no variable.
    To settle it: Correct the name, remove the row of a player who left, or add an alias to the
    profile.
    """
    state = facts.gamestate
    rows = [row for row in state.rows if row.standing is Standing.STRANGER]
    for name, several in grouped(rows, key=lambda row: row.name):
        evidence = seen(state, *(row.place for row in several[:3]))
        confidence = (
            Confidence.LOW
            if all(row.idle for row in several)
            else _surest(state, several, Confidence.MEDIUM)
        )
        yield Found(
            Subject("player", name),
            f"there is a row for “{name}”, who is not on the roster",
            evidence=evidence,
            confidence=confidence,
        )


@check(
    "BN405",
    "duplicate-row",
    ERROR,
    judged_by=PRESENT,
    needs=PAGE,
    rests_on=TRACKING_RULES,
    fix=FixScope.PAGE,
)
def duplicate_row(facts: AuditContext) -> Results:
    """A player has two rows in one table, or rows both among the active and among the idle players.

    Evidence: The rows. Tables in which many players have several rows are ignored, and so are cells
    that span rows.
    May be mistaken: When a player can have several of the things that the table lists.
    To settle it: Find out which row is right, and remove the other.
    """
    state = facts.gamestate
    for name, rows in grouped((row for row in state.rows if row.own), key=lambda row: row.name):
        subject = Subject("player", name)
        for table, several in grouped(rows, key=lambda row: row.place.table):
            if len(several) > 1:
                text = f"{name} has {len(several)} rows in one table (table {(table or 0) + 1})"
                grid = state.wiki.tables[table or 0].grid
                texts = {
                    tuple(None if cell is None else cell.text for cell in grid[row.place.row or 0])
                    for row in several
                }
                fix = second_copy(state, name) if len(texts) < len(several) else None
                evidence = seen(state, *(row.place for row in several[:5]))
                yield Found(
                    subject, text, f"table {_caption(state, table)}", evidence=evidence, fix=fix
                )
        sides = {row.idle: row for row in reversed(rows)}
        if len(sides) > 1 and len({row.place.table for row in sides.values()}) > 1:
            text = f"{name} has rows both among the active and among the idle players"
            evidence = seen(state, *(row.place for row in sides.values()))
            yield Found(
                subject,
                text,
                "active and idle",
                evidence=evidence,
                confidence=Confidence.MEDIUM,
            )


def _caption(state: GameState, table: int | None) -> str:
    """Return a name for a table that does not change when tables are inserted before it."""
    return (
        ""
        if table is None
        else state.tables[table].caption or " ".join(state.tables[table].names)[:80]
    )


@check(
    "BN305",
    "name-not-allowed",
    WARNING,
    judged_by=PRESENT,
    needs=("rules", "roster"),
    keys=_LENGTH,
    parts=(PARAMETERS.name_characters,),
    rests_on=("Names",),
)
def name_not_allowed(facts: AuditContext) -> Results:
    """The rule on names does not allow the name of an active player.

    Evidence: The name in the sidebar.
    May be mistaken: When the name is older than the rule; the confidence is medium.
    To settle it: The player takes another name, unless theirs is older than the rule.
    """
    fewest, most = (
        facts.rules.voting.name_min_length.value or 0,
        facts.rules.voting.name_max_length.value or 0,
    )
    kinds = facts.rules.voting.name_characters.value or ()
    allowed = "".join(_CHARACTERS[kind] for kind in kinds)
    for name in facts.roster.active:
        written = normalize("NFC", name)
        strange = [
            f"“{character}”"
            for character in dict.fromkeys(written)
            if allowed and not re.fullmatch(f"[{allowed}]", character)
        ]
        wrong = (
            [f"has {', '.join(strange)}, which the rule on names does not list"] if strange else []
        )
        if not fewest <= len(written) <= most:
            wrong.insert(
                0, f"has {counted(len(written), 'character')}, and {fewest} to {most} are allowed"
            )
        if wrong:
            excerpt = f"{name}, on the list of active players in the blog's sidebar"
            yield Found(
                Subject("player", name),
                f"the name “{name}” {'; it '.join(wrong)}",
                evidence=[Evidence(excerpt=excerpt)],
                confidence=Confidence.MEDIUM,
            )
