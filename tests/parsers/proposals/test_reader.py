"""What a matter's text instructs, one wording after the other."""

from __future__ import annotations

import pytest

from parsers.proposals import read_instructions
from parsers.proposals.model import Instruction, InstructionKind, Instructions, Relation, RuleName, RulePassage, Unit


def one(html: str) -> Instruction:
    """The only instruction of a text, which has to be understood."""
    (instruction,) = read_instructions(html).listed
    assert instruction.why is None, instruction.why
    return instruction


def kinds(html: str) -> list[str]:
    """What kinds of instruction a text has; those that are left with a question mark."""
    return [f"{each.kind.value}{'?' if each.why else ''}" for each in read_instructions(html).listed]


def test_a_new_rule() -> None:
    found = one(
        "<p>Add a rule called “Doors” to the Ruleset:</p><blockquote><p>A door is <b>open</b>.</p></blockquote><p>I like doors.</p>"
    )
    assert (found.kind, found.rule, found.new, found.where) == (
        InstructionKind.ADD_RULE,
        RuleName("Doors"),
        "A door is '''open'''.",
        None,
    )


def test_a_replacement_within_a_sentence_of_a_rule() -> None:
    found = one("<p>In the second sentence of the rule “Doors”, change “is open” to “is shut”.</p>")
    sentence = RulePassage(Unit.SENTENCE, order=2)
    assert found.old == RulePassage(Unit.PHRASE, "is open", within=sentence)
    assert (found.rule, found.new) == (RuleName("Doors"), "is shut")


def test_remarks_are_no_instructions() -> None:
    found = read_instructions("<p>Repeal the rule “Doors”.</p><p>Nobody used it. This does not repeal “Windows”.</p>")
    assert len(found.listed) == 1
    assert found.remarks == ("Nobody used it.", "This does not repeal “Windows”.")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Let the Emperor pick a rule and repeal it.", id="choice"),
        pytest.param("Uphold all actions of Ana.", id="uphold"),
        pytest.param("Repeal a rule at random.", id="chance"),
        pytest.param("Replace the rule “Doors” with the text at this link.", id="text from outside"),
        pytest.param("Repeal the rule “Doors” unless the enacting admin dislikes that.", id="judgement"),
        pytest.param("Replace “four” with “five.”", id="whose full stop"),
    ],
)
def test_what_is_not_understood_is_left(text: str) -> None:
    (found,) = read_instructions(f"<p>{text}</p>").listed
    assert found.why is not None
    assert found.quote == text


def test_text_within_quotes_is_no_instruction() -> None:
    inside = "<blockquote><p>Repeal the rule “Doors”.</p></blockquote>"
    assert kinds(f"<p>Add a rule called “Songs”:</p>{inside}") == ["add-rule"]
    assert kinds(f"<p>As Ana once put it:</p>{inside}") == ["other?"]


def test_the_place_of_a_subrule() -> None:
    where = one("<p>Add a subrule to the rule “Doors” called “Locks”: “A lock is shut.”</p>").where
    assert where is not None
    assert (where.relation, where.rule) == (Relation.END, RuleName("Doors"))


def test_too_much_is_not_read() -> None:
    assert read_instructions("x" * 1_000_001) == Instructions((), unread="the text is longer than 1,000,000 characters")
    many = read_instructions("<p>Repeal the rule “Doors”.</p>" * 201)
    assert many.unread == "the matter has more than 200 instructions"
    assert {each.why for each in many.listed} == {many.unread}
    deep = read_instructions("<div>" * 70 + "Repeal the rule “Doors”." + "</div>" * 70)
    assert deep == Instructions((), unread="the text's markup is nested too deeply")


@pytest.mark.parametrize(
    "text",
    [
        "“Tolls” gets repealed, and nobody misses it.",
        "The last sentence in “Coal” now reads: “Coal is heavy.”",
        "The most Coal goes from 30 to 40.",
        "Upon enactment, the Toll is 5.",
        "The Toll is now 5.",
        "Toll = 5",
        "Ana: +3 Coal",
        "Everyone who voted FOR this proposal gains 2 Coal.",
        "In “Lamps”, do the same with “Basin” and “Lock”.",
        "== Piracy ==",
        "~~Repeal Coal~~ Repeal Tolls.",
        "[s]Repeal Coal.[/s] Repeal Tolls.",
        "Edit: replace “a” with “b” in the rule “Coal”.",
        "In “Coal”, replace " + "“" * 5000,
    ],
)
def test_what_may_be_asked_for_is_no_commentary(text: str) -> None:
    (found,) = read_instructions(f"<p>{text}</p>").listed
    assert found.why is not None


@pytest.mark.parametrize(
    "html",
    [
        "<p>Repeal the rule “Lamps”.</p><p>Do not repeal it if “Tolls” was enacted.</p>",
        "<ul><li>Repeal the rule “Lamps”.</li></ul><p>or</p><ul><li>Repeal the rule “Tolls”.</li></ul>",
        "<p>Nothing in this proposal is to be done before Monday.</p><p>Repeal the rule “Lamps”.</p>",
        "<p>Set the Toll to 7.</p><p>EVCs: if you want 8 instead, say EIGHT.</p>",
        "<p>Repeal the rule “Moorings”. Its subrules are kept as rules of their own.</p>",
        "<p>Repeal the rule “Tolls”.</p><p>(Only the second paragraph, that is.)</p>",
        "<p>Repeal the rule “Tolls”.</p><p>On second thoughts, don't.</p>",
    ],
)
def test_what_bears_on_other_instructions_leaves_them(html: str) -> None:
    found = read_instructions(html).listed
    assert found and all(each.why is not None for each in found)


@pytest.mark.parametrize(
    ("html", "unread"),
    [
        pytest.param("<ul><li>" * 8 + "Repeal the rule “Doors”.", "the matter's lists are nested too deeply", id="nested lists"),
        pytest.param("<p>It is so.</p>" * 3_001, "the matter has more than 3,000 lines", id="lines"),
        pytest.param("<p>It is so.</p>" * 3_000, None, id="not too many lines"),
    ],
)
def test_what_bounds_a_matter(html: str, unread: str | None) -> None:
    assert read_instructions(html).unread == unread


def test_a_text_that_is_too_long_for_a_rule() -> None:
    (found,) = read_instructions(f"<p>Add a rule called “Songs”:</p><blockquote>{'song ' * 40_001}</blockquote>").listed
    assert found.why == "the text is too long for a rule"


def test_too_many_quotation_marks_are_not_read() -> None:
    (found,) = read_instructions(f"<p>Repeal “A” {'“B”' * 201}</p>").listed
    assert found.why == "the sentence is too long"


def test_struck_text_is_a_remark() -> None:
    found = read_instructions("<p><s>Repeal the rule “Doors”.</s></p><p>Repeal the rule <s>“A”</s> “B”.</p>")
    assert [each.rule for each in found.listed] == [RuleName("B")]
    assert found.listed[0].quote == "Repeal the rule “B”."
    assert found.remarks == ("Repeal the rule “Doors”.", "“A”")
