"""What changed between two Rulesets, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.console import RenderableType

from parsers.model import Revision
from parsers.ruleset.compare import Aspect, Reported, RuleChange, RulesetComparison
from parsers.ruleset.model import Clause, Rule, Terms, UnreadClause
from sync.reports.layout import bullet, heading, indented, quoted, reviews, words
from sync.times import shown
from validators.words import counted, value_in_words

_MOST_SHOWN = 12
"""Sentences of one rule; the JSON has them all."""


class Version(NamedTuple):
    """One of the two: its text, and the file it is from where it has no number."""

    page: Revision
    file: str | None = None

    def __str__(self) -> str:
        return self.file or f"{self.page.title}, revision {self.page.revid} ({shown(self.page.timestamp)})"


def compared_as_text(comparison: RulesetComparison, old: Version, new: Version) -> Iterator[RenderableType]:
    """Parameters with their sentences, what is reported and no longer reported, and the rules that differ."""
    yield words(f"From {old} to {new}.", "dim")
    if comparison.empty:
        same = comparison.old.source == comparison.new.source
        yield words("The same text." if same else "No rule differs: only their order, or the space between them.")
        return
    yield from _parameters(comparison)
    if comparison.terms is not None:
        was, now = map(_terms, comparison.terms)
        yield words(f"\nThe dynasty's words were {was}; they are {now}.", newlines=True)
    if comparison.tracking_page is not None:
        pages = (f"tracked on {page}" if page else "tracked on no page that is named" for page in comparison.tracking_page)
        yield words("The gamestate was {}; it is {}.".format(*pages))
    for title, items, mark in (
        ("Newly reported: what rests on it is not certified", comparison.reported, "!"),
        ("No longer reported", comparison.settled, "·"),
    ):
        if items:
            yield heading(title)
            yield from (bullet(mark, words(_report(each)), "yellow" if mark == "!" else "") for each in items)
    for title, mark, changes in (
        ("Rules added", "+", [each for each in comparison.rules if each.old is None]),
        ("Rules removed", "-", [each for each in comparison.rules if each.new is None]),
        ("Rules changed", "~", [each for each in comparison.rules if each.old is not None and each.new is not None]),
    ):
        if changes:
            yield heading(f"{title} ({len(changes)})")
        for change in changes:
            yield bullet(mark, words(_rule(change)))
            if mark == "~":
                yield from _sentences(change)
    yield from reviews(comparison.new)


def _parameters(comparison: RulesetComparison) -> Iterator[RenderableType]:
    if not comparison.parameters:
        yield words("No voting parameter has another value.")
        return
    yield heading("Voting parameters")
    for change in comparison.parameters:
        old, new = _value(change.old, change.old_doubt), _value(change.new, change.new_doubt)
        yield bullet("~", words(f"{change.key}: {old} → {new}", "bold"))
        for when, clause, style in (("was", change.old, "red"), ("is", change.new, "green")):
            if clause is not None:
                yield indented(words(f"{when}: {quoted(clause.quote)}  [{clause.rule}]", style), 4)


def _value(clause: Clause | None, doubt: UnreadClause | None) -> str:
    if clause is not None:
        return value_in_words(clause.value)
    return "no such clause" if doubt is None else "not understood"


def _terms(terms: Terms | None) -> str:
    return "not found" if terms is None else f"{terms.player} ({terms.players}) and {terms.emperor or 'none for the Emperor'}"


def _report(item: Reported) -> str:
    if isinstance(item, UnreadClause):
        return f"{item.topic}: {item.why}" + (f"  [{item.rule}]" if item.rule else "")
    kinds = ", ".join(sorted(kind.value for kind in item.kinds))
    return f"{quoted(item.quote)} (it may change verdicts: {kinds})  [{item.rule}]"


def _place(rule: Rule) -> str:
    return " / ".join(rule.titles[:-1]) or "no section"


def _rule(change: RuleChange) -> str:
    """A rule and, in words, what is different of it."""
    old, new = change.old, change.new
    rule = new or old
    assert rule is not None  # noqa: S101 - it is one of the two
    name = (
        f"section {rule.title}" if rule.level == 1 else f"{rule.number} {rule.title}" if rule.level else "the text above the first heading"
    )
    if old is None or new is None:
        where = f" in {_place(rule)}" if rule.level > 1 else ""
        return f"{name}{where}: {counted(len(change.gone + change.came), 'sentence')}"
    said = {
        Aspect.TERMS: "only the dynasty's words differ",
        Aspect.MARKUP: "only the markup differs",
        Aspect.RENAMED: f"renamed, it was “{old.title}”",
        Aspect.MOVED: f"moved from {_place(old)} to {_place(new)}",
        Aspect.STATUS: f"{old.status or 'without a status'} → {new.status or 'without a status'}",
        Aspect.TAGS: f"tags {''.join(f'[{tag}]' for tag in old.tags) or 'none'} → {''.join(f'[{tag}]' for tag in new.tags) or 'none'}",
        Aspect.TEXT: "text changed" if change.gone or change.came else "the same sentences in another order",
    }
    return f"{name}: {'; '.join(said[aspect] for aspect in change.aspects)}"


def _sentences(change: RuleChange) -> Iterator[RenderableType]:
    marked = [("-", each, "red") for each in change.gone] + [("+", each, "green") for each in change.came]
    yield from (indented(bullet(mark, words(quoted(each), style), style), 2) for mark, each, style in marked[:_MOST_SHOWN])
    if len(marked) > _MOST_SHOWN:
        yield indented(words(f"and {len(marked) - _MOST_SHOWN} more; --format json has them all", "dim"), 6)
