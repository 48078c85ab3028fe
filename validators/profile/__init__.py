"""The dynasty profile: what a Ruleset's prose leaves open, and whether the values on the page keep to it."""

from __future__ import annotations

from validators.profile.evaluation import ConstraintError
from validators.profile.expression import MAX_DEPTH, MAX_LENGTH, ExpressionError
from validators.profile.terms import (
    Broken,
    Cadence,
    Constraint,
    Profile,
    Range,
    Undecided,
    compile_constraint,
    evaluate,
    with_ranges,
)

__all__ = ["MAX_DEPTH", "MAX_LENGTH", "Broken", "Cadence", "Constraint", "ConstraintError", "ExpressionError", "Profile", "Range",
           "Undecided", "compile_constraint", "evaluate", "with_ranges"]  # fmt: skip
