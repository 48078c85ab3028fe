"""Single changes of real Rulesets, each told as what it is (test data beside the repository; skipped without it)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import pytest

from parsers.history.model import ChangeKind
from parsers.model import Confidence, Revision
from parsers.ruleset import read_ruleset
from tests.support.paths import EDITIONS, real_ruleset
from tests.validators.edits.ruleset_edits import ASCENSION, DAY, HOUR, NOW, ROSTER, enacted
from validators.checks.audit_context import AuditContext
from validators.checks.run import run_all
from validators.edits.model import AccountKind
from validators.view import GameView

pytestmark = pytest.mark.slow


def number_changed(text: str) -> str:
    return re.sub(r"\b(\d+) hours\b", lambda found: f"{int(found[1]) + 1} hours", text, count=1)


def negation_removed(text: str) -> str:
    return re.sub(r"\bmay not\b", "may", text, count=1)


def bullet_added(text: str) -> str:
    return re.sub(r"(?m)^(\* .+)$", r"\1\n* Nobody may whistle after dark.", text, count=1)


def bullet_removed(text: str) -> str:
    return re.sub(r"(?m)^\* .{30,}\n", "", text, count=1)


def rule_moved(text: str) -> str:
    return re.sub(r"(?m)^==([^=\n]+)==$", r"===\1===", text[: text.index("Dynastic")], count=2) + text[text.index("Dynastic") :]


def typo_made(text: str) -> str:
    return text.replace("required", "reqiured", 1)


def reformatted(text: str) -> str:
    return text.replace("\n* ", "\n*", 3).replace("“", '"', 2)


def rule_removed(text: str) -> str:
    return re.sub(r"(?ms)^== ?Quorum.*?(?=^==)|^=== ?Votes ?===.*?(?=^==)", "", text, count=1)


BAD = [number_changed, negation_removed, bullet_added, bullet_removed, rule_removed]


def game(*texts: str) -> GameView:
    known = tuple(
        Revision("Ruleset", 7 + number, 6 + number, NOW - (9 - number) * DAY, "Cyril", "", text) for number, text in enumerate(texts)
    )
    rules = read_ruleset(texts[-1], revid=known[-1].revid)
    return GameView(NOW, rules, ROSTER, (replace(ASCENSION, posted=NOW - 30 * DAY),), None, histories=MappingProxyType({"Ruleset": known}))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("change", BAD, ids=lambda change: change.__name__)
def test_a_change_that_nothing_allows_is_told_and_undone(edition: str, change: Callable[[str], str]) -> None:
    text = real_ruleset(edition)
    wrong = change(text)
    assert wrong != text
    (one,) = run_all(game(text, wrong), select=["BN601"]).findings
    assert (str(one.severity), one.confidence, one.fix is not None) == ("warning", Confidence.HIGH, True)
    (mended,) = run_all(game(text, wrong, text), select=["BN601"]).findings
    assert (str(mended.severity), mended.what) == ("info", "change, mended")


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_everybody_may_do_is_not_told(edition: str) -> None:
    text = real_ruleset(edition)
    spoilt = typo_made(text)
    for before, after in ((text, reformatted(text)), (spoilt, text)):
        assert before != after
        assert run_all(game(before, after), select=["BN601"]).findings == ()
        by = AuditContext(game(before, after)).described["Ruleset"][1].by
        assert by is not None
        assert by.kind is AccountKind.TYPO


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rule_below_another_one_is_moved(edition: str) -> None:
    text = real_ruleset(edition)
    moved = rule_moved(text)
    kinds = {change.kind for change in AuditContext(game(text, moved)).described["Ruleset"][1].changes or ()}
    assert kinds == {ChangeKind.RULE_MOVED}
    assert [str(one.severity) for one in run_all(game(text, moved), select=["BN601"]).findings] == ["warning"]


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
    given = replace(view, posts=(*view.posts, made))
    by = AuditContext(given).described["Ruleset"][1].by
    assert by is not None
    assert (by.kind, by.ref) == (AccountKind.ADDRESS, made.title)
    assert run_all(given, select=["BN601"]).findings == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_page_of_two_megabytes_is_read_or_left(edition: str) -> None:
    text = real_ruleset(edition)
    long = text + "\n".join(f"Line {number} of what nobody needs to know." for number in range(45_000))
    view = game(text, long, text)
    vague = enacted("Make of it what you like, and add as many lines as you wish for.", view.histories["Ruleset"][1].timestamp - HOUR)
    report = run_all(replace(view, posts=(*view.posts, vague)), select=["BN601", "BN602", "BN611"])
    assert [one.what for one in report.findings if one.code == "BN601"] in ([], ["change, mended"])
    assert not any("failed" in item.why for item in report.not_evaluated)
