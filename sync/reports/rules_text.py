"""The Ruleset as read, with the sentence of each parameter, the changes between two Rulesets, and
the Events of the dynasty, as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from rich.console import RenderableType

from parsers.model import EventState, Revision
from parsers.ruleset.parameters import AnyParameter
from parsers.ruleset.ruleset_comparison import Reported, RuleChange, RulesetComparison
from parsers.ruleset.ruleset_model import (
    Action,
    Caveat,
    Rule,
    Ruleset,
    Terms,
    UnreadClause,
    Variable,
)
from sync.reports.layout import bullet, columns, heading, indented, listing, quoted, reviews, words
from sync.reports.review_text import as_read
from sync.text import shorten
from sync.times import shown
from validators.wording import worded
from validators.words import counted, listed, span, value_in_words

if TYPE_CHECKING:
    from validators.checks.events import Event, GameEvents


def ruleset_as_read(ruleset: Ruleset, *, verbose: bool = False) -> Iterator[RenderableType]:
    """Yield the dynasty's words, variables and actions, then the sentences that were not
    understood, and the rules by section.

    If ``verbose`` also the voting parameters, each with its sentence.
    """
    revision = f", revision {ruleset.revid}" if ruleset.revid is not None else ""
    yield words(
        f"{ruleset.page}{revision}: {counted(len(ruleset.rules), 'rule')} in"
        f" {counted(len(ruleset.sections), 'section')}.",
        "dim",
    )
    yield words(f"The words for Player and Emperor: {_terms(ruleset.terms)}.")
    yield words(f"The tracking page: {ruleset.tracking_page or 'none is named'}.")
    if ruleset.variables:
        yield heading("Variables")
        page_read = any("page" in variable.sides for variable in ruleset.variables)
        yield columns(
            ("Name", "Of", "Type", "Rule"),
            (_variable(variable, page_read=page_read) for variable in ruleset.variables),
        )
    if ruleset.actions:
        yield heading("Actions")
        yield columns(
            ("Name", "How often", "Rule"), (_action(action) for action in ruleset.actions)
        )
    yield from listing(
        "Can change verdicts, according to their reviewers",
        map(_judged, (caveat for caveat in ruleset.caveats if caveat.by)),
    )
    waiting = ruleset.unread_rules
    if waiting:
        yield heading("Not reviewed in their current form; no verdict is certified")
        yield words(
            f"{listed([rule.rule for rule in waiting], 20)}. Next: blognomic rules --review"
        )
    yield from reviews(ruleset)
    yield from listing(
        "Not understood; verdicts that depend on it are not certified",
        map(_reported, ruleset.unread),
    )
    for section in ruleset.sections:
        yield heading(section)
        for rule in ruleset.rules:
            if rule.section == section:
                yield indented(
                    words(_named(rule), "dim" if rule.status == "inactive" else ""),
                    2 * max(rule.level - 1, 1),
                )
    if verbose:
        yield from _voting(ruleset)
    else:
        read_count = sum(each.value is not None for each in ruleset.voting)
        yield words(
            f"\n{counted(read_count, 'voting parameter')} read; -v shows each with its sentence.",
            "dim",
            newlines=True,
        )


def _voting(ruleset: Ruleset) -> Iterator[RenderableType]:
    yield heading("Voting parameters: value, rule, and the sentence they were read from")
    for parameter in ruleset.voting:
        if parameter.value is not None:
            yield words(f"{parameter.name}: {value_in_words(parameter.value)} [{proof(parameter)}]")
            yield indented(words(quoted(parameter.quote), "dim"), 4)
    absent = [parameter.name for parameter in ruleset.voting if parameter.value is None]
    yield words(f"\nNot in the text: {', '.join(absent) or 'none'}.", "dim", newlines=True)


def proof(parameter: AnyParameter) -> str:
    """The rule that states a parameter, and the person who read it, if not the tool."""
    return f"{parameter.rule}, read by {parameter.by}" if parameter.by else parameter.rule


def _variable(variable: Variable, *, page_read: bool) -> tuple[RenderableType, ...]:
    low, high, default = (
        "" if limit is None else limit for limit in (variable.min, variable.max, variable.default)
    )
    kind = variable.type
    if (low, high) != ("", ""):
        kind += f" {low}..{high}"
    elif variable.choices:
        kind += f": {', '.join(variable.choices)}"
    facts = [
        kind,
        "" if variable.default is None else f"default {'blank' if default == '' else default}",
        variable.visibility if variable.visibility != "public" else "",
        "not on the page" if page_read and "page" not in variable.sides else "",
    ]
    return (
        words(variable.name),
        words(variable.owner),
        words(", ".join(filter(None, facts))),
        words(variable.rule, "dim"),
    )


def _action(action: Action) -> tuple[RenderableType, ...]:
    return words(action.name), words(as_read(action)), words(action.rule, "dim")


_MOST_SHOWN = 12
"""Sentences of one rule; the JSON has them all."""


class Version(NamedTuple):
    """One of the two Rulesets: its text, and its file if it has no revision number."""

    page: Revision
    file: str | None = None

    def __str__(self) -> str:
        return (
            self.file
            or f"{self.page.title}, revision {self.page.revid} ({shown(self.page.timestamp)})"
        )


def compared_as_text(
    comparison: RulesetComparison, old: Version, new: Version
) -> Iterator[RenderableType]:
    """Yield changed parameters with their sentences, sentences newly or no longer reported, and the
    rules that differ.
    """
    yield words(f"From {old} to {new}.", "dim")
    if comparison.empty:
        yield words("No rule differs, except in order or spacing.")
        return
    yield heading(
        "Voting parameters" if comparison.parameters else "No voting parameter has another value."
    )
    for change in comparison.parameters:
        yield bullet("~", words(change.new.name, "bold"))
        for mark, read, doubt in (
            ("-", change.old, change.old_doubt),
            ("+", change.new, change.new_doubt),
        ):
            lacking = "no such clause" if doubt is None else "not understood"
            yield _difference(
                mark,
                (
                    lacking
                    if read.value is None
                    else f"{value_in_words(read.value)}: {quoted(read.quote)} [{proof(read)}]"
                ),
            )
    if comparison.terms is not None:
        yield heading("The dynasty's words")
        yield from map(_difference, "-+", map(_terms, comparison.terms))
    if comparison.tracking_page is not None:
        yield heading("The tracking page")
        yield from (
            _difference(mark, page or "none is named")
            for mark, page in zip("-+", comparison.tracking_page, strict=True)
        )
    for title, items in (
        ("Newly reported: verdicts that depend on it are not certified", comparison.reported),
        ("No longer reported", comparison.settled),
    ):
        yield from listing(title, map(_reported, items))
    for title, of_title in groupby(sorted(comparison.rules, key=_title), _title):
        yield heading(title)
        for changed_rule in of_title:
            yield from _rule(changed_rule)
    yield from reviews(comparison.new)


def _difference(mark: str, text: str) -> RenderableType:
    return indented(bullet(mark, words(text), "red" if mark == "-" else "green"), 2)


def _terms(terms: Terms | None) -> str:
    return (
        "not found"
        if terms is None
        else f"{terms.player} ({terms.players}) and {terms.emperor or 'none for the Emperor'}"
    )


def _judged(caveat: Caveat) -> RenderableType:
    kinds = ", ".join(sorted(caveat.kinds))
    return bullet("!", words(f"“{caveat.rule}” ({kinds}, {caveat.by})"), "yellow")


def _reported(item: Reported) -> RenderableType:
    return bullet("!", words(_report(item)), "yellow")


def _report(item: Reported) -> str:
    if isinstance(item, UnreadClause):
        return f"{item.topic}: {item.why} [{item.rule or 'no rule'}]"
    return (
        f"{quoted(item.quote)} (it may change verdicts: {', '.join(sorted(item.kinds))})"
        f" [{item.rule}]"
    )


def _title(change: RuleChange) -> str:
    if change.old is None:
        return "Rules added"
    return "Rules removed" if change.new is None else "Rules changed"


def _rule(change: RuleChange) -> Iterator[RenderableType]:
    """Yield a rule, its differences, and the sentences that only one of the texts has; for an added
    or removed rule their number.
    """
    was, now = (None if rule is None else _described(rule) for rule in (change.old, change.new))
    if was is None or now is None:
        yield bullet(
            "-" if now is None else "+",
            words(f"{was or now}: {counted(len(change.gone + change.came), 'sentence')}"),
        )
        return
    yield bullet("~", words(f"{now}: {', '.join(change.aspects)}"))
    if was != now:
        yield indented(words(f"it was {was}"), 4)
    marked = [
        *(("-", sentence) for sentence in change.gone),
        *(("+", sentence) for sentence in change.came),
    ]
    yield from (_difference(mark, quoted(sentence)) for mark, sentence in marked[:_MOST_SHOWN])
    if len(marked) > _MOST_SHOWN:
        yield indented(
            words(f"and {len(marked) - _MOST_SHOWN} more; --format json has them all", "dim"), 4
        )


def _described(rule: Rule) -> str:
    """Number, title, tags, status and place of a rule."""
    section = f" in {' / '.join(rule.titles[:-1])}" if rule.level > 1 else ""
    return f"{_named(rule)}{section}" if rule.level else "the text above the first heading"


def _named(rule: Rule) -> str:
    status = (
        rule.status
        if rule.status and rule.status.casefold() not in map(str.casefold, rule.tags)
        else ""
    )
    return (
        f"{rule.number} {rule.title}".strip()
        + "".join(f" [{tag}]" for tag in rule.tags)
        + (f" ({status})" if status else "")
    )


_STATES = {EventState.OPEN: "green", EventState.ENDED: "dim", EventState.UNKNOWN: "yellow"}


def events_as_text(rules: Ruleset, found: GameEvents, as_of: datetime) -> Iterator[RenderableType]:
    """Yield each type with its conditions, sentences that may define others, and each Event."""
    if not rules.event_types:
        as_read = ", as far as they were read" if rules.perhaps_event_types else ""
        yield words(f"No dynastic rule defines a type of Event{as_read}.")
    for each in rules.event_types:
        review = "reviewed" if each.reviewed else "not reviewed"
        texts = (each.quote, *each.conditions)
        yield from listing(
            f"{shorten(each.name, 60)} (rule “{shorten(each.rule, 60)}”, {review})",
            (bullet("·", words(quoted(text))) for text in texts),
        )
    doubts = (bullet("?", words(worded(each)), "yellow") for each in found.doubts)
    reported = map(_reported, rules.perhaps_event_types)
    yield from listing("Not known", (*reported, *doubts))
    yield from listing("Events", (line for each in found.events for line in _event(each, as_of)))
    if rules.event_types:
        yield words("The conditions of a type are quoted, not judged.", "dim")


def _event(event: Event, as_of: datetime) -> Iterator[RenderableType]:
    post, end, mark = event.post, event.end, f"{event.state.upper():7}"
    title = f"{shorten(post.title, 80)}, by {post.author}, {span(as_of - post.posted)} ago"
    yield bullet(mark, words(title), _STATES[event.state])
    lines = [*map(worded, event.doubts)]
    if end is not None:
        since = counted(event.since, "comment")
        lines.insert(0, f"ended by {end.author}, {shown(end.at)}; {since} since")
    yield from (bullet(" " * len(mark), words(line, "dim")) for line in lines)
