"""All matters in one table, for people: place in the queue, votes, what may be done now, and what stands in the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from parsers.model import MatterKind, Status
from parsers.ruleset.model import Ruleset
from sync.reports.layout import bullet, fitted, linked, padded, quoted, reviews, words
from sync.text import one_line
from sync.times import brief, shown
from validators.voting.verdict import Verdict, VerdictClause
from validators.words import span

if TYPE_CHECKING:
    from validators.voting.judge import TallySheet

_KINDS = {MatterKind.PROPOSAL: "", MatterKind.CFJ: "CfJ: ", MatterKind.DOV: "DoV: "}
_STYLES = {"ENACT": "bold green", "FAIL": "bold magenta", "EITHER": "bold green", "WAIT": "bold"}
_PAUSE = re.compile(r"[;:] |, (?:and|as|so|but|which) ")
_RULE = re.compile(r"the rule “(.{1,60}?)” says: ")
_NARROW, _WIDE = 66, 125
"""Below the one width author and age are left out; from the other on a row stands on one line, if its reasons are short."""


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
        yield QueueTable(tuple(_row(verdict, sheet.as_of, shared, effects.get(verdict.post.key, "")) for verdict in verdicts))
        yield Text("")
    if shared:
        yield words("No pending matter is certified:", "yellow")
        yield from (bullet("!", words(doubt), "yellow") for doubt in shared)
    for caveat in sheet.caveats:
        if caveat.bears and not any(caveat.quote in doubt for doubt in shared):
            yield words(f"Not applied: rule “{caveat.rule}”: {quoted(caveat.quote, 200)}", "dim")
    yield from reviews(sheet.rules)
    yield from undated(sheet)
    if verdicts:
        yield words("Capitals: certified; with “?”: check first. F–A–D: FOR–AGAINST–DEFERENTIAL.", "dim")
        yield words("blognomic tally NAME shows the votes, the conditions and a note to paste.", "dim")


def game(sheet: TallySheet, told: Sequence[str] = ()) -> Iterator[RenderableType]:
    """The state of the game in its own words: time, players, Emperor, hiatus; of doubts those that are not ``told`` elsewhere."""
    one, many, head = terms_of(sheet.rules)
    nobody = f"no {head}" if sheet.emperor_known else f"{head} unknown (set --emperor)"
    emperor = f"{head} {sheet.emperor}" if sheet.emperor else nobody
    count = len(sheet.roster.active)
    yield words(f"As of {shown(sheet.as_of)}: {count} {one if count == 1 else many}, quorum {sheet.quorum}, {emperor}", "dim")
    for text in sheet.hiatus.texts:
        yield words(f"Hiatus: {text}", "bold yellow")
    for doubt in sheet.hiatus.doubts:
        if not any(each in doubt for each in told):
            yield words(f"Possible hiatus: {doubt}", "yellow")


def terms_of(rules: Ruleset | None) -> tuple[str, str, str]:
    """What the dynasty calls a player, the players and the Emperor."""
    terms = None if rules is None else rules.terms
    return (terms.player, terms.players, terms.emperor or "Emperor") if terms is not None else ("player", "players", "Emperor")


def undated(sheet: TallySheet) -> Iterator[RenderableType]:
    """Matters that could not be judged."""
    if sheet.skipped:
        yield words("Matters without a readable date (not judged, not counted in the queue):", "bold")
        yield from (bullet("!", words(f"{post.title} {post.url}"), "red") for post in sheet.skipped)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the table, and what stands beside or below it."""

    place: str
    matter: str
    url: str
    author: str
    age: str
    votes: str
    verdict: str
    style: str
    certificate: str
    why: str
    effect: str

    def cells(self, *, small: bool) -> tuple[str, ...]:
        """What stands in the columns; in a small window without the author and the age."""
        between = () if small else (self.author, self.age)
        return (self.place, self.matter, *between, self.votes, self.verdict)

    def reasons(self, width: int) -> Text:
        """Whether the verdict is certified, what it rests on, and what the matter would do, in ``width`` columns.

        Beside an effect there is no room for what capitals say already. What is still too long is shortened.
        """
        certificate, why, effect = (one_line(part) for part in (self.certificate, self.why, self.effect))
        if effect:
            certificate = "" if certificate == "certified" else certificate
            why = why.partition("; else ")[0] if _length(certificate, why, effect) > width else why
        certificate = fitted(certificate, max(width - _length("", why, effect) - 3, 30)) if certificate else ""
        effect = fitted(effect, max(width - _length(certificate, why) - 3, 12)) if effect else ""
        styles = "yellow" if certificate.startswith("not ") else "dim", "dim", "dim cyan"
        return Text(" · ").join(Text(part, style) for part, style in zip((certificate, why, effect), styles, strict=True) if part)


def _length(*parts: str) -> int:
    """The columns of some parts with the marks between them."""
    return cell_len(" · ".join(filter(None, parts)))


def _row(verdict: Verdict, as_of: datetime, shared: Sequence[str], effect: str) -> _Row:
    post, counts = verdict.post, verdict.counts
    votes = f"{counts.for_}–{counts.against}–{counts.deferential}" + ("?" if verdict.unknown else "")
    word, style = verdict_word(verdict)
    return _Row(
        place="–" if verdict.place is None else str(verdict.place),
        matter=_KINDS[verdict.kind] + (post.subject or post.title or "(without a title)"),
        url=post.url,
        author=post.author or "(unknown)",
        age=span(as_of - post.posted),
        votes=votes,
        verdict=word,
        style=style,
        certificate=_certificate(verdict, shared),
        why=_why(verdict, as_of),
        effect=effect,
    )


def verdict_word(verdict: Verdict) -> tuple[str, str]:
    """What may be done in one word, and its style: in capitals if it is certified, else small with a question mark."""
    if verdict.status is not Status.PENDING:
        return verdict.status.value, "dim"
    if verdict.unknown:
        return "unknown?", "yellow"
    word = ("EITHER" if verdict.failable else "ENACT") if verdict.enactable else "FAIL" if verdict.failable else "WAIT"
    return (word, _STYLES[word]) if verdict.certified else (f"{word.lower()}?", "yellow")


def _certificate(verdict: Verdict, shared: Sequence[str]) -> str:
    """Whether the verdict is certified, and if not, the first reason in a few words."""
    if verdict.status is not Status.PENDING:
        return ""
    if verdict.unknown:
        return f"not seen: {one_line(verdict.unseen[0])}" if verdict.unseen else "not certified"
    own = [doubt for doubt in verdict.doubts if doubt not in shared]
    if not own:
        return "certified" if verdict.certified else "not certified, see below"
    rule = _RULE.match(own[0])
    more = f" (+{len(own) - 1})" if len(own) > 1 else ""
    return f"not certified{more}: {f'rule “{rule[1]}”' if rule else fitted(_PAUSE.split(one_line(own[0]), maxsplit=1)[0], 56)}"


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
    stopped = [reason.text for reason in verdict.blocking if reason.clause in (VerdictClause.HIATUS, VerdictClause.DOWNTIME)]
    return stopped[0] if stopped else opening(verdict, as_of)


def opening(verdict: Verdict, as_of: datetime) -> str:
    """From when a matter may be resolved, in a few words."""
    moments = [("enact", verdict.earliest_enact, verdict.enact_if_first), ("fail", verdict.earliest_fail, verdict.fail_if_first)]
    known = [each for each in moments if each[1] or each[2]]
    if not known:
        return "not as things stand"
    outcome, late, early = min(known, key=lambda each: (each[2] or each[1], each[1] or each[2]))
    if verdict.ahead and early is not None and early != late:
        from_then = "" if early <= as_of else f"from {brief(early, as_of)} "
        otherwise = f"; else {brief(late, as_of)}" if late is not None else ""
        return f"{outcome} {from_then}once {ahead_in_words(verdict, short=True)} resolved{otherwise}"
    return f"{outcome} from {brief(late or as_of, as_of)}"


def ahead_in_words(verdict: Verdict, *, short: bool = False) -> str:
    """The older Proposals that have to be resolved first, with their verb."""
    ahead = verdict.ahead or ()
    if len(ahead) == 1:
        return f"“{fitted(ahead[0].subject or ahead[0].title, 24) if short else ahead[0].title}” is"
    if short:
        return f"1–{len(ahead)} are"
    titles = ", ".join(f"“{post.title}”" for post in ahead[:3]) + (f" and {len(ahead) - 3} more" if len(ahead) > 3 else "")
    return f"the {len(ahead)} older Proposals ({titles}) are"


_HEADER = ("#", "Matter", "Author", "Age", "F–A–D", "Verdict")
_SMALL = ("#", "Matter", "F–A–D", "Verdict")


@dataclass(frozen=True, slots=True)
class QueueTable:
    """The table: in a narrow window the reasons of a row stand below it, in a wide one beside it."""

    rows: tuple[_Row, ...]
    widest: int = 160

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Lay the table out for the width there is."""
        width, beside = options.max_width, options.max_width >= _WIDE
        small = width < _NARROW
        header = _SMALL if small else _HEADER
        lines = [row.cells(small=small) for row in self.rows]
        widths = [
            max(cell_len(fitted(line[column], 16 if column == 2 else 40)) for line in (header, *lines)) for column in range(len(header))
        ]
        room = (width * 3 // 5 if beside else width) - 1 - sum(widths) - 2 * (len(widths) - 1) + widths[1]
        widths[1] = min(max(room, 8), widths[1])
        yield Text(_line(header, widths) + ("  Why" if beside else ""), style="dim")
        for row, line in zip(self.rows, lines, strict=True):
            yield from _printed(row, _styled(row, line, widths), width, beside=beside)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return " " + "  ".join(padded(cell, width) for cell, width in zip(cells, widths, strict=True))


def _styled(row: _Row, cells: Sequence[str], widths: Sequence[int]) -> Text:
    title = linked(Text(padded(row.matter, widths[1]), style="bold"), row.url)
    verdict = Text(padded(row.verdict, widths[-1]), style=row.style)
    return Text.assemble(_line(cells[:1], widths[:1]), "  ", title, " ", _line(cells[2:-1], widths[2:-1]), "  ", verdict)


def _printed(row: _Row, text: Text, width: int, *, beside: bool) -> Iterator[RenderableType]:
    indent = text.cell_len + 2 if beside else 4
    why = row.reasons(1000 if beside else width - indent)
    if not beside:
        why.truncate(width - indent, overflow="ellipsis")
        yield text
        yield Text.assemble(" " * indent, why)
        return
    lines = why.wrap(Console(width=width), width - indent)
    yield Text.assemble(text, "  ", lines[0]) if lines else text
    yield from (Text.assemble(" " * indent, line) for line in lines[1:])
