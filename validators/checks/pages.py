"""Findings about the tracking page as a whole: whether it could be read (BN409), and the profile's constraints (BN408)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from parsers.gamestate.model import PLAYER, GameState, Reading
from validators.checks.facts import Facts
from validators.checks.pointing import digest, grouped
from validators.checks.registry import Found, check, found
from validators.checks.tracked import NEEDS, page_of
from validators.finding import Confidence, Finding, NotEvaluated, Subject
from validators.profile import Profile, Undecided, evaluate
from validators.words import counted

__all__: list[str] = []


@check("BN408", *NEEDS)
def constraint_broken(facts: Facts) -> Found:
    """A constraint of the dynasty's profile does not hold."""
    state = facts.gamestate
    yield from _misfits(facts.view.profile, state)
    players = {name: _plain(values) for name, values in state.players.items()}
    for outcome in evaluate(facts.view.profile, players, _plain(state.game)):
        of = f"{outcome.subject}: " if outcome.subject else ""
        if isinstance(outcome, Undecided):
            yield NotEvaluated("BN408", f"“{outcome.name}” could not be worked out: {of}{outcome.message}")
        else:
            subject = page_of(state) if outcome.subject is None else Subject("player", outcome.subject)
            yield found("BN408", subject, f"{of}{outcome.message} ({outcome.name})", outcome.name)


def _misfits(profile: Profile, state: GameState) -> Iterator[NotEvaluated]:
    """What the profile says of variables that no rule defines: it may be a slip, or older than the rules."""
    known = {variable.name for variable in state.variables}
    for key, names in (("ranges", profile.ranges), ("columns", profile.columns.values())):
        for name in dict.fromkeys(names):
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"; perhaps it is “{near[0]}”" if near else ""
                yield NotEvaluated("BN408", f"the profile's [{key}] names “{name}”, a variable that no rule was read to define{hint}")


def _plain(readings: Mapping[str, Reading]) -> dict[str, object]:
    return {name: reading.value for name, reading in readings.items()}


@check("BN409", "gamestate")
def table_unreadable(facts: Facts) -> Iterator[Finding]:
    """A table that could not be read, or a page with none."""
    state = facts.gamestate
    of_labels = any(one.match is not None for one in state.labels) and not any(one.owner == PLAYER for one in state.variables)
    if not state.tables and not of_labels:
        text = f"{page_of(state).id} holds no table, so nothing but labelled lines was read"
        yield found("BN409", page_of(state), text, "no table")
    grave = [unread for unread in state.unread if unread.grave]
    for why, several in grouped(grave, key=lambda unread: unread.why):
        places = ", ".join(dict.fromkeys(unread.where for unread in several[:5]))
        more = f" and {counted(len(several) - 5, 'other place')}" if len(several) > 5 else ""
        other = bool(state.rows) and "belong to nobody" in why
        sure = Confidence.LOW if "template" in why or other else Confidence.MEDIUM if "two columns" in why else Confidence.HIGH
        yield found("BN409", page_of(state), f"{places}{more}: {why}", digest(why), confidence=sure)
