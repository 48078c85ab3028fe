"""Every input that fails, and the exit code it ends with; the cases stand in exit_codes.toml."""

from __future__ import annotations

import functools
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sync.cli import _COMMANDS
from sync.net.http import Http
from sync.wiki.wiki_client import WikiClient
from tests.support.command import Run
from tests.support.live_game import Game
from tests.support.paths import DEMO

TABLES = tomllib.loads(Path(__file__).with_name("exit_codes.toml").read_text(encoding="utf-8"))
CONFIGURATION = [(each["what"], each["text"], each["says"]) for each in TABLES["configuration"]]
"""What may be wrong with blognomic.toml: the same in every command."""

ARGUMENTS = {"board": ["--out", "board"], "explain": ["BN101"], "enact": ["A Thing"]}
COMMANDS = [
    "config show",
    *(name for name in _COMMANDS if name not in ("config", "init", "schema")),
]


def ended(arguments: list[str], run: Run) -> tuple[int, str]:
    code, out, err = run(*arguments, code=None)
    assert "internal error" not in err
    assert "Traceback" not in out + err
    return code, err


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sync.net.http.Http", functools.partial(Http, sleep=lambda _: None))
    monkeypatch.setattr(
        "sync.wiki.wiki_client.WikiClient", functools.partial(WikiClient, sleep=lambda _: None)
    )


def missing(folder: Path, names: list[str], left_out: list[str]) -> list[str]:
    return [name for name in names if (folder / name).relative_to(DEMO).as_posix() in left_out]


@pytest.mark.parametrize(
    "case", TABLES["case"], ids=lambda case: f"{case['what']}: {case['arguments']}"
)
def test_result_of_a_failing_input(
    case: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    request: pytest.FixtureRequest,
) -> None:
    files = dict(case.get("files", {}))
    if "live" in case:
        game: Game = request.getfixturevalue("game")
        site = (
            f'[blog]\nurl = "{game.blog.url}"\ndelay = 0\n[wiki]\nurl ='
            f' "{game.live.wiki_url}"\n[store]\npath = "s.sqlite3"\n'
        )
        files["blognomic.toml"] = site
        shutil.copy(DEMO / "reviewed.toml", tmp_path)
        monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    for name, value in case.get("variables", {}).items():
        monkeypatch.setenv(name, value)
    if "saved" in case:
        shutil.copytree(
            DEMO,
            tmp_path / "saved",
            ignore=lambda folder, names: missing(Path(folder), names, case["saved"]),
        )
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text.encode("latin-1"))
    code, said = ended(shlex.split(case["arguments"]), run)
    assert code == case["code"]
    assert case.get("says", "") in said
    assert case["what"] != "wrong usage" or said.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "text", "says"),
    [
        *(pytest.param("config show", text, says, id=what) for what, text, says in CONFIGURATION),
        *(
            pytest.param(command, *CONFIGURATION[number % len(CONFIGURATION)][1:], id=command)
            for number, command in enumerate(COMMANDS)
        ),
    ],
)
def test_wrong_configuration_is_wrong_usage_of_every_command(
    command: str, text: str, says: str, run: Run
) -> None:
    Path("blognomic.toml").write_bytes(text.encode("latin-1"))
    code, said = ended([*command.split(), *ARGUMENTS.get(command, ())], run)
    assert code == 2
    assert says in said
