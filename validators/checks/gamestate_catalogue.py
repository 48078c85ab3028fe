"""The catalogue's entries on the tracking page; see :mod:`validators.checks.catalogue`."""

from __future__ import annotations

from validators.checks.entry import Entry
from validators.finding import Severity

__all__ = ["GAMESTATE_ENTRIES"]

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO
_TRACKING = ("Gamestate Tracking", "Dynastic Tracking", "Ruleset and Gamestate")
_VARIABLES = ("Numbers and Variables", "Variables", *_TRACKING)

GAMESTATE_ENTRIES = (
    Entry(
        code="BN306",
        slug="player-row-missing",
        severity=_W,
        meaning="An active player has no row on the tracking page, or has one among the idle only, or lacks one in a table that "
        "lists every other active player.",
        rests_on=_TRACKING,
        evidence="The sidebar's list of players, and the rows of every table with a column of players.",
        mistaken="When the player was renamed and the row bears another name (medium confidence), for the Emperor where no rule says "
        "whether they need a row, and where the page lists less than half of the players (low confidence). A table that lists "
        "all but one may mean to (medium confidence).",
        settle="Add the row with the values that the rules give a new or returning player.",
    ),
    Entry(
        code="BN307",
        slug="idle-player-row",
        severity=_I,
        meaning="An idle player has a row among those of the active players.",
        rests_on=("Idle Players", *_TRACKING),
        evidence="The sidebar's list of idle players, and the tables that neither caption, heading nor names mark as those of the idle. "
        "A remark beside the name, or a cell of the row, may say it too.",
        mistaken="When the dynasty keeps the idle among the others on purpose; in a table that tracks no variable (low confidence).",
        settle="Move the row to the idle players or remove it; the values come back with the player in the same dynasty.",
    ),
    Entry(
        code="BN308",
        slug="unknown-player-row",
        severity=_W,
        meaning="A row bears a name that is on no roster.",
        rests_on=_TRACKING,
        evidence="The column of players and the sidebar; the dynasty's profile, if it names aliases.",
        mistaken="When a player was renamed, or the row is of no player at all; in a table that tracks no variable, and among the idle, "
        "the confidence is low.",
        settle="Correct the name, remove the row of somebody who left, or add an alias to the profile.",
    ),
    Entry(
        code="BN401",
        slug="value-out-of-range",
        severity=_E,
        meaning="A number is below or above what the rule of its variable allows; without a stated range it may not be negative.",
        rests_on=_VARIABLES,
        evidence="The cell, and the sentence that defines the variable.",
        mistaken="When the limits were misread, or depend on something that no tool can work out; when the column is another variable's "
        "(the confidence is that of the match).",
        settle="Find the edit that set it and correct it to what it should have been.",
    ),
    Entry(
        code="BN402",
        slug="value-not-a-choice",
        severity=_E,
        meaning="A value is not one of those that the rule of its variable lists.",
        rests_on=_VARIABLES,
        evidence="The cell, and the sentence that lists the values.",
        mistaken="When a later rule adds values, or the page abbreviates them in a way of its own; a blank one is of low confidence.",
        settle="Correct the value, or its spelling.",
    ),
    Entry(
        code="BN403",
        slug="value-not-a-number",
        severity=_E,
        meaning="A value is no integer or number, and its rule asks for one.",
        rests_on=_VARIABLES,
        evidence="The cell, and the sentence that defines the variable.",
        mistaken="When the cell holds a remark beside the number; a blank cell, which may stand for zero, is of low confidence.",
        settle="Correct the value.",
    ),
    Entry(
        code="BN404",
        slug="not-a-player-name",
        severity=_W,
        meaning="A value should be the name of a player, and is the name of nobody on the roster.",
        rests_on=_VARIABLES,
        evidence="The cell, the sentence that defines the variable, and the sidebar.",
        mistaken="When the player was renamed or has left, or the rule means another kind of name.",
        settle="Correct the name, or set the variable to what its rule gives when the player is gone.",
    ),
    Entry(
        code="BN405",
        slug="duplicate-row",
        severity=_E,
        meaning="A player has two rows in one table, or rows both among the active and among the idle players.",
        rests_on=_TRACKING,
        evidence="The rows. Tables in which many players have several rows are not counted, nor cells that span rows.",
        mistaken="When the table lists something of which a player may have several.",
        settle="Find out which row is right, and remove the other.",
    ),
    Entry(
        code="BN406",
        slug="column-without-rule",
        severity=_I,
        meaning="The page has a column that no rule defines, as far as the rules were read.",
        rests_on=_TRACKING,
        evidence="The header of the column and the variables read from the rules; blank columns, those of names and those of notes are "
        "left out.",
        mistaken="When the rule was not understood, or the column abbreviates a name beyond recognition: the profile can say what it is.",
        settle="Remove the column, or tell the profile which variable it is.",
    ),
    Entry(
        code="BN407",
        slug="variable-not-tracked",
        severity=_I,
        meaning="A rule says that a variable is publicly tracked, and nothing on the page was taken for it.",
        rests_on=_TRACKING,
        evidence="The sentence that defines the variable, and every column and label of the page.",
        mistaken="When the page names it otherwise, or it is tracked on another page (low confidence where a column is left over, or the "
        "page speaks of it somewhere).",
        settle="Add the variable to the page, or tell the profile where it is.",
    ),
    Entry(
        code="BN408",
        slug="constraint-broken",
        severity=_E,
        meaning="A constraint that the dynasty's profile states does not hold.",
        rests_on=(),
        evidence="The constraint, and the values it speaks of.",
        mistaken="When the rules have changed since the profile was written.",
        settle="Correct the values, or the profile.",
    ),
    Entry(
        code="BN409",
        slug="table-unreadable",
        severity=_W,
        meaning="A table of the tracking page could not be read, or has two columns that may be the players', or the page has none.",
        rests_on=_TRACKING,
        evidence="The wikitext, and the line where reading failed.",
        mistaken="When a template brings what seems to be missing (low confidence); of two columns for the player the one that names more "
        "players is taken, and is the right one more often than not (medium confidence).",
        settle="Close the table, head the column of players with the dynasty's word for them, or report the markup to the maintainers.",
    ),
    Entry(
        code="BN410",
        slug="orphan-variable",
        severity=_W,
        meaning="No rule says that a variable is tracked anywhere, so no action may depend on its value.",
        rests_on=("Orphan Variables",),
        evidence="The sentence that defines the variable, and the other sentences of its rule.",
        mistaken="When another rule says where it is tracked, or it can be worked out from other variables (low confidence where the page "
        "shows it or the rules name a page that tracks the gamestate).",
        settle="Say by Proposal where it is tracked.",
    ),
    Entry(
        code="BN509",
        slug="private-value-shown",
        severity=_W,
        meaning="The page shows a variable that the rules track privately.",
        rests_on=_TRACKING,
        evidence="The cells, and the sentence that says who tracks the variable in secret.",
        mistaken="When the rules let it be revealed, or the column is another variable's (the confidence is that of the match).",
        settle="Ask who tracks it whether the value may be known, and remove it if not.",
    ),
)
