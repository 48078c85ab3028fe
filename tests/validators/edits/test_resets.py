"""Changes of the kinds that an Ascension Address makes."""

from __future__ import annotations

import pytest

from tests.validators.edits.ruleset_edits import RULES, changed
from validators.edits.resets import is_reset
from validators.edits.sentences import SentenceChange, sentence_changes, shown_sentences

SPECIAL = RULES.replace("= Appendix", "= Special Case =\n== Fog [Inactive] ==\nFog is thick.\n= Appendix")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(SPECIAL.replace("Player", "Lamplighter"), True, id="a term replaced"),
        pytest.param(SPECIAL.replace("A Player", "An Iron Lamplighter"), True, id="another article"),
        pytest.param(SPECIAL.replace("[Inactive]", "[Active]"), True, id="a status"),
        pytest.param(SPECIAL.replace("== Boats ==\nA Boat has room for two.\n", ""), True, id="a dynastic rule repealed"),
        pytest.param(SPECIAL.replace("Fog is thick.", ""), False, id="another text removed"),
        pytest.param(SPECIAL.replace("5 Oil", "6 Oil"), False, id="a number"),
        pytest.param(SPECIAL.replace("Each Player has 5", "No Player has 5"), False, id="a quantity"),
        pytest.param(SPECIAL.replace("may not sell", "may sell"), False, id="a negation"),
        pytest.param(SPECIAL.replace("Oil burns.", "Oil burns. It smells."), False, id="a sentence added"),
        pytest.param(SPECIAL.replace("== Votes ==\n", ""), False, id="a heading removed"),
        pytest.param(SPECIAL.replace("== Boats ==", "A boat."), False, id="a heading made text"),
        pytest.param(SPECIAL.replace("has room for two", "x " * 3_001), False, id="too long to be compared"),
    ],
)
def test_what_an_address_does(text: str, expected: bool) -> None:
    changes = sentence_changes(SPECIAL, text)
    assert changes
    if expected:
        assert all(map(is_reset, changes))
    else:
        assert not all(map(is_reset, changes))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("As a Daily Action, a Rower", "As a Weekly Action, a Rower", False, id="how often"),
        pytest.param("Until Monday, a Rower", "Until Friday, a Rower", False, id="a weekday"),
        pytest.param("May be Enacted", "May be Failed", False, id="a status of matters"),
        pytest.param("Until Noon, a Rower", "Until Dusk, a Rower", True, id="names of the dynasty"),
    ],
)
def test_words_of_the_game_are_no_terms(old: str, new: str, expected: bool) -> None:
    assert is_reset(SentenceChange(3, (f"{old} rows.",), (f"{new} rows.",))) is expected


def test_a_heading_that_became_a_sentence_is_no_reset() -> None:
    change = SentenceChange(3, (*shown_sentences("== Boats ==").lines,), ("Boats",))
    assert not is_reset(change)


def test_the_page_of_the_tests_is_a_ruleset() -> None:
    assert sentence_changes(RULES, changed(("5 Oil", "5  Oil"))) == ()
