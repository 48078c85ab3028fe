"""Who may be idled, and whether those who were idled could be (BN301 to BN303)."""

from __future__ import annotations

from datetime import timedelta

from parsers.blog.announcements import NewsKind
from parsers.model import Confidence
from parsers.ruleset.model import Ruleset
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, INFO, WARNING, Results, check, make_finding
from validators.checks.roster_changes import IDLE, WHEN, Unsettled, change_key, deed_of, did, least, on_sidebar, rules_of, signs, when
from validators.finding import Finding, NotEvaluated, Subject
from validators.voting.dated import DatedPost
from validators.voting.idling import Asked, Deed, Timeout, active_throughout, speaks_of_idling
from validators.voting.limits import downtime_at, hours
from validators.voting.roster_events import AROUND, RosterChange, RosterStatus
from validators.voting.timeline import MINUTE
from validators.words import day, span

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


# BN301


@check("BN301", "may-be-idled", INFO, needs=("rules", "roster", "posts"), uses=("pulls",), keys=("idle.timeout_hours",), rests_on=IDLE)
def may_be_idled(facts: AuditContext) -> Results:
    """An active player has posted no entry and no comment for the idle limit, so an Admin may idle them.

    The limit is reduced for who was idled for silence in this dynasty or the one before, where the rules say so. Nobody is
    reported on days of downtime, when nobody may be idled, nor where part of the entries and comments of that time was not seen.

    Evidence: Their last entry or comment, and the entries and comments of others since.
    May be mistaken: When they commented on an old post whose comments were not read (medium confidence), or their last entry is of the
        minute in which the limit is reached, or an earlier idling may have been requested (low).
    To settle it: An Admin idles the player, and announces it in a post.
    """
    now, unsettled = facts.view.as_of, Unsettled("BN301")
    if downtime_at(facts.rules, now) and facts.rules.value("downtime.suspends_dovs") is not False:
        yield NotEvaluated("BN301", f"nobody may be idled on {day(now)}, a day of downtime")
        return
    activity = facts.idlings.activity
    for name in facts.roster.active:
        then, timeout, deeds = facts.past.rosters.of(name, now), facts.idlings.timeout(name, now, facts.rules), activity.until(name, now)
        silent = now - deeds[-1].at if deeds else None
        limit = timeout.sure if silent is None or silent >= timeout.sure or timeout.reduced is None else timeout.least
        if then.standing is not RosterStatus.ACTIVE or not then.sure or (silent is not None and silent < limit):
            continue  # idle by an announcement that is newer than the sidebar, or not silent for so long
        why = activity.unseen(now - limit, now)
        if why is None and activity.undated(name):
            why = "the time of something that they wrote could not be read"
        if why is None and any(each.name == name and each.at >= now - limit for each in facts.past.rosters.contradictions):
            why = "an announcement and a sidebar contradict each other"
        if why is None:
            yield _silent(facts, name, timeout, limit, deeds[-1:])
        else:
            unsettled.add(name, why)
    yield from unsettled


def _silent(facts: AuditContext, name: str, timeout: Timeout, limit: timedelta, last: list[Deed]) -> Finding:
    """Somebody has been silent for a limit since their ``last`` entry or comment, if there is one."""
    now = facts.view.as_of
    silent = now - last[0].at if last else None
    tied = silent is not None and last[0].comment is None and silent < limit + MINUTE
    perhaps = Confidence.MEDIUM if facts.idlings.activity.perhaps_unseen(now - limit) else Confidence.HIGH
    reduced = limit == hours(facts.rules, "idle.reduced_timeout_hours")
    since = f"for {span(silent)}, since {did(last[0])}" if silent is not None else "by them was seen"
    return make_finding(
        "BN301",
        Subject("player", name),
        f"{name} may be idled: no entry or comment {since} ({limit // _HOUR} h are needed)",
        f"{last[0].at:{WHEN}}" if last else "",
        rule=facts.rule("idle.reduced_timeout_hours") if reduced else None,
        evidence=[
            *map(deed_of, last),
            *(signs(timeout.reduced) if reduced and timeout.reduced else ()),
            *(on_sidebar(each, now) for each in facts.past.rosters.sidebars_around(now)[-1:]),
        ],
        confidence=Confidence.LOW if tied or limit < timeout.sure else perhaps,
    )


# BN302


@check(
    "BN302",
    "idled-too-early",
    ERROR,
    needs=("rules", "roster", "posts"),
    uses=("pulls",),
    keys=("idle.timeout_hours", "idle.request_hours"),
    rests_on=IDLE,
)
def idled_too_early(facts: AuditContext) -> Results:
    """A player left the list of active players who had been active within the idle limit and had not asked for it.

    When they left is told by an announcement, within the hour, or by the sidebars that were seen before and after; where only
    sidebars tell, it has to be too early at every moment between them. Admins, who may idle themselves, are not reported unless
    somebody else announces it.

    Evidence: Their last entry or comment, the announcement, and the sidebars.
    May be mistaken: When they asked for it in words that were not understood or elsewhere (low confidence where the announcement says
        that they did), or the change was made up to an hour after
        the announcement and so in time, or an earlier idling may have reduced the limit (low confidence).
    To settle it: Ask the Admin who idled them; the player may be unidled.
    """
    unsettled = Unsettled("BN302")
    for change in facts.past.rosters.changes:
        if not change.left or facts.idlings.renamed(change):
            continue
        deeds = facts.idlings.activity.until(change.name, change.latest)
        then = rules_of(facts, change, unsettled) if deeds else None
        if then is None:
            continue
        rules, sure = then
        too_early = _too_early(facts, change, deeds, rules)
        if too_early is None:
            continue
        asked, why = facts.idlings.asked(change, rules)
        if asked is Asked.UNSEEN:
            unsettled.add(change.name, why)
        elif asked is not Asked.YES:
            needed, surely = too_early
            certain = surely and asked is Asked.NO and change.now is RosterStatus.IDLE
            last = [deed for deed in deeds if deed.at <= (change.told or change.latest)][-1]
            silence = span(max((change.told or change.latest) - last.at, timedelta()))
            less = "" if change.news is not None else "at most "
            text = (
                f"{change.name} left the list of active players {when(change)}, {less}{silence} after {did(last)}; "
                f"{needed} are needed, and no request was seen"
            )
            yield make_finding("BN302", Subject("player", change.name), text, change_key(change), evidence=[deed_of(last), *signs(change)],
                        confidence=least(sure, Confidence.HIGH if certain else Confidence.LOW))  # fmt: skip
    yield from unsettled


def _too_early(facts: AuditContext, change: RosterChange, deeds: list[Deed], rules: Ruleset) -> tuple[str, bool] | None:
    """How long a silence was needed for somebody who left, and whether theirs surely was shorter; None if it was long enough."""
    timeout = facts.idlings.timeout(change.name, change.earliest, rules)
    needed = f"{timeout.sure // _HOUR} h"
    if timedelta() < timeout.least < timeout.sure:
        needed += f", or {timeout.least // _HOUR} h after an earlier idling,"
    if active_throughout(deeds, change.earliest, change.latest, timeout.least):
        return needed, True
    moments = (change.earliest, change.latest) if change.told is None else (change.told, change.told)
    return (needed, False) if active_throughout(deeds, *moments, timeout.sure) else None


# BN303


@check(
    "BN303",
    "idling-not-announced",
    WARNING,
    needs=("rules", "roster", "posts"),
    uses=("pulls",),
    keys=("idle.timeout_hours", "idle.request_hours"),
    rests_on=IDLE,
)
def idling_not_announced(facts: AuditContext) -> Results:
    """A player left the list of active players, and no post says so.

    Posts from a day before to a day after the change are searched for the player's name and a word of idling. Idlings that the player
    asked for need no post, nor do those of Admins, who may idle themselves, and those that an enacted matter asks for.

    Evidence: The sidebars before and after.
    May be mistaken: When the post calls the player by another name, or is about to be written (low confidence).
    To settle it: The Admin who idled the player announces it.
    """
    unsettled = Unsettled("BN303")
    for change in facts.past.rosters.changes:
        if not change.left or facts.idlings.renamed(change) or _announced(facts, change):
            continue
        then = rules_of(facts, change, unsettled)
        asked, why = (Asked.YES, "") if then is None else facts.idlings.asked(change, then[0])
        if then is None or asked is Asked.YES:
            continue
        unseen = why or facts.idlings.activity.unseen(change.earliest - _DAY, change.latest)
        if unseen:
            unsettled.add(change.name, unseen)
            continue
        soon = (facts.view.coverage.seen_at or facts.view.as_of) - change.latest < AROUND
        sure = Confidence.LOW if soon or asked is Asked.PERHAPS or change.now is RosterStatus.ABSENT else Confidence.HIGH
        text = f"{change.name} left the list of active players {when(change)}, and no post says so"
        yield make_finding(
            "BN303", Subject("player", change.name), text, change_key(change), evidence=signs(change), confidence=least(then[1], sure)
        )
    yield from unsettled


def _announced(facts: AuditContext, change: RosterChange) -> bool:
    """Whether a post tells of it, or may do so without a name that is known."""
    if change.news is not None and change.news.post is not None and change.news.said == change.news.post.posted:
        return True
    near = (post for post in facts.timeline.posts if change.earliest - _DAY <= post.posted <= change.latest + _DAY)
    speaking = (post for post in near if post.category.matter is None and speaks_of_idling(post))
    return any(_may_mean(facts, post, change.name) for post in speaking)


def _may_mean(facts: AuditContext, post: DatedPost, name: str) -> bool:
    """Whether a post that speaks of idling names somebody, or nobody at all and is not its author's own wish."""
    people = facts.past.rosters.named_in(post)
    own = facts.past.rosters.words_of(post.author, post.posted, post.posted) if not people else ()
    return name in people or not (people or any(sign.news is NewsKind.ASKS_IDLE for sign in own))
