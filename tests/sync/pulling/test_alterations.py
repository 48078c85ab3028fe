"""A blog that changes between pulls: an audit tells the changes that are not legal, and only
those."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Any

import pytest

from parsers.model import AdminNote, Category, Comment, Icon, Post, Status
from sync.sources.source_view import BASIC, ViewRequest, load_view
from sync.sources.stored import StoreSource, open_store
from tests.support.blog_pages import BLOG, Look
from tests.support.cases import table
from tests.support.live_game import NOW, Game
from tests.support.reviewing import demo_reviews
from tests.support.small_blog import ROSTER, SmallGame
from validators.checks.run import run_all
from validators.finding import Severity

CODES = ("BN102", "BN206", "BN207", "BN208", "BN209", "BN210", "BN214", "BN215")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SOON, LATER = 10 * MINUTE, 7 * HOUR
"""When lists show a change, and when open entries are read again (``blog.reread_hours`` is 6)."""

BODY = 'Each player gets 3 lamps, and may not sell them. "Lamp" & wick come from Di.'


def proposal(age: timedelta, *comments: Comment, **more: Any) -> Post:
    """A Proposal by Ana; the address is that of its case."""
    made = Post(
        "",
        "Proposal: Lamps",
        Category.PROPOSAL,
        "Ana",
        (NOW - age).replace(second=0),
        subject="Lamps",
        body=BODY,
    )
    return replace(made, comments=comments, comment_count=len(comments), **more)


def comment(
    author: str,
    icon: str = "",
    text: str = "Fine by me.",
    minutes: int = 20,
    name: str = "",
    quoted: bool = False,
) -> Comment:
    return Comment(
        author,
        NOW - minutes * MINUTE,
        (Icon(icon, quoted=quoted),) if icon else (),
        text,
        name or f"c{author}",
    )


FRESH, YOUNG, OLD = proposal(2 * MINUTE), proposal(HOUR), proposal(30 * HOUR)
VOTED = proposal(HOUR, comment("Bo", "for"))
DISCUSSED = proposal(HOUR, comment("Bo"))
STORY = proposal(30 * HOUR, title="Lamps", category=Category.STORY)
DEFEAT = tuple(comment(name, "against") for name in ("Bo", "Cy", "Di"))
FAILED = proposal(
    30 * HOUR,
    *DEFEAT,
    status=Status.FAILED,
    closed=NOW - 5 * MINUTE,
    note=AdminNote("Cannot reach quorum, 1-3. Failed by Bo."),
)
ENACTED = proposal(30 * HOUR, status=Status.ENACTED, closed=NOW - 5 * MINUTE)


POSTS = {
    name: globals()[name]
    for name in ("FRESH", "YOUNG", "OLD", "VOTED", "DISCUSSED", "STORY", "FAILED", "ENACTED")
}


def edited(post: Post, old: str, new: str) -> Post:
    assert old in post.body
    return replace(post, body=post.body.replace(old, new))


def linked(post: Post, href: str = "/wiki/Lamps") -> Post:
    return replace(
        post,
        markup=(
            f"<p>{post.body.replace('&', '&amp;').replace('lamps', f'<a href={chr(34)}{href}{chr(34)}>lamps</a>')}</p>"
        ),
    )


def with_comments(post: Post, *comments: dict[str, Any]) -> Post:
    return replace(
        post, comments=tuple(comment(**each) for each in comments), comment_count=len(comments)
    )


CHANGES: dict[str, Callable[..., Post]] = {
    "edited": edited,
    "linked": linked,
    # An image without text counts for nothing but itself.
    "formed": lambda post, before, after="": replace(
        post, markup=f"{before}<p>{post.body.replace('&', '&amp;')}</p>{after}"
    ),
    "titled": lambda post, subject, *tags: replace(
        post, title=f"Proposal: {subject}", subject=subject, tags=tags
    ),
    "category": lambda post, category, title: replace(
        post, title=title, category=Category(category)
    ),
    "dated": lambda post, seconds: replace(post, posted=post.posted + timedelta(seconds=seconds)),
    "status": lambda post, status: replace(post, status=Status(status)),
    "noted": lambda post, text: replace(post, note=AdminNote(text)),
    "comments": with_comments,
}


def version(given: str | dict[str, Any] | None) -> Post | None:
    """Return the post of a case: by its name, or by its name with one change."""
    if not isinstance(given, dict):
        return None if given is None else POSTS[given]
    ((change, how),) = ((key, value) for key, value in given.items() if key != "post")
    return CHANGES[change](POSTS[given["post"]], *how)


class Case:
    """A post before and after (None: not there), when that is seen, and what is to be found."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.before, self.after = version(case.get("before")), version(case.get("after"))
        self.expected: str = case.get("found", "")
        self.wait = {"soon": SOON, "later": LATER}[case.get("seen", "soon")]


CASES = {case["name"]: Case(case) for case in table(__file__, "alterations")}

ADDRESS = proposal(
    20 * DAY,
    title="Ascension Address: Lamps",
    category=Category.ASCENSION,
    author="Eve",
    url=f"{BLOG}/archive/address",
)
WORDS = [
    replace(STORY, url=f"{BLOG}/archive/{name}", body="I have received lamps in places.")
    for name in ("thanks", "more_thanks")
]
"""Two posts with the right spelling: the tool has no other dictionary."""


def posts(cases: Iterable[str], *, after: bool) -> list[Post]:
    shown = ((name, CASES[name].after if after else CASES[name].before) for name in cases)
    return [
        ADDRESS,
        *WORDS,
        *(
            replace(post, url=f"{BLOG}/archive/{name.replace(' ', '_')}")
            for name, post in shown
            if post is not None
        ),
    ]


def audited(game: Game) -> dict[str, str]:
    """The code, severity and confidence of what is found on each post, information left out."""
    with open_store(game.live, game.now) as store:
        source = StoreSource(store, game.live, game.now)
        view = load_view(source, ViewRequest(BASIC | {"pulls"}, reviews=demo_reviews()))
    found = defaultdict(list)
    for finding in run_all(view, select=CODES).findings:
        if finding.severity is not Severity.INFO:
            found[finding.subject.id.replace("_", " ")].append(
                f"{finding.code} {finding.severity}, {finding.confidence}"
            )
    return {name: "; ".join(codes) for name, codes in found.items()}


def altered(
    blog: SmallGame, cases: list[str], look: Look | None = None, *, wait: timedelta, further: int
) -> list[dict[str, str]]:
    """What is found before the cases are altered, after the next pull, and after so many further
    ones.
    """
    found = []
    for number in range(further + 2):
        blog.show(posts(cases, after=number > 0), look)
        blog.pull()
        found.append(audited(blog))
        blog.wait(seconds=wait.total_seconds() if number == 0 else LATER.total_seconds())
    return found


def expected(cases: Iterable[str]) -> dict[str, str]:
    return {name: CASES[name].expected for name in cases if CASES[name].expected}


@pytest.mark.parametrize(
    "wait", [pytest.param(SOON, id="soon"), pytest.param(LATER, id="hours later")]
)
def test_all_changes_at_once(blog: SmallGame, wait: timedelta) -> None:
    cases = [name for name, case in CASES.items() if case.wait == wait]
    assert altered(blog, cases, wait=wait, further=1) == [{}, expected(cases), expected(cases)]


def test_another_template_and_sidebar_change_nothing(blog: SmallGame) -> None:
    everything = [name for name, case in CASES.items() if case.before is not None]
    fewer = replace(ROSTER, active=ROSTER.active[:-1], idle=("Eve", "Flo"), stated_players=4)
    looks = [
        Look(),
        Look(template="footer-before", role="Lamplighter", typographed=True),
        Look(clutter="<p>Seen 18 times</p>"),
    ]
    for look, roster in zip(looks, [ROSTER, fewer, ROSTER], strict=True):
        blog.show(posts(everything, after=False), look, roster)
        blog.pull()
        assert audited(blog) == {}
        blog.wait(hours=7)


def test_an_audit_of_the_past_ignores_later_observations(blog: SmallGame) -> None:
    assert altered(blog, ["text too late"], wait=SOON, further=0) == [
        {},
        {"text too late": "BN206 error, high"},
    ]
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
