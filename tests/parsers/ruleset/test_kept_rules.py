"""The dynastic rules that an Ascension Address keeps, by its wording."""

from __future__ import annotations

import pytest

from parsers.ruleset.ascension_address import kept_rules
from tests.support.steps import count_calls

TITLES = ("Coal", "Where We Tie Up", "Lamps", "Oil", "the boats")


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("A new day dawns on the river. Bargee becomes Lamplighter.", ""),
        ("Repeal all dynastic rules.", ""),
        ("All dynastic rules are repealed.", ""),
        ("No dynastic rules are kept.", ""),
        ("Keep all dynastic rules.", "all"),
        ("All of the rules remain in place.", "all"),
        ("No dynastic rules are repealed.", None),
        ("Repeal all dynastic rules except “Coal” and Lamps.", "Coal Lamps"),
        ("All dynastic rules are repealed except for Coal, Oil, and “Lamps”!", "Coal Lamps Oil"),
        ("Keep the rules “coal” and “Oil”. Repeal all other dynastic rules.", "Coal Oil"),
        ("I keep only “The Boats”.", "the boats"),
        ("The following dynastic rules are kept: Coal, Lamps.", "Coal Lamps"),
        ("The following rules are retained:\n* Coal\n* Lamps\n\nWelcome, all!", "Coal Lamps"),
        ("Lamps and Oil stay in force.", "Lamps Oil"),
        ("I retain “Where We Tie Up”.", "Where We Tie Up"),
        ("Keep Coal and Lamps and repeal everything else.", "Coal Lamps"),
        ("Keep “Coal”, “Oil” and Lamps, and repeal all other dynastic rules.", "Coal Oil Lamps"),
        ("Repeal everything except Oil.", "Oil"),
        ("Keep Coal and repeal everything that I dislike.", None),
        ("Keeping everything from the last dynasty.", None),
        ("Also, keep everything.", None),
        ("Keep the ones with lamps.", None),
        ("Keep “Coal”, but without its second sentence.", None),
        ("Repeal the rule “Coal”.", None),
        ("Keep “Gas” and “Coal”.", None),
        ("The rules remain much as they were.", None),
        ("Repeal all dynastic rules except those which I like.", None),
        (f"Keep the rules {'of the house ' * 60}.", None),
        ("x" * 20_001, None),
    ],
)
def test_rules_that_an_address_keeps(address: str, kept: str | None) -> None:
    found = kept_rules(address, TITLES)
    if kept is None:
        assert found is None
    elif kept == "all":
        assert found == frozenset(TITLES)
    else:
        assert found is not None and " ".join(sorted(found, key=kept.find)) == kept


def test_too_many_titles_are_not_searched() -> None:
    assert (
        kept_rules("Repeal all dynastic rules.", [f"Rule {number}" for number in range(301)])
        is None
    )


@pytest.mark.parametrize(
    "text",
    ["other ", "keep ", "rules ", "§, ", "“Coal” and ", "all other dynastic ", "except for "],
)
def test_work_grows_in_proportion_to_the_text(text: str) -> None:
    def calls(length: int) -> int:
        return count_calls(lambda: kept_rules((text * length)[:length], TITLES))

    calls(1_000)  # fills the caches
    assert calls(20_000) <= 2.2 * calls(10_000) + 100
