"""Variables without a place of tracking (BN410), and those that the page lacks (BN407)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parsers.model import Confidence
from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import Ruleset
from tests.parsers.gamestate.playing import table
from tests.support.rules import reviews_of_pages
from tests.validators.gamestate_runs import run, view
from validators.finding import Finding, NotEvaluated, Severity

HOPE = "Each Player has Hope, which is a non-negative integer that defaults to 3."
COAL = "Each Player has Coal, which is a publicly tracked integer that defaults to 1."
CLAUSE = "A variable for which the Ruleset names no place of tracking is an Orphan Variable."
PAGE = table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Cy | 3")


def rules(
    hope: str = HOPE,
    others: str = "",
    *,
    coal: str = COAL,
    appendix: str = CLAUSE,
    unreviewed: str = "",
    **said: Any,
) -> Ruleset:
    """A Ruleset with a rule on Hope, one on Coal, and ``others``."""
    text = (
        "= Core Rules =\n== Dynasties ==\nA Dynasty is headed by a Player, known as the Emperor.\n"
        f"= Dynastic Rules =\n== Hope ==\n{hope}\n== Coal ==\n{coal}\n== Others ==\n{others}\n"
        f"= Appendix =\n== Orphan Variables ==\n{appendix}\n"
    )
    reviews = reviews_of_pages(text, but=[unreviewed], **said)
    return read_ruleset(text, gamestate=True, reviews=reviews)


def codes(read: Ruleset, page: str = PAGE) -> list[str]:
    """What is found of variables without a place, and what was not evaluated."""
    said = [*run("BN407", view(page, read)), *run("BN410", view(page, read))]
    return [each.code if isinstance(each, Finding) else "unknown" for each in said]


def found(read: Ruleset, page: str = PAGE) -> Finding:
    (finding,) = run("BN410", view(page, read))
    assert isinstance(finding, Finding)
    return finding


def gap(read: Ruleset) -> str:
    (unknown,) = run("BN410", view(PAGE, read))
    assert isinstance(unknown, NotEvaluated)
    assert not unknown.inconclusive
    return unknown.why


def test_a_variable_without_a_place_is_information_with_its_sentence_and_the_clause() -> None:
    finding = found(rules())
    assert finding.message == f"no rule says where Hope is tracked: “{HOPE}”"
    assert (finding.subject.id, finding.severity) == ("player: Hope", Severity.INFO)
    assert (finding.confidence, finding.page) == (Confidence.MEDIUM, "Ruleset")
    assert finding.rule is not None
    assert finding.rule.quote == HOPE
    assert finding.line == 5
    assert finding.evidence[1].excerpt == CLAUSE


@pytest.mark.parametrize(
    "sentence",
    [
        "A Player may spend 1 Hope to gain 2 Coal.",
        "Hope is not tracked.",
        "Hope is untracked.",
        "Hope is never publicly tracked.",
        "A Player with three Hope is happy.",
        "A Player cannot lose Hope.",
        "Each value of an action may vary.",
        "Ropes are a list of things.",
        "Nobody who keeps a secret may vote.",
        "Coal is tracked on the wiki.",
    ],
)
def test_sentences_that_name_no_place(sentence: str) -> None:
    assert codes(rules(others=sentence)) == ["BN410"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Hope is recorded in the sidebar.",
        "Hope is listed on the Page.",
        "Hope is not tracked; the Emperor writes it on the wiki.",
        "The Hopes of all Players are shown in a table.",
        "A Player's Hope equals their Coal.",
        "Nobody's Hope exceeds the sum of all Coal.",
        "Hope: none",
        "The current Hope of all is 7.",
        "Hope can be seen in the Ledger.",
        "Hope lives in the table below the roster.",
        "The Emperor keeps Hope in a notebook.",
    ],
)
def test_sentences_that_name_a_place_or_a_way_to_work_it_out(sentence: str) -> None:
    assert codes(rules(others=sentence)) == []
    assert codes(rules(hope=f"{HOPE} {sentence}")) == []


@pytest.mark.parametrize(
    "sentence",
    ["It is tracked on the wiki.", "This is noted in the sidebar.", "All these are on one page."],
)
def test_the_paragraph_of_a_variable_speaks_of_it(sentence: str) -> None:
    assert codes(rules(hope=f"{HOPE} {sentence}")) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "It is tracked on the wiki.",
        "Whatever a Player owns is written on their own page.",
        "Coal and everything else are tracked on the wiki.",
        "All but Coal are noted in the sidebar.",
        "Every value of a Player is a column of the gamestate document.",
        "The Emperor keeps a spreadsheet of all values.",
        "What a Player has is in the first column of the table.",
        "All the values live with the Emperor.",
        "Each variable is a matter of the Emperor.",
        "Hope is dear.",
        "Hope lives with the Emperor.",
        "Hope may be looked up in the Harbour Log.",
        "Hope is chalked up on the two boards.",
        "Hope can be found with the Emperor.",
        "The Hopes of the Players belong to the Emperor.",
    ],
)
def test_a_sentence_that_may_mean_the_variable_leaves_it_open(sentence: str) -> None:
    assert gap(rules(others=sentence)) == (
        f"unknown whether a rule says where Hope is tracked: “{sentence}” may be about it"
    )


def test_a_sentence_that_may_mean_one_variable_leaves_the_others_certain() -> None:
    rope = "Each Player has Rope, which is a non-negative integer that defaults to 2."
    read = rules(others=f"{rope} Hope is dear.")
    finding, unknown = run("BN410", view(PAGE, read))
    assert isinstance(finding, Finding)
    assert finding.subject.id == "player: Rope"
    assert isinstance(unknown, NotEvaluated)
    assert unknown.partly
    assert "where Hope is tracked" in unknown.why


def test_a_rule_that_nobody_read_may_name_the_place() -> None:
    for read in (rules(unreviewed="Coal"), rules(Coal={"complete": False})):
        assert "“Coal” was not reviewed, or was read incompletely" in gap(read)


def test_a_sentence_of_the_appendix_that_was_not_understood_may_name_the_place() -> None:
    said = gap(rules(appendix=f"{CLAUSE} Hopeful things live in the Emperor's drawer."))
    assert "a sentence of the Ruleset was not understood" in said


def test_without_the_clause_nothing_is_evaluated() -> None:
    assert "no clause that it could rest on (variable.orphan)" in gap(rules(appendix="Be kind."))


def test_rules_without_orphans_leave_nothing_open() -> None:
    assert codes(rules(hope="Hope is dear.", unreviewed="Coal")) == []


def test_without_a_tracking_page_in_the_rules_a_variable_is_an_orphan_all_the_same() -> None:
    finding = found(replace(rules(), tracking_page=None))
    assert finding.message == f"no rule says where Hope is tracked: “{HOPE}”"
    assert (finding.confidence, finding.page) == (Confidence.MEDIUM, "Ruleset")


def test_what_the_page_shows_or_was_not_read_to_its_last_word_is_less_sure() -> None:
    shown = found(rules(), table("Player | Coal | Hope", "Ana | 1 | 2", "Bo Bell | 2 | 3"))
    assert shown.confidence is Confidence.LOW
    assert "is tracked although the page shows it" in shown.message
    assert found(rules(hope=f"{HOPE[:-1]} in a way.")).confidence is Confidence.LOW


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("a publicly tracked integer that defaults to 3", ["BN407"]),
        ("an integer that is tracked on the wiki and defaults to 3", ["BN407"]),
        ("an untracked integer that defaults to 3", ["BN410"]),
        ("an integer that is not tracked and defaults to 3", ["BN410"]),
        ("an integer that defaults to 3", ["BN410"]),
        ("an integer tracked in the sidebar that defaults to 3", []),
        ("a secretly tracked integer that defaults to 3", []),
    ],
)
def test_a_variable_is_never_both_missing_and_an_orphan(kind: str, expected: list[str]) -> None:
    assert codes(rules(hope=f"Each Player has Hope, which is {kind}.")) == expected
