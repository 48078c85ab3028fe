"""Posts and comments: what becomes a version, what does not, and what is known of the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Category, Comment, Post, Seen, Status
from sync.store import Kept, Store
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
    with_comments,
)
from tests.sync.store.test_rows import posts as any_posts

A, B, C = comment(0, "Bo", "for"), comment(1, "Cy", "against"), comment(2, "Ana", "for")


def times(seen: Sequence[Seen[Post]]) -> list[tuple[Post, datetime, datetime]]:
    return [(one.value, one.first_seen, one.last_seen) for one in seen]


def texts(seen: Sequence[Seen[Comment]]) -> list[tuple[str, str, datetime, datetime, bool]]:
    return [(one.value.author, one.value.text, one.first_seen, one.last_seen, one.latest) for one in seen]


def shown(key: str, store: Store) -> list[str]:
    made = store.post(key)
    assert made
    return [one.author for one in made.comments or ()]


def test_any_post_comes_back_as_it_was_and_again_when_it_changes(tmp_path: Path) -> None:
    numbers = count()

    @given(any_posts, any_posts)
    def check(one: Post, other: Post) -> None:
        key = f"{next(numbers)}\0🏮"
        one = replace(one, url=f"/archive/{key}")
        other = replace(other, url=f"{BLOG}/{key}", comments=other.comments or (), position=one.position)
        observe(store, one)
        assert store.post(key) == one
        observe(store, other, at=NOON + DAY)
        assert store.post(key) == other
        assert [seen.value for seen in store.versions(key)] == [one, other]

    with opened(tmp_path) as store:
        check()


def test_a_post_seen_again_is_no_version_and_moves_only_the_last_sight(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert observe(store, post()) == Kept(new=1)
        assert observe(store, post(position=40), at=NOON + HOUR) == Kept(unchanged=1)
        assert times(store.versions("lamps")) == [(post(), NOON, NOON + HOUR)]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"status": Status.VETOED}, id="status"),
        pytest.param({"title": "Proposal: Lamp [Core]"}, id="title"),
        pytest.param({"category": Category.CFJ}, id="category"),
        pytest.param({"posted": NOON}, id="date"),
        pytest.param({"body": "Let there be a lamp."}, id="body"),
        pytest.param({"body": ""}, id="empty-body"),
        pytest.param({"tags": ()}, id="tags"),
        pytest.param({"comment_count": None}, id="comment-count"),
        pytest.param({"comments": ()}, id="comments"),
        pytest.param({"url": "http://elsewhere.example/lamps"}, id="address"),
    ],
)
def test_whatever_changes_makes_a_version(tmp_path: Path, changes: dict[str, Any]) -> None:
    with opened(tmp_path) as store:
        observe(store, post())
        assert observe(store, post(**changes), at=NOON + HOUR) == Kept(changed=1)
        assert times(store.versions("lamps")) == [(post(), NOON, NOON), (post(**changes), NOON + HOUR, NOON + HOUR)]
        assert store.post("lamps") == post(**changes)
        assert [seen.latest for seen in store.versions("lamps")] == [False, True]


def test_what_becomes_again_what_it_was_is_a_third_version_of_the_same_content(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for hours, made in enumerate([post(), enacted(post()), post()]):
            observe(store, made, at=NOON + hours * HOUR)
        assert [seen.value.status for seen in store.versions("lamps")] == ["pending", "enacted", "pending"]
        heads = store.report().held("posts")
        observe(store, enacted(post()), at=NOON + DAY)
        assert store.report().held("posts").size == heads.size


def test_a_version_names_what_read_it(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, post())
        with store.run("blog", NOON + HOUR, reader="test 2") as run:
            run.post(with_comments(post(), A, B, C))
        assert [seen.reader for seen in store.versions("lamps")] == ["test 1", "test 2"]


def test_a_post_without_an_address_is_not_kept_and_is_counted(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert observe(store, post(url=""), post(url="/"), post()) == Kept(new=1, nameless=2)
        assert [made.key for made in store.posts()] == ["lamps"]


def test_nothing_is_known_of_a_post_that_was_never_seen(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.post("lamps") is None
        assert store.versions("lamps") == []
        assert comment_history(store, "lamps") == []
        assert list(store.posts()) == []


class TestComments:
    """BN209 and BN210 rest on these."""

    def test_a_new_comment_is_seen_from_then_on(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, with_comments(post(), A))
            observe(store, with_comments(post(), A, B), at=NOON + HOUR)
            assert texts(comment_history(store, "lamps")) == [
                ("Bo", "Fine.", NOON, NOON + HOUR, True),
                ("Cy", "Fine.", NOON + HOUR, NOON + HOUR, True),
            ]

    def test_an_altered_comment_was_seen_with_another_text(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, with_comments(post(), A, B, C))
            observe(store, with_comments(post(), A, replace(B, text="Not fine."), C), at=NOON + HOUR)
            assert shown("lamps", store) == ["Bo", "Cy", "Ana"]
            assert texts(comment_history(store, "lamps"))[1:] == [
                ("Cy", "Fine.", NOON, NOON, False),
                ("Ana", "Fine.", NOON, NOON + HOUR, True),
                ("Cy", "Not fine.", NOON + HOUR, NOON + HOUR, True),
            ]

    def test_a_comment_that_is_gone_was_seen_and_is_not_any_more(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, with_comments(post(), A, B, C))
            observe(store, with_comments(post(), A, C), at=NOON + HOUR)
            assert shown("lamps", store) == ["Bo", "Ana"]
            # The one behind it moved up, and is the same.
            assert texts(comment_history(store, "lamps")) == [
                ("Bo", "Fine.", NOON, NOON + HOUR, True),
                ("Cy", "Fine.", NOON, NOON, False),
                ("Ana", "Fine.", NOON, NOON + HOUR, True),
            ]
            made = store.post("lamps")
            assert made
            assert [one.position for one in made.comments or ()] == [0, 1]

    def test_a_comment_that_comes_back_is_the_same(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            for hours, comments in enumerate([(A, B), (A,), (A, B)]):
                observe(store, with_comments(post(), *comments), at=NOON + hours * HOUR)
            assert texts(comment_history(store, "lamps"))[1] == ("Cy", "Fine.", NOON, NOON + 2 * HOUR, True)
            assert [len(seen.value.comments or ()) for seen in store.versions("lamps")] == [2, 1, 2]

    def test_equal_comments_without_ids_stay_two(self, tmp_path: Path) -> None:
        twin = replace(A, id="")
        with opened(tmp_path) as store:
            observe(store, with_comments(post(), twin, B, twin))
            assert observe(store, with_comments(post(), twin, B, twin), at=NOON + HOUR) == Kept(unchanged=1)
            observe(store, with_comments(post(), twin, B), at=NOON + 2 * HOUR)
            observe(store, with_comments(post(), twin, B, twin), at=NOON + 3 * HOUR)
            assert [seen.last_seen for seen in comment_history(store, "lamps")] == [NOON + 3 * HOUR] * 3

    def test_of_equal_comments_it_is_always_the_same_that_is_gone(self, tmp_path: Path) -> None:
        twin = replace(A, id="")
        with opened(tmp_path) as store:
            for hours, comments in enumerate([(twin, B, twin), (B, twin)]):
                observe(store, with_comments(post(), *comments), at=NOON + hours * HOUR)
            assert observe(store, with_comments(post(), B, twin), at=NOON + DAY) == Kept(unchanged=1)

    def test_ten_thousand_equal_comments_take_no_time(self, tmp_path: Path) -> None:
        many = with_comments(post(), *[replace(A, id="")] * 10_000)
        with opened(tmp_path) as store:
            observe(store, many)
            assert observe(store, many, at=NOON + HOUR) == Kept(unchanged=1)
            assert store.post("lamps") == many


class TestLists:
    """A list shows no comments, and may leave out more."""

    def test_no_comments_shown_is_not_no_comments_made(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, listed(post("shown")), with_comments(post("none")))
            for key, comments in (("shown", None), ("none", ())):
                made = store.post(key)
                assert made
                assert made.comments == comments

    def test_a_list_does_not_take_back_what_the_entry_showed(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, enacted(post()))
            bare = replace(
                enacted(post()),
                comments=None,
                comment_count=None,
                body="",
                words=0,
                note=None,
                closed=None,
                author="",
                posted=None,
                category=Category.NONE,
            )
            assert observe(store, bare, at=NOON + HOUR) == Kept(unchanged=1)
            assert store.post("lamps") == enacted(post())

    def test_what_a_list_shows_otherwise_is_a_change(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post())
            shows_more = replace(listed(post()), comment_count=3)
            assert observe(store, shows_more, at=NOON + HOUR) == Kept(changed=1)
            assert store.post("lamps") == post(comment_count=3)
            assert observe(store, replace(shows_more, body="Other."), at=NOON + DAY) == Kept(changed=1)

    def test_a_resolution_that_is_taken_back_takes_its_note_along(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, enacted(post()))
            observe(store, listed(post()), at=NOON + HOUR)
            assert store.post("lamps") == post()

    def test_a_list_does_not_count_as_a_sight_of_comments(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, with_comments(post(), A))
            observe(store, replace(listed(post()), comment_count=2), at=NOON + HOUR)
            observe(store, replace(listed(post()), comment_count=2), at=NOON + 2 * HOUR)
            assert texts(comment_history(store, "lamps")) == [("Bo", "Fine.", NOON, NOON, True)]
            assert times(store.versions("lamps"))[-1][1:] == (NOON + HOUR, NOON + 2 * HOUR)
            observe(store, with_comments(post(), A, B), at=NOON + 3 * HOUR)
            assert [seen.last_seen for seen in comment_history(store, "lamps")] == [NOON + 3 * HOUR] * 2

    def test_comments_come_in_when_the_entry_is_read(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, listed(post()))
            observe(store, post(), at=NOON + HOUR)
            observe(store, listed(post()), at=NOON + 2 * HOUR)
            assert store.post("lamps") == post()
            assert [seen.first_seen for seen in comment_history(store, "lamps")] == [NOON + HOUR] * 2
            assert [seen.last_seen for seen in comment_history(store, "lamps")] == [NOON + HOUR] * 2


class TestLate:
    """Two runs overlap, and the one that looked first writes last."""

    def test_what_was_seen_before_the_last_sight_does_not_become_the_latest(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, enacted(post()), at=NOON + HOUR)
            assert observe(store, post(), at=NOON) == Kept(changed=1)
            assert times(store.versions("lamps")) == [(post(), NOON, NOON), (enacted(post()), NOON + HOUR, NOON + HOUR)]
            assert store.post("lamps") == enacted(post())
            assert observe(store, enacted(post()), at=NOON + 2 * HOUR) == Kept(unchanged=1)

    def test_what_is_known_of_that_time_is_no_version(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post(), at=NOON)
            observe(store, enacted(post()), at=NOON + 4 * HOUR)
            assert observe(store, post(), at=NOON + HOUR) == Kept(unchanged=1)
            assert observe(store, enacted(post()), at=NOON + 3 * HOUR) == Kept(unchanged=1)
            expected = [(post(), NOON, NOON + HOUR), (enacted(post()), NOON + 3 * HOUR, NOON + 4 * HOUR)]
            assert times(store.versions("lamps")) == expected
            assert [seen.last_seen for seen in comment_history(store, "lamps")] == [NOON + 4 * HOUR] * 2

    def test_the_nearest_of_equal_versions_is_meant(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            for hours, made in [(0, post()), (5, enacted(post())), (10, post())]:
                observe(store, made, at=NOON + hours * HOUR)
            observe(store, post(), at=NOON + 9 * HOUR)
            observe(store, post(), at=NOON + 2 * HOUR)
            assert [(seen.first_seen, seen.last_seen) for seen in store.versions("lamps")] == [
                (NOON, NOON + 2 * HOUR),
                (NOON + 5 * HOUR, NOON + 5 * HOUR),
                (NOON + 9 * HOUR, NOON + 10 * HOUR),
            ]

    def test_comments_that_only_it_has_seen_are_kept(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, with_comments(post(), A), at=NOON + HOUR)
            observe(store, with_comments(post(), A, B), at=NOON)
            assert texts(comment_history(store, "lamps")) == [
                ("Bo", "Fine.", NOON, NOON + HOUR, True),
                ("Cy", "Fine.", NOON, NOON, False),
            ]

    def test_a_list_confirms_what_it_does_not_contradict(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post(), at=NOON)
            observe(store, enacted(post()), at=NOON + 2 * HOUR)
            assert observe(store, listed(post()), at=NOON + HOUR) == Kept(unchanged=1)
            assert times(store.versions("lamps"))[0] == (post(), NOON, NOON + HOUR)
            assert [seen.first_seen for seen in comment_history(store, "lamps")] == [NOON] * 2
            assert observe(store, listed(post(title="Other")), at=NOON + HOUR) == Kept(changed=1)
            assert store.versions("lamps")[1].value == listed(post(title="Other"))

    def test_comments_read_late_count_as_read_then(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, listed(post()), at=NOON)
            observe(store, post(), at=NOON + HOUR)
            observe(store, listed(post()), at=NOON + 3 * HOUR)
            observe(store, post(), at=NOON + 2 * HOUR)
            assert [seen.last_seen for seen in comment_history(store, "lamps")] == [NOON + 2 * HOUR] * 2


class TestGone:
    """BN214 rests on these."""

    def test_a_post_that_is_gone_is_known_and_not_listed(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post(), post("other"))
            with store.run("blog", NOON + HOUR) as run:
                run.gone("lamps")
                run.gone("never there")
            assert [made.key for made in store.posts()] == ["other"]
            assert store.post("lamps") == post()
            assert gone(store) == [("lamps", NOON, NOON + HOUR)]

    def test_it_is_gone_since_it_was_first_found_gone(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post())
            for hours in (1, 2):
                with store.run("blog", NOON + hours * HOUR) as run:
                    run.gone("lamps")
            assert gone(store) == [("lamps", NOON, NOON + HOUR)]

    def test_a_post_that_comes_back_has_a_gap(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post())
            with store.run("blog", NOON + HOUR) as run:
                run.gone("lamps")
            assert observe(store, post(), at=NOON + 2 * HOUR) == Kept(changed=1)
            assert gone(store) == []
            assert times(store.versions("lamps")) == [(post(), NOON, NOON), (post(), NOON + 2 * HOUR, NOON + 2 * HOUR)]
            assert [made.key for made in store.posts()] == ["lamps"]

    def test_what_was_seen_later_is_not_gone(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post(), at=NOON + HOUR)
            with store.run("blog", NOON) as run:
                run.gone("lamps")
            assert gone(store) == []

    def test_a_late_sight_does_not_bring_it_back(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post(), at=NOON)
            with store.run("blog", NOON + 2 * HOUR) as run:
                run.gone("lamps")
            assert observe(store, post(), at=NOON + HOUR) == Kept(unchanged=1)
            assert gone(store) == [("lamps", NOON + HOUR, NOON + 2 * HOUR)]


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
            assert [made.key for made in store.posts(since, pending=False)] == ["undated", "just"]
            assert len(list(store.posts())) == 6

    def test_they_follow_what_becomes_of_a_post(self, tmp_path: Path) -> None:
        old = post(posted=NOON - 90 * DAY)
        with opened(tmp_path) as store:
            observe(store, old)
            assert [made.key for made in store.posts(NOON)] == ["lamps"]
            observe(store, enacted(old), at=NOON + HOUR)
            assert list(store.posts(NOON)) == []
            observe(store, enacted(replace(old, posted=NOON)), at=NOON + 2 * HOUR)
            assert [made.key for made in store.posts(NOON)] == ["lamps"]

    def test_places_order_posts_of_one_minute_whenever_they_were_seen(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            observe(store, post("older", position=1), post("newer", position=0))
            # Later, one of them stands far down on a page that does not show the other.
            observe(store, post("newer", position=19), at=NOON + DAY)
            observe(store, post("newest", position=19), at=NOON + DAY)
            assert [(made.key, made.position) for made in store.posts()] == [("newest", 0), ("newer", 1), ("older", 2)]

    def test_the_last_list_of_the_first_run_has_the_places(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            with store.run("blog", NOON) as run:
                # The front page ends with the newer one; the archive of an earlier month has both.
                run.post(listed(post("newer", position=19)))
                run.post(listed(post("newer", position=4)))
                run.post(listed(post("older", position=5)))
                run.post(post("older", position=0))
            observe(store, listed(post("newer", position=19)), at=NOON + DAY)
            assert [made.key for made in store.posts()] == ["newer", "older"]
            newer = store.post("newer")
            assert newer
            assert newer.position == 4


heads = st.sampled_from([post(), enacted(post()), post(title="Other")])
threads = st.lists(st.sampled_from([A, B, C, replace(A, text="Other."), replace(B, id="")]), max_size=4)
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
        for head, thread, hours in sights:
            now += hours * HOUR
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
        spans: dict[Comment, list[datetime]] = {}
        for seen in comment_history(store, key):
            # One that is there twice has two rows.
            first, last = spans.get(replace(seen.value, position=0), (seen.first_seen, seen.last_seen))
            spans[replace(seen.value, position=0)] = [min(first, seen.first_seen), max(last, seen.last_seen)]
        assert spans == comments

    with opened(tmp_path) as store:
        check()


def test_the_order_of_writing_does_not_matter(tmp_path: Path) -> None:
    """Sights of different times give the same latest version, and lose nothing, in whatever order they are kept."""
    numbers = count()

    @given(sights, st.randoms(use_true_random=False))
    def check(sights: list[tuple[Post, list[Comment], int]], chance: Random) -> None:
        key = str(next(numbers))
        timed = [(with_comments(replace(head, url=key), *thread), NOON + hours * HOUR) for hours, (head, thread, _) in enumerate(sights)]
        for made, at in chance.sample(timed, len(timed)):
            observe(store, made, at=at)
        versions = store.versions(key)
        assert versions[-1].value == timed[-1][0]
        assert {seen.value for seen in versions} == {made for made, _ in timed}
        for made, at in timed:
            assert any(seen.value == made and seen.first_seen <= at <= seen.last_seen for seen in versions)
        assert sum(seen.latest for seen in versions) == 1

    with opened(tmp_path) as store:
        check()
