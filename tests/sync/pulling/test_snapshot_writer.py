"""What ``pull --to`` writes: a snapshot that says the same, in a place of its own, whole or not at
all.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Category, Post, Revision
from sync.cli import main
from sync.cli.source import open_source
from sync.errors import UsageError
from sync.settings.config import Config
from sync.sources import snapshot_writer
from sync.sources.snapshot_folder import file_name, open_snapshot
from sync.sources.snapshot_writer import MARK, _description, _slug, write_snapshot
from sync.sources.source_view import BASIC, ViewRequest, load_view
from sync.sources.stored import StoreSource, open_store
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.live_game import NOW, Game, fingerprints, of_the_snapshot
from tests.support.memory_source import MemorySource
from tests.support.reviewing import demo_reviews
from tests.support.views import game_view, remade
from tests.sync.samples import NOON, comment, post
from validators.checks.run import run_all
from validators.view import GameView

pytestmark = pytest.mark.slow  # each test pulls a whole game, or starts a server


def written(game: Game, folder: Path, **changes: object) -> GameView:
    with open_store(game.live, game.now) as store:
        source = StoreSource(store, game.live, game.now)
        view = remade(load_view(source, ViewRequest(reviews=demo_reviews())), **changes)
        write_snapshot(folder, view, source)
    return view


def read_back(folder: Path) -> GameView:
    with open_source(Config("saved", folder), BASIC) as source:
        return load_view(source, ViewRequest(reviews=demo_reviews()))


def files(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def test_a_snapshot_is_audited_as_the_live_game_is(game: Game, tmp_path: Path) -> None:
    game.pull()
    view = written(game, tmp_path / "saved", emperor="Ottoline Marsh")
    saved = read_back(tmp_path / "saved")
    assert (saved.problems, saved.read.emperor, saved.as_of) == ((), "Ottoline Marsh", NOW)
    assert fingerprints(run_all(saved)) == fingerprints(run_all(view))
    assert fingerprints(game.audit()) == fingerprints(of_the_snapshot())


@pytest.mark.parametrize(("quotes", "read"), [(False, False), (True, True), (None, True)])
def test_quoted_text_is_no_statement_when_read_back(
    game: Game, tmp_path: Path, quotes: bool | None, *, read: bool
) -> None:
    game.pull()
    with open_store(game.live, game.now) as store:
        source = StoreSource(store, game.live, game.now)
        view = load_view(source, ViewRequest(reviews=demo_reviews()))
        made = next(each for each in view.posts if each.comments)
        (first, *_) = list(made.comments or ())
        said = (replace(first, text="It is Ended.\nAt last!", quotes=quotes),)
        posts = tuple(replace(made, comments=said) if each is made else each for each in view.posts)
        write_snapshot(tmp_path / "saved", remade(view, posts=posts), source)
    (read_post,) = (each for each in read_back(tmp_path / "saved").posts if each.key == made.key)
    (found,) = list(read_post.comments or ())
    assert (found.text, found.icons, found.quotes) == (said[0].text, first.icons, read)


def test_the_wiki_pages_keep_their_histories(game: Game, tmp_path: Path) -> None:
    """So that a snapshot names the same value as the live game for what has to be put right."""
    game.pull()
    for text in ("one", "two"):
        game.wiki.edit("The Long Cut", text)
        game.wait(hours=1)
        game.pull()
    written(game, tmp_path / "saved")
    with (
        open_store(game.live, game.now) as store,
        open_source(Config("saved", tmp_path / "saved"), BASIC) as saved,
    ):
        stored = list(StoreSource(store, game.live, game.now).revisions("The Long Cut"))
        assert [each.text for each in stored[:2]] == ["two", "one"]
        assert list(saved.revisions("The Long Cut")) == stored
    written(game, tmp_path / "saved")


@pytest.mark.parametrize(
    ("limit", "at_most", "left"),
    [("_MOST_HISTORY", 300, [2, 3]), ("_MOST_HISTORY", 10**6, [1, 2, 3]), ("MAX_LINE", 300, [])],
)
def test_a_history_ends_where_it_would_be_too_long(
    limit: str, at_most: int, left: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot_writer, limit, at_most)
    texts = ("first", "x" * (300 if limit == "MAX_LINE" else 10), "last")
    known = [
        Revision("Page", place, place - 1, NOON + timedelta(hours=place), "Ana", "", text)
        for place, text in enumerate(texts, 1)
    ]
    write_snapshot(
        tmp_path / "saved",
        game_view(NOON, None, None),
        MemorySource(known, tracking="Page", as_of=NOON + timedelta(days=1)),
    )
    history = tmp_path / "saved" / "wiki" / "Page.history.jsonl"
    lines = history.read_text().splitlines() if history.exists() else []
    assert [json.loads(line)["revid"] for line in lines] == left


def test_its_own_files_are_replaced_completely(game: Game, tmp_path: Path) -> None:
    game.pull()
    folder = tmp_path / "saved"
    folder.mkdir()
    written(game, folder)
    before = files(folder)
    game.remove("night_fares")
    game.wait(minutes=10)
    game.pull()
    written(game, folder)
    assert set(before) - set(files(folder)) == {"blog/archive/night_fares/index.html"}
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".saved")) == []


@cases("foreign_folders")
def test_foreign_files_are_not_replaced(
    game: Game, tmp_path: Path, holds: dict[str, str] | None
) -> None:
    game.pull()
    folder = tmp_path / "saved"
    if holds is None:
        folder.write_text("mine")
    else:
        for name, text in holds.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (
                (folder / name).symlink_to(tmp_path)
                if text == "LINK"
                else (folder / name).write_text(text.replace("MARK", MARK))
            )
    with pytest.raises(
        UsageError,
        match="contains files that `pull --to` did not write; choose a new or empty folder",
    ):
        written(game, folder)
    if holds is not None:
        assert files(folder) == sorted(name for name, text in holds.items() if text != "LINK")


HOSTILE = [
    "../../../etc/passwd",
    "..",
    "/etc/passwd",
    "a/../../b",
    "a\x00b",
    "-rf",
    ".hidden",
    "x" * 5000,
    "C:\\x",
    "é" * 300,
    "P100",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_titles_and_addresses_never_lead_out(tmp_path: Path, name: str) -> None:
    source = MemorySource(
        [Revision(name, 7, 0, NOON, "Ana", "", "= text =")], tracking=name, as_of=NOON
    )
    posts = (post(name, comments=(comment("Bo"),), comment_count=1), post("plain", comments=()))
    write_snapshot(
        tmp_path / "deep" / "saved",
        game_view(NOON, None, None, posts, emperor='a"b\\c\x7f\ud800😀'),
        source,
    )
    assert [path.name for path in (*tmp_path.iterdir(), *(tmp_path / "deep").iterdir())] == [
        "deep",
        "saved",
    ]
    assert "blog/archive/plain/index.html" in files(tmp_path / "deep" / "saved")
    emperor = tomllib.loads((tmp_path / "deep" / "saved" / "snapshot.toml").read_text())["game"][
        "emperor"
    ]
    assert emperor == 'a"b\\c\x7f?😀'


@given(st.text(max_size=300))
def test_any_title_is_one_place_below(title: str) -> None:
    parts = Path(f"{file_name(title)}.wikitext").parts
    assert parts
    assert all(
        part not in {"..", "/", "\\"} and 0 < len(part.encode()) <= 255 and "\0" not in part
        for part in parts
    )


@given(st.text(max_size=300))
def test_any_slug_is_one_folder_or_none(key: str) -> None:
    name = _slug(key)
    assert name is None or (
        Path(name).parts == (name,) and name not in {".", ".."} and len(name.encode()) <= 200
    )


@given(st.text())
def test_any_emperor_is_read_back(name: str) -> None:
    described = tomlkit.dumps(_description(game_view(NOON, None, None, emperor=name)))
    assert tomllib.loads(described) == {
        "as_of": NOON,
        "game": {"emperor": name.encode(errors="replace").decode()},
    }


@pytest.mark.parametrize("title", ["Café/Terrasse", "100% sure?", "The Long Cut"])
def test_odd_titles_and_addresses_are_found_again(tmp_path: Path, title: str) -> None:
    url = "https://blognomic.com/archive/caf%C3%A9"
    odd = Post(url, "Café", Category.NONE, "Ana", None, comments=(comment("Bo"),), comment_count=1)
    many = [post(f"p{number}") for number in range(25)]
    view = game_view(
        NOON,
        None,
        None,
        (
            *(replace(one, position=place) for place, one in enumerate(many)),
            replace(odd, position=99),
        ),
    )
    source = MemorySource(
        [Revision(title, 7, 0, NOON, "Ana", "", "the text")], tracking=title, as_of=NOON
    )
    write_snapshot(tmp_path / "saved", view, source)
    assert (
        next(one.url for one in read_back(tmp_path / "saved").posts if one.title == "Café") == url
    )
    assert open_snapshot(tmp_path / "saved").page_text(title) == "the text"


def arguments(game: Game) -> list[str]:
    return ["--blog", game.blog.url, "--wiki", game.live.wiki_url, "--store", str(game.live.store)]


@pytest.fixture
def clocked(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game for commands, whose clock stands where the game's does; no setting of anybody is
    near.
    """
    modules = ("times", "cli.audit", "cli.source", "cli.setup", "pulling.game_pull")
    for place in (f"sync.{name}.clock" for name in modules):
        monkeypatch.setattr(place, lambda: game.now)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "blognomic.toml").write_text('name = "live"\n[blog]\ndelay = 0\n')
    return game


def test_the_command_writes_it(clocked: Game, tmp_path: Path, run: Run) -> None:
    _, out, err = run("pull", "--to", "saved", *arguments(clocked))
    assert (out, err) == (
        (
            "72 new posts, 0 changed, 2 revisions of the wiki (69 requests to the blog, 2 to the"
            " wiki).\n"
        ),
        "",
    )
    assert fingerprints(run_all(read_back(tmp_path / "saved"))) == fingerprints(of_the_snapshot())
    _, out, err = run("pull", "--offline", "--to", "saved", *arguments(clocked))
    assert (out, err) == ("Nothing was fetched: --offline makes no requests.\n", "")


def test_a_store_without_anything_is_exit_code_3(
    clocked: Game, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("tally", "rules"):
        assert main([command, "--offline", *arguments(clocked)]) == 3
        assert capsys.readouterr().err.startswith(
            "blognomic: the store has no text of the page 'Ruleset'"
        )
    assert main(["audit", "--offline", *arguments(clocked)]) == 3
    assert "nothing to pull" in run("pull", "--snapshot", ".", code=2).err
    assert (
        "store cannot be opened: File exists"
        in run("pull", "--store", "blognomic.toml/store", code=2).err
    )


@pytest.mark.parametrize("command", ["audit", "tally", "board --out board"])
def test_an_answer_without_a_pull_has_the_exit_code_of_the_last_pull(
    clocked: Game, command: str
) -> None:
    given = [*command.split(), *arguments(clocked)]
    clocked.pull()
    without_pull = main([*given, "--offline"])
    assert without_pull != 3
    clocked.blog.instead["/"] = 500
    assert main(given) == main([*given, "--offline"]) == 3
    clocked.blog.instead.clear()
    assert main(given) == main([*given, "--offline"]) == without_pull
