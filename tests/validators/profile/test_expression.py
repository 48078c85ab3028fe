"""What is no expression is refused, quickly and with its place; everything else ends in true, false or a reason."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.validators.profile.outcomes import GAME, VALUES, outcome
from validators.profile import MAX_LENGTH, ConstraintError, ExpressionError, compile_constraint


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
