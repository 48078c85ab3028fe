"""``blognomic history``, on the sample game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from parsers.model import Revision
from sync.store import Store
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import DEMO
from tests.validators.edits.ruleset_edits import DAY, NOW, ROSTER, RULES


def history(arguments: str, run: Run, *, code: int = 0) -> tuple[str, str]:
    return run("history", *arguments.split(), code=code)[1:]


def changes(arguments: str, run: Run) -> list[tuple[Any, ...]]:
    report = json.loads(history(f"{arguments} --format json", run)[0])
    return [
        (revision["revid"], change["subject"], change["variable"], change["old"], change["new"])
        for revision in report["revisions"]
        for change in revision["changes"]
    ]


def test_edits_are_described_in_terms_of_the_game(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    out, _ = history("--site demo", run)
    lines = [" ".join(line.split()) for line in out.splitlines()]
    place = lines.index(
        "2024-05-11 08:00 UTC Brisket.Ford revision 4159 the toll, by Toll Gates Mended"
    )
    assert lines[place + 1] == "~ Toll: 2 → 3"
    assert (
        lines[place + 2]
        == "by rule Tolls (medium): its changes are those of “raise or lower the Toll”"
    )
    assert any(
        line.startswith("by undo 4142 (high): the page is as it was before that revision")
        for line in lines
    )
    assert "· Its changes are unknown: no earlier revision is known, or it is the first." in lines
    assert lines[-1] == "The Long Cut: 14 revisions, 13 changes."


def test_the_ruleset_is_listed_rule_by_rule(run: Run) -> None:
    out, _ = history("--site demo Ruleset", run)
    assert "+ rule “Towing” added: " in out
    assert "~ rule “Fresh Start” renamed: Fresh Start [Inactive] → Fresh Start [Active]" in out
    assert "~ rule “Cargo”: (none) → “A Hold never has more than four Goods in it.”" in out


def test_programs_get_what_accounts_for_an_edit(run: Run) -> None:
    report = json.loads(history("--site demo --variable Toll --format json", run)[0])
    (one,) = report["revisions"]
    why = "its changes are those of “raise or lower the Toll”"
    assert one["by"] == {"kind": "rule", "ref": "Tolls", "confidence": "medium", "why": why}
    report = json.loads(history("--site demo Ruleset --rule Towing --format json", run)[0])
    assert [(one["by"]["kind"], one["by"]["ref"]) for one in report["revisions"]] == [
        ("matter", "Proposal: Under Tow")
    ]


@cases("filters")
def test_filters_keep_the_changes_that_match(
    filters: str, expected: list[dict[str, Any]], run: Run
) -> None:
    keys = ("revision", "subject", "label", "old", "new")
    assert changes(f"--site demo {filters}", run) == [
        tuple(map(change.get, keys)) for change in expected
    ]


def test_a_rule_by_its_title(run: Run) -> None:
    assert [each[:2] for each in changes("--site demo Ruleset --rule coal", run)] == [
        (4016, "Coal"),
        (4102, "Coal"),
    ]


def test_a_missing_page(run: Run) -> None:
    assert (
        "no revision of a page 'Rulset' is known; did you mean 'Ruleset'?"
        in history("--site demo Rulset", run, code=2)[1]
    )
    assert "wiki/Nowhere.wikitext is missing" in history("--site demo Nowhere", run, code=3)[1]


def test_values_that_no_revision_changed(run: Run) -> None:
    shown, said = history("--site demo --player Hobb --variable Coal", run)
    assert (shown, "no examined revision has such a change" in said) == (
        "\nThe Long Cut: 0 revisions, 0 changes.\n",
        True,
    )


def test_a_hidden_revision_is_listed(tmp_path: Path, run: Run) -> None:
    shutil.copytree(DEMO, tmp_path / "saved")
    file = tmp_path / "saved" / "wiki" / "The_Long_Cut.history.jsonl"
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line["revid"] == 4159:
            del line["text"]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    out, _ = history(f"--snapshot {tmp_path / 'saved'}", run)
    assert "? Its text is hidden or missing; the next revision has the changes of both." in out
    assert [
        each[:3] for each in changes(f"--snapshot {tmp_path / 'saved'} --until 2024-05-13", run)
    ][-3:] == [
        (4163, None, "Toll"),
        (4163, "Cornelius.P", None),
        (4166, "Hobb", "Hold"),
    ]


def table(rows: str, columns: str = "! Bargee !! Coal !! Mooring") -> str:
    return f"'''Toll''': 2\n\n{{|\n{columns}\n{rows}|}}\n"


def test_every_kind_of_change_is_a_line(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shutil.copytree(DEMO, tmp_path / "saved")
    wiki = tmp_path / "saved" / "wiki"
    hobb, juno, moored = (
        "|-\n| Hobb || 3 || Wharf\n",
        "|-\n| Juno O'Dell || 5 || Basin\n",
        "|-\n| Juno O'Dell || 7.5 || Basin\n",
    )
    texts = [
        table(hobb),
        table(hobb + juno),
        table(juno),
        table(moored),
        table(moored.replace("Basin", "")),
    ]
    texts.append(table(moored.replace(" || Basin", ""), "! Bargee !! Coal"))
    texts += [
        texts[-1] + "Hello there.\n",
        texts[-1] + "Hello.\n",
        texts[-1].replace("Coal", "Coals") + "Hello.\n",
    ]
    made = [
        {
            "title": "The Long Cut",
            "revid": number,
            "parentid": number - 1,
            "timestamp": f"2024-05-0{number}T00:00:00Z",
            "user": None,
        }
        | {"comment": None, "text": text}
        for number, text in enumerate(texts, start=1)
    ]
    (wiki / "The_Long_Cut.history.jsonl").write_text(
        "".join(json.dumps(each) + "\n" for each in made), encoding="utf-8"
    )
    (wiki / "The_Long_Cut.json").unlink()
    out, _ = history(f"--snapshot {tmp_path / 'saved'}", run)
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for line in [
        "2024-05-01 00:00 UTC (hidden) revision 1",
        "+ row of Juno O'Dell added: Coal 5, Mooring Basin",
        "- row of Hobb removed: Coal 3, Mooring Wharf",
        "~ Juno O'Dell's Coal: 5 → 7.5",
        "~ Juno O'Dell's Mooring: Basin → (none)",
        "- column removed: Mooring",
        "~ text: (none) → “Hello there.”",
        "~ text: “Hello there.” → “Hello.”",
        "~ column renamed: Coal → Coals",
    ]:
        assert line in lines, out


@pytest.fixture(scope="module")
def long_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with 103 revisions of the Ruleset, a day apart, of which that of the number 3 is
    hidden.
    """
    path = tmp_path_factory.mktemp("long") / "store.sqlite"
    with Store.open(path, now=NOW) as store, store.run("wiki", NOW) as run:
        for number in range(1, 104):
            text = None if number == 3 else RULES.replace("5 Oil", f"{number} Oil")
            run.revision(
                Revision(
                    "Ruleset", number, number - 1, NOW - (110 - number) * DAY, "Boris", "", text
                )
            )
        run.roster(ROSTER, NOW)
        run.finish()
    return path


@pytest.mark.parametrize(
    ("more", "shown", "says"),
    [
        (
            "",
            range(4, 104),
            (
                "Ruleset: only the latest 100 revisions are shown; use --all or --since TIME for"
                " earlier ones"
            ),
        ),
        ("--all", range(1, 104), ""),
        (f"--since {NOW - 106 * DAY:%Y-%m-%dT%H:%M:%SZ}", range(4, 104), ""),
        (f"--since {NOW - 7 * DAY:%Y-%m-%dT%H:%M:%SZ}", range(103, 104), ""),
        (f"--since {NOW - 7 * DAY:%Y-%m-%dT%H:%M:%SZ} --all", range(103, 104), ""),
    ],
    ids=["latest", "all", "since", "the last", "both"],
)
def test_the_latest_hundred_are_shown_unless_more_are_asked_for(
    more: str, shown: range, says: str, long_store: Path, run: Run
) -> None:
    arguments = (
        f"Ruleset --quiet --store {long_store} --offline --now {NOW:%Y-%m-%dT%H:%M:%SZ} --format"
        f" json {more}"
    )
    out, err = history(arguments, run)
    told = json.loads(out)["revisions"]
    assert [each["revid"] for each in told] == list(shown)
    assert [each["known"] for each in told[:1]] == [more != "--all"]
    assert [line for line in err.splitlines() if "latest" in line] == (
        [f"blognomic: {says}"] if says else []
    )


def test_that_there_are_no_more_is_not_said(run: Run) -> None:
    assert "latest" not in history("--site demo Ruleset", run)[1]
