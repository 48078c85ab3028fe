"""The tracking page as read: values with their owners, variables and places on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from parsers.gamestate.page_names import Standing
from parsers.gamestate.typed import Typed, TypedValue
from parsers.model import Confidence
from parsers.ruleset.ruleset_model import Variable
from parsers.wiki.wiki_model import Value, WikiPage

PLAYER = "player"
GAME = "game"
"""The two owners that are not a noun of the dynasty, as in ``Variable.owner``."""


class Naming(Protocol):
    """The names in a dynasty's profile."""

    @property
    def columns(self) -> Mapping[str, str]:
        """A column's header, or a label, to the name of its variable."""
        ...

    @property
    def aliases(self) -> Mapping[str, str]:
        """A name on the page to the roster's: renamed players and short forms."""
        ...


class Place(NamedTuple):
    """The position of a text in the page's source, and for a table its place in the grid, counted
    from 0.
    """

    start: int
    end: int
    table: int | None = None
    row: int | None = None
    column: int | None = None


class Role(StrEnum):
    """The content of a column."""

    PLAYER = "player"
    THING = "thing"
    VALUE = "value"
    OWNER = "owner"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Match:
    """The variable of a column or label, with the confidence and the reason. ``part``: one of
    several columns below the variable's name.
    """

    variable: Variable
    confidence: Confidence
    why: str
    part: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, ``name`` its joined headers, ``thing`` the noun whose names it holds,
    ``why`` the reason against a match.
    """

    index: int
    name: str
    role: Role = Role.VALUE
    match: Match | None = None
    thing: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's row: the name in the roster's spelling, else the page's. It is not their ``own``
    in a table where players can have several.
    """

    name: str
    text: str
    standing: Standing
    place: Place
    idle: bool = False
    own: bool = True


class TrackedEntry(NamedTuple):
    """A text of the page as the value of something.

    ``owner`` is ``player``, ``game`` or a noun, ``subject`` the player or thing (blank for the
    game). ``label`` is the variable's name, else the column's. ``confidence`` is that of the
    variable and the owner; ``idle``: it is listed among the idle. ``key`` is the same for the
    entries of one key cell.
    """

    owner: str
    label: str
    subject: str
    text: str
    typed: Typed
    place: Place
    match: Match | None = None
    confidence: Confidence = Confidence.HIGH
    idle: bool = False
    key: int = 0

    @property
    def variable(self) -> Variable | None:
        """The variable, if the column was matched to one."""
        return None if self.match is None else self.match.variable


class Reading(NamedTuple):
    """The value of one variable of one owner, and the entries it was read from: several if the
    owner's cell spans rows.
    """

    value: TypedValue
    entries: tuple[TrackedEntry, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A value outside tables and the variable of the game it is."""

    value: Value
    match: Match | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table of the page: its texts (None: no cell) and its columns, which are the rows of a
    ``sideways`` table.

    ``owner`` of its values is ``player``, ``game``, a noun, or blank if it tracks nothing known.
    """

    index: int
    caption: str | None
    header: tuple[tuple[str | None, ...], ...]
    rows: tuple[tuple[str | None, ...], ...]
    names: tuple[str, ...]
    columns: tuple[Column, ...] = ()
    owner: str = ""
    idle: bool = False
    sideways: bool = False


class ProblemCause(StrEnum):
    """The cause of a problem, which decides the confidence of its finding."""

    MARKUP = "markup"
    TEMPLATE = "template"
    SEVERAL_PLAYER_COLUMNS = "several-player-columns"
    NO_PLAYER_COLUMN = "no-player-column"


@dataclass(frozen=True, slots=True)
class StateProblem:
    """A part that was not read, or may be misread, and why. ``grave``: a table may be missing;
    ``lost``: the page was not read to its end.
    """

    where: str
    why: str
    grave: bool = False
    lost: bool = False
    cause: ProblemCause = ProblemCause.MARKUP


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything read from one tracking page.

    ``players`` maps names to variables (or columns no rule defines) to readings; ``idle`` does so
    for the rows among the idle, ``things`` for each noun of the dynasty, ``game`` for the game.
    ``entries`` and ``rows`` are in the order of the page. ``variables`` are those of the rules that
    it was read with.
    """

    page: str | None
    revid: int | None
    wiki: WikiPage = field(repr=False)
    tables: tuple[TableRead, ...] = ()
    labels: tuple[Label, ...] = ()
    rows: tuple[PlayerRow, ...] = ()
    entries: tuple[TrackedEntry, ...] = ()
    variables: tuple[Variable, ...] = ()
    players: Mapping[str, Mapping[str, Reading]] = field(default_factory=dict)
    idle: Mapping[str, Mapping[str, Reading]] = field(default_factory=dict)
    things: Mapping[str, Mapping[str, Mapping[str, Reading]]] = field(default_factory=dict)
    game: Mapping[str, Reading] = field(default_factory=dict)
    unread: tuple[StateProblem, ...] = ()

    @property
    def columns(self) -> tuple[tuple[TableRead, Column], ...]:
        """Every column of every table."""
        return tuple((table, column) for table in self.tables for column in table.columns)

    @property
    def matches(self) -> tuple[Match, ...]:
        """Every match of a column or a label."""
        found = [column.match for _, column in self.columns] + [
            label.match for label in self.labels
        ]
        return tuple(match for match in found if match is not None)

    @property
    def untracked(self) -> tuple[Variable, ...]:
        """The variables of the rules without a match on the page."""
        there = {id(match.variable) for match in self.matches}
        return tuple(variable for variable in self.variables if id(variable) not in there)
