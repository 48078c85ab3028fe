"""What rules let players change of what others have, and nothing more: each rule is crossed with edits by a player and the Emperor."""

from __future__ import annotations

import pytest

from tests.validators.edits.lending import EDITS, RULES_OF_OTHERS, accused


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
