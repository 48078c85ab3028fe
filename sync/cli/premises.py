"""What the answers of an audit rest on beside the posts they are about, and which of them a change of it touches.

Of what lasts (the rules, the Emperor, the Interregnum, who was a Player) a change touches the matters that were open while it is
another than before; of the Ruleset of now, the checks that ask what was changed in it; of the program, the check itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise

import msgspec

from parsers.blog.announcements import NewsKind
from parsers.model import name_key
from parsers.ruleset.model import Ruleset
from sync.settings.version import program, state
from sync.sources.page_cache import digest_of
from validators.checks.check import CHECKS
from validators.checks.facts import Facts
from validators.checks.run import checks
from validators.checks.settled import SETTLED
from validators.view import PENDS
from validators.voting.core_text import demands_tags, protected_by
from validators.voting.dated import DatedPost
from validators.voting.limits import unread_about, within
from validators.voting.presence import presence_at, presence_edges
from validators.voting.signs import MOMENT, Presence, Sign

__all__ = ["BY_HIATUS", "BY_VOTES", "Premises", "Touched", "encoded", "judged_by_today", "premises_of", "touched"]

BY_VOTES = ("BN102", "BN103")
BY_HIATUS = ("BN106", "BN204")

_HIATUS = ("dov", "dormancy", "downtime", "hiatus", "interregnum")
_ASKS = {
    "BN105": ("proposal.oldest_first", "proposal.stale_days"),
    "BN106": _HIATUS,
    "BN201": ("proposal.pending_limit",),
    "BN202": ("proposal.daily_limit",),
    "BN204": _HIATUS,
    "BN212": ("fair_play.comments_in_row",),
}
"""The voting parameters, or what they begin with, that a check asks the Ruleset of now for."""

_FIRST = datetime.min.replace(tzinfo=UTC) + PENDS

KeptSign = tuple[datetime, Presence | None, Presence | None, NewsKind | None]
"""When a sign was, what somebody was before and after it, and what it announces."""


@dataclass(frozen=True, slots=True)
class StepFunction:
    """What changes only at some ``moments``: the first of ``values`` holds before them all, each other one from its moment on."""

    moments: tuple[datetime, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Premises:
    """What answers rest on: ``always`` all of them, ``asked`` those of one check, ``lasting`` those about the time of a change.

    ``today`` is what a check reads in the Ruleset of now where that is the one by which a matter is judged. ``signs`` tell of each
    person, by folded name; ``listed`` are those on the first sidebar that was seen, which was at ``since``.
    """

    always: str
    asked: dict[str, str]
    today: dict[str, str]
    lasting: dict[str, StepFunction]
    signs: dict[str, list[KeptSign]]
    since: datetime
    listed: list[str]


Stretch = tuple[datetime, datetime]
"""From when to when."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What a change touches: every answer of ``codes``, of ``by_today`` those that rest on the Ruleset of now, and what was open
    in ``stretches`` of those that rest on what lasts.

    ``named`` are the people who are on the first sidebar now and were not, or the other way round.
    """

    codes: frozenset[str]
    by_today: frozenset[str] = frozenset()
    stretches: Sequence[Stretch] = ()
    named: frozenset[str] = frozenset()

    def names(self, post: DatedPost) -> bool:
        """Whether one of them wrote on a post, which may be a vote."""
        return bool(self.named) and any(name_key(comment.author) in self.named for comment in post.comments or ())


def encoded(value: object) -> str:
    """The digest of a value."""
    return digest_of(_encoder().encode(value)).hex()


@cache
def _encoder() -> msgspec.msgpack.Encoder:
    return msgspec.msgpack.Encoder(enc_hook=_plain, order="deterministic")


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value))


# What they are


def premises_of(facts: Facts) -> Premises:
    """What the answers of an audit rest on. Raises what a digest cannot be made of."""
    view, timeline, rosters = facts.view, facts.timeline, facts.past.rosters
    first = timeline.posts[0].posted if timeline.posts else None
    with_checks = {one.run.__module__ for one in checks()}
    lasting = {
        "emperors": _steps(timeline.emperor_edges, lambda moment: repr(timeline.emperor_at(moment))),
        "interregnum": _steps(timeline.interregnum_edges, lambda moment: repr(timeline.interregnum_at(moment))),
        "rosters": _steps(rosters.edges, lambda moment: repr(rosters.known(moment))),
        "rules": _rules(facts),
    }
    judged_by, dormant_by = encoded(_judged_by(facts.rules)), encoded(_dormant_by(facts.rules))
    signs = {key: [(each.at, each.before, each.after, each.news) for each in some] for key, some in rosters.signs.items()}
    return Premises(
        encoded((program(with_checks), dict(view.reviewed), view.coverage.since, first)),
        {code: encoded((state(CHECKS[code].run.__module__), _asked(code, facts.rules))) for code in SETTLED},
        {**dict.fromkeys(BY_VOTES, judged_by), **dict.fromkeys(BY_HIATUS, dormant_by)},
        lasting,
        signs,
        *rosters.first_listed,
    )


def _asked(code: str, rules: Ruleset) -> object:
    if code == "BN113":
        return demands_tags(rules), _core(rules)
    return _values(rules, _ASKS.get(code, ()))


def _values(rules: Ruleset, topics: Collection[str]) -> object:
    return {key: rules.value(key) for key in rules.voting if any(within(key, topic) for topic in topics)}


def _judged_by(rules: Ruleset) -> object:
    """What the answer rests on whether the votes on a matter were as they should be."""
    return {key: rules.value(key) for key in rules.voting}, _core(rules)


def _dormant_by(rules: Ruleset) -> object:
    """What the answer rests on whether the game was dormant."""
    return _values(rules, ("dormancy",)), unread_about(rules, "dormancy.min_players") is None


def _core(rules: Ruleset) -> object:
    core = protected_by(rules)
    return sorted(core.numbers), sorted(rule.title for rule in core.names.values())


def _rules(facts: Facts) -> StepFunction:
    """Which revision of the Ruleset stood."""

    def stood(moment: datetime) -> str:
        found = facts.past.stood(moment)
        return "" if found is None else keys[found.revision.revid]

    revisions = {each.revision.revid: each.revision for each in facts.view.stood}
    keys = {revid: encoded((one.title, revid, one.text)) for revid, one in revisions.items()}
    return _steps((edge for each in facts.view.stood for edge in (each.revision.timestamp, each.until + MOMENT)), stood)


def judged_by_today(facts: Facts, post: DatedPost) -> bool:
    """Whether the Ruleset of now stood, or stood in for one that is not known, when a post was made or resolved."""
    moments = (post.posted, post.closed or post.posted)
    return any(rules is None or rules is facts.rules for rules, _ in map(facts.past.rules_at, moments))


def _steps(edges: Iterable[datetime], ask: Callable[[datetime], str]) -> StepFunction:
    """What a question is answered at any moment, where ``edges`` are all at which the answer may become another."""
    moments, values = [], [ask(_FIRST)]
    for edge in sorted({*edges}):
        value = ask(edge)
        if value != values[-1]:
            moments.append(edge)
            values.append(value)
    return StepFunction(tuple(moments), tuple(values))


# What a change touches


def touched(before: Premises, now: Premises) -> Touched:
    """Which answers may be others by now."""
    if before.always != now.always:
        return Touched(frozenset(SETTLED))
    codes = frozenset(code for code in SETTLED if before.asked.get(code) != now.asked[code])
    by_today = frozenset(code for code, what in now.today.items() if before.today[code] != what)
    stretches = [each for name, steps in now.lasting.items() for each in _differing(before.lasting[name], steps)]
    for key in before.signs.keys() | now.signs.keys():
        stretches += _otherwise(before.signs.get(key), now.signs.get(key))
    if before.since != now.since:
        stretches.append((min(before.since, now.since), max(before.since, now.since)))
    return Touched(codes, by_today, tuple(stretches), frozenset(before.listed) ^ frozenset(now.listed))


def _otherwise(one: Sequence[KeptSign] | None, other: Sequence[KeptSign] | None) -> Iterator[Stretch]:
    """When somebody was something else by some signs than by others."""
    return iter(()) if one == other else _differing(_presence(one or ()), _presence(other or ()))


def _presence(kept: Sequence[KeptSign]) -> StepFunction:
    """What somebody was at any moment. Of whom nothing tells is on no list."""
    signs = [Sign(at, was, became, "a sign", news) for at, was, became, news in kept]

    def ask(moment: datetime) -> str:
        then = presence_at(signs, moment)
        return f"{then.standing} {then.sure}"

    return _steps(presence_edges(signs), ask) if signs else StepFunction((), (f"{Presence.ABSENT} {True}",))


def _differing(one: StepFunction, other: StepFunction) -> Iterator[Stretch]:
    """From when to when they are not the same; the end does not belong to it."""
    places, edges = [0, 0], sorted({_FIRST, *one.moments, *other.moments})
    for start, end in pairwise((*edges, _LAST)):
        for which, steps in enumerate((one, other)):
            while places[which] < len(steps.moments) and steps.moments[places[which]] <= start:
                places[which] += 1
        if one.values[places[0]] != other.values[places[1]]:
            yield start, end


_LAST = datetime.max.replace(tzinfo=UTC)
