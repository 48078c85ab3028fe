"""Numbers as people write them in rules, notes and the sidebar: in digits or in words."""

from __future__ import annotations

import re

from parsers.patterns import later

_ONES = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {word: value for value, word in enumerate([*_ONES, *_TEENS], 1)} | {
    word: 10 * value for value, word in enumerate(_TENS, 2)
}
_NONE = ("zero", "no", "none", "nil")
_ONE, _TEN = "|".join(_ONES), "|".join(_TENS)
_UNIT = "|".join(sorted([*_ONES, *_TEENS], key=len, reverse=True))

NUMBER = (
    rf"(?:\b\d{{1,3}}(?!\w)|\b(?:{_TEN})(?:[ -](?:{_ONE}))?\b|\b(?:{_UNIT}|{'|'.join(_NONE)})\b)"
)
"""The source of a case-insensitive expression for a number below 1000."""

_IN_WORDS = later(
    rf"\b(?=o|t[weh]|f[io]|s[ie]|e[il]|ni|z|a[ -]h)(?:(a|{_ONE})[ -]hundred(?:[ -](?:and["
    rf" -])?(?:({_TEN})(?:[ -]({_ONE}))?|({_UNIT})))?"
    rf"|({_TEN})(?:[ -]({_ONE}))?|({_UNIT})|zero)\b"
)
_STEMS = tuple(
    "one two thre thir four fort five fif six seve eigh nin ten eleven twe hundred zero".split()
)
"""Every number in words contains one of these; looking for them first is quicker."""

_IN_BOTH = later(r"\b(\d{1,3}) \(\1\)")
_BRACKETED = later(r" \(\d{1,3}\)")
_TWO_THIRDS = later(r"\b2(?:/3(?:rds?)?|[ -]thirds?)\b|⅔")


def read_number(text: str) -> int:
    """Return the value of a match of :data:`NUMBER`."""
    words = text.lower().replace("-", " ").split()
    return int(words[0]) if words[0].isdigit() else sum(_VALUES.get(word, 0) for word in words)


def with_digits(text: str) -> str:
    """A lower-case text with its numbers up to 999 in digits (“twelve (12)” as ``12``), and two
    thirds, however spelt, as ``2/3``.
    """
    if any(map(text.__contains__, _STEMS)):
        text = _IN_WORDS.sub(_digits, text)
        text = _IN_BOTH.sub(r"\1", text) if "(" in text and _BRACKETED.search(text) else text
    return _TWO_THIRDS.sub("2/3", text) if "third" in text or "/3" in text or "⅔" in text else text


def _digits(found: re.Match[str]) -> str:
    hundreds, *rest = found.groups()
    return str(
        sum(_VALUES[word] for word in rest if word)
        + (100 * _VALUES.get(hundreds, 1) if hundreds else 0)
    )
