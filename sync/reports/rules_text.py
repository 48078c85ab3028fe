"""The Ruleset as read, with the sentence that proves each parameter, and what changed between two Rulesets, for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from parsers.model import Revision
from parsers.ruleset.ruleset_comparison import Aspect, Reported, RuleChange, RulesetComparison
from parsers.ruleset.ruleset_model import Action, Clause, Rule, Ruleset, Terms, UnreadClause, Variable
from sync.reports.layout import bullet, columns, heading, indented, quoted, reviews, words
from sync.text import one_line
from sync.times import shown
from validators.words import counted, value_in_words


def ruleset_as_read(ruleset: Ruleset, *, verbose: bool = False) -> Iterator[RenderableType]:
    """The dynasty first: its words, variables and actions; then what was not understood, and the rules by section.

    If ``verbose`` the voting parameters as well, each with the sentence that proves it.
    """
    revision = f", revision {ruleset.revid}" if ruleset.revid is not None else ""
    yield words(f"{ruleset.page}{revision}: {counted(len(ruleset.rules), 'rule')} in {counted(len(ruleset.sections), 'section')}.", "dim")
    terms = ruleset.terms
    if terms is None:
        yield words("The words for Player and Emperor were not found.", "yellow")
    else:
        emperor = f"the Emperor {terms.emperor}" if terms.emperor else "no word for the Emperor was found"
        yield words(f"A Player is called {terms.player} ({terms.players}), {emperor}.")
    yield words(f"The gamestate is tracked on {ruleset.tracking_page}." if ruleset.tracking_page else "No tracking page is named.")
    if ruleset.variables:
        yield heading("Variables")
        page_read = any("page" in variable.sides for variable in ruleset.variables)
        yield columns(("Name", "Of", "Type", "Rule"), (_variable(variable, page_read=page_read) for variable in ruleset.variables))
    if ruleset.actions:
        yield heading("Actions")
        yield columns(("Name", "How often", "Rule"), (_action(action) for action in ruleset.actions))
    for title, bears in (
        ("may change verdicts, and are not applied", True),
        ("have the words of voting or statuses, and change no verdict", False),
    ):
        if caveats := [each for each in ruleset.caveats if each.bears is bears]:
            yield heading(f"Sentences outside the core rules that {title}")
        yield from (bullet("!" if bears else "·", words(f"{quoted(each.quote)}  [{each.rule}]"), "yellow") for each in caveats)
    yield from reviews(ruleset)
    if ruleset.unread:
        yield heading("Not understood; what rests on it is not certified")
    for unread in ruleset.unread:
        yield bullet("!", words(f"{unread.topic}: {unread.why}{f' [{unread.rule}]' if unread.rule else ''}"), "yellow")
    for section in ruleset.sections:
        yield heading(section)
        yield from (indented(_rule_line(rule), 2 * max(rule.level - 1, 1)) for rule in ruleset.rules if rule.section == section)
    if verbose:
        yield from _voting(ruleset)
    else:
        read = sum(clause is not None for clause in ruleset.voting.values())
        yield words(f"\n{counted(read, 'voting parameter')} read; -v shows each with its sentence.", "dim", newlines=True)


def _rule_line(rule: Rule) -> Text:
    status = rule.status if rule.status and rule.status.casefold() not in map(str.casefold, rule.tags) else ""
    suffix = "".join(f" [{one_line(tag)}]" for tag in rule.tags) + (f" ({status})" if status else "")
    return words(f"{rule.number} {rule.title}", "dim" if rule.status == "inactive" else "").append(suffix, style="dim")


def _voting(ruleset: Ruleset) -> Iterator[RenderableType]:
    read = [(key, clause) for key, clause in ruleset.voting.items() if clause is not None]
    absent = [key for key, clause in ruleset.voting.items() if clause is None]
    yield heading("Voting parameters: value, rule, and the sentence they were read from")
    for (rule, quote), group in groupby(read, key=lambda item: (item[1].rule, item[1].quote)):
        for key, clause in group:
            yield Text.assemble(f"{key}  ", (one_line(value_in_words(clause.value)), "bold"), (f"  {one_line(rule)}", "cyan"))
        yield indented(words(quoted(quote), "dim"), 4)
    if absent:
        yield Text("")
        yield words(f"Not in the text: {', '.join(absent)}.", "dim")


def _variable(variable: Variable, *, page_read: bool) -> tuple[RenderableType, ...]:
    low, high, default = ("" if each is None else each for each in (variable.min, variable.max, variable.default))
    shown = str(default) if isinstance(default, int) else quoted(default) if default else "blank"
    kind = variable.type + (f" {low}..{high}" if (low, high) != ("", "") else "")
    kind += f": {', '.join(variable.choices)}" if variable.choices else ""
    kind += f", default {shown}" if variable.default is not None else ""
    kind += f", {variable.visibility}" if variable.visibility != "public" else ""
    kind += ", not on the page" if page_read and "page" not in variable.sides else ""
    return words(variable.name), words(variable.owner), words(kind), words(variable.rule, "dim")


def _action(action: Action) -> tuple[RenderableType, ...]:
    cadence = action.cadence if action.min_gap_hours is None else f"{action.cadence}, {action.min_gap_hours} hours apart"
    return words(action.name), words(cadence), words(action.rule, "dim")


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
