"""Single changes of real Rulesets, each told as what it is (test data beside the repository;
skipped without it).
"""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from parsers.history.page_change import ChangeKind
from parsers.model import Confidence, Revision
from parsers.ruleset import read_ruleset
from tests.support.paths import EDITIONS, real_ruleset
from tests.support.views import game_view, remade
from tests.validators.edits.ruleset_edits import ASCENSION, DAY, HOUR, NOW, ROSTER, enacted
from validators.checks.audit_context import AuditContext
from validators.checks.run import run_all
from validators.edits.described_edits import AccountKind
from validators.view import GameView

pytestmark = pytest.mark.slow


def rule_moved(text: str) -> str:
    at = text.index("Dynastic")
    return re.sub(r"(?m)^==([^=\n]+)==$", r"===\1===", text[:at], count=2) + text[at:]


BAD: dict[str, tuple[str, str]] = {
    "a number": (r"\b(\d+) hours\b", "99 hours"),
    "a negation removed": (r"\bmay not\b", "may"),
    "a bullet added": (r"(?m)^(\* .+)$", r"\1\n* Nobody may whistle after dark."),
    "a bullet removed": (r"(?m)^\* .{30,}\n", ""),
    "a rule removed": (r"(?ms)^== ?Quorum.*?(?=^==)|^=== ?Votes ?===.*?(?=^==)", ""),
}


def game(*texts: str) -> GameView:
    known = tuple(
        Revision("Ruleset", 7 + number, 6 + number, NOW - (9 - number) * DAY, "Cyril", "", text)
        for number, text in enumerate(texts)
    )
    rules = read_ruleset(texts[-1], revid=known[-1].revid)
    return game_view(
        NOW,
        rules,
        ROSTER,
        (replace(ASCENSION, posted=NOW - 30 * DAY),),
        None,
        histories=MappingProxyType({"Ruleset": known}),
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("change", BAD)
def test_an_unauthorised_change_is_reported_and_undone(edition: str, change: str) -> None:
    text = real_ruleset(edition)
    wrong = re.sub(*BAD[change], text, count=1)
    assert wrong != text
    (one,) = run_all(game(text, wrong), select=["BN601"]).findings
    assert (str(one.severity), one.confidence, one.fix is not None) == (
        "warning",
        Confidence.HIGH,
        True,
    )
    (mended,) = run_all(game(text, wrong, text), select=["BN601"]).findings
    assert (str(mended.severity), mended.what) == ("info", "change, mended")


@pytest.mark.parametrize("edition", EDITIONS)
def test_formatting_and_spelling_edits_are_not_reported(edition: str) -> None:
    text = real_ruleset(edition)
    laid = text.replace("\n* ", "\n*", 3).replace("“", '"', 2)
    for before, after in ((text, laid), (text.replace("required", "reqiured", 1), text)):
        assert before != after
        assert run_all(game(before, after), select=["BN601"]).findings == ()
        by = AuditContext(game(before, after)).described["Ruleset"][1].by
        assert by is not None
        assert by.kind is AccountKind.TYPO


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rule_below_another_one_is_moved(edition: str) -> None:
    text = real_ruleset(edition)
    view = game(text, rule_moved(text))
    assert {change.kind for change in AuditContext(view).described["Ruleset"][1].changes or ()} == {
        ChangeKind.RULE_MOVED
    }
    assert [str(one.severity) for one in run_all(view, select=["BN601"]).findings] == ["warning"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_terms_replaced_by_a_new_emperor(edition: str) -> None:
    text = real_ruleset(edition)
    terms = read_ruleset(text).terms
    assert terms is not None
    new = re.sub(rf"\b{terms.players}\b", "Lamplighters", text)
    new = re.sub(rf"\b{terms.player}\b", "Lamplighter", new)
    view = game(text, new)
    made = replace(
        ASCENSION, posted=view.histories["Ruleset"][1].timestamp - DAY / 4, author="Cyril", url="https://blog.example/archive/new",
        body="Repeal all dynastic rules. Everybody is a Lamplighter from now on.",
    )  # fmt: skip
    given = remade(view, posts=(*view.posts, made))
    by = AuditContext(given).described["Ruleset"][1].by
    assert by is not None
    assert (by.kind, by.ref) == (AccountKind.ADDRESS, made.title)
    assert run_all(given, select=["BN601"]).findings == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_page_of_two_megabytes_is_read_or_left(edition: str) -> None:
    text = real_ruleset(edition)
    long = text + "\n".join(
        f"Line {number} of what nobody needs to know." for number in range(45_000)
    )
    view = game(text, long, text)
    vague = enacted(
        "Make of it what you like, and add as many lines as you wish for.",
        view.histories["Ruleset"][1].timestamp - HOUR,
    )
    report = run_all(remade(view, posts=(*view.posts, vague)), select=["BN601", "BN602", "BN611"])
    assert [one.what for one in report.findings if one.code == "BN601"] in ([], ["change, mended"])
    assert not any("failed" in item.why for item in report.not_evaluated)
