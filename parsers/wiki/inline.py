"""Read the markup within lines: HTML tags, links, and marks for bold and italics.

Follows ``Sanitizer::internalRemoveHtmlTags``, ``Sanitizer::decodeCharReferences``,
``Parser::doQuotes``, ``Parser::handleInternalLinks2`` and ``Parser::handleExternalLinks`` of
MediaWiki 1.39, and for spans the HTML standard (WHATWG, "Attributes common to td and th elements",
"Rules for parsing integers"). Reading links and quotes keeps the number of line ends: one that
disappears with the text around it leaves :data:`LINE_GONE`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.patch import spliced
from parsers.patterns import later
from parsers.wiki.rendered import NOTHING

_ALLOWED = frozenset(
    "abbr b bdi bdo big blockquote br caption center cite code data dd del dfn div dl dt em font h1"
    " h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q rb rp rt rtc ruby s samp small span strike"
    " strong sub sup table td th time tr tt u ul var wbr".split()
)
_TAG = later(r"<(/?)([A-Za-z][^\t\n\v />\x00<]*+)([^<>]*)>")
_ATTRIBUTE = later(
    r"""([^\s/>][^\s/>=]*+)(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >]*)))?""",
    re.ASCII,
)
_ENTITY = later(r"&(?:#([0-9]{1,8})|#[xX]([0-9A-Fa-f]{1,7})|([A-Za-z0-9]{1,40}));")
_DIGITS = later(r"[\t\n\f\r ]*\+?(?=[0-9])0*([0-9]{0,6})")
_WRITTEN_TAG = later(
    r"<(?P<close>/?)(?P<name>[a-z][a-z0-9]{0,15})\b(?P<attributes>[^<>]{0,2000})>", re.IGNORECASE
)
_HIDES = later(
    r"display\s*:\s*none|visibility\s*:\s*hidden|line-through|opacity\s*:\s*0|font-size\s*:\s*0",
    re.IGNORECASE,
)
_HIDING = frozenset({"s", "del", "strike", "sup", "sub", "ref"})
_EMPTY = frozenset({"br", "hr", "img", "wbr"})
_MOST_OPEN = 200


class Tag(NamedTuple):
    """A tag that MediaWiki reads as markup, and its place."""

    start: int
    end: int
    name: str
    closes: bool
    attributes: str


def find_tags(text: str) -> list[Tag]:
    """The tags in a text, in order."""
    found = _TAG.finditer(text) if "<" in text else ()
    return [
        Tag(*match.span(), name, bool(match[1]), match[3])
        for match in found
        if (name := match[2].lower()) in _ALLOWED
    ]


def hidden_spans(source: str) -> list[tuple[int, int]]:
    """The stretches in tags that strike out, hide, raise or note their text. A stretch can contain
    others, and reaches to the end if its tag is not closed.

    Tags are found in the source as written (also in ``<nowiki>``), so there may be too many
    stretches, but never too few.
    """
    opened: list[tuple[str, int | None]] = []
    spans: list[tuple[int, int]] = []
    for tag in _WRITTEN_TAG.finditer(source):
        name = tag["name"].lower()
        if tag["close"]:
            place = next(
                (at for at in range(len(opened) - 1, -1, -1) if opened[at][0] == name), None
            )
            if place is not None:
                start = opened[place][1]
                del opened[place]
                if start is not None:
                    spans.append((start, tag.end()))
        elif not tag["attributes"].endswith("/") and name not in _EMPTY:
            hides = name in _HIDING or _HIDES.search(tag["attributes"])
            opened.append((name, tag.start() if hides else None))
            del opened[:-_MOST_OPEN]
    spans += [(start, len(source)) for _, start in opened if start is not None]
    return sorted(spans)


def decode(text: str) -> str:
    """The text with its entities decoded, as by MediaWiki only those with a semicolon."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        from html.entities import html5  # noqa: PLC0415 - a table of two thousand names

        return html5.get(f"{name};", match.group())
    code = int(decimal) if decimal else int(hexadecimal, 16)
    allowed = (
        code in {9, 10, 13}
        or 0x20 <= code < 0xD800
        or 0xE000 <= code < 0xFFFE
        or 0x10000 <= code <= 0x10FFFF
    )
    return chr(code) if allowed else match.group()


def read_spans(attributes: str) -> tuple[int, int]:
    """``(rowspan, colspan)`` of a cell; a rowspan of 0 reaches to the end. Of an attribute given
    twice the last counts.
    """
    if "span" not in attributes.lower():
        return 1, 1
    # A ">" that ends no tag is plain text to MediaWiki.
    attributes = spliced(
        attributes, ((tag.start, tag.end, " ") for tag in find_tags(attributes))
    ).replace(">", "&gt;")
    given = {
        name.lower(): double or single or bare
        for name, double, single, bare in _ATTRIBUTE.findall(attributes)
    }
    return _span(given.get("rowspan", "1"), 0, 65534), _span(given.get("colspan", "1"), 1, 1000)


def _span(value: str, least: int, most: int) -> int:
    """A span's value as browsers read it: the digits at its beginning, limited to a range; without
    any, 1.
    """
    match = _DIGITS.match(decode(value))
    return 1 if match is None else min(max(int(match[1] or 0), least), most)


# Links and quotes

MARK = "\x01"
"""Replaces a character of markup that has been read."""
SHIELDED = {"'": "\x02", ":": "\x03", "*": "\x04", "#": "\x05", ";": "\x06", "[": "\x07"}
"""Replacements of characters that look like markup and are text."""
TABLE = "\x0e"
"""Stands beside a table within a text."""
LINE_GONE = "\x0f"

_RUN = later(r"(''+)")
_TARGET = later(r"[^\[\]{}|<>\n\x00-\x1f\x7f]+")
_SCHEMES = (
    r"(?:https?|ftps?|ircs?|news|nntp|ssh|svn|git|gopher|telnet|worldwind|redis|mms)://"
    r"|(?:mailto|tel|sms|urn|geo|magnet|xmpp|sips?|bitcoin|matrix):"
)
_PROTOCOL = later(rf"{_SCHEMES}|//", re.IGNORECASE)
_IN_LABEL = later(r"[\[:]|(?<=\n)[*#;]")
_ADDRESS = r'[^\s\[\]<>"\x00-\x08\x0e\x7f\ufffd]+'
FREE_LINK = later(rf"\b(?:{_SCHEMES}){_ADDRESS}", re.IGNORECASE)
"""A bare address in the text."""
_EXTERNAL = later(rf"\[((?:{_SCHEMES}|//){_ADDRESS})[ \t]*+([^\]\n]*)\]", re.IGNORECASE)
_FILES = frozenset({"file", "image"})
_SHOWN_ELSEWHERE = _FILES | {"category"}
_BEFORE_CATEGORY = f" \t\n\r{LINE_GONE}"


def without_quotes(line: str, instead: str = "") -> str:
    """A line with ``instead`` in place of its marks for bold and italics.

    Of four apostrophes the first is text, of more than five all except the last five. If neither
    bold nor italics pair, one of the marks for bold begins with a plain apostrophe.
    """
    if "''" not in line:
        return line
    parts, seen = _apostrophes(line)
    for i, count in seen.items():
        parts[i] = "'" * count + instead
    return "".join(parts)


def marked_quotes(line: str) -> str:
    """A line of the same length with :data:`MARK` or a shielded apostrophe in place of its runs of
    apostrophes.
    """
    parts, seen = _apostrophes(line)
    for i, count in seen.items():
        parts[i] = SHIELDED["'"] * count + MARK * (len(parts[i]) - count)
    return "".join(parts)


def _apostrophes(line: str) -> tuple[list[str], dict[int, int]]:
    """Split a line at its runs of apostrophes; also return how many of each run are text."""
    parts = _RUN.split(line)
    seen: dict[int, int] = {}
    bold = italics = 0
    threes: list[int] = []
    for i in range(1, len(parts), 2):
        length = len(parts[i])
        seen[i] = 1 if length == 4 else max(length - 5, 0)
        length -= seen[i]
        italics += length in {2, 5}
        bold += length in {3, 5}
        if length == 3:
            threes.append(i)
    if bold % 2 and italics % 2 and threes:
        seen[_mistaken(parts, seen, threes)] += 1
    return parts, seen


def _mistaken(parts: list[str], seen: dict[int, int], threes: list[int]) -> int:
    """Choose the mark for bold that begins with an apostrophe: one after a word of one letter, else
    after a longer word, else after a space.
    """
    after_word = after_blank = 0
    for i in threes:
        before = parts[i - 1] + "'" * seen[i]
        if before[-1:] == " ":
            after_blank = after_blank or i
        elif before[-2:-1] == " ":
            return i
        else:
            after_word = after_word or i
    return after_word or after_blank


def _as_label(text: str) -> str:
    """A label of the same length, with its marks for bold read and other apparent markup shielded."""
    return _IN_LABEL.sub(lambda match: SHIELDED[match.group()], marked_quotes(text))


def _shielded(text: str) -> str:
    """A text whose colons end no term of a definition."""
    return text.replace(":", SHIELDED[":"])


def without_links(text: str) -> str:
    """The text with the links to pages replaced by their labels, without categories and
    pictures.
    """
    chunks = text.split("[[")
    if len(chunks) == 1:
        return text
    out = [chunks[0]]
    depth = 0
    for chunk in chunks[1:]:
        if depth:
            depth, rest = _in_picture(chunk, depth)
            out += (LINE_GONE * (chunk.count("\n") - rest.count("\n")), rest)
            continue
        match = _TARGET.match(chunk)
        target = match.group().strip(" ") if match else ""
        after = match.end() if match else 0
        label = chunk.startswith("|", after)
        close = chunk.find("]]", after + 2) if label else after
        if TABLE in chunk[:close]:
            close = -1  # a table within a cell ends the links around it
        if (
            not target.strip(" :_")
            or _PROTOCOL.match(target)
            or not (label or chunk.startswith("]]", after))
        ):
            out.append("[[" + chunk)
            continue
        space = target.partition(":")[0].strip(" _").lower() if ":" in target else ""
        if close < 0:
            depth = 2 if space in _FILES else 0
            out.append(LINE_GONE * chunk.count("\n") if depth else "[[" + chunk)
            continue
        shown, rest = chunk[after + 1 : close], chunk[close + 2 :]
        if label and "[" in shown and rest.startswith("]"):
            shown, rest = shown + "]", rest[1:]
        if space in _SHOWN_ELSEWHERE:
            out.append(
                (_stripped(out) if space == "category" else "") + LINE_GONE * shown.count("\n")
            )
        else:
            out += (
                NOTHING,
                _as_label(shown) if label else _shielded(target.removeprefix(":")),
                MARK,
            )
        out.append(rest)
    return "".join(out)


def _stripped(out: list[str]) -> str:
    gone = 0
    while out:
        kept = out[-1].rstrip(_BEFORE_CATEGORY)
        tail = out[-1][len(kept) :]
        gone += tail.count("\n") + tail.count(LINE_GONE)
        out[-1] = kept
        if kept:
            break
        out.pop()
    return LINE_GONE * gone


def _in_picture(chunk: str, depth: int) -> tuple[int, str]:
    """Return the number of open links after a piece of a picture's caption, and the text behind the
    picture.
    """
    parts = chunk.split("]]", 2)
    if len(parts) == 3:
        return 0, parts[2]
    return (depth, "") if len(parts) == 2 else (0, "[[" + chunk)


def without_external_links(text: str) -> str:
    """The text with external links replaced by their labels, or by their addresses where they have
    none.
    """
    if "[" not in text:
        return text
    # No link begins behind the last closing bracket: searching for its end from each opening one
    # would be quadratic.
    last = text.rfind("]") + 1
    return _EXTERNAL.sub(lambda match: _shielded(match[2] or match[1]), text[:last]) + text[last:]
