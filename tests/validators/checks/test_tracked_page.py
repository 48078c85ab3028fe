"""Every check on the tracking page, where it finds something and where it nearly does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parsers.blog.blog_page import read_page
from parsers.gamestate.change import AddRow
from parsers.model import Category, Confidence, Roster
from parsers.ruleset.parameters import Parameter
from parsers.ruleset.ruleset_model import Variable
from tests.parsers.gamestate.playing import (
    ROSTER,
    Names,
    choice,
    number,
    table,
    variable,
    with_variables,
)
from tests.support import cases as case_tables
from tests.support.cases import cases
from tests.support.paths import DEMO
from tests.support.views import remade
from tests.validators.gamestate_runs import CODES, findings, part, rules, run, view
from tests.validators.making import address, length, post
from tests.validators.scene import NOW
from validators.finding import Finding, NotEvaluated
from validators.profile.dynasty_profile import Profile, Range, compile_constraint
from validators.view import Coverage

COAL, SALT, TOLL = number("Coal", 0, 30), number("Salt"), number("Toll", of="game")
LAMP, FRIEND = choice("Lamp", "Dark", "Dim"), variable("Friend", "name")
HOPE = replace(number("Hope"), quote="Each Player has Hope.")
SECRET = replace(variable("Plot", "string"), visibility="private")
FULL = table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Cy | 3")
DIVIDED = "{|\n! Player !! Coal\n|-\n| Ana || 3\n|-\n| colspan=2 | Idle\n|-\n| Ana || 4\n|}"
HIGH, MEDIUM, LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW


def with_row(*lines: str) -> str:
    return table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Cy | 3", *lines)


def known(given: str | dict[str, Any]) -> Variable:
    """Return a variable by its name, perhaps with changes; "unlimited" stands for None."""
    name, given = (given, {}) if isinstance(given, str) else (given["name"], given)
    changes: dict[str, Any] = {
        key: None if value == "unlimited" else value for key, value in given.items()
    }
    return replace(
        next(each for each in (COAL, SALT, TOLL, LAMP, FRIEND, HOPE, SECRET) if each.name == name),
        **changes,
    )


FINDINGS = case_tables.table(__file__, "findings")
Case = tuple[str, str, list[Variable], list[tuple[str, str]]]
CASES: dict[str, Case] = {
    case["name"]: (
        case["code"],
        "".join(map(part, case["page"])),
        [*map(known, case["variables"])],
        [*case["found"].items()],
    )
    for case in FINDINGS
}
MESSAGES = [(case["name"], case["message"]) for case in FINDINGS if "message" in case]
HOLD = variable("Hold", "set", choices=("Tin", "Zinc"))
CASES["rows in two parts of a table"] = ("BN405", DIVIDED, [COAL], [("Ana", HIGH)])
CASES["an item that is no choice"] = (
    "BN402",
    part("Player | Hold // Ana | tin, Gold // Cy | -"),
    [HOLD],
    [("Ana: Hold", MEDIUM)],
)


@pytest.mark.parametrize("case", CASES)
def test_a_page_is_found_at_fault_just_where_it_is_wrong(case: str) -> None:
    code, page, variables, expected = CASES[case]
    assert [
        (finding.subject.id, finding.confidence) for finding in findings(code, page, *variables)
    ] == expected


@pytest.mark.parametrize(("case", "message"), MESSAGES)
def test_messages_name_the_player_and_the_value(case: str, message: str) -> None:
    code, page, variables, _ = CASES[case]
    finding = findings(code, page, *variables)[0]
    assert finding.message == message
    assert finding.page in ("The Page", "Ruleset")


def test_where_it_stands_and_by_which_rule() -> None:
    (finding,) = findings("BN401", table("Player | Coal", "Ana | 31"), COAL)
    assert (finding.subject.kind, finding.what, finding.evidence[0].excerpt, finding.line) == (
        "variable",
        "31",
        "31",
        7,
    )
    assert finding.rule is not None
    assert (finding.rule.title, finding.rule.quote) == ("A Rule", "It is publicly tracked.")


@pytest.mark.parametrize(
    ("rows", "is_copy"),
    [
        (["Ana | 1", "Ana | 1"], True),
        (["Ana | 1", "Ana | 4"], False),
        (["Ana | 1", "Ana | 4", "Ana | 4"], True),
        (["Ana", "Ana"], True),
        (["Ana | 1", "Ana"], False),
    ],
    ids=["equal", "different", "two of three equal", "equal and short", "one is short"],
)
def test_only_the_second_of_equal_rows_can_be_removed(rows: list[str], is_copy: bool) -> None:
    (finding,) = findings("BN405", table("Player | Coal", *rows, "Bo Bell | 2", "Cy | 3"), COAL)
    assert (finding.fix is not None) is is_copy


@pytest.mark.parametrize("code", CODES)
def test_without_the_page_nothing_is_evaluated(code: str) -> None:
    (said,) = run(code, view(None, rules(COAL)))
    assert isinstance(said, NotEvaluated)
    assert "tracking page, which was not read" in said.why


PLANTED = {
    "BN401": "Sable Ines: Coal",
    "BN402": "Pemberly: Mooring",
    "BN404": "T. Quillfeather: Tow",
    "BN410": "player: Rope",
}


@pytest.mark.parametrize("code", CODES)
def test_the_sample_game_is_in_order_but_for_what_was_planted(code: str) -> None:
    ruleset = with_variables((DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8"))
    roster = read_page(
        (DEMO / "blog" / "index.html").read_bytes(), "https://blog.example", expect="front"
    ).roster
    text = (DEMO / "wiki" / "The_Long_Cut.wikitext").read_text(encoding="utf-8")
    said = run(code, view(text, ruleset, roster=roster))
    assert [item.subject.id for item in said if isinstance(item, Finding)] == (
        [PLANTED[code]] if code in PLANTED else []
    )
    assert len(said) == (code in PLANTED)


def test_names_of_roster_profile_and_office() -> None:
    assert (
        findings("BN308", with_row("Zed | 3"), COAL, roster=Roster((*ROSTER.active, "Zed"))) == []
    )
    assert (
        findings(
            "BN308",
            table("Player | Coal", "Ana | 1", "Robert | 2"),
            COAL,
            names=Names(aliases={"Robert": "Bo Bell"}),
        )
        == []
    )
    without_bo, coal = table("Player | Coal", "Ana | 1", "Cy | 1"), rules(COAL)
    left_out = Parameter("emperor.in_dynastic_rules", False, "Dynasties", "…")
    apart = replace(coal, voting=replace(coal.voting, emperor_in_dynastic_rules=left_out))
    (missing,) = run("BN306", view(without_bo, coal, emperor="Bo Bell"))
    assert isinstance(missing, Finding)
    assert missing.confidence is LOW
    assert run("BN306", view(without_bo, apart, emperor="Bo Bell")) == []
    assert len(run("BN306", view(without_bo, apart, emperor="Ana"))) == 1
    ranged = view(
        table("Player | Coal", "Ana | 31"),
        rules(COAL),
        profile=Profile(ranges={"Coal": Range(max=30)}),
    )
    assert "more than 30 (by the dynasty's profile): " in next(
        item.message for item in run("BN401", ranged) if isinstance(item, Finding)
    )
    counted = table("Player | Coal | Last Dig", "Ana | 1 | Mon", "Bo Bell | 2 | -", "Cy | 3 | -")
    assert [finding.subject.id for finding in findings("BN406", counted, COAL)] == ["Last Dig"]
    assert (
        run("BN406", view(counted, rules(COAL), profile=Profile(cadence={"last dig": "daily"})))
        == []
    )


@cases("returning_players")
def test_players_of_this_dynasty_get_their_values_back(
    news: dict[str, str], address_age: str, seen_for: str, played: bool | None
) -> None:
    told = [
        post(Category.NONE, length(age), author="Clerk", subject=text, body=text)
        for text, age in news.items()
    ]
    started = [address(length(address_age))] if address_age else []
    coverage = Coverage(NOW - length(seen_for))
    for idle in (False, True):
        page = table("Player | Coal", "Ana | 1", "Bo Bell | 2")
        page += table("Player | Coal", "Cy | 3", caption="Idle") if idle else ""
        seen = remade(view(page, rules(COAL)), posts=(*told, *started), coverage=coverage)
        (found,) = [each for each in run("BN306", seen) if isinstance(each, Finding)]
        if idle:
            assert (found.fix is not None) is (played is True)
            assert ("unknown" in found.message) is (played is None)
            continue
        assert found.fix is not None
        assert isinstance(found.fix.change, AddRow)
        assert (found.fix.change.since is None) is (played is False)


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
    assert [
        (item.subject.kind, item.subject.id, item.message, item.what)
        for item in said
        if isinstance(item, Finding)
    ] == [
        ("player", "Ana", "Ana: too much Coal: Coal is 3 (cap)", "cap"),
        ("page", "The Page", "too low: the game's Toll is 2 (low)", "low"),
    ]
    assert [item.why for item in said if isinstance(item, NotEvaluated)] == [
        "could not evaluate “cap”: Cy: its values do not fit: Coal is “soot”",
        "could not evaluate “odd”: the game's Gone was not found",
    ]
    (lone,) = run("BN408", view(page, rules(COAL, TOLL), profile=Profile(constraints=(odd,))))
    assert isinstance(lone, NotEvaluated)
    assert not lone.partly
    held = compile_constraint("held", "game.Toll > 1", "game")
    (one,) = run("BN408", view(page, rules(COAL, TOLL), profile=Profile(constraints=(odd, held))))
    assert isinstance(one, NotEvaluated)
    assert one.partly


@pytest.mark.parametrize(
    ("page", "message", "sure"),
    [
        ("'''Toll''': 3", "The Page has no table, so only labelled lines were read", HIGH),
        ("{|\n! Player\n|-\n| Ana", "line 1: ", HIGH),
        (
            table("Who | Coal", "x | 3"),
            "table 1: no column is headed “Player” or “Name”, so the table's rows belong to nobody",
            HIGH,
        ),
        ("{|\n|-\n{{rows}}\n| x\n|}", "", LOW),
        (
            table("Player | Player name | Coal", "Ana | x | 3"),
            "table 1: several columns name players",
            MEDIUM,
        ),
        (
            table("Who | Coal", "x | 3") * 7,
            "table 1, table 2, table 3, table 4, table 5 and 2 others: no column",
            HIGH,
        ),
    ],
)
def test_pages_and_tables_that_could_not_be_read(page: str, message: str, sure: Confidence) -> None:
    found = findings("BN409", page, COAL)
    assert [(each.message.startswith(message), each.confidence) for each in found] == (
        [(True, sure)] if message != "table 2: no column" else []
    )


@pytest.mark.parametrize(
    ("count", "cut"),
    [(500, []), (501, ["only the first 500 findings on the tracking page are reported"])],
)
def test_the_problems_of_a_page_are_limited(count: int, cut: list[str]) -> None:
    said = run(
        "BN401",
        view(table("Player | Coal", *(f"P{number} | -1" for number in range(count))), rules(COAL)),
    )
    assert len([item for item in said if isinstance(item, Finding)]) == 500
    assert [
        item.why for item in said if isinstance(item, NotEvaluated) and item.inconclusive
    ] == cut
