"""Options that take a path, with paths that cannot be read."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command import Run
from tests.support.paths import DEMO

OPTIONS = {
    "--site": "tally",
    "--snapshot": "tally",
    "--ruleset": "rules",
    "--tracking": "gamestate",
    "--profile": "gamestate",
    "--baseline": "audit",
    "--write-baseline": "audit",
    "--compare": "rules",
    "--store": "doctor",
    "--plan": "enact 'Passing Places'",
    "--to": "pull",
    "--out": "board",
}


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that may not be entered, simulated: the tests may run as root."""
    folder = str(tmp_path / "locked")
    for name in ("open", "stat", "lstat", "mkdir"):
        monkeypatch.setattr(os, name, refusing(getattr(os, name), folder))
    return Path(folder) / "file"


def refusing(original: Callable[..., object], folder: str) -> Callable[..., object]:
    def function(path: object, *rest: object, **more: object) -> object:
        if isinstance(path, str | os.PathLike) and os.fspath(path).startswith(folder):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
        return original(path, *rest, **more)

    return function


def arguments(option: str, path: Path) -> list[str]:
    site = "" if option in ("--site", "--snapshot", "--store", "--to") else " --site demo"
    return shlex.split(f"{OPTIONS[option]} {option} {path}{site}")


@pytest.mark.parametrize("option", OPTIONS)
def test_a_path_in_a_locked_folder_is_wrong_usage(
    run: Run, locked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments(option, locked), code=2)
    assert "ermission denied" in done.err
    assert str(locked.parent) in done.err
    assert "internal error" not in done.err


@pytest.mark.parametrize(
    "option", [each for each in OPTIONS if each not in ("--to", "--out", "--store")]
)
def test_a_pipe_is_not_waited_for(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = run(*arguments(option, pipe), code=2)
    assert "pipe" in done.err
    assert "internal error" not in done.err


def test_reviews_in_a_pipe_are_not_waited_for(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, "game")
    Path("blognomic.toml").write_text('snapshot = "game"\n')
    os.mkfifo("reviewed.toml")
    done = run("tally", code=2)
    assert "reviewed.toml could not be read: not a regular file" in done.err


def test_a_snapshot_is_read_by_the_configured_title_of_the_ruleset(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, "game")
    Path("blognomic.toml").write_text('snapshot = "game"\n[wiki]\nruleset = "Rules"\n')
    assert '"page": "Ruleset"' in run("rules", "--format", "json", code=0).out
    Path("game/wiki/Ruleset.wikitext").rename("game/wiki/Rules.wikitext")
    assert '"page": "Rules"' in run("rules", "--format", "json", code=0).out
    Path("game/wiki/Rules.wikitext").unlink()
    assert "wiki/Rules.wikitext is missing from the snapshot" in run("rules", code=3).err


def test_a_missing_tracking_page_is_named_with_its_rule(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, "game")
    Path("blognomic.toml").write_text('snapshot = "game"\n[wiki]\ntracking = "Bakery"\n')
    done = run("gamestate", code=3)
    assert "wiki/Bakery.wikitext is missing from the snapshot" in done.err
    assert "or pass --tracking FILE" in done.err
    assert "names the page" not in done.err
    Path("blognomic.toml").write_text('snapshot = "game"\n')
    Path("game/wiki/The_Long_Cut.wikitext").unlink()
    done = run("gamestate", code=3)
    assert "or pass --tracking FILE (the rule “" in done.err
    assert "” names the page “The Long Cut”)" in done.err
