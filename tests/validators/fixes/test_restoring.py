"""Which value an illegal one gives way to, on both sides of each question that decides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.gamestate.change import AddRow, SetValue
from parsers.gamestate.gamestate_model import GameState
from parsers.ruleset.ruleset_model import Variable
from tests.parsers.gamestate.playing import number, read, table
from tests.support.cases import cases
from validators.finding import Finding, Fix, FixKind, Severity, Subject
from validators.fixes.restoring import (
    EarlierPage,
    Restored,
    came_back,
    had_row,
    is_illegal,
    restored,
    stood_at,
    with_restored,
)

LOW, HIGH = number("Coal", 0, 20), number("Coal", 0, 30)
NO_ROW = "no row"
CHANGE = SetValue("player", "Ana", "Coal", "25", None, known=False)


def page(coal: str) -> str:
    """Return a page on which Ana has that Coal, or no row."""
    return (
        table("Player | Coal", "Bo Bell | 2")
        if coal == NO_ROW
        else table("Player | Coal", f"Ana | {coal}", "Bo Bell | 2")
    )


def history(*coals: str, then: GameState | None = None) -> list[EarlierPage]:
    """The newest first, numbered from below; the rules of every revision's own time are those that
    ``then`` was read under.
    """
    return [
        EarlierPage(len(coals) - number, read(page(coal), LOW), lambda: then)
        for number, coal in enumerate(coals)
    ]


UNPROVEN = "; the history does not prove that it is right"
NONE = "the known history has no legal value"
RULES_OF_THEN = {each.name: each for each in (LOW, number("Salt"))}


@cases("last_legal_values")
def test_the_last_legal_value_is_restored(
    coals: list[str], rule: str | None, reason: str | None
) -> None:
    """The newest first; the variable of the rules of then; why 18 is right. What is certain needs
    no more words.
    """
    change = replace(CHANGE, old=coals[0]) if coals and coals[0] != NO_ROW else CHANGE
    then = read(page(change.old), RULES_OF_THEN[rule]) if rule is not None else None
    expected = (
        NONE if reason is None else Restored(18, reason, certain=";" not in reason, text="18")
    )
    assert restored(change, history(*coals, then=then)) == expected


@pytest.mark.parametrize("limit", [LOW, HIGH], ids=["illegal then", "legal then"])
def test_behind_a_revision_that_is_not_known_nothing_is_certain(limit: Variable) -> None:
    then = read(page("25"), limit)
    first, legal = history("25", "18", then=then)
    assert isinstance(first, EarlierPage)
    found = restored(CHANGE, [replace(first, alone=False), legal])
    assert found == Restored(
        18, "its last legal value (revision 1)" + UNPROVEN, certain=False, text="18"
    )


@cases("edits_that_did_more")
def test_an_edit_that_did_more_is_not_undone_in_part(
    before: str, after: str, *, certain: bool
) -> None:
    """It may have been a trade."""
    old, new = (
        read(table("Player | Coal", f"Ana | {coal}", other), LOW)
        for coal, other in (("18", before), ("25", after))
    )
    found = restored(CHANGE, [EarlierPage(2, new, lambda: new), EarlierPage(1, old, lambda: None)])
    assert isinstance(found, Restored)
    assert (found.value, found.certain) == (18, certain)


@pytest.mark.parametrize(
    ("coals", "back"),
    [
        (("25", "18", "25", "18"), True),
        (("25", "18", "3"), False),
        (("25", NO_ROW, "25"), True),
        (("25", "25", "18"), False),
        ((), False),
    ],
    ids=str,
)
def test_a_value_that_came_back(coals: Sequence[str], *, back: bool) -> None:
    assert came_back(CHANGE, history(*coals)) is back


def test_of_a_value_that_the_rules_made_illegal_nothing_is_known() -> None:
    then = read(page("25"), HIGH)
    why = "“25” was legal when it was set, and the rules have changed since"
    for coals in (("25", "18"), ("25", "31", "18")):
        assert restored(CHANGE, history(*coals, then=then)) == why
    better, certain = with_restored(finding(CHANGE), history("25", "18", then=then))
    assert better.fix is not None
    assert (better.fix.change, certain) == (None, False)
    assert (
        better.fix.summary
        == f"set Ana's Coal from “25” to the right value, which is unknown: {why}"
    )


@pytest.mark.parametrize(("text", "illegal"), [("21", True), ("20", False), (NO_ROW, False)])
def test_a_value_that_was_illegal_by_the_rules_of_then(text: str, *, illegal: bool) -> None:
    assert is_illegal(CHANGE, read(page(text), LOW)) is illegal


def test_players_with_an_earlier_row() -> None:
    coals = history("25", NO_ROW, "18")
    assert (
        had_row("ana", coals[1:])
        == "revision 1 has a row of this player, whose values may still be right"
    )
    assert had_row("Cy", coals) is None
    assert had_row("Ana", ()) is None


SINCE = datetime(2024, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("coals", "days", "alone", "texts"),
    [
        ((NO_ROW, "18"), (12, 11), True, (("Coal", "18"),)),
        ((NO_ROW, "18", "17"), (13, 12, 11), True, (("Coal", "18"),)),
        ((NO_ROW, "18"), (12, 10), True, (("Coal", "18"),)),
        ((NO_ROW, "18"), (12, 9), True, ()),
        ((NO_ROW, "25", "18"), (13, 12, 11), True, None),
        ((NO_ROW, "18"), (12, 11), False, None),
        ((NO_ROW, NO_ROW), (12, 11), True, None),
        ((), (), True, None),
    ],
    ids=[
        "the last row",
        "the last of two",
        "of the first day",
        "of an earlier dynasty",
        "not legal",
        "behind a revision that is not known",
        "no row, but not every revision",
        "no history",
    ],
)
def test_a_returning_player_has_the_last_values_of_this_dynasty(
    coals: tuple[str, ...],
    days: tuple[int, ...],
    alone: bool,
    texts: tuple[tuple[str, str], ...] | None,
) -> None:
    pages = [
        replace(each, at=datetime(2024, 1, day, tzinfo=UTC), alone=alone)
        for each, day in zip(history(*coals), days, strict=True)
    ]
    fix = Fix(FixKind.ADD_ROW, "The Page", "add it", AddRow("ana", since=SINCE))
    given = Finding("BN306", "slug", Severity.WARNING, Subject("player", "ana"), "", fix=fix)
    found, certain = with_restored(given, pages)
    assert found.fix is not None
    assert found.fix.change == (None if texts is None else AddRow("ana", texts))
    assert found.fix.summary == ("add it, which are unknown" if texts is None else "add it")
    assert certain is False


NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


@cases("values_that_stood")
def test_a_value_must_be_half_an_hour_old(
    coals: Sequence[str], minutes: Sequence[int], stood: bool
) -> None:
    edits = zip(coals, minutes, strict=True)
    revisions = [
        EarlierPage(1, read(page(coal), LOW), lambda: None, NOON - timedelta(minutes=ago))
        for coal, ago in edits
    ]
    assert stood_at(CHANGE, revisions, NOON - timedelta(minutes=30)) is stood


def test_a_revision_of_no_known_time_proves_nothing() -> None:
    assert stood_at(CHANGE, history("25"), NOON) is False


# The fix of a finding


def finding(change: SetValue | None, kind: FixKind = FixKind.SET_VALUE) -> Finding:
    return Finding(
        "BN401",
        "x",
        Severity.ERROR,
        Subject("variable", "Ana: Coal"),
        "It is 25.",
        fix=Fix(kind, "The Page", "do it", change),
    )


def test_the_fix_names_the_value_that_will_be_written() -> None:
    then = read(page("25"), LOW)
    better, certain = with_restored(finding(CHANGE), history("25", "18", then=then))
    assert better.fix is not None
    assert (
        better.fix.summary == "set Ana's Coal from “25” to “18”, its last legal value (revision 1)"
    )
    assert isinstance(better.fix.change, SetValue)
    assert (better.fix.change.new, better.fix.change.text, certain) == (18, "18", True)
    assert better.fingerprint == finding(CHANGE).fingerprint


def test_without_a_legal_value_the_right_one_is_not_known() -> None:
    better, certain = with_restored(finding(CHANGE), history("25"))
    assert better.fix is not None
    assert (
        better.fix.summary
        == "set Ana's Coal from “25” to the right value, which is unknown: the known history has"
        " no legal value"
    )
    assert better.fix.change is None
    assert not certain


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(finding(CHANGE), fix=None), id="no fix"),
        pytest.param(finding(None), id="no exact change"),
        pytest.param(finding(CHANGE, FixKind.RESPELL), id="another kind"),
    ],
)
def test_other_fixes_stay_as_they_are(other: Finding) -> None:
    assert with_restored(other, history("25", "18")) == (other, True)
