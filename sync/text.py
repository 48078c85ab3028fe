"""Outside text made fit for a terminal: whatever could steer it, or hide in it, is shown as an
escape.
"""

from __future__ import annotations

import json
import re

# C0 and C1 controls, soft hyphen, Arabic letter mark, zero-width and bidirectional controls, line
# and paragraph separators, byte order mark, interlinear marks, non-characters, language tags, and
# surrogates.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f\ud800-\udfff]"
)
_SUMMARY_MARKUP = re.compile(r"\[(?=\[)|\](?=\])|/(?=\*)|\*(?=/)|~(?=~)")
_BLANKS = re.compile(r"\s+")
_SHOWN_ESCAPE = {"\x1b": r"\e", "\t": " "}


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character in _SHOWN_ESCAPE:
        return _SHOWN_ESCAPE[character]
    point = ord(character)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def safe(text: str, *, newlines: bool = False) -> str:
    r"""The text with control, bidirectional, zero-width and surrogate characters as escapes like
    ``\x07``.

    A tab becomes a blank. ``newlines`` keeps line feeds; without it they are escaped like the
    others.
    """
    return (
        "\n".join(_UNSAFE.sub(_escape, line) for line in text.split("\n"))
        if newlines
        else _UNSAFE.sub(_escape, text)
    )


def one_line(text: str) -> str:
    """The text on one line: every run of white space is one blank, the rest is :func:`safe`."""
    return safe(_BLANKS.sub(" ", text).strip())


def shorten(text: str, width: int) -> str:
    """One line of at most ``width`` characters, with an ellipsis for what was cut off."""
    line = one_line(text)
    return line if len(line) <= width else line[: max(width - 1, 0)].rstrip() + "…"


def without_markup(text: str) -> str:
    """A text for the summary of an edit, without what MediaWiki reads there: links, signatures,
    names of sections.
    """
    return _SUMMARY_MARKUP.sub(lambda match: match[0] + " ", text)


def json_text(report: object) -> str:
    """A report for programs, in ASCII: valid whatever the encoding of the output, and harmless on a
    terminal.
    """
    return json.dumps(report, ensure_ascii=True, indent=2) + "\n"
