"""Who plays: names (BN305), and what announcements and sidebars contradict each other in (BN310)."""

from __future__ import annotations

import re
from unicodedata import normalize

from parsers.model import name_key
from validators.checks.audit_context import AuditContext
from validators.checks.check import WARNING, Results, check, make_finding
from validators.checks.evidence import entry
from validators.finding import Confidence, Evidence, Subject
from validators.voting.limits import number
from validators.words import counted

_CHARACTERS = {
    "letters": "A-Za-z",
    "digits": "0-9",
    "spaces": " ",
    "underscores": "_",
    "hyphens": r"\-",
    "full stops": ".",
    "apostrophes": "'’",
}
"""The kinds of characters in ``name.characters``, as a class of a regular expression."""


@check(
    "BN305",
    "name-not-allowed",
    WARNING,
    needs=("rules", "roster"),
    keys=("name.min_length", "name.max_length"),
    parts=("name.characters",),
    rests_on=("Names",),
)
def name_not_allowed(facts: AuditContext) -> Results:
    """The name of an active player is not one that the rule on names lets a player take.

    Its length is counted in characters, and each has to be of a kind that the rule lists. The rule is about names that somebody takes
    when they join or change their name, so the confidence is medium for names that the first sidebar seen has already.

    Evidence: The name in the sidebar.
    May be mistaken: When the name is older than the rule.
    To settle it: The player takes another name, if they took this one since the rule was made.
    """
    least, most = number(facts.rules, "name.min_length") or 0, number(facts.rules, "name.max_length") or 0
    kinds = facts.rules.value("name.characters")
    allowed = "".join(_CHARACTERS[kind] for kind in kinds) if isinstance(kinds, tuple) else ""
    first = min(facts.view.rosters, key=lambda seen: seen.first_seen).roster if facts.view.rosters else facts.roster
    older = {name_key(name) for name in (*first.active, *first.idle)}
    for name in facts.roster.active:
        written = normalize("NFC", name)
        strange = [f"“{each}”" for each in dict.fromkeys(written) if not re.fullmatch(f"[{allowed}]", each)] if allowed else []
        wrong = []
        if not least <= len(written) <= most:
            wrong.append(f"has {counted(len(written), 'character')}, and {least} to {most} are allowed")
        if strange:
            wrong.append(f"has {', '.join(strange)}, which the rule on names does not list")
        if wrong:
            confidence = Confidence.MEDIUM if name_key(name) in older else Confidence.HIGH
            seen = Evidence(excerpt=f"{name}, on the list of active players in the blog's sidebar")
            text = f"the name “{name}” {'; it '.join(wrong)}"
            yield make_finding("BN305", Subject("player", name), text, evidence=[seen], confidence=confidence)


@check("BN310", "roster-contradiction", WARNING, needs=("roster", "posts"), rests_on=("Idle Players", "Quorum"))
def roster_contradiction(facts: AuditContext) -> Results:
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
        yield make_finding(
            "BN310", subject, each.text, f"{each.at:%Y-%m-%d %H:%M}", evidence=[entry(each.post)], confidence=Confidence.MEDIUM
        )
