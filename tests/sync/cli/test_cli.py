"""How every command starts and ends: help, wrong usage, exit codes, and what goes where."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from parsers.model import Problem
from sync.cli import _COMMANDS, blognomic, main
from sync.cli.output import warn_of
from sync.errors import NoVerdict
from sync.text import json_text
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import ROOT

RULESET = """
= Core Rules =
== Votable Matters ==
=== Votes ===
A vote.
= Dynastic Rules =
== Lamps ==
Each Player has Oil.
= Appendix =
== Names ==
A name.
"""


@pytest.fixture
def ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.wikitext").write_text(RULESET)
    return "rules.wikitext"


def run_apart(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, without settings of anybody."""
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("BLOGNOMIC_", "PYTHON"))
    }
    command = [sys.executable, "-m", "sync", *arguments]
    root = ROOT
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        cwd=root,
        env=env | environment,
    )


def test_help_names_every_command_and_imports_none(run: Run) -> None:
    out = run("--help").out
    commands = out.partition("Commands:\n")[2].partition("\n\n")[0]
    assert [line.split()[0] for line in commands.splitlines() if re.match(r"  \w", line)] == list(
        _COMMANDS
    )
    assert (
        imported("--help", heavy="parsers validators rich msgspec lxml mwparserfromhell requests")
        == []
    )


@cases("imports")
def test_a_command_imports_only_what_it_needs(arguments: str, heavy: str) -> None:
    assert imported(*arguments.split(), heavy=heavy) == []


def imported(*arguments: str, heavy: str) -> list[str]:
    """Which of the packages a command has imported in a process of its own."""
    code = (
        "import sys; from sync.cli import main; main(sys.argv[1:]); print(*sys.modules,"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return sorted(set(heavy.split()) & set(done.stderr.split()))


@pytest.mark.parametrize("command", ["audit", "doctor", "explain", "pull", "rules", "tally"])
def test_every_command_explains_itself(command: str, run: Run) -> None:
    out = run(command, "-h").out
    for (
        option
    ) in "--site --snapshot --blog --wiki --store --offline --now --format --output".split():
        assert option in out
    for option, commands in (
        ("--tracking", "explain pull rules"),
        ("--emperor", "explain rules"),
        ("--ruleset", "pull"),
    ):
        assert (option in out) is (
            command not in commands
        )  # no option stands there that the command refuses
    headings = ["Options:", "Where the game is read from:", "Time:", "Network:", "Output:"]
    assert [line for line in out.splitlines() if line in headings] == headings
    assert run("help", command).out == out


def test_no_command_for_a_runner_is_on_any_stream(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    trap = "##[add-mask]e"
    assert "##\\[add-mask]e" in run("explain", trap, code=2).err
    warn_of([Problem(trap, trap, fatal=True)])
    assert "##[" not in capsys.readouterr().err
    assert json.loads(json_text([trap])) == [trap]
    assert "##[" not in json_text([trap])


def test_help_and_version_in_short(run: Run) -> None:
    assert run("help").out.startswith("Usage: blognomic [OPTIONS]")
    assert run("-V").out.startswith("blognomic ")


def test_a_version_that_nobody_installed_is_unknown(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    def absent(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", absent)
    assert run("--version").out == "blognomic unknown\n"


def test_the_package_runs_as_a_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sync", "zzz"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("sync", run_name="__main__")
    assert ended.value.code == 2
    assert "no such command: 'zzz'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "code"), [("audit", 3), ("tally", 3), ("rules", 3), ("pull", 0), ("doctor", 3)]
)
def test_without_a_source_it_is_the_live_game(
    command: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Offline, for the live game is none of a test's business."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("BLOGNOMIC_OFFLINE", "1")
    assert main([command]) == code
    assert [path.name for path in (tmp_path / "blognomic").glob("*.sqlite3")] == (
        [] if command == "doctor" else ["blognomic.com.sqlite3"]
    )


def test_environment_and_file_fill_in_missing_options(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    (tmp_path / "blognomic.toml").write_text(f'ruleset = "{ruleset}"\nformat = "json"\n')
    assert run("rules").out.startswith("{")
    monkeypatch.setenv("BLOGNOMIC_FORMAT", "text")
    assert run("rules").out.startswith("Ruleset: 4 rules")
    assert run("rules", "--format", "json").out.startswith("{")
    monkeypatch.setenv("BLOGNOMIC_NOW", "noon")
    assert "'BLOGNOMIC_NOW': 'noon' is not an ISO 8601 time" in run("rules", code=2).err


def test_output_goes_to_a_file(
    ruleset: str, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "--ruleset", ruleset, "--output", "report.txt"]) == 0
    assert (tmp_path / "report.txt").read_text().startswith("Ruleset: 4 rules")
    assert capsys.readouterr().out == ""
    assert (
        "--output absent/report.txt cannot be written"
        in run("rules", "--ruleset", ruleset, "--output", "absent/report.txt", code=2).err
    )


def test_a_ruleset_with_a_section_missing_is_shown_and_gives_no_verdict(
    ruleset: str, tmp_path: Path, run: Run
) -> None:
    (tmp_path / ruleset).write_text(RULESET.partition("= Dynastic")[0])
    _, out, err = run("rules", "--ruleset", ruleset, code=3)
    assert "1.1.1 Votes" in out
    assert re.fullmatch(
        r"blognomic: rules\.wikitext: the file is not the whole Ruleset: .*Dynastic Rules.*\n", err
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "rules.wikitext has no rules"),
        (b"<html><form>Log in</form></html>", "rules.wikitext has no rules"),
        (b"= Core Rules =\n== Caf\xe9 ==\n", "rules.wikitext is not UTF-8 text (byte 22)"),
        (b"x" * 2_000_001, "rules.wikitext cannot be read: the Ruleset has 2,000,001 characters"),
        (b"x" * 20_000_001, "rules.wikitext is larger than 20 MB"),
    ],
)
def test_a_text_that_is_no_ruleset_is_one_sentence(
    ruleset: str, tmp_path: Path, content: bytes, sentence: str, run: Run
) -> None:
    (tmp_path / ruleset).write_bytes(content)
    _, out, err = run("rules", "--ruleset", ruleset, code=3)
    assert out == ""
    assert err.startswith(f"blognomic: {sentence}")
    assert err.count("\n") == 1


def failing(error: BaseException) -> Callable[..., object]:
    def fail(*_arguments: object, **_options: object) -> object:
        raise error

    return fail


def test_an_internal_error_is_one_sentence_unless_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(blognomic, "main", failing(ZeroDivisionError("x")))
    assert main(["rules"]) == 3
    assert (
        capsys.readouterr().err
        == "blognomic: internal error (ZeroDivisionError); please report it with the"
        " output of BLOGNOMIC_DEBUG=1\n"
    )
    monkeypatch.setenv("BLOGNOMIC_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["rules"])


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_an_interrupt_is_no_error_of_the_tool(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(blognomic, "main", failing(error))
    assert run(code=130).err == "blognomic: interrupted\n"


def test_complaints_cannot_steer_a_terminal(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(blognomic, "main", failing(NoVerdict("odd \x1b[2J name\n")))
    assert run(code=3).err == "blognomic: odd \\e[2J name\n"


def test_the_command_runs_in_a_separate_process(ruleset: str, tmp_path: Path) -> None:
    done = run_apart(
        "rules", "--ruleset", str(tmp_path / ruleset), COLUMNS="60", PYTHONIOENCODING="ascii"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 60
    assert done.stdout.isascii()


def test_the_tools_own_signs_are_readable_where_the_output_is_ascii(tmp_path: Path) -> None:
    done = run_apart("tally", "Passing", "--site", "demo", PYTHONIOENCODING="ascii")
    assert " +  Popular by quorum" in done.stdout
    assert "+ met, x prevents it, - not met" in done.stdout
    assert "\\u2" not in done.stdout


def test_a_shell_completes_choices() -> None:
    words = {
        "COMP_WORDS": "blognomic audit --format js",
        "COMP_CWORD": "3",
        "_BLOGNOMIC_COMPLETE": "bash_complete",
    }
    done = run_apart(**words)
    assert (done.returncode, done.stdout, done.stderr) == (0, "plain,json\n", "")


def test_a_reader_that_stops_early_is_no_error(tmp_path: Path) -> None:
    title = "A long name" + " of a long name" * 8
    # More than a pipe holds.
    many = RULESET + "".join(f"== {title} {number} ==\nA name.\n" for number in range(400))
    (tmp_path / "many.wikitext").write_text(many)
    command = [sys.executable, "-m", "sync", "rules", "--ruleset", f"{tmp_path}/many.wikitext"]
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    with (
        (tmp_path / "errors").open("w") as errors,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, cwd=ROOT, env=buffered
        ) as process,
    ):
        assert process.stdout is not None
        first = process.stdout.readline()
        process.stdout.close()
        assert (first, process.wait()) == (b"Ruleset: 404 rules in 3 sections.\n", 0)
    assert (tmp_path / "errors").read_text() == ""


def test_an_address_is_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    where = "https://blog.example/"
    warn_of(
        [
            Problem(where, f"could not fetch {where}"),
            Problem(where, "is odd"),
            Problem("a", "a page is odd"),
        ]
    )
    assert capsys.readouterr().err.splitlines() == [
        f"blognomic: note: could not fetch {where}",
        f"blognomic: note: {where}: is odd",
        "blognomic: note: a: a page is odd",
    ]


def test_problems_are_named_the_gravest_first_and_not_without_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    warn_of(
        [Problem(f"page {number}", "is odd\x1b") for number in range(21)]
        + [Problem("last", "is cut off", fatal=True)]
    )
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "blognomic: last: is cut off"
    assert lines[1] == "blognomic: note: page 0: is odd\\e"
    assert lines[20:] == ["blognomic: and 2 more"]


@pytest.mark.parametrize(
    ("redirection", "code"), [("2>&-", "0"), (">&-", "0"), ("2>&- >&-", "0"), (">/dev/full", "3")]
)
def test_streams_may_be_closed_or_full(redirection: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "rules.wikitext").write_text(RULESET)
    script = (
        f"{sys.executable} -m sync rules --ruleset {tmp_path}/rules.wikitext {redirection}; echo $?"
        f" >{tmp_path}/code"
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, cwd=ROOT, timeout=60
    )
    assert (tmp_path / "code").read_text().strip() == code
    expected = (
        "blognomic: the report cannot be written to standard output: No space left on device; pass"
        " --output FILE\n"
    )
    assert done.stderr == (expected if code == "3" else "")


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2> >(exec true)"])
def test_an_error_that_nobody_can_read_has_its_exit_code(redirection: str, tmp_path: Path) -> None:
    script = f"{sys.executable} -m sync explain BN999 {redirection}; echo $? >{tmp_path}/code"
    subprocess.run(["bash", "-c", script], check=True, cwd=ROOT, timeout=60)
    assert (tmp_path / "code").read_text().strip() == "2"


class Terminal:
    """Standard output that says it is a terminal, and keeps what is written."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


@cases("colours")
def test_colour_is_for_terminals_that_want_it(
    ruleset: str,
    environment: dict[str, str],
    options: list[str],
    terminal: bool,
    coloured: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = Terminal()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["rules", "--ruleset", ruleset, *options]) == 0
    assert ("\x1b[" in stream.text) is coloured


def test_quiet_shows_only_obstacles_to_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    with click.Context(blognomic) as context:
        context.params["quiet"] = True
        warn_of([Problem("a", "is odd"), Problem("b", "is cut off", fatal=True)])
    assert capsys.readouterr().err == "blognomic: b: is cut off\n"


def test_a_file_gets_no_colour(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert main(["rules", "--ruleset", ruleset, "--output", "report"]) == 0
    assert "\x1b" not in (tmp_path / "report").read_text()
