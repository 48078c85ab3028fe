"""Sentences that look as if they could change verdicts, for a person to look at first.

Their words decide nothing: whoever reviews a rule finds them highlighted in it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files

from parsers.ruleset.sentences import Sentence
from parsers.ruleset.wordings import Wording, WordingIndex

_WORD = re.compile(r"[^\W_]+|[.\"]")
_MARKS = str.maketrans(",;:!?", ".....")
_ICONS = re.compile(r"\b(?:FORs?|AGAINST|DEFERENTIAL|VETO)\b")


class VerdictSubject:
    """One thing that verdicts rest on: the words that name it, and its wordings; of sentences that
    ``bear``, and ``plain`` ones.
    """

    def __init__(self, row: Mapping[str, str | list[str]]) -> None:
        self.about, self.bears, self.plain = row["about"], row["bears"], row["plain"]
        self.words = frozenset(str(row["words"]).split())
        self.lines = row["wordings"]
        marked = (not {".", '"'}.isdisjoint(line.split()) for line in self.lines)
        wordings = (
            (marks, Wording(line, between=r"(?:[.\"] )?" if marks else ""))
            for line, marks in zip(self.lines, marked, strict=True)
        )
        self._wordings = WordingIndex(
            (wording.pieces, (marks, wording)) for marks, wording in wordings
        )

    def found_in(self, text: str) -> bool:
        """Whether a sentence, in canonical form, has one of them."""
        words = _WORD.findall(text.translate(_MARKS))
        if not self.words.isdisjoint(words):
            return True
        forms = f"{' '.join(filter(str.isalnum, words))} ", f"{' '.join(words)} . "
        return any(wording.search(forms[marks]) for marks, wording in self._wordings.among(words))


@cache
def subjects() -> tuple[VerdictSubject, ...]:
    """All of the vocabulary."""
    table = tomllib.loads(
        files("parsers.ruleset").joinpath("vocabulary.toml").read_text(encoding="utf-8")
    )
    return tuple(map(VerdictSubject, table["subject"]))


@cache
def _whole() -> VerdictSubject:
    """The vocabulary as one subject: one look at a sentence is quicker than several."""
    every = subjects()
    words, wordings = (
        " ".join(word for each in every for word in each.words),
        [line for each in every for line in each.lines],
    )
    return VerdictSubject(
        {"about": "", "words": words, "wordings": wordings, "bears": [], "plain": []}
    )


@lru_cache(8192)
def speaks(text: str) -> bool:
    """Whether a sentence, in canonical form, has a word or a wording of the vocabulary."""
    return _whole().found_in(text)


def looks_relevant(text: str, canon: str, lead: str = "") -> bool:
    """Whether a sentence has words of the vocabulary: as written, in canonical form, and what
    introduces it in that form.
    """
    return speaks(canon) or _ICONS.search(text) is not None or (bool(lead) and speaks(lead))


def highlighted(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """Return the sentences that look relevant; one that is too long to be read is one of them."""
    return tuple(
        each.text
        for each in sentences
        if each.too_long or looks_relevant(each.text, each.canon, each.canon_lead)
    )
