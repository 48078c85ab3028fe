"""BN602: text that an enacted matter adds and the Ruleset does not have."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.changes import AddRule, InsertText, TextChange
from parsers.model import Post, Status
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Terms
from tests.support.paths import EDITIONS, real_ruleset
from tests.validators.checks.test_terms import ruleset
from tests.validators.making import DAY, HOUR, NOW, SEVEN, address, cfj, dov, proposal
from validators.checks.run import run_all
from validators.finding import Confidence, Finding, NotEvaluated, RuleRef, Subject
from validators.view import GameView

SINCE = address(20 * DAY, body="Lamplighter becomes Bargee.", key="address")
TEXT = "Each Bargee may row home once in a while, if nobody sees it."
NEW = f"Add a new dynastic rule called “Rowing”:\n{TEXT}"
MORE = f"Add to the rule “Boats”: {TEXT}"


def enacted(body: str, age: timedelta = 5 * DAY, *, closed: timedelta | None = None, **more: object) -> Post:
    when = NOW - (age - DAY if closed is None else closed)
    return proposal(age, body=body, closed=when, subject=str(more.pop("subject", "Rows")), **more)


def view(text: str, *posts: Post, since: Post | None = SINCE) -> GameView:
    return GameView(
        NOW, read_ruleset(text), SEVEN, posts if since is None else (since, *posts), former_terms=Terms("Lampist", "Lampists", None)
    )


def found(text: str, *posts: Post) -> tuple[Finding, ...]:
    report = run_all(view(text, *posts), select=["BN602"])
    assert report.not_evaluated == ()
    return report.findings


def outcome(text: str, *posts: Post) -> list[tuple[str, bool]]:
    """The confidence of each finding, and whether a fix is offered."""
    return [(str(one.confidence), one.fix is not None) for one in found(text, *posts)]


def change(text: str, post: Post) -> TextChange | None:
    (one,) = found(text, post)
    assert one.fix is None or one.fix.change is None or one.fix.kind == "insert-text"
    return one.fix.change if one.fix is not None else None  # type: ignore[return-value]


def test_a_rule_that_nobody_put_in() -> None:
    post = enacted(NEW, key="rows")
    (one,) = found(ruleset(), post)
    assert one.message == f"“{post.title}” was enacted, and the text it adds as the rule “Rowing” is not in the Ruleset: “{TEXT}”"
    assert (one.subject, one.confidence, one.what) == (Subject("matter", "rows", post.url), Confidence.MEDIUM, "rule Rowing")
    assert one.rule == RuleRef("Dynasties") or one.rule is None
    assert [each.url for each in one.evidence] == [post.url] * 3
    assert one.fix is not None
    assert one.fix.summary == f"add the rule “Rowing” to the Dynastic Rules, as enacted by “{post.title}”"
    assert (one.fix.page, one.fix.change) == ("Ruleset", AddRule("Rowing", TEXT))


def test_a_text_that_nobody_put_in() -> None:
    post = enacted(MORE)
    (one,) = found(ruleset(), post)
    assert "the text it adds to “Boats” is not" in one.message
    assert one.fix is not None
    assert one.fix.summary == f"add the enacted text to “Boats”, as enacted by “{post.title}”"
    assert one.fix.change == InsertText(("Dynastic Rules", "Boats"), TEXT)
    long = found(ruleset(), enacted(MORE + " And so on" * 20))[0]
    assert long.message.endswith("…”")


@pytest.mark.parametrize(
    "there",
    [
        TEXT,
        TEXT.replace("Bargee", "Player"),
        TEXT.replace("Bargee", "Lamplighter"),
        TEXT.replace("Bargee", "Lampist"),
        "Each [[Bargee]] may '''row''' home   once in a while, if nobody sees it.",
        TEXT.replace("nobody", "noboby") + " ",
    ],
)
def test_a_text_that_is_there_in_some_form(there: str) -> None:
    longer = NEW + " And when it does not rain on the Thursday after, nor on the Friday, all of them may row home again."
    assert found(ruleset(dynastic=there), enacted(NEW)) == () or "noboby" in there
    assert found(ruleset(dynastic=there + longer.partition(TEXT)[2]), enacted(longer)) == ()


@pytest.mark.parametrize(
    ("text", "body", "expected"),
    [
        (ruleset(), NEW, [("medium", True)]),
        (ruleset(), MORE, [("medium", True)]),
        # A part of it is there; a rule of that name is there; the rule it goes into is not.
        (ruleset(dynastic="Each Bargee may row home once in a lifetime."), NEW, [("low", False)]),
        (ruleset(), NEW.replace("Rowing", "Boats"), [("low", False)]),
        (ruleset(), MORE.replace("Boats", "Ships"), [("low", False)]),
        (ruleset(), "If nobody minds, a" + NEW[1:], [("low", False)]),
        # Sure, and the place is not for a tool.
        (ruleset(), NEW.replace("rule", "subrule"), [("medium", False)]),
        (ruleset(), f"In the rule “Boats”, after “all of it” add “{TEXT}”", [("medium", False)]),
        (ruleset().replace("== Votes ==", "== Boats =="), MORE, [("medium", False)]),
        # Nothing to be said of it.
        (ruleset(), "Add to the rule “Boats”: Yes, and no.", []),
        (ruleset(), "Add to the rule “Boats”: Yes.\nBut only on the river.", [("medium", True)]),
        (ruleset(), NEW + " An Admin may delete this rule in June.", []),
        (ruleset(), "Give Hobb a boat, and all the others one too: they need them.", []),
    ],
    ids=[
        "new rule",
        "text for a rule",
        "partly there",
        "rule with other text",
        "no such rule",
        "conditional",
        "subrule",
        "not at the end",
        "two rules of that title",
        "too short",
        "only the second paragraph is long enough",
        "ends itself",
        "no addition",
    ],
)
def test_how_sure_it_is(text: str, body: str, expected: list[tuple[str, bool]]) -> None:
    assert outcome(text, enacted(body)) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Repeal the rule “Rowing”.", []),
        ("In the rule on Rowing, let it be twice.", []),
        ("Amend the Rowing rule.", []),
        ("Change “once in a while, if nobody sees” to “never”.", []),
        ("Repeal all dynastic rules.", []),
        ("Rowing is fun.", [("low", False)]),
        ("Browing and rowing are not.", [("medium", True)]),
    ],
    ids=[
        "names the rule in quotes",
        "names the rule with its noun",
        "noun behind the name",
        "repeats its words",
        "repeals every rule",
        "has the title as a word",
        "has neither",
    ],
)
def test_later_matters_that_speak_of_it(body: str, expected: list[tuple[str, bool]]) -> None:
    later = enacted(body, 3 * DAY, key="later", subject="Other")
    assert outcome(ruleset(), enacted(NEW), later) == expected
    assert outcome(ruleset(), enacted(NEW), replace(later, status=Status.FAILED)) == [("medium", True)]
    earlier = enacted(body, 12 * DAY, key="earlier", subject="Other")
    assert outcome(ruleset(), enacted(NEW), earlier) == [("medium", True)]


def test_what_is_said_later_is_held_against_each_text() -> None:
    two = enacted(f"{NEW}\nAdd a new dynastic rule called “Sailing”:\nA Bargee may sail wherever there is wind for it.")
    later = enacted("Let nobody stop them.", 3 * DAY, key="later", subject="Other")
    assert [one.what for one in found(ruleset(), two, later)] == ["rule Rowing", "rule Sailing"]


@pytest.mark.parametrize(
    ("post", "there"),
    [
        (enacted(NEW, closed=HOUR), True),
        (enacted(NEW, closed=HOUR - timedelta(seconds=1)), False),
        (enacted(NEW, 30 * DAY, closed=20 * DAY), True),
        (enacted(NEW, 30 * DAY, closed=20 * DAY + timedelta(minutes=1)), False),
        (cfj(5 * DAY, body=NEW, closed=NOW - 2 * DAY), True),
        (dov(5 * DAY, body=NEW, closed=NOW - 2 * DAY), False),
        (proposal(5 * DAY, body=NEW), False),
        (proposal(5 * DAY, body=NEW, status=Status.ENACTED), False),
        (proposal(5 * DAY, body=NEW, status=Status.FAILED, closed=NOW - 2 * DAY), False),
    ],
    ids=[
        "an hour ago",
        "less than an hour ago",
        "at the Ascension Address",
        "before the Ascension Address",
        "CfJ",
        "DoV",
        "pending",
        "without a time of resolution",
        "failed",
    ],
)
def test_which_matters_are_looked_at(post: Post, there: bool) -> None:
    assert bool(found(ruleset(), post)) is there


def test_a_dynasty_without_terms_is_compared_as_it_is() -> None:
    assert outcome("= Core Rules =\n= Dynastic Rules =\n= Appendix =\n", enacted(NEW)) == [("medium", True)]


def test_without_an_address_nobody_knows_the_dynasty() -> None:
    report = run_all(view(ruleset(), enacted(NEW), since=None), select=["BN602"])
    why = "no Ascension Address was read, so it is unknown which matters were enacted in this dynasty"
    assert (report.findings, report.not_evaluated) == ((), (NotEvaluated("BN602", why),))


def test_what_is_offered() -> None:
    assert change(ruleset(), enacted(NEW)) == AddRule("Rowing", TEXT)
    assert change(ruleset(), enacted(NEW.replace("rule", "subrule"))) is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_false_of_what_stands_in_given_editions(edition: str) -> None:
    """Each rule, as a matter that adds it would show it on the blog."""
    text = real_ruleset(edition)
    bodies = {rule.title: rule.text for rule in read_ruleset(text).rules}
    posts = [
        enacted(f"Add a new dynastic rule called “{title}”:\n{body}", 5 * DAY + number * HOUR, closed=DAY, key=f"post{number}")
        for number, (title, body) in enumerate(bodies.items())
        if body
    ]
    assert len(posts) > 40
    assert [(one.what, one.message) for one in found(text, *posts)] == []
