"""What cannot be read is refused with its position; everything else is true, false or undecided with a reason."""

from __future__ import annotations

import ast
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validators.profile.dynasty_profile import Scope, compile_constraint
from validators.profile.evaluation import ConstraintError, _Evaluation
from validators.profile.expression import MAX_LENGTH, ExpressionError

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


@pytest.mark.parametrize(
    ("text", "position", "why"),
    [
        pytest.param("", 1, "syntax error at the end", id="nothing"),
        pytest.param("self.Money <= ", 15, "syntax error at the end", id="a side is missing"),
        pytest.param("self.Money <> 3", 13, "syntax error at '>'", id="two signs"),
        pytest.param("self.Money 3", 12, "syntax error at '3'", id="no sign"),
        pytest.param("self.Money ** 3", 13, "syntax error at '*'", id="a power"),
        pytest.param("self.Money = 3", 12, "'=' compares nothing; did you mean '=='?", id="one equals sign"),
        pytest.param("1 == 1 &&\n 2 ==\n  ) 3", 19, "syntax error at ')'", id="a bracket on the third line"),
        pytest.param("(1 == 1", 1, "syntax error at '('", id="an open bracket"),
        pytest.param("(1, 2) == 1", 1, "syntax error", id="a pair"),
        pytest.param("size(*self.Tags) == 1", 6, "syntax error", id="a star before a value"),
        pytest.param("+1 == 1", 1, "syntax error", id="a plus before a number"),
        pytest.param("self.Money == 'x", 15, "unclosed text", id="an open quote"),
        pytest.param("self.Role in ['Cook' 'Ghost']", 22, "an operator or a comma is missing", id="a missing comma"),
        pytest.param("Money <= 3", 1, "unknown name 'Money'; a variable is self.Name", id="a bare name"),
        pytest.param("flase", 1, "unknown name 'flase'; did you mean “false”?", id="a mistyped word"),
        pytest.param("1 == self", 6, "unknown name 'self'; a variable is", id="self alone"),
        pytest.param("self.Role if true else false", 11, "unknown name 'if'", id="Python"),
        pytest.param("__import__('os')", 1, "unknown function '__import__'", id="an import"),
        pytest.param("self.Tags[0]('a')", 1, "syntax error", id="a call of a value"),
        pytest.param("size(1, 2) == 1", 1, "wrong number of values for size; write size(x)", id="a value too many"),
        pytest.param("self.Role.__class__ == 1", 10, "unexpected '.'", id="an attribute"),
        pytest.param("self.Tags[0] == 'a'", 1, "only self and game have parts", id="an index"),
        pytest.param("all(self.Tags)", 1, "unknown function 'all'; known: size", id="another function"),
        pytest.param("size() == 1", 1, "wrong number of values for size", id="a value too few"),
        pytest.param("self[self.Role] == 'a'", 1, "only self and game have parts", id="a computed name"),
        pytest.param("other.Role == 'a'", 1, "unknown name 'other'", id="somebody else"),
        pytest.param("{'a': 1} == {}", 1, "unexpected '{'", id="a map"),
        pytest.param("self.3", 1, "unknown name 'self'", id="a dot before a number"),
        pytest.param("1 == 1u", 7, "unknown name 'u'", id="an unsigned number"),
        pytest.param("self.Größe == 1", 8, "unexpected 'ö'", id="a letter outside ASCII"),
        pytest.param(r"self.Role == 'a\'b'", 16, "a backslash is not allowed", id="a backslash"),
        pytest.param('"' + "\\a" * 200, 2, "a backslash is not allowed", id="many backslashes"),
        pytest.param("(" * 240 + "1" + ")" * 240 + " == 1", 201, "syntax error at '('", id="240 brackets"),
        pytest.param("!" * 50 + "true", 51, "it is nested too deeply", id="51 levels"),
        pytest.param("+".join("1" * 200), 1, "it is nested too deeply", id="200 terms"),
        pytest.param("(" * 10_000 + "1" + ")" * 10_000, 501, "an expression has at most 500 characters, and this one 20001", id="too long"),
        pytest.param("1 == 1".ljust(501), 501, "an expression has at most 500 characters", id="a character too long"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_position(text: str, position: int, why: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_constraint("c", text)
    assert caught.value.why.startswith(why)
    assert caught.value.position == position
    assert str(caught.value) == f"{caught.value.why} (at character {position})"


@pytest.mark.parametrize("bracket", ["(", "[", "!", "-", "![", "!(", "self[", "size(", "1+"])
def test_deep_nesting_is_refused(bracket: str) -> None:
    with pytest.raises(ExpressionError, match=r"nested|syntax"):
        compile_constraint("c", (bracket * 500)[:MAX_LENGTH])


def test_a_parser_that_gives_up_refuses_the_expression(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr("validators.profile.expression.ast.parse", give_up)
    with pytest.raises(ExpressionError, match="nested too deeply"):
        compile_constraint("c", "true")


def test_what_is_deep_but_allowed_is_evaluated() -> None:
    assert outcome("(" * 50 + "1" + ")" * 50 + " == 1") is True
    assert outcome("!" * 48 + "true") is True
    assert outcome("+".join("1" * 40) + " == 40".ljust(421)) is True  # 500 characters
    assert outcome(" || ".join(["self.Money == 4"] * 25) + " || true") is True


def test_every_part_is_evaluated_at_most_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    evaluate = _Evaluation.value

    def counting(self: _Evaluation, node: ast.expr) -> object:
        seen.append(node)
        return evaluate(self, node)

    monkeypatch.setattr(_Evaluation, "value", counting)
    assert outcome(" + ".join(["(self.Money * 1)"] * 12) + " == 36") is True
    assert len(seen) == len({id(node) for node in seen})


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
    except ExpressionError as error:
        assert 1 <= error.position <= MAX_LENGTH + 1
    else:
        for values in (VALUES, {}, dict.fromkeys(VALUES)):
            try:
                assert isinstance(constraint.expression.holds(values, GAME), bool)
            except ConstraintError as error:
                assert str(error)


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
