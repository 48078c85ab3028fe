"""Numbers in notes and in the sidebar, in digits or in words."""

from __future__ import annotations

__all__ = ["NUMBER", "read_number"]

_ONES = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_VALUES = {word: value for value, word in enumerate(["zero", *_ONES, *_TEENS])} | {"no": 0, "none": 0, "nil": 0}
_TENS_VALUES = {word: 10 * value for value, word in enumerate(_TENS, 2)}

# The source of an expression for a number below 1000; use it with re.IGNORECASE.
NUMBER = (
    r"(?:\b\d{1,3}(?![\w])|\b(?:" + "|".join(_TENS) + r")(?:[ -](?:" + "|".join(_ONES) + r"))?\b"
    r"|\b(?:" + "|".join(sorted(_VALUES, key=len, reverse=True)) + r")\b)"
)


def read_number(text: str) -> int:
    """The value of what NUMBER matched."""
    words = text.lower().replace("-", " ").split()
    if words[0].isdigit():
        return int(words[0])
    return sum(_TENS_VALUES.get(word, 0) or _VALUES.get(word, 0) for word in words)
