"""What rules ask of the admin who enacts a matter, beyond what its instructions say: a date in a new rule, an entry elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parsers.patterns import later
from parsers.proposals.applying.places import named
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.sentences import split_sentences
from parsers.ruleset.tree import stated_status

_ADMIN = later(r"\badmin(?:istrator)?s?\b", re.IGNORECASE)
_ENACTS = later(r"\benact(?:s|ed|ing|ment)?\b|\badd(?:s|ed|ing)?\b", re.IGNORECASE)
_OUGHT = later(r"\b(?:shall|must|should|has to|have to|is required to|needs? to)\b", re.IGNORECASE)
_NEW_RULE = later(
    r"\b(?:new|added)\b[^.]{0,40}\brules?\b|\badds?\b[^.]{0,40}\brules?\b|\brules?\b[^.]{0,40}\b(?:is|are|being) added\b",
    re.IGNORECASE,
)
_ENACTING = later(r"\benacting admin|\badmin(?:istrator)?s? (?:who|that) (?:enact|has enacted)", re.IGNORECASE)
_BLANK = later(r"\[[^\[\]\n]{0,40}\b(?:date|time|name|number|link|insert)\b[^\[\]\n]{0,40}\](?!\])", re.IGNORECASE)


def duties(rules: Iterable[Rule], *, adds_rule: bool) -> Iterator[str]:
    """The sentences of rules in force that ask something of the enacting admin: of new rules where the matter adds one."""
    for rule in rules:
        if _ADMIN.search(rule.text) and stated_status(rule) != "inactive":
            for sentence in (sentence for block in rule.blocks for sentence in split_sentences(block.text)):
                if _ADMIN.search(sentence) and _OUGHT.search(sentence) and _concerns(rule, sentence, adds_rule=adds_rule):
                    yield f"the rule {named(rule.title)} asks: {sentence}"


def _concerns(rule: Rule, sentence: str, *, adds_rule: bool) -> bool:
    if _ENACTS.search(sentence) and _NEW_RULE.search(sentence):
        return adds_rule
    # What the core says of enacting any matter is what the admin does anyway.
    return rule.kind is SectionKind.DYNASTIC and _ENACTING.search(sentence) is not None


def blanks(new: str) -> Iterator[str]:
    """The sentences of a new text that have a place to be filled in by the admin, or ask for that."""
    for line in new.split("\n"):
        for sentence in split_sentences(line):
            found = _BLANK.search(sentence)
            if found is not None:
                yield f"fill in “{found[0]}”: {sentence}"
            elif _ENACTING.search(sentence) and _OUGHT.search(sentence):
                yield f"the new text asks: {sentence}"
