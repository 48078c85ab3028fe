"""What is taken out of an edition reads as absent, what is changed as not understood: nothing is
made up.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from parsers.ruleset.reviews import EVERY_KIND, ClauseValue
from parsers.ruleset.ruleset_model import Ruleset
from tests.parsers.ruleset.editions import Edition, edition, read
from tests.parsers.ruleset.texts import ERAS
from tests.support.rules import values_of

CHANGES = tomllib.loads(Path(__file__).with_name("changes.toml").read_text(encoding="utf-8"))
NOT_READ = frozenset(CHANGES["not_read"].split())
LEGITIMATE = {
    key: {name: tuple(said) if isinstance(said, list) else said for name, said in those.items()}
    for key, those in CHANGES["legitimate"].items()
}


def differences(made: Edition, rules: Ruleset) -> dict[str, ClauseValue | None]:
    """The voting parameters that read otherwise than in the edition as it was made."""
    expected = made.expected()
    return {key: value for key, value in values_of(rules).items() if value != expected[key]}


def topics(rules: Ruleset) -> set[str]:
    return {unread.topic for unread in rules.unread}


def _parts(made: Edition) -> Iterator[tuple[str, str]]:
    for rules in made.sections.values():
        for part in (part for rule in rules for part in rule.parts):
            yield part.key, part.text
            yield from part.items


@pytest.mark.parametrize("era", ERAS)
def test_what_is_taken_away_is_absent_or_reported(era: int) -> None:
    made = edition(era)
    for key in dict.fromkeys(made.keys()):
        rules = read(made.without(key).render())
        changed = differences(made, rules)
        made_up = {name: value for name, value in changed.items() if value is not None}
        assert made_up.items() <= LEGITIMATE.get(key, {}).items(), key
        unheard = key in ("converts", "voids") and era in (2018, 2022)  # the rule is inactive
        assert changed or rules.unread or key in NOT_READ or unheard, key


@pytest.mark.parametrize(("key", "gone", "reported"), CHANGES["taken_out"])
def test_each_part_is_the_one_that_says_it(key: str, gone: str, reported: str) -> None:
    made = edition(2023)
    rules = read(made.without(key).render())
    assert set(differences(made, rules)) == set(gone.split())
    assert all(values_of(rules)[name] is None for name in gone.split())
    assert topics(rules) == set(reported.split())


@pytest.mark.parametrize(
    ("era", "key", "topic", "item"),
    [
        (ERAS[(i + j) % len(ERAS)], key, topic, item)
        for i, (key, topic) in enumerate(CHANGES["lists"])
        for j, item in enumerate(CHANGES["bullets"])
    ],
)
def test_a_new_bullet_is_reported_and_the_others_are_kept(
    era: int, key: str, topic: str, item: str
) -> None:
    made = edition(era).with_item(key, item)
    rules = read(made.render())
    assert topics(rules) == {topic}
    assert differences(made, rules).keys() <= {"cfj.fail_if_no_change"}
    assert any("not understood" in unread.why and unread.rule for unread in rules.unread)


def _with_second(made: Edition, text: str) -> Ruleset:
    return read(made.with_rule("Core Rules", "Afterthoughts", text).render())


@pytest.mark.parametrize(("text", "key"), CHANGES["disagreeing"])
def test_two_clauses_that_disagree_are_reported(text: str, key: str) -> None:
    rules = _with_second(edition(2024), text)
    assert values_of(rules)[key] is None
    why = next(unread.why for unread in rules.unread if unread.topic == key)
    assert why.startswith("two clauses disagree: ")
    assert "'Afterthoughts'" in why


@pytest.mark.parametrize(("key", "old", "new", "topic"), CHANGES["operative"])
def test_other_operative_words_are_not_understood(key: str, old: str, new: str, topic: str) -> None:
    made = edition(2024)
    assert any(old in text for name, text in _parts(made) if name == key)
    rules = read(made.reworded(key, lambda text: text.replace(old, new)).render())
    assert any(each.kinds == EVERY_KIND or each.topic == topic for each in rules.unread)
    assert all(value is None for value in differences(made, rules).values())


@pytest.mark.parametrize("era", [2018, 2022])
def test_an_inactive_rule_has_no_effect(era: int) -> None:
    made = edition(era)
    voting = (
        "Quorum is three. No Player may vote AGAINST a Proposal. If there are fewer than nine"
        " Players, BlogNomic is on Hiatus."
    )
    active, inactive = (
        read(made.with_rule("Special Case", "Storm", voting, marks=marks).render())
        for marks in ("[Active]", "[Inactive]")
    )
    assert (inactive.unread, differences(made, inactive)) == ((), {})
    assert not [caveat for caveat in inactive.caveats if caveat.rule == "Storm"]
    assert "Storm" in [caveat.rule for caveat in active.caveats]
    assert topics(active) == {"dormancy.min_players"} | (
        {"dormancy.in_sidebar"} if era == 2022 else set()
    )


@pytest.mark.parametrize(
    "text", [*(text for text, _ in CHANGES["new"]), f"A Player may row{' and row' * 600}."]
)
def test_a_new_sentence_of_the_core_may_concern_every_matter(text: str) -> None:
    rules = _with_second(edition(2023), text)
    assert [(unread.rule, unread.kinds) for unread in rules.unread] == [
        ("Afterthoughts", EVERY_KIND)
    ]
