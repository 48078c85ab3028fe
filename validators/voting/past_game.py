"""The rules and the roster of an earlier moment, and why they are not certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from parsers.model import Status
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Ruleset
from validators.view import GameView, RulesetInForce
from validators.voting.dated import DatedPost
from validators.voting.legality import dormancy
from validators.voting.limits import unread_about
from validators.voting.roster_events import RosterStatus
from validators.voting.rosters import Players, RosterThen
from validators.voting.tally import VoteTally
from validators.voting.timeline import Timeline
from validators.voting.verdict import Uncounted

NEEDED = ("quorum", "popular.quorum", "unpopular.quorum")
"""The clauses without which no verdict can be given."""

_EDITING = timedelta(minutes=10)
"""An Admin may change the Ruleset just before setting a status: what then came first is not known."""


@dataclass(frozen=True)
class GameAtResolution:
    """Rules and roster as of a resolution; ``doubts`` say why either is not certain, the roster first."""

    rules: Ruleset
    roster: RosterThen
    doubts: tuple[str, ...] = ()


class PastGame:
    """What is known of earlier rosters and rules, read when it is first asked for."""

    def __init__(self, view: GameView, timeline: Timeline) -> None:
        self._view, self._timeline, self.rosters = view, timeline, timeline.rosters

    def of(self, post: DatedPost, today: Ruleset) -> GameAtResolution:
        """Rules and roster of a resolution; ``today``'s rules stand in for those that are not known."""
        moment = resolved_at(post, self._view.as_of)
        roster, (rules, why) = self.rosters.at(moment), self.rules_at(moment)
        changed = [f"the rules of that time are not known: {why}"] if rules is None else self._changed(rules, post, moment)
        return GameAtResolution(rules or today, roster, (*roster.why, *self.rosters.author_doubts(post), *changed))

    def _changed(self, rules: Ruleset, post: DatedPost, moment: datetime) -> Iterator[str]:
        """Whether the rules read alike when a matter was posted, and just before its resolution."""
        for when, what in ((post.posted, "when it was posted"), (max(post.posted, moment - _EDITING), "shortly before its resolution")):
            before, why = self.rules_at(when)
            if before is None:
                yield f"the rules {what} are not known: {why}"
            elif not read_alike(before, rules):
                yield f"the rules on votes were changed while it was open, and read otherwise {what}"

    def stood(self, moment: datetime) -> RulesetInForce | None:
        """The revision of the Ruleset that provably stood at a moment, read or not."""
        return next((each for each in self._view.stood if each.revision.timestamp <= moment <= each.until), None)

    def rules_at(self, moment: datetime) -> tuple[Ruleset | None, str | None]:
        """The rules that provably stood at a moment, else None and why they are not known."""
        found = self.stood(moment)
        if found is None:
            stood = self._view.stood
            before = f" from before {stood[-1].revision.timestamp:%Y-%m-%d %H:%M} UTC" if stood else ""
            return None, f"earlier revisions of the Ruleset{before} are not available"
        text, revid = found.revision.text, found.revision.revid
        if self._view.rules is not None and revid == self._view.rules.revid:
            return self._view.rules, None
        rules = None if text is None else _read(text, found.revision.title, revid, tuple(sorted(self._view.reviewed.items())))
        if rules is None or any(rules.value(key) is None for key in NEEDED):
            return None, f"revision {revid} of the Ruleset cannot be read"
        return rules, None

    def dormancy_at(self, moment: datetime, otherwise: Ruleset | None = None) -> tuple[str | None, str | None]:
        """Why the game was dormant, else why that is not known; neither where it certainly was not.

        ``otherwise`` are the rules to take where those of that time are not known.
        """
        rules, why = self.rules_at(moment)
        rules = rules or otherwise
        if rules is None:
            return None, why
        if rules.value("dormancy.in_sidebar"):
            shown = next(
                (each.roster for each in self.rosters.sidebars_around(moment) if each.first_seen <= moment <= each.last_seen), None
            )
            if shown is None:
                return None, "no sidebar of that time was seen, and only it says whether the game was dormant"
            return dormancy(rules, shown, self._timeline, moment)
        if rules.value("dormancy.min_players") is None:
            return None, None if unread_about(rules, "dormancy.min_players") is None else "the clause on dormancy was not understood"
        then = self.rosters.at(moment)
        if then.known:
            return dormancy(rules, then.roster, self._timeline, moment)
        # Whoever else may have been active makes no game dormant.
        enough = not then.doubts and dormancy(rules, then.sure, self._timeline, moment) == (None, None)
        return None, None if enough else "the roster of that time is not certain"

    def strangers(self, tally: VoteTally, moment: datetime) -> Iterator[str]:
        """People whose icons are not counted because they are on no later roster, though nothing shows that they were on none then."""
        sidebars = self.rosters.sidebars_around(moment)
        if any(seen.first_seen <= moment for seen in sidebars):
            return
        for name in dict.fromkeys(icon.voter for icon in tally.uncounted if icon.reason is Uncounted.NOT_A_PLAYER):
            listed = any(players.is_active(name) or players.is_idle(name) for players in (Players(seen.roster) for seen in sidebars))
            if self.rosters.of(name, moment).standing is RosterStatus.ABSENT and not listed:
                yield f"{name} used a voting icon and is not on a later roster; they may have been a Player then"


def resolved_at(post: DatedPost, now: datetime) -> datetime:
    """The moment as of which a matter is judged: now while it is pending, else its resolution, and never before it was posted."""
    return now if post.status is Status.PENDING else max(post.closed or now, post.posted)


@lru_cache(maxsize=256)
def _read(text: str, title: str, revid: int, reviewed: tuple[tuple[str, str], ...]) -> Ruleset | None:
    try:
        return read_ruleset(text, page=title, revid=revid, reviewed=dict(reviewed))
    except ValueError:  # longer than any Ruleset
        return None


def read_alike(one: Ruleset, other: Ruleset) -> bool:
    """Whether two Rulesets say the same of everything that a verdict rests on."""
    return one is other or _bearing(one) == _bearing(other)


def _bearing(rules: Ruleset) -> tuple[object, ...]:
    values = {key: rules.value(key) for key in rules.voting}
    unread = frozenset((unread.topic, unread.why) for unread in rules.unread)
    return values, unread, frozenset(caveat.quote for caveat in rules.caveats if caveat.bears)
