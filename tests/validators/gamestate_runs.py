"""Running the checks on the tracking page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

import pytest

from parsers.gamestate import read_gamestate
from parsers.gamestate.model import GameState, Naming
from parsers.model import Roster
from parsers.ruleset.model import Rule, Ruleset, Variable
from tests.parsers.gamestate.playing import ROSTER
from tests.support.rules import ruleset_of
from tests.validators.making import NOW
from validators import registry
from validators.catalogue import CATALOGUE
from validators.facts import Facts
from validators.finding import Finding, NotEvaluated
from validators.gamestate_catalogue import GAMESTATE_ENTRIES
from validators.view import GameView

__all__ = ["CHECKS", "View", "findings", "rule", "rules", "run", "view"]

ENTRIES = {entry.code: entry for entry in GAMESTATE_ENTRIES}
_KNOWN = CATALOGUE
if "BN306" not in _KNOWN:
    registry.__dict__["CATALOGUE"] = MappingProxyType({**_KNOWN, **ENTRIES})
import validators.gamestate_checks  # noqa: E402, F401

CHECKS = {code: registry._CHECKS[code] for code in ENTRIES}
if "BN306" not in _KNOWN:
    for code in ENTRIES:
        del registry._CHECKS[code]
    registry.__dict__["CATALOGUE"] = _KNOWN


@dataclass(frozen=True)
class View(GameView):
    """A view with a tracking page and a profile."""

    gamestate: GameState | None = None
    profile: object | None = None


def rule(title: str, text: str = "", status: str | None = None) -> Rule:
    return Rule("2.1", title, title, (), 2, "Dynastic Rules", (title,), text, status)


def rules(*variables: Variable, **changes: object) -> Ruleset:
    return ruleset_of({}, **{"variables": variables, "tracking_page": "The Page", **changes})


def view(
    text: str | None,
    read_rules: Ruleset | None,
    *,
    roster: Roster | None = ROSTER,
    emperor: str | None = "",
    names: Naming | None = None,
    profile: object | None = None,
) -> View:
    """A view of a page; without a text the page was not read."""
    known = read_rules if read_rules is not None else rules()
    state = None if text is None else read_gamestate(text, known, roster, names)
    return View(NOW, read_rules, roster, (), emperor, gamestate=state, profile=profile)


def run(code: str, seen: GameView) -> list[Finding | NotEvaluated]:
    """Everything one check has to say."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "CATALOGUE", MappingProxyType({**_KNOWN, **ENTRIES}))
        return list(registry._run(CHECKS[code], Facts(seen)))


def findings(code: str, text: str, *variables: Variable, **setting: object) -> Sequence[Finding]:
    """What one check finds on a page."""
    said = run(code, view(text, rules(*variables), **setting))  # type: ignore[arg-type]
    assert not [item for item in said if isinstance(item, NotEvaluated)], said
    return [item for item in said if isinstance(item, Finding)]
