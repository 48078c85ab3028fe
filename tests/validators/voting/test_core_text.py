"""Would a Proposal change protected text? The text decides, the tag is evidence."""

from __future__ import annotations

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import Rule, Ruleset
from tests.support.cases import cases
from tests.validators.making import proposal, rules
from tests.validators.scene import HOUR
from validators.reason_wording import CoreKind
from validators.voting.core_text import changes_core
from validators.wording import worded


def rule(number: str, title: str, section: str) -> Rule:
    return Rule(number, title, title, (), 2, section, (title,), "Text.")


TREE = (
    rule("1.3", "Votes", "Core Rules"),
    rule("1.4", "Fair Play", "Core Rules"),
    rule("2.1", "Lamps", "Dynastic Rules"),
    rule("2.2", "Time", "Dynastic Rules"),
    rule("3.1", "Dormancy", "Special Case"),
    rule("4.1", "Time", "Appendix"),
)
RULES: Ruleset = rules("2022", fields={"rules": TREE})


@cases("texts")
def test_the_text_decides(body: str, evidence: str | None) -> None:
    found = changes_core(proposal(HOUR, body=body), RULES)
    assert (found.changes, found.sure) == (evidence is not None, evidence is None)
    untagged = (
        "neither its text nor its tags name a protected rule"
        if evidence is None
        else f"it has no tag, but {evidence}"
    )
    assert worded(found.evidence) == untagged
    tagged = changes_core(proposal(HOUR, body=body, tags=("Lamps", "core")), RULES)
    assert (tagged.changes, tagged.sure) == (evidence is not None, evidence is not None)
    assert worded(tagged.evidence) == (
        evidence or "it is tagged [core], but its text names no protected rule"
    )


@pytest.mark.parametrize(
    "tag", ["Core", "SPECIAL CASE", "Building Blocks", "building block", "Appendix"]
)
def test_a_tag_replaces_a_missing_text(tag: str) -> None:
    found = changes_core(proposal(HOUR, body=" ", tags=(tag,)), RULES)
    assert (found.changes, found.sure, worded(found.evidence)) == (
        True,
        False,
        f"it is tagged [{tag}], and its text could not be read",
    )
    untagged = changes_core(proposal(HOUR, body=""), RULES)
    assert (untagged.changes, untagged.sure, worded(untagged.evidence)) == (
        False,
        False,
        "it has no tag, and its text could not be read",
    )


PAGE = """\
= Core Rules =

== Votes ==

A vote may be changed.

= Dynastic Rules =

== Lamps ==

A lamp may burn all night.

= Appendix =

== Glossary ==

A week begins on Monday.
"""
READ = read_ruleset(PAGE)


@pytest.mark.parametrize(
    ("body", "certain"),
    [
        ("Replace “may be changed” with “is final”.", False),
        ("Replace “begins on Monday” with “begins on Sunday”.", False),
        ("Replace “changed” with “final”.", False),
        ("Replace “begins” with “ends”.", False),
        ("Replace “week” with “month”.", False),
        ("Replace “ay” with “aye”.", True),
        ("Replace “may” with “must”.", False),
        ("We had “may” before.", False),
        ("Replace “lamp” with “lantern”.", True),
        ("Replace “all night” with “all day”.", True),
        ("Replace “may be bought” with “is final”.", True),
        (f"Delete “A vote may be changed.”{' And so on.' * 60}", False),
        ("Delete:\nA vote may be changed.\nThat is all.", False),
        ("Delete:\nA lamp burns brightly.\nThat is all.", True),
    ],
)
def test_words_that_a_text_quotes_from_a_protected_rule_may_be_replaced(
    body: str, certain: bool
) -> None:
    found = changes_core(proposal(HOUR, body=body), READ)
    assert (found.changes, found.sure) == (False, certain)
    assert (found.evidence.kind is CoreKind.QUOTED) is not certain
