from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog import read_note, signed_by
from parsers.model import AdminNote, Outcome

ENACTED, FAILED, VETOED, WITHDRAWN, ILLEGAL = Outcome.ENACTED, Outcome.FAILED, Outcome.VETOED, Outcome.WITHDRAWN, Outcome.ILLEGAL


@pytest.mark.parametrize(
    ("text", "for_", "against", "deferential"),
    [
        *(("7-1", 7, 1, None), ("(7-1)", 7, 1, None), ("Passes 7 - 1.", 7, 1, None), ("Passes 7\u20131", 7, 1, None)),
        *(("Passes 7 \u2014 1", 7, 1, None), ("7 votes to 1", 7, 1, None), ("Fails 2 to 5", 2, 5, None), ("1 vote to 0", 1, 0, None)),
        *(("seven votes to one", 7, 1, None), ("Twenty-One votes to nil", 21, 0, None), ("12 vs. 3", 12, 3, None)),
        *(("3 FOR, 4 AGAINST", 3, 4, None), ("4 AGAINST, 3 FOR", 3, 4, None), ("4 against and three for", 3, 4, None)),
        *(("3 FORs to 4 AGAINSTs", 3, 4, None), ("4 AGAINST to 3", 3, 4, None), ("3 votes in favour, 4 voting against", 3, 4, None)),
        *(("FOR: 3, AGAINST: 4, DEF: 1", 3, 4, 1), ("with 6 votes FOR", 6, None, None), ("with 10 votes against", None, 10, None)),
        *(("with no votes against", None, 0, None), ("15-8-3", 15, 8, 3), ("15-8 with 3 DEFs", 15, 8, 3), ("7-1 with 2 DEF", 7, 1, 2)),
        *(("with 2 DEFERENTIAL", None, None, 2), ("7 FOR, 1 AGAINST, 2 imperial", 7, 1, 2), ("7 FOR to 2 DEF", 7, None, 2)),
        *(("7-1 for", 7, 1, None), ("2-5 against", 2, 5, None), ("2 votes to 5 votes against", 2, 5, None), ("5-1-Kevan", 5, 1, None)),
        *(("5-1 -75th Trombone", 5, 1, None), ("3-2, recounted 2-3", None, None, None), ("3-2.\nOh, and 2 DEF.\nAnd 1 DEF.", 3, 2, 1)),
        *(("15-8-3.\n16-8", None, None, None), ("no one against", None, None, None), ("6-1 with 5 votes FOR needed", 6, 1, None)),
        *(("3 FOR, 2 AGAINST; 6 votes FOR required for quorum", 3, 2, None), ("3 votes FOR, needed 5 FOR", 3, None, None)),
        *(("3 FOR, and needs 5 votes FOR to pass", 3, None, None), ("only 3 of the 5 FOR votes needed", None, None, None)),
        *(("2 votes to 1 with 4 unresolved DEF", 2, 1, 4), ("4 Bargees in favour and one deferring", 4, None, 1)),
        *(("for 18 against 23", 18, 23, None), ("AGAINST 5, FOR 2", 2, 5, None), ("Open for: 48 hours, 3-2", 3, 2, None)),
        *(("open for 48 hours", None, None, None), ("for: 48 hours", None, None, None)),
        ("Failed 2-3. -Ana\nReopened; reached quorum 5-2. -Bo", 5, 2, None),
        ("Enacted 5-1 by Ana\nUnenacted by Bo, it is illegal.\nFailed 2-6. Bo", 2, 6, None),
        *(("Reached quorum 5-1. -Ana\nEnacted by Ana", 5, 1, None), ("Failed 2-5.\nEnacted 6-2 by Bo", 6, 2, None)),
        *(("Fails as unpopular 7-2", None, None, None), ("Failed, six to two, with 1 DEF. Bo", None, None, 1)),
        *(("Enacted 2-5 by Bo", None, None, None), ("Failed 2-5.\nEnacted by Bo", None, None, None), ("Failed 7-7", 7, 7, None)),
        *(("Enacted 4-4 with the Emperor's blessing", 4, 4, None), ("Self-killed at 7-2", 7, 2, None)),
        *(("Failed: 6 FOR, 5 AGAINST of 14", 6, 5, None), ("Enacted; against: 6, for: 5", 5, 6, None)),
        *(("Failed, for 6 against 5", 6, 5, None), ("Reached quorum 6-0. -Bo\n4 votes for the hat, so there is one.", 6, 0, None)),
        *(("6 FOR.\n1 AGAINST", None, 1, None), ("Enacted 6-1 by Bo.\nThe hats go to Ana, 3-2.", None, None, None)),
        *(("Enacted 6-1 by Bo.\nThe hats go to Ana, 6-1.", 6, 1, None), ("Enacted 6-1 by Bo. The hats go to Ana, 3-2.", None, None, None)),
        *(("Enacted 6-1 by Bo. The hats go to Ana, 6-1.", 6, 1, None), ("Enacted 6-1 by Bo with 2 DEF", 6, 1, 2)),
        *(("Enacted 6-1 by Bo. It was counted again, 6-2.", None, None, None), ("Enacted 6-1 by Bo. Failed 2-6 by Cy.", None, None, None)),
        *(("Failed by Bo, timed out 2-6", 2, 6, None), ("6-1 by now.\n6-2", None, None, None)),
        *(("5-1 so far, not yet. -Ana\nReached quorum, 6-1. Enacted by Ana.", 6, 1, None), ("6-1, Bo.\nEnacted 6-2 by Bo.", 6, 2, None)),
        *(("Passes with 2 DEF.\n6-2", 6, 2, None), ("5-1 (was 4-1 an hour before)", None, None, None)),
        *(("5 FOR, 1 AGAINST (was 4 FOR, 2 AGAINST)", None, None, None), ("(was 4-1)", 4, 1, None), ("originally 4-1", 4, 1, None)),
        *(("5 FOR 2 AGAINST 1 DEF", 5, 2, 1), ("five votes FOR 2 AGAINST 1 abstention", 5, 2, None)),
        *(("48 hours, FOR 5 AGAINST 2", 5, 2, None), ("FOR 5 AGAINST 2 DEF 1", 5, 2, None), ("with 2 DEF (not popular: 2-5)", 2, 5, 2)),
        *(("The vote was 4-1", 4, 1, None), ("fewer than a quorum not voting against: 3 FOR, 4 AGAINST", 3, 4, None)),
        *(("against: 3 for: 4", 4, 3, None), ("after 2-3 days", None, None, None), ("2 to 3 hours later", None, None, None)),
        *(("from 6 to 5", None, None, None), ("on 11-05-2022 at 10:15", None, None, None), ("on 2022-05-11", None, None, None)),
        *(("on 12-01-04", None, None, None), ("from 10 to 5 points", None, None, None), ("10 to 5 points", None, None, None)),
        *(("rule 1.2-3", None, None, None), ("5-1-2-3", None, None, None), ("1234-5", None, None, None)),
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
        *(("Quorum was reached, 5-1 against the odds", ENACTED), ("Quorate 5-1", ENACTED), ("Quorums 5-1", ENACTED)),
        *(("Timed out, quorumed", ENACTED), ("Quorumed against", FAILED), ("No quorums of either side", None), ("Popular", ENACTED)),
        *(("Enacted (popular)", ENACTED), ("Passes", ENACTED), ("Passed 5-1", ENACTED), ("pass 5-0", ENACTED), ("Enacts", ENACTED)),
        *(("Enacted by Bo", ENACTED), ("Timed out, enacted", ENACTED), ("Timed out 4-3", ENACTED), ("Times out, 3-4", FAILED)),
        *(("Timed out 3-3", FAILED), ("Times out 0-0", FAILED), ("Timed-out, failed 4-3", FAILED), ("Timed out", None)),
        *(("Timed out with 3 FOR", None), ("Fails", FAILED), ("Failed by Bo", FAILED), ("Fewer than a quorum not voting AGAINST", FAILED)),
        *(("Less than quorum not voting against", FAILED), ("Can't reach quorum", FAILED), ("Can\u2019t reach quorum", FAILED)),
        *(("cannot now reach quorum", FAILED), ("Could not reach quorum", FAILED), ("Unable to reach quorum", FAILED)),
        *(("Can't enact", FAILED), ("can not be enacted", FAILED), ("Not enacted", FAILED), ("A quorum against", FAILED)),
        *(("A quorum of 5 votes AGAINST", FAILED), ("Reached quorum against", FAILED), ("Quorum reached against", FAILED)),
        *(("Quorum of AGAINSTs", FAILED), ("Anti-quorum", FAILED), ("Antiquorumed", FAILED), ("Unpopular", FAILED)),
        *(("Not popular after 48 hours", FAILED), ("48 hours passed, voted down", FAILED)),
        *(("Voted down. The deadline and two days passed, and it passed the deadline", FAILED), ("Self-killed", WITHDRAWN)),
        *(("Self killed. Failed by Bo", WITHDRAWN), ("Selfkilled", WITHDRAWN), ("S-K", WITHDRAWN), ("s/k'd by author", WITHDRAWN)),
        *(("Can't be enacted, S-K.", WITHDRAWN), ("Withdrawn", WITHDRAWN), ("Failed: withdrawn by its author", WITHDRAWN)),
        *(("Vetoed", VETOED), ("VETO by the Emperor. Failed by Bo", VETOED), ("Withdrawn, and then vetoed.", VETOED)),
        *(("Vetoed, and then withdrawn. Failed.", VETOED), ("Vetoed.\nSelf-killed.\nFailed by Bo", VETOED)),
        *(("Popular, but vetoed", VETOED), ("Not vetoed; enacted", ENACTED), ("There was no veto. It fails.", FAILED)),
        *(("Not withdrawn. Fails", FAILED), ("Illegal. Failed by Bo", ILLEGAL), ("not illegal, enacted", ENACTED)),
        ("Failed by Ana.\nWrongly: it is popular. Enacted by Bo.", ENACTED),
        ("Vetoed by Ana.\nThe veto was no veto. Enacted by Bo.", ENACTED),
        *(("Enacted by Ana.\nWrongly: it is withdrawn. Failed by Bo.", WITHDRAWN), ("Passes... no: fewer than quorum", FAILED)),
        *(("Quorum of 6 reached with 7 FOR", ENACTED), ("Quorum (6) was reached", ENACTED)),
        *(("Failed 2-3. -Ana\nReopened; reached quorum 5-2. -Bo", ENACTED), ("Un-failed and enacted by Bo", ENACTED)),
        ("Enacted by Bo. As it is illegal for Cy to own one, none is given.", ENACTED),
        *(("Enacted by Bo. The older matter was vetoed, so half of this failed.", ENACTED), ("Enacted by a quorum, but vetoed", VETOED)),
        *(("Enacted by Ana. Failed by Bo", FAILED), ("Failed by Bo. What it repeals was enacted before.", FAILED)),
        *(("Failed by Ana, for it was vetoed", VETOED), ("Illegal for want of a slot", ILLEGAL), ("It is illegal to vote on", None)),
        *(("This is not a legal DoV. -Bo", ILLEGAL), ("Ana's was not a valid vote. Passes. -Bo", ENACTED), ("2-8 Bo", FAILED)),
        *(("4-4 Bo", FAILED), ("8 AGAINST. Bo", None), ("Enacted 5-1 by Bo.\nThe hats go to Ana, 1-2.", ENACTED)),
        *(("So it is.\nThe hats go to Ana, 1-2.", None), ("7-1", None), ("Hello", None), ("", None)),
    ],
)
def test_outcomes(text: str, outcome: Outcome | None) -> None:
    assert read_note(text).outcome is outcome


@pytest.mark.parametrize(
    ("text", "quorum"),
    [
        *(("7-1 (Quorum 5)", 5), ("Quorum is 5, 7-1", 5), ("quorum of five", 5), ("Quorum: 5.", 5), ("quorum = 5", 5), ("quorum (5)", 5)),
        *(("Quorum 4.\nQuorum 5.", 5), ("Reaches quorum 5-1", None), ("Reaches quorum 5 \u2013 1", None)),
        *(("Reached quorum 15 votes to 1", None), ("Reached quorum (7-1)", None), ("Reached quorum, 5", None)),
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
        *(("Enacted BY: ais_523", "ais_523"), ("Enacted by Seventy-Fifth Trombone.", "Seventy-Fifth Trombone")),
        *(("Enacted by 75th Trombone (7-1)", "75th Trombone"), ("Enacted by St. John, Quorum 5", "St. John")),
        *(("Enacted by T. Rex.", "T. Rex"), ("Enacted by Thane Q.", "Thane Q"), ("Enacted by _Fox_", "_Fox_")),
        *(("Enacted by bo peep", "bo peep"), ("Enacted by bo with thanks", "bo"), ("Enacted by bo, peep", "bo")),
        *(("Enacted by The Lone Friend 5-1", "The Lone Friend"), ("Enacted by O'Neil at 5-1", "O'Neil"), ("Enacted by Bo. Quorum 5", "Bo")),
        *(("Enacted by Bo 5-1", "Bo"), ("Enacted by Bo, then reverted by Cy", "Bo"), ("Failed by Call for Judgment. -Bo", "Bo")),
        *(("Failed by Declaration of Victory - Bo", "Bo"), ("Failed by Hiatus.", None), ("Failed by Ana's veto. -Bo", "Bo")),
        *(("Failed by Ana Peep\u2019s veto", None), ("Failed by Ana.\nEnacted by Bo.", "Bo"), ("Enacted by Bo.\nSee the comments.", "Bo")),
        *(("Self-killed by Ana. Failed by Bo", "Bo"), ("Vetoed by Ana. Failed by Bo", "Bo"), ("Failed by Bo, vetoed by Ana", "Bo")),
        *(("Vetoed by Bo.", None), ("Vetoed by Ana -Bo", "Bo"), ("Withdrawn by Ana", None), ("Self-killed by Ana", None)),
        *(("Failed by a quorum", None), ("Failed by The", None), ("Failed by 3 votes", None), ("Failed by default", None)),
        *(("Failed by the author's wish", None), ("Failed by !", None), ("7-1 -Bo", "Bo"), ("7-1-Bo", "Bo"), ("7-1 - Bo (Quorum 5)", "Bo")),
        *(("7-1 -- bo.", "bo"), ("7-1\u2014Bo", "Bo"), ("Reached quorum \u2014 Bo Peep", "Bo Peep")),
        *(("Enacts -Seventy-Fifth Trombone", "Seventy-Fifth Trombone"), ("-Bo", "Bo"), ("Failed - no chance", None)),
        *(("Failed - see the comments below this", None), ("Self-killed", None), ("7-1", None), ("Passes 5-1, Bo.", "Bo")),
        *(("Passes, bo", "bo"), ("Passes 5-1. Bo", "Bo"), ("Passes 5-1 bo", "bo"), ("Passes five votes to one. bo", "bo")),
        *(("Reached quorum Bo", "Bo"), ("Timed out, 5-1; Bo Peep", "Bo Peep"), ("Bo", "Bo"), ("bo", "bo"), ("Reached quorum.\nBo", "Bo")),
        *(("Fails. oops", None), ("Vetoed. bo_peep", "bo_peep"), ("Vetoed. peep99", "peep99"), ("Vetoed. bo_9", None)),
        *(("Vetoed peep99", "peep99"), ("Vetoed. 4bo", "4bo"), ("Timed out. 48h", None), ("Timed out, on the 3rd.", None)),
        *(("Passes 5-1. Welcome Ana", None), ("Fails. whatever", None), ("Thanks to Bo", None)),
        *(("Passes 5-1. Long live the heron. Bo", "Bo"), ("Passes 5-1 \\o/ Bo", "Bo"), ("Passes 5-1 :) Bo", "Bo")),
        *(("Passes 5-1, at last. ~Bo", "Bo"), ("Passes 5-1. Thanks, Ana!", None), ("Fails 2-5, sorry, Ana.", None)),
        *(("Fails 2-5, which is bad for Ana.", None), ("3 votes against Bo", "Bo"), ("Enacted 6-1 by Bo. Wiki updated by Cy.", "Bo")),
        *(("6-1. Wiki updated by Cy.", None), ("Enacted 6-1 by Bo. Applied to the wiki by Cy.", "Bo"), ("8 ayes 2 nays", None)),
        *(("6 votes FOR with 5 needed Bo", "Bo"), ("Failed 2-3. -Ana\nReopened; reached quorum 5-2. -Bo", "Bo")),
        *(("A quorum is in favour. Resolving\u2026", None), ("Enacted. Hm...", None), ("Passes, Bo?", None), ("Veto of an SK-Bo", "Bo")),
        *(("Vetoed-Bo Peep", "Bo Peep"), ("s/k-Bo", "Bo"), ("Timed out-voted", None), ("Pre-Bo", "Pre-Bo")),
        *(("Enacted by Ana Jan 8; 18:13", None), ("Enacted by Ana on Jan 8", "Ana"), ("Enacted by bo monday", "bo")),
        *(("Enacted by April", "April"), ("Fails 1-2 -Ana May 5", None), ("Popular", None)),
        *(("Bo did. It. Passes. One Two Three Four Five", None), ("Mr. Smith. Enacted", None), ("5-1, cheers all--Ana", "Ana")),
        *(("Enacted 5-1. And that-Ana", "Ana"), ("5-1\u2026 Ana", "Ana"), ("Enacted by Ana.\nAuthor: 20 RNA", "Ana")),
        *(("Author: 20 RNA", None), ("Enacted by O\u2019Neil", "O\u2019Neil"), ("Enacted by Zed", None), ("Enacted by Ana Zed", None)),
        *(("Enacted by Ana\u202e", None), ("", None)),
    ],
)
def test_admins(text: str, admin: str | None) -> None:
    assert signed_by(text, NAMES) == admin


OUTCOMES = {
    "Reached quorum": ENACTED, "Reaches quorum": ENACTED, "Quorum Reached": ENACTED, "Popular": ENACTED, "Enacted (popular)": ENACTED,
    "Passes": ENACTED, "Passed": ENACTED, "Enacts": ENACTED, "Fails": FAILED, "Failed": FAILED, "Timed out, failed": FAILED,
    "Fewer than a quorum not voting AGAINST": FAILED, "Less than quorum not voting against": FAILED, "Can't reach quorum": FAILED,
    "Can\u2019t enact": FAILED, "A quorum against": FAILED, "Self-killed": WITHDRAWN, "Self killed": WITHDRAWN, "S-K": WITHDRAWN,
    "Withdrawn": WITHDRAWN, "Vetoed": VETOED, "Illegal": ILLEGAL,
}  # fmt: skip
TALLIES = {
    "7-1": (7, 1, None), "(1-7)": (1, 7, None), "7 votes to 1": (7, 1, None), "2 to 5": (2, 5, None), "3 FOR, 4 AGAINST": (3, 4, None),
    "3 FOR, 4 AGAINST, 1 DEF": (3, 4, 1), "with 6 votes FOR": (6, None, None), "with 10 votes against": (None, 10, None),
    "seven votes to one": (7, 1, None), "15-8-3": (15, 8, 3), "7-1 with 2 DEF": (7, 1, 2), "7-1 (Quorum 5)": (7, 1, None),
    "7\u20131": (7, 1, None), "open for 50 hours, 7-1": (7, 1, None),
    "7-1 after being open for 48 hours": (7, 1, None), "6 votes FOR with 5 needed": (6, None, None),
    "5 FOR votes needed, 2 FOR": (2, None, None),
}  # fmt: skip
SIGNED = {
    " -Kevan": "Kevan", " \u2014 Kevan": "Kevan", ", Kevan.": "Kevan", " Kevan": "Kevan", ". Josh": "Josh", "": None,
    ". Resolved by SingularByte, sorry for the delay.": "SingularByte", ".\nResolved by pokes (and the wiki too).": "pokes",
}  # fmt: skip


@pytest.mark.parametrize(
    ("note", "tally"),
    [
        *(("Timed out, 2-0. Failed by Ana.", (None, None)), ("Pending, 4-0. Failed by Ana.", (None, None))),
        *(("Failed by Ana, 4 FOR, 0 AGAINST", (4, 0)), ("Less than quorum not voting against, 6-2. Failed", (None, None))),
        ("No quorum of votes against, 6-2. Failed", (None, None)),
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
