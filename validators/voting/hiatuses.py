"""The hiatus over time.

What :func:`known_hiatus` says of a moment changes only where a DoV, an Ascension Address, a day of downtime or what was seen begins
or ends. So every such moment is asked about once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property

from parsers.model import MatterKind, Status
from parsers.ruleset.model import Ruleset
from validators.view import PENDS
from validators.voting.dated import DatedPost
from validators.voting.legality import dormancy, known_hiatus
from validators.voting.limits import downtime_edges, unread_about
from validators.voting.past import PastGame
from validators.voting.players import Players
from validators.voting.timeline import MINUTE, Timeline
from validators.voting.verdict import Hiatus

_ALWAYS = datetime.min.replace(tzinfo=UTC)


class HiatusHistory:
    """The hiatus up to the time of a view, by one Ruleset; dormancy by the rules and the roster of each moment."""

    def __init__(self, rules: Ruleset, timeline: Timeline, past: PastGame) -> None:
        self._rules, self._timeline, self._past = rules, timeline, past

    def at(self, moment: datetime, before: DatedPost | None = None) -> Hiatus:
        """What :func:`known_hiatus` says of a moment."""
        minute = moment.replace(second=0, microsecond=0)
        first, last = bisect_left(self._edges, minute), bisect_left(self._edges, moment + MINUTE)
        if before is not None and first < last:
            return known_hiatus(self._rules, self._timeline, moment, before=before)
        return self._known[bisect_right(self._edges, moment)]

    @cached_property
    def _known(self) -> list[Hiatus]:
        """The hiatus before the first edge, and from each on."""
        return [known_hiatus(self._rules, self._timeline, moment) for moment in (_ALWAYS + PENDS, *self._edges)]

    @property
    def _first(self) -> datetime:
        return self._timeline.posts[0].posted if self._timeline.posts else self._timeline.as_of

    @cached_property
    def _edges(self) -> list[datetime]:
        """Every moment up to that of the view at which the answer may change, in order."""
        dovs = self._timeline.of(MatterKind.DOV)
        edges = {self._first, *(address.posted for address in self._timeline.addresses)}
        for dov in dovs:
            edges |= {dov.posted, dov.posted + MINUTE}
            if dov.status is not Status.PENDING and dov.closed is not None:
                edges.add(dov.closed)
        seen = self._timeline.seen
        for since in (seen.since, *(one.since for one in seen.earlier)):
            if since is not None and since > _ALWAYS:
                edges |= {since, since + PENDS}
        edges |= {one.until + MINUTE for one in seen.earlier}
        for year in range(self._first.year, self._timeline.as_of.year + 1):
            edges.update(downtime_edges(self._rules, datetime(year, 1, 1, tzinfo=UTC)))
        return sorted(edge for edge in edges if edge <= self._timeline.as_of)

    def dormancy_at(self, moment: datetime, otherwise: Ruleset | None = None) -> tuple[str | None, str | None]:
        """Why the game was dormant, else why that is not known; neither where it certainly was not.

        ``otherwise`` are the rules to take where those of that time are not known.
        """
        rules, why = self._past.rules_at(moment)
        rules = rules or otherwise
        if rules is None:
            return None, why
        if rules.value("dormancy.min_players") is None and not rules.value("dormancy.in_sidebar"):
            return None, None if unread_about(rules, "dormancy.min_players") is None else "the clause on dormancy was not understood"
        if rules.value("dormancy.in_sidebar"):
            around = self._past.rosters.sidebars_around(moment)
            shown = next((each.roster for each in around if each.first_seen <= moment <= each.last_seen), None)
            if shown is None:
                return None, "no sidebar of that time was seen, and only it says whether the game was dormant"
            return dormancy(rules, shown, Players(shown), self._timeline, moment)
        then = self._past.rosters.at(moment)
        if not then.known:
            # Whoever else may have been active makes no game dormant.
            sure = replace(then.roster, active=tuple(name for name in then.roster.active if name not in then.unsettled))
            enough = not then.doubts and dormancy(rules, sure, Players(sure), self._timeline, moment) == (None, None)
            return None, None if enough else "the roster of that time is not certain"
        return dormancy(rules, then.roster, Players(then.roster), self._timeline, moment)
