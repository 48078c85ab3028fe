"""Large games and pages, made for the benchmarks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

from parsers.model import Category, Comment, Icon, Post, Roster, Status
from sync.sources.snapshot_writer import entry_page, list_page
from tests.support.blog_pages import BLOG
from tests.support.blog_pages import entry_page as served_page
from tests.support.paths import DEMO

NOW = datetime(2024, 5, 17, 18, tzinfo=UTC)
PLAYERS = (
    "Pemberly",
    "Marrow77",
    "Wick-and-Tallow",
    "T. Quillfeather",
    "Sable Ines",
    "Gulliver Banks",
    "Hobb",
    "Ottoline Marsh",
)

DYNASTY = 300
"""Posts from one Ascension Address to the next: two months of them."""


VOTES = [(Icon("for"),), (Icon("against", True), Icon("for")), (), (Icon("deferential"),)]


def page_of_comments(count: int) -> bytes:
    """An entry whose comments are a vote and a remark, as most are."""
    posted = datetime(2022, 5, 11, 9, 1, tzinfo=UTC)
    comments = tuple(
        Comment(
            f"Player {number % 12}",
            posted + timedelta(hours=number),
            VOTES[number % 4],
            "A remark of a line.",
            f"c{number}",
            number,
        )
        for number in range(count)
    )
    post = Post(
        f"{BLOG}/archive/a_thing",
        "Proposal: A Thing",
        Category.PROPOSAL,
        "Ana",
        posted,
        body="Body.",
        comments=comments,
    )
    return served_page(post).encode()


def game_of(posts: int) -> Iterable[Post]:
    """Proposals, one every five hours, that all voted for and that were enacted after two days, and
    the dynasties' Addresses.
    """
    for number in range(posts):
        posted = (NOW - timedelta(hours=10 + 5 * number)).replace(second=0)
        closed = posted + timedelta(hours=49)
        comments = tuple(
            Comment(
                PLAYERS[place % 8],
                posted + timedelta(hours=place + 1),
                (Icon("for"),),
                f"Words {place}.",
                f"c{number}x{place}",
                place,
            )
            for place in range(10)
        )
        address = number % DYNASTY == DYNASTY // 2
        pending = closed > NOW or address
        yield Post(
            url=f"{BLOG}/archive/p{number}",
            title=f"{'Ascension Address' if address else 'Proposal'}: Thing {number}",
            category=Category.ASCENSION if address else Category.PROPOSAL,
            author=PLAYERS[number % 8],
            posted=posted,
            status=Status.PENDING if pending else Status.ENACTED,
            subject=f"Thing {number}",
            closed=None if pending else closed,
            body=f"Add a rule called Thing {number}: lamps are lit.",
            comment_count=10,
            comments=comments,
            position=number,
        )


def save_long_game(folder: Path, number: int) -> None:
    """Save such a game, with the Ruleset and the tracking page of the sample game."""
    posts = list(game_of(number))
    pages = {
        "blog/index.html": list_page(posts[:20], Roster(PLAYERS, (), frozenset({"Hobb"}), 8, 5))
    }
    for month, made in groupby(posts, key=lambda post: f"{post.posted:%Y/%m}"):
        pages[f"blog/{month}/index.html"] = list_page(list(made))
    pages |= {f"blog/archive/{post.key}/index.html": entry_page(post) for post in posts}
    pages |= {
        f"wiki/{file.name}": file.read_text(encoding="utf-8") for file in (DEMO / "wiki").iterdir()
    }
    pages["snapshot.toml"] = f"as_of = {NOW:%Y-%m-%dT%H:%M:%SZ}\n"
    for name, text in pages.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


# A long history

_FIRST = datetime(2024, 3, 17, 9, 12, tzinfo=UTC)
_LAST_REVID = 4102


def ruleset_of(revision: int, size: int) -> str:
    """The sample game's Ruleset with so many more dynastic rules that it has a size. Each revision
    changes a number in one of the rules.
    """
    sample = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
    before, heading, after = sample.partition("= Special Case =")
    rules: list[str] = []
    left = size - len(sample)
    while left > 0:
        number = len(rules)
        hours = 2 + (revision + 299 - number) // 300
        rule = (
            f"== Beacon {number} ==\n\n"
            f"Beacon {number} is a '''lamp''' on the [[The Long Cut|cut]] and burns for {hours}"
            " hours.\n\n"
            "* It is lit at dusk by whoever moors beside it.\n"
            f"* Its keeper is named on [[Beacons]] in row {number}, ''if there is one''.\n\n"
        )
        rules.append(rule)
        left -= len(rule)
    return before + "".join(rules) + heading + after


def save_long_history(folder: Path, revisions: int, size: int) -> None:
    """Save the sample game with a Ruleset of a size that was edited so often."""
    shutil.copytree(DEMO, folder, dirs_exist_ok=True)
    lines = []
    for number in range(revisions):
        revid = _LAST_REVID - revisions + 1 + number
        made = _FIRST + number * timedelta(days=60) / revisions
        lines.append(
            {
                "title": "Ruleset",
                "revid": revid,
                "parentid": revid - 1 if number else 0,
                "timestamp": f"{made:%Y-%m-%dT%H:%M:%SZ}",
                "user": PLAYERS[number % 8],
                "comment": "",
                "text": ruleset_of(number, size),
            }
        )
    wiki = folder / "wiki"
    history = "".join(json.dumps(line) + "\n" for line in lines)
    (wiki / "Ruleset.history.jsonl").write_text(history, encoding="utf-8")
    (wiki / "Ruleset.wikitext").write_text(str(lines[-1].pop("text")), encoding="utf-8")
    (wiki / "Ruleset.json").write_text(json.dumps(lines[-1]), encoding="utf-8")
