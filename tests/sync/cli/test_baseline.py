"""Only what is new: baselines through their life, what a store has recorded, and findings that
nobody can settle any more.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import cases
from tests.support.command import Run
from tests.support.live_game import DEMO, TRACKING

LEGAL = (
    TRACKING.replace("|| -3 ||", "|| 3 ||")
    .replace("Pemberly ||Harbour", "Pemberly || Wharf")
    .replace("\n| Hob\n", "\n| Hobb\n")
)
"""The tracking page of the sample game without a wrong value."""


def illegal(*names: str) -> str:
    """The page on which these players tow somebody who is no player, which only they can put
    right."""
    page = LEGAL
    for name in names:
        page = re.sub(
            rf"(\| {re.escape(name)} \|\|[^|]*\|\|)[^|]*\|\|", r"\1 Nobody known ||", page
        )
    return page


Audit = Callable[..., tuple[int, Any, str]]
FAIL = ("--fail-on", "warning")


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Audit:
    """Audits the Tows of a copy of the sample game: exit code, report, and what is said on standard
    error.
    """
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "saved")
    shutil.copy(DEMO / "reviewed.toml", tmp_path)
    (tmp_path / "blognomic.toml").touch()

    def audited(page: str, *arguments: str) -> tuple[int, Any, str]:
        (tmp_path / "saved" / "wiki" / "The_Long_Cut.wikitext").write_text(page, encoding="utf-8")
        where = ("--snapshot", "saved", "--select", "BN404,BN507", "--ignore", "BN507")
        code, out, err = run("audit", *where, *FAIL, "--format", "json", *arguments, code=None)
        return code, json.loads(out) if out else None, err

    return audited


def subjects(report: Any) -> list[str]:
    return [finding["subject"]["id"] for finding in report["findings"]]


def entries(path: str = "known.toml") -> dict[str, dict[str, Any]]:
    return {
        each["subject"]: each
        for each in tomllib.loads(Path(path).read_text(encoding="utf-8"))["known"]
    }


def test_a_baseline_through_its_life(audit: Audit) -> None:
    ours = ("--baseline", "known.toml")
    code, report, said = audit(illegal("Hobb", "Marrow77"), "--write-baseline", "known.toml")
    assert (code, subjects(report), report["baseline"]) == (0, ["Hobb: Tow", "Marrow77: Tow"], None)
    assert said.startswith(
        "blognomic: wrote known.toml: 2 known findings (2 added, 0 removed, 0 listed as open"
    )
    file = Path("known.toml")
    file.write_text(
        "# Ours.\n"
        + file.read_text().replace('reason = ""', 'reason = "He knows."  # until May', 1)
    )
    marks = {name: each["fingerprint"] for name, each in entries().items()}

    code, report, _ = audit(illegal("Hobb", "Marrow77"), *ours)
    assert (code, subjects(report), report["counts"]["warning"]) == (0, [], 0)
    assert report["baseline"] == {"held_back": 2, "stale": [], "expired": []}

    code, report, _ = audit(illegal("Hobb", "Marrow77", "Pemberly"), *ours)
    assert (code, subjects(report), report["baseline"]["held_back"]) == (1, ["Pemberly: Tow"], 2)

    code, report, _ = audit(illegal("Hobb"), *ours)
    assert (code, report["baseline"]) == (
        0,
        {"held_back": 1, "stale": [marks["Marrow77: Tow"]], "expired": []},
    )

    code, report, said = audit(illegal("Hobb", "Pemberly"), *ours, "--write-baseline", "known.toml")
    assert (code, report["baseline"]["held_back"], subjects(report)) == (0, 1, ["Pemberly: Tow"])
    assert said.startswith(
        "blognomic: wrote known.toml: 2 known findings (1 added, 1 removed, 0 listed as open"
    )
    assert {name: each["reason"] for name, each in entries().items()} == {
        "Hobb: Tow": "He knows.",
        "Pemberly: Tow": "",
    }
    assert "# Ours." in file.read_text()
    assert "# until May" in file.read_text()

    file.write_text(
        file.read_text().replace('code = "BN404"', 'code = "BN404"\nexpires = 2024-05-16', 1)
    )
    code, report, _ = audit(illegal("Hobb", "Pemberly"), *ours)
    assert (code, subjects(report)) == (1, ["Hobb: Tow"])
    assert report["baseline"] == {"held_back": 1, "stale": [], "expired": [marks["Hobb: Tow"]]}
    assert audit(illegal("Hobb", "Pemberly"), "--write-baseline", "known.toml")[0] == 0
    assert (entries()["Hobb: Tow"]["reason"], "expires" in entries()["Hobb: Tow"]) == (
        "He knows.",
        False,
    )
    assert audit(illegal("Hobb", "Pemberly"), *ours)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expires", "code"), [("2024-05-16", 1), ("2024-05-17", 0), ("2024-05-18", 0)]
)
def test_an_entry_holds_on_its_last_day(audit: Audit, expires: str, code: int) -> None:
    history = Path("saved/wiki/The_Long_Cut.history.jsonl")
    revisions = map(json.loads, history.read_text(encoding="utf-8").splitlines())
    lines = [json.dumps(revision | {"text": illegal("Hobb")}) for revision in revisions]
    history.write_text("\n".join([*lines, ""]), encoding="utf-8")
    audit(illegal("Hobb"), "--write-baseline", "known.toml")
    with Path("known.toml").open("a") as file:
        file.write(f"expires = {expires}\n")
    for now in ("2024-05-17T00:00:00Z", "2024-05-17T23:59:59Z"):
        assert audit(illegal("Hobb"), "--baseline", "known.toml", "--now", now)[0] == code


def test_an_entry_is_not_stale_where_nobody_looked(audit: Audit) -> None:
    known = "".join(
        f'[[known]]\nfingerprint = "{number:016x}"\ncode = "{code}"\n'
        for number, code in enumerate(("BN404", "BN104", "BN507", ""))
    )
    Path("known.toml").write_text(known)
    _, report, _ = audit(LEGAL, "--baseline", "known.toml")
    assert report["baseline"]["stale"] == ["0" * 16]
    assert audit(LEGAL, "--baseline", "known.toml", "--write-baseline", "left.toml")[0] == 0
    assert [each["code"] for each in tomllib.loads(Path("left.toml").read_text())["known"]] == [
        "BN104",
        "BN507",
        "",
    ]


def test_missing_data_keeps_every_entry_and_gives_no_verdict(audit: Audit, tmp_path: Path) -> None:
    audit(illegal("Hobb"), "--write-baseline", "known.toml")
    (tmp_path / "saved" / "wiki" / "Ruleset.wikitext").unlink()
    code, report, _ = audit(LEGAL, "--baseline", "known.toml", "--write-baseline", "known.toml")
    assert (code, report["baseline"]["stale"], list(entries())) == (3, [], ["Hobb: Tow"])


@cases("unreadable")
def test_a_baseline_that_cannot_be_read_is_wrong_usage(
    text: str, message: str, audit: Audit
) -> None:
    Path("known.toml").write_text(text, encoding="latin-1")
    for option in ("--baseline", "--write-baseline"):
        code, report, said = audit(LEGAL, option, "known.toml")
        assert (code, report, message in said) == (2, None, True)


def test_an_inline_list_is_read_and_written_anew(audit: Audit) -> None:
    audit(illegal("Hobb"), "--write-baseline", "known.toml")
    mark = entries()["Hobb: Tow"]["fingerprint"]
    Path("known.toml").write_text(
        f'known = [{{fingerprint = "{mark}", code = "BN404", subject = "Hobb: Tow", reason = "He'
        ' knows.", expires = 2030-01-01}]'
    )
    assert audit(illegal("Hobb", "Pemberly"), "--write-baseline", "known.toml")[0] == 0
    assert (entries()["Hobb: Tow"]["reason"], entries()["Hobb: Tow"]["expires"]) == (
        "He knows.",
        date(2030, 1, 1),
    )
    assert set(entries()) == {"Hobb: Tow", "Pemberly: Tow"}


def test_held_back_findings_are_reported(audit: Audit, run: Run) -> None:
    audit(illegal("Hobb", "Marrow77"), "--write-baseline", "known.toml")
    file = Path("known.toml")
    file.write_text(file.read_text().replace('reason = ""', 'reason = ""\nexpires = 2024-01-01', 1))
    (Path("saved") / "wiki" / "The_Long_Cut.wikitext").write_text(illegal("Hobb"), encoding="utf-8")
    out = run(
        "audit",
        "--snapshot",
        "saved",
        "--select",
        "BN404",
        *FAIL,
        "--baseline",
        "known.toml",
        code=1,
    ).words
    assert "0 known findings held back by the baseline." in out
    said = "Tow should be a player's name, and “Nobody known” is not on the roster"
    assert (
        f"Stale in the baseline (no such finding any more): BN404 Marrow77: Tow: Marrow77's {said}"
        in out
    )
    assert f"Expired in the baseline: BN404 Hobb: Tow: Hobb's {said}" in out


def test_an_entry_of_a_fingerprint_alone_is_named_by_it(tmp_path: Path, run: Run) -> None:
    (tmp_path / "known.toml").write_text(
        f'[[known]]\nfingerprint = "{"0" * 16}"\nexpires = 2024-01-01\n'
    )
    ran = run("audit", "--site", "demo", "--baseline", str(tmp_path / "known.toml"), code=1)
    assert f"Expired in the baseline: {'0' * 16}." in ran.out


def test_actionable_findings_are_not_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """What can be resolved, idled or corrected comes again, unless a person adds it; writing a
    baseline prints one line.
    """
    monkeypatch.chdir(tmp_path)
    _, out, err = run("audit", "--site", "demo", "--write-baseline", "known.toml")
    assert (out, err) == (
        "",
        (
            "blognomic: wrote known.toml: 24 known findings (24 added, 0 removed, 13 listed as"
            " open); the audit still fails for 4 errors of these: settle them,"
            " or accept them too with --accept-all\n"
        ),
    )
    tables = tomllib.loads(Path("known.toml").read_text(encoding="utf-8"))
    known, left = tables["known"], tables["open"]
    assert len(left) == 13
    assert {
        "BN101",
        "BN108",
        "BN301",
        "BN401",
        "BN402",
        "BN404",
        "BN505",
        "BN602",
        "BN603",
    }.isdisjoint(each["code"] for each in known)
    assert all(each["message"] for each in known)
    mine = next(
        each
        for each in run("audit", "--site", "demo", "--format", "json", code=None).json["findings"]
        if each["code"] == "BN401"
    )
    with Path("known.toml").open("a") as file:
        file.write(
            f'[[known]]\nfingerprint = "{mine["fingerprint"]}"\ncode = "BN401"\nreason = "Ours."\n'
        )
    run("audit", "--site", "demo", "--baseline", "known.toml", "--write-baseline", "known.toml")
    assert "Ours." in Path("known.toml").read_text(encoding="utf-8")
    assert "To do now" in run("audit", "--site", "demo", "--baseline", "known.toml", code=1).out


def test_everything_is_accepted_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    run("audit", "--site", "demo", "--write-baseline", "known.toml")
    writing = ("--write-baseline", "known.toml", "--accept-all")
    said = run("audit", "--site", "demo", *writing).err
    assert said.startswith("blognomic: wrote known.toml: 37 known findings (13 added, 0 removed,")
    assert "still fails" not in said
    assert "[[open]]" not in Path("known.toml").read_text(encoding="utf-8").partition("\n\n")[2]
    run("audit", "--site", "demo", "--baseline", "known.toml", "--fail-on", "info")
    ran = run("audit", "--site", "demo", "--accept-all", code=2)
    assert "--accept-all does nothing without --write-baseline FILE" in ran.err


def test_a_table_can_be_added_to_a_list_that_was_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    writing = ("audit", "--site", "demo", "--write-baseline", "known.toml", "--accept-all")
    run(*writing)
    document = Path("known.toml").read_text(encoding="utf-8")
    assert document.startswith("#")
    added = f'[[open]]\nfingerprint = "{"0" * 16}"\ncode = "BN404"\n'
    Path("known.toml").write_text(f"{document}\n{added}", encoding="utf-8")
    run(*writing, "--select", "BN1")
    assert tomllib.loads(Path("known.toml").read_text())["open"][0]["code"] == "BN404"


def test_findings_awaiting_a_review_are_not_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """A baseline from before the review must not hide what the review shows to be an error."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "saved")
    Path("blognomic.toml").write_text('snapshot = "saved"\n')
    reviewed = (DEMO / "reviewed.toml").read_text(encoding="utf-8")
    head, *rules = re.split(r"(?m)^(?=\[\[rule\]\])", reviewed)
    Path("reviewed.toml").write_text(head + "".join(rules[:3]), encoding="utf-8")

    def found(*arguments: str) -> dict[str, str]:
        report = run("audit", "--format", "json", *arguments, code=None).json
        return {each["fingerprint"]: each["confidence"] for each in report["findings"]}

    low = {mark for mark, confidence in found().items() if confidence == "low"}
    said = run("audit", "--write-baseline", "known.toml").err
    assert "left out until the rules are reviewed" in said
    Path("reviewed.toml").write_text(reviewed, encoding="utf-8")
    certain = {mark for mark, confidence in found().items() if mark in low and confidence != "low"}
    assert certain
    assert certain <= found("--baseline", "known.toml").keys()
    assert "until the rules" not in run("audit", "--write-baseline", "sure.toml").err


def test_open_entries_of_a_baseline_are_not_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    run("audit", "--site", "demo", "--write-baseline", "known.toml")
    audit = ("audit", "--site", "demo", "--baseline", "known.toml")
    assert " new" not in run(*audit, code=1).out
    file = Path("known.toml")
    left_out = [
        table
        for table in file.read_text(encoding="utf-8").split("\n\n")
        if "BN106" not in table and "Fair Play" not in table
    ]
    file.write_text("\n\n".join(left_out), encoding="utf-8")
    out = run(*audit, code=1).out
    assert re.findall(r"(BN\d+) new:", out) == ["BN106", "BN603"]
    headings = ("New errors (1)", "New warnings (1)", "To do now (7)")
    assert sorted(headings, key=out.index) == list(headings)


def test_an_open_entry_stays_until_its_check_no_longer_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """With what people wrote into it; also when it is accepted."""
    monkeypatch.chdir(tmp_path)
    file = Path("known.toml")
    write = ("audit", "--site", "demo", "--write-baseline", "known.toml")

    def listed(name: str) -> dict[str, dict[str, Any]]:
        tables = tomllib.loads(file.read_text(encoding="utf-8")).get(name, [])
        return {each["fingerprint"]: each for each in tables}

    run(*write)
    before, known = listed("open"), listed("known")
    text = file.read_text(encoding="utf-8")
    accepted, _, left = text.partition("[[open]]\n")
    left = left.replace('reason = ""', 'reason = "Ours."  # Ana does it')
    settled = f'[[open]]\nfingerprint = "{"0" * 16}"\ncode = "BN401"\n'
    file.write_text(f"{accepted}[[open]]\n{left}{settled}", encoding="utf-8")
    run(*write, "--select", "BN1")
    assert set(listed("open")) == {*before, "0" * 16}
    run(*write, "--since", "2024-05-17T00:00:00Z")
    assert set(listed("open")) == {*before, "0" * 16}
    run(*write)
    assert (set(listed("open")), set(listed("known"))) == (set(before), set(known))
    assert {each["reason"] for each in listed("open").values()} == {"Ours."}
    assert file.read_text(encoding="utf-8").count("# Ana does it") == len(before)
    run("audit", "--site", "demo", "--baseline", "known.toml", "--write-baseline", "other.toml")
    assert tomllib.loads(Path("other.toml").read_text(encoding="utf-8"))["open"] == [
        *listed("open").values()
    ]
    run(*write, "--accept-all")
    assert (listed("open"), set(listed("known"))) == ({}, {*before, *known})
    assert {listed("known")[mark]["reason"] for mark in before} == {"Ours."}


def test_without_a_verdict_open_entries_stay(audit: Audit, tmp_path: Path) -> None:
    Path("known.toml").write_text(f'[[open]]\nfingerprint = "{"0" * 16}"\ncode = "BN404"\n')
    (tmp_path / "saved" / "wiki" / "Ruleset.wikitext").unlink()
    assert audit(LEGAL, "--write-baseline", "known.toml")[0] == 3
    assert tomllib.loads(Path("known.toml").read_text())["open"][0]["code"] == "BN404"


def test_recorded_findings_do_not_fail_the_next_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    audit = ("audit", "--site", "demo", "--store", "kept.sqlite3", "--fail-on-new")
    said = run(*audit, "--write-baseline", "known.toml").err
    assert said.endswith("13 listed as open)\n")
    run(*audit, "--baseline", "known.toml")


def test_a_baseline_goes_to_no_folder(tmp_path: Path, run: Run) -> None:
    ran = run("audit", "--site", "demo", "--write-baseline", str(tmp_path), code=2)
    assert "choose a new file, or an earlier baseline" in ran.err
    assert "--write-baseline FILE" not in ran.err


def test_a_finding_that_has_become_graver_is_new(audit: Audit, tmp_path: Path) -> None:
    import sqlite3

    kept = ("--store", "kept.sqlite3", "--fail-on-new")
    assert [audit(illegal("Hobb"), *options)[0] for options in (kept[:2], kept)] == [1, 0]
    with closing(sqlite3.connect(tmp_path / "kept.sqlite3")) as database, database:
        database.execute("UPDATE findings SET severity = 'info'")
    code, report, _ = audit(illegal("Hobb"), *kept)
    assert (code, len(report["new"])) == (1, 1)
    assert audit(illegal("Hobb"), *kept)[1]["new"] == []


def test_an_audit_of_what_is_new_counts_findings_and_says_that_none_is_new(
    audit: Audit, run: Run
) -> None:
    store = ("--store", "kept.sqlite3", "--fail-on-new")
    audit(illegal("Hobb", "Marrow77"), *store[:2])
    _, report, said = audit(illegal("Hobb", "Marrow77"), *store)
    assert (len(report["findings"]), report["new"]) == (2, [])
    assert "exit 0 (no new findings)" in said
    _, report, said = audit(illegal("Hobb", "Marrow77", "Pemberly"), *store, "--fail-on", "error")
    assert len(report["new"]) == 1
    assert "exit 0 (nothing new that counts for --fail-on)" in said
    every = ("--snapshot", "saved", "--store", "every.sqlite3", "--fail-on-new")
    new = run("audit", *every, "--format", "json", code=1).json["new"]
    Path("every.sqlite3").unlink()
    assert f"{len(new)} findings new since" in run("audit", *every, code=1).words


@cases("no_store")
def test_only_a_store_knows_new_findings(arguments: list[str], message: str, audit: Audit) -> None:
    Path("blognomic.toml").touch()
    code, _, said = audit(LEGAL, *arguments)
    assert code == 2
    assert message in said


def test_an_audit_that_cannot_be_made_leaves_no_store(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert (
        "has no snapshot.toml"
        in run(
            "audit", "--snapshot", str(tmp_path / "empty"), "--store", str(tmp_path / "s"), code=2
        ).err
    )
    assert not (tmp_path / "s").exists()


def test_the_file_can_select_new_findings(audit: Audit) -> None:
    Path("blognomic.toml").write_text('[audit]\nfail_on_new = true\nbaseline = "known.toml"\n')
    assert "--fail-on-new needs a store" in audit(LEGAL)[2]
    assert (
        "known.toml; `blognomic audit --write-baseline FILE` writes one"
        in audit(LEGAL, "--no-fail-on-new")[2]
    )


ICE = "2024-05-05T11:20:20Z"
"""30 days after “Ice on the Water” was resolved."""


@cases("too_old")
def test_past_findings_do_not_fail_an_audit(
    now: str, option: list[str], code: int, run: Run
) -> None:
    told = (
        "1 finding can no longer be settled"
        in run("audit", "--site", "demo", "--select", "BN104", "--now", now, *option, code=code).out
    )
    assert told == (now != ICE)


def test_findings_that_can_still_be_settled_are_never_past(run: Run) -> None:
    """A pending matter, a page, and a text that is missing from the Ruleset, two months later."""
    arguments = [
        "audit",
        "--site",
        "demo",
        "--select",
        "BN205,BN401,BN602,BN203",
        "--format",
        "json",
    ]
    past = {
        finding["code"]: finding["past"]
        for finding in run(*arguments, "--now", "2024-07-17T00:00:00Z", code=1).json["findings"]
    }
    assert past == {"BN203": True, "BN401": False, "BN602": False} | (
        {"BN205": False} if "BN205" in past else {}
    )
