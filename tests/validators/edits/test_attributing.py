"""What accounts for an edit: undoing, spelling, Addresses, rules, this tool; and which edit mended
another.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parsers.model import AdminNote, Category, Confidence, Post, Revision, Status
from tests.support.cases import cases
from tests.support.views import remade
from tests.validators.edits.boats import PAGE, RULES, Save, described, game, page
from tests.validators.making import address, dov, length, post, proposal
from tests.validators.scene import DAY, HOUR, MINUTE, NOW
from validators.edits.attributing import mended, undone
from validators.edits.described_edits import Account, AccountKind
from validators.profile.dynasty_profile import Profile
from validators.view import GameView

ANA6, ANA7 = page(Ana=("6", "Dark", "Swan")), page(Ana=("7", "Dark", "Swan"))
HIGH, MEDIUM, LOW = Confidence
GOOSE = ("5", "Dark", "Goose")
BADGE, FOG_BADGE, FOG = page(Ana=GOOSE), page(fog="2", Ana=GOOSE), page(fog="2")
ZOE, BROKEN, BRIGHT = (
    page(note="Zoe!"),
    page(Ana=("5", "Broken", "Swan")),
    page(Ana=("5", "Bright", "Swan")),
)


def save(
    user: str, cells: dict[str, Any] | None = None, comment: str = "", *, hidden: bool = False
) -> Save:
    """Return a save of a case; the cells are what it has changed on the page of the beginning."""
    changed: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in (cells or {}).items()
    }
    return Save(user, None if hidden else page(**changed), comment)


def saved(saves: list[dict[str, Any]]) -> GameView:
    """Return the game with the saves of a case."""
    return game(*(save(**each) for each in saves))


def last(view: GameView, title: str = PAGE) -> Account | None:
    return described(view, title)[-1].by


def known(view: GameView, title: str = PAGE) -> tuple[AccountKind, str, Confidence]:
    by = last(view, title)
    assert by is not None
    return by.kind, by.ref, by.confidence


# Undoing


@cases("undoings")
def test_an_edit_undoes_another(saves: list[dict[str, Any]], ref: str, confidence: str) -> None:
    assert known(saved(saves)) == (AccountKind.UNDO, ref, confidence)


@pytest.mark.parametrize(
    "first", [BADGE, None], ids=["a summary without a number", "what is not known"]
)
def test_edits_that_undo_nothing(first: str | None) -> None:
    assert last(game(Save("Zoe", first), Save("Zoe", page(note="x"), "reverted"))) is None


# Spelling and formatting


@cases("prose")
def test_a_spelling_correction_is_distinguished_from_a_change(
    old: str, new: str, confidence: str | None
) -> None:
    by = last(game(Save("Ana", page(note=old)), Save("Zoe", page(note=new))))
    assert (by and (by.kind, by.confidence)) == (confidence and (AccountKind.TYPO, confidence))


def test_spelling_of_values() -> None:
    for coal, lamp, badge in (
        ("5", "Bright", "Swan"),
        ("5.", "Dark", "Swan"),
        ("5", "Dark", ""),
        ("5", "Dank", "Swan"),
    ):
        assert last(game(Save("Zoe", page(Ana=(coal, lamp, badge))))) is None
    for old, new, typo in (("Swan", "swan", True), ("Swan", "Swan!", True), ("a", "A", False)):
        by = last(
            game(
                Save("Ana", page(Ana=("5", "Dark", old))), Save("Zoe", page(Ana=("5", "Dark", new)))
            )
        )
        assert (by is not None) is typo


@pytest.mark.parametrize(
    ("old", "new", "confidence"),
    [("Bo Vnae", "Bo Vane", HIGH), ("Bo Vane", "Bo Vnae", None), ("Bo Vnae", "Bo Vnea", LOW)],
    ids=["a player's name", "no longer a player's name", "nobody's name"],
)
def test_names_of_players_are_spelt_right(
    old: str, new: str, confidence: Confidence | None
) -> None:
    before, after = (page(Ana=("5", "Dark", badge)) for badge in (old, new))
    by = last(game(Save("Ana", before), Save("Zoe", after)))
    assert (by and (by.kind, by.confidence)) == (confidence and (AccountKind.TYPO, confidence))


def test_the_rulesets_spelling_and_layout() -> None:
    laid = game(Save("Zoe", RULES.replace("obey this", "'''obey''' this")), title="Ruleset")
    assert known(laid, "Ruleset") == (AccountKind.TYPO, "Ruleset", HIGH)
    wrong = RULES.replace("publicly-tracked number", "publicly-tracked nmuber")
    other = wrong.replace("obey this", "obey that")
    mended_one = game(
        Save("Ana", other), Save("Zoe", other.replace("nmuber", "number")), title="Ruleset"
    )
    assert known(mended_one, "Ruleset")[0] is AccountKind.TYPO


# Ascension Addresses


@cases("address_edits")
def test_when_an_address_accounts_for_an_edit(
    user: str, minutes: float, comment: str, confidence: str | None
) -> None:
    posted = 9 * DAY
    posts = (
        dov(posted + 2 * DAY, author="Bo Vane", closed=NOW - posted - DAY),
        address(posted, author="Bo Vane", subject="New"),
    )
    by = last(
        game(
            Save(user, page(note="A new dynasty begins."), comment, posted - minutes * MINUTE),
            posts=posts,
        )
    )
    assert (by and (by.kind, by.ref, by.confidence)) == (
        confidence and (AccountKind.ADDRESS, "Ascension-Address: New", confidence)
    )


@cases("address_rules")
def test_an_address_may_change_the_ruleset(old: str, new: str, confidence: str) -> None:
    view = game(
        Save("Bo Vane", RULES.replace(old, new), "", HOUR),
        title="Ruleset",
        posts=(address(2 * HOUR, author="Bo Vane", body="I am the Captain."),),
    )
    assert known(view, "Ruleset")[::2] == (AccountKind.ADDRESS, confidence)


# Rules


EMPTY = RULES.replace("== Fog ==", "== Mist ==\n\n== Fog ==")


@pytest.mark.parametrize(
    ("after", "deletes"),
    [(RULES, True), (RULES.replace("defaulting to 5", "defaulting to 6"), False)],
    ids=["only that", "and something else"],
)
def test_everybody_can_delete_an_empty_rule(after: str, deletes: bool) -> None:
    by = last(game(Save("Zoe", after), title="Ruleset", start=EMPTY), "Ruleset")
    assert (by is not None and by.ref == "Rules and Votable Matters") is deletes


@cases("rule_edits")
def test_a_rule_may_permit_an_edit(
    save: dict[str, Any], reason: str | None, rule: str | None
) -> None:
    by = last(saved([save]))
    assert (by and (by.kind, by.confidence, by.why, by.ref)) == (
        reason and (AccountKind.RULE, MEDIUM, reason, rule)
    )


@pytest.mark.parametrize(
    ("since", "expected"),
    [(60 * DAY, None), (None, LOW)],
    ids=["the roster of that time", "only that of now"],
)
def test_whoever_may_have_been_idle_is_allowed_least_surely(
    since: timedelta | None, expected: Confidence | None
) -> None:
    by = last(game(Save("Ivo", page(Ivo=("5", "Dark", "Primrose")), "stoking"), since=since))
    assert (by and by.confidence) is expected


def test_the_profiles_cadence_names_an_action() -> None:
    profile = Profile(cadence={"Badge": "daily"})
    assert known(game(Save("Ana", BADGE), profile=profile)) == (AccountKind.RULE, "Badge", MEDIUM)
    assert last(game(Save("Ana", page(Bo_Vane=("7", "Dark", "Goose"))), profile=profile)) is None


def table(names: str) -> str:
    lines = "".join(f"|-\n| {name} || 5 || Dark || -\n" for name in names.split(", "))
    return f"{{|\n! Bargee !! Coal !! Lamp !! Badge\n{lines}|}}\n"


def told(age: timedelta, body: str) -> Post:
    return post(Category.NONE, age, author="Ana", subject=f"News {age}", body=body)


def left(age: timedelta) -> Post:
    return told(age, "Ivo is idle after seven days. Quorum is 2.")


@cases("removed_rows")
def test_a_player_may_remove_the_row_of_who_went_idle(
    age: str, editor: str, accounted: bool
) -> None:
    view = game(
        Save(editor, table("Ana, Bo Vane, Cy")),
        start=table("Ana, Bo Vane, Cy, Ivo"),
        since=None,
        posts=(left(length(age)),),
    )
    by = last(view)
    assert (by is not None and by.kind is AccountKind.RULE) is accounted


@pytest.mark.parametrize(
    ("back", "accounted"), [(2 * DAY, True), (9 * DAY, False)], ids=["days ago", "long ago"]
)
def test_the_row_of_who_came_and_went_may_be_removed(back: timedelta, accounted: bool) -> None:
    stayed = told(20 * DAY, "Cy unidles.")
    view = game(
        Save("Bo Vane", table("Ana, Bo Vane, Cy")),
        start=table("Ana, Bo Vane, Cy, Ivo"),
        since=None,
        posts=(stayed, told(back, "Ivo unidles."), left(back - DAY)),
    )
    assert (last(view) is not None) is accounted


def test_rows_and_values_at_once_are_not_for_the_rosters_sake() -> None:
    after = table("Ana, Bo Vane, Cy").replace("Ana || 5", "Ana || 9")
    assert (
        last(
            game(
                Save("Bo Vane", after),
                start=table("Ana, Bo Vane, Cy, Ivo"),
                since=None,
                posts=(left(2 * DAY),),
            )
        )
        is None
    )


# Matters


BO0, BO_BROKEN = (
    page(Bo_Vane=("0", "Dark", "Salt lamps")),
    page(Bo_Vane=("7", "Broken", "Salt lamps")),
)
SET = "Set the Coal of Bo Vane to 0."


@cases("matter_values")
def test_a_matter_accounts_for_the_values_in_its_text(
    body: str, cells: dict[str, Any], minutes: float, comment: str, account: str
) -> None:
    closed = minutes * MINUTE
    made = proposal(closed + DAY, subject="A Levy", body=body, author="Bo Vane")
    posts = (
        replace(
            made,
            status=Status.ENACTED,
            closed=NOW - closed,
            note=AdminNote("Enacted by Ana.", None),
        ),
    )
    by = described(game(save("Ana", cells, comment), posts=posts))[-1].by
    assert ("" if by is None else f"{by.kind} {by.confidence}: {by.why}").startswith(account)
    assert bool(by) is bool(account)


# This tool


def test_our_own_edits_are_known_by_the_journal() -> None:
    view = game(Save("Our bot", BADGE, "whatever"))
    assert known(remade(view, written=frozenset({101}))) == (AccountKind.TOOL, "blognomic", HIGH)
    assert known(game(Save("Our bot", BADGE, "BN401 (rule “Coal”): set it"))) == (
        AccountKind.TOOL,
        "blognomic",
        LOW,
    )
    assert last(game(Save("Our bot", BADGE, "see BN401: set it"))) is None


# Undoing, seen from the edit that undoes


@pytest.mark.parametrize(
    ("saves", "revids"),
    [
        ([Save("Zoe", BADGE), Save("Ana", page(), "rv")], [101]),
        ([Save("Zoe", BADGE), Save("Zoe", FOG_BADGE), Save("Ana", page(), "rv")], [101, 102]),
        ([Save("Zoe", BADGE), Save("Zoe", None), Save("Ana", page(), "rv")], [101]),
        ([Save("Zoe", BADGE), Save("Cy", FOG_BADGE), Save("Ana", FOG, "rv")], [101]),
        ([Save("Zoe", BADGE), Save("Ana", BRIGHT)], []),
    ],
    ids=["one", "all since a text", "all but a hidden one", "one of several", "none"],
)
def test_edits_undone_by_an_edit(saves: list[Save], revids: list[int]) -> None:
    edits = described(game(*saves))
    assert [each.revision.revid for each in undone(edits, len(edits) - 1)] == revids


# Mending


@cases("mendings")
def test_the_edit_that_mended_the_first_one(
    saves: list[dict[str, Any]], revision: int | None
) -> None:
    found = mended(described(saved(saves)), 1)
    assert (found and found.revision.revid) == revision


def test_the_first_known_revision_is_mended_by_nobody_known() -> None:
    seen = described(game(Save("Zoe", BADGE)))
    assert mended(seen, 0) is None
    lone = replace(seen[0], revision=Revision(PAGE, 1, 0, NOW, "Ana", "", None))
    assert mended((lone, *seen[1:]), 1) is None
