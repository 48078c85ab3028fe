"""``blognomic/rules/1`` and ``blognomic/ruleset-comparison/1``."""

from __future__ import annotations

from typing import Literal

from parsers.ruleset.ruleset_comparison import Aspect
from sync.schemas.common_shapes import CaveatJson, ReviewedJson, Time, by_name, filled, many, of, says, shape

_STATUS = Literal["active", "inactive"] | None
_TITLE = {"number": str, "title": str, "tags": list[str], "section": str, "path": list[str], "status": _STATUS}

# fmt: off
TermJson = shape("TermJson", "A word of this dynasty.", singular=of("player", str), plural=of("players", str))

TermsJson = shape("TermsJson", "What this dynasty calls its players and its Emperor.", player=of("", TermJson), emperor=str | None)

RuleTitleJson = shape("RuleTitleJson",
    "Where a rule stands: its number and title, its section, and the titles from the top-level rule down to it.", **_TITLE)

RuleJson = shape("RuleJson", "A rule. Where its title states no status, that is its section's default, and it is `defaulted`.",
    **_TITLE, level=int, defaulted=bool)

ClauseJson = shape("ClauseJson", "A voting parameter with the sentence it was read from.",
    value=str | int | bool | list[str], rule=str, quote=str)

VariableJson = shape("VariableJson", "A gamestate variable that a rule defines.",
    name=str, owner=says(str, "player, game, or another noun"),
    type=Literal["integer", "number", "string", "choice", "list", "set", "name", "unknown"], min=int | None, max=int | None,
    choices=list[str] | None, default=str | int | None, visibility=Literal["public", "private"],
    sides=says(list[Literal["rules", "page"]], "where it was found; the page only where it was read"), rule=str, quote=str)

ActionJson = shape("ActionJson", "An action that a rule allows so and so often.",
    name=str, cadence=Literal["daily", "weekly", "daily-communal", "weekly-communal", "custom"], min_gap_hours=int | None,
    rule=str, quote=str)

UnreadJson = shape("UnreadJson", "A clause that was not understood; `topic` begins the names of the parameters in doubt.",
    topic=str, why=str, rule=str | None, fingerprint=filled(str))

UnreadRuleJson = shape("UnreadRuleJson", "A dynastic rule that nobody has read as it is now.", rule=str, fingerprint=str)

RulesJson = shape("RulesJson", "The Ruleset as read.",
    schema=Literal["blognomic/rules/1"], page=str, revid=int | None, terms=TermsJson | None, tracking_page=str | None,
    sections=list[str], rules=many(RuleJson),
    voting=says(by_name(ClauseJson | None), "by the parameter's name; null for a clause that is absent"),
    variables=many(VariableJson), actions=many(ActionJson), caveats=many(CaveatJson), unread=many(UnreadJson),
    reviewed=many(ReviewedJson), unread_rules=says(many(UnreadRuleJson), "where people keep which rules they have read"))

VersionJson = shape("VersionJson", "A revision of the page, or a file.",
    page=str | None, revid=int | None, timestamp=Time | None, file=str | None)

ParameterJson = shape("ParameterJson", "A voting parameter that is different; `…_unread` says why a clause was not understood.",
    key=str, old=ClauseJson | None, new=ClauseJson | None, old_unread=of("old_doubt.why", str | None),
    new_unread=of("new_doubt.why", str | None))

ChangedTermsJson = shape("ChangedTermsJson", "The dynasty's words before and after.", old=TermsJson | None, new=TermsJson | None)

ChangedTitleJson = shape("ChangedTitleJson", "The tracking page before and after.", old=str | None, new=str | None)

ReportedJson = shape("ReportedJson", "Sentences that only one of the two Rulesets reports.",
    unread=many(UnreadJson), caveats=many(CaveatJson))

ChangedRuleJson = shape("ChangedRuleJson", "A rule that is different; `removed` and `added` are sentences.",
    changes=of("aspects", list[Aspect]), old=RuleTitleJson | None, new=RuleTitleJson | None, removed=of("gone", list[str]),
    added=of("came", list[str]))

RulesetComparisonJson = shape("RulesetComparisonJson", "What is different between two Rulesets.",
    schema=Literal["blognomic/ruleset-comparison/1"], old=VersionJson, new=VersionJson, voting=of("parameters", many(ParameterJson)),
    terms=ChangedTermsJson | None, tracking_page=ChangedTitleJson | None, reported=ReportedJson, no_longer_reported=ReportedJson,
    rules=many(ChangedRuleJson), reviewed=many(ReviewedJson))
