"""The rules on votes: numbers, durations and dates in the types the game counts in, and what of the
rules casts doubt on a matter.

Doubt comes from clauses that were not read, and from sentences that no tool can apply. A verdict
rests on all of them; a check on what was done asks for the topics that it rests on: a sentence on
votes says nothing on how many Proposals somebody may have pending. A sentence whose topic its words
do not tell is about everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum

from parsers.model import MatterKind
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Ruleset, UnreadClause

_COMMON = (
    *("sections", "terms", "quorum", "vote", "popular", "unpopular"),
    *("special_case", "deferential.players", "post.illegal_unpopular"),
)
_KEYS = {
    MatterKind.PROPOSAL: (
        *_COMMON,
        "proposal",
        "veto",
        "hiatus",
        "dormancy",
        "downtime",
        "interregnum",
        "dov.hiatus",
        "deferential",
    ),
    MatterKind.CFJ: (*_COMMON, "cfj"),
    MatterKind.DOV: (*_COMMON, "dov", "interregnum", "downtime"),
}
_TAKEN_FOR_GRANTED = {
    "vote.last_icon": "that a Player's vote is their last icon",
    "vote.players_only": "that only Players vote",
    "post.illegal_unpopular": "that an illegal post is Unpopular",
    "hiatus.stops_proposals": "that Proposals are not resolved during a hiatus",
}
"""Clauses that are followed though they were not read; every verdict says so."""


class Topic(StrEnum):
    """What a check of a matter or post rests on."""

    OUTCOME = "outcome"
    """All of it."""
    VOTES = "votes"
    TIMES = "times"
    HIATUS = "hiatus"
    POSTS = "posts"


def _words(words: str) -> re.Pattern[str]:
    return later(rf"(?<![\w’'])(?:{'|'.join(words.split())})(?![\w])", re.IGNORECASE)


_SPEAKS: Mapping[Topic, tuple[tuple[str, ...], re.Pattern[str]]] = {
    Topic.VOTES: (
        (
            "vote",
            "quorum",
            "popular",
            "unpopular",
            "deferential",
            "veto",
            "proposal.withdrawn_term",
        ),
        _words(
            r"vot\w+ vote icons? (?-i:FOR) (?-i:AGAINST) (?-i:DEFERENTIAL) veto\w* quor\w+"
            r" (?:un)?popular ballots? abstain\w*"
        ),
    ),
    Topic.TIMES: (
        ("proposal.min_open_hours", "proposal.oldest_first", "proposal.stale_days", "dov"),
        _words(
            r"hours? days? weeks? minutes? open earl\w+ soon\w* immediately wait\w* resolv\w+"
            r" enact\w* fail\w* passe?[sd]? admin\w*"
            r" queue\w* old\w* order\w* first next skip\w*"
        ),
    ),
    Topic.HIATUS: (
        ("hiatus", "dormancy", "downtime", "interregnum", "dov.hiatus"),
        _words(
            r"hiatus\w* dorman\w+ interregn\w+ downtime dovs? declar\w+ victor\w+ pause\w*"
            r" suspend\w* resolv\w+ enact\w* submit\w*"
        ),
    ),
    Topic.POSTS: (
        ("proposal.pending_limit", "proposal.daily_limit", "post"),
        _words(
            r"posts? posted posting edit\w* alter\w* chang\w+ amend\w* delet\w+ categor\w+"
            r" comments? withdraw\w* pending submit\w*"
            r" propos(?:e|es|ed|ing) makes? made making limit\w* slots? authors? author\w+ number"
        ),
    ),
}
"""The voting parameters of each topic, and the words by which a sentence speaks of it."""

_OF_EVERYTHING = _words(
    r"overrid\w+ supersed\w+ despite regardless notwithstanding ignor\w+ suspend\w* force rulesets?"
    r" core appendix always never"
    r" time times effect\w* legal\w* illegal\w*"
)


def number(rules: Ruleset, key: str) -> int | None:
    """A whole number of the rules; None where the text has none."""
    value = rules.value(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def hours(rules: Ruleset, key: str) -> timedelta | None:
    """A limit that the rules state in hours."""
    amount = number(rules, key)
    return None if amount is None else timedelta(hours=amount)


def days(rules: Ruleset, key: str) -> timedelta | None:
    """A limit that the rules state in days."""
    amount = number(rules, key)
    return None if amount is None else timedelta(days=amount)


def within(name: str, topic: str) -> bool:
    """Whether a dotted name is a topic or lies below it."""
    return name == topic or name.startswith(topic + ".")


def unread_about(rules: Ruleset, key: str) -> UnreadClause | None:
    """The clause that was not understood and would have held a key."""
    return next((unread for unread in rules.unread if unread.concerns(key)), None)


# The yearly days without play (rule or glossary "Seasonal Downtime")


def _downtime(rules: Ruleset) -> tuple[str, ...]:
    """The days as ``MM-DD``."""
    value = rules.value("downtime")
    return value if isinstance(value, tuple) else ()


def downtime_at(rules: Ruleset, moment: datetime) -> bool:
    """Whether a moment lies in the downtime (days are UTC days)."""
    return f"{moment:%m-%d}" in _downtime(rules)


def downtime_edges(rules: Ruleset, after: datetime) -> list[datetime]:
    """The midnights at which a day of downtime begins or ends, in the year of ``after`` and the
    next.
    """
    edges: list[datetime] = []
    for year in (after.year, after.year + 1):
        for text in _downtime(rules):
            month, day = (int(part) for part in text.split("-"))
            try:
                start = datetime.combine(date(year, month, day), datetime.min.time(), after.tzinfo)
            except ValueError:
                continue  # 29 February of a common year
            edges += [start, start + timedelta(days=1)]
    return edges


# Doubt


def concerns(topic: str, kinds: Iterable[MatterKind]) -> bool:
    """Whether a topic that was not understood affects the verdicts on matters of these kinds."""
    return any(within(topic, known) for kind in kinds for known in _KEYS[kind])


def rule_doubts(
    rules: Ruleset,
    kind: MatterKind,
    about: Topic = Topic.OUTCOME,
    *,
    may_occur: Callable[[str], bool] = bool,
) -> Iterator[str]:
    """Clauses that were not understood or not found, and sentences that may overrule the core.
    ``may_occur`` says whether that on which alone a clause says something (``only``) may have
    occurred on the matter.
    """
    for unread in rules.unread:
        concerned = kind in unread.kinds or concerns(unread.topic, (kind,))
        if (
            concerned
            and (not unread.only or may_occur(unread.only))
            and _unread_about(unread, about)
        ):
            where = f" (rule “{unread.rule}”)" if unread.rule else ""
            yield f"not read in the Ruleset: {unread.topic}{where}: {unread.why}"
    for key, what in _TAKEN_FOR_GRANTED.items():
        if rules.value(key) is None and concerns(key, (kind,)) and _within(key, about):
            yield f"no clause of the Ruleset says {what}; this is assumed"
    for caveat in rules.caveats:
        if caveat.bears and kind in caveat.kinds and speaks_of(caveat.quote, about):
            yield f"the rule “{caveat.rule}” says: “{caveat.quote}”"


def speaks_of(sentence: str, about: Topic) -> bool:
    """Whether a sentence may be about a topic: by its words, or because these tell none."""
    if (
        about is Topic.OUTCOME
        or _OF_EVERYTHING.search(sentence)
        or _SPEAKS[about][1].search(sentence)
    ):
        return True
    return not any(words.search(sentence) for _, words in _SPEAKS.values())


def _unread_about(unread: UnreadClause, about: Topic) -> bool:
    if unread.topic in ("sections", "terms") or _within(unread.topic, about):
        return True
    return bool(unread.quote) and speaks_of(unread.quote, about)


def _within(topic: str, about: Topic) -> bool:
    return about is Topic.OUTCOME or any(
        within(topic, key) or within(key, topic) for key in _SPEAKS[about][0]
    )
