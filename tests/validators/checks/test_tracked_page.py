"""Every check on the tracking page, where it finds something and where it nearly does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.blog.blog_page import read_page
from parsers.model import Confidence, Roster
from parsers.ruleset.ruleset_model import Variable
from tests.parsers.gamestate.playing import ROSTER, Names, choice, number, table, variable, with_variables
from tests.support.paths import DEMO
from tests.validators.gamestate_runs import CODES, findings, rule, rules, run, view
from validators.finding import Finding, NotEvaluated
from validators.profile.dynasty_profile import Profile, Range, compile_constraint

COAL, SALT, TOLL = number("Coal", 0, 30), number("Salt"), number("Toll", of="game")
LAMP, FRIEND = choice("Lamp", "Dark", "Dim"), variable("Friend", "name")
HOPE = replace(number("Hope"), quote="Each Player has Hope.")
SECRET = replace(variable("Plot", "string"), visibility="private")
FULL = table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Cy | 3")
PRIZES = FULL + table("Year | Player | Prize", "1 | Eff | x", "2 | Ana | y", "3 | Zed | z", "4 | Ana | z")
DIVIDED = "{|\n! Player !! Coal\n|-\n| Ana || 3\n|-\n| colspan=2 | Idle\n|-\n| Ana || 4\n|}"
HIGH, MEDIUM, LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW


def with_row(*lines: str) -> str:
    return table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Cy | 3", *lines)


def idle(*lines: str) -> str:
    return table("Player | Coal", *lines, caption="Idle")


Case = tuple[str, str, tuple[Variable, ...], list[tuple[str, Confidence]]]
CASES: dict[str, Case] = {
    # Rows
    "no row": ("BN306", table("Player | Coal", "Ana | 1", "Cy | 1"), (COAL,), [("Bo Bell", HIGH)]),
    "no row beside a stranger's": ("BN306", table("Player | Coal", "Ana | 1", "B | 2", "Cy | 3"), (COAL,), [("Bo Bell", MEDIUM)]),
    "few rows": ("BN306", table("Player | Coal", "Ana | 1"), (COAL,), [("Bo Bell", LOW), ("Cy", LOW)]),
    "a row among the idle": ("BN306", table("Player | Coal", "Ana | 1", "Cy | 1") + idle("Bo Bell | 1"), (COAL,), [("Bo Bell", MEDIUM)]),
    "a list beside": ("BN306", FULL + table("Good | Price", "Tin | 3"), (COAL,), []),
    "an idle player's row": ("BN307", with_row("Eff | 3"), (COAL,), [("Eff", HIGH)]),
    "an idle player's row among the idle": ("BN307", FULL + idle("Eff | 3"), (COAL,), []),
    "an idle player's prize": ("BN307", PRIZES, (COAL,), [("Eff", LOW)]),
    "a stranger's row": ("BN308", with_row("Zed | 3"), (COAL,), [("Zed", MEDIUM)]),
    "a stranger among the idle": ("BN308", FULL + idle("Zed | 1"), (COAL,), [("Zed", LOW)]),
    "a stranger's prize": ("BN308", PRIZES, (COAL,), [("Zed", LOW)]),
    "two rows": ("BN405", with_row("ana | 4"), (COAL,), [("Ana", HIGH)]),
    "two prizes": ("BN405", PRIZES, (COAL,), []),
    "rows on both sides": ("BN405", FULL + idle("Cy | 1"), (COAL,), [("Cy", MEDIUM)]),
    "rows in two tables": ("BN405", FULL + FULL, (COAL,), []),
    "rows in two parts of a table": ("BN405", DIVIDED, (COAL,), [("Ana", HIGH)]),
    # Values
    **{
        f"{cell} within {limits}": (
            "BN401", table("Player | Coal", f"Ana | {cell}"), (number("Coal", *limits),), [("Ana: Coal", HIGH)] if wrong else [],
        )
        for cell, limits, wrong in (
            ("-1", (0, 30), True), ("0", (0, 30), False), ("30", (0, 30), False), ("31", (0, 30), True), ("0", (1, None), True),
            ("1", (1, None), False), ("-99", (None, None), False), ("soot", (0, 30), False), ("-", (1, 30), False),
            ("−4", (None, -5), True),
        )
    },
    "the game's value": ("BN401", "'''Toll''': -3", (TOLL,), [("Toll", HIGH)]),
    "an abbreviated column": ("BN401", table("Player | Sal", "Ana | 99"), (number("Salt", 0, 30),), [("Ana: Salt", MEDIUM)]),
    "a part of a variable": ("BN401", table("Player | Coal / N | Coal / S", "Ana | -1 | far"), (COAL,), []),
    **{
        f"{cell} for Dark or Dim": (
            "BN402", table("Player | Lamp", f"Ana | {cell}"), (LAMP,), [] if sure is None else [("Ana: Lamp", sure)],
        )
        for cell, sure in (("Dark", None), ("dim (once)", None), ("Dimmed", HIGH), ("-", LOW), ("Dark, for now", None), ("Dark, Dim", HIGH))
    },
    "a blank choice that may be": ("BN402", table("Player | Lamp", "Ana | -"), (replace(LAMP, quote="It may be blank."),), []),
    "an item that is no choice": (
        "BN402", table("Player | Hold", "Ana | tin, Gold", "Cy | -"), (variable("Hold", "set", choices=("Tin", "Zinc")),),
        [("Ana: Hold", MEDIUM)],
    ),
    **{
        f"{cell} for a number": (
            "BN403", table("Player | Coal", f"Ana | {cell}"), (COAL,), [] if sure is None else [("Ana: Coal", sure)],
        )
        for cell, sure in (("3", None), ("(3)", None), ("lots", HIGH), ("3 + 2", HIGH), ("2.5", HIGH), ("-", LOW))
    },
    "a blank number that may be": ("BN403", table("Player | Coal", "Ana | -"), (replace(COAL, default=""),), []),
    "a name of nobody": ("BN404", table("Player | Friend", "Ana | Zed", "Bo Bell | eff", "Cy | -"), (FRIEND,), [("Ana: Friend", HIGH)]),
    # Columns and variables
    "a list without players": ("BN406", table("Good | Price", "Tin | 3"), (COAL,), []),
    "a column without a rule": ("BN406", table("Player | Hat", "Ana | red") * 2, (COAL,), [("Hat", MEDIUM)]),
    "variables that are not there": ("BN407", FULL, (COAL, SALT, TOLL, HOPE), [("player: Salt", MEDIUM), ("Toll", MEDIUM)]),
    "a private one": ("BN407", FULL, (COAL, replace(SALT, visibility="private")), []),
    "one in the sidebar": ("BN407", FULL, (COAL, replace(SALT, quote="Salt is tracked in the sidebar.")), []),
    "one that is not tracked": ("BN407", FULL, (COAL, replace(SALT, quote="Salt is not publicly tracked.")), []),
    "one beside a column that is left over": ("BN407", table("Player | Hat", "Ana | red"), (SALT,), [("player: Salt", LOW)]),
    "one that the page names": ("BN407", FULL + "\nThe salt of all: 3", (COAL, SALT), [("player: Salt", LOW)]),
    "one that only a word has in it": ("BN407", FULL + "\nSalty: 3", (COAL, SALT), [("player: Salt", MEDIUM)]),
    "one on a page without a table": ("BN407", "no table", (TOLL,), [("Toll", LOW)]),
    "no place of tracking": ("BN410", FULL, (COAL, HOPE), [("player: Hope", LOW)]),
    "a private one without a place": ("BN410", FULL, (COAL, replace(HOPE, visibility="private")), []),
    "a secret that is shown": ("BN509", table("Player | Plot", "Ana | Red", "Bo Bell | ?", "Cy | -"), (SECRET,), [("player: Plot", HIGH)]),
    "a secret of the game": ("BN509", "'''Plot''': dark", (replace(SECRET, owner="game"),), [("Plot", HIGH)]),
    **{
        f"{cell} for a secret": ("BN509", table("Player | Plot", f"Ana | {cell}"), (SECRET,), [])
        for cell in ("[REDACTED]", "(hidden)", "████", "✓", "?", "-")
    },
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_is_found(case: str) -> None:
    code, page, variables, expected = CASES[case]
    assert [(finding.subject.id, finding.confidence) for finding in findings(code, page, *variables)] == expected


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("no row", "Bo Bell is active and has no row on the tracking page"),
        ("0 within (1, None)", "Ana's Coal is “0”, less than 1: “It is publicly tracked.”"),
        ("the game's value", "Toll is “-3”, and it may not be negative: “It is publicly tracked.”"),
        ("a name of nobody", "Ana's Friend should be a player's name, and “Zed” is not on the roster: “It is publicly tracked.”"),
        ("two rows", "Ana has 2 rows in one table (table 1)"),
        ("a secret that is shown", "Plot of Ana is on the page, and the rules track it privately: “It is publicly tracked.”"),
    ],
)
def test_what_is_said(case: str, message: str) -> None:
    code, page, variables, _ = CASES[case]
    finding = findings(code, page, *variables)[0]
    assert finding.message == message
    assert finding.page in ("The Page", "Ruleset")


def test_where_it_stands_and_by_which_rule() -> None:
    (finding,) = findings("BN401", table("Player | Coal", "Ana | 31"), COAL)
    assert (finding.subject.kind, finding.what, finding.evidence[0].excerpt, finding.line) == ("variable", "31", "31", 7)
    assert finding.rule is not None
    assert (finding.rule.title, finding.rule.quote) == ("A Rule", "It is publicly tracked.")


@pytest.mark.parametrize("code", CODES)
def test_without_the_page_nothing_is_evaluated(code: str) -> None:
    (said,) = run(code, view(None, rules(COAL)))
    assert isinstance(said, NotEvaluated)
    assert "tracking page, which was not read" in said.why


PLANTED = {"BN401": "Sable Ines: Coal", "BN402": "Pemberly: Mooring", "BN404": "T. Quillfeather: Tow"}


@pytest.mark.parametrize("code", CODES)
def test_the_sample_game_is_in_order_but_for_what_was_planted(code: str) -> None:
    ruleset = with_variables((DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8"))
    roster = read_page((DEMO / "blog" / "index.html").read_bytes(), "https://blog.example", expect="front").roster
    text = (DEMO / "wiki" / "The_Long_Cut.wikitext").read_text(encoding="utf-8")
    said = run(code, view(text, ruleset, roster=roster))
    assert [item.subject.id for item in said if isinstance(item, Finding)] == ([PLANTED[code]] if code in PLANTED else [])
    assert len(said) == (code in PLANTED)


def test_names_of_roster_profile_and_office() -> None:
    assert findings("BN308", with_row("Zed | 3"), COAL, roster=Roster((*ROSTER.active, "Zed"))) == []
    assert findings("BN308", table("Player | Coal", "Ana | 1", "Robert | 2"), COAL, names=Names(aliases={"Robert": "Bo Bell"})) == []
    assert findings("BN306", table("Player | Coal", "Ana | 1", "Cy | 1"), COAL, emperor="Bo Bell") == []
    ranged = view(table("Player | Coal", "Ana | 31"), rules(COAL), profile=Profile(ranges={"Coal": Range(max=30)}))
    assert "more than 30 (by the dynasty's profile): " in next(item.message for item in run("BN401", ranged) if isinstance(item, Finding))
    counted = table("Player | Coal | Last Dig", "Ana | 1 | Mon", "Bo Bell | 2 | -", "Cy | 3 | -")
    assert [finding.subject.id for finding in findings("BN406", counted, COAL)] == ["Last Dig"]
    assert run("BN406", view(counted, rules(COAL), profile=Profile(cadence={"last dig": "daily"}))) == []


@pytest.mark.parametrize(("variable_", "inconclusive"), [(COAL, True), (TOLL, False)])
def test_a_page_without_players(variable_: Variable, inconclusive: bool) -> None:
    (said,) = run("BN306", view("'''Toll''': 3", rules(variable_)))
    assert isinstance(said, NotEvaluated)
    assert said.inconclusive is inconclusive


def test_columns_that_no_rule_defines() -> None:
    page = table("Player | Coal | Hat | Cob | ", "Ana | 3 | red | 1 | 7", caption="Us")
    found = findings("BN406", page, COAL, number("Cobble"), number("Cobalt"))
    assert [(finding.message, finding.confidence) for finding in found] == [
        ("no rule that was read defines the column “Hat” of “Us”", MEDIUM),
        ("no rule that was read defines the column “Cob” of “Us”: it may be Cobble or Cobalt", LOW),
        ("no rule that was read defines column 5 of “Us”", LOW),
    ]
    (said,) = run("BN406", view(page, rules()))
    assert isinstance(said, NotEvaluated)


def test_constraints_of_the_profile() -> None:
    cap = compile_constraint("cap", "self.Coal <= 2", message="too much Coal")
    low = compile_constraint("low", "game.Toll > 2", "game", "too low")
    odd = compile_constraint("odd", "game.Gone > 2", "game")
    page = "Toll: '''2'''\n" + table("Player | Coal", "Ana | 3", "Bo Bell | 2", "Cy | soot")
    said = run("BN408", view(page, rules(COAL, TOLL), profile=Profile(constraints=(cap, low, odd))))
    assert [(item.subject.kind, item.subject.id, item.message, item.what) for item in said if isinstance(item, Finding)] == [
        ("player", "Ana", "Ana: too much Coal: Coal is 3 (cap)", "cap"),
        ("page", "The Page", "too low: the game's Toll is 2 (low)", "low"),
    ]
    assert [item.why for item in said if isinstance(item, NotEvaluated)] == [
        "could not evaluate “cap”: Cy: its values do not fit: Coal is “soot”",
        "could not evaluate “odd”: the game's Gone was not found",
    ]


@pytest.mark.parametrize(
    ("page", "message", "sure"),
    [
        ("'''Toll''': 3", "The Page has no table, so only labelled lines were read", HIGH),
        ("{|\n! Player\n|-\n| Ana", "line 1: ", HIGH),
        (table("Who | Coal", "x | 3"), "table 1: no column is headed “Player” or “Name”, so the table's rows belong to nobody", HIGH),
        ("{|\n|-\n{{rows}}\n| x\n|}", "", LOW),
        (table("Player | Player name | Coal", "Ana | x | 3"), "table 1: there are two columns for the player", MEDIUM),
        (table("Who | Coal", "x | 3") * 7, "table 1, table 2, table 3, table 4, table 5 and 2 others: no column", HIGH),
    ],
)
def test_pages_and_tables_that_could_not_be_read(page: str, message: str, sure: Confidence) -> None:
    found = findings("BN409", page, COAL)
    assert [(each.message.startswith(message), each.confidence) for each in found] == (
        [(True, sure)] if message != "table 2: no column" else []
    )


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        *(("Hope is recorded in the sidebar.", False), ("Hope is listed on the Page.", False), ("Hope is not tracked.", True)),
        *(("Hope is dear.", True), ("Hope may be listed.", True)),
    ],
)
def test_where_a_variable_is_kept(sentence: str, told: bool) -> None:
    assert (run("BN410", view(FULL, rules(HOPE, rules=(rule("A Rule", sentence),)))) != []) is told
    worked_out = replace(HOPE, quote="Each Player's Hope is equal to their Coal.")
    assert run("BN410", view(FULL, rules(worked_out))) == []
    (nowhere,) = run("BN410", view(FULL, rules(HOPE, tracking_page=None)))
    assert isinstance(nowhere, Finding)
    assert (nowhere.confidence, nowhere.message, nowhere.page) == (
        MEDIUM, "no rule says where Hope is tracked: “Each Player has Hope.”", "Ruleset",
    )  # fmt: skip


@pytest.mark.parametrize(("rows", "cut"), [(500, []), (501, ["only the first 500 findings on the tracking page are reported"])])
def test_no_more_is_told_of_a_page_than_anybody_reads(rows: int, cut: list[str]) -> None:
    said = run("BN401", view(table("Player | Coal", *(f"P{number} | -1" for number in range(rows))), rules(COAL)))
    assert len([item for item in said if isinstance(item, Finding)]) == 500
    assert [item.why for item in said if isinstance(item, NotEvaluated) and item.inconclusive] == cut
