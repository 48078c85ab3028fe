"""Which findings make one notice, and where it goes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parsers.gamestate.gamestate_model import GameState
from parsers.model import Category, Confidence, Status
from parsers.wiki.wiki_page import read_page
from sync.errors import UsageError
from sync.notices.composing import drafts, of_the_sidebar
from sync.notices.notice_model import Draft
from tests.parsers.gamestate.playing import number, table
from tests.support.cases import cases
from tests.support.views import remade
from tests.sync.notices.invented import finding
from tests.sync.samples import BLOG, NOON, post, view
from tests.validators.gamestate_runs import rules
from tests.validators.gamestate_runs import view as gamestate
from validators.checks.run import run_all
from validators.finding import Finding, Severity, Subject, with_past
from validators.view import GameView


def game(*posts: object) -> GameView:
    state = GameState("The Long Cut", None, read_page(""))
    return view(*posts, gamestate=state)  # type: ignore[arg-type]


def about(slug: str = "a_thing", code: str = "BN205", kind: str = "matter") -> Finding:
    return finding(code, subject=Subject(kind, slug, f"{BLOG}/archive/{slug}"))


def places(found: list[Draft]) -> list[tuple[str, str, str, int]]:
    return [(one.channel, one.target, one.about, len(one.findings)) for one in found]


PENDING = post()
RESOLVED = replace(post("done"), status=Status.FAILED, closed=NOON, title="Proposal: Done")


def test_notices_of_pending_matters_go_to_entries_and_others_to_talk_pages() -> None:
    findings = [
        about(),
        about("done"),
        finding("BN401"),
        about(code="BN203", kind="post"),
        finding("BN402", "y"),
    ]
    assert places(drafts(game(PENDING, RESOLVED), findings)) == [
        ("blog-comment", f"{BLOG}/archive/a_thing", "Proposal: A Thing [Core]", 2),
        ("wiki-talk", "Talk:Ruleset", "Proposal: Done", 1),
        ("wiki-talk", "Talk:The Long Cut", "The Long Cut", 2),
    ]


@cases("entries")
def test_only_an_entry_that_takes_comments_is_commented_on(
    changes: dict[str, Any], channel: str
) -> None:
    given: dict[str, Any] = {
        key: NOON if key == "closed" else Status(value) for key, value in changes.items()
    }
    (one,) = drafts(game(replace(PENDING, **given)), [about()])
    assert one.channel == channel
    assert len(drafts(game(replace(PENDING, **given)), [about()], to="blog-comment")) == (
        channel == "blog-comment"
    )


def test_the_channel_that_is_asked_for() -> None:
    findings = [about(), about("done"), finding("BN401")]
    everything = game(PENDING, RESOLVED)
    assert {one.target for one in drafts(everything, findings, to="wiki-talk")} == {
        "Talk:Ruleset",
        "Talk:The Long Cut",
    }
    assert places(drafts(everything, findings, to="blog-comment")) == [
        ("blog-comment", f"{BLOG}/archive/a_thing", "Proposal: A Thing [Core]", 1)
    ]
    assert [one.target for one in drafts(everything, findings, to="chat")] == ["chat"] * 3


def test_a_matter_that_was_not_seen_or_has_no_title_is_called_by_its_address() -> None:
    assert [
        one.about for one in drafts(game(replace(PENDING, title="")), [about(), about("gone")])
    ] == ["a_thing", "gone"]


@pytest.mark.parametrize(
    ("about", "page"),
    [
        ("page The Long Cut", "The Long Cut"),
        ("page Ruleset", "Ruleset"),
        ("revision 17", "The Long Cut"),
        ("player Ana", "The Long Cut"),
        ("variable Coal", "The Long Cut"),
        ("rule Votes", "Ruleset"),
    ],
)
def test_the_talk_page_is_that_of_the_page_it_is_about(about: str, page: str) -> None:
    kind, _, name = about.partition(" ")
    subject, page = Subject(kind, name), f"Talk:{page}"
    assert [one.target for one in drafts(game(), [finding(subject=subject)])] == [page]
    assert [one.target for one in drafts(view(), [finding(subject=subject)])] == ["Talk:Ruleset"]
    assert [one.target for one in drafts(view(rules=None), [finding(subject=subject)])] == [
        "Talk:Ruleset"
    ]
    assert [
        one.target for one in drafts(game(), [finding(subject=subject)], talk="Project:Notices")
    ] == ["Project:Notices"]


def test_findings_about_the_sidebar_go_to_no_page_of_the_game() -> None:
    sidebar = finding(subject=Subject("roster", "sidebar"))
    assert drafts(game(), [sidebar]) == []
    assert of_the_sidebar([sidebar, finding()]) == [sidebar]
    assert [one.target for one in drafts(game(), [sidebar], talk="Project:Notices")] == [
        "Project:Notices"
    ]
    assert [(one.target, one.about) for one in drafts(game(), [sidebar], to="chat")] == [
        ("chat", "the blog's sidebar")
    ]


@pytest.mark.parametrize("talk", ["Ruleset", "ruleset", "The_Long_Cut", " The Long Cut "])
def test_no_notice_is_written_into_a_page_of_the_game(talk: str) -> None:
    with pytest.raises(
        UsageError,
        match=(
            r"key 'notice\.talk': .* is a page of the game itself; use a talk page, such as 'Talk:"
        ),
    ):
        drafts(game(), [], talk=talk)


def test_infos_and_findings_about_the_tool_are_announced_only_on_request() -> None:
    findings = [
        finding("BN101", severity=Severity.INFO),
        finding("BN902"),
        finding("BN405", severity=Severity.WARNING),
    ]
    assert [one.codes for one in drafts(game(), findings)] == [("BN405",)]
    assert [one.codes for one in drafts(game(), findings, codes=("BN1", "BN902"))] == [
        ("BN101", "BN902")
    ]
    assert drafts(game(), findings, codes=("BN6",)) == []


@pytest.mark.parametrize(("days", "told"), [(30, True), (31, False)])
def test_past_findings_are_announced_only_on_request(days: int, *, told: bool) -> None:
    then = NOON - timedelta(days=days)
    done = replace(RESOLVED, posted=then - timedelta(days=2), closed=then)
    story = replace(post("story"), category=Category.STORY, posted=then)
    seen = remade(game(done, story, replace(PENDING, posted=then)), as_of=NOON)
    every = list(with_past(seen, [about("done"), about("story", kind="post"), about()]))
    assert [one.about for one in drafts(seen, every)] == (
        [done.title, story.title] if told else []
    ) + [PENDING.title]
    assert len(drafts(seen, every, codes=("BN2",))) == 3
    undated = replace(done, closed=None, posted=None)
    assert len(drafts(remade(game(undated), as_of=NOON), [about("done")])) == 1


def test_low_confidence_findings_are_announced_only_on_request() -> None:
    coal = number("Coal", 0, 9)
    wrong = gamestate(table("Player | Coal", "Ana | 11", "Bo Bell | 12", "Cy | 13"), rules(coal))
    found = run_all(wrong, select=["BN401"]).findings
    assert len(found) == 3
    assert drafts(wrong, found) == []
    assert [len(one.findings) for one in drafts(wrong, found, codes=("BN401",))] == [3]
    assert drafts(wrong, [replace(found[0], confidence=Confidence.LOW)]) == []
    assert len(drafts(wrong, [replace(found[0], confidence=Confidence.MEDIUM)])) == 1
