"""What rules let somebody change of the Ruleset, and nothing more: each rule is crossed with every edit by every kind of editor."""

from __future__ import annotations

from itertools import product

import pytest

from parsers.model import Confidence
from tests.validators.edits.permitting import EDITS, PAGE, ROSTER, RULES, USERS, LawfulEdits, account_of, made_by, wrong
from tests.validators.edits.ruleset_edits import edit, view_of
from validators.checks.facts import Facts
from validators.checks.run import run_all
from validators.edits.model import Account, AccountKind

FEW = ("own sentence", "other number", "rule gone", "new rule")
SOME = (("Z", "own item"), ("I", "own sentence"))


@pytest.mark.parametrize("one", RULES[::3], ids=lambda one: one.text[:60])
def test_what_a_rule_allows_and_what_not(one: LawfulEdits) -> None:
    assert wrong(one, [*one.lawful, *SOME] if one.lawful else product("P", FEW)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_every_rule_with_every_edit(part: int) -> None:
    # All users of an edit in turn: the Ruleset that it makes is read once.
    keys = [(user, name) for name in EDITS for user in USERS]
    assert [(one.text, found) for one in RULES[part::6] if (found := wrong(one, keys))] == []


def test_so_long_a_text_is_not_compared() -> None:
    before = PAGE.format("Any Gardener may add words to this rule.")
    for count, allowed in ((1_400, True), (1_600, False)):
        made = edit(
            before.replace("be torn", f"be {'very ' * count}torn").replace("A page has", f"A page {'so ' * 1_400}has"), user="Cyril"
        )
        by = Facts(view_of(made, before=before, roster=ROSTER)).described["Ruleset"][-1].by
        assert (by is not None) is allowed


def test_the_account_has_the_sentence() -> None:
    by = account_of("Oaks are old. Any Gardener may add a sentence to this rule.", "P", "own sentence")
    why = "the rule says: “Any Gardener may add a sentence to this rule.”"
    assert by == Account(AccountKind.RULE, "Ledger", Confidence.MEDIUM, why)
    by = account_of("This rule may be amended once a week.", "P", "own sentence")
    assert isinstance(by, Account)
    assert by.confidence is Confidence.LOW


@pytest.mark.parametrize(
    ("user", "seen", "sure"),
    [
        ("Ivo", True, Confidence.HIGH),
        ("Ivo", False, Confidence.LOW),
        ("Zoe", True, Confidence.HIGH),
        ("Zo-e", True, Confidence.HIGH),
        ("C.yril", True, Confidence.LOW),
        (None, True, Confidence.LOW),
    ],
    ids=["idle", "idle, nobody knows since when", "an outsider", "another", "a player by another name, perhaps", "a hidden name"],
)
def test_whoever_may_have_been_a_player_is_not_surely_accused(user: str | None, seen: bool, sure: Confidence) -> None:
    before = PAGE.format("Any Gardener may add a sentence to this rule.")
    view = made_by(user, before, before.replace(*EDITS["own sentence"]), seen=seen)
    (made,) = run_all(view, select=["BN601"]).findings
    assert (made.confidence, made.fix is not None) == (sure, sure is Confidence.HIGH)
    # What the rule does not allow nobody may do.
    view = made_by(user, before, before.replace(*EDITS["other sentence"]), seen=seen)
    assert [each.confidence for each in run_all(view, select=["BN601"]).findings] == [Confidence.HIGH]


@pytest.mark.parametrize(
    ("user", "seen", "sure"),
    [("Anna", True, None), ("Anna", False, None), ("Boris", True, Confidence.HIGH), ("Boris", False, Confidence.LOW)],
    ids=["an Admin", "one of now", "no Admin", "nobody knows of that time"],
)
def test_whoever_may_have_been_an_admin_is_not_surely_accused(user: str, seen: bool, sure: Confidence | None) -> None:
    before = PAGE.format("An Admin may add a sentence to this rule.")
    made = run_all(made_by(user, before, before.replace(*EDITS["own sentence"]), seen=seen), select=["BN601"]).findings
    assert [each.confidence for each in made] == ([] if sure is None else [sure])
