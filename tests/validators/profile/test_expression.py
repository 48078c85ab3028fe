"""What cannot be read is refused; everything else is true, false or undecided with a reason."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.refusal import Refused
from tests.support.cases import cases
from validators.profile.dynasty_profile import Scope, compile_constraint
from validators.profile.expression import MAX_LENGTH, ConstraintError

VALUES: dict[str, object] = {
    "Money": 3, "Level": None, "Role": "Ghost", "Sister Ship": "Kestrel", "Tags": ("a", "b"), "None": (), "Rate": 2.5,
    "if": "else",
}  # fmt: skip
GAME: dict[str, object] = {"Sharpness": 4, "Phase": None}


def outcome(
    text: str, values: Mapping[str, object] = VALUES, scope: Scope = "player"
) -> bool | str:
    try:
        return compile_constraint("c", text, scope).expression.holds(values, GAME)
    except ConstraintError as error:
        return str(error)


def refusal(text: str) -> str:
    with pytest.raises(Refused) as caught:
        compile_constraint("c", text)
    return str(caught.value)


@cases("refused")
def test_an_expression_of_another_syntax_is_refused(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("(" * 240 + "1" + ")" * 240 + " == 1", "syntax error", id="240 brackets"),
        pytest.param(
            "1 == 1".ljust(501),
            "an expression can have at most 500 characters (got 501)",
            id="a character too long",
        ),
    ],
)
def test_an_expression_that_is_too_long_or_too_deep_is_refused(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


@pytest.mark.parametrize("bracket", ["(", "[", "!", "-", "![", "!(", "self[", "size(", "1+"])
def test_deep_nesting_is_refused(bracket: str) -> None:
    with pytest.raises(Refused, match="syntax error"):
        compile_constraint("c", (bracket * 500)[:MAX_LENGTH])


def test_overly_nested_expressions_are_undecided() -> None:
    def nested(depth: int) -> bool | str:
        return nested(depth - 1) if depth else outcome("!" * 496 + "true")

    assert nested(sys.getrecursionlimit() - len(inspect.stack()) - 300) == "it is nested too deeply"


def test_deep_but_allowed_expressions_are_evaluated() -> None:
    assert outcome("(" * 50 + "1" + ")" * 50 + " == 1") is True
    assert outcome("!" * 496 + "true") is True
    assert outcome("+".join("1" * 240) + " == 240".ljust(21)) is True  # 500 characters
    assert outcome(" || ".join(["self.Money == 4"] * 25) + " || true") is True


PIECES = st.sampled_from(
    [
        *"self game .Money .Role ['Tags'] [ ] ( ) ! - + * / % < <= == != in && || , . // \\ é".split(),
        *"1 0 2.5 1u 'a' null true size( {} has(".split(),
        "\n",
        '"b"',
    ]
)


def only_its_error(text: str) -> None:
    try:
        constraint = compile_constraint("c", text)
    except Refused as error:
        assert str(error).isprintable()
    else:
        for values in (VALUES, {}, dict.fromkeys(VALUES)):
            try:
                assert isinstance(constraint.expression.holds(values, GAME), bool)
            except ConstraintError as error:
                assert str(error)


@given(
    st.text(max_size=MAX_LENGTH + 20)
    | st.builds(str.join, st.sampled_from(["", " "]), st.lists(PIECES, max_size=60))
)
def test_any_text_is_an_expression_or_refused(text: str) -> None:
    only_its_error(text)


OPERANDS = st.sampled_from(
    [
        "self.Money",
        "self.Role",
        "self.Tags",
        "self.Level",
        "1",
        "'a'",
        "['a']",
        "null",
        "true",
        "2.5",
        "game.Phase",
        "[self.Level]",
    ]
)
EXPRESSIONS = st.recursive(
    OPERANDS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+ - * / % < <= > >= == != in && ||".split()), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        inner.map(lambda t: f"!{t}"),
        inner.map(lambda t: f"size({t})"),
    ),
    max_leaves=6,
)


@given(EXPRESSIONS)
def test_any_expression_ends_in_true_false_or_a_reason(text: str) -> None:
    only_its_error(text)


# What holds, and what cannot be said


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
        ("!true == false", True),
        ("((1 < 2) == true) == true", True),
        ("true || true && false", True),
        ("1 + 2 * 3 == 7 && (1 + 2) * 3 == 9", True),
        ("size([1, 2,]) == 2", True),
        ("self['if'] == 'else' && self.if == 'else' && self.None == self[\"None\"]", True),
        ("size(self.None) == 0", True),
        ("self.Level == null", True),
        ("null != self.Level", False),
        ("self.Money != null && null == null && self.Tags != null", True),
        ("self.Level == null || self.Level >= 1", True),
        ("self.Level >= 1 || self.Role == 'Ghost'", True),
        ("self.Level >= 1 && self.Role == 'Cook'", False),
    ],
)
def test_expressions_that_hold_or_do_not(text: str, holds: bool) -> None:
    assert outcome(text) is holds


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("self.Mony <= 3", "Mony was not found; did you mean “Money”?"),
        ("self.Mony <= 3 || true", "Mony was not found; did you mean “Money”?"),
        ("self.Role == 'Ghost' || self.Mony > 1", "Mony was not found; did you mean “Money”?"),
        ("game.Dullness == 1", "the game's Dullness was not found"),
        ("self.Level >= 1", "its values do not fit: Level is blank"),
        ("self.Level != 3", "its values do not fit: Level is blank"),
        ("self.Level == self.Level", "its values do not fit: Level is blank"),
        ("(self.Level == 1) == (self.Level == 1)", "its values do not fit: Level is blank"),
        ("(self.Level > 1) == null", "its values do not fit: Level is blank"),
        ("null == (self.Level > 1)", "its values do not fit: Level is blank"),
        ("size([self.Level]) == 1", "its values do not fit: Level is blank"),
        ("self.Level in [1]", "its values do not fit: Level is blank"),
        (
            "self.Role in [self.Level, 'Ghost']",
            "its values do not fit: Role is “Ghost”, Level is blank",
        ),
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
        ("(1 > 0) + 1 == 2", "its values do not fit: it compares what cannot be compared"),
        ("null in [1]", "its values do not fit: it compares what cannot be compared"),
        (
            "null < 1 || [null] == [null]",
            "its values do not fit: it compares what cannot be compared",
        ),
        (
            "self.Level == null && self.Level == game.Phase",
            "its values do not fit: Level is blank, the game's Phase is blank",
        ),
        ("self.Money / 0 == 1", "it divides by zero"),
        ("self.Rate + self.Money > 1", "its values do not fit: Rate is 2.5, Money is 3"),
        ("self.Money + self.Rate > 1", "its values do not fit: Money is 3, Rate is 2.5"),
        ("self.Money", "its values do not fit: Money is 3"),
        ("self.Money && true", "its values do not fit: Money is 3"),
        ("-self.Role == 'x'", "its values do not fit: Role is “Ghost”"),
        ("!self.Money", "its values do not fit: Money is 3"),
        ("size(self.Money) == 1", "its values do not fit: Money is 3"),
        ("self.Rate / 2 > 1", "its values do not fit: Rate is 2.5"),
        ("self.Money / 0 == 1 || self.Level > 1", "it divides by zero"),
    ],
)
def test_an_undecided_expression_is_never_true(text: str, reason: str) -> None:
    assert outcome(text) == reason


@given(st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62))
def test_numbers_compare_as_python_does(left: int, right: int) -> None:
    values = {"A": left, "B": right}
    assert [outcome(f"self.A {sign} self.B", values) for sign in ("<", "<=", "==", "!=", ">", ">=")] == [
        left < right, left <= right, left == right, left != right, left > right, left >= right,
    ]  # fmt: skip
