"""``blognomic board``: where it writes, what it refuses, and how it ends."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import lxml.html
import pytest
from jsonschema import Draft202012Validator

from sync.board.folder import FEED, FILES, PAGE, TALLY, check_folder, write_board
from sync.cli import main
from sync.errors import UsageError
from tests.support.command import Run
from tests.support.live_game import Game
from tests.support.paths import DEMO


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A game that is read in no time: its front page and its rules, without the tracking page."""
    for name in ("snapshot.toml", "blog/index.html", "wiki/Ruleset.wikitext"):
        (tmp_path / "game" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(DEMO / name, tmp_path / "game" / name)
    return tmp_path / "game"


def test_it_is_written_again_and_says_that_it_has_no_verdict(
    small: Path, tmp_path: Path, run: Run
) -> None:
    out = tmp_path / "new" / "board"
    shown = run("board", "--snapshot", str(small), "--out", str(out), code=3)
    assert "No verdict: not everything could be seen." in shown.words
    assert "No blognomic.user.js" not in shown.words  # no settings file that could have its address
    assert shown.out.startswith(f"{out}/index.html: ")
    assert "The_Long_Cut" in shown.err
    assert sorted(path.name for path in out.iterdir()) == ["board.txt", FEED, PAGE, TALLY]
    (out / "index.html").write_text("old", encoding="utf-8")
    report = run(
        "board", "--snapshot", str(small), "--out", str(out), "--format", "json", code=3
    ).json
    assert (report["page"], report["verdict"], report["pending"]) == (f"{out}/index.html", False, 7)
    assert any("The_Long_Cut" in each["why"] for each in report["lacking"])
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "<strong>No verdict.</strong>" in page


def test_settings_of_the_audit_hold(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "blognomic.toml").write_text(
        'snapshot = "game"\n[audit]\nselect = ["BN3"]\nbaseline = "known.toml"\n', encoding="utf-8"
    )
    (tmp_path / "known.toml").write_text("", encoding="utf-8")
    main(
        [
            "board",
            "--site",
            str(tmp_path / "blognomic.toml"),
            "--out",
            str(tmp_path / "b"),
            "--format",
            "json",
        ]
    )
    assert json.loads(capsys.readouterr().out)["counts"]["error"] == 0
    page = (tmp_path / "b" / "index.html").read_text(encoding="utf-8")
    assert "0 accepted findings are not shown." in page


def spoil_with_a_link(folder: Path) -> None:
    (folder / "index.html").unlink()
    (folder / "index.html").symlink_to(folder.parent / "precious.html")


def spoil_with_a_folder(folder: Path) -> None:
    (folder / "index.html").unlink()
    (folder / "index.html").mkdir()


SPOILT: dict[str, Callable[[Path], object]] = {
    "another file": lambda folder: (folder / "notes.txt").write_text("mine", encoding="utf-8"),
    "another mark": lambda folder: (folder / "board.txt").write_text("mine", encoding="utf-8"),
    "a page without a mark": lambda folder: (folder / "board.txt").unlink(),
    "a link": spoil_with_a_link,
    "a folder": spoil_with_a_folder,
}


@pytest.mark.parametrize("name", SPOILT)
def test_anything_but_an_earlier_board_is_refused_and_left_alone(
    name: str, small: Path, tmp_path: Path, run: Run
) -> None:
    out = tmp_path / "board"
    check_folder(out)
    write_board(out, dict.fromkeys(FILES, "text"))
    check_folder(out)
    (tmp_path / "precious.html").write_text("precious", encoding="utf-8")
    SPOILT[name](out)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert (
        "contains files that are not an earlier board"
        in run("board", "--snapshot", str(small), "--out", str(out), code=2).err
    )
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_run_that_is_killed_or_under_way_does_not_keep_the_next_one(tmp_path: Path) -> None:
    for name in (".board.txt.0123abcd", ".index.html.89abcdef"):
        (tmp_path / name).write_text("half", encoding="utf-8")
        check_folder(tmp_path)
    write_board(tmp_path, {PAGE: "x"})
    check_folder(tmp_path)
    (tmp_path / ".other.html.89abcdef").touch()
    with pytest.raises(UsageError):
        check_folder(tmp_path)


def test_the_mark_of_a_board_names_its_files_and_an_older_mark_is_known(tmp_path: Path) -> None:
    write_board(tmp_path, dict.fromkeys(FILES, "text"))
    mark = tmp_path / "board.txt"
    written = mark.read_text(encoding="utf-8")
    assert [name for name in FILES if name not in written] == []
    older = "Written by `blognomic board`, which replaces index.html when it runs again.\n"
    mark.write_text(older, encoding="utf-8")
    check_folder(tmp_path)
    mark.write_text(f"{older}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="not an earlier board"):
        check_folder(tmp_path)


def test_a_file_that_cannot_be_removed(tmp_path: Path) -> None:
    (tmp_path / TALLY).mkdir()
    with pytest.raises(UsageError, match="Is a directory; choose another folder"):
        write_board(tmp_path, {PAGE: "text"})


def test_a_place_that_cannot_be_a_folder(small: Path, tmp_path: Path, run: Run) -> None:
    assert (
        "cannot be written"
        in run(
            "board", "--snapshot", str(small), "--out", str(small / "snapshot.toml" / "x"), code=2
        ).err
    )


def test_the_tally_beside_the_page_is_that_of_the_command(tmp_path: Path, run: Run) -> None:
    out = tmp_path / "board"
    assert "No blognomic.user.js" not in run("board", "--site", "demo", "--out", str(out)).words
    report = run("board", "--site", "demo", "--out", str(out), "--format", "json").json
    assert report["files"] == [PAGE, FEED, TALLY]
    tally = json.loads((out / TALLY).read_text(encoding="utf-8"))
    schema = run("schema", "tally").json
    Draft202012Validator(schema).validate(tally)
    assert tally == run("tally", "--site", "demo", "--format", "json").json


def test_an_earlier_tally_does_not_outlive_a_board_without_votes(
    small: Path, tmp_path: Path, run: Run
) -> None:
    arguments = ("board", "--snapshot", str(small), "--out", str(tmp_path / "b"))
    run(*arguments, code=3)
    assert (tmp_path / "b" / TALLY).exists()
    (small / "wiki" / "Ruleset.wikitext").unlink()
    run(*arguments, code=3)
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == ["board.txt", FEED, PAGE]


@pytest.mark.slow
def test_a_live_game(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sites = [
        "--blog",
        game.blog.url,
        "--wiki",
        game.live.wiki_url,
        "--store",
        str(tmp_path / "s.sqlite3"),
    ]
    (tmp_path / "blognomic.toml").write_text("[blog]\ndelay = 0\n", encoding="utf-8")
    assert main(
        [
            "board",
            "--site",
            str(tmp_path / "blognomic.toml"),
            *sites,
            "--out",
            str(tmp_path / "b"),
            "--format",
            "json",
        ]
    ) in (0, 3)
    report = json.loads(capsys.readouterr().out)
    assert report["pending"] > 0
    links = lxml.html.parse(tmp_path / "b" / "index.html").xpath("//a/@href")
    outside = {
        link.rpartition("/archive/")[0] or link.partition("index.php")[0]
        for link in links
        if not link.startswith("#") and link != FEED
    }
    assert outside <= {game.blog.url, game.live.wiki_url}
    assert len(outside) == 2
