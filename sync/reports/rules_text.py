"""The Ruleset as read, for people: every parameter with the sentence that proves it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from parsers.ruleset.model import Action, Rule, Ruleset, Variable
from sync.reports.layout import bullet, columns, heading, indented, quoted, reviews, words
from sync.text import one_line
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
