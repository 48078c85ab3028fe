from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sync.errors import NoVerdict, UsageError
from sync.sources import snapshot_folder as module
from sync.sources.snapshot_folder import SavedRevision, open_snapshot
from tests.support.cases import cases
from tests.sync.samples import write_files

AS_OF = "as_of = 2024-01-20T12:00:00Z\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(tmp_path / "saved", {"snapshot.toml": AS_OF})


def test_a_description_is_all_a_snapshot_must_have(folder: Path) -> None:
    snapshot = open_snapshot(folder)
    assert snapshot.as_of == datetime(2024, 1, 20, 12, tzinfo=UTC)
    assert (snapshot.emperor, snapshot.blog, dict(snapshot.wiki), snapshot.problems) == (
        None,
        (),
        {},
        (),
    )
    snapshot = open_snapshot(
        write_files(
            folder, {"snapshot.toml": '[game]\nemperor = "Bo"', "blog/archive/a/b/c/index.html": ""}
        )
    )
    assert (snapshot.as_of, snapshot.emperor, snapshot.blog) == (
        None,
        "Bo",
        (),
    )  # a page that deep is not looked at


def test_pages_come_front_first_then_archives_from_the_newest_then_entries(folder: Path) -> None:
    places = [
        "archive/b_slug/P100",
        "archive/b_slug",
        "archive/b_slug/P20",
        "archive/a slug",
        "2023/12",
        "2024/01/P100",
        "2024/01",
        "P20",
    ]
    write_files(
        folder, {"blog/index.html": "", **{f"blog/{place}/index.html": "" for place in places}}
    )
    assert [[page.kind, page.address, page.first] for page in open_snapshot(folder).blog] == [
        ["front", "/", "/"],
        ["front", "/P20", "/"],
        ["archive", "/2024/01", "/2024/01"],
        ["archive", "/2024/01/P100", "/2024/01"],
        ["archive", "/2023/12", "/2023/12"],
        ["entry", "/archive/a%20slug", "/archive/a%20slug"],
        ["entry", "/archive/b_slug", "/archive/b_slug"],
        ["entry", "/archive/b_slug/P20", "/archive/b_slug"],
        ["entry", "/archive/b_slug/P100", "/archive/b_slug"],
    ]


@pytest.mark.parametrize(
    "name",
    [
        "blog/2024/13/index.html",
        "blog/2024/00/index.html",
        "blog/0000/01/index.html",
        "blog/9999/12/index.html",
        "blog/2024/01/01/index.html",
        "blog/archive/slug.html",
        "blog/archive/index.html",
        "blog/member/7/index.html",
    ],
)
def test_pages_in_no_place_of_a_snapshot_are_named(folder: Path, name: str) -> None:
    snapshot = open_snapshot(write_files(folder, {name: ""}))
    assert snapshot.blog == ()
    assert [problem.where for problem in snapshot.problems] == [name]


def test_wiki_pages_are_found_by_title(folder: Path) -> None:
    snapshot = open_snapshot(
        write_files(
            folder, {"wiki/The_Long_Cut.wikitext": "\ufeffone\r\ntwo", "wiki/Sub/Page.wikitext": ""}
        )
    )
    assert dict(snapshot.wiki) == {
        "The Long Cut": "wiki/The_Long_Cut.wikitext",
        "Sub/Page": "wiki/Sub/Page.wikitext",
    }
    assert snapshot.page_text("The Long Cut") == "one\ntwo"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ruleset", "wiki/Ruleset.wikitext"),
        ("../../etc/passwd", "wiki/..%2F..%2Fetc%2Fpasswd.wikitext"),
    ],
)
def test_a_missing_page_is_named_and_a_title_never_leads_out(
    tmp_path: Path, title: str, name: str
) -> None:
    write_files(
        tmp_path,
        {
            "etc/passwd.wikitext": "secret",
            "saved/deep/wiki/Other.wikitext": "",
            "saved/deep/snapshot.toml": AS_OF,
        },
    )
    with pytest.raises(NoVerdict) as caught:
        open_snapshot(tmp_path / "saved" / "deep").page_text(title)
    assert str(caught.value).startswith(name)


def test_known_parts_of_a_revision(folder: Path) -> None:
    write_files(folder, {"wiki/Ruleset.wikitext": ""})
    assert open_snapshot(folder).saved_revision("Ruleset") == SavedRevision()
    write_files(
        folder,
        {
            "wiki/Ruleset.json": (
                '{"title": "Ruleset", "revid": 7, "parentid": 6, "user": "Ana", "more": [1]}'
            )
        },
    )
    assert open_snapshot(folder).saved_revision("Ruleset") == SavedRevision(7, 6, None, "Ana")


@pytest.mark.parametrize("content", ["{", '{"revid": "seven"}', b"\xff", "[" * 100_000])
def test_a_revision_that_cannot_be_understood_is_named(folder: Path, content: str | bytes) -> None:
    snapshot = open_snapshot(
        write_files(folder, {"wiki/Ruleset.wikitext": "", "wiki/Ruleset.json": content})
    )
    with pytest.raises(NoVerdict, match=r"wiki/Ruleset\.json is not the JSON of a revision"):
        snapshot.saved_revision("Ruleset")


def test_no_link_is_followed(folder: Path, tmp_path: Path) -> None:
    write_files(tmp_path, {"secret.wikitext": "secret", "outside/index.html": ""})
    write_files(folder, {"blog/archive/x/index.html": ""})
    (folder / "wiki").symlink_to(tmp_path)
    assert [problem.where for problem in open_snapshot(folder).problems] == ["wiki"]
    (folder / "wiki").unlink()
    (folder / "wiki").mkdir()
    (folder / "wiki" / "Ruleset.wikitext").symlink_to(tmp_path / "secret.wikitext")
    (folder / "wiki" / "Ruleset.json").symlink_to("Ruleset.json")
    (folder / "blog" / "2024").symlink_to(tmp_path / "outside")
    os.mkfifo(folder / "blog" / "index.html")
    snapshot = open_snapshot(folder)
    with pytest.raises(NoVerdict, match=r"wiki/Ruleset\.wikitext is a link in the snapshot"):
        snapshot.page_text("Ruleset")
    assert snapshot.saved_revision("Ruleset") == SavedRevision()
    assert {(problem.where, problem.what) for problem in snapshot.problems} == {
        (name, "this is a link; links are not followed")
        for name in ("blog/2024", "wiki/Ruleset.wikitext", "wiki/Ruleset.json")
    }
    assert [page.name for page in snapshot.blog] == ["blog/archive/x/index.html"]


def test_a_file_in_the_wrong_place_is_a_problem_of_its_post(folder: Path, tmp_path: Path) -> None:
    write_files(folder, {"blog/archive/x.html": "x", "blog/archive/x/P100.html": "x"})
    (folder / "blog" / "archive" / "y" / "P100").mkdir(parents=True)
    (folder / "blog" / "archive" / "y" / "P100" / "index.html").symlink_to(tmp_path / "elsewhere")
    write_files(folder, {"blog/2024.html": "x"})
    assert {(problem.where, problem.post) for problem in open_snapshot(folder).problems} == {
        ("blog/archive/x.html", "x"),
        ("blog/archive/x/P100.html", "x"),
        ("blog/archive/y/P100/index.html", "y"),
        ("blog/2024.html", None),
    }


def test_a_file_above_the_limit_is_refused(folder: Path) -> None:
    write_files(
        folder, {"wiki/Ruleset.wikitext": "x" * 20_000_001, "wiki/Other.wikitext": b"caf\xe9"}
    )
    with pytest.raises(NoVerdict, match=r"Ruleset\.wikitext is larger than"):
        open_snapshot(folder).page_text("Ruleset")
    with pytest.raises(NoVerdict, match=r"wiki/Other\.wikitext is not UTF-8 text \(byte 4\)"):
        open_snapshot(folder).page_text("Other")


def test_a_folder_with_too_many_files_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_FILES", 3)
    write_files(folder, {f"wiki/{number}.wikitext": "" for number in range(3)})
    assert len(open_snapshot(folder).wiki) == 3
    write_files(folder, {"wiki/3.wikitext": ""})
    with pytest.raises(NoVerdict, match="has more than 3 files below wiki/"):
        open_snapshot(folder)


def test_folders_without_a_snapshot_are_named(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"is not a folder; use the folder that contains snapshot\.toml"
    ):
        open_snapshot(tmp_path / "absent")
    with pytest.raises(UsageError, match=r"has no snapshot\.toml; create one"):
        open_snapshot(tmp_path)


@cases("descriptions")
def test_faults_of_the_description_are_named(folder: Path, toml: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        open_snapshot(write_files(folder, {"snapshot.toml": toml}))
    assert "snapshot.toml" in str(caught.value)
    assert message in str(caught.value)
