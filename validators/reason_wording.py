"""The kinds of reasons for a verdict, with their sentences: conditions, illegal posts, causes of a
hiatus, uncounted icons, and evidence of who was a Player.
"""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Self

from parsers.ruleset.parameters import PARAMETERS, AnyParameter
from validators.wording import Fact, Kind


class _Worded(StrEnum):
    """A value of the JSON reports together with its words."""

    words: str

    def __new__(cls, value: str, words: str) -> Self:
        """Store the words beside the value; the member equals the value alone."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.words = words
        return member


class Uncounted(_Worded):
    """Why an icon is not counted as a vote (rule "Votes")."""

    IDLE = "idle", "the voter is idle"
    NOT_A_PLAYER = "not-a-player", "the voter is not on the roster"
    SUPERSEDED = "superseded", "the voter used another icon later"
    NOT_VALID_HERE = "not-valid-here", "only the Emperor may VETO, and only a Proposal"
    UNKNOWN_ICON = "unknown-icon", "it is not a known voting icon"
    AFTER_RESOLUTION = "after-resolution", "it was posted after the resolution"
    QUOTED = "quoted", "it is quoted, struck out or hidden"


@unique
class IllegalKind(Kind):
    """Why a post is illegal."""

    NO_SUBJECT = "its subject is empty"
    PENDING_LIMIT = "its author had {limit:Proposal} pending"
    DAILY_LIMIT = "its author had made {limit:Proposal} that day"
    IN_HIATUS = "it was submitted in a hiatus ({cause})"
    BY_EMPEROR = "its author was the {office}"
    IN_INTERREGNUM = "it was made in the Interregnum after “{dov}”"
    IN_COOLDOWN = "its author's “{dov}” had failed less than {hours} hours before"


Illegality = Fact[IllegalKind]


@unique
class HiatusKind(Kind):
    """The causes of a hiatus: the keyword in JSON reports, and the sentence."""

    PENDING_DOV = "pending-dov", "a pending DoV, “{dov}”"
    INTERREGNUM = "interregnum", "no Ascension Address since “{dov}” was enacted"
    DOWNTIME = "downtime", "{day}, a day of seasonal downtime"
    DORMANCY_STATED = "dormancy", "the sidebar says that the game is dormant"
    DORMANCY = "dormancy", "{players}, fewer than {least}"
    DORMANCY_BESIDE_EMPEROR = "dormancy", "{players} beside the {office}, fewer than {least}"

    @property
    def keyword(self) -> str:
        """The cause in one word."""
        return str(self.value[0])


HiatusCause = Fact[HiatusKind]


@unique
class AssumedClause(Kind):
    """The clauses that are assumed although they were not read: the parameter and its meaning."""

    LAST_ICON = PARAMETERS.vote_last_icon, "that a Player's vote is their last icon"
    PLAYERS_ONLY = PARAMETERS.vote_players_only, "that only Players vote"
    ILLEGAL_UNPOPULAR = PARAMETERS.post_illegal_unpopular, "that an illegal post is Unpopular"
    NO_PROPOSALS = (
        PARAMETERS.hiatus_stops_proposals,
        "that Proposals are not resolved during a hiatus",
    )
    UTC = PARAMETERS.time_utc, "that times are in UTC"
    DAY = PARAMETERS.time_day, "that a day begins at midnight in UTC"

    @property
    def parameter(self) -> AnyParameter:
        """The parameter, without a value."""
        parameter: AnyParameter = self.value[0]
        return parameter


# The text of the protected rules


@unique
class CoreKind(Kind):
    """The evidence on whether a Proposal changes the text of a protected rule."""

    TAGGED = "it is tagged [{tag}]"
    UNTAGGED = "it has no tag"
    TEXT_UNREAD = "{tag}, and its text could not be read"
    NOTHING_NAMED = "{tag}, but its text names no protected rule"
    QUOTED = "{tag}, but the text quotes the rule “{rule}” ({section})"
    NOTHING = "neither its text nor its tags name a protected rule"

    SECTION = "the text mentions “{section}”"
    NUMBER = "the text mentions rule {number}"
    RULE = "the text names the rule “{rule}” ({section})"
    ONE_OF_RULES = "the text names the rule “{rule}” ({section}), a name that {count} rules have"
    NAMED_UNTAGGED = "it has no tag, but {named}"


CoreFact = Fact[CoreKind]


# Who was a Player


@unique
class RosterKind(Kind):
    """The evidence of who was a Player at a moment, or why that is unknown."""

    SIDEBAR = "the sidebar of {at:%Y-%m-%d %H:%M} UTC"
    ANNOUNCEMENT = "“{post}” of {at:%Y-%m-%d %H:%M} UTC"

    CHANGE_NEAR = "{sign} announces a change within 1 hour"
    CHANGE_ASKED = "{sign} asks for a change, and the time of the change is unknown"
    IDLE_AFTERWARDS = "idle afterwards, and no announcement shows since when"
    PERHAPS_BACK = "active afterwards, and may have asked for it since"
    CHANGE_BETWEEN = "{before} after {left}, {after} before {right}"
    NEVER_LISTED = "not on any known roster"
    NOT_UNDERSTOOD = "an announcement was not understood"

    DISAGREEMENT = "after {one} {name} is {after}, before {other} {before}"
    MISCOUNT = "“{post}” states {stated}, and announcements and sidebar give {known} players"
    QUORUM = "quorum {quorum}"
    PLAYERS = "{players:player}"
    EXACTLY = "{least}"
    BETWEEN = "{least} to {most}"


RosterFact = Fact[RosterKind]


# Conditions


class VerdictClause(_Worded):
    """A condition of the rules that a verdict names."""

    ILLEGAL = "illegal", "illegal post"
    POPULAR_QUORUM = "popular.quorum", "Popular by quorum"
    POPULAR_TIME = "popular.time", "Popular by time"
    UNPOPULAR_QUORUM = "unpopular.quorum", "Unpopular by quorum"
    UNPOPULAR_TIME = "unpopular.time", "Unpopular by time"
    OLDEST = "proposal.oldest", "first in the queue"
    OPEN = "proposal.open", "open long enough"
    WITHDRAWN = "proposal.withdrawn", "Withdrawn"
    VETOED = "proposal.vetoed", "Vetoed"
    STALE = "proposal.stale", "pending too long"
    HIATUS = "hiatus", "hiatus"
    DOWNTIME = "downtime", "downtime"
    THRESHOLD = "dov.threshold", "enough FOR votes"
    DOV_EARLY = "dov.early", "open long enough, unopposed"
    DOV_LATE = "dov.late", "open long enough"
    DOV_OLD = "dov.old", "old enough to fail"
    DOV_FAIL = "dov.fail", "open long enough to fail"
    DOV_FAILED_WITH = "dov.failed-with", "failed with another"
    NO_CHANGE = "cfj.no-change", "asks for no change"


@unique
class VotesKind(Kind):
    """The votes that make a matter Popular by time or let a DoV pass early."""

    VALID = "{count:valid vote}"
    VALID_OF_LEAST = "{count:valid vote} ({least} needed)"
    NO_EMPEROR = "there is no {office}"
    EMPEROR_UNKNOWN = "{office} unknown"
    EMPEROR_FOR = "the {office} is FOR"
    EMPEROR_NOT_FOR = "the {office} is not FOR"


_CLAUSE = VerdictClause
_OPEN = "open for {open} ({needed} h needed)"
_BY_TIME = f"{_OPEN}, {{votes}}, {{in_favour}} FOR to {{against}} AGAINST"
_NEVER_POPULAR = "after {needed} h without being Popular it is Unpopular"
_OLD = "open for {open} (more than {needed} h needed)"


@unique
class ReasonKind(Kind):
    """The states of the conditions: the condition and its sentence."""

    ILLEGAL = _CLAUSE.ILLEGAL, "an illegal post is Unpopular whatever its votes: {why}"
    POPULAR_QUORUM = _CLAUSE.POPULAR_QUORUM, "{in_favour} FOR, quorum {quorum}"
    POPULAR_TIME = _CLAUSE.POPULAR_TIME, _BY_TIME
    POPULAR_TIME_OF_CORE = (
        _CLAUSE.POPULAR_TIME,
        f"{_BY_TIME}; does not apply to a Proposal that changes a protected rule",
    )
    UNPOPULAR_QUORUM = (
        _CLAUSE.UNPOPULAR_QUORUM,
        "{not_against} of {players} not voting AGAINST, quorum {quorum}",
    )
    UNPOPULAR_TIME = _CLAUSE.UNPOPULAR_TIME, f"open for {{open}}, not Popular; {_NEVER_POPULAR}"
    UNPOPULAR_TIME_POPULAR = _CLAUSE.UNPOPULAR_TIME, "open for {open}, Popular"
    UNPOPULAR_TIME_UNKNOWN = (
        _CLAUSE.UNPOPULAR_TIME,
        f"open for {{open}}, unknown whether Popular; {_NEVER_POPULAR}",
    )
    OLDEST = _CLAUSE.OLDEST, "the oldest pending Proposal"
    OLDEST_SEEN = (
        _CLAUSE.OLDEST,
        "the oldest pending Proposal that was seen; older posts were not",
    )
    OLDEST_QUEUED = (
        _CLAUSE.OLDEST,
        "{ahead:older Proposal} pending, the oldest of them “{oldest}”",
    )
    OLDEST_SECOND = _CLAUSE.OLDEST, "“{oldest}” is older and pending"
    OLDEST_UNORDERED = (
        _CLAUSE.OLDEST,
        "“{other}” was posted in the same minute, and no list of posts shows which is older",
    )
    OLDEST_STALE = _CLAUSE.OLDEST, "pending for too long to be counted in the queue"
    OPEN = _CLAUSE.OPEN, _OPEN
    WITHDRAWN = _CLAUSE.WITHDRAWN, "{term} by its author"
    VETOED = _CLAUSE.VETOED, "Vetoed by the {office}"
    STALE = _CLAUSE.STALE, "pending for more than {limit:day}, which is enough to fail it"
    STALE_LATER = (
        _CLAUSE.STALE,
        "more than {limit:day} needed: after {until:%Y-%m-%d %H:%M} UTC",
    )
    HIATUS = _CLAUSE.HIATUS, "on hiatus: {cause}"
    HIATUS_UNSEEN = (
        _CLAUSE.HIATUS,
        "a DoV may be pending among the older posts, which were not seen",
    )
    DOV_FAILED_WITH = (
        _CLAUSE.DOV_FAILED_WITH,
        "another DoV was enacted, and this one failed with it: set its status to Failed",
    )
    THRESHOLD = _CLAUSE.THRESHOLD, "{in_favour} FOR, more than 2/3 of {players} needed"
    DOV_EARLY = (
        _CLAUSE.DOV_EARLY,
        f"{_OPEN}; {{emperor}}, {{against}} AGAINST (needed: the {{office}} FOR, or none AGAINST)",
    )
    DOV_LATE = _CLAUSE.DOV_LATE, _OPEN
    DOV_FAIL = _CLAUSE.DOV_FAIL, f"Unpopular and {_OPEN}"
    DOV_FAIL_UNKNOWN = _CLAUSE.DOV_FAIL, f"unknown whether Unpopular and {_OPEN}"
    DOV_OLD_PASSES = _CLAUSE.DOV_OLD, f"{_OLD}, it can be enacted"
    DOV_OLD = _CLAUSE.DOV_OLD, f"{_OLD}, it cannot be enacted"
    DOV_OLD_UNKNOWN = _CLAUSE.DOV_OLD, f"{_OLD}, unknown whether it can be enacted"
    DOWNTIME = _CLAUSE.DOWNTIME, "a DoV may not be resolved on {day}"
    NO_CHANGE = (
        _CLAUSE.NO_CHANGE,
        "an Admin may also judge that it asks for no change at all, which is enough to fail it",
    )

    @property
    def clause(self) -> VerdictClause:
        """The condition."""
        return VerdictClause(self.value[0])  # type: ignore[call-arg]
