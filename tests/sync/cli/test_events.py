"""The command ``events``: the sample game, and games without types, clauses or posts."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import Run
from tests.support.paths import DEMO

RACE = "A Race is a type of Event."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample game to change."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(DEMO, tmp_path / "game"))


def reword(folder: Path, old: str, new: str) -> None:
    """Change the Ruleset in every revision."""
    for file in ("Ruleset.wikitext", "Ruleset.history.jsonl"):
        path = folder / "wiki" / file
        text = path.read_text(encoding="utf-8")
        assert json.dumps(old)[1:-1] in text or old in text
        for before, after in ((old, new), (json.dumps(old)[1:-1], json.dumps(new)[1:-1])):
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")


def report(run: Run, *arguments: str) -> dict[str, Any]:
    return dict(run("events", *arguments, "--format", "json").json)


def test_the_sample_game(run: Run) -> None:
    found = report(run, "--site", "demo")
    (race,) = found["types"]
    assert (race["name"], race["rule"], race["quote"]) == ("Race", "Lock Races", RACE)
    assert race["reviewed"] is True
    assert race["conditions"][0].startswith("Its Response Format is")
    assert (found["unread"], found["doubts"]) == ([], [])
    keys = ("state", "author", "ended_by", "ended_at", "comments_since_end")
    assert [tuple(map(each.get, keys)) for each in found["events"]] == [
        ("unknown", "Hobb", None, None, None),
        ("ended", "T. Quillfeather", "T. Quillfeather", "2024-05-14T12:10:10Z", 1),
        ("open", "Hobb", None, None, None),
    ]
    undefined, *others = (each["doubts"] for each in found["events"])
    assert undefined == ["no rule defined the type Race when it was posted"]
    assert others == [[], []]


def test_an_earlier_moment(run: Run) -> None:
    found = report(run, "--site", "demo", "--now", "2024-05-13T00:00:00Z")
    assert [each["state"] for each in found["events"]] == ["unknown", "open"]
    assert report(run, "--site", "demo", "--now", "2024-04-20T00:00:00Z")["types"] == []


def test_the_text_names_types_and_events(run: Run) -> None:
    said = run("events", "--site", "demo").out
    for part in (
        "Race (rule “Lock Races”, reviewed)",
        f"· “{RACE}”",
        "OPEN    Story Post: [Race] Through the Tunnel, by Hobb, 54 h ago",
        "ended by T. Quillfeather, 2024-05-14 12:10 UTC; 1 comment since",
        "The conditions of a type are quoted, not judged.",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("sentence", "first", "others"),
    [
        ("A Race is an evening on the water.", "No dynastic rule defines a type of Event.", []),
        (
            "Races and Fairs are types of Event.",
            "No dynastic rule defines a type of Event, as far as they were read.",
            ["“Races and Fairs are types of Event.” [Lock Races]"],
        ),
    ],
)
def test_without_a_type_that_was_read(
    folder: Path, sentence: str, first: str, others: list[str], run: Run
) -> None:
    """The other sentence of the rule would be one of a definition."""
    reword(folder, RACE, sentence)
    reword(folder, "Its Response Format is", "One answers by")
    said = " ".join(run("events", "--snapshot", str(folder)).out.split())
    assert said.startswith(first)
    assert [each for each in others if each not in said] == []
    assert report(run, "--snapshot", str(folder))["types"] == []


def test_without_the_clauses_every_state_is_unknown(folder: Path, run: Run) -> None:
    reword(folder, "Event Types [Active]", "Event Types [Inactive]")
    found = report(run, "--snapshot", str(folder))
    assert {each["state"] for each in found["events"]} == {"unknown"}
    assert found["doubts"] == [
        f"no clause was read in the Ruleset that says {what}"
        for what in (
            "which posts are Events",
            "who may end an Event",
            "which comment ends an Event",
        )
    ]
    assert "Not known" in run("events", "--snapshot", str(folder)).out


def test_without_the_older_lists_posts_may_be_missing(folder: Path, run: Run) -> None:
    shutil.rmtree(folder / "blog" / "2024" / "03")
    shutil.rmtree(folder / "blog" / "2024" / "04")
    found = report(run, "--snapshot", str(folder))
    assert [each for each in found["doubts"] if each.startswith("older posts were not seen")]


def test_without_a_ruleset_there_is_no_verdict(folder: Path, run: Run) -> None:
    (folder / "wiki" / "Ruleset.wikitext").write_text("nothing", encoding="utf-8")
    (folder / "wiki" / "Ruleset.history.jsonl").unlink()
    (folder / "wiki" / "Ruleset.json").unlink()
    assert re.search(r"Ruleset", run("events", "--snapshot", str(folder), code=3).err)
