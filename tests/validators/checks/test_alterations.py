"""What changed between pulls: each illegal change, and its nearest legal neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

import pytest

from parsers.model import Category, Comment, Icon, Post, PostPast, Seen, Status
from parsers.ruleset.model import Rule
from tests.validators.making import DAY, HOUR, MINUTE, NOW, proposal, rules, view
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


def only(code: str, *pasts: PostPast) -> Finding:
    (finding,) = audit(*pasts).findings
    assert finding.code == code
    return finding


def certainty(finding: Finding) -> str:
    return f"{finding.severity.value}, {finding.confidence.value}"


def from_to(before: Post, after: Post, since: timedelta, until: timedelta) -> PostPast:
    return past((before, timedelta(), since), (after, until, 10 * DAY))


# Text (BN206); the rules of 2023 allow four hours


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        pytest.param(HOUR, 4 * HOUR, None, id="seen at the limit"),
        pytest.param(HOUR, 4 * HOUR + MINUTE, "warning, low", id="may have been before the limit"),
        pytest.param(4 * HOUR, 5 * HOUR, "warning, low", id="unchanged at the limit, whose seconds are unknown"),
        pytest.param(4 * HOUR + MINUTE, 5 * HOUR, "error, high", id="unchanged a minute after the limit"),
    ],
)
def test_text_after_the_window(since: timedelta, until: timedelta, expected: str | None) -> None:
    found = audit(from_to(MATTER, CHANGED, since, until)).findings
    assert [certainty(finding) for finding in found] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("icon", "since", "expected"),
    [
        pytest.param("for", HOUR + 2 * MINUTE, ["error, high"], id="after a vote"),
        pytest.param("for", HOUR / 2, ["warning, low"], id="perhaps before the vote"),
        pytest.param("", HOUR + 2 * MINUTE, [], id="after a comment without an icon"),
        pytest.param("lamp", HOUR + 2 * MINUTE, [], id="after an image that is no voting icon"),
    ],
)
def test_text_after_a_comment(icon: str, since: timedelta, expected: list[str]) -> None:
    case = from_to(voted(MATTER, comment(icon)), voted(CHANGED, comment(icon)), since, 2 * HOUR)
    assert [certainty(finding) for finding in audit(case).findings] == expected


def test_what_changed_is_shown() -> None:
    finding = only("BN206", from_to(MATTER, CHANGED, 5 * HOUR, 6 * HOUR))
    assert "between 2024-03-08 17:00 and 2024-03-08 18:00 UTC" in finding.message
    assert [(e.excerpt, e.at) for e in finding.evidence] == [
        ("A Matter Each player gets 3 lamps, and may not sell them.", POSTED + 5 * HOUR),
        ("A Matter Each player gets 4 lamps, and may not sell them.", POSTED + 6 * HOUR),
    ]
    assert finding.rule is not None


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(replace(MATTER, body=BODY.replace(", and", " and").upper()), id="punctuation and case"),
        pytest.param(replace(MATTER, body=BODY.replace(" ", "\n")), id="white space"),
        pytest.param(replace(MATTER, status=Status.ENACTED, closed=NOW), id="a resolution"),
        pytest.param(voted(MATTER, comment("for")), id="a vote"),
    ],
)
def test_what_is_no_change_of_the_text(after: Post) -> None:
    assert audit(from_to(MATTER, after, 5 * HOUR, 6 * HOUR)).findings == ()


def marked(markup: str | None, post: Post = MATTER) -> Post:
    return replace(post, markup=markup)


LINK = "<p>Each <a href='x'>player</a></p>".replace("'", '"')


@pytest.mark.parametrize(
    ("before", "after", "was", "now"),
    [
        pytest.param(LINK, LINK.replace("x", "y"), "https://blog.example/archive/x", "https://blog.example/archive/y", id="address"),
        pytest.param("", LINK, "none", "https://blog.example/archive/x", id="new-link"),
        pytest.param(LINK * 2, LINK + "<hr>" + LINK.replace("x", "//[") + LINK, "none", "//[", id="link-that-is-no-address"),
        pytest.param('<img alt="for">', '<img alt="Imperial">', "FOR", "DEFERENTIAL", id="icon"),
        pytest.param('<img alt="for">', "", "FOR", "none", id="icon-taken-out"),
        pytest.param("<p>a <s>b <b>c &amp;</b></s></p>", "<p>a <s>b</s> c</p>", "b c &", "b", id="strokes"),
        pytest.param("", "<p>a <s>b<br>c</s></p>", "none", "b c", id="new-strokes"),
    ],
)
def test_what_a_reader_sees_beside_the_text(before: str, after: str, was: str, now: str) -> None:
    finding = only("BN206", from_to(marked(before), marked(after), 5 * HOUR, 6 * HOUR))
    assert certainty(finding) == "error, high"
    assert [evidence.excerpt for evidence in finding.evidence] == [was, now]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(LINK.replace("x", "http://a.example/a?b&amp;c"), LINK.replace("x", "https://a.example/a?b&amp;c"), id="address-form"),
        pytest.param(LINK, LINK.replace("p>", "blockquote>"), id="a-block"),
        pytest.param("<p>a <b>b</b></p>", "", id="bold"),
        pytest.param('<img alt="a lamp">', '<img alt="a light">', id="another-image"),
        pytest.param('<p><s>a</s><s><a href="x">b</a></s></p>', '<p><s>a<a href="x">b</a></s></p>', id="how-strokes-are-written"),
        pytest.param('<p><a href="x">a</a><s><a href="x">b</a></s></p>', '<p><a href="x">a<s>b</s></a></p>', id="how-a-link-is-written"),
    ],
)  # fmt: skip
def test_what_a_reader_does_not_see(before: str | None, after: str | None) -> None:
    assert audit(from_to(marked(before), marked(after), 5 * HOUR, 6 * HOUR)).findings == ()


def test_text_decides_where_it_changed_too() -> None:
    case = from_to(MATTER, marked(LINK, CHANGED), 5 * HOUR, 6 * HOUR)
    assert only("BN206", case).fingerprint == only("BN206", from_to(MATTER, CHANGED, 5 * HOUR, 6 * HOUR)).fingerprint
    spelt = replace(MATTER, body=BODY.replace(", and", " and"))
    struck = marked("<p><s>may not sell, them</s></p>"), marked("<p><s>may not sell them</s></p>", spelt)
    assert audit(from_to(*struck, 5 * HOUR, 6 * HOUR)).findings == ()


def test_a_word_that_may_be_spelling_is_uncertain() -> None:
    after = replace(MATTER, body=BODY.replace("sell", "smell"))
    assert certainty(only("BN206", from_to(MATTER, after, 5 * HOUR, 6 * HOUR))) == "warning, low"


# Category (BN207), entry date (BN208), status (BN215)


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        pytest.param(MINUTE, 15 * MINUTE, [], id="seen at the limit"),
        pytest.param(14 * MINUTE, HOUR, ["warning, low"], id="perhaps before the limit"),
        pytest.param(16 * MINUTE, HOUR, ["error, high"], id="after the limit"),
    ],
)
def test_category(since: timedelta, until: timedelta, expected: list[str]) -> None:
    after = replace(MATTER, category=Category.CFJ)
    found = audit(from_to(MATTER, after, since, until)).findings
    assert [(finding.code, certainty(finding)) for finding in found] == [("BN207", each) for each in expected]


@pytest.mark.parametrize(
    "exception",
    [
        "Secondly, where a newcomer's post reads like a Proposal and has been up for less than six hours, an Admin can put it into the"
        " “Proposal” category.",
        "A post less than 6 hours old that the Emperor takes for a Proposal may be moved into the Proposal category.",
    ],
)
@pytest.mark.parametrize(("since", "expected"), [(6 * HOUR - MINUTE, "warning, low"), (6 * HOUR, "error, high")])
def test_what_the_rule_excepts_is_quoted_and_accuses_nobody(exception: str, since: timedelta, expected: str) -> None:
    plain = replace(MATTER, category=Category.NONE)
    clause = rules().voting["post.category_minutes"]
    assert clause is not None
    rule = Rule("4.1", clause.rule, clause.rule, (), 2, "Appendix", (clause.rule,), f"A post may not become official. {exception} The end.")
    given = replace(view(), rules=replace(rules(), rules=(rule,)))

    def judged(before: Post, after: Post) -> Finding:
        (finding,) = run_all(replace(given, pasts=MappingProxyType({MATTER.key: from_to(before, after, since, 10 * HOUR)}))).findings
        return finding

    finding = judged(plain, MATTER)
    assert (finding.code, certainty(finding)) == ("BN207", expected)
    assert any(each.excerpt == exception for each in finding.evidence) is (expected == "warning, low")
    # Neither a change the other way nor one of an official post is excepted.
    assert certainty(judged(MATTER, plain)) == certainty(judged(MATTER, replace(MATTER, category=Category.CFJ))) == "error, high"


def test_entry_date() -> None:
    moved = replace(MATTER, posted=POSTED - MINUTE)
    assert certainty(only("BN208", from_to(MATTER, moved, MINUTE, 2 * MINUTE))) == "error, high"
    assert audit(from_to(MATTER, replace(MATTER, posted=POSTED.replace(second=30)), MINUTE, 2 * MINUTE)).findings == ()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(Status.PENDING, Status.ENACTED, [], id="resolved"),
        pytest.param(Status.ENACTED, Status.FAILED, ["warning"], id="enacted, then failed"),
        pytest.param(Status.FAILED, Status.ENACTED, ["warning"], id="failed, then enacted"),
        pytest.param(Status.FAILED, Status.PENDING, ["warning"], id="opened again"),
        pytest.param(Status.FAILED, Status.VETOED, ["info"], id="failed, then vetoed"),
        pytest.param(Status.ILLEGAL, Status.FAILED, ["info"], id="illegal, then failed"),
    ],
)
def test_status(old: Status, new: Status, expected: list[str]) -> None:
    before = replace(MATTER, status=old, closed=None if old is Status.PENDING else POSTED + DAY)
    found = audit(from_to(before, replace(before, status=new), DAY, 2 * DAY)).findings
    assert [(finding.code, finding.severity.value) for finding in found] == [("BN215", each) for each in expected]


# Comments (BN209, BN210)


@pytest.mark.parametrize(
    ("after", "words"),
    [
        pytest.param(comment("against"), "its icons were FOR, and are AGAINST", id="another icon"),
        pytest.param(replace(comment("for"), icons=()), "its icons were FOR, and are none", id="no icon"),
        pytest.param(comment("for", text="No."), "(FOR)", id="another text"),
        pytest.param(comment("for", author="Cyril"), "(FOR)", id="another author"),
        pytest.param(comment("for", at=POSTED + 2 * HOUR), "(FOR)", id="another time"),
    ],
)
def test_a_comment_changed(after: Comment, words: str) -> None:
    finding = only("BN209", from_to(voted(MATTER, comment("for")), voted(MATTER, after), DAY, 2 * DAY))
    assert words in finding.message
    assert finding.severity.value == "warning"


def test_a_comment_is_gone() -> None:
    before = voted(MATTER, comment(), comment("for", id_="c2"))
    assert "is gone;" in only("BN210", from_to(before, voted(MATTER, comment("for", id_="c2")), DAY, 2 * DAY)).message
    assert "is gone (FOR);" in only("BN210", from_to(before, voted(MATTER, comment()), DAY, 2 * DAY)).message


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(replace(MATTER, comments=None, comment_count=1), id="a list, without comments"),
        pytest.param(replace(MATTER, comments=(), comment_count=1), id="a page that shows too few"),
    ],
)
def test_comments_that_are_not_shown_are_not_gone(after: Post) -> None:
    assert audit(from_to(voted(MATTER, comment("for")), after, DAY, 2 * DAY)).findings == ()


# Posts (BN214), and what cannot be compared


def test_an_official_post_is_gone() -> None:
    finding = only("BN214", past((MATTER, timedelta(), HOUR), gone=POSTED + 2 * HOUR))
    assert "last seen at 2024-03-08 13:00 UTC" in finding.message
    assert audit(past((replace(MATTER, category=Category.NONE), timedelta(), HOUR), gone=POSTED + 2 * HOUR)).findings == ()


def test_another_reader_accuses_nobody() -> None:
    after = replace(
        voted(CHANGED, comment("against")), category=Category.CFJ, posted=POSTED - HOUR, status=Status.FAILED, closed=POSTED + DAY
    )
    before = replace(voted(MATTER, comment("for")), status=Status.ENACTED, closed=POSTED + DAY)
    other = replace(after, url=after.url + "_2", title="Proposal: Another")
    report = audit(
        past((before, timedelta(), DAY), (after, 2 * DAY, 3 * DAY), readers=("1", "2")),
        past((replace(before, url=other.url), timedelta(), DAY), (other, 2 * DAY, 3 * DAY), readers=("1", "2")),
    )
    assert report.findings == ()
    said = {item.name: item.why for item in report.not_evaluated if "read differently" in item.why}
    assert "the text of 2 posts was read differently by another version of this tool" in said["BN206"]
    assert set(said) == {"BN206", "BN207", "BN208", "BN209", "BN215"}
