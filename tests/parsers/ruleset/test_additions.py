"""What a matter's text adds to the Ruleset."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset.additions import Addition, read_additions


def rule(title: str, text: str, *, at_end: bool = True, conditional: bool = False) -> Addition:
    return Addition(title, text, True, at_end, conditional)


def added(title: str, text: str, *, at_end: bool = True, conditional: bool = False) -> Addition:
    return Addition(title, text, False, at_end, conditional)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        # New rules
        ("Add a new dynastic rule called “Fog”:\n\nIt is.\n More. ", [rule("Fog", "It is.\nMore.")]),
        ('Create a rule named "Fog", with this text: It is.', [rule("Fog", "It is.")]),
        ("Enact a new rule, “Deep Fog”, reading:\n“It is foggy.”", [rule("Deep Fog", "It is foggy.")]),
        ("Add a new rule titled Bank of Fog: It is.", [rule("Bank of Fog", "It is.")]),
        ("Add the following as a new rule called “Fog”: It is.", [rule("Fog", "It is.")]),
        ('Add another dynastic rule with the name of “Fog”:\n"It is."', [rule("Fog", "It is.")]),
        ("Add a dynastic rule called “Fog”:\n“It” is “fog”", [rule("Fog", "“It” is “fog”")]),
        ("Add a new subrule to the rule “Coal” titled “Ash” which reads: It is.", [rule("Ash", "It is.", at_end=False)]),
        ("Add a subrule called “Ash”: It is.", [rule("Ash", "It is.", at_end=False)]),
        ("Under “Coal”, add a rule called “Ash”: It is.", [rule("Ash", "It is.", at_end=False)]),
        ("To the Appendix add a rule called “Ash”: It is.", [rule("Ash", "It is.", at_end=False)]),
        ("Add a rule called “Ash” before the others: It is.", [rule("Ash", "It is.", at_end=False)]),
        ("If there is coal, add a rule called “Ash”: It is.", [rule("Ash", "It is.", conditional=True)]),
        # Texts for rules that there are
        ("Append to the rule “Coal”: It burns.", [added("Coal", "It burns.")]),
        ("Add the following to the end of “Coal”:\nIt glows.", [added("Coal", "It glows.")]),
        ("In the rule “Coal”, add:\nIt glows.", [added("Coal", "It glows.")]),
        ("Provided that there is a rule called “Lamps”, add to it:\nIt glows.", [added("Lamps", "It glows.", conditional=True)]),
        ("Add to the first rule called “Coal”: It glows.", [added("Coal", "It glows.", at_end=False)]),
        ("In “Coal” insert behind “it burns”: It glows.", [added("it burns", "It glows.")]),
        ("In the rule “Coal”, add to “Ash” and “Ember”: It glows.", [added("Ash", "It glows.", at_end=False)]),
        # In one sentence
        ("In the rule “Coal”, after “it burns”, add “and glows”.", [added("Coal", "and glows", at_end=False)]),
        ('in rule "Coal" before the words "it burns" insert the text "often"', [added("Coal", "often", at_end=False)]),
        ("Add “It glows.” to the end of the rule “Coal”.", [added("Coal", "It glows.")]),
        ('Add the sentence “It glows.” to the dynastic rule "Coal", if it burns.', [added("Coal", "It glows.", conditional=True)]),
        # Several, and what else is to be done
        (
            "Add to the rule “Coal”: It burns.\nIt glows.\nAppend to the rule “Ash”: It is grey.\nRepeal “Fog”.\nThanks!",
            [added("Coal", "It burns.\nIt glows."), added("Ash", "It is grey.")],
        ),
        ("Add to “Coal”: It burns.\nThen, change this:\nx", [added("Coal", "It burns.")]),
        ("Add to “Coal”: It burns.\nAdd a rule called Ash: It is.", [added("Coal", "It burns."), rule("Ash", "It is.")]),
        # No addition
        ("Add to “Coal”: It burns.\nAdd a little ash: it helps.", [added("Coal", "It burns.\nAdd a little ash: it helps.")]),
        ("Add a rule: It glows.", []),
        ("Add a rule called “Fog”:", []),
        ("Add Coal to the list: salt", []),
        ("Add “Coal”: salt", []),
        ("The rule “Coal” reads: It burns.", []),
        ("Repeal the rule “Coal”.", []),
        ("", []),
    ],
)
def test_what_is_added(body: str, found: list[Addition]) -> None:
    assert list(read_additions(body)) == found


@pytest.mark.parametrize(
    "unit", ["add “", "add a rule called “x”:\n", "in rule “x” after “", 'add "a" ', "add:", "called A ", "a rule ", "“”"]
)
def test_hostile_text_is_read_within_bounds(unit: str) -> None:
    assert len(read_additions("Add " + unit * 50_000)) <= 400


@given(
    st.lists(
        st.sampled_from(["Add a rule called ", "“x”", ":", "\n", " to ", "the rule ", "In ", ", after ", '"y z"', " add "]), max_size=30
    )
)
def test_any_text_is_read(parts: list[str]) -> None:
    for found in read_additions("".join(parts)):
        assert found.text.strip()
        assert found.rule.strip()
