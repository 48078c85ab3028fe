"""Players who may be idled, and changes of the roster against the rules (BN301 to BN304, BN309,
BN310).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from parsers.blog.announcements import NewsKind
from parsers.model import Confidence, MatterKind, same_name
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.ruleset_model import Ruleset
from validators.checks.audit_context import AuditContext
from validators.checks.check import (
    ACTION,
    ERROR,
    GAME,
    INFO,
    PRESENT,
    PULLS,
    WARNING,
    Act,
    Results,
    check,
)
from validators.checks.evidence import WHEN, entry, least, quoted
from validators.checks.idlings import Asked, active_throughout
from validators.finding import (
    Evidence,
    Found,
    Gap,
    Subject,
)
from validators.voting.activity import Deed
from validators.voting.dated_posts import DatedPost
from validators.voting.roster_events import AROUND, RosterChange, RosterStatus, speaks_of_idling
from validators.voting.timeline import MINUTE
from validators.voting.voting_rules import downtime_at, hours
from validators.wording import DoubtKind, doubt, worded
from validators.words import day, listed, span

T = TypeVar("T")

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_IDLE = ("Idle Players",)
_LIMITS = (PARAMETERS.idle_timeout_hours, PARAMETERS.idle_request_hours)
_COOLDOWN = (PARAMETERS.idle_unidle_cooldown_hours, PARAMETERS.idle_cooldown_for)
_LONGEST = timedelta(days=30)
"""No edition of the rules has a longer cooldown. The rules of that time are read only for players
who came back sooner.
"""


class UnsettledError(Exception):
    """Some data about a player is missing; the message names it."""


def _of_changes(
    facts: AuditContext, judge: Callable[[AuditContext, RosterChange], Found | None], *, left: bool
) -> Results:
    """Yield the findings on the changes by which players ``left`` or came back, with low confidence
    if a change may correct an earlier one.
    """

    def judged(change: RosterChange) -> Found | None:
        finding = judge(facts, change)
        faults = [] if finding is None else _undone_faults(facts, change)
        if finding is None or not faults:
            return finding
        text = f"{finding.message}; it may correct what {listed(faults)} reports"
        return replace(finding, message=text, confidence=Confidence.LOW)

    changes = [change for change in facts.past.rosters.changes if change.left is left]
    yield from each_judged(changes, lambda change: change.name, judged)


def _undone_faults(facts: AuditContext, change: RosterChange) -> list[str]:
    """Return the codes of the findings that a change may correct: those on the change before it,
    unless of low confidence, and BN310 for a contradiction since then.
    """
    previous, codes = change.previous, list[str]()
    since = change.earliest - _LONGEST if previous is None else previous.latest
    contradictions = (
        each.at for each in facts.past.rosters.contradictions if each.name == change.name
    )
    if any(since < at < change.latest for at in contradictions):
        codes.append("BN310")
    if previous is None or previous.left is change.left or _undone_faults(facts, previous):
        return codes
    for code, judge in _FAULTS:
        with suppress(UnsettledError):
            fault = judge(facts, previous)
            codes += [code] if fault and fault.confidence is not Confidence.LOW else []
    return codes


def each_judged(
    things: Collection[T], name: Callable[[T], str], judge: Callable[[T], Found | None]
) -> Results:
    """Yield the findings on some things, and the gaps for those that could not be judged."""
    unsettled: dict[str, list[str]] = {}
    for thing in things:
        try:
            finding = judge(thing)
        except UnsettledError as error:
            unsettled.setdefault(str(error), []).append(name(thing))
        else:
            yield from [] if finding is None else [finding]
    part = sum(map(len, unsettled.values())) < len(things)
    for why, people in unsettled.items():
        text = f"not certain for {listed(list(dict.fromkeys(people)))}: {why}"
        yield Gap(text, part=part)


def _rules_of(facts: AuditContext, change: RosterChange) -> tuple[Ruleset, Confidence]:
    """Return the rules in force at a change, and the confidence in them. If they are unknown, a
    change in the current dynasty is judged by today's rules. Raises UnsettledError for an older
    change.
    """
    rules, why = facts.past.rules_at(change.latest)
    if rules is not None:
        return rules, Confidence.HIGH
    addresses = facts.timeline.addresses
    if not addresses or change.earliest >= addresses[-1].posted:
        return facts.rules, Confidence.MEDIUM
    raise UnsettledError(worded(doubt(DoubtKind.RULES_UNKNOWN, why=why)))


def when(change: RosterChange) -> str:
    """Return when a change was made, for a sentence."""
    if change.news is not None:
        return f"at {change.news.said:{WHEN}} UTC"
    return f"between {change.earliest:{WHEN}} and {change.latest:{WHEN}} UTC"


def _changed(
    change: RosterChange, text: str, evidence: list[Evidence], *confidences: Confidence
) -> Found:
    return Found(
        Subject("player", change.name),
        text,
        f"{(change.news.said if change.news else None) or change.latest:{WHEN}}",
        evidence=evidence,
        confidence=least(*confidences),
    )


def signs(change: RosterChange) -> list[Evidence]:
    """Return the announcement of a change, and the sidebars before and after it, as evidence."""
    evidence = list[Evidence]()
    for sign in filter(None, (change.before, change.news, change.after)):
        post = sign.post
        announced = post is not None and sign.said == post.posted
        text = f"{worded(sign.source)}: {sign.after or sign.before}"
        url = None if post is None else post.url
        evidence.append(
            entry(post) if post is not None and announced else Evidence(url, text, sign.said)
        )
    return evidence


@check(
    "BN301",
    "may-be-idled",
    INFO,
    judged_by=PRESENT,
    needs=GAME,
    uses=PULLS,
    keys=(PARAMETERS.idle_timeout_hours,),
    rests_on=_IDLE,
    act=Act.IDLE,
)
def may_be_idled(facts: AuditContext) -> Results:
    """An active player has posted no entry and no comment for the idle limit, so an Admin may idle
    them.

    Evidence: Their last entry or comment, and the entries and comments of others since; an idling
    for silence that reduces the limit.
    May be mistaken: When they commented on an old post that was not read (medium confidence), in
    the minute of the limit, or if an earlier
        idling may have been requested (low).
    To settle it: An Admin idles the player, and announces it in a post.
    """
    now = facts.view.as_of
    if (
        downtime_at(facts.rules, now)
        and facts.rules.voting.downtime_suspends_dovs.value is not False
    ):
        yield Gap(f"nobody may be idled on {day(now)}, a day of downtime")
        return
    yield from each_judged(facts.roster.active, str, lambda name: _silent(facts, name))


def _silent(facts: AuditContext, name: str) -> Found | None:
    now, activity = facts.view.as_of, facts.idlings.activity
    status = facts.past.rosters.of(name, now)
    timeout = facts.idlings.timeout(name, now, facts.rules)
    deeds = activity.until(name, now)
    last = deeds[-1] if deeds else None
    silent = None if last is None else now - last.at
    limit = (
        timeout.sure
        if silent is None or silent >= timeout.sure or timeout.reduced is None
        else timeout.least
    )
    if (
        status.standing is not RosterStatus.ACTIVE
        or not status.sure
        or (silent is not None and silent < limit)
    ):
        # They wrote something, or were idled by an announcement that is newer than the sidebar.
        return None
    _require_data(facts, name, now - limit)
    confidence = Confidence.MEDIUM if activity.perhaps_unseen(now - limit) else Confidence.HIGH
    if limit < timeout.sure or (
        silent is not None and last is not None and last.comment is None and silent < limit + MINUTE
    ):
        confidence = Confidence.LOW
    reduced = (
        timeout.reduced if limit == hours(facts.rules.voting.idle_reduced_timeout_hours) else None
    )
    evidence = [
        *([] if last is None else [_deed(last)]),
        *([] if reduced is None else signs(reduced)),
    ]
    evidence.append(Evidence(None, "the sidebar: active", now))
    since = (
        "by them was seen"
        if last is None or silent is None
        else f"for {span(silent)}, since {_did(last)}"
    )
    advice = "" if last is None else f"{last.at:{WHEN}}"
    rule = None if reduced is None else facts.rule(PARAMETERS.idle_reduced_timeout_hours)
    return Found(
        Subject("player", name),
        f"{name} may be idled: no entry or comment {since} ({limit // _HOUR} h are needed)",
        advice,
        rule=rule,
        evidence=evidence,
        confidence=confidence,
    )


def _require_data(facts: AuditContext, name: str, since: datetime) -> None:
    """Raise UnsettledError if data on the silence of a player is missing or contradictory."""
    activity, contradictions = facts.idlings.activity, facts.past.rosters.contradictions
    if why := activity.unseen(since, facts.view.as_of):
        raise UnsettledError(worded(why))
    if activity.undated(name):
        raise UnsettledError("the time of one of their posts or comments could not be read")
    if any(each.name == name and each.at >= since for each in contradictions):
        raise UnsettledError("an announcement and a sidebar contradict each other")


def _deed(deed: Deed) -> Evidence:
    return entry(deed.post) if deed.comment is None else quoted(deed.post, deed.comment)


def _did(deed: Deed) -> str:
    return f"“{deed.post.title}”" if deed.comment is None else f"a comment on “{deed.post.title}”"


@check(
    "BN302",
    "idled-too-early",
    ERROR,
    judged_by=ACTION,
    needs=GAME,
    uses=PULLS,
    keys=_LIMITS,
    rests_on=_IDLE,
)
def idled_too_early(facts: AuditContext) -> Results:
    """A player who had been active within the idle limit and had not asked for it left the list of
    active players.

    If only sidebars show the time, it must be too early at every moment between them. Admins may
    idle themselves.
    Evidence: Their last entry or comment, the announcement, and the sidebars.
    May be mistaken: When they asked for it in words that were not understood. Low confidence if they
    wrote about themselves or an absence, if the announcement mentions a request, or if an error of
    up to an hour, or a reduced limit, may make it legal.
    To settle it: Ask the Admin who idled them; the player may be unidled.
    """
    yield from _of_changes(facts, _too_early, left=True)


def _too_early(facts: AuditContext, change: RosterChange) -> Found | None:
    deeds = (
        []
        if not change.left or facts.idlings.renamed(change)
        else facts.idlings.activity.until(change.name, change.latest)
    )
    if not deeds:
        return None
    rules, confidence = _rules_of(facts, change)
    timeout = facts.idlings.timeout(change.name, change.earliest, rules)
    moments = (
        (change.earliest, change.latest)
        if change.announced_at is None
        else (change.announced_at, change.announced_at)
    )
    surely = active_throughout(deeds, change.earliest, change.latest, timeout.least)
    if not surely and not active_throughout(deeds, *moments, timeout.sure):
        return None
    asked = facts.idlings.asked(change, rules)
    if not isinstance(asked, Asked):
        raise UnsettledError(worded(asked))
    if asked is Asked.YES:
        return None
    last = [deed for deed in deeds if deed.at <= moments[1]][-1]
    silence = ("" if change.news is not None else "at most ") + span(
        max(moments[1] - last.at, timedelta())
    )
    text = (
        f"{change.name} left the list of active players {when(change)}, {silence} after"
        f" {_did(last)}"
    )
    text += f"; {timeout.sure // _HOUR} h are needed, and no request was seen"
    certain = surely and asked is Asked.NO and change.now is RosterStatus.IDLE
    return _changed(
        change,
        text,
        [_deed(last), *signs(change)],
        confidence,
        Confidence.HIGH if certain else Confidence.LOW,
    )


@check(
    "BN303",
    "idling-not-announced",
    WARNING,
    judged_by=PRESENT,
    needs=GAME,
    uses=PULLS,
    keys=_LIMITS,
    rests_on=_IDLE,
)
def idling_not_announced(facts: AuditContext) -> Results:
    """A player left the list of active players, and no post says so.

    Idlings that the player or an enacted matter asked for need no post, nor do those of Admins, who
    may idle themselves.
    Evidence: The sidebars before and after, and the posts from a day before to a day after.
    May be mistaken: When a post announces it under another name, or in other words (low confidence
    if it names the player or mentions the quorum), may be about its own author, or will be written
    soon (low confidence).
    To settle it: The Admin who idled the player announces it.
    """
    yield from _of_changes(facts, _unannounced, left=True)


def _unannounced(facts: AuditContext, change: RosterChange) -> Found | None:
    announcements = (
        change.news is not None
        and change.news.post is not None
        and change.news.said == change.news.post.posted
    )
    if not change.left or facts.idlings.renamed(change) or announcements:
        return None
    near = [
        post
        for post in facts.timeline.posts
        if change.earliest - _DAY <= post.posted <= change.latest + _DAY
        and post.category.matter is None
    ]
    speaking = [
        (post, _may_mean(facts, post, change.name)) for post in near if speaks_of_idling(post)
    ]
    if any(means for _, means in speaking):
        return None
    rules, confidence = _rules_of(facts, change)
    asked = facts.idlings.asked(change, rules)
    if asked is Asked.YES:
        return None
    unseen = facts.idlings.activity.unseen(change.earliest - _DAY, change.latest)
    if not isinstance(asked, Asked):
        unseen = asked
    if unseen is not None:
        raise UnsettledError(worded(unseen))
    soon = (facts.view.coverage.seen_at or facts.view.as_of) - change.latest < AROUND
    perhaps = [post for post, means in speaking if means is None]
    perhaps += (
        post
        for post in near
        if not speaks_of_idling(post) and _may_say_otherwise(facts, post, change.name)
    )
    unsure = perhaps or soon or asked is Asked.PERHAPS or change.now is RosterStatus.ABSENT
    return _changed(
        change,
        f"{change.name} left the list of active players {when(change)}, and no post says so",
        [*signs(change), *map(entry, perhaps)],
        confidence,
        Confidence.LOW if unsure else Confidence.HIGH,
    )


def _may_say_otherwise(facts: AuditContext, post: DatedPost, name: str) -> bool:
    """Return whether a post may announce a player's idling without that word: it names them, or
    mentions the quorum.
    """
    of_quorum = "quorum" in f"{post.title} {post.body}".casefold()
    return of_quorum or name in facts.past.rosters.named_in(post)


def _may_mean(facts: AuditContext, post: DatedPost, name: str) -> bool | None:
    """Return whether a post about idling is about a player: it names them, or names nobody. None if
    it may be about its author instead.
    """
    rosters = facts.past.rosters
    people = rosters.named_in(post)
    own_news = {sign.news for sign in rosters.words_of(post.author, post.posted, post.posted)} & {
        NewsKind.ASKS_IDLE,
        NewsKind.UNCLEAR,
    }
    if people and name not in people:
        return False
    return None if own_news and not same_name(name, post.author) else True


@check(
    "BN304",
    "unidled-too-early",
    ERROR,
    judged_by=ACTION,
    needs=GAME,
    keys=_COOLDOWN,
    rests_on=_IDLE,
)
def unidled_back_too_early(facts: AuditContext) -> Results:
    """A player came back to the list of active players within the cooldown after they had gone
    idle.

    Evidence: The announcements, and the sidebars before and after.
    May be mistaken: When a change was made up to an hour before or after its announcement, or may
    have been in another dynasty (low confidence).
    To settle it: The player is idled again, or a Call for Judgement upholds it.
    """
    yield from _of_changes(facts, _back_too_early, left=False)


def _back_too_early(facts: AuditContext, back: RosterChange) -> Found | None:
    idling = back.previous
    if back.left or idling is None or not idling.left:
        return None
    waited = (back.announced_at or back.latest) - (idling.announced_at or idling.earliest)
    if back.earliest - idling.latest > _LONGEST:
        return None
    rules, confidence = _rules_of(facts, back)
    cooldown = hours(rules.voting.idle_unidle_cooldown_hours)
    if cooldown is None or waited >= cooldown:
        return None
    certain = back.latest - idling.earliest < cooldown
    if rules.voting.idle_cooldown_for.value != "all":
        asked = facts.idlings.request(idling, rules)
        if asked is None:
            return None
        certain = certain and back.latest - asked < cooldown
    if rules.voting.idle_cooldown_in_dynasty.value is not False:
        if any(
            idling.earliest < address.posted <= back.latest for address in facts.timeline.addresses
        ):
            return None  # the idling may have been in another dynasty
        ended = any(
            facts.timeline.interregnum_since(moment) is not None
            for moment in (idling.earliest, back.latest)
        )
        certain = certain and not ended and facts.view.coverage.reaches(idling.earliest)
    text = (
        f"{back.name} came back to the list of active players {when(back)}, {span(waited)} after"
        " going idle"
    )
    text += f"; the cooldown is {rules.voting.idle_unidle_cooldown_hours.value} h"
    return _changed(
        back,
        text,
        [*signs(idling), *signs(back)],
        confidence,
        Confidence.HIGH if certain else Confidence.LOW,
    )


@check(
    "BN309",
    "unidled-during-dov",
    ERROR,
    judged_by=ACTION,
    needs=GAME,
    keys=(PARAMETERS.dov_blocks_unidling,),
    rests_on=("Victory and Ascension", *_IDLE),
)
def unidled_during_dov(facts: AuditContext) -> Results:
    """A player was unidled while a Declaration of Victory was pending, although the rules forbid
    it.

    Evidence: The announcement, the sidebars before and after, and the DoV with the time of its
    resolution.
    May be mistaken: When the change was made up to an hour before or after its announcement, and so
    outside the time of the DoV (low confidence).
    To settle it: The player is idled again until the DoV is resolved, or a Call for Judgement
    upholds it.
    """
    yield from _of_changes(facts, _during_dov, left=False)


def _during_dov(facts: AuditContext, change: RosterChange) -> Found | None:
    dovs = [*facts.timeline.pending(MatterKind.DOV, change.announced_at or change.latest)][::-1]
    if change.left or not dovs:
        return None
    rules, confidence = _rules_of(facts, change)
    certain = any(
        dov.posted + MINUTE <= change.earliest and change.latest < dov.end for dov in dovs
    )
    if rules.voting.dov_blocks_unidling.value is not True or (not certain and change.news is None):
        return None  # without an announcement, it may have been made before or after the DoV
    return _changed(
        change,
        f"{change.name} came back to the list of active players {when(change)}, while"
        f" “{dovs[0].title}” was pending",
        [*signs(change), entry(dovs[0])],
        confidence,
        Confidence.HIGH if certain else Confidence.LOW,
    )


@check(
    "BN310",
    "roster-contradiction",
    WARNING,
    judged_by=PRESENT,
    needs=("roster", "posts"),
    rests_on=("Idle Players", "Quorum"),
)
def roster_contradiction(facts: AuditContext) -> Results:
    """An announcement idles somebody who was not active, unidles somebody who was not idle, or
    states a wrong quorum.

    Evidence: The announcements with their times, and the sidebars that were seen.
    May be mistaken: When a change was made without an announcement, or one was not understood; the
    confidence is medium.
    To settle it: An Admin clarifies who was a Player at that time.
    """
    for contradiction in facts.past.rosters.contradictions:
        subject = (
            Subject("player", contradiction.name)
            if contradiction.name
            else Subject("roster", contradiction.post.key, contradiction.post.url)
        )
        yield Found(
            subject,
            worded(contradiction.stands),
            f"{contradiction.at:{WHEN}}",
            evidence=[entry(contradiction.post)],
            confidence=Confidence.MEDIUM,
        )


_FAULTS = (("BN302", _too_early), ("BN304", _back_too_early), ("BN309", _during_dov))
"""The functions that judge a single change, by finding code."""
