"""Whatever is put in comes out as it was."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import AdminNote, Category, Comment, Icon, Outcome, Post, Roster, Status
from sync.store import forms, packing
from sync.store.packing import Damaged, decode, encode
from tests.sync.store.samples import NOON, ROSTER, comment, enacted, post

# With lone surrogates, NUL, and everything beyond the Basic Multilingual Plane.
texts = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)
times = st.none() | st.datetimes(timezones=st.just(UTC)).map(lambda time: time.replace(microsecond=0))
numbers = st.integers(-(2**63), 2**63 - 1)
counts = st.none() | numbers
positions = st.integers(0, 2**31)
comments = st.builds(Comment, texts, times, st.lists(st.builds(Icon, texts, st.booleans()), max_size=3).map(tuple), texts, texts, positions)
notes = st.builds(AdminNote, texts, st.none() | st.sampled_from(Outcome), counts, counts, counts, counts, st.none() | texts)
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


@given(posts)
def test_a_post_comes_back_as_it_was(made: Post) -> None:
    head = decode(encode(forms.head_form(made)), forms.HeadForm)
    packed = None if made.comments is None else encode([forms.comment_form(one, place) for place, one in enumerate(made.comments)])
    read = None
    if packed is not None:
        read = tuple(forms.from_comment_form(one, place) for place, one in enumerate(decode(packed, tuple[forms.CommentForm, ...])))
    assert forms.headed_post(head, made.comment_count, read, made.position) == made


@given(rosters)
def test_a_roster_comes_back_as_it_was(made: Roster) -> None:
    assert forms.from_roster_form(decode(encode(forms.roster_form(made)), forms.RosterForm)) == made


@pytest.mark.parametrize(
    ("value", "form", "elsewhere"),
    [
        (Post, forms.HeadForm, {"comment_count", "comments", "position"}),
        (Comment, forms.CommentForm, {"position"}),
        (Icon, forms.IconForm, set()),
        (AdminNote, forms.NoteForm, set()),
        (Roster, forms.RosterForm, set()),
    ],
)
def test_no_field_of_a_value_is_forgotten(value: Any, form: Any, elsewhere: set[str]) -> None:
    stored = {field.name for field in msgspec.structs.fields(form)} - {"shift"}
    assert {field.name for field in fields(value)} - elsewhere == stored


def test_what_a_newer_version_added_is_ignored() -> None:
    form = forms.head_form(enacted(post()))
    newer = msgspec.to_builtins(form, builtin_types=(bytes,))
    newer[9] = [*newer[9], "a new field of notes"]
    assert decode(encode([*newer, {"another": 1}]), forms.HeadForm) == form


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        encode(["too", "short"]),
        encode([*msgspec.to_builtins(forms.head_form(post()), builtin_types=(bytes,))[:2], "new", b""]),
    ],
)
def test_what_is_no_form_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged):
        decode(data, forms.HeadForm)


def test_bytes_that_are_no_text_and_times_that_are_none_are_damaged() -> None:
    with pytest.raises(Damaged):
        packing.text_of(b"\xff")
    with pytest.raises(Damaged):
        packing.time_of(2**60)


def test_a_comment_that_moved_up_is_the_same() -> None:
    moved = replace(comment(4, "Bo", "for"), position=3)
    assert forms.comment_form(moved, 3) == forms.comment_form(comment(4, "Bo", "for"), 4)
    assert forms.from_comment_form(forms.comment_form(moved, 3), 7).position == 7


def test_the_order_in_which_admins_stand_is_none() -> None:
    many = [f"Admin {number:02}" for number in range(30)]
    assert forms.roster_form(replace(ROSTER, admins=frozenset(many))).admins == tuple(name.encode() for name in many)


def test_times_are_kept_in_utc_and_to_the_second() -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(hours=5, minutes=30))) + timedelta(microseconds=999_999)
    assert packing.time_of(packing.seconds(elsewhere)) == NOON
    early = datetime(1969, 12, 31, 23, 59, 59, 1, tzinfo=UTC)
    assert packing.time_of(packing.seconds(early)) == early.replace(microsecond=0)
