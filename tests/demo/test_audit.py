"""An audit of the sample game finds what was planted, and nothing else."""

from __future__ import annotations

import json
import shutil
import tomllib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import sync
from parsers.ruleset import read_ruleset
from sync.cli import blognomic
from sync.errors import UsageError
from sync.settings.config import Options, resolve
from sync.settings.review_file import read_reviews

DEMO = Path(sync.__file__).parent / "demo"
EXPECTED = tomllib.loads((Path(__file__).parent / "expected.toml").read_text(encoding="utf-8"))[
    "finding"
]


@cache
def tally(*options: str) -> dict[str, dict[str, object]]:
    """The matters of a tally sheet by their keys."""
    result = CliRunner().invoke(
        blognomic, ["tally", "--site", "demo", "--format", "json", *options], standalone_mode=False
    )
    assert result.exception is None
    return {
        matter["url"].rpartition("/")[2]: matter for matter in json.loads(result.stdout)["matters"]
    }


@cache
def audit(*options: str) -> tuple[int, dict[str, object]]:
    result = CliRunner().invoke(
        blognomic, ["audit", "--site", "demo", "--format", "json", *options], standalone_mode=False
    )
    assert result.exception is None
    return result.return_value, json.loads(result.stdout)


def found(report: dict[str, object]) -> list[tuple[str, str]]:
    findings = report["findings"]
    assert isinstance(findings, list)
    named = [
        (f["code"], "roster" if f["subject"]["kind"] == "roster" else f["subject"]["id"])
        for f in findings
    ]
    return sorted(named)


def test_an_audit_finds_exactly_the_planted_faults() -> None:
    code, report = audit()
    assert code == 1
    assert found(report) == sorted((one["code"], one["subject"]) for one in EXPECTED)


def test_the_planted_problems_are_of_many_kinds() -> None:
    assert len({one["code"] for one in EXPECTED}) >= 14


def test_icons_are_laid_at_the_right_door() -> None:
    _, report = audit("--select", "BN110,BN115")
    findings = report["findings"]
    assert isinstance(findings, list)
    messages = {(f["code"], f["subject"]["id"]): f["message"] for f in findings}
    for one in EXPECTED:
        if one["code"] in ("BN110", "BN115"):
            assert one["player"] in messages[one["code"], one["subject"]]


def test_unchecked_parts_are_reported() -> None:
    _, report = audit()
    skipped = report["not_evaluated"]
    assert isinstance(skipped, list)
    assert skipped
    assert not any(item["blind"] for item in skipped)


def test_an_earlier_look_sees_less() -> None:
    """On 4 April nothing of what was planted later has happened."""
    _, report = audit("--now", "2024-04-04T00:00:00Z")
    posts = {subject for _, subject in found(report)}
    assert "passing_places" not in posts
    assert "lamps_nowhere" in posts


def test_every_page_is_that_of_the_moment() -> None:
    """The Ruleset as of 14 May says nothing of 16 May; the tracking page's history begins in May."""
    result = CliRunner().invoke(
        blognomic, ["rules", "--site", "demo", "--format", "json", "--now", "2024-03-20"]
    )
    assert json.loads(result.stdout)["revid"] == 4026
    code, report = audit("--now", "2024-04-22T00:00:00Z")
    assert code == 3
    assert {subject for found_, subject in found(report) if found_.startswith("BN4")} == set()
    unseen = [item for item in report["not_evaluated"] if item.get("source")]  # type: ignore[attr-defined]
    assert [item["source"] for item in unseen] == ["The Long Cut"]
    assert len(tally("--now", "2024-03-20T00:00:00Z")) == 1


@pytest.mark.parametrize(("second", "known"), [(29, False), (30, True)])
def test_reviews_are_those_of_the_moment(second: int, known: bool) -> None:
    """A rule was reviewed at 13:12:30 on 18 March, and nothing at the same second."""
    moment = datetime(2024, 3, 18, 13, 12, second, tzinfo=UTC)
    reviews = resolve(Options(site="demo", now=moment), Path.cwd()).reviews
    assert (moment.replace(second=30) in {review.at for review in reviews.rules}) is known


def test_without_the_ruleset_of_the_moment_nothing_is_certified(tmp_path: Path) -> None:
    shutil.copytree(DEMO, tmp_path / "game")
    for history in tmp_path.glob("game/wiki/*.jsonl"):
        history.unlink()
    options = ["--snapshot", str(tmp_path / "game"), "--now", "2024-05-14"]
    result = CliRunner().invoke(
        blognomic, ["tally", *options, "--format", "json"], standalone_mode=False
    )
    assert result.return_value == 3
    report = json.loads(result.stdout)
    assert {matter["certified"] for matter in report["matters"]} == {False}
    text = "the text of wiki/Ruleset.wikitext at 2024-05-14 00:00 UTC is not"
    assert len([doubt for doubt in report["rules"]["doubts"] if doubt.startswith(text)]) == 1
    queue = CliRunner().invoke(blognomic, ["tally", *options], standalone_mode=False)
    assert queue.output.count("is not available") == 1


@pytest.mark.parametrize("command", [["correct"], ["notice"], ["enact", "Oilskins", "--apply"]])
def test_nothing_is_written_as_of_another_moment(command: list[str]) -> None:
    result = CliRunner().invoke(blognomic, [*command, "--site", "demo", "--now", "2024-05-16"])
    assert isinstance(result.exception, UsageError)
    assert str(result.exception) == (
        "the pages are those of 2024-05-17 18:00 UTC, and nothing is corrected or announced as of"
        " 2024-05-16 00:00 UTC; leave out --now"
    )


def test_a_ban_on_against_costs_the_matters_that_it_names_their_certificate() -> None:
    pending = tally()
    assert {key for key, matter in pending.items() if "Night Watch" in str(matter["doubts"])} == {
        "let_me_aboard",
        "which_way_is_upstream",
    }
    assert {key for key, matter in pending.items() if not matter["certified"]} == {
        "let_me_aboard",
        "which_way_is_upstream",
    }


@pytest.mark.slow
def test_report_notice_and_correction_name_the_same_value() -> None:
    def printed(command: str) -> str:
        result = CliRunner().invoke(
            blognomic, [command, "--site", "demo", "--format", "json"], standalone_mode=False
        )
        assert result.exception is None
        return json.dumps(json.loads(result.stdout), ensure_ascii=False)

    for fix in (
        "set Sable Ines's Coal from “-3” to “3”, its last legal value (revision 4174)",
        "set Pemberly's Mooring from “Harbour” to “Wharf”, its last legal value (revision 4181)",
    ):
        assert [
            command for command in ("audit", "notice", "correct") if fix[1:] not in printed(command)
        ] == []


def test_the_line_of_a_finding_holds_what_it_is_about() -> None:
    _, report = audit("--select", "BN4,BN6")
    shown = {
        "BN401": "-3",
        "BN402": "Harbour",
        "BN404": "Hob",
        "BN603": "Lamplighter who",
        "BN604": "== Cargo",
        "BN606": "= Night Watch =",
    }
    findings = report["findings"]
    assert isinstance(findings, list)
    lines = {
        f["code"]: page_lines(f["page"])[f["line"] - 1] for f in findings if f["code"] in shown
    }
    assert {code: word in lines[code] for code, word in shown.items()} == dict.fromkeys(shown, True)


def page_lines(title: str) -> list[str]:
    path = Path(sync.__file__).parent / "demo" / "wiki" / f"{title.replace(' ', '_')}.wikitext"
    return path.read_text(encoding="utf-8").split("\n")


def test_most_verdicts_are_certified_by_the_rules_of_their_time() -> None:
    """Every dynastic rule of every revision was reviewed; by one of them verdicts can change."""
    assert sum(bool(matter["certified"]) for matter in tally("--all").values()) == 44
    judged, reviews = set(), read_reviews(DEMO / "reviewed.toml")
    for line in (DEMO / "wiki" / "Ruleset.history.jsonl").read_text(encoding="utf-8").splitlines():
        rules = read_ruleset(json.loads(line)["text"], reviews=reviews)
        judged |= {(caveat.rule, caveat.by) for caveat in rules.caveats}
    assert judged == {("Night Watch", "Ottoline Marsh")}
