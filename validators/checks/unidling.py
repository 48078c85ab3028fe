"""Whether those who were unidled could be (BN304, BN309)."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby

from parsers.model import Confidence, name_key
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, Results, check, make_finding
from validators.checks.evidence import entry
from validators.checks.roster_changes import IDLE, Unsettled, change_key, least, rules_of, signs, when
from validators.finding import Subject
from validators.voting.limits import hours, number
from validators.voting.roster_events import RosterChange
from validators.voting.timeline import MINUTE
from validators.words import span

_LONGEST = timedelta(days=30)
"""No edition has a longer cooldown; the rules of that time are only read for who came back sooner."""


# BN304


@check(
    "BN304",
    "unidled-too-early",
    ERROR,
    needs=("rules", "roster", "posts"),
    keys=("idle.unidle_cooldown_hours", "idle.cooldown_for"),
    rests_on=IDLE,
)
def unidled_too_early(facts: AuditContext) -> Results:
    """A player came back to the list of active players within the cooldown after they had gone idle.

    A new dynasty ends the cooldown where the rules say so. Where it follows only an idling that the player asked for, others are not
    reported.

    Evidence: The announcements, and the sidebars before and after.
    May be mistaken: When a change was made up to an hour from its announcement, or an Interregnum leaves open which dynasty it was
        (low confidence).
    To settle it: The player is idled again, or a Call for Judgement upholds it.
    """
    unsettled = Unsettled("BN304")
    by_name = sorted(facts.past.rosters.changes, key=lambda change: (name_key(change.name), change.latest))
    for _, group in groupby(by_name, key=lambda change: name_key(change.name)):
        left: RosterChange | None = None
        for change in group:
            if left is not None and not change.left:
                yield from _back(facts, left, change, unsettled)
            left = change if change.left else None
    yield from unsettled


def _back(facts: AuditContext, left: RosterChange, back: RosterChange, unsettled: Unsettled) -> Results:
    """Whether somebody came back too early."""
    waited = (back.told or back.latest) - (left.told or left.earliest)
    then = None if back.earliest - left.latest > _LONGEST else rules_of(facts, back, unsettled)
    cooldown = None if then is None else hours(then[0], "idle.unidle_cooldown_hours")
    if then is None or cooldown is None or waited >= cooldown:
        return
    rules, sure = then
    start = left.earliest
    if rules.value("idle.cooldown_for") != "all":
        asked = facts.idlings.request(left, rules)
        if asked is None:
            return
        start = min(start, asked)
    if rules.value("idle.cooldown_in_dynasty") is not False:
        between = _dynasty_between(facts, left, back)
        if between is None:
            return
        sure = least(sure, between)
    certain = back.latest - start < cooldown
    text = (
        f"{back.name} came back to the list of active players {when(back)}, {span(waited)} after going idle; "
        f"the cooldown is {number(rules, 'idle.unidle_cooldown_hours')} h"
    )
    yield make_finding("BN304", Subject("player", back.name), text, change_key(back), evidence=[*signs(left), *signs(back)],
                confidence=least(sure, Confidence.HIGH if certain else Confidence.LOW))  # fmt: skip


def _dynasty_between(facts: AuditContext, left: RosterChange, back: RosterChange) -> Confidence | None:
    """How sure it is that two changes were made in one dynasty; None if they were not."""
    addresses = [address.posted for address in facts.timeline.addresses]
    if any(left.latest < posted <= back.earliest for posted in addresses):
        return None
    open_ = any(left.earliest < posted <= back.latest for posted in addresses)
    moments = (left.earliest, left.latest, back.earliest, back.latest)
    open_ = open_ or any(facts.timeline.interregnum_since(moment) is not None for moment in moments)
    return Confidence.LOW if open_ or not facts.view.coverage.reaches(left.earliest) else Confidence.HIGH


# BN309


@check(
    "BN309",
    "unidled-during-dov",
    ERROR,
    needs=("rules", "roster", "posts"),
    keys=("dov.blocks_unidling",),
    rests_on=("Victory and Ascension", *IDLE),
)
def unidled_during_dov(facts: AuditContext) -> Results:
    """A player was unidled while a Declaration of Victory was pending, where the rules forbid it.

    Evidence: The announcement, the sidebars before and after, and the DoV with the time of its resolution.
    May be mistaken: When the change was made up to an hour from its announcement, and so before or after the DoV (low confidence).
    To settle it: The player is idled again until the DoV is resolved, or a Call for Judgement upholds it.
    """
    unsettled = Unsettled("BN309")
    for change in facts.past.rosters.changes:
        if change.left:
            continue
        moment = change.told or change.latest
        dovs = facts.timeline.pending_dovs(moment)
        then = rules_of(facts, change, unsettled) if dovs else None
        if not dovs or then is None or then[0].value("dov.blocks_unidling") is not True:
            continue
        certain = any(dov.posted + MINUTE <= change.earliest and change.latest < dov.end for dov in dovs)
        if not certain and change.news is None:
            continue  # it may have been made before the DoV or after it
        text = f"{change.name} came back to the list of active players {when(change)}, while “{dovs[0].title}” was pending"
        yield make_finding("BN309", Subject("player", change.name), text, change_key(change), evidence=[*signs(change), entry(dovs[0])],
                    confidence=least(then[1], Confidence.HIGH if certain else Confidence.LOW))  # fmt: skip
    yield from unsettled
