"""Running the checks on the tracking page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parsers.gamestate.gamestate_model import Naming
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Category, Roster
from parsers.ruleset.ruleset_model import Rule, Ruleset, Variable
from tests.parsers.gamestate.playing import ROSTER, table
from tests.support.rules import ruleset_of
from tests.support.views import game_view
from tests.validators.making import post
from tests.validators.scene import DAY, NOW
from validators.checks.run import codes_of, run_all
from validators.finding import Finding, NotEvaluated
from validators.profile.dynasty_profile import Profile
from validators.view import GameView

__all__ = ["CODES", "findings", "part", "rule", "rules", "run", "view"]

_NO_PROFILE = Profile()
CODES = codes_of(lambda one: "gamestate" in one.needs and "history" not in one.needs)


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
    profile: Profile = _NO_PROFILE,
    joined: Iterable[str] = (),
) -> GameView:
    """A view of a page; without a text the page was not read. Who ``joined`` did so a day ago."""
    known = read_rules if read_rules is not None else rules()
    state = None if text is None else read_gamestate(text, known, roster, names)
    posts = tuple(
        post(Category.NONE, DAY, author="Clerk", subject=name, body=f"Welcome {name}!", key=name)
        for name in joined
    )
    return game_view(NOW, read_rules, roster, posts, emperor, gamestate=state, profile=profile)


def run(code: str, seen: GameView) -> list[Finding | NotEvaluated]:
    """Everything one check has to say."""
    report = run_all(seen, select=[code])
    return [*report.findings, *(item for item in report.not_evaluated if item.name == code)]


def findings(code: str, text: str, *variables: Variable, **setting: object) -> Sequence[Finding]:
    """What one check finds on a page."""
    said = run(code, view(text, rules(*variables), **setting))  # type: ignore[arg-type]
    assert not [item for item in said if isinstance(item, NotEvaluated)], said
    return [item for item in said if isinstance(item, Finding)]


def part(text: str) -> str:
    """A table of lines divided by ``//``, with ``Idle: `` before them if it is that of the idle, or
    any other text as it stands.
    """
    idle, own = text.startswith("Idle: "), text.removeprefix("Idle: ")
    return table(*own.split(" // "), caption="Idle" if idle else "") if " | " in own else text
