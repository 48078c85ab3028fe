"""Views for tests, by the fields of their layers: read, derived, and missing data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from parsers.model import Post, Roster
from parsers.ruleset.ruleset_model import Ruleset
from validators.view import DerivedGame, GameView, MissingParts, ReadGame


def game_view(
    as_of: datetime,
    rules: Ruleset | None,
    roster: Roster | None,
    posts: Iterable[Post] = (),
    emperor: str | None = None,
    **more: Any,
) -> GameView:
    """Return a view with these and any other fields of a layer."""
    empty = GameView(ReadGame(as_of))
    return remade(empty, rules=rules, roster=roster, posts=tuple(posts), emperor=emperor, **more)


def remade(view: GameView, **changes: Any) -> GameView:
    """Return the view with other values of some fields of its layers."""
    known = {each.name for layer in (ReadGame, DerivedGame, MissingParts) for each in fields(layer)}
    assert changes.keys() <= known

    def layer(value: Any) -> Any:
        own = {each.name for each in fields(value)} & changes.keys()
        return replace(value, **{name: changes[name] for name in own})

    return GameView(layer(view.read), layer(view.derived), layer(view.missing))
