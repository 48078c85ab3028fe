"""Is the game on hiatus, and why (glossary "Hiatus", rules "Victory and Ascension", "Dormancy", "Seasonal Downtime")."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from parsers.model import Post, Roster
from parsers.ruleset.model import Ruleset
from validators.legality import illegal_dov
from validators.roster import Players
from validators.timeline import Timeline
from validators.verdict import Hiatus

__all__ = ["downtime_at", "downtime_edges", "hiatus_at", "known_hiatus"]


def downtime_at(rules: Ruleset, moment: datetime) -> bool:
    """Whether a moment lies in the yearly downtime (days are UTC days)."""
    days = rules.value("downtime")
    return isinstance(days, tuple) and f"{moment:%m-%d}" in days


def downtime_edges(rules: Ruleset, after: datetime) -> list[datetime]:
    """The midnights at which a day of downtime begins or ends, in the year of ``after`` and the next."""
    days = rules.value("downtime")
    edges: list[datetime] = []
    for year in (after.year, after.year + 1):
        for text in days if isinstance(days, tuple) else ():
            month, day = (int(part) for part in text.split("-"))
            try:
                start = datetime.combine(date(year, month, day), datetime.min.time(), after.tzinfo)
            except ValueError:
                continue  # a 29th of February that this year has not
            edges += [start, start + timedelta(days=1)]
    return edges


def known_hiatus(rules: Ruleset, players: Players, timeline: Timeline, moment: datetime, *, before: Post | None = None) -> Hiatus:
    """The causes that can be known of any moment: DoVs, Interregnum and downtime; rosters of the past cannot.

    ``before`` leaves out DoVs that were not made before that post, when both bear the same minute.
    """
    causes: list[str] = []
    texts: list[str] = []
    doubts: list[str] = []
    dovs = [dov for dov in timeline.pending_dovs(moment) if before is None or timeline.before(dov, before)]
    if not rules.value("dov.hiatus"):
        dovs = []
    if dovs:
        causes.append("pending-dov")
        texts.append(f"“{dovs[0].title}” is pending")
        if all(illegal_dov(rules, players, timeline, dov).why for dov in dovs):
            doubts.append("the only pending DoV is an illegal one, and the rules leave open whether that causes a hiatus")
    since = timeline.interregnum_since(moment) if rules.value("interregnum") else None
    if since is not None:
        causes.append("interregnum")
        texts.append(f"“{since.title}” was enacted and no Ascension Address has been posted since")
    if downtime_at(rules, moment):
        causes.append("downtime")
        texts.append(f"the {moment:%d %B} is a day of seasonal downtime")
    return Hiatus(tuple(causes), tuple(texts), tuple(doubts))


def _dormancy(rules: Ruleset, roster: Roster, players: Players, timeline: Timeline, moment: datetime) -> tuple[str | None, list[str]]:
    if rules.value("dormancy.in_sidebar"):
        if roster.dormant is None:
            return None, []
        return ("the sidebar says that the game is dormant" if roster.dormant else None), []
    least = rules.value("dormancy.min_players")
    if not isinstance(least, int):
        return None, []
    count = len(players)
    if rules.value("dormancy.excludes_emperor"):
        emperor = timeline.emperor_at(moment)
        if not emperor.known and least <= count <= least:
            return None, [f"there are {count} Players, and whether the game is dormant depends on who the Emperor is"]
        count -= bool(emperor.name and players.is_active(emperor.name))
    return (f"there are {count} Players, fewer than {least}" if count < least else None), []


def hiatus_at(rules: Ruleset, roster: Roster, timeline: Timeline, moment: datetime) -> Hiatus:
    """The causes of a hiatus now or, if nothing changes but the time, later."""
    players = Players(roster)
    known = known_hiatus(rules, players, timeline, moment)
    dormant, doubts = _dormancy(rules, roster, players, timeline, moment)
    if dormant is None:
        return Hiatus(known.causes, known.texts, (*known.doubts, *doubts))
    return Hiatus((*known.causes, "dormancy"), (*known.texts, dormant), (*known.doubts, *doubts))
