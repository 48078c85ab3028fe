"""A dynasty's constraints: what holds, what does not, what cannot be said, and what is no expression."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset.model import Variable
from validators.profile import (
    MAX_LENGTH,
    Broken,
    ConstraintError,
    ExpressionError,
    Profile,
    Range,
    Scope,
    Undecided,
    compile_constraint,
    evaluate,
    with_ranges,
)

VALUES: dict[str, object] = {
    "Money": 3, "Level": None, "Role": "Ghost", "Sister Ship": "Kestrel", "Tags": ("a", "b"), "None": (), "Rate": 2.5, "Huge": 2**70,
    "Odd": object(), "Truth": True, "Pair": ("a", 1),
}  # fmt: skip
GAME: dict[str, object] = {"Sharpness": 4, "Phase": None}


def outcome(text: str, values: Mapping[str, object] = VALUES, scope: Scope = "player") -> bool | str:
    try:
        return compile_constraint("c", text, scope).holds(values, GAME)
    except ConstraintError as error:
        return str(error)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("self.Money <= 3", True),
        ("self.Money <= 2", False),
        ("self.Money < 3", False),
        ("self.Money > 2", True),
        ("self.Money >= 4", False),
        ('self["Sister Ship"] == "Kestrel"', True),
        ("self['Sister Ship'] != r'Kestrel'", False),
        ("self.Money + game.Sharpness == 7", True),
        ("self.Money * 2 - 1 == 5 && self.Money / 2 == 1 && self.Money % 2 == 1", True),
        ("-7 / 2 == -3 && -self.Money < 0", True),
        ("self.Role in ['Ghost', 'Cook']", True),
        ("!(self.Role in ['Cook'])", True),
        ("'a' in self.Tags && !('c' in self.Tags)", True),
        ("size(self.Tags) == 2 && self.Tags.size() < 3", True),
        ("self.Tags == ['a', 'b'] && self.Tags != ['b', 'a'] && self.Tags != ['a']", True),
        ("self.Role.startsWith('Gh') && self.Role.endsWith('st') && self.Role.contains('hos')", True),
        ("self.Money > 5 ? false : self.Role == 'Ghost'", True),
        ("self.Role + 's' == 'Ghosts' && self.Role < 'Gz'", True),
        ("size(self.Role + 's') == 6 && (self.Role + 's').startsWith('G') && 'c' in self.Tags + ['c']", True),
        ("self.Tags + ['c'] == ['a', 'b', 'c']", True),
        ("self.Rate > 2 && self.Rate <= 2.5 && self.Money == 3.0", True),
        ("0x10 == 16 && true != false", True),
        ("size(self.None) == 0", True),
        # A blank value is null where the constraint asks for it.
        ("self.Level == null", True),
        ("null != self.Level", False),
        ("self.Money != null && null == null && self.Tags != null", True),
        ("self.Level == null || self.Level >= 1", True),
        # What does not hang on the blank is decided without it.
        ("self.Level >= 1 || self.Role == 'Ghost'", True),
        ("self.Level >= 1 && self.Role == 'Cook'", False),
        ("self.Role == 'Ghost' ? self.Money == 3 : self.Level > 1", True),
    ],
)
def test_what_holds(text: str, holds: bool) -> None:
    assert outcome(text) is holds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("self.Mony <= 3", "Mony was not found"),
        ("self.Mony <= 3 || true", "Mony was not found"),
        ("self.Role == 'Ghost' || self.Mony > 1", "Mony was not found"),
        ("game.Dullness == 1", "the game's Dullness was not found"),
        ("self.Level >= 1", "it does not fit its values: Level is blank"),
        ("self.Level != 3", "it does not fit its values: Level is blank"),
        ("self.Level == self.Level", "it does not fit its values: Level is blank"),
        ("(self.Level == 1) == (self.Level == 1)", "it does not fit its values: Level is blank"),
        ("(self.Level > 1) == null", "it does not fit its values: Level is blank"),
        ("null == (self.Level > 1)", "it does not fit its values: Level is blank"),
        ("size([self.Level]) == 1", "it does not fit its values: Level is blank"),
        ("self.Level in [1]", "it does not fit its values: Level is blank"),
        ("self.Role in [self.Level, 'Ghost']", "it does not fit its values: Role is the text “Ghost”, Level is blank"),
        ("game.Phase + 1 > 0", "it does not fit its values: the game's Phase is blank"),
        ("self.Level == null && self.Level > 1", "it does not fit its values: Level is blank"),
        ("!(self.Level in [])", "it does not fit its values: Level is blank"),
        ("!('h' in '')", "it compares what cannot be compared"),
        ("self.Role <= 3", "it does not fit its values: Role is the text “Ghost”"),
        ("self.Role != 3", "it does not fit its values: Role is the text “Ghost”"),
        ("self.Money == 'x' || self.Money == 4", "it does not fit its values: Money is the number 3"),
        ("self.Money != true", "it does not fit its values: Money is the number 3"),
        ("self.Money in [true]", "it does not fit its values: Money is the number 3"),
        ("self.Money in ['3', 3]", "it does not fit its values: Money is the number 3"),
        ("self.Money in self.Money", "it does not fit its values: Money is the number 3"),
        ("'h' in self.Role", "it does not fit its values: Role is the text “Ghost”"),
        ("self.Tags != ['x', 1]", "it does not fit its values: Tags is a list"),
        ("self.Tags > ['a']", "it does not fit its values: Tags is a list"),
        ("self.Role * 2 == 'x'", "it does not fit its values: Role is the text “Ghost”"),
        ("(1 > 0) + 1 == 2", "it compares what cannot be compared"),
        ("1 < 2 < 3", "it compares what cannot be compared"),
        ("self.Money / 0 == 1", "it divides by zero"),
        ("9223372036854775807 + self.Money > 0", "it does not fit its values: Money is the number 3"),
        ("self.Rate + self.Money > 1", "it does not fit its values: Rate is the number 2.5, Money is the number 3"),
        ("self.Money + self.Rate > 1", "it does not fit its values: Money is the number 3, Rate is the number 2.5"),
        ("self.Money", "it gives a value where it should say true or false"),
        ("self.Money && true", "it gives a value where it should say true or false"),
        ("self.Huge > 1", "Huge is a number of more than 64 bits"),
        ("self.Odd == 1", "Odd is of a kind no expression can use"),
        ("self.Truth == true", "Truth is of a kind no expression can use"),
        ("size(self.Pair) == 2", "Pair is of a kind no expression can use"),
    ],
)
def test_what_cannot_be_said_is_never_true(text: str, why: str) -> None:
    assert outcome(text) == why


@pytest.mark.parametrize(
    ("text", "position", "why"),
    [
        ("", 1, "it makes no sense from the end on"),
        ("self.Money <= ", 12, "it makes no sense from '<' on"),
        ("self.Money <> 3", 13, "it makes no sense from '>' on"),
        ("self.Money = 3", 12, "it makes no sense from '=' on"),
        ("1 == 1 &&\n 2 ==\n  ) 3", 19, "it makes no sense from ')' on"),
        ("self.Money == 'x", 15, "it makes no sense from"),
        ("Money <= 3", 1, "'Money' is not known here; a variable is self.Name"),
        ("1 == self", 6, "self alone is no value"),
        ("self.Tags.all(t, t == 'a')", 1, "the function 'all' is not known here"),
        ("self.Tags.map(t, t)", 1, "the function 'map' is not known here"),
        ("has(self.Money)", 1, "the function 'has' is not known here"),
        ("contains('a', 'b')", 1, "the function 'contains' is not known here"),
        ("self.Role.matches('(a+)+')", 1, "the function 'matches' is not known here"),
        ("self.Role.size(1) == 1", 1, "size takes 0 values in brackets here, not 1"),
        ("size() == 1", 1, "size takes 1 value in brackets here, not 0"),
        ("self.Role.contains('a', 'b')", 1, "contains takes 1 value in brackets here, not 2"),
        ("self.Role.size == 1", 1, "only self and game have parts"),
        ("self.Tags[0] == 'a'", 1, "only self and game have parts"),
        ("self[1] == 'a'", 1, "only self and game have parts"),
        ("self[self.Role] == 'a'", 1, "only self and game have parts"),
        ("other.Role == 'a'", 1, "only self and game have parts"),
        ("{'a': 1} == {}", 1, "a map is not known here"),
        ("1 == .a", 6, "a name does not begin with a dot"),
        ("1 == .a(1)", 6, "a name does not begin with a dot"),
        ("self.Role{a: 1} == 1", 1, "an object is not known here"),
        ("1 == 1u", 6, "'1u' is a kind of value not known here"),
        ("1 == b'x'", 6, "\"b'x'\" is a kind of value not known here"),
        ("self[b'x'] == 1", 1, "only self and game have parts"),
        ("1 == 9223372036854775808", 6, "a number of more than 64 bits"),
        (r"self.Role == 'a\'b'", 16, "a backslash is not known here"),
        ('"' + "\\a" * 200, 2, "a backslash is not known here"),
        ("(" * 12 + "1" + ")" * 12 + " == 1", 10, "it is nested too deeply"),
        ("+".join("1" * 200), 1, "it is nested too deeply"),
        ("(" * 10_000 + "1" + ")" * 10_000, 501, "an expression has at most 500 characters, and this one 20001"),
    ],
)
def test_what_is_no_expression_is_refused_with_its_place(text: str, position: int, why: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_constraint("c", text)
    assert caught.value.why.startswith(why)
    assert caught.value.position == position
    assert str(caught.value) == f"{caught.value.why} (at character {position})"


@pytest.mark.parametrize("bracket", ["(", "[", "!", "-", "{", "![", "!(", "true?", "self[", "size("])
def test_nesting_ends_quickly(bracket: str) -> None:
    before = time.perf_counter()
    with pytest.raises(ExpressionError):
        compile_constraint("c", (bracket * 500)[:MAX_LENGTH])
    assert time.perf_counter() - before < 2


def test_what_is_deep_but_allowed_is_worked_out() -> None:
    assert outcome("(" * 7 + "1" + ")" * 7 + " == 1") is True
    assert outcome("+".join("1" * 40) + " == 40") is True
    assert outcome(" || ".join(["self.Money == 4"] * 25) + " || true") is True


def test_the_longest_expression_is_allowed() -> None:
    text = "self.Money == 3"
    assert outcome(text.ljust(MAX_LENGTH)) is True
    with pytest.raises(ExpressionError, match="at most 500"):
        compile_constraint("c", text.ljust(MAX_LENGTH + 1))


def test_a_profile_is_evaluated_for_every_player_and_once_for_the_game() -> None:
    profile = Profile(
        constraints=(
            compile_constraint("rich", "self.Money <= 20", message="too much money"),
            compile_constraint("sharp", "self.Sharpness == game.Sharpness && game.Sharpness < 4", "game"),
        )
    )
    players: dict[str, dict[str, object]] = {"Ana": {"Money": 21}, "Bo": {"Money": 20}, "Cy": {"Money": None}, "Di": {"Cash": 1}}
    assert list(evaluate(profile, players, GAME)) == [
        Broken("rich", "Ana", "too much money"),
        Undecided("rich", "Cy", "it does not fit its values: Money is blank"),
        Undecided("rich", "Di", "Money was not found"),
        Broken("sharp", None, "“self.Sharpness == game.Sharpness && game.Sharpness < 4” does not hold"),
    ]
    assert list(evaluate(Profile(), players, GAME)) == []


def test_ranges_replace_what_was_read() -> None:
    level = Variable("Level", "player", "integer", "Levels", "Each has a Level.", min=0, max=9)
    role = Variable("Role", "player", "choice", "Roles", "Each has a Role.", choices=("Cook",))
    profile = Profile(ranges={"Level": Range(min=1), "Role": Range(max=2, choices=("Ghost",))})
    first, second, third = with_ranges(profile, (level, role, Variable("X", "game", "integer", "r", "q", min=3)))
    assert (first.min, first.max, first.choices) == (1, 9, None)
    assert (second.min, second.max, second.choices) == (None, 2, ("Ghost",))
    assert third.min == 3


PIECES = st.sampled_from(
    [
        *"self game .Money .Role ['Tags'] [ ] ( ) ! - + * / % < <= == != in && || ? : , . // \\ é".split(),
        *"1 0 2.5 0x1 1u 'a' null true size( .size() {} has( .all(".split(),
        "\n",
        '"b"',
    ]
)


def only_its_error(text: str) -> None:
    before = time.perf_counter()
    try:
        constraint = compile_constraint("c", text)
    except ExpressionError as error:
        assert 1 <= error.position <= MAX_LENGTH + 1
    else:
        for values in (VALUES, {}, dict.fromkeys(VALUES)):
            try:
                assert isinstance(constraint.holds(values, GAME), bool)
            except ConstraintError as error:
                assert str(error)
    assert time.perf_counter() - before < 5


@given(st.text(max_size=MAX_LENGTH + 20))
def test_any_text_is_an_expression_or_refused(text: str) -> None:
    only_its_error(text)


@given(st.lists(PIECES, max_size=60), st.sampled_from(["", " "]))
def test_any_pieces_are_an_expression_or_refused(pieces: list[str], gap: str) -> None:
    only_its_error(gap.join(pieces))


OPERANDS = st.sampled_from(
    ["self.Money", "self.Role", "self.Tags", "self.Level", "1", "'a'", "['a']", "null", "true", "2.5", "game.Phase", "[self.Level]"]
)
EXPRESSIONS = st.recursive(
    OPERANDS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+ - * / % < <= > >= == != in && ||".split()), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} ? {t[1]} : {t[2]})"),
        inner.map(lambda t: f"!{t}"),
        inner.map(lambda t: f"size({t})"),
        st.tuples(inner, inner).map(lambda t: f"{t[0]}.contains({t[1]})"),
    ),
    max_leaves=6,
)


@given(EXPRESSIONS)
def test_any_expression_ends_in_true_false_or_a_reason(text: str) -> None:
    only_its_error(text)


@given(st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62))
def test_numbers_compare_as_python_does(left: int, right: int) -> None:
    values = {"A": left, "B": right}
    assert [outcome(f"self.A {sign} self.B", values) for sign in ("<", "<=", "==", "!=", ">", ">=")] == [
        left < right, left <= right, left == right, left != right, left > right, left >= right,
    ]  # fmt: skip
