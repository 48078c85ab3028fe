"""What changed between pulls: each illegal change, and its nearest legal neighbour."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

import pytest

from parsers.model import Category, Comment, Icon, Post, PostPast, Seen, Status
from tests.support.cases import cases, table
from tests.support.views import remade
from tests.validators.making import length, proposal, rules, view
from tests.validators.scene import DAY, HOUR, NOW
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding
from validators.voting.judge import judge
from validators.wording import worded

POSTED = NOW - 2 * DAY
BODY = "Each player gets 3 lamps, and may not sell them."
MATTER = replace(proposal(2 * DAY, body=BODY), comment_count=0, comments=())
CHANGED = replace(MATTER, body=BODY.replace("3", "4"))


def comment(
    icon: str = "",
    author: str = "Boris",
    at: datetime = POSTED + HOUR,
    id_: str = "c1",
    text: str = "Fine.",
) -> Comment:
    return Comment(author, at, (Icon(icon),) if icon else (), text, id_)


def voted(post: Post, *comments: Comment) -> Post:
    return replace(post, comments=comments, comment_count=len(comments))


def past(
    *versions: tuple[Post, timedelta, timedelta],
    gone: datetime | None = None,
    readers: Sequence[str] = (),
) -> PostPast:
    """Versions with the ages at which they were first and last seen, counted from when the post was
    made.
    """
    seen = [
        Seen(
            post,
            POSTED + first,
            POSTED + last,
            readers[n] if readers else "1",
            latest=n + 1 == len(versions),
        )
        for n, (post, first, last) in enumerate(versions)
    ]
    return PostPast(tuple(seen), gone)


def audit(*pasts: PostPast, select: str = "BN2") -> AuditReport:
    known = {each.versions[-1].value.key: each for each in pasts}
    return run_all(remade(view(), pasts=MappingProxyType(known)), select=[select])


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


def spoken(before: Comment, after: Comment) -> PostPast:
    return from_to(voted(MATTER, before), voted(MATTER, after), DAY, 2 * DAY)


def version(given: dict[str, str]) -> Post:
    """Return the matter with the changes of a case; ``icon`` is that of its one comment,
    ``closed`` so long after it was made.
    """
    kinds: dict[str, Callable[[str], object]] = {
        "category": Category,
        "status": Status,
        "closed": lambda after: POSTED + length(after),
    }
    made = replace(
        MATTER,
        **{key: kinds.get(key, str)(value) for key, value in given.items() if key != "icon"},  # type: ignore[arg-type]
    )
    return voted(made, comment(given["icon"])) if "icon" in given else made


FOR, OTHER = comment("for"), replace(MATTER, category=Category.CFJ)
CASES: dict[str, tuple[PostPast, list[str]]] = {
    **{
        case["name"]: (
            from_to(
                version(case["before"]),
                version(case["after"]),
                length(case["since"]),
                length(case["until"]),
            ),
            case["found"],
        )
        for case in table(__file__, "changes")
    },
    "changed, and back": (
        past((MATTER, 0 * HOUR, 5 * HOUR), (CHANGED, 6 * HOUR, 7 * HOUR), (MATTER, 8 * HOUR, 9 * HOUR)), ["BN206 error high"],
    ),
    "perhaps a note": (late(MATTER, replace(CHANGED, status=Status.FAILED)), ["BN206 warning low"]),
    "resolved with a time": (
        late(MATTER, replace(CHANGED, status=Status.FAILED, closed=POSTED + 5 * HOUR)), ["BN206 error high"],
    ),
    "another time of a comment": (spoken(FOR, comment("for", at=POSTED + 2 * HOUR)), ["BN209 warning high"]),
    "comments without ids": (spoken(comment("for", id_=""), comment("against", id_="")), ["BN210 warning high"]),
    "a list, without comments": (from_to(voted(MATTER, FOR), replace(MATTER, comments=None, comment_count=1), DAY, 2 * DAY), []),
    "a post that is gone": (past((MATTER, timedelta(), HOUR), gone=POSTED + 2 * HOUR), ["BN214 error high"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_found_where_it_was_too_late(case: str) -> None:
    given, expected = CASES[case]
    assert [
        f"{each.code} {each.severity} {each.confidence}" for each in audit(given).findings
    ] == expected


@cases("markup")
def test_a_change_of_links_icons_or_strokes_alone_is_found(
    before: str, after: str, was: str, now: str
) -> None:
    finding = only("BN206", late(marked(before), marked(after)))
    assert f"{finding.severity}, {finding.confidence}" == "error, high"
    assert [evidence.excerpt for evidence in finding.evidence] == [was, now]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (
            (comment("against"),),
            (
                "changed between 2024-03-09 12:00 and 2024-03-10 12:00 UTC: its icons were FOR, and"
                " are AGAINST"
            ),
        ),
        ((comment(),), "its icons were FOR, and are none"),
        ((comment("for", text="No."),), "UTC (FOR)"),
        ((), "is gone (FOR);"),
    ],
)
def test_outcome_of_a_comment(after: tuple[Comment, ...], words: str) -> None:
    (finding,) = audit(from_to(voted(MATTER, FOR), voted(MATTER, *after), DAY, 2 * DAY)).findings
    assert words in finding.message


@pytest.mark.parametrize(
    ("states", "doubts"),
    [
        ([(FOR,), (comment("against"),)], ["its icons were FOR, and are AGAINST"]),
        ([(FOR,), ()], ["is gone (FOR)"]),
        ([(comment(),), (FOR,)], ["its icons were none, and are FOR"]),
        ([(FOR,), (), (FOR,)], []),
        ([(FOR,), (comment("against"),), (FOR,)], []),
        ([(comment(),), (FOR,), (comment(),)], []),
        ([(), (FOR,), (comment("against"),), (FOR,)], []),
        ([(FOR,), (comment("against"),), ()], ["is gone (AGAINST)"]),
        ([(FOR,), (comment("for", text="No."),)], []),
        ([(comment(),), ()], []),
    ],
)
def test_a_sheet_is_not_certain_where_a_vote_changed_after_it_was_posted(
    states: list[tuple[Comment, ...]], doubts: list[str]
) -> None:
    versions = [
        (voted(MATTER, *said), 10 * n * HOUR, (10 * n + 1) * HOUR) for n, said in enumerate(states)
    ]
    given = view(versions[-1][0])
    given = remade(given, pasts=MappingProxyType({MATTER.key: past(*versions)}))
    ((verdict,), before) = judge(given).verdicts, judge(view(versions[-1][0])).verdicts[0]
    added = [worded(each) for each in verdict.doubts if each not in before.doubts]
    assert len(added) == len(doubts)
    assert all(part in sentence for part, sentence in zip(doubts, added, strict=True))


@pytest.mark.parametrize(
    ("since", "until", "hours", "confidence"),
    [(HOUR, 5 * HOUR, 6, "low"), (7 * HOUR, 10 * HOUR, 6, "high"), (HOUR, 5 * HOUR, None, "high")],
)
def test_a_post_may_be_made_a_proposal_for_some_hours(
    since: timedelta, until: timedelta, hours: int | None, confidence: str
) -> None:
    plain = replace(MATTER, category=Category.NONE)
    given = view(under=rules(post__made_proposal_hours=hours))

    def judged(before: Post, after: Post) -> str:
        pasts = MappingProxyType({MATTER.key: from_to(before, after, since, until)})
        (finding,) = run_all(remade(given, pasts=pasts), select=["BN207"]).findings
        return finding.confidence.value

    assert judged(plain, MATTER) == confidence
    # Neither a change the other way nor one of an official post is excepted.
    assert {judged(MATTER, other) for other in (plain, OTHER)} == {"high"}


def test_another_reader_accuses_nobody() -> None:
    after = replace(
        voted(CHANGED, comment("against")),
        category=Category.CFJ,
        posted=POSTED - HOUR,
        status=Status.FAILED,
        closed=POSTED + DAY,
    )
    before = replace(voted(MATTER, comment("for")), status=Status.ENACTED, closed=POSTED + DAY)
    report = audit(past((before, timedelta(), DAY), (after, 2 * DAY, 3 * DAY), readers=("1", "2")))
    assert report.findings == ()
    said = [
        item.name for item in report.not_evaluated if "were read differently by another" in item.why
    ]
    assert said == ["BN206", "BN207", "BN208", "BN209", "BN215"]
    assert not any(item.partly for item in report.not_evaluated)


def test_a_change_that_one_reader_saw_is_evaluated_beside_one_that_two_saw() -> None:
    two = past((MATTER, timedelta(), DAY), (CHANGED, 2 * DAY, 3 * DAY), readers=("1", "2"))
    other = replace(MATTER, url=f"{MATTER.url}-too")
    one = past((other, timedelta(), DAY), (other, 2 * DAY, 3 * DAY))
    for pasts, partly in (((two,), False), ((two, one), True)):
        assert [item.partly for item in audit(*pasts, select="BN206").not_evaluated] == [partly]
