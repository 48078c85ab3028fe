"""Whatever a post's body is made of: it is read without an error, in bounded work, and nothing within quotes is an instruction."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.proposals import read_instructions, tokens
from parsers.proposals.model import InstructionKind
from tests.parsers.proposals.test_wordings import CASES

TEXTS = [str(case.values[0]) for case in CASES]
PIECES = (
    "<p>|</p>|<blockquote>|</blockquote>|<ul><li>|</li></ul>|<br>|<hr>|<h2>|</h2>|<s>|</s>|<b>|</b>|<pre>|</pre>|<table><tr><td>|</table>|"
    "<img alt=x>|"
    "“|”|\"|'|’|…|.|,|:|;| if | unless | it | the rule | with | instead |{{|~~~~|==X==|\n* |&nbsp;|&#0;|\ud800|\x00"
).split("|")
BODIES = st.lists(st.sampled_from(TEXTS) | st.sampled_from(PIECES), max_size=8).map("".join)


@settings(max_examples=25, deadline=None)
@given(BODIES | st.text(max_size=80))
def test_any_text_is_read(html: str) -> None:
    found = read_instructions(html)
    assert all(each.quote for each in found.listed)


@pytest.mark.slow
@settings(max_examples=2_000, deadline=None)
@given(BODIES, st.integers(0, 200), st.sampled_from(PIECES))
def test_any_damaged_text_is_read(html: str, place: int, piece: str) -> None:
    read_instructions(html[:place] + piece + html[place + 1 :])


@pytest.mark.slow
@settings(max_examples=4_000, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 40), st.integers(1, 40), st.sampled_from(["", ".", ":", "</p><blockquote>x</blockquote>"]))
def test_any_part_of_a_text_is_read(html: str, start: int, count: int, end: str) -> None:
    words = html.split(" ")
    read_instructions(f"<p>Repeal the rule “Doors”.</p><p>{' '.join(words[start : start + count])}{end}")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<p>Let</p>", id="let"),
        pytest.param("<p>Replace the entire contents of the rule “Doors” with the following</p>", id="with the following"),
        pytest.param("<p>Add a rule with the following<p>In text:</p><blockquote>x</blockquote>", id="a sentence cut by a block"),
        pytest.param("<p>Remove “Coins are round.” “” and “Debts”.</p>", id="an empty quotation"),
        pytest.param("<p>Yours<h2> etc.</p>", id="yours"),
        pytest.param("<p>Omit “Coins are round.” from try.</p>", id="try"),
        pytest.param("== ,Closing ==\n\n# The Mist becomes 0.", id="a heading of a comma"),
    ],
)
def test_what_ends_early_is_read(text: str) -> None:
    """Readers that look for words behind others come to the end of the sentence."""
    read_instructions(text)


@pytest.mark.parametrize("text", TEXTS[::7])
def test_instructions_in_a_new_rule_are_its_text(text: str) -> None:
    found = read_instructions(f"<p>Add a rule called “Songs”:</p><blockquote>{text}</blockquote>").listed
    assert len(found) == 1
    assert found[0].kind in {InstructionKind.ADD_RULE, InstructionKind.ADD_TEXT}
    assert found[0].kind is InstructionKind.ADD_RULE or found[0].why is not None


@pytest.mark.parametrize("piece", ["<p>Repeal “A”, which is old.</p>", "“a” ", "In the rule “A”, ", "<b>A</b> ", "<li>", "<i>", "word "])
def test_work_grows_with_the_text(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 0
    take = tokens.TokenCursor.take

    def counted(cursor: tokens.TokenCursor, phrase: str) -> bool:
        nonlocal steps
        steps += 1
        return take(cursor, phrase)

    monkeypatch.setattr(tokens.TokenCursor, "take", counted)
    counts = []
    for size in (50, 100):
        steps = 0
        read_instructions(f"<p>{piece * size}</p>")
        counts.append(steps)
    assert counts[1] <= 2.5 * counts[0] + 2_000
