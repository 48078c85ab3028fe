"""Planning corrections: what is proposed, what is left to people, and what may be written
unasked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Confidence, Problem, Roster
from parsers.ruleset.ruleset_model import Variable
from sync.correct.correctable_pages import CODES, EarlierPages
from sync.correct.correction import Correction
from sync.correct.correction_plan import Plan, Wanted, plan
from sync.correct.correction_saving import DOUBTFUL, NEEDS_CONFIRMATION, apply, unconfirmed
from sync.errors import UsageError
from sync.reports.writing_text import diff_of
from sync.settings.config import Config, Live
from sync.wiki.writing.page_edit import EditOutcome
from tests.parsers.gamestate.playing import ROSTER, choice, number, table, variable
from tests.support.views import remade
from tests.sync.correct.inventing import UNKNOWN, InventedPast
from tests.validators.gamestate_runs import rules, view
from tests.validators.making import address
from validators.checks.run import run_all
from validators.fixes.restoring import EarlierPage
from validators.view import GameView

COAL, LAMP, FRIEND = (
    number("Coal", 0, 30),
    choice("Lamp", "Dark", "Dim"),
    variable("Friend", "name"),
)
VARIABLES = (COAL, LAMP)
WRONG = table("Player | Coal | Lamp", "Ana | 31 | Drak", "Bo Bell | 2 | Dim", "Cy | soot | Dim")


def reader(variables: Iterable[Variable], roster: Roster = ROSTER) -> Callable[[str], GameState]:
    known = rules(*variables)
    return lambda text: read_gamestate(text, known, roster, page="The Page", revid=7)


def planned(
    text: str,
    *only: str,
    allowed: tuple[str, ...] = (),
    variables: tuple[Variable, ...] = VARIABLES,
    joined: tuple[str, ...] = (),
) -> Plan:
    seen = view(text, rules(*variables), joined=joined)
    findings = run_all(seen, select=CODES).findings
    past = InventedPast(
        lambda: [EarlierPage(6, reader(variables)(legal(text)), lambda: None)], lambda: seen
    )
    return plan(seen, findings, Wanted(only, allowed), past)


def legal(text: str) -> str:
    """An earlier text of a page, in which its wrong numbers are zero."""
    return re.sub(r"(?<=\| )(?:9\d|31|soot|-|\{\{pill\}\} 31)(?=\n)", "0", text)


def changes(found: Plan) -> list[list[str]]:
    """The lines that each correction changes."""
    lines = [diff_of(one).splitlines()[2:] for one in found.corrections]
    return [[line for line in diff if line[:1] in "+-"] for diff in lines]


def test_one_edit_settles_everything_on_the_page() -> None:
    found = planned(WRONG)
    (one,) = found.corrections
    assert changes(found) == [["-| 31", "-| Drak", "+| 0", "+| Dark", "-| soot", "+| 0"]]
    assert (one.title, one.base_revid, one.base_text, one.automatic) == (
        "The Page",
        None,
        WRONG,
        False,
    )
    assert one.codes == ("BN401", "BN402", "BN403")
    assert one.summary.startswith(
        "BN401 (rule “A Rule”): set Ana's Coal from “31” to “0”, its last legal value (revision 6);"
        " the history does"
    )
    assert found.left == ()
    assert run_all(view(one.text, rules(*VARIABLES)), select=CODES).findings == ()
    assert len(one.mark) == 8


def test_codes_and_ids_choose() -> None:
    assert planned(WRONG, "BN402").corrections[0].codes == ("BN402",)
    assert planned(WRONG, "bn40").corrections[0].codes == ("BN401", "BN402", "BN403")
    assert planned(WRONG, "BN306") == Plan((), ())
    every = planned(WRONG)
    (one,) = planned(WRONG, "BN402").corrections
    assert planned(WRONG, every.corrections[0].id) == every
    with pytest.raises(
        UsageError,
        match=rf"^--only {one.mark}: no correction has that id; omit --only to show all$",
    ):
        planned(WRONG, one.mark)
    with pytest.raises(UsageError, match="did you mean"):
        planned(WRONG, every.corrections[0].id[:-1] + "x")


def test_what_is_listed_sure_and_certain_may_be_written_unasked() -> None:
    found = planned(WRONG, allowed=("BN402", "BN403:value"))
    assert [(one.codes, one.automatic) for one in found.corrections] == [
        (("BN402",), True),
        (("BN401", "BN403"), False),
    ]
    unlisted = (
        "BN401: not listed under [correct] allow",
        "BN403: the history does not prove which value is right",
    )
    assert [one.consent for one in found.corrections] == [(), unlisted]
    assert found.corrections[1].base_text == found.corrections[0].text
    assert changes(found) == [["-| Drak", "+| Dark"], ["-| 31", "+| 0", "-| soot", "+| 0"]]
    # Each of them can be asked for by its id, and is then alone.
    assert [
        one.codes
        for one in planned(
            WRONG, found.corrections[1].id, allowed=("BN402", "BN403:value")
        ).corrections
    ] == [("BN401", "BN403")]
    assert [
        one.codes
        for one in planned(WRONG, found.corrections[0].id.upper(), allowed=("BN402",)).corrections
    ] == [("BN402",)]


@pytest.mark.parametrize(
    ("allowed", "automatic"),
    [
        ((), []),
        (("BN402",), ["BN402"]),
        (("BN402:spelling",), ["BN402"]),
        (("BN402:value",), []),
        (("BN401",), []),
        (("BN401:spelling",), []),
        (("BN401:value",), ["BN401"]),
        (("BN4",), ["BN402"]),
        (("BN4:value", "BN402"), ["BN401", "BN402"]),
    ],
)
def test_a_code_alone_allows_no_last_legal_value(
    allowed: tuple[str, ...], automatic: list[str]
) -> None:
    seen, reread = view(WRONG, rules(*VARIABLES)), reader(VARIABLES)
    history = [
        EarlierPage(7, reread(WRONG), lambda: reread(WRONG)),
        EarlierPage(6, reread(WRONG.replace("| 31", "| 17")), lambda: reread(WRONG)),
    ]
    past = InventedPast(lambda: history, lambda: seen)
    found = plan(seen, run_all(seen, select=CODES).findings, Wanted(allowed=allowed), past)
    codes = [code for one in found.corrections if one.automatic for code in one.codes]
    assert sorted(codes) == automatic


@pytest.mark.parametrize("confidence", [Confidence.MEDIUM, Confidence.LOW])
def test_nothing_below_high_confidence_is_automatic(confidence: Confidence) -> None:
    seen = view(WRONG, rules(*VARIABLES))
    findings = [replace(one, confidence=confidence) for one in run_all(seen, select=CODES).findings]
    past = InventedPast(
        lambda: [EarlierPage(6, reader(VARIABLES)(WRONG), lambda: None)], lambda: seen
    )
    found = plan(seen, findings, Wanted(allowed=("BN4", "BN4:value")), past)
    assert not any(one.automatic for one in found.corrections)


def test_a_doubtful_finding_waits_until_it_is_asked_for() -> None:
    page = table("Player | Coal", "Ana | 1", "Bo Bell | -", "Cy | 3")
    found = planned(page, variables=(COAL,))
    assert (found.corrections, [each.why for each in found.left]) == (
        (),
        ["of low confidence: run with --only BN403 to see the change"],
    )
    assert changes(planned(page, "BN403", variables=(COAL,))) == [["-| -", "+| 0"]]


def test_a_doubtful_correction_is_chosen_by_its_id() -> None:
    page = table("Player | Coal", "Ana | 31", "Bo Bell | -", "Cy | 3")
    sure, doubtful = planned(page, "BN4", variables=(COAL,)).corrections

    def chosen(*only: str) -> tuple[list[tuple[str, ...]], list[str]]:
        found = planned(page, *only, variables=(COAL,))
        return [one.codes for one in found.corrections], [each.why for each in found.left]

    assert chosen(doubtful.id) == ([("BN403",)], [])
    assert chosen("BN403", sure.id) == ([("BN401",), ("BN403",)], [])
    assert chosen(sure.id) == (
        [("BN401",)],
        ["of low confidence: run with --only BN403 to see the change"],
    )


@pytest.mark.parametrize(("yes", "allowed"), [(True, ()), (False, ("BN4:value",))])
def test_no_consent_beforehand_saves_what_may_be_mistaken(
    *, yes: bool, allowed: tuple[str, ...]
) -> None:
    """It is an edit of its own, so that the sure ones on the page do not wait for it."""
    page = table("Player | Coal", "Ana | 31", "Bo Bell | -", "Cy | 3")
    sure, doubtful = planned(page, "BN4", allowed=allowed, variables=(COAL,)).corrections
    assert [(one.codes, one.doubtful) for one in (sure, doubtful)] == [
        (("BN401",), False),
        (("BN403",), True),
    ]
    seen = view(page, rules(COAL))
    assert unconfirmed(doubtful, seen, yes=yes) == DOUBTFUL
    assert unconfirmed(sure, seen, yes=yes) == (None if yes else NEEDS_CONFIRMATION)
    many = of_many(
        table("Player | Coal", *(f"{name} | 9{number}" for number, name in enumerate(MANY.active))),
        "BN401",
    )
    assert [one.doubtful for one in many.corrections] == [True]


def test_a_change_that_brings_another_finding_is_not_proposed() -> None:
    needs = variable("Salt", min=1, default=0)
    page = table("Player | Salt", "Ana | 1", "Bo Bell | 2")
    found = planned(page, variables=(needs,), joined=("Cy",))
    assert found.corrections == ()
    assert [each.why for each in found.left] == [
        "would introduce BN401: Cy's Salt is “0”, less than 1: “It is publicly tracked.”"
    ]


def test_the_history_is_asked_once_and_only_where_it_matters() -> None:
    asked: list[int] = []

    def history() -> Iterable[EarlierPage]:
        asked.append(1)
        reread = reader(VARIABLES)
        before = WRONG.replace("| 31", "| 17")
        return [
            EarlierPage(7, reread(WRONG), lambda: reread(WRONG)),
            EarlierPage(6, reread(before), lambda: reread(WRONG)),
        ]

    seen = view(WRONG, rules(*VARIABLES))
    findings = run_all(seen, select=CODES).findings
    found = plan(
        seen,
        findings,
        Wanted(allowed=("BN401:value", "BN402")),
        InventedPast(history, lambda: seen),
    )
    assert changes(found) == [["-| 31", "-| Drak", "+| 17", "+| Dark"]]
    assert [one.automatic for one in found.corrections] == [True]
    assert [one.why for one in found.left] == ["the correct value is unknown"]
    assert asked == [1]
    twice = view(table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Cy | 3", "Cy | 3"), rules(COAL))
    assert plan(
        twice, run_all(twice, select=CODES).findings, Wanted(), InventedPast(history, lambda: None)
    ).corrections
    assert asked == [1]


def test_values_illegal_under_a_new_rule_need_confirmation() -> None:
    """Somebody who may edit the Ruleset could have the values of others reset."""
    text = table("Player | Coal | Lamp", "Ana | 31 | Drak", "Bo Bell | 2 | Dim", "Cy | 3 | Dim")
    seen, before = view(text, rules(*VARIABLES)), reader(VARIABLES)(text.replace("| 31", "| 17"))
    findings = run_all(seen, select=CODES).findings
    reasons: list[tuple[str, ...]] = []

    def automatic(yesterday: GameView | None) -> list[bool]:
        past = InventedPast(
            lambda: [
                EarlierPage(7, reader(VARIABLES)(text), lambda: seen.gamestate),
                EarlierPage(6, before, lambda: None),
            ],
            lambda: yesterday,
        )
        found = plan(seen, findings, Wanted(allowed=("BN4", "BN4:value")), past)
        reasons.append(found.corrections[-1].consent)
        return [one.automatic for one in found.corrections]

    assert automatic(seen) == [True]
    # A day ago 31 was legal, and Drak a choice; or nobody knows.
    assert automatic(view(text, rules(number("Coal", 0, 31), choice("Lamp", "Drak", "Dim")))) == [
        False
    ]
    assert automatic(view(text, rules(number("Coal", 0, 31), LAMP))) == [True, False]
    assert reasons[-1] == ("BN401: not known to follow from the rules of a day ago",)
    assert (
        automatic(view(None, rules(*VARIABLES)))
        == automatic(view(None, None))
        == automatic(None)
        == [False]
    )


@pytest.mark.parametrize(
    ("rows", "unasked"),
    [(("Ana", "Bo Bell", "Cy"), True), (("Ana", "Bo Bel", "Cy"), False)],
    ids=["no row", "a row"],
)
def test_the_name_of_somebody_who_left_is_no_misspelt_one(
    rows: tuple[str, ...], *, unasked: bool
) -> None:
    text = table("Player | Friend", "Ana | Bo Bel", "Bo Bell | Cy", "Cy | Ana")
    reread = reader((FRIEND,))
    seen, before = (
        view(text, rules(FRIEND)),
        reread(table("Player | Friend", *(f"{name} | Ana" for name in rows))),
    )
    past = InventedPast(lambda: [EarlierPage(6, before, lambda: None)], lambda: seen)
    found = plan(seen, run_all(seen, select=CODES).findings, Wanted(allowed=("BN404",)), past)
    assert [one.automatic for one in found.corrections] == [unasked]
    why = "BN404: “Bo Bel” had a row before, so it may be a player who left, not a typo"
    assert found.corrections[0].consent == (() if unasked else (why,))


MANY = Roster(tuple("Ana Bo Cy Dee Eve Fay Gil Hal".split()), ())


def of_many(text: str, *only: str, past: EarlierPages | None = None, roster: Roster = MANY) -> Plan:
    seen = view(text, rules(COAL), roster=roster, joined=MANY.active[4:])
    findings = run_all(seen, select=CODES).findings
    known = InventedPast(
        lambda: [EarlierPage(3, reader((COAL,), roster)(legal(text)), lambda: None)], lambda: seen
    )
    return plan(seen, findings, Wanted(only, ("BN",)), past or known)


def test_a_reading_by_which_everybody_is_wrong_is_wrong_itself() -> None:
    text = table(
        "Player | Coal", *(f"{name} | 9{number}" for number, name in enumerate(MANY.active))
    )
    found = of_many(text)
    assert found.corrections == ()
    assert {each.why for each in found.left} == {
        "8 of the 8 values of Coal would be changed: run with --only BN401 to see the change"
    }
    (one,) = of_many(text, "BN401").corrections
    assert (len(one.findings), one.automatic, one.consent) == (
        8,
        False,
        ("BN401: 8 of the 8 values of Coal would be changed",),
    )


def test_a_page_that_was_cut_short_gets_no_rows() -> None:
    whole = table("Player | Coal", *(f"{name} | 9" for name in MANY.active))
    cut = table("Player | Coal", *(f"{name} | 9" for name in MANY.active[:4]))
    found = of_many(cut)
    assert found.corrections == ()
    assert {each.why for each in found.left} == {
        "4 players' rows would be added, moved or removed, and the page has 4: run with --only"
        " BN306 to see the change"
    }
    # Of two it is the history that says whether they had rows.
    fewer = table("Player | Coal", *(f"{name} | 9" for name in MANY.active[:6]))
    (one,) = of_many(fewer).corrections
    assert (one.codes, one.automatic) == (("BN306",), True)
    (blind,) = of_many(fewer, past=UNKNOWN).corrections
    why = "BN306: the page's history is not available, and the player may have had a row before"
    assert (blind.automatic, blind.consent) == (False, (why,))
    past = InventedPast(
        lambda: [
            EarlierPage(7, reader((COAL,), MANY)(fewer), lambda: None),
            EarlierPage(6, reader((COAL,), MANY)(whole), lambda: None),
        ],
        lambda: None,
    )
    found = of_many(fewer, past=past)
    assert [each.why for each in found.left] == [
        "revision 6 has a row of this player, whose values may still be right: run with --only"
        " BN306 to see the change"
    ] * 2
    assert [one.automatic for one in of_many(fewer, "BN306", past=past).corrections] == [False]


@pytest.mark.parametrize(
    ("coal", "came", "why"),
    [
        ("7", "+| 7", None),
        (None, "+| 0", None),
        ("99", None, "the correct value is unknown"),
    ],
    ids=["had a row", "never had a row", "had no legal value"],
)
def test_a_player_who_played_in_this_dynasty_has_their_values_again(
    coal: str | None, came: str | None, why: str | None
) -> None:
    few = table("Player | Coal", "Ana | 1", "Bo Bell | 2")
    had = few if coal is None else few.replace("|}", f"|-\n| Cy\n| {coal}\n|}}")
    seen = view(few, rules(COAL))
    made = seen.as_of - timedelta(days=3)
    seen = remade(seen, posts=(address(timedelta(days=5)),))
    read = reader((COAL,))
    past = InventedPast(
        lambda: [
            EarlierPage(7, read(few), lambda: None, made),
            EarlierPage(6, read(had), lambda: None, made - timedelta(days=1)),
            EarlierPage(5, read(few), lambda: None, made - timedelta(days=9)),
        ],
        lambda: None,
    )
    found = plan(seen, run_all(seen, select=CODES).findings, Wanted((), ("BN",)), past)
    assert [each.why for each in found.left] == ([] if why is None else [why])
    assert [lines[-1] for lines in changes(found)] == ([] if came is None else [came])
    assert [one.automatic for one in found.corrections] == [False] * len(found.corrections)


SOME = Correction("The Page", 7, "a", "b", "c", ("BN401",), "0" * 8, automatic=True)
LIVE = Live("https://blog.example", "https://wiki.example/w/", "tests", Path("nowhere"))
LOST = Problem("https://blog.example/", "It does not answer.", fatal=True, missing=True)
PART = Problem("Ruleset", "part of the Ruleset is not there", fatal=True)


@pytest.mark.parametrize(
    ("problem", "yes", "why"),
    [
        (
            LOST,
            False,
            (
                "https://blog.example/ could not be read, so this may be out of date; run it"
                " again later"
            ),
        ),
        (
            LOST,
            True,
            (
                "https://blog.example/ could not be read, so this may be out of date; run it"
                " again later"
            ),
        ),
        (
            PART,
            False,
            (
                "needs confirmation, because Ruleset could not be read completely: review it, and"
                " pass --yes"
            ),
        ),
        (replace(PART, fatal=False), False, NEEDS_CONFIRMATION),
    ],
)
def test_nothing_is_written_by_half_of_what_there_is(
    problem: Problem, why: str, *, yes: bool
) -> None:
    """No account is even asked for."""
    seen = remade(view(WRONG, rules(*VARIABLES)), problems=(problem,))
    one = SOME if problem.fatal else replace(SOME, automatic=False)
    expected = EditOutcome("refused" if problem is LOST else None, why=why)
    assert apply(
        Plan((one,), ()),
        Config("here", live=LIVE),
        LIVE,
        seen,
        partial(unconfirmed, view=seen, yes=yes),
        most=5,
    ) == [expected]


@pytest.mark.parametrize(("minutes", "automatic"), [(30, True), (29, False)])
def test_what_is_wrong_for_a_moment_only_is_not_changed_unasked(
    minutes: int, automatic: bool
) -> None:
    seen = view(WRONG, rules(*VARIABLES))
    reread = reader(VARIABLES)
    before = reread(WRONG.replace("| 31", "| 17"))
    edited = seen.as_of - timedelta(minutes=minutes)

    def history() -> Iterable[EarlierPage]:
        now = reread(WRONG)
        return [
            EarlierPage(7, now, lambda: now, edited),
            EarlierPage(6, before, lambda: now, edited - timedelta(days=1)),
        ]

    past = InventedPast(history, lambda: seen, seen.as_of - timedelta(minutes=30))
    found = plan(
        seen, run_all(seen, select=["BN401"]).findings, Wanted(allowed=("BN401:value",)), past
    )
    (one,) = found.corrections
    why = "BN401: not known to be older than [correct] wait_minutes"
    assert (one.automatic, one.consent) == (automatic, () if automatic else (why,))


def test_the_reasons_name_all_codes_that_they_are_about() -> None:
    (one,) = planned(WRONG, "BN40").corrections
    assert one.consent == ("BN401, BN402, BN403: not listed under [correct] allow",)
    doubtful = table("Player | Coal", "Ana | 31", "Bo Bell | -", "Cy | 3")
    found = planned(doubtful, "BN40", variables=(COAL,)).corrections
    assert [one.consent for one in found] == [
        ("BN401: not listed under [correct] allow",),
        ("BN403: of low confidence",),
    ]
    medium = table("Player | Lvl", "Ana | 31", "Bo Bell | 2", "Cy | 3")
    (one,) = planned(
        medium, allowed=("BN401:value",), variables=(number("Level", 0, 30),)
    ).corrections
    assert one.consent == ("BN401: of medium confidence",)


def test_bug_in_a_change_is_not_left_to_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a bug")

    assert planned(WRONG).corrections
    monkeypatch.setattr("sync.correct.correctable_pages.changed", broken)
    with pytest.raises(ValueError, match="a bug"):
        planned(WRONG)
