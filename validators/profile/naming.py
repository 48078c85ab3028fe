"""Names in a profile that stand for nothing: most often typing errors, which would change verdicts without a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from parsers.gamestate.gamestate_model import GAME, PLAYER, GameState
from parsers.gamestate.page_names import label, parts
from parsers.model import Roster, name_key
from validators.profile.terms import Profile


def suggestion(word: str, known: Iterable[str]) -> str:
    """A half-sentence with the nearest known name, whatever the case of its letters; nothing where none is near."""
    folded = {name_key(name): name for name in known}
    near = get_close_matches(name_key(word[:80]), folded, n=1)
    return f"; did you mean “{folded[near[0]]}”?" if near else ""


def unknown_aliases(aliases: Iterable[tuple[str, str]], roster: Roster) -> Iterator[str]:
    """Aliases of nobody on the roster, each in a sentence."""
    people = (*roster.active, *roster.idle)
    known = {name_key(name) for name in people}
    for alias, name in aliases:
        if name_key(name) not in known:
            yield f"[aliases] “{alias}”: no player is called “{name}”{suggestion(name, people)}"


def unknown_names(profile: Profile, state: GameState) -> Iterator[str]:
    """Variables that no rule defines and columns that the tracking page lacks, each in a sentence that says where it is named."""
    variables = [variable.name for variable in state.variables]
    headers = [*(column.name for _, column in state.columns), *(each.value.label for each in state.labels)]
    known = {form for header in headers for form in (label(header), *parts(header))}
    for key, names in (("columns", profile.columns), ("cadence", profile.cadence)):
        for name in names:
            if label(name) not in known:
                yield f"[{key}] “{name}”: the tracking page has no such column or label{suggestion(name, headers)}"
    for column, name in profile.columns.items():
        if label(name) not in map(label, variables):
            yield f"[columns] “{column}”: no variable “{name}”{suggestion(name, variables)}"
    for name in profile.ranges:
        if name not in variables:
            yield f"[ranges]: no variable “{name}”{suggestion(name, variables)}"
    yield from _in_constraints(profile, state)


def _in_constraints(profile: Profile, state: GameState) -> Iterator[str]:
    of_game = {*state.game, *(variable.name for variable in state.variables if variable.owner == GAME)}
    of_players = {name for values in (*state.players.values(), *state.idle.values()) for name in values}
    of_players |= {variable.name for variable in state.variables if variable.owner == PLAYER}
    for constraint in profile.constraints:
        for used in constraint.expression.variables:
            known = of_game if used.root == "game" or constraint.scope == "game" else of_players
            if used.name not in known:
                yield f"constraint “{constraint.name}”: no variable “{used.name}”{suggestion(used.name, known)}"
