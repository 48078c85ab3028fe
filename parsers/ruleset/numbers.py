"""Numbers written in words, up to 999, and two thirds in all its spellings."""

from __future__ import annotations

import re

__all__ = ["with_digits"]

_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {"a": 1} | {word: value for value, word in enumerate(_UNITS, 1)} | {word: 10 * value for value, word in enumerate(_TENS, 2)}
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_TEN = "|".join(_TENS)
_DIGIT = "|".join(_UNITS[:9])
_NUMBER = re.compile(
    rf"\b(?=o|t[weh]|f[io]|s[ie]|e[il]|ni|z|a[ -]h)(?:(a|{_DIGIT})[ -]hundred(?:[ -](?:and[ -])?(?:({_TEN})(?:[ -]({_DIGIT}))?|({_UNIT})))?"
    rf"|({_TEN})(?:[ -]({_DIGIT}))?|({_UNIT})|zero)\b"
)
_STEMS = tuple("one two thre thir four fort five fif six seve eigh nin ten eleven twe hundred zero".split())
"""One of them stands in every number written in words; looking for them first is quicker."""

_TWO_THIRDS = re.compile(r"\b2(?:/3(?:rds?)?|[ -]thirds?)\b|⅔")


def _digits(found: re.Match[str]) -> str:
    hundreds, *rest = found.groups()
    return str(sum(_VALUES[word] for word in rest if word) + (100 * _VALUES[hundreds] if hundreds else 0))


def with_digits(text: str) -> str:
    """A text in lower case with its numbers in digits."""
    if any(map(text.__contains__, _STEMS)):
        text = _NUMBER.sub(_digits, text)
    return _TWO_THIRDS.sub("2/3", text) if "third" in text or "/3" in text or "⅔" in text else text
