"""Sentences of the core rules that a person has read and found to change no verdict, by fingerprint.

A Ruleset has some three hundred sentences outside the Dynastic Rules; most say nothing that a verdict rests on.
None is let go because of words it lacks: it is known word for word, or by its form (:mod:`parsers.ruleset.forms`), or it
is reported. A fingerprint holds for one sentence (in canonical form, without the marks between its parts), below the
line that introduces it or the term that it explains or, where it points at what stands around it, in the rule of one
title. Numbers that a recogniser has read from it are left out; a sentence known for what it says beside them is not
known without them.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache

from parsers.patterns import later
from parsers.ruleset.reviewed_sentences import FINGERPRINTS
from parsers.ruleset.sentences import Sentence
from parsers.ruleset.words import words_of

__all__ = ["fingerprint", "is_reviewed"]

_MARKS = later(r"[\s,.;:]+")
_POINTS = frozenset("this these those such above preceding following latter former it they".split())
"""A sentence with one of these words means something else in another rule."""

_SAME = later(
    r"\b(?:(?P<proposal>votable matters?\b|proposals\b)|(?P<third_section>special cases?\b|building blocks?\b)"
    r"|(?P<withdraw>self-kill(?=ed|s|ing|\b))|(?P<when>whenever\b)|(?P<player>players\b)|(?:an?|the) )"
)
"""Words in whose place another edition has others, where no verdict rests on either."""


def fingerprint(sentence: Sentence, text: str | None = None) -> str:
    """The fingerprint (16 hexadecimal digits) of a sentence, or of what it says beside what was read from it (``text``)."""
    stated, words = (sentence.canon, sentence.words) if text is None else (text, words_of(text))
    home = "" if sentence.term or _POINTS.isdisjoint(words) else _folded(sentence.canon_title)
    plain = f"{home}\n{_folded(sentence.canon_lead) if sentence.canon_lead else ''}\n{_folded(stated)}"
    if sentence.term:
        plain += f"\n{_folded(sentence.canon_term)}"
    if text is not None:
        plain += "\nread"
    return hashlib.blake2b(plain.encode("utf-8", "replace"), digest_size=8).hexdigest()


@lru_cache(4096)
def _folded(text: str) -> str:
    return _SAME.sub(lambda found: found.lastgroup or "", _MARKS.sub(" ", text).strip())


def is_reviewed(sentence: Sentence, text: str | None = None) -> bool:
    """Whether the package knows the sentence; ``text`` is the sentence with marks in place of what was read from it."""
    return fingerprint(sentence, text) in _shipped()


@cache
def _shipped() -> frozenset[str]:
    return frozenset(FINGERPRINTS.split())
