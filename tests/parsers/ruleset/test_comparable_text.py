"""Texts compared word for word."""

from __future__ import annotations

import pytest

from parsers.ruleset.additions import ComparableText

ROLES = (("player", "Bargee", "Lamplighter"), ("players", "Bargees"), ("emperor", "Lock Warden"), ())
PAGE = """== Coal ==
Each '''Bargee''' has “Coal”, which&nbsp;is a [[Number|publicly-tracked integer]]; <!-- by hand --> the Lock Warden’s is 5.
An [[Operator]] is<br/>there."""


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ('each Bargee has "coal", which is a publicly tracked integer', True),
        ("the Lock Warden's is 5", True),
        ("Each Player has Coal", True),
        ("Each Lamplighter has Coal", True),
        ("the Emperor's is 5", True),
        ("a operator is there", True),
        ("Each Bargees has Coal", False),
        ("Each Bargee has Coals", False),
        ("ach Bargee has Coal", False),
        ("has number coal", False),
    ],
)
def test_what_stands_there(text: str, there: bool) -> None:
    assert ComparableText(PAGE, ROLES).has(ComparableText(text, ROLES)) is there


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Each Player has Coal, which is", 1.0),
        ("Each Player has Coal, which was", 0.5),
        ("nothing of all of this", 0.0),
        ("", 1.0),
        ("Salt", 0.0),
    ],
)
def test_how_much_of_it(text: str, share: float) -> None:
    assert ComparableText(PAGE, ROLES).share(ComparableText(text, ROLES)) == share


@pytest.mark.parametrize("unit", ["<", "<b", "[[", "[[a|", "'", "Lock ", "&#", "\x00", "a'", "Bargee's "])
def test_repeated_markup_is_read(unit: str) -> None:
    text = ComparableText(unit * 50_000, ROLES)
    assert text.share(text) == 1.0
    assert text.has(text)
