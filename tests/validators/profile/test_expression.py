"""What cannot be read is refused; everything else is true, false or undecided with a reason."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.refusal import Refused
from tests.support.rows import rows
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


LONG = [
    pytest.param("(" * 240 + "1" + ")" * 240 + " == 1", "it is not understood", id="240 brackets"),
    pytest.param(
        "1 == 1".ljust(501),
        "an expression has at most 500 characters, and this one 501",
        id="a character too long",
    ),
]


@pytest.mark.parametrize(
    ("text", "why"), [*rows(__file__, "what_cannot_be_read_is_refused"), *LONG]
)
def test_what_cannot_be_read_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused) as caught:
        compile_constraint("c", text)
    assert str(caught.value).startswith(why)


@pytest.mark.parametrize("bracket", ["(", "[", "!", "-", "![", "!(", "self[", "size(", "1+"])
def test_deep_nesting_is_refused(bracket: str) -> None:
    with pytest.raises(Refused, match="understood"):
        compile_constraint("c", (bracket * 500)[:MAX_LENGTH])


def test_what_the_interpreter_cannot_nest_is_undecided() -> None:
    def nested(depth: int) -> bool | str:
        return nested(depth - 1) if depth else outcome("!" * 496 + "true")

    assert nested(sys.getrecursionlimit() - len(inspect.stack()) - 300) == "it is nested too deeply"


def test_what_is_deep_but_allowed_is_evaluated() -> None:
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


@pytest.mark.parametrize(("text", "holds"), rows(__file__, "what_holds"))
def test_what_holds(text: str, holds: bool) -> None:
    assert outcome(text) is holds


@pytest.mark.parametrize(("text", "why"), rows(__file__, "what_cannot_be_said_is_never_true"))
def test_what_cannot_be_said_is_never_true(text: str, why: str) -> None:
    assert outcome(text) == why


@given(st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62))
def test_numbers_compare_as_python_does(left: int, right: int) -> None:
    values = {"A": left, "B": right}
    assert [outcome(f"self.A {sign} self.B", values) for sign in ("<", "<=", "==", "!=", ">", ">=")] == [
        left < right, left <= right, left == right, left != right, left > right, left >= right,
    ]  # fmt: skip
