"""The command ``correct``: the sample game's corrections, exit codes, and what it refuses."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from sync.correct.correction import Correction
from sync.correct.correction_plan import Left, Plan
from sync.reports.layout import print_to_text
from sync.reports.writing_text import corrections_as_text
from sync.wiki.writing.page_edit import EditOutcome
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import DEMO
from validators.finding import Finding, Fix, FixKind, Severity, Subject


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(DEMO, tmp_path / "game"))


def corrected(run: Run, *arguments: str) -> tuple[int, dict[str, Any]]:
    ran = run("correct", *arguments, "--format", "json", code=None)
    assert ran.err == ""
    assert ran.json["schema"] == "blognomic/corrections/1"
    return ran.code, ran.json


CORRECTIONS: list[tuple[dict[str, Any], str]] = [
    (
        {
            "page": "The Long Cut",
            "base_revid": 4188,
            "findings": ["BN401", "BN402", "BN404"],
            "automatic": False,
            "result": None,
            "new_revid": None,
            "why": None,
        },
        """\
--- The Long Cut (revision 4188)
+++ The Long Cut (corrected)
-| Pemberly ||Harbour || Marrow77 || 13|| 7 || {{box|Salt|ivory}}{{box|Salt|ivory}} || Dark || -
+| Pemberly ||Wharf || Marrow77 || 13|| 7 || {{box|Salt|ivory}}{{box|Salt|ivory}} || Dark || -
-| Hob
+| Hobb
-| Sable Ines || Tunnel || D'Arcy_Vole || -3 || 26 || - || Dim || Lighthouse
+| Sable Ines || Tunnel || D'Arcy_Vole || 3 || 26 || - || Dim || Lighthouse""",
    ),
    (
        {"page": "Ruleset", "base_revid": 4102, "findings": ["BN602", "BN603"]},
        """\
--- Ruleset (revision 4102)
+++ Ruleset (corrected)
-* One person should not control more than one Lamplighter who is not Idle.
+* One person should not control more than one Bargee who is not Idle.
+
+== Boathooks ==
+
+As a Weekly Action, a Bargee whose Mooring is the Basin may spend 1 Coal to \
fend off another Bargee there, whose Mooring then becomes the Towpath.""",
    ),
]
"""The fields of each correction, and the lines of its diff that it adds and removes."""


def test_the_sample_game_gets_back_what_was_legal(run: Run) -> None:
    code, report = corrected(run, "--site", "demo")
    assert (code, report["left"]) == (1, [])
    assert (
        "set Sable Ines's Coal from “-3” to “3”, its last legal value (revision 4174)"
        in report["corrections"][0]["summary"]
    )
    for one, (fields, lines) in zip(report["corrections"], CORRECTIONS, strict=True):
        assert {key: one[key] for key in fields} == fields
        assert [line for line in one["diff"].splitlines() if line[:1] in "+-"] == lines.split("\n")


@pytest.mark.slow
def test_the_configuration_allows_and_chooses(folder: Path, run: Run) -> None:
    (folder.parent / "blognomic.toml").write_text(
        'snapshot = "game"\n[correct]\nallow = ["BN401:value"]\n'
    )
    shutil.copy(DEMO / "reviewed.toml", folder.parent)
    code, report = corrected(run)
    assert (code, [(one["findings"], one["automatic"]) for one in report["corrections"]]) == (
        1,
        [(["BN401"], True), (["BN402", "BN404"], False), (["BN602", "BN603"], False)],
    )
    _, only = corrected(run, "--only", f"BN402,{report['corrections'][1]['id']}")
    assert [one["findings"] for one in only["corrections"]] == [["BN402", "BN404"]]
    _, only = corrected(run, "--only", "BN402")
    assert [one["findings"] for one in only["corrections"]] == [["BN402"]]
    (folder.parent / "blognomic.toml").write_text(
        'snapshot = "game"\n[correct]\nallow = ["BN999"]\n'
    )
    assert (
        f"key 'correct.allow' of {folder.parent / 'blognomic.toml'}: no finding has a code that"
        " begins with 'BN999'" in run("correct", code=2).err
    )


@cases("refused")
def test_options_that_cannot_be_are_refused(arguments: list[str], message: str, run: Run) -> None:
    assert message in run("correct", "--site", "demo", *arguments, code=2).err


def test_pages_that_exclude_tools_are_reported(folder: Path, run: Run) -> None:
    page = folder / "wiki" / "The_Long_Cut.wikitext"
    page.write_text(page.read_text(encoding="utf-8") + "\n{{nobots}}", encoding="utf-8")
    (folder.parent / "blognomic.toml").write_text('snapshot = "game"\n')
    shutil.copy(DEMO / "reviewed.toml", folder.parent)
    out = run("correct", code=1).words
    assert "Result: refused: the page excludes this account with {{nobots}}" in out
    assert "2 edits proposed; nothing was saved. 1 of them cannot be saved now." in out


# How it looks

FINDING = Finding(
    "BN401",
    "x",
    Severity.ERROR,
    Subject("variable", "Ana: Coal"),
    "Ana's Coal",
    fix=Fix(FixKind.SET_VALUE, "P", "set it \x1b[31m"),
)


def correction(**changes: Any) -> Correction:
    fields = {
        "mark": "abcd1234",
        "title": "The [bold]Page\x07",
        "base_revid": 7,
        "base_text": "a\nb\u202e",
        "text": "a\nc\x1b[0m",
        "summary": "s",
    }
    return Correction(**{**fields, "codes": ("BN401",), "findings": (FINDING,), **changes})


def shown(one: Correction, written: EditOutcome, *, applied: bool = True) -> str:
    return print_to_text(
        corrections_as_text(Plan((one,), (Left(FINDING, "no\x07"),)), [written], applied=applied),
        width=100,
        colour=False,
    )


def test_nothing_on_a_page_can_steer_the_terminal() -> None:
    text = shown(correction(), EditOutcome())
    assert not set("\x07\x1b\u202e") & set(text)
    assert r"    -b\u202e" in text
    assert r"    +c\e[0m" in text
    assert r"--- The [bold]Page\x07 (revision 7)" in text
    assert r"Not corrected: no\x07" in text


@cases("results")
def test_a_result_is_a_line(outcome: dict[str, Any], line: str) -> None:
    written = EditOutcome(**outcome)
    text = shown(correction(), written)
    assert line in " ".join(text.split())
    assert ("1 of 1 edit saved." in text) is (written.result in ("saved", "unchanged"))
