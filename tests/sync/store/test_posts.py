"""Posts and comments: what becomes a version, what does not, and what is known of the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Category, Comment, Post, Seen, Status
from sync.store import Store
from tests.sync.store import strategies
from tests.sync.store.samples import (
    BLOG,
    DAY,
    HOUR,
    NOON,
    comment,
    comment_history,
    enacted,
    gone,
    listed,
    observe,
    opened,
    post,
    rows,
    with_comments,
)

A, B, C = comment(0, "Bo", "for"), comment(1, "Cy", "against"), comment(2, "Ana", "for")


def times(seen: Sequence[Seen[Post]]) -> list[tuple[Post, datetime, datetime]]:
    return [(one.value, one.first_seen, one.last_seen) for one in seen]


def hours(seen: Sequence[Seen[Post]]) -> list[tuple[int, int]]:
    return [((one.first_seen - NOON) // HOUR, (one.last_seen - NOON) // HOUR) for one in seen]


def find_gone(store: Store, at: datetime, *keys: str) -> None:
    with store.run("blog", at) as run:
        for key in keys:
            run.gone(key)


def test_any_post_comes_back_as_it_was_and_again_when_it_changes(tmp_path: Path) -> None:
    numbers = count()

    @given(strategies.posts, strategies.posts)
    def check(one: Post, other: Post) -> None:
        key = f"{next(numbers)}\0🏮"
        one = replace(one, url=f"/archive/{key}")
        other = replace(
            other, url=f"{BLOG}/{key}", comments=other.comments or (), position=one.position
        )
        observe(store, one)
        assert store.post(key) == one
        observe(store, other, at=NOON + DAY)
        assert store.post(key) == other
        assert [seen.value for seen in store.versions(key)] == [one, other]

    with opened(tmp_path) as store:
        check()


def test_a_post_seen_again_is_no_version_and_moves_only_the_last_sight(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert observe(store, post()) == {"new": 1}
        assert observe(store, post(position=40), post(url="/"), at=NOON + HOUR) == {
            "unchanged": 1,
            "nameless": 1,
        }
        assert times(store.versions("lamps")) == [(post(), NOON, NOON + HOUR)]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"title": "Proposal: Lamp [Core]"}, id="title"),
        pytest.param({"body": ""}, id="body"),
        pytest.param({"markup": "<p>Let there be <b>lamps</b>.</p>"}, id="markup"),
        pytest.param({"comment_count": None}, id="comment-count"),
        {"status": Status.VETOED},
        {"posted": NOON},
        {"comments": ()},
    ],
)
def test_whatever_changes_makes_a_version(tmp_path: Path, changes: dict[str, Any]) -> None:
    with opened(tmp_path) as store:
        observe(store, post())
        with store.run("blog", NOON + HOUR, reader="test 2") as run:
            run.post(post(**changes))
        assert run.kept == {"changed": 1}
        versions = store.versions("lamps")
        assert times(versions) == [
            (post(), NOON, NOON),
            (post(**changes), NOON + HOUR, NOON + HOUR),
        ]
        assert [(seen.latest, seen.reader) for seen in versions] == [
            (False, "test 1"),
            (True, "test 2"),
        ]


def test_quoted_text_of_comments_is_kept(tmp_path: Path) -> None:
    def quoting(quotes: bool | None) -> Post:
        made = post()
        return replace(
            made, comments=tuple(replace(each, quotes=quotes) for each in made.comments or ())
        )

    def kept(store: Store) -> set[bool | None]:
        (found,) = store.posts()
        return {each.quotes for each in found.comments or ()}

    with opened(tmp_path) as store:
        observe(store, quoting(True))
        rows(
            store, """UPDATE post_versions SET comments = replace(comments, ',"quotes":true', '')"""
        )
        assert kept(store) == {None}
        assert observe(store, quoting(False), at=NOON + HOUR) == {"changed": 1}
        assert (kept(store), store.pasts(NOON - 9 * DAY, NOON + DAY)) == ({False}, {})
        assert observe(store, quoting(False), at=NOON + 2 * HOUR) == {"unchanged": 1}
        assert observe(store, quoting(True), at=NOON + 3 * HOUR) == {"changed": 1}
        assert (kept(store), len(store.pasts(NOON - 9 * DAY, NOON + DAY))) == ({True}, 1)


def test_a_reverted_post_is_a_third_version_with_the_first_content(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as store:
        for place, made in enumerate([post(), enacted(post()), post(), enacted(post())]):
            observe(store, made, at=NOON + place * HOUR)
        assert [seen.value.status for seen in store.versions("lamps")] == [
            "pending",
            "enacted",
            "pending",
            "enacted",
        ]
        assert rows(store, "SELECT count(*) FROM post_contents") == [(2,)]


class TestLists:
    """A list shows no comments, and may leave out more."""

    def test_a_difference_in_a_list_is_a_change(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, enacted(post()))
            assert observe(store, replace(listed(post()), comment_count=3), at=NOON + HOUR) == {
                "changed": 1
            }
            assert store.post("lamps") == post(
                comment_count=3
            )  # a resolution that is taken back takes its note along

    def test_a_list_does_not_count_as_a_sight_of_comments(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, with_comments(post(), A))
            observe(store, replace(listed(post()), comment_count=2), at=NOON + HOUR)
            assert comment_history(store, "lamps") == [("Bo", "Fine.", NOON, NOON, True)]
            assert store.pending_read_before(NOON) == []
            assert store.pending_read_before(NOON + HOUR) == ["lamps"]


@pytest.mark.parametrize(
    ("first", "late", "kept"),
    [
        (post(), enacted(post()), post()),
        (post(), with_comments(post(), A), post()),
        (
            listed(enacted(post())),
            with_comments(post(), A),
            replace(enacted(post()), comments=(A,)),
        ),
        (enacted(post()), listed(post()), enacted(post())),
    ],
)
def test_of_two_runs_that_overlap_the_later_sight_counts(
    tmp_path: Path, first: Post, late: Post, kept: Post
) -> None:
    """The one that looked first writes last; comments that the other one has not read are not
    lost."""
    with opened(tmp_path) as store:
        observe(store, first, at=NOON + HOUR)
        observe(store, late)
        assert store.post("lamps") == kept
        assert store.versions("lamps")[-1].last_seen == NOON + HOUR


class TestGone:
    """BN214 rests on these."""

    def test_it_is_gone_since_it_was_first_found_gone(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post(), post("other"))
            find_gone(store, NOON + HOUR, "lamps", "never there")
            find_gone(store, NOON + 2 * HOUR, "lamps")
            assert [made.key for made in store.posts()] == ["other"]
            assert store.post("lamps") == post()
            assert gone(store) == [("lamps", NOON, NOON + HOUR)]

    def test_a_post_that_comes_back_has_a_gap(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post())
            find_gone(store, NOON + 2 * HOUR, "lamps")
            assert observe(store, post(), at=NOON + HOUR) == {
                "unchanged": 1
            }  # late: it does not bring the post back
            assert gone(store) == [("lamps", NOON, NOON + 2 * HOUR)]
            assert observe(store, post(), at=NOON + 3 * HOUR) == {"changed": 1}
            assert gone(store) == []
            assert hours(store.versions("lamps"))[1] == (3, 3)


class TestWhich:
    """What an audit asks for."""

    def test_posts_made_since_then_and_all_pending_matters(self, tmp_path: Path) -> None:
        old = NOON - 90 * DAY
        with opened(tmp_path) as store:
            observe(
                store,
                post("pending", posted=old),
                enacted(post("enacted", posted=old)),
                post("story", posted=old, category=Category.STORY),
                enacted(post("just", posted=NOON - 60 * DAY)),
                enacted(post("before", posted=NOON - 60 * DAY - HOUR)),
                enacted(post("undated", posted=None)),
            )
            since = NOON - 60 * DAY
            assert [made.key for made in store.posts(since)] == ["undated", "just", "pending"]
            assert [made.key for made in store.posts(since, before=NOON, pending=False)] == ["just"]
            assert len(list(store.posts())) == 6
            observe(store, enacted(post("pending", posted=old)), at=NOON + HOUR)
            assert [made.key for made in store.posts(since)] == ["undated", "just"]

    def test_places_order_posts_of_one_minute_whenever_they_were_seen(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            with store.run("blog", NOON) as run:
                # The front page ends with the newer one; the archive of an earlier month has both.
                run.post(listed(post("newer", position=19)))
                run.post(listed(post("newer", position=4)))
                run.post(listed(post("older", position=5)))
                run.post(post("older", position=0))
            # Later, one of them stands far down on a page that does not show the other.
            observe(
                store,
                listed(post("newer", position=19)),
                post("newest", position=19),
                at=NOON + DAY,
            )
            assert [(made.key, made.position) for made in store.posts()] == [
                ("newest", 0),
                ("newer", 1),
                ("older", 2),
            ]

    def test_the_latest_ascension_up_to_a_time(self, tmp_path: Path) -> None:
        address = post("one", category=Category.ASCENSION, posted=NOON - 9 * DAY)
        with opened(tmp_path) as store:
            assert store.ascended(NOON) is None
            observe(
                store,
                post(),
                address,
                replace(address, url="two", posted=NOON),
                replace(address, url="three", posted=None),
            )
            assert [store.ascended(NOON - days * DAY) for days in (0, 1, 9, 10)] == [
                NOON,
                NOON - 9 * DAY,
                NOON - 9 * DAY,
                None,
            ]

    @pytest.mark.parametrize(
        ("seen", "found"),
        [
            pytest.param([post(), enacted(post())], 2, id="another-status"),
            pytest.param(
                [with_comments(post(), A, B), with_comments(post(), A)], 2, id="a-comment-less"
            ),
            pytest.param(
                [
                    with_comments(post(), A),
                    with_comments(post(), replace(A, text="No.")),
                    with_comments(post(), A),
                ],
                3,
                id="and-back",
            ),
            pytest.param(
                [with_comments(post(), A), with_comments(post(), A, B)], 0, id="a-comment-more"
            ),
            pytest.param([listed(post()), post()], 0, id="comments-read"),
            pytest.param([post(), post()], 0, id="nothing"),
        ],
    )
    def test_posts_that_changed(self, tmp_path: Path, seen: list[Post], found: int) -> None:
        with opened(tmp_path) as store:
            for place, made in enumerate(seen):
                observe(store, made, at=NOON + place * HOUR)
            assert {
                key: len(past.versions)
                for key, past in store.pasts(NOON - 9 * DAY, NOON + DAY).items()
            } == ({"lamps": found} if found else {})
            assert store.pasts(NOON - 9 * DAY, NOON) == {}
            observe(store, enacted(post()), at=NOON + DAY)
            assert store.pasts(NOON, NOON + DAY) == {}
            find_gone(store, NOON + 2 * DAY, "lamps")
            assert store.pasts(NOON - 9 * DAY, NOON + 2 * DAY)["lamps"].gone == NOON + 2 * DAY
            assert store.pasts(NOON - 9 * DAY, NOON - HOUR) == {}


heads = st.sampled_from([post(), enacted(post()), post(title="Other")])
threads = st.lists(
    st.sampled_from([A, B, C, replace(A, text="Other."), replace(B, id="")]), max_size=4
)
sights = st.lists(st.tuples(heads, threads, st.integers(0, 3)), min_size=1, max_size=8)


def test_versions_are_what_was_seen_in_a_row(tmp_path: Path) -> None:
    """Against the plainest way to keep versions: a list of everything seen."""
    numbers = count()

    @given(sights)
    def check(sights: list[tuple[Post, list[Comment], int]]) -> None:
        key = str(next(numbers))
        plain: list[list[object]] = []
        comments: dict[Comment, list[datetime]] = {}
        now = NOON
        for head, thread, later in sights:
            now += later * HOUR
            made = with_comments(replace(head, url=key), *thread)
            observe(store, made, at=now)
            if plain and plain[-1][0] == made:
                plain[-1][2] = now
            else:
                plain.append([made, now, now])
            for one in thread:
                comments.setdefault(replace(one, position=0), [now, now])[1] = now
        versions = store.versions(key)
        assert [[seen.value, seen.first_seen, seen.last_seen] for seen in versions] == plain
        assert [seen.latest for seen in versions] == [False] * (len(plain) - 1) + [True]
        assert sorted(found[2:4] for found in comment_history(store, key)) == sorted(
            map(tuple, comments.values())
        )

    with opened(tmp_path) as store:
        check()
