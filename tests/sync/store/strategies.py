"""Any values that the store can be given."""

from __future__ import annotations

from datetime import UTC

from hypothesis import strategies as st

from parsers.model import (
    AdminNote,
    Category,
    Comment,
    Icon,
    Outcome,
    Post,
    Revision,
    Roster,
    Status,
)

# With NUL, and everything beyond the Basic Multilingual Plane; lone surrogates are no text.
texts = st.text(st.characters(codec="utf-8"), max_size=20)
dates = st.datetimes(timezones=st.just(UTC)).map(lambda time: time.replace(microsecond=0))
times = st.none() | dates
numbers = st.integers(-(2**63), 2**63 - 1)
counts = st.none() | numbers
comments = st.builds(
    Comment,
    texts,
    times,
    st.lists(st.builds(Icon, texts, st.booleans()), max_size=3).map(tuple),
    texts,
    texts,
    st.integers(0, 2**31),
)
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
    note=st.none()
    | st.builds(
        AdminNote, texts, st.none() | st.sampled_from(Outcome), counts, counts, counts, counts
    ),
    body=texts,
    words=numbers,
    comment_count=counts,
    comments=st.none() | st.lists(comments, max_size=4).map(tuple),
    position=st.integers(0, 2**31),
    markup=st.none() | texts,
)
names = st.lists(texts, max_size=3).map(tuple)
rosters = st.builds(
    Roster,
    names,
    names,
    st.frozensets(texts, max_size=3),
    counts,
    counts,
    st.none() | st.booleans(),
)
revisions = st.builds(
    Revision,
    title=st.just("T\0🏮"),
    revid=st.integers(0, 2**63 - 1),
    parentid=st.integers(0, 2**63 - 1),
    timestamp=dates,
    user=st.none() | texts,
    comment=st.none() | texts,
    text=st.none() | texts | texts.map(lambda text: f"== {text} ==\n" * 200),
)
