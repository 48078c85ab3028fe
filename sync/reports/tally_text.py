"""The tally as text: all matters in one table, or the sheet of each with its votes, conditions and
doubts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.rule import Rule as Line
from rich.text import Text

from parsers.model import MatterKind, Status
from sync.reports.layout import (
    Shortened,
    bullet,
    columns,
    heading,
    indented,
    quoted,
    reviews,
    unpiled,
    words,
)
from sync.reports.verdict_text import (
    KINDS,
    MARKS,
    OBSTACLES,
    counts_in_words,
    graded,
    headline,
    opening,
    outlook,
    verdict_word,
)
from sync.text import one_line, shorten
from sync.times import shown
from validators.verdict_wording import admin_note
from validators.voting.verdict import Verdict, Vote
from validators.wording import Doubt, DoubtKind, worded
from validators.words import emperor, players, span

if TYPE_CHECKING:
    from validators.voting.judge import TallySheet

_HEADER = "#  Verdict   F–A–D   Matter"
_SHORT_KINDS = {MatterKind.PROPOSAL: "", MatterKind.CFJ: "CfJ: ", MatterKind.DOV: "DoV: "}
_MARKS = {"✓": "green", "✗": "red", "?": "yellow", "·": "dim"}


def tally_queue(
    sheet: TallySheet,
    verdicts: Sequence[Verdict],
    effects: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[RenderableType]:
    """Yield a line for each of the given matters, cut off at the width of the window; below it the
    possible outcome and its time, in full, and as much of the rest as fits.

    ``effects`` describe the changes of pending matters, by key.
    """
    yield from _game(sheet)
    if not verdicts:
        yield words("\nNo pending matters found.", "bold", newlines=True)
    else:
        yield Text(f"\n{_HEADER}", style="dim", no_wrap=True, overflow="ellipsis")
    for verdict in verdicts:
        post, counts, (word, style) = verdict.post, verdict.counts, verdict_word(verdict)
        votes = (
            f"{counts.for_}–{counts.against}–{counts.deferential}{'?' if verdict.unknown else ''}"
        )
        title = unpiled(
            shorten(
                _SHORT_KINDS[verdict.kind] + (post.subject or post.title or "(without a title)"), 50
            )
        )
        about = (
            f", by {unpiled(shorten(post.author or 'an unknown author', 20))},"
            f" {span(sheet.as_of - post.posted)} ago"
        )
        row = (
            f"{verdict.place or '–':<3}",
            (f"{word:<8}  ", style),
            f"{votes:<6}  ",
            (title, "bold"),
            (about, "dim"),
        )
        yield Text.assemble(*row, no_wrap=True, overflow="ellipsis")
        why, doubt = (_why(verdict, sheet.as_of), "dim"), (_doubt(verdict, sheet), "yellow")
        effect = one_line(effects.get(post.key, "")), "dim cyan"
        first, *rest = [part for part in (why, doubt, effect) if part[0]] or [("", "")]
        full_text = first[0] if verdict.status is Status.PENDING else ""
        yield indented(
            Shortened(full_text, Text(" · ").join(Text(*part) for part in (first, *rest))), 3
        )
    if verdicts:
        yield Text("")
    yield from _at_the_end(sheet)
    if verdicts:
        yield words(
            "Capitals: certified; with “?”: check first. F–A–D: FOR–AGAINST–DEFERENTIAL.", "dim"
        )
        yield words(
            "blognomic tally NAME shows the votes, the conditions and a note to paste.", "dim"
        )


def _doubt(verdict: Verdict, sheet: TallySheet) -> str:
    """Return the first reason why it is not certified, except the ones above the list; empty if
    none.
    """
    if verdict.status is not Status.PENDING or verdict.certified:
        return ""
    if verdict.unknown and verdict.unseen:
        return f"missing data: {one_line(worded(verdict.unseen[0]))}"
    own_doubts = sheet.own_doubts(verdict)
    if not own_doubts:
        return ""
    first, *others = own_doubts
    more = f" ({len(own_doubts)} reasons)" if others else ""
    return f"not certified{more}: {shorten(worded(first), 60)}"


def _why(verdict: Verdict, as_of: datetime) -> str:
    """Return the condition that is enough, else the obstacle, or the time when it can be resolved."""
    post = verdict.post
    if verdict.status is not Status.PENDING:
        return f"{shown(post.closed)}{f': {quoted(post.note.text, 160)}' if post.note else ''}"
    if verdict.unknown:
        return ""
    if verdict.enactable or verdict.failable:
        ground = verdict.ground("enacted" if verdict.enactable else "failed")
        return ground.clause.words if ground is not None else ""
    return next(
        (
            one_line(worded(reason.stands))
            for reason in verdict.blocking
            if reason.clause in OBSTACLES
        ),
        opening(verdict, as_of),
    )


def tally_sheets(
    sheet: TallySheet,
    verdicts: Sequence[Verdict],
    effects: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[RenderableType]:
    """Yield the sheets of the given matters, below one line on the state of the game; ``effects``
    describe their changes, by key.
    """
    doubts = {doubt.kind for verdict in verdicts for doubt in verdict.doubts}
    yield from _game(sheet, older_posts_listed=DoubtKind.OLDER_POSTS in doubts)
    for verdict in verdicts:
        if len(verdicts) > 1:
            yield Text("")
            yield Line(style="dim")
        yield from _matter(verdict, sheet, effects.get(verdict.post.key))
    if not verdicts:
        yield heading("No pending matters found.")
    ending = list(_at_the_end(sheet))
    yield from [Text(""), *ending] if ending else []


def _matter(verdict: Verdict, sheet: TallySheet, effect: str | None) -> Iterator[RenderableType]:
    post, as_of = verdict.post, sheet.as_of
    yield heading(post.title or "(without a title)")
    introduction = f"{KINDS[verdict.kind]} by {post.author or 'an unknown author'}"
    yield words(f"{introduction}, posted {shown(post.posted)} ({span(as_of - post.posted)} ago)")
    yield words(post.url, "dim")
    yield Text("")
    yield from verdict_in_words(verdict, as_of, listed=sheet.doubts)
    note = admin_note(verdict, "ADMIN")
    for before, text, style in (
        ("What it would do: ", f"{effect}." if effect else None, ""),
        ("This is an illegal post: ", verdict.illegal and worded(verdict.illegal), "red"),
        ("Note: ", quoted(post.note.text) if post.note else None, ""),
        (f"Note to paste{'' if verdict.certified else ', once you have checked'}: ", note, ""),
    ):
        yield from [words(f"{before}{text}", style)] if text else []
    yield from _votes(verdict, sheet)
    if verdict.reasons:
        yield Text("")
        yield columns(("", "Condition", "State", "Rule"), _conditions(verdict))
        yield words(f"{MARKS}.", "dim")


def verdict_in_words(
    verdict: Verdict, as_of: datetime, about: str = "", listed: Collection[Doubt] = ()
) -> Iterator[RenderableType]:
    """Yield the headline, the doubts not ``listed`` yet, and the time of the outcome it is
    ``about``, or of each outcome.
    """
    *parts, style = headline(verdict)
    yield words(": ".join(filter(None, parts)), style)
    unseen = verdict.unseen if verdict.unknown and verdict.status is Status.PENDING else ()
    yield from (
        bullet("!", words(worded(doubt)), "yellow")
        for doubt in verdict.doubts
        if doubt not in unseen and doubt not in listed
    )
    if not (verdict.unknown and verdict.unseen):
        yield from (bullet("·", words(line)) for line in outlook(verdict, as_of, about))


def _votes(verdict: Verdict, sheet: TallySheet) -> Iterator[RenderableType]:
    yield Text("")
    if verdict.votes:
        yield columns(("Voter", "Icon", "Counts as", "When"), map(_vote, verdict.votes))
    else:
        yield words("No votes.")
    if verdict.uncounted:
        yield heading("Icons that are not counted")
        rows = (
            (
                shorten(uncounted.voter, 30),
                shorten(uncounted.icon, 20).upper(),
                uncounted.reason.words,
                shown(uncounted.at),
            )
            for uncounted in verdict.uncounted
        )
        yield columns(("By", "Icon", "Reason", "When"), (map(Text, row) for row in rows))
    yield words(f"\n{counts_in_words(verdict)}", newlines=True)
    silent = verdict.not_voted(sheet.roster.active)
    if silent and verdict.status is Status.PENDING:
        yield words(
            f"{'No vote seen' if verdict.unknown else 'Not voted'}:"
            f" {', '.join(shorten(name, 30) for name in silent)}."
        )


def _vote(vote: Vote) -> tuple[RenderableType, ...]:
    icon, time = (
        ("(none) author's implied FOR", "")
        if vote.implicit
        else (vote.icon.value.upper(), shown(vote.at))
    )
    counts = vote.counts_as.value.upper() if vote.counts_as else "not counted"
    return (
        Text(shorten(vote.voter, 30)),
        Text(icon),
        Text(counts, {"FOR": "green", "AGAINST": "red"}.get(counts, "dim")),
        Text(time, "dim"),
    )


def _conditions(verdict: Verdict) -> Iterator[tuple[RenderableType, ...]]:
    for title, conditions in graded(verdict):
        yield "", Text(title, "bold"), "", ""
        for mark, reason in conditions:
            style = "dim" if mark == "·" else ""
            text = (
                words(reason.clause.words, style),
                words(worded(reason.stands), style),
                words(reason.rule or "", "dim"),
            )
            yield Text(f" {mark}", _MARKS[mark]), *text


def _game(sheet: TallySheet, *, older_posts_listed: bool = False) -> Iterator[RenderableType]:
    """Yield the state of the game in its own words: time, players, Emperor, hiatus. The doubt that
    an unseen DoV may be pending is left out if a verdict below lists the missing posts.
    """
    office = emperor(sheet.rules)
    nobody = f"no {office}" if sheet.emperor_known else f"{office} unknown (set --emperor)"
    named = f"{office} {sheet.emperor}" if sheet.emperor else nobody
    count = players(len(sheet.roster.active), sheet.rules)
    yield words(f"As of {shown(sheet.as_of)}: {count}, quorum {sheet.quorum}, {named}", "dim")
    yield from (words(f"Hiatus: {worded(cause)}", "bold yellow") for cause in sheet.hiatus.causes)
    yield from (
        words(f"Possible hiatus: {worded(doubt)}", "yellow")
        for doubt in sheet.hiatus.doubts
        if not (older_posts_listed and doubt.kind is DoubtKind.DOV_UNSEEN)
    )
    yield from (words(f"Not certified: {worded(doubt)}", "yellow") for doubt in sheet.doubts)
    if sheet.rules.awaits_review:
        yield words("Read them once and state what they change: blognomic rules --review", "yellow")


def _at_the_end(sheet: TallySheet) -> Iterator[RenderableType]:
    """Yield reviewed sentences, and matters that could not be judged."""
    yield from reviews(sheet.rules)
    if sheet.skipped:
        yield words(
            "Matters without a readable date (not judged, not counted in the queue):", "bold"
        )
        yield from (bullet("!", words(f"{post.title} {post.url}"), "red") for post in sheet.skipped)
