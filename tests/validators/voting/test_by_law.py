"""What happens by law, whatever blog and sidebar show, and what only a clause of the Ruleset makes
so: each beside the same game without the clause.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

import pytest

from parsers.model import Category, PostPast, Revision, Seen, Status
from parsers.ruleset.ruleset_model import Rule
from tests.support.views import remade
from tests.validators.making import (
    address,
    cfj,
    dov,
    post,
    proposal,
    rules,
    sentences_of,
    verdict,
    view,
)
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, QUORUM, some
from validators.reason_wording import VerdictClause
from validators.view import RulesetInForce
from validators.voting.judge import judge
from validators.voting.verdict import Verdict

THIRDS = some(4, "for")
CROWNING = dov(3 * DAY, author="Boris", closed=NOW - 2 * DAY)
NEW_DYNASTY = address(2 * DAY - HOUR, author="Boris")
LEFT_OVER = dov(4 * DAY, *THIRDS)
"""A DoV that was pending when another one was enacted, and still has no status."""


# An enacted DoV fails the others


def test_a_dov_fails_with_the_one_that_is_enacted() -> None:
    beside = verdict(LEFT_OVER, CROWNING, NEW_DYNASTY)
    assert (beside.enactable, beside.failable, beside.certified) == (False, True, True)
    assert (beside.earliest_enact, beside.earliest_fail) == (None, NOW)
    ground = beside.ground("failed")
    assert ground is not None
    assert ground.clause is VerdictClause.DOV_FAILED_WITH
    assert [reason.clause for reason in beside.blocking] == [VerdictClause.DOV_FAILED_WITH]


@pytest.mark.parametrize(
    ("other", "under"),
    [
        (replace(CROWNING, status=Status.FAILED), rules()),
        (CROWNING, rules(dov__fails_others=None)),
        (dov(6 * DAY, author="Boris", closed=NOW - 5 * DAY), rules()),
    ],
    ids=["the other failed", "no such clause", "enacted before it was made"],
)
def test_a_dov_stands_beside_another(other: object, under: object) -> None:
    ended = address(5 * DAY - HOUR, author="Boris")
    assert verdict(LEFT_OVER, other, ended, NEW_DYNASTY, under=under).enactable  # type: ignore[arg-type]


def test_a_dov_that_failed_by_law_causes_no_hiatus() -> None:
    this = proposal(DAY, *QUORUM)
    after = verdict(this, LEFT_OVER, CROWNING, NEW_DYNASTY)
    assert (after.illegal, after.enactable, after.certified) == (None, True, True)
    without = verdict(this, LEFT_OVER, CROWNING, NEW_DYNASTY, under=rules(dov__fails_others=None))
    assert without.illegal is not None
    pending = verdict(this, LEFT_OVER)
    assert pending.illegal is not None


def test_a_dov_of_the_minute_of_the_enactment_may_have_failed() -> None:
    at = NOW - 2 * DAY + timedelta(seconds=30)
    crowning = replace(CROWNING, closed=at)
    tied = dov(2 * DAY, *THIRDS)
    assert "it may have failed when" in sentences_of(verdict(tied, crowning, NEW_DYNASTY).doubts)[0]
    this = verdict(proposal(DAY, *QUORUM), tied, crowning, NEW_DYNASTY)
    assert any("may have failed when" in doubt for doubt in sentences_of(this.doubts))
    earlier = dov(2 * DAY + MINUTE, *THIRDS)
    assert verdict(earlier, crowning, NEW_DYNASTY).certified


def test_the_cooldown_runs_from_the_moment_at_which_a_dov_failed_by_law() -> None:
    opposed = dov(4 * DAY, ("Anna", "against"), author="Cyril")
    again = dov(DAY, *THIRDS, author="Cyril")
    assert verdict(again, opposed, CROWNING, NEW_DYNASTY).illegal is not None
    late = replace(opposed, status=Status.FAILED, closed=NOW - HOUR)
    assert verdict(again, late, CROWNING, NEW_DYNASTY).illegal is not None


def test_only_a_clause_keeps_the_emperor_from_declaring_victory() -> None:
    declared = dov(DAY, *THIRDS, author="Emperor")
    assert verdict(declared).illegal is not None
    assert verdict(declared, under=rules(dov__not_by_emperor=False)).illegal is None


# Posts that a CfJ may have made legal, or that were changed


ILLEGAL = proposal(DAY, *QUORUM, subject="A Fourth Lamp [Core]")
PENDING = [proposal(DAY + HOUR * n, subject=f"Lamp {n}") for n in (1, 2)]


def judged(text: str, **setting: object) -> Verdict:
    ruling = cfj(HOUR, author="Boris", body=text, closed=NOW - MINUTE)
    return verdict(ILLEGAL, *PENDING, ruling, **setting)


def test_an_enacted_cfj_that_names_an_illegal_post_may_make_it_legal() -> None:
    assert verdict(ILLEGAL, *PENDING).illegal is not None
    named = judged("The Proposal “A Fourth Lamp” shall be legal. Change its status.")
    assert any("may make it legal" in doubt for doubt in sentences_of(named.doubts))
    silent = judged("Uphold the oldest one.", under=rules(post__legal_by_cfj=True))
    assert not any("may make it legal" in doubt for doubt in sentences_of(silent.doubts))
    forbidden = judged("Uphold “A Fourth Lamp”.", under=rules(post__legal_by_cfj=False))
    assert not any("may make it legal" in doubt for doubt in sentences_of(forbidden.doubts))


def changed(change: object, since: timedelta, until: timedelta, **setting: object) -> Verdict:
    """The verdict on a Proposal of which pulls saw two versions, so long after it was made."""
    new = proposal(2 * DAY, *QUORUM, body="Each player gets four lamps.")
    old = replace(new, comments=(), comment_count=0, **change)  # type: ignore[arg-type]
    assert new.posted is not None
    seen = [
        Seen(old, new.posted, new.posted + since, "1", latest=False),
        Seen(new, new.posted + until, NOW, "1", latest=True),
    ]
    given = view(new, **setting)  # type: ignore[arg-type]
    pasts = MappingProxyType({new.key: PostPast(tuple(seen), None)})
    return judge(remade(given, pasts=pasts)).verdicts[0]


def test_a_verdict_on_a_post_that_was_altered_too_late_is_not_certified() -> None:
    text = {"body": "Each player gets nine lamps."}
    late = changed(text, 5 * HOUR, 6 * HOUR)
    assert "only its spelling may be corrected" in sentences_of(late.doubts)[0]
    assert changed({"body": "Each playr gets four lamps."}, 5 * HOUR, 6 * HOUR).certified
    moved = changed({"category": Category.CFJ}, HOUR, 2 * HOUR)
    assert "changed from" in sentences_of(moved.doubts)[0]
    assert changed({"category": Category.CFJ}, MINUTE, 2 * MINUTE).certified


# Who has left


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("I am leaving the game. Thank you all!", True),
        ("Please remove me from the list.", True),
        ("Goodbye, I had fun.", True),
        ("The lamps leave the harbour at dawn.", False),
        ("I am away until Sunday night.", False),
    ],
)
def test_a_player_leaves_by_an_entry(text: str, doubted: bool) -> None:
    entry = post(Category.NONE, 3 * HOUR, author="Fiona", subject="A word", body=text)
    this = proposal(DAY, *QUORUM)
    found = sentences_of(verdict(this, entry, under=rules(player__leaves_by_post=True)).doubts)
    assert any("may have left the game" in each for each in found) is doubted
    assert verdict(this, entry).certified


def test_players_who_keep_writing_have_not_left() -> None:
    under = rules(player__leaves_by_post=True)
    this = proposal(DAY, *QUORUM, ("Fiona", "for", NOW - HOUR))
    bye = post(Category.NONE, 3 * HOUR, author="Fiona", subject="A word", body="I say goodbye.")
    assert verdict(this, bye, under=under).certified
    plain = replace(bye, body="I am leaving the game.")
    assert not verdict(this, plain, under=under).certified
    hedged = replace(bye, body="I would leave the game if I could.")
    assert verdict(this, hedged, under=under).certified


# When an Interregnum ends


def begun(under: object, *edits: datetime, posted: timedelta) -> Verdict:
    """The verdict on a Proposal of a new dynasty, whose Emperor edited the Ruleset at some
    times.
    """
    given = view(proposal(posted, *QUORUM), CROWNING, NEW_DYNASTY, under=under)  # type: ignore[arg-type]
    stood = tuple(
        RulesetInForce(Revision("Ruleset", 7, 6, at, "Boris", None, "text"), NOW) for at in edits
    )
    return judge(remade(given, stood=stood)).verdicts[0]


COMPLETED = rules(interregnum__ends="completed")
ADDRESSED = NOW - 2 * DAY + HOUR


def test_an_interregnum_lasts_until_the_whole_address_is_carried_out() -> None:
    words = "the Interregnum may last until all that"
    soon = 2 * DAY - 3 * HOUR
    doubted = begun(COMPLETED, posted=soon)
    assert any(words in doubt for doubt in sentences_of(doubted.doubts))
    edited = begun(COMPLETED, ADDRESSED + HOUR, posted=soon)
    assert not any(words in doubt for doubt in sentences_of(edited.doubts))
    edited_later = begun(COMPLETED, ADDRESSED + HOUR, ADDRESSED + 3 * HOUR, posted=soon)
    assert any(words in doubt for doubt in sentences_of(edited_later.doubts))
    assert not any(words in doubt for doubt in sentences_of(begun(rules(), posted=soon).doubts))
    next_day = begun(COMPLETED, posted=HOUR)
    assert not any(words in doubt for doubt in sentences_of(next_day.doubts))


# Time, and rules that only some may change


def test_days_that_no_clause_defines_cast_doubt_on_what_is_counted_by_day() -> None:
    under = rules(time__day=None)
    assert sentences_of(verdict(proposal(DAY, *QUORUM), under=under).doubts) == (
        "no clause of the Ruleset says that a day begins at midnight in UTC; this is assumed",
    )
    assert verdict(cfj(DAY, *QUORUM), under=under).certified
    assert verdict(proposal(DAY, *QUORUM)).certified


DICE = Rule("4.7", "Dice", "Dice", (), 2, "Appendix", ("Dice",), "The DICE command gives a number.")


@pytest.mark.parametrize(
    ("body", "doubted"),
    [
        ("In the rule “Dice”, replace “number” with “fruit”.", True),
        ("Change rule 4.7.", True),
        ("Roll dice every day in a new dynastic rule.", False),
        ("Add to the Appendix: lamps are green.", False),
    ],
)
def test_who_may_enact_a_change_of_the_rule_on_dice(body: str, doubted: bool) -> None:
    named = replace(rules(ruleset__needs_access=True).voting.ruleset_needs_access, rule="Dice")
    given = rules(fields={"rules": (DICE,)})
    under = replace(given, voting=replace(given.voting, ruleset_needs_access=named))
    found = sentences_of(verdict(proposal(DAY, *QUORUM, body=body), under=under).doubts)
    assert any("Dice Roller" in doubt for doubt in found) is doubted
    assert not any(
        "Dice Roller" in doubt
        for doubt in sentences_of(verdict(proposal(DAY, *QUORUM, body=body), under=given).doubts)
    )
