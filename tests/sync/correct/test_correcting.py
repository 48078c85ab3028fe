"""Corrections written to a real MediaWiki: what is found is corrected, and the next look finds
nothing.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from sync.wiki.writing.writer import Writer
from tests.support.cases import cases
from tests.sync.correct.wiki_game import BOT, Game

pytestmark = pytest.mark.mediawiki


def codes(report: dict[str, Any]) -> list[list[str]]:
    return [one["findings"] for one in report["corrections"]]


def test_safe_corrections_are_saved_and_the_rest_awaits_consent(game: Game) -> None:
    before = game.text()
    code, preview = game.run("correct")
    assert (code, codes(preview)) == (1, [["BN401", "BN402"], ["BN404"]])
    assert game.text() == before
    code, first = game.run("correct", "--apply")
    assert (code, [one["result"] for one in first["corrections"]]) == (1, ["saved", None])
    assert [one["diff"] for one in first["corrections"]] == [
        one["diff"] for one in preview["corrections"]
    ]
    middle = game.text()
    assert middle == before.replace("|| -3 ||", "|| 3 ||").replace("||Harbour ||", "||Wharf ||")
    code, second = game.run("correct", "--apply", "--yes")
    assert (code, codes(second), second["corrections"][0]["result"]) == (0, [["BN404"]], "saved")
    assert game.text() == middle.replace("| Hob\n", "| Hobb\n")
    last = game.wiki.history(game.page)[-1]
    assert (last["user"], last["revid"]) == (BOT, second["corrections"][0]["new_revid"])
    assert (
        last["comment"]
        == "BN404 (rule “Towing”): set T. Quillfeather's Tow from “Hob” to “Hobb”, the name on the"
        " roster"
    )
    code, audit = game.run("audit", "--select", "BN306,BN307,BN308,BN4", "--ignore", "BN410")
    assert (code, audit["findings"]) == (0, [])
    nothing = {"schema": "blognomic/corrections/1", "corrections": [], "left": [], "reviewed": []}
    assert game.run("correct", "--apply", "--yes") == (0, nothing)


def test_each_edit_can_be_taken_back(game: Game) -> None:
    before = game.text()
    assert game.run("correct", "--apply", "--yes", "--only", "BN404")[0] == 0
    after = game.text()
    code, preview = game.run("correct", "--undo", "1")
    assert (code, preview["corrections"][0]["result"], game.text()) == (1, None, after)
    assert "-| Hobb\n+| Hob\n" in preview["corrections"][0]["diff"]
    code, undone = game.run("correct", "--undo", "1", "--apply")
    assert (code, undone["corrections"][0]["result"], game.text()) == (0, "saved", before)
    code, report = game.run("doctor", "--journal")
    assert (code, [check["what"] for check in report["checks"]]) == (
        0,
        ["journal", "number 2", "number 1"],
    )
    assert f"wiki-edit, {game.page}: Undo revision" in report["checks"][1]["says"]
    assert report["checks"][2]["says"].endswith(
        "(saved as revision " + str(preview["corrections"][0]["base_revid"]) + ")"
    )
    ran = game.command("correct", "--undo", "99", code=2)
    assert (
        "--undo 99: the journal has no edit of the wiki with this number; `blognomic doctor"
        " --journal`" in ran.err
    )


def test_edits_made_meanwhile_stay_and_are_checked_again(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(game, monkeypatch, lambda text: text.replace("| Hobb || Wharf", "| Hobb || Basin"))
    code, report = game.run("correct", "--apply", "--only", "BN401")
    assert (code, [one["result"] for one in report["corrections"]]) == (0, ["saved"])
    assert "| Hobb || Basin || - || 11" in game.text()
    assert "D'Arcy_Vole || 3 ||" in game.text()


def test_a_merge_that_would_break_a_rule_is_not_written(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(
        game,
        monkeypatch,
        lambda text: text.replace("| Hobb || Wharf || - || 11", "| Hobb || Wharf || - || 9000"),
    )
    code, report = game.run("correct", "--apply", "--only", "BN401")
    (one,) = report["corrections"]
    assert code == 1
    assert one["result"] != "saved"
    assert "Hobb's Coal is “9000”" in one["why"]
    assert "D'Arcy_Vole || -3 ||" in game.text()


def meanwhile(game: Game, monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str]) -> None:
    """Somebody edits the page after it was read and before it is written."""
    writer = Writer.save

    def save(*arguments: Any, **options: Any) -> Any:
        game.wiki.edit(game.page, change(game.text()))
        return writer(*arguments, **options)

    monkeypatch.setattr(Writer, "save", save)


def answering(
    game: Game, monkeypatch: pytest.MonkeyPatch, answers: str, *arguments: str
) -> tuple[int, list[str], str]:
    """The command on a terminal at which somebody types: exit code, results, and what was shown."""
    monkeypatch.setattr("sync.cli.correct.on_a_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    ran = game.command("correct", "--format", "json", *arguments, code=None)
    return ran.code, [one["result"] or "not saved" for one in ran.json["corrections"]], ran.err


@cases("answers")
def test_on_a_terminal_each_edit_is_confirmed(
    answers: str,
    results: list[str],
    questions: int,
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = game.text()
    code, done, shown = answering(game, monkeypatch, answers, "--apply")
    assert (code, done) == (0 if done == ["saved", "saved"] else 1, results)
    assert shown.count("[y/n/a/q]") == questions
    assert shown.index("+| Pemberly ||Wharf") < shown.index("[y/n/a/q]")
    first, second = (result == "saved" for result in results)
    expected = (
        before.replace("|| -3 ||", "|| 3 ||").replace("||Harbour ||", "||Wharf ||")
        if first
        else before
    )
    assert game.text() == (expected.replace("| Hob\n", "| Hobb\n") if second else expected)


def test_a_refused_password_is_wrong_configuration_and_is_sent_once(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOGNOMIC_WIKI_PASSWORD", "x" * 32)
    before = game.wiki.requests()
    code, report = game.run("correct", "--apply", "--yes", "--only", "BN401")
    assert (code, [one["result"] for one in report["corrections"]]) == (2, ["refused"])
    assert "refused the login" in report["corrections"][0]["why"]
    assert answering(game, monkeypatch, "a\n", "--apply")[:2] == (2, ["refused", "not saved"])
    log = (game.wiki._folder / "requests.log").read_text(encoding="utf-8").splitlines()[before:]
    assert sum(line.startswith("POST") for line in log) == 2


# The Ruleset


@pytest.fixture
def long_ago(game: Game) -> Game:
    """The game with all posts since the Ascension Address, however long ago that was."""
    game.run("pull", "--since", "2024-03-01")
    return game


def test_a_left_over_term_and_a_missing_text_are_put_right(long_ago: Game) -> None:
    game = long_ago
    before = game.wiki.text(game.rules)
    code, audit = game.run("audit", "--select", "BN602,BN603", "--fail-on", "warning")
    found = [(one["code"], one["subject"]["id"]) for one in audit["findings"]]
    assert (code, found) == (1, [("BN602", "boathooks"), ("BN603", "Fair Play")])
    code, preview = game.run("correct", "--only", "BN6")
    assert (code, codes(preview), game.wiki.text(game.rules)) == (1, [["BN602", "BN603"]], before)
    code, written = game.run("correct", "--only", "BN6", "--apply", "--yes")
    assert (code, written["corrections"][0]["result"]) == (0, "saved")
    assert written["corrections"][0]["diff"] == preview["corrections"][0]["diff"]
    after = game.wiki.text(game.rules)
    assert "one Bargee who is not Idle" in after
    assert "\n\n== Boathooks ==\n\nAs a Weekly Action, a Bargee whose Mooring is the Basin" in after
    assert after.index("== Boathooks ==") < after.index("= Special Case =")
    last = game.wiki.history(game.rules)[-1]
    assert last["user"] == BOT
    assert last["comment"].startswith(
        "BN602 (rule “Ruleset and Gamestate”): add the rule “Boathooks” to the Dynastic Rules"
    )
    code, audit = game.run("audit", "--select", "BN602,BN603", "--fail-on", "warning")
    assert (code, audit["findings"]) == (0, [])
