"""The rules on votes: limits and dates as typed values, and the doubts that unreviewed rules and
unread clauses cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from parsers.model import MatterKind
from parsers.ruleset.parameters import AnyParameter, Parameter
from parsers.ruleset.ruleset_model import Ruleset, UnreadClause
from validators.reason_wording import AssumedClause
from validators.wording import Doubt, DoubtKind, doubt, fact

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
        "time",
    ),
    MatterKind.CFJ: (*_COMMON, "cfj"),
    MatterKind.DOV: (*_COMMON, "dov", "interregnum", "downtime", "time"),
}


def hours(limit: Parameter[int]) -> timedelta | None:
    """Return a limit that the rules state in hours."""
    return None if limit.value is None else timedelta(hours=limit.value)


def days(limit: Parameter[int]) -> timedelta | None:
    """Return a limit that the rules state in days."""
    return None if limit.value is None else timedelta(days=limit.value)


def within(name: str, topic: str) -> bool:
    """Return whether a dotted name is a topic, or a name within that topic."""
    return name == topic or name.startswith(topic + ".")


def unread_about(rules: Ruleset, parameter: AnyParameter) -> UnreadClause | None:
    """Return the clause about a parameter that was not understood; None if there is none."""
    return next((unread for unread in rules.unread if unread.concerns(parameter.name)), None)


# The yearly days without play (rule or glossary "Seasonal Downtime")


def downtime_at(rules: Ruleset, moment: datetime) -> bool:
    """Return whether a moment is during the downtime (days are UTC days)."""
    return f"{moment:%m-%d}" in (rules.voting.downtime.value or ())


def downtime_edges(rules: Ruleset, after: datetime) -> list[datetime]:
    """Return the midnights at which a day of downtime begins or ends, in the year of ``after`` and
    the next.
    """
    edges: list[datetime] = []
    for year in (after.year, after.year + 1):
        for text in rules.voting.downtime.value or ():
            month, day = (int(part) for part in text.split("-"))
            try:
                start = datetime.combine(date(year, month, day), datetime.min.time(), after.tzinfo)
            except ValueError:
                continue  # 29 February of a common year
            edges += [start, start + timedelta(days=1)]
    return edges


# Doubt


def concerns(topic: str, kinds: Iterable[MatterKind]) -> bool:
    """Return whether a topic that was not understood affects verdicts on these kinds of matters."""
    return any(within(topic, known) for kind in kinds for known in _KEYS[kind])


def doubts_of_all(rules: Ruleset) -> tuple[Doubt, ...]:
    """Return the doubts that the rules cause for all three kinds of matters."""
    proposals, *others = (list(rule_doubts(rules, kind)) for kind in MatterKind)
    return tuple(each for each in proposals if all(each in doubts for doubts in others))


def rule_doubts(rules: Ruleset, kind: MatterKind) -> Iterator[Doubt]:
    """Yield the doubts that the rules cause for one kind of matter: unreviewed rules, sentences
    that were not understood, missing clauses, and rules that can change verdicts according to a
    reviewer.
    """
    if rules.unread_rules:
        yield doubt(DoubtKind.RULES_NOT_REVIEWED, rules=rules.unread_rules)
    for unread in rules.unread:
        if kind in unread.kinds or concerns(unread.topic, (kind,)):
            yield _not_read(unread)
    for clause in AssumedClause:
        parameter = rules.voting.read(clause.parameter)
        if not parameter.value and concerns(parameter.name, (kind,)):
            yield doubt(DoubtKind.CLAUSE_ASSUMED, clause=fact(clause))
    for caveat in rules.caveats:
        if caveat.by and kind in caveat.kinds:
            yield doubt(
                DoubtKind.RULE_CHANGES_VERDICT,
                rule=caveat.rule,
                by=caveat.by,
                quote=caveat.quote,
            )


def _not_read(unread: UnreadClause) -> Doubt:
    topic, why = unread.topic, unread.why
    if unread.rule:
        return doubt(DoubtKind.CLAUSE_UNREAD_IN, topic=topic, rule=unread.rule, why=why)
    return doubt(DoubtKind.CLAUSE_UNREAD, topic=topic, why=why)
