"""Which Special Case rules are in force without saying so: the section's introduction, in the words
of all eras.
"""

from __future__ import annotations

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.clauses import read_default_status
from parsers.ruleset.sentences import canonical
from parsers.ruleset.tree import read_tree
from tests.support.cases import cases

RULES = "== A ==\n== B [Active] ==\n"


def default(intro: str, rules: str = RULES) -> tuple[str | None, list[str]]:
    clause, unread = read_default_status(
        read_tree(f"= Special Case Rules =\n{intro}\n{rules}"), canonical(None)
    )
    assert clause is None or (clause.rule, clause.quote.split()[0] in intro) == (
        "Special Case Rules",
        True,
    )
    assert all(
        (doubt.topic, doubt.rule) == ("special_case.default", "Special Case Rules")
        for doubt in unread
    )
    return (str(clause.value) if clause else None), [doubt.why for doubt in unread]


@cases("defaults")
def test_defaults_in_the_words_of_all_eras(intro: str, value: str) -> None:
    assert default(intro) == (value, [])


@pytest.mark.parametrize(
    "intro",
    [
        "If its title rhymes, its default status is hidden; otherwise, its default status is known.",
        "The default status is whatever the Emperor says.",
        "By default, nobody knows.",
        "The status defaults to that of the rule above.",
        "It may be Active. Otherwise, ask the Emperor.",
        "Otherwise, ask the Emperor.",
    ],
)
def test_unknown_defaults_are_reported(intro: str) -> None:
    value, (why,) = default(intro)
    assert (value, why.startswith("not understood: “")) == (None, True)


def test_several_defaults_are_reported() -> None:
    intro = "Each is Active by default. The default status is Inactive."
    assert default(intro) == (None, ["the section states several defaults: active, inactive"])


def test_without_a_default_every_rule_must_state_its_status() -> None:
    missing = "no sentence states which untagged Special Case rules are active"
    assert default("These are rarely used.") == (None, [missing])
    assert default(
        "These are rarely used.", "== A [Inactive] ==\n=== A1 ===\n== B [Active] ==\n"
    ) == (None, [])
    assert default("", "") == (None, [])


def test_without_the_section_there_is_no_default() -> None:
    assert read_default_status(
        read_tree("= Building Blocks =\nEach is Active by default.\n== A ==\n"), canonical(None)
    ) == (None, [])


def test_only_the_start_of_an_endless_sentence_is_read() -> None:
    assert default(f"{'So ' * 2000}each is Active by default.")[0] is None


def test_a_default_that_is_not_understood_leaves_the_statuses_open() -> None:
    rules = read_ruleset(
        "= Special Case =\nThe default status is hidden.\n== A ==\n== B [Inactive] ==\n== C"
        " [Active] ==\n"
    )
    assert [(rule.status, rule.effective) for rule in rules.rules] == [
        (None, True),
        ("inactive", False),
        ("active", True),
    ]


@pytest.mark.parametrize(
    ("intro", "understood"),
    [
        (
            "If its title contains [Rare], its default status is Inactive; otherwise, its default"
            " status is Active.",
            True,
        ),
        ("Otherwise, their default status is Active.", True),
        ("Otherwise, they are Active.", False),
        ("Special Case rules are, by default, Active.", False),
        ("By default, all boats are Active.", False),
    ],
)
def test_a_sentence_that_may_say_more_than_the_default_is_reported(
    intro: str, understood: bool
) -> None:
    rules = read_ruleset(f"= Special Case =\n{intro}\n== A ==\n")
    assert rules.voting.special_case_default.value is not None
    assert (f"not understood: “{intro}”" not in [each.why for each in rules.unread]) is understood


def test_a_rule_of_two_statuses_is_in_doubt() -> None:
    page = (
        "= Special Case =\nSpecial Case Rules are, by default, Active.\n== Storm [Active]{} ==\nIt"
        " rains.\n"
    )
    doubts = [unread.why for unread in read_ruleset(page.format(" [Inactive]")).unread]
    assert "the heading “Storm [Active] [Inactive]” may put the rule out of force" in doubts
    assert not any("Storm" in unread.why for unread in read_ruleset(page.format(" [Rare]")).unread)
