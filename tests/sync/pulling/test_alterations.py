"""A blog that changes between pulls: an audit tells the changes that are not legal, and only those."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sync.sources.stored import StoreSource, open_store
from sync.sources.view import BASIC, load_view
from tests.support.live_game import NOW, Game, vote
from validators.checks.run import run_all

OPEN = "quiet_hours"
"""A pending Proposal of the day before, with votes."""
CODES = ["BN206", "BN207", "BN208", "BN209", "BN210", "BN214", "BN215"]


def audited(game: Game) -> list[str]:
    with open_store(game.live, game.now) as store:
        view = load_view(StoreSource(store, game.live, game.now), BASIC | {"pulls"})
    return sorted(f"{finding.code} {finding.subject.id}" for finding in run_all(view, select=CODES).findings)


def edit(game: Game, old: str, new: str, slug: str = OPEN, *, times: int = 1) -> None:
    """Replace text in an entry on all the pages that show it."""
    for file in [game.blog.page(f"/archive/{slug}"), *game.lists()]:
        text = file.read_text(encoding="utf-8")
        start = text.find(f"/archive/{slug}") if file in game.lists() else 0
        if start >= 0:
            file.write_text(text[:start] + text[start:].replace(old, new, times), encoding="utf-8")


def body_of(game: Game, slug: str = OPEN) -> str:
    return game.post(slug).body.splitlines()[0]


def number_changed(game: Game) -> None:
    edit(game, body_of(game).split()[0], "Nevermore")


def space_changed(game: Game) -> None:
    first, *rest = body_of(game).split()
    edit(game, f"{first} {rest[0]}", f"{first} \n  &#{ord(rest[0][0])};{rest[0][1:]}")


def date_changed(game: Game) -> None:
    edit(game, "16-05-2024 21:00", "16-05-2024 20:00")
    edit(game, "2024-05-16 21:00", "2024-05-16 20:00")


def comment_changed(game: Game) -> None:
    page = game.blog.page(f"/archive/{OPEN}")
    text = page.read_text(encoding="utf-8")
    icon = '<img src="/images/vote/for.gif" width="19" height="19" alt="for"'
    assert icon in text
    page.write_text(text.replace(icon, icon.replace("for", "against"), 1), encoding="utf-8")


def removed(game: Game) -> None:
    game.remove(OPEN)


def voted(game: Game) -> None:
    vote(game, OPEN)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(number_changed, [f"BN206 {OPEN}"], id="another word"),
        pytest.param(space_changed, [], id="white space and an entity"),
        pytest.param(comment_changed, [f"BN209 {OPEN}"], id="an icon"),
        pytest.param(removed, [f"BN214 {OPEN}"], id="a post"),
        pytest.param(voted, [], id="a new vote"),
    ],
)
def test_changes_between_pulls(game: Game, change: Callable[[Game], None], expected: list[str]) -> None:
    game.pull()
    assert audited(game) == []
    change(game)
    for _ in range(2):
        game.wait(hours=7)
        game.pull()
        assert audited(game) == expected


def test_what_was_seen_later_is_left_out_of_an_audit_of_the_past(game: Game) -> None:
    game.pull()
    number_changed(game)
    game.wait(hours=7)
    game.pull()
    game.now = NOW
    assert audited(game) == []


def test_open_matters_are_read_again_after_the_configured_hours(game: Game) -> None:
    game.pull()
    game.wait(hours=6)
    game.pull()
    assert f"/archive/{OPEN}" not in game.blog.asked
    game.wait(seconds=1)
    game.pull()
    assert f"/archive/{OPEN}" in game.blog.asked
    assert not any("ice_on_the_water" in address for address in game.blog.asked)
    game.wait(hours=1)
    game.pull()
    assert f"/archive/{OPEN}" not in game.blog.asked
