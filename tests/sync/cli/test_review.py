"""A person reviews what is reported: asked at a terminal, listed elsewhere, kept in a file, named
in every report.
"""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from parsers.ruleset import read_ruleset
from sync.cli import main, rules
from sync.settings.accepted import read_reviews
from tests.support.command import Run
from tests.support.paths import DEMO

PAGE = """= Core Rules =
== Dynasties ==
A Dynasty is headed by a single Player, known as the Emperor.
== Fair Play ==
A DoV should not be sung. Comments cannot be made on resolved Votable Matters.
= Dynastic Rules =
== Night ==
No Player may vote AGAINST a Proposal while the Bell rings.
= Appendix =
== Names ==
When somebody joins, their new name must be between 4 and 30 characters long.
"""
CORE, DYNASTIC = (
    "A DoV should not be sung.",
    "No Player may vote AGAINST a Proposal while the Bell rings.",
)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.wikitext").write_text(PAGE)
    (tmp_path / "blognomic.toml").write_text('ruleset = "rules.wikitext"\n')
    return tmp_path


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> int:
    monkeypatch.setattr(rules, "_at_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["rules", "--review"])


def as_read(run: Run) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = run("rules", "--format", "json", code=None).json
    return found


def test_without_a_terminal_they_are_listed(game: Path, run: Run) -> None:
    out = run("rules", "--review").out
    assert [line[18:] for line in out.splitlines()] == [
        f"[Fair Play] {CORE}",
        f"[Night] {DYNASTIC}",
        "[Night] the whole rule",
    ]


def test_an_answer_is_kept_and_named(
    game: Path, monkeypatch: pytest.MonkeyPatch, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(monkeypatch, "Anna", "y", "It is only advice.", "n", "n") == 0
    shown = capsys.readouterr().out
    assert f">>> {CORE} <<< Comments cannot be made on resolved Votable Matters." in shown
    (kept,), _ = read_reviews(game / "reviewed.toml")
    assert (kept.rule, kept.begins, kept.reason, kept.by) == (
        "Fair Play",
        CORE,
        "It is only advice.",
        "Anna",
    )
    found = as_read(run)
    assert [(one["quote"], one["by"]) for one in found["reviewed"]] == [(CORE, "Anna")]
    assert CORE not in json.dumps(found["unread"])
    assert (
        "Reviewed, and found to change no verdict: 1 sentence of the Ruleset (1 by Anna)."
        in run("rules").words
    )


def test_further_answers_are_added_to_the_file(
    game: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    (game / "reviewed.toml").write_text("# Ours.\n")
    answer(monkeypatch, "Anna", "y", "It is only advice.", "q")
    answer(monkeypatch, "Ben", "y", "The Bell is gone.", "y")
    assert (game / "reviewed.toml").read_text().startswith("# Ours.\n")
    assert [one.by for one in read_reviews(game / "reviewed.toml")[0]] == ["Anna", "Ben"]
    found = as_read(run)
    assert [one["bears"] for one in found["caveats"]] == [False]
    _, out, err = run("rules", "--review")
    assert out == ""
    assert err == "blognomic: no sentence is reported that may be reviewed\n"


def test_a_whole_rule_is_read_and_named_when_it_changes(
    game: Path, monkeypatch: pytest.MonkeyPatch, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    (game / "rules.wikitext").write_text(
        PAGE.replace("= Appendix =", "== Fog ==\nThe Fog is thick.\n= Appendix =")
    )
    assert as_read(run)["unread_rules"] == []
    assert answer(monkeypatch, "Ben", "n", "n", "n", "y") == 0
    out = capsys.readouterr().out
    assert "“Fog”\n\nThe Fog is thick." in out
    _, (kept,) = read_reviews(game / "reviewed.toml")
    assert (kept.rule, kept.by) == ("Fog", "Ben")
    assert [one["rule"] for one in as_read(run)["unread_rules"]] == ["Night"]
    monkeypatch.setattr(rules, "_at_terminal", lambda: False)
    assert "[Night] the whole rule" in run("rules", "--review").out
    text = (game / "rules.wikitext").read_text()
    (game / "rules.wikitext").write_text(text.replace("The Fog is", "The  Fog\nis"))
    assert [one["rule"] for one in as_read(run)["unread_rules"]] == ["Night"]
    (game / "rules.wikitext").write_text(text.replace("thick", "thin"))
    assert (
        "2 dynastic rules have changed since anybody read them: “Night”, “Fog”."
        in run("rules", code=None).words
    )


def test_whoever_stops_has_read_nothing(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(monkeypatch, "Ben", "n", "q") == 0
    assert read_reviews(game / "reviewed.toml") == ([], [])


def test_certificates_may_need_every_rule_to_be_read(
    game: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    def held_back() -> list[object]:
        return [one["rule"] for one in as_read(run)["unread"] if one["topic"] == "dynastic"]

    (game / "blognomic.toml").write_text('ruleset = "rules.wikitext"\nreview.require = "rules"\n')
    assert held_back() == ["Night"]
    assert answer(monkeypatch, "Ben", "n", "n", "y") == 0
    assert held_back() == []
    (game / "rules.wikitext").write_text(PAGE.replace("the Bell rings", "no Bell rings"))
    assert held_back() == ["Night"]


def test_a_changed_sentence_is_new_again(
    game: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    answer(monkeypatch, "Anna", "y", "It is only advice.", "q")
    (game / "rules.wikitext").write_text(PAGE.replace("not be sung", "not be sung at night"))
    found = as_read(run)
    assert found["reviewed"] == []
    assert "sung at night" in json.dumps(found["unread"])


def test_answers_need_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rules, "_at_terminal", lambda: True)
    assert "beside blognomic.toml" in run("rules", "--review", "--site", "demo", code=2).err


# Every command


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample game with a core sentence more, which Anna has reviewed."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "saved")
    page = tmp_path / "saved" / "wiki" / "Ruleset.wikitext"
    page.write_text(
        page.read_text(encoding="utf-8").replace(
            "== Fair Play ==\n", f"== Fair Play ==\n{CORE}\n\n", 1
        ),
        encoding="utf-8",
    )
    (tmp_path / "blognomic.toml").write_text('snapshot = "saved"\n')
    rules = read_ruleset(page.read_text(encoding="utf-8"))
    (known_by,) = (one.fingerprint for one in rules.unread if one.quote == CORE)
    about = (
        f'fingerprint = "{known_by}"\nrule = "Fair Play"\nbegins = ""\nreason = "."\nby ='
        ' "Anna"\nat = 2024-01-20T12:00:00Z\n'
    )
    (tmp_path / "reviewed.toml").write_text(f"[[sentence]]\n{about}")
    return tmp_path


REPORTS = {
    "audit": ["audit"],
    "tally": ["tally"],
    "rules": ["rules"],
    "compare": ["rules", "--compare", str(DEMO / "wiki" / "Ruleset.wikitext")],
    "correct": ["correct"],
    "notice": ["notice"],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", REPORTS.values(), ids=REPORTS)
def test_every_report_names_the_reviews(sample: Path, run: Run, command: list[str]) -> None:
    assert sample.is_dir()
    report = run(*command, "--format", "json", code=None).json
    reviewed = report["rules"]["reviewed"] if command == ["tally"] else report["reviewed"]
    assert [(one["quote"], one["by"]) for one in reviewed] == [(CORE, "Anna")]
    assert (
        "found to change no verdict: 1 sentence of the Ruleset (1 by Anna)."
        in run(*command, code=None).words
    )


def test_doctor_names_the_reviews(sample: Path, run: Run) -> None:
    shown = run("doctor").words
    assert (
        "rules: reviewed, and found to change no verdict: 1 sentence of the Ruleset (1 by Anna)"
        in shown
    )
    (sample / "reviewed.toml").unlink()
    assert f"not understood: “{CORE}”" in run("doctor", code=3).words
