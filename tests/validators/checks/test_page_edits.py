"""BN507 and BN508: pages whose edits undo each other, and pages that were removed."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from parsers.changes import UndoRevision
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Confidence, Post, Revision
from parsers.ruleset import read_ruleset
from tests.support.cases import cases
from tests.support.views import game_view, remade
from tests.validators.checks.test_terms_left_over import ruleset
from tests.validators.making import address, proposal
from tests.validators.scene import DAY, HOUR, NOW, SECOND, SEVEN
from validators.checks.run import run_all
from validators.finding import Finding, NotEvaluated, Subject
from validators.view import GameView

ROWS = "\n".join(
    f"| Player {number} || {number} || a long word || and another" for number in range(30)
)
GONE = "Nothing is here."


def history(
    *texts: str, users: str = "", comments: tuple[str, ...] = (), last: datetime = NOW - 2 * DAY
) -> tuple[Revision, ...]:
    """Revisions an hour apart; ``users`` has a letter for each."""
    return tuple(
        Revision(
            "Ruleset",
            number,
            number - 1,
            last - (len(texts) - number) * HOUR,
            {"": "Ana", "?": None}.get(users[number - 1 : number], users[number - 1 : number]),
            comments[number - 1] if number <= len(comments) else "",
            text,
        )
        for number, text in enumerate(texts, 1)
    )


def view(revisions: tuple[Revision, ...], *posts: Post, page: str = "Ruleset") -> GameView:
    return game_view(
        NOW, read_ruleset(ruleset()), SEVEN, posts, histories={page: revisions} if revisions else {}
    )


def found(code: str, revisions: tuple[Revision, ...], *posts: Post) -> tuple[Finding, ...]:
    report = run_all(view(revisions, *posts), select=[code])
    assert report.not_evaluated == ()
    return report.findings


# What is at hand


@pytest.mark.parametrize("code", ["BN507", "BN508"])
def test_without_a_history_nothing_is_said_in_silence(code: str) -> None:
    (none,) = run_all(view(()), select=[code]).not_evaluated
    assert none == NotEvaluated(
        code, "needs earlier revisions of the wiki pages, and none are available"
    )
    why = "no consecutive revisions of “{}” are available with their texts"
    (single,) = run_all(view(history("a")), select=[code]).not_evaluated
    assert single == NotEvaluated(code, why.format("Ruleset"))
    seen = view(history("a", "b"))
    assert seen.rules is not None
    named = remade(seen, rules=replace(seen.rules, tracking_page="Boats"))
    boats = NotEvaluated(code, why.format("Boats"), partly=True)
    assert run_all(named, select=[code]).not_evaluated == (boats,)
    read = remade(named, gamestate=read_gamestate("", seen.rules, SEVEN, page="Ships"))
    ships = NotEvaluated(code, why.format("Ships"), partly=True)
    assert run_all(read, select=[code]).not_evaluated == (ships,)
    other = run_all(view(history("a", "b"), page="Boats"), select=[code]).not_evaluated
    assert [item.why for item in other] == [why.format("Ruleset")]


# Most of a page removed


def test_a_page_that_was_removed_can_be_had_back() -> None:
    (one,) = found("BN508", history(ROWS, GONE, GONE + "\nMore.", comments=("", "oops")))
    assert (
        one.message
        == f"Ana removed most of “Ruleset” (from {len(ROWS):,} to 16 characters), and it was not"
        " restored"
    )
    assert (one.subject, one.confidence, one.what) == (
        Subject("page", "Ruleset"),
        Confidence.MEDIUM,
        "revision 2",
    )
    assert (one.evidence[0].excerpt, one.evidence[0].at) == (
        "revision 2 by Ana: oops",
        NOW - 2 * DAY - HOUR,
    )
    assert one.fix is not None
    assert one.fix.summary == "undo revision 2 of Ana, which removed most of the page"
    assert (one.fix.page, one.fix.change) == ("Ruleset", UndoRevision(2, ROWS, GONE))


@pytest.mark.parametrize(
    ("texts", "there"),
    [
        ((ROWS, GONE, ROWS), False), ((ROWS, GONE, ROWS[: len(ROWS) * 3 // 4]), False), ((ROWS, GONE, ROWS[: len(ROWS) // 4]), True),
        ((ROWS, ROWS[: len(ROWS) * 3 // 5]), False), ((ROWS, ROWS[: len(ROWS) * 2 // 5]), True), (("A short page", ""), False),
    ],
)  # fmt: skip
def test_how_much_is_most_and_what_is_back(texts: tuple[str, ...], there: bool) -> None:
    assert bool(found("BN508", history(*texts))) is there


@pytest.mark.parametrize(
    ("age", "author", "there"),
    [
        (DAY, "Bo", False),
        (DAY + SECOND, "Bo", True),
        (-SECOND, "Bo", True),
        (3 * DAY, "ana", False),
        (3 * DAY + SECOND, "Ana", True),
    ],
)
def test_an_ascension_address_resets_the_game(age: timedelta, author: str, there: bool) -> None:
    """``age`` is how long after the Address the edit was made."""
    revisions = history(ROWS, GONE, last=NOW - 2 * DAY)
    reset = address(2 * DAY + age, author=author)
    assert bool(found("BN508", revisions, reset)) is there
    nobody = history(ROWS, GONE, last=NOW - 2 * DAY, users="??")
    assert bool(found("BN508", nobody, address(4 * DAY, author="Ana"))) is True


def test_an_edit_that_names_a_matter_is_doubtful() -> None:
    enacted = proposal(3 * DAY, subject="Less Is More", closed=NOW - 2 * DAY)
    (one,) = found("BN508", history(ROWS, GONE, comments=("", "Enacted “less is more”")), enacted)
    assert one.confidence is Confidence.LOW
    assert one.message.endswith("and it was not restored; the summary names an enacted matter")
    pending = proposal(3 * DAY, subject="Less Is More")
    assert (
        found("BN508", history(ROWS, GONE, comments=("", "“less is more”")), pending)[0].confidence
        is Confidence.MEDIUM
    )
    assert (
        found("BN508", history(ROWS, GONE, comments=("", "useless is more")), enacted)[0].confidence
        is Confidence.MEDIUM
    )
    assert found("BN508", history(ROWS, GONE, users="?" * 2))[0].message.startswith(
        "an editor whose name is hidden removed"
    )


# Made and undone


A, B = "x\nlow\ny", "x\nhigh\ny"


def test_a_disputed_change_suggests_a_call_for_judgement() -> None:
    revisions = history(A, B, A, B, A, B, A, users="CABABDB", comments=("", "up", "down"))
    (one,) = found("BN507", revisions)
    assert (
        one.message
        == "a change of “Ruleset” was made and undone 3 times: “high” by A, D, “low” by B; nobody"
        " should change it again: raise a Call for Judgement on what it should say"
    )
    assert (one.subject, one.confidence, one.fix) == (
        Subject("page", "Ruleset"),
        Confidence.LOW,
        None,
    )
    assert [each.excerpt for each in one.evidence][:2] == [
        "revision 2 by A: up",
        "revision 3 by B: down",
    ]
    assert len(one.evidence) == 6
    again = history(A, B, A, B, A, B, A, B, A, users="CABABDBAB")
    (more,) = found("BN507", again)
    assert (more.fingerprint, len(more.evidence)) == (one.fingerprint, 6)
    assert "undone 4 times" in more.message


@cases("undo_summaries")
def test_summaries_of_undoing_edits_raise_the_confidence(
    comments: list[str], confidence: str
) -> None:
    (one,) = found("BN507", history(A, B, A, B, A, B, A, users="CABABAB", comments=tuple(comments)))
    assert str(one.confidence) == confidence


@cases("no_wars")
def test_edits_that_fall_short_of_a_war(texts: list[str], users: str) -> None:
    assert found("BN507", history(*(text.replace(" ", "\n") for text in texts), users=users)) == ()
