"""The line on standard error of an audit that people do not read on a terminal: counts, exit code
and why.
"""

from __future__ import annotations

import functools
import re
import shutil
from pathlib import Path

import pytest

from sync.wiki.wiki_client import WikiClient
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.live_game import no_waiting
from tests.support.paths import DEMO


@cases("summaries")
def test_a_summary_counts_and_says_why_the_code(arguments: list[str], line: str, run: Run) -> None:
    code, _, err = run("audit", "--site", "demo", *arguments, code=None)
    assert err == f"{line}\n"
    assert f"exit {code} (" in line


def test_no_verdict(tmp_path: Path, run: Run) -> None:
    (tmp_path / "snapshot.toml").write_text("as_of = 2024-01-20T12:00:00Z\n", encoding="utf-8")
    shown = run("audit", "--snapshot", str(tmp_path), "--format", "concise", code=3)
    assert shown.err.endswith("exit 3 (no verdict: not everything could be evaluated)\n")
    assert "blog/index.html: BN901 " in shown.out
    assert "not evaluated: no data of the game was read" in shown.out


def test_text_for_people_says_it_itself_unless_it_is_in_a_file(tmp_path: Path, run: Run) -> None:
    assert run("audit", "--site", "demo", "--select", "BN401", code=1).err == ""
    ran = run(
        "audit",
        "--site",
        "demo",
        "--select",
        "BN401",
        "--output",
        str(tmp_path / "report.txt"),
        code=1,
    )
    assert ran[1:] == ("", "1 error, 0 warnings, 0 info; exit 1 (errors found)\n")


def test_quiet_says_nothing_of_an_audit_that_is_clean(tmp_path: Path, run: Run) -> None:
    """So that cron, which mails what a command prints, writes only when there is something to
    do."""
    output = ("--quiet", "--output", str(tmp_path / "report.txt"))
    assert run("audit", "--site", "demo", "--select", "BN608", *output, code=None) == (0, "", "")
    ran = run("audit", "--site", "demo", "--select", "BN401", *output, code=1)
    assert ran[1:] == ("", "1 error, 0 warnings, 0 info; exit 1 (errors found)\n")


def test_a_snapshot_elsewhere_is_not_named_to_github(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    from tests.support.paths import DEMO

    for folder, named in ((DEMO.parent, True), (tmp_path, False)):
        monkeypatch.chdir(folder)
        out = run("audit", "--site", "demo", "--select", "BN401", "--format", "github", code=1).out
        assert (",file=demo/wiki/The_Long_Cut.wikitext,line=51::" in out) is named


# One cause is one line: sites that do not answer, and a Ruleset whose sections are not to be found.


def test_sites_that_do_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    no_waiting(monkeypatch)
    monkeypatch.setattr(
        "sync.wiki.wiki_client.WikiClient", functools.partial(WikiClient, sleep=lambda _: None)
    )
    site = (
        "--blog",
        "http://127.0.0.1:9",
        "--wiki",
        "http://127.0.0.1:9/w",
        "--store",
        str(tmp_path / "store"),
    )
    _, out, err = run("audit", *site, code=3)
    lines = out.splitlines()
    assert (lines[0].partition(",")[0], err) == ("127.0.0.1:9", "")
    assert len([line for line in lines if line]) <= 21
    out = " ".join(out.split())
    assert (out.count("connection refused"), out.count("no data of the game was read")) == (4, 1)
    assert len([line for line in lines if line.startswith(("  ! ", "  BN"))]) == 5


def test_a_ruleset_whose_sections_have_the_wrong_level(tmp_path: Path, run: Run) -> None:
    game = tmp_path / "game"
    shutil.copytree(DEMO, game)
    page = game / "wiki" / "Ruleset.wikitext"
    page.write_text(
        re.sub(r"(?m)^=([^=].*[^=])=\s*$", r"==\1==", page.read_text(encoding="utf-8")),
        encoding="utf-8",
    )
    report = run("audit", "--snapshot", str(game), "--format", "json", code=3).json
    about = [each for each in report["findings"] if each["code"] in ("BN605", "BN606", "BN902")]
    assert [each["code"] for each in about] == ["BN902"]
    assert "the page has no section Core Rules or Dynastic Rules or Appendix" in about[0]["message"]
    assert (
        len({each["why"] for each in report["not_evaluated"] if each["blind"]}) == 2
    )  # the page itself, and what rests on it


@pytest.mark.parametrize("name", ["concise", "text", "markdown", "github"])
def test_an_illegal_value_and_the_edit_that_set_it(name: str, run: Run) -> None:
    out = run(
        "audit", "--site", "demo", "--select", "BN401,BN505", "--format", name, code=None
    ).words
    assert out.count("Sable Ines's Coal is “-3”") == 1
    assert "(BN505: revision 4181 by Sable Ines)" in out
