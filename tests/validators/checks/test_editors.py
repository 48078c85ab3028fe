"""BN501, BN502, BN503 and BN506: edits by people who may not make them, or not then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parsers.changes import UndoRevision
from parsers.model import Category, Comment, Confidence, Post, Roster
from parsers.ruleset.ruleset_model import Ruleset, UnreadClause
from tests.support.cases import cases, table
from tests.support.views import remade
from tests.validators.edits.boats import PAGE, ROSTER, RULES, Save, game, page, ruleset
from tests.validators.making import address, dov, length, post, proposal
from tests.validators.making import rules as parameters
from tests.validators.scene import DAY, HOUR, NOW
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding, Severity, Subject
from validators.view import Coverage, GameView

ANA6 = page(Ana=("6", "Dark", "Swan"))
ANA7 = page(Ana=("7", "Dark", "Swan"))
BO6 = page(Bo_Vane=("7", "Broken", "Salt lamps"))
IVO5 = page(Ivo=("5", "Dark", "Primrose"))
STORY = post(Category.STORY, 9 * DAY)
EMPTY = RULES.replace("= Appendix", "== Oars ==\n\n= Appendix")
WIDE = page().replace("! Badge", "! Badge !! Remarks").replace("|| Swan", "|| Swan || x")
NO_IVO = page().replace("|-\n| Ivo || 3 || Dark || Primrose\n", "")


def report(view: GameView, code: str) -> AuditReport:
    return run_all(view, select=[code])


def only(view: GameView, code: str) -> Finding:
    (one,) = report(view, code).findings
    return one


def told(view: GameView) -> list[tuple[str, str, str]]:
    """What the four checks find: the code with its severity's letter, the revision, and how sure it
    is.
    """
    found = run_all(view, select=["BN501", "BN502", "BN503", "BN506"]).findings
    return [(f"{one.code} {one.severity}", one.subject.id, str(one.confidence)) for one in found]


def outsider(*saves: Save, spoke: bool = False, seen: bool = True, **more: object) -> GameView:
    """A game in which Zoe, who is on no roster, may have been on the blog."""
    posts = (post(Category.STORY, 2 * DAY, author="Zoe"),) if spoke else ()
    played = game(*saves, posts=posts, **more)  # type: ignore[arg-type]
    return remade(played, coverage=Coverage() if seen else Coverage(NOW - DAY))


def joining(age: timedelta, name: str = "Cy") -> Post:
    return post(
        Category.NONE,
        age,
        author="Ana",
        subject="Welcome",
        body=f"{name} joins the game. Quorum is 2.",
    )


def idling(age: timedelta) -> Post:
    return post(
        Category.NONE,
        age,
        author="Ana",
        subject="Ivo idles out",
        body="Ivo is idle after seven days. Quorum is 2.",
    )


def declared(age: timedelta) -> tuple[Post, ...]:
    return (dov(age, author="Bo Vane"),)


WARNED, IDLE = ("BN501 warning", "101", "medium"), ("BN502 warning", "101", "medium")
OTHERS = ("BN506 info", "101", "medium")
HIATUS_LAW = ruleset(
    RULES.replace(
        "== Lamps", "During a hiatus, a Bargee may set their Badge to Asleep.\n\n== Lamps"
    )
)


def save(user: str, cells: Mapping[str, Any], comment: str = "", age: str = "") -> Save:
    """Return a save of a case; the cells are what it changed on the page, a player's row or the
    words and numbers around the rows.
    """
    rows_: dict[str, Any] = {
        name.replace(" ", "_"): tuple(row) if isinstance(row, list) else row
        for name, row in cells.items()
    }
    return Save(user, page(**rows_), comment, length(age) if age else None)


def post_of(text: str) -> Post:
    """Return a post of a case: ``declared AGE``, ``joining AGE`` or ``idling AGE``."""
    kind, _, age = text.partition(" ")
    return {"declared": lambda at: declared(at)[0], "joining": joining, "idling": idling}[kind](
        length(age)
    )


def played(saves: list[dict[str, Any]], setting: dict[str, Any]) -> GameView:
    """Return the game of a case; "unknown" stands for None."""
    own = {key: setting[key] for key in ("written", "account") if key in setting}
    more: dict[str, Any] = {
        key: None if value == "unknown" else value
        for key, value in setting.items()
        if key not in own
    }
    posts = tuple(map(post_of, more.pop("posts", ())))
    made = game(*(save(**each) for each in saves), **more, posts=posts)
    return remade(made, **{**own, "written": frozenset(own.get("written", ()))})


CASES: dict[str, tuple[GameView, list[tuple[str, str, str]]]] = {
    **{
        case["name"]: (
            played(case["saves"], case["game"]),
            [tuple(one.rsplit(" ", 2)) for one in case["found"]],
        )
        for case in table(__file__, "edits")
    },
    "the blog of that time was not seen": (outsider(Save("Zoe", ANA6), since=None, seen=False), [("BN501 warning", "101", "low")]),
    "perhaps a player then": (outsider(Save("Zoe", ANA6), since=None, spoke=True), [("BN501 warning", "101", "low")]),
    "a permission for players": (game(Save("Ana", RULES), title="Ruleset", rules=ruleset(EMPTY), start=EMPTY), []),
    "is none for the idle": (game(Save("Ivo", RULES), title="Ruleset", rules=ruleset(EMPTY), start=EMPTY), [IDLE]),
    "nor for outsiders": (game(Save("Zoe", RULES), title="Ruleset", rules=ruleset(EMPTY), start=EMPTY), [WARNED]),
    "an idle Admin moves a row": (game(Save("Ivo", NO_IVO), since=None, posts=(idling(3 * DAY),)), []),
    "and sets a value": (game(Save("Ivo", NO_IVO.replace("Ana || 5", "Ana || 6")), since=None, posts=(idling(3 * DAY),)), [IDLE, OTHERS]),
    "a value that no rule names": (
        game(Save("Ana", WIDE, age=9 * HOUR), Save("Ana", WIDE.replace("|| x", "|| y")), posts=declared(5 * HOUR)),
        [("BN503 warning", "102", "low")],
    ),
    "a rule that speaks of a hiatus": (
        game(Save("Ana", page(Ana=("5", "Dark", "Asleep"))), posts=declared(5 * HOUR), rules=HIATUS_LAW), [("BN503 warning", "101", "low")],
    ),
    "the new Emperor in the Interregnum": (
        game(Save("Bo Vane", page(fog="2")), Save("Ana", ANA7), posts=(dov(3 * DAY, author="Bo Vane", closed=NOW - DAY),), emperor=None),
        [("BN503 warning", "102", "medium")],
    ),
    "by the Emperor": (game(Save("Ana", BO6), posts=(address(9 * DAY, author="Ana"),), emperor="Ana"), []),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_an_edit_is_found_where_its_editor_may_not_make_it(case: str) -> None:
    view, expected = CASES[case]
    assert told(view) == expected


def test_an_outsider_is_found_and_the_edit_can_be_undone() -> None:
    one = only(game(Save("Zoe", ANA6, "because")), "BN501")
    assert one.message == "Zoe is on no roster, and edited “The Cut” (Ana's Coal: 5 → 6)"
    assert (one.severity, one.confidence, one.subject) == (
        Severity.WARNING,
        Confidence.MEDIUM,
        Subject("revision", "101"),
    )
    assert (one.page, one.evidence[0].excerpt, one.evidence[0].at) == (
        PAGE,
        "revision 101 by Zoe: because",
        NOW - HOUR,
    )
    assert one.fix is not None
    assert (one.fix.page, one.fix.summary, one.fix.change) == (
        PAGE,
        "undo revision 101 of Zoe",
        UndoRevision(101, page(), ANA6),
    )
    like = only(game(Save("BoVane", ANA6)), "BN501")
    assert like.confidence is Confidence.LOW
    assert like.message.endswith(
        "; the blog has a Bo Vane: if they are one person, name the alias in the configuration"
    )


def test_the_undoing_of_what_nothing_accounts_for_is_allowed() -> None:
    vandal = Save("Zoe", page(Bo_Vane=("70", "Dark", "Salt lamps")))
    (one,) = report(game(vandal, Save("Quinn", page(), "rv")), "BN501").findings
    assert (one.subject.id, one.severity, one.what, one.fix) == (
        "101",
        Severity.INFO,
        "mended",
        None,
    )
    assert one.message.endswith("; revision 102 mended it")
    assert [each.excerpt for each in one.evidence] == [
        "revision 101 by Zoe: ",
        "revision 102 by Quinn: rv",
    ]


def test_hidden_revisions_and_gaps_accuse_nobody() -> None:
    view = game(Save("Zoe", None), Save("Ana", ANA6), Save(None, ANA7), posts=(STORY,))
    for code in ("BN501", "BN502", "BN503", "BN506"):
        seen = report(view, code)
        why = "the editor or the changes of 3 revisions of “The Cut” are unknown"
        assert (
            seen.findings,
            [item.why for item in seen.not_evaluated if "known" in item.why],
        ) == ((), [why])
    view = game(Save("Ana", ANA6), Save("Zoe", ANA7))
    known = view.histories[PAGE]
    assert not report(remade(view, histories={PAGE: (known[0], known[2])}), "BN501").findings
    why = "no consecutive revisions of “{}” are available with their texts"
    assert [item.why for item in report(game(), "BN501").not_evaluated] == [
        why.format("Ruleset"),
        why.format("The Cut"),
    ]


def with_rule(text: str) -> Ruleset:
    return ruleset(RULES.replace("== Lamps", f"== Reviews ==\n{text}\n\n== Lamps"))


@cases("permissions")
def test_a_sentence_may_permit_the_edit(editor: str, text: str, code: str, permits: str) -> None:
    after = page(note="A note.") if editor == "Zoe" else page(Bo_Vane=("7", "Bright", "Salt lamps"))
    played = game(Save(editor, after), rules=with_rule(text))
    found = only(remade(played, coverage=Coverage()), code)
    excerpts = [each.excerpt for each in found.evidence[1:]]
    assert excerpts == ([permits] if permits else [])
    assert found.confidence is (Confidence.LOW if permits else Confidence.MEDIUM)
    assert (found.fix is None) is (bool(permits) or code == "BN506")
    assert found.message.endswith("; a rule may allow it") is bool(permits)


def test_a_permission_counts_while_it_is_a_rule() -> None:
    text = "Idle Bargees may trim any lamp."
    inactive = RULES.replace(
        "= Appendix", f"= Special Case =\n== Reviews [Inactive] ==\n{text}\n\n= Appendix"
    )
    for rules, sure in ((ruleset(inactive), "medium"), (with_rule(text), "low")):
        played = game(Save("Ivo", page(Ivo=("4", "Dark", "Primrose"))), rules=rules)
        assert only(remade(played, coverage=Coverage()), "BN502").confidence == sure


def test_possibly_active_players_are_not_evaluated() -> None:
    view = game(Save("Ivo", IVO5), Save("Ivo", page(Ivo=("7", "Dark", "Primrose"))), since=None)
    seen = report(view, "BN502")
    assert not seen.findings
    (one,) = [item for item in seen.not_evaluated if "idle" in item.why]
    why = "unknown whether Ivo was idle at 2 revisions: idle afterwards, and no announcement"
    assert one.why == why + " shows since when"
    assert (one.until, one.inconclusive, one.partly) == (NOW - HOUR, False, False)
    both = game(Save("Ivo", IVO5), Save("Ana", ANA7), since=None)
    (one,) = [item for item in report(both, "BN502").not_evaluated if "idle" in item.why]
    assert one.partly


FIVE = Roster(("Ana", "Bo Vane", "Cy", "Dee", "Ed"), ("Ivo",), frozenset({"Ana"}))


@pytest.mark.parametrize(
    ("roster", "since", "found", "unknown"),
    [
        pytest.param(
            Roster((*ROSTER.active, "Dee"), ("Ivo",)), 60 * DAY, True, False, id="one too few"
        ),
        pytest.param(FIVE, 60 * DAY, False, False, id="five players"),
        pytest.param(
            Roster(FIVE.active[:4], ("Ivo",)),
            None,
            False,
            True,
            id="four, and one who may have been active",
        ),
    ],
)
def test_a_move_while_the_game_was_dormant(
    roster: Roster, since: timedelta | None, found: bool, unknown: bool
) -> None:
    old, rules = (
        proposal(20 * DAY, author="Ana", closed=NOW - 19 * DAY),
        replace(ruleset(), voting=parameters().voting),
    )
    spoke = replace(old, comments=(Comment("Ivo", NOW - DAY),))
    seen = report(
        game(Save("Ana", ANA7, "stoking"), roster=roster, since=since, posts=(spoke,), rules=rules),
        "BN503",
    )
    assert [one.confidence for one in seen.findings] == [Confidence.MEDIUM] * found
    assert any("hiatus" in item.why for item in seen.not_evaluated) is unknown


def test_a_hiatus_that_is_not_known_is_not_evaluated() -> None:
    view = game(Save("Ana", ANA7), posts=(STORY,))
    unread = (
        replace(view.rules, unread=(UnreadClause("dormancy", "it is not understood", "Dormancy"),))
        if view.rules
        else None
    )
    for other, why in (
        (remade(view, coverage=Coverage(NOW - DAY)), "older posts were not seen"),
        (remade(view, stood=()), "earlier revisions of the Ruleset are not available"),
        (remade(view, rules=unread), "the clause on dormancy was not understood"),
    ):
        (one,) = [item for item in report(other, "BN503").not_evaluated if "hiatus" in item.why]
        assert one.why.startswith(
            f"unknown whether the game was on hiatus at 1 revision of the tracking page: {why}"
        )
        assert not one.partly
