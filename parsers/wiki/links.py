"""Links as a reader sees them: by their label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote_plus

from parsers.wiki.markup import decode
from parsers.wiki.quotes import JOINED, MARK, SHIELDED, TABLE, marked_quotes
from parsers.wiki.rendered import NOTHING

__all__ = [
    "FREE_LINK",
    "LabelledLink",
    "as_label",
    "outside_links",
    "page_links",
    "shown_address",
    "without_external_links",
    "without_links",
]

_TARGET = re.compile(r"[^\[\]{}|<>\n\x00-\x1f\x7f]+")
_SCHEMES = (
    r"(?:https?|ftps?|ircs?|news|nntp|ssh|svn|git|gopher|telnet|worldwind|redis|mms)://"
    r"|(?:mailto|tel|sms|urn|geo|magnet|xmpp|sips?|bitcoin|matrix):"
)
_PROTOCOL = re.compile(rf"{_SCHEMES}|//", re.IGNORECASE)
_SCHEME = re.compile(_SCHEMES, re.IGNORECASE)
_MARKED = re.compile(r"[\[:\n]|''")
_IN_LABEL = re.compile(r"\[|(?<=\n)[*#:;]")
_ADDRESS = r'[^\s\[\]<>"\x00-\x08\x0e\x7f\ufffd]+'
FREE_LINK = re.compile(rf"(?:\b(?<!\x08)|(?<=\x7ft))(?:{_SCHEMES}){_ADDRESS}", re.IGNORECASE)
"""An address in the text itself, which MediaWiki makes a link of."""
_EXTERNAL = re.compile(rf"\[((?:{_SCHEMES}|//){_ADDRESS})[ \t]*+([^\]\n]*)\]", re.IGNORECASE)
_OUTSIDE = re.compile(rf"{_EXTERNAL.pattern}|{FREE_LINK.pattern}", re.IGNORECASE)
_ENDS_ADDRESS = re.compile(r"&(?:lt|gt|nbsp|#x0*+(?:3[CcEe]|[Aa]0)|#0*+(?:60|62|160));")
_ESCAPED = re.compile(r'[\]\[<>"\x00-\x20\x7f|]')
_FILES = frozenset({"file", "image"})
_SHOWN_ELSEWHERE = _FILES | {"category"}
_LABELLED = re.compile(r"\[\[([^\[\]{}|<>\n\x00-\x1f\x7f]+)\|(?=[^\]])((?:[^\[\]]|\[(?!\[)|\](?!\]))*+)\]\]")


class LabelledLink(NamedTuple):
    """A link: where it starts, and its label, and where each of them ends."""

    start: int
    opened: int
    closes: int
    end: int


def page_links(text: str) -> Iterator[LabelledLink]:
    """The links to pages with a label, over any number of lines; pictures and categories are left out."""
    for match in _LABELLED.finditer(text):
        target = match.group(1).strip(" ")
        if target.strip(" :_") and not _PROTOCOL.match(target) and _space(target) not in _SHOWN_ELSEWHERE:
            yield LabelledLink(match.start(), match.start(2), match.end(2), match.end())


def outside_links(text: str) -> Iterator[LabelledLink]:
    """The links to elsewhere with a label, which no line's end is in."""
    for match in _EXTERNAL.finditer(text):
        if match.group(2):
            yield LabelledLink(match.start(), match.start(2), match.end(2), match.end())


def as_label(text: str) -> str:
    """A label, equally long, with its marks for bold done: no other markup is looked for in it."""
    if _MARKED.search(text) is None:
        return text
    text = _SCHEME.sub(lambda match: match.group().replace(":", SHIELDED[":"]), marked_quotes(text))
    return _IN_LABEL.sub(lambda match: SHIELDED[match.group()], text)


def _space(target: str) -> str:
    """The namespace of a link's target."""
    return target.partition(":")[0].strip(" _").lower() if ":" in target else ""


def without_links(text: str) -> str:
    """The text with the links between pages replaced by their labels; categories and pictures are left out."""
    chunks = text.split("[[")
    if len(chunks) == 1:
        return text
    out = [chunks[0]]
    depth = 0
    for chunk in chunks[1:]:
        if depth:
            depth, rest = _in_picture(chunk, depth)
            out.append(rest)
            continue
        match = _TARGET.match(chunk)
        target = match.group().strip(" ") if match else ""
        after = match.end() if match else 0
        label = chunk.startswith("|", after)
        close = chunk.find("]]", after + 2) if label else after
        if TABLE in chunk[:close]:
            # A link that does reach over the table is no link by now.
            close = -1
        if not target.strip(" :_") or _PROTOCOL.match(target) or not (label or chunk.startswith("]]", after)):
            out.append("[[" + chunk)
            continue
        space = _space(target)
        if close < 0:
            depth = 2 if space in _FILES else 0
            out.append("" if depth else "[[" + chunk)
            continue
        shown, rest = chunk[after + 1 : close], chunk[close + 2 :]
        if label and "[" in shown and rest.startswith("]"):
            shown, rest = shown + "]", rest[1:]
        if space == "category":
            while out and not out[-1].strip():
                out.pop()
            out[-1:] = [last.rstrip() for last in out[-1:]]
        elif space not in _FILES:
            out += (NOTHING, as_label(shown) if label else target.removeprefix(":"), MARK + JOINED)
        out.append(rest)
    return "".join(out)


def _in_picture(chunk: str, depth: int) -> tuple[int, str]:
    """What is left of a piece of a picture's caption: how many links are open after it, and the text behind the picture."""
    parts = chunk.split("]]", 2)
    if len(parts) == 3:
        return 0, parts[2]
    return (depth, "") if len(parts) == 2 else (0, "[[" + chunk)


def without_external_links(text: str) -> str:
    """The text with links to elsewhere replaced by their labels, or their addresses where they have none."""
    return _OUTSIDE.sub(_seen_of_link, text) if "[" in text or ":" in text else text


def _seen_of_link(match: re.Match[str]) -> str:
    return match.group(2) or match.group(1) or shown_address(match.group())


def shown_address(address: str) -> str:
    """Wikitext for what MediaWiki shows of a :data:`FREE_LINK`: characters that no address holds are percent-encoded."""
    if "|" not in address and "&" not in address:
        return address
    end = _ENDS_ADDRESS.search(address)
    stop = end.start() if end is not None else len(address)
    clean = _ESCAPED.sub(lambda match: quote_plus(match.group()), decode(address[:stop]))
    return clean.replace("&", "&amp;") + address[stop:]
