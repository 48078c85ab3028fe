"""Which dynastic rules an Ascension Address keeps, by its wording."""

from __future__ import annotations

import pytest

from parsers.ruleset.ascension_address import kept_rules
from tests.support.rows import rows

TITLES = ("Coal", "Where We Tie Up", "Lamps", "Oil", "the boats")


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        *rows(__file__, "which_rules_are_kept"),
        (f"Keep the rules {'of the house ' * 60}.", None),
        ("x" * 20_001, None),
    ],
)
def test_which_rules_are_kept(address: str, kept: str | None) -> None:
    found = kept_rules(address, TITLES)
    if kept is None:
        assert found is None
    elif kept == "all":
        assert found == frozenset(TITLES)
    else:
        assert found is not None and " ".join(sorted(found, key=kept.find)) == kept


def test_too_many_rules_are_not_looked_for() -> None:
    assert (
        kept_rules("Repeal all dynastic rules.", [f"Rule {number}" for number in range(301)])
        is None
    )


@pytest.mark.parametrize(
    "text",
    ["other ", "keep ", "rules ", "§, ", "“Coal” and ", "all other dynastic ", "except for "],
)
def test_long_texts_take_no_time_to_speak_of(text: str) -> None:
    kept_rules((text * 20_000)[:20_000], TITLES)
