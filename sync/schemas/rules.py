"""``blognomic/rules/1`` and ``blognomic/ruleset-comparison/1``."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from parsers.ruleset.compare import Aspect
from sync.schemas.common import CaveatJson, ReviewedJson, Time

Status = Literal["active", "inactive"] | None


class TermJson(TypedDict):
    """A word of this dynasty."""

    singular: str
    plural: str


class TermsJson(TypedDict):
    """What this dynasty calls its players and its Emperor."""

    player: TermJson
    emperor: str | None


class RuleTitleJson(TypedDict):
    """Where a rule stands: its number and title, its section, and the titles from the top-level rule down to it."""

    number: str
    title: str
    tags: list[str]
    section: str
    path: list[str]
    status: Status


class RuleJson(RuleTitleJson):
    """A rule. Where its title states no status, that is its section's default, and it is `defaulted`."""

    level: int
    defaulted: bool


class ClauseJson(TypedDict):
    """A voting parameter with the sentence it was read from."""

    value: str | int | bool | list[str]
    rule: str
    quote: str


class VariableJson(TypedDict):
    """A gamestate variable that a rule defines."""

    name: str
    owner: Annotated[str, Meta(description="player, game, or another noun")]
    type: Literal["integer", "number", "string", "choice", "list", "set", "name", "unknown"]
    min: int | None
    max: int | None
    choices: list[str] | None
    default: str | int | None
    visibility: Literal["public", "private"]
    sides: Annotated[list[Literal["rules", "page"]], Meta(description="where it was found; the page only where it was read")]
    rule: str
    quote: str


class ActionJson(TypedDict):
    """An action that a rule allows so and so often."""

    name: str
    cadence: Literal["daily", "weekly", "daily-communal", "weekly-communal", "custom"]
    min_gap_hours: int | None
    rule: str
    quote: str


class UnreadJson(TypedDict):
    """A clause that was not understood; `topic` begins the names of the parameters in doubt."""

    topic: str
    why: str
    rule: str | None
    fingerprint: str | None


class UnreadRuleJson(TypedDict):
    """A dynastic rule that nobody has read as it is now."""

    rule: str
    fingerprint: str


class RulesJson(TypedDict):
    """The Ruleset as read."""

    schema: Literal["blognomic/rules/1"]
    page: str
    revid: int | None
    terms: TermsJson | None
    tracking_page: str | None
    sections: list[str]
    rules: list[RuleJson]
    voting: Annotated[dict[str, ClauseJson | None], Meta(description="by the parameter's name; null for a clause that is absent")]
    variables: list[VariableJson]
    actions: list[ActionJson]
    caveats: list[CaveatJson]
    unread: list[UnreadJson]
    reviewed: list[ReviewedJson]
    unread_rules: Annotated[list[UnreadRuleJson], Meta(description="where people keep which rules they have read")]


class VersionJson(TypedDict):
    """A revision of the page, or a file."""

    page: str | None
    revid: int | None
    timestamp: Time | None
    file: str | None


class ParameterJson(TypedDict):
    """A voting parameter that is different; `…_unread` says why a clause was not understood."""

    key: str
    old: ClauseJson | None
    new: ClauseJson | None
    old_unread: str | None
    new_unread: str | None


class ChangedTermsJson(TypedDict):
    """The dynasty's words before and after."""

    old: TermsJson | None
    new: TermsJson | None


class ChangedTitleJson(TypedDict):
    """The tracking page before and after."""

    old: str | None
    new: str | None


class ReportedJson(TypedDict):
    """Sentences that only one of the two Rulesets reports."""

    unread: list[UnreadJson]
    caveats: list[CaveatJson]


class ChangedRuleJson(TypedDict):
    """A rule that is different; `removed` and `added` are sentences."""

    changes: list[Aspect]
    old: RuleTitleJson | None
    new: RuleTitleJson | None
    removed: list[str]
    added: list[str]


class RulesetComparisonJson(TypedDict):
    """What is different between two Rulesets."""

    schema: Literal["blognomic/ruleset-comparison/1"]
    old: VersionJson
    new: VersionJson
    voting: list[ParameterJson]
    terms: ChangedTermsJson | None
    tracking_page: ChangedTitleJson | None
    reported: ReportedJson
    no_longer_reported: ReportedJson
    rules: list[ChangedRuleJson]
    reviewed: list[ReviewedJson]
