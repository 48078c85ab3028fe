"""How sure findings are about the values of variables, and about how often actions were taken: as
sure as people have read the rules.
"""

from __future__ import annotations

import pytest

from parsers.model import Confidence
from tests.support.rules import reviews_of_pages
from tests.validators.edits.digging import RULES, Save, findings, game, page
from validators.finding import Finding

HIGH, MEDIUM, LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW
NEGATIVE = Save("6 09:00", "Ana", page(Ana="-3 || Dark || - || 1 May"))
UNLIT = Save("6 09:00", "Ana", page(Ana="3 || Bright Red || - || 1 May"))
STRANGER = Save("6 09:00", "Ana", page(Ana="3 || Dark || Zed || 1 May"))
ONE = Save("6 09:00", "Ana", page(Ana="5 || Dark || - || 1 May"), "Digging")
TWO = Save("6 20:30", "Ana", page(Ana="7 || Dark || - || 1 May"), "Digging")
SAVES = {
    "BN401": (NEGATIVE,),
    "BN402": (UNLIT,),
    "BN403": (Save("6 09:00", "Ana", page(Ana="lots || Dark || - || 1 May")),),
    "BN404": (STRANGER,),
    "BN504": (ONE, TWO),
    "BN505": (NEGATIVE,),
}
NAMES = {"BN402": "Lamp", "BN404": "Mate", "BN504": "Digging"}
LIMITING = {
    "BN401": [
        "The Coal of a Player may be negative.",
        "A Player whose Lamp is Bright may have up to 40 Coal.",
        "Coal can fall below zero at night.",
        "The least Coal is minus five.",
        "Unless it rains, nobody counts Coal.",
        "Debts are also Coal.",
    ],
    "BN402": [
        "Red is also a Lamp.",
        "A Lamp may be Bright Red.",
        "Lamps can have any hue.",
        "Except on Mondays, a Lamp is dull.",
        "There are seven Lamps.",
        "A Lamp that went out is lit again in red.",
    ],
    "BN403": ["Coal may be lots."],
    "BN404": ["A Mate can be a dog."],
    "BN504": [
        "On Wednesdays a Player may be Digging twice.",
        "After rain, Digging is done again.",
        "Digging can be repeated.",
        "Digging is free, except at night.",
        "A Player who sings is also Digging.",
        "Nobody is tired after two rounds of Digging.",
    ],
    "BN505": ["The Coal of a Player may be negative."],
}
CASES = [(code, text) for code, texts in LIMITING.items() for text in texts]


def with_rule(text: str) -> str:
    return RULES.replace("= Appendix", f"== Shovels ==\n{text}\n\n= Appendix")


def found(code: str, text: str, *, rules: str = RULES, **review: object) -> Finding:
    """The finding, where another rule says something; without a ``review`` nobody has read it."""
    assert with_rule(text) != RULES
    said = rules.replace("= Appendix", f"== Shovels ==\n{text}\n\n= Appendix")
    but = [] if review else ["Shovels"]
    reviews = reviews_of_pages(said, but=but, Shovels=review)
    (one,) = findings(
        code, game(*SAVES[code], rules=[Save("1 00:00", "Ana", said)], reviews=reviews)
    )
    return one


@pytest.mark.parametrize(("code", "text"), CASES)
def test_an_unreviewed_sentence_that_may_change_limits_is_evidence(code: str, text: str) -> None:
    one = found(code, text)
    assert (one.confidence, one.evidence[-1].excerpt) == (LOW, text)


@pytest.mark.parametrize(("code", "text"), CASES)
def test_a_reviewed_sentence_takes_no_confidence(code: str, text: str) -> None:
    assert found(code, text, complete=True).confidence is HIGH


@pytest.mark.parametrize("code", LIMITING)
def test_a_review_that_names_what_it_changes_is_evidence(code: str) -> None:
    one = found(code, "It is as it is.", changes=(NAMES.get(code, "Coal").lower(),))
    assert (one.confidence, one.evidence[-1].excerpt) == (LOW, "the review of “Shovels” by Anna")
    assert found(code, "It is as it is.", changes=("Tools",)).confidence is HIGH


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("BN401", "Coal is black."),
        ("BN401", "A Player may sing twice."),
        ("BN402", "The Lamps of the town are old."),
        ("BN504", "Digging is hard."),
        ("BN504", "A Player may rest after two rounds."),
        ("BN505", "Coalfish may be negative."),
    ],
)
def test_any_other_unreviewed_rule_leaves_a_medium_confidence(code: str, text: str) -> None:
    assert found(code, text).confidence is MEDIUM
    assert found(code, text, complete=True).confidence is HIGH


@pytest.mark.parametrize(
    ("code", "rule"), [("BN401", "Coal"), ("BN402", "Lamps"), ("BN504", "Coal"), ("BN505", "Coal")]
)
def test_a_rule_reviewed_as_incomplete_is_evidence(code: str, rule: str) -> None:
    for title, sure in ((rule, LOW), ("Tools", HIGH)):
        reviews = reviews_of_pages(RULES, **{title: {"complete": False}})
        (one,) = findings(code, game(*SAVES[code], reviews=reviews))
        assert one.confidence is sure


def test_a_sentence_that_was_not_read_whole_leaves_a_medium_confidence() -> None:
    musing = RULES.replace("defaulting to 5.", "defaulting to 5, as it always was.")
    assert found("BN401", "Coal is black.", rules=musing, complete=True).confidence is MEDIUM
    idle = RULES.replace("Digging, a Player may", "Digging, a Player who is awake may")
    assert found("BN504", "Coal is black.", rules=idle, complete=True).confidence is MEDIUM


def test_the_rules_of_the_edit_decide() -> None:
    before = with_rule("The Coal of a Player may be negative.")
    rules = [Save("1 00:00", "Ana", before), Save("7 09:00", "Ana", RULES)]
    for reviews, sure in ((reviews_of_pages(RULES), LOW), (reviews_of_pages(before), HIGH)):
        view = game(NEGATIVE, rules=rules, reviews=reviews)
        assert [one.confidence for one in findings("BN505", view)] == [sure]
        assert [one.confidence for one in findings("BN401", view)] == [HIGH]
