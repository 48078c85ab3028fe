"""Times that contradict each other accuse nobody, and neither do today's rules of long ago without
saying so.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import Category, Post, Status
from tests.support.cases import cases
from tests.support.views import remade
from tests.validators.making import dov, length, of_then, proposal, sentences_of, verdict, view
from tests.validators.scene import DAY, HOUR, NOW, SECOND
from validators.checks.run import AuditReport, run_all
from validators.finding import Lack
from validators.view import Coverage
from validators.voting.dated_posts import misdated, unreliable_times
from validators.voting.judge import judge

YEAR = 365 * DAY
LONG = 1000 * DAY


def resolved(
    age: timedelta, after: timedelta, author: str = "Anna", status: Status = Status.ENACTED
) -> Post:
    return proposal(age, closed=NOW - age + after, author=author, status=status)


def contradictions(count: int, step: timedelta = 10 * DAY, first: timedelta = LONG) -> list[Post]:
    """Proposals resolved before they were posted, by one hour more each; the last ``step * (count -
    1)`` after the first.
    """
    return [resolved(first - n * step, -(n + 1) * HOUR, "Boris") for n in range(count)]


FORTNIGHT = 14 * DAY


def audit(*posts: Post, select: tuple[str, ...] = ("BN104", "BN118")) -> AuditReport:
    return run_all(view(*posts, emperor=None), select=select)


def early(report: AuditReport) -> list[str]:
    return [
        f"{each.severity}, {each.confidence}" for each in report.findings if each.code == "BN104"
    ]


@cases("resolutions")
def test_a_time_of_resolution_that_cannot_be_right(after_posting: str, expected: bool) -> None:
    after = length(after_posting)
    post = resolved(LONG, after)
    assert misdated(post) is misdated(replace(post, category=Category.DOV)) is expected
    assert [each.code for each in audit(post, select=("BN118",)).findings] == (
        ["BN118"] if expected else []
    )
    cfj = replace(post, category=Category.CFJ)
    assert misdated(cfj) is (after < 0 * SECOND)
    assert [
        misdated(replace(resolved(LONG, later), category=Category.CFJ))
        for later in (YEAR, YEAR + SECOND)
    ] == [False, True]
    assert not misdated(replace(post, closed=None)) and not misdated(replace(post, posted=None))


def test_a_resolution_years_later_pends_for_nobody() -> None:
    """Its author made two Proposals afterwards, and others were resolved meanwhile; it is not
    pending now either.
    """
    wrong, second, third = (
        resolved(LONG, 900 * DAY),
        resolved(600 * DAY, 2 * DAY),
        resolved(600 * DAY - HOUR, DAY),
    )
    report = audit(wrong, second, third, select=("BN105", "BN201", "BN118", "BN108"))
    assert [
        (each.code, each.subject.id) for each in report.findings if each.subject.id == wrong.key
    ] == [("BN118", wrong.key)]
    assert [each.code for each in report.findings] == [
        "BN105",
        "BN118",
    ]  # the third before the second
    assert (
        "resolved at 2023-12-01 12:00, long after it was posted (2021-06-14)"
        in report.findings[1].message
    )
    assert (
        "it is dated as resolved 900 days after it was posted, and may have been resolved before"
        in sentences_of(verdict(wrong).doubts)
    )


@pytest.mark.parametrize(
    ("after", "severity"),
    [(FORTNIGHT, "error"), (FORTNIGHT + SECOND, "info"), (YEAR + SECOND, "warning")],
)
@pytest.mark.parametrize("later", [DAY, 12 * DAY])
def test_who_is_dated_as_resolved_much_later_may_not_have_been_in_the_way(
    after: timedelta, severity: str, later: timedelta
) -> None:
    """It accuses nobody, and certifies nothing."""
    first, second, third = (
        resolved(LONG, after),
        resolved(LONG - HOUR, 13 * DAY),
        resolved(LONG - later, 12 * HOUR),
    )
    known = after == FORTNIGHT
    for others, code in (((second, third), "BN201"), ((resolved(LONG - HOUR, 2 * DAY),), "BN105")):
        (found,) = audit(first, *others, select=(code, "BN118")).findings
        assert (found.code, str(found.severity)) == (code if known else "BN118", severity)
    made = verdict(third, first, second)
    words = (
        "the time at which “Proposal: A Matter” was resolved is not certain; it may have made this"
        " an illegal post"
    )
    assert (made.illegal is None, words in sentences_of(made.doubts)) == (
        not known,
        severity == "info" or (not known and later == DAY),
    )
    also = resolved(LONG - 2 * HOUR, 13 * DAY)
    found_beside = audit(first, second, also, third, select=("BN201",)).findings
    assert [one.severity for one in found_beside if one.subject.id == third.key] == ["error"], (
        "two others were pending in any case"
    )


@pytest.mark.parametrize(("pending", "expected"), [(True, ["error"]), (False, [])])
def test_what_still_pends_after_weeks_counts_all_the_while(
    pending: bool, expected: list[str]
) -> None:
    others = [
        proposal(age) if pending else resolved(age, DAY) for age in (40 * DAY, 40 * DAY - HOUR)
    ]
    report = audit(*others, resolved(20 * DAY, DAY), select=("BN201",))
    assert [str(each.severity) for each in report.findings] == expected


@pytest.mark.parametrize(
    ("after", "known"), [(FORTNIGHT, True), (FORTNIGHT + SECOND, False)], ids=["two weeks", "more"]
)
@pytest.mark.parametrize("later", [DAY, 13 * DAY])
def test_a_declaration_that_is_dated_as_resolved_much_later_makes_no_hiatus(
    after: timedelta, known: bool, later: timedelta
) -> None:
    declared, during = (
        dov(LONG, closed=NOW - LONG + after, status=Status.FAILED),
        resolved(LONG - later, 12 * HOUR, "Boris"),
    )
    found = [
        (each.code, str(each.severity))
        for each in audit(declared, during, select=("BN106", "BN204", "BN118")).findings
    ]
    assert found == ([("BN106", "error"), ("BN204", "error")] if known else [("BN118", "info")])
    made = verdict(during, declared)
    assert (
        made.illegal is None,
        any(
            "it may have made this an illegal post" in doubt for doubt in sentences_of(made.doubts)
        ),
    ) == (not known, not known)


@pytest.mark.parametrize(
    ("posts", "expected"),
    [
        pytest.param(contradictions(4), 0, id="four"),
        pytest.param(contradictions(5), 1, id="five"),
        pytest.param(contradictions(5, YEAR / 4, 5 * YEAR), 1, id="in a year"),
        pytest.param(contradictions(5, YEAR / 4 + SECOND, 5 * YEAR), 0, id="in over a year"),
        pytest.param(
            [*contradictions(5), *contradictions(5, first=LONG + 3 * YEAR)], 1, id="twice"
        ),
        pytest.param(
            [*contradictions(4), resolved(LONG, -14 * HOUR)], 1, id="as far as time zones"
        ),
        pytest.param(
            [*contradictions(4), resolved(LONG, -14 * HOUR - SECOND)],
            0,
            id="further than time zones",
        ),
        pytest.param(
            [*contradictions(4), replace(resolved(LONG, -HOUR), posted=None)],
            0,
            id="without an entry date",
        ),
    ],
)
def test_stretches(posts: list[Post], expected: int) -> None:
    assert len([*unreliable_times(posts)]) == expected


@cases("contradictions")
def test_times_that_contradict_each_other_accuse_nobody(ago: str, expected: str) -> None:
    age = length(ago)
    assert early(audit(resolved(age, HOUR), *contradictions(5))) == [expected]
    assert early(audit(resolved(age, HOUR), *contradictions(4))) == ["error, high"]
    assert early(audit(resolved(age, 12 * HOUR), *contradictions(5))) == []


ONE_ZONE = NOW - datetime(2014, 11, 23, tzinfo=UTC)


@pytest.mark.parametrize(
    ("age", "expected"),
    [(ONE_ZONE + HOUR, "warning, low"), (ONE_ZONE, "error, high")],
    ids=["before", "since"],
)
def test_nobody_is_accused_by_times_of_different_zones(age: timedelta, expected: str) -> None:
    assert early(audit(resolved(age, HOUR))) == [expected]
    words = (
        "times before 23 November 2014 are unreliable: until then the blog gave posts and"
        " resolutions the times of different zones"
    )
    assert (words in sentences_of(verdict(resolved(age, HOUR)).doubts)) is (
        expected == "warning, low"
    )


def test_the_report_names_the_stretch() -> None:
    posts = (resolved(LONG, HOUR), *contradictions(5))
    (said,) = (item for item in audit(*posts).not_evaluated if item.name == "times of posts")
    assert (
        said.why
        == "times between 16 March 2021 and 22 October 2021 are unreliable: many matters of that"
        " time are dated as resolved before they were posted. Findings that compare them are at"
        " most warnings"
    )
    assert said.kind is Lack.SOURCE and not said.inconclusive
    assert not [
        item
        for item in audit(*posts, select=("BN118",)).not_evaluated
        if item.name == "times of posts"
    ]
    doubt = said.why.partition(". Findings")[0]
    assert doubt in sentences_of(verdict(*posts).doubts)
    assert doubt not in sentences_of(verdict(resolved(DAY, 13 * HOUR), *posts).doubts)


def test_dependence_on_the_current_rules_is_named() -> None:
    def said(age: timedelta, *, stood: bool = False) -> list[str]:
        made = view(resolved(age, HOUR), resolved(age + DAY, HOUR), emperor=None)
        report = run_all(of_then(made) if stood else made, select=["BN104"])
        assert len(report.findings) == 2
        return [item.why for item in report.not_evaluated if item.name == "Ruleset"]

    assert said(90 * DAY + HOUR + SECOND) == [
        "findings of BN104 from 2023-12-11 and before rest on today's rules: the rules of that"
        " time are unknown"
    ]
    assert len(said(90 * DAY)) == 1  # the older of the two
    assert said(89 * DAY) == []
    assert said(59 * DAY, stood=True) == []
    assert len(said(100 * DAY, stood=True)) == 1


def test_a_resolution_at_an_unknown_time_is_not_evaluated() -> None:
    untimed = [
        proposal(9 * DAY, status=Status.ENACTED, subject="One"),
        proposal(8 * DAY, status=Status.FAILED, subject="Other"),
    ]
    (found,) = audit(*untimed, proposal(DAY)).not_evaluated
    assert found.name == "times of resolutions"
    assert found.why.startswith("when “Proposal: Other” and 1 other matter was resolved is unknown")
    assert found.until == NOW - 8 * DAY
    assert "“Proposal: One” was resolved" in audit(untimed[0]).not_evaluated[0].why
    assert (
        audit(*untimed, select=("BN201",)).not_evaluated == audit(proposal(DAY)).not_evaluated == ()
    )


# Times later than the view


def seen_at(moment: datetime, *posts: Post) -> AuditReport:
    """An audit as of NOW of posts on pages that were seen at a moment."""
    game = remade(view(*posts, emperor=None), coverage=Coverage(seen_at=moment))
    return run_all(game, select=("BN105", "BN108", "BN118", "BN201"))


STUCK = [resolved(20 * DAY - n * DAY, 2 * DAY, "Boris") for n in range(5)]


@pytest.mark.parametrize("seen", [NOW, NOW + 20 * YEAR], ids=["seen now", "seen long after"])
def test_a_resolution_stamped_years_after_the_view_pends_for_nobody(seen: datetime) -> None:
    stamped = resolved(22 * DAY, 12 * YEAR)
    assert [each.code for each in seen_at(seen, stamped, *STUCK).findings] == ["BN118"]


def test_a_resolution_stamped_after_its_page_was_seen_pends_for_nobody() -> None:
    stamped = resolved(10 * DAY, 13 * DAY)
    later = resolved(9 * DAY, 2 * DAY, "Boris")
    assert seen_at(NOW, stamped, later).findings == ()
    # Seen after the resolution, it was pending until then.
    found = seen_at(NOW + 4 * DAY, stamped, later).findings
    assert [each.code for each in found] == ["BN105", "BN108"]


def test_a_post_stamped_after_the_view_does_not_exist_yet() -> None:
    stamped = resolved(-12 * YEAR, DAY)
    assert seen_at(NOW, stamped, *STUCK).findings == ()


@pytest.mark.parametrize(
    ("seen", "at", "certified"),
    [(NOW, NOW + 12 * YEAR, False), (NOW + DAY, NOW + HOUR, True), (NOW, NOW - HOUR, True)],
    ids=["after its page was seen", "after the view", "before the view"],
)
def test_a_comment_stamped_after_its_page_was_seen_certifies_nothing(
    seen: datetime, at: datetime, certified: bool
) -> None:
    post = proposal(3 * DAY, ("Boris", "for"))
    assert post.comments is not None
    (own,) = post.comments
    post = replace(post, comments=(replace(own, at=at),))
    game = remade(view(post), coverage=Coverage(seen_at=seen))
    doubts = sentences_of(judge(game).verdicts[0].doubts)
    assert ("a comment is dated after its page was seen" not in doubts) is certified
