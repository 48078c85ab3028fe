"""The revisions of a page, which every source gives alike: a snapshot, the store, and the wiki
behind the store.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from parsers.model import Revision
from sync.errors import NoVerdict
from sync.settings.config import Live
from sync.sources.interface import Source, with_files
from sync.sources.snapshot import SnapshotSource
from sync.sources.stored import StoreSource, open_store
from tests.support.cases import cases
from tests.support.memory_source import MemorySource

PAGE = "The Page"
NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)
Made = Callable[..., Source]


def revision(revid: int, parentid: int, text: str | None) -> Revision:
    """A revision made at the hour of its number."""
    return Revision(PAGE, revid, parentid, NOON.replace(hour=revid), "Ana", "why", text)


def write_snapshot(
    folder: Path, revisions: Sequence[Revision], as_of: datetime = NOON
) -> SnapshotSource:
    """The last of the revisions as the page, the others as its history."""
    (folder / "wiki").mkdir(exist_ok=True)
    (folder / "snapshot.toml").write_text(f"as_of = {as_of.isoformat()}")
    rows = [asdict(each) | {"timestamp": each.timestamp.isoformat()} for each in revisions]
    if revisions:
        (folder / "wiki" / "The_Page.wikitext").write_text(revisions[-1].text or "")
        (folder / "wiki" / "The_Page.json").write_text(json.dumps(rows[-1]))
    lines = [json.dumps(row) for row in rows]
    (folder / "wiki" / "The_Page.history.jsonl").write_text("\n\n".join(lines) + "\n")
    return SnapshotSource(folder, blog_url="https://blog.example")


@pytest.fixture
def live(tmp_path: Path) -> Live:
    return Live(
        "https://blog.example",
        "https://wiki.example/",
        "me@example.org",
        tmp_path / "store.sqlite3",
        offline=True,
    )


@pytest.fixture(params=["snapshot", "store", "memory"])
def made(request: pytest.FixtureRequest, tmp_path: Path, live: Live) -> Iterator[Made]:
    """Makes a source of revisions, the oldest first, as of a time."""
    with ExitStack() as stack:

        def make(*revisions: Revision, as_of: datetime = NOON) -> Source:
            if request.param == "memory":
                return MemorySource(revisions, as_of=as_of)
            if request.param == "snapshot":
                return write_snapshot(tmp_path, revisions, as_of)
            store = stack.enter_context(open_store(live, NOON))
            keep(live, revisions)
            return StoreSource(store, live, as_of)

        yield make


def keep(live: Live, revisions: Sequence[Revision]) -> None:
    with open_store(live, NOON) as store, store.run("wiki", NOON, reader="test") as run:
        for each in revisions:
            run.revision(each)
        run.finish()


FIRST, SECOND, HIDDEN, LAST = (
    revision(1, 0, "a"),
    revision(2, 1, "b"),
    revision(3, 2, None),
    revision(4, 3, "d"),
)
ALL = (FIRST, SECOND, HIDDEN, LAST)
NAMED = {
    "FIRST": FIRST,
    "SECOND": SECOND,
    "HIDDEN": HIDDEN,
    "LAST": LAST,
    "EARLY": replace(SECOND, timestamp=FIRST.timestamp),
}


def test_the_newest_come_first(made: Made) -> None:
    source = made(*ALL)
    assert list(source.revisions(PAGE)) == [LAST, HIDDEN, SECOND, FIRST]
    assert list(source.revisions("Other")) == []
    assert source.page(PAGE) == LAST
    assert source.page("Other") is None


def test_nothing_later_than_the_source_looks_at(made: Made) -> None:
    source = made(*ALL, as_of=NOON.replace(hour=2))
    assert list(source.revisions(PAGE)) == [SECOND, FIRST]


@pytest.mark.parametrize(
    ("hour", "stood"), [(0, None), (1, FIRST), (2, SECOND), (3, HIDDEN), (9, LAST)], ids=str
)
def test_the_revision_that_stood_at_a_moment(made: Made, hour: int, stood: Revision | None) -> None:
    assert made(*ALL).page(PAGE, at=NOON.replace(hour=hour)) == stood


def test_the_page_is_that_of_the_moment(made: Made) -> None:
    source = made(*ALL, as_of=NOON.replace(hour=2))
    assert source.page(PAGE) == SECOND


def test_where_another_may_have_stood_the_page_is_unknown(made: Made) -> None:
    source = made(FIRST, HIDDEN, LAST, as_of=NOON.replace(hour=2))
    assert source.page(PAGE) is None
    assert source.nearest(PAGE) == FIRST
    assert made(FIRST, HIDDEN, LAST, as_of=NOON.replace(hour=3)).page(PAGE) == HIDDEN


def test_before_the_first_known_revision_the_page_is_unknown(made: Made) -> None:
    early = made(SECOND, as_of=NOON.replace(hour=1))
    assert (early.page(PAGE), early.nearest(PAGE)) == (None, SECOND)
    assert str(early.missing(PAGE)).startswith(f"the text of {early.where(PAGE)} at 2024-01-20 01:")


# A snapshot


def test_a_snapshot_page_without_a_time_has_the_time_of_the_snapshot(tmp_path: Path) -> None:
    write_snapshot(tmp_path, [FIRST, SECOND])
    (tmp_path / "wiki" / "The_Page.json").unlink()

    def page(moment: datetime) -> Revision | None:
        return SnapshotSource(tmp_path, blog_url="https://blog.example", now=moment).page(PAGE)

    found = page(NOON)
    assert found is not None
    assert found.text == SECOND.text
    assert page(NOON.replace(hour=11)) is None


def test_a_snapshots_page_of_unknown_revision_or_time_is_none_of_its_history(
    tmp_path: Path,
) -> None:
    source = write_snapshot(tmp_path, [FIRST, LAST])
    (tmp_path / "wiki" / "The_Page.json").write_text('{"revid": 9}')
    page = source.page(PAGE)
    assert page is not None
    assert (page.revid, page.timestamp, page.user, page.text) == (9, NOON, None, "d")
    assert list(source.revisions(PAGE)) == [LAST, FIRST]
    (tmp_path / "wiki" / "The_Page.json").unlink()
    (tmp_path / "wiki" / "The_Page.history.jsonl").unlink()
    assert list(SnapshotSource(tmp_path, blog_url="https://blog.example").revisions(PAGE)) == []


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("{", id="cut off"),
        pytest.param('{"revid": "x"}', id="id is text"),
        pytest.param('{"revid": 1, "text": "x"}', id="no time"),
        pytest.param('{"revid": 1, "timestamp": "noon", "text": "x"}', id="malformed time"),
        pytest.param("\udcff", id="not UTF-8"),
    ],
)
def test_a_malformed_line_of_a_history_is_named(tmp_path: Path, line: str) -> None:
    source = write_snapshot(tmp_path, [])
    (tmp_path / "wiki" / "The_Page.history.jsonl").write_bytes(
        ("\n" + line + "\n").encode("utf-8", "surrogateescape")
    )
    with pytest.raises(
        NoVerdict, match=r"^wiki/The_Page.history.jsonl, the line at byte \d+, cannot be read: .+$"
    ):
        list(source.revisions(PAGE))


@cases("orders")
def test_lines_of_a_history_out_of_order_are_refused_and_one_that_stands_twice_counts_once(
    lines: list[str], shown: list[str], tmp_path: Path
) -> None:
    source = write_snapshot(tmp_path, [*(NAMED[line] for line in lines), LAST], NOON)
    found: list[Revision] = []
    why = (
        r"^wiki/The_Page.history.jsonl, the line at byte \d+, cannot be read: revision 2 is newer"
        r" than the next one; put the oldest"
    )
    with nullcontext() if len(shown) == len(ALL) else pytest.raises(NoVerdict, match=why):
        for each in source.revisions(PAGE):
            found.append(each)
    assert found == [NAMED[line] for line in shown]


def test_a_malformed_time_of_the_page_is_named(tmp_path: Path) -> None:
    source = write_snapshot(tmp_path, [FIRST])
    (tmp_path / "wiki" / "The_Page.json").write_text('{"revid": 4, "timestamp": "noon"}')
    with pytest.raises(
        NoVerdict,
        match=(
            r"^wiki/The_Page.json is not the JSON of a revision: .*; save it again, or remove it$"
        ),
    ):
        source.page(PAGE)


# The store, and the wiki behind it


def test_a_gap_in_the_store_ends_its_history(live: Live) -> None:
    keep(live, [FIRST, SECOND, LAST])
    with open_store(live, NOON) as store:
        source = StoreSource(store, live, NOON)
        assert list(source.revisions(PAGE)) == [LAST]
        # Another may have been made between 2 and 4.
        assert (source.page(PAGE, at=FIRST.timestamp), source.page(PAGE, at=SECOND.timestamp)) == (
            FIRST,
            None,
        )


@pytest.mark.parametrize("parent", [4, 2], ids=["itself", "an earlier one"])
def test_parents_that_lead_round_in_circles_end_a_history(parent: int, live: Live) -> None:
    keep(live, [FIRST, replace(SECOND, parentid=4), replace(LAST, parentid=parent)])
    with open_store(live, NOON) as store:
        source = StoreSource(store, live, NOON)
        wanted = [4] if parent == 4 else [4, 2]
        assert [each.revid for each in islice(source.revisions(PAGE), 9)] == wanted


# Files


def test_a_file_replaces_a_page_and_has_no_history(tmp_path: Path) -> None:
    rules, tracking = tmp_path / "rules", tmp_path / "Some_Page.wikitext"
    rules.write_text("r")
    tracking.write_text("t")
    base = MemorySource([*ALL, replace(LAST, title="Ruleset"), replace(LAST, title="Other")])
    source, titles = with_files(base, ruleset=rules, tracking=tracking), ("Ruleset", PAGE, "Other")
    assert source.tracking_page(PAGE) == PAGE
    assert [(page.revid, page.text) for title in titles if (page := source.page(title))] == [
        (0, "r"),
        (0, "t"),
        (4, "d"),
    ]
    assert [len(list(source.revisions(title))) for title in titles] == [0, 0, 1]
    assert source.page("Ruleset", at=NOON) is None
    assert source.revision(PAGE, 2) == SECOND
    assert [source.where(title) for title in titles] == [str(rules), str(tracking), "Other"]
    assert with_files(base, tracking=tracking).tracking_page(None) == "Some Page"
    assert with_files(base, ruleset=rules).tracking_page(None) is None
    assert str(with_files(base).missing("Lost")) == "there is no page 'Lost'"
