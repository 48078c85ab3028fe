"""Every JSON report is as its schema says, and the schema names every field of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from sync.schemas.published import SCHEMAS, schema
from tests.support.command import Run
from tests.support.paths import DEMO, NO_RULESETS, ROOT, ruleset_files
from validators.checks.run import checks

REPORTS = (
    "findings audit --site demo --since 2024-05-01T00:00:00Z --baseline {folder}/known.toml",
    "findings audit --snapshot {folder}",
    "tally tally --site demo --all",
    "rules rules --site demo",
    "review rules --review --site demo",
    "ruleset-comparison rules --site demo --compare {folder}/rules.txt",
    "events events --site demo",
    "gamestate gamestate --site demo",
    "enactment enact --site demo Oilskins",
    "history history --site demo",
    "history history --site demo Ruleset",
    "board board --snapshot {folder} --out {folder}/board",
    "corrections correct --site demo",
    "notices notice --site demo --only BN1,BN4",
    "pull pull --offline --store {folder}/s.sqlite3",
    "config config show --site demo",
    "doctor doctor --site demo",
    f"explanations explain --site demo {' '.join(one.code for one in checks())}",
)


def closed(value: Any) -> Any:
    """A schema that allows no further fields, and asks first for those that it requires."""
    if isinstance(value, dict):
        required_first = sorted(value.items(), key=lambda item: item[0] != "required")
        made = {name: closed(each) for name, each in required_first}
        return (
            {**made, "additionalProperties": False}
            if "properties" in made and made.get("type") == "object"
            else made
        )
    return [closed(each) for each in value] if isinstance(value, list) else value


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(closed(schema(name)))


def validate(name: str, report: object) -> None:
    validator(name).validate(report)


def printed(arguments: str, run: Run) -> Any:
    return run(*arguments.split(), "--format", "json", code=None).json


@pytest.mark.parametrize("command", REPORTS, ids=lambda command: command[:30])
def test_reports_are_as_their_schemas_say(command: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "snapshot.toml").write_text("as_of = 2024-01-20T12:00:00Z\n", encoding="utf-8")
    (tmp_path / "rules.txt").write_text(
        (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8").replace("48", "36"),
        "utf-8",
    )
    (tmp_path / "known.toml").write_text(
        '[[known]]\nfingerprint = "0123456789abcdef"\n', encoding="utf-8"
    )
    name, _, arguments = command.format(folder=tmp_path).partition(" ")
    report = printed(arguments, run)
    assert report["schema"] == f"blognomic/{name}/1"
    validate(name, report)
    for field in report:
        with pytest.raises(ValidationError):
            validate(name, {key: value for key, value in report.items() if key != field})


@pytest.mark.parametrize(
    "edition", ruleset_files() or [pytest.param("none", marks=pytest.mark.skip(NO_RULESETS))]
)
def test_real_rulesets(edition: str, run: Run) -> None:
    validate("rules", printed(f"rules --ruleset {ruleset_files()[edition]}", run))


def test_every_report_has_a_schema_and_a_test() -> None:
    sources = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "sync").rglob("*.py"))
    named = set(re.findall(r'"blognomic/([\w-]+)/\d+"', sources))
    assert named == set(SCHEMAS) == {command.partition(" ")[0] for command in REPORTS}


def test_a_missing_field_or_a_wrong_one_is_refused_and_a_further_one_is_not(run: Run) -> None:
    report = printed("audit --site demo --select BN401", run)
    Draft202012Validator.check_schema(schema("findings"))
    open_schema = Draft202012Validator(schema("findings"))
    (finding,) = report["findings"]
    open_schema.validate({**report, "more": 1, "findings": [{**finding, "more": None}]})
    changes: tuple[dict[str, Any], ...] = (
        {"line": 0},
        {"code": "X1"},
        {"severity": "bad"},
        {"fingerprint": ""},
        {"evidence": [{}]},
    )
    for wrong in [{**finding, **change} for change in changes] + [
        {key: finding[key] for key in finding if key != "rule"}
    ]:
        with pytest.raises(ValidationError):
            open_schema.validate({**report, "findings": [wrong]})


# --- The command


def test_a_schema_is_printed_and_all_are_listed(run: Run) -> None:
    assert run("schema", "findings").json == schema("findings")
    lines = run("schema").out.splitlines()
    assert [line.split()[0] for line in lines] == list(SCHEMAS)
    assert "findings blognomic audit --format json" in [" ".join(line.split()) for line in lines]


@pytest.mark.parametrize(
    ("name", "hint"),
    [("finding", "did you mean 'findings'?"), ("zzz", "there are board, config, ")],
)
def test_an_unknown_name(name: str, hint: str, run: Run) -> None:
    shown = run("schema", name, code=2)
    assert (shown.out, f"no report has the schema '{name}'; {hint}" in shown.err) == ("", True)
