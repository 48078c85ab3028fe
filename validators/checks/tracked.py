"""What findings about the tracking page have in common: their subjects, their evidence, and how sure they are."""

from __future__ import annotations

import re

from parsers.gamestate.model import GameState, Place, TrackedEntry
from parsers.numbers import with_digits
from parsers.ruleset.model import Ruleset, Variable
from validators.finding import Confidence, Evidence, RuleRef, Subject

__all__ = ["NEEDS", "TRACKED", "least_sure", "limit_sentence", "page_of", "rule_of", "seen", "variable_subject", "whose"]

NEEDS = ("rules", "gamestate")
"""What a check of values needs."""

TRACKED = re.compile(r"\btrack", re.IGNORECASE)
"""The word by which a sentence says that a variable is kept on a page."""


_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


def least_sure(*some: Confidence) -> Confidence:
    """The least sure of several, as a finding states it."""
    return max(some, key=lambda each: each.rank)


def page_of(state: GameState) -> Subject:
    """The page as the subject of a finding."""
    return Subject("page", state.page or "the tracking page")


def _excerpt(state: GameState, place: Place) -> str:
    line = state.wiki.source.count("\n", 0, place.start) + 1
    return f"{state.wiki.source[place.start : place.end][:200]} (line {line})"


def seen(state: GameState, place: Place) -> list[Evidence]:
    """A place of the page as evidence: its text and its line."""
    return [Evidence(None, _excerpt(state, place))]


def rule_of(variable: Variable) -> RuleRef:
    """The rule that defines a variable, with its sentence."""
    return RuleRef(variable.rule, variable.quote)


def variable_subject(variable: Variable) -> Subject:
    """A variable as the subject of a finding."""
    return Subject("variable", variable.name if variable.owner == "game" else f"{variable.owner}: {variable.name}")


def limit_sentence(rules: Ruleset, variable: Variable, limit: int) -> str:
    """The sentence that a limit was read from: the one that defines the variable, or another of its rule that names both."""
    if _says(variable.quote, limit):
        return variable.quote
    name = variable.name.casefold()
    texts = [rule.text for rule in rules.rules if rule.title == variable.rule and rule.effective]
    sentences = (sentence.strip() for text in texts for sentence in _SENTENCE.split(text))
    return next((each for each in sentences if name in each.casefold() and _says(each, limit)), variable.quote)


def _says(sentence: str, limit: int) -> bool:
    return re.search(rf"(?<![\w.]){limit}(?![\w])", with_digits(sentence.casefold()).replace("−", "-")) is not None


def whose(entry: TrackedEntry) -> str:
    """An entry in words: whose, and what."""
    return f"{entry.subject}'s {entry.label}" if entry.subject else entry.label
