"""``blognomic enact``, on the sample game."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import DEMO

TALK = "The Towpath is narrow, and whoever meets there has time to talk."


def enact(arguments: str, matter: str, run: Run, *, code: int) -> tuple[str, str]:
    return run("enact", matter, *arguments.split(), code=code)[1:]


def report(matter: str, run: Run, *, code: int, arguments: str = "--site demo") -> dict[str, Any]:
    made: dict[str, Any] = json.loads(
        enact(f"{arguments} --format json", matter, run, code=code)[0]
    )
    return made


def test_a_matter_that_may_be_enacted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    out, err = enact("--site demo --admin brisket.ford", "Passing Places", run, code=1)
    lines = out.splitlines()
    assert err == ""
    for line in (
        "CAN BE ENACTED NOW",
        "    --- Ruleset (revision 4102)",
        "    +== Passing Places ==",
        (
            "    +Two Bargees with the same '''Mooring''' may exchange one Good, once a day, if"
            " both say so."
        ),
        (
            "  · Set the post's status to Enacted, with the note: Reached Quorum, 6-1. Enacted by"
            " Brisket.Ford."
        ),
        f"  ? {TALK}",
        (
            "2 of 2 instructions applied, 1 left to people. Preview: nothing saved; --apply needs a"
            " decision on 1 sentence first"
        ),
    ):
        assert line in lines, out


def test_the_whole_page_is_in_the_json(run: Run) -> None:
    found = report("Passing Places", run, code=1)
    ruleset = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
    (page,) = found["pages"]
    assert page["base_revid"] == 4102
    assert set(page["text"].splitlines()) - set(ruleset.splitlines()) == {
        "== Passing Places ==",
        (
            "Two Bargees with the same '''Mooring''' may exchange one Good, once a day, if both"
            " say so."
        ),
        (
            "As a Daily Action called Casting Off, a Bargee may spend 1 Coal and set their Mooring"
            " to another of these values, which they name."
        ),
    }
    assert (found["left"], found["verdict"]["certified"], found["note"]) == (
        [TALK],
        True,
        "Reached Quorum, 6-1. Enacted by ADMIN.",
    )
    assert [(each["kind"], each["rule"], each["applied"]) for each in found["instructions"]] == [
        ("add-rule", "Passing Places", True),
        ("replace-text", "Moorings", True),
    ]


def test_matters_that_cannot_be_enacted_yet_are_shown_without_a_note(run: Run) -> None:
    found = report("Quiet Hours", run, code=0)
    assert (found["verdict"]["enactable"], found["note"], len(found["pages"])) == (False, None, 1)
    assert "To do on the blog" not in enact("--site demo", "Quiet Hours", run, code=0)[0]


def test_manual_parts_keep_the_words_of_the_matter(run: Run) -> None:
    found = report("Night Fares", run, code=1)
    assert (found["instructions"][0]["applied"], found["instructions"][0]["rule"]) == (
        True,
        "Cargo",
    )
    assert len(found["left"]) == 1
    assert found["left"][0].startswith("Then the Lock Warden chooses a new colour")
    out, _ = enact("--site demo", "Night Fares", run, code=1)
    assert "1 left to people" in out
    assert "Unread sentences (decide what they request):" in out.splitlines()


def test_a_matter_that_was_enacted_changes_nothing_more(run: Run) -> None:
    found = report("Fog Bells", run, code=1)
    assert (found["matter"]["status"], found["pages"], found["note"]) == ("enacted", [], None)
    assert len(found["left"]) == 4


def test_a_matter_without_instructions(run: Run) -> None:
    out, _ = enact("--site demo", "Oilskins", run, code=1)
    assert "It has no sentence with a known form of instruction." in out
    left = report("Oilskins", run, code=1)["left"]
    assert left == [
        "A Bargee with an Ensign does not get wet.",
        "(This has no effect, and I like it that way.)",
    ]
    assert out.endswith("No page changes.\n")


def test_a_matter_with_missing_votes_has_no_verdict(tmp_path: Path, run: Run) -> None:
    shutil.copytree(DEMO, tmp_path / "saved")
    shutil.rmtree(tmp_path / "saved" / "blog" / "archive" / "passing_places")
    found = report("Passing Places", run, code=3, arguments=f"--snapshot {tmp_path / 'saved'}")
    assert (found["verdict"]["enactable"], found["note"]) == (None, None)


NEW_PLAN = ("enact", "Passing Places", "--site", "demo", "--admin", "Pemberly", "--plan")


@pytest.fixture
def plan(tmp_path: Path, run: Run) -> Path:
    """A new plan of the matter."""
    file = tmp_path / "plan.toml"
    run(*NEW_PLAN, str(file), code=1)
    return file


def changed(plan: Path, old: str, new: str) -> str:
    """The arguments, with a change in the plan's file."""
    text = plan.read_text(encoding="utf-8")
    assert old in text
    before, _, behind = text.rpartition(old)
    plan.write_text(before + new + behind, encoding="utf-8")
    return f"--site demo --plan {plan}"


def test_a_new_plan_is_written(tmp_path: Path, run: Run) -> None:
    plan = tmp_path / "plan.toml"
    _, out, err = run(*NEW_PLAN, str(plan), code=1)
    assert "wrote the plan" in err
    assert "1 sentence to decide on" in err
    assert "needs a decision on 1 sentence" in " ".join(out.split())
    tables = tomllib.loads(plan.read_text(encoding="utf-8"))
    assert (tables["by"], tables["pages"]["Ruleset"]) == ("Pemberly", 4102)
    assert [step["kind"] for step in tables["step"]] == ["add-rule", "replace-text"]
    assert tables["open"] == [{"text": TALK, "decision": ""}]


def test_a_plan_that_calls_it_a_comment(plan: Path, run: Run) -> None:
    arguments = changed(plan, 'decision = ""', 'decision = "comment"')
    found = report("Passing Places", run, code=0, arguments=arguments)
    assert (found["left"], found["unclear"], found["remarks"]) == ([], [], [TALK])
    out, _ = enact(arguments, "Passing Places", run, code=0)
    assert "Comments of the plan" in out.splitlines()
    assert "2 of 2 instructions applied, 0 left to people." in out


def test_a_plan_with_a_manual_change_and_a_dropped_step(plan: Path, run: Run) -> None:
    text = plan.read_text(encoding="utf-8")
    first, second = (
        text.index(f'[[step]]\nkind = "{kind}"') for kind in ("add-rule", "replace-text")
    )
    plan.write_text(
        text[:first] + text[second:].replace('decision = ""', 'decision = "by hand: I talk"'),
        encoding="utf-8",
    )
    found = report("Passing Places", run, code=1, arguments=f"--site demo --plan {plan}")
    assert found["left"] == [TALK]
    assert [(each["kind"], each["applied"], each["why"]) for each in found["instructions"]] == [
        ("replace-text", True, None),
        ("add-rule", False, "the plan leaves it out"),
    ]
    out, _ = enact(f"--site demo --plan {plan}", "Passing Places", run, code=1)
    assert "Manual steps of the plan" in out.splitlines()


def test_a_plan_with_a_step_of_a_person(plan: Path, run: Run) -> None:
    step = (
        '[[step]]\nkind = "add-text"\nfrom = "person"\nquote = "The Towpath is narrow"\nrule ='
        ' "Moorings"\nnew = "It is narrow."\n'
    )
    arguments = changed(plan, "[[open]]", step + 'where = { relation = "end" }\n\n[[open]]')
    found = report("Passing Places", run, code=0, arguments=arguments)
    assert [each["applied"] for each in found["instructions"]] == [True, True, True]
    assert "It is narrow." in found["pages"][0]["text"]
    assert "(by the plan)" in enact(arguments, "Passing Places", run, code=0)[0]


def test_pages_edited_since_are_reported(plan: Path, run: Run) -> None:
    arguments = changed(plan, "Ruleset = 4102", "Ruleset = 4099")
    assert (
        "“Ruleset” was edited since the plan was made (now revision 4102)"
        in enact(arguments, "Passing Places", run, code=1)[1]
    )


@cases("wrong_plans")
def test_a_wrong_plan_names_the_key(old: str, new: str, message: str, plan: Path, run: Run) -> None:
    old = f'rule = "{old}"' if old == "Passing Places" else old
    arguments = changed(plan, old, new if "Traces" not in new else f'rule = "{new}"')
    err = enact(arguments, "Passing Places", run, code=2)[1]
    assert message in err
    assert "plan.toml" in err


def test_two_matters_of_one_title(tmp_path: Path, run: Run) -> None:
    shutil.copytree(DEMO, tmp_path / "saved")
    for page in (tmp_path / "saved" / "blog").rglob("index.html"):
        page.write_text(
            page.read_text(encoding="utf-8").replace(
                "Proposal: Quiet Hours", "Proposal: Night Fares"
            ),
            encoding="utf-8",
        )
    _, err = enact(f"--snapshot {tmp_path / 'saved'}", "Night Fares", run, code=2)
    assert (
        "2 matters have that title: https://blognomic.com/archive/quiet_hours,"
        " https://blognomic.com/archive/night_fares" in err
    )
