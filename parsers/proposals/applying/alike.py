"""When two texts say the same: quotation marks, dashes and blanks compare alike, whichever of their kind they are."""

from __future__ import annotations

import re

from parsers.patterns import later

_DOUBLE, _SINGLE, _DASH = '"“”„‟«»″', "'‘’‚‛′`´", "-‐‑‒–—―−"
_KINDS = str.maketrans({**dict.fromkeys(_DOUBLE, '"'), **dict.fromkeys(_SINGLE, "'"), **dict.fromkeys(_DASH, "-"), "…": "..."})
_PIECE = later(rf"\s+|--+|[{re.escape(_DASH)}]|[{_DOUBLE}]|[{_SINGLE}]|\.\.\.|…|\w+|.", re.DOTALL)
_LONGEST = 50_000


def same_case(text: str) -> str:
    """A text with straight quotation marks, plain dashes, and one blank wherever there are some."""
    return re.sub("--+", "-", " ".join(text.translate(_KINDS).split()))


def alike(text: str) -> str:
    """The same in lower case, for titles."""
    return same_case(text).casefold()


def begins(text: str, beginning: str) -> bool:
    """Whether a text begins with these words, however they are quoted and spaced, and whatever the case."""
    start = alike(beginning).rstrip(".… ")
    whole = alike(text)
    return bool(start) and whole.startswith(start) and not (start[-1].isalnum() and whole[len(start) : len(start) + 1].isalnum())


def words(text: str) -> re.Pattern[str]:
    """An expression that finds a text as words of their own. Raises ValueError for a blank text and for a very long one."""
    text = text.strip()
    if not text or len(text) > _LONGEST:
        raise ValueError("the text to be found is empty" if not text else f"the text to be found has more than {_LONGEST} characters")
    start = r"(?<!\w)" if re.match(r"\w", text) else ""
    end = r"(?!\w)" if re.search(r"\w\Z", text) else ""
    return re.compile(start + loosely(text) + end)


def loosely(text: str) -> str:
    """The source of an expression that finds a text, with whichever marks of a kind."""
    return "".join(_expression(piece) for piece in _PIECE.findall(text))


def _expression(piece: str) -> str:
    if piece.isspace():
        return r"\s+"
    if piece in ("...", "…"):
        return r"(?:\.\.\.|…)"
    if piece[0] in _DASH:
        return f"(?:--+|[{re.escape(_DASH)}])"
    kind = next((kind for kind in (_DOUBLE, _SINGLE) if piece in kind), None)
    return f"[{kind}]" if kind else re.escape(piece)
