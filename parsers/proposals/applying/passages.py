"""Which stretch of the Ruleset's text a matter means: by its words, its beginning or its order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from parsers.proposals.applying.alike import words
from parsers.proposals.model import RulePassage, Unit
from parsers.ruleset.model import Rule


class Stretch(NamedTuple):
    """A stretch of a rule's text: from ``start`` to ``end`` in ``rule.text``."""

    rule: Rule
    start: int
    end: int


def find(rules: Sequence[Rule], passage: RulePassage) -> list[Stretch]:
    """The one stretch that a passage means, or with ``every`` all of them. Raises ValueError where that is not plain."""
    if passage.unit is not Unit.PHRASE or not passage.text or passage.within is not None or passage.order is not None:
        raise ValueError("the place is told in a way that is not looked for yet")
    found = occurrences(rules, passage.text)
    if passage.every:
        return found
    if len(found) > 1:
        raise ValueError(f"the words stand {len(found)} times there")
    return found


def occurrences(rules: Sequence[Rule], text: str) -> list[Stretch]:
    """Where a text stands. Raises ValueError where it stands nowhere, or also in other cases of letters."""
    pattern = words(text)
    found = [Stretch(rule, *match.span()) for rule in rules for match in pattern.finditer(rule.text)]
    any_case = re.compile(pattern.pattern, re.IGNORECASE)
    count = sum(1 for rule in rules for _ in any_case.finditer(rule.text))
    if not found:
        raise ValueError("the words do not stand there" if not count else "the words stand there only with other capital letters")
    if count > len(found):
        raise ValueError("the words stand there also with other capital letters")
    return found
