"""Rules in a few sentences, and what is read from them."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from parsers.ruleset.game_actions import read_actions
from parsers.ruleset.prose import read_prose
from parsers.ruleset.ruleset_model import Action, Terms, Variable
from parsers.ruleset.tree import read_tree, with_statuses
from parsers.ruleset.variables import read_variables
from parsers.ruleset.variables.statements import Text
from tests.support.paths import real_ruleset

PLAIN = Terms("Player", "Players", "Emperor")


def dynasty(text: str, terms: Terms | None = PLAIN, *, default: str | None = None) -> Text:
    """A Ruleset with these dynastic rules (one of them without a heading of its own is called
    "Rule").
    """
    rules = text if "\n==" in text else f"== Rule ==\n{text}"
    page = rules if "= Dynastic" in rules else f"= Dynastic Rules =\n{rules}\n"
    return Text(read_prose(with_statuses(read_tree(page), default), terms))


def variables(text: str, terms: Terms | None = PLAIN) -> tuple[Variable, ...]:
    """The variables that dynastic rules define."""
    return read_variables(dynasty(text, terms), terms)


def actions(text: str, terms: Terms | None = PLAIN) -> tuple[Action, ...]:
    """The actions that dynastic rules allow."""
    return read_actions(dynasty(text, terms))


def bare(variable: Variable) -> Variable:
    """A variable without its proof."""
    return replace(variable, rule="", quote="")


def variable_of(said: object) -> Variable:
    """A variable by a row of a table, of each Player where no owner is named."""
    given = {"owner": "player", "rule": "", "quote": "", **msgspec.convert(said, dict[str, object])}
    return msgspec.convert(given, Variable)


def edition(name: str, terms: Terms, default: str | None) -> Text:
    """One of the given Rulesets."""
    return Text(read_prose(with_statuses(read_tree(real_ruleset(name)), default), terms))
