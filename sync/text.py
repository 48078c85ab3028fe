"""Untrusted text made safe for a terminal: characters that could control it, or are invisible, are
shown as escapes.
"""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import unquote

# The emoji that fonts join from several (emoji-zwj-sequences.txt of Unicode): the first one, and
# its possible followers. "&" is the joiner, "~" an optional skin tone, "!" the selector that makes
# a picture of a symbol. Between other characters a joiner would be invisible.
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
# The flags of England, Scotland and Wales, the only flags written with tags.
_FLAGS = (
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067"
    "|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
# Unsafe characters: C0 and C1 controls, soft hyphen, Arabic letter mark, zero-width and
# bidirectional controls, line and paragraph separators, byte order mark, interlinear marks,
# non-characters, language tags, and surrogates.
_UNSAFE = re.compile(
    rf"({_JOINED}|{_FLAGS})|"
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f\ud800-\udfff]",
    re.VERBOSE,
)
LOOSE = " \u200d" + "".join(map(chr, range(0xE0000, 0xE007F)))
"""Characters to strip from the end of a truncated text: white space, and remains of half an emoji
or half a flag; a whole flag ends with another tag.
"""
LOOSE_START = LOOSE + "\U000e007f"
"""The same for a text truncated at the beginning."""

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
    r"""Return the text with control, bidirectional, zero-width and surrogate characters as escapes
    like ``\x07``; joiners within an emoji stay. A tab becomes a space. ``newlines`` keeps line
    feeds, which are escaped otherwise.
    """
    return (
        "\n".join(_UNSAFE.sub(_escape, line) for line in text.split("\n"))
        if newlines
        else _UNSAFE.sub(_escape, text)
    )


def one_line(text: str) -> str:
    """Return the text on one line: every run of white space becomes one space, the rest is
    :func:`safe`.
    """
    return safe(_BLANKS.sub(" ", text).strip())


def encodable(text: str, encoding: str | None) -> str:
    """Escape the characters that an encoding lacks, for text that must not look like another."""
    return text.encode(encoding or "utf-8", "backslashreplace").decode(encoding or "utf-8")


def log_line(text: str) -> str:
    """One line that GitHub Actions displays literally: ``::`` at its start and ``##[`` are no
    commands.
    """
    plain = text.replace("##[", r"##\[")
    return "\\" + plain if plain.lstrip().startswith("::") else plain


def shorten(text: str, width: int) -> str:
    """Shorten to one line of at most ``width`` characters, with an ellipsis for the rest."""
    line = one_line(text)
    return line if len(line) <= width else line[: max(width - 1, 0)].rstrip(LOOSE) + "…"


def redacted(text: str, secret: str) -> str:
    """Replace each occurrence of a secret by an ellipsis, including variants in other case or
    spacing, as entities or percent-encoded.
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
    """Return the decoded and folded letters of a text, each with the start and end of its source."""
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
    """Text for an edit summary without MediaWiki's markup: links, signatures, section names."""
    return _SUMMARY_MARKUP.sub(lambda match: match[0] + " ", text)


def json_text(report: object) -> str:
    """A report as ASCII JSON: valid in every output encoding, and harmless on a terminal and in a
    log, where GitHub Actions looks for ``##[`` anywhere.
    """
    return json.dumps(report, ensure_ascii=True, indent=2).replace("##[", r"#\u0023[") + "\n"
