"""The command ``gamestate``: the sample game, its JSON and text, and pages that cannot be read."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Revision
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.reports.layout import print_to_text
from sync.reports.wiki_text import gamestate_as_read
from sync.schemas.wiki_pages import gamestate_json
from sync.settings.profile_file import load_profile
from sync.sources.source_view import ViewRequest, load_state, load_view
from tests.parsers.gamestate.playing import ROSTER, choice, game_of, number, rules_of, table
from tests.support.command import Run
from tests.support.memory_source import MemorySource
from tests.support.paths import DEMO, GAMES
from validators.profile.dynasty_profile import Profile

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample game to break, of the blog the front page alone."""
    monkeypatch.chdir(tmp_path)
    return Path(
        shutil.copytree(DEMO, tmp_path / "game", ignore=shutil.ignore_patterns("archive", "2024"))
    )


def run_json(run: Run, *arguments: str) -> tuple[int, dict[str, Any], str]:
    ran = run("gamestate", *arguments, "--format", "json", code=None)
    return ran.code, json.loads(ran.out), ran.err


def test_the_sample_game(run: Run) -> None:
    code, report, err = run_json(run, "--site", "demo")
    assert (code, err) == (0, "")
    assert (report["schema"], report["page"], report["values"]) == (
        "blognomic/gamestate/1",
        "The Long Cut",
        {"Toll": "3", "Fog": "1"},
    )
    barges = report["tables"][1]
    assert barges["columns"] == [
        *(
            "Bargee",
            "Mooring",
            "Tow",
            "Stores / Coal",
            "Stores / Balance",
            "Stores / Hold",
            "Lamp",
            "Ensign",
        ),
    ]
    assert barges["header"][0][3:6] == ["Stores"] * 3
    assert barges["rows"][0] == ["Hobb", "Wharf", "-", "11", "18", "Slate Glass", "Dark", "A swan"]
    assert (barges["caption"], barges["of"], barges["idle"], report["tables"][2]["idle"]) == (
        "Barges",
        "player",
        False,
        True,
    )
    assert (len(report["players"]), list(report["idle"])) == (10, ["Fenwright", "Lady Tamsin"])
    assert report["rows"][-1] == {
        "player": "Lady Tamsin",
        "text": "Lady Tamsin",
        "standing": "idle",
        "idle": True,
        "table": 2,
        "row": 2,
    }
    assert [item["where"] for item in report["unread"]] == [
        "Pemberly, Mooring",
        "T. Quillfeather, Tow",
    ]


def test_a_game_as_json() -> None:
    rules, text = game_of("bots")
    report = json.loads(encode(gamestate_json(read_gamestate(text, rules, ROSTER, revid=9))))
    assert report["revid"] == 9
    assert report["players"]["Ana"] == {"Money": 15, "Wound": "3 May"}
    assert report["things"]["Bot"]["Rattle"] == {
        "Power": 4,
        "Parts": ["Arm", "Arm", "Lens"],
        "Shell": "Brass",
    }
    assert report["game"] == {"Pressure": 88}
    assert report["tables"][1]["matches"][2] == {
        "column": 2,
        "name": "State / Pwr",
        "role": "value",
        "variable": "Power",
        "owner": "Bot",
        "confidence": "medium",
        "part": False,
        "why": "an abbreviation of its name",
    }
    assert report["unread"] == [
        {"where": "Rattle (Cy), Shell", "why": "“Gold” is not one of Tin, Brass, Glass"}
    ]


PARTS = """\
The game
Variable  Value
Pressure  88

Players
Name     Money  Wound
Ana      15     3 May
Bo Bell  7      2 May

Bot
Name         Power  Parts           Shell

Rattle (Cy)  13     -               Gold

Other labelled values
Label  Value
Motto  Mind the sparks
Pres   3 (it may be Pressure or Present)

State / Pwr: it is the variable Power of the rule “Bots” (medium confidence): an

Foreman on duty: it matches no variable that was read

Variables missing from the page
  · Present of game (public) [A Rule]
  · Oil of player (public) [A Rule]

Not read or uncertain
  ! Rattle (Cy), Shell: “Gold” is not one of Tin, Brass, Glass""".split("\n\n")
"""Parts of the report, divided by blank lines."""


def test_a_game_as_text() -> None:
    rules, text = game_of("bots")
    page = text + "\n'''Motto''': Mind the sparks\n\n'''Pres''': 3\n"
    rules = replace(
        rules,
        variables=(
            *rules.variables,
            number("Present", of="game"),
            number("Oil"),
            number("Smoke", of="game"),
        ),
    )
    shown = print_to_text(
        gamestate_as_read(read_gamestate(page, rules, ROSTER, revid=9)), width=100, colour=False
    )
    assert shown.startswith("Scrapyard, revision 9: 4 tables, 3 players, ")
    for part in PARTS:
        assert part in shown
    assert "Uncertain columns\n  ? table " in shown


def test_doubts_are_reported() -> None:
    lines = [f"Zed{number} | soot | | x" for number in range(50)]
    state = read_gamestate(
        table("Clerk | Coal | | Owner", *lines),
        rules_of(number("Coal"), choice("Lamp", "Dark", "Dim")),
        None,
    )
    assert "Zed49" in print_to_text(gamestate_as_read(state), width=100, colour=False)
    things = table("Bot | Power | Owner | Cop", "Rust | 3 | Ana | 1") + table("Good | ", "Tin | 7")
    variables = (number("Power", of="Bot"), number("Copra", of="Bot"), number("Copper", of="Bot"))
    shown = print_to_text(
        gamestate_as_read(read_gamestate(things, rules_of(*variables), ROSTER, page="P")),
        width=100,
        colour=False,
    )
    assert (
        "  ? table 1, Cop: it matches no variable that was read: it may be Copra or Copper" in shown
    )
    assert "  ? table 2: its owner is unknown" in shown
    assert "  ? table 2, column 2: it matches no variable that was read" in shown


def test_long_tables_are_cut() -> None:
    def shown(page: str) -> str:
        return print_to_text(
            gamestate_as_read(read_gamestate(page, rules_of(number("Coal")), None)),
            width=100,
            colour=False,
        )

    text = shown(table("Clerk | Coal", *(f"Zed{number} | 3" for number in range(1001))))
    assert "Zed999 " in text
    assert "Zed1000 " not in text
    assert "\nand 1 more row; --format json has them all" in text
    text = shown(
        table(
            "Clerk | Note" + "".join(f" | H{number}" for number in range(101)), "Ana | " + "x" * 500
        )
    )
    assert "H100: it matches no variable" in text
    assert text.count("x") < 450


def test_files_alone_need_no_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sync.sources.stored.open_store", None)
    code, report, err = run_json(
        run,
        "--ruleset",
        str(GAMES / "levels.rules.wikitext"),
        "--tracking",
        str(GAMES / "levels.page.wikitext"),
    )
    assert (code, report["page"]) == (0, "Ministry of Rain")
    assert report["rows"][1]["standing"] == "unknown"
    assert isinstance(err, str)


def test_without_a_roster_the_page_is_still_read(folder: Path, run: Run) -> None:
    for page in folder.glob("blog/**/*.html"):
        page.unlink()
    code, report, err = run_json(run, "--snapshot", str(folder))
    assert (code, len(report["rows"])) == (0, 12)
    assert (
        "note: the roster: it could not be read, so names are as on the page, and who is idle is"
        " unknown" in err
    )


# What cannot be read


def test_no_page_is_named(folder: Path, run: Run) -> None:
    page = folder / "wiki" / "Ruleset.wikitext"
    page.write_text(
        page.read_text(encoding="utf-8")
        .replace("The Long Cut", "")
        .replace("tracking page", "page"),
        encoding="utf-8",
    )
    err = run("gamestate", "--snapshot", str(folder), code=3).err
    assert "name no gamestate tracking page; pass --tracking FILE" in err
    named = folder / "Some_Page.wikitext"
    shutil.copy(folder / "wiki" / "The_Long_Cut.wikitext", named)
    code, report, _ = run_json(run, "--snapshot", str(folder), "--tracking", str(named))
    assert (code, report["page"]) == (0, "Some Page")


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (
            "Nothing here.",
            3,
            (
                "blognomic: The Long Cut: the page holds no table and no labelled value: is it the"
                " tracking page?\n"
            ),
        ),
        ("'''Toll''': 3", 0, "blognomic: note: The Long Cut: the page holds no table\n"),
        (
            table("Good | Price", "Salt | 3"),
            0,
            "no table has a column that is known to hold players, so no value has an owner\n",
        ),
        ("{|\n! Bargee\n|-\n| Hobb", 3, "blognomic: The Long Cut, line 1: the table is not closed"),
        ("{|\n! Bargee\n|-\n{{rows}}\n|-\n| Hobb\n|}", 0, ""),
    ],
    ids=["nothing", "a label", "no players", "a table that is not closed", "a template of rows"],
)
def test_a_page_that_is_read_in_part(
    folder: Path, text: str, code: int, says: str, run: Run
) -> None:
    (folder / "wiki" / "The_Long_Cut.wikitext").write_text(text, encoding="utf-8")
    assert says in run("gamestate", "--snapshot", str(folder), code=code).err


# Which page


def test_the_page_as_the_source_shows_it() -> None:
    first, hidden, last = (
        Revision("The Page", revid, 0, NOON.replace(hour=hour), "Ana", "", text)
        for revid, hour, text in ((1, 8, "'''Toll''': 1"), (2, 9, None), (3, 11, "'''Toll''': 3"))
    )
    rules = rules_of(number("Toll", of="game"))

    def toll(source: MemorySource) -> tuple[object, int | None]:
        _, state = load_state(source, rules, None, Profile())
        return state.game["Toll"].value, state.revid

    assert toll(MemorySource([first, hidden, last])) == (3, 3)
    ten = NOON.replace(hour=10)
    assert toll(MemorySource([first, replace(last, parentid=1)], as_of=ten)) == (1, 1)
    for known in ([first, last], [last]):  # another may have stood at ten
        with pytest.raises(Unreachable, match=r"^the text of The Page at 2024-01-20 10:00 UTC is"):
            toll(MemorySource(known, as_of=ten))
    assert toll(MemorySource([replace(first, revid=0)])) == (1, None)
    for source in (
        MemorySource([first, hidden]),
        MemorySource([first], tracking="Other"),
        MemorySource(),
    ):
        with pytest.raises(Unreachable, match="there is no page"):
            load_state(source, rules, None, Profile())
    with pytest.raises(NoVerdict, match="the rules name no gamestate tracking page"):
        load_state(MemorySource(), rules_of(tracking_page=None), None, Profile())


# In an audit


def test_without_rules_or_a_page_of_that_name_nothing_is_read() -> None:
    page = Revision("The Page", 1, 0, NOON, "Ana", "", "x")
    assert load_view(MemorySource([page]), ViewRequest({"rules", "gamestate"})).gamestate is None
    nameless = Revision(
        "Ruleset",
        1,
        0,
        NOON,
        "Ana",
        "",
        "= Core Rules =\n== Votes ==\nText.\n= Dynastic Rules =\n= Appendix =\n",
    )
    view = load_view(MemorySource([page, nameless]), ViewRequest({"rules", "gamestate"}))
    assert (view.rules is not None, view.gamestate, view.problems) == (True, None, ())
    assert [
        problem.where
        for problem in load_view(
            MemorySource([nameless], tracking="Lost"), ViewRequest({"rules", "gamestate"})
        ).problems
    ] == ["Lost"]


def test_an_audit_without_the_named_page_gives_no_verdict(folder: Path, run: Run) -> None:
    (folder / "wiki" / "The_Long_Cut.wikitext").unlink()
    unseen = run("audit", "--snapshot", str(folder), "--format", "json", code=3).json[
        "not_evaluated"
    ]
    why = (
        f"wiki/The_Long_Cut.wikitext is missing from the snapshot {folder}; save that page to"
        " this folder, or pass --tracking FILE (the rule “Dynastic Tracking” names the page “The Long"
        " Cut”)"
    )
    assert [item["why"] for item in unseen if item.get("source") == "The Long Cut"] == [why]
    assert "needs the tracking page, which was not read" in [
        item["why"] for item in unseen if item.get("check") == "BN401"
    ]


def test_a_profile_that_does_not_exist_yet(folder: Path) -> None:
    with pytest.raises(
        UsageError,
        match=(
            r"^no such file: .*dynasty.toml .*; blognomic rules --draft-profile .* writes one to"
            r" begin with$"
        ),
    ):
        load_profile(folder / "dynasty.toml", {})
