"""What accounts for an edit: undoing, spelling, Addresses, rules, this tool; and which edit mended another."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import AdminNote, Category, Confidence, Post, Revision, Status
from tests.validators.edits.boats import PAGE, RULES, Save, described, game, page
from tests.validators.making import address, dov, post, proposal
from tests.validators.scene import DAY, HOUR, MINUTE, NOW
from validators.edits.attributing import mended
from validators.edits.described_edits import Account, AccountKind
from validators.profile.dynasty_profile import Profile
from validators.view import GameView

ANA6, ANA7 = page(Ana=("6", "Dark", "Swan")), page(Ana=("7", "Dark", "Swan"))
HIGH, MEDIUM, LOW = Confidence
GOOSE = ("5", "Dark", "Goose")
BADGE, FOG_BADGE, FOG = page(Ana=GOOSE), page(fog="2", Ana=GOOSE), page(fog="2")
ZOE, BROKEN, BRIGHT = page(note="Zoe!"), page(Ana=("5", "Broken", "Swan")), page(Ana=("5", "Bright", "Swan"))


def last(view: GameView, title: str = PAGE) -> Account | None:
    return described(view, title)[-1].by


def known(view: GameView, title: str = PAGE) -> tuple[AccountKind, str, Confidence]:
    by = last(view, title)
    assert by is not None
    return by.kind, by.ref, by.confidence


# Undoing


@pytest.mark.parametrize(
    ("saves", "expected"),
    [
        pytest.param([Save("Zoe", BADGE), Save("Bo Vane", page(), "Undid revision 101 by Zoe")], ("101", HIGH), id="the last, said"),
        pytest.param([Save("Zoe", BADGE), Save("Bo Vane", page())], ("101", HIGH), id="what nothing accounts for, silently"),
        pytest.param([Save("Ana", ANA7, "stoking"), Save("Zoe", page())], ("101", MEDIUM), id="a move, silently"),
        pytest.param([Save("Ana", ANA7, "stoking"), Save("Zoe", page(), "rvv")], ("101", HIGH), id="a move, and said"),
        pytest.param([Save("Zoe", BADGE), Save("Cy", FOG_BADGE), Save("Bo Vane", FOG, "undo revision 101")], ("101", HIGH), id="before"),
        pytest.param([Save("Zoe", BADGE), Save("Cy", FOG_BADGE), Save("Bo Vane", FOG, "reverted")], ("101", HIGH), id="without a number"),
        pytest.param([Save("Zoe", BADGE), Save("Bo Vane", ANA6, "undo revision 101")], ("101", LOW), id="only the summary says so"),
        pytest.param([Save("Zoe", BADGE), Save("Bo Vane", ANA6, "undo revision 77")], ("77", LOW), id="a number that is not known"),
    ],
)  # fmt: skip
def test_undoing(saves: list[Save], expected: tuple[str, Confidence]) -> None:
    assert known(game(*saves)) == (AccountKind.UNDO, *expected)


@pytest.mark.parametrize("first", [BADGE, None], ids=["a summary without a number", "what is not known"])
def test_what_undoes_nothing(first: str | None) -> None:
    assert last(game(Save("Zoe", first), Save("Zoe", page(note="x"), "reverted"))) is None


# Spelling and formatting


@pytest.mark.parametrize(
    ("old", "new", "sure"),
    [
        pytest.param("The state of teh boats.", "The state of the boats.", HIGH, id="swapped letters"),
        pytest.param("The largest boats.", "The latest boats.", LOW, id="two words of English"),
        pytest.param("There are 3 boats.", "There are 4 boats.", None, id="a number"),
        pytest.param("Boats may pass.", "Boats may not pass.", None, id="a negation"),
        pytest.param("Boats pass.", "Boats pass. Really.", None, id="a word more"),
    ],
)
def test_spelling_of_prose(old: str, new: str, sure: Confidence | None) -> None:
    by = last(game(Save("Ana", page(note=old)), Save("Zoe", page(note=new))))
    assert (by and (by.kind, by.confidence)) == (sure and (AccountKind.TYPO, sure))


def test_spelling_of_values() -> None:
    for coal, lamp, badge in (("5", "Bright", "Swan"), ("5.", "Dark", "Swan"), ("5", "Dark", ""), ("5", "Dank", "Swan")):
        assert last(game(Save("Zoe", page(Ana=(coal, lamp, badge))))) is None
    for old, new, typo in (("Swan", "swan", True), ("Swan", "Swan!", True), ("a", "A", False)):
        by = last(game(Save("Ana", page(Ana=("5", "Dark", old))), Save("Zoe", page(Ana=("5", "Dark", new)))))
        assert (by is not None) is typo


def test_the_rulesets_spelling_and_layout() -> None:
    laid = game(Save("Zoe", RULES.replace("obey this", "'''obey''' this")), title="Ruleset")
    assert known(laid, "Ruleset") == (AccountKind.TYPO, "Ruleset", HIGH)
    wrong = RULES.replace("publicly-tracked number", "publicly-tracked nmuber")
    other = wrong.replace("obey this", "obey that")
    mended_one = game(Save("Ana", other), Save("Zoe", other.replace("nmuber", "number")), title="Ruleset")
    assert known(mended_one, "Ruleset")[0] is AccountKind.TYPO


# Ascension Addresses


@pytest.mark.parametrize(
    ("user", "age", "comment", "sure"),
    [
        pytest.param("Bo Vane", DAY, "", HIGH, id="its author, a day later"),
        pytest.param("Bo Vane", DAY + MINUTE, "", MEDIUM, id="its author, later"),
        pytest.param("Bo Vane", 3 * DAY + MINUTE, "", None, id="its author, too late"),
        pytest.param("Bo Vane", -MINUTE, "", MEDIUM, id="its author, before"),
        pytest.param("Bo Vane", -3 * DAY - MINUTE, "", None, id="its author, long before"),
        pytest.param("Ana", DAY, "for the new dynasty", MEDIUM, id="a helper who says so"),
        pytest.param("Ana", DAY, "", LOW, id="somebody else on that day"),
        pytest.param("Ana", DAY + MINUTE, "for the new dynasty", None, id="a helper, too late"),
        pytest.param("Ana", -MINUTE, "for the new dynasty", None, id="a helper, too soon"),
    ],
)
def test_when_an_address_accounts_for_an_edit(user: str, age: timedelta, comment: str, sure: Confidence | None) -> None:
    posted = 9 * DAY
    posts = (dov(posted + 2 * DAY, author="Bo Vane", closed=NOW - posted - DAY), address(posted, author="Bo Vane", subject="New"))
    by = last(game(Save(user, page(note="A new dynasty begins."), comment, posted - age), posts=posts))
    assert (by and (by.kind, by.ref, by.confidence)) == (sure and (AccountKind.ADDRESS, "Ascension-Address: New", sure))


@pytest.mark.parametrize(
    ("old", "new", "sure"),
    [
        pytest.param(RULES[RULES.index("== Fog ==") : RULES.index("= Appendix")], "", HIGH, id="a rule repealed"),
        pytest.param("Warden may raise", "Captain may raise", MEDIUM, id="a term replaced"),
        pytest.param("gain 2 Coal", "gain 3 Coal", LOW, id="a number"),
        pytest.param("may gain 2", "may not gain 2", LOW, id="a negation"),
        pytest.param("All Bargees shall obey this, and not the {{#if|}} rest.\n", "", LOW, id="a sentence of the core repealed"),
        pytest.param("== Fog ==", "== Mist ==\nMist may rise.\n== Fog ==", LOW, id="a rule added"),
    ],
)  # fmt: skip
def test_what_an_address_does_to_the_ruleset(old: str, new: str, sure: Confidence) -> None:
    view = game(
        Save("Bo Vane", RULES.replace(old, new), "", HOUR),
        title="Ruleset",
        posts=(address(2 * HOUR, author="Bo Vane", body="I am the Captain."),),
    )
    assert known(view, "Ruleset")[::2] == (AccountKind.ADDRESS, sure)


# Rules


@pytest.mark.parametrize(
    ("save", "why"),
    [
        pytest.param(Save("Ana", ANA7, "stoking"), "its changes are those of “Stoking”, which its summary names", id="an action"),
        pytest.param(Save("Ana", ANA7), "its changes are those of “Stoking”", id="the one of two that does not set it to 0"),
        pytest.param(Save("Ana", ANA6, "stoking"), "its summary names “Stoking”", id="another number"),
        pytest.param(Save("Ana", ANA6), "it changed only the editor's own values, or the game's", id="an own value"),
        pytest.param(Save("Ana", page(Bo_Vane=("7", "Bright", "Salt lamps")), "robbing"), None, id="named, and another value"),
        pytest.param(Save("Cy", FOG), "its changes are those of “raise the Fog”", id="a value of the game"),
        pytest.param(Save("Ana", page(Bo_Vane=("0", "Dark", "Salt lamps"))), "its changes are those of “Robbing”", id="of another"),
        pytest.param(Save("Cy", page(Bo_Vane=("7", "Broken", "Salt lamps"))), "the Emperor made it", id="the Emperor"),
        pytest.param(Save("Ana", page(Bo_Vane=("7", "Bright", "Salt lamps"))), None, id="an action on oneself, done to another"),
        pytest.param(Save("Zoe", page(Ana=("7", "Dark", "Swan"))), None, id="by an outsider"),
        pytest.param(Save("Ivo", page(Ivo=("5", "Dark", "Primrose"))), None, id="by an idle player"),
        pytest.param(Save("Ana", page(note="Ana was here.", Ana=("7", "Dark", "Swan"))), None, id="with a text"),
    ],
)
def test_what_a_rule_may_let_a_player_do(save: Save, why: str | None) -> None:
    by = last(game(save))
    assert (by and (by.kind, by.confidence, by.why)) == (why and (AccountKind.RULE, MEDIUM, why))


@pytest.mark.parametrize(("since", "expected"), [(60 * DAY, None), (None, LOW)], ids=["the roster of that time", "only that of now"])
def test_whoever_may_have_been_idle_is_allowed_least_surely(since: timedelta | None, expected: Confidence | None) -> None:
    by = last(game(Save("Ivo", page(Ivo=("5", "Dark", "Primrose")), "stoking"), since=since))
    assert (by and by.confidence) is expected


def test_the_profiles_cadence_names_an_action() -> None:
    profile = Profile(cadence={"Badge": "daily"})
    assert known(game(Save("Ana", BADGE), profile=profile)) == (AccountKind.RULE, "Badge", MEDIUM)
    assert last(game(Save("Ana", page(Bo_Vane=("7", "Dark", "Goose"))), profile=profile)) is None


def rows(names: str) -> str:
    lines = "".join(f"|-\n| {name} || 5 || Dark || -\n" for name in names.split(", "))
    return f"{{|\n! Bargee !! Coal !! Lamp !! Badge\n{lines}|}}\n"


def left(age: timedelta) -> Post:
    return post(Category.NONE, age, author="Ana", subject="Ivo idles out", body="Ivo is idle after seven days. Quorum is 2.")


@pytest.mark.parametrize(
    ("age", "editor", "there"),
    [
        pytest.param(2 * DAY, "Bo Vane", True, id="about then"),
        pytest.param(30 * DAY, "Bo Vane", False, id="long before"),
        pytest.param(2 * DAY, "Zoe", False, id="by an outsider"),
    ],
)
def test_rows_of_who_went(age: timedelta, editor: str, there: bool) -> None:
    view = game(Save(editor, rows("Ana, Bo Vane, Cy")), start=rows("Ana, Bo Vane, Cy, Ivo"), since=None, posts=(left(age),))
    by = last(view)
    assert (by is not None and by.kind is AccountKind.RULE) is there


def test_rows_and_values_at_once_are_not_for_the_rosters_sake() -> None:
    after = rows("Ana, Bo Vane, Cy").replace("Ana || 5", "Ana || 9")
    assert last(game(Save("Bo Vane", after), start=rows("Ana, Bo Vane, Cy, Ivo"), since=None, posts=(left(2 * DAY),))) is None


# Matters


BO0, BO_BROKEN = page(Bo_Vane=("0", "Dark", "Salt lamps")), page(Bo_Vane=("7", "Broken", "Salt lamps"))
SET = "Set the Coal of Bo Vane to 0."


@pytest.mark.parametrize(
    ("body", "text", "closed", "comment", "said"),
    [
        (SET, BO0, 2 * HOUR, "", "matter high: the matter's text, which was enacted 1 h before, has what it set"),
        (SET, BO0, timedelta(minutes=30), "", "matter medium"),
        (SET, BO0, 25 * HOUR + MINUTE, "", "rule"),
        (SET, BO0, 25 * HOUR + MINUTE, "as “A Levy” says", "matter medium"),
        ("Set the Coal of Bo Vane to 1.", BO0, 2 * HOUR, "", "rule"),
        ("Set the Coal of Cy to 0.", BO0, 2 * HOUR, "", "rule"),
        ("Set the Lamp of Bo Vane to 0.", BO0, 2 * HOUR, "", "rule"),
        ("Everybody's Coal becomes 0.", BO0, 2 * HOUR, "", "matter high"),
        ("Set the Fog to 2.", page(fog="2"), 2 * HOUR, "", "matter high"),
        ("Set the Fog to 2.", page(fog="2", note="Look!"), 2 * HOUR, "", ""),
        ("Take it.", BO0, 2 * HOUR, "A Levy", "matter medium: the summary names it, and it was enacted 1 h before"),
        ("Take it.", BO_BROKEN, 3 * DAY, "A Levy", "matter low: only its summary says so"),
    ],
)
def test_values_that_a_matter_has(body: str, text: str, closed: timedelta, comment: str, said: str) -> None:
    made = proposal(closed + DAY, subject="A Levy", body=body, author="Bo Vane")
    posts = (replace(made, status=Status.ENACTED, closed=NOW - closed, note=AdminNote("Enacted by Ana.", None)),)
    by = described(game(Save("Ana", text, comment), posts=posts))[-1].by
    assert ("" if by is None else f"{by.kind} {by.confidence}: {by.why}").startswith(said)
    assert bool(by) is bool(said)


# This tool


def test_our_own_edits_are_known_by_the_journal() -> None:
    view = game(Save("Our bot", BADGE, "whatever"))
    assert known(replace(view, written=frozenset({101}))) == (AccountKind.TOOL, "blognomic", HIGH)
    assert known(game(Save("Our bot", BADGE, "BN401 (rule “Coal”): set it"))) == (AccountKind.TOOL, "blognomic", LOW)
    assert last(game(Save("Our bot", BADGE, "see BN401: set it"))) is None


# Mending


@pytest.mark.parametrize(
    ("saves", "by"),
    [
        pytest.param([Save("Zoe", BADGE)], None, id="nobody"),
        pytest.param([Save("Zoe", BADGE), Save("Ana", page(), "rv")], 102, id="the whole text"),
        pytest.param([Save("Zoe", BADGE), Save("Cy", FOG_BADGE), Save("Ana", FOG)], 103, id="a value"),
        pytest.param([Save("Zoe", BADGE), Save("Bo Vane", page(fog="2", Ana=("5", "Dark", "Duck")))], None, id="set by no right"),
        pytest.param([Save("Zoe", ANA6), Save("Ana", page(Ana=("8", "Dark", "Swan")), "stoking")], None, id="a move adds to it"),
        pytest.param([Save("Zoe", BROKEN), Save("Ana", BRIGHT, "trimming")], 102, id="a move sets it"),
        pytest.param([Save("Zoe", ZOE), Save("Cy", page(note="Zoe!", fog="2")), Save("Bo Vane", FOG)], None, id="a text, beside others"),
        pytest.param([Save("Zoe", ZOE), Save("Ana", None), Save("Bo Vane", ZOE)], None, id="a hidden one between"),
    ],
)
def test_which_edit_mended_the_first_one(saves: list[Save], by: int | None) -> None:
    found = mended(described(game(*saves)), 1)
    assert (found and found.revision.revid) == by


def test_the_first_known_revision_is_mended_by_nobody_known() -> None:
    seen = described(game(Save("Zoe", BADGE)))
    assert mended(seen, 0) is None
    lone = replace(seen[0], revision=Revision(PAGE, 1, 0, NOW, "Ana", "", None))
    assert mended((lone, *seen[1:]), 1) is None
