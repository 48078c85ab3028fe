"""The Ruleset as read, for people: every parameter with the sentence that proves it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from parsers.ruleset.model import Action, Ruleset, Variable
from sync.reports.layout import bullet, columns, hanging, heading, indented, quoted, reviews, words
from sync.text import one_line
from validators.words import counted, value_in_words

__all__ = ["ruleset_as_read"]


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
    if ruleset.caveats:
        yield heading("Sentences outside the core rules that speak of voting or resolution")
        for caveat in ruleset.caveats:
            text = words(quoted(caveat.quote))
            text.append(f"  [{one_line(caveat.rule)}]", style="dim")
            yield bullet("!" if caveat.bears else "·", text, "yellow")
    yield from reviews(ruleset)
    if ruleset.unread:
        yield heading("Not understood; what rests on it is not certified")
        for unread in ruleset.unread:
            place = f" [{unread.rule}]" if unread.rule else ""
            yield bullet("!", words(f"{unread.topic}: {unread.why}{place}"), "yellow")
    for section in ruleset.sections:
        yield heading(section)
        for rule in ruleset.rules:
            if rule.section == section:
                yield indented(_rule_line(rule.number, rule.title, rule.tags, rule.status), 2 * max(rule.level - 1, 1))
    if verbose:
        yield from _voting(ruleset)
    else:
        read = sum(clause is not None for clause in ruleset.voting.values())
        yield words(f"\n{counted(read, 'voting parameter')} read; -v shows each with its sentence.", "dim", newlines=True)


def _rule_line(number: str, title: str, tags: tuple[str, ...], status: str | None) -> Text:
    line = words(f"{number} {title}", "dim" if status == "inactive" else "")
    suffix = "".join(f" [{one_line(tag)}]" for tag in tags)
    if status and status.casefold() not in {tag.casefold() for tag in tags}:
        suffix += f" ({status})"
    return line.append(suffix, style="dim")


def _voting(ruleset: Ruleset) -> Iterator[RenderableType]:
    read = [(key, clause) for key, clause in ruleset.voting.items() if clause is not None]
    absent = [key for key, clause in ruleset.voting.items() if clause is None]
    yield heading("Voting parameters: value, rule, and the sentence they were read from")
    width = max((len(key) for key, _ in read), default=0)
    for (rule, quote), group in groupby(read, key=lambda item: (item[1].rule, item[1].quote)):
        for key, clause in group:
            line = Text(f"{key.ljust(width)}  ", overflow="fold")
            line.append(one_line(value_in_words(clause.value)), style="bold").append(f"  {one_line(rule)}", style="cyan")
            yield hanging(line, width + 2)
        yield indented(words(quoted(quote), "dim"), 4)
    if absent:
        yield Text("")
        yield words(f"Not in the text: {', '.join(absent)}.", "dim")


def _variable(variable: Variable, *, page_read: bool) -> tuple[RenderableType, ...]:
    kind = variable.type
    if variable.min is not None or variable.max is not None:
        low = "" if variable.min is None else variable.min
        high = "" if variable.max is None else variable.max
        kind += f" {low}..{high}"
    if variable.choices:
        kind += f": {', '.join(variable.choices)}"
    if variable.default is not None:
        kind += f", default {_default(variable.default)}"
    if variable.visibility != "public":
        kind += f", {variable.visibility}"
    if page_read and "page" not in variable.sides:
        kind += ", not on the page"
    return words(variable.name), words(variable.owner), words(kind), words(variable.rule, "dim")


def _default(value: str | int) -> str:
    return str(value) if isinstance(value, int) else quoted(value) if value else "blank"


def _action(action: Action) -> tuple[RenderableType, ...]:
    cadence = action.cadence if action.min_gap_hours is None else f"{action.cadence}, {action.min_gap_hours} hours apart"
    return words(action.name), words(cadence), words(action.rule, "dim")
