"""Accusations that a later enactment may have taken the ground from: a DoV upholds the game actions
before it, and a CfJ can make a post legal.
"""

from __future__ import annotations

from parsers.model import Post, Status
from tests.validators.checking import codes, only
from tests.validators.making import cfj, dov, proposal, rules
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, QUORUM

EARLY = proposal(4 * DAY, *QUORUM, closed=NOW - 4 * DAY + HOUR)
"""A Proposal that was enacted after one hour."""
VICTORY = dov(3 * DAY, author="Boris", closed=NOW - 2 * DAY)


def confidence(code: str, *posts: Post, **setting: object) -> str:
    return only(code, *posts, under=rules("2023", None, **setting)).confidence.value


def test_an_enacted_dov_upholds_what_led_up_to_it() -> None:
    assert confidence("BN104", EARLY, dov__upholds=True) == "high"
    assert confidence("BN104", EARLY, VICTORY, dov__upholds=True) == "low"
    assert confidence("BN104", EARLY, VICTORY) == "high"
    later = proposal(DAY, *QUORUM, closed=NOW - DAY + HOUR)
    assert confidence("BN104", later, VICTORY, dov__upholds=True) == "high"


def test_only_a_clause_makes_an_empty_subject_invalid() -> None:
    empty = proposal(4 * DAY, subject="")
    assert confidence("BN203", empty) == "high"
    assert codes(empty, select="BN203", under=rules(post__empty_invalid=None)) == []


def test_a_cfj_that_names_a_post_may_have_made_it_legal() -> None:
    pending = [proposal(DAY + HOUR * n, subject=f"Lamp {n}") for n in (1, 2)]
    third = proposal(DAY, subject="A Third Lamp")
    ruling = cfj(HOUR, body="Uphold “A Third Lamp”.", closed=NOW - MINUTE)
    failed = cfj(HOUR, body="Uphold “A Third Lamp”.", closed=NOW, status=Status.FAILED)
    other = cfj(HOUR, body="Uphold “A Fourth Lamp”.", closed=NOW - MINUTE)
    posts = (*pending, third)
    assert confidence("BN201", *posts) == "high"
    assert confidence("BN201", *posts, ruling, post__legal_by_cfj=True) == "low"
    assert confidence("BN201", *posts, ruling, post__legal_by_cfj=False) == "high"
    assert confidence("BN201", *posts, failed, post__legal_by_cfj=True) == "high"
    assert confidence("BN201", *posts, other, post__legal_by_cfj=True) == "high"
