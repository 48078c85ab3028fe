"""The tally sheet for people: what may be done now, how everybody voted, and what speaks against relying on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from parsers.model import MatterKind, Status
from parsers.ruleset.model import Caveat
from sync.reports.paper import bullet, columns, heading, indented, plural, quoted, words
from sync.text import one_line, shorten
from sync.times import age, shown
from validators.verdict import Reason, Uncounted, Verdict, Vote

if TYPE_CHECKING:
    from validators.judge import Sheet

__all__ = ["headline", "outlook", "tally_sheets"]

_KINDS = {MatterKind.PROPOSAL: "Proposal", MatterKind.CFJ: "Call for Judgement", MatterKind.DOV: "Declaration of Victory"}
_WHY_UNCOUNTED = {
    "idle": "is idle",
    "not-a-player": "is no Player",
    "superseded": "voted again later",
    "not-valid-here": "is not valid for this person on this matter",
    "unknown-icon": "is no voting icon that is known",
    "after-resolution": "came after the resolution",
    "quoted": "stands in a quotation or is struck out",
}


def tally_sheets(sheet: Sheet, verdicts: Iterable[Verdict]) -> Iterator[RenderableType]:
    """The sheets of the matters asked for, below one line on the state of the game."""
    yield from _game(sheet)
    shown_any = False
    for verdict in verdicts:
        yield from _matter(verdict, sheet.as_of, len(sheet.roster.active))
        shown_any = True
    if not shown_any:
        yield words("\nNo votable matter is pending.")
        return
    bearing = [caveat for caveat in sheet.caveats if caveat.bears]
    if bearing:
        yield heading("Sentences outside the core rules that speak of votes; read them before you act")
        yield from (_caveat(caveat) for caveat in bearing)
    if sheet.doubts:
        yield heading("Not certain for any matter, because")
        yield from (bullet("!", words(doubt), "yellow") for doubt in sheet.doubts)


def _game(sheet: Sheet) -> Iterator[RenderableType]:
    emperor = f"Emperor {sheet.emperor}" if sheet.emperor else "no Emperor"
    players = plural(len(sheet.roster.active), "Player")
    yield words(f"As of {shown(sheet.as_of)}: {players}, quorum {sheet.quorum}, {emperor}.", "dim")
    for text in sheet.hiatus.texts:
        yield words(f"Hiatus: {text}", "bold yellow")
    for doubt in sheet.hiatus.doubts:
        yield words(f"Perhaps a hiatus: {doubt}", "yellow")


def _matter(verdict: Verdict, as_of: datetime, players: int) -> Iterator[RenderableType]:
    post = verdict.post
    posted = f"posted {shown(post.posted)}"
    if post.posted and post.posted <= as_of:
        posted += f" ({age(as_of - post.posted)} ago)"
    yield heading(post.title or post.url)
    yield words(f"{_KINDS[verdict.kind]} by {post.author or 'an unknown author'}, {posted}")
    yield words(post.url, "dim")
    text, style = headline(verdict)
    yield Text("\n" + text, style=style)
    yield from (words(line) for line in outlook(verdict, as_of))
    if verdict.illegal:
        yield words(f"This is an illegal post: {verdict.illegal}", "red")
    if post.note:
        yield words(f"Note: {quoted(post.note.text)}")
    yield Text("")
    if verdict.votes:
        yield columns(("Voter", "Icon", "Counts as", "When"), (_vote(vote) for vote in verdict.votes))
    else:
        yield words("Nobody has voted.")
    if verdict.uncounted:
        yield heading("Icons that count for nothing")
        yield columns(("By", "Icon", "Because it", "When"), (_uncounted(icon) for icon in verdict.uncounted))
    yield words("")
    yield _counts(verdict, players)
    if verdict.reasons:
        yield heading("Why")
        yield from (_reason(reason) for reason in verdict.reasons)
    if verdict.doubts:
        yield heading("Not certified because")
        yield from (bullet("!", words(doubt), "yellow") for doubt in verdict.doubts)


def headline(verdict: Verdict) -> tuple[str, str]:
    """The verdict in capitals, and its style."""
    if verdict.status is not Status.PENDING:
        closed = f" on {shown(verdict.post.closed)}" if verdict.post.closed else ""
        return f"{verdict.status.value.upper()}{closed}", "bold"
    may = [word for word, holds in (("ENACTED", verdict.enactable), ("FAILED", verdict.failable)) if holds]
    mark = "" if verdict.certified else " (NOT CERTIFIED, see below)"
    if not may:
        return f"NOT YET{mark}", "bold yellow"
    return " AND ".join(f"MAY BE {word} NOW" for word in may) + mark, "bold red" if may == ["FAILED"] else "bold green"


def outlook(verdict: Verdict, as_of: datetime) -> Iterator[str]:
    """From when a pending matter may be resolved, if nothing changes: a sentence for each way that is not open yet."""
    if verdict.status is not Status.PENDING:
        return
    for word, now, earliest in (
        ("enacted", verdict.enactable, verdict.earliest_enact),
        ("failed", verdict.failable, verdict.earliest_fail),
    ):
        if now:
            continue
        if earliest is None:
            yield f"It cannot be {word} as the votes stand."
        else:
            yield f"It may be {word} from {shown(earliest)} (in {age(earliest - as_of)}), if no vote, post or roster changes."


def _vote(vote: Vote) -> tuple[RenderableType, ...]:
    icon = "none: the author's FOR" if vote.implicit else vote.icon.value.upper()
    counts = vote.counts_as.value.upper() if vote.counts_as else "neither"
    style = {"FOR": "green", "AGAINST": "red"}.get(counts, "dim")
    when = "" if vote.implicit else shown(vote.at)
    return Text(shorten(vote.voter, 30)), Text(icon), Text(counts, style=style), Text(when, style="dim")


def _uncounted(icon: Uncounted) -> tuple[RenderableType, ...]:
    why = _WHY_UNCOUNTED.get(icon.reason, one_line(icon.reason))
    return Text(shorten(icon.voter, 30)), Text(shorten(icon.icon, 20).upper()), Text(why), Text(shown(icon.at), style="dim")


def _counts(verdict: Verdict, players: int) -> Text:
    counts = verdict.counts
    parts = [f"{counts.for_} FOR", f"{counts.against} AGAINST"]
    if counts.deferential:
        parts.append(f"{counts.deferential} DEFERENTIAL that count as neither")
    state = [word for word, holds in (("Popular", verdict.popular), ("Unpopular", verdict.unpopular)) if holds]
    state += [word for word, holds in (("Withdrawn", verdict.withdrawn), ("Vetoed", verdict.vetoed)) if holds]
    line = f"{', '.join(parts)}. Quorum {verdict.quorum}; {counts.not_against} of {players} not voting AGAINST."
    return Text(f"{line} {', '.join(state)}." if state else line)


def _reason(reason: Reason) -> RenderableType:
    text = words(reason.text)
    if reason.rule:
        text.append(f"  [{one_line(reason.rule)}]", style="dim")
    return bullet("✓" if reason.met else "✗", text, "green" if reason.met else "red")


def _caveat(caveat: Caveat) -> RenderableType:
    kinds = ", ".join(sorted(_KINDS[kind] for kind in caveat.kinds))
    text = words(quoted(caveat.quote))
    text.append(f"  [{one_line(caveat.rule)}; {kinds}]", style="dim")
    return indented(text)
