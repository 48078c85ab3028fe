"""The tally sheet for people: what may be done now, how everybody voted, and why a verdict is not certified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from rich.console import RenderableType
from rich.rule import Rule as Line
from rich.text import Text

from parsers.model import MatterKind, Status
from parsers.ruleset.ruleset_model import Ruleset
from sync.reports.from_when import OBSTACLES, outlook
from sync.reports.layout import bullet, columns, heading, linked, quoted, reviews, words
from sync.text import one_line, shorten
from sync.times import shown
from validators.voting.reasons import admin_note
from validators.voting.verdict import Reason, Verdict, VerdictClause, Vote
from validators.words import span

if TYPE_CHECKING:
    from validators.voting.judge import TallySheet

KINDS = {MatterKind.PROPOSAL: "Proposal", MatterKind.CFJ: "Call for Judgement", MatterKind.DOV: "Declaration of Victory"}
_POPULARITY = {VerdictClause.POPULAR_QUORUM, VerdictClause.POPULAR_TIME}
_EITHER_WAY = {VerdictClause.OLDEST, *OBSTACLES}
_ADMIN = "ADMIN"
_MARKS = {"✓": "green", "✗": "red", "?": "yellow", "·": "dim"}


def tally_sheets(
    sheet: TallySheet, verdicts: Sequence[Verdict], effects: Mapping[str, str] = MappingProxyType({})
) -> Iterator[RenderableType]:
    """The sheets of the given matters, below one line on the state of the game; ``effects`` say what they would do, by their keys."""
    yield from game(sheet, [doubt for verdict in verdicts for doubt in verdict.unseen])
    for verdict in verdicts:
        if len(verdicts) > 1:
            yield Text("")
            yield Line(style="dim")
        yield from _matter(verdict, sheet, effects.get(verdict.post.key))
    if not verdicts:
        yield heading("No votable matter that was seen is pending.")
    rest = list(at_the_end(sheet, [doubt for verdict in verdicts for doubt in verdict.doubts]))
    yield from [Text(""), *rest] if rest else []


def game(sheet: TallySheet, told: Sequence[str] = ()) -> Iterator[RenderableType]:
    """The state of the game in its own words: time, players, Emperor, hiatus; of doubts those that are not ``told`` elsewhere."""
    one, many, head = terms_of(sheet.rules)
    nobody = f"no {head}" if sheet.emperor_known else f"{head} unknown (set --emperor)"
    emperor = f"{head} {sheet.emperor}" if sheet.emperor else nobody
    count = len(sheet.roster.active)
    yield words(f"As of {shown(sheet.as_of)}: {count} {one if count == 1 else many}, quorum {sheet.quorum}, {emperor}", "dim")
    yield from (words(f"Hiatus: {text}", "bold yellow") for text in sheet.hiatus.texts)
    doubts = (doubt for doubt in sheet.hiatus.doubts if not any(each in doubt for each in told))
    yield from (words(f"Possible hiatus: {doubt}", "yellow") for doubt in doubts)


def terms_of(rules: Ruleset | None) -> tuple[str, str, str]:
    """What the dynasty calls a player, the players and the Emperor."""
    terms = None if rules is None else rules.terms
    return (terms.player, terms.players, terms.emperor or "Emperor") if terms is not None else ("player", "players", "Emperor")


def at_the_end(sheet: TallySheet, said: Sequence[str]) -> Iterator[RenderableType]:
    """Sentences that may change verdicts, but for those ``said`` already, reviewed ones, and matters that could not be judged."""
    for caveat in sheet.caveats:
        if caveat.bears and not any(caveat.quote in doubt for doubt in said):
            yield words(f"Not applied: rule “{caveat.rule}”: {quoted(caveat.quote, 200)}", "dim")
    yield from reviews(sheet.rules)
    if sheet.skipped:
        yield words("Matters without a readable date (not judged, not counted in the queue):", "bold")
        yield from (bullet("!", words(f"{post.title} {post.url}"), "red") for post in sheet.skipped)


def _matter(verdict: Verdict, sheet: TallySheet, effect: str | None) -> Iterator[RenderableType]:
    post, as_of = verdict.post, sheet.as_of
    yield heading(post.title or "(without a title)")
    by = f"{KINDS[verdict.kind]} by {post.author or 'an unknown author'}"
    yield words(f"{by}, posted {shown(post.posted)} ({span(as_of - post.posted)} ago)")
    yield linked(words(post.url, "dim"), post.url)
    if verdict.unknown:  # the votes are all that is certain
        yield from _votes(verdict, sheet)
    yield Text("")
    yield from verdict_in_words(verdict, as_of)
    note = admin_note(verdict, _ADMIN)
    for before, text, style in (
        ("What it would do: ", f"{effect}." if effect else None, ""),
        ("This is an illegal post: ", verdict.illegal, "red"),
        ("Note: ", quoted(post.note.text) if post.note else None, ""),
        (f"Note to paste{'' if verdict.certified else ', once you have checked'}: ", note, ""),
    ):
        yield from [words(f"{before}{text}", style)] if text else []
    if not verdict.unknown:
        yield from _votes(verdict, sheet)
    if verdict.reasons:
        yield Text("")
        yield columns(("", "Condition", "As it stands", "Rule"), _conditions(verdict))
    if verdict.doubts and verdict.status is not Status.PENDING:
        yield heading("Not certified because")
        yield from (bullet("!", words(doubt), "yellow") for doubt in verdict.doubts)


def verdict_in_words(verdict: Verdict, as_of: datetime, about: str = "") -> Iterator[RenderableType]:
    """The headline, what is to be checked, and when the outcome it is ``about``, or each, may come."""
    text, style = headline(verdict)
    yield words(text, style)
    if verdict.status is Status.PENDING:
        told = verdict.unseen if verdict.unknown else ()
        yield from (bullet("!", words(doubt), "yellow") for doubt in verdict.doubts if doubt not in told)
    if not (verdict.unknown and verdict.unseen):
        yield from (bullet("·", words(line)) for line in outlook(verdict, as_of) if about in line)


def headline(verdict: Verdict) -> tuple[str, str]:
    """The verdict and its style: in capitals what is certified; what is not begins with that."""
    if verdict.status is not Status.PENDING:
        closed = f" on {shown(verdict.post.closed)}" if verdict.post.closed else ""
        return f"{verdict.status.value.upper()}{closed}", "bold"
    if verdict.unknown:
        return f"UNKNOWN: {one_line('; '.join(verdict.unseen))}", "bold yellow"
    may = [word for word, holds in (("ENACTED", verdict.enactable), ("FAILED", verdict.failable)) if holds]
    if not verdict.certified:
        said = f"it may probably be {' or '.join(may).lower()} now" if may else "probably nothing may be done yet"
        return f"NOT CERTIFIED: {said}. Check first:", "bold yellow"
    if not may:
        return "NOT YET", "bold"
    return f"MAY BE {' OR '.join(may)} NOW", "bold magenta" if may == ["FAILED"] else "bold green"


def checked(verdict: Verdict, outcome: Literal["enacted", "failed"], as_of: datetime) -> tuple[str, bool | None]:
    """Whether a matter may be resolved so now, in a sentence and as an answer; None if that is unknown or not certified."""
    title = f"“{verdict.post.title}”"
    if verdict.status is not Status.PENDING:
        return f"no: {title} is no longer pending ({verdict.status.value})", False
    may = verdict.enactable if outcome == "enacted" else verdict.failable
    if may is None or not verdict.certified:
        seems = {None: "unknown", True: "probably yes, but not certified", False: "probably no, but not certified"}
        return f"{seems[may]}: {verdict.doubts[0]}", None
    if may:
        ground = verdict.ground(outcome)
        return f"yes: {title} may be {outcome} now{f': {ground.text}' if ground is not None else ''}", True
    return f"no: {title} may not be {outcome} now. {' '.join(line for line in outlook(verdict, as_of) if outcome in line)}", False


# Votes and conditions


def _votes(verdict: Verdict, sheet: TallySheet) -> Iterator[RenderableType]:
    yield Text("")
    if verdict.votes:
        yield columns(("Voter", "Icon", "Counts as", "When"), map(_vote, verdict.votes))
    else:
        yield words("No votes.")
    if verdict.uncounted:
        yield heading("Icons that are not counted")
        rows = ((shorten(each.voter, 30), shorten(each.icon, 20).upper(), each.reason.words, shown(each.at)) for each in verdict.uncounted)
        yield columns(("By", "Icon", "Reason", "When"), (map(Text, row) for row in rows))
    yield words(f"\n{counts_in_words(verdict)}", newlines=True)
    silent = verdict.not_voted(sheet.roster.active)
    if silent and verdict.status is Status.PENDING:
        yield words(f"{'No vote seen' if verdict.unknown else 'Not voted'}: {', '.join(shorten(name, 30) for name in silent)}.")


def _vote(vote: Vote) -> tuple[RenderableType, ...]:
    icon, when = ("(none) author's implied FOR", "") if vote.implicit else (vote.icon.value.upper(), shown(vote.at))
    counts = vote.counts_as.value.upper() if vote.counts_as else "not counted"
    return Text(shorten(vote.voter, 30)), Text(icon), Text(counts, {"FOR": "green", "AGAINST": "red"}.get(counts, "dim")), Text(when, "dim")


def counts_in_words(verdict: Verdict) -> str:
    """The votes against the quorum, and what the matter is by them: of a resolved one with the players of that time."""
    counts = verdict.counts
    uncounted = f", {counts.deferential} DEFERENTIAL not counted" if counts.deferential else ""
    states = ("Popular", verdict.popular), ("Unpopular", verdict.unpopular), ("Withdrawn", verdict.withdrawn), ("Vetoed", verdict.vetoed)
    state = ", ".join(word for word, holds in states if holds)
    seen = " were seen" if verdict.unknown and not (verdict.popular or verdict.unpopular) else ""
    players = f"{counts.not_against} of {counts.against + counts.not_against} not voting AGAINST"
    line = f"{counts.for_} FOR, {counts.against} AGAINST{uncounted}{seen}. Quorum {verdict.quorum}; {players}."
    return f"{line} {state}." if state else line


def _conditions(verdict: Verdict) -> Iterator[tuple[RenderableType, ...]]:
    for title, conditions in graded(verdict):
        yield "", Text(title, "bold"), "", ""
        for mark, reason in conditions:
            style = "dim" if mark == "·" else ""
            text = words(reason.clause.words, style), words(reason.text, style), words(reason.rule or "", "dim")
            yield Text(f" {mark}", _MARKS[mark]), *text


def graded(verdict: Verdict) -> Iterator[tuple[str, list[tuple[str, Reason]]]]:
    """The conditions by what they are for, each with its mark: ✓ met, ✗ in the way, ? unknown, · not needed.

    Only what stands in the way is a cross.
    """
    enough = {outcome: verdict.ground(outcome) is not None for outcome in ("enacted", "failed")}
    done = (enough["enacted"] and verdict.enactable is not False) or (enough["failed"] and verdict.failable is not False)
    in_the_way = {reason.clause for reason in verdict.blocking} | {VerdictClause.DOV_FAIL}
    groups: dict[str, list[tuple[str, Reason]]] = {"Enough to enact": [], "Enough to fail": [], "Also needed": [], "Popularity": []}
    for reason in verdict.reasons:
        title = _group(verdict, reason.clause)
        wanted = enough["enacted"] or (enough["failed"] and reason.clause in {*_EITHER_WAY, VerdictClause.DOV_FAIL})
        crossed = title == "Also needed" and wanted and not done and reason.clause in in_the_way
        met = reason.met and reason.clause not in OBSTACLES
        groups[title].append(("?" if reason.met is None else "✓" if met else "✗" if crossed else "·", reason))
    yield from ((title, conditions) for title, conditions in groups.items() if conditions)


def _group(verdict: Verdict, clause: VerdictClause) -> str:
    if clause in verdict.sufficient("enacted"):
        return "Enough to enact"
    if clause in verdict.sufficient("failed") or clause is VerdictClause.NO_CHANGE:
        return "Enough to fail"
    return "Popularity" if clause in _POPULARITY else "Also needed"  # the former where a DoV needs another majority
