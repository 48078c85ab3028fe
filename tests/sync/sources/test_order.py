"""The order of two posts of one minute is the same from a snapshot, a store after any number of
pulls, and saved pages.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sync.sources.snapshot import SnapshotSource, read_saved
from sync.sources.snapshot_writer import write_snapshot
from sync.sources.source_view import ViewRequest, load_view
from sync.sources.stored import StoreSource, open_store
from tests.support.live_game import NOW, Game, vote
from validators.view import GameView
from validators.voting.timeline import Timeline

UPPER, LOWER = "night_fares", "quiet_hours"
"""Two Proposals that follow each other on front page and archive."""


def in_one_minute(game: Game) -> None:
    (game.blog.folder.parent / "snapshot.toml").write_text(
        f"as_of = {NOW:%Y-%m-%dT%H:%M:%SZ}\n", encoding="utf-8"
    )
    for file in game.blog.folder.rglob("index.html"):
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace("16 May  2024 21:00:00", "17 May  2024 04:00:00"), encoding="utf-8"
        )


def shorten_front_page(game: Game) -> None:
    """Leave the older posts to the archives, so that a pull reads those."""
    front = game.blog.folder / "index.html"
    parts = front.read_text(encoding="utf-8").split('<div class="post">')
    front.write_text(
        '<div class="post">'.join(parts[:10]) + parts[-1].partition("</p>\n</div>")[2],
        encoding="utf-8",
    )


def raise_on_front_page(game: Game, above: str) -> None:
    """Pin the lower one: above another on the front page alone."""
    front = game.blog.folder / "index.html"
    parts = front.read_text(encoding="utf-8").split('<div class="post">')
    own = next(part for part in parts if f'"/archive/{LOWER}">' in part)
    parts.remove(own)
    parts.insert(
        next(place for place, part in enumerate(parts) if f'"/archive/{above}">' in part), own
    )
    front.write_text('<div class="post">'.join(parts), encoding="utf-8")


def lower_is_older(view: GameView) -> bool | None:
    timeline = Timeline(view)
    lower, upper = (
        next(post for post in timeline.posts if post.key == key) for key in (LOWER, UPPER)
    )
    assert lower.posted == upper.posted
    return timeline.before(lower, upper)


def of_the_folder(folder: Path, *saved: Path) -> GameView:
    pages = [read_saved(path, "https://blog.example") for path in saved]
    return load_view(
        SnapshotSource(folder, blog_url="https://blog.example", now=NOW, entry_pages=pages),
        ViewRequest(frozenset({"posts"})),
    )


@pytest.mark.parametrize(
    ("pinned_above", "expected"),
    [
        pytest.param(None, True, id="as posted", marks=pytest.mark.slow),
        pytest.param(
            "the_queue_this_weekend",
            True,
            id="pinned to the top, where the archive decides",
            marks=pytest.mark.slow,
        ),
        pytest.param(UPPER, None, id="pinned just above the other, so that the lists disagree"),
    ],
)
def test_from_every_source_alike(
    game: Game, tmp_path: Path, pinned_above: str | None, expected: bool | None
) -> None:
    in_one_minute(game)
    shorten_front_page(game)
    if pinned_above is not None:
        raise_on_front_page(game, pinned_above)
    assert lower_is_older(of_the_folder(tmp_path)) is expected
    own = tmp_path / "blog" / "archive"
    for names in ([UPPER], [LOWER], [UPPER, LOWER]):
        assert (
            lower_is_older(of_the_folder(tmp_path, *(own / name / "index.html" for name in names)))
            is expected
        )
    for key in ("oilskins", LOWER, UPPER):
        game.pull()
        with open_store(game.live, game.now) as store:
            source = StoreSource(store, game.live, game.now)
            view = load_view(source, ViewRequest(frozenset({"posts"})))
            write_snapshot(tmp_path / "saved", view, source)
        assert lower_is_older(view) is expected
        vote(game, key)
        game.wait(hours=7)
    assert lower_is_older(of_the_folder(tmp_path / "saved")) is expected
