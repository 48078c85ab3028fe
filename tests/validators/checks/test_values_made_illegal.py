"""BN505: edits that made values illegal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.gamestate.change import SetValue
from parsers.model import Confidence, Roster
from tests.support.cases import cases
from tests.support.views import remade
from tests.validators.edits.digging import ROSTER, RULES, TITLE, Save, findings, game, page, report
from validators.finding import Finding, FixKind, RuleRef, Severity, Subject
from validators.profile.dynasty_profile import Profile, Range
from validators.view import GameView


def only(*saves: Save, **setting: object) -> Finding:
    (one,) = findings("BN505", game(*saves, **setting))  # type: ignore[arg-type]
    return one


def said(view: GameView) -> list[tuple[str, str]]:
    """The revisions and values that are found."""
    return [(one.subject.id, one.what) for one in findings("BN505", view)]


BELOW = page(Ana="-3 || Dark || - || 1 May")


def test_an_edit_that_makes_a_value_illegal_is_found_with_what_it_was() -> None:
    one = only(Save("6 09:00", "Ana", BELOW, "oh"))
    assert (
        one.message
        == "Ana set Ana's Coal from “3” to “-3” with revision 101; it is “-3”, and it may not be"
        " negative: “Each Player has Coal, which is a publicly-tracked non-negative integer"
        " defaulting to 5.”"
    )
    assert (one.severity, one.confidence, one.subject) == (
        Severity.ERROR,
        Confidence.HIGH,
        Subject("revision", "101"),
    )
    assert (one.what, one.page, [each.excerpt for each in one.evidence]) == (
        "Ana: Coal",
        TITLE,
        ["revision 101 by Ana: oh"],
    )
    assert one.rule == RuleRef(
        "Coal",
        "Each Player has Coal, which is a publicly-tracked non-negative integer defaulting to 5.",
    )
    assert one.fix is not None
    assert (one.fix.kind, one.fix.page, one.fix.change) == (
        FixKind.SET_VALUE,
        TITLE,
        SetValue("player", "Ana", "Coal", "-3", None, known=False),
    )


@cases("edits")
def test_just_what_the_rules_forbid_is_illegal(row: str, value: str, message: str) -> None:
    found = findings("BN505", game(Save("6 09:00", "Bo", page(Ana=row))))
    assert [one.what for one in found] == ([value] if value else [])
    assert all(message in one.message and one.message.startswith("Bo set Ana's ") for one in found)


def test_a_name_may_be_that_of_a_player_who_has_left() -> None:
    edited = game(Save("6 09:00", "Ana", page(Ana="3 || Dark || Zed || 1 May")))
    (one,) = findings("BN505", edited)
    assert (one.confidence, one.severity) == (Confidence.MEDIUM, Severity.WARNING)
    (seen,) = edited.read.rosters
    before = replace(
        seen, roster=Roster((*ROSTER.active, "zed"), ROSTER.idle), last_seen=seen.first_seen
    )
    assert findings("BN505", remade(edited, rosters=(before, seen))) == []


def test_the_game_s_values_and_several_at_once() -> None:
    two = page(water="-1", Bo="31 || Dim || Ana ||")
    assert said(game(Save("6 09:00", "Ana", two))) == [("101", "Water"), ("101", "Bo: Coal")]
    one, _ = findings("BN505", game(Save("6 09:00", "Ana", two)))
    assert one.message.startswith("Ana set Water from “2” to “-1” with revision 101")


def test_rows_and_columns_that_come() -> None:
    dee = page().replace("|-\n| Ivo", "|-\n| Dee || 44 || Dark || - ||\n|-\n| Ivo")
    assert said(game(Save("6 09:00", "Ana", dee))) == []
    moved = page(Ana="").replace("|}", "|-\n| Ana || 3 || Dark || - || 1 May\n|}")
    assert said(game(Save("6 09:00", "Ana", moved))) == []
    wide = page().replace("Last Dig", "Last Dig !! Tools").replace("1 May\n", "1 May || Pick\n")
    assert said(game(Save("6 09:00", "Ana", wide.replace("Ana ||\n", "Ana || || Ash\n")))) == []
    without = page().replace("Coal !! ", "Ash !! ")
    back = page(Bo="99 || Dim || Ana ||")
    assert said(game(Save("6 09:00", "Ana", without), Save("6 10:00", "Ana", back))) in (
        [],
        [("102", "Bo: Coal")],
    )


def test_lists_are_restored() -> None:
    column = page().replace("!! Last Dig", "!! Tools")
    legal, wrong = (
        column.replace("Dark || - || 1 May", f"Dark || - || {tools}")
        for tools in ("Picks", "Picks, Swords")
    )
    profile = Profile(ranges={"Tools": Range(choices=("Picks", "Ropes", "Carts"))})
    view = game(Save("6 09:00", "Ana", legal), Save("6 10:00", "Ana", wrong), profile=profile)
    (one,) = [each for each in findings("BN505", view) if each.subject.id == "102"]
    assert (
        "is “Swords”, which is none of Picks, Ropes, Carts (by the dynasty's profile)"
        in one.message
    )
    assert one.fix is not None
    assert one.fix.change == SetValue(
        "player", "Ana", "Tools", "Picks, Swords", ("Picks",), text="Picks"
    )
    assert one.fix.summary == "set Ana's Tools from “Picks, Swords” to “Picks”, what it was before"


@pytest.mark.parametrize(
    ("before", "found"),
    [
        pytest.param("can never be more than 60", [], id="it was legal then"),
        pytest.param("can never be more than 20", ["high"], id="it was illegal then, too"),
        pytest.param("is dear", [], id="there was no limit"),
    ],
)
def test_a_value_is_judged_by_the_rules_of_its_time(before: str, found: list[str]) -> None:
    old = RULES.replace("can never be more than 30", before)
    rules = [Save("1 00:00", "Ana", old), Save("6 12:00", "Ana", RULES)]
    saves = Save("6 09:00", "Ana", page(Ana="40 || Dark || - ||"))
    assert [one.confidence.value for one in findings("BN505", game(saves, rules=rules))] == found
    late = Save("6 12:00", "Ana", page(Ana="40 || Dark || - ||"))
    assert [one.confidence.value for one in findings("BN505", game(late, rules=rules))] == ["high"]


def test_rules_that_are_not_known_leave_doubts() -> None:
    saves = Save("6 09:00", "Ana", BELOW)
    rules = [Save("6 12:00", "Ana", RULES)]
    assert [one.confidence.value for one in findings("BN505", game(saves, rules=rules))] == ["low"]
    changed = [
        Save("6 10:00", "Ana", RULES.replace("more than 30", "more than 40")),
        Save("6 12:00", "Ana", RULES),
    ]
    assert [one.confidence.value for one in findings("BN505", game(saves, rules=changed))] == [
        "low"
    ]
    hidden = [
        Save("1 00:00", "Ana", RULES),
        Save("5 00:00", "Ana", None),
        Save("6 12:00", "Ana", RULES),
    ]
    assert [one.confidence.value for one in findings("BN505", game(saves, rules=hidden))] == ["low"]
    view = game(saves)
    assert view.rules is not None
    unread = remade(view, rules=replace(view.rules, revid=None))
    assert [one.confidence.value for one in findings("BN505", unread)] == ["low"]
    gone = RULES.replace("== Coal ==\nEach Player has Coal", "== Coal ==\nEach Player likes Coal")
    other = [Save("1 00:00", "Ana", gone), Save("6 12:00", "Ana", RULES)]
    assert findings("BN505", game(saves, rules=other)) == []


def test_values_set_by_an_unknown_revision_accuse_nobody() -> None:
    saves = (
        Save("6 09:00", "Ana", BELOW),
        Save("6 10:00", "Bo", None),
        Save("6 11:00", "Cy", BELOW.replace("-3", "-4")),
    )
    found, (lacking,) = report("BN505", game(*saves))
    assert (found, lacking.why) == (
        (),
        f"the editor or the changes of 2 revisions of “{TITLE}” are unknown",
    )


def test_a_value_that_was_illegal_before_is_not_made_so_again() -> None:
    one = only(Save("6 09:00", "Ana", BELOW), Save("6 10:00", "Bo", BELOW.replace("-3", "-4")))
    assert one.message.startswith(
        "Ana set Ana's Coal from “3” to “-3” with revision 101; it is “-4”, and it may not be"
        " negative"
    )
