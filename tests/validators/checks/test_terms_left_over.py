"""BN603: words of an earlier dynasty that still stand in the Ruleset."""

from __future__ import annotations

import pytest

from parsers.changes import ReplaceTerm
from parsers.model import Confidence, Post
from parsers.ruleset import read_ruleset
from parsers.ruleset.ascension_address import FormerTerm
from parsers.ruleset.ruleset_model import Terms
from tests.support.views import game_view
from tests.validators.making import address
from tests.validators.scene import DAY, NOW, SEVEN
from validators.checks.run import run_all
from validators.finding import Finding, NotEvaluated, RuleRef, Subject
from validators.view import GameView

FORMER = Terms("Lamplighter", "Lamplighters", "Harbour Master")
SAID = "Lamplighter becomes Bargee. Harbour Master becomes Lock Warden."


def ruleset(core: str = "", dynastic: str = "", appendix: str = "", heading: str = "Votes") -> str:
    return f"""= Core Rules =

== Dynasties ==

All Bargees shall obey it. A Dynasty is headed by a single Bargee, known as the Lock Warden.

== {heading} ==

{core}

= Dynastic Rules =

== Boats ==

{dynastic}

= Appendix =

== Synonyms ==

* Bargee (Player)
* Lock Warden (Emperor)
{appendix}
"""


def view(text: str, *posts: Post, former: Terms | None = None) -> GameView:
    return game_view(NOW, read_ruleset(text), SEVEN, posts, former_terms=former)


def found(text: str, *posts: Post, former: Terms | None = None) -> tuple[Finding, ...]:
    report = run_all(view(text, *posts, former=former), select=["BN603"])
    assert report.not_evaluated == ()
    return report.findings


OURS = address(9 * DAY, body=SAID)


def test_it_is_found_counted_and_can_be_replaced() -> None:
    (one,) = found(
        ruleset("A Lamplighter votes, Lamplighters do, and an idle Lamplighter's icon."), OURS
    )
    assert (
        one.message
        == "“Votes” uses an earlier dynasty's “A Lamplighter” (3 times); today it is “A Bargee”"
    )
    assert (one.subject, one.confidence, one.rule) == (
        Subject("rule", "Votes"),
        Confidence.HIGH,
        RuleRef("Synonyms"),
    )
    assert [each.line for each in one.evidence] == [9, 9, 9, None]
    assert one.evidence[-1].url == OURS.url
    assert one.fix is not None
    assert (one.fix.kind, one.fix.page) == ("replace-term", "Ruleset")
    assert (
        one.fix.summary == "replace “A Lamplighter” with “A Bargee” in “Votes”, and its other forms"
    )
    term = FormerTerm("Lamplighter", "Lamplighters", "Bargee", "Bargees")
    assert one.fix.change == ReplaceTerm(
        ("Core Rules", "Votes"), term, Terms("Bargee", "Bargees", "Lock Warden")
    )


def test_rules_and_terms_are_separate_findings() -> None:
    text = ruleset(
        "Lamplighters and the Harbour Master.", appendix="Lamplighters", heading="Lamplighters"
    )
    assert [(one.subject.id, one.what) for one in found(text, OURS)] == [
        ("Lamplighters", "Core Rules / Lamplighters / Lamplighter"),
        ("Lamplighters", "Core Rules / Lamplighters / Harbour Master"),
        ("Synonyms", "Appendix / Synonyms / Lamplighter"),
    ]
    (one,) = found("A Lamplighter rests.\n" + ruleset(), OURS)
    assert (one.subject.id, one.confidence) == ("Ruleset", Confidence.LOW)


CORE = "A Lamplighter votes."


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        (ruleset(CORE), "high"), (ruleset(appendix=CORE), "high"), (ruleset("A Lamplighter is a lamplighter."), "low"),
        (ruleset(dynastic=CORE), "low"),
    ],
)  # fmt: skip
def test_confidence_of_the_finding(text: str, sure: str) -> None:
    assert [one.confidence.value for one in found(text, OURS)] == [sure]


def test_it_is_known_from_an_earlier_ruleset_too() -> None:
    text = ruleset("A Lamplighter votes.")
    (one,) = found(text, former=FORMER)
    assert one.evidence[-1].url is None
    assert (
        found(text, address(9 * DAY, body="Nothing."), former=FORMER)[0].fingerprint
        == one.fingerprint
    )
    assert found(text, OURS, former=FORMER)[0].fingerprint == one.fingerprint
    assert found(text, former=Terms("Bargee", "Bargees", "Lock Warden")) == ()


@pytest.mark.parametrize(
    ("text", "posts", "why"),
    [
        (
            "= Core Rules =\n= Dynastic Rules =\n= Appendix =\n",
            (OURS,),
            "it is unknown what this dynasty calls its Players",
        ),
        (ruleset(), (), "no Ascension Address was read, and no earlier Ruleset is available"),
        (
            ruleset(),
            (address(DAY, body="Hello."),),
            (
                "no replacement of a word in the latest Ascension Address was understood, and no"
                " earlier"
                " Ruleset is available"
            ),
        ),
    ],
    ids=["no terms", "no Address", "Address replaces nothing"],
)
def test_leftover_terms_that_cannot_be_evaluated(
    text: str, posts: tuple[Post, ...], why: str
) -> None:
    report = run_all(view(text, *posts), select=["BN603"])
    assert (report.findings, report.not_evaluated) == ((), (NotEvaluated("BN603", why),))
