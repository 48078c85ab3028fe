"""What the edits of a Ruleset changed, rule by rule."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.history import rules
from parsers.history.model import ChangeKind, PageChange
from parsers.history.rules import read_revision, rule_changes
from parsers.ruleset.tree import read_tree
from tests.support.steps import count_calls

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


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "gain 2 Coal",
            "gain 3 Coal",
            [PageChange(ChangeKind.RULE_CHANGED, "Coal", None, "A Player may gain 2 Coal.", "A Player may gain 3 Coal.")],
            id="a number",
        ),
        pytest.param("may gain 2", "may  gain\n2", [], id="layout only"),
        pytest.param("2 Coal", "'''2''' Coal", [], id="markup only"),
        pytest.param(
            "== Moorings ==", "== Berths ==", [PageChange(ChangeKind.RULE_RENAMED, "Berths", None, "Moorings", "Berths")], id="renamed"
        ),
        pytest.param(
            "== Moorings ==",
            "== Moorings [Rare] ==",
            [PageChange(ChangeKind.RULE_RENAMED, "Moorings", None, "Moorings", "Moorings [Rare]")],
            id="a tag in the title",
        ),
        pytest.param(
            "== Coal ==", "== Fuel ==", [PageChange(ChangeKind.RULE_RENAMED, "Fuel", None, "Coal", "Fuel")], id="renamed above a subrule"
        ),
        pytest.param(
            "There is a Wharf.\n",
            "There is a Wharf.\n=== Ropes ===\nA Rope.\n",
            [PageChange(ChangeKind.RULE_ADDED, "Ropes", None, None, "A Rope.")],
            id="a subrule added at the end",
        ),
        pytest.param(
            "=== Stoking ===\nStoke daily.\n",
            "",
            [PageChange(ChangeKind.RULE_REMOVED, "Stoking", None, "Stoke daily.", None)],
            id="a subrule removed",
        ),
        pytest.param(
            "Welcome.", "Hello.", [PageChange(ChangeKind.RULE_CHANGED, None, None, "Welcome.", "Hello.")], id="above the first heading"
        ),
        pytest.param("Obey.", "Obey!", [PageChange(ChangeKind.RULE_CHANGED, "Core Rules", None, "Obey.", "Obey!")], id="an introduction"),
    ],
)
def test_an_edit_is_described_as_what_it_is(old: str, new: str, expected: list[PageChange]) -> None:
    assert change(old, new) == expected


def test_a_rule_moved_below_another_one() -> None:
    moved = PAGE.replace("=== Stoking ===\nStoke daily.\n", "") + "=== Stoking ===\nStoke daily.\n"
    paths = "Dynastic Rules > Coal > Stoking", "Dynastic Rules > Moorings > Stoking"
    assert changes(PAGE, moved) == [PageChange(ChangeKind.RULE_MOVED, "Stoking", None, *paths)]


def test_the_order_of_rules_is_no_change() -> None:
    mooring = "== Moorings ==\nThere is a Wharf.\n"
    assert changes(PAGE, PAGE.replace(mooring, "").replace("== Coal ==", f"{mooring}== Coal ==")) == []


def test_tags_that_are_left_open_are_read_with_their_page() -> None:
    struck = PAGE.replace("gain 2 Coal", "gain <s>2<br/> Coal")
    assert read_whole(struck) == [(each.heading, each.level, each.titles, each.kind, each.text) for each in read_revision(struck).rules]
    assert [(one.subject, one.new) for one in changes(PAGE, struck)] == [("Coal", "A Player may gain <s>2<br/> Coal.")]
    assert changes(PAGE, PAGE.replace("gain 2 Coal", "gain 2 Coal<ref name=a />")) == []


def test_a_page_without_headings() -> None:
    assert changes("One.", "Two.") == [PageChange(ChangeKind.RULE_CHANGED, None, None, "One.", "Two.")]
    assert changes("", PAGE)[0] == PageChange(ChangeKind.RULE_CHANGED, None, None, "", "Welcome.")


WORDS = """= A =|== B ==|===C===|== B == <!-- x -->|=|==|word| |* item|<!--|-->|<nowiki>|</nowiki>|<pre>|</pre>|{||}|-|cell|{{|}}
[[|]]|<s>|</s>|<div>|</div>|'''|<includeonly>|</includeonly>|<ref>|</ref>|<br>|<br/>|; t|: d|&lt;|<del />""".split("|")
FRAGMENTS = st.lists(st.sampled_from([*WORDS, "{|", "|}", "|-", "| cell", "\n", "\n\n"]), max_size=25).map("".join)


def read_whole(text: str) -> list[tuple[object, ...]]:
    return [(each.heading, each.level, each.titles, each.kind, each.text) for each in read_tree(text).in_order]


@given(st.lists(FRAGMENTS, max_size=6).map("\n".join))
def test_in_chunks_a_page_reads_as_it_does_whole(text: str) -> None:
    found = [(each.heading, each.level, each.titles, each.kind, each.text) for each in read_revision(text).rules]
    assert found == read_whole(text)


@given(st.lists(FRAGMENTS, max_size=6), st.lists(FRAGMENTS, max_size=3), st.integers(0, 6), st.integers(0, 6))
def test_after_another_revision_a_page_reads_as_it_does_alone(pieces: list[str], others: list[str], start: int, end: int) -> None:
    before, text = "\n".join(pieces), "\n".join([*pieces[:start], *others, *pieces[end:]])
    earlier, alone = read_revision(before), read_revision(text)
    assert read_revision(text, earlier) == alone
    assert list(rule_changes(earlier, read_revision(text, earlier))) == list(rule_changes(earlier, alone))


@pytest.mark.parametrize("before", ["", "=", "= A =\na", "Text.\n= A =\na\n= B =\nb\n", "Text."])
@pytest.mark.parametrize("text", ["", "=", "= A =\na", "= A =\na\n", "a", "Text.\n= A =\na\n", "Text.\n= B =\nb\n", "\n= B =\nb\n"])
def test_short_pages_one_after_the_other(before: str, text: str) -> None:
    assert read_revision(text, read_revision(before)) == read_revision(text)


@pytest.mark.slow
def test_in_chunks_random_pages_read_as_they_do_whole() -> None:
    rng = random.Random(20)
    pieces = ["\n", "== B ==\n", "\n=C=\n", "word ", "<!--", "-->", "<nowiki>", "</nowiki>", "{|\n", "|}\n", "|x\n", "{{", "}}", "[[", "]]"]
    pieces += [
        "<s>",
        "</s>",
        "<pre>",
        "</pre>",
        "<table>",
        "</table>",
        "<td>",
        "<div>",
        "</div>",
        "* i\n",
        "'''",
        "<sup>",
        "</sup>",
        "<ref>",
    ]
    for _ in range(20_000):
        text = "".join(rng.choice(pieces) for _ in range(rng.randrange(30)))
        found = [(each.heading, each.level, each.titles, each.kind, each.text) for each in read_revision(text).rules]
        assert found == read_whole(text), text
        cut = rng.randrange(len(text) + 1)
        other = text[:cut] + rng.choice(pieces) + text[min(cut + rng.randrange(9), len(text)) :]
        assert read_revision(other, read_revision(text)) == read_revision(other), (text, other)


def test_a_chunk_is_read_once_however_many_revisions_have_it() -> None:
    def read() -> int:
        rules._chunk.cache_clear()
        before = read_revision(PAGE)
        for number in range(50):
            list(rule_changes(before, read_revision(PAGE.replace("a Wharf", f"Wharf {number}"))))
        return rules._chunk.cache_info().misses

    assert read() == 7 + 50


def test_of_the_rules_that_did_not_change_only_the_identity_is_asked() -> None:
    def work(rules_on_page: int) -> int:
        page = PAGE + "".join(f"== Rule {number} ==\nText {number}.\n" for number in range(rules_on_page))
        before, after = read_revision(page), read_revision(page.replace("2 Coal", "3 Coal"))
        return count_calls(lambda: list(rule_changes(before, after)))

    assert work(400) - work(20) == 2 * 380
