"""Sentences that a person has read and found to change no verdict, by fingerprint: those that come with the package.

A recogniser reads a sentence whole, or its fingerprint stands in ``reviewed.tsv``, or it is reported. A fingerprint holds for one sentence
(in canonical form, whatever its marks and articles), below the line that introduces it or the term that it explains or, where it points
at what stands around it, in the rule of one title. Numbers that were read from it are left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files

from parsers.ruleset.ruleset_model import Rule, SectionKind, UnreadRule
from parsers.ruleset.sentences import MARKS, Sentence

FILE = "reviewed.tsv"
"""Beside this module: fingerprint, title of the rule, what the sentence is about, and the editions that have it, between tabs."""

RULE = "rule:"
"""Among the reviews of a game: stands before the fingerprint of a whole rule that somebody has read."""
EVERY_RULE = f"{RULE}*"
"""Likewise: a verdict needs every dynastic rule to have been read whole, not only the sentences that are reported."""

_POINTS = frozenset("this these those such above preceding following latter former it they".split())
"""A sentence with one of these words means something else in another rule."""

_SAME = re.compile(
    r"\b(?:(?<=votable )(?P<matter>matters\b)|(?P<proposal>proposals\b)|(?P<third_section>special cases?\b|building blocks?\b)"
    r"|(?P<withdraw>self kill(?=ed|s|ing|\b))|(?P<when>whenever\b)|(?P<player>players\b)|(?:an?|the) )"
)
"""Words in whose place another edition has others, where no verdict rests on either."""


def fingerprint(sentence: Sentence, text: str | None = None) -> str:
    """The fingerprint (16 hexadecimal digits) of a sentence, or of what it says beside what was read from it (``text``)."""
    stated = _plain(sentence.canon if text is None else text)
    home = "" if sentence.term or _POINTS.isdisjoint(stated.split()) else _folded(sentence.canon_title)
    parts = [home, _folded(sentence.canon_lead), _folded(stated)]
    if sentence.term:
        parts.append(_folded(sentence.canon_term))
    if text is not None:
        parts.append("read")
    return hashlib.blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=8).hexdigest()


def _plain(text: str) -> str:
    return MARKS.sub(" ", text).strip()


@lru_cache(4096)
def _folded(text: str) -> str:
    return _SAME.sub(lambda found: found.lastgroup or "", _plain(text))


def is_reviewed(sentence: Sentence, text: str | None = None) -> bool:
    """Whether the package knows the sentence; ``text`` is the sentence with marks in place of what was read from it."""
    return fingerprint(sentence, text) in _shipped()


@cache
def _shipped() -> frozenset[str]:
    rows = files("parsers.ruleset").joinpath(FILE).read_text(encoding="utf-8").splitlines()
    return frozenset(row.partition("\t")[0] for row in rows if row and not row.startswith("#"))


def rules_to_read(rules: Iterable[Rule], source: str) -> Iterator[UnreadRule]:
    """What a dynasty's rules say, each with the fingerprint of its wikitext: another word in it makes another one, another blank none."""
    for rule in rules:
        text = " ".join(source[rule.body : rule.end].split())
        if rule.kind in (SectionKind.DYNASTIC, SectionKind.OTHER) and rule.effective and rule.text.strip():
            made = hashlib.blake2b(f"{rule.title}\n{text}".encode("utf-8", "replace"), digest_size=8, person=b"rule")
            yield UnreadRule(rule.title, made.hexdigest())
