"""Small values that the tests of the store share, and stores that hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

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
from sync.store import Store

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
BLOG = "https://blog.example"
ROSTER = Roster(("Ana", "Bo"), ("Cy",), frozenset({"Ana", "Cy"}), 2, 2)


def post(slug: str = "lamps", **changes: object) -> Post:
    """A pending Proposal, made two days before noon, with two comments."""
    made = Post(
        url=f"{BLOG}/archive/{slug}",
        title="Proposal: Lamps [Core]",
        category=Category.PROPOSAL,
        author="Ana",
        posted=NOON - 2 * DAY,
        subject="Lamps [Core]",
        tags=("Core",),
        body="Let there be lamps.",
        words=4,
        comment_count=2,
        comments=(comment(0, "Bo", "for"), comment(1, "Cy", "against")),
        position=3,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def comment(position: int, author: str, icon: str, text: str = "Fine.") -> Comment:
    """A comment that has the id of its first position."""
    return Comment(
        author, NOON - DAY + position * HOUR, (Icon(icon),), text, f"c{position}", position
    )


def listed(about: Post) -> Post:
    """The post as a list shows it."""
    return replace(about, comments=None)


def enacted(about: Post) -> Post:
    """The post, resolved an hour before noon."""
    note = AdminNote("Quorum reached, 5-0.", Outcome.ENACTED, 5, 0)
    return replace(about, status=Status.ENACTED, closed=NOON - HOUR, note=note)


def with_comments(about: Post, *comments: Comment) -> Post:
    """The post with these comments, counted and in their places."""
    placed = tuple(replace(one, position=position) for position, one in enumerate(comments))
    return replace(about, comments=placed, comment_count=len(placed))


def revision(
    revid: int = 7, text: str | None = "== Lamps ==\nOne each.\n", **changes: object
) -> Revision:
    """A revision of the Ruleset, made as many hours after noon as its number says."""
    made = Revision("Ruleset", revid, revid - 1, NOON + revid * HOUR, "Ana", "enacted", text)
    return replace(made, **changes)  # type: ignore[arg-type]


@contextmanager
def opened(folder: Path, *, wait: float = 10.0) -> Iterator[Store]:
    """The folder's store."""
    with Store.open(folder / "store.sqlite", now=NOON, wait=wait) as store:
        yield store


def observe(
    store: Store, *posts: Post, at: datetime = NOON, rosters: Sequence[Roster] = ()
) -> dict[str, int]:
    """A run that sees these posts and rosters, all at the same time. Returns what was kept."""
    with store.run("blog", at, reader="test 1") as run:
        for one in posts:
            run.post(one)
        for roster in rosters:
            run.roster(roster)
        run.finish()
        return dict(run.kept)


def rows(store: Store, sql: str, *parameters: str | int) -> list[tuple[Any, ...]]:
    """What anybody gets from the file by plain SQL."""
    with store._db._translated():
        return store._db._connection.execute(sql, parameters).fetchall()


def comment_history(store: Store, key: str) -> list[tuple[str, str, datetime, datetime, bool]]:
    """Authors and texts of a post's comments in their order, when each was seen first and last, and
    whether it is there now.
    """
    sql = (
        "SELECT author, text, first_seen, last_seen, latest FROM comment_history WHERE post = ?"
        " ORDER BY number, first_seen"
    )
    found = rows(store, sql, key)
    when = datetime.fromisoformat
    return [
        (author, text, when(first), when(last), bool(latest))
        for author, text, first, last, latest in found
    ]


def gone(store: Store) -> list[tuple[str, datetime, datetime]]:
    """The posts that are gone: their keys, when they were last seen, and when they were found
    gone."""
    found = rows(
        store, "SELECT key, seen, gone FROM posts WHERE gone IS NOT NULL ORDER BY gone DESC, key"
    )
    return [
        (key, datetime.fromisoformat(seen), datetime.fromisoformat(at)) for key, seen, at in found
    ]
