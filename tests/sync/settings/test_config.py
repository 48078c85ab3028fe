from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sync.errors import SyncError, UsageError
from sync.settings.config import Config, Live, Options, resolve, settings_of
from sync.settings.site_file import LIVE_BLOG, LIVE_WIKI, AuditTable
from tests.support.cases import cases


def configured(folder: Path, toml: str, options: Options | None = None) -> Config:
    (folder / "blognomic.toml").write_text(toml)
    return resolve(options or Options(), folder)


def test_nothing_configured_is_the_live_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    live = Live(
        LIVE_BLOG,
        LIVE_WIKI,
        "https://blognomic.com",
        tmp_path / "data" / "blognomic" / "blognomic.com.sqlite3",
    )
    assert resolve(Options(), tmp_path) == Config(site="blognomic.com", live=live)


def live_of(options: Options, folder: Path) -> Live:
    live = resolve(options, folder).live
    assert live is not None
    return live


def test_every_key_about_the_live_game_is_used(tmp_path: Path) -> None:
    text = """
        name = "Sample"
        contact = "ops@blog.example"
        [blog]
        url = "https://blog.example/"
        delay = 2.5
        months = 3
        [wiki]
        url = "https://wiki.example/w/"
        ruleset = "Our Rules"
        tracking = "The Long Cut"
        [store]
        path = "kept.sqlite3"
        max_age_hours = 6
    """
    config = configured(tmp_path, text)
    assert config.live == Live(
        "https://blog.example",
        "https://wiki.example/w/",
        "ops@blog.example",
        tmp_path / "kept.sqlite3",
        ruleset="Our Rules",
        tracking="The Long Cut",
        delay=2.5,
        months=3,
        max_age_hours=6,
    )
    live = live_of(
        Options(blog="http://b.example", wiki="http://w.example", store="o.sqlite3", offline=True),
        tmp_path,
    )
    assert (live.blog_url, live.wiki_url, live.store, live.offline) == (
        "http://b.example",
        "http://w.example/",
        Path("o.sqlite3"),
        True,
    )


def test_other_addresses_have_a_separate_store(tmp_path: Path) -> None:
    stores = [
        live_of(options, tmp_path).store
        for options in (Options(), Options(blog="http://a"), Options(wiki="http://a"))
    ]
    assert len(set(stores)) == 3
    assert len({store.parent for store in stores}) == 1


@pytest.mark.parametrize("name", ["../../etc", "", "...", "a/b", "x" * 500, "\u00e9"])
def test_no_name_decides_about_folders(tmp_path: Path, name: str) -> None:
    config = configured(tmp_path, f'name = "{name}"')
    assert config.live is not None
    assert config.live.store.parent.name == "blognomic"
    assert len(config.live.store.name) < 100
    assert ".." not in config.live.store.name


def test_the_demo_ships_with_the_package_and_no_snapshot_is_live(tmp_path: Path) -> None:
    config = resolve(Options(site="demo"), tmp_path)
    assert (config.site, config.live) == ("demo", None)
    assert config.snapshot is not None
    assert config.snapshot.parts[-2:] == ("sync", "demo")
    assert resolve(Options(snapshot=str(tmp_path)), tmp_path).live is None


def test_every_key_of_the_file_is_used_and_paths_are_relative_to_it(tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    for name in ("rules.wikitext", "page.wikitext", "dynasty.toml"):
        (tmp_path / name).write_text("")
    below = tmp_path / "deep" / "er"
    below.mkdir(parents=True)
    text = """
        name = "Sample"
        snapshot = "saved"
        ruleset = "rules.wikitext"
        tracking = "page.wikitext"
        profile = "dynasty.toml"
        now = 2024-01-20T12:00:00+01:00
        format = "json"
        output = "report.json"
        [game]
        emperor = "Ana"
        reviewed = "ours.toml"
        [blog]
        url = "https://blog.example/"
        [audit]
        fail_on = "warning"
        select = ["BN1"]
        ignore = ["BN110"]
        baseline = "known.toml"
        fail_on_new = true
        [store]
        path = "game.sqlite3"
    """
    (tmp_path / "blognomic.toml").write_text(text)
    expected = Config(
        site="Sample",
        file=tmp_path / "blognomic.toml",
        snapshot=tmp_path / "saved",
        ruleset=tmp_path / "rules.wikitext",
        tracking=tmp_path / "page.wikitext",
        profile=tmp_path / "dynasty.toml",
        emperor="Ana",
        reviewed=tmp_path / "ours.toml",
        now=datetime(2024, 1, 20, 11, tzinfo=UTC),
        format="json",
        output=tmp_path / "report.json",
        blog_url="https://blog.example",
        store=tmp_path / "game.sqlite3",
        audit=AuditTable(
            "warning", ["BN1"], ["BN110"], str(tmp_path / "known.toml"), fail_on_new=True
        ),
    )
    assert resolve(Options(), below) == expected
    assert resolve(Options(site=str(tmp_path / "blognomic.toml")), Path("/")) == expected


def test_options_win_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    options = Options(
        snapshot=str(tmp_path / "two"),
        emperor="",
        now=datetime(2024, 2, 1, tzinfo=UTC),
        format="text",
        output="-",
    )
    toml = (
        'snapshot = "one"\nnow = 2024-01-20T12:00:00Z\nformat = "json"\noutput ='
        ' "file"\n[game]\nemperor = "Ana"\n'
    )
    config = configured(tmp_path, toml, options)
    assert config.snapshot == tmp_path / "two"
    assert config.emperor == ""
    assert config.now == datetime(2024, 2, 1, tzinfo=UTC)
    assert (config.format, config.output) == ("text", None)


def test_a_site_without_a_name_is_called_after_its_folder(tmp_path: Path) -> None:
    config = configured(tmp_path, "")
    assert config.site == tmp_path.name
    assert config.blog_url == LIVE_BLOG


WRONG = tomllib.loads(Path(__file__).with_name("wrong_settings.toml").read_text(encoding="utf-8"))[
    "wrong"
]
NESTED = ("a = " + "[" * 5000, "is not valid TOML")


@pytest.mark.parametrize(
    ("toml", "message"), [*((each["text"], each["says"]) for each in WRONG), NESTED]
)
def test_faults_of_the_file_are_named(tmp_path: Path, toml: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        configured(tmp_path, toml)
    assert message in str(caught.value)
    assert "blognomic.toml" in str(caught.value)
    assert isinstance(caught.value, UsageError)


@cases("options")
def test_faulty_options_are_named(tmp_path: Path, options: dict[str, str], message: str) -> None:
    with pytest.raises(SyncError) as caught:
        resolve(Options(**options), tmp_path)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert isinstance(caught.value, UsageError)


def test_the_titles_of_pages_are_used_with_a_snapshot(tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    text = 'snapshot = "saved"\n[wiki]\nruleset = "Rules"\ntracking = "Bakery"'
    config = configured(tmp_path, text)
    assert (config.live, config.ruleset_title, config.tracking_title) == (None, "Rules", "Bakery")
    assert ("wiki.ruleset", None, "Rules") in settings_of(config)
    assert ("wiki.tracking", None, "Bakery") in settings_of(config)
