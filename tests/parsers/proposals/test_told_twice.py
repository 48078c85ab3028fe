"""Places that are counted behind other changes, or told in two ways: carried out only where both ways lead to the same one."""

from __future__ import annotations

import pytest

from tests.parsers.proposals.judging import played
from tests.parsers.proposals.wanted import Matter, base_page

MADE = {
    "a sentence behind a bullet": (
        "<p>In “Feasts”, remove the first bullet.</p><p>In “Feasts”, remove the second sentence of the last paragraph.</p>",
        {"* gives up one Ware,\n": "", " No Vendor may join two Feasts in one week.": ""},
    ),
    "two sentences at the end": (
        "<p>Remove the last two sentences of “Coins”.</p>",
        {" Coins may be given to another Vendor at any time. Coins are round.": ""},
    ),
    "two bullets": ("<p>Remove the second and third bullets from “Feasts”.</p>", {"* gains 1 Coin, and\n* tells a joke.\n": ""}),
    "the end, told twice": (
        "<p>Add a rule called “Docks” after “Victory”, at the end of the Dynastic Rules: “Docks are wet.”</p>",
        {"has achieved victory.": "has achieved victory.\n\n== Docks ==\n\nDocks are wet."},
    ),
}
LEFT = {
    "another bullet by then": "<p>In “Feasts”, remove the first bullet.</p><p>In “Feasts”, remove the second bullet.</p>",
    "no such bullet before": "<p>Add a bullet to the list in “Feasts”: “sings.”</p><p>From “Feasts”, remove the fourth bullet.</p>",
    "behind one that is left": (
        "<p>In “Feasts”, replace the first bullet with a better one.</p><p>In “Feasts”, remove the bullet that begins “waves”.</p>"
        "<p>In “Feasts”, remove the third bullet.</p>"
    ),
    "beside one that is new": (
        "<p>Add a bullet to the end of the list in “Feasts”: “sings.”</p><p>In “Feasts”, add the bullet “hums” after the fourth bullet.</p>"
    ),
    "more than there are": "<p>Remove the last five sentences of “Coins”.</p>",
    "several rows": "<p>Remove the last two rows of the table in “Wares”.</p>",
    "two places": "<p>Move “Victory” to the start of the Dynastic Rules, above “Mist”.</p>",
}


@pytest.mark.parametrize("case", MADE)
def test_is_made_where_it_is_one_place(case: str) -> None:
    body, changes = MADE[case]
    wanted = base_page()
    for old, new in changes.items():
        assert wanted.count(old) == 1
        wanted = wanted.replace(old, new)
    made = played(Matter(case, body))
    assert (made.ruleset, made.left) == (wanted, ()), made.fates


@pytest.mark.parametrize("case", LEFT)
def test_is_left_where_it_may_be_another(case: str) -> None:
    made = played(Matter(case, LEFT[case]))
    last = LEFT[case].removesuffix("</p>").rpartition("<p>")[2]
    assert last in made.left, made.fates
