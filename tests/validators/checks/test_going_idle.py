"""BN301 to BN304 and BN309: who may be idled, and whether idlings and unidlings were legal, on both sides of each limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import Category, Comment, Confidence, Post, Roster, Status
from tests.validators.making import address, dov, of_then, post, proposal, rules, view
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, SECOND
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding
from validators.view import Coverage, SeenRoster

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


IDLED, BACK = said(20 * DAY, "Boris idles out after seven days."), said(10 * DAY, "Boris unidles.")
LEFT = Roster(("Anna",), ("Boris",), frozenset({"Anna"}))
COOLDOWN = 96 * HOUR
SILENT = (seen(20 * DAY, "Anna", "Boris"), seen(19 * DAY, "Anna", idle=("Boris",), until=timedelta()))
SOON = (seen(20 * DAY, "Anna", "Boris"), seen(20 * DAY - 2 * HOUR, "Anna", idle=("Boris",), until=timedelta()))
ABSENT = (seen(20 * DAY, "Anna", "Boris"), seen(19 * DAY, "Anna", until=timedelta()))
RENAMED = (seen(20 * DAY, "Anna", "Boris"), seen(19 * DAY, "Anna", "Borislav", until=timedelta()))


def left(age: timedelta, text: str = "Boris idles out.", author: str = "Anna") -> Post:
    return said(age, text, author)


def back(age: timedelta) -> Post:
    return said(age, "Boris unidles.")


def asked(age: timedelta, text: str = "Please idle me.") -> Post:
    return replace(said(age, text, "Boris"), comments=())


def crowned(age: timedelta) -> Post:
    return address(age, author="Emperor")


def pending(made: timedelta, closed: timedelta) -> Post:
    return dov(made, author="Della", closed=NOW - closed, status=Status.FAILED)


IN_2022, NO_DYNASTY = {"under": "2022"}, {"under": rules(idle__cooldown_in_dynasty=False)}
AWAY, GONE, MONTH = asked(21 * DAY, "I am leaving for some weeks."), {"roster": LEFT}, wrote(40 * DAY)
CASES: dict[str, tuple[str, list[Post], Mapping[str, object], list[Confidence]]] = {
    # BN301
    "an entry of the minute of the limit": ("BN301", [said(LIMIT, "Hello.", "Boris")], {}, [LOW]),
    "a reduced limit": ("BN301", [wrote(96 * HOUR), IDLED, BACK], {}, [LOW]),
    "a reduced limit less a second": ("BN301", [wrote(96 * HOUR - SECOND), IDLED, BACK], {}, []),
    "no reduced limit in the third": ("BN301", [wrote(96 * HOUR), IDLED, BACK, crowned(15 * DAY), crowned(12 * DAY)], {}, []),
    "perhaps a reduced limit": ("BN301", [wrote(5 * DAY), AWAY, IDLED, BACK], {}, [LOW]),
    "perhaps a reduced limit, and the other is reached": ("BN301", [wrote(7 * DAY), AWAY, IDLED, BACK], {}, [HIGH]),
    # BN302: an announcement tells the time within the hour
    "idled an hour too early": ("BN302", [wrote(20 * DAY + 167 * HOUR - SECOND), left(20 * DAY)], GONE, [HIGH]),
    "idled within the hour": ("BN302", [wrote(20 * DAY + 167 * HOUR), left(20 * DAY)], GONE, [LOW]),
    "idled a second too early": ("BN302", [wrote(20 * DAY + LIMIT - SECOND), left(20 * DAY)], GONE, [LOW]),
    "idled in time": ("BN302", [wrote(20 * DAY + LIMIT), left(20 * DAY)], GONE, []),
    "too early at every moment": ("BN302", [wrote(20 * DAY + LIMIT - 2 * HOUR - SECOND)], {"sidebars": SOON}, [HIGH]),
    "too early but at the last moment": ("BN302", [wrote(20 * DAY + LIMIT - 2 * HOUR)], {"sidebars": SOON}, []),
    "asked 96 hours before": ("BN302", [wrote(21 * DAY), left(20 * DAY), asked(20 * DAY + 97 * HOUR - SECOND)], GONE, []),
    "asked longer ago": ("BN302", [wrote(21 * DAY), left(20 * DAY), asked(20 * DAY + 97 * HOUR + SECOND)], GONE, [HIGH]),
    "idled by a matter": (
        "BN302", [wrote(21 * DAY), left(20 * DAY), proposal(22 * DAY, author="Della", body="Idle Boris.", closed=NOW - 20 * DAY)], GONE, [],
    ),
    "announced as asked for": ("BN302", [wrote(21 * DAY), left(20 * DAY, "Boris is idled at their request.")], GONE, [LOW]),
    "announced by themselves": ("BN302", [wrote(21 * DAY), left(20 * DAY, "Boris idles.", "Boris")], GONE, []),
    "on no list any more": ("BN302", [wrote(21 * DAY)], {"sidebars": ABSENT}, [LOW]),
    "renamed": ("BN302", [wrote(21 * DAY)], {"sidebars": RENAMED}, []),
    **{
        f"an announcement that was not understood: {told}": (
            "BN302", [wrote(19 * DAY + 36 * HOUR), said(19 * DAY + HOUR, told)], {"sidebars": SILENT}, [LOW],
        )
        for told in ("As requested, Boris goes idle.", "Boris asked me elsewhere to be idled, and is.")
    },
    # BN303
    **{
        name: ("BN303", [MONTH, told], {"sidebars": SILENT}, expected)
        for name, told, expected in (
            ("announced", said(19 * DAY + HOUR, "Boris idles out."), []),
            ("a day before", said(21 * DAY, "Boris will be idled tomorrow."), []),
            ("more than a day before", said(21 * DAY + MINUTE, "Boris will be idled tomorrow."), [HIGH]),
            ("a day after", said(18 * DAY, "Boris was idled."), []),
            ("more than a day after", said(18 * DAY - MINUTE, "Boris was idled."), [HIGH]),
            ("without a name that is known", said(19 * DAY, "I have idled our bear for silence."), [LOW]),
            ("somebody else's own wish", said(19 * DAY, "Please idle me."), [LOW]),
            ("what somebody else may wish", said(19 * DAY, "I would like to be idled next week."), [LOW]),
            ("about somebody else", said(19 * DAY, "Anna idles around, as always."), [HIGH]),
            ("in a comment", said(19 * DAY, "Hello.", "Anna", ("Anna", 19 * DAY - HOUR, "Boris idles out.")), [HIGH]),
            ("asked for", asked(22 * DAY), []),
            ("perhaps asked for", asked(22 * DAY, "I will leave for some time."), [LOW]),
        )
    },
    "not announced within the hour": (
        "BN303", [MONTH], {"sidebars": (seen(2 * DAY, "Anna", "Boris"), seen(HOUR, "Anna", idle=("Boris",), until=timedelta()))}, [HIGH],
    ),
    "about to be announced": (
        "BN303", [MONTH], {"sidebars": (seen(2 * DAY, "Anna", "Boris"), seen(HOUR - SECOND, "Anna", idle=("Boris",), until=timedelta()))},
        [LOW],
    ),
    # BN304
    "back hours too early": ("BN304", [left(20 * DAY + COOLDOWN - 2 * HOUR - MINUTE), back(20 * DAY)], {}, [HIGH]),
    "back within the hours of two announcements": ("BN304", [left(20 * DAY + COOLDOWN - 2 * HOUR), back(20 * DAY)], {}, [LOW]),
    "back a minute too early": ("BN304", [left(20 * DAY + COOLDOWN - MINUTE), back(20 * DAY)], {}, [LOW]),
    "back in another dynasty": ("BN304", [left(22 * DAY), back(20 * DAY), crowned(21 * DAY)], {}, []),
    "back when a dynasty begins": ("BN304", [left(22 * DAY), back(20 * DAY), crowned(20 * DAY)], {}, []),
    "back in another dynasty, which ends no cooldown": ("BN304", [left(22 * DAY), back(20 * DAY), crowned(21 * DAY)], NO_DYNASTY, [HIGH]),
    "a cooldown only for who asked": ("BN304", [left(22 * DAY), back(20 * DAY)], IN_2022, []),
    "and they asked": ("BN304", [asked(22 * DAY + HOUR), left(22 * DAY), back(20 * DAY)], IN_2022, [HIGH]),
    "and they asked just before it": ("BN304", [asked(20 * DAY + COOLDOWN), left(22 * DAY), back(20 * DAY)], IN_2022, [LOW]),
    "and they idled themselves": ("BN304", [left(22 * DAY, "Boris idles.", "Boris"), back(20 * DAY)], IN_2022, [HIGH]),
    # BN309
    **{
        f"unidled, a DoV {name}": ("BN309", [back(20 * DAY), pending(made, closed)], {}, expected)
        for name, made, closed, expected in (
            ("before the hour", 20 * DAY + HOUR + MINUTE, 18 * DAY, [HIGH]), ("within the hour", 20 * DAY + HOUR, 18 * DAY, [LOW]),
            ("in its minute", 20 * DAY, 18 * DAY, [LOW]), ("a minute later", 20 * DAY - MINUTE, 18 * DAY, []),
            ("just resolved", 22 * DAY, 20 * DAY, []), ("resolved soon", 22 * DAY, 20 * DAY - SECOND, [LOW]),
            ("resolved later", 22 * DAY, 20 * DAY - HOUR - SECOND, [HIGH]),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_found(case: str) -> None:
    code, posts, setting, expected = CASES[case]
    assert found(code, *posts, **setting) == [("Boris", sure) for sure in expected]


def test_who_never_wrote_anything_may_be_idled() -> None:
    finding = only("BN301", said(DAY, "Hello."))
    assert finding.message == "Boris may be idled: no entry or comment by them was seen (168 h are needed)"
    assert [each.excerpt for each in finding.evidence] == ["the sidebar: active"]


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


def test_a_reduced_limit_is_named_with_its_rule() -> None:
    finding = only("BN301", wrote(5 * DAY), IDLED, BACK)
    assert finding.message.endswith("(96 h are needed)")
    assert finding.rule is not None
    assert finding.rule.title == "rule of idle.reduced_timeout_hours"
    assert [each.excerpt for each in finding.evidence][1:3] == [IDLED.title, f"{BACK.title}"]


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


def test_posts_that_were_not_seen_may_announce_it() -> None:
    given = replace(of_then(view(wrote(40 * DAY), roster=LEFT)), rosters=SILENT, coverage=Coverage(since=NOW - 20 * DAY))
    made = run_all(given, select=["BN303"])
    assert made.findings == ()
    assert "older posts were not seen" in made.not_evaluated[0].why
    leaving = replace(given, posts=(*given.posts, said(20 * DAY, "Bye, I quit.", "Boris")))
    assert run_all(leaving, select=["BN303"]).findings == ()


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
    assert names("Zoë A") == ["the name “Zoë A” has “ë”, “ ”, which the rule on names does not list (medium)"]
    assert names("Zoe\u0308") == [
        "the name “Zoe\u0308” has 3 characters, and 4 to 30 are allowed; it has “ë”, which the rule on names does not list (medium)"
    ]
    assert names("[x]y^") == ["the name “[x]y^” has “[”, “]”, “^”, which the rule on names does not list (medium)"]
