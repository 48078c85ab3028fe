"""What the edits of a Ruleset changed, rule by rule."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from parsers.history.page_change import ChangeKind, PageChange, read_revision, rule_changes
from parsers.ruleset.tree import read_tree
from tests.support.cases import cases

PAGE = """Welcome.

= Core Rules =
Obey.
== Votes ==
Each Player has one vote.
= Dynastic Rules =
== Coal ==
A Player may gain 2 Coal.
=== Stoking ===
Stoke daily.
== Moorings ==
There is a Wharf.
"""


def changes(old: str, new: str) -> list[PageChange]:
    return list(rule_changes(read_revision(old), read_revision(new)))


def change(old: str, new: str) -> list[PageChange]:
    """What putting one text in place of another changes on the page."""
    assert PAGE.count(old) == 1
    return changes(PAGE, PAGE.replace(old, new))


@cases("edits")
def test_an_edit_is_described_as_what_it_is(
    old: str, new: str, changed: list[dict[str, Any]]
) -> None:
    expected = [PageChange(**each | {"kind": ChangeKind(each["kind"])}) for each in changed]
    assert change(old, new) == expected


def test_a_rule_moved_below_another_one() -> None:
    moved = PAGE.replace("=== Stoking ===\nStoke daily.\n", "") + "=== Stoking ===\nStoke daily.\n"
    paths = "Dynastic Rules > Coal > Stoking", "Dynastic Rules > Moorings > Stoking"
    assert changes(PAGE, moved) == [PageChange(ChangeKind.RULE_MOVED, "Stoking", None, *paths)]


def test_the_order_of_rules_is_no_change() -> None:
    mooring = "== Moorings ==\nThere is a Wharf.\n"
    assert (
        changes(PAGE, PAGE.replace(mooring, "").replace("== Coal ==", f"{mooring}== Coal ==")) == []
    )


def test_tags_that_are_left_open_are_read_with_their_page() -> None:
    struck = PAGE.replace("gain 2 Coal", "gain <s>2<br/> Coal")
    assert read_whole(struck) == [
        (each.heading, each.level, each.titles, each.kind, each.text)
        for each in read_revision(struck).rules
    ]
    assert [(one.subject, one.new) for one in changes(PAGE, struck)] == [
        ("Coal", "A Player may gain <s>2<br/> Coal.")
    ]
    assert changes(PAGE, PAGE.replace("gain 2 Coal", "gain 2 Coal<ref name=a />")) == []


WORDS = """= A =|== B ==|===C===|== B == <!-- x -->|=|==|word| |* item|<!--|-->|<nowiki>|</nowiki>|<pre>|</pre>|{||}|-|cell|{{|}}
[[|]]|<s>|</s>|<div>|</div>|'''|<includeonly>|</includeonly>|<ref>|</ref>|<br>|<br/>|; t|: d|&lt;|<del />""".split(
    "|"
)
FRAGMENTS = st.lists(
    st.sampled_from([*WORDS, "{|", "|}", "|-", "| cell", "\n", "\n\n"]), max_size=25
).map("".join)


def read_whole(text: str) -> list[tuple[object, ...]]:
    return [
        (each.heading, each.level, each.titles, each.kind, each.text)
        for each in read_tree(text).in_order
    ]


@given(st.lists(FRAGMENTS, max_size=6).map("\n".join))
def test_any_page_is_read_as_its_tree_is(text: str) -> None:
    found = [
        (each.heading, each.level, each.titles, each.kind, each.text)
        for each in read_revision(text).rules
    ]
    assert found == read_whole(text)
