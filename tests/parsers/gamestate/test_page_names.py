"""Whom the text of a cell means."""

from __future__ import annotations

import pytest

from parsers.gamestate.page_names import People, Standing
from tests.parsers.gamestate.playing import ROSTER

PEOPLE = People(ROSTER, {"Robert": "Bo Bell"}, ("Emperor", "Secretary"))


@pytest.mark.parametrize(
    ("text", "name", "standing"),
    [
        ("ana", "Ana", Standing.ACTIVE),
        ("Eff (idle)", "Eff", Standing.IDLE),
        ("Robert", "Bo Bell", Standing.ACTIVE),
        ("Ana, Emperor", "Ana", Standing.ACTIVE),
        ("Ana / Emperor / the Secretary", "Ana", Standing.ACTIVE),
        ("Ana, Emperor, tall", "Ana, Emperor, tall", Standing.STRANGER),
        ("Ana, tall", "Ana, tall", Standing.STRANGER),
        ("Ana and Bo Bell", "Ana and Bo Bell", Standing.UNKNOWN),
        ("Ana, Bo Bell, Emperor", "Ana, Bo Bell, Emperor", Standing.STRANGER),
        ("the Emperor", "the Emperor", Standing.UNKNOWN),
        ("Zed", "Zed", Standing.STRANGER),
    ],
)
def test_a_name_is_found_with_its_office_beside_it(
    text: str, name: str, standing: Standing
) -> None:
    assert PEOPLE.find(text) == (name, standing)


def test_without_a_roster_nobody_is_a_stranger() -> None:
    people = People(None, {"Robert": "Bo Bell"})
    assert people.find("Zed") == ("Zed", Standing.UNKNOWN)
    assert people.find("Robert") == ("Bo Bell", Standing.UNKNOWN)
