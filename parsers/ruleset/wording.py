"""Texts compared word for word, whatever their markup, quotation marks and blanks, and whichever words mean the Players."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from functools import cached_property

from parsers.ruleset.prose import straight
from parsers.ruleset.regions import literal

__all__ = ["Wording"]

_LINK = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]\n]*)\]\]")
_TAG = re.compile(r"<[^<>\n]*>")
_NOISE = re.compile(r"'{2,5}|\x00+")
_WORD = re.compile(r"\w+(?:'\w+)*")
_RUN = 5


class Wording:
    """A text as words. ``roles`` are the forms of each word for a role; all forms of one are taken for the same."""

    def __init__(self, text: str, roles: Iterable[Iterable[str]] = ()) -> None:
        self._roles = tuple(tuple(forms) for forms in roles)
        shown = _NOISE.sub("", _LINK.sub(r"\1", _TAG.sub(" ", literal(text)) if "<" in text else text))
        self.words = _WORD.findall(straight(html.unescape(shown)).lower())

    @cached_property
    def _plain(self) -> str:
        return f" {' '.join(self.words)} "

    @cached_property
    def _neutral(self) -> list[str]:
        """The words with one name for every role."""
        text = self._plain
        for number, forms in enumerate(self._roles):
            known = sorted({" ".join(_WORD.findall(straight(form).lower())) for form in forms}, key=len, reverse=True)
            text = re.sub(rf"(?<= )(?:{'|'.join(map(re.escape, known))})(?='s | )", f"role{number}", text) if known else text
        # Which article goes before a word depends on the word.
        return ["a" if word == "an" else word for word in text.split()]

    @cached_property
    def _runs(self) -> frozenset[tuple[str, ...]]:
        return frozenset(_runs(self._neutral))

    def has(self, other: Wording) -> bool:
        """Whether another text stands in this one, word for word."""
        return other._plain in self._plain or f" {' '.join(other._neutral)} " in f" {' '.join(self._neutral)} "

    def share(self, other: Wording) -> float:
        """How much of another text stands in this one, from 0 to 1: of its runs of words, those that are here too."""
        runs = _runs(other._neutral)
        return sum(run in self._runs for run in runs) / len(runs) if runs else 1.0


def _runs(words: list[str]) -> list[tuple[str, ...]]:
    return [tuple(words[start : start + _RUN]) for start in range(max(len(words) - _RUN + 1, min(len(words), 1)))]
