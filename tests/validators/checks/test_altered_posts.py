"""What changed between pulls: each illegal change, and its nearest legal neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

import pytest

from parsers.model import Category, Comment, Icon, Post, PostPast, Seen, Status
from parsers.ruleset.ruleset_model import Rule
from tests.support.rows import rows
from tests.validators.making import proposal, rules, view
from tests.validators.scene import DAY, HOUR, MINUTE, NOW
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding

POSTED = NOW - 2 * DAY
BODY = "Each player gets 3 lamps, and may not sell them."
MATTER = replace(proposal(2 * DAY, body=BODY), comment_count=0, comments=())
CHANGED = replace(MATTER, body=BODY.replace("3", "4"))


def comment(icon: str = "", author: str = "Boris", at: datetime = POSTED + HOUR, id_: str = "c1", text: str = "Fine.") -> Comment:
    return Comment(author, at, (Icon(icon),) if icon else (), text, id_)


def voted(post: Post, *comments: Comment) -> Post:
    return replace(post, comments=comments, comment_count=len(comments))


def past(*versions: tuple[Post, timedelta, timedelta], gone: datetime | None = None, readers: Sequence[str] = ()) -> PostPast:
    """Versions with the ages at which they were first and last seen, counted from when the post was made."""
    seen = [
        Seen(post, POSTED + first, POSTED + last, readers[n] if readers else "1", latest=n + 1 == len(versions))
        for n, (post, first, last) in enumerate(versions)
    ]
    return PostPast(tuple(seen), gone)


def audit(*pasts: PostPast, select: str = "BN2") -> AuditReport:
    known = {each.versions[-1].value.key: each for each in pasts}
    return run_all(replace(view(), pasts=MappingProxyType(known)), select=[select])


def from_to(before: Post, after: Post, since: timedelta, until: timedelta) -> PostPast:
    return past((before, timedelta(), since), (after, until, 10 * DAY))


def late(before: Post, after: Post) -> PostPast:
    """A change when the time for altering a post was over."""
    return from_to(before, after, 5 * HOUR, 6 * HOUR)


def only(code: str, *pasts: PostPast) -> Finding:
    (finding,) = audit(*pasts).findings
    assert finding.code == code
    return finding


def marked(markup: str, post: Post = MATTER) -> Post:
    return replace(post, markup=markup)


def became(old: Status, new: Status) -> PostPast:
    before = replace(MATTER, status=old, closed=None if old is Status.PENDING else POSTED + DAY)
    return from_to(before, replace(before, status=new), DAY, 2 * DAY)


def spoken(before: Comment, after: Comment) -> PostPast:
    return from_to(voted(MATTER, before), voted(MATTER, after), DAY, 2 * DAY)


LINK = '<p>Each <a href="x">player</a></p>'
FOR, OTHER, STORY = comment("for"), replace(MATTER, category=Category.CFJ), replace(MATTER, category=Category.NONE)
CASES: dict[str, tuple[PostPast, list[str]]] = {
    # The rules of 2023 allow four hours
    "seen at the limit": (from_to(MATTER, CHANGED, HOUR, 4 * HOUR), []),
    "perhaps before the limit": (from_to(MATTER, CHANGED, HOUR, 4 * HOUR + MINUTE), ["BN206 warning low"]),
    "unchanged at the limit, whose seconds are unknown": (from_to(MATTER, CHANGED, 4 * HOUR, 5 * HOUR), ["BN206 warning low"]),
    "unchanged a minute after the limit": (from_to(MATTER, CHANGED, 4 * HOUR + MINUTE, 5 * HOUR), ["BN206 error high"]),
    **{
        f"after a comment with {icon or 'nothing'}, unseen since {since}": (
            from_to(voted(MATTER, comment(icon)), voted(CHANGED, comment(icon)), since, 2 * HOUR), found,
        )
        for icon, since, found in (
            ("for", HOUR + 2 * MINUTE, ["BN206 error high"]), ("for", HOUR / 2, ["BN206 warning low"]), ("", HOUR + 2 * MINUTE, []),
            ("lamp", HOUR + 2 * MINUTE, []),
        )
    },
    "an Address after any comment": (
        from_to(
            voted(replace(MATTER, category=Category.ASCENSION), comment()), voted(replace(CHANGED, category=Category.ASCENSION), comment()),
            HOUR + 2 * MINUTE, 2 * HOUR,
        ),
        ["BN206 error high"],
    ),
    "a Story Post": (late(STORY, replace(CHANGED, category=Category.NONE)), []),
    "changed, and back": (
        past((MATTER, 0 * HOUR, 5 * HOUR), (CHANGED, 6 * HOUR, 7 * HOUR), (MATTER, 8 * HOUR, 9 * HOUR)), ["BN206 error high"],
    ),
    "a link beside spelling": (late(MATTER, marked(LINK, replace(MATTER, body=BODY.replace(", and", " and")))), ["BN206 warning low"]),
    "how strokes are written": (
        late(marked('<p><s>a</s><s><a href="x">b</a></s></p>'), marked('<p><s>a<a href="x">b</a></s></p>')), [],
    ),
    "how a link is written": (
        late(marked('<p><a href="x">a</a><s><a href="x">b</a></s></p>'), marked('<p><a href="x">a<s>b</s></a></p>')), [],
    ),
    "a stroke with corrected spelling": (
        late(marked("<s>may not sell, them</s>"), marked("<s>may not sell them</s>", replace(MATTER, body=BODY.replace(", ", " ")))),
        ["BN206 warning low"],
    ),
    # Category, entry date, status
    "another category, perhaps in time": (from_to(MATTER, OTHER, 14 * MINUTE, HOUR), ["BN207 warning low"]),
    "a Story Post made a Proposal too late": (from_to(STORY, MATTER, 16 * MINUTE, HOUR), ["BN207 error high"]),
    "opened again": (became(Status.FAILED, Status.PENDING), ["BN215 warning high"]),
    "failed, then vetoed": (became(Status.FAILED, Status.VETOED), ["BN215 info high"]),
    "illegal, then failed": (became(Status.ILLEGAL, Status.FAILED), ["BN215 info high"]),
    # Comments and posts
    "another time of a comment": (spoken(FOR, comment("for", at=POSTED + 2 * HOUR)), ["BN209 warning high"]),
    "comments without ids": (spoken(comment("for", id_=""), comment("against", id_="")), ["BN210 warning high"]),
    "a list, without comments": (from_to(voted(MATTER, FOR), replace(MATTER, comments=None, comment_count=1), DAY, 2 * DAY), []),
    "a post that is gone": (past((MATTER, timedelta(), HOUR), gone=POSTED + 2 * HOUR), ["BN214 error high"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_found(case: str) -> None:
    given, expected = CASES[case]
    assert [f"{each.code} {each.severity} {each.confidence}" for each in audit(given).findings] == expected


@pytest.mark.parametrize(("before", "after", "was", "now"), rows(__file__, "what_a_reader_sees_beside_the_text"))
def test_what_a_reader_sees_beside_the_text(before: str, after: str, was: str, now: str) -> None:
    finding = only("BN206", late(marked(before), marked(after)))
    assert f"{finding.severity}, {finding.confidence}" == "error, high"
    assert [evidence.excerpt for evidence in finding.evidence] == [was, now]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ((comment("against"),), "changed between 2024-03-09 12:00 and 2024-03-10 12:00 UTC: its icons were FOR, and are AGAINST"),
        ((comment(),), "its icons were FOR, and are none"),
        ((comment("for", text="No."),), "UTC (FOR)"),
        ((), "is gone (FOR);"),
    ],
)
def test_what_became_of_a_comment(after: tuple[Comment, ...], words: str) -> None:
    (finding,) = audit(from_to(voted(MATTER, FOR), voted(MATTER, *after), DAY, 2 * DAY)).findings
    assert words in finding.message


@pytest.mark.parametrize(
    "exception",
    [
        "Secondly, where a newcomer's post reads like a Proposal and has been up for less than six hours, an Admin can put it into the"
        " “Proposal” category.",
        "A post less than 6 hours old that the Emperor takes for a Proposal may be moved into the Proposal category.",
    ],
)
def test_what_the_rule_excepts_is_quoted_and_accuses_nobody(exception: str) -> None:
    plain = replace(MATTER, category=Category.NONE)
    clause = rules().voting["post.category_minutes"]
    assert clause is not None
    rule = Rule("4.1", clause.rule, clause.rule, (), 2, "Appendix", (clause.rule,), f"A post may not become official. {exception} The end.")
    given = replace(view(), rules=replace(rules(), rules=(rule,)))

    def judged(before: Post, after: Post) -> Finding:
        (finding,) = run_all(replace(given, pasts=MappingProxyType({MATTER.key: from_to(before, after, HOUR, 10 * HOUR)}))).findings
        return finding

    finding = judged(plain, MATTER)
    assert (finding.code, f"{finding.severity}, {finding.confidence}") == ("BN207", "warning, low")
    assert finding.evidence[-1].excerpt == exception
    # Neither a change the other way nor one of an official post is excepted.
    assert {judged(MATTER, other).confidence.value for other in (plain, OTHER)} == {"high"}


def test_another_reader_accuses_nobody() -> None:
    after = replace(
        voted(CHANGED, comment("against")), category=Category.CFJ, posted=POSTED - HOUR, status=Status.FAILED, closed=POSTED + DAY
    )
    before = replace(voted(MATTER, comment("for")), status=Status.ENACTED, closed=POSTED + DAY)
    report = audit(past((before, timedelta(), DAY), (after, 2 * DAY, 3 * DAY), readers=("1", "2")))
    assert report.findings == ()
    said = [item.name for item in report.not_evaluated if "was read differently by another" in item.why]
    assert said == ["BN206", "BN207", "BN208", "BN209", "BN215"]
