"""Whole posts read: which sentences are steps, which are open, and that nothing in a text is an
instruction.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.instructions.forms import forms
from parsers.instructions.reader import read_instructions
from tests.parsers.blog.raw import only_post, page, post
from tests.parsers.instructions.in_short import in_short
from tests.support.cases import cases


def read(html: str) -> tuple[list[str], list[str]]:
    """The steps in short, and the open sentences."""
    found = read_instructions(html)
    return [in_short(step) for step in found.steps], list(found.open)


@cases("posts")
def test_steps_and_unread_sentences_of_a_post(
    html: str, steps: list[str], sentences: list[str]
) -> None:
    assert read(only_post(page(post(body=html))).html) == (steps, sentences)


@pytest.mark.parametrize(
    "form",
    [form for form in forms() if not form.listed][::4],
    ids=lambda form: form.takes[0][0][:40],
)
def test_instructions_in_a_new_rule_are_its_text(form: object) -> None:
    sentence = form.takes[0][0]  # type: ignore[attr-defined]
    steps, _ = read(f"<p>Add a rule called “Songs”:</p><blockquote><p>{sentence}</p></blockquote>")
    assert [step.partition(" =")[0] for step in steps] in ([], ["add-rule Songs"])


HOSTILE = {
    "too long": "x" * 1_000_001,
    "too deep": "<div>" * 5_000 + "Repeal “Doors”.",
    "too many": "<p>Repeal “Doors”.</p>" * 1_001,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_oversized_texts_are_open_as_a_whole(case: str) -> None:
    found = read_instructions(HOSTILE[case])
    assert found.steps == ()
    assert found.unread is not None
    assert found.open == (f"The whole text of the matter: {found.unread}",)


@pytest.mark.parametrize(("depth", "steps"), [(59, 1), (60, 0)])
def test_markup_is_read_down_to_a_depth(depth: int, steps: int) -> None:
    found = read_instructions("<div>" * depth + "Repeal “Doors”." + "</div>" * depth)
    assert len(found.steps) == steps
    assert (found.unread is None) is bool(steps)


@pytest.mark.parametrize(("quotations", "steps"), [(2_047, 1), (2_048, 0)])
def test_a_paragraph_has_so_many_quotations_at_most(quotations: int, steps: int) -> None:
    said = "“a” " * (quotations - 1)
    assert len(read_instructions(f"<p>Say {said}. Repeal “Doors”.</p>").steps) == steps


def test_a_thousand_steps_are_read() -> None:
    found = read_instructions("<p>Repeal “Doors”.</p>" * 1_000)
    assert (len(found.steps), found.unread) == (1_000, None)


LONG = {
    "a paragraph": "<p>" + "Repeal the rule “Doors” and " * 4_000 + "</p>",
    "quotations": "<p>" + "“a” " * 20_000 + "</p>",
    "quotation marks": "<p>" + '"' * 50_000 + "</p>",
    "lists": "<ul><li>" * 500,
    "lines": "a<br>" * 10_000,
    "block quotes": "<p>add</p>" + "<blockquote>x</blockquote>" * 1_000,
    "names": "<p>Repeal " + "Doors of " * 20_000 + "</p>",
}


@pytest.mark.parametrize("case", LONG)
def test_a_long_text_is_read(case: str) -> None:
    """A reader whose work grew faster than the text would not come back."""
    assert read_instructions(LONG[case]).open != ()


@pytest.mark.parametrize(("depth", "steps"), [(4, ["repeal-rule Doors"]), (5, [])])
def test_a_list_that_is_too_deep_is_open(depth: int, steps: list[str]) -> None:
    lists = "<ul><li>" * depth + "Repeal the rule “Doors”." + "</li></ul>" * depth
    made, sentences = read(f"<p>Do all of this:</p>{lists}")
    assert made == steps
    assert any("Doors" in each for each in sentences) is not bool(steps)


PIECES = (
    "<p>|</p>|<blockquote>|</blockquote>|<ul><li>|</li></ul>|<br>|<hr>|<h2>|<s>|</s>|<b>|</b>|<pre>|</pre>|<table><tr><td>|</table>|<img>|“|”|\"|'|’|…|.|,|:|;|"
    " if | it | the rule |{{|~~~~|==X==|\n* |&nbsp;|&#0;|\ud800|\x00|\ue000|\uf000|Repeal |Add | to"
    " |Doors"
).split("|")
TEXTS = [sentence for form in forms() for sentence, _ in form.takes]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(TEXTS) | st.sampled_from(PIECES), max_size=8).map("".join)
    | st.text(max_size=80)
)
def test_any_text_is_read(html: str) -> None:
    found = read_instructions(html)
    assert all(each.quote for each in found.steps)
    assert not any(
        set(each) & set("\ue000\uf000\ufff9\ufffc\x0e\x11\x12")
        for each in (*found.open, *found.struck, *(step.quote for step in found.steps))
    )
