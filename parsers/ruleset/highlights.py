"""Sentences that look relevant to verdicts, as a reviewer's starting point. Their words decide
nothing: they are only highlighted in the review of a rule.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from parsers.ruleset.sentences import Sentence

_WORD = re.compile(r"[^\W_]+")
_ICONS = re.compile(r"\b(?:FORs?|AGAINST|DEFERENTIAL|VETO)\b")


@cache
def vocabulary() -> dict[str, Any]:
    """The words, phrases and examples of ``vocabulary.toml``."""
    text = files("parsers.ruleset").joinpath("vocabulary.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _words() -> frozenset[str]:
    return frozenset(" ".join(vocabulary()["words"].values()).split())


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile("|".join(vocabulary()["look"]["phrases"]))


def looks_relevant(text: str, canon: str, lead: str = "") -> bool:
    """Return whether a sentence has words of the vocabulary, as written or in canonical form with
    the line that introduces it.
    """
    if _ICONS.search(text):
        return True
    full = f"{lead} {canon}"
    return not _words().isdisjoint(_WORD.findall(full)) or _phrases().search(full) is not None


def highlighted(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """Return the sentences that look relevant; one that is too long to be read is one of them."""
    return tuple(
        sentence.text
        for sentence in sentences
        if sentence.too_long or looks_relevant(sentence.text, sentence.canon, sentence.canon_lead)
    )
