"""The file that ``init`` writes, and what ``config show`` tells of the settings in force."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sync.cli import main
from sync.errors import UsageError
from sync.settings.config import SECRETS, Options, resolve
from sync.settings.site_file import AuditTable, SiteFile
from tests.support.command import Run
from tests.support.paths import DEMO

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def keys(kind: type[msgspec.Struct] = SiteFile, prefix: str = "") -> Iterator[str]:
    for field in msgspec.structs.fields(kind):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from keys(field.type, f"{prefix}{field.encode_name}.")
        else:
            yield prefix + field.encode_name


def settings(run: Run, *arguments: str) -> dict[str, tuple[Any, str]]:
    report = run("config", "show", "--format", "json", *arguments).json
    assert report["schema"] == "blognomic/config/1"
    return {each["key"]: (each["value"], each["origin"]) for each in report["settings"]}


def test_a_file_is_written_once(tmp_path: Path, run: Run) -> None:
    assert run("init").err.startswith("blognomic: wrote blognomic.toml; ")
    written = Path("blognomic.toml").read_text()
    Path("blognomic.toml").write_text(written + "# mine\n")
    assert "the file exists already and is not replaced" in run("init", code=2).err
    assert Path("blognomic.toml").read_text() == written + "# mine\n"
    assert main(["init", "absent/other.toml"]) == 2
    assert main(["init", "other.toml"]) == 0
    assert Path("other.toml").read_text() == written


def test_the_file_changes_nothing_and_names_every_setting(tmp_path: Path) -> None:
    main(["init"])
    assert (
        msgspec.convert(tomllib.loads(Path("blognomic.toml").read_text()), SiteFile) == SiteFile()
    )
    used = re.sub(
        r"^# (?=[a-z\"_A-Z]+ = )", "", Path("blognomic.toml").read_text(), flags=re.MULTILINE
    )
    read = tomllib.loads(used)
    named = {
        f"{table}.{key}"
        for table, values in read.items()
        if isinstance(values, dict)
        for key in values
        if table != "aliases"
    }
    assert named | {
        key for key, value in read.items() if not isinstance(value, dict) or key == "aliases"
    } == set(keys())
    site = msgspec.convert(read, SiteFile)
    # What holds if a line is left out is what the line says, where there is such a value.
    assert (site.blog.url, site.blog.delay, site.audit) == (
        SiteFile().blog.url,
        SiteFile().blog.delay,
        AuditTable(baseline="known.toml"),
    )
    assert (site.correct.wait_minutes, site.correct.edits_per_day, site.notice.per_day) == (
        30,
        20,
        10,
    )


def test_settings_are_shown_with_their_origin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    Path("blognomic.toml").write_text(
        'name = "ours"\nemperor_is = 1\n[game]\n'.replace("emperor_is = 1\n", "")
        + 'reviewed = """\n\\\nours.toml"""\nemperor = "Ana"\n[audit]\nselect = [\n  \'BN1\',\n]\n'
    )
    monkeypatch.setenv("BLOGNOMIC_NOW", "2024-05-17T18:00:00Z")
    monkeypatch.setenv("BLOGNOMIC_FAIL_ON_NEW", "1")
    found = settings(run, "--emperor", "Bo", "--fail-on", "warning")
    assert set(keys()) <= set(found)
    assert {key: each for key, each in found.items() if each[1] != "built-in"} == {
        "name": ("ours", "file"),
        "game.reviewed": (str(tmp_path / "ours.toml"), "file"),
        "game.emperor": ("Bo", "--emperor"),
        "audit.select": (["BN1"], "file"),
        "now": ("2024-05-17T18:00:00Z", "BLOGNOMIC_NOW"),
        "format": ("json", "--format"),
        "audit.fail_on": ("warning", "--fail-on"),
        "audit.fail_on_new": (True, "BLOGNOMIC_FAIL_ON_NEW"),
    }
    assert found["store.path"][0] == str(resolve(Options(), tmp_path).live.store)  # type: ignore[union-attr]


def test_the_place_of_the_report_is_for_audits_alone(run: Run) -> None:
    Path("blognomic.toml").write_text('output = "report.txt"')
    assert settings(run)["output"][1:] == ("file",)
    assert "BN101 resolvable" in run("explain", "BN101").out
    assert not Path("report.txt").exists()
    assert (run("explain", "BN101", "--output", "other.txt").out, Path("other.txt").exists()) == (
        "",
        True,
    )
    assert (
        run("audit", "--snapshot", str(DEMO), "--select", "BN604").out,
        Path("report.txt").exists(),
    ) == ("", True)


@pytest.mark.parametrize(
    ("url", "expected"),
    [("https://game.example/", "https://game.example"),
     ("https://game.example:8443/a/b", "https://game.example:8443/a/b"),
     ("http://127.0.0.1:8080/b/", "http://127.0.0.1:8080/b"), ("", ""),
     ("https://OWNER.github.io/Board", "https://owner.github.io/Board"),
     ("HTTPS://Game.Example", "https://game.example"),
     ("https://game.example/..a/.b", "https://game.example/..a/.b")],
)  # fmt: skip
def test_the_address_of_a_published_board(url: str, expected: str, tmp_path: Path) -> None:
    Path("blognomic.toml").write_text(f'[board]\nurl = "{url}"\n')
    assert resolve(Options(), tmp_path).board_url == expected


@pytest.mark.parametrize(
    ("url", "quoted"),
    [
        ("https://me:secret@Game.example/", "https://…@Game.example/"),
        ("https://me:sec/ret@game.example/", "https://…@game.example/"),
        ("https:/me:secret@game.example/", "…@game.example/"),
        ("https://game.example/?token=secret", "https://game.example/?…"),
    ],
)
def test_a_refused_address_is_quoted_without_its_secrets(
    url: str, quoted: str, tmp_path: Path
) -> None:
    Path("blognomic.toml").write_text(f'[board]\nurl = "{url}"\n')
    with pytest.raises(UsageError) as refused:
        resolve(Options(), tmp_path)
    assert f"(got '{quoted}')" in str(refused.value)


def test_a_snapshot_has_no_settings_of_sites(run: Run) -> None:
    found = settings(run, "--site", "demo")
    assert found["blog.url"] == ("https://blog.example/", "built-in")
    assert not {"wiki.url", "contact", "offline"} & set(found)
    assert run("config", "show", "--site", "demo").out.startswith("File: none\n")


def test_secrets_are_never_shown(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    Path("blognomic.toml").write_text(
        '[blog]\nurl = "https://me:hidden@blog.example/?key=hidden"\n'
    )
    for name in SECRETS:
        monkeypatch.setenv(name, "hidden")
    monkeypatch.delenv("BLOGNOMIC_CHAT_URL")
    out = run("config", "show").out
    assert "hidden" not in out
    assert re.search(r"blog.url .* file\n", out)
    assert re.search(r"BLOGNOMIC_WIKI_PASSWORD +set +environment\n", out)
    assert re.search(r"BLOGNOMIC_CHAT_URL +not set +environment\n", out)


def test_the_word_show_may_be_left_out(run: Run) -> None:
    shown = run("config", "--site", "demo").out
    assert run("config", "show", "--site", "demo").out == shown


def test_what_cannot_be_shown(run: Run) -> None:
    assert "'shwo' is not 'show'" in run("config", "shwo", code=2).err
