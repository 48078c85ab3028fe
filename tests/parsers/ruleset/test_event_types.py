"""The types of Event that dynastic rules define, and what a comment says of the end of an Event."""

from __future__ import annotations

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.event_types import says_ended
from parsers.ruleset.reviews import NO_REVIEWS, Reviews
from parsers.ruleset.ruleset_model import EventType, Ruleset
from tests.support.rules import reviews_of_pages

RACE = "A Race is a type of Event."
FORMAT = "Its Response Format is a number."


def page(text: str, section: str = "Dynastic Rules", title: str = "Races") -> str:
    return f"= Core Rules =\n== Votes ==\nVote.\n= {section} =\n== {title} ==\n{text}\n"


def read(text: str, reviews: Reviews = NO_REVIEWS, **more: str) -> Ruleset:
    return read_ruleset(page(text, **more), reviews=reviews)


def names(rules: Ruleset) -> list[str]:
    return [each.name for each in rules.event_types]


def test_a_type_has_its_sentence_its_conditions_and_its_rule() -> None:
    rules = read(f"Boats are fast.\n\n{RACE} {FORMAT}\n\n* It costs two lamps.")
    conditions = (FORMAT, "It costs two lamps.")
    assert rules.event_types == (EventType("Race", "Races", RACE, conditions),)
    assert rules.perhaps_event_types == ()


def test_a_type_is_reviewed_with_its_rule() -> None:
    reviews = reviews_of_pages(page(RACE))
    assert [each.reviewed for each in read(RACE, reviews).event_types] == [True]
    assert [each.reviewed for each in read(f"{RACE} {FORMAT}", reviews).event_types] == [False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (RACE, ["Race"]),
        ("The “Night Race” is an Event Type.", ["Night Race"]),
        ("There is a type of Event called Auction, for goods.", ["Auction"]),
        (f"{RACE} An Auction is another type of Event.", ["Race", "Auction"]),
        ("A Race is an Event.", []),
    ],
)
def test_names_of_types(text: str, expected: list[str]) -> None:
    rules = read(text)
    assert names(rules) == expected
    assert rules.perhaps_event_types == ()


@pytest.mark.parametrize(
    "text",
    [
        "If the Moon is full, a Race is a type of Event.",
        "No Race is a type of Event.",
        "Races and Auctions are types of Event.",
        "The following are Event types: Race, Auction.",
        f"<s>{RACE}</s>",
        "A {{term}} is a type of Event.",
        "Each Race has a Response Format, which is a number.",
    ],
)
def test_a_sentence_that_may_define_a_type_is_reported(text: str) -> None:
    rules = read(text)
    assert names(rules) == []
    (perhaps,) = rules.perhaps_event_types
    assert (perhaps.rule, perhaps.quote in perhaps.why) == ("Races", True)


def test_a_condition_that_refers_to_its_type_is_no_other_definition() -> None:
    rules = read(
        f"{RACE} {FORMAT} Only one Event of this type is open, and no other type of Event."
    )
    assert (names(rules), len(rules.perhaps_event_types)) == (["Race"], 1)
    assert read(f"{RACE} {FORMAT} Nobody may end this type of Event.").perhaps_event_types == ()


@pytest.mark.parametrize("section", ["Special Case", "Appendix", "Core Rules"])
def test_only_dynastic_rules_define_types(section: str) -> None:
    rules = read(RACE, section=section)
    assert (rules.event_types, rules.perhaps_event_types) == ((), ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This Race is Ended.", True),
        ("This Event is now being ended", True),
        ("It’s ended!", True),
        ("Ana wins.\n\nThe Race is hereby Ended!\n", True),
        ("This Event is now being ended: Ana wins.", None),
        ("The Race is hereby Ended and I win.", None),
        ("It is Ended, I think.", None),
        ("This Event is Ended, sorry, wrong Event", None),
        ("This Event is Ended. Just kidding, it goes on.", None),
        ("This Race is Ended.\nOr is it?", None),
        ("This Race is Ended. :)", None),
        ("My bid is 3.\nIt’s ended!", None),
        ("My part is done. This is Ended.", None),
        ("Ben wrote:\nThis Race is Ended.", None),
        ("Why not? This Race is Ended.", None),
        ("It is not Ended. This Race is Ended.", None),
        ("Ended.", None),
        ("I end this Race.", None),
        ("Is it ended?", None),
        ("It is Ended?", None),
        ("It is not Ended.", None),
        ("It is Ended, if nobody minds.", None),
        ("This Auction is Ended.", None),
        ("“It is Ended.” Why?", None),
        ("This Race is Closed.", False),
        ("In the end I bid 4.", False),
        ("", False),
    ],
)
def test_what_a_comment_says(text: str, expected: bool | None) -> None:
    assert says_ended(text, "Race", "ended") is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This Race is Ended.", True),
        ("This Event is Ended.", True),
        ("It is Ended.", None),
        ("3 lamps.", False),
    ],
)
def test_a_comment_may_have_to_name_the_event(text: str, expected: bool | None) -> None:
    assert says_ended(text, "Race", "ended", named=True) is expected


OWNER_ENDS = "Only the Harbour Master may End a Race."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{RACE} {FORMAT}", ""),
        (f"{RACE} {FORMAT} {OWNER_ENDS}", OWNER_ENDS),
        (f"{OWNER_ENDS}\n\n{RACE}", OWNER_ENDS),
        (f"{RACE} It closes on Monday.", "It closes on Monday."),
        (f"{RACE} It ended.", "It ended."),
        (f"{RACE} It stops at the weekend, near Endwell.", ""),
        (f"{RACE}\n\n== Oars ==\n{OWNER_ENDS}", OWNER_ENDS),
        (f"{RACE}\n\n== Oars ==\nAll Races are ending at dusk.", "All Races are ending at dusk."),
        (f"{RACE}\n\n== Oars ==\nEvents end at dusk.", "Events end at dusk."),
        (f"{RACE}\n\n== Oars ==\nAn oar ends in a blade.", ""),
        (f"{RACE}\n\n{{|\n| Race || Ends at noon\n|}}", "Ends at noon"),
    ],
)
def test_a_sentence_on_the_end_of_a_type(text: str, expected: str) -> None:
    (race,) = read(text).event_types
    assert race.on_end == expected


def test_the_word_is_that_of_the_rules() -> None:
    assert says_ended("This Race is Closed.", "Race", "closed") is True
    assert says_ended("I close this.", "Race", "closed") is None
    assert says_ended("This Race is Ended.", "Race", "closed") is False
