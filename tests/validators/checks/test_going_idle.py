"""BN301 to BN304 and BN309: who may be idled, and whether idlings and unidlings were legal, on both
sides of each limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parsers.model import Category, Comment, Confidence, Post, Roster, Status
from tests.support.cases import cases, table
from tests.support.views import remade
from tests.validators.making import address, dov, length, of_then, post, proposal, rules, view
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, SECOND
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding
from validators.view import Coverage, SeenRoster

HIGH, MEDIUM, LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW
LIMIT = 168 * HOUR
ALONE = Roster(("Boris",), ("Cyril",), frozenset({"Anna"}))


def said(
    age: timedelta, body: str, author: str = "Anna", *comments: tuple[str, timedelta, str]
) -> Post:
    made = tuple(
        Comment(who, NOW - when, text=text, id=f"c{number}")
        for number, (who, when, text) in enumerate(comments)
    )
    return replace(
        post(Category.NONE, age, author=author, subject=f"News {age}", body=body),
        comments=made,
        comment_count=len(made),
    )


def wrote(age: timedelta, author: str = "Boris", text: str = "Words.") -> Post:
    """Somebody's comment on an old Proposal."""
    return said(60 * DAY, "Something.", "Della", (author, age, text))


def enacted(age: timedelta, body: str) -> Post:
    """A Proposal by Della that was enacted so long ago."""
    return proposal(22 * DAY, author="Della", body=body, closed=NOW - age)


def seen(
    age: timedelta, *active: str, idle: tuple[str, ...] = (), until: timedelta | None = None
) -> SeenRoster:
    return SeenRoster(Roster(active, idle), NOW - age, NOW - (age if until is None else until))


def report(
    code: str, *posts: Post, sidebars: tuple[SeenRoster, ...] = (), **setting: object
) -> AuditReport:
    """The report of a check where today's rules have stood for sixty days."""
    roster = sidebars[-1].roster if sidebars else setting.pop("roster", ALONE)
    given = remade(of_then(view(*posts, roster=roster, **setting)), rosters=sidebars)  # type: ignore[arg-type]
    return run_all(given, select=[code])


def found(code: str, *posts: Post, **setting: object) -> list[tuple[str, Confidence]]:
    made = report(code, *posts, **setting)  # type: ignore[arg-type]
    assert made.not_evaluated == ()
    assert all(
        finding.code == code and finding.evidence and finding.rule for finding in made.findings
    )
    return [(finding.subject.id, finding.confidence) for finding in made.findings]


def only(code: str, *posts: Post, **setting: object) -> Finding:
    (finding,) = report(code, *posts, **setting).findings  # type: ignore[arg-type]
    return finding


IDLED, BACK = said(20 * DAY, "Boris idles out after seven days."), said(10 * DAY, "Boris unidles.")
EARLY = wrote(21 * DAY), IDLED
LEFT = Roster(("Anna",), ("Boris",), frozenset({"Anna"}))
SILENT = (
    seen(20 * DAY, "Anna", "Boris"),
    seen(19 * DAY, "Anna", idle=("Boris",), until=timedelta()),
)
SOON = (
    seen(20 * DAY, "Anna", "Boris"),
    seen(20 * DAY - 2 * HOUR, "Anna", idle=("Boris",), until=timedelta()),
)
ABSENT = (seen(20 * DAY, "Anna", "Boris"), seen(19 * DAY, "Anna", until=timedelta()))
RENAMED = (seen(20 * DAY, "Anna", "Boris"), seen(19 * DAY, "Anna", "Borislav", until=timedelta()))


def post_of(text: str) -> Post:
    """``wrote: AGE``, ``said: AGE: BODY``, ``Boris said: AGE: BODY``, ``crowned: AGE``, ``pending:
    AGE: RESOLVED``.
    """
    kind, age, *more = text.split(": ", 2)
    match kind:
        case "wrote":
            return wrote(length(age))
        case "crowned":
            return address(length(age), author="Emperor")
        case "pending":
            return dov(
                length(age), author="Della", closed=NOW - length(more[0]), status=Status.FAILED
            )
    return said(length(age), more[0], kind.removesuffix("said").strip() or "Anna")


MONTH = wrote(40 * DAY)
SETTINGS: Mapping[str, Mapping[str, object]] = {
    "": {},
    "idle": {"roster": LEFT},
    "2022": {"under": "2022"},
    "no dynasty": {"under": rules(idle__cooldown_in_dynasty=False)},
    "silent": {"sidebars": SILENT},
    "soon": {"sidebars": SOON},
    "absent": {"sidebars": ABSENT},
    "renamed": {"sidebars": RENAMED},
}
CASES: dict[str, Any] = {
    **{case["name"]: (case["code"], [*map(post_of, case["posts"])], SETTINGS[case["setting"]], case["confidences"])
       for case in table(__file__, "findings")},
    "idled by a matter": ("BN302", [*EARLY, enacted(20 * DAY, "Idle Boris.")], SETTINGS["idle"], []),
    "idled by a matter a day before": ("BN302", [*EARLY, enacted(21 * DAY + HOUR, "Idle Boris.")], SETTINGS["idle"], []),
    "a matter more than a day before": (
        "BN302", [*EARLY, enacted(21 * DAY + HOUR + SECOND, "Idle Boris.")], SETTINGS["idle"], [HIGH],
    ),
    "idled by a matter a day after": ("BN302", [*EARLY, enacted(19 * DAY - HOUR, "Idle Boris.")], SETTINGS["idle"], []),
    "a matter more than a day after": (
        "BN302", [*EARLY, enacted(19 * DAY - HOUR - SECOND, "Idle Boris.")], SETTINGS["idle"], [HIGH],
    ),
    "a matter about something else": ("BN302", [*EARLY, enacted(20 * DAY, "Praise Boris.")], SETTINGS["idle"], [HIGH]),
    "a matter about somebody else": ("BN302", [*EARLY, enacted(20 * DAY, "Idle Anna.")], SETTINGS["idle"], [HIGH]),
    "asked in other words": (
        "BN302", [wrote(30 * DAY), said(21 * DAY, "Count me out for now.", "Boris"), IDLED], SETTINGS["idle"], [LOW],
    ),
    "announced in other words": (
        "BN303", [MONTH, said(19 * DAY, "Boris sleeps.", "Anna")], SETTINGS["silent"], [LOW],
    ),
    "announced without a name": (
        "BN303", [MONTH, said(19 * DAY, "A week of silence. Quorum drops.", "Anna")], SETTINGS["silent"], [LOW],
    ),
    "a post about something else": (
        "BN303", [MONTH, said(19 * DAY, "A week of silence.", "Anna")], SETTINGS["silent"], [HIGH],
    ),
    "in a comment": (
        "BN303", [MONTH, said(19 * DAY, "Hello.", "Anna", ("Anna", 19 * DAY - HOUR, "Boris idles out."))], SETTINGS["silent"], [HIGH],
    ),
    "not announced within the hour": (
        "BN303", [MONTH], {"sidebars": (seen(2 * DAY, "Anna", "Boris"), seen(HOUR, "Anna", idle=("Boris",), until=timedelta()))}, [HIGH],
    ),
    "about to be announced": (
        "BN303", [MONTH], {"sidebars": (seen(2 * DAY, "Anna", "Boris"), seen(HOUR - SECOND, "Anna", idle=("Boris",), until=timedelta()))},
        [LOW],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_going_idle_and_back_are_judged_by_their_times(case: str) -> None:
    code, posts, setting, expected = CASES[case]
    assert found(code, *posts, **setting) == [("Boris", sure) for sure in expected]


def test_players_without_posts_can_be_idled() -> None:
    finding = only("BN301", said(DAY, "Hello."))
    assert (
        finding.message
        == "Boris may be idled: no entry or comment by them was seen (168 h are needed)"
    )
    assert [each.excerpt for each in finding.evidence] == ["the sidebar: active"]


@pytest.mark.parametrize(
    ("coverage", "why"),
    [
        (
            Coverage(since=NOW - LIMIT + SECOND),
            "not certain for Boris: older posts were not seen (before 2024-03-03 12:00 UTC)",
        ),
        (
            Coverage(seen_at=NOW - 31 * MINUTE),
            "not certain for Boris: the lists of posts were last seen at 2024-03-10 11:29 UTC",
        ),
        (Coverage(since=None), "not certain for Boris: older posts were not seen"),
    ],
    ids=["posts", "lists", "no lists"],
)
def test_missing_comments_are_not_silence(coverage: Coverage, why: str) -> None:
    given = of_then(view(wrote(9 * DAY), roster=ALONE))
    made = run_all(remade(given, coverage=coverage), select=["BN301"])
    assert made.findings == ()
    assert made.not_evaluated[0].why.startswith(why)
    assert not made.not_evaluated[0].partly
    both = remade(
        given,
        roster=Roster(("Anna", "Boris")),
        coverage=coverage,
        posts=(*given.posts, wrote(HOUR, "Anna")),
    )
    (said,) = run_all(both, select=["BN301"]).not_evaluated
    assert said.partly


def test_nobody_is_idled_on_a_day_of_downtime() -> None:
    christmas = NOW.replace(month=12, day=25)
    for year, suspends, count in (("2023", True, 0), ("2023", False, 1)):
        given = view(
            wrote(9 * DAY),
            under=rules(year, downtime__suspends_dovs=suspends),
            roster=ALONE,
            now=christmas,
        )
        made = run_all(given, select=["BN301"])
        assert len(made.findings) == count
        assert [item.why for item in made.not_evaluated] == [
            "nobody may be idled on 25 December, a day of downtime"
        ] * (1 - count)


def test_a_reduced_limit_is_named_with_its_rule() -> None:
    finding = only("BN301", wrote(5 * DAY), IDLED, BACK)
    assert finding.message.endswith("(96 h are needed)")
    assert finding.rule is not None
    assert finding.rule.title == "rule of idle.reduced_timeout_hours"
    assert [each.excerpt for each in finding.evidence][1:3] == [IDLED.title, f"{BACK.title}"]


def test_rules_that_are_not_known() -> None:
    given = remade(
        of_then(view(wrote(25 * DAY), post_of("said: 20d: Boris idles out."), roster=LEFT)),
        rosters=(),
        stood=(),
    )
    (finding,) = run_all(given, select=["BN302"]).findings
    assert finding.confidence is MEDIUM
    in_dynasty = remade(given, posts=(*given.posts, address(20 * DAY + HOUR)))
    assert len(run_all(in_dynasty, select=["BN302"]).findings) == 1
    before = remade(given, posts=(*given.posts, address(20 * DAY + HOUR - MINUTE)))
    made = run_all(before, select=["BN302"])
    assert made.findings == ()
    why = (
        "not certain for Boris: the rules of that time are unknown: earlier revisions of the"
        " Ruleset are not available"
    )
    assert made.not_evaluated[0].why == why


def test_posts_that_were_not_seen_may_announce_it() -> None:
    given = remade(
        of_then(view(wrote(40 * DAY), roster=LEFT)),
        rosters=SILENT,
        coverage=Coverage(since=NOW - 20 * DAY),
    )
    made = run_all(given, select=["BN303"])
    assert made.findings == ()
    assert "older posts were not seen" in made.not_evaluated[0].why
    assert not made.not_evaluated[0].partly
    leaving = remade(given, posts=(*given.posts, said(20 * DAY, "Bye, I quit.", "Boris")))
    assert run_all(leaving, select=["BN303"]).findings == ()


# Changes that undo each other


@cases("reversals")
def test_of_changes_that_undo_each_other_one_is_wrong(
    posts: list[str], idle: bool, expected: list[str]
) -> None:
    roster = LEFT if idle else Roster(("Anna", "Boris"), (), frozenset({"Anna"}))
    given = remade(of_then(view(*map(post_of, posts), roster=roster)), rosters=())
    made = run_all(given, select=["BN302", "BN303", "BN304", "BN309", "BN310"])
    assert [f"{each.code} {each.confidence}" for each in made.findings] == expected


# BN305


def names(*active: str) -> list[str]:
    found = run_all(view(roster=Roster(active)), select=["BN305"]).findings
    return [f"{finding.message} ({finding.confidence})" for finding in found]


def test_the_length_of_a_name_on_both_sides() -> None:
    assert names("Anna", "A" * 30) == []
    assert names("Ann", "A" * 31) == [
        "the name “Ann” has 3 characters, and 4 to 30 are allowed (medium)",
        f"the name “{'A' * 31}” has 31 characters, and 4 to 30 are allowed (medium)",
    ]


def test_the_characters_of_a_name() -> None:
    assert names("An_na-1.0", "O'Dell", "O’Dell") == []
    assert names("Zoë A") == [
        "the name “Zoë A” has “ë”, “ ”, which the rule on names does not list (medium)"
    ]
    assert names("Zoe\u0308") == [
        "the name “Zoe\u0308” has 3 characters, and 4 to 30 are allowed; it has “ë”, which the rule"
        " on names does not list (medium)"
    ]
    assert names("[x]y^") == [
        "the name “[x]y^” has “[”, “]”, “^”, which the rule on names does not list (medium)"
    ]
