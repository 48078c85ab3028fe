"""What a notice may contain, and how text by players is made harmless for one.

The blog turns ``:for:`` into a voting icon and ``{…}`` into code of its templates. A notice is checked as a whole
before anything is sent; what players wrote is first made :func:`inert`, so that it can neither fail that check
nor end a notice with a mark.
"""

from __future__ import annotations

import re
import unicodedata

from sync.text import shorten

MAX_BYTES = 5_000
"""A comment has to be shorter than this, in UTF-8 with line ends of two bytes; the blog refuses longer ones."""

_MARK = re.compile(r"[A-Za-z0-9]{1,40}(?:[-_.][A-Za-z0-9]{1,40}){0,8}")
_LEAST_MARK = 6
_LAST_OF_BMP = "\uffff"
_FORBIDDEN_KINDS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

_TAG = re.compile(
    r"\[\s?/?\s?(?:[biu]|em|strong|img|image|url|email|quote|blockquote|code|pre|size|color|style|abbr|del|ins|sub|sup|span|h[1-6])\b",
    re.IGNORECASE,
)
# What the blog, or one of the formats it may use for comments, takes for something else than words.
_REFUSED = (
    (re.compile(r"[{}]"), "contains a curly bracket, which begins template code"),
    (re.compile(r":(?!\d{1,60}:)[\w+-]{1,60}:"), "contains a word between colons, which becomes an icon and may count as a vote"),
    (re.compile(r"<[A-Za-z/!?]"), "contains HTML"),
    (re.compile(r"&#?\w{1,30};"), "contains an HTML entity"),
    (_TAG, "contains a tag in square brackets"),
    (re.compile(r"!\[|!\S{1,200}!|\.(?:gif|png|jpe?g|svg|webp)\b", re.IGNORECASE), "contains an image, which may count as a vote"),
    (re.compile(r"@\w"), "contains an @ before a name, which pings people"),
)  # fmt: skip


def refusal_of(text: str, mark: str) -> str | None:
    """Why a text cannot be posted as a notice with that mark, as half a sentence; None where it can.

    The mark identifies the notice: 6 or more letters and digits, with single hyphens, points or underscores
    between them. The text ends with it, or with it and a point or a bracket, so that nothing that a player
    wrote can pass for it.
    """
    if not _MARK.fullmatch(mark) or len(mark) < _LEAST_MARK:
        return f"the mark is not {_LEAST_MARK} or more letters and digits with single hyphens between them"
    if not text.strip() or text != text.strip():
        return "the text is empty, or begins or ends with a blank"
    for character in text:
        if character > _LAST_OF_BMP:
            return f"the text contains U+{ord(character):04X}, which the blog cannot store"
        if character != "\n" and unicodedata.category(character) in _FORBIDDEN_KINDS:
            return f"the text contains the invisible character U+{ord(character):04X}"
    size = len(text.replace("\n", "\r\n").encode())
    if size >= MAX_BYTES:
        return f"the text has {size} bytes, and a comment may have less than {MAX_BYTES}"
    # Letters that only look different are compared as what they look like.
    plain = unicodedata.normalize("NFKC", text)
    for pattern, what in _REFUSED:
        if pattern.search(text) or pattern.search(plain):
            return f"the text {what}"
    if not find_mark(text, mark):
        return "the text does not end with its mark"
    return None


def find_mark(text: str, mark: str) -> bool:
    """Whether a text ends with the mark as a word of its own."""
    end = text.rstrip()
    end = end[:-1] if end.endswith((".", ")")) else end
    before = end[: -len(mark)][-1:]
    return end.endswith(mark) and not (before.isalnum() or before in {"-", "_", "."})


# Each of these begins something only where it touches what follows.
_STARTS = re.compile(r"([:;&@!<\[])(?=\S)")
_UNLIKE = str.maketrans({"{": "(", "}": ")", "<": "‹", ">": "›", "[": "(", "]": ")"})
_NO_IMAGE = re.compile(r"\.(?=gif|png|jpe?g|svg|webp)", re.IGNORECASE)


def inert(text: str, limit: int = 200) -> str:
    """Text from outside as one line of words, of at most ``limit`` characters, that does nothing in a comment.

    It holds no icon, no image, no tag, no entity, no address that becomes a link and no call to anybody, and
    only characters that can be seen and that the blog can keep. What it says can still be read.
    """
    plain = unicodedata.normalize("NFKC", text[: 4 * limit])
    seen = "".join(_visible(character) for character in plain)
    broken = _NO_IMAGE.sub(". ", _STARTS.sub(r"\1 ", seen.translate(_UNLIKE)))
    return shorten(broken, limit)


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    if character > _LAST_OF_BMP or unicodedata.category(character) in _FORBIDDEN_KINDS:
        return "?"
    return character


# Ways in which the blog sets what was sent, and what is compared in place of either.
_SET = (
    (re.compile("[\u2018\u2019\u201a\u201b\u2032\u00b4`']"), "'"),
    (re.compile("[\u201c-\u201f\u2033\u00ab\u00bb\"]|''"), '"'),
    (re.compile("[\u2010-\u2015\u2212-]+"), "-"),
    (re.compile("(?:\u2026|\\.\\.)[\u2026.]*"), "..."),
    (re.compile(r"\s+"), ""),
)


def like(text: str) -> str:
    """A text in the form in which what was sent and what the blog shows of it are the same: for comparing only.

    Quotation marks are straight, dashes are one hyphen, an ellipsis is three points, and there are no blanks.
    """
    for pattern, plain in _SET:
        text = pattern.sub(plain, text)
    return unicodedata.normalize("NFC", text)
