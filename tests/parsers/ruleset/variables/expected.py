"""Short ways to write down which variable is expected."""

from __future__ import annotations

from parsers.ruleset.model import Variable


def number(
    name: str, default: int | str | None = 0, low: int | None = 0, high: int | None = None, owner: str = "player", **more: str
) -> Variable:
    """A variable of integers (``type="number"`` for others)."""
    return Variable(name, owner, more.get("type", "integer"), "", "", low, high, None, default, more.get("visibility", "public"))


def choice(name: str, choices: str, default: str | None, owner: str = "player", visibility: str = "public") -> Variable:
    """A variable with values from a list written with bars between them."""
    return Variable(name, owner, "choice", "", "", None, None, tuple(choices.split("|")), default, visibility)


def other(name: str, kind: str, default: str | None = "", owner: str = "player", visibility: str = "public") -> Variable:
    """A string, list, set, name or what cannot be told."""
    return Variable(name, owner, kind, "", "", None, None, None, default, visibility)
