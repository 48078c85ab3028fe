"""For every code on what has been done: the smallest game in which it is found, and its nearest
legal neighbour.

What is told of each breach stands in ``breaches.txt``; after a change of a message: python -m
tests.validators.checks.test_neighbours
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType

import pytest

from parsers.model import AdminNote, Category, Comment, Post, PostPast, Roster, Seen, Status
from parsers.ruleset.ruleset_model import EventType, Rule
from tests.support.cases import table
from tests.support.views import remade
from tests.validators.making import cfj, dov, from_row, of_then, post, proposal, rules, view
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, QUORUM, SECOND, Ballot
from validators.checks.check import CHECKS
from validators.checks.run import run_all
from validators.view import GameView, SeenRoster

AGE = 9 * DAY
CLOSED = NOW - 8 * DAY
FAILED = Status.FAILED
ALONE = Roster(("Boris",))
TAGS = Rule(
    "1.1",
    "Tags",
    "Tags",
    (),
    2,
    "Core Rules",
    ("Tags",),
    "Whatever changes the Core Rules requires the “[Core]” tag.",
)
VOTES = Rule("1.2", "Votes", "Votes", (), 2, "Core Rules", ("Votes",), "")
RULES = rules(
    "2023",
    {"rules": (TAGS, VOTES), "event_types": (EventType("Race", "Races", "A Race is an Event."),)},
    event__by_tag=True,
    fair_play__entries_per_day=10,
    fair_play__comments_in_row=10,
    fair_play__entry_words=1000,
)


def game(*posts: Post, **setting: object) -> GameView:
    """A game whose rules and roster have been those of today for sixty days."""
    return of_then(view(*posts, under=RULES, **setting))  # type: ignore[arg-type]


def resolved(*ballots: Ballot, after: timedelta = DAY, **more: object) -> Post:
    """A Proposal of nine days ago."""
    return proposal(AGE, *ballots, closed=NOW - AGE + after, **more)


def said(age: timedelta, body: str) -> Post:
    return post(Category.NONE, age, subject=f"News {age}", body=body, key=f"news-{age}")


def wrote(age: timedelta) -> Post:
    return replace(
        post(Category.NONE, 60 * DAY),
        comments=(Comment("Boris", NOW - age, (), "Words.", "c1"),),
        comment_count=1,
    )


def roster(*posts: Post, idle: bool = True) -> GameView:
    """A game of Anna and Boris, of whom only the posts and the sidebar of today tell."""
    given = game(
        *posts,
        roster=Roster(
            ("Anna",) if idle else ("Anna", "Boris"),
            ("Boris",) if idle else (),
            frozenset({"Anna"}),
        ),
    )
    return remade(given, rosters=())


def left(*posts: Post) -> GameView:
    """Boris left the sidebar twenty days ago, after a month of silence."""
    active, idle = Roster(("Anna", "Boris")), Roster(("Anna",), ("Boris",))
    seen = (
        SeenRoster(active, NOW - 20 * DAY, NOW - 20 * DAY),
        SeenRoster(idle, NOW - 19 * DAY, NOW),
    )
    return remade(game(wrote(50 * DAY), *posts, roster=idle), rosters=seen)


def changed(before: Post, after: Post | None, since: timedelta, until: timedelta) -> GameView:
    """A post that pulls saw unchanged so long after it was made, and changed, or gone, so long
    after.
    """
    assert before.posted is not None
    first, last = before.posted + since, before.posted + until
    versions = [Seen(before, first, first, "1", latest=after is None)]
    versions += [Seen(after, last, last, "1", latest=True)] if after is not None else []
    past = PostPast(tuple(versions), last if after is None else None)
    return remade(game(), pasts=MappingProxyType({before.key: past}))


OPEN = proposal(AGE, body="Give each player 3 lamps.")
VOTED = proposal(AGE, ("Boris", "for", NOW - AGE + HOUR))
STORY = post(Category.STORY, AGE)
OTHER = replace(OPEN, body="Give each player 4 lamps.")
LAMPS = [post(Category.STORY, 12 * HOUR - n * MINUTE, place=n) for n in range(11)]


def with_comment(text: str) -> Post:
    assert VOTED.comments is not None
    return replace(VOTED, comments=(replace(VOTED.comments[0], text=text),))


PAIRS: dict[str, tuple[GameView, ...]] = {
    **{
        case["code"]: (
            game(*map(from_row, case["breach"])),
            game(*map(from_row, case["neighbour"])),
        )
        for case in table(__file__, "pairs")
    },
    "BN102": (
        game(resolved(*QUORUM, note=AdminNote("5-0", for_=5, against=0))),
        game(resolved(*QUORUM, note=AdminNote("4-0", for_=4))),
    ),
    "BN112": (game(resolved(note=AdminNote("Boris"))), game(resolved(note=AdminNote("Anna")))),
    "BN206": (
        changed(OPEN, OTHER, 4 * HOUR + MINUTE, 5 * HOUR),
        changed(OPEN, OTHER, 3 * HOUR, 4 * HOUR),
    ),
    "BN207": (
        changed(OPEN, replace(OPEN, category=Category.CFJ), 16 * MINUTE, HOUR),
        changed(OPEN, replace(OPEN, category=Category.CFJ), MINUTE, 15 * MINUTE),
    ),
    "BN208": (
        changed(OPEN, replace(OPEN, posted=NOW - AGE + MINUTE), HOUR, DAY),
        changed(OPEN, replace(OPEN, posted=NOW - AGE + 59 * SECOND), HOUR, DAY),
    ),
    "BN209": (
        changed(VOTED, with_comment("Other words."), 2 * HOUR, DAY),
        changed(VOTED, with_comment("Words. \n"), 2 * HOUR, DAY),
    ),
    "BN210": (
        changed(VOTED, replace(VOTED, comments=(), comment_count=0), 2 * HOUR, DAY),
        changed(VOTED, replace(VOTED, comments=(), comment_count=1), 2 * HOUR, DAY),
    ),
    "BN211": (game(*LAMPS), game(*LAMPS[1:])),
    "BN213": (game(proposal(DAY, body="lamp " * 1001)), game(proposal(DAY, body="lamp " * 1000))),
    "BN214": (changed(OPEN, None, HOUR, DAY), changed(STORY, None, HOUR, DAY)),
    "BN215": (
        changed(resolved(), resolved(status=FAILED), 2 * DAY, 3 * DAY),
        changed(resolved(status=Status.PENDING), resolved(status=FAILED), HOUR, 3 * DAY),
    ),
    "BN216": (
        game(post(Category.STORY, DAY, tags=("Rcae",))),
        game(post(Category.STORY, DAY, tags=("race",))),
    ),
    "BN301": (
        game(wrote(168 * HOUR), roster=ALONE),
        game(wrote(168 * HOUR - SECOND), roster=ALONE),
    ),
    "BN302": (
        roster(wrote(20 * DAY), said(14 * DAY, "Boris idles out.")),
        roster(wrote(21 * DAY), said(14 * DAY, "Boris idles out.")),
    ),
    "BN303": (left(), left(said(19 * DAY, "Boris idles out."))),
    "BN304": (
        roster(said(13 * DAY, "Boris idles out."), said(10 * DAY, "Boris unidles."), idle=False),
        roster(said(14 * DAY, "Boris idles out."), said(10 * DAY, "Boris unidles."), idle=False),
    ),
    "BN305": (game(roster=Roster(("Ann",))), game(roster=Roster(("Anna",)))),
    "BN309": (
        roster(
            said(10 * DAY, "Boris unidles."),
            dov(11 * DAY, closed=NOW - AGE, status=FAILED),
            idle=False,
        ),
        roster(
            said(10 * DAY, "Boris unidles."),
            dov(11 * DAY, closed=NOW - 10 * DAY, status=FAILED),
            idle=False,
        ),
    ),
}
PAIRS = dict(sorted(PAIRS.items()))

DONE = [
    f"BN{number}"
    for number in (
        *range(102, 108),
        109,
        112,
        113,
        116,
        117,
        118,
        201,
        202,
        204,
        *range(206, 217),
        *range(301, 306),
        309,
        310,
    )
]
"""The codes on what has been done: resolutions, posts and their changes, and the roster."""


TOLD = Path(__file__).with_name("breaches.txt")


def told(code: str) -> str:
    """Everything that a reader is told of a breach."""
    (one,) = run_all(PAIRS[code][0], select=[code]).findings
    lines = [
        f"{code} {one.severity} {one.confidence} {one.subject.kind} {one.subject.id} ({one.what})",
        one.message,
    ]
    lines.append(f"rule: {one.rule.title if one.rule else 'none'}")
    lines += [
        f"- {each.excerpt}, {each.at:%Y-%m-%d %H:%M:%S}" if each.at else f"- {each.excerpt}"
        for each in one.evidence
    ]
    return "\n".join(lines)


def test_what_is_told() -> None:
    assert TOLD.read_text(encoding="utf-8").rstrip().split("\n\n") == [told(code) for code in PAIRS]


@pytest.mark.parametrize("code", DONE)
def test_a_breach_and_its_nearest_legal_neighbour(code: str) -> None:
    breach, neighbour = PAIRS[code]
    found = run_all(breach, select=[code])
    assert [finding.code for finding in found.findings] == [code]
    clean = run_all(neighbour, select=[code])
    assert clean.findings == ()
    assert clean.not_evaluated == ()


def test_calls_for_judgement_have_no_queue() -> None:
    older = proposal(15 * DAY, key="older")
    assert (
        run_all(game(cfj(AGE, *QUORUM, closed=CLOSED), older), select=["BN105", "BN106"]).findings
        == ()
    )


@pytest.mark.parametrize("code", PAIRS)
def test_the_order_in_which_posts_are_given_does_not_matter(code: str) -> None:
    given = PAIRS[code][0]
    (finding,) = run_all(given, select=[code]).findings
    assert run_all(remade(given, posts=given.posts[::-1]), select=[code]).findings == (finding,)
    assert finding.slug == CHECKS[code].slug
    assert all(item.url or item.excerpt for item in finding.evidence)


if __name__ == "__main__":
    TOLD.write_text("\n\n".join(map(told, PAIRS)) + "\n", encoding="utf-8")
