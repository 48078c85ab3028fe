"""BN602 where the revisions of the page are known: what differs from what a matter instructs, and what was not done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.changes import RestoreText, changed_text
from parsers.model import Post, Revision
from tests.validators.edits.ruleset_edits import DAY, HOUR, MINUTE, NOW, RULES, changed, edit, enacted, view_of
from validators.checks.run import run_all
from validators.finding import Confidence, Finding, FixKind, Subject

CLOSED = NOW - 5 * DAY
MORE = 'In the rule "Lamps", replace "up to four Lamps" with "up to six Lamps".'
DONE = changed(("up to four", "up to six"))
WRONG = changed(("up to four", "up to seven"))
WICKS = 'Add a new rule, "Wicks", with the text: "A Lamp has a wick. It may not be longer than 3 inches. It is white."'


def with_wicks(text: str) -> str:
    return RULES.replace("= Appendix", f"== Wicks ==\n{text}\n= Appendix")


GOOD = "A Lamp has a wick. It may not be longer than 3 inches. It is white."


def findings(*made: Post | Revision, before: str = RULES) -> tuple[Finding, ...]:
    report = run_all(view_of(*made, before=before), select=["BN602"])
    assert report.not_evaluated == ()
    return report.findings


def told(*made: Post | Revision, before: str = RULES) -> list[tuple[str, str, bool]]:
    """The severity and the confidence of each finding, and whether there is a fix."""
    return [(str(one.severity), str(one.confidence), one.fix is not None) for one in findings(*made, before=before)]


SURE = [("warning", "high", True)]


def test_a_number_that_differs() -> None:
    (one,) = findings(enacted(MORE), edit(WRONG))
    assert one.message == (
        "“Proposal: More Lamps” was enacted, and revision 101 by Anna made something else of “Lamps” than it instructs: "
        "“A Player may light up to seven Lamps a day.” stands where it says “A Player may light up to six Lamps a day.”"
    )
    assert one.subject == Subject("matter", "more_lamps", "https://blog.example/archive/more_lamps")
    assert [each.excerpt for each in one.evidence][-2:] == [
        "- A Player may light up to seven Lamps a day.",
        "+ A Player may light up to six Lamps a day.",
    ]
    assert one.fix is not None
    assert (one.fix.kind, one.fix.summary) == (FixKind.RESTORE_TEXT, "make of “Lamps” what “Proposal: More Lamps” instructs")
    assert isinstance(one.fix.change, RestoreText)
    assert changed_text(WRONG, one.fix.change) == DONE
    assert changed_text(WRONG.replace("room for two", "room for ten"), one.fix.change) == DONE.replace("room for two", "room for ten")


@pytest.mark.parametrize(
    ("text", "expected", "said"),
    [
        pytest.param(GOOD, [], "", id="as instructed"),
        pytest.param("A  Lamp has a '''wick'''. It may not be longer than 3 inches. It is white.", [], "", id="markup"),
        pytest.param(GOOD.replace("3", "5"), SURE, "5 inches.” stands where it says “It may not", id="a number"),
        pytest.param(GOOD.replace(" not", ""), SURE, "“It may be longer than 3 inches.” stands where", id="a negation"),
        pytest.param(GOOD.replace(" It is white.", ""), SURE, "was not done: “It is white.” is not in “Wicks”", id="a sentence missing"),
        pytest.param(GOOD.replace(" It may not be longer than 3 inches.", ""), SURE, "3 inches.” is missing", id="a sentence in between"),
        pytest.param(GOOD + " It burns.", SURE, "“It burns.” is no part of it", id="a sentence too many"),
        pytest.param(GOOD + "\n* It burns.", SURE, "“It burns.” is no part of it", id="a bullet too many"),
    ],
)
def test_a_rule_that_was_added(text: str, expected: list[tuple[str, str, bool]], said: str) -> None:
    made = enacted(WICKS), edit(with_wicks(text))
    assert told(*made) == expected
    assert said in "".join(one.message for one in findings(*made))


@pytest.mark.parametrize(
    ("later", "severity", "said"),
    [
        pytest.param(DONE, "info", "; revision 102 by Anna put that right", id="put right"),
        pytest.param(changed(("up to four", "up to eight")), "info", "; revision 102 by Anna wrote other text over it", id="overwritten"),
        pytest.param(WRONG.replace("5 Oil", "6 Oil"), "warning", "six Lamps a day.”", id="something else is changed"),
    ],
)
def test_what_became_of_it(later: str, severity: str, said: str) -> None:
    (one,) = findings(enacted(MORE), edit(WRONG), edit(later, CLOSED + DAY + 2 * HOUR))
    assert str(one.severity) == severity
    assert one.message.endswith(said)
    assert (one.fix is None) == (severity == "info")


def test_later_legal_changes_of_the_text_are_not_missing() -> None:
    later = enacted('In the rule "Lamps", replace "six" with "nine".', CLOSED + 2 * DAY, subject="Nine")
    assert told(enacted(MORE), edit(DONE), later, edit(changed(("up to four", "up to nine")), CLOSED + 2 * DAY)) == []
    gone = enacted('Repeal the rule "Wicks".', CLOSED + 2 * DAY, subject="No Wicks")
    assert told(enacted(WICKS), edit(with_wicks(GOOD)), gone, edit(RULES, CLOSED + 2 * DAY)) == []


def test_two_matters_in_one_edit_one_of_them_wrong() -> None:
    less = enacted('In the rule "Oil", replace "5 Oil" with "4 Oil".', CLOSED + MINUTE, subject="Less")
    both = edit(changed(("up to four", "up to seven"), ("5 Oil", "4 Oil")), CLOSED + HOUR)
    (one,) = findings(enacted(MORE), less, both)
    assert (one.subject.id, one.confidence, one.fix) == ("more_lamps", Confidence.HIGH, None)
    assert told(enacted(MORE), less, edit(changed(("up to four", "up to six"), ("5 Oil", "4 Oil")), CLOSED + HOUR)) == []


def test_in_two_edits_and_only_one_of_them() -> None:
    both = enacted(MORE + '\nIn the rule "Oil", remove "Oil burns."')
    first = edit(DONE, CLOSED)
    second = edit(DONE.replace(" Oil burns.", ""), CLOSED + MINUTE)
    assert told(both, first, second) == []
    (one,) = findings(both, first)
    assert one.message.endswith("and what it instructs was not done: “Oil burns.” still stands in “Oil”")


def test_each_of_two_edits_wrong() -> None:
    both = enacted(MORE + '\nIn the rule "Oil", replace "5 Oil" with "7 Oil".')
    twice = changed(("up to four", "up to seven"), ("5 Oil", "8 Oil"))
    found = findings(both, edit(WRONG, CLOSED), edit(twice, CLOSED + MINUTE))
    assert [str(one.severity) for one in found] == ["warning", "warning"]
    right = changed(("up to four", "up to six"), ("5 Oil", "7 Oil"))
    mended = findings(both, edit(WRONG, CLOSED), edit(twice, CLOSED + MINUTE), edit(right, CLOSED + HOUR))
    assert [str(one.severity) for one in mended] == ["info", "info"]


@pytest.mark.parametrize(("outcome", "expected"), [pytest.param("enacted", SURE, id="met"), pytest.param("failed", [], id="not met")])
def test_a_condition_on_another_matter(outcome: str, expected: list[tuple[str, str, bool]]) -> None:
    other = enacted("Sing.", NOW - 9 * DAY, subject="Songs")
    matter = enacted(f'If the proposal "Songs" {"was enacted" if outcome == "enacted" else "failed"}, {MORE[0].lower()}{MORE[1:]}')
    assert told(other, matter, edit(RULES + " ")) == expected


# Not done


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param(
            MORE, "“A Player may light up to four Lamps a day.” still stands in “Lamps”, and not “A Player may light", id="replaced"
        ),
        pytest.param('Repeal the rule "Boats".', "“Boats A Boat has room for two.” still stands in “Boats”", id="repealed"),
        pytest.param('In the rule "Oil", replace "Oil burns." with "Oil burns. It smells."', "“It smells.” is not in “Oil”", id="added"),
    ],
)
def test_what_was_not_done(body: str, said: str) -> None:
    (one,) = findings(enacted(body), edit(RULES + " "))
    assert said in one.message
    assert one.confidence is Confidence.HIGH
    assert one.fix is not None
    assert isinstance(one.fix.change, RestoreText)
    mended = changed_text(RULES + " ", one.fix.change)
    assert told(enacted(body), edit(mended, CLOSED + DAY)) == []


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        pytest.param([], [("warning", "high", True)], id="nothing was done"),
        pytest.param([enacted("Lamps are fine.", CLOSED + DAY, subject="Praise")], [], id="a later matter speaks of the rule"),
        pytest.param([edit(changed(("up to four", "up to nine")), CLOSED + 3 * DAY)], [], id="the place was changed"),
        pytest.param([edit(None, CLOSED + HOUR), edit(RULES + " ", CLOSED + 2 * HOUR)], [], id="a hidden revision may have had it"),
        pytest.param([edit(changed(("5 Oil", "4 Oil")), CLOSED + 3 * DAY)], [("warning", "high", True)], id="another rule was changed"),
    ],
)
def test_what_may_be_known_of_it(more: list[Post | Revision], expected: list[tuple[str, str, bool]]) -> None:
    assert told(enacted(MORE), edit(RULES + " ", CLOSED - DAY), *more) == expected


def test_commentary_and_other_doubts_lower_the_confidence() -> None:
    spoken = enacted(MORE + "\nThe nights are long at this time of the year, and dark.")
    assert told(spoken, edit(WRONG)) == [("warning", "medium", False)]
    assert told(spoken, edit(RULES + " ")) == [("warning", "medium", False)]
    assert told(enacted(MORE), edit(None, CLOSED), edit(WRONG)) == [("warning", "medium", False)]
    other = enacted('Change the rule "Lamps" so that it is better.', CLOSED + MINUTE, subject="Better")
    assert told(enacted(MORE), other, edit(WRONG)) == []


def test_words_that_no_instruction_was_read_from() -> None:
    body = "Let there be a dynastic rule on “Wicks” like this:\nEach Lamp has a wick of 3 inches.\nWicks are made of cotton, or of hemp."
    good = "Each Lamp has a wick of 3 inches.\n\nWicks are made of cotton, or of hemp."
    assert told(enacted(body), edit(with_wicks(good))) == []
    (one,) = findings(enacted(body), edit(with_wicks(good.replace("3", "9"))))
    assert (one.confidence, one.fix) == (Confidence.MEDIUM, None)
    assert "9 inches.” stands where it says “Each Lamp has a wick of 3 inches.”" in one.message


def test_a_matter_from_before_the_known_revisions_is_searched_as_it_is() -> None:
    early = enacted(WICKS, NOW - 13 * DAY)
    (one,) = findings(early, edit(RULES + " "))
    assert one.confidence is Confidence.MEDIUM
    assert "the text it adds as the rule “Wicks” is not in the Ruleset" in one.message


def test_a_matter_without_a_time_is_left_out() -> None:
    assert told(replace(enacted(MORE), closed=None), edit(WRONG)) == []
