"""Sentences that somebody calls commentary: they hold nothing back, and what is understood is not called so."""

from __future__ import annotations

import pytest

from parsers.proposals import read_instructions
from parsers.proposals.applying.alike import begins

REPEAL = "<p>Repeal the rule “Doors”.</p>"


@pytest.mark.parametrize(
    ("sentence", "beginning"),
    [
        pytest.param("<p>That tower leans.</p>", "That tower", id="not understood"),
        pytest.param("<p>Boats also float.</p>", "Boats also float", id="its last words, without the full stop"),
        pytest.param("<p>That was a typo.</p>", "that was", id="talk that may bear on what is done"),
        pytest.param("<p>“Doors”: lean that way.</p>", '"Doors": lean', id="other quotation marks"),
        pytest.param("<p>But this one stands.</p>", "But this", id="what may put something else in its place"),
        pytest.param("<p>It can wait until Friday.</p>", "It can wait", id="what puts it off"),
    ],
)
def test_what_is_called_commentary_holds_nothing_back(sentence: str, beginning: str) -> None:
    held = read_instructions(REPEAL + sentence)
    assert held.listed[0].why is not None or len(held.listed) > 1
    assert len(held.unclear) == 1
    assert held.declared == ()
    called = read_instructions(REPEAL + sentence, [beginning])
    assert [(each.why, each.quote) for each in called.listed] == [(None, "Repeal the rule “Doors”.")]
    assert (called.unclear, called.declared) == ((), held.unclear)
    assert held.unclear[0] in called.remarks


def test_words_above_that_may_deny_what_is_below() -> None:
    text = "<p>Bo is not going to</p><p>Repeal the rule “Doors”.</p>"
    assert read_instructions(text).listed[-1].why is not None
    called = read_instructions(text, ["Bo is not"])
    assert [each.why for each in called.listed] == [None]


def test_a_block_quote_that_no_instruction_announces() -> None:
    text = f"<blockquote>Remove all Doors.</blockquote>{REPEAL}"
    assert read_instructions(text).unclear == ("Remove all Doors.",)
    called = read_instructions(text, ["Remove all"])
    assert [(each.why, each.quote) for each in called.listed] == [(None, "Repeal the rule “Doors”.")]
    assert called.declared == ("Remove all Doors.",)


def test_what_is_understood_is_no_commentary() -> None:
    called = read_instructions(REPEAL, ["Repeal"])
    assert [each.why for each in called.listed] == [None]
    assert called.declared == ()


def test_a_quotation_that_is_not_closed_stays_in_doubt() -> None:
    text = "<p>“Boats float, and</p><p>Repeal the rule “Doors”.</p>"
    assert all(each.why is not None for each in read_instructions(text, ["“Boats"]).listed)


@pytest.mark.parametrize(
    ("beginning", "does"),
    [
        pytest.param("Boats also", True, id="words"),
        pytest.param("boats ALSO", True, id="case"),
        pytest.param("Boats als", False, id="part of a word"),
        pytest.param("Boats also float…", True, id="dots"),
        pytest.param("also", False, id="its middle"),
        pytest.param(" . ", False, id="nothing"),
        pytest.param("Boats  also", True, id="blanks"),
    ],
)
def test_beginnings(beginning: str, does: bool) -> None:
    assert begins("Boats also float.", beginning) is does
