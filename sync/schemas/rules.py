"""``blognomic/rules/1``, ``review/1``, ``ruleset-comparison/1`` and ``events/1``: the Ruleset as
read, open reviews, the differences between two Rulesets, and the Events of the dynasty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from parsers.model import EventState
from parsers.ruleset.parameters import AnyParameter
from parsers.ruleset.ruleset_comparison import Aspect, Reported, RulesetComparison
from parsers.ruleset.ruleset_model import (
    Action,
    Caveat,
    Rule,
    Ruleset,
    Terms,
    UnreadClause,
    Variable,
)
from parsers.ruleset.waiting import Waiting, WaitingSentence
from sync.reports.review_text import as_read
from sync.reports.rules_text import Version
from sync.schemas.common import (
    CaveatJson,
    Count,
    ReviewedJson,
    Time,
    caveat_json,
    one_of,
    reviewed_json,
)
from validators.wording import worded

if TYPE_CHECKING:
    from validators.checks.events import Event, GameEvents

Visibility = Annotated[str, one_of("public", "private")]
_PartKind = Annotated[str, one_of("rule", "sentence")]


class TermJson(Struct):
    """A word of this dynasty."""

    singular: str
    plural: str


class TermsJson(Struct):
    """The dynasty's words for players and Emperor."""

    player: TermJson
    emperor: str | None


class RuleTitleJson(Struct):
    """The place of a rule: its number and title, its section, and the titles from the top-level
    rule down to it.
    """

    number: str
    title: str
    tags: Sequence[str]
    section: str
    path: Sequence[str]
    status: Annotated[str, one_of("active", "inactive")] | None


class RuleJson(RuleTitleJson):
    """A rule. Without a status in its title it has its section's default and is `defaulted`."""

    level: int
    defaulted: bool


class ClauseJson(Struct):
    """A voting parameter with the sentence it was read from."""

    value: str | int | bool | Sequence[str]
    rule: str
    quote: str
    by: Annotated[str | None, Meta(description="the reviewer, null if the tool read it")]


class VariableJson(Struct):
    """A gamestate variable that a rule defines."""

    name: str
    owner: Annotated[str, Meta(description="player, game, or another noun")]
    type: Annotated[
        str,
        one_of("integer", "number", "string", "choice", "list", "set", "name", "unknown"),
    ]
    min: int | None
    max: int | None
    choices: Sequence[str] | None
    default: str | int | None
    visibility: Visibility
    sides: Annotated[
        Sequence[Annotated[str, one_of("rules", "page")]],
        Meta(description="the place of the definition; the page only if it was read"),
    ]
    rule: str
    quote: str


class ActionJson(Struct):
    """An action that a rule allows a limited number of times."""

    name: str
    cadence: Annotated[
        str, one_of("daily", "weekly", "daily-communal", "weekly-communal", "custom")
    ]
    min_gap_hours: int | None
    rule: str
    quote: str


class UnreadJson(Struct):
    """A clause that was not understood; `topic` begins the names of the parameters in doubt."""

    topic: str
    why: str
    rule: str | None
    fingerprint: str | None


class UnreadRuleJson(Struct):
    """A rule without a review of its current text."""

    rule: str
    fingerprint: str


class RulesJson(Struct, tag_field="schema", tag="blognomic/rules/1"):
    """The Ruleset as read."""

    page: str
    revid: int | None
    terms: TermsJson | None
    tracking_page: str | None
    sections: Sequence[str]
    rules: Sequence[RuleJson]
    voting: Annotated[
        Mapping[str, ClauseJson | None],
        Meta(description="by the parameter's name; null for a clause that is absent"),
    ]
    variables: Sequence[VariableJson]
    actions: Sequence[ActionJson]
    caveats: Sequence[CaveatJson]
    unread: Sequence[UnreadJson]
    reviewed: Sequence[ReviewedJson]
    unread_rules: Annotated[Sequence[UnreadRuleJson], Meta(description="rules without a review")]


class ReadJson(Struct, rename={"as_": "as"}):
    """A variable or action as read."""

    name: str
    as_: str


class WaitingJson(Struct):
    """A rule, or a sentence of the core, without a review of its current text."""

    kind: _PartKind
    fingerprint: str
    rule: str | None
    text: str
    previous: Annotated[str | None, Meta(description="the text when it was last reviewed")]
    highlighted: Sequence[str]
    read: Annotated[Sequence[ReadJson], Meta(description="variables and actions read from it")]
    names: Annotated[
        Sequence[str], Meta(description="variables and actions of other rules named in it")
    ]


class ReviewedPartJson(Struct):
    """A completed review."""

    kind: _PartKind
    fingerprint: str
    rule: str | None
    by: str


class ReviewJson(Struct, tag_field="schema", tag="blognomic/review/1"):
    """Open and completed reviews."""

    waiting: Sequence[WaitingJson]
    reviewed: Sequence[ReviewedPartJson]


class VersionJson(Struct):
    """A revision of the page, or a file."""

    page: str | None
    revid: int | None
    timestamp: Time | None
    file: str | None


class ParameterJson(Struct):
    """A changed voting parameter; `…_unread` is the reason why a clause was not understood."""

    key: str
    old: ClauseJson | None
    new: ClauseJson | None
    old_unread: str | None
    new_unread: str | None


class ChangedTermsJson(Struct):
    """The dynasty's words before and after."""

    old: TermsJson | None
    new: TermsJson | None


class ChangedTitleJson(Struct):
    """The tracking page before and after."""

    old: str | None
    new: str | None


class ReportedJson(Struct):
    """Sentences reported in only one of the two Rulesets."""

    unread: Sequence[UnreadJson]
    caveats: Sequence[CaveatJson]


class ChangedRuleJson(Struct):
    """A changed rule; `removed` and `added` are sentences."""

    changes: Sequence[Aspect]
    old: RuleTitleJson | None
    new: RuleTitleJson | None
    removed: Sequence[str]
    added: Sequence[str]


class RulesetComparisonJson(Struct, tag_field="schema", tag="blognomic/ruleset-comparison/1"):
    """The differences between two Rulesets."""

    old: VersionJson
    new: VersionJson
    voting: Sequence[ParameterJson]
    terms: ChangedTermsJson | None
    tracking_page: ChangedTitleJson | None
    reported: ReportedJson
    no_longer_reported: ReportedJson
    rules: Sequence[ChangedRuleJson]
    reviewed: Sequence[ReviewedJson]


def rules_json(ruleset: Ruleset) -> RulesJson:
    """Return the Ruleset as read."""
    return RulesJson(
        page=ruleset.page,
        revid=ruleset.revid,
        terms=_terms(ruleset.terms),
        tracking_page=ruleset.tracking_page,
        sections=ruleset.sections,
        rules=[_rule(rule) for rule in ruleset.rules],
        voting={clause.name: _clause(clause) for clause in ruleset.voting},
        variables=[_variable(variable) for variable in ruleset.variables],
        actions=[_action(action) for action in ruleset.actions],
        caveats=[caveat_json(caveat) for caveat in ruleset.caveats],
        unread=[_unread(clause) for clause in ruleset.unread],
        reviewed=reviewed_json(ruleset),
        unread_rules=[UnreadRuleJson(rule.rule, rule.fingerprint) for rule in ruleset.unread_rules],
    )


def _terms(terms: Terms | None) -> TermsJson | None:
    if terms is None:
        return None
    return TermsJson(TermJson(terms.player, terms.players), terms.emperor)


def _rule(rule: Rule) -> RuleJson:
    return RuleJson(
        number=rule.number,
        title=rule.title,
        tags=rule.tags,
        section=rule.section,
        path=rule.path,
        status=rule.status,
        level=rule.level,
        defaulted=rule.defaulted,
    )


def _clause(parameter: AnyParameter) -> ClauseJson | None:
    if parameter.value is None:
        return None
    return ClauseJson(parameter.value, parameter.rule, parameter.quote, parameter.by or None)


def _variable(variable: Variable) -> VariableJson:
    return VariableJson(
        name=variable.name,
        owner=variable.owner,
        type=variable.type,
        min=variable.min,
        max=variable.max,
        choices=variable.choices,
        default=variable.default,
        visibility=variable.visibility,
        sides=variable.sides,
        rule=variable.rule,
        quote=variable.quote,
    )


def _action(action: Action) -> ActionJson:
    return ActionJson(
        name=action.name,
        cadence=action.cadence,
        min_gap_hours=action.min_gap_hours,
        rule=action.rule,
        quote=action.quote,
    )


def _unread(clause: UnreadClause) -> UnreadJson:
    return UnreadJson(clause.topic, clause.why, clause.rule, clause.fingerprint or None)


def review_json(ruleset: Ruleset, items: Iterable[Waiting]) -> ReviewJson:
    """Return the open and the completed reviews."""
    rules = [
        ReviewedPartJson("rule", rule.fingerprint, rule.rule, rule.review.by)
        for rule in ruleset.reviewable
        if rule.review is not None
    ]
    sentences = [
        ReviewedPartJson("sentence", reviewed.fingerprint, reviewed.rule, reviewed.by)
        for reviewed in ruleset.reviewed
    ]
    return ReviewJson(waiting=[_waiting(item) for item in items], reviewed=[*rules, *sentences])


def _waiting(item: Waiting) -> WaitingJson:
    if isinstance(item, WaitingSentence):
        return WaitingJson(
            kind="sentence",
            fingerprint=item.fingerprint,
            rule=item.rule,
            text=item.text,
            previous=None,
            highlighted=(),
            read=(),
            names=(),
        )
    return WaitingJson(
        kind="rule",
        fingerprint=item.fingerprint,
        rule=item.rule,
        text=item.text,
        previous=item.previous,
        highlighted=item.highlighted,
        read=[ReadJson(definition.name, as_read(definition)) for definition in item.read],
        names=item.names,
    )


def ruleset_comparison_json(
    comparison: RulesetComparison, old: Version, new: Version
) -> RulesetComparisonJson:
    """Return the differences of the new Ruleset."""
    terms, tracking = comparison.terms, comparison.tracking_page
    return RulesetComparisonJson(
        old=_version(old),
        new=_version(new),
        voting=[
            ParameterJson(
                key=change.new.name,
                old=_clause(change.old),
                new=_clause(change.new),
                old_unread=_why(change.old_doubt),
                new_unread=_why(change.new_doubt),
            )
            for change in comparison.parameters
        ],
        terms=None if terms is None else ChangedTermsJson(*map(_terms, terms)),
        tracking_page=None if tracking is None else ChangedTitleJson(*tracking),
        reported=_reported(comparison.reported),
        no_longer_reported=_reported(comparison.settled),
        rules=[
            ChangedRuleJson(
                changes=change.aspects,
                old=_title(change.old),
                new=_title(change.new),
                removed=change.gone,
                added=change.came,
            )
            for change in comparison.rules
        ],
        reviewed=reviewed_json(comparison.new),
    )


def _version(version: Version) -> VersionJson:
    page, file = version.page, version.file
    if file is not None:
        return VersionJson(page=None, revid=None, timestamp=None, file=file)
    return VersionJson(page=page.title, revid=page.revid, timestamp=page.timestamp, file=None)


def _reported(items: Iterable[Reported]) -> ReportedJson:
    return ReportedJson(
        unread=[_unread(item) for item in items if isinstance(item, UnreadClause)],
        caveats=[caveat_json(item) for item in items if isinstance(item, Caveat)],
    )


def _why(doubt: UnreadClause | None) -> str | None:
    return None if doubt is None else doubt.why


def _title(rule: Rule | None) -> RuleTitleJson | None:
    if rule is None:
        return None
    return RuleTitleJson(
        number=rule.number,
        title=rule.title,
        tags=rule.tags,
        section=rule.section,
        path=rule.path,
        status=rule.status,
    )


# Events


class EventTypeJson(Struct):
    """A type of Event that a rule defines; its conditions are quoted, not judged."""

    name: str
    rule: str
    quote: str
    conditions: Sequence[str]
    reviewed: bool


class EventJson(Struct):
    """A post with the name of a type as a tag; `doubts` are why its state is unknown, or what else
    is uncertain.
    """

    url: str
    title: str
    type: str
    author: str
    posted: Time
    state: EventState
    ended_by: str | None
    ended_at: Time | None
    comments_since_end: Count | None
    doubts: Sequence[str]


class EventsJson(Struct, tag_field="schema", tag="blognomic/events/1"):
    """The Events of the dynasty, oldest first. `unread` are sentences that may define further
    types.
    """

    as_of: Time
    types: Sequence[EventTypeJson]
    unread: Sequence[UnreadJson]
    doubts: Sequence[str]
    events: Sequence[EventJson]


def events_json(rules: Ruleset, found: GameEvents, as_of: datetime) -> EventsJson:
    """Return the types of Event and the Events."""
    return EventsJson(
        as_of=as_of,
        types=[
            EventTypeJson(each.name, each.rule, each.quote, each.conditions, each.reviewed)
            for each in rules.event_types
        ],
        unread=[_unread(clause) for clause in rules.perhaps_event_types],
        doubts=[worded(each) for each in found.doubts],
        events=[_event(each) for each in found.events],
    )


def _event(event: Event) -> EventJson:
    post, end = event.post, event.end
    return EventJson(
        url=post.url,
        title=post.title,
        type=event.type.name,
        author=post.author,
        posted=post.posted,
        state=event.state,
        ended_by=None if end is None else end.author,
        ended_at=None if end is None else end.at,
        comments_since_end=None if end is None else event.since,
        doubts=[worded(each) for each in event.doubts],
    )
