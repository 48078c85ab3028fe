"""What changed between two Rulesets: each change told as what it is, and nothing else told."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_comparison import (
    Aspect,
    RuleChange,
    RulesetComparison,
    compare_rulesets,
)
from tests.support.cases import cases
from tests.support.paths import DEMO

DEMO_RULES = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
LONG_OPEN = "It has been open for voting for at least forty-eight hours, more than one"
PAGE = """Above.
= Core Rules =
It holds.
== Hats ==
Each hat is red. Each hat is round.
=== Brims ===
A brim is wide.
=== Bands ===
A band is narrow.
== Coats ==
A coat is long.
=== Hems ===
A hem is even.
= Dynastic Rules =
== Boots ==
* A boot is black.
* A boot is heavy.
= Special Case =
== Gloves [Rare] ==
A glove is soft.
= Appendix =
== Names ==
A name.
"""


def compared(old: str, new: str) -> RulesetComparison:
    return compare_rulesets(read_ruleset(old), read_ruleset(new))


def name(change: RuleChange) -> str:
    rule = change.new or change.old
    assert rule is not None
    return rule.title


def told(old: str, new: str) -> Mapping[str, tuple[str, ...]]:
    """What is said of each rule; the title of a renamed one is the new one."""
    changes = compared(old, new).rules
    found = {name(change): tuple(change.aspects) for change in changes}
    assert len(found) == len(changes)
    return found


def changed(*edits: tuple[str, str]) -> Mapping[str, tuple[str, ...]]:
    page = PAGE
    for before, after in edits:
        assert page.count(before) == 1
        page = page.replace(before, after)
    return told(PAGE, page)


@cases("changes")
def test_each_change_is_reported_as_what_it_is(
    edits: list[tuple[str, str]], expected: dict[str, list[str]]
) -> None:
    assert {rule: list(aspects) for rule, aspects in changed(*edits).items()} == expected


def test_rules_in_another_order_are_no_change() -> None:
    head, hats, rest = (
        PAGE.partition("== Hats")[0],
        *("== Hats" + PAGE.partition("== Hats")[2]).split("== Coats", 1),
    )
    coats, dynastic = ("== Coats" + rest).split("= Dynastic", 1)
    found = compared(PAGE, f"{head}{coats}{hats}= Dynastic{dynastic}")
    assert found.empty
    assert found.old.source != found.new.source


@cases("ambiguous_changes")
def test_indistinguishable_rules_are_removed_and_added(
    old: str, new: str, added: str, removed: str
) -> None:
    found = compared(f"= Core Rules =\n{old}", f"= Core Rules =\n{new}").rules
    assert [name(each) for each in found] == [*added, *removed]
    assert [each.aspects for each in found] == [(Aspect.ADDED,)] * len(added) + [
        (Aspect.REMOVED,)
    ] * len(removed)


def test_the_sentences_that_went_and_came() -> None:
    old, new = "One. Two. Two. Three.\n* Four.", "One. Two.\n* Four. Five."
    (change,) = compared(f"= Core Rules =\n== R ==\n{old}", f"= Core Rules =\n== R ==\n{new}").rules
    assert (change.gone, change.came) == (("Two.", "Three."), ("Five.",))
    (change,) = compared("= Core Rules =", f"= Core Rules =\n== R ==\n{new}").rules
    assert (change.old, change.gone, change.came) == (None, (), ("One.", "Two.", "Four.", "Five."))
    (change,) = compared(f"= Core Rules =\n== R ==\n{new}", "= Core Rules =").rules
    assert (change.new, change.gone, change.came) == (None, ("One.", "Two.", "Four.", "Five."), ())


# Parameters, reports, terms


def test_a_parameter_with_both_sentences() -> None:
    found = compared(
        DEMO_RULES, DEMO_RULES.replace(LONG_OPEN, LONG_OPEN.replace("forty-eight", "36"))
    )
    (change,) = found.parameters
    assert (change.new.name, change.old.value, change.new.value) == ("popular.after_hours", 48, 36)
    assert LONG_OPEN in change.old.quote
    assert "at least 36 hours" in change.new.quote
    assert (change.old_doubt, change.new_doubt) == (None, None)
    assert (found.reported, found.settled) == ((), ())


def test_a_parameter_that_is_not_understood_is_not_absent() -> None:
    found = compared(
        DEMO_RULES, DEMO_RULES.replace(LONG_OPEN, LONG_OPEN.replace("forty-eight", "about 36"))
    )
    change = next(each for each in found.parameters if each.new.name == "popular.after_hours")
    assert change.new.value is None
    assert change.new_doubt is not None
    assert change.old_doubt is None
    back = compare_rulesets(found.new, found.old)
    assert (
        next(each for each in back.parameters if each.new.name == "popular.after_hours").old_doubt
        == change.new_doubt
    )
    assert (back.reported, back.settled) == (found.settled, found.reported)
    assert change.new_doubt in found.reported


def test_a_caveat_that_bears_is_reported_and_settled() -> None:
    ban = "No Bargee may vote AGAINST a Proposal while the Bell rings."
    new = DEMO_RULES.replace("= Dynastic Rules =\n", f"= Dynastic Rules =\n== Bell ==\n{ban}\n", 1)
    found = compared(DEMO_RULES, new)
    assert [getattr(each, "quote", "") for each in found.reported] == [ban]
    assert found.settled == ()
    assert [getattr(each, "quote", "") for each in compared(new, DEMO_RULES).settled] == [ban]


def test_a_reported_sentence_that_only_moved_is_neither_new_nor_gone() -> None:
    ban = "No Bargee may vote AGAINST a Proposal while the Bell rings."
    one, two = (
        DEMO_RULES.replace("= Dynastic Rules =\n", f"= Dynastic Rules =\n== {title} ==\n{ban}\n", 1)
        for title in ("Bell", "Gong")
    )
    found = compared(one, two)
    assert (found.reported, found.settled) == ((), ())
    assert [each.aspects for each in found.rules] == [(Aspect.RENAMED,)]


def test_other_words_for_player_and_emperor() -> None:
    new = (
        DEMO_RULES.replace("Bargee", "Heron")
        .replace("Lock Warden", "Old Pike")
        .replace("The Long Cut", "The Reeds")
    )
    found = compared(DEMO_RULES, new)
    assert found.terms is not None
    assert [terms and terms.player for terms in found.terms] == ["Bargee", "Heron"]
    assert found.tracking_page == ("The Long Cut", "The Reeds")
    assert (found.parameters, found.reported, found.settled) == ((), (), ())
    aspects = {aspect for change in found.rules for aspect in change.aspects}
    assert Aspect.TERMS in aspects
    assert {
        name(each): each.aspects for each in found.rules if each.aspects != (Aspect.TERMS,)
    } == {"Dynastic Tracking": (Aspect.TEXT,)}
    assert compared(DEMO_RULES, DEMO_RULES).terms is None


# Any two texts

LINE = (
    "= Core Rules =",
    "= B =",
    "== C ==",
    "== D [x] ==",
    "=== C ===",
    "Text.",
    "More. Text.",
    "* Item",
    "",
)
LINES = st.lists(st.sampled_from(LINE), max_size=12)


@given(old=LINES, new=LINES)
def test_every_rule_is_reported_once_or_is_the_same(old: list[str], new: list[str]) -> None:
    found = compared("\n".join(old), "\n".join(new))
    for side, rules in (("old", found.old), ("new", found.new)):
        there = [(rule.start, rule.body) for rule in (*rules.introductions, *rules.rules)]
        mentioned = [
            (rule.start, rule.body)
            for each in found.rules
            if (rule := getattr(each, side)) is not None
        ]
        assert len(set(mentioned)) == len(mentioned)
        assert set(mentioned) <= set(there)
    kept = [
        len(side.introductions)
        + len(side.rules)
        - sum(aspect in each.aspects for each in found.rules)
        for side, aspect in ((found.old, Aspect.REMOVED), (found.new, Aspect.ADDED))
    ]
    assert kept[0] == kept[1]
    if old == new:
        assert found.empty
