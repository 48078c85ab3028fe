"""BN601 and BN611: changes of the Ruleset that nothing allows, and sections that a matter changed without their tag."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from parsers.changes import UndoRevision, changed_text
from parsers.model import Post, Revision, Status
from tests.validators.edits.ruleset_edits import ASCENSION, DAY, HOUR, MINUTE, NOW, RULES, changed, edit, enacted, view_of
from validators.checks.run import AuditReport, run_all
from validators.finding import Confidence, Finding, Subject
from validators.view import Coverage, GameView

CLOSED = NOW - 5 * DAY
MORE = 'In the rule "Lamps", replace "up to four Lamps" with "up to six Lamps".'
DONE = changed(("up to four", "up to six"))
STOLEN = changed(("has 5 Oil", "has 50 Oil"))


def report(view: GameView, code: str = "BN601") -> AuditReport:
    return run_all(view, select=[code])


def found(*made: Post | Revision, before: str = RULES) -> list[tuple[str, str, str]]:
    """The revision, the severity and the confidence of each finding; nothing may be left open."""
    made_report = report(view_of(*made, before=before))
    assert made_report.not_evaluated == ()
    return [(one.subject.id, str(one.severity), str(one.confidence)) for one in made_report.findings]


def one_of(*made: Post | Revision) -> Finding:
    (one,) = report(view_of(*made)).findings
    return one


def left_open(*made: Post | Revision, coverage: Coverage = Coverage()) -> str:  # noqa: B008 - immutable
    """Why an edit is not evaluated; nothing may be found."""
    made_report = report(replace(view_of(*made), coverage=coverage))
    assert made_report.findings == ()
    (item,) = made_report.not_evaluated
    assert not item.inconclusive
    return item.why


WARNED = [("101", "warning", "high")]


def test_a_change_that_nothing_allows() -> None:
    one = one_of(edit(STOLEN, user="Cyril", comment="so it is"))
    assert one.message == (
        "revision 101 by Cyril changed “Oil”, and nothing that is known allows it: "
        "“Each Player has 5 Oil.” became “Each Player has 50 Oil.”"
    )
    assert (one.subject, one.what, one.confidence) == (Subject("revision", "101"), "change", Confidence.HIGH)
    assert [each.excerpt for each in one.evidence] == [
        "revision 101 by Cyril: so it is",
        "- Each Player has 5 Oil.",
        "+ Each Player has 50 Oil.",
    ]
    assert one.evidence[0].page == "Ruleset"
    assert one.fix is not None
    assert (one.fix.kind, one.fix.summary) == ("undo-revision", "undo revision 101 of Cyril, which nothing that is known allows")
    assert isinstance(one.fix.change, UndoRevision)
    assert changed_text(STOLEN, one.fix.change) == RULES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(STOLEN, WARNED, id="a number"),
        pytest.param(changed(("may not sell", "may sell")), WARNED, id="a negation removed"),
        pytest.param(changed(("* A dark", "* A red Lamp is red.\n* A dark")), WARNED, id="a bullet added"),
        pytest.param(changed(("* A dark Lamp is not.\n", "")), WARNED, id="a bullet removed"),
        pytest.param(changed(("== Boats", "== Ships")), WARNED, id="a rule renamed"),
        pytest.param(changed(("== Boats", "=== Boats")), WARNED, id="a rule moved below another"),
        pytest.param(changed(("Oil burns.", "<s>Oil burns.</s>")), WARNED, id="a sentence struck out"),
        pytest.param(changed(("== Oil", "== Gold ==\nGold shines.\n== Oil")), WARNED, id="a rule added"),
        pytest.param(changed(("Oil burns.", "Oil  '''burns'''.")), [], id="markup"),
        pytest.param(changed(("defaults to 3.", "defaults to .3.")), WARNED, id="punctuation at a number"),
        pytest.param(changed(("A Boat has room for two", "A boat has room, for two")), [], id="case and punctuation"),
        pytest.param("All of this is the Ruleset of a game.\n" + RULES, WARNED, id="a sentence above the first rule"),
        pytest.param(RULES, [], id="nothing"),
    ],
)
def test_edits_without_a_matter(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert found(edit(text, user="Cyril")) == expected


def test_an_obvious_mistake_in_spelling_may_be_corrected() -> None:
    spoilt = changed(("A Boat has room for two.", "A Boat has romo for two. There is room."))
    assert found(edit(spoilt.replace("romo", "room")), before=spoilt) == []


@pytest.mark.parametrize(
    ("user", "at", "expected"),
    [
        pytest.param("Anna", CLOSED + MINUTE, [], id="an Admin, after its enactment"),
        pytest.param("Anna", CLOSED - HOUR, [], id="before its resolution"),
        pytest.param("Cyril", CLOSED + MINUTE, [("101", "info", "low")], id="somebody who is no Admin"),
        pytest.param(None, CLOSED + MINUTE, [], id="a hidden name"),
        pytest.param("Anna", CLOSED - DAY - MINUTE, WARNED, id="more than a day before"),
    ],
)
def test_a_matter_that_instructs_it(user: str | None, at: datetime, expected: list[tuple[str, str, str]]) -> None:
    assert found(enacted(MORE), edit(DONE, at, user)) == expected


def test_who_is_no_admin_is_said() -> None:
    assert one_of(enacted(MORE), edit(DONE, user="Cyril")).message == (
        "revision 101 by Cyril does what “Proposal: More Lamps” instructs, and Cyril is no Admin"
    )


@pytest.mark.parametrize(
    ("status", "said"),
    [
        pytest.param(Status.FAILED, "; “Proposal: More Lamps”, which instructs it, is failed", id="failed"),
        pytest.param(Status.PENDING, "; “Proposal: More Lamps”, which instructs it, is pending", id="pending"),
    ],
)
def test_a_matter_that_was_not_enacted_is_named(status: Status, said: str) -> None:
    matter = enacted(MORE, status=status)
    if status is Status.PENDING:
        matter = replace(matter, closed=None, note=None)
    assert one_of(matter, edit(DONE)).message.endswith(said)
    assert "instructs it" not in one_of(matter, edit(STOLEN)).message


def test_what_differs_from_a_matter_is_no_change_without_authority() -> None:
    assert found(enacted(MORE), edit(changed(("up to four", "up to seven")))) == []
    other = enacted('In the rule "Oil", replace "has 5 Oil" with "has 50 Oil".', CLOSED + MINUTE, subject="Less")
    assert found(enacted(MORE), other, edit(changed(("up to four", "up to six"), ("has 5 Oil", "has 50 Oil")), CLOSED + HOUR)) == []
    assert found(enacted(MORE), edit(changed(("up to four", "up to six"), ("has 5 Oil", "has 50 Oil")))) == WARNED
    assert one_of(enacted(MORE), edit(changed(("up to four", "up to six"), ("has 5 Oil", "has 50 Oil")))).fix is None


def test_a_matter_that_is_named_and_does_something_else() -> None:
    one = one_of(enacted(MORE), edit(STOLEN, comment="Enacted More Lamps"))
    assert (one.confidence, one.fix) == (Confidence.MEDIUM, None)


# What became of it


def test_an_edit_that_was_undone_is_information() -> None:
    one = one_of(edit(STOLEN, user="Cyril"), edit(RULES, CLOSED + HOUR, "Boris", "undo"))
    assert (one.subject.id, str(one.severity), one.what, one.fix) == ("101", "info", "change, mended", None)
    assert one.message.endswith("; revision 102 by Boris put that right")


def test_an_edit_that_was_undone_later_among_others() -> None:
    later = enacted(MORE, CLOSED + HOUR)
    both = changed(("up to four", "up to six"), ("has 5 Oil", "has 50 Oil"))
    edits = edit(STOLEN), edit(both, CLOSED + HOUR), edit(DONE, CLOSED + 2 * HOUR, None)
    assert found(later, *edits) == [("101", "info", "high")]
    assert one_of(later, *edits).message.endswith("; revision 103 by an editor whose name is hidden put that right")


def test_an_edit_over_which_a_later_matter_wrote() -> None:
    later = enacted('In the rule "Oil", replace "has 50 Oil" with "has 6 Oil".', CLOSED + 2 * DAY)
    one = one_of(later, edit(STOLEN), edit(changed(("has 5 Oil", "has 6 Oil")), CLOSED + 2 * DAY))
    assert (str(one.severity), one.what) == ("info", "change, overwritten")
    assert one.message.endswith("; revision 102 by Anna wrote other text over it")


def test_an_edit_that_was_undone_and_made_again() -> None:
    edits = edit(STOLEN, user="Cyril"), edit(RULES, CLOSED + HOUR), edit(STOLEN, CLOSED + 2 * HOUR, "Cyril")
    assert [one for one, _, _ in found(*edits)] == ["101"]
    assert found(*edits)[0][1] == "warning"


def test_undoing_what_was_enacted() -> None:
    made = enacted(MORE), edit(DONE), edit(RULES, CLOSED + DAY + HOUR, "Cyril", "reverted")
    one = one_of(*made)
    assert (one.subject.id, one.confidence, one.fix) == ("102", Confidence.MEDIUM, None)
    assert one.message == "revision 102 by Cyril undoes revision 101, which was made by right"
    assert found(made[0], made[1], edit(RULES, CLOSED + DAY + HOUR, "Anna", "too early, undone")) == []


def test_a_page_put_back_where_something_moved() -> None:
    moved = changed(("== Boats ==\nA Boat has room for two.\n", ""), ("== Lamps", "== Boats ==\nA Boat has room for two.\n== Lamps"))
    assert found(edit(moved, user="Cyril")) == []


def test_a_sentence_moved_to_another_rule() -> None:
    moved = changed((" Oil burns.", ""), ("room for two.", "room for two. Oil burns."))
    assert found(edit(moved)) == WARNED
    assert [one.what for one in report(view_of(edit(moved), edit(RULES, CLOSED + HOUR))).findings] == ["change, mended"]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param(
            'Add a new rule, "Wicks", with the text: "A Lamp has a wick."',
            RULES.replace("= Appendix", "== Taxes ==\nEverybody pays ten coins to Cyril.\n= Appendix"),
            id="another rule where one is added",
        ),
        pytest.param(
            'In the rule "Oil", remove "Oil burns."', changed(("Oil burns.", "Oil is Cyril's.")), id="another text of what is removed"
        ),
    ],
)
def test_something_else_in_the_place_of_what_is_instructed(body: str, text: str) -> None:
    assert found(enacted(body), edit(text, user="Cyril")) == WARNED


def test_without_a_name_there_is_a_summary_to_tell_by() -> None:
    made = enacted(MORE), enacted('In the rule "Oil", remove "Oil burns."', CLOSED, subject="Smoke")
    assert found(*made, edit(DONE, comment="Enacted “More Lamps”")) == []


# What is not known


def test_without_a_history_or_with_one_revision_nothing_is_said_in_silence() -> None:
    assert "no consecutive revisions" in left_open()
    assert report(view_of(), "BN611").not_evaluated[0].why == report(view_of()).not_evaluated[0].why
    (none,) = report(replace(view_of(), histories={})).not_evaluated
    assert none.why == "needs earlier revisions of the wiki pages, and none are available"


def test_a_hidden_revision_before_it_may_have_made_the_change() -> None:
    hidden = edit(None, CLOSED)
    assert left_open(hidden, edit(STOLEN)) == "the texts of revisions just before are hidden or not available: revision 102"
    assert found(hidden, edit(RULES)) == []


def test_a_revision_that_is_missing() -> None:
    view = view_of(edit(RULES, CLOSED), edit(STOLEN))
    known = view.histories["Ruleset"]
    given = replace(view, histories={"Ruleset": (known[0], known[2])})
    assert report(given).not_evaluated[0].why.endswith("not available: revision 102")


def test_a_matter_that_takes_a_person_may_be_it() -> None:
    matter = enacted('Change the rule "Oil" so that there is more of it.')
    assert (
        left_open(matter, edit(STOLEN))
        == "a part of what “Proposal: More Lamps” instructs takes a person, and may be what was done: revision 101"
    )
    assert found(matter, edit(changed(("room for two", "room for ten")))) == WARNED


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("Change the numbers, wherever it makes sense, throughout the ruleset.", id="everywhere"),
        pytest.param('Rename the rule "Nowhere" to "Oil".', id="a new title"),
        pytest.param("Amend what a Player may have, as the Emperor thinks fit.", id="its words"),
        pytest.param("Sing. " * 400, id="a text that was not read whole"),
    ],
)
def test_matters_whose_instructions_may_mean_any_rule(body: str) -> None:
    assert "takes a person" in left_open(enacted(body), edit(STOLEN))


def test_texts_that_cannot_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validators.edits.sentences.MOST_WORK", 0)
    other = changed(("A Boat has room for two", "A Boat has room for thirty-three"))
    assert left_open(edit(other)) == "the texts are too long and too different to be compared: revision 101"


def test_a_matter_whose_outcome_cannot_be_compared_accounts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validators.edits.sentences.MOST_WORK", 1)
    matter = enacted('In the rule "Oil", replace "5 Oil. Oil burns." with "44 Oil. Oil smells. It does."')
    assert found(matter, edit(changed(("A Boat has room for two", "A Boat has room for thirty-four")))) == WARNED


def test_posts_that_were_not_seen() -> None:
    assert "older posts were not seen" in left_open(edit(STOLEN), coverage=Coverage(since=CLOSED - 9 * DAY))
    assert report(replace(view_of(edit(STOLEN)), coverage=Coverage(since=CLOSED - 10 * DAY))).findings
    assert "last seen before" in left_open(edit(STOLEN, CLOSED), coverage=Coverage(seen_at=CLOSED + HOUR - MINUTE))
    assert report(replace(view_of(edit(STOLEN, CLOSED)), coverage=Coverage(seen_at=CLOSED + HOUR))).findings


def test_an_edit_of_this_hour_is_left_alone() -> None:
    assert found(edit(STOLEN, NOW - HOUR + MINUTE)) == []
    assert found(edit(STOLEN, NOW - HOUR)) == WARNED


# Other accounts


@pytest.mark.parametrize(
    ("user", "at", "text", "expected"),
    [
        pytest.param("Emperor", -DAY, changed(("== Oil ==\nEach Player has 5 Oil. Oil burns.\n", "")), [], id="its author repeals a rule"),
        pytest.param("Emperor", -DAY, STOLEN, [("101", "warning", "low")], id="its author changes a number"),
        pytest.param("Cyril", -DAY, STOLEN, [("101", "warning", "low")], id="somebody else, within a day"),
        pytest.param("Cyril", -2 * DAY, STOLEN, WARNED, id="somebody else, later"),
    ],
)
def test_an_address(user: str, at: timedelta, text: str, expected: list[tuple[str, str, str]]) -> None:
    posted = CLOSED + at + HOUR if at == -DAY else CLOSED + at
    view = view_of(edit(text, CLOSED, user))
    given = replace(view, posts=(*view.posts, replace(ASCENSION, posted=posted, url="https://blog.example/archive/next")))
    assert [(one.subject.id, str(one.severity), str(one.confidence)) for one in report(given).findings] == expected


ALLOWS = RULES.replace("Oil burns.", "Oil burns. Any Player may add a sentence to this rule.")
REPEALS = RULES.replace("Oil burns.", "Oil burns. The Emperor must repeal each dynastic rule that is older than a month.")


@pytest.mark.parametrize(
    ("before", "old", "new", "expected"),
    [
        pytest.param(ALLOWS, "Oil burns.", "Oil burns. It smells.", [], id="its own text"),
        pytest.param(ALLOWS, "Boat has room for two", "Boat has room for ten", WARNED, id="the text of another rule"),
        pytest.param(REPEALS, "== Boats ==\nA Boat has room for two.\n", "", [], id="a rule that the Emperor repeals"),
        pytest.param(REPEALS, "Boat has room for two", "Boat has room for ten", WARNED, id="a rule that it does not let change"),
        pytest.param(
            RULES.replace("Oil burns.", "Oil burns. An Ascension Address may list rules that shall have another status."),
            "for two",
            "for ten",
            WARNED,
            id="a rule, where one tells what an Address may do",
        ),
        pytest.param(
            RULES.replace("Oil burns.", "Oil burns. The text of this rule may not be changed."), "5 Oil", "9 Oil", WARNED, id="none"
        ),
        pytest.param(
            RULES.replace("Oil burns.", "Oil burns. Proposals may contain instructions to amend this rule."),
            "5 Oil",
            "9 Oil",
            WARNED,
            id="what a Proposal may instruct",
        ),
        pytest.param(
            RULES.replace("Oil burns.", "Oil burns. A Player may change their Motto to any text of twenty letters."),
            "5 Oil",
            "9 Oil",
            WARNED,
            id="its own text, where it lets a value be any text",
        ),
        pytest.param(
            RULES.replace("Oil burns.", "Oil burns. A Player may add a line to the table below."), "5 Oil", "9 Oil", WARNED, id="no table"
        ),
        pytest.param(REPEALS, "has one vote", "has two votes", WARNED, id="a core rule"),
        pytest.param(
            RULES.replace("Oil burns.", "Oil burns. A Player may edit the rule Boats."), "for two", "for ten", [], id="a rule that it names"
        ),
        pytest.param(RULES.replace("== Oil", "== Empty ==\n== Oil"), "== Empty ==\n", "", [], id="an empty rule deleted"),
        pytest.param(RULES.replace("== Votes", "== Empty ==\n== Votes"), "== Empty ==\n", "", WARNED, id="an empty core rule deleted"),
        pytest.param(
            RULES.replace("== Oil", "== Empty ==\n=== Sub ===\nText.\n== Oil"),
            "== Empty ==\n",
            "",
            WARNED,
            id="a rule with a subrule deleted",
        ),
    ],
)
def test_rules_that_let_somebody_change_them(before: str, old: str, new: str, expected: list[tuple[str, str, str]]) -> None:
    assert before.count(old) == 1
    assert found(edit(before.replace(old, new), user="Emperor" if "Emperor" in before else "Cyril"), before=before) == expected


# BN611

CORE = 'In the rule "Votes", replace "one vote" with "two votes".'
VOTES = changed(("one vote", "two votes"))


@pytest.mark.parametrize(
    ("body", "text", "tags", "expected"),
    [
        pytest.param(
            CORE, VOTES, (), ["“Proposal: More Lamps” changed the Core Rules (“Votes”) without the tag that the rules ask for"], id="core"
        ),
        pytest.param(CORE, VOTES, ("Core",), [], id="with the tag"),
        pytest.param(MORE, DONE, (), [], id="a dynastic rule"),
        pytest.param(CORE, RULES, (), [], id="not done"),
    ],
)
def test_sections_changed_without_their_tag(body: str, text: str, tags: tuple[str, ...], expected: list[str]) -> None:
    made = report(view_of(enacted(body, tags=tags), edit(text), edit(text + " ", CLOSED + HOUR)), "BN611")
    assert [one.message for one in made.findings] == expected
    assert {one.confidence for one in made.findings} <= {Confidence.LOW}
    assert made.not_evaluated == ()
