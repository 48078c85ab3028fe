"""The tally sheet for people: what may be done now, how everybody voted, and why a verdict is not certified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from parsers.model import MatterKind, Status
from parsers.ruleset.model import Caveat
from sync.reports.layout import bullet, columns, heading, indented, plural, quoted, reviews, words
from sync.text import one_line, shorten
from sync.times import shown
from validators.voting.verdict import Reason, UncountedIcon, Verdict, Vote
from validators.words import span

if TYPE_CHECKING:
    from validators.voting.judge import TallySheet

__all__ = ["headline", "outlook", "tally_sheets"]

_KINDS = {MatterKind.PROPOSAL: "Proposal", MatterKind.CFJ: "Call for Judgement", MatterKind.DOV: "Declaration of Victory"}


def tally_sheets(sheet: TallySheet, verdicts: Sequence[Verdict]) -> Iterator[RenderableType]:
    """The sheets of the given matters, below one line on the state of the game."""
    yield from _game(sheet)
    for verdict in verdicts:
        yield from _matter(verdict, sheet.as_of, len(sheet.roster.active))
    if not verdicts:
        yield heading("No votable matter is pending.")
    shown_above = "\n".join(text for verdict in verdicts for text in (*verdict.doubts, *verdict.without_effect))
    caveats = [caveat for caveat in sheet.caveats if caveat.quote not in shown_above]
    if caveats:
        yield heading("Sentences about voting outside the core rules (not applied)")
        yield from (_caveat(caveat) for caveat in caveats)
    yield from reviews(sheet.rules.reviewed)
    if sheet.skipped:
        yield heading("Matters without a readable date (not judged, not counted in the queue)")
        yield from (bullet("!", words(f"{post.title} {post.url}"), "red") for post in sheet.skipped)


def _game(sheet: TallySheet) -> Iterator[RenderableType]:
    nobody = "no Emperor" if sheet.emperor_known else "Emperor unknown (set --emperor)"
    emperor = f"Emperor {sheet.emperor}" if sheet.emperor else nobody
    players = plural(len(sheet.roster.active), "Player")
    yield words(f"As of {shown(sheet.as_of)}: {players}, quorum {sheet.quorum}, {emperor}.", "dim")
    for text in sheet.hiatus.texts:
        yield words(f"Hiatus: {text}", "bold yellow")
    for doubt in sheet.hiatus.doubts:
        yield words(f"Possible hiatus: {doubt}", "yellow")


def _matter(verdict: Verdict, as_of: datetime, players: int) -> Iterator[RenderableType]:
    post = verdict.post
    yield heading(post.title or "(without a title)")
    by = f"{_KINDS[verdict.kind]} by {post.author or 'an unknown author'}"
    yield words(f"{by}, posted {shown(post.posted)} ({span(as_of - post.posted)} ago)")
    yield words(post.url, "dim")
    text, style = headline(verdict)
    yield Text("\n" + text, style=style)
    for line in outlook(verdict, as_of):
        yield bullet("·", words(line))
    if verdict.illegal:
        yield words(f"This is an illegal post: {verdict.illegal}", "red")
    if post.note:
        yield words(f"Note: {quoted(post.note.text)}")
    yield Text("")
    if verdict.votes:
        yield columns(("Voter", "Icon", "Counts as", "When"), (_vote(vote) for vote in verdict.votes))
    else:
        yield words("No votes.")
    if verdict.uncounted:
        yield heading("Icons that are not counted")
        yield columns(("By", "Icon", "Reason", "When"), (_uncounted(icon) for icon in verdict.uncounted))
    yield words("")
    yield _counts(verdict, players)
    if verdict.reasons:
        yield heading("Why")
        yield columns(("", "Condition", "As it stands", "Rule"), (_reason(reason) for reason in verdict.reasons))
    if verdict.doubts:
        yield heading("Not certified because")
        yield from (bullet("!", words(doubt), "yellow") for doubt in verdict.doubts)
    if verdict.without_effect:
        yield heading("Could not have changed this")
        yield from (bullet("·", words(sentence), "dim") for sentence in verdict.without_effect)


def headline(verdict: Verdict) -> tuple[str, str]:
    """The verdict in capitals, and its style."""
    if verdict.status is not Status.PENDING:
        closed = f" on {shown(verdict.post.closed)}" if verdict.post.closed else ""
        return f"{verdict.status.value.upper()}{closed}", "bold"
    if verdict.unknown:
        return f"UNKNOWN: {'; '.join(verdict.unseen)}", "bold yellow"
    may = [word for word, holds in (("ENACTED", verdict.enactable), ("FAILED", verdict.failable)) if holds]
    mark = "" if verdict.certified else " (NOT CERTIFIED, see below)"
    if not may:
        return f"NOT YET{mark}", "bold yellow"
    return " AND ".join(f"MAY BE {word} NOW" for word in may) + mark, "bold red" if may == ["FAILED"] else "bold green"


def outlook(verdict: Verdict, as_of: datetime) -> Iterator[str]:
    """When a pending matter may be resolved if nothing changes: a sentence for each outcome that is not allowed yet."""
    if verdict.status is not Status.PENDING:
        return
    for word, now, earliest, why in (
        ("enacted", verdict.enactable, verdict.earliest_enact, "; ".join(reason.text for reason in verdict.blocking)),
        ("failed", verdict.failable, verdict.earliest_fail, ""),
    ):
        if now:
            continue
        if earliest is None and verdict.unseen:
            yield f"It is unknown when it may be {word}{'; not yet: ' if why else ''}{why}."
        elif earliest is None:
            yield f"It cannot be {word} as the votes stand{': ' if why else ''}{why}."
        else:
            not_yet = f" Not yet: {why}." if why else ""
            yield f"It may be {word} from {shown(earliest)} (in {span(earliest - as_of)}), if no vote, post or roster changes.{not_yet}"


def _vote(vote: Vote) -> tuple[RenderableType, ...]:
    icon = "(none) author's implied FOR" if vote.implicit else vote.icon.value.upper()
    counts = vote.counts_as.value.upper() if vote.counts_as else "not counted"
    style = {"FOR": "green", "AGAINST": "red"}.get(counts, "dim")
    when = "" if vote.implicit else shown(vote.at)
    return Text(shorten(vote.voter, 30)), Text(icon), Text(counts, style=style), Text(when, style="dim")


def _uncounted(icon: UncountedIcon) -> tuple[RenderableType, ...]:
    return Text(shorten(icon.voter, 30)), Text(shorten(icon.icon, 20).upper()), Text(icon.reason.words), Text(shown(icon.at), style="dim")


def _counts(verdict: Verdict, players: int) -> Text:
    counts = verdict.counts
    parts = [f"{counts.for_} FOR", f"{counts.against} AGAINST"]
    if counts.deferential:
        parts.append(f"{counts.deferential} DEFERENTIAL not counted")
    state = [word for word, holds in (("Popular", verdict.popular), ("Unpopular", verdict.unpopular)) if holds]
    state += [word for word, holds in (("Withdrawn", verdict.withdrawn), ("Vetoed", verdict.vetoed)) if holds]
    seen = " were seen" if verdict.unknown and not (verdict.popular or verdict.unpopular) else ""
    line = f"{', '.join(parts)}{seen}. Quorum {verdict.quorum}; {counts.not_against} of {players} not voting AGAINST."
    return Text(f"{line} {', '.join(state)}." if state else line)


def _reason(reason: Reason) -> tuple[RenderableType, ...]:
    mark = Text(" ?", style="yellow") if reason.met is None else Text(" ✓", style="green") if reason.met else Text(" ✗", style="red")
    return mark, words(reason.clause.words), words(reason.text), words(reason.rule or "", "dim")


def _caveat(caveat: Caveat) -> RenderableType:
    kinds = ", ".join(sorted(_KINDS[kind] for kind in caveat.kinds))
    text = words(quoted(caveat.quote))
    text.append(f"  [{one_line(caveat.rule)}; {kinds}]", style="dim")
    return indented(text)
