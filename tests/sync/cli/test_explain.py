"""What a finding means, by the descriptions of the checks and the Ruleset; without a request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sync.cli import main
from sync.sources.stored import open_store
from tests.support.live_game import Game
from validators.checks.run import checks


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def clauses(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, str]]:
    assert main(["explain", "BN101", "--format", "json", *arguments]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["schema"] == "blognomic/explanations/1"
    found: list[dict[str, str]] = report["findings"][0]["clauses"]
    return found


def test_every_finding_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *(one.code for one in checks())]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for one in checks():
        for said in (f"{one.code} {one.slug} ({one.severity})", one.meaning, *one.notes, one.evidence, one.mistaken, one.settle):
            assert said in out


def test_a_finding_has_two_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "Resolvable"]) == 0
    first = capsys.readouterr().out
    assert main(["explain", " bn101 "]) == 0
    assert capsys.readouterr().out == first


def test_without_a_code_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    listed = {line.split()[0]: line.split()[1:3] for line in lines if line.startswith("BN")}
    assert listed == {one.code: [one.severity, one.slug] for one in checks()}
    assert main(["explain", "--format", "json"]) == 0
    assert [one["code"] for one in json.loads(capsys.readouterr().out)["findings"]] == list(listed)


@pytest.mark.parametrize(("names", "codes"), [(("bn60,BN603", "BN604"), "BN60"), (("BN",), "BN"), (("mass-removal",), "BN508")])
def test_a_prefix_stands_for_its_codes(names: tuple[str, ...], codes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *names, "--format", "json"]) == 0
    found = [one["code"] for one in json.loads(capsys.readouterr().out)["findings"]]
    assert found == [one.code for one in checks() if one.code.startswith(codes)]


@pytest.mark.parametrize(
    ("name", "hint"), [("B", ""), ("", ""), ("BN60X", "; did you mean 'BN6"), ("resolvabel", "; did you mean 'resolvable'")]
)
def test_what_is_no_code(name: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", name]) == 2
    assert f"no finding has the code '{name}'{hint}" in capsys.readouterr().err


def test_a_check_may_be_chosen_by_its_slug(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["audit", "--site", "demo", "--select", "Resolvable, duplicate-rule-title", "--ignore", "resolvable", "--format", "json"]) == 0
    )
    assert [one["code"] for one in json.loads(capsys.readouterr().out)["findings"]] == ["BN604"]


def test_the_clauses_are_those_of_the_rules_at_hand(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    demo = clauses(capsys, "--site", "demo")
    assert demo
    live = ("--store", str(game.live.store), "--blog", game.blog.url, "--wiki", game.live.wiki_url)
    assert clauses(capsys, *live) == []
    assert not game.live.store.exists()
    game.pull()
    game.blog.asked.clear()
    game.wiki.asked.clear()
    assert clauses(capsys, *live) == demo
    assert (game.blog.asked, game.wiki.asked) == ([], [])


def test_a_store_without_rules_is_no_hindrance(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(game.live, game.now):
        pass
    assert main(["explain", "BN105", "--store", str(game.live.store)]) == 0
    assert "BN105 resolved-out-of-order" in capsys.readouterr().out


def test_rules_that_were_named_have_to_be_readable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules").write_text("= Core Rules =\n== Names ==\nText.\n= Dynastic Rules =\n= Appendix =\n")
    assert clauses(capsys, "--ruleset", "rules") == []
    assert main(["explain", "BN101", "--ruleset", "rules"]) == 0
    assert "has no rule of that title" in capsys.readouterr().out
    (tmp_path / "rules").write_text("nothing")
    assert main(["explain", "BN101", "--ruleset", "rules"]) == 3
    assert "the finding can be explained without it, but rules holds no rules" in capsys.readouterr().err
