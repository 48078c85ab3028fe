"""Whether a definition was read from its first to its last word, and what one that goes on after
its range or its values leaves unknown.
"""

from __future__ import annotations

import pytest

from parsers.ruleset.game_actions import read_actions
from parsers.ruleset.ruleset_model import Variable
from tests.parsers.ruleset.variables.reading import dynasty, variables

OIL = "Each Player has a publicly tracked amount of Oil"
GUILD = "Each Player has a publicly tracked Guild"


def only(text: str) -> Variable:
    (one,) = variables(text)
    return one


@pytest.mark.parametrize(
    "text",
    [
        f"{OIL} between 0 and 20.",
        f"{OIL}, between 0 and 20, which defaults to 5.",
        f"{OIL} of at most 20, tracked on the Great Harbour page.",
        f"{GUILD}, which may be Tin, Zinc, or Brass.",
        f"{GUILD}, which is one of Tin, Zinc or Brass, and which defaults to Zinc.",
        f"{GUILD}, which may be either Tin or Zinc.",
        "There is a publicly tracked number named Fog that defaults to 0.",
        "Each Player has a Friend, which is publicly tracked and is the name of another Player.",
        "Each Ship has a publicly tracked Hull, which is an integer of at least 2.",
    ],
)
def test_a_plain_definition_is_read_whole(text: str) -> None:
    assert only(text).whole


@pytest.mark.parametrize(
    "text",
    [
        f"{OIL} between 0 and 20, or up to 30 if their Guild is Brass.",
        f"{OIL} between 0 and 20, unless their Guild is Brass.",
        f"{OIL} between 0 and 20 except on Mondays.",
        f"{OIL} of at most 20, but Smiths can have more.",
        f"{OIL} of at most 20 while it rains.",
        f"{OIL} of at most 20 (30 for a Smith).",
        f"{GUILD}, which may be Tin, Zinc, or, for a Smith, Brass.",
        f"{GUILD}, which is one of Tin, Zinc, or, for a Smith, Brass.",
        f"{GUILD}, which may be Tin or Zinc, or Brass for a Smith.",
        f"{GUILD}, which may be Tin or Zinc on weekdays.",
        f"{GUILD}, which may be Tin or Zinc unless they are a Smith.",
        f"{GUILD}, which is either Tin or Zinc when it rains.",
    ],
)
def test_a_definition_that_goes_on_leaves_the_limits_unknown(text: str) -> None:
    one = only(text)
    assert (one.min, one.max, one.choices, one.whole) == (None, None, None, False)


@pytest.mark.parametrize(
    "text",
    [
        f"{OIL} between 0 and 20, as the Guild of Brass decreed.",
        f"{OIL} between 0 and 20, which smells.",
        f"{GUILD}, which may be Tin, Zinc, or Brass, in the judgement of its master.",
        "Each Player whose Guild is Brass has a publicly tracked amount of Oil between 0 and 20.",
        f"{OIL} that is an integer in the spirit of the old guilds.",
        "Each Player has a publicly tracked Guild, which is one of the following:\n* Tin\n* Brass",
    ],
)
def test_words_that_nothing_takes_are_not_read(text: str) -> None:
    assert not next(each for each in variables(text) if each.name in ("Oil", "Guild")).whole


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("As a Daily Action called Trimming, a Player may gain 2 Oil.", True),
        ("As a Daily Action called Trimming, a Player who has a Wick may gain 2 Oil.", False),
        ("A Player may Trim a Wick once per day.", True),
        ("A Player may Trim a Wick once per day, or twice on Wednesdays.", False),
        ("As a Daily Action, a Player may Trim a Wick.", True),
        ("As a Daily Action, a Player may Trim a Wick, and again if it rains.", False),
        ("Trimming is a Daily Action.", True),
        ("Trimming is a Daily Action, except for Smiths.", False),
        ("As a Weekly Action, a Player may set their Guild to Brass.", True),
        ("As a Weekly Action, a Player may set their Guild to Brass up to 3 times.", False),
    ],
)
def test_an_action_is_read_whole_or_not(text: str, *, whole: bool) -> None:
    (one,) = read_actions(dynasty(text), ("Player", "Oil", "Guild", "Brass"))
    assert one.whole is whole
