"""Is the game on hiatus, and why (glossary "Hiatus", rules "Victory and Ascension", "Dormancy", "Seasonal Downtime")."""

from __future__ import annotations

from datetime import datetime

from parsers.model import Post, Roster, Status
from parsers.ruleset.model import Ruleset
from validators.voting.downtime import downtime_at
from validators.voting.legality import illegal_dov
from validators.voting.parameters import number
from validators.voting.players import Players
from validators.voting.timeline import MINUTE, Timeline
from validators.voting.verdict import Hiatus
from validators.words import counted, day

__all__ = ["hiatus_at", "known_hiatus"]


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
        texts.append(f"a pending DoV, “{dovs[0].title}”")
        if all(illegal_dov(rules, players, timeline, dov).why for dov in dovs):
            doubts.append(f"“{dovs[0].title}” is an illegal DoV, and the rules leave open whether such a one causes a hiatus")
    if rules.value("interregnum"):
        since, perhaps = timeline.interregnum_since(moment), timeline.perhaps_interregnum(moment)
        if since is not None:
            causes.append("interregnum")
            texts.append(f"no Ascension Address since “{since.title}” was enacted")
        elif perhaps is not None:
            doubts.append(f"when “{perhaps.title}” was enacted could not be read, so there may be an Interregnum")
    if downtime_at(rules, moment):
        causes.append("downtime")
        texts.append(f"{day(moment)}, a day of seasonal downtime")
    tied = causes == ["pending-dov"] and all(_tied(dov, moment, before) for dov in dovs)
    return Hiatus(tuple(causes), tuple(texts), tuple(doubts), tied)


def _tied(dov: Post, moment: datetime, before: Post | None) -> bool:
    """Whether a DoV began, or failed, in the very minute that is asked about, so that either may have come first.

    An enacted one goes over into an Interregnum, so its end leaves no doubt.
    """
    if dov.posted == moment.replace(second=0, microsecond=0):
        return True
    failed = dov.closed is not None and dov.status is not Status.ENACTED
    return before is not None and failed and dov.closed is not None and dov.closed < moment + MINUTE


def _dormancy(rules: Ruleset, roster: Roster, players: Players, timeline: Timeline) -> tuple[str | None, str | None]:
    """Why the game is dormant, else what is doubtful about its not being dormant."""
    least, count = number(rules, "dormancy.min_players"), len(players)
    if rules.value("dormancy.in_sidebar"):
        if roster.dormant is None and least is not None and count < least:
            return None, f"there are {counted(count, 'Player')}, and the sidebar does not say whether the game is dormant"
        return ("the sidebar says that the game is dormant" if roster.dormant else None), None
    if least is None:
        return None, None
    aside = ""
    if rules.value("dormancy.excludes_emperor"):
        emperor = timeline.emperor_at(timeline.as_of)
        if not emperor.known and count == least:
            return None, f"there are {counted(count, 'Player')}, and whether the game is dormant depends on who the Emperor is"
        if emperor.name is not None and players.is_active(emperor.name):
            count, aside = count - 1, " beside the Emperor"
    return (f"{counted(count, 'Player')}{aside}, fewer than {least}" if count < least else None), None


def hiatus_at(rules: Ruleset, roster: Roster, players: Players, timeline: Timeline) -> Hiatus:
    """The causes of a hiatus at the time of the view, with its roster."""
    known = known_hiatus(rules, players, timeline, timeline.as_of)
    dormant, doubt = _dormancy(rules, roster, players, timeline)
    causes, texts = (("dormancy",), (dormant,)) if dormant is not None else ((), ())
    return Hiatus((*known.causes, *causes), (*known.texts, *texts), (*known.doubts, *((doubt,) if doubt else ())))
