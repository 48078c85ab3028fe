"""Who plays: what announcements and sidebars contradict each other in (BN310)."""

from __future__ import annotations

from validators.checks.check import WARNING, Results, check, found
from validators.checks.evidence import entry
from validators.checks.facts import Facts
from validators.finding import Confidence, Subject


@check("BN310", "roster-contradiction", WARNING, needs=("roster", "posts"), rests_on=("Idle Players", "Quorum"))
def roster_contradiction(facts: Facts) -> Results:
    """Announcements and sidebars cannot both be true.

    Somebody is announced as idled who was not active, or as unidled who was not idle, or is on the next sidebar what an announcement
    denies; or the quorum or number of players that an announcement states is not the one that the sidebars and the other
    announcements give. Rosters from before a contradiction are not relied upon.

    Evidence: The announcements with their times, and the sidebars that were seen.
    May be mistaken: When a change was made without an announcement, or one is worded in a way that was not understood. The
        confidence is medium.
    To settle it: An Admin says who was a Player when.
    """
    for each in facts.past.rosters.contradictions:
        subject = Subject("player", each.name) if each.name else Subject("roster", each.post.key, each.post.url)
        yield found("BN310", subject, each.text, f"{each.at:%Y-%m-%d %H:%M}", evidence=[entry(each.post)], confidence=Confidence.MEDIUM)
