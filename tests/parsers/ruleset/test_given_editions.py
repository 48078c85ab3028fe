"""Three real Rulesets, read by hand: what each says of every parameter, in which rule, in which
words.

They are test data that lies beside the repository; without it these tests are skipped.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.reviews import ClauseValue
from parsers.ruleset.ruleset_model import Ruleset, SectionKind, Terms
from tests.support.paths import EDITIONS, real_ruleset
from tests.support.rules import NAMES

MAY_2020, IN_2023, JANUARY_2024 = EDITIONS

Row = tuple[str, str, str] | None
"""The value as text, the title of the rule, and a piece of the sentence; None where the text has no
such clause.
"""


@cache
def ruleset(name: str) -> Ruleset:
    return read_ruleset(real_ruleset(name))


ROWS = [
    line.split("\t")
    for line in Path(__file__)
    .with_name("real_editions.tsv")
    .read_text(encoding="utf-8")
    .splitlines()[2:]
]
YEARS: dict[str, str] = dict(zip(("2020", "2023", "2024"), EDITIONS, strict=True))
TABLE: dict[tuple[str, str], Row] = {
    (key, YEARS[year]): (said[0], said[1], said[2]) if said else None for key, year, *said in ROWS
}


def _as_text(value: ClauseValue) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("key", NAMES)
def test_a_parameter_reads_as_a_person_reads_it(name: str, key: str) -> None:
    row = TABLE[key, name]
    clause = next(each for each in ruleset(name).voting if each.name == key)
    if row is None or clause.value is None:
        assert row is None and clause.value is None
    else:
        value, rule, piece = row
        assert (_as_text(clause.value), clause.rule) == (value, rule)
        assert piece in clause.quote


@pytest.mark.parametrize("name", EDITIONS)
def test_nothing_is_left_unread(name: str) -> None:
    assert ruleset(name).unread == ()


@pytest.mark.parametrize(
    ("name", "terms", "page"),
    [
        (MAY_2020, Terms("Amnesiac", "Amnesiacs", "Past Memory"), "Community"),
        (IN_2023, Terms("Mindjacker", "Mindjackers", "Ascendant"), "Reality"),
        (JANUARY_2024, Terms("Necromancer", "Necromancers", "Grim Reaper"), "The Graveyard"),
    ],
)
def test_terms_and_tracking_page(name: str, terms: Terms, page: str) -> None:
    assert (ruleset(name).terms, ruleset(name).tracking_page) == (terms, page)


@pytest.mark.parametrize(
    ("name", "third", "rules", "inactive"),
    [
        (MAY_2020, "Special Case", 50, ()),
        (IN_2023, "Special Case", 97, ("Malign Emperors", "Alliances", "Bounties")),
        (JANUARY_2024, "Building Blocks", 47, ()),
    ],
)
def test_sections_rules_and_statuses(
    name: str, third: str, rules: int, inactive: tuple[str, ...]
) -> None:
    read = ruleset(name)
    assert read.sections == ("Core Rules", "Dynastic Rules", third, "Appendix")
    assert len(read.rules) == rules
    assert tuple(rule.title for rule in read.rules if rule.status == "inactive") == inactive
    assert all((rule.status is not None) == (rule.section == third) for rule in read.rules)


@pytest.mark.parametrize(("name", "waiting"), [(MAY_2020, 13), (IN_2023, 49), (JANUARY_2024, 9)])
def test_every_dynastic_rule_waits_for_a_review_and_no_other(name: str, waiting: int) -> None:
    rules = ruleset(name).unread_rules
    assert {rule.whole.kind for rule in rules} == {SectionKind.DYNASTIC}
    assert len(rules) == waiting
