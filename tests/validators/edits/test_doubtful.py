"""Rules that may allow an edit in words that nobody but a reader understands: the edit is reported, and not undone by a program."""

from __future__ import annotations

import pytest

from parsers.model import Confidence
from tests.validators.edits.permitting import EDITS, PAGE, ROSTER, USERS, rule, verdict
from tests.validators.edits.ruleset_edits import edit, view_of
from validators.checks.run import run_all

HIGH, MEDIUM = Confidence.HIGH, Confidence.MEDIUM


@pytest.mark.parametrize(
    ("text", "own", "other", "core"),
    [
        pytest.param("Come carve your oak into the list below, friend.", MEDIUM, HIGH, HIGH, id="other words for adding"),
        pytest.param("Trees in this list get pruned on Sundays.", MEDIUM, HIGH, HIGH, id="the passive voice"),
        pytest.param("Each Gardener may have an oak in this list, which they may prune.", MEDIUM, HIGH, HIGH, id="what is said of it"),
        pytest.param("The text of this rule is open to additions.", MEDIUM, HIGH, HIGH, id="open to it"),
        pytest.param("Each oak in this list is tall, and they cannot prune it.", HIGH, HIGH, HIGH, id="what is not said of it"),
        pytest.param("Gardeners are welcome to embellish any dynastic rule.", MEDIUM, MEDIUM, HIGH, id="of any rule"),
        pytest.param("Feel free to scribble over “Seeds” and its lines.", MEDIUM, MEDIUM, HIGH, id="of a rule by its title"),
        pytest.param("Feel free to scribble. This rule is short.", HIGH, HIGH, HIGH, id="two sentences"),
        pytest.param("Carve your oak into a post, and keep the list.", HIGH, HIGH, HIGH, id="of a post"),
        pytest.param("Gardeners must not carve oaks into the list below.", HIGH, HIGH, HIGH, id="forbidden"),
        pytest.param("Nobody gets to carve oaks into the list below.", HIGH, HIGH, HIGH, id="forbidden to all"),
        pytest.param("Nobody but the Mole carves oaks into the list below.", MEDIUM, HIGH, HIGH, id="forbidden to all but one"),
        pytest.param("The list below is the Mole's to alter.", MEDIUM, HIGH, HIGH, id="somebody's to do"),
        pytest.param("Do as you please with dynastic rules: altering them is fun.", MEDIUM, MEDIUM, HIGH, id="a verb as a noun"),
        pytest.param("Players may suggest to add lines to the list below.", HIGH, HIGH, HIGH, id="to be suggested"),
        pytest.param("Oaks get carved into the list below by Proposal.", HIGH, HIGH, HIGH, id="by a matter"),
        pytest.param("Carve oaks that were named by Proposal into the list below.", MEDIUM, HIGH, HIGH, id="what was named by a matter"),
        pytest.param("Whoever wrote a Proposal gets to carve an oak into the list below.", MEDIUM, HIGH, HIGH, id="after a matter"),
        pytest.param("Only the Head Gardener may add trees to the list below.", HIGH, HIGH, HIGH, id="understood, and of others"),
        pytest.param("Carve your oak into the list below" + ", please" * 500 + ".", MEDIUM, HIGH, HIGH, id="too long to be a clause"),
    ],
)
def test_how_sure_it_is_that_nothing_allows_an_edit(text: str, own: Confidence, other: Confidence, core: Confidence) -> None:
    found = [verdict(rule(text), "P", name) for name in ("own item", "other item gone", "core number")]
    assert found == [own, other, core]


@pytest.mark.parametrize(("text", "quoted"), [("Come carve your oak into the list below.", True), ("Oaks are old.", False)])
def test_the_sentence_is_evidence_and_nothing_is_undone(text: str, quoted: bool) -> None:
    before, (old, new) = PAGE.format(text), EDITS["own item"]
    (finding,) = run_all(view_of(edit(before.replace(old, new), user=USERS["P"]), before=before, roster=ROSTER), select=["BN601"]).findings
    assert (f"a rule says: “{text}”" in [each.excerpt for each in finding.evidence]) is quoted
    assert (finding.fix is None) is quoted
