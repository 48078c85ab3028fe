"""docs/store.md: its SQL, run on a store of the sample game by SQLite alone, gives what is printed
there.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sync.sources.stored import open_store
from tests.support.live_game import RULESET, TRACKING, live_game
from tests.support.paths import ROOT

DOCUMENT = (ROOT / "docs" / "store.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r'^```console\n\$ sqlite3 store\.sqlite3 "([^"]+)"\n(.*?)^```',
    DOCUMENT,
    re.MULTILINE | re.DOTALL,
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The store after a pull, an audit, an edit of the tracking page, a resolution and a second
    pull.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        live_game(tmp_path_factory.mktemp("game"), patch) as game,
    ):
        game.pull()
        report = game.audit()
        with open_store(game.live, game.now) as opened:
            opened.record_findings(report.findings, game.now)
        game.wait(hours=1)
        game.wiki.edit("The Long Cut", TRACKING.replace("Coal", "coal"), at=game.now)
        for file in [game.blog.page("/archive/passing_places"), *game.lists()]:
            file.write_text(
                file.read_text(encoding="utf-8").replace("Passing Places", "Passing Places!"),
                encoding="utf-8",
            )
        game.wait(hours=1)
        game.pull()
        yield game.live.store


def printed(path: Path, sql: str) -> str:
    """Rows as the sqlite3 command prints them."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(sql).fetchall()
    return "".join(
        "|".join("" if value is None else str(value) for value in row) + "\n" for row in rows
    )


def test_the_examples_are_found() -> None:
    assert len(EXAMPLES) == 5


@pytest.mark.parametrize(
    ("sql", "output"), EXAMPLES[:4], ids=["findings", "comments", "revisions", "versions"]
)
def test_an_example_prints_what_is_documented(store: Path, sql: str, output: str) -> None:
    assert printed(store, sql) == output
    assert output


@pytest.mark.skipif(
    shutil.which("sqlite3") is None,
    reason="the sqlite3 command is not installed (apt install sqlite3)",
)
def test_the_sqlite3_command_prints_the_same(store: Path) -> None:
    def run(sql: str) -> str:
        return subprocess.run(
            ["sqlite3", "-readonly", str(store), sql],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout

    assert [run(sql) for sql, _ in EXAMPLES[:4]] == [output for _, output in EXAMPLES[:4]]
    assert run(EXAMPLES[4][0]).rstrip("\n") == TRACKING.rstrip("\n")


def test_python_reads_a_text_as_documented(store: Path) -> None:
    (lines,) = re.findall(r"^```python\n(with closing.*?)```", DOCUMENT, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {"zlib": __import__("zlib"), "sqlite3": sqlite3, "closing": closing}
    exec(lines.replace("store.sqlite3", str(store)), names)
    assert names["text"] == RULESET


def test_every_table_and_view_can_be_read(store: Path) -> None:
    with closing(sqlite3.connect(store)) as connection:
        names = [
            name
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
            )
        ]
        for name in names:
            connection.execute(f"SELECT * FROM {name}").fetchall()
        blobs = [
            (name, column)
            for name in names
            for _, column, kind, *_ in connection.execute(f"PRAGMA table_info({name})")
            if kind == "BLOB"
        ]
    assert blobs == [("texts", "zlib")]
