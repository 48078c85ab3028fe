"""Pages read one after the other, as the revisions of one page are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.wiki import incremental
from parsers.wiki.closed import is_closed
from parsers.wiki.incremental import passages_of
from parsers.wiki.page import Passages, read_passages

PAGE = "Welcome.\n" + "".join(f"== Rule {number} ==\n* One\n* Two\n\nA ''word'' of {number}.\n" for number in range(12))


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    incremental._LAST.clear()
    yield
    incremental._LAST.clear()


def places(read: Passages) -> tuple[object, ...]:
    """Everything that was read: the places of a block do not count for its equality."""
    return read, [(block.start, block.end) for passage in read.passages for block in passage.blocks]


def pieces_read(work: Callable[[], object]) -> list[str]:
    """The texts that the reader of whole pages was given."""
    given: list[str] = []

    def recorded(text: str) -> Passages:
        given.append(text)
        return read_passages(text)

    with patch.object(incremental, "read_passages", recorded):
        work()
    return given


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        pytest.param("Plain.\n", True, id="plain"),
        pytest.param("{{a|[[b|c]]|}} {|\n| d\n|} <!-- e --> <s>f</s> <ref name=g />", True, id="one inside the other"),
        pytest.param("<div style=x> <br> a > b < c", True, id="tags that may stay open"),
        pytest.param("--> <!--", False, id="a comment's end before its begin"),
        pytest.param("}} {{", False, id="braces that end before they begin"),
        pytest.param("</nowiki><nowiki>", False, id="a tag's end before its begin"),
        pytest.param("<nowiki>{{</nowiki> }}", False, id="braces of which the wiki reads one pair"),
        pytest.param("{{a", False, id="open braces"),
        pytest.param("<S>a", False, id="an open tag in capitals"),
        pytest.param("<span title='", False, id="a tag that goes on below"),
        pytest.param("<span <!-- <ul>", False, id="a comment that begins in a tag"),
        pytest.param("<s>{{</s>}}", False, id="crossed"),
        pytest.param("{{a|}}", True, id="an empty argument"),
    ],
)
def test_what_is_closed(text: str, *, closed: bool) -> None:
    assert is_closed(text) is closed


@pytest.mark.parametrize(
    "hiding",
    [
        pytest.param(("x --> y <!--", "z --> w <!--"), id="comments"),
        pytest.param(("x }} {{a|", "z }} {{b|"), id="templates"),
        pytest.param(("x </nowiki> <nowiki>", "z </nowiki> <nowiki>"), id="nowiki"),
        pytest.param(("x <nowiki>{{</nowiki> }} {{ <nowiki>}}</nowiki>", "z <nowiki>{{</nowiki> }} {{ <nowiki>}}</nowiki>"), id="both"),
        pytest.param(("x <span title='", "z'>w</span>"), id="an attribute"),
    ],
)
def test_a_heading_between_what_two_pieces_leave_open_is_read_as_on_its_page(hiding: tuple[str, str]) -> None:
    text = PAGE + f"== A ==\n{hiding[0]}\n== B ==\n{hiding[1]}\n== C ==\nq\n"
    passages_of(PAGE)
    assert places(passages_of(text)) == places(read_passages(text))


def test_what_another_page_had_is_not_read_again() -> None:
    changed, longer, shorter = PAGE.replace("of 5", "of five"), f"{PAGE}== More ==\nText.\n", PAGE.replace("Welcome.\n", "")
    assert pieces_read(lambda: passages_of(PAGE)) == [PAGE]
    assert pieces_read(lambda: passages_of(PAGE)) == []
    assert pieces_read(lambda: passages_of(changed)) == ["== Rule 5 ==\n* One\n* Two\n\nA ''word'' of five.\n"]
    assert pieces_read(lambda: passages_of(longer)) == ["== More ==\nText.\n"]
    assert pieces_read(lambda: passages_of(shorter)) == ["", "== Rule 0 ==\n* One\n* Two\n\nA ''word'' of 0.\n"]
    for text in (PAGE, changed, longer, shorter):
        assert places(passages_of(text)) == places(read_passages(text))


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("Another page.\n== A ==\na\n", id="little in common"),
        pytest.param(PAGE.replace("of 5", "<nowiki>of 5"), id="an open piece"),
        pytest.param(PAGE.replace("== Rule 5 ==", "=Rule 5"), id="no heading"),
        pytest.param(PAGE.replace("of 5.", "of 5.\n<!-- x -->== Rule 5a =="), id="a heading behind a comment"),
        pytest.param(PAGE + "x" * incremental._LONGEST, id="a long page"),
    ],
)
def test_what_has_to_be_read_whole(other: str) -> None:
    passages_of(PAGE)
    assert other in pieces_read(lambda: passages_of(other))
    assert places(passages_of(other)) == places(read_passages(other))


@pytest.mark.parametrize("before", ["", "=", "= A =\na", "Text.\n= A =\na\n= B =\nb\n", "Text.", "= A =\n== Z =="])
@pytest.mark.parametrize("text", ["", "=", "= A =\na\n", "a", "Text.\n= B =\nb\n", "\n= B =\nb\n", "= A =\n== Z ==== B =="])
def test_short_pages_one_after_the_other(before: str, text: str) -> None:
    passages_of(before)
    assert places(passages_of(text)) == places(read_passages(text))


WORDS = """== B ==
|=C=|word| |* item|<!--|-->|<nowiki>|</nowiki>|<pre>|</pre>|{||}|-|cell|{{|}}|[[|]]|<s>|</s>|<div>|</div>|'''|<ref>|</ref>|<br>|; t|: d
|<table>|</table>|<td>|<ul>|<li>|</ul>|<blockquote>|</blockquote>|<p>|<span |>|&lt;|<sup>|</sup>|<b>|</b>|{{{|}}}
|== D == <!-- x -->""".split("|")
FRAGMENTS = st.lists(st.sampled_from([*WORDS, "{|", "|}", "|-", "| cell", "\n", "\n\n"]), max_size=12).map("".join)


@given(FRAGMENTS, st.integers(0, 12), st.integers(0, 12))
def test_a_page_with_other_pieces_reads_as_it_does_alone(other: str, start: int, end: int) -> None:
    lines = PAGE.split("== ")
    text = "== ".join([*lines[:start], other, *lines[end:]])
    passages_of(PAGE)
    assert places(passages_of(text)) == places(read_passages(text))


@pytest.mark.slow
def test_random_pages_one_after_the_other() -> None:
    rng = random.Random(7)
    for _ in range(4_000):
        lines = ["", *(f"\n== {number} ==\n{rng.choice(WORDS)}{rng.choice(WORDS)}" for number in range(9))]
        for _ in range(3):
            other = "".join(rng.choice([*WORDS, "\n"]) for _ in range(rng.randrange(6)))
            lines[rng.randrange(10)] = "\n== x ==\n" * rng.randrange(2) + other
            text = "".join(lines)
            assert places(passages_of(text)) == places(read_passages(text)), text


def test_a_page_that_moved_leaves_the_one_before_it_as_it_was() -> None:
    first = passages_of(PAGE)
    moved = passages_of(f"Longer. {PAGE}")
    assert [(each.title, each.start + 8) for each in first.passages[1:]] == [(each.title, each.start) for each in moved.passages[1:]]
    assert places(first) == places(read_passages(PAGE))
