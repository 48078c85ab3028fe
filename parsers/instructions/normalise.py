"""When two texts say the same: quotation marks, dashes and blanks are alike, whichever of their kind they are."""

from __future__ import annotations

import re

_DOUBLE, _SINGLE, _DASH = '"“”„‟«»″', "'‘’‚‛′`´", "-‐‑‒–—―−"
_KINDS = str.maketrans({**dict.fromkeys(_DOUBLE, '"'), **dict.fromkeys(_SINGLE, "'"), **dict.fromkeys(_DASH, "-"), "…": "..."})
_PIECE = re.compile(rf"\s+|--+|[{re.escape(_DASH)}]|[{_DOUBLE}]|[{_SINGLE}]|\.\.\.|…|\w+|.", re.DOTALL)
_LONGEST = 50_000


def same_case(text: str) -> str:
    """A text with straight quotation marks, plain dashes, and one blank wherever there are some."""
    return re.sub("--+", "-", " ".join(text.translate(_KINDS).split()))


def alike(text: str) -> str:
    """The same in lower case, for titles."""
    return same_case(text).casefold()


def words(text: str) -> re.Pattern[str]:
    """An expression that finds a text as words of their own. Raises ValueError for a blank text and for a very long one."""
    text = text.strip()
    if not text or len(text) > _LONGEST:
        raise ValueError("the text to be found is empty" if not text else f"the text to be found has more than {_LONGEST} characters")
    start = r"(?<!\w)" if re.match(r"\w", text) else ""
    end = r"(?!\w)" if re.search(r"\w\Z", text) else ""
    return re.compile(start + "".join(_expression(piece) for piece in _PIECE.findall(text)) + end)


def _expression(piece: str) -> str:
    if piece.isspace():
        return r"\s+"
    if piece in ("...", "…"):
        return r"(?:\.\.\.|…)"
    if piece[0] in _DASH:
        return f"(?:--+|[{re.escape(_DASH)}])"
    kind = next((kind for kind in (_DOUBLE, _SINGLE) if piece in kind), None)
    return f"[{kind}]" if kind else re.escape(piece)
