"""What is advised where a part of the blog was not seen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from sync.sources.advice import pull_again, save_files, save_the_rest
from validators.view import Coverage, SeenStretch, Unseen

NOW = datetime(2024, 3, 10, 12, tzinfo=UTC)
MARCH = datetime(2024, 3, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def month(text: str) -> str:
    return f"blog/{text}/index.html"


@pytest.mark.parametrize(
    ("seen", "moment", "files"),
    [
        pytest.param(Coverage(MARCH + DAY), MARCH, month("2024/03"), id="one month"),
        pytest.param(Coverage(MARCH), MARCH - DAY, month("2024/02"), id="the month before"),
        pytest.param(
            Coverage(MARCH + DAY),
            MARCH - DAY,
            f"{month('2024/03')} and {month('2024/02')}",
            id="two months",
        ),
        pytest.param(
            Coverage(MARCH + DAY),
            NOW - 500 * DAY,
            f"{month('2024/03')} and the months before it, back to {month('2022/10')}",
            id="many months",
        ),
        pytest.param(
            Coverage(MARCH, earlier=(SeenStretch(MARCH - 90 * DAY, MARCH - 2 * DAY),)),
            MARCH - 40 * DAY,
            month("2024/02"),
            id="a gap between lists",
        ),
        pytest.param(
            Coverage(since=None),
            MARCH + DAY,
            month("2024/03"),
            id="no list at all",
        ),
    ],
)
def test_months_of_unseen_posts(seen: Coverage, moment: datetime, files: str) -> None:
    assert save_files(seen.older_posts(moment, NOW)) == f"save {files}"


def test_posts_from_before_the_game_have_no_file() -> None:
    seen = Coverage(datetime(1990, 1, 1, tzinfo=UTC))
    assert save_files(seen.older_posts(datetime(1989, 1, 1, tzinfo=UTC), NOW)) == ""


@pytest.mark.parametrize(
    ("unseen", "text"),
    [
        (
            Coverage(advise=save_files).comments("a-matter", 0),
            "; save blog/archive/a-matter/index.html",
        ),
        (
            Coverage(advise=save_files).comments("a-matter", 100),
            "; save blog/archive/a-matter/index.html again, or its next page of comments as"
            " blog/archive/a-matter/P100/index.html",
        ),
        (
            Coverage(seen_at=MARCH, advise=save_files).outdated("a-matter"),
            "its page was last seen at 2024-03-01 00:00 UTC and may have changed since; save"
            " blog/archive/a-matter/index.html again",
        ),
        (
            Coverage(seen_at=MARCH, advise=save_files).outdated(None),
            "the lists of posts were last seen at 2024-03-01 00:00 UTC and may have changed since;"
            " save blog/index.html again, and its time as as_of in snapshot.toml",
        ),
        (
            Coverage(since=None, advise=pull_again).older_posts(MARCH, NOW),
            "older posts were not seen; pull again (`blognomic pull`)",
        ),
        (
            Coverage(since=None, advise=partial(save_the_rest, "a.html")).older_posts(MARCH, NOW),
            "older posts were not seen; a.html shows one post; save the front page and the months"
            " too, and pass the folder as --snapshot DIR",
        ),
        (
            Coverage(MARCH).older_posts(MARCH - DAY, NOW),
            "older posts were not seen (before 2024-03-01 00:00 UTC)",
        ),
    ],
)
def test_a_sentence_ends_with_its_advice(unseen: Unseen, text: str) -> None:
    assert str(unseen) == text
