"""What an enacted matter says about a change."""

from __future__ import annotations

import pytest

from tests.validators.edits.ruleset_edits import enacted
from tests.validators.making import known
from validators.edits.enacted_matters import EnactedMatter
from validators.edits.text_overlap import words_of

BODY = "Repeal “Doors”. If it rains, lamps burn for 30 hours."
UNREAD = "If it rains, lamps burn for 30 hours."


def matter(body: str = BODY) -> EnactedMatter:
    return EnactedMatter(known(enacted(body)), None, ())


@pytest.mark.parametrize(
    ("titles", "words", "part"),
    [
        ([], "Lamps burn.", UNREAD),
        ([], "Oil is 30.", UNREAD),
        ([], "It is a sea.", None),
        (["Boats"], "Ships sail.", None),
        (["Doors"], "Ships sail.", UNREAD),
    ],
    ids=["a word of it", "a number of it", "short words", "another rule", "a rule it names"],
)
def test_an_unread_part_may_be_about_a_change(
    titles: list[str], words: str, part: str | None
) -> None:
    assert matter().unread_about(titles, words_of(words)) == part


def test_a_matter_that_is_read_whole_has_no_unread_part() -> None:
    assert matter("Repeal “Doors”.").unread_about(["Doors"], words_of("Doors open.")) is None
