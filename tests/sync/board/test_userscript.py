"""The userscript of a published board: its head, its settings, and what it must not contain. What
it shows is tested in a browser (``test_userscript_browser``).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from sync.board.folder import SCRIPT
from sync.board.userscript import userscript
from sync.errors import UsageError
from tests.support.command import Run
from tests.support.paths import DEMO

BLOG, BOARD = "https://blog.example", "https://game.example/board"
TEMPLATES = Path(userscript.__code__.co_filename).parent / "templates"


def head(script: str) -> list[tuple[str, str]]:
    """The names and values of the metadata block."""
    block = script.partition("// ==UserScript==\n")[2].partition("// ==/UserScript==\n")[0]
    rows = [re.fullmatch(r"// @([\w-]+)(?: +(\S.*))?", line) for line in block.splitlines()]
    return [(row[1], row[2] or "") for row in rows if row]


def test_the_head_names_the_blog_and_the_board_alone() -> None:
    rows = head(userscript(blog=f"{BLOG}/", board=BOARD))
    script = userscript(blog=BLOG, board=BOARD)
    assert script.startswith("// ==UserScript==\n")
    assert head(script) == rows
    assert [name for name, _ in rows] == [
        "name", "namespace", "version", "description", *["match"] * 4, "connect", "grant", "grant",
        "run-at", "noframes",
    ]  # fmt: skip
    assert [value for name, value in rows if name in ("connect", "namespace")] == [
        f"{BOARD}/",
        "game.example",
    ]
    assert dict(rows)["run-at"] == "document-idle"
    assert "@@" not in script


def matched(address: str) -> bool:
    """Whether the script runs on a page: in a pattern ``*`` is any text."""
    patterns = [
        value for name, value in head(userscript(blog=BLOG, board=BOARD)) if name == "match"
    ]
    return any(fnmatchcase(address, pattern) for pattern in patterns)


def test_the_script_runs_on_the_front_page_and_on_entries() -> None:
    for path in ("/", "/index.php", "/archive/oilskins", "/archive/oilskins/", "/archive/oilskins/P100",
                 "/index.php/archive/oilskins"):  # fmt: skip
        assert matched(BLOG + path), path


@pytest.mark.parametrize(
    "address",
    [f"{BLOG}/2024/05/", f"{BLOG}/member/2", f"{BLOG}/?ACT=1", "http://blog.example/",
     "https://www.blog.example/", "https://blog.example.evil/archive/x", "https://evil/blog.example/",
     "https://game.example/board/"],
)  # fmt: skip
def test_the_script_runs_nowhere_else(address: str) -> None:
    assert not matched(address)


@pytest.mark.parametrize(
    "blog",
    ["https://blog.example/\n// @match *://*/*", "https://*.example", "https://blog.example/*",
     "https://me:secret@blog.example", "https://blog.example?x", "https://blog.example/../x", "file:///blog", "https://"],
)  # fmt: skip
def test_a_blog_that_a_head_cannot_name_is_refused(blog: str) -> None:
    with pytest.raises(UsageError, match="no userscript can name the blog's address") as refused:
        userscript(blog=blog, board=BOARD)
    assert "secret" not in str(refused.value)


def test_the_host_of_the_blog_may_have_capitals() -> None:
    script = userscript(blog="HTTPS://Blog.Example/A/", board=BOARD)
    assert script == userscript(blog="https://blog.example/A", board=BOARD)


def test_the_settings_are_data() -> None:
    script = userscript(blog=f"{BLOG}/game/", board=BOARD)
    (line,) = re.findall(r"const SETTINGS = (.*);\n", script)
    settings = json.loads(line)
    assert (settings["blog"], settings["board"]) == (f"{BLOG}/game", BOARD)
    assert settings["schema"] == "blognomic/tally/1"
    kinds = dict(settings["kinds"])
    assert (kinds["proposal"], kinds["judgement"], kinds["victory"]) == ("proposal", "cfj", "dov")
    assert "story" not in kinds
    assert settings["resolved"] == ["enacted", "failed", "vetoed", "illegal"]
    assert "</" not in script


def test_the_script_writes_texts_only_and_asks_once() -> None:
    script = (TEMPLATES / "userscript.js").read_text(encoding="utf-8")
    forbidden = r"innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|import|fetch|XMLHttpRequest\("
    assert re.findall(forbidden, script) == []
    assert script.count(" send({") == 1
    assert script.count("\n") <= 215


def test_the_script_is_valid(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js here")
    file = tmp_path / "script.js"
    file.write_text(userscript(blog=BLOG, board=BOARD), encoding="utf-8")
    assert subprocess.run([node, "--check", str(file)], check=False).returncode == 0


def settings(folder: Path, *lines: str) -> Path:
    file = folder / "blognomic.toml"
    reviewed = f'[game]\nreviewed = "{DEMO / "reviewed.toml"}"\n'
    file.write_text(f'snapshot = "{DEMO}"\n{reviewed}' + "\n".join(lines), encoding="utf-8")
    return file


def test_a_published_board_has_its_script(tmp_path: Path, run: Run) -> None:
    site = settings(tmp_path, f'[blog]\nurl = "{BLOG}/"', f'[board]\nurl = "{BOARD}/"')
    out = tmp_path / "b"
    shown = run("board", "--site", str(site), "--out", str(out))
    assert SCRIPT not in shown.out
    assert (out / SCRIPT).read_text(encoding="utf-8") == userscript(blog=BLOG, board=BOARD)
    # The address is gone: so is the script that reads it.
    shown = run("board", "--site", str(settings(tmp_path)), "--out", str(out))
    assert "No blognomic.user.js: set url below [board] in blognomic.toml" in shown.words
    assert not (out / SCRIPT).exists()


def test_nothing_is_written_if_the_script_cannot_name_the_blog(tmp_path: Path, run: Run) -> None:
    site = settings(tmp_path, '[blog]\nurl = "https://blog.example/*"', f'[board]\nurl = "{BOARD}"')
    shown = run("board", "--site", str(site), "--out", str(tmp_path / "b"), code=2)
    assert "leave out url below [board]" in shown.err
    assert [*(tmp_path / "b").iterdir()] == []
