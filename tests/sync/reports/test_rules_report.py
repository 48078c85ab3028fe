from __future__ import annotations

from dataclasses import replace

from parsers.ruleset.model import Caveat, Variable
from sync.reports import as_json
from sync.reports.layout import print_to_text
from sync.reports.rules_text import ruleset_as_read
from tests.sync.samples import CAVEAT, RULES


def test_the_ruleset_in_eighty_columns() -> None:
    assert (
        print_to_text(ruleset_as_read(RULES, verbose=True), width=80, colour=False)
        == """\
Ruleset, revision 7: 3 rules in 2 sections.
A Player is called Bargee (Bargees), the Emperor Lock Warden.
The gamestate is tracked on The Long Cut.

Variables
Name  Of      Type                     Rule
Oil   player  integer 0..9, default 3  Lamps

Actions
Name   How often              Rule
Light  daily, 10 hours apart  Lamps

Sentences outside the core rules that may change verdicts, and are not applied
  ! “Nobody may vote in the dark.” [Lamps]

Not understood; what rests on it is not certified
  ! dov: no threshold was found [Victory]
  ! idle: no rule

Core Rules
  1.1 Votable Matters
    1.1.1 Votes

Building Blocks
  2.1 Lamps [Rare] (inactive)

Voting parameters: value, rule, and the sentence they were read from
popular.after_hours  48  Votes
unpopular.after_hours  48  Votes
    “It has been open for at least 48 hours.”
veto  yes  Veto
    “May use VETO.”

Not in the text: downtime.
"""
    )


def test_what_is_absent_is_said_or_left_out() -> None:
    terms = RULES.terms
    assert terms is not None
    bare = replace(RULES, rules=(), terms=None, tracking_page=None, voting={}, caveats=(), unread=(), variables=(), actions=(), revid=None)
    assert print_to_text(ruleset_as_read(bare), width=80, colour=False).splitlines() == [
        "Ruleset: 0 rules in 2 sections.",
        "The words for Player and Emperor were not found.",
        "No tracking page is named.",
        "",
        "Core Rules",
        "",
        "Building Blocks",
        "",
        "0 voting parameters read; -v shows each with its sentence.",
    ]
    text = print_to_text(ruleset_as_read(replace(RULES, terms=replace(terms, emperor=None))), width=80, colour=False)
    assert "no word for the Emperor was found." in text


def test_statuses_variables_and_caveats_of_every_kind() -> None:
    several = replace(
        RULES,
        rules=(replace(RULES.rules[2], tags=("Active", "Rare"), status="active"),),
        caveats=(replace(CAVEAT, bears=False), Caveat("Tea", "Votes are fun.", frozenset(), True)),
        variables=(
            Variable("Rank", "player", "choice", "Lamps", "q", None, None, ("Cook", "Mate"), "Cook", "private"),
            Variable("Debt", "game", "integer", "Lamps", "q", None, 5),
            Variable("Age", "game", "integer", "Lamps", "q", 1, None),
        ),
        actions=(replace(RULES.actions[0], min_gap_hours=None),),
    )
    lines = print_to_text(ruleset_as_read(several), width=80, colour=False).splitlines()
    assert "  2.1 Lamps [Active] [Rare]" in lines
    assert "  · “Nobody may vote in the dark.” [Lamps]" in lines
    assert "  ! “Votes are fun.” [Tea]" in lines
    assert "Rank  player  choice: Cook, Mate, default “Cook”, private  Lamps" in lines
    assert "Debt  game    integer ..5                                  Lamps" in lines
    assert "Age   game    integer 1..                                  Lamps" in lines
    assert "Light  daily      Lamps" in lines


def test_a_variable_that_only_the_rules_have_says_so_once_the_page_was_read() -> None:
    shown = (Variable("Rank", "player", "name", "Lamps", "q", sides=("rules", "page")), Variable("Debt", "game", "name", "Lamps", "q"))
    lines = print_to_text(ruleset_as_read(replace(RULES, variables=shown)), width=80, colour=False).splitlines()
    assert "Rank  player  name                   Lamps" in lines
    assert "Debt  game    name, not on the page  Lamps" in lines


def test_the_json_has_the_promised_shape() -> None:
    report = as_json.rules(RULES)
    assert report["schema"] == "blognomic/rules/1"
    assert report["terms"] == {"player": {"singular": "Bargee", "plural": "Bargees"}, "emperor": "Lock Warden"}
    assert report["rules"][2] == {
        "number": "2.1",
        "title": "Lamps",
        "tags": ["Rare"],
        "level": 2,
        "section": "Building Blocks",
        "status": "inactive",
        "path": ["Lamps"],
        "defaulted": True,
    }
    assert report["voting"]["veto"] == {"value": True, "rule": "Veto", "quote": "May use VETO."}
    assert report["voting"]["downtime"] is None
    assert report["variables"] == [
        {
            "name": "Oil",
            "owner": "player",
            "type": "integer",
            "min": 0,
            "max": 9,
            "choices": None,
            "default": 3,
            "visibility": "public",
            "sides": ["rules"],
            "rule": "Lamps",
            "quote": "Each has Oil.",
        }
    ]
    assert report["unread"][1] == {"topic": "idle", "why": "no rule", "rule": None, "fingerprint": None}
    assert as_json.rules(replace(RULES, terms=None))["terms"] is None
    choice = replace(RULES, variables=(Variable("Rank", "player", "choice", "Lamps", "q", choices=("Cook",)),))
    assert as_json.rules(choice)["variables"][0]["choices"] == ["Cook"]
