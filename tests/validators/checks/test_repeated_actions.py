"""BN504: actions that were taken again too soon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.changes import UndoRevision
from parsers.model import Confidence
from parsers.ruleset import read_ruleset
from tests.support.cases import cases
from tests.support.rules import reviews_of_pages
from tests.support.views import remade
from tests.validators.edits.digging import RULES, TITLE, Save, findings, game, page, report
from validators.finding import Finding, FixKind, NotEvaluated, RuleRef, Severity, Subject
from validators.profile.dynasty_profile import Profile

ONE, TWO = page(Ana="5 || Dark || - || 1 May"), page(Ana="7 || Dark || - || 1 May")
"""After one digging of Ana's, and after two."""


SAID = ("digging", "digging again")


def dug(
    first: str,
    second: str,
    *more: Save,
    user: str = "Ana",
    comments: tuple[str, str] = SAID,
    **setting: object,
) -> list[Finding]:
    """What is found where Ana's row shows a digging at one time and another at a second one."""
    saves = (Save(first, "Ana", ONE, comments[0]), Save(second, user, TWO, comments[1]))
    return findings("BN504", game(*saves, *more, **setting))  # type: ignore[arg-type]


def test_an_action_repeated_on_its_day_is_found_and_can_be_undone() -> None:
    (one,) = dug("6 09:00", "6 20:30")
    assert (
        one.message
        == "Ana took “Digging” again with revision 102, 11 h 30 min after the last time, on the"
        " same day; it may be taken once a day"
    )
    assert (one.severity, one.confidence, one.subject) == (
        Severity.ERROR,
        Confidence.HIGH,
        Subject("revision", "102"),
    )
    assert (one.what, one.page, one.rule) == (
        "Digging",
        TITLE,
        RuleRef("Coal", "As a Daily Action called Digging, a Player may gain 2 Coal."),
    )
    assert [each.excerpt for each in one.evidence] == [
        "revision 101 by Ana: digging",
        "revision 102 by Ana: digging again",
    ]
    assert one.fix is not None
    assert (one.fix.kind, one.fix.page, one.fix.change) == (
        FixKind.UNDO_REVISION,
        TITLE,
        UndoRevision(102, ONE, TWO),
    )
    assert one.fix.summary == "undo revision 102 of Ana, which repeated “Digging” too soon"


@pytest.mark.parametrize(
    ("text", "permits"),
    [
        ("Whoever has 9 Coal may be Digging twice a day.", True),
        ("Whoever digs 2 Coal is Digging.", True),
        ("Whoever has 9 Coal may be resting twice a day.", False),
        ("Digging is hard.", False),
    ],
)
def test_a_sentence_that_may_permit_it_makes_it_doubtful(text: str, permits: bool) -> None:
    said = RULES.replace("= Appendix", f"== Shovels ==\n{text}\n\n= Appendix")
    assert said != RULES
    rules, reviews = [Save("1 00:00", "Ana", said)], reviews_of_pages(said, but=["Shovels"])
    (reviewed,) = dug("6 09:00", "6 20:30", rules=rules)
    assert (reviewed.confidence, reviewed.fix is None) == (Confidence.HIGH, False)
    (one,) = dug("6 09:00", "6 20:30", rules=rules, reviews=reviews)
    assert one.confidence is (Confidence.LOW if permits else Confidence.MEDIUM)
    assert (one.fix is None) is permits
    assert (one.evidence[-1].excerpt == text) is permits


@cases("days")
def test_a_day_is_a_day_in_utc_and_ten_hours_are_enough(
    first: str, second: str, reason: str
) -> None:
    found = dug(first, second)
    assert [reason in one.message for one in found] == ([True] if reason else [])


@cases("weeks")
def test_a_week_begins_on_monday(first: str, second: str, reason: str) -> None:
    once, twice = page(Ana="2 || Dim || - || 1 May"), page(Ana="1 || Bright || - || 1 May")
    found = findings("BN504", game(Save(first, "Ana", once), Save(second, "Ana", twice)))
    assert [reason in one.message for one in found] == ([True] if reason else [])


COMMUNAL = (
    RULES.replace("a Daily Action called", "a Daily Communal Action called")
    + "\nA Daily Communal Action is a Daily Action that only one Player may take in a day.\n"
)


@pytest.mark.parametrize(
    ("rules", "times", "user", "why"),
    [
        pytest.param(
            COMMUNAL,
            ("6 00:00", "6 23:59:59"),
            "Bo",
            "after Ana, on the same day; it may be taken once a day",
            id="two",
        ),
        pytest.param(
            COMMUNAL,
            ("6 23:59:59", "7 00:00"),
            "Bo",
            "",
            id="two players, a second apart, on two days",
        ),
        pytest.param(
            COMMUNAL,
            ("6 14:00:01", "7 00:00"),
            "Ana",
            "10 h must pass between two",
            id="hours between those of one player",
        ),
        pytest.param(COMMUNAL, ("6 14:00", "7 00:00"), "Ana", "", id="ten hours"),
        pytest.param(RULES, ("6 00:00", "6 23:59:59"), "Bo", "", id="each player's own"),
    ],
)
def test_a_communal_action_is_taken_once_a_day_by_all(
    rules: str, times: tuple[str, str], user: str, why: str
) -> None:
    once = page(Ana="5 || Dark || - || 1 May")
    twice = TWO if user == "Ana" else once.replace("| Bo || 8", "| Bo || 10")
    view = remade(
        game(Save(times[0], "Ana", once), Save(times[1], user, twice)),
        rules=read_ruleset(rules, gamestate=True),
    )
    found = findings("BN504", view)
    assert [why in one.message for one in found] == ([True] if why else []), [
        one.message for one in found
    ]


def test_edits_that_are_no_repetition() -> None:
    assert dug("6 09:00", "6 12:00", user="Bo") == [], "of another player's value"
    other = page(Ana="5 || Dark || - || 1 May", Bo="10 || Dim || Ana ||")
    assert (
        findings("BN504", game(Save("6 09:00", "Ana", ONE), Save("6 12:00", "Bo", other))) == []
    ), "another player's own"
    outsider = game(Save("6 09:00", "Zoe", ONE), Save("6 12:00", "Zoe", TWO))
    assert findings("BN504", outsider) == [], "by nobody on the roster"
    trimmed = page(Ana="4 || Dim || - || 1 May")
    assert (
        findings("BN504", game(Save("6 09:00", "Ana", ONE), Save("6 12:00", "Ana", trimmed))) == []
    ), "another action"


@pytest.mark.parametrize(
    "between",
    [
        pytest.param([Save("6 10:00", "Ana", page(), "undo that")], id="undone"),
        pytest.param(
            [Save("6 10:00", "Bo", page(note="The old pit."))],
            id="set back by somebody, with another change",
        ),
    ],
)
def test_actions_taken_back_do_not_count(between: list[Save]) -> None:
    note = between[0].text is not None and "old" in between[0].text
    again = page(note="The old pit.", Ana="5 || Dark || - || 1 May") if note else ONE
    assert (
        findings(
            "BN504",
            game(Save("6 09:00", "Ana", ONE), *between, Save("6 12:00", "Ana", again, "digging")),
        )
        == []
    )


@cases("summaries")
def test_a_summary_may_leave_doubts(comments: list[str], confidence: str) -> None:
    (one,) = dug("6 09:00", "6 12:00", comments=(comments[0], comments[1]))
    assert (str(one.confidence), one.severity) == (confidence, Severity.WARNING)


def test_the_rule_must_have_been_in_force() -> None:
    before = RULES.replace("may gain 2 Coal", "may gain 2 Coal or sing")
    changed = [Save("1 00:00", "Ana", before), Save("6 10:00", "Ana", RULES)]
    assert dug("6 09:00", "6 12:00", rules=changed) == [], (
        "it allowed something else at the first time"
    )
    assert len(dug("6 10:00", "6 12:00", rules=changed)) == 1, "since the very second"
    other = [Save("1 00:00", "Ana", RULES + "\nMore."), Save("6 10:00", "Ana", RULES)]
    assert [one.confidence for one in dug("6 09:00", "6 12:00", rules=other)] == [Confidence.HIGH]
    dayless = [Save("1 00:00", "Ana", RULES.replace("begins at 00:00:00 UTC", "begins at dawn"))]
    assert [one.confidence for one in dug("6 09:00", "6 12:00", rules=dayless)] == [Confidence.LOW]
    unknown = [Save("6 10:00", "Ana", RULES)]
    assert [one.confidence for one in dug("6 09:00", "6 12:00", rules=unknown)] == [Confidence.LOW]


DATES = "5 || Dark || - || {} May"


def test_a_column_of_the_profile_counts_its_action() -> None:
    profile = Profile(cadence={"last dig": "daily", "Water": "weekly"})
    first, second = page(Ana=DATES.format(6)), page(Ana=DATES.format("the 6th of"))
    (one,) = findings(
        "BN504",
        game(Save("6 09:00", "Ana", first), Save("6 20:00", "Ana", second), profile=profile),
    )
    assert one.message.startswith(
        "Ana took the action that “last dig” counts again with revision 102, 11 h after the last"
        " time, on the"
    )
    assert one.rule is not None
    assert one.rule.title == "Keywords"
    late = game(Save("6 20:00", "Ana", first), Save("7 05:59", "Ana", second), profile=profile)
    assert ["10 h must pass between two" in one.message for one in findings("BN504", late)] == [
        True
    ]
    enough = game(Save("6 20:00", "Ana", first), Save("7 06:00", "Ana", second), profile=profile)
    assert findings("BN504", enough) == []
    water = game(
        Save("6 09:00", "Ana", page("9")), Save("12 20:00", "Ana", page("1")), profile=profile
    )
    assert ["once a week" in one.message for one in findings("BN504", water)] == [True]


def test_edits_that_may_be_several_peoples_are_left_out() -> None:
    hidden = game(
        Save("6 09:00", "Ana", ONE), Save("6 11:00", "Bo", None), Save("6 12:00", "Ana", TWO)
    )
    found, (lacking,) = report("BN504", hidden)
    assert (found, lacking.why) == (
        (),
        f"the editor or the changes of 2 revisions of “{TITLE}” are unknown",
    )
    view = game(Save("6 09:00", "Ana", ONE), Save("6 12:00", "Ana", TWO))
    first, second, third = view.histories[TITLE]
    gap = replace(third, parentid=77)
    found, (lacking,) = report(
        "BN504", remade(view, histories={**view.histories, TITLE: (first, second, gap)})
    )
    assert (found, lacking.why) == (
        (),
        f"the editor or the changes of 1 revision of “{TITLE}” are unknown",
    )


def test_an_unread_cadence_is_reported() -> None:
    rules = RULES.replace("Once every 36 hours", "Once per Act")
    _, (lacking,) = report(
        "BN504", game(Save("6 09:00", "Ana", ONE), rules=[Save("1 00:00", "Ana", rules)])
    )
    assert lacking == NotEvaluated(
        "BN504",
        "how often “raise the Water” can be taken was not read as once a day or once a week, so it"
        " was not checked",
        partly=True,
    )
    only = replace(read_ruleset(rules, gamestate=True), revid=None)
    view = game(Save("6 09:00", "Ana", ONE))
    custom = tuple(each for each in only.actions if each.cadence == "custom")
    lone = remade(view, rules=replace(only, actions=custom))
    assert [one.partly for one in report("BN504", lone)[1]] == [False]
    view = game()
    (none,) = report("BN504", remade(view, histories={"Ruleset": view.histories["Ruleset"]}))[1]
    assert none.why == f"no consecutive revisions of “{TITLE}” are available with their texts"
    assert not none.partly
    unread = remade(view, rules=replace(read_ruleset(RULES, gamestate=True), revid=None))
    assert report("BN504", unread)[0] == ()
