"""Values as rows: what is put in comes out as it was, or is refused."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import strategies as st

from parsers.model import AdminNote, Category, Comment, Icon, Outcome, Post, Revision, Roster, Status
from sync.errors import NoVerdict
from sync.store import Run, Write, rows
from sync.store.rows import Damaged, columns, compress, decompress, from_json, parameter
from tests.sync.store.samples import NOON, comment, observe, opened, post, revision, with_comments
from tests.sync.store.samples import rows as rows_of

# With NUL, and everything beyond the Basic Multilingual Plane; lone surrogates are no text.
texts = st.text(st.characters(codec="utf-8"), max_size=20)
times = st.none() | st.datetimes(timezones=st.just(UTC)).map(lambda time: time.replace(microsecond=0))
numbers = st.integers(-(2**63), 2**63 - 1)
counts = st.none() | numbers
positions = st.integers(0, 2**31)
comments = st.builds(Comment, texts, times, st.lists(st.builds(Icon, texts, st.booleans()), max_size=3).map(tuple), texts, texts, positions)
notes = st.builds(AdminNote, texts, st.none() | st.sampled_from(Outcome), counts, counts, counts, counts)
posts = st.builds(
    Post,
    url=texts,
    title=texts,
    category=st.sampled_from(Category),
    author=texts,
    posted=times,
    status=st.sampled_from(Status),
    subject=texts,
    tags=st.lists(texts, max_size=3).map(tuple),
    closed=times,
    note=st.none() | notes,
    body=texts,
    words=numbers,
    comment_count=counts,
    comments=st.none() | st.lists(comments, max_size=4).map(tuple),
    position=positions,
)
names = st.lists(texts, max_size=3).map(tuple)
rosters = st.builds(Roster, names, names, st.frozensets(texts, max_size=3), counts, counts, st.none() | st.booleans())


@pytest.mark.parametrize(
    ("kind", "table", "elsewhere"),
    [
        pytest.param(Post, "post_contents", {"comment_count", "comments", "position"}, id="post"),
        pytest.param(Comment, "comments", {"position"}, id="comment"),
        pytest.param(Roster, "rosters", set(), id="roster"),
        pytest.param(Revision, "revisions", set(), id="revision"),
        pytest.param(Write, "journal", set(), id="write"),
    ],
)
def test_every_field_of_a_value_is_a_column(tmp_path: Path, kind: type, table: str, elsewhere: set[str]) -> None:
    with opened(tmp_path) as store:
        found = {name for (name,) in rows_of(store, "SELECT name FROM pragma_table_info(?)", table)}
    assert set(columns(kind)) - elsewhere <= found


def test_times_are_kept_in_utc_and_to_the_second() -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(hours=5, minutes=30))) + timedelta(microseconds=999_999)
    assert parameter(elsewhere) == "2024-01-20T12:00:00Z"
    assert parameter(datetime(999, 12, 31, 23, 59, 59, 1, tzinfo=UTC)) == "0999-12-31T23:59:59Z"


def test_fractions_of_a_second_are_no_change(tmp_path: Path) -> None:
    fraction = timedelta(microseconds=5)
    one = comment(0, "Bo", "for")
    made = with_comments(post(posted=NOON + fraction, closed=NOON + fraction), Comment("Bo", NOON + fraction, text="Fine."), one)
    with opened(tmp_path) as store:
        observe(store, made, at=NOON + fraction)
        assert observe(store, made, at=NOON + 2 * fraction).unchanged == 1
        kept = store.post("lamps")
        assert kept
        assert kept.comments
        assert (kept.posted, kept.closed, kept.comments[0].at) == (NOON, NOON, NOON)


def test_parts_are_json_without_what_is_not_there() -> None:
    assert parameter((Icon("for"), Icon("against", quoted=True))) == '[{"name":"for"},{"name":"against","quoted":true}]'
    assert parameter(AdminNote("“Fine”, 5-0.", Outcome.ENACTED, 5, 0)) == '{"text":"“Fine”, 5-0.","outcome":"enacted","for_":5,"against":0}'
    assert parameter(frozenset({"Cy", "Ana", "Bo"})) == '["Ana","Bo","Cy"]'
    assert parameter(b"\0\xff") == "AP8="


@pytest.mark.parametrize("text", ["", "nothing", "{", '{"name": 1}', '{"name": "for", "quoted": "no"}', "[]"])
def test_json_that_does_not_fit_is_damaged(text: str) -> None:
    with pytest.raises(Damaged):
        from_json(text, Icon)


@pytest.mark.parametrize("text", ["", "a", "“Lämps” \0🏮\r\n" * 99])
def test_a_compressed_text_comes_back_as_it_was(text: str) -> None:
    assert decompress(compress(text.encode())) == text


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"no zlib", id="not-compressed"),
        pytest.param(zlib.compress(b"x" * 99)[:-1], id="cut"),
        pytest.param(zlib.compress(b"x") + b"y", id="longer"),
        pytest.param(zlib.compress(b"\xff"), id="not-UTF-8"),
    ],
)
def test_what_is_no_compressed_text_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        decompress(data)


def test_a_text_beyond_the_limit_is_not_decompressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MAX_BYTES", 1000)
    assert len(decompress(compress(b"x" * 1000))) == 1000
    with pytest.raises(Damaged):
        decompress(compress(b"x" * 1001))


@pytest.mark.parametrize(
    "observe_one",
    [
        pytest.param(lambda run: run.post(post(title="a \ud800 b")), id="column"),
        pytest.param(lambda run: run.post(post(tags=("a \ud800 b",))), id="JSON"),
        pytest.param(lambda run: run.revision(revision(text="a \ud800 b")), id="text"),
        pytest.param(lambda run: run.cursor("changes", "a \ud800 b"), id="cursor"),
    ],
)
def test_a_lone_surrogate_is_refused_and_nothing_is_kept(tmp_path: Path, observe_one: Callable[[Run], None]) -> None:
    with opened(tmp_path) as store, store.run("blog", NOON) as run:
        run.post(post("other"))
        observe_one(run)
        refused = r"^text with a lone surrogate cannot be stored in the store .*store\.sqlite \('a \\ud800 b'\)$"
        with pytest.raises(NoVerdict, match=refused):
            run.checkpoint()
        assert store.post("other") is None
        run._waiting.clear()
