"""The rules and sentences that wait for a review, with everything that a reviewer must see."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from parsers.ruleset.prose import rule_fingerprint
from parsers.ruleset.reviews import Reviews
from parsers.ruleset.ruleset_model import (
    Action,
    ReviewableRule,
    Ruleset,
    UnreadClause,
    Variable,
)
from parsers.ruleset.sentences import canonical
from parsers.ruleset.terms import read_terms
from parsers.ruleset.tree import read_tree


@dataclass(frozen=True, slots=True)
class WaitingRule:
    """A rule that nobody has reviewed as it is now.

    ``previous`` is its text at the last review, None if that is unknown. ``read`` are the variables
    and actions that were read from it, ``others`` the names of those of other rules, and ``names``
    the ones of them that occur in its text.
    """

    fingerprint: str
    rule: str
    text: str
    highlighted: tuple[str, ...]
    previous: str | None
    read: tuple[Variable | Action, ...]
    others: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WaitingSentence:
    """An unread sentence that nobody has reviewed, with the paragraph around it (``context``)."""

    fingerprint: str
    rule: str | None
    text: str
    context: str


Waiting = WaitingRule | WaitingSentence


def waiting(ruleset: Ruleset, former: Mapping[str, str]) -> list[Waiting]:
    """Return the waiting parts of a Ruleset; ``former`` are the reviewed texts by title."""
    rules = (_rule(ruleset, rule, former) for rule in ruleset.unread_rules)
    sentences = (_sentence(ruleset, each) for each in ruleset.unread if each.fingerprint)
    return [*rules, *sentences]


def _rule(ruleset: Ruleset, rule: ReviewableRule, former: Mapping[str, str]) -> WaitingRule:
    defined: list[Variable | Action] = [*ruleset.variables, *ruleset.actions]
    read = tuple(each for each in defined if each.rule == rule.rule)
    own = {each.name for each in read}
    others = tuple(sorted({each.name for each in defined} - own))
    text = rule.whole.text
    names = tuple(name for name in others if _occurs(name, text))
    return WaitingRule(
        rule.fingerprint,
        rule.rule,
        text,
        rule.highlighted,
        former.get(rule.rule),
        read,
        others,
        names,
    )


def _occurs(name: str, text: str) -> bool:
    """Return whether a name, in the singular or plural, is a whole word of a text."""
    plural = r"(?:['’]?s|es)?"
    return bool(re.search(rf"(?<!\w){re.escape(name)}{plural}(?!\w)", text, re.IGNORECASE))


def _sentence(ruleset: Ruleset, clause: UnreadClause) -> WaitingSentence:
    blocks = (
        block.text
        for rule in (*ruleset.rules, *ruleset.introductions)
        if rule.title == clause.rule
        for block in rule.blocks
    )
    context = next((text for text in blocks if clause.quote in text), clause.quote)
    return WaitingSentence(clause.fingerprint, clause.rule, clause.quote, context)


def reviewed_texts(
    titles: Collection[str], reviews: Reviews, earlier: Iterable[str]
) -> dict[str, str]:
    """Return the texts of these rules at their last review, by title. ``earlier`` are the wikitexts
    of earlier Rulesets, the newest first; only as many as needed are read.
    """
    wanted = set(titles) & {review.rule for review in reviews.rules}
    found: dict[str, str] = {}
    for source in earlier if wanted else ():
        tree = read_tree(source)
        canon = canonical(read_terms(tree)[0])
        for rule in tree.texts:
            if rule.title not in wanted or rule.title in found:
                continue
            if rule_fingerprint(rule, source, canon) in reviews.of_rules:
                found[rule.title] = rule.text
        if wanted == found.keys():
            break
    return found
