"""``blognomic/tally/1``, ``rules/1``, ``ruleset-comparison/1``, ``gamestate/1`` and
``history/1``.
"""

from __future__ import annotations

from typing import Literal

from parsers.gamestate.gamestate_model import Role
from parsers.gamestate.page_names import Standing
from parsers.history.page_change import ChangeKind
from parsers.model import Confidence, MatterKind, Outcome, Status, VoteIcon
from parsers.ruleset.ruleset_comparison import Aspect
from sync.schemas.common_shapes import (
    CaveatJson,
    Count,
    ReviewedJson,
    Time,
    by_name,
    filled,
    many,
    of,
    says,
    shape,
)
from validators.voting.verdict import Uncounted, VerdictClause

_STATUS = Literal["active", "inactive"] | None
_TITLE = {
    "number": str,
    "title": str,
    "tags": list[str],
    "section": str,
    "path": list[str],
    "status": _STATUS,
}
_MATCH = {
    "variable": of("match.variable.name", str | None), "owner": of("match.variable.owner", str | None),
    "confidence": of("match.confidence", Confidence | None), "part": of("match.part", bool, default=False),
    "why": of("match.why", str, default=""),
}  # fmt: skip
Values = by_name(str | int | float | list[str] | None)

# fmt: off
PlayersJson = shape("PlayersJson", "The roster.",
    active=list[str], idle=list[str], admins=list[str], emperor=str | None, emperor_known=bool, quorum=Count)
HiatusJson = shape("HiatusJson", "Whether the game is on hiatus, and why, in words in `texts`.",
    active=bool, causes=list[Literal["pending-dov", "interregnum", "downtime", "dormancy"]], texts=list[str], doubts=list[str])
RulesReadJson = shape("RulesReadJson", "The Ruleset that the verdicts rest on.",
    page=str | None, revid=int | None, certified=bool, caveats=many(CaveatJson), doubts=list[str], reviewed=many(ReviewedJson))
VoteJson = shape("VoteJson", "One player's vote.",
    voter=str, icon=VoteIcon, counts_as=says(Literal["for", "against"] | None, "null for a DEFERENTIAL that counts as neither"),
    implicit=says(bool, "the author's FOR without an icon"), at=Time | None, comment=str | None)
UncountedJson = shape("UncountedJson", "An icon that is not counted, and why.",
    voter=str, icon=str, reason=Uncounted, at=Time | None, comment=str | None)
VoteCountsJson = shape("VoteCountsJson", for_=Count, against=Count, deferential=Count, not_against=int)
ReasonJson = shape("ReasonJson", "One condition of the rules; `met` is null where it rests on something that was not seen.",
    clause=VerdictClause, met=bool | None, text=str, rule=str | None)
NoteJson = shape("NoteJson",
    text=str, outcome=Outcome | None, for_=int | None, against=int | None, deferential=int | None, quorum=int | None, admin=str | None)
MatterJson = shape("MatterJson",
    "A votable matter and the verdict on it. What rests on something that was not seen is null, and `certified` false.",
    url=str, title=str, kind=MatterKind, tags=list[str], author=str, posted=Time, status=Status, votes=many(VoteJson),
    uncounted=many(UncountedJson), counts=VoteCountsJson, quorum=Count, withdrawn=bool, vetoed=bool, popular=bool | None,
    unpopular=bool | None, enactable=bool | None, failable=bool | None,
    earliest_enact=says(Time | None, "if no vote, post or roster changes; null if never"), earliest_fail=Time | None,
    place=int | None, ahead=list[str], enact_if_first=Time | None, fail_if_first=Time | None, not_voted=list[str],
    suggested_note=str | None, illegal=says(str | None, "why it is an illegal post"), certified=bool, doubts=list[str],
    closed=Time | None, note=NoteJson | None, reasons=many(ReasonJson),
    effect=says(str | None, "what a pending Proposal or CfJ would do, in a sentence"))
SkippedJson = shape("SkippedJson", "A matter without a date, which was not judged.", url=str, title=str)
ProblemJson = shape("ProblemJson", "Something that was not read or understood.", where=str, what=str, fatal=bool)
TallyJson = shape("TallyJson", "Tally sheets.",
    schema=Literal["blognomic/tally/1"], as_of=Time, site=str, players=PlayersJson, hiatus=HiatusJson, rules=RulesReadJson,
    matters=many(MatterJson), skipped=many(SkippedJson), problems=many(ProblemJson))

TermJson = shape("TermJson", "A word of this dynasty.", singular=of("player", str), plural=of("players", str))
TermsJson = shape("TermsJson", "What this dynasty calls its players and its Emperor.", player=of("", TermJson), emperor=str | None)
RuleTitleJson = shape("RuleTitleJson",
    "Where a rule stands: its number and title, its section, and the titles from the top-level rule down to it.", **_TITLE)
RuleJson = shape("RuleJson", "A rule. Where its title states no status, that is its section's default, and it is `defaulted`.",
    **_TITLE, level=int, defaulted=bool)
ClauseJson = shape("ClauseJson", "A voting parameter with the sentence it was read from.",
    value=str | int | bool | list[str], rule=str, quote=str, by=says(filled(str), "the person who read it, null for the tool"))
VariableJson = shape("VariableJson", "A gamestate variable that a rule defines.",
    name=str, owner=says(str, "player, game, or another noun"),
    type=Literal["integer", "number", "string", "choice", "list", "set", "name", "unknown"], min=int | None, max=int | None,
    choices=list[str] | None, default=str | int | None, visibility=Literal["public", "private"],
    sides=says(list[Literal["rules", "page"]], "where it was found; the page only where it was read"), rule=str, quote=str)
ActionJson = shape("ActionJson", "An action that a rule allows a limited number of times.",
    name=str, cadence=Literal["daily", "weekly", "daily-communal", "weekly-communal", "custom"], min_gap_hours=int | None,
    rule=str, quote=str)
UnreadJson = shape("UnreadJson", "A clause that was not understood; `topic` begins the names of the parameters in doubt.",
    topic=str, why=str, rule=str | None, fingerprint=filled(str))
UnreadRuleJson = shape("UnreadRuleJson", "A rule that nobody has reviewed as it is now.", rule=str, fingerprint=str)
RulesJson = shape("RulesJson", "The Ruleset as read.",
    schema=Literal["blognomic/rules/1"], page=str, revid=int | None, terms=TermsJson | None, tracking_page=str | None,
    sections=list[str], rules=many(RuleJson),
    voting=says(by_name(ClauseJson | None), "by the parameter's name; null for a clause that is absent"),
    variables=many(VariableJson), actions=many(ActionJson), caveats=many(CaveatJson), unread=many(UnreadJson),
    reviewed=many(ReviewedJson), unread_rules=says(many(UnreadRuleJson), "rules that wait for a review"))
ReadJson = shape("ReadJson", "A variable or action, and what was read of it.", name=str, **{"as": str})
WaitingJson = shape("WaitingJson", "A rule, or a sentence of the core, that nobody has reviewed as it is now.",
    kind=Literal["rule", "sentence"], fingerprint=str, rule=str | None, text=str,
    previous=says(str | None, "the text when it was last reviewed"), highlighted=list[str],
    read=says(many(ReadJson), "variables and actions that were read from it"),
    names=says(list[str], "variables and actions of other rules that it names"))
ReviewedPartJson = shape("ReviewedPartJson", "What was reviewed, and by whom.",
    kind=Literal["rule", "sentence"], fingerprint=str, rule=str | None, by=str)
ReviewJson = shape("ReviewJson", "What waits for a review, and what was reviewed.",
    schema=Literal["blognomic/review/1"], waiting=many(WaitingJson), reviewed=many(ReviewedPartJson))
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

ColumnJson = shape("ColumnJson", "A column of a table.", **_MATCH, column=of("index", int), name=str, role=Role)
TableJson = shape("TableJson", "A table as a full grid: every cell that a span covers repeats its text.",
    caption=str | None, header=list[list[str | None]], rows=list[list[str | None]],
    columns=of("names", says(list[str], "each column's headers, joined with ' / '")), of=filled(str), idle=bool, sideways=bool,
    matches=of("columns", many(ColumnJson)))
LabelJson = shape("LabelJson", "A labelled value outside the tables.", **_MATCH, label=of("value.label", str), text=of("value.text", str))
RowJson = shape("RowJson", "A row that belongs to a player.",
    player=of("name", str), text=str, standing=Standing, idle=bool, table=of("place.table", int | None), row=of("place.row", int | None))
UntrackedJson = shape("UntrackedJson", "A variable that the page does not show.",
    variable=of("name", str), owner=str, visibility=Literal["public", "private"])
UnreadPlaceJson = shape("UnreadPlaceJson", "Something on the page that was not understood.", where=str, why=str)
GamestateJson = shape("GamestateJson", "The tracking page as read.",
    schema=Literal["blognomic/gamestate/1"], page=str | None, revid=int | None, tables=many(TableJson), values=dict[str, str],
    players=by_name(Values), idle=by_name(Values), things=by_name(by_name(Values)), game=Values, labels=many(LabelJson),
    rows=many(RowJson), untracked=many(UntrackedJson), unread=many(UnreadPlaceJson))
AccountJson = shape("AccountJson", "What accounts for an edit.",
    kind=Literal["matter", "address", "rule", "typo", "undo", "tool"], ref=says(str, "the title, address or revision"),
    confidence=Confidence, why=str)
ChangeJson = shape("ChangeJson", "One change, in the terms of the game.",
    kind=ChangeKind, subject=says(str | None, "the player, thing or rule"), variable=str | None,
    old=says(str | dict[str, str] | None, "of a value the cell's text, of a row its cells by column"),
    new=str | dict[str, str] | None)
HistoryRevisionJson = shape("HistoryRevisionJson",
    "A revision, and what it changed since the one before it whose text is known; `known` is false where there is none.",
    revid=int, parentid=int | None, timestamp=Time, user=str | None, player=str | None, comment=str | None, text_hidden=bool,
    known=bool, by=says(AccountJson | None, "null where it is not known"), changes=many(ChangeJson))
HistoryJson = shape("HistoryJson", "The revisions of a page, oldest first.",
    schema=Literal["blognomic/history/1"], page=str, revisions=many(HistoryRevisionJson))
