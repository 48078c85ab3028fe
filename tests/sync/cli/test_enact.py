"""``blognomic enact``, on the sample game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from sync.cli import main
from tests.support.paths import DEMO


def enact(arguments: str, matter: str, capsys: pytest.CaptureFixture[str], *, code: int) -> tuple[str, str]:
    assert main(["enact", matter, *arguments.split()]) == code
    out, err = capsys.readouterr()
    return out, err


def report(matter: str, capsys: pytest.CaptureFixture[str], *, code: int, arguments: str = "--site demo") -> dict[str, Any]:
    made: dict[str, Any] = json.loads(enact(f"{arguments} --format json", matter, capsys, code=code)[0])
    return made


def test_a_matter_that_may_be_enacted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    out, err = enact("--site demo --admin brisket.ford", "Passing Places", capsys, code=0)
    lines = out.splitlines()
    assert err == ""
    for line in (
        "MAY BE ENACTED NOW",
        "    --- Ruleset (revision 4102)",
        "    +== Passing Places ==",
        "    +Two Bargees with the same '''Mooring''' may exchange one Good, once a day, if both say so.",
        "  · Set the post's status to Enacted, with the note: Reached Quorum, 6-1. Enacted by Brisket.Ford.",
        "  · The Towpath is narrow, and whoever meets there has time to talk.",
        "2 of 2 instructions carried out. Nothing was saved; --apply saves the pages.",
    ):
        assert line in lines, out


def test_the_whole_page_is_in_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = report("Passing Places", capsys, code=0)
    ruleset = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
    (page,) = found["pages"]
    assert page["base_revid"] == 4102
    assert set(page["text"].splitlines()) - set(ruleset.splitlines()) == {
        "== Passing Places ==",
        "Two Bargees with the same '''Mooring''' may exchange one Good, once a day, if both say so.",
        "As a Daily Action called Casting Off, a Bargee may spend 1 Coal and set their Mooring to another of these values,"
        " which they name.",
    }
    assert (found["left"], found["verdict"]["certified"], found["note"]) == ([], True, "Reached Quorum, 6-1. Enacted by ADMIN.")
    assert [(each["kind"], each["rule"], each["applied"]) for each in found["instructions"]] == [
        ("add-rule", "Passing Places", True),
        ("replace-text", "Moorings", True),
    ]


def test_what_may_not_be_enacted_yet_is_shown_without_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    found = report("Quiet Hours", capsys, code=0)
    assert (found["verdict"]["enactable"], found["note"], len(found["pages"])) == (False, None, 1)
    assert "On the blog, by hand" not in enact("--site demo", "Quiet Hours", capsys, code=0)[0]


def test_what_takes_a_person_is_left_in_the_words_of_the_matter(capsys: pytest.CaptureFixture[str]) -> None:
    found = report("Night Fares", capsys, code=1)
    assert (found["instructions"][0]["applied"], found["instructions"][0]["rule"]) == (True, "Cargo")
    assert len(found["left"]) == 1
    assert found["left"][0].startswith("Then the Lock Warden chooses a new colour")
    out, _ = enact("--site demo", "Night Fares", capsys, code=1)
    assert "1 left to people" in out
    assert "Left to people" in out.splitlines()


def test_a_matter_that_was_enacted_changes_nothing_more(capsys: pytest.CaptureFixture[str]) -> None:
    found = report("Fog Bells", capsys, code=1)
    assert (found["matter"]["status"], found["pages"], found["note"]) == ("enacted", [], None)
    assert found["instructions"][0]["why"] is not None


def test_a_matter_without_instructions(capsys: pytest.CaptureFixture[str]) -> None:
    """A Proposal is to change something, so its text is for a person to read."""
    out, _ = enact("--site demo", "Oilskins", capsys, code=1)
    assert "No instruction was read in its text." in out
    (left,) = report("Oilskins", capsys, code=1)["left"]
    assert left == "A Bargee with an Ensign does not get wet. (This has no effect, and I like it that way.)"
    assert out.endswith("No page changes.\n")


def test_a_matter_whose_votes_were_not_seen_has_no_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(DEMO, tmp_path / "saved")
    shutil.rmtree(tmp_path / "saved" / "blog" / "archive" / "passing_places")
    found = report("Passing Places", capsys, code=3, arguments=f"--snapshot {tmp_path / 'saved'}")
    assert (found["verdict"]["enactable"], found["note"]) == (None, None)


@pytest.mark.parametrize(
    ("arguments", "matter", "says"),
    [
        pytest.param("--site demo", "Nothing Such", "no votable matter fits", id="an unknown matter"),
        pytest.param("--site demo --admin Hobb", "Passing Places", "--admin 'Hobb' is no admin on the roster; the admins", id="no admin"),
        pytest.param("--site demo --admin Pemberl", "Passing Places", "did you mean 'Pemberly'?", id="a slip in the name"),
        pytest.param("--site demo --yes", "Passing Places", "--yes confirms what --apply saves", id="a confirmation of nothing"),
        pytest.param("--site demo --apply", "Passing Places", "--apply writes to the live game", id="a saved game"),
    ],
)
def test_wrong_usage(arguments: str, matter: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in enact(arguments, matter, capsys, code=2)[1]


@pytest.fixture
def unclear(tmp_path: Path) -> str:
    """The sample game with a matter that has two sentences which are not understood; its arguments."""
    shutil.copytree(DEMO, tmp_path / "saved")
    known = "The Towpath is narrow, and whoever meets there has time to talk."
    for page in (tmp_path / "saved" / "blog").rglob("index.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace(known, "Boats first, then barges. Boats also float."), encoding="utf-8")
    return f"--snapshot {tmp_path / 'saved'}"


def test_a_sentence_that_is_not_understood_is_called_commentary(unclear: str, capsys: pytest.CaptureFixture[str]) -> None:
    held = report("Passing Places", capsys, code=1, arguments=unclear)
    assert held["unclear"] == ["Boats first, then barges.", "Boats also float."]
    assert (held["pages"], [each["applied"] for each in held["instructions"]]) == ([], [False, False, False, False])
    out, _ = enact(unclear, "Passing Places", capsys, code=1)
    assert "If one of these only comments, pass its first words to --commentary: “Boats first," in " ".join(out.split())
    assert main(["enact", "Passing Places", *unclear.split(), "--commentary", "boats first", "--commentary", "Boats also"]) == 0
    out = capsys.readouterr().out
    assert "2 of 2 instructions carried out." in out
    assert "--commentary" not in out
    assert out.index("Taken for commentary") < out.index("Boats also float.")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param("Barges", "no sentence that is not understood begins like that; those are: “Boats first, then barges.”", id="none"),
        pytest.param("Boats", "2 sentences begin like that; give more of the words", id="several"),
        pytest.param("", "no sentence that is not understood begins like that", id="no words"),
        pytest.param("Add a new dynastic rule", "no sentence that is not understood begins like that", id="an instruction"),
    ],
)
def test_commentary_names_one_sentence_that_is_not_understood(
    unclear: str, words: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enact", "Passing Places", *unclear.split(), "--commentary", words]) == 2
    assert says in capsys.readouterr().err


def test_commentary_where_all_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enact", "Passing Places", "--site", "demo", "--commentary", "The Towpath"]) == 2
    assert "every sentence of it was understood" in capsys.readouterr().err


def test_two_matters_of_one_title(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(DEMO, tmp_path / "saved")
    for page in (tmp_path / "saved" / "blog").rglob("index.html"):
        page.write_text(page.read_text(encoding="utf-8").replace("Proposal: Quiet Hours", "Proposal: Night Fares"), encoding="utf-8")
    _, err = enact(f"--snapshot {tmp_path / 'saved'}", "Night Fares", capsys, code=2)
    assert "2 matters have that title: https://blognomic.com/archive/quiet_hours, https://blognomic.com/archive/night_fares" in err
