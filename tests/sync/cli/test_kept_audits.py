"""An audit of the very same files is not made again, and is the one that would be made."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest

from sync.cli import kept_audits, kept_matters, main, sealed
from sync.cli.sealed import seal_of
from sync.settings.config import Config
from sync.sources import page_reader
from tests.support.paths import DEMO
from tests.validators import making
from validators.checks.run import AuditReport
from validators.finding import NotEvaluated
from validators.voting.readings import resolution


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample game, which counts as large and was written long enough ago, and a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(page_reader, "MANY", 4)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(kept_audits, "TICK", 0)
    return shutil.copytree(DEMO, tmp_path / "game")


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Counts how often the checks are run."""
    from validators.checks import run

    counting = Mock(wraps=run.run_all)
    monkeypatch.setattr(run, "run_all", counting)
    return counting


def audit(folder: Path, *options: str) -> tuple[int, object]:
    """The exit code and the report."""
    out = folder.parent / "report"
    code = main(["audit", "--snapshot", str(folder), "--format", "json", "--output", str(out), *options])
    return code, json.loads(out.read_text(encoding="utf-8"))


def kept(folder: Path) -> list[Path]:
    return sorted((folder.parent / "cache").rglob("audit-*"))


def test_the_same_files_are_audited_once(folder: Path, runs: Mock, monkeypatch: pytest.MonkeyPatch) -> None:
    first = audit(folder)
    assert (first[0], runs.call_count, len(kept(folder))) == (1, 1, 1)
    assert audit(folder) == first
    assert runs.call_count == 1
    assert audit(folder, "--no-cache") == first
    assert runs.call_count == 2
    monkeypatch.setenv("BLOGNOMIC_WIKI_USER", "Our bot@tool")  # whose edits are this tool's own
    assert audit(folder) == first
    assert runs.call_count == 3


SLOW = pytest.mark.slow


@pytest.mark.parametrize("form", ["text", *(pytest.param(each, marks=SLOW) for each in ("markdown", "sarif", "github", "junit"))])
def test_every_format_shows_a_kept_audit_as_it_shows_a_new_one(folder: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    def shown(*options: str) -> tuple[str, str]:
        main(["audit", "--snapshot", str(folder), "--format", form, "--color", "never", *options])
        return capsys.readouterr()

    new = shown("--no-cache")
    assert shown() == new
    assert shown() == new
    assert len(kept(folder)) == 1


def _append(path: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        with (folder / path).open("a") as file:
            file.write("\n")

    return change


def key(folder: Path, *codes: str, **settings: object) -> str | None:
    """The digest of everything that an audit of the folder rests on."""
    found = kept_audits.kept_audit(replace(Config("game", folder), **settings), (codes, ()), None)  # type: ignore[arg-type]
    return None if found is None else found.key


def _same_size_and_time(folder: Path) -> None:
    """Another vote in the same number of bytes, with the old time of change put back."""
    page = folder / "blog" / "archive" / "oilskins" / "index.html"
    before = page.stat()
    page.write_text(page.read_text(encoding="utf-8").replace("for.gif", "fo2.gif", 1), encoding="utf-8")
    os.utime(page, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert page.stat().st_size == before.st_size


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_append("blog/index.html"), id="the front page"),
        pytest.param(_append("blog/archive/oilskins/index.html"), id="an entry"),
        pytest.param(_same_size_and_time, id="an entry of the same size and time"),
        pytest.param(_append("wiki/Ruleset.wikitext"), id="the Ruleset"),
        pytest.param(_append("wiki/The_Long_Cut.wikitext"), id="the tracking page"),
        pytest.param(_append("snapshot.toml"), id="the description"),
        pytest.param(lambda folder: shutil.rmtree(folder / "blog" / "archive" / "oilskins"), id="an entry is gone"),
        pytest.param(lambda folder: (folder / "blog" / "archive" / "oilskins").rename(folder / "blog" / "archive" / "oil"), id="a name"),
        pytest.param(lambda folder: (folder / "wiki" / "Else.wikitext").write_text("words"), id="a new page"),
    ],
)
def test_whatever_changes_makes_it_another_audit(folder: Path, change: Callable[[Path], object]) -> None:
    before = key(folder)
    assert key(folder) == before is not None
    change(folder)
    assert key(folder) not in (before, None)


@pytest.mark.parametrize(
    "change", [_same_size_and_time, pytest.param(_append("wiki/Ruleset.wikitext"), marks=SLOW)], ids=["an entry", "the Ruleset"]
)
def test_what_changed_is_audited_again(folder: Path, runs: Mock, change: Callable[[Path], object]) -> None:
    audit(folder)
    change(folder)
    assert audit(folder) == audit(folder, "--no-cache")
    assert runs.call_count == 3


def test_other_settings_are_another_audit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = folder.parent / "profile.toml"
    profile.write_text("")
    now = datetime(2024, 5, 17, 18, 20, tzinfo=UTC)
    keys = [key(folder), key(folder, "BN1"), key(folder, emperor="Hobb"), key(folder, now=now), key(folder, site="other"),
            key(folder, profile=profile), key(folder, aliases={"a": "b"}),
            key(folder, reviews={"a": "b"}), key(folder, blog_url="x")]  # fmt: skip
    profile.write_text("[columns]")
    keys.append(key(folder, profile=profile))
    keys.append(getattr(kept_audits.kept_audit(Config("game", folder), ((), ("BN1",)), None), "key", None))
    keys.append(getattr(kept_audits.kept_audit(Config("game", folder), ((), ()), now), "key", None))
    monkeypatch.setattr(kept_audits, "program", lambda: "another")
    keys.append(key(folder))
    assert None not in keys
    assert len(set(keys)) == len(keys) == 13


@pytest.mark.parametrize(
    "settings",
    [{"cached": False}, {"snapshot": None}, {"store": Path("x")}, {"ruleset": Path("x")}, {"tracking": Path("x")}, {"profile": Path("x")}],
    ids=lambda settings: next(iter(settings)),
)
def test_what_is_never_kept(folder: Path, settings: dict[str, object]) -> None:
    assert kept_audits.kept_audit(replace(Config("game", folder), **settings), ((), ()), None) is None  # type: ignore[arg-type]


def test_a_store_hears_of_every_audit(folder: Path, runs: Mock) -> None:
    for _ in range(2):
        audit(folder, "--store", str(folder.parent / "store.sqlite3"))
    assert runs.call_count == 2
    assert kept(folder) == []


def _sealed(data: bytes) -> bytes:
    return seal_of(data) + b"\n" + data


def test_a_damaged_file_is_as_if_it_was_not_there(folder: Path, runs: Mock) -> None:
    first = audit(folder)
    (place,) = kept(folder)
    found = kept_audits.KeptAudit(place.stem.removeprefix("audit-"))
    whole = place.read_bytes()
    others = (whole.replace(b'"warning"', b'"other"'), whole.replace(b'"warning"', b'"error"'), _sealed(b"{}"), _sealed(b"[" * 100_000))
    for data in (b"", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"key": 1}', b"null", *others, _sealed(b"null")):
        place.write_bytes(data)
        assert found.find() is None
    assert audit(folder) == first
    assert runs.call_count == 2
    assert found.find() is not None  # written anew


def test_what_is_cut_off_anywhere_is_not_believed(folder: Path) -> None:
    audit(folder)
    (place,) = kept(folder)
    whole = place.read_bytes()
    found = kept_audits.KeptAudit(place.stem.removeprefix("audit-"))
    rng = random.Random(1)
    for _ in range(60):
        place.write_bytes(whole[: rng.randrange(len(whole))])
        assert found.find() is None
    place.write_bytes(whole)
    assert found.find() is not None


def test_another_audit_under_this_name_is_not_believed(folder: Path) -> None:
    audit(folder)
    (place,) = kept(folder)
    found = kept_audits.KeptAudit(place.stem.removeprefix("audit-"))
    place.write_bytes(_sealed(place.read_bytes().partition(b"\n")[2].replace(found.key.encode(), found.key[::-1].encode())))
    assert found.find() is None
    place.unlink()
    place.mkdir()
    assert found.find() is None


def test_nothing_is_kept_of_a_small_snapshot_or_what_is_being_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(page_reader, "MANY", 1000)
        assert key(folder) is None
    with monkeypatch.context() as patch:
        patch.setattr(kept_audits, "MAX_FILES", 10)
        assert key(folder) is None
    monkeypatch.setattr(kept_audits, "TICK", 10**18)
    assert key(folder) is None


@pytest.mark.parametrize("part", ["blog", "blog/archive", "wiki"])
def test_nothing_is_kept_where_a_link_leads_elsewhere(folder: Path, part: str) -> None:
    (folder / part).rename(folder.parent / "elsewhere")
    (folder / part).symlink_to(folder.parent / "elsewhere")
    assert key(folder) is None


def test_the_latest_few_are_kept_and_none_that_has_more_to_tell(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report, whole = AuditReport((), ()), making.view()
    for number in range(11):
        one = kept_audits.KeptAudit(f"{number:032}")
        one.keep(whole, report)
        os.utime(one.place, ns=(number, number))
    names = [f"audit-{number:032}" for number in range(3, 11)]
    assert [path.stem for path in kept(folder)] == names
    other = kept_audits.KeptAudit("x")
    assert whole.rules is not None
    for view in (
        replace(whole, roster=None),
        replace(whole, rules=None),
        replace(whole, rules=replace(whole.rules, reviewed=(Mock(),))),
        replace(whole, profile=replace(whole.profile, columns={"a": "b"})),
    ):
        other.keep(view, report)
    monkeypatch.setattr(sealed, "LARGEST", 10)
    other.keep(whole, report)
    other.keep(whole, AuditReport((), (NotEvaluated("\ud800", ""),)))
    assert [path.stem for path in kept(folder)] == names


def test_a_cache_folder_that_cannot_be_written_to_is_done_without(folder: Path, runs: Mock) -> None:
    (folder.parent / "cache").write_text("")
    assert audit(folder) == audit(folder)
    assert runs.call_count == 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_the_report_is_that_of_an_audit_without_the_cache(folder: Path, runs: Mock, seed: int) -> None:
    """A history of random changes, some of them none, some taken back: the checks run again for those that were not seen before."""
    rng = random.Random(seed)
    pages = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".json"]
    undo: list[tuple[Path, str]] = []
    for _ in range(12):
        action = rng.choice(["nothing", "change", "change", "undo", "time"])
        options = ["--now", f"2024-05-17T18:{rng.randrange(10, 30)}:00Z"] if action == "time" else []
        if action == "change":
            page = rng.choice(pages)
            text = page.read_text(encoding="utf-8")
            undo.append((page, text))
            old, new = rng.choice([("for.gif", "against.gif"), ("Hobb", "Nobody"), ("two", "three"), ("48", "24"), ("May", "Apr")])
            page.write_text(text.replace(old, new, 1), encoding="utf-8")
        elif action == "undo" and undo:
            page, text = undo.pop()
            page.write_text(text, encoding="utf-8")
        with_cache = audit(folder, *options)
        before = runs.call_count
        assert audit(folder, *options) == with_cache
        again = runs.call_count - before
        assert again == (0 if with_cache[0] != 3 else again)
        assert audit(folder, *options, "--no-cache") == with_cache


def test_after_a_change_the_report_is_that_of_all_matters_and_few_are_judged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from validators.checks import facts

    judging = Mock(wraps=resolution)
    monkeypatch.setattr(facts, "resolution", judging)
    monkeypatch.setattr(kept_matters, "_KEPT", 1)
    audit(folder)
    every = judging.call_count
    (folder / "wiki" / "Else.wikitext").write_text("words")
    judging.reset_mock()
    without = audit(folder, "--no-cache")
    assert judging.call_count == every > 2
    judging.reset_mock()
    assert audit(folder) == without
    fewer = judging.call_count
    assert fewer < every
    (matters,) = (folder.parent / "cache").rglob("matters-*")
    whole = matters.read_bytes()
    audit(folder, "--select", "BN5")
    assert matters.read_bytes() == whole
    audit(folder, "--emperor", "Hobb")
    assert len([*(folder.parent / "cache").rglob("matters-*")]) == 1
