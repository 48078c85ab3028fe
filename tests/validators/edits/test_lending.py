"""What rules let players change of what others have, and nothing more: each rule is crossed with edits by a player and the Emperor."""

from __future__ import annotations

import pytest

from parsers.model import Confidence
from tests.validators.edits.boats import PAGE, Save, game, page, ruleset
from tests.validators.edits.lending import EDITS, PLAIN, RULES_OF_OTHERS, accused
from validators.checks.facts import Facts


def wrong(text: str, *allowed: str) -> list[tuple[str, str]]:
    users = zip(("Ana", "Cy"), allowed, strict=True)
    return [(user, name) for user, names in users for name in EDITS if accused(text, user, name) is (name in names.split())]


@pytest.mark.parametrize(("text", "by_player", "by_emperor"), RULES_OF_OTHERS[::4], ids=lambda each: str(each)[:60])
def test_whose_values_some_rules_let_change(text: str, by_player: str, by_emperor: str) -> None:
    assert wrong(text, by_player, by_emperor) == []


@pytest.mark.slow
@pytest.mark.parametrize(("text", "by_player", "by_emperor"), RULES_OF_OTHERS, ids=lambda each: str(each)[:60])
def test_whose_values_every_rule_lets_change(text: str, by_player: str, by_emperor: str) -> None:
    assert wrong(text, by_player, by_emperor) == []


@pytest.mark.parametrize(("name", "allowed"), [("lamp", True), ("-2", False)])
def test_who_some_rule_means_is_for_a_reader_to_tell(name: str, *, allowed: bool) -> None:
    rules = ruleset(PLAIN.replace("== Lamps", "== Others ==\nThe Harbour Clerk may break the Lamp of another Bargee.\n\n== Lamps"))
    by = Facts(game(Save("Ana", page(Bo_Vane=EDITS[name])), rules=rules)).described[PAGE][-1].by
    assert (by is not None and by.confidence is Confidence.LOW) is allowed


@pytest.mark.parametrize(
    ("said", "value", "allowed"),
    [
        ("Coal of any Bargee to 10", ("10", "Dark", "Salt lamps"), True),
        ("Coal of any Bargee to 10", ("1", "Dark", "Salt lamps"), False),
        ("Coal of any Bargee to three", ("3", "Dark", "Salt lamps"), True),
        ("Coal of any Bargee to three", ("4", "Dark", "Salt lamps"), False),
        ('Badge of any Bargee to "Three Men"', ("7", "Dark", "Three Men"), True),
        ("Badge of any Bargee to empty", ("7", "Dark", ""), True),
        ("Badge of any Bargee to empty", ("7", "Dark", "-"), True),
        ("Badge of any Bargee to empty", ("7", "Dark", "Wet"), False),
        ("Badge of any Bargee to something else", ("7", "Dark", "Wet"), True),
    ],
)
def test_the_value_that_a_sentence_names(said: str, value: tuple[str, str, str], *, allowed: bool) -> None:
    rules = ruleset(PLAIN.replace("== Lamps", f"== Others ==\nThe Warden may set the {said}.\n\n== Lamps"))
    by = Facts(game(Save("Cy", page(Bo_Vane=value)), rules=rules)).described[PAGE][-1].by
    assert (by is not None) is allowed
