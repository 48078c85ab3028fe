"""Bans on an icon that could not have changed a verdict (see :mod:`parsers.ruleset.bans`).

Whom a dynastic sentence forbids to use an icon is not known, so a verdict is tried with every choice of the votes that it may
concern left out; only where each gives the same verdict the ban does not spoil it. A vote is not concerned where the history
of the tracking page shows that the ban's condition did not hold when it was cast: a ban on casting votes is about that time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

from parsers.gamestate import read_gamestate
from parsers.gamestate.model import GAME, GameState
from parsers.gamestate.names import fold
from parsers.gamestate.typed import ValueKind
from parsers.model import Confidence, Revision, Status, VoteIcon, name_key
from parsers.patterns import later
from parsers.ruleset.model import Ban, BanCondition, Caveat, Ruleset
from validators.profile import with_ranges
from validators.view import GameView
from validators.voting.conditions import Case
from validators.voting.tally import VoteTally

__all__ = ["Bans", "Recount", "Spared", "surely_not"]

Recount = Callable[[Mapping[str, int]], VoteTally]
"""The votes of a matter if of some Players only the first so many icons were valid."""

Forbidden = Callable[[VoteIcon, "datetime | None"], bool]
"""Whether an icon may have been forbidden at a moment; at an unknown one, or at any, for None."""

_MOST_WAYS = 300
"""A ban that may concern more choices of votes than this is not tried: it bears."""

_AROUND = timedelta(minutes=1)
_NUMBER = later(r"(?:(at least|at most|more than|greater than|less than|fewer than|above|below|over|under|exactly) )?(\d{1,9})")
_HOLDS: Mapping[str | None, Callable[[float, int], bool]] = {
    None: lambda value, limit: value == limit,
    "exactly": lambda value, limit: value == limit,
    "at least": lambda value, limit: value >= limit,
    "at most": lambda value, limit: value <= limit,
    **dict.fromkeys(("more than", "greater than", "above", "over"), lambda value, limit: value > limit),
    **dict.fromkeys(("less than", "fewer than", "below", "under"), lambda value, limit: value < limit),
}


def surely_not(condition: BanCondition, state: GameState) -> str | None:
    """The value on the page, such as “Water is Fair”, where it is certain that the condition does not hold; else None.

    The variable has to be one of the game, matched once and surely, its value read without any interpretation, and no part of
    the page unread.
    """
    named = [variable for variable in state.variables if fold(variable.name) == condition.variable]
    if len(named) != 1 or named[0].owner != GAME or any(problem.grave or problem.lost for problem in state.unread):
        return None
    variable = named[0]
    reading = state.game.get(variable.name)
    matches = [match for match in state.matches if match.variable.name == variable.name]
    if reading is None or reading.others or len(matches) != 1 or matches[0].part or reading.first.confidence is not Confidence.HIGH:
        return None
    read = reading.first.typed
    if read.failed or read.why or any(variable.name in problem.where for problem in state.unread):
        return None
    if _contradicts(condition.value, read.kind, reading.value, variable.choices or ()):
        return f"{variable.name} is {reading.first.text}"
    return None


def _contradicts(wanted: str, kind: ValueKind, value: object, choices: Sequence[str]) -> bool:
    """Whether a value of a choice is surely another choice than the one wanted, or a number not one of those wanted."""
    if kind is ValueKind.CHOICE:
        return wanted in map(fold, choices) and wanted != fold(str(value))
    compared = _NUMBER.fullmatch(wanted)
    if compared is None or kind is not ValueKind.INTEGER or not isinstance(value, int):
        return False
    return not _HOLDS[compared[1]](value, int(compared[2]))


class _PastValues:
    """What the history of the tracking page shows of the conditions of bans."""

    def __init__(self, view: GameView, rules: Ruleset) -> None:
        self._view = view
        self._rules = rules
        self._shown: dict[tuple[BanCondition, int], str | None] = {}

    @cached_property
    def _revisions(self) -> Sequence[Revision]:
        """The page's revisions, oldest first, if the last is the page of the view; else none."""
        state = self._view.gamestate
        if state is None or state.page is None or any(state.page in problem.where for problem in self._view.aged):
            return ()
        known = self._view.histories.get(state.page, ())
        return known if known and known[-1].revid and known[-1].revid == state.revid else ()

    def today(self, condition: BanCondition) -> str | None:
        """The value that the page of the view shows, where the condition surely does not hold."""
        return None if self._view.gamestate is None else surely_not(condition, self._view.gamestate)

    def never(self, condition: BanCondition, start: datetime, end: datetime) -> bool:
        """Whether the condition surely held at no time from one moment to another, a minute around them included."""
        start, end = start - _AROUND, end + _AROUND
        revisions = self._revisions
        before = [place for place, each in enumerate(revisions) if each.timestamp <= start]
        if not before:
            return False
        for place in range(before[-1], len(revisions)):
            last = place + 1 == len(revisions)
            if not last and revisions[place + 1].parentid != revisions[place].revid:
                return False
            if self._shows(condition, place) is None:
                return False
            if not last and revisions[place + 1].timestamp > end:
                break
        return True

    def _shows(self, condition: BanCondition, place: int) -> str | None:
        key = (condition, place)
        if key not in self._shown:
            state = self._state(self._revisions[place])
            self._shown[key] = None if state is None else surely_not(condition, state)
        return self._shown[key]

    def _state(self, revision: Revision) -> GameState | None:
        if revision.text is None:
            return None
        profile = self._view.profile
        ranged = replace(self._rules, variables=with_ranges(profile, self._rules.variables))
        return read_gamestate(revision.text, ranged, self._view.roster, profile, revid=revision.revid)


@dataclass(frozen=True, slots=True)
class Spared:
    """A caveat that could not have changed a verdict, in a sentence."""

    caveat: Caveat
    text: str


class _Standing(NamedTuple):
    """A caveat that bears on verdicts, and the ban that it is."""

    caveat: Caveat
    ban: Ban


class Bans:
    """The bans of a Ruleset, and which of them could not have changed a verdict."""

    def __init__(self, view: GameView, rules: Ruleset) -> None:
        self._bearing = tuple(_Standing(each, each.ban) for each in rules.caveats if each.bears and each.ban is not None)
        self._past = _PastValues(view, rules)
        self._as_of = view.as_of

    def spared(self, case: Case, recount: Recount, judged: Callable[[Case], object]) -> tuple[Spared, ...]:
        """The bans that could not have changed what is ``judged`` of a case: all of them together, or those not in force."""
        bearing = [each for each in self._bearing if case.kind in each.caveat.kinds]
        if not bearing:
            return ()
        if _same(case, recount, judged, partial(_forbidden, case.tally, bearing)):
            return tuple(self._without_consequence(each, case) for each in bearing)
        end = self._as_of if case.post.status is Status.PENDING or case.post.closed is None else case.post.closed
        off = [each for each in bearing if self._off(each, case.post.posted, end)]
        live = [each for each in bearing if each not in off]
        timed = bool(off) or any(each.ban.condition for each in live)
        if live and timed and _same(case, recount, judged, partial(self._forbidden_then, case.tally, live)):
            off = bearing
        return tuple(self._spared(each, case, "by the tracking page it was not in force when it could have mattered") for each in off)

    def _off(self, standing: _Standing, start: datetime, end: datetime) -> bool:
        """Whether a ban surely did not hold from one moment to another."""
        condition = standing.ban.condition
        return condition is not None and self._past.never(condition, start, end)

    def _forbidden_then(self, tally: VoteTally, live: Iterable[_Standing], icon: VoteIcon, at: datetime | None) -> bool:
        return _forbidden(tally, [each for each in live if at is None or not self._off(each, at, at)], icon, at)

    def _without_consequence(self, standing: _Standing, case: Case) -> Spared:
        icon = standing.ban.icon
        used = any(vote.icon is icon for vote in case.tally.votes)
        return self._spared(standing, case, f"no {icon.upper()} decides" if used else f"no vote is {icon.upper()}")

    def _spared(self, standing: _Standing, case: Case, why: str) -> Spared:
        caveat, condition = standing.caveat, standing.ban.condition
        today = None if condition is None or case.post.status is not Status.PENDING else self._past.today(condition)
        return Spared(caveat, f"the rule “{caveat.rule}” says: “{caveat.quote}” ({f'{today}; ' if today else ''}{why})")


def _forbidden(tally: VoteTally, bans: Iterable[_Standing], icon: VoteIcon, _at: datetime | None) -> bool:
    """Whether one of the bans is about an icon: a DEFERENTIAL that follows an AGAINST may be a vote of AGAINST."""
    about = {each.ban.icon for each in bans}
    if icon is VoteIcon.DEFERENTIAL and VoteIcon.AGAINST in about:
        return icon in about or any(vote.icon is icon and vote.counts_as is VoteIcon.AGAINST for vote in tally.votes)
    return icon in about


def _same(case: Case, recount: Recount, judged: Callable[[Case], object], forbidden: Forbidden) -> bool:
    """Whether every choice of the votes that may be forbidden gives the same verdict.

    A withdrawal or veto by a forbidden icon is never tried, nor what an author's FOR would be that is implied.
    """
    if forbidden(VoteIcon.FOR, None):
        return False
    if (case.tally.withdrawn and forbidden(VoteIcon.AGAINST, None)) or (case.tally.vetoed and forbidden(VoteIcon.VETO, None)):
        return False
    voters = _Voters(case, forbidden)
    if voters.author_concerned or voters.ways > _MOST_WAYS:
        return False
    verdict = judged(case)
    return all(judged(replace(case, tally=recount(kept))) == verdict for kept in voters)


@dataclass(frozen=True)
class _Voters:
    """The Players whose votes a ban may concern, and every choice of those that are left out.

    A vote left out gives way to the one before it (rule "Votes": the last valid icon), or to none. Players who used the same
    icons are alike, except for the Emperor, whom others may follow.
    """

    case: Case
    forbidden: Forbidden

    @property
    def author_concerned(self) -> bool:
        """Whether the author used a forbidden icon, whose own vote may then be an implied one."""
        used = self.case.tally.used.get(name_key(self.case.post.author), ())
        return any(self.forbidden(icon, at) for icon, at in used)

    @cached_property
    def _groups(self) -> tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]:
        """Players who are alike, and how many of their icons may be the valid ones."""
        found: dict[object, tuple[list[str], tuple[int, ...]]] = {}
        emperor = name_key(self.case.emperor.name or "")
        for key, used in self.case.tally.used.items():
            theirs = tuple(self.forbidden(icon, at) for icon, at in used)
            if theirs[-1]:
                alike = (key == emperor, tuple(icon for icon, _ in used), theirs)
                found.setdefault(alike, ([], tuple(_lengths([icon for icon, _ in used], theirs))))[0].append(key)
        return tuple((tuple(keys), lengths) for keys, lengths in found.values())

    @property
    def ways(self) -> int:
        """How many choices there are."""
        return prod(comb(len(keys) + len(lengths) - 1, len(keys)) for keys, lengths in self._groups)

    def __iter__(self) -> Iterator[Mapping[str, int]]:
        choices: Iterable[Iterable[tuple[int, ...]]] = (combinations_with_replacement(lengths, len(keys)) for keys, lengths in self._groups)
        names = [key for keys, _ in self._groups for key in keys]
        for chosen in product(*choices):
            yield dict(zip(names, (length for group in chosen for length in group), strict=True))


def _lengths(icons: Sequence[VoteIcon], forbidden: Sequence[bool]) -> Iterator[int]:
    """How many of somebody's icons may count: all, without the forbidden ones at the end, each other icon once, and none."""
    yield len(icons)
    known = {icons[-1]}
    for length in range(len(icons) - 1, 0, -1):
        if not forbidden[length]:
            break
        if icons[length - 1] not in known:
            known.add(icons[length - 1])
            yield length
    yield 0
