"""What somebody was at a moment, by all that tells of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from validators.voting.signs import AROUND, DONE, Presence, Sign, doubt_between
from validators.words import counted

_at = attrgetter("at")


@dataclass(frozen=True, slots=True)
class PresenceThen:
    """What somebody was at a moment by the best reading, whether that is certain, and what it rests on or why it is not."""

    standing: Presence
    sure: bool
    rests_on: str


def presence_at(signs: Sequence[Sign], moment: datetime, around: timedelta = AROUND) -> PresenceThen:
    """What one person was at a moment by their signs, which are in the order of time; ``around`` a change nothing is certain."""
    place = bisect_right(signs, moment, key=_at)
    left, right = (signs[place - 1] if place else None), (signs[place] if place < len(signs) else None)
    best = next((sign.before for sign in signs[place:] if sign.before), None) or (left and left.after) or Presence.ABSENT
    near = next((each for each in signs if each.news in DONE and around and abs(each.at - moment) <= around), None)
    if near is not None:
        best = (near.after if near.at <= moment else near.before) or best
        return PresenceThen(best, False, f"{near.text} tells of a change within {counted(1, 'hour')}")
    why = doubt_between(left, right, moment, any(sign.news is None for sign in signs[:place]))
    if why is not None:
        return PresenceThen(best, False, why)
    rests_on = (right or left).text if right or left else ""  # type: ignore[union-attr]
    return PresenceThen(best, bool(rests_on), rests_on or "not on any known roster")
