"""All matters in one table, for people: place in the queue, votes, what may be done now, and what stands in the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from parsers.model import MatterKind, Status
from sync.reports.from_when import OBSTACLES, opening
from sync.reports.layout import bullet, columns, line, linked, quoted, words
from sync.reports.tally_text import at_the_end, game
from sync.text import one_line, shorten
from sync.times import brief
from validators.voting.verdict import Verdict
from validators.words import span

if TYPE_CHECKING:
    from validators.voting.judge import TallySheet

_HEADER = ("#", "Matter", "Author", "Age", "F–A–D", "Verdict")
_KINDS = {MatterKind.PROPOSAL: "", MatterKind.CFJ: "CfJ: ", MatterKind.DOV: "DoV: "}
_STYLES = {"ENACT": "bold green", "FAIL": "bold magenta", "EITHER": "bold green", "WAIT": "bold"}
_PAUSE = re.compile(r"[;:] |, (?:and|as|so|but|which) ")
_RULE = re.compile(r"the (rule “.{1,60}?”) says: ")


def tally_queue(
    sheet: TallySheet, verdicts: Sequence[Verdict], effects: Mapping[str, str] = MappingProxyType({})
) -> Iterator[RenderableType]:
    """The table of the given matters below one line on the state of the game; what holds for all of them is said once, below.

    ``effects`` say what pending matters would do, by their keys.
    """
    yield from game(sheet)
    if not verdicts:
        yield words("\nNo votable matter that was seen is pending.", "bold", newlines=True)
    pending = [verdict for verdict in verdicts if verdict.status is Status.PENDING]
    shared = [doubt for doubt in pending[0].doubts if all(doubt in each.doubts for each in pending)] if len(pending) > 1 else []
    if verdicts:
        yield Text("")
        below = [_below(verdict, sheet.as_of, shared, effects.get(verdict.post.key, "")) for verdict in verdicts]
        yield columns(_HEADER, (_row(verdict, sheet.as_of) for verdict in verdicts), below)
        yield Text("")
    if shared:
        yield words("No pending matter is certified:", "yellow")
        yield from (bullet("!", words(doubt), "yellow") for doubt in shared)
    yield from at_the_end(sheet, shared)
    if verdicts:
        yield words("Capitals: certified; with “?”: check first. F–A–D: FOR–AGAINST–DEFERENTIAL.", "dim")
        yield words("blognomic tally NAME shows the votes, the conditions and a note to paste.", "dim")


def _row(verdict: Verdict, as_of: datetime) -> Iterator[RenderableType]:
    post, counts = verdict.post, verdict.counts
    yield Text(str(verdict.place or "–"))
    title = one_line(post.subject or post.title) or "(without a title)"
    yield linked(line(_KINDS[verdict.kind] + title, 40, "bold"), post.url)
    yield line(one_line(post.author) or "(unknown)", 16)
    yield line(span(as_of - post.posted), 16)
    yield Text(f"{counts.for_}–{counts.against}–{counts.deferential}{'?' if verdict.unknown else ''}")
    yield Text(*verdict_word(verdict))


def verdict_word(verdict: Verdict) -> tuple[str, str]:
    """What may be done in one word, and its style: in capitals if it is certified, else small with a question mark."""
    if verdict.status is not Status.PENDING:
        return verdict.status.value, "dim"
    if verdict.unknown:
        return "unknown?", "yellow"
    word = ("EITHER" if verdict.failable else "ENACT") if verdict.enactable else "FAIL" if verdict.failable else "WAIT"
    return (word, _STYLES[word]) if verdict.certified else (f"{word.lower()}?", "yellow")


def _below(verdict: Verdict, as_of: datetime, shared: Sequence[str], effect: str) -> Text:
    """Why it is not certified, what the verdict rests on, and what the matter would do; what is too long for the window is cut off."""
    parts = (_doubt(verdict, shared), "yellow"), (_why(verdict, as_of), "dim"), (one_line(effect), "dim cyan")
    return Text(" · ").join(Text(text, style) for text, style in parts if text)


def _doubt(verdict: Verdict, shared: Sequence[str]) -> str:
    """Why it is not certified, the first reason in a few words; ``""`` if it is."""
    if verdict.status is not Status.PENDING or verdict.certified:
        return ""
    if verdict.unknown and verdict.unseen:
        return f"not seen: {one_line(verdict.unseen[0])}"
    own = [one_line(doubt) for doubt in verdict.doubts if doubt not in shared]
    if not own:
        return "not certified, see below"
    rule = _RULE.match(own[0])
    more = f" (+{len(own) - 1})" if len(own) > 1 else ""
    return f"not certified{more}: {shorten(rule[1] if rule else _PAUSE.split(own[0], maxsplit=1)[0], 56)}"


def _why(verdict: Verdict, as_of: datetime) -> str:
    """The condition that is enough, else what blocks, or from when something may be done."""
    post = verdict.post
    if verdict.status is not Status.PENDING:
        closed = brief(post.closed.replace(second=0), as_of) if post.closed else "at an unknown time"
        return f"{closed}{f': {quoted(post.note.text, 160)}' if post.note else ''}"
    if verdict.unknown:
        return ""
    if verdict.enactable or verdict.failable:
        ground = verdict.ground("enacted" if verdict.enactable else "failed")
        return ground.clause.words if ground is not None else ""
    stopped = [one_line(reason.text) for reason in verdict.blocking if reason.clause in OBSTACLES]
    return stopped[0] if stopped else opening(verdict, as_of)
