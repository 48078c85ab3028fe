"""A blog that changes between pulls: an audit tells the changes that are not legal, and only those."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from parsers.model import AdminNote, Category, Comment, Icon, Post, Status
from sync.sources.source_view import BASIC, load_view
from sync.sources.stored import StoreSource, open_store
from tests.support.blog_pages import BLOG, Look
from tests.support.live_game import NOW, Game
from tests.support.small_blog import ROSTER, SmallGame, small_game
from validators.checks.run import run_all
from validators.finding import Severity

CODES = ("BN102", "BN206", "BN207", "BN208", "BN209", "BN210", "BN214", "BN215")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SOON, LATER = 10 * MINUTE, 7 * HOUR
"""When lists show a change, and when open entries are read again (``blog.reread_hours`` is 6)."""

BODY = 'Each player gets 3 lamps, and may not sell them. "Lamp" & wick come from Di.'


def proposal(age: timedelta, *comments: Comment, **more: Any) -> Post:
    """A Proposal by Ana; the address is that of its case."""
    made = Post("", "Proposal: Lamps", Category.PROPOSAL, "Ana", (NOW - age).replace(second=0), subject="Lamps", body=BODY)
    return replace(made, comments=comments, comment_count=len(comments), **more)


def comment(author: str, icon: str = "", text: str = "Fine by me.", age: timedelta = 20 * MINUTE) -> Comment:
    return Comment(author, NOW - age, (Icon(icon),) if icon else (), text, f"c{author}")


FRESH, YOUNG, OLD = proposal(2 * MINUTE), proposal(HOUR), proposal(30 * HOUR)
VOTED = proposal(HOUR, comment("Bo", "for"))
DISCUSSED = proposal(HOUR, comment("Bo"))
STORY = proposal(30 * HOUR, title="Lamps", category=Category.STORY)
DEFEAT = tuple(comment(name, "against") for name in ("Bo", "Cy", "Di"))
FAILED = proposal(
    30 * HOUR, *DEFEAT, status=Status.FAILED, closed=NOW - 5 * MINUTE, note=AdminNote("Cannot reach quorum, 1-3. Failed by Bo.")
)
ENACTED = proposal(30 * HOUR, status=Status.ENACTED, closed=NOW - 5 * MINUTE)


def edited(post: Post, old: str, new: str) -> Post:
    assert old in post.body
    return replace(post, body=post.body.replace(old, new))


def linked(post: Post, href: str = "/wiki/Lamps") -> Post:
    return replace(post, markup=f"<p>{post.body.replace('&', '&amp;').replace('lamps', f'<a href={chr(34)}{href}{chr(34)}>lamps</a>')}</p>")


def formed(before: str, after: str = "") -> Post:
    """The old Proposal in other HTML; an image without text counts for nothing but itself."""
    return replace(OLD, markup=f"{before}<p>{OLD.body.replace('&', '&amp;')}</p>{after}")


def titled(post: Post, subject: str) -> Post:
    return replace(post, title=f"Proposal: {subject}", subject=subject)


def with_comments(post: Post, *comments: Comment) -> Post:
    return replace(post, comments=comments, comment_count=len(comments))


def noted(text: str) -> Post:
    return replace(FAILED, note=AdminNote(text))


@dataclass(frozen=True)
class Case:
    """A post before and after (None: not there), when that is seen, and what is to be found, information left out."""

    before: Post | None
    after: Post | None
    expected: str = ""
    wait: timedelta = SOON


LINK, YOUNG_LINK = linked(OLD), linked(YOUNG)
BN206, UNSURE = "BN206 error, high", "BN206 warning, low"

CASES = {
    # The text: within four hours and before a vote
    "text in time": Case(YOUNG, edited(YOUNG, "3", "4")),
    "text in time after a comment without a vote": Case(DISCUSSED, edited(DISCUSSED, "3", "4")),
    "text in time after a vote": Case(VOTED, edited(VOTED, "3", "4"), BN206),
    "text too late": Case(OLD, edited(OLD, "Each", "No"), BN206),
    "text perhaps in time": Case(YOUNG, edited(YOUNG, "3", "4"), UNSURE, LATER),
    "text of a story": Case(STORY, edited(STORY, "3", "4")),
    "number too late": Case(OLD, edited(OLD, "3", "4"), BN206),
    "negation too late": Case(OLD, edited(OLD, "may not", "may"), BN206),
    "name too late": Case(OLD, edited(OLD, "Di.", "Bo."), BN206),
    "spelling put right late": Case(edited(OLD, "come", "are recieved"), edited(OLD, "come", "are received")),
    "another word of nearly the same letters": Case(OLD, edited(OLD, "sell", "smell"), UNSURE),
    "white space and quotes": Case(OLD, edited(OLD, '"Lamp" & wick', "“Lamp”  & wick")),
    # What a reader sees beside the text
    "link in time": Case(YOUNG_LINK, linked(YOUNG, "/wiki/Lights")),
    "link too late": Case(LINK, linked(OLD, "/wiki/Lights"), BN206),
    "link after a vote": Case(linked(VOTED), linked(VOTED, "/wiki/Lights"), BN206),
    "link added": Case(OLD, LINK, BN206),
    "link taken out": Case(LINK, OLD, BN206),
    "link written otherwise": Case(LINK, replace(LINK, markup=(LINK.markup or "").replace("/wiki/Lamps", "\n../wiki/Lamps/ "))),
    "voting icon": Case(formed('<img alt="for">'), formed('<img alt="against">'), BN206),
    "image that is no icon": Case(formed('<img alt="a lamp">'), formed('<img alt="a light">')),
    "text struck out": Case(OLD, formed("<s>", "</s>"), BN206),
    "bold text": Case(OLD, formed("<b>", "</b>")),
    "quotation": Case(OLD, formed("<blockquote>", "</blockquote>")),
    "line break": Case(formed("<b>A</b> ", "<br>"), formed("<b>A</b> ")),
    # Title and tags are text
    "title in time": Case(YOUNG, titled(YOUNG, "Lanterns")),
    "title too late": Case(OLD, titled(OLD, "Lanterns"), BN206),
    "title after a vote": Case(VOTED, titled(VOTED, "Lanterns"), BN206),
    "title's spelling put right late": Case(titled(OLD, "Palces for Lamps"), titled(OLD, "Places for Lamps")),
    "tag in time": Case(YOUNG, replace(titled(YOUNG, "Lamps [Core]"), tags=("Core",))),
    "tag too late": Case(OLD, replace(titled(OLD, "Lamps [Core]"), tags=("Core",)), BN206),
    # The category: within 15 minutes
    "category in time": Case(FRESH, replace(FRESH, title="Call for Judgement: Lamps", category=Category.CFJ)),
    "category too late": Case(OLD, replace(OLD, title="Call for Judgement: Lamps", category=Category.CFJ), "BN207 error, high"),
    "category perhaps in time": Case(FRESH, replace(FRESH, category=Category.CFJ), "BN207 warning, low", LATER),
    "a story becomes a Proposal": Case(STORY, OLD, "BN207 error, high"),
    "category of a story": Case(STORY, replace(STORY, category=Category.NONE)),
    # The entry date: never, but some pages show no seconds
    "entry date": Case(OLD, proposal(31 * HOUR), "BN208 error, high"),
    "entry date of a minute before": Case(OLD, proposal(30 * HOUR + MINUTE), "BN208 error, high"),
    "entry date with seconds": Case(OLD, replace(OLD, posted=OLD.posted and OLD.posted.replace(second=30))),
    # Status and note
    "resolved": Case(OLD, ENACTED),
    "enacted, then failed": Case(ENACTED, replace(ENACTED, status=Status.FAILED), "BN215 warning, high"),
    "enacted, then open again": Case(ENACTED, OLD, "BN215 warning, high"),
    "failed, then enacted": Case(FAILED, replace(FAILED, status=Status.ENACTED), "BN215 warning, high"),
    "failed, put right as vetoed": Case(FAILED, replace(FAILED, status=Status.VETOED)),
    "failed, put right as illegal": Case(FAILED, replace(FAILED, status=Status.ILLEGAL)),
    "note reworded": Case(FAILED, noted("A quorum of three against, 1-3. Failed by Bo.")),
    "note loses its tally": Case(FAILED, noted("Cannot reach quorum. Failed by Bo.")),
    "note gets another tally": Case(FAILED, noted("Cannot reach quorum, 2-3. Failed by Bo."), "BN102 warning, low"),
    # Comments: never
    "comment added": Case(VOTED, with_comments(VOTED, comment("Bo", "for"), comment("Cy", "against", age=MINUTE))),
    "vote in a new comment": Case(VOTED, with_comments(VOTED, comment("Bo", "for"), replace(comment("Bo", "against"), id="c9"))),
    "comment's text": Case(VOTED, with_comments(VOTED, comment("Bo", "for", "Never.")), "BN209 warning, high", LATER),
    "comment's white space": Case(VOTED, with_comments(VOTED, comment("Bo", "for", "Fine  by me.")), "", LATER),
    "comment's icon": Case(VOTED, with_comments(VOTED, comment("Bo", "against")), "BN209 warning, high", LATER),
    "comment's icon taken out": Case(VOTED, with_comments(VOTED, comment("Bo")), "BN209 warning, high", LATER),
    "comment's icon struck": Case(
        VOTED, with_comments(VOTED, replace(comment("Bo"), icons=(Icon("for", quoted=True),))), "BN209 warning, high", LATER
    ),
    "comment's author": Case(VOTED, with_comments(VOTED, replace(comment("Cy", "for"), id="cBo")), "BN209 warning, high", LATER),
    "comment removed": Case(VOTED, with_comments(VOTED), "BN210 warning, high"),
    "comment removed and another added": Case(VOTED, with_comments(VOTED, comment("Cy", "for")), "BN210 warning, high", LATER),
    # Posts
    "Proposal added": Case(None, YOUNG),
    "Proposal removed": Case(OLD, None, "BN214 error, high"),
    "resolved Proposal removed": Case(ENACTED, None, "BN214 error, high"),
    "story removed": Case(STORY, None),
    "nothing": Case(OLD, OLD),
}

ADDRESS = proposal(20 * DAY, title="Ascension Address: Lamps", category=Category.ASCENSION, author="Eve", url=f"{BLOG}/archive/address")
WORDS = [replace(STORY, url=f"{BLOG}/archive/{name}", body="I have received lamps in places.") for name in ("thanks", "more_thanks")]
"""Two posts with the right spelling: the tool has no other dictionary."""


def posts(cases: Iterable[str], *, after: bool) -> list[Post]:
    shown = ((name, CASES[name].after if after else CASES[name].before) for name in cases)
    return [ADDRESS, *WORDS, *(replace(post, url=f"{BLOG}/archive/{name.replace(' ', '_')}") for name, post in shown if post is not None)]


def audited(game: Game) -> dict[str, str]:
    """The code, severity and confidence of what is found on each post, information left out."""
    with open_store(game.live, game.now) as store:
        view = load_view(StoreSource(store, game.live, game.now), BASIC | {"pulls"})
    found = defaultdict(list)
    for finding in run_all(view, select=CODES).findings:
        if finding.severity is not Severity.INFO:
            found[finding.subject.id.replace("_", " ")].append(f"{finding.code} {finding.severity}, {finding.confidence}")
    return {name: "; ".join(codes) for name, codes in found.items()}


@pytest.fixture
def blog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterable[SmallGame]:
    with small_game(tmp_path, monkeypatch) as made:
        yield made


def altered(blog: SmallGame, cases: list[str], look: Look | None = None, *, wait: timedelta, further: int) -> list[dict[str, str]]:
    """What is found before the cases are altered, after the next pull, and after so many further ones."""
    found = []
    for number in range(further + 2):
        blog.show(posts(cases, after=number > 0), look)
        blog.pull()
        found.append(audited(blog))
        blog.wait(seconds=wait.total_seconds() if number == 0 else LATER.total_seconds())
    return found


def expected(cases: Iterable[str]) -> dict[str, str]:
    return {name: CASES[name].expected for name in cases if CASES[name].expected}


@pytest.mark.parametrize("wait", [pytest.param(SOON, id="soon"), pytest.param(LATER, id="hours later")])
def test_all_changes_at_once(blog: SmallGame, wait: timedelta) -> None:
    cases = [name for name, case in CASES.items() if case.wait == wait]
    assert altered(blog, cases, wait=wait, further=1) == [{}, expected(cases), expected(cases)]


def test_another_template_and_sidebar_change_nothing(blog: SmallGame) -> None:
    everything = [name for name, case in CASES.items() if case.before is not None]
    fewer = replace(ROSTER, active=ROSTER.active[:-1], idle=("Eve", "Flo"), stated_players=4)
    looks = [Look(), Look(template="footer-before", role="Lamplighter", typographed=True), Look(clutter="<p>Seen 18 times</p>")]
    for look, roster in zip(looks, [ROSTER, fewer, ROSTER], strict=True):
        blog.show(posts(everything, after=False), look, roster)
        blog.pull()
        assert audited(blog) == {}
        blog.wait(hours=7)


def test_what_was_seen_later_is_left_out_of_an_audit_of_the_past(blog: SmallGame) -> None:
    assert altered(blog, ["text too late"], wait=SOON, further=0) == [{}, {"text too late": BN206}]
    blog.now = NOW
    assert audited(blog) == {}


def test_open_matters_are_read_again_after_the_configured_hours(blog: SmallGame) -> None:
    cases = ["comment's text", "note reworded"]
    asked = []
    for hours in (6, 1 / 3600, 1, 0):
        blog.show(posts(cases, after=False))
        blog.pull()
        asked.append([address for address in blog.blog.asked if "/archive/" in address])
        blog.wait(hours=hours)
    both = [f"/archive/{name.replace(' ', '_')}" for name in cases]
    assert asked == [both, [], both[:1], []]


def test_every_code_has_a_change_that_is_found_and_its_legal_neighbour() -> None:
    found = set(chain.from_iterable(case.expected.split() for case in CASES.values()))
    assert {code for code in CODES if code not in found} == set()
