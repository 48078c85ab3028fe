"""Sentences of the core rules that a person has read and found to change no verdict, by fingerprint.

A Ruleset has some three hundred sentences outside the Dynastic Rules; most say nothing that a verdict rests on.
None is let go because of words it has or lacks: it is known word for word, or it is reported. A fingerprint
holds for one sentence (in canonical form, without the marks between its parts), below the line that introduces it
and, where it points at what stands around it, in the rule of one title. Numbers that a recogniser has read from it
are left out.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING

from parsers.patterns import later
from parsers.ruleset.reviewed_sentences import FINGERPRINTS

if TYPE_CHECKING:
    from parsers.ruleset.prose import Sentence

__all__ = ["fingerprint", "is_reviewed"]

_MARKS = later(r"[\s,.;:]+")
_POINTS = later(r"\b(?:this|these|those|such|above|preceding|following|latter|former|it|they)\b")
"""A sentence with one of these words means something else in another rule."""

_SAME = (
    (later(r"\bvotable matters?\b|\bproposals\b"), "proposal"),
    (later(r"\b(?:special cases?|building blocks?)\b"), "third section"),
    (later(r"\bself-kill(?=ed|s|ing|\b)"), "withdraw"),
    (later(r"\bwhenever\b"), "when"),
    (later(r"\bplayers\b"), "player"),
    (later(r"\b(?:a|an|the) "), ""),
)
"""Words in whose place another edition has others, where no verdict rests on either."""


def fingerprint(sentence: Sentence, text: str | None = None) -> str:
    """The fingerprint (16 hexadecimal digits) of a sentence, or of a text that stands for it."""
    stated = sentence.canon if text is None else text
    home = sentence.form(sentence.rule.title) if _POINTS.search(stated) else ""
    parts = (home, sentence.canon_lead, stated)
    plain = "\n".join(_folded(part) for part in parts)
    return hashlib.blake2b(plain.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _folded(text: str) -> str:
    text = _MARKS.sub(" ", text).strip()
    for word, instead in _SAME:
        text = word.sub(instead, text)
    return text


def is_reviewed(sentence: Sentence, text: str | None = None) -> bool:
    """Whether the package knows the sentence; ``text`` is the sentence with marks in place of what was read from it."""
    return fingerprint(sentence, text) in _shipped()


@cache
def _shipped() -> frozenset[str]:
    return frozenset(FINGERPRINTS.split())
