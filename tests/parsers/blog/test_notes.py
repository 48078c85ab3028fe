from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.notes import read_note, signed_by
from parsers.model import AdminNote, Outcome
from tests.support.cases import cases

ENACTED, FAILED, VETOED, WITHDRAWN, ILLEGAL = (
    Outcome.ENACTED,
    Outcome.FAILED,
    Outcome.VETOED,
    Outcome.WITHDRAWN,
    Outcome.ILLEGAL,
)


@cases("tallies")
def test_tally_of_a_note(
    text: str, for_: int | None, against: int | None, deferential: int | None
) -> None:
    read = read_note(text)
    assert (read.for_, read.against, read.deferential) == (for_, against, deferential)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Reached quorum", "enacted"),
        ("Reaches quorum 5-1", "enacted"),
        ("Quorum Reached", "enacted"),
        ("Timed out, quorumed", "enacted"),
        ("Quorumed against", "failed"),
        ("No quorums of either side", None),
        ("Popular", "enacted"),
        ("Enacted by Bo", "enacted"),
        ("Timed out, enacted", "enacted"),
        ("Timed out 4-3", "enacted"),
        ("Times out, 3-4", "failed"),
        ("Timed out with 3 FOR", None),
        ("Fails", "failed"),
        ("Failed by Bo", "failed"),
        ("Fewer than a quorum not voting AGAINST", "failed"),
        ("cannot now reach quorum", "failed"),
        ("Could not reach quorum", "failed"),
        ("Unable to reach quorum", "failed"),
        ("A quorum of 5 votes AGAINST", "failed"),
        ("Reached quorum against", "failed"),
        ("Quorum reached against", "failed"),
        ("Not popular after 48 hours", "failed"),
        ("48 hours passed, voted down", "failed"),
        ("Self killed. Failed by Bo", "withdrawn"),
        ("Failed by Bo, withdrawn", "withdrawn"),
        ("Failed by Bo. Vetoed.", "vetoed"),
        ("Failed by Bo, since Cy enacted it wrongly", "failed"),
        ("Selfkilled", "withdrawn"),
        ("S-K", "withdrawn"),
        ("s/k'd by author", "withdrawn"),
        ("S-Ked", "withdrawn"),
        ("s/k-ed by the author", "withdrawn"),
        ("SKed. Failed by Bo", "withdrawn"),
        ("Asked by Bo", None),
        ("Failed, another DoV was enacted", "failed"),
        ("Failed as Ana’s DoV has been enacted. -Bo", "failed"),
        ("Enacted, all other DoVs are failed", "enacted"),
        ("Vetoed (a better version was already enacted)", "vetoed"),
        ("Failed at first, quorum was reached and it was enacted", "enacted"),
        ("Failed, this was enacted by mistake", "enacted"),
        ("Failed at first, the proposal was enacted", "enacted"),
        ("Failed once, what Bo asked for was not enacted", "failed"),
        ("7-1, the motion was enacted", "enacted"),
        ("Another DoV was enacted, so it fails", "failed"),
        ("Vetoed", "vetoed"),
        ("VETO by the Emperor. Failed by Bo", "vetoed"),
        ("Withdrawn, and then vetoed.", "vetoed"),
        ("Popular, but vetoed", "vetoed"),
        ("Not vetoed; enacted", "enacted"),
        ("There was no veto. It fails.", "failed"),
        ("Failed by Ana.\nWrongly: it is popular. Enacted by Bo.", "enacted"),
        ("Vetoed by Ana.\nThe veto was no veto. Enacted by Bo.", "enacted"),
        ("Enacted by Ana.\nWrongly: it is withdrawn. Failed by Bo.", "withdrawn"),
        ("Passes... no: fewer than quorum", "failed"),
        ("Failed 2-3. -Ana\nReopened; reached quorum 5-2. -Bo", None),
        ("Un-failed and enacted by Bo", None),
        ("Enacted by Ana\nUnenacted by Bo, that was illegal.\nFails. Bo", None),
        ("Enacted by Bo. As it is illegal for Cy to own one, none is given.", "enacted"),
        ("Enacted by Ana. Failed by Bo", "failed"),
        ("Failed by Bo. What it repeals was enacted before.", "failed"),
        ("This is not a legal DoV. -Bo", "illegal"),
        ("Ana's was not a valid vote. Passes. -Bo", "enacted"),
        ("2-8 Bo", "failed"),
        ("So it is.\nThe hats go to Ana, 1-2.", None),
        ("7-1", None),
        ("Hello", None),
        ("", None),
    ],
)
def test_outcome_of_a_note(text: str, outcome: Outcome | None) -> None:
    assert read_note(text).outcome == outcome


@pytest.mark.parametrize(
    ("text", "quorum"),
    [
        ("Quorum 4.\nQuorum 5.", 5),
        ("Reaches quorum 5-1", None),
        ("Reaches quorum 5 – 1", None),
        ("quorum 5 for, 1 against", None),
        ("quorum 50000", None),
        ("Quorum", None),
    ],
)
def test_last_quorum_of_a_note(text: str, quorum: int | None) -> None:
    assert read_note(text).quorum == quorum


NAMES = (
    *(
        "Ana",
        "April",
        "İsmet",
        "Bo",
        "Bo Peep",
        "bo_peep",
        "Cy",
        "Josh",
        "Kevan",
        "O'Neil",
        "peep99",
        "pokes",
        "Pre-Bo",
        "RNA",
        "SingularByte",
    ),
    *(
        "Seventy-Fifth Trombone",
        "75th Trombone",
        "St. John",
        "T. Rex",
        "Thane Q",
        "The Lone Friend",
        "_Fox_",
        "ais_523",
        "4bo",
    ),
)


@pytest.mark.parametrize(
    ("text", "admin"),
    [
        ("Enacted by Bo", "Bo"),
        ("Failed by Bo.", "Bo"),
        ("Passed, 4-1, by  Bo, with thanks", "Bo"),
        ("Enacted by bo the second", "bo"),
        ("Enacted by 75th Trombone (7-1)", "75th Trombone"),
        ("Enacted by St. John, Quorum 5", "St. John"),
        ("Enacted by bo peep", "bo peep"),
        ("Enacted by bo with thanks", "bo"),
        ("Enacted by bo, peep", "bo"),
        ("Enacted by Bo 5-1", "Bo"),
        ("Enacted by Bo, then reverted by Cy", "Bo"),
        ("Failed by Call for Judgment. -Bo", "Bo"),
        ("Failed by Ana Peep’s veto", None),
        ("Failed by Ana.\nEnacted by Bo.", "Bo"),
        ("Enacted by Bo.\nSee the comments.", "Bo"),
        ("Vetoed by Bo.", None),
        ("Vetoed by Ana -Bo", "Bo"),
        ("Withdrawn by Ana", None),
        ("Self-killed by Ana", None),
        ("Failed by the author's wish", None),
        ("Failed by !", None),
        ("7-1 -Bo", "Bo"),
        ("7-1-Bo", "Bo"),
        ("7-1 - Bo (Quorum 5)", "Bo"),
        ("Enacts -Seventy-Fifth Trombone", "Seventy-Fifth Trombone"),
        ("-Bo", "Bo"),
        ("Failed - no chance", None),
        ("Passes, bo", "bo"),
        ("Passes 5-1. Bo", "Bo"),
        ("Passes 5-1 bo", "bo"),
        ("Passes five votes to one. bo", "bo"),
        ("Fails. oops", None),
        ("Vetoed. bo_peep", "bo_peep"),
        ("Vetoed. peep99", "peep99"),
        ("Vetoed. bo_9", None),
        ("Passes 5-1. Welcome Ana", None),
        ("Fails. whatever", None),
        ("Thanks to Bo", None),
        ("Passes 5-1, at last. ~Bo", "Bo"),
        ("Passes 5-1. Thanks, Ana!", None),
        ("Fails 2-5, sorry, Ana.", None),
        ("6-1. Wiki updated by Cy.", None),
        ("Enacted 6-1 by Bo. Applied to the wiki by Cy.", "Bo"),
        ("8 ayes 2 nays", None),
        ("A quorum is in favour. Resolving…", None),
        ("Enacted. Hm...", None),
        ("Passes, Bo?", None),
        ("Veto of an SK-Bo", "Bo"),
        ("Enacted by Ana Jan 8; 18:13", None),
        ("Enacted by Ana on Jan 8", "Ana"),
        ("Enacted by bo monday", "bo"),
        ("Bo did. It. Passes. One Two Three Four Five", None),
        ("Mr. Smith. Enacted", None),
        ("5-1, cheers all--Ana", "Ana"),
        ("Author: 20 RNA", None),
        ("Enacted by O’Neil", "O’Neil"),
        ("Enacted by Zed", None),
        ("Enacted by Ana Zed", None),
        ("İ see. Enacted by Ana.", "Ana"),
        ("İİ Enacted by İsmet", "İsmet"),
        ("Enacted by Ana\u202e", None),
        ("", None),
    ],
)
def test_admin_who_signed_a_note(text: str, admin: str | None) -> None:
    assert signed_by(text, NAMES) == admin


@pytest.mark.parametrize(
    ("note", "tally"),
    [
        ("Failed by Ana, 4 FOR, 0 AGAINST", [4, 0]),
        ("Failed by Ana. AGAINST 3, FOR 5", [5, 3]),
        ("Timed out, 2-0. Failed by Ana.", [None, None]),
        ("Pending for too long, 4-0. Failed by Ana.", [None, None]),
        ("Pending, 4-0. Failed by Ana.", [None, None]),
        ("Less than quorum not voting against, 6-2. Failed", [None, None]),
        ("No quorum of votes against, 6-2. Failed", [None, None]),
    ],
)
def test_tally_of_a_failed_matter_with_more_for_than_against(
    note: str, tally: list[int | None]
) -> None:
    read = read_note(note)
    assert (read.outcome, [read.for_, read.against]) == (Outcome.FAILED, tally)


def test_values_missing_from_a_note_are_none() -> None:
    assert read_note("So be it") == AdminNote("So be it")
    assert read_note(" \n ") == AdminNote("")
    assert read_note(" \u202e3-1 detcanE\u202c") == AdminNote("\u202e3-1 detcanE\u202c")


@given(st.text())
def test_any_text_is_a_note(text: str) -> None:
    assert read_note(text).text == text.strip()


@given(
    st.integers(0, 999),
    st.integers(0, 999),
    st.sampled_from(["{}-{}", "{} votes to {}", "{} FOR, {} AGAINST", "({} to {})"]),
)
def test_any_tally_is_read(for_: int, against: int, form: str) -> None:
    read = read_note(f"Timed out, {form.format(for_, against)}, by Bo.")
    assert (read.for_, read.against) == (for_, against)
    assert read.outcome is (ENACTED if for_ > against else FAILED)
