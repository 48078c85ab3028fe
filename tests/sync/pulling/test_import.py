"""The months of many years: an import that is interrupted goes on, and a page of an old template is
named.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from parsers.model import Category, Post
from sync.pulling import blog_pull
from sync.pulling.game_pull import Pulled, pull
from sync.sources.stored import open_store
from sync.times import months_back
from tests.support import small_blog
from tests.support.blog_pages import BLOG
from tests.support.small_blog import SmallGame

SINCE = datetime(2023, 6, 1, tzinfo=UTC)
MONTHS = [f"/2024/{month:02}/" for month in (5, 4, 3, 2, 1)] + [
    f"/2023/{month:02}/" for month in (12, 11, 10, 9, 8, 7, 6)
]
POSTS = [
    Post(
        f"{BLOG}/archive/p{n}",
        f"Story {n}",
        Category.STORY,
        "Ana",
        datetime(2023 + n // 12, n % 12 + 1, 5, tzinfo=UTC),
        comments=(),
    )
    for n in range(5, 17)
]
BLOGSPOT = """<html><head><meta name="generator" content="Blogger"></head><body><div class="date-header">Monday, May 12, 2003</div>
<div class="post"><h3 class="post-title">Proposal: Lamps</h3><p>Let there be lamps.</p><p>Enacted.</p>
<p class="post-footer">posted by Ana at 10:12 PM <a href="javascript:HaloScan('105277')">Comment</a></p></div></body></html>"""


def imported(game: SmallGame, said: list[str] | None = None) -> Pulled:
    def say(step: str, number: int = 0, total: int = 0, name: str = "") -> None:
        if said is not None and step == "month":
            said.append(f"{number} of {total}: {name}")

    game.blog.asked.clear()
    with open_store(game.live, game.now) as store:
        return pull(
            game.live, store, sites=["blog"], progress=say, now=lambda: game.now, since=SINCE
        )


def asked_months(game: SmallGame) -> list[str]:
    return [path for path in game.blog.asked if path.startswith("/20")]


@pytest.fixture
def game(blog: SmallGame, monkeypatch: pytest.MonkeyPatch) -> SmallGame:
    monkeypatch.setattr(small_blog, "SHOWN", 1)
    blog.show(POSTS)
    return blog


def test_an_interrupted_import_goes_on_where_it_was(
    game: SmallGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = blog_pull._read_month

    def interrupted(*arguments: object) -> list[str]:
        if arguments[1:3] == (2023, 12):
            raise KeyboardInterrupt
        return read(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(blog_pull, "_read_month", interrupted)
        with pytest.raises(KeyboardInterrupt):
            imported(game)
    assert asked_months(game) == MONTHS[:5]
    said: list[str] = []
    imported(game, said)
    # The current month is asked for each time.
    assert asked_months(game) == [MONTHS[0], *MONTHS[5:]]
    assert said[:2] == ["1 of 12: 2024-05", "6 of 12: 2023-12"]
    imported(game)
    assert asked_months(game) in ([], MONTHS[:1])


def test_a_month_of_an_old_template_is_named_and_the_others_are_read(game: SmallGame) -> None:
    game.blog.page("2023/10").write_text(BLOGSPOT, encoding="utf-8")
    pulled = imported(game)
    assert [
        (problem.where.endswith("/2023/10/"), problem.what)
        for problem in pulled.problems
        if problem.fatal
    ] == [
        (
            True,
            (
                "the page uses an old template of the blog (Blogspot) that cannot be read, so its"
                " content is unknown"
            ),
        )
    ]
    assert asked_months(game) == MONTHS


def test_no_month_is_asked_for_from_before_the_first_year() -> None:
    assert list(
        months_back(datetime(2003, 2, 1, tzinfo=UTC), datetime(2001, 6, 1, tzinfo=UTC))
    ) == [(2003, 2), (2003, 1)]
