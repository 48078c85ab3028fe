"""Outside text made fit for a terminal: whatever could steer it, or hide in it, is shown as an
escape.
"""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import unquote

# The emoji that fonts join from several (emoji-zwj-sequences.txt of Unicode): what comes first, and
# what may follow it. "&" is the joiner, "~" a skin tone that may be there, "!" the selector that
# makes a picture of a symbol. Between others nobody would see a joiner.
_JOINED_FORMS = """
  (?: 👨(?:&[👨👩])? | 👩(?:&👩)? ) & (?: 👦(?:&👦)? | 👧(?:&[👦👧])? )
| 🧑(?:&🧑)?&🧒(?:&🧒)?
| (?: 👩~&PAIR&[👩👨] | 👨~&PAIR&👨 | 🧑~&PAIR&🧑 )~
| 🫱~&🫲~
| [👨👩🧑]~& (?: [⚕⚖✈]! | [🌾🍳🍼🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦰🦱🦲🦳] | [🦯🦼🦽](?:&➡!)? )
| 🧑~&🎄
| [🏃🚶🧎]~(?:&[♀♂]!)?&➡!
| [⛹🏃🏄🏊🏋🏌👮👰👱👳👷💁💂💆💇🕵🙅🙆🙇🙋🙍🙎🚣🚴🚵🚶🤦🤵🤷🤸🤹🤽🤾🦸🦹🧍🧎🧏🧔🧖🧗🧘🧙🧚🧛🧜🧝]!~&[♀♂]!
| [👯🤼🧞🧟]&[♀♂]!
| 🏳!&(?:🌈|⚧!) | 🏴&☠! | 👁!&🗨! | ❤!&[🔥🩹] | ⛓!&💥 | 🐻&❄! | 🐦&[⬛🔥] | 🐈&⬛ | 🐕&🦺
| 😮&💨 | 😵&💫 | 😶&🌫! | 🙂&[↔↕]! | 🍄&🟫 | 🍋&🟩
"""
_JOINED = (
    _JOINED_FORMS.replace("PAIR", "(?:❤!(?:&💋)?|🤝)")
    .replace("&", "\u200d")
    .replace("~", "[\U0001f3fb-\U0001f3ff]?")
    .replace("!", "\ufe0f?")
)
# The flags of England, Scotland and Wales, the only ones that are written with tags.
_FLAGS = (
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067"
    "|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
# What is unsafe: C0 and C1 controls, soft hyphen, Arabic letter mark, zero-width and bidirectional
# controls, line and paragraph separators, byte order mark, interlinear marks, non-characters,
# language tags, and surrogates.
_UNSAFE = re.compile(
    rf"({_JOINED}|{_FLAGS})|"
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f\ud800-\udfff]",
    re.VERBOSE,
)
LOOSE = " \u200d" + "".join(map(chr, range(0xE0000, 0xE007F)))
"""What is to be stripped where the end of a text was cut off: blanks, and what joined half an emoji
or belongs to half a flag; a whole one ends with another tag.
"""
LOOSE_START = LOOSE + "\U000e007f"
"""The same where its beginning was cut off."""

_SUMMARY_MARKUP = re.compile(r"\[(?=\[)|\](?=\])|/(?=\*)|\*(?=/)|~(?=~)")
_BLANKS = re.compile(r"\s+")
# "&amp;", "&#x41;", "%C3%A9", or one character.
_CODE = re.compile(r"&(?:#x?)?[0-9a-z]{1,31};?|(?:%[0-9a-f]{2}){1,8}|.", re.IGNORECASE | re.DOTALL)
_MOST_CODINGS = 3
_SHOWN_ESCAPE = {"\x1b": r"\e", "\t": " "}


def _escape(match: re.Match[str]) -> str:
    character, emoji = match.group(0, 1)
    if emoji:
        return str(emoji)
    if character in _SHOWN_ESCAPE:
        return _SHOWN_ESCAPE[character]
    point = ord(character)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def safe(text: str, *, newlines: bool = False) -> str:
    r"""The text with control, bidirectional, zero-width and surrogate characters as escapes like
    ``\x07``; those that join an emoji stay.

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


def encodable(text: str, encoding: str | None) -> str:
    """The text with an escape for what an encoding lacks, where it must not look like another."""
    return text.encode(encoding or "utf-8", "backslashreplace").decode(encoding or "utf-8")


def log_line(text: str) -> str:
    """One line that GitHub Actions shows as it is: neither ``::`` at its beginning nor ``##[``
    makes it a command.
    """
    plain = text.replace("##[", r"##\[")
    return "\\" + plain if plain.lstrip().startswith("::") else plain


def shorten(text: str, width: int) -> str:
    """One line of at most ``width`` characters, with an ellipsis for what was cut off."""
    line = one_line(text)
    return line if len(line) <= width else line[: max(width - 1, 0)].rstrip(LOOSE) + "…"


def redacted(text: str, secret: str) -> str:
    """The text with an ellipsis for each occurrence of a secret, also one with other capitals or
    white space, or as entities or percent-encoded.
    """
    wanted = "".join(letter for letter, _, _ in _folded(secret))
    if not wanted:
        return text.replace(secret, "…") if secret else text
    letters = _folded(text)
    folded = "".join(letter for letter, _, _ in letters)
    kept, end, at = [], 0, folded.find(wanted)
    while at >= 0:
        start, stop = letters[at][1], letters[at + len(wanted) - 1][2]
        if start >= end:
            kept += [text[end:start], "…"]
        end = max(end, stop)
        at = folded.find(wanted, at + 1)
    return "".join([*kept, text[end:]])


def _folded(text: str) -> list[tuple[str, int, int]]:
    """The letters that a reader could restore from a text, decoded and folded, each with the start
    and end of what stands for it.
    """
    letters = [(letter, place, place + 1) for place, letter in enumerate(text)]
    for _ in range(_MOST_CODINGS):
        coded = "".join(letter for letter, _, _ in letters)
        letters = [
            (letter, letters[code.start()][1], letters[code.end() - 1][2])
            for code in _CODE.finditer(coded)
            for letter in unescape(unquote(code[0]))
        ]
    return [
        (folded, start, end)
        for letter, start, end in letters
        if letter.isprintable() and letter not in " +"
        for folded in letter.casefold()
    ]


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
