from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from parsers.model import AdminNote, Category, Comment, Outcome, Problem, Status
from sync.cli.source import open_source, read_view
from sync.reports.layout import print_to_text
from sync.reports.tally_text import tally_sheets
from sync.reports.verdict_text import graded, outlook
from sync.schemas.tally import tally_json
from sync.settings.config import Options, resolve
from sync.sources.source_view import BASIC
from sync.text import json_text
from sync.times import parse_time
from tests.sync.samples import (
    LOSING,
    NOON,
    comment,
    post,
    reason,
    resolved,
    sheet,
    unsure,
    verdict,
    view,
)
from validators.reason_wording import HiatusKind, IllegalKind, ReasonKind
from validators.voting.judge import TallySheet, judge
from validators.voting.verdict import Counts, Hiatus, Reason
from validators.wording import fact
from validators.words import PlayerCount

QUOTED = "the rule “Lamps” says: “Nobody may vote in the dark.”"


def text_of(tallied: TallySheet, width: int = 80, colour: bool = False) -> str:
    return print_to_text(tally_sheets(tallied, tallied.verdicts), width=width, colour=colour)


SHEET = """\
As of 2024-01-20 12:00 UTC: 3 Bargees, quorum 2, Lock Warden Bo

Proposal: A Thing [Core]
Proposal by Ana, posted 2024-01-18 12:00 UTC (48 h ago)
https://blog.example/archive/a_thing

NOT CERTIFIED: probably nothing can be done yet. Check first:
  ! the rule “Lamps” says: “Nobody may vote in the dark.”
  · It can be enacted from 2024-01-20 15:00 UTC (in 3 h), if no vote, post or
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

    Condition            State                                        Rule
    To enact
 ✓  Popular by quorum    2 FOR, quorum 2                              Votes
    To fail
 ✗  Unpopular by quorum  3 of 3 Players not voting AGAINST, quorum 2
✓ met, ✗ prevents it, · not met and not needed, ? unknown.
"""


def test_the_sheet_in_eighty_columns() -> None:
    judged = verdict(enactable=False, earliest_enact=NOON + timedelta(hours=3), doubts=(QUOTED,))
    assert text_of(sheet(judged)) == SHEET


def test_colour_is_on_request_only_and_outside_text_brings_none() -> None:
    judged = sheet(verdict(post(title="[red]\x1b[31mA\u202e", author="\x1b]0;x\x07")))
    plain = text_of(judged)
    assert "\x1b" not in plain
    assert "[red]\\e[31mA\\u202e" in plain
    assert "\x1b[1;32mCAN BE ENACTED NOW\x1b[0m" in text_of(judged, colour=True)
    assert "\x1b[31m" not in text_of(
        sheet(verdict(post(title="\x1b[31mA"), reasons=())), colour=True
    )


def test_no_matter_is_said_in_words() -> None:
    text = text_of(
        sheet(
            emperor=None,
            hiatus=Hiatus((fact(HiatusKind.PENDING_DOV, dov="X"),), unsure("it may be illegal")),
            skipped=(post(),),
        )
    )
    assert text.splitlines()[:3] == [
        "As of 2024-01-20 12:00 UTC: 3 Bargees, quorum 2, no Lock Warden",
        "Hiatus: a pending DoV, “X”",
        "Possible hiatus: it may be illegal",
    ]
    assert "No pending matters found." in text
    assert "! Proposal: A Thing [Core] https://blog.example/archive/a_thing" in text
    assert "quorum 2, Lock Warden unknown" in text_of(sheet(emperor=None, emperor_known=False))


def test_a_resolved_matter_shows_its_note_and_no_outlook() -> None:
    about = replace(
        resolved(post(title="", author="")), note=AdminNote("Reached quorum.\nEnacted.")
    )
    changes: dict[str, Any] = {
        "illegal": fact(IllegalKind.NO_SUBJECT),
        "votes": (),
        "uncounted": (),
        "counts": Counts(0, 0, 2, 3),
        "popular": False,
    }
    lines = text_of(
        sheet(verdict(about, doubts=("judged with the current roster",), **changes)), 120
    ).splitlines()
    assert {
        "(without a title)",
        "Proposal by an unknown author, posted 2024-01-18 12:00 UTC (48 h ago)",
        "ENACTED on 2024-01-20 11:00 UTC",
        "This is an illegal post: its subject is empty",
        "Note: “Reached quorum. Enacted.”",
        "No votes.",
        "0 FOR, 0 AGAINST, 2 DEFERENTIAL not counted. Quorum 2; 3 of 3 not voting AGAINST.",
    } <= set(lines)
    assert "  ! judged with the current roster" in lines
    assert not [line for line in lines if "may be" in line or "cannot be" in line]
    assert "4 of 5 not voting AGAINST" in text_of(
        sheet(verdict(status=Status.ENACTED, counts=Counts(3, 1, 0, 4)))
    )


def test_the_outlook_is_about_what_is_not_open_yet_and_names_what_blocks_it() -> None:
    assert (
        list(outlook(verdict(failable=True), NOON))
        == list(outlook(verdict(status=Status.FAILED, enactable=False), NOON))
        == []
    )
    blocked = verdict(
        enactable=False,
        earliest_enact=None,
        reasons=(YOUNG,),
    )
    said = [
        "It cannot be enacted as things stand: open for 1 h (12 h needed).",
        "It cannot be failed as things stand.",
    ]
    assert list(outlook(blocked, NOON)) == said
    assert next(outlook(replace(blocked, earliest_enact=NOON), NOON)).endswith(
        "changes. Not yet: open for 1 h (12 h needed)."
    )
    unseen = verdict(
        enactable=None,
        failable=None,
        earliest_enact=None,
        unseen=("no list",),
        doubts=("no list",),
        reasons=(),
    )
    assert list(outlook(unseen, NOON)) == [
        "It is unknown when it can be enacted.",
        "It is unknown when it can be failed.",
    ]


def test_what_only_an_admin_can_judge_is_unknown_and_not_ruled_out() -> None:
    judged = verdict(post(category=Category.CFJ), reasons=(reason(ReasonKind.NO_CHANGE, False),))
    assert "It cannot be failed by its votes as things stand." in outlook(judged, NOON)
    ((_, [(mark, _)]),) = graded(judged)
    assert mark == "?"


def test_an_age_that_decides_is_whatever_the_votes_are() -> None:
    age = reason(ReasonKind.STALE_LATER, False, "Queue", limit=7, until=NOON)
    by_votes, by_age = (
        next(
            said
            for said in outlook(verdict(reasons=reasons, earliest_fail=NOON), NOON)
            if "failed" in said
        )
        for reasons in ((), (age,))
    )
    assert by_votes.endswith("if no vote, post or roster changes.")
    assert by_age.endswith("whatever its votes.")


POPULAR = reason(ReasonKind.POPULAR_QUORUM, True, in_favour=2, quorum=2)
QUEUED = reason(ReasonKind.OLDEST_STALE, False, "Queue")
YOUNG = reason(ReasonKind.OPEN, False, "Queue", open=timedelta(hours=1), needed=12)
PAUSED = reason(ReasonKind.HIATUS_UNSEEN, True, "Hiatus")
NOT_POPULAR, NOT_LOSING = replace(POPULAR, met=False), replace(LOSING, met=False)


@pytest.mark.parametrize(
    ("reasons", "may", "marks"),
    [
        ((POPULAR, NOT_LOSING, QUEUED, YOUNG), (False, False), "✓✗✗ ✗✗"),
        ((NOT_POPULAR, LOSING, QUEUED, YOUNG), (False, False), "✗✗✗ ✓✗"),
        ((NOT_POPULAR, LOSING, replace(QUEUED, met=None)), (None, None), "✗? ✓?"),
        ((POPULAR, PAUSED), (False, False), "✓✗ ✗"),
    ],
    ids=["in the way of enacting", "nobody wants it", "unknown", "a hiatus"],
)
def test_only_obstacles_are_crosses(
    reasons: tuple[Reason, ...], may: tuple[bool | None, ...], marks: str
) -> None:
    tallied = sheet(
        verdict(
            reasons=reasons, enactable=may[0], failable=may[1], popular=POPULAR in reasons, ahead=()
        )
    )
    lists = text_of(tallied, 120).partition("    To enact")[2].split("    To fail")
    assert " ".join("".join(re.findall(r"(?m)^ ([✓✗·?])  \S", each)) for each in lists) == marks


@pytest.mark.parametrize(
    "now", [None, "2024-04-05T09:00:00Z", "2024-04-17T14:00:00Z", "2024-04-22T12:00:00Z"]
)
def test_only_obstacles_to_an_outcome_have_a_cross(now: str | None) -> None:
    moment = None if now is None else parse_time(now)
    config = resolve(Options(site="demo", now=moment), Path("/"))
    with open_source(config, BASIC) as source:
        verdicts = judge(read_view(config, source, BASIC)).verdicts
    pending = [each for each in verdicts if each.status is Status.PENDING]
    assert pending
    for each in pending:
        marks = {title: [mark for mark, _ in some] for title, some in graded(each)}
        for title, may in (("To enact", each.enactable), ("To fail", each.failable)):
            assert ("✗" in marks[title]) is (may is False), each.post.title


def test_a_dov_that_needs_two_thirds_is_not_enacted_by_popularity() -> None:
    players = PlayerCount(3, None)
    thirds = reason(ReasonKind.THRESHOLD, False, "Victory", in_favour=2, players=players)
    tallied = sheet(
        verdict(post(category=Category.DOV), reasons=(POPULAR, thirds), enactable=False)
    )
    lists = {title: [mark for mark, _ in some] for title, some in graded(tallied.verdicts[0])}
    assert lists == {"To enact": ["✗"], "Popularity": ["✓"]}


def printed(*of: Any) -> Any:
    return json.loads(encode(tally_json(*of)))


@pytest.mark.parametrize(
    ("comments", "count", "expected"),
    [((), 0, 0), (None, 0, 0), (None, 2, None), (None, None, None),
     ((comment("Bo", at=NOON), comment("Dee", at=NOON + timedelta(seconds=1))), 2, 1),
     ((replace(comment("Bo"), at=None),), 1, 1)],
)  # fmt: skip
def test_comments_are_counted_up_to_the_moment_of_the_tally(
    comments: tuple[Comment, ...] | None, count: int | None, expected: int | None
) -> None:
    judged = verdict(post(comments=comments, comment_count=count))
    (matter,) = printed(view(), sheet(judged), [judged])["matters"]
    assert matter["comments_read"] == expected


def test_the_json_has_the_promised_shape() -> None:
    judged = verdict()
    report = printed(
        view(problems=(Problem("front", "Cut off."),)), sheet(judged, doubts=unsure("?")), [judged]
    )
    players = [report["players"][name] for name in ("active", "idle", "admins", "emperor")]
    assert players == [["Ana", "Bo", "Dee"], ["Cy"], ["Ana", "Cy"], "Bo"]
    assert report["hiatus"] == {"active": False, "causes": [], "texts": [], "doubts": []}
    caveat = {
        "rule": "Lamps",
        "quote": "Nobody may vote in the dark.",
        "kinds": ["cfj", "proposal"],
        "bears": True,
        "fingerprint": None,
    }
    assert (report["rules"]["caveats"], report["rules"]["doubts"], report["rules"]["revid"]) == (
        [caveat],
        ["?"],
        7,
    )
    (matter,) = report["matters"]
    assert (matter["kind"], matter["status"], matter["posted"], matter["tags"]) == (
        "proposal",
        "pending",
        "2024-01-18T12:00:00Z",
        ["Core"],
    )
    vote = {
        "voter": "Bo",
        "icon": "deferential",
        "counts_as": "for",
        "implicit": False,
        "at": "2024-01-20T09:00:00Z",
        "comment": "c7",
    }
    assert matter["votes"][0] == vote
    assert matter["uncounted"] == [
        {
            "voter": "Cy",
            "icon": "for",
            "reason": "idle",
            "at": "2024-01-20T10:00:00Z",
            "comment": "c8",
        }
    ]
    assert matter["counts"] == {"for": 2, "against": 0, "deferential": 0, "not_against": 3}
    assert (matter["not_voted"], matter["suggested_note"]) == (
        ["Dee"],
        "Reached Quorum, 2-0. Enacted by ADMIN.",
    )
    assert matter["reasons"][0] == {
        "clause": "popular.quorum",
        "met": True,
        "text": "2 FOR, quorum 2",
        "rule": "Votes",
    }
    assert report["problems"] == [{"where": "front", "what": "Cut off.", "fatal": False}]


def test_names_are_spelt_as_the_roster_spells_them() -> None:
    judged = verdict(post(author="ANA", category=Category.CFJ))
    report = printed(
        view(),
        sheet(
            judged, emperor=None, roster=replace(sheet().roster, admins=frozenset({"cy", "Zed"}))
        ),
        [judged],
    )
    assert (
        report["matters"][0]["author"],
        report["players"]["admins"],
        report["players"]["emperor"],
    ) == ("Ana", ["Cy", "Zed"], None)


def test_a_note_says_null_for_what_it_does_not_say() -> None:
    for note, known in (
        (AdminNote("Reached quorum, 7-1", Outcome.ENACTED, 7, 1), ("enacted", 7, 1)),
        (AdminNote("Done."), (None,) * 3),
    ):
        made = printed(view(), sheet(), [verdict(replace(resolved(post()), note=note))])["matters"][
            0
        ]["note"]
        assert (made["text"], made["outcome"], made["for"], made["against"]) == (note.text, *known)
        assert made["deferential"] is made["quorum"] is made["admin"] is None


def test_json_is_ascii_and_harmless_on_a_terminal() -> None:
    text = json_text({"name": "é\x1b\x9b\u202e\ud800"})
    assert (text.isascii(), "\x1b" in text) == (True, False)
    assert json.loads(text)["name"] == "é\x1b\x9b\u202e\ud800"
