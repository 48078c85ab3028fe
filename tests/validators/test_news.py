"""The news of a game, the start times of its items, and their stable identities."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from parsers.model import Category, Confidence, Post, Problem, Roster, Status
from tests.support.views import remade
from tests.validators.games import VOTINGS, random_game
from tests.validators.making import cfj, dov, post, proposal, rules, view
from tests.validators.scene import (
    AGAINST_FOUR,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    QUORUM,
    SECOND,
    some,
)
from validators import news as module
from validators.checks.audit_context import AuditContext
from validators.checks.run import AuditReport
from validators.finding import Evidence, Finding, Severity, Subject
from validators.news import SOON, NewsItem, NewsTopic, news
from validators.view import GameView
from validators.voting.judge import judge

NOTHING = AuditReport((), ())
RESOLVABLE, TIMEOUT, IRREGULAR, FINDING = NewsTopic


def of(
    game: GameView, *findings: Finding, first: Mapping[str, datetime] | None = None
) -> list[NewsItem]:
    return news(AuditContext(game), AuditReport(findings, ()), first or {})


def told(*posts: Post, **setting: object) -> list[tuple[NewsTopic, str | None, timedelta]]:
    """The topics and outcomes of what is news of these posts, and how long it is."""
    found = of(view(*posts, **setting))  # type: ignore[arg-type]
    return [(item.topic, item.outcome, NOW - item.since) for item in found]


# Matters that can be resolved now


@pytest.mark.parametrize(
    ("matter", "outcome", "ago"),
    [
        (proposal(20 * HOUR, *QUORUM), "enacted", 8 * HOUR),
        (proposal(12 * HOUR, *QUORUM), "enacted", 0 * HOUR),
        (
            proposal(20 * HOUR, *some(2, "for"), ("Elias", "for", NOW - 3 * HOUR)),
            "enacted",
            3 * HOUR,
        ),
        (
            proposal(20 * HOUR, *some(2, "for"), ("Elias", "for", NOW - 9 * HOUR)),
            "enacted",
            8 * HOUR,
        ),
        (proposal(60 * HOUR, *some(1, "for")), "enacted", 12 * HOUR),
        (proposal(60 * HOUR, *some(1, "against")), "failed", 12 * HOUR),
        (proposal(20 * HOUR, *AGAINST_FOUR), "failed", 20 * HOUR),
        (proposal(20 * HOUR, ("Anna", "against", NOW - HOUR)), "failed", HOUR),
        (cfj(5 * HOUR, *QUORUM), "enacted", 5 * HOUR),
        (dov(30 * HOUR, *AGAINST_FOUR), "failed", 18 * HOUR),
        (dov(13 * HOUR, *some(6, "for")), "enacted", HOUR),
    ],
)
def test_a_matter_that_can_be_resolved_is_news_since_it_can(
    matter: Post, outcome: str, ago: timedelta
) -> None:
    assert told(matter) == [(RESOLVABLE, outcome, ago)]


@pytest.mark.parametrize("voted", [HOUR, 2 * HOUR])
def test_a_vote_that_decides_nothing_does_not_make_it_new(voted: timedelta) -> None:
    matter = proposal(20 * HOUR, *QUORUM, ("Emperor", "for", NOW - voted))
    assert told(matter) == [(RESOLVABLE, "enacted", 8 * HOUR)]


def test_a_matter_that_waited_is_news_since_the_older_one_was_resolved() -> None:
    older = proposal(DAY, *QUORUM, closed=NOW - 2 * HOUR, subject="Older")
    assert told(proposal(20 * HOUR, *QUORUM), older) == [(RESOLVABLE, "enacted", 2 * HOUR)]


def test_a_matter_that_waited_is_news_since_the_older_one_became_stale() -> None:
    older = proposal(7 * DAY + HOUR, *QUORUM, subject="Older")
    assert sorted(told(older, proposal(20 * HOUR, *QUORUM))) == [
        (RESOLVABLE, "enacted", HOUR - SECOND),
        (RESOLVABLE, "failed", HOUR - SECOND),
    ]


def test_the_end_of_a_hiatus_makes_it_possible() -> None:
    stopped = dov(15 * HOUR, closed=NOW - 2 * HOUR, status=Status.FAILED)
    assert told(proposal(20 * HOUR, *QUORUM), stopped) == [(RESOLVABLE, "enacted", 2 * HOUR)]


def test_the_moment_stays_the_same_as_time_passes() -> None:
    matter = proposal(20 * HOUR, *QUORUM)
    found = {
        item.since
        for later in range(0, 48, 5)
        for item in of(view(matter, now=NOW + later * HOUR))
        if item.topic is RESOLVABLE
    }
    assert found == {NOW - 8 * HOUR}


def test_what_is_only_possible_again_is_news_since_then() -> None:
    matter = proposal(
        20 * HOUR, *QUORUM, ("Della", "against", NOW - 5 * HOUR), ("Della", "for", NOW - HOUR)
    )
    (item,) = of(view(matter))
    assert item.since == NOW - HOUR
    assert item.key == of(view(proposal(20 * HOUR, *QUORUM)))[0].key


def test_the_roster_of_today_can_change_since_when_but_not_the_identity() -> None:
    matter = proposal(
        40 * HOUR, *some(2, "for"), *((f"P{n}", "for", NOW - n * HOUR) for n in (1, 2, 3, 4))
    )
    names = ("Anna", "Bo", "Cyril", "Della", "Elias", "P1", "P2", "P3", "P4")
    found = [of(view(matter, roster=Roster(names[:count])))[0] for count in (7, 9)]
    assert found[0].since != found[1].since
    assert found[0].fingerprint == found[1].fingerprint


@pytest.mark.parametrize("most", [4, 9])
def test_more_moments_than_are_judged_leave_the_first_limit(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    votes = (("Emperor", "for", NOW - n * MINUTE) for n in range(9))
    matter = proposal(20 * HOUR, *some(2, "for"), ("Elias", "for", NOW - 5 * HOUR), *votes)
    monkeypatch.setattr(module, "_MOST_MOMENTS", most)
    monkeypatch.setattr(module, "_FEWEST_MOMENTS", 1)
    for later in (0, 1, 5):
        (item,) = of(view(matter, now=NOW + later * MINUTE))
        assert item.since == NOW - 8 * HOUR
    monkeypatch.undo()
    assert told(matter) == [(RESOLVABLE, "enacted", 5 * HOUR)]


def test_more_moments_than_are_judged_before_the_first_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MOST_MOMENTS", 1)
    monkeypatch.setattr(module, "_FEWEST_MOMENTS", 1)
    votes = (("Emperor", "for", NOW - n * MINUTE) for n in range(9))
    assert told(cfj(5 * HOUR, *QUORUM, *votes)) == [(RESOLVABLE, "enacted", 5 * HOUR)]


def judged_moments(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """Collect the moments that are judged from now on."""
    judged: list[datetime] = []
    allowed_at = module._allowed_at

    def counted(facts: AuditContext, moment: datetime, outcomes: object) -> object:
        judged.append(moment)
        return allowed_at(facts, moment, outcomes)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_allowed_at", counted)
    return judged


@pytest.mark.parametrize(("matters", "most"), [(1, 20), (4, 20), (10, 10 * 3)])
def test_the_moments_of_all_matters_together_are_bounded(
    matters: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_MOMENTS", 20)
    monkeypatch.setattr(module, "_FEWEST_MOMENTS", 3)
    judged = judged_moments(monkeypatch)
    found = told(
        *(
            cfj(
                5 * HOUR + number * SECOND,
                *QUORUM,
                *(("Emperor", "for", NOW - n * MINUTE - number * SECOND) for n in range(60)),
                subject=f"Matter {number}",
            )
            for number in range(matters)
        )
    )
    assert sorted(found) == sorted(
        (RESOLVABLE, "enacted", 5 * HOUR + number * SECOND) for number in range(matters)
    )
    assert len(judged) == most


def test_only_moments_that_bear_on_a_matter_are_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    others = [
        post(Category.STORY, hours * HOUR, key=f"story_{hours}_{n}")
        for hours in range(1, 20)
        for n in range(10)
    ]
    old = [
        proposal(300 * HOUR + n * HOUR, closed=NOW - 250 * HOUR, subject=f"Old {n}")
        for n in range(50)
    ]
    judged = judged_moments(monkeypatch)
    matter = proposal(20 * HOUR, *QUORUM)
    assert told(matter, *others, *old) == [(RESOLVABLE, "enacted", 8 * HOUR)]
    assert len(judged) <= 6


def test_nothing_is_said_of_what_cannot_be_judged() -> None:
    assert told(proposal(20 * HOUR, *QUORUM), under=None) == []
    assert told(proposal(20 * HOUR, *QUORUM), roster=None) == []
    assert told(proposal(20 * HOUR, *QUORUM, count=9)) == []
    assert told() == []


def test_a_doubtful_verdict_is_news_with_its_doubts() -> None:
    aged = (Problem("wiki", "the Ruleset is a day old"),)
    (item,) = of(view(proposal(20 * HOUR, *QUORUM), aged=aged))
    assert item.verdict is not None
    assert not item.verdict.certified
    assert item.outcome == "enacted"


# Matters that can be resolved soon


@pytest.mark.parametrize(
    ("left", "news_of"), [(SOON, True), (SOON + SECOND, False), (SECOND, True), (HOUR, True)]
)
def test_what_becomes_possible_within_six_hours_is_news(left: timedelta, news_of: bool) -> None:
    expected = [(TIMEOUT, "failed", SOON - left)] if news_of else []
    assert told(proposal(48 * HOUR - left, *some(1, "against"))) == expected


@pytest.mark.parametrize(("left", "news_of"), [(SOON, True), (SOON + SECOND, False)])
def test_what_becomes_stale_within_six_hours_is_news(left: timedelta, news_of: bool) -> None:
    matter = proposal(7 * DAY + SECOND - left, *QUORUM)
    found = told(matter)
    assert ((TIMEOUT, "failed", SOON - left) in found) is news_of
    assert found[-1][:2] == (RESOLVABLE, "enacted")
    assert len(found) == 1 + news_of


def test_a_timeout_has_its_moment_and_becomes_possible_then() -> None:
    matter = proposal(47 * HOUR, *some(1, "for"))
    (item,) = of(view(matter))
    assert (item.due, item.outcome) == (NOW + HOUR, "enacted")
    (then,) = of(view(matter, now=NOW + HOUR))
    assert (then.topic, then.since) == (RESOLVABLE, NOW + HOUR)
    assert then.fingerprint != item.fingerprint


def test_a_timeout_is_no_news_before_its_matter_was_posted() -> None:
    quick = rules(proposal__min_open_hours=3)
    assert told(proposal(HOUR, *QUORUM), under=quick) == [(TIMEOUT, "enacted", HOUR)]


# Findings


OF_POST = Subject("post", "a_post", "https://blog.example/archive/a_post")


def fault(
    code: str = "BN203",
    subject: Subject = OF_POST,
    *,
    what: str = "",
    at: datetime | None = NOW - HOUR,
    **more: object,
) -> Finding:
    severity = more.pop("severity", Severity.ERROR)
    made = Finding(code, "slug", severity, subject, "it is wrong", what)  # type: ignore[arg-type]
    return replace(made, **{"evidence": (Evidence(at=at),), **more})  # type: ignore[arg-type]


RESOLVED = post(
    proposal(DAY).category, DAY, closed=NOW - 3 * HOUR, status=Status.ENACTED, key="done"
)
OF_MATTER = Subject("matter", "done", RESOLVED.url)


def test_an_irregular_resolution_is_one_item_whatever_is_wrong_with_it() -> None:
    found = [fault("BN104", OF_MATTER), fault("BN105", OF_MATTER)]
    (item,) = of(view(RESOLVED), *found)
    assert (item.topic, item.since, item.url) == (IRREGULAR, RESOLVED.closed, RESOLVED.url)
    assert [each.code for each in item.findings] == ["BN104", "BN105"]
    assert of(view(RESOLVED), found[1])[0].fingerprint == item.fingerprint


@pytest.mark.parametrize(
    "unknown",
    [Subject("matter", "gone"), Subject("matter", proposal(HOUR).key)],
    ids=["not there", "pending"],
)
def test_a_resolution_without_a_time_is_a_finding(unknown: Subject) -> None:
    (item,) = of(view(proposal(HOUR)), fault("BN104", unknown))
    assert (item.topic, item.since) == (FINDING, NOW - HOUR)


def test_many_findings_are_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[object] = []
    game = view(RESOLVED)
    some_of_each = [
        *(fault("BN104", OF_MATTER, what=str(number)) for number in range(50)),
        *(fault(what=str(number)) for number in range(50)),
    ]

    def equal(one: object, other: object) -> bool:
        compared.append(other)
        return one is other

    monkeypatch.setattr(Finding, "__eq__", equal)
    assert sum(len(item.findings) for item in of(game, *some_of_each)) == 100
    assert len(compared) <= 200


def test_a_warning_about_a_resolution_is_a_finding() -> None:
    (item,) = of(view(RESOLVED), fault("BN102", OF_MATTER, severity=Severity.WARNING))
    assert (item.topic, item.since, item.url) == (FINDING, NOW - HOUR, RESOLVED.url)


@pytest.mark.parametrize(
    "left_out",
    [
        fault(confidence=Confidence.MEDIUM),
        fault(confidence=Confidence.LOW),
        fault(severity=Severity.INFO),
        fault(past=True),
        fault("BN114"),
        fault(at=None),
        fault(at=NOW + SECOND),
        fault("BN104", OF_MATTER, confidence=Confidence.MEDIUM),
    ],
    ids=str,
)
def test_uncertain_old_and_undated_findings_are_left_out(left_out: Finding) -> None:
    assert of(view(RESOLVED), left_out) == []


@pytest.mark.parametrize(
    ("at", "reported", "since"),
    [
        (None, NOW - DAY, NOW - DAY),
        (NOW - HOUR, NOW - DAY, NOW - HOUR),
        (NOW - DAY, NOW, NOW - DAY),
        (NOW - HOUR, NOW + SECOND, NOW - HOUR),
        (NOW + SECOND, NOW, NOW),
    ],
)
def test_a_finding_is_news_since_its_date_else_since_it_was_first_reported(
    at: datetime | None, reported: datetime, since: datetime
) -> None:
    found = fault(at=at)
    (item,) = of(view(), found, first={found.fingerprint: reported})
    assert (item.topic, item.since) == (FINDING, since)


def test_a_finding_first_reported_later_than_the_view_is_left_out() -> None:
    found = fault(at=None)
    assert of(view(), found, first={found.fingerprint: NOW + SECOND}) == []


def test_findings_of_one_cause_are_one_item() -> None:
    value = fault("BN401", Subject("variable", "Anna: Coal"), page="P", at=None)
    edit = fault(
        "BN505",
        Subject("revision", "7"),
        what="Anna: Coal",
        page="P",
        tells_cause=True,
        evidence=(Evidence("https://wiki.example/7", at=NOW - 2 * HOUR),),
    )
    (item,) = of(view(), value, edit)
    assert item.findings == (value, edit)
    assert item.since == NOW - 2 * HOUR
    assert item.url is None


def test_the_newest_comes_first() -> None:
    found = of(
        remade(view(RESOLVED, proposal(20 * HOUR, *QUORUM))), fault("BN104", OF_MATTER), fault()
    )
    assert [item.topic for item in found] == [FINDING, IRREGULAR, RESOLVABLE]
    assert [item.since for item in found] == sorted((i.since for i in found), reverse=True)
    assert len({item.fingerprint for item in found}) == 3


@pytest.mark.parametrize("edition", VOTINGS)
def test_a_second_earlier_it_was_not_possible(edition: str) -> None:
    tried = 0
    for seed in range(20):
        roster, emperor, posts, now = random_game(random.Random(seed), VOTINGS[edition])
        game = remade(view(*posts, under=rules(edition), roster=roster, emperor=emperor), as_of=now)
        for item in of(game):
            if item.topic is RESOLVABLE and item.verdict and item.since > item.verdict.post.posted:
                tried += 1
                earlier = remade(game, as_of=item.since - SECOND)
                (then,) = judge(earlier, only=[item.verdict.post.key]).verdicts
                assert (then.enactable if item.outcome == "enacted" else then.failable) is False
    assert tried > 3
