"""Invented games from beginning to end, and what a simple model of the rules finds in them.

People idle and come back, post, vote, resolve and edit, mostly as they may. The model knows what
really happened; the audit sees the posts as they are at the end, kept sidebars and the versions
that pulls saw. Votes are FOR, AGAINST and VETO: what becomes of a DEFERENTIAL is compared in
:mod:`tests.validators.voting.test_against_oracle`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType

import pytest

from parsers.instructions.reader import read_instructions
from parsers.model import (
    AdminNote,
    Category,
    Comment,
    Icon,
    Outcome,
    Post,
    PostPast,
    Roster,
    Seen,
    Status,
)
from tests.support.scale import fresh_seeds
from tests.support.views import game_view, remade
from tests.validators.making import address, cfj, dov, of_then, proposal, rules
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, SECOND
from validators.checks.audit_context import AuditContext
from validators.checks.run import restricted, run_all
from validators.finding import window_start
from validators.view import GameView, SeenRoster

CODES = (
    *("BN102", "BN103", "BN104", "BN105", "BN106", "BN107", "BN109", "BN116", "BN118"),
    *("BN201", "BN202", "BN204", "BN206", "BN207", "BN208", "BN209", "BN210", "BN214", "BN215"),
)
START = NOW - 24 * DAY
EVERYBODY = tuple(f"Player{number}" for number in range(9))
EMPEROR = EVERYBODY[0]
BODY = "Give each player 3 lamps, and let nobody sell them."
CORRECTABLE = {Status.FAILED, Status.VETOED, Status.ILLEGAL}
Truth = set[tuple[str, str]]


@dataclass
class History:
    """What happened: the matters, oldest first, the rosters with the times from which they held,
    and what pulls saw of a matter.
    """

    matters: list[Post] = field(default_factory=list)
    rosters: list[tuple[datetime, frozenset[str]]] = field(default_factory=list)
    pasts: dict[str, PostPast] = field(default_factory=dict)
    edits: Truth = field(default_factory=set)

    def players(self, moment: datetime) -> frozenset[str]:
        return next(who for since, who in reversed(self.rosters) if since <= moment)


# Inventing


def invented(rng: random.Random) -> History:
    made = History()
    who = {EMPEROR, *rng.sample(EVERYBODY[1:], rng.randint(5, 7))}
    made.rosters.append((START - 40 * DAY, frozenset(who)))
    at = START
    while (
        at := at + rng.choice([1, 5, 11, 26]) * HOUR + rng.randint(1, 50) * MINUTE
    ) < NOW - 10 * DAY:
        if rng.random() < 0.1:
            name = rng.choice(EVERYBODY[1:])
            if name not in who or len(who) > 5:
                who ^= {name}
                made.rosters.append((at - 30 * SECOND, frozenset(who)))
        made.matters.append(matter(rng, made, at, sorted(who)))
    for post in made.matters:
        if rng.random() < 0.3:
            edit(rng, made, post)
    return made


def matter(rng: random.Random, made: History, at: datetime, who: list[str]) -> Post:
    """A matter with votes, resolved as they allow it, four times in five."""
    make = rng.choices([proposal, cfj, dov], [8, 2, 1])[0]
    last = made.matters[-1].author if made.matters else ""
    author = (
        last if last in who and rng.random() < 0.4 else rng.choice(who)
    )  # so that somebody makes four in a day now and then
    span = (
        rng.choice([1, 11, 12, 13, 24, 47, 48, 60, 24 * 7, 24 * 8]) * HOUR
        + rng.choice([-1, 0, 1, 20 * 60, 40 * 60]) * SECOND
    )
    closed = at + span if rng.random() < 0.97 else at - HOUR
    comments = []
    for number, name in enumerate(rng.sample(EVERYBODY, 7)):
        icon = rng.choices(["for", "against", "veto"], [6, 4, 1])[0]
        if name == author and rng.random() < 0.8:
            icon = "for"
        when = at + max(MINUTE, span * rng.random()) if rng.random() < 0.97 else closed + HOUR
        comments.append(Comment(name, when, (Icon(icon),), "Words.", f"c{number}", number))
    comments.sort(key=lambda comment: comment.at or at)
    post = make(NOW - at, author=author, closed=closed, body=BODY, key=f"m{len(made.matters)}")
    post = replace(post, comments=tuple(comments), comment_count=len(comments))
    statuses = (
        [Status.FAILED]
        if post.category is Category.DOV
        else [Status.ENACTED, Status.FAILED, Status.VETOED, Status.ILLEGAL]
    )
    legal = [status for status in statuses if allowed(made, replace(post, status=status))]
    post = replace(post, status=rng.choice(legal if legal and rng.random() < 0.8 else statuses))
    for_, against = counts(made, post)
    wrong = rng.choice([0, 0, 0, 0, 1])
    return replace(post, note=AdminNote("A note.", Outcome.FAILED, for_ + wrong, against))


EDITS = "text spelling space category date icon comment gone status nothing".split()


def edit(rng: random.Random, made: History, post: Post) -> None:
    """Let pulls see the matter before and after an edit; ``made.edits`` gets what is wrong with
    it."""
    assert post.posted is not None
    since, until = sorted(post.posted + rng.randint(1, 400) * MINUTE for _ in range(2))
    kind = rng.choice(EDITS)
    old, wrong = before_edit(rng, post, kind, until)
    gone = None
    if kind == "gone":
        gone = until + HOUR
        wrong = "BN214"
    versions = (
        (seen(old, since, since), seen(post, until, until))
        if old != post
        else (seen(post, since, until),)
    )
    made.pasts[post.key] = PostPast(versions, gone)
    if wrong:
        made.edits.add((wrong, post.key))


def before_edit(rng: random.Random, post: Post, kind: str, until: datetime) -> tuple[Post, str]:
    """The matter before such an edit, and the code of what is wrong with the edit."""
    assert post.posted is not None and post.comments is not None
    first = min(
        (comment.at for comment in post.comments if comment.at is not None),
        default=post.posted + 4 * HOUR,
    )
    match kind:
        case "text":
            late = until > min(post.posted + 4 * HOUR, first)
            return replace(post, body=BODY.replace("3", "4")), "BN206" if late else ""
        case "spelling":
            return replace(post, body=BODY.replace("player", "palyer")), ""
        case "space":
            return replace(post, body=BODY.replace(" ", "\n")), ""
        case "category":
            late = until > post.posted + 15 * MINUTE
            return replace(post, category=Category.STORY), "BN207" if late else ""
        case "date":
            moved = rng.choice([HOUR, 20 * SECOND])
            old = replace(post, posted=post.posted + moved)
            return old, "BN208" if moved == HOUR else ""
        case "icon":
            altered = replace(post.comments[0], icons=(Icon("lamp"),))
            return replace(post, comments=(altered, *post.comments[1:])), "BN209"
        case "comment":
            extra = Comment("Player8", first, (), "Gone.", "c99")
            comments = (*post.comments, extra)
            return replace(post, comments=comments, comment_count=len(comments)), "BN210"
        case "status":
            old = replace(post, status=rng.choice(list(Status)))
            right = {old.status, post.status} <= CORRECTABLE or old.status in (
                Status.PENDING,
                post.status,
            )
            return old, "" if right else "BN215"
    return post, ""


def seen(post: Post, first: datetime, last: datetime) -> Seen[Post]:
    return Seen(post, first, last, "1", latest=True)


# The model


def dated(post: Post) -> tuple[datetime, datetime]:
    assert post.posted is not None and post.closed is not None
    return post.posted, post.closed


def icons(made: History, post: Post) -> dict[str, list[str]]:
    """The icons that count, of each Player at the resolution: none after it, and a VETO only by the
    Emperor on a Proposal.
    """
    posted, closed = dated(post)
    used: dict[str, list[str]] = {name: [] for name in made.players(max(closed, posted))}
    for comment in post.comments or ():
        name, icon = comment.author, comment.icons[0].name
        valid = icon != "veto" or (name == EMPEROR and post.category is Category.PROPOSAL)
        if name in used and valid and comment.at is not None and comment.at <= closed:
            used[name].append(icon)
    return used


def counts(made: History, post: Post) -> tuple[int, int]:
    used = icons(made, post)
    last = [each[-1] for each in used.values() if each]
    if used.get(post.author) == []:
        last.append("for")
    return last.count("for"), last.count("against")


def stopped(made: History, post: Post) -> bool:
    """Vetoed, or withdrawn by whoever is a Player or was one."""
    if post.category is not Category.PROPOSAL:
        return False
    _, closed = dated(post)
    by_author = any(
        c.author == post.author and c.icons[0].name == "against"
        for c in post.comments or ()
        if c.at and c.at <= closed
    )
    return by_author or "veto" in icons(made, post)[EMPEROR]


def before(made: History, post: Post, category: Category = Category.PROPOSAL) -> list[Post]:
    return [
        other
        for other in made.matters
        if dated(other)[0] < dated(post)[0] and other.category is category
    ]


def pending(others: list[Post], moment: datetime) -> list[Post]:
    return [other for other in others if dated(other)[0] <= moment < dated(other)[1]]


def breaches(made: History, post: Post) -> set[str]:
    """What makes a Proposal or a DoV illegal."""
    posted, _ = dated(post)
    own = [other for other in before(made, post) if other.author == post.author]
    found = set()
    if post.category is Category.PROPOSAL:
        found |= {"BN201"} if len(pending(own, posted)) >= 2 else set()
        found |= (
            {"BN202"}
            if sum(dated(other)[0].date() == posted.date() for other in own) >= 3
            else set()
        )
        found |= {"BN204"} if pending(before(made, post, Category.DOV), posted) else set()
    if post.category is Category.DOV:
        failed = [
            other
            for other in before(made, post, Category.DOV)
            if other.author == post.author and not wrong_times(other)
        ]
        waited = [posted - dated(other)[1] for other in failed if counts(made, other)[1]]
        found |= {"BN116"} if any(timedelta() <= each < 120 * HOUR for each in waited) else set()
        found |= {"emperor"} if post.author == EMPEROR else set()
    return found


def wrong_times(post: Post) -> bool:
    posted, closed = dated(post)
    return closed < posted


def allowed(made: History, post: Post) -> bool:
    """Whether the votes allow the status."""
    posted, closed = dated(post)
    (for_, against), players, age = (
        counts(made, post),
        len(made.players(max(closed, posted))),
        closed - posted,
    )
    quorum, illegal = players // 2 + 1, bool(breaches(made, post))
    popular = not illegal and (
        for_ >= quorum or (age >= 48 * HOUR and for_ + against >= 2 and for_ > against)
    )
    unpopular = illegal or players - against < quorum or (age >= 48 * HOUR and not popular)
    if post.status is Status.ILLEGAL:
        return illegal
    if post.status is Status.ENACTED:
        return popular
    if post.status is Status.VETOED:
        return post.category is Category.PROPOSAL and "veto" in icons(made, post)[EMPEROR]
    if post.category is Category.PROPOSAL:
        return unpopular or stopped(made, post) or age > 7 * DAY
    if post.category is Category.DOV:
        return unpopular or (age > 48 * HOUR and not (for_ * 3 > players * 2 and not illegal))
    return unpopular


def truth(made: History) -> Truth:
    """Everything that is wrong, by the code that says so most exactly."""
    found = set(made.edits)
    for post in made.matters:
        posted, closed = dated(post)
        codes = (
            set() if post.status is Status.ILLEGAL else breaches(made, post) - {"emperor"}
        )  # what is marked Illegal is settled
        if wrong_times(post):
            codes |= {"BN118"}
        else:
            enacted, is_proposal = post.status is Status.ENACTED, post.category is Category.PROPOSAL
            early = closed - posted < 12 * HOUR and (
                (enacted and is_proposal) or post.category is Category.DOV
            )
            codes |= {"BN104"} if early else set()
            codes |= {"BN107"} if enacted and stopped(made, post) else set()
            if not codes & {"BN104", "BN107"} and not allowed(made, post):
                codes |= {"BN103"}
            note = post.note
            if note is not None and (note.for_, note.against) != counts(made, post):
                codes |= {"BN102"}
            codes |= (
                {"BN109"}
                if any(comment.at and comment.at > closed for comment in post.comments or ())
                else set()
            )
            queued = [
                other
                for other in pending(before(made, post), closed)
                if closed - dated(other)[0] <= 7 * DAY
            ]
            codes |= (
                {"BN105"} if is_proposal and queued and post.status is not Status.ILLEGAL else set()
            )
            dovs = [other for other in made.matters if other.category is Category.DOV]
            codes |= {"BN106"} if is_proposal and pending(dovs, closed) else set()
        found |= {(code, post.key) for code in codes}
    return found


# The comparison


def view_of(made: History) -> GameView:
    ends = [*(since for since, _ in made.rosters[1:]), NOW + SECOND]
    sidebars = [
        SeenRoster(
            Roster(tuple(sorted(who)), tuple(sorted({*EVERYBODY} - who)), frozenset({EMPEROR})),
            since,
            end - SECOND,
        )
        for (since, who), end in zip(made.rosters, ends, strict=True)
    ]
    crowned = address(100 * DAY, author=EMPEROR)
    given = of_then(game_view(NOW, rules("2023"), sidebars[-1].roster, (crowned, *made.matters)))
    stood = tuple(
        replace(each, revision=replace(each.revision, timestamp=START - DAY))
        for each in given.read.stood
    )
    return remade(given, rosters=tuple(sidebars), stood=stood, pasts=MappingProxyType(made.pasts))


def audited(made: History) -> Truth:
    report = run_all(view_of(made), select=CODES)
    unsure = [item for item in report.not_evaluated if "unreliable" not in item.why]
    assert not unsure, unsure
    return {
        (finding.code, finding.subject.id)
        for finding in report.findings
        if finding.severity != "info"
    }


SLOW = pytest.param(fresh_seeds(600), id="many", marks=pytest.mark.slow)


@pytest.mark.parametrize("seeds", [pytest.param(range(25), id="a few"), SLOW])
def test_an_audit_finds_what_is_wrong_and_nothing_else(seeds: range) -> None:
    seen: set[str] = set()
    for seed in seeds:
        made = invented(random.Random(seed))
        expected = truth(made)
        assert audited(made) ^ expected == set(), seed
        seen |= {code for code, _ in expected}
    assert seen == set(CODES)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(25), id="a few"),
        pytest.param(fresh_seeds(100), id="more", marks=pytest.mark.slow),
    ],
)
def test_to_judge_only_what_is_covered_leaves_out_nothing_that_is(
    seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An audit since some time finds what an audit of everything finds of it."""
    monkeypatch.setattr(
        "validators.edits.enacted_matters.read_instructions", cache(read_instructions)
    )
    for seed in seeds:
        rng = random.Random(seed)
        given = view_of(invented(rng))
        whole = run_all(given)
        times = [
            time for post in given.posts for time in (post.posted, post.closed) if time is not None
        ]
        for since in (*rng.sample(times, 2), rng.choice(times) + SECOND, None):
            facts = AuditContext(given, window_start(given, since))
            assert (
                restricted(run_all(given, context=facts), given, since).findings
                == restricted(whole, given, since).findings
            ), (seed, since)
