from __future__ import annotations

import pytest

from parsers.model import Category
from sync.cli.matters import find_matters
from sync.errors import UsageError
from tests.sync.samples import post

THING = post("a_thing")
THICK = post("thick_ice", title="Proposal: Thick Ice", subject="Thick Ice")
QUOTED = post("its", title="Proposal: It’s “Late”", subject="It’s “Late”")
TWIN = post("thick_ice1", title="Call for Judgement: Thick Ice", subject="Thick Ice", category=Category.CFJ)
ALL = [THING, THICK, QUOTED, TWIN]
STORY = post("a_story", title="Story Post: Tea", subject="Tea", category=Category.STORY)

LATER = post("later", title="Proposal: Much Later", subject="Much Later")


def found(text: str) -> list[str]:
    return [each.key for each in find_matters(text, ALL, [*ALL, STORY, LATER])]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("https://blog.example/archive/a_thing", ["a_thing"]),
        ("http://elsewhere.example/archive/a_thing/", ["a_thing"]),
        ("https://blog.example/archive/a_thing/P100#c7", ["a_thing"]),
        ("https://blog.example/archive/a_thing?x=1", ["a_thing"]),
        ("Proposal: A Thing [Core]", ["a_thing"]),
        ("a_thing", ["a_thing"]),
        ("a thing [core]", ["a_thing"]),
        ("A Th", ["a_thing"]),
        ("Thick Ice", ["thick_ice", "thick_ice1"]),
        ("proposal:  thick ice", ["thick_ice"]),
        ('it\'s "late"', ["its"]),
        ("call for", ["thick_ice1"]),
    ],
)
def test_a_matter_is_found_by_address_and_title(text: str, keys: list[str]) -> None:
    assert found(text) == keys


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Thicc Ice", "no votable matter fits 'Thicc Ice'; the nearest: 'Thick Ice'"),
        ("zzzzzzzz", "no votable matter fits 'zzzzzzzz'; `blognomic tally --all` lists them"),
        ("Thi", "'Thi' fits 2 matters: 'Proposal: Thick Ice', 'Call for Judgement: Thick Ice'; give more of the title"),
        ("tea", "'tea' is not a votable matter: its category is story-post"),
        ("https://blog.example/archive/a_story", "its category is story-post"),
        ("https://blog.example/archive/a_thong", "the nearest: 'https://blog.example/archive/a_thing'"),
        ("Much Later", "'Much Later' cannot be judged: it was posted later, or its date could not be read"),
        ("https://[blog/archive/x", "malformed address"),
    ],
)
def test_what_fits_nothing_is_answered_with_the_nearest(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        found(text)
    assert message in str(caught.value)
