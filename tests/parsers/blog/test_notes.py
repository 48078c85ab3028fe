from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.notes import read_note, signed_by
from parsers.model import AdminNote, Outcome

ENACTED, FAILED, VETOED, WITHDRAWN, ILLEGAL = Outcome.ENACTED, Outcome.FAILED, Outcome.VETOED, Outcome.WITHDRAWN, Outcome.ILLEGAL


@pytest.mark.parametrize(
    ("text", "for_", "against", "deferential"),
    [
        *(("7-1", 7, 1, None), ("(7-1)", 7, 1, None), ("Passes 7 - 1.", 7, 1, None), ("Passes 7\u20131", 7, 1, None)),
        *(("seven votes to one", 7, 1, None), ("Twenty-One votes to nil", 21, 0, None), ("12 vs. 3", 12, 3, None)),
        *(("3 FORs to 4 AGAINSTs", 3, 4, None), ("4 AGAINST to 3", 3, 4, None), ("3 votes in favour, 4 voting against", 3, 4, None)),
        *(("with no votes against", None, 0, None), ("15-8-3", 15, 8, 3), ("15-8 with 3 DEFs", 15, 8, 3), ("7-1 with 2 DEF", 7, 1, 2)),
        *(("7-1 for", 7, 1, None), ("2-5 against", 2, 5, None), ("2 votes to 5 votes against", 2, 5, None), ("5-1-Kevan", 5, 1, None)),
        *(("15-8-3.\n16-8", None, None, None), ("no one against", None, None, None), ("6-1 with 5 votes FOR needed", 6, 1, None)),
        *(("3 FOR, and needs 5 votes FOR to pass", 3, None, None), ("only 3 of the 5 FOR votes needed", None, None, None)),
        *(("for 18 against 23", 18, 23, None), ("AGAINST 5, FOR 2", 2, 5, None), ("Open for: 48 hours, 3-2", 3, 2, None)),
        *(("open for 48 hours", None, None, None), ("for: 48 hours", None, None, None)),
        ("Failed 2-3. -Ana\nReopened; reached quorum 5-2. -Bo", 5, 2, None),
        ("Enacted 5-1 by Ana\nUnenacted by Bo, it is illegal.\nFailed 2-6. Bo", 2, 6, None),
        *(("Fails as unpopular 7-2", None, None, None), ("Failed, six to two, with 1 DEF. Bo", None, None, 1)),
        *(("Enacted 4-4 with the Emperor's blessing", 4, 4, None), ("Self-killed at 7-2", 7, 2, None)),
        *(("Failed, for 6 against 5", 6, 5, None), ("Reached quorum 6-0. -Bo\n4 votes for the hat, so there is one.", 6, 0, None)),
        *(("Enacted 6-1 by Bo.\nThe hats go to Ana, 6-1.", 6, 1, None), ("Enacted 6-1 by Bo. The hats go to Ana, 3-2.", None, None, None)),
        *(("Enacted 6-1 by Bo. It was counted again, 6-2.", None, None, None), ("Enacted 6-1 by Bo. Failed 2-6 by Cy.", None, None, None)),
        *(("5-1 so far, not yet. -Ana\nReached quorum, 6-1. Enacted by Ana.", 6, 1, None), ("6-1, Bo.\nEnacted 6-2 by Bo.", 6, 2, None)),
        *(("5 FOR, 1 AGAINST (was 4 FOR, 2 AGAINST)", None, None, None), ("(was 4-1)", 4, 1, None), ("originally 4-1", 4, 1, None)),
        *(("48 hours, FOR 5 AGAINST 2", 5, 2, None), ("FOR 5 AGAINST 2 DEF 1", 5, 2, None), ("with 2 DEF (not popular: 2-5)", 2, 5, 2)),
        *(("Enacted. Votes FOR 5 AGAINST 2", 5, 2, None), ("Passed on day 2 FOR 5 AGAINST 2", 5, 2, None)),
        ("Enacted by Bo, 5 votes FOR, 2 AGAINST\nFailed by Ana", None, None, None),
        *(("against: 3 for: 4", 4, 3, None), ("after 2-3 days", None, None, None), ("2 to 3 hours later", None, None, None)),
        *(("on 12-01-04", None, None, None), ("from 10 to 5 points", None, None, None), ("10 to 5 points", None, None, None)),
        *(("open for 48 hours, by default", None, None, None), ("", None, None, None)),
    ],
)
def test_tallies(text: str, for_: int | None, against: int | None, deferential: int | None) -> None:
    read = read_note(text)
    assert (read.for_, read.against, read.deferential) == (for_, against, deferential)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        *(("Reached quorum", ENACTED), ("Reaches quorum 5-1", ENACTED), ("Quorum Reached", ENACTED)),
        *(("Timed out, quorumed", ENACTED), ("Quorumed against", FAILED), ("No quorums of either side", None), ("Popular", ENACTED)),
        *(("Enacted by Bo", ENACTED), ("Timed out, enacted", ENACTED), ("Timed out 4-3", ENACTED), ("Times out, 3-4", FAILED)),
        *(("Timed out with 3 FOR", None), ("Fails", FAILED), ("Failed by Bo", FAILED), ("Fewer than a quorum not voting AGAINST", FAILED)),
        *(("cannot now reach quorum", FAILED), ("Could not reach quorum", FAILED), ("Unable to reach quorum", FAILED)),
        *(("A quorum of 5 votes AGAINST", FAILED), ("Reached quorum against", FAILED), ("Quorum reached against", FAILED)),
        *(("Not popular after 48 hours", FAILED), ("48 hours passed, voted down", FAILED)),
        *(("Self killed. Failed by Bo", WITHDRAWN), ("Selfkilled", WITHDRAWN), ("S-K", WITHDRAWN), ("s/k'd by author", WITHDRAWN)),
        *(("Vetoed", VETOED), ("VETO by the Emperor. Failed by Bo", VETOED), ("Withdrawn, and then vetoed.", VETOED)),
        *(("Popular, but vetoed", VETOED), ("Not vetoed; enacted", ENACTED), ("There was no veto. It fails.", FAILED)),
        ("Failed by Ana.\nWrongly: it is popular. Enacted by Bo.", ENACTED),
        ("Vetoed by Ana.\nThe veto was no veto. Enacted by Bo.", ENACTED),
        *(("Enacted by Ana.\nWrongly: it is withdrawn. Failed by Bo.", WITHDRAWN), ("Passes... no: fewer than quorum", FAILED)),
        *(("Failed 2-3. -Ana\nReopened; reached quorum 5-2. -Bo", ENACTED), ("Un-failed and enacted by Bo", ENACTED)),
        ("Enacted by Ana\nUnenacted by Bo, that was illegal.\nFails. Bo", FAILED),
        ("Enacted by Bo. As it is illegal for Cy to own one, none is given.", ENACTED),
        *(("Enacted by Ana. Failed by Bo", FAILED), ("Failed by Bo. What it repeals was enacted before.", FAILED)),
        *(("This is not a legal DoV. -Bo", ILLEGAL), ("Ana's was not a valid vote. Passes. -Bo", ENACTED), ("2-8 Bo", FAILED)),
        *(("So it is.\nThe hats go to Ana, 1-2.", None), ("7-1", None), ("Hello", None), ("", None)),
    ],
)
def test_outcomes(text: str, outcome: Outcome | None) -> None:
    assert read_note(text).outcome is outcome


@pytest.mark.parametrize(
    ("text", "quorum"),
    [
        *(("Quorum 4.\nQuorum 5.", 5), ("Reaches quorum 5-1", None), ("Reaches quorum 5 \u2013 1", None)),
        *(("quorum 5 for, 1 against", None), ("quorum 50000", None), ("Quorum", None)),
    ],
)
def test_quorums(text: str, quorum: int | None) -> None:
    assert read_note(text).quorum == quorum


NAMES = (
    *("Ana", "April", "Bo", "Bo Peep", "bo_peep", "Cy", "Josh", "Kevan", "O'Neil", "peep99", "pokes", "Pre-Bo", "RNA", "SingularByte"),
    *("Seventy-Fifth Trombone", "75th Trombone", "St. John", "T. Rex", "Thane Q", "The Lone Friend", "_Fox_", "ais_523", "4bo"),
)


@pytest.mark.parametrize(
    ("text", "admin"),
    [
        *(("Enacted by Bo", "Bo"), ("Failed by Bo.", "Bo"), ("Passed, 4-1, by  Bo, with thanks", "Bo"), ("Enacted by bo the second", "bo")),
        *(("Enacted by 75th Trombone (7-1)", "75th Trombone"), ("Enacted by St. John, Quorum 5", "St. John")),
        *(("Enacted by bo peep", "bo peep"), ("Enacted by bo with thanks", "bo"), ("Enacted by bo, peep", "bo")),
        *(("Enacted by Bo 5-1", "Bo"), ("Enacted by Bo, then reverted by Cy", "Bo"), ("Failed by Call for Judgment. -Bo", "Bo")),
        *(("Failed by Ana Peep\u2019s veto", None), ("Failed by Ana.\nEnacted by Bo.", "Bo"), ("Enacted by Bo.\nSee the comments.", "Bo")),
        *(("Vetoed by Bo.", None), ("Vetoed by Ana -Bo", "Bo"), ("Withdrawn by Ana", None), ("Self-killed by Ana", None)),
        *(("Failed by the author's wish", None), ("Failed by !", None), ("7-1 -Bo", "Bo"), ("7-1-Bo", "Bo"), ("7-1 - Bo (Quorum 5)", "Bo")),
        *(("Enacts -Seventy-Fifth Trombone", "Seventy-Fifth Trombone"), ("-Bo", "Bo"), ("Failed - no chance", None)),
        *(("Passes, bo", "bo"), ("Passes 5-1. Bo", "Bo"), ("Passes 5-1 bo", "bo"), ("Passes five votes to one. bo", "bo")),
        *(("Fails. oops", None), ("Vetoed. bo_peep", "bo_peep"), ("Vetoed. peep99", "peep99"), ("Vetoed. bo_9", None)),
        *(("Passes 5-1. Welcome Ana", None), ("Fails. whatever", None), ("Thanks to Bo", None)),
        *(("Passes 5-1, at last. ~Bo", "Bo"), ("Passes 5-1. Thanks, Ana!", None), ("Fails 2-5, sorry, Ana.", None)),
        *(("6-1. Wiki updated by Cy.", None), ("Enacted 6-1 by Bo. Applied to the wiki by Cy.", "Bo"), ("8 ayes 2 nays", None)),
        *(("A quorum is in favour. Resolving\u2026", None), ("Enacted. Hm...", None), ("Passes, Bo?", None), ("Veto of an SK-Bo", "Bo")),
        *(("Enacted by Ana Jan 8; 18:13", None), ("Enacted by Ana on Jan 8", "Ana"), ("Enacted by bo monday", "bo")),
        *(("Bo did. It. Passes. One Two Three Four Five", None), ("Mr. Smith. Enacted", None), ("5-1, cheers all--Ana", "Ana")),
        *(("Author: 20 RNA", None), ("Enacted by O\u2019Neil", "O\u2019Neil"), ("Enacted by Zed", None), ("Enacted by Ana Zed", None)),
        *(("Enacted by Ana\u202e", None), ("", None)),
    ],
)
def test_admins(text: str, admin: str | None) -> None:
    assert signed_by(text, NAMES) == admin


@pytest.mark.parametrize(
    ("note", "tally"),
    [
        *(("Failed by Ana, 4 FOR, 0 AGAINST", (4, 0)), ("Failed by Ana. AGAINST 3, FOR 5", (5, 3))),
        *(("Timed out, 1-0. Failed by Ana.", (1, 0)), ("Timed out, 2-0. Failed by Ana.", (None, None))),
        *(("Pending for too long, 4-0. Failed by Ana.", (4, 0)), ("Pending for more than seven days, 4-0. Failed by Ana.", (4, 0))),
        *(("Timed out 4 to 1, and fails: less than quorum for a core change", (4, 1)), ("5-3, not two thirds. Failed", (5, 3))),
        *(("Timed out 3 to 2; fails, as a DoV needs 2/3", (3, 2)), ("4-2 without a quorum. Failed", (4, 2))),
        *(("Failed 5-4: not enough", (5, 4)), ("Pending, 4-0. Failed by Ana.", (None, None))),
        *(("Less than quorum not voting against, 6-2. Failed", (None, None)), ("No quorum of votes against, 6-2. Failed", (None, None))),
    ],
)
def test_a_failed_matter_with_more_for_than_against(note: str, tally: tuple[int | None, int | None]) -> None:
    read = read_note(note)
    assert (read.outcome, (read.for_, read.against)) == (FAILED, tally)


def test_what_a_note_does_not_say_is_none() -> None:
    assert read_note("So be it") == AdminNote("So be it")
    assert read_note(" \n ") == AdminNote("")
    assert read_note(" \u202e3-1 detcanE\u202c") == AdminNote("\u202e3-1 detcanE\u202c")


@given(st.text())
def test_any_text_is_a_note(text: str) -> None:
    assert read_note(text).text == text.strip()


@given(st.integers(0, 999), st.integers(0, 999), st.sampled_from(["{}-{}", "{} votes to {}", "{} FOR, {} AGAINST", "({} to {})"]))
def test_any_tally_is_read(for_: int, against: int, form: str) -> None:
    read = read_note(f"Timed out, {form.format(for_, against)}, by Bo.")
    assert (read.for_, read.against) == (for_, against)
    assert read.outcome is (ENACTED if for_ > against else FAILED)
