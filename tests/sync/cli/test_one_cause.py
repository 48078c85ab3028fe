"""One cause is one line: sites that do not answer, and a Ruleset whose sections are not to be found."""

from __future__ import annotations

import functools
import re
import shutil
from pathlib import Path

import pytest

from sync.wiki.wiki_client import WikiClient
from tests.support.command import Run
from tests.support.live_game import no_waiting
from tests.support.paths import DEMO


def test_sites_that_do_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    no_waiting(monkeypatch)
    monkeypatch.setattr("sync.wiki.wiki_client.WikiClient", functools.partial(WikiClient, sleep=lambda _: None))
    site = ("--blog", "http://127.0.0.1:9", "--wiki", "http://127.0.0.1:9/w", "--store", str(tmp_path / "store"))
    _, out, err = run("audit", *site, code=3)
    lines = out.splitlines()
    assert (lines[0].partition(",")[0], err) == ("127.0.0.1:9", "")
    out = " ".join(out.split())
    assert (out.count("connection refused"), out.count("nothing of the game was read")) == (2, 1)
    assert "http://127.0.0.1:9/w/: http" not in out
    assert len([line for line in lines if line]) <= 12


def test_a_ruleset_whose_sections_have_the_wrong_level(tmp_path: Path, run: Run) -> None:
    game = tmp_path / "game"
    shutil.copytree(DEMO, game)
    page = game / "wiki" / "Ruleset.wikitext"
    page.write_text(re.sub(r"(?m)^=([^=].*[^=])=\s*$", r"==\1==", page.read_text(encoding="utf-8")), encoding="utf-8")
    report = run("audit", "--snapshot", str(game), "--format", "json", code=3).json
    about = [each for each in report["findings"] if each["code"] in ("BN605", "BN606", "BN902")]
    assert [each["code"] for each in about] == ["BN902"]
    assert "“Core Rules” is a heading with 2 equals signs, and that of a section has one" in about[0]["message"]
    assert len({each["why"] for each in report["not_evaluated"] if each["blind"]}) == 2  # the page itself, and what rests on it


@pytest.mark.parametrize("name", ["concise", "text", "markdown", "github"])
def test_an_illegal_value_and_the_edit_that_set_it(name: str, run: Run) -> None:
    out = run("audit", "--site", "demo", "--select", "BN401,BN505", "--format", name, code=None).words
    assert out.count("Sable Ines's Coal is “-3”") == 1
    assert "(BN505: revision 4181 by Sable Ines)" in out
