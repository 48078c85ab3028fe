"""The sentences of the facts that validators find, one for each kind of fact, and the kinds of
doubts.

A check creates a fact with its kind and parameters; only this module makes sentences of facts.
:mod:`validators.reason_wording` has the kinds of reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from string import Formatter
from typing import Any, Generic, TypeVar

from parsers.model import Problem
from parsers.ruleset.ruleset_model import ReviewableRule
from validators.words import counted, day, not_reviewed, span


class Kind(Enum):
    """The kinds of facts; the sentence is the value of a member, or the last item of the value."""

    @property
    def sentence(self) -> str:
        """The sentence, with the names of its parameters in braces, and without a full stop."""
        return self.value if isinstance(self.value, str) else str(self.value[-1])


K = TypeVar("K", bound=Kind)


@dataclass(frozen=True, slots=True)
class Fact(Generic[K]):
    """A fact: its kind, and its parameters with their names."""

    kind: K
    about: tuple[tuple[str, object], ...] = ()


def fact(kind: K, **about: object) -> Fact[K]:
    """Return a fact of a kind with its parameters."""
    return Fact(kind, tuple(about.items()))


class _Sentence(Formatter):
    """Formats a sentence; ``{limit:Proposal}`` is a number of Proposals."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a parameter in words."""
        if isinstance(value, int) and format_spec:
            return counted(value, format_spec)
        return format(value, format_spec) if format_spec else str(_shown(value))


def worded(fact: Fact[Any]) -> str:
    """Return the sentence of a fact, without a full stop."""
    return _Sentence().vformat(fact.kind.sentence, (), dict(fact.about))


def _shown(value: object) -> object:
    if isinstance(value, Fact):
        return worded(value)
    if isinstance(value, timedelta):
        return span(value)
    if isinstance(value, date):
        return day(value)
    if isinstance(value, tuple) and all(isinstance(rule, ReviewableRule) for rule in value):
        return not_reviewed(value)
    return value.sentence if isinstance(value, Problem) else value


# Doubts


class DoubtKind(Kind):
    """Why a verdict is not certified, or why a past fact is unknown."""

    # Who plays
    ROSTER_PROBLEM = "roster-problem"
    SIDEBAR_PLAYERS = "sidebar-players"
    SIDEBAR_QUORUM = "sidebar-quorum"
    SIDEBAR_CONTRADICTED = "sidebar-contradicted"
    ROSTER_THEN = "roster-then"
    ROSTER_THEN_OF = "roster-then-of"
    LEFT_BY_POST = "left-by-post"
    STRANGER = "stranger"
    NEAR_STRANGER = "near-stranger"
    AUTHOR_UNREAD = "author-unread"
    AUTHOR_UNSURE = "author-unsure"
    AUTHOR_NO_PLAYER = "author-no-player"
    EMPEROR_UNKNOWN = "emperor-unknown"
    EMPEROR_DECIDES = "emperor-decides"

    # Missing data
    SOURCE_AGED = "source-aged"
    PAGE_PROBLEM = "page-problem"
    COMMENTS_UNREAD = "comments-unread"
    COMMENTS_COUNTED = "comments-counted"
    POST_UNSEEN = "post-unseen"
    PAGE_OUTDATED = "page-outdated"
    OLDER_POSTS = "older-posts"
    DOV_UNSEEN = "dov-unseen"
    CHANGED_LATE = "changed-late"

    # Times
    COMMENT_BEFORE_POST = "comment-before-post"
    COMMENT_AFTER_PAGE = "comment-after-page"
    COMMENT_TIME_UNREAD = "comment-time-unread"
    TIME_UNREAD = "time-unread"
    COMMENTS_OF_ONE_SECOND = "comments-of-one-second"
    RESOLUTION_UNREAD = "resolution-unread"
    RESOLVED_BEFORE_POSTED = "resolved-before-posted"
    RESOLVED_LATE = "resolved-late"
    TIMES_BEFORE_2014 = "times-before-2014"
    TIMES_CONTRADICTORY = "times-contradictory"
    ORDER_OF_MINUTE = "order-of-minute"
    UNORDERED_POSTS = "unordered-posts"
    UNORDERED_QUEUE = "unordered-queue"
    UNDATED_IN_QUEUE = "undated-in-queue"
    UNDATED_BEFORE_DOV = "undated-before-dov"
    RESOLUTION_UNSURE = "resolution-unsure"

    # The rules
    RULES_NOT_REVIEWED = "rules-not-reviewed"
    RULES_NOT_REVIEWED_THEN = "rules-not-reviewed-then"
    RULES_UNKNOWN = "rules-unknown"
    RULES_UNKNOWN_WHEN_POSTED = "rules-unknown-when-posted"
    RULES_CHANGED = "rules-changed"
    NO_REVISIONS = "no-revisions"
    NO_REVISIONS_BEFORE = "no-revisions-before"
    REVISION_UNREAD = "revision-unread"
    CLAUSE_UNREAD = "clause-unread"
    CLAUSE_UNREAD_IN = "clause-unread-in"
    CLAUSE_ASSUMED = "clause-assumed"
    RULE_CHANGES_VERDICT = "rule-changes-verdict"

    # Votes
    ICON_AFTER_RESOLUTION = "icon-after-resolution"
    ICON_UNKNOWN = "icon-unknown"
    ICON_QUOTED = "icon-quoted"
    VETO_UNSURE = "veto-unsure"
    VETO_WITHOUT_CLAUSE = "veto-without-clause"
    VETOED_BY_FORMER_EMPEROR = "vetoed-by-former-emperor"
    WITHDRAWN_WITHOUT_CLAUSE = "withdrawn-without-clause"
    STOPPED_BY_NO_PLAYER = "stopped-by-no-player"
    STOPPED_BESIDE_ICON = "stopped-beside-icon"
    VOTER_PERHAPS_IDLE = "voter-perhaps-idle"
    DEFERENTIALS_WITHOUT_EMPEROR = "deferentials-without-emperor"
    EMPERORS_DEFERENTIAL_UNREAD = "emperors-deferential-unread"
    EMPERORS_DEFERENTIAL_IMPLIED = "emperors-deferential-implied"
    EMPERORS_DEFERENTIAL_CLOSE = "emperors-deferential-close"
    DEFERENTIAL_NOT_REVIVED = "deferential-not-revived"
    OUT_OF_QUORUM = "out-of-quorum"
    IMPLIED_VOTE_DECIDES = "implied-vote-decides"

    # Legality
    EMPTY_SUBJECT = "empty-subject"
    LEGAL_BY_CFJ = "legal-by-cfj"
    NEEDS_ACCESS = "needs-access"
    CORE_TEXT = "core-text"
    CFJ_UNREADABLE = "cfj-unreadable"
    CFJ_ASKS_NOTHING = "cfj-asks-nothing"
    DOV_PROTECTED = "dov-protected"
    DOV_IN_DOWNTIME = "dov-in-downtime"
    DOV_IN_INTERREGNUM = "dov-in-interregnum"
    DOV_FAILED_WITH = "dov-failed-with"
    DOV_ILLEGAL = "dov-illegal"
    COOLDOWN_UNSEEN = "cooldown-unseen"
    COOLDOWN_UNTIMED = "cooldown-untimed"
    COOLDOWN_ENDED = "cooldown-ended"

    # Hiatus
    PENDING_DOV_FAILED = "pending-dov-failed"
    INTERREGNUM_BY_ILLEGAL_DOV = "interregnum-by-illegal-dov"
    INTERREGNUM_UNSURE = "interregnum-unsure"
    INTERREGNUM_UNFINISHED = "interregnum-unfinished"
    DORMANCY_UNSTATED = "dormancy-unstated"
    DORMANCY_BY_EMPEROR = "dormancy-by-emperor"
    DORMANT_WHEN_POSTED = "dormant-when-posted"
    DORMANCY_IN_SIDEBAR = "dormancy-in-sidebar"
    DORMANCY_UNREAD = "dormancy-unread"
    DORMANCY_UNSURE = "dormancy-unsure"

    # Events
    EVENT_CLAUSE_MISSING = "event-clause-missing"
    EVENT_TYPE_UNDEFINED = "event-type-undefined"
    EVENT_END_UNCLEAR = "event-end-unclear"
    EVENT_END_QUOTED = "event-end-quoted"
    EVENT_END_IN_RULES = "event-end-in-rules"
    EVENT_END_NOT_ALLOWED = "event-end-not-allowed"
    EVENT_END_CHANGED = "event-end-changed"

    @property
    def sentence(self) -> str:
        """The sentence of the table below."""
        return _DOUBTS[self]


_DOUBTS = {
    DoubtKind.ROSTER_PROBLEM: "{what}",
    DoubtKind.SIDEBAR_PLAYERS: "the sidebar states {stated} players and lists {shown}",
    DoubtKind.SIDEBAR_QUORUM: "the sidebar states quorum {stated} and lists {shown} players",
    DoubtKind.SIDEBAR_CONTRADICTED: (
        "the sidebar of {seen:%Y-%m-%d %H:%M} UTC shows {name} as {shown}, but according to"
        " {sign} they are {announced}"
    ),
    DoubtKind.ROSTER_THEN: "the roster of that time is not certain: {why}",
    DoubtKind.ROSTER_THEN_OF: "the roster of that time is not certain: {names}: {why}",
    DoubtKind.LEFT_BY_POST: "{name} may have left the game by “{post}”, and is still listed",
    DoubtKind.STRANGER: (
        "{name} used a voting icon and is not on a later roster; they may have been a Player then"
    ),
    DoubtKind.NEAR_STRANGER: (
        "{name} is not on the roster, and may be {twin}; their {icon} is not counted"
    ),
    DoubtKind.AUTHOR_UNREAD: "its author could not be read",
    DoubtKind.AUTHOR_UNSURE: (
        "not certain whether its author {name} was a Player when posting it: {why}"
    ),
    DoubtKind.AUTHOR_NO_PLAYER: (
        "its author {name} is {standing}, and may not have been a Player when posting it"
    ),
    DoubtKind.EMPEROR_UNKNOWN: (
        "Emperor unknown: the Emperor may not make a DoV, and the Emperor's FOR lets one pass"
        " earlier"
    ),
    DoubtKind.EMPEROR_DECIDES: (
        "Emperor unknown; their FOR would make it pass now; pass --emperor NAME"
    ),
    DoubtKind.SOURCE_AGED: "{problem}",
    DoubtKind.PAGE_PROBLEM: "on its page: {what}",
    DoubtKind.POST_UNSEEN: "“{post}”: {why}",
    DoubtKind.COMMENTS_UNREAD: "its comments were not read{how}",
    DoubtKind.COMMENTS_COUNTED: "the page counts {stated} comments and shows {shown}{how}",
    DoubtKind.PAGE_OUTDATED: "{what}",
    DoubtKind.OLDER_POSTS: "{what}",
    DoubtKind.DOV_UNSEEN: "a DoV may be pending: {what}",
    DoubtKind.CHANGED_LATE: "{what}",
    DoubtKind.COMMENT_BEFORE_POST: "a comment is dated before the post",
    DoubtKind.COMMENT_AFTER_PAGE: "a comment is dated after its page was seen",
    DoubtKind.COMMENT_TIME_UNREAD: "the time of a comment by {name} could not be read",
    DoubtKind.TIME_UNREAD: "the time of a post or comment by {name} could not be read",
    DoubtKind.COMMENTS_OF_ONE_SECOND: (
        "two comments of {name} have the same timestamp (second); the later on the page counts"
    ),
    DoubtKind.RESOLUTION_UNREAD: "its time of resolution could not be read",
    DoubtKind.RESOLVED_BEFORE_POSTED: "it is dated as resolved before it was posted",
    DoubtKind.RESOLVED_LATE: (
        "it is dated as resolved {late} after it was posted, and may have been resolved before"
    ),
    DoubtKind.TIMES_BEFORE_2014: (
        "times before 23 November 2014 are unreliable: until then the blog gave posts and"
        " resolutions the times of different zones"
    ),
    DoubtKind.TIMES_CONTRADICTORY: (
        "times between {start} {start:%Y} and {end} {end:%Y} are unreliable: many matters of that time are dated as"
        " resolved before they were posted"
    ),
    DoubtKind.ORDER_OF_MINUTE: (
        "whether it was submitted too soon depends on what happened first within one minute"
    ),
    DoubtKind.UNORDERED_POSTS: (
        "it may be an illegal post if another one of the same minute was posted first, and no"
        " list of posts shows their order"
    ),
    DoubtKind.UNORDERED_QUEUE: (
        "no list of posts shows which is older: this, or “{other}” of the same minute"
    ),
    DoubtKind.UNDATED_IN_QUEUE: (
        "the date of “{other}” could not be read; the queue, or whether there is a hiatus, may be"
        " different"
    ),
    DoubtKind.UNDATED_BEFORE_DOV: (
        "the date of “{other}” could not be read; whether it was made in an Interregnum, or too"
        " soon, may be different"
    ),
    DoubtKind.RESOLUTION_UNSURE: (
        "the time at which “{other}” was resolved is not certain; it may have made this an illegal"
        " post"
    ),
    DoubtKind.RULES_NOT_REVIEWED: "{rules}",
    DoubtKind.RULES_NOT_REVIEWED_THEN: "when it was posted: {rules}",
    DoubtKind.RULES_UNKNOWN: "the rules of that time are unknown: {why}",
    DoubtKind.RULES_UNKNOWN_WHEN_POSTED: "the rules when it was posted are unknown: {why}",
    DoubtKind.RULES_CHANGED: "the rules on votes were changed while it was open",
    DoubtKind.NO_REVISIONS: "earlier revisions of the Ruleset are not available",
    DoubtKind.NO_REVISIONS_BEFORE: (
        "earlier revisions of the Ruleset from before {start:%Y-%m-%d %H:%M} UTC are not available"
    ),
    DoubtKind.REVISION_UNREAD: "revision {revid} of the Ruleset cannot be read",
    DoubtKind.CLAUSE_UNREAD: "not read in the Ruleset: {topic}: {why}",
    DoubtKind.CLAUSE_UNREAD_IN: "not read in the Ruleset: {topic} (rule “{rule}”): {why}",
    DoubtKind.CLAUSE_ASSUMED: "no clause of the Ruleset says {clause}; this is assumed",
    DoubtKind.RULE_CHANGES_VERDICT: (
        "“{rule}” can change this verdict, according to {by}: “{quote}”"
    ),
    DoubtKind.ICON_AFTER_RESOLUTION: (
        "a voting icon is dated after its resolution, and is not counted"
    ),
    DoubtKind.ICON_UNKNOWN: "the icon “{icon}” of {name} is unknown; it is not counted as a vote",
    DoubtKind.ICON_QUOTED: (
        "an icon of {name} is only quoted, struck out or hidden; it is not counted"
    ),
    DoubtKind.VETO_UNSURE: "somebody used VETO, and the Emperor at that time is unknown",
    DoubtKind.VETO_WITHOUT_CLAUSE: "the Emperor used VETO, and no clause says what that does",
    DoubtKind.VETOED_BY_FORMER_EMPEROR: (
        "Vetoed by {name}, who was the Emperor then and not afterwards"
    ),
    DoubtKind.WITHDRAWN_WITHOUT_CLAUSE: (
        "its author used AGAINST, and no clause says what that does to their own Proposal"
    ),
    DoubtKind.STOPPED_BY_NO_PLAYER: (
        "{state} by {name}, who is not a Player now and is assumed to have been one then"
    ),
    DoubtKind.STOPPED_BESIDE_ICON: (
        "{state} by an icon that {name} used beside another one in the same comment"
    ),
    DoubtKind.VOTER_PERHAPS_IDLE: (
        "{name} may have been no Player when using {icon} (see “{post}”); the icon counts"
    ),
    DoubtKind.DEFERENTIALS_WITHOUT_EMPEROR: (
        "there are DEFERENTIAL votes, and the Emperor is unknown"
    ),
    DoubtKind.EMPERORS_DEFERENTIAL_UNREAD: (
        "no clause says what the Emperor's own DEFERENTIAL becomes; it is not counted"
    ),
    DoubtKind.EMPERORS_DEFERENTIAL_IMPLIED: (
        "the Emperor's DEFERENTIAL counts only if the author's implied FOR is a vote cast, as is"
        " assumed"
    ),
    DoubtKind.EMPERORS_DEFERENTIAL_CLOSE: (
        "the Emperor's DEFERENTIAL is decided by the others' {in_favour} FOR to {against} AGAINST,"
        " too close for one reading of the rule"
    ),
    DoubtKind.DEFERENTIAL_NOT_REVIVED: (
        "the DEFERENTIAL of {name} is not counted, and is assumed not to revive an earlier vote"
    ),
    DoubtKind.OUT_OF_QUORUM: (
        "whoever is out of Quorum is counted among those who are not voting AGAINST, as is assumed"
    ),
    DoubtKind.IMPLIED_VOTE_DECIDES: (
        "it is Popular by time only if the author's implied FOR counts among the votes cast on it,"
        " as is assumed"
    ),
    DoubtKind.EMPTY_SUBJECT: (
        "an entry with an empty subject is not valid; it is treated as an illegal post"
    ),
    DoubtKind.LEGAL_BY_CFJ: (
        "it is an illegal post, and “{other}”, which was enacted, may make it legal"
    ),
    DoubtKind.NEEDS_ACCESS: (
        "it may change the Dice Roller: it is illegal unless it names a Player with access to the"
        " server, and only they may enact it"
    ),
    DoubtKind.CORE_TEXT: "it is not certain whether it changes a protected rule: {evidence}",
    DoubtKind.CFJ_UNREADABLE: (
        "its text could not be read: an Admin may judge that it asks for no change, and fail it"
    ),
    DoubtKind.CFJ_ASKS_NOTHING: (
        "its text seems to ask for no change: an Admin may judge so and fail it"
    ),
    DoubtKind.DOV_PROTECTED: (
        "the rule on DoVs claims protection from other rules, so it is disputed whether the"
        " downtime suspends them"
    ),
    DoubtKind.DOV_IN_DOWNTIME: (
        "it was made on {day}, when the downtime suspends what the rule on DoVs defines"
    ),
    DoubtKind.DOV_IN_INTERREGNUM: (
        "the time at which “{other}” was enacted is not certain, so this may have been made in an"
        " Interregnum"
    ),
    DoubtKind.DOV_FAILED_WITH: "it may have failed when “{other}” was enacted",
    DoubtKind.DOV_ILLEGAL: (
        "“{dov}” is an illegal DoV, and the rules do not say whether an illegal DoV causes a hiatus"
    ),
    DoubtKind.COOLDOWN_UNSEEN: (
        "unknown whether its author's failed “{other}” had an AGAINST vote"
    ),
    DoubtKind.COOLDOWN_UNTIMED: (
        "the time at which “{other}” failed is not certain, so this may have been made in the cooldown"
        " after it"
    ),
    DoubtKind.COOLDOWN_ENDED: "it was made in the minute in which the cooldown after “{other}” ended",
    DoubtKind.PENDING_DOV_FAILED: "“{dov}” may have failed when “{other}” was enacted",
    DoubtKind.INTERREGNUM_BY_ILLEGAL_DOV: (
        "“{dov}” is an illegal DoV, which may have begun no Interregnum"
    ),
    DoubtKind.INTERREGNUM_UNSURE: (
        "the time at which “{dov}” was enacted is not certain, so there may be an Interregnum"
    ),
    DoubtKind.INTERREGNUM_UNFINISHED: (
        "the Interregnum may last until all that “{address}” changes has been done"
    ),
    DoubtKind.DORMANCY_UNSTATED: (
        "there are {players}, and the sidebar does not say whether the game is dormant"
    ),
    DoubtKind.DORMANCY_BY_EMPEROR: (
        "{office} unknown; with {players}, it depends on the {office} whether the game is dormant"
    ),
    DoubtKind.DORMANT_WHEN_POSTED: "the game may have been dormant when it was posted: {why}",
    DoubtKind.DORMANCY_IN_SIDEBAR: "only the sidebar of that time says whether the game was dormant",
    DoubtKind.DORMANCY_UNREAD: "the clause on dormancy was not understood",
    DoubtKind.DORMANCY_UNSURE: "the roster of that time is not certain",
    DoubtKind.EVENT_CLAUSE_MISSING: "no clause was read in the Ruleset that says {what}",
    DoubtKind.EVENT_TYPE_UNDEFINED: "no rule defined the type {type} when it was posted",
    DoubtKind.EVENT_END_UNCLEAR: "{name} may say that it is ended: “{text}”",
    DoubtKind.EVENT_END_QUOTED: (
        "{name} says that it is ended, perhaps in quoted or struck out text: “{text}”"
    ),
    DoubtKind.EVENT_END_IN_RULES: "a rule may state how it ends: “{text}”",
    DoubtKind.EVENT_END_NOT_ALLOWED: (
        "{name} says that it is ended, and may not be allowed to end it: “{text}”"
    ),
    DoubtKind.EVENT_END_CHANGED: (
        "{name} says or may say that it is ended, in a comment that was altered or removed: “{text}”"
    ),
}
"""The sentence of each kind of doubt, with the names of its parameters in braces."""


Doubt = Fact[DoubtKind]
"""A reason why a verdict is not certified."""


def doubt(kind: DoubtKind, **about: object) -> Doubt:
    """Return a doubt of a kind with its parameters."""
    return fact(kind, **about)
