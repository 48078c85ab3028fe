from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parsers.model import AdminNote, Category, Outcome, Problem, Status
from parsers.ruleset.model import Caveat
from sync.reports import as_json
from sync.reports.from_when import outlook
from sync.reports.layout import print_to_text
from sync.reports.tally_text import headline, tally_sheets
from tests.sync.samples import NOON, RULES, post, resolved, sheet, verdict, view
from validators.voting.judge import TallySheet
from validators.voting.verdict import Counts, Hiatus, Reason, VerdictClause

QUOTED = "the rule “Lamps” says: “Nobody may vote in the dark.”"


def text_of(tallied: TallySheet, width: int = 80, colour: bool = False) -> str:
    return print_to_text(tally_sheets(tallied, tallied.verdicts), width=width, colour=colour)


def test_the_sheet_in_eighty_columns() -> None:
    judged = verdict(enactable=False, earliest_enact=NOON + timedelta(hours=3), doubts=(QUOTED,))
    assert (
        text_of(sheet(judged))
        == """\
As of 2024-01-20 12:00 UTC: 3 Bargees, quorum 2, Lock Warden Bo

Proposal: A Thing [Core]
Proposal by Ana, posted 2024-01-18 12:00 UTC (48 h ago)
https://blog.example/archive/a_thing

NOT CERTIFIED: probably nothing may be done yet. Check first:
  ! the rule “Lamps” says: “Nobody may vote in the dark.”
  · It may be enacted from 2024-01-20 15:00 UTC (in 3 h), if no vote, post or
    roster changes.
  · It cannot be failed as things stand.

Voter  Icon                         Counts as  When
Bo     DEFERENTIAL                  FOR        2024-01-20 09:00 UTC
Ana    (none) author's implied FOR  FOR

Icons that are not counted
By  Icon  Reason             When
Cy  FOR   the voter is idle  2024-01-20 10:00 UTC

2 FOR, 0 AGAINST. Quorum 2; 3 of 3 not voting AGAINST. Popular.
Not voted: Dee.

    Condition            As it stands       Rule
    Enough to enact
 ✓  Popular by quorum    2 FOR, quorum 2    Votes
    Enough to fail
 ·  Unpopular by quorum  3 are not AGAINST
"""
    )


def test_lines_use_the_width_there_is_but_not_more_than_can_be_read() -> None:
    judged = sheet(verdict(doubts=("word " * 60,)))
    for width, longest in ((20, 40), (80, 80), (120, 120), (400, 120)):
        assert longest - 12 < max(map(len, text_of(judged, width).splitlines())) <= longest


def test_colour_is_on_request_only_and_outside_text_brings_none() -> None:
    judged = sheet(verdict(post(title="[red]\x1b[31mA\u202e", author="\x1b]0;x\x07")))
    plain = text_of(judged)
    assert "\x1b" not in plain
    assert "[red]\\e[31mA\\u202e" in plain
    assert "\x1b[1;32mMAY BE ENACTED NOW\x1b[0m" in text_of(judged, colour=True)
    assert "\x1b[31m" not in text_of(sheet(verdict(post(title="\x1b[31mA"), reasons=())), colour=True)


def test_no_matter_is_said_in_words() -> None:
    text = text_of(sheet(emperor=None, hiatus=Hiatus(("pending-dov",), ("“X” is pending",), ("it may be illegal",))))
    assert text.splitlines()[:3] == [
        "As of 2024-01-20 12:00 UTC: 3 Bargees, quorum 2, no Lock Warden",
        "Hiatus: “X” is pending",
        "Possible hiatus: it may be illegal",
    ]
    assert "No votable matter that was seen is pending." in text
    assert "quorum 2, Lock Warden unknown" in text_of(sheet(emperor=None, emperor_known=False))


def test_a_sentence_that_may_change_verdicts_is_told_once() -> None:
    assert "Not applied: rule “Lamps”: “Nobody may vote in the dark.”" in text_of(sheet(verdict()))
    assert text_of(sheet(verdict(doubts=(QUOTED,)))).count("Nobody may vote") == 1
    harmless = replace(RULES, caveats=(Caveat("Lamps", "Admins note the votes.", frozenset(), False),), unread=())
    assert "Admins note" not in text_of(sheet(verdict(), rules=harmless))
    assert as_json.tally(view(rules=None), sheet(rules=harmless), [])["rules"]["certified"] is True


def test_matters_without_a_date_are_listed() -> None:
    text = text_of(sheet(skipped=(post(title="Proposal: Undated"),)))
    assert "! Proposal: Undated https://blog.example/archive/a_thing" in text


def test_a_resolved_matter_shows_its_note_and_no_outlook() -> None:
    about = replace(resolved(post(title="", author="")), note=AdminNote("Reached quorum.\nEnacted."))
    lines = text_of(
        sheet(verdict(about, illegal="it is one", votes=(), uncounted=(), counts=Counts(0, 0, 2, 3), popular=False)), 120
    ).splitlines()
    assert "(without a title)" in lines
    assert "Proposal by an unknown author, posted 2024-01-18 12:00 UTC (48 h ago)" in lines
    assert "ENACTED on 2024-01-20 11:00 UTC" in lines
    assert "This is an illegal post: it is one" in lines
    assert "Note: “Reached quorum. Enacted.”" in lines
    assert "No votes." in lines
    assert "0 FOR, 0 AGAINST, 2 DEFERENTIAL not counted. Quorum 2; 3 of 3 not voting AGAINST." in lines
    assert not [line for line in lines if "may be" in line or "cannot be" in line]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        pytest.param({}, "MAY BE ENACTED NOW", id="enactable"),
        pytest.param({"failable": True}, "MAY BE ENACTED OR FAILED NOW", id="both"),
        pytest.param(
            {"enactable": False, "failable": True, "doubts": ("?",)},
            "NOT CERTIFIED: it may probably be failed now. Check first:",
            id="failable in doubt",
        ),
        pytest.param({"enactable": None, "unseen": ("no comments", "no list")}, "UNKNOWN: no comments; no list", id="unknown"),
        pytest.param({"enactable": False}, "NOT YET", id="neither"),
        pytest.param({"status": Status.VETOED}, "VETOED", id="resolved"),
    ],
)
def test_the_headline_says_what_may_be_done(changes: dict[str, Any], words: str) -> None:
    assert headline(verdict(**changes))[0] == words


def test_the_outlook_is_about_what_is_not_open_yet() -> None:
    assert list(outlook(verdict(failable=True), NOON)) == []
    assert list(outlook(verdict(status=Status.FAILED, enactable=False), NOON)) == []


def test_the_outlook_names_what_blocks_an_enactment() -> None:
    blocked = verdict(enactable=False, earliest_enact=None, reasons=(Reason(VerdictClause.OPEN, False, "open for 1 h", None),))
    assert list(outlook(blocked, NOON)) == [
        "It cannot be enacted as things stand: open for 1 h.",
        "It cannot be failed as things stand.",
    ]
    assert next(outlook(replace(blocked, earliest_enact=NOON), NOON)).endswith("changes. Not yet: open for 1 h.")


def test_the_json_has_the_promised_shape() -> None:
    judged = verdict()
    report = as_json.tally(view(problems=(Problem("front", "Cut off."),)), sheet(judged, doubts=("?",)), [judged])
    assert report["players"] == {
        "active": ["Ana", "Bo", "Dee"],
        "idle": ["Cy"],
        "admins": ["Ana", "Cy"],
        "emperor": "Bo",
        "emperor_known": True,
        "quorum": 2,
    }
    assert report["hiatus"] == {"active": False, "causes": [], "texts": [], "doubts": []}
    caveat = {"rule": "Lamps", "quote": "Nobody may vote in the dark.", "kinds": ["cfj", "proposal"], "bears": True, "fingerprint": None}
    assert report["rules"] == {"page": "Ruleset", "revid": 7, "certified": False, "caveats": [caveat], "doubts": ["?"], "reviewed": []}
    (matter,) = report["matters"]
    assert (matter["kind"], matter["status"], matter["posted"], matter["tags"]) == ("proposal", "pending", "2024-01-18T12:00:00Z", ["Core"])
    assert matter["votes"][0] == {
        "voter": "Bo",
        "icon": "deferential",
        "counts_as": "for",
        "implicit": False,
        "at": "2024-01-20T09:00:00Z",
        "comment": "c7",
    }
    assert matter["uncounted"] == [{"voter": "Cy", "icon": "for", "reason": "idle", "at": "2024-01-20T10:00:00Z", "comment": "c8"}]
    assert matter["counts"] == {"for": 2, "against": 0, "deferential": 0, "not_against": 3}
    assert (matter["not_voted"], matter["suggested_note"]) == (["Dee"], "Reached Quorum, 2-0. Enacted by ADMIN.")
    assert matter["reasons"][0] == {"clause": "popular.quorum", "met": True, "text": "2 FOR, quorum 2", "rule": "Votes"}
    assert report["problems"] == [{"where": "front", "what": "Cut off.", "fatal": False}]


def test_names_are_spelt_as_the_roster_spells_them() -> None:
    judged = verdict(post(author="ANA", category=Category.CFJ))
    report = as_json.tally(view(), sheet(judged, emperor=None, roster=replace(sheet().roster, admins=frozenset({"cy", "Zed"}))), [judged])
    assert report["matters"][0]["author"] == "Ana"
    assert report["players"]["admins"] == ["Cy", "Zed"]
    assert report["players"]["emperor"] is None


def test_a_note_says_null_for_what_it_does_not_say() -> None:
    note = AdminNote("Reached quorum, 7-1", Outcome.ENACTED, 7, 1)
    silent = AdminNote("Done.")
    notes = [
        as_json.tally(view(), sheet(), [verdict(replace(resolved(post()), note=each))])["matters"][0]["note"] for each in (note, silent)
    ]
    assert notes == [
        {"text": "Reached quorum, 7-1", "outcome": "enacted", "for": 7, "against": 1, "deferential": None, "quorum": None, "admin": None},
        {"text": "Done.", "outcome": None, "for": None, "against": None, "deferential": None, "quorum": None, "admin": None},
    ]


def test_json_is_ascii_and_harmless_on_a_terminal() -> None:
    text = as_json.dump({"name": "é\x1b\x9b\u202e\ud800"})
    assert text.isascii()
    assert "\x1b" not in text
    assert json.loads(text)["name"] == "é\x1b\x9b\u202e\ud800"


def test_a_resolved_matter_is_counted_with_the_players_of_then() -> None:
    """Two of the three who play now, and three who do not any more, were five."""
    judged = verdict(status=Status.ENACTED, counts=Counts(3, 1, 0, 4))
    assert "Quorum 2; 4 of 5 not voting AGAINST" in text_of(sheet(judged))
