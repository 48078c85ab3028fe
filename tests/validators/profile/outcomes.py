"""Values of every kind, and what an expression says of them."""

from __future__ import annotations

from collections.abc import Mapping

from validators.profile.evaluation import ConstraintError
from validators.profile.terms import Scope, compile_constraint

__all__ = ["GAME", "VALUES", "outcome"]

VALUES: dict[str, object] = {
    "Money": 3, "Level": None, "Role": "Ghost", "Sister Ship": "Kestrel", "Tags": ("a", "b"), "None": (), "Rate": 2.5,
    "if": "else",
}  # fmt: skip
GAME: dict[str, object] = {"Sharpness": 4, "Phase": None}


def outcome(text: str, values: Mapping[str, object] = VALUES, scope: Scope = "player") -> bool | str:
    try:
        return compile_constraint("c", text, scope).expression.holds(values, GAME)
    except ConstraintError as error:
        return str(error)
