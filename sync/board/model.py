"""What a board shows, as one value: the game as one command sees it, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sync.board.courses import PlottedVariable
from validators.checks.run import AuditReport
from validators.edits.model import DescribedRevision
from validators.enacting import Enactment
from validators.finding import Finding, Severity, causes
from validators.view import GameView
from validators.voting.judge import TallySheet
from validators.voting.verdict import Reason, Verdict, Vote


@dataclass(frozen=True, slots=True)
class MatterCard:
    """A pending matter: its verdict, each vote with why it counts so and what was said with it, its conditions, and what it would do."""

    verdict: Verdict
    votes: tuple[tuple[Vote, str, str], ...]
    silent: tuple[str, ...]
    conditions: tuple[tuple[str, Sequence[tuple[str, Reason]]], ...]
    note: str | None
    effect: str | None
    enactment: Enactment | None


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """An active player: the pending matters without their vote, and the finding that they may be idled, if there is one."""

    name: str
    admin: bool
    emperor: bool
    silent_on: tuple[MatterCard, ...]
    idle: Finding | None


@dataclass(frozen=True, slots=True)
class WikiEdit:
    """An edit of a page of the wiki."""

    page: str
    described: DescribedRevision


@dataclass(frozen=True)
class Board:
    """Everything a board shows. ``sheet`` is None where no vote could be counted.

    ``lacking`` says where something could not be seen, and why: where there is any, the board has no verdict. ``idle_unknown`` is why it
    was not evaluated who may be idled, ``""`` where it was.
    """

    view: GameView
    sheet: TallySheet | None
    matters: tuple[MatterCard, ...]
    players: tuple[PlayerLine, ...]
    report: AuditReport
    idle_unknown: str
    lacking: tuple[tuple[str, str], ...]
    edits: tuple[WikiEdit, ...] = ()
    plots: tuple[PlottedVariable, ...] = ()
    plotted_since: datetime | None = None

    @property
    def certain(self) -> bool:
        """Whether everything was seen that should have been."""
        return not self.lacking

    @property
    def counts(self) -> dict[Severity, int]:
        """How many findings there are of each severity, the worst first."""
        return {severity: sum(finding.severity is severity for finding in self.report.findings) for severity in Severity}

    @property
    def causes(self) -> int:
        """How many entries the findings make."""
        return len(causes(self.report.findings))

    @property
    def resolvable(self) -> Iterator[MatterCard]:
        """The matters that may be resolved now; after those that are certain those that somebody has to check."""
        may = [card for card in self.matters if card.verdict.enactable or card.verdict.failable]
        return iter(sorted(may, key=lambda card: not card.verdict.certified))
