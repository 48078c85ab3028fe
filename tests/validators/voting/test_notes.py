"""The note that is suggested to an Admin: read again, it says what it was made of."""

from __future__ import annotations

import pytest

from parsers.blog.notes import read_note, signed_by
from parsers.model import Outcome, Post
from tests.validators.making import AGAINST_FOUR, DAY, HOUR, QUORUM, SECOND, cfj, dov, proposal, some, verdict
from validators.voting.notes import admin_note


@pytest.mark.parametrize(
    ("matter", "note"),
    [
        pytest.param(proposal(DAY, *QUORUM), "Reached Quorum, 4-0. Enacted by Ana.", id="quorum"),
        pytest.param(cfj(2 * DAY, *some(2, "for")), "Timed out, 3-0. Enacted by Ana.", id="by time"),
        pytest.param(proposal(DAY, *QUORUM, ("Zoe", "deferential")), "Reached Quorum, 4-0. Enacted by Ana.", id="a stranger's icon"),
        pytest.param(proposal(DAY, *AGAINST_FOUR), "Cannot reach Quorum, 1-4. Failed by Ana.", id="no quorum left"),
        pytest.param(cfj(2 * DAY), "Timed out, 1-0. Failed by Ana.", id="failed by time"),
        pytest.param(proposal(HOUR, ("Anna", "against for")), "Withdrawn, 1-0. Failed by Ana.", id="withdrawn"),
        pytest.param(proposal(HOUR, ("Emperor", "veto")), "Vetoed, 1-0. Failed by Ana.", id="vetoed"),
        pytest.param(proposal(7 * DAY + SECOND, *QUORUM), "Pending for too long, 4-0. Failed by Ana.", id="stale"),
        pytest.param(dov(DAY, *some(5, "for"), author="Emperor"), "Illegal, 6-0. Failed by Ana.", id="illegal"),
        pytest.param(dov(12 * HOUR, *some(4, "for")), "More than two thirds are FOR, 5-0. Enacted by Ana.", id="two thirds"),
    ],
)
def test_a_note(matter: Post, note: str) -> None:
    made = verdict(matter)
    assert admin_note(made, "Ana") == note
    read = read_note(note)
    assert (read.for_, read.against, signed_by(note, ["Ana"])) == (made.counts.for_, made.counts.against, "Ana")
    assert (read.outcome is Outcome.ENACTED) is bool(made.enactable)


def test_deferentials_are_counted() -> None:
    made = verdict(proposal(DAY, *QUORUM, ("Fiona", "deferential")), emperor="Emperor")
    assert made.counts.deferential == 1
    note = admin_note(made, "Ana")
    assert note == "Reached Quorum, 4-0 with 1 DEF. Enacted by Ana."
    assert read_note(note).deferential == 1


def test_nothing_to_resolve_has_no_note_unless_asked_for() -> None:
    made = verdict(proposal(HOUR, *some(1, "for")))
    assert admin_note(made, "Ana") is None
    assert admin_note(made, "Ana", "failed") == "2-0. Failed by Ana."
