"""What cannot be read is refused with its position; everything else is true, false or undecided with a reason."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.validators.profile.outcomes import GAME, VALUES, outcome
from validators.profile.evaluation import ConstraintError, _Evaluation
from validators.profile.expression import MAX_LENGTH, ExpressionError
from validators.profile.terms import compile_constraint


@pytest.mark.parametrize(
    ("text", "position", "why"),
    [
        pytest.param("", 1, "syntax error at the end", id="nothing"),
        pytest.param("self.Money <= ", 15, "syntax error at the end", id="a side is missing"),
        pytest.param("self.Money <> 3", 13, "syntax error at '>'", id="two signs"),
        pytest.param("self.Money 3", 12, "syntax error at '3'", id="no sign"),
        pytest.param("self.Money ** 3", 13, "syntax error at '*'", id="a power"),
        pytest.param("self.Money = 3", 12, "'=' compares nothing; did you mean '=='?", id="one equals sign"),
        pytest.param("1 == 1 &&\n 2 ==\n  ) 3", 19, "unexpected ')'", id="a bracket on the third line"),
        pytest.param("(1 == 1", 8, "a bracket is not closed", id="an open bracket"),
        pytest.param("(1, 2) == 1", 1, "syntax error", id="a pair"),
        pytest.param("size(*self.Tags) == 1", 6, "syntax error", id="a star before a value"),
        pytest.param("+1 == 1", 1, "syntax error", id="a plus before a number"),
        pytest.param("self.Money == 'x", 15, "unclosed text", id="an open quote"),
        pytest.param("self.Role in ['Cook' 'Ghost']", 22, "an operator or a comma is missing", id="a missing comma"),
        pytest.param("Money <= 3", 1, "unknown name 'Money'; a variable is self.Name", id="a bare name"),
        pytest.param("flase", 1, "unknown name 'flase'; did you mean 'false'?", id="a mistyped word"),
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
        pytest.param("other.Role == 'a'", 6, "unexpected '.'", id="somebody else"),
        pytest.param("{'a': 1} == {}", 1, "unexpected '{'", id="a map"),
        pytest.param("self.3", 5, "unexpected '.'", id="a dot before a number"),
        pytest.param("1 == 1u", 7, "unknown name 'u'", id="an unsigned number"),
        pytest.param("self.Größe == 1", 8, "unexpected 'ö'", id="a letter outside ASCII"),
        pytest.param(r"self.Role == 'a\'b'", 16, "a backslash is not allowed", id="a backslash"),
        pytest.param('"' + "\\a" * 200, 2, "a backslash is not allowed", id="many backslashes"),
        pytest.param("(" * 51 + "1" + ")" * 51 + " == 1", 51, "it is nested too deeply", id="51 brackets"),
        pytest.param("+".join("1" * 200), 1, "it is nested too deeply", id="200 terms"),
        pytest.param("(" * 10_000 + "1" + ")" * 10_000, 501, "an expression has at most 500 characters, and this one 20001", id="too long"),
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
    with pytest.raises(ExpressionError, match=r"nested|not closed|syntax"):
        compile_constraint("c", (bracket * 500)[:MAX_LENGTH])


def test_a_parser_that_gives_up_refuses_the_expression(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr("validators.profile.expression.ast.parse", give_up)
    with pytest.raises(ExpressionError, match="nested too deeply"):
        compile_constraint("c", "true")


def test_what_is_deep_but_allowed_is_evaluated() -> None:
    assert outcome("(" * 50 + "1" + ")" * 50 + " == 1") is True
    assert outcome("+".join("1" * 40) + " == 40") is True
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


def test_the_longest_expression_is_allowed() -> None:
    text = "self.Money == 3"
    assert outcome(text.ljust(MAX_LENGTH)) is True
    with pytest.raises(ExpressionError, match="at most 500"):
        compile_constraint("c", text.ljust(MAX_LENGTH + 1))


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
