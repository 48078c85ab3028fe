"""Edits of the Ruleset and the tracking page that an enacted matter instructs, and how sure that is."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

import pytest

from parsers.gamestate import read_gamestate
from parsers.model import Post, Revision, Status
from parsers.ruleset import read_ruleset
from tests.validators.edits.ruleset_edits import DAY, HOUR, MINUTE, NOW, ROSTER, RULES, account, accounts, changed, edit, enacted, view_of
from validators.checks.facts import Facts
from validators.edits.grounds import MadeEdit
from validators.edits.model import AccountKind, DescribedRevision
from validators.edits.permissions import by_permission

CLOSED = NOW - 5 * DAY
FOUR = ("may light up to four Lamps", "may light up to six Lamps")
OIL = ("has 5 Oil", "has 7 Oil")
MORE = 'In the rule "Lamps", replace "up to four Lamps" with "up to six Lamps".'
LESS = 'In the rule "Oil", replace "5 Oil" with "7 Oil".'
BOTH = f"{MORE}\n{LESS}"
DONE = changed(FOUR)


def told(*made: Post | Revision, before: str = RULES) -> tuple[str, str] | None:
    """The matter and the confidence."""
    found = account(*made, before=before)
    assert found is None or found.kind is AccountKind.MATTER
    return None if found is None else (found.ref, str(found.confidence))


@pytest.mark.parametrize(
    ("at", "confidence", "said"),
    [
        pytest.param(CLOSED, "high", "0 min before", id="at its resolution"),
        pytest.param(CLOSED + DAY, "high", "24 h before", id="a day after"),
        pytest.param(CLOSED - MINUTE, "medium", "1 min later", id="before its resolution"),
        pytest.param(CLOSED - DAY, "medium", "24 h later", id="a day before"),
    ],
)
def test_the_time_tells_how_sure_it_is(at: datetime, confidence: str, said: str) -> None:
    found = account(enacted(MORE), edit(DONE, at))
    assert found is not None
    assert (found.kind, found.ref, found.confidence) == (AccountKind.MATTER, "Proposal: More Lamps", confidence)
    assert found.why == f"the edit does what it instructs, and it was enacted {said}; its editor resolved it"


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        pytest.param(CLOSED - DAY - MINUTE, "low", id="long before"),
        pytest.param(CLOSED - DAY, "medium", id="a day before"),
        pytest.param(CLOSED + DAY + MINUTE, "medium", id="more than a day after"),
    ],
)
def test_at_other_times_the_summary_has_to_name_it(at: datetime, expected: str) -> None:
    matter = replace(enacted(MORE), posted=CLOSED - 3 * DAY)
    assert told(matter, edit(DONE, at, comment="more lamps")) == ("Proposal: More Lamps", expected)
    unnamed = told(matter, edit(DONE, at, comment="more"))
    assert unnamed == (("Proposal: More Lamps", expected) if at == CLOSED - DAY else None)


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        pytest.param(DONE.replace("A lit Lamp", "A '''lit''' [[Lamp]]"), "high", id="markup"),
        pytest.param(DONE.replace("a day.\n", "a  day.\n\n"), "high", id="white space"),
        pytest.param(changed(("may light up to four Lamps", "may light up to seven Lamps")), "low", id="another number"),
        pytest.param(changed(FOUR, OIL), "low", id="something else is changed, too"),
        pytest.param(changed(FOUR, ("Oil burns.", "Oil  burns.")), "high", id="and white space elsewhere"),
        pytest.param(changed(FOUR, ("A Boat has room", "A Boat hass room")), "low", id="and a word spoilt"),
    ],
)
def test_what_it_instructs_and_what_not(text: str, sure: str) -> None:
    assert told(enacted(MORE), edit(text)) == ("Proposal: More Lamps", sure)


def test_typography_is_no_difference() -> None:
    matter = enacted('Add a new rule, "Wicks", with the text: "A Lamp\'s wick is its own - for now."')
    page = RULES.replace("= Appendix", "== Wicks ==\nA Lamp’s wick is its own – for now.\n= Appendix")
    assert told(matter, edit(page)) == ("Proposal: More Lamps", "high")


def test_a_mistake_in_spelling_that_goes_with_it_is_corrected() -> None:
    spoilt = changed(("A Boat has room for two.", "A Boat has romo for two. There is room."))
    after = spoilt.replace("romo", "room").replace(*FOUR)
    assert told(enacted(MORE), edit(after), before=spoilt) == ("Proposal: More Lamps", "high")


def test_a_matter_enacted_in_two_edits() -> None:
    first, second = edit(DONE, CLOSED + MINUTE), edit(changed(FOUR, OIL), CLOSED + HOUR, "Cyril")
    found = accounts(view_of(enacted(BOTH), first, second))
    assert [(one.ref, one.confidence) for one in found if one] == [("Proposal: More Lamps", "high")] * 2
    assert [one.why.partition(",")[0] for one in found if one] == ["the edit does a part of what it instructs"] * 2
    assert found[1] is not None
    assert found[1].why.endswith("Cyril is no Admin")


def test_two_rules_of_one_matter_added_one_after_the_other() -> None:
    body = 'Add a new rule, "Wicks", with the text: "A Lamp has a wick."\nAdd a new rule, "Glass", with the text: "A Lamp has a glass."'
    one = RULES.replace("= Appendix", "== Wicks ==\nA Lamp has a wick.\n= Appendix")
    two = one.replace("= Appendix", "== Glass ==\nA Lamp has a glass.\n= Appendix")
    found = accounts(view_of(enacted(body), edit(one, CLOSED), edit(two, CLOSED + MINUTE)))
    assert [one and one.confidence for one in found] == ["high", "high"]


def test_what_an_earlier_edit_got_wrong_is_put_right() -> None:
    wrong = edit(changed(("up to four", "up to seven")), CLOSED)
    found = accounts(view_of(enacted(MORE), wrong, edit(DONE, CLOSED + MINUTE)))
    assert [one and (one.ref, one.confidence) for one in found] == [("Proposal: More Lamps", "low"), ("Proposal: More Lamps", "high")]


def test_two_matters_in_one_edit() -> None:
    matters = enacted(MORE), enacted(LESS, CLOSED + MINUTE, subject="Less Oil")
    both = edit(changed(FOUR, OIL), CLOSED + HOUR)
    assert told(*matters, both) == ("Proposal: Less Oil, Proposal: More Lamps", "high")


@pytest.mark.parametrize("turned", [False, True], ids=["in the order of their enactment", "in the other order"])
def test_two_matters_that_change_one_place(turned: bool) -> None:
    wicks = enacted('Add a new rule, "Wicks", with the text: "A Lamp has a wick."')
    glass = enacted('Add a new rule, "Glass", with the text: "A Lamp has a glass."', CLOSED + MINUTE, subject="Glass")
    parts = ["== Wicks ==\nA Lamp has a wick.\n", "== Glass ==\nA Lamp has a glass.\n"]
    page = RULES.replace("= Appendix", "".join(parts[::-1] if turned else parts) + "= Appendix")
    found = account(wicks, glass, edit(page, CLOSED + HOUR))
    assert found is not None
    assert (set(found.ref.split(", ")), found.confidence) == ({"Proposal: More Lamps", "Proposal: Glass"}, "high")


def test_two_matters_that_change_one_sentence() -> None:
    then = enacted('In the rule "Lamps", replace "six Lamps" with "nine Lamps".', CLOSED + MINUTE, subject="Nine")
    found = account(enacted(MORE), then, edit(changed(("up to four", "up to nine")), CLOSED + HOUR))
    assert found is not None
    assert (set(found.ref.split(", ")), found.confidence) == ({"Proposal: More Lamps", "Proposal: Nine"}, "high")


def test_one_of_two_matters_done_wrong_in_one_edit() -> None:
    wicks = enacted('Add a new rule, "Wicks", with the text: "A Lamp has a wick of 3 inches."')
    glass = enacted('Add a new rule, "Glass", with the text: "A Lamp has a glass of 2 inches."', CLOSED + MINUTE, subject="Glass")
    page = RULES.replace(
        "= Appendix", "== Wicks ==\nA Lamp has a wick of 3 inches.\n== Glass ==\nA Lamp has a glass of 9 inches.\n= Appendix"
    )
    assert told(wicks, glass, edit(page, CLOSED + HOUR)) == ("Proposal: Glass", "low")


@pytest.mark.parametrize(
    ("matter", "confidence"),
    [
        pytest.param(replace(enacted(MORE), closed=None), "low", id="no time of resolution"),
        pytest.param(replace(enacted(MORE), closed=CLOSED - 3 * DAY), "low", id="resolved before it was posted"),
        pytest.param(replace(enacted(MORE), posted=CLOSED - 40 * DAY, closed=None), None, id="no time, and posted long before"),
        pytest.param(enacted(MORE, CLOSED + 3 * DAY), None, id="posted days later"),
        pytest.param(enacted(MORE, status=Status.FAILED), None, id="failed"),
        pytest.param(enacted('In the rule "Oil", remove "Oil burns."'), None, id="something else"),
    ],
)
def test_matters_that_may_not_be_the_one(matter: Post, confidence: str | None) -> None:
    found = told(matter, edit(DONE))
    assert (found and found[1]) == confidence


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        pytest.param("Enacted “More Lamps”", ("Proposal: More Lamps", "medium"), id="named"),
        pytest.param("Enacted “More Lampshades”", ("Proposal: More Lamps", "low"), id="another one is named"),
        pytest.param(None, ("Proposal: More Lamps", "low"), id="a hidden summary"),
    ],
)
def test_a_matter_that_a_person_has_to_carry_out(comment: str | None, expected: object) -> None:
    matter = enacted("Make the boats a little larger, as the Emperor thinks fit.")
    assert told(matter, edit(changed(("room for two", "room for twelve")), comment=comment)) == expected
    late = edit(changed(("room for two", "room for twelve")), CLOSED + 2 * DAY, comment=comment)
    assert told(matter, late) == (("Proposal: More Lamps", "low") if comment == "Enacted “More Lamps”" else None)


def test_a_rule_that_an_instruction_left_to_people_names() -> None:
    matter = enacted('Change the rule "Boats" so that it makes sense.')
    found = account(matter, edit(changed(("room for two", "room for twelve"))))
    assert found is not None
    assert (found.confidence, found.why) == ("low", "a part of what the matter instructs takes a person, and may be this")
    assert account(matter, edit(changed(OIL))) is None


WORDS = (
    "Add a dynastic rule called “Wicks”, for which Cyril wrote this text:\n"
    "Each Lamp has a wick of 3 inches.\nWicks are made of cotton, or of hemp."
)


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        pytest.param("Each Lamp has a wick of 3 inches.\n\nWicks are made of cotton, or of hemp.", "medium", id="its words"),
        pytest.param("Each Lamp has a wick of 9 inches.\n\nWicks are made of cotton, or of hemp.", "low", id="another number"),
        pytest.param("Each Lamp has a big flame.\n\nWicks are made of cotton, or of hemp.", "low", id="another sentence"),
    ],
)
def test_text_that_no_instruction_was_read_from(text: str, confidence: str) -> None:
    found = told(enacted(WORDS), edit(RULES.replace("= Appendix", f"== Wicks ==\n{text}\n= Appendix")))
    assert found == ("Proposal: More Lamps", confidence)


def test_a_matter_that_is_carried_out_much_later() -> None:
    assert told(enacted(MORE, NOW - 11 * DAY), edit(DONE, comment="this was forgotten")) is None
    added = 'Add a new rule, "Wicks", with the text: "A Lamp has a wick of 3 inches."'
    page = RULES.replace("= Appendix", "== Wicks ==\nA Lamp has a wick of 3 inches.\n= Appendix")
    assert told(enacted(added, NOW - 11 * DAY), edit(page)) == ("Proposal: More Lamps", "medium")


def test_nothing_is_asked_of_an_edit_that_changes_nothing() -> None:
    found = account(enacted(MORE), edit(RULES, comment="More Lamps"))
    assert found is not None
    assert found.kind is AccountKind.TYPO


# The tracking page

PAGE = "{|\n! Player !! Lamps\n|-\n| Anna || 3\n|-\n| Boris || 3\n|}\n"


def of_page(
    body: str, after: str, *, comment: str = "", at: timedelta = MINUTE, page: str | None = "Shop", with_roster: bool = True
) -> tuple[str, str] | None:
    rules = read_ruleset(RULES, gamestate=True)
    base = view_of(enacted(body), edit(RULES))
    made = tuple(
        Revision("Shop", 7 + number, 6 + number, moment, "Emperor", summary, text)
        for number, (moment, summary, text) in enumerate([(CLOSED - DAY, "", PAGE), (CLOSED + at, comment, after)])
    )
    state = read_gamestate(after, rules, ROSTER, page=page)
    view = replace(base, rules=rules, gamestate=state, histories=MappingProxyType({"Shop": made}))
    found = Facts(view if with_roster else replace(view, roster=None)).described["Shop"][1].by
    return None if found is None or found.kind is not AccountKind.MATTER else (found.ref, str(found.confidence))


SET = "Set the Lamps of Anna to 9."
NINE = PAGE.replace("Anna || 3", "Anna || 9")


@pytest.mark.parametrize(
    ("body", "after", "more", "expected"),
    [
        pytest.param(SET, NINE, {}, "high", id="as instructed"),
        pytest.param(SET, NINE, {"at": -MINUTE}, "medium", id="before its resolution"),
        pytest.param(SET, PAGE.replace("Anna || 3", "Anna || 8"), {}, None, id="another value"),
        pytest.param(SET, PAGE.replace("Anna || 3", "Anna || 8"), {"comment": "More Lamps"}, "medium", id="another value, and it is named"),
        pytest.param(SET, NINE, {"with_roster": False}, "high", id="without a roster"),
        pytest.param(SET, NINE, {"page": "Other"}, None, id="another page is read"),
        pytest.param(MORE, NINE, {}, None, id="a matter that sets no value"),
        pytest.param("Set the Wicks of Anna to 9.", NINE, {}, None, id="a value that is not there"),
    ],
)
def test_values_that_a_matter_sets(body: str, after: str, more: dict[str, object], expected: str | None) -> None:
    found = of_page(body, after, **more)  # type: ignore[arg-type]
    assert (found and found[1]) == expected


def test_what_a_rule_lets_somebody_change_is_asked_of_changed_rules_only() -> None:
    before, same = edit(RULES), replace(edit(RULES.replace("Oil burns.", "Oil  burns.")), revid=8)
    made = MadeEdit(DescribedRevision(same, None), before)
    grounds = Facts(view_of(edit(RULES))).grounds
    assert by_permission(made, grounds) is None
    assert by_permission(MadeEdit(DescribedRevision(replace(same, title="Shop"), None), before), grounds) is None
