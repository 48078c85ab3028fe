"""The pages of the sample game are what its source makes of them, and its parts agree with each
other.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from parsers.model import Category, Status
from parsers.ruleset import read_ruleset
from tests.demo.build import DEMO, EDITS, Game, pages, read_game

EXPECTED = Path(__file__).parent / "expected.toml"
RULESET = DEMO / "wiki" / "Ruleset.wikitext"


@pytest.fixture(scope="module")
def game() -> Game:
    return read_game()


def test_the_committed_pages_are_what_the_source_makes(game: Game) -> None:
    made = {name: text.encode() for name, text in pages(game).items()}
    files = [path for path in DEMO.rglob("*") if path.is_file() and path.suffix != ".wikitext"]
    there = {path.relative_to(DEMO).as_posix(): path.read_bytes() for path in files}
    assert sorted(there) == sorted(made)
    changed = [name for name, text in made.items() if there[name] != text]
    assert changed == [], "run: python -m tests.demo.build"


def test_enacted_text_is_in_the_ruleset(game: Game) -> None:
    """Whatever an enacted Proposal adds after a colon at the end of a line is there, word for word,
    but for what is left out on purpose.
    """
    expected = tomllib.loads(EXPECTED.read_text(encoding="utf-8"))["finding"]
    left_out = {entry["subject"] for entry in expected if entry["code"] == "BN602"}
    assert left_out
    ruleset = RULESET.read_text(encoding="utf-8")
    added = {}
    for post in game.posts:
        if (
            post.category is Category.PROPOSAL
            and post.status is Status.ENACTED
            and post.key not in left_out
        ):
            first, _, rest = post.body.partition(":\n")
            added.update(dict.fromkeys(rest.splitlines(), first))
    assert len(added) > 20
    assert [line for line in added if line not in ruleset] == []


def test_rejected_text_does_not(game: Game) -> None:
    ruleset = RULESET.read_text(encoding="utf-8")
    rejected = [
        post
        for post in game.posts
        if post.category is Category.PROPOSAL and post.status is not Status.ENACTED
    ]
    assert len(rejected) > 10
    assert [
        post.key for post in rejected if any(line in ruleset for line in post.body.splitlines())
    ] == []


def test_every_player_has_a_row_on_the_tracking_page(game: Game) -> None:
    page = (DEMO / "wiki" / "The_Long_Cut.wikitext").read_text(encoding="utf-8")
    active, idle = page.split("== Idle ==")
    first_cells = [
        line[1:].partition("||")[0].strip() for line in active.splitlines() if line.startswith("| ")
    ]
    assert [name for name in game.roster.active if first_cells.count(name) != 1] == []
    assert [name for name in game.roster.idle if name in active] == []
    assert "Fenwright" in idle


def test_nothing_is_later_than_the_moment_of_the_snapshot(game: Game) -> None:
    times = [
        time
        for post in game.posts
        for time in (post.posted, post.closed, *(comment.at for comment in post.comments or ()))
    ]
    assert all(time is None or time <= game.as_of for time in times)


def test_comments_stand_between_a_post_and_its_resolution(game: Game) -> None:
    for post in game.posts:
        times = [comment.at for comment in post.comments or () if comment.at]
        assert times == sorted(times), post.key
        if times and post.posted:
            assert post.posted < times[0], post.key
            assert post.closed is None or times[-1] < post.closed, post.key


def test_what_is_expected_of_an_audit_speaks_of_things_that_exist(game: Game) -> None:
    expected = tomllib.loads(EXPECTED.read_text(encoding="utf-8"))["finding"]
    assert all(
        set(entry) <= {"code", "subject", "player", "why"} and entry["why"] for entry in expected
    )
    named = [(entry["code"], entry["subject"]) for entry in expected]
    assert len(named) == len(set(named))
    slugs = {post.key for post in game.posts}
    ruleset = RULESET.read_text(encoding="utf-8")
    values = {
        f"{name}: {variable}"
        for name in game.roster.active
        for variable in ("Coal", "Mooring", "Tow")
    }
    edits = {
        str(edit["revid"]) for edit in tomllib.loads(EDITS.read_text(encoding="utf-8"))["edits"]
    }
    defined = {f"player: {each.name}" for each in read_ruleset(ruleset, gamestate=True).variables}
    there = slugs | values | edits | defined | {*game.roster.active}
    missing = [
        subject
        for _, subject in named
        if subject not in there and f"== {subject} ==" not in ruleset
    ]
    assert missing == ["roster", "The Long Cut"]


@pytest.mark.parametrize(
    "line", ["Hobb: no time", "Hobb +1: no hours", "Hobb +1h for, against: a comma"]
)
def test_a_comment_that_cannot_be_read_is_refused(line: str, tmp_path: Path) -> None:
    source = tmp_path / "game.toml"
    source.write_text(
        'as_of = 2024-05-17T18:00:00Z\n[names]\nHobb = "Hobb"\n[roster]\nactive = ["Hobb"]\nidle ='
        " []\nadmins = []\nstated_players = 1\nstated_quorum = 1\n[[posts]]\nat ="
        ' 2024-05-17T09:00:00Z\nby = "Hobb"\ncategory = "none"\nbody = "A body."\nsubject = "A'
        f' subject"\ncomments = "{line}"\n',
        encoding="utf-8",
    )
    with pytest.raises(ValueError, match="not a"):
        read_game(source)


def test_posts_out_of_order_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "game.toml"
    post = (
        '[[posts]]\nat = {}T09:00:00Z\nby = "Hobb"\ncategory = "none"\nbody = "A body."\nsubject ='
        ' "A subject"\n'
    )
    source.write_text(
        'as_of = 2024-05-17T18:00:00Z\n[names]\nHobb = "Hobb"\n[roster]\nactive = ["Hobb"]\nidle ='
        " []\nadmins = []\nstated_players = 1\nstated_quorum = 1\n"
        + post.format("2024-05-02")
        + post.format("2024-05-01"),
        encoding="utf-8",
    )
    with pytest.raises(ValueError, match="order of their times"):
        read_game(source)
