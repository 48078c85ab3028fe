"""Every check on the tracking page, where it finds something and where it nearly does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from parsers.blog import read_page
from parsers.model import Roster
from parsers.ruleset.model import Variable
from tests.parsers.gamestate.playing import ROSTER, Names, choice, number, table, variable, with_variables
from tests.support.paths import DEMO
from tests.validators.gamestate_runs import CODES, findings, rule, rules, run, view
from validators.checks import values
from validators.finding import Confidence, Finding, NotEvaluated
from validators.profile.terms import Broken, Profile, Range, Undecided

COAL = number("Coal", 0, 30)
FULL = table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Cy | 3")
HIGH, MEDIUM, LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW


def subjects(found: list[Finding] | tuple[Finding, ...] | object) -> list[tuple[str, Confidence]]:
    assert isinstance(found, list)
    return [(finding.subject.id, finding.confidence) for finding in found]


def with_row(*lines: str) -> str:
    return table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Cy | 3", *lines)


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


# BN306 to BN308: rows


def test_an_active_player_without_a_row() -> None:
    (finding,) = findings("BN306", table("Player | Coal", "Ana | 1", "Cy | 1"), COAL)
    assert (finding.subject.id, finding.confidence) == ("Bo Bell", HIGH)
    assert finding.message == "Bo Bell is active and has no row on the tracking page"


def test_an_active_player_among_the_idle() -> None:
    found = findings("BN306", table("Player | Coal", "Ana | 1", "Cy | 1") + table("Player | Coal", "Bo Bell | 1", caption="Idle"), COAL)
    assert subjects(found) == [("Bo Bell", MEDIUM)]
    assert (found[0].evidence[0].excerpt, found[0].line) == ("Bo Bell", 18)


def test_a_page_without_players() -> None:
    (said,) = run("BN306", view("'''Toll''': 3", rules(COAL)))
    assert isinstance(said, NotEvaluated)
    assert said.inconclusive
    (said,) = run("BN306", view("'''Toll''': 3", rules(number("Toll", of="game"))))
    assert isinstance(said, NotEvaluated)
    assert not said.inconclusive


def test_an_idle_player_among_the_active() -> None:
    assert subjects(findings("BN307", with_row("Eff | 3"), COAL)) == [("Eff", HIGH)]


def test_a_row_for_nobody() -> None:
    (finding,) = findings("BN308", with_row("Zed | 3"), COAL)
    assert (finding.subject.id, finding.confidence) == ("Zed", MEDIUM)
    assert finding.message == "there is a row for “Zed”, who is not on the roster"
    assert findings("BN308", with_row("Zed | 3"), COAL, roster=Roster((*ROSTER.active, "Zed"))) == []
    assert subjects(findings("BN308", FULL + table("Player | Coal", "Zed | 1", caption="Idle"), COAL)) == [("Zed", LOW)]
    assert findings("BN308", table("Player | Coal", "Ana | 1", "Robert | 2"), COAL, names=Names(aliases={"Robert": "Bo Bell"})) == []


# BN401 to BN404: values


@pytest.mark.parametrize(
    ("cell", "limits", "wrong"),
    [
        ("-1", (0, 30), "and it may not be negative"),
        ("0", (0, 30), None),
        ("30", (0, 30), None),
        ("31", (0, 30), "more than 30"),
        ("0", (1, None), "less than 1"),
        ("1", (1, None), None),
        ("-99", (None, None), None),
        ("soot", (0, 30), None),
        ("-", (1, 30), None),
        ("−4", (None, -5), "more than -5"),
    ],
    ids=[
        "negative",
        "least",
        "greatest",
        "too great",
        "too small",
        "least that is not zero",
        "no limits",
        "no number",
        "blank",
        "negative limit",
    ],
)
def test_values_out_of_range(cell: str, limits: tuple[int | None, int | None], wrong: str | None) -> None:
    found = findings("BN401", table("Player | Coal", f"Ana | {cell}"), number("Coal", *limits))
    if wrong is None:
        assert found == []
        return
    (finding,) = found
    assert finding.message == f"Ana's Coal is “{cell}”, {wrong}: “It is publicly tracked.”"
    assert (finding.subject.kind, finding.subject.id, finding.confidence, finding.what) == ("variable", "Ana: Coal", HIGH, cell)
    assert finding.rule is not None
    assert (finding.rule.title, finding.rule.quote) == ("A Rule", "It is publicly tracked.")
    assert (finding.evidence[0].excerpt, finding.line) == (cell, 7)


def test_values_of_the_game_and_parts_of_a_variable() -> None:
    (finding,) = findings("BN401", "'''Toll''': -3", number("Toll", of="game"))
    assert (finding.subject.id, finding.message) == ("Toll", "Toll is “-3”, and it may not be negative: “It is publicly tracked.”")
    page = table("Player | Coal / N | Coal / S | Hat", "Ana | -1 | far | red")
    assert findings("BN401", page, COAL) == []
    assert findings("BN402", table("Player | Lamp / N | Lamp / S", "Ana | x | y"), choice("Lamp", "Dark", "Dim")) == []


@pytest.mark.parametrize(
    ("cell", "sure"),
    [
        *(("Dark", None), ("dim (once)", None), ("Dimmed", HIGH), ("-", LOW), ("Dark ✓", None), ("🌑 Dark", None), ("“Dim”", None)),
        *(
            ("Dark - since May", None),
            ("Dark, for now", None),
            ("Dark, Dim", HIGH),
            ("Dark → Dim", HIGH),
            ("Dark May", HIGH),
            ("Red, Dim", HIGH),
        ),
    ],
)
def test_values_that_are_no_choice(cell: str, sure: Confidence | None) -> None:
    found = findings("BN402", table("Player | Lamp", f"Ana | {cell}"), choice("Lamp", "Dark", "Dim"))
    assert [finding.confidence for finding in found] == ([] if sure is None else [sure])


def test_blank_is_legal_where_the_rule_says_so() -> None:
    page = table("Player | Lamp | Coal", "Ana | - | -")
    assert findings("BN402", page, replace(choice("Lamp", "Dark", "Dim"), quote="It may be blank.")) == []
    assert findings("BN402", page, replace(choice("Lamp", "Dark", "Dim"), default="")) == []
    assert findings("BN403", page, replace(COAL, quote="It may be blank.")) == []
    assert findings("BN403", page, replace(COAL, default="")) == []


def test_items_of_a_list_are_choices_too() -> None:
    hold = variable("Hold", "set", choices=("Tin", "Zinc"))
    found = findings("BN402", table("Player | Hold", "Ana | tin, Gold, Zinc", "Cy | -"), hold)
    assert [finding.message.partition(":")[0] for finding in found] == ["Ana's Hold is “Gold”, which is none of Tin, Zinc"]
    assert subjects(found) == [("Ana: Hold", MEDIUM)]


def test_names_of_nobody() -> None:
    friend = variable("Friend", "name")
    page = table("Player | Friend", "Ana | Zed", "Bo Bell | eff", "Cy | -")
    (finding,) = findings("BN404", page, friend)
    assert finding.message == "Ana's Friend should be a player's name, and “Zed” is not on the roster: “It is publicly tracked.”"
    assert (finding.subject.id, finding.confidence) == ("Ana: Friend", HIGH)


# BN405 to BN410, BN509: rows, columns and variables


def test_a_player_with_two_rows() -> None:
    (finding,) = findings("BN405", with_row("ana | 4"), COAL)
    assert (finding.subject.id, finding.message, finding.confidence) == ("Ana", "Ana has 2 rows in one table (table 1)", HIGH)
    assert [(item.excerpt, item.line) for item in finding.evidence] == [("Ana", 6), ("ana", 15)]


def test_a_player_among_the_active_and_the_idle() -> None:
    found = findings("BN405", FULL + table("Player | Coal", "Cy | 1", caption="Idle"), COAL)
    assert subjects(found) == [("Cy", MEDIUM)]
    assert findings("BN405", FULL + FULL, COAL) == []
    assert findings("BN405", FULL + table("Player | Deed", "Ana | a", "Cy | b", "Ana | c", "Cy | d"), COAL) == []
    divided = "{|\n! Player !! Coal\n|-\n| Ana || 3\n|-\n| colspan=2 | Idle\n|-\n| Ana || 4\n|}"
    assert [finding.what for finding in findings("BN405", divided, COAL)] == ["table Player Coal"]


def test_columns_that_no_rule_defines() -> None:
    page = table("Player | Coal | Hat | Cob | ", "Ana | 3 | red | 1 | 7", caption="Us")
    found = findings("BN406", page, COAL, number("Cobble"), number("Cobalt"))
    assert [(finding.message, finding.confidence) for finding in found] == [
        ("no rule that was read defines the column “Hat” of “Us”", MEDIUM),
        ("no rule that was read defines the column “Cob” of “Us”: it may be Cobble or Cobalt", LOW),
        ("no rule that was read defines column 5, which has no header, of “Us”", LOW),
    ]
    assert len(findings("BN406", table("Player | Hat", "Ana | red") * 2, COAL)) == 1
    assert findings("BN406", table("Good | Price", "Tin | 3"), COAL) == []
    (said,) = run("BN406", view(page, rules()))
    assert isinstance(said, NotEvaluated)


def test_variables_that_the_page_does_not_have() -> None:
    salt, toll = number("Salt"), number("Toll", of="game")
    found = findings("BN407", FULL, COAL, salt, toll, replace(number("Hope"), quote="Each Player has Hope."))
    assert subjects(found) == [("player: Salt", MEDIUM), ("Toll", MEDIUM)]
    assert found[0].message == "Salt of each player is publicly tracked, and the page does not show it: “It is publicly tracked.”"
    assert findings("BN407", FULL, COAL, replace(salt, visibility="private")) == []
    assert subjects(findings("BN407", table("Player | Hat", "Ana | red"), salt)) == [("player: Salt", LOW)]
    assert subjects(findings("BN407", "{|\n| x", toll)) == [("Toll", LOW)]
    assert subjects(findings("BN407", "no table", toll)) == [("Toll", LOW)]


def test_constraints_of_the_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    def outcomes(profile: Profile, players: Mapping[str, Mapping[str, object]], game: Mapping[str, object]) -> list[Broken | Undecided]:
        assert (players, game) == ({"Ana": {"Coal": 1}, "Cy": {"Coal": "soot"}}, {"Toll": 2})
        return [
            Broken("cap", "Ana", "too much Coal"),
            Undecided("cap", "Cy", "it is a text"),
            Broken("low", None, "too low"),
            Undecided("odd", None, "gone"),
        ]

    monkeypatch.setattr(values, "evaluate", outcomes)
    page = "Toll: '''2'''\n" + table("Player | Coal", "Ana | 1", "Cy | soot")
    said = run("BN408", view(page, rules(COAL, number("Toll", of="game")), profile=Profile()))
    assert [(item.subject.kind, item.subject.id, item.message, item.what) for item in said if isinstance(item, Finding)] == [
        ("player", "Ana", "Ana: too much Coal (cap)", "cap"),
        ("page", "The Page", "too low (low)", "low"),
    ]
    assert [item.why for item in said if isinstance(item, NotEvaluated)] == [
        "could not evaluate “cap”: Cy: it is a text",
        "could not evaluate “odd”: gone",
    ]


def test_pages_and_tables_that_could_not_be_read() -> None:
    (finding,) = findings("BN409", "'''Toll''': 3", COAL)
    assert finding.message == "The Page has no table, so only labelled lines were read"
    (finding,) = findings("BN409", "{|\n! Player\n|-\n| Ana", COAL)
    assert (finding.confidence, finding.message.partition(":")[0]) == (HIGH, "line 1")
    (finding,) = findings("BN409", table("Who | Coal", "x | 3"), COAL)
    assert finding.message == "table 1: no column is headed “Player” or “Name”, so the table's rows belong to nobody"
    (finding,) = findings("BN409", "{|\n|-\n{{rows}}\n| x\n|}", COAL)
    assert finding.confidence is LOW
    (finding,) = findings("BN409", table("Player | Player name | Coal", "Ana | x | 3"), COAL)
    assert (finding.confidence, finding.message.partition(",")[0]) == (MEDIUM, "table 1: there are two columns for the player")
    (finding,) = findings("BN409", table("Who | Coal", "x | 3") * 7, COAL)
    assert "table 5 and 2 other places: no column" in finding.message
    (finding,) = [item for item in run("BN409", view("", rules(tracking_page=None))) if isinstance(item, Finding)]
    assert finding.subject.id == "the tracking page"


def orphan(name: str = "Hope", **changes: object) -> Variable:
    return replace(number(name), quote=f"Each Player has {name}.", **changes)  # type: ignore[arg-type]


def test_variables_that_nobody_tracks() -> None:
    assert subjects(findings("BN410", FULL, COAL, orphan())) == [("player: Hope", LOW)]
    assert findings("BN410", FULL, COAL, orphan(visibility="private")) == []
    nowhere = rules(orphan(), tracking_page=None)
    (finding,) = run("BN410", view(FULL, nowhere))
    assert isinstance(finding, Finding)
    assert (finding.confidence, finding.message) == (MEDIUM, "no rule says where Hope is tracked: “Each Player has Hope.”")
    assert (finding.page, finding.line) == ("Ruleset", None)
    (finding,) = run("BN410", view(table("Player | Hope", "Ana | 1"), nowhere))
    assert isinstance(finding, Finding)
    assert (finding.confidence, finding.message[:56]) == (LOW, "no rule says where Hope is tracked although the page sho")


def test_private_variables_on_the_page() -> None:
    secret = replace(variable("Allegiance", "string"), visibility="private")
    found = findings("BN509", table("Player | Allegiance | Hat", "Ana | Red | x", "Bo Bell | ? | y", "Cy | - | z"), secret)
    assert subjects(found) == [("player: Allegiance", HIGH)]
    assert found[0].message == "Allegiance of Ana is on the page, and the rules track it privately: “It is publicly tracked.”"
    assert findings("BN509", table("Player | Allegiance", "Ana | ?", "Cy | -"), secret) == []
    (finding,) = findings("BN509", "'''Plot''': dark", replace(secret, name="Plot", owner="game"))
    assert finding.message.startswith("Plot is on the page")


@pytest.mark.parametrize(("rows", "told"), [(500, 500), (501, 500)])
def test_no_more_is_told_of_a_page_than_anybody_reads(rows: int, told: int) -> None:
    said = run("BN401", view(table("Player | Coal", *(f"P{number} | -1" for number in range(rows))), rules(COAL)))
    assert len([item for item in said if isinstance(item, Finding)]) == told
    cut = [item for item in said if isinstance(item, NotEvaluated)]
    assert [(item.inconclusive, item.why) for item in cut] == [(True, "only the first 500 findings on the tracking page are reported")][
        : rows - 500
    ]


def test_tables_that_track_nothing_are_lists() -> None:
    page = FULL + table("Year | Player | Prize", "1 | Eff | x", "2 | Ana | y", "3 | Zed | z", "4 | Ana | z")
    assert subjects(findings("BN307", page, COAL)) == [("Eff", LOW)]
    assert subjects(findings("BN308", page, COAL)) == [("Zed", LOW)]
    assert findings("BN405", page, COAL) == []
    assert subjects(findings("BN405", with_row("Ana | 4"), COAL)) == [("Ana", HIGH)]


@pytest.mark.parametrize(
    ("quote", "wanted"),
    [
        ("Each Player has Salt, which is publicly tracked.", MEDIUM),
        ("Each Player has Salt, which is tracked in the sidebar.", None),
        ("Each Player has Salt, which is not publicly tracked.", None),
    ],
)
def test_what_is_tracked_elsewhere_is_not_missed(quote: str, wanted: Confidence | None) -> None:
    found = findings("BN407", FULL, COAL, replace(number("Salt"), quote=quote))
    assert [finding.confidence for finding in found] == ([] if wanted is None else [wanted])


def test_a_variable_that_the_page_names_may_be_there() -> None:
    salt = number("Salt")
    assert subjects(findings("BN407", FULL + "\nThe salt of all: 3", COAL, salt)) == [("player: Salt", LOW)]
    assert subjects(findings("BN407", FULL + "\nSalty: 3", COAL, salt)) == [("player: Salt", MEDIUM)]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        *(("Hope is recorded in the sidebar.", False), ("Hope is listed on the Page.", False), ("Hope is not tracked.", True)),
        *(("Hope is dear.", True), ("Hope may be listed.", True)),
    ],
)
def test_where_a_variable_is_kept(sentence: str, told: bool) -> None:
    known = rules(orphan(), rules=(rule("A Rule", sentence),))
    assert (run("BN410", view(FULL, known)) != []) is told


@pytest.mark.parametrize(("cell", "told"), [("[REDACTED]", False), ("(hidden)", False), ("████", False), ("✓", False), ("Hide", True)])
def test_what_stands_for_a_secret_tells_nothing(cell: str, told: bool) -> None:
    secret = replace(variable("Plot", "string"), visibility="private")
    assert (findings("BN509", table("Player | Plot", f"Ana | {cell}"), secret) != []) is told


def test_a_limit_of_the_profile_is_called_one() -> None:
    page = view(table("Player | Coal", "Ana | 31", "Bo Bell | 2", "Cy | 3"), rules(COAL), profile=Profile(ranges={"Coal": Range(max=30)}))
    (finding,) = run("BN401", page)
    assert isinstance(finding, Finding)
    assert finding.message == "Ana's Coal is “31”, more than 30 (by the dynasty's profile): “It is publicly tracked.”"


def test_a_column_that_counts_an_action_needs_no_variable() -> None:
    page = table("Player | Coal | Last Dig", "Ana | 1 | Mon", "Bo Bell | 2 | -", "Cy | 3 | -")
    assert [finding.subject.id for finding in findings("BN406", page, COAL)] == ["Last Dig"]
    assert run("BN406", view(page, rules(COAL), profile=Profile(cadence={"last dig": "daily"}))) == []
