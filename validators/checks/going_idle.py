"""Who may be idled, and whether those who were idled could be (BN301 to BN303)."""

from __future__ import annotations

from datetime import timedelta

from parsers.blog.announcements import NewsKind
from parsers.model import Confidence, same_name
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, GAME, INFO, PULLS, WARNING, Results, check, make_finding
from validators.checks.evidence import WHEN, entry, quoted
from validators.checks.roster_changes import IDLE, UnsettledError, changed, each_judged, of_changes, rules_of, signs, when
from validators.finding import Evidence, Finding, NotEvaluated, Subject
from validators.voting.activity import Asked, Deed, active_throughout, speaks_of_idling
from validators.voting.dated_posts import DatedPost
from validators.voting.roster_events import AROUND, RosterChange, RosterStatus
from validators.voting.timeline import MINUTE
from validators.voting.voting_rules import downtime_at, hours
from validators.words import day, span

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_LIMITS = ("idle.timeout_hours", "idle.request_hours")


@check("BN301", "may-be-idled", INFO, needs=GAME, uses=PULLS, keys=("idle.timeout_hours",), rests_on=IDLE)
def may_be_idled(facts: AuditContext) -> Results:
    """An active player has posted no entry and no comment for the idle limit, so an Admin may idle them.

    The limit is reduced for who was idled for silence in this dynasty or the one before, where the rules say so. Nobody is
    reported on days of downtime, when nobody may be idled, nor where part of the entries and comments of that time was not seen.

    Evidence: Their last entry or comment, and the entries and comments of others since.
    May be mistaken: When they commented on an old post whose comments were not read (medium confidence), or their last entry is of the
        minute in which the limit is reached, or an earlier idling may have been requested (low).
    To settle it: An Admin idles the player, and announces it in a post.
    """
    now = facts.view.as_of
    if downtime_at(facts.rules, now) and facts.rules.value("downtime.suspends_dovs") is not False:
        yield NotEvaluated("BN301", f"nobody may be idled on {day(now)}, a day of downtime")
        return
    yield from each_judged("BN301", facts.roster.active, str, lambda name: _silent(facts, name))


def _silent(facts: AuditContext, name: str) -> Finding | None:
    """The finding on somebody who has been silent for the limit."""
    now, activity, rosters = facts.view.as_of, facts.idlings.activity, facts.past.rosters
    then, timeout, deeds = rosters.of(name, now), facts.idlings.timeout(name, now, facts.rules), activity.until(name, now)
    last = deeds[-1] if deeds else None
    silent = None if last is None else now - last.at
    limit = timeout.sure if silent is None or silent >= timeout.sure or timeout.reduced is None else timeout.least
    if then.standing is not RosterStatus.ACTIVE or not then.sure or (silent is not None and silent < limit):
        return None  # idle by an announcement that is newer than the sidebar, or not silent for so long
    if why := activity.unseen(now - limit, now):
        raise UnsettledError(why)
    if activity.undated(name):
        raise UnsettledError("the time of something that they wrote could not be read")
    if any(each.name == name and each.at >= now - limit for each in rosters.contradictions):
        raise UnsettledError("an announcement and a sidebar contradict each other")
    sure = Confidence.MEDIUM if activity.perhaps_unseen(now - limit) else Confidence.HIGH
    if limit < timeout.sure or (silent is not None and last is not None and last.comment is None and silent < limit + MINUTE):
        sure = Confidence.LOW
    reduced = timeout.reduced if limit == hours(facts.rules, "idle.reduced_timeout_hours") else None
    evidence = [*([] if last is None else [_deed(last)]), *([] if reduced is None else signs(reduced))]
    for seen in rosters.sidebars_around(now)[-1:]:
        at = min(seen.last_seen, now)
        evidence.append(Evidence(None, f"the sidebar of {at:{WHEN}} UTC: active", at))
    since = "by them was seen" if last is None or silent is None else f"for {span(silent)}, since {_did(last)}"
    text = f"{name} may be idled: no entry or comment {since} ({limit // _HOUR} h are needed)"
    what, rule = "" if last is None else f"{last.at:{WHEN}}", None if reduced is None else facts.rule("idle.reduced_timeout_hours")
    return make_finding("BN301", Subject("player", name), text, what, rule=rule, evidence=evidence, confidence=sure)


def _deed(deed: Deed) -> Evidence:
    return entry(deed.post) if deed.comment is None else quoted(deed.post, deed.comment)


def _did(deed: Deed) -> str:
    return f"“{deed.post.title}”" if deed.comment is None else f"a comment on “{deed.post.title}”"


@check("BN302", "idled-too-early", ERROR, needs=GAME, uses=PULLS, keys=_LIMITS, rests_on=IDLE)
def idled_too_early(facts: AuditContext) -> Results:
    """A player left the list of active players who had been active within the idle limit and had not asked for it.

    When they left is told by an announcement, within the hour, or by the sidebars that were seen before and after; where only
    sidebars tell, it has to be too early at every moment between them. Admins, who may idle themselves, are not reported unless
    somebody else announces it.

    Evidence: Their last entry or comment, the announcement, and the sidebars.
    May be mistaken: When they asked for it in words that were not understood or elsewhere (low confidence where the announcement says
        that they did), or the change was made up to an hour after the announcement and so in time, or an earlier idling may have
        reduced the limit (low confidence).
    To settle it: Ask the Admin who idled them; the player may be unidled.
    """
    yield from of_changes("BN302", facts, lambda change: _too_early(facts, change))


def _too_early(facts: AuditContext, change: RosterChange) -> Finding | None:
    """The finding on somebody who left though they had been active within the limit, and had not asked for it."""
    deeds = [] if not change.left or facts.idlings.renamed(change) else facts.idlings.activity.until(change.name, change.latest)
    if not deeds:
        return None
    rules, sure = rules_of(facts, change)
    timeout = facts.idlings.timeout(change.name, change.earliest, rules)
    moments = (change.earliest, change.latest) if change.told is None else (change.told, change.told)
    surely = active_throughout(deeds, change.earliest, change.latest, timeout.least)
    if not surely and not active_throughout(deeds, *moments, timeout.sure):
        return None
    asked, why = facts.idlings.asked(change, rules)
    if asked is Asked.UNSEEN:
        raise UnsettledError(why)
    if asked is Asked.YES:
        return None
    needed = f"{timeout.sure // _HOUR} h"
    if timedelta() < timeout.least < timeout.sure:
        needed += f", or {timeout.least // _HOUR} h after an earlier idling,"
    last = [deed for deed in deeds if deed.at <= moments[1]][-1]
    silence = ("" if change.news is not None else "at most ") + span(max(moments[1] - last.at, timedelta()))
    text = f"{change.name} left the list of active players {when(change)}, {silence} after {_did(last)}; {needed} are needed"
    certain = surely and asked is Asked.NO and change.now is RosterStatus.IDLE
    evidence = [_deed(last), *signs(change)]
    return changed("BN302", change, f"{text}, and no request was seen", evidence, sure, Confidence.HIGH if certain else Confidence.LOW)


@check("BN303", "idling-not-announced", WARNING, needs=GAME, uses=PULLS, keys=_LIMITS, rests_on=IDLE)
def idling_not_announced(facts: AuditContext) -> Results:
    """A player left the list of active players, and no post says so.

    Posts from a day before to a day after the change are searched for the player's name and a word of idling. Idlings that the player
    asked for need no post, nor do those of Admins, who may idle themselves, and those that an enacted matter asks for.

    Evidence: The sidebars before and after.
    May be mistaken: When a post in which its author may speak of themselves tells of the player, or calls them by another name, or the
        post is about to be written (low confidence).
    To settle it: The Admin who idled the player announces it.
    """
    yield from of_changes("BN303", facts, lambda change: _unannounced(facts, change))


def _unannounced(facts: AuditContext, change: RosterChange) -> Finding | None:
    told = change.news is not None and change.news.post is not None and change.news.said == change.news.post.posted
    if not change.left or facts.idlings.renamed(change) or told:
        return None
    near = (post for post in facts.timeline.posts if change.earliest - _DAY <= post.posted <= change.latest + _DAY)
    speaking = [(post, _may_mean(facts, post, change.name)) for post in near if post.category.matter is None and speaks_of_idling(post)]
    if any(means for _, means in speaking):
        return None
    rules, sure = rules_of(facts, change)
    asked, why = facts.idlings.asked(change, rules)
    if asked is Asked.YES:
        return None
    if unseen := why or facts.idlings.activity.unseen(change.earliest - _DAY, change.latest):
        raise UnsettledError(unseen)
    soon = (facts.view.coverage.seen_at or facts.view.as_of) - change.latest < AROUND
    perhaps = [post for post, means in speaking if means is None]
    unsure = perhaps or soon or asked is Asked.PERHAPS or change.now is RosterStatus.ABSENT
    text = f"{change.name} left the list of active players {when(change)}, and no post says so"
    evidence = [*signs(change), *map(entry, perhaps)]
    return changed("BN303", change, text, evidence, sure, Confidence.LOW if unsure else Confidence.HIGH)


def _may_mean(facts: AuditContext, post: DatedPost, name: str) -> bool | None:
    """Whether a post that speaks of idling means somebody: names them or nobody; None where it may be about its author, who is another."""
    people = facts.past.rosters.named_in(post)
    if people and name not in people:
        return False
    own = {sign.news for sign in facts.past.rosters.words_of(post.author, post.posted, post.posted)}
    if same_name(name, post.author) or own.isdisjoint((NewsKind.ASKS_IDLE, NewsKind.UNCLEAR)):
        return True
    return False if NewsKind.ASKS_IDLE in own and not people else None
