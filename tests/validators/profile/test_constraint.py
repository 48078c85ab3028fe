"""What holds, what does not, and what cannot be said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.validators.profile.outcomes import outcome


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("self.Money <= 3", True),
        ("self.Money <= 2", False),
        ("self.Money < 3", False),
        ("self.Money > 2", True),
        ("self.Money >= 4", False),
        ('self["Sister Ship"] == "Kestrel"', True),
        ("self['Sister Ship'] != 'Kestrel'", False),
        ("self.Money + game.Sharpness == 7", True),
        ("self.Money * 2 - 1 == 5 && self.Money / 2 == 1 && self.Money % 2 == 1", True),
        ("-7 / 2 == -3 && -self.Money < 0", True),
        ("self.Role in ['Ghost', 'Cook']", True),
        ("!(self.Role in ['Cook'])", True),
        ("'a' in self.Tags && !('c' in self.Tags)", True),
        ("size(self.Tags) == 2 && size(self.Role + 's') == 6", True),
        ("'hos' in self.Role && !('x' in self.Role)", True),
        ("'a && !b' == \"a && !b\" && size('true || null') == 12", True),
        ("self.Tags == ['a', 'b'] && self.Tags != ['b', 'a'] && self.Tags != ['a']", True),
        ("self.Role + 's' == 'Ghosts' && self.Role < 'Gz'", True),
        ("self.Tags + ['c'] == ['a', 'b', 'c']", True),
        ("self.Rate > 2 && self.Rate <= 2.5 && self.Money == 3.0", True),
        ("9223372036854775807 + self.Money > 9223372036854775807", True),
        ("7 / -2 == -3 && -7 % 2 == -1 && 7 % -2 == 1 && -7 / -2 == 3", True),
        ("-2.5 < self.Rate && --1 == 1", True),
        # The signs bind as in C: `!` before everything, comparisons from left to right.
        ("!true == false", True),
        ("(1 < 2) == true == true", True),
        ("true || true && false", True),
        ("1 + 2 * 3 == 7 && (1 + 2) * 3 == 9", True),
        ("size([1, 2,]) == 2", True),
        # What looks like a sign or a word inside a text is text.
        ("self['if'] == 'else' && self.if == 'else' && self.None == self[\"None\"]", True),
        ("size(self.None) == 0", True),
        # A blank value is null where the constraint asks for it.
        ("self.Level == null", True),
        ("null != self.Level", False),
        ("self.Money != null && null == null && self.Tags != null", True),
        ("self.Level == null || self.Level >= 1", True),
        # What does not hang on the blank is decided without it.
        ("self.Level >= 1 || self.Role == 'Ghost'", True),
        ("self.Level >= 1 && self.Role == 'Cook'", False),
    ],
    ids=str,
)
def test_what_holds(text: str, holds: bool) -> None:
    assert outcome(text) is holds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("self.Mony <= 3", "Mony was not found; did you mean 'Money'?"),
        ("self.Mony <= 3 || true", "Mony was not found; did you mean 'Money'?"),
        ("self.Role == 'Ghost' || self.Mony > 1", "Mony was not found; did you mean 'Money'?"),
        ("game.Dullness == 1", "the game's Dullness was not found"),
        ("self.Level >= 1", "its values do not fit: Level is blank"),
        ("self.Level != 3", "its values do not fit: Level is blank"),
        ("self.Level == self.Level", "its values do not fit: Level is blank"),
        ("(self.Level == 1) == (self.Level == 1)", "its values do not fit: Level is blank"),
        ("(self.Level > 1) == null", "its values do not fit: Level is blank"),
        ("null == (self.Level > 1)", "its values do not fit: Level is blank"),
        ("size([self.Level]) == 1", "its values do not fit: Level is blank"),
        ("self.Level in [1]", "its values do not fit: Level is blank"),
        ("self.Role in [self.Level, 'Ghost']", "its values do not fit: Role is “Ghost”, Level is blank"),
        ("game.Phase + 1 > 0", "its values do not fit: the game's Phase is blank"),
        ("self.Level == null && self.Level > 1", "its values do not fit: Level is blank"),
        ("!(self.Level in [])", "its values do not fit: Level is blank"),
        ("self.Role <= 3", "its values do not fit: Role is “Ghost”"),
        ("self.Role != 3", "its values do not fit: Role is “Ghost”"),
        ("self.Money == 'x' || self.Money == 4", "its values do not fit: Money is 3"),
        ("self.Money != true", "its values do not fit: Money is 3"),
        ("self.Money in [true]", "its values do not fit: Money is 3"),
        ("self.Money in ['3', 3]", "its values do not fit: Money is 3"),
        ("self.Money in self.Money", "its values do not fit: Money is 3"),
        ("self.Tags != ['x', 1]", "its values do not fit: Tags is “a, b”"),
        ("self.Tags > ['a']", "its values do not fit: Tags is “a, b”"),
        ("self.Role * 2 == 'x'", "its values do not fit: Role is “Ghost”"),
        ("(1 > 0) + 1 == 2", "it compares what cannot be compared"),
        ("1 < 2 < 3", "it compares what cannot be compared"),
        ("self.Money / 0 == 1", "it divides by zero"),
        ("self.Rate + self.Money > 1", "its values do not fit: Rate is 2.5, Money is 3"),
        ("self.Money + self.Rate > 1", "its values do not fit: Money is 3, Rate is 2.5"),
        ("self.Money", "its value is not true or false"),
        ("self.Money && true", "its values do not fit: Money is 3"),
        ("-self.Role == 'x'", "its values do not fit: Role is “Ghost”"),
        ("!self.Money", "its values do not fit: Money is 3"),
        ("size(self.Money) == 1", "its values do not fit: Money is 3"),
        ("self.Rate / 2 > 1", "its values do not fit: Rate is 2.5"),
        ("self.Money / 0 == 1 || self.Level > 1", "it divides by zero"),
    ],
    ids=str,
)
def test_what_cannot_be_said_is_never_true(text: str, why: str) -> None:
    assert outcome(text) == why


@given(st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62))
def test_numbers_compare_as_python_does(left: int, right: int) -> None:
    values = {"A": left, "B": right}
    assert [outcome(f"self.A {sign} self.B", values) for sign in ("<", "<=", "==", "!=", ">", ">=")] == [
        left < right, left <= right, left == right, left != right, left > right, left >= right,
    ]  # fmt: skip
