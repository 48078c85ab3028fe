"""The limits a clause sets to a number."""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.numbers import with_digits

__all__ = ["Limits", "read_range"]


class Limits(NamedTuple):
    """The least and greatest value stated, whether it may be negative, and whether a limit is no integer."""

    low: int | None = None
    high: int | None = None
    signed: bool = False
    exact: bool = False


_N = r"[$£€¥₤₩₽¢]?([-+]?\d[\d,]{0,12}(?:\.\d{1,6})?)%?"
_SPAN = re.compile(
    rf"\b(?:between|from|range of|ranging from|in the range(?: of| from)?|integers?|numbers?|value) (?:a minimum of )?{_N}"
    rf"(?: ?- ?| to | and | through | up to | up through )(?:and (?:including )?)?(?:a maximum of )?{_N}"
    rf"|[(,] ?{_N}(?: ?- ?| to ){_N} ?[),]"
)
_NOT = r"(?:cannot|can not|can't|may not|must not|may never|can never|must never|never|should not|shall not|will never|not|no)"
_VERB = (
    r"(?:ever |be |go |rise |fall |drop |become |exceed |have |reach |get |increase |decrease |set |reduced |raised |to |a value |values )*"
)
_LEAST = re.compile(
    rf"\b(?:at least|(?:a )?minimum (?:value )?(?:of|is)|minimum:?|floor of|{_NOT} {_VERB}(?:less|lower|fewer|smaller) "
    rf"than|{_NOT} {_VERB}(?:below|under)|n?or (?:fall|go|be|drop|sink|get) below"
    rf"|lower (?:limit|bound) (?:of|is)) {_N}|{_N} or (?:more|higher|greater|above|larger)\b"
)
_MOST = re.compile(
    rf"\b(?:at most|(?:a )?maximum (?:value )?(?:of|is)|maximum:?|cap of|capped at|limit(?:ed)? (?:of|to|is)|up to|{_NOT} "
    rf"{_VERB}(?:more|higher|greater|larger) than"
    rf"|{_NOT} {_VERB}(?:above|over|past|beyond)|n?or (?:more|higher|greater|larger) than|n?or (?:rise|go|be|climb|get"
    rf"|increase) (?:above|over|past|beyond)|{_NOT} "
    rf"{_VERB}(?:exceed|surpass)|n?or (?:above|over|past|beyond)|{_NOT} exceed(?:ing|s)?|{_NOT} surpass(?:ing|es)?"
    rf"|upper (?:limit|bound) (?:of|is)|(?:exceed|surpass)) {_N}|{_N} or (?:less|fewer|lower|below|smaller)\b"
)
_ABOVE = re.compile(rf"\b(?:(?:greater|more|higher|larger) than|above) {_N}")
_BELOW = re.compile(
    rf"\b(?:(?:less|lower|fewer|smaller) than|below|under) {_N}(?! (?:[a-z]+ )?(?:column|heading|page|section|table|name)\b)"
)
_SIGNED = re.compile(
    r"\b(?:may|can|could|might|possibly|potentially|also|or|including|include|includes|allowed to)(?: be| go| become| ever be)* negative\b"
    r"|\bpositive(?:,)? (?:or|and|and/or) negative\b"
    r"|\b(?:positive|negative), (?:zero|negative|positive)"
)
_BELOW_ZERO = re.compile(r"\b(?:may|can)(?: go| drop| fall| be)* below (?:0|zero)\b|\b(?:any|signed) integers?\b")
_NO_MORE_THAN_ONE = re.compile(r"\b(?:at most|up to|no more than|exactly) one (?=_)")
_DIGIT = re.compile(r"\d")
_NON_NEGATIVE = re.compile(
    r"\bnon-? ?negative\b|\bnatural number|\bnot (?:be )?negative\b|\bnever (?:be )?negative\b|\bcannot be negative\b"
)
_POSITIVE = re.compile(r"(?<!non-)(?<!non )\bpositive\b")
_NEGATIVE = re.compile(r"(?<!non-)(?<!non )\bnegative (?:integer|number|whole)")
_WORDS = re.compile(
    r"between|from|rang|least|minim|floor|less|lower|fewer|below|more|higher|greater|above|most|maxim|cap|limit|up to"
    r"|exceed|surpass|negative"
    r"|positive|natural|signed|any integer|\d ?- ?\d|\d to \d|beyond|under|over"
)


def _whole(text: str) -> tuple[int | None, bool]:
    value = float(text.replace(",", ""))
    return (int(value), "." in text) if value == int(value) else (None, True)


def _given(pattern: re.Pattern[str], text: str) -> tuple[str | None, str]:
    """The number of the first match, and the text without it."""
    found = pattern.search(text)
    if not found:
        return None, text
    return next(filter(None, found.groups())), f"{text[: found.start()]},{text[found.end() :]}"


def _by_word(text: str) -> Limits:
    """What the words themselves say: "non-negative", "positive", "which may be negative"."""
    signed = ("negative" in text and bool(_SIGNED.search(text))) or bool(_BELOW_ZERO.search(text))
    if _NON_NEGATIVE.search(text):
        return Limits(0, None, signed)
    if signed:
        return Limits(signed=True)
    if _POSITIVE.search(text):
        return Limits(1)
    return Limits(None, -1, True) if _NEGATIVE.search(text) else Limits()


def read_range(text: str) -> Limits:
    """The limits that a clause (in small letters) states."""
    if not _WORDS.search(text):
        return Limits()
    words = _by_word(text)
    low = with_digits(_NO_MORE_THAN_ONE.sub("", text) if "one _" in text else text)
    if not _DIGIT.search(low):
        return words
    if found := _SPAN.search(low):
        first, last = (group for group in found.groups() if group)
        (least, exact), (most, also) = _whole(first), _whole(last)
        return Limits(least, most, words.signed, exact or also)
    lower, rest = _given(_LEAST, _SIGNED.sub(",", _BELOW_ZERO.sub(",", low)))
    upper, rest = _given(_MOST, rest)
    above, rest = _given(_ABOVE, rest)
    below, rest = _given(_BELOW, rest)
    least, most, exact = words.low, words.high, False
    if lower or above:
        least, exact = _whole(lower or above or "")
        least = least + 1 if least is not None and not lower else least
    if upper or below:
        most, also = _whole(upper or below or "")
        most, exact = (most - 1 if most is not None and not upper else most), exact or also
    return Limits(least, most, words.signed, exact)
