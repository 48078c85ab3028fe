"""What a finding means, by the descriptions of the checks and the Ruleset; without a request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sync.cli import main
from sync.sources.stored import open_store
from tests.support.command import Run
from tests.support.live_game import Game
from validators.checks.run import checks


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def clauses(run: Run, *arguments: str) -> list[dict[str, str]]:
    report = run("explain", "BN101", "--format", "json", *arguments).json
    assert report["schema"] == "blognomic/explanations/1"
    found: list[dict[str, str]] = report["findings"][0]["clauses"]
    return found


def test_every_finding_is_explained(run: Run) -> None:
    out = run("explain", *(one.code for one in checks())).words
    for one in checks():
        for said in (
            f"{one.code} {one.slug} ({one.severity})",
            one.meaning,
            *one.notes,
            one.evidence,
            one.mistaken,
            one.settle,
        ):
            assert said in out


def test_a_finding_has_two_names(run: Run) -> None:
    first = run("explain", "Resolvable").out
    assert run("explain", " bn101 ").out == first


def test_without_a_code_they_are_listed(run: Run) -> None:
    lines = run("explain").out.splitlines()
    listed = {line.split()[0]: line.split()[1:3] for line in lines if line.startswith("BN")}
    assert listed == {one.code: [one.severity, one.slug] for one in checks()}
    assert [one["code"] for one in run("explain", "--format", "json").json["findings"]] == list(
        listed
    )


@pytest.mark.parametrize(
    ("names", "codes"),
    [(("bn60,BN603", "BN604"), "BN60"), (("BN",), "BN"), (("mass-removal",), "BN508")],
)
def test_a_prefix_selects_its_codes(names: tuple[str, ...], codes: str, run: Run) -> None:
    found = [one["code"] for one in run("explain", *names, "--format", "json").json["findings"]]
    assert found == [one.code for one in checks() if one.code.startswith(codes)]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("B", ""),
        ("", ""),
        ("BN60X", "; `blognomic explain` lists them"),
        ("resolvabel", "; did you mean 'resolvable'"),
    ],
)
def test_words_that_are_no_code(name: str, hint: str, run: Run) -> None:
    assert f"no finding has the code '{name}'{hint}" in run("explain", name, code=2).err


def test_a_check_may_be_chosen_by_its_slug(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "audit",
                "--site",
                "demo",
                "--select",
                "Resolvable, duplicate-rule-title",
                "--ignore",
                "resolvable",
                "--format",
                "json",
            ]
        )
        == 0
    )
    assert [one["code"] for one in json.loads(capsys.readouterr().out)["findings"]] == ["BN604"]


def test_the_clauses_are_those_of_the_rules_at_hand(game: Game, run: Run) -> None:
    demo = clauses(run, "--site", "demo")
    assert demo
    live = ("--store", str(game.live.store), "--blog", game.blog.url, "--wiki", game.live.wiki_url)
    assert clauses(run, *live) == []
    assert not game.live.store.exists()
    game.pull()
    game.blog.asked.clear()
    game.wiki.asked.clear()
    assert clauses(run, *live) == demo
    assert (game.blog.asked, game.wiki.asked) == ([], [])


def test_a_store_without_rules_is_no_hindrance(game: Game, run: Run) -> None:
    with open_store(game.live, game.now):
        pass
    assert (
        "BN105 resolved-out-of-order"
        in run("explain", "BN105", "--store", str(game.live.store)).out
    )


def test_rules_that_were_named_have_to_be_readable(tmp_path: Path, run: Run) -> None:
    (tmp_path / "rules").write_text(
        "= Core Rules =\n== Names ==\nText.\n= Dynastic Rules =\n= Appendix =\n"
    )
    assert clauses(run, "--ruleset", "rules") == []
    assert "has no rule of that title" in run("explain", "BN101", "--ruleset", "rules").out
    (tmp_path / "rules").write_text("nothing")
    assert "rules has no rules" in run("explain", "BN101", "--ruleset", "rules", code=3).err
