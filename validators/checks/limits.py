"""The confidence of findings on the limits of a variable or the cadence of an action, based on the
reviews of the rules.
"""

from __future__ import annotations

import re
from functools import lru_cache

from parsers.gamestate.page_names import fold
from parsers.model import Confidence
from parsers.numbers import with_digits
from parsers.ruleset.ruleset_model import Action, ReviewableRule, Ruleset, Variable
from validators.checks.evidence import in_rules, sentences_of
from validators.edits.allowed_edits import named_in, names_action
from validators.finding import (
    Evidence,
)

_MAY_CHANGE_LIMITS = re.compile(r"\b(?:may|can|unless|except|up to|also|twice|again|\d+)\b", re.I)
_MOST = 3


def sure_of_limits(
    rules: Ruleset, limited: Variable | Action
) -> tuple[Confidence, tuple[Evidence, ...]]:
    """Return the confidence in the limits that were read, and the evidence against them.

    High: the sentence was read to its last word, every rule is reviewed, and the review of its own
    rule says that it was read completely. Low: a review says that a rule changes the limits or was
    read incompletely, or an unreviewed sentence seems to change them. Medium: anything else.
    """
    contrary = [
        in_rules(rules, rule.whole.start, f"the review of “{rule.rule}” by {rule.review.by}")
        for rule in rules.reviewable
        if rule.review is not None
        and (
            fold(limited.name) in map(fold, rule.review.changes)
            or (_defines(rule, limited) and not rule.review.complete)
        )
    ]
    unread = rules.unread_rules
    contrary += [
        in_rules(rules, start, text[:300])
        for start, text in _limiting(unread, limited.name)
        if limited.quote not in text
    ]
    if contrary:
        return Confidence.LOW, tuple(contrary[:_MOST])
    fully_read = limited.whole and not unread
    return Confidence.HIGH if fully_read else Confidence.MEDIUM, ()


def _defines(rule: ReviewableRule, limited: Variable | Action) -> bool:
    return rule.rule == limited.rule and limited.quote in rule.whole.text


@lru_cache(maxsize=64)
def _limiting(unread: tuple[ReviewableRule, ...], name: str) -> tuple[tuple[int, str], ...]:
    """Return the sentences of some rules that can change the limits of the named variable or
    action, each with the offset of its rule.
    """
    sentences = (
        (rule.whole.start, sentence) for rule in unread for sentence in sentences_of(rule.whole)
    )
    return tuple(
        (start, text)
        for start, text in sentences
        if _MAY_CHANGE_LIMITS.search(with_digits(text.casefold()))
        and (named_in(text, (name,)) or names_action(text, name))
    )
