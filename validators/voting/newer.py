"""Announcements that contradict the sidebar of now, and what a verdict on a pending matter would be if they are right."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

from parsers.model import Roster, name_key
from validators.view import PENDS, SeenRoster
from validators.voting.players import Players
from validators.voting.signs import AROUND, DONE, Presence, Sign

_MOST = 5
"""With more people than this there are too many rosters to try: every verdict is then in doubt."""


@dataclass(frozen=True, slots=True)
class Contradicted:
    """Somebody who by an announcement is not what the sidebar shows; ``text`` says so."""

    name: str
    standing: Presence
    text: str


def contradicted(name: str, signs: Sequence[Sign], sidebar: SeenRoster, now: datetime) -> Contradicted | None:
    """Whether the announcements on somebody contradict the sidebar that is taken for that of now.

    The last announcement does if it is not an hour older than the sidebar; one of an idling, if they are still active on a sidebar
    of the next ten days and nothing tells why. Where the sidebar is of a later time, the first announcement after now does.
    """
    players = Players(sidebar.roster)
    shown = Presence.ACTIVE if players.is_active(name) else Presence.IDLE if players.is_idle(name) else Presence.ABSENT
    told = [(sign, sign.said) for sign in signs if sign.news in DONE and sign.said is not None]
    later = next((sign for sign, said in told if now < said <= sidebar.first_seen), None)
    if later is not None and later.before not in (None, shown):
        return Contradicted(name, later.before, f"{_shows(name, shown, sidebar)}, and by {later.text} they were {later.before} before it")
    last, said = next(((sign, said) for sign, said in reversed(told) if said <= now), (None, now))
    if last is None or last.after in (None, shown):
        return None
    newer = said > sidebar.last_seen - AROUND
    unexplained = shown is Presence.ACTIVE and said > sidebar.last_seen - PENDS and _next(signs, last) is None
    if not newer and not unexplained:
        return None
    return Contradicted(name, last.after, f"{_shows(name, shown, sidebar)}, and by {last.text} they are {last.after}")


def _next(signs: Sequence[Sign], sign: Sign) -> Sign | None:
    """The next sign that is no sidebar."""
    return next((each for each in signs[signs.index(sign) + 1 :] if each.post is not None), None)


def _shows(name: str, shown: Presence, sidebar: SeenRoster) -> str:
    return f"the sidebar of {sidebar.last_seen:%Y-%m-%d %H:%M} UTC shows {name} as {shown}"


def deciding(roster: Roster, people: Sequence[Contradicted], judged: Callable[[Roster], Hashable]) -> Iterator[str]:
    """The sentences on those of whom it depends what is judged, whatever holds of the others."""
    if len(people) > _MOST:
        yield from (each.text for each in people)
        return
    subsets = [some for size in range(len(people) + 1) for some in combinations(people, size)]
    answers = {frozenset(each.name for each in some): judged(_with(roster, some)) for some in subsets} if people else {}
    for one in people:
        without = (some for some in answers if one.name not in some)
        if any(answers[some] != answers[some | {one.name}] for some in without):
            yield one.text


def _with(roster: Roster, people: Sequence[Contradicted]) -> Roster:
    """The roster if the announcements on some people are right."""
    moved = {name_key(each.name) for each in people}
    lists = (tuple(name for name in names if name_key(name) not in moved) for names in (roster.active, roster.idle))
    active, idle = lists
    came = tuple(each.name for each in people if each.standing is Presence.ACTIVE)
    went = tuple(each.name for each in people if each.standing is Presence.IDLE)
    return replace(roster, active=(*active, *came), idle=(*idle, *went))
