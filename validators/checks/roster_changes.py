"""Who came back (BN304, BN309), names (BN305), and what announcements and sidebars contradict each other in (BN310).

What the checks of idling and unidling share stands here, too: the rules that stood at a change, its time in words, and its evidence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import groupby, pairwise
from typing import TypeVar
from unicodedata import normalize

from parsers.model import Confidence, MatterKind, name_key
from parsers.ruleset.ruleset_model import Ruleset
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, GAME, WARNING, Results, check, make_finding
from validators.checks.evidence import WHEN, entry, grouped, least
from validators.finding import Evidence, Finding, NotEvaluated, Subject
from validators.voting.roster_events import RosterChange
from validators.voting.timeline import MINUTE
from validators.voting.voting_rules import hours, number
from validators.words import counted, listed, span

T = TypeVar("T")

IDLE = ("Idle Players",)
_COOLDOWN = ("idle.unidle_cooldown_hours", "idle.cooldown_for")
_LENGTH = ("name.min_length", "name.max_length")
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
_LONGEST = timedelta(days=30)
"""No edition has a longer cooldown; the rules of that time are only read for who came back sooner."""


class UnsettledError(Exception):
    """Something about a player was not seen; the message says what."""


def of_changes(code: str, facts: AuditContext, judge: Callable[[RosterChange], Finding | None]) -> Results:
    """What is found of each change of the roster, and an entry for each reason for which ``judge`` could not tell."""
    yield from each_judged(code, facts.past.rosters.changes, lambda change: change.name, judge)


def each_judged(code: str, things: Iterable[T], name: Callable[[T], str], judge: Callable[[T], Finding | None]) -> Results:
    """What is found of each thing, and an entry for each reason of UnsettledError, with the players whom it is about."""
    unsettled: list[tuple[str, str]] = []
    for thing in things:
        try:
            finding = judge(thing)
        except UnsettledError as error:
            unsettled.append((name(thing), str(error)))
        else:
            yield from [] if finding is None else [finding]
    for why, people in grouped(unsettled, key=lambda pair: pair[1]):
        yield NotEvaluated(code, f"not certain for {listed(list(dict.fromkeys(each for each, _ in people)))}: {why}")


def rules_of(facts: AuditContext, change: RosterChange) -> tuple[Ruleset, Confidence]:
    """The rules that stood at a change, else today's for a change of the dynasty that is going on, and how sure that is."""
    rules, why = facts.past.rules_at(change.latest)
    if rules is not None:
        return rules, Confidence.HIGH
    addresses = facts.timeline.addresses
    if not addresses or change.earliest >= addresses[-1].posted:
        return facts.rules, Confidence.MEDIUM
    raise UnsettledError(f"the rules of that time are not known: {why}")


def when(change: RosterChange) -> str:
    """When a change was made, in words."""
    if change.news is not None:
        return f"at {change.news.said:{WHEN}} UTC"
    return f"between {change.earliest:{WHEN}} and {change.latest:{WHEN}} UTC"


def changed(code: str, change: RosterChange, text: str, evidence: list[Evidence], *sure: Confidence) -> Finding:
    """The finding on a change, no surer than any of ``sure``."""
    key = f"{(change.news.said if change.news else None) or change.latest:{WHEN}}"
    return make_finding(code, Subject("player", change.name), text, key, evidence=evidence, confidence=least(*sure))


def signs(change: RosterChange) -> list[Evidence]:
    """The announcement of a change, and the sidebars around it."""
    seen = list[Evidence]()
    for sign in filter(None, (change.before, change.news, change.after)):
        post = sign.post
        told = post is not None and sign.said == post.posted
        url, text = None if post is None else post.url, f"{sign.text}: {sign.after or sign.before}"
        seen.append(entry(post) if post is not None and told else Evidence(url, text, sign.said))
    return seen


@check("BN304", "unidled-too-early", ERROR, needs=GAME, keys=_COOLDOWN, rests_on=IDLE)
def unidled_too_early(facts: AuditContext) -> Results:
    """A player came back to the list of active players within the cooldown after they had gone idle.

    A new dynasty ends the cooldown where the rules say so. Where it follows only an idling that the player asked for, others are not
    reported.

    Evidence: The announcements, and the sidebars before and after.
    May be mistaken: When a change was made up to an hour from its announcement, or an Interregnum leaves open which dynasty it was
        (low confidence).
    To settle it: The player is idled again, or a Call for Judgement upholds it.
    """
    left = dict[int, RosterChange]()
    by_name = sorted(facts.past.rosters.changes, key=lambda change: (name_key(change.name), change.latest))
    for _, group in groupby(by_name, key=lambda change: name_key(change.name)):
        left |= {id(back): gone for gone, back in pairwise(group) if gone.left and not back.left}
    yield from of_changes("BN304", facts, lambda back: _too_early(facts, left[id(back)], back) if id(back) in left else None)


def _too_early(facts: AuditContext, left: RosterChange, back: RosterChange) -> Finding | None:
    """The finding on somebody who came back too early after they had left."""
    waited = (back.told or back.latest) - (left.told or left.earliest)
    if back.earliest - left.latest > _LONGEST:
        return None
    rules, sure = rules_of(facts, back)
    cooldown, start = hours(rules, "idle.unidle_cooldown_hours"), left.earliest
    if cooldown is None or waited >= cooldown:
        return None
    if rules.value("idle.cooldown_for") != "all":
        asked = facts.idlings.request(left, rules)
        if asked is None:
            return None
        start = min(start, asked)
    if rules.value("idle.cooldown_in_dynasty") is not False:
        addresses = [address.posted for address in facts.timeline.addresses]
        if any(left.latest < posted <= back.earliest for posted in addresses):
            return None  # of another dynasty
        between = any(left.earliest < posted <= back.latest for posted in addresses) or not facts.view.coverage.reaches(left.earliest)
        moments = (left.earliest, left.latest, back.earliest, back.latest)
        if between or any(facts.timeline.interregnum_since(moment) is not None for moment in moments):
            sure = Confidence.LOW  # perhaps of another dynasty
    certain = Confidence.HIGH if back.latest - start < cooldown else Confidence.LOW
    text = f"{back.name} came back to the list of active players {when(back)}, {span(waited)} after going idle"
    text += f"; the cooldown is {number(rules, 'idle.unidle_cooldown_hours')} h"
    return changed("BN304", back, text, [*signs(left), *signs(back)], sure, certain)


@check("BN309", "unidled-during-dov", ERROR, needs=GAME, keys=("dov.blocks_unidling",), rests_on=("Victory and Ascension", *IDLE))
def unidled_during_dov(facts: AuditContext) -> Results:
    """A player was unidled while a Declaration of Victory was pending, where the rules forbid it.

    Evidence: The announcement, the sidebars before and after, and the DoV with the time of its resolution.
    May be mistaken: When the change was made up to an hour from its announcement, and so before or after the DoV (low confidence).
    To settle it: The player is idled again until the DoV is resolved, or a Call for Judgement upholds it.
    """
    yield from of_changes("BN309", facts, lambda change: None if change.left else _during_dov(facts, change))


def _during_dov(facts: AuditContext, change: RosterChange) -> Finding | None:
    dovs = [*facts.timeline.pending(MatterKind.DOV, change.told or change.latest)][::-1]
    if not dovs:
        return None
    rules, sure = rules_of(facts, change)
    certain = any(dov.posted + MINUTE <= change.earliest and change.latest < dov.end for dov in dovs)
    if rules.value("dov.blocks_unidling") is not True or (not certain and change.news is None):
        return None  # without news it may have been made before the DoV or after it
    text = f"{change.name} came back to the list of active players {when(change)}, while “{dovs[0].title}” was pending"
    return changed("BN309", change, text, [*signs(change), entry(dovs[0])], sure, Confidence.HIGH if certain else Confidence.LOW)


@check("BN305", "name-not-allowed", WARNING, needs=("rules", "roster"), keys=_LENGTH, parts=("name.characters",), rests_on=("Names",))
def name_not_allowed(facts: AuditContext) -> Results:
    """The name of an active player is not one that the rule on names lets a player take.

    The confidence is medium for names that the first sidebar seen has already: they may be older than the rule.

    Evidence: The name in the sidebar.
    May be mistaken: When the name is older than the rule.
    To settle it: The player takes another name, if they took this one since the rule was made.
    """
    fewest, most = number(facts.rules, "name.min_length") or 0, number(facts.rules, "name.max_length") or 0
    kinds = facts.rules.value("name.characters")
    allowed = "".join(_CHARACTERS[kind] for kind in kinds) if isinstance(kinds, tuple) else ""
    first = min(facts.view.rosters, key=lambda seen: seen.first_seen).roster if facts.view.rosters else facts.roster
    older = {name_key(name) for name in (*first.active, *first.idle)}
    for name in facts.roster.active:
        written = normalize("NFC", name)
        strange = [f"“{each}”" for each in dict.fromkeys(written) if allowed and not re.fullmatch(f"[{allowed}]", each)]
        wrong = [f"has {', '.join(strange)}, which the rule on names does not list"] if strange else []
        if not fewest <= len(written) <= most:
            wrong.insert(0, f"has {counted(len(written), 'character')}, and {fewest} to {most} are allowed")
        if wrong:
            sure = Confidence.MEDIUM if name_key(name) in older else Confidence.HIGH
            text, seen = f"the name “{name}” {'; it '.join(wrong)}", f"{name}, on the list of active players in the blog's sidebar"
            yield make_finding("BN305", Subject("player", name), text, evidence=[Evidence(excerpt=seen)], confidence=sure)


@check("BN310", "roster-contradiction", WARNING, needs=("roster", "posts"), rests_on=("Idle Players", "Quorum"))
def roster_contradiction(facts: AuditContext) -> Results:
    """Announcements and sidebars cannot both be true.

    Somebody is announced as idled who was not active, or as unidled who was not idle, or the quorum that an announcement states does
    not follow. Rosters from before a contradiction are not relied upon.

    Evidence: The announcements with their times, and the sidebars that were seen.
    May be mistaken: When a change was made without an announcement, or one is worded in a way that was not understood. The
        confidence is medium.
    To settle it: An Admin says who was a Player when.
    """
    for each in facts.past.rosters.contradictions:
        subject = Subject("player", each.name) if each.name else Subject("roster", each.post.key, each.post.url)
        evidence, at = [entry(each.post)], f"{each.at:{WHEN}}"
        yield make_finding("BN310", subject, each.text, at, evidence=evidence, confidence=Confidence.MEDIUM)
