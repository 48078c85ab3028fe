"""Everybody has the name in use, whatever the pages call them, before anything is judged."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.blog.blog_page import read_page
from parsers.gamestate.page_names import People
from parsers.model import Category, Comment, Icon, Post, PostPast, Roster, Seen
from sync.sources.snapshot_writer import entry_page, list_page
from sync.sources.source_view import ViewRequest, load_view
from tests.support.memory_source import MemorySource
from tests.support.views import remade
from tests.sync.samples import BLOG, NOON, post
from tests.validators.making import rules, sentences_of
from validators.checks.run import run_all
from validators.edits.described_edits import _people
from validators.view import GameView
from validators.voting.judge import judge
from validators.voting.rosters import RosterHistory

ROSTER = Roster(("Isatis", "Heron", "Bo"), members=(("Isatis", 16), ("Heron", 17), ("Bo", 18)))


def matter(name: str = "Ivo", member: int | None = 16) -> Post:
    """A Proposal of Bo's on which a member has voted, who may have another name now."""
    vote = Comment(name, NOON - timedelta(days=1), (Icon("against"),), "No.", "c1", 0, member)
    return post(author="Bo", member=18, comments=(vote,), comment_count=1)


def seen(*posts: Post, emperor: str | None = None, **changes: object) -> GameView:
    source = MemorySource(made=posts, players=ROSTER, emperor=emperor)
    return load_view(replace(source, **changes), ViewRequest({"roster", "posts", "pulls"}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "member", "votes", "doubtful"),
    [
        ("Isatis", 16, ["Bo", "Isatis"], False),
        ("Ivo", 16, ["Bo", "Isatis"], False),
        ("Isatis", None, ["Bo", "Isatis"], False),
        ("Ivo", None, ["Bo"], False),
        ("Ivo", 40, ["Bo"], False),
        ("Isatis", 40, ["Bo", "Isatis"], True),
        ("Heron", 16, ["Bo", "Isatis"], True),
    ],
)
def test_voters_that_count(name: str, member: int | None, votes: list[str], doubtful: bool) -> None:
    view = remade(seen(matter(name, member), emperor="Heron"), rules=rules())
    verdict = judge(view).verdicts[0]
    assert sorted(vote.voter for vote in verdict.votes) == votes
    assert (
        any("may be somebody else" in doubt for doubt in sentences_of(verdict.doubts)) is doubtful
    )


def test_former_names_in_texts_settings_and_tables() -> None:
    told = post("told", title="Ivo idles out", category=Category.NONE, author="Bo", posted=NOON)
    view = seen(matter(), told, emperor="Ivo")
    assert view.read.emperor == "Isatis"
    assert [sign.news for sign in RosterHistory(view).signs["isatis"] if sign.news] == ["idled"]
    assert People(view.roster, {}).find("Ivo").name == "Isatis"
    assert People(view.roster, {"Ivo": "Bo"}).find("Ivo").name == "Bo"
    assert _people(view)["Ivo"] == "Isatis"


def test_a_new_name_is_no_altered_comment() -> None:
    versions = tuple(
        Seen(matter(name), NOON, NOON, "1", latest=name == "Isatis") for name in ("Ivo", "Isatis")
    )
    for past, code in (
        (versions, []),
        ((versions[0], replace(versions[1], value=matter("Eve", 19))), ["BN209"]),
    ):
        view = seen(matter(), past={"a_thing": PostPast(past)})
        report = run_all(remade(view, rules=rules()), select=["BN209"])
        assert [finding.code for finding in report.findings] == code


def test_a_written_snapshot_has_the_names_as_they_were_and_the_numbers() -> None:
    source = MemorySource(made=[matter()], players=ROSTER)
    view = load_view(source, ViewRequest({"roster", "posts"}, as_written=True))
    front = read_page(list_page(view.posts, view.roster), BLOG)
    assert front.roster == ROSTER
    assert front.posts[0].member == 18
    entry = read_page(entry_page(view.posts[0]), view.posts[0].url).posts[0]
    assert [(each.author, each.member) for each in entry.comments or ()] == [("Ivo", 16)]
