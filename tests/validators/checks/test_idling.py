"""BN301 to BN304 and BN309: who may be idled, and whether idlings and unidlings were legal, on both sides of each limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import Category, Comment, Post, Roster, Status
from tests.validators.making import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    SECOND,
    address,
    dov,
    in_words,
    of_then,
    post,
    proposal,
    rules,
    view,
)
from validators.checks.run import AuditReport, run_all
from validators.finding import Confidence, Finding, Severity, Subject
from validators.view import Coverage, GameView, SeenRoster

HIGH, MEDIUM, LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW
LIMIT = 168 * HOUR
ALONE = Roster(("Boris",), ("Cyril",), frozenset({"Anna"}))


def said(age: timedelta, body: str, author: str = "Anna", *comments: tuple[str, timedelta, str]) -> Post:
    made = tuple(Comment(who, NOW - when, text=text, id=f"c{number}") for number, (who, when, text) in enumerate(comments))
    return replace(post(Category.NONE, age, author=author, subject=f"News {age}", body=body), comments=made, comment_count=len(made))


def wrote(age: timedelta, author: str = "Boris", text: str = "Words.") -> Post:
    """Somebody's comment on an old Proposal."""
    return said(60 * DAY, "Something.", "Della", (author, age, text))


def seen(age: timedelta, *active: str, idle: tuple[str, ...] = (), until: timedelta | None = None) -> SeenRoster:
    return SeenRoster(Roster(active, idle), NOW - age, NOW - (age if until is None else until))


def report(code: str, *posts: Post, sidebars: tuple[SeenRoster, ...] = (), **setting: object) -> AuditReport:
    """The report of a check where today's rules have stood for sixty days."""
    roster = sidebars[-1].roster if sidebars else setting.pop("roster", ALONE)
    given = replace(of_then(view(*posts, roster=roster, **setting)), rosters=sidebars)  # type: ignore[arg-type]
    return run_all(given, select=[code])


def found(code: str, *posts: Post, **setting: object) -> list[tuple[str, Confidence]]:
    made = report(code, *posts, **setting)  # type: ignore[arg-type]
    assert made.not_evaluated == ()
    assert all(finding.code == code and finding.evidence and finding.rule for finding in made.findings)
    return [(finding.subject.id, finding.confidence) for finding in made.findings]


def only(code: str, *posts: Post, **setting: object) -> Finding:
    (finding,) = report(code, *posts, **setting).findings  # type: ignore[arg-type]
    return finding


def unsettled(code: str, *posts: Post, **setting: object) -> str:
    """Why a check is not evaluated for somebody, where it finds nothing."""
    made = report(code, *posts, **setting)  # type: ignore[arg-type]
    assert made.findings == ()
    (item,) = made.not_evaluated
    assert item.name == code
    return item.why


# BN301


def test_somebody_silent_for_the_limit_may_be_idled() -> None:
    finding = only("BN301", wrote(LIMIT))
    assert finding.message == (
        "Boris may be idled: no entry or comment for 7 days, since a comment on “News 60 days, 0:00:00” (168 h are needed)"
    )
    assert (finding.severity, finding.subject, finding.what) == (Severity.INFO, Subject("player", "Boris"), "2024-03-03 12:00")
    assert finding.rule is not None
    assert finding.rule.title == "rule of idle.timeout_hours"
    first, second = finding.evidence
    assert (first.url, first.at) == (f"{wrote(LIMIT).url}#c0", NOW - LIMIT)
    assert (second.excerpt, second.at) == ("the sidebar of 2024-03-10 12:00 UTC: active", NOW)


@pytest.mark.parametrize(
    ("age", "expected"), [(LIMIT, [("Boris", HIGH)]), (LIMIT - SECOND, []), (LIMIT + DAY, [("Boris", HIGH)])], ids=in_words
)
def test_both_sides_of_the_idle_limit(age: timedelta, expected: list[object]) -> None:
    assert found("BN301", wrote(age)) == expected


def test_an_entry_of_the_minute_of_the_limit_is_not_certain() -> None:
    assert found("BN301", said(LIMIT, "Hello.", "Boris")) == [("Boris", LOW)]
    assert found("BN301", said(LIMIT + MINUTE, "Hello.", "Boris")) == [("Boris", HIGH)]


def test_who_never_wrote_anything_may_be_idled() -> None:
    finding = only("BN301", said(DAY, "Hello."))
    assert finding.message == "Boris may be idled: no entry or comment by them was seen (168 h are needed)"
    assert [each.excerpt for each in finding.evidence] == ["the sidebar of 2024-03-10 12:00 UTC: active"]


@pytest.mark.parametrize(
    ("coverage", "why"),
    [
        (Coverage(since=NOW - LIMIT + SECOND), "not certain for Boris: older posts were not seen (before 2024-03-03 12:00 UTC)"),
        (Coverage(seen_at=NOW - 31 * MINUTE), "not certain for Boris: the lists of posts were last seen at 2024-03-10 11:29 UTC"),
        (Coverage(since=None), "not certain for Boris: older posts were not seen"),
    ],
    ids=["posts", "lists", "no lists"],
)
def test_what_was_not_seen_is_not_silence(coverage: Coverage, why: str) -> None:
    given = of_then(view(wrote(9 * DAY), roster=ALONE))
    made = run_all(replace(given, coverage=coverage), select=["BN301"])
    assert made.findings == ()
    assert made.not_evaluated[0].why.startswith(why)


def test_nobody_is_idled_on_a_day_of_downtime() -> None:
    christmas = NOW.replace(month=12, day=25)
    for year, suspends, count in (("2023", True, 0), ("2023", False, 1)):
        given = view(wrote(9 * DAY), under=rules(year, downtime__suspends_dovs=suspends), roster=ALONE, now=christmas)
        made = run_all(given, select=["BN301"])
        assert len(made.findings) == count
        assert [item.why for item in made.not_evaluated] == ["nobody may be idled on 25 December, a day of downtime"] * (1 - count)


IDLED = said(20 * DAY, "Boris idles out after seven days.")
BACK = said(10 * DAY, "Boris unidles.")
ONE_DYNASTY = (address(40 * DAY, author="Emperor"), address(50 * DAY, author="Emperor"))


@pytest.mark.parametrize(("age", "expected"), [(96 * HOUR, [("Boris", HIGH)]), (96 * HOUR - SECOND, [])], ids=in_words)
def test_the_limit_is_reduced_after_an_idling_for_silence(age: timedelta, expected: list[object]) -> None:
    assert found("BN301", wrote(age), IDLED, BACK) == expected
    assert found("BN301", wrote(age), IDLED, BACK, under="2022") == []
    assert found("BN301", wrote(age), IDLED, BACK, *ONE_DYNASTY) == expected


def test_a_reduced_limit_is_named_with_its_rule() -> None:
    finding = only("BN301", wrote(5 * DAY), IDLED, BACK)
    assert finding.message.endswith("(96 h are needed)")
    assert finding.rule is not None
    assert finding.rule.title == "rule of idle.reduced_timeout_hours"
    assert [each.excerpt for each in finding.evidence][1:3] == [IDLED.title, f"{BACK.title}"]


def test_an_idling_that_was_perhaps_asked_for_leaves_the_limit_open() -> None:
    asked = said(21 * DAY, "I am leaving for some weeks.", "Boris")
    assert found("BN301", wrote(5 * DAY), asked, IDLED, BACK) == [("Boris", LOW)]
    assert found("BN301", wrote(7 * DAY), asked, IDLED, BACK) == [("Boris", HIGH)]
    assert found("BN301", wrote(4 * DAY - SECOND), asked, IDLED, BACK) == []


# BN302

LEFT = Roster(("Anna",), ("Boris",), frozenset({"Anna"}))


def left(age: timedelta, text: str = "Boris idles out.", author: str = "Anna") -> Post:
    return said(age, text, author)


@pytest.mark.parametrize(
    ("silence", "expected"),
    [
        (167 * HOUR - SECOND, [("Boris", HIGH)]),
        (167 * HOUR, [("Boris", LOW)]),
        (LIMIT - SECOND, [("Boris", LOW)]),
        (LIMIT, []),
        (LIMIT + DAY, []),
    ],
    ids=in_words,
)
def test_an_announced_idling_on_both_sides_of_the_limit(silence: timedelta, expected: list[object]) -> None:
    """An announcement tells the time within the hour."""
    assert found("BN302", wrote(20 * DAY + silence), left(20 * DAY), roster=LEFT) == expected


def test_an_idling_too_early_is_told_with_its_evidence() -> None:
    finding = only("BN302", wrote(25 * DAY), left(20 * DAY), roster=LEFT)
    assert finding.message == (
        "Boris left the list of active players at 2024-02-19 12:00 UTC, 5 days after a comment on “News 60 days, 0:00:00”; "
        "168 h are needed, and no request was seen"
    )
    assert (finding.severity, finding.subject, finding.what) == (Severity.ERROR, Subject("player", "Boris"), "2024-02-19 12:00")
    assert [each.at for each in finding.evidence] == [NOW - 25 * DAY, NOW - 20 * DAY, NOW]
    low = only("BN302", wrote(20 * DAY + 167 * HOUR), left(20 * DAY), roster=LEFT)
    assert low.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("silence", "expected"),
    [(LIMIT - 2 * HOUR - SECOND, [("Boris", HIGH)]), (LIMIT - 2 * HOUR, []), (LIMIT, []), (2 * DAY, [("Boris", HIGH)])],
    ids=in_words,
)
def test_between_two_sidebars_every_moment_has_to_be_too_early(silence: timedelta, expected: list[object]) -> None:
    sidebars = (seen(20 * DAY, "Anna", "Boris"), seen(20 * DAY - 2 * HOUR, "Anna", idle=("Boris",), until=timedelta()))
    assert found("BN302", wrote(20 * DAY + silence), sidebars=sidebars) == expected


@pytest.mark.parametrize(
    "excuse",
    [
        said(21 * DAY, "Please idle me.", "Boris"),
        said(20 * DAY + 97 * HOUR - SECOND, "Please idle me.", "Boris"),
        proposal(22 * DAY, author="Della", body="Idle Boris.", closed=NOW - 20 * DAY),
    ],
    ids=["asked", "asked 96 hours before the earliest moment", "by a matter"],
)
def test_an_idling_that_was_asked_for_is_legal(excuse: Post) -> None:
    excuse = replace(excuse, comments=())
    assert found("BN302", wrote(21 * DAY), left(20 * DAY), excuse, roster=LEFT) == []


@pytest.mark.parametrize(
    ("news", "expected"),
    [
        (left(20 * DAY, "Boris is idled at their request."), [("Boris", LOW)]),
        (left(20 * DAY, "Boris idles.", "Boris"), []),
        (left(20 * DAY, "Boris idles out after seven days."), [("Boris", HIGH)]),
    ],
    ids=["at their request", "by themselves", "for silence"],
)
def test_what_the_announcement_says_of_a_request(news: Post, expected: list[object]) -> None:
    assert found("BN302", wrote(21 * DAY), news, roster=LEFT) == expected


def test_who_is_on_no_list_any_more_may_have_another_name() -> None:
    sidebars = (seen(20 * DAY, "Anna", "Boris"), seen(19 * DAY, "Anna", until=timedelta()))
    renamed = (sidebars[0], seen(19 * DAY, "Anna", "Borislav", until=timedelta()))
    for code in ("BN302", "BN303"):
        assert found(code, wrote(21 * DAY), sidebars=sidebars) == [("Boris", LOW)]
        assert found(code, wrote(21 * DAY), sidebars=renamed) == []


# Rules of that time


def test_rules_that_are_not_known() -> None:
    given = replace(of_then(view(wrote(25 * DAY), left(20 * DAY), roster=LEFT)), rosters=(), stood=())
    (finding,) = run_all(given, select=["BN302"]).findings
    assert finding.confidence is MEDIUM
    in_dynasty = replace(given, posts=(*given.posts, address(20 * DAY + HOUR)))
    assert len(run_all(in_dynasty, select=["BN302"]).findings) == 1
    before = replace(given, posts=(*given.posts, address(20 * DAY + HOUR - MINUTE)))
    made = run_all(before, select=["BN302"])
    assert made.findings == ()
    why = "not certain for Boris: the rules of that time are not known: earlier revisions of the Ruleset are not available"
    assert made.not_evaluated[0].why == why


# BN303


SILENT = (seen(20 * DAY, "Anna", "Boris"), seen(19 * DAY, "Anna", idle=("Boris",), until=timedelta()))


def test_an_idling_that_no_post_tells_of() -> None:
    finding = only("BN303", wrote(40 * DAY), sidebars=SILENT)
    assert finding.message == (
        "Boris left the list of active players between 2024-02-19 12:00 and 2024-02-20 12:00 UTC, and no post says so"
    )
    assert (finding.severity, finding.confidence, finding.what) == (Severity.WARNING, HIGH, "2024-02-20 12:00")
    assert [each.excerpt for each in finding.evidence] == [
        "the sidebar of 2024-02-19 12:00 UTC: active",
        "the sidebar of 2024-02-20 12:00 UTC: idle",
    ]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (said(19 * DAY + HOUR, "Boris idles out."), []),
        (said(21 * DAY, "Boris will be idled tomorrow."), []),
        (said(21 * DAY + MINUTE, "Boris will be idled tomorrow."), [("Boris", HIGH)]),
        (said(18 * DAY, "Boris was idled."), []),
        (said(18 * DAY - MINUTE, "Boris was idled."), [("Boris", HIGH)]),
        (said(19 * DAY, "I have idled our bear for silence."), []),
        (said(19 * DAY, "Please idle me."), [("Boris", HIGH)]),
        (said(19 * DAY, "Anna idles around, as always."), [("Boris", HIGH)]),
        (said(19 * DAY, "Boris was here."), [("Boris", HIGH)]),
        (said(19 * DAY, "Hello.", "Anna", ("Anna", 19 * DAY - HOUR, "Boris idles out.")), [("Boris", HIGH)]),
        (said(22 * DAY, "Please idle me.", "Boris"), []),
        (said(22 * DAY, "I will leave for some time.", "Boris"), [("Boris", LOW)]),
    ],
    ids=(
        "announced|a day before|more than a day before|a day after|more than a day after|without a name that is known|somebody "
        "else's own wish|about somebody else|about something else|in a comment|asked for|perhaps asked for"
    ).split("|"),
)  # fmt: skip
def test_what_announces_an_idling(told: Post, expected: list[object]) -> None:
    assert found("BN303", wrote(40 * DAY), told, sidebars=SILENT) == expected


def test_a_post_may_be_about_to_be_written() -> None:
    for age, confidence in ((HOUR, HIGH), (HOUR - SECOND, LOW)):
        sidebars = (seen(2 * DAY, "Anna", "Boris"), seen(age, "Anna", idle=("Boris",), until=timedelta()))
        assert found("BN303", wrote(40 * DAY), sidebars=sidebars) == [("Boris", confidence)]


def test_posts_that_were_not_seen_may_announce_it() -> None:
    given = replace(of_then(view(wrote(40 * DAY), roster=LEFT)), rosters=SILENT, coverage=Coverage(since=NOW - 20 * DAY))
    made = run_all(given, select=["BN303"])
    assert made.findings == ()
    assert "older posts were not seen" in made.not_evaluated[0].why
    leaving = replace(given, posts=(*given.posts, said(20 * DAY, "Bye, I quit.", "Boris")))
    assert run_all(leaving, select=["BN303"]).findings == ()


# BN304


def back(age: timedelta) -> Post:
    return said(age, "Boris unidles.")


COOLDOWN = 96 * HOUR


@pytest.mark.parametrize(
    ("wait", "expected"),
    [
        (COOLDOWN - 2 * HOUR - MINUTE, [("Boris", HIGH)]),
        (COOLDOWN - 2 * HOUR, [("Boris", LOW)]),
        (COOLDOWN - MINUTE, [("Boris", LOW)]),
        (COOLDOWN, []),
        (31 * DAY, []),
    ],
    ids=in_words,
)
def test_back_within_the_cooldown(wait: timedelta, expected: list[object]) -> None:
    """Each announcement tells the time within the hour."""
    assert found("BN304", left(20 * DAY + wait), back(20 * DAY)) == expected


def test_somebody_back_too_early_is_told_with_the_evidence() -> None:
    finding = only("BN304", left(22 * DAY), back(20 * DAY))
    assert finding.message == (
        "Boris came back to the list of active players at 2024-02-19 12:00 UTC, 48 h after going idle; the cooldown is 96 h"
    )
    assert (finding.severity, finding.subject, finding.what) == (Severity.ERROR, Subject("player", "Boris"), "2024-02-19 12:00")
    assert finding.evidence[0].excerpt == left(22 * DAY).title


@pytest.mark.parametrize(
    ("age", "expected"),
    [(21 * DAY, []), (20 * DAY, [("Boris", LOW)]), (19 * DAY, [("Boris", HIGH)]), (23 * DAY, [("Boris", HIGH)])],
    ids=["between", "at the return", "after", "before"],
)
def test_a_new_dynasty_ends_the_cooldown(age: timedelta, expected: list[object]) -> None:
    began = address(age, author="Emperor")
    assert found("BN304", left(22 * DAY), back(20 * DAY), began) == expected
    assert found("BN304", left(22 * DAY), back(20 * DAY), began, under=rules(idle__cooldown_in_dynasty=False)) == [("Boris", HIGH)]


def test_a_cooldown_only_for_idlings_that_were_asked_for() -> None:
    asked = said(22 * DAY + HOUR, "Please idle me.", "Boris")
    for under, plain in (("2023", [("Boris", HIGH)]), ("2022", [])):
        assert found("BN304", left(22 * DAY), back(20 * DAY), under=under) == plain
        assert found("BN304", asked, left(22 * DAY), back(20 * DAY), under=under) == [("Boris", HIGH)]
    late = said(20 * DAY + COOLDOWN, "Please idle me.", "Boris")
    assert found("BN304", late, left(22 * DAY), back(20 * DAY), under="2022") == [("Boris", LOW)]
    by_themselves = left(22 * DAY, "Boris idles.", "Boris")
    assert found("BN304", by_themselves, back(20 * DAY), under="2022") == [("Boris", HIGH)]


# BN309


@pytest.mark.parametrize(
    ("made", "closed", "expected"),
    [
        (20 * DAY + HOUR + MINUTE, 18 * DAY, [("Boris", HIGH)]),
        (20 * DAY + HOUR, 18 * DAY, [("Boris", LOW)]),
        (20 * DAY, 18 * DAY, [("Boris", LOW)]),
        (20 * DAY - MINUTE, 18 * DAY, []),
        (22 * DAY, 20 * DAY, []),
        (22 * DAY, 20 * DAY - SECOND, [("Boris", LOW)]),
        (22 * DAY, 20 * DAY - HOUR - SECOND, [("Boris", HIGH)]),
    ],
    ids=["before the hour", "within the hour", "in its minute", "a minute later", "just resolved", "resolved soon", "resolved later"],
)
def test_unidled_while_a_dov_was_pending(made: timedelta, closed: timedelta, expected: list[object]) -> None:
    victory = dov(made, author="Della", closed=NOW - closed, status=Status.FAILED)
    assert found("BN309", back(20 * DAY), victory) == expected
    assert found("BN309", back(20 * DAY), victory, under="2022") == []
    assert found("BN309", left(20 * DAY), victory, roster=LEFT) == []


def test_somebody_unidled_in_a_dov_is_told_with_the_evidence() -> None:
    victory = dov(21 * DAY, author="Della", subject="Mine", closed=NOW - 19 * DAY)
    finding = only("BN309", back(20 * DAY), victory)
    assert finding.message == (
        "Boris came back to the list of active players at 2024-02-19 12:00 UTC, while “Declaration_Of_Victory: Mine” was pending"
    ).replace("Declaration_Of_Victory: Mine", victory.title)
    assert finding.severity is Severity.ERROR
    assert finding.evidence[-1].url == victory.url
    given = replace(of_then(view(back(20 * DAY), victory, address(HOUR), roster=ALONE)), rosters=(), stood=())
    assert "the rules of that time are not known" in run_all(given, select=["BN309"]).not_evaluated[0].why


# BN305


def names(*active: str, rosters: tuple[SeenRoster, ...] = (), change: Callable[[GameView], GameView] = lambda given: given) -> list[str]:
    given = change(replace(view(roster=Roster(active)), rosters=rosters))
    return [f"{finding.message} ({finding.confidence})" for finding in run_all(given, select=["BN305"]).findings]


def test_the_length_of_a_name_on_both_sides() -> None:
    assert names("Anna", "A" * 30) == []
    assert names("Ann", "A" * 31) == [
        "the name “Ann” has 3 characters, and 4 to 30 are allowed (medium)",
        f"the name “{'A' * 31}” has 31 characters, and 4 to 30 are allowed (medium)",
    ]


def test_the_characters_of_a_name() -> None:
    assert names("An_na-1.0", "O'Dell", "O’Dell") == []
    assert names("Zoë A") == ["the name “Zoë A” has “ë”, “ ”, which the rule on names does not list (medium)"]
    assert names("Zoe\u0308") == [
        "the name “Zoe\u0308” has 3 characters, and 4 to 30 are allowed; it has “ë”, which the rule on names does not list (medium)"
    ]
    assert names("[x]y^") == ["the name “[x]y^” has “[”, “]”, “^”, which the rule on names does not list (medium)"]


def test_a_name_that_was_taken_since_is_certain() -> None:
    before = seen(9 * DAY, "Anna", idle=("Old",))
    assert names("Anna", "Old", "New", rosters=(before, seen(timedelta(), "Anna", "Old", "New"))) == [
        "the name “Old” has 3 characters, and 4 to 30 are allowed (medium)",
        "the name “New” has 3 characters, and 4 to 30 are allowed (high)",
    ]
