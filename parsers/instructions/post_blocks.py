"""A post's body as blocks (paragraphs, quotes with blocks inside, lists, headings), and blocks as
the wikitext of a rule.

Struck text is kept apart; pasted wikitext stays as it is. Its markup is checked when it is put into
a rule (:mod:`parsers.instructions.rule_wording`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml import etree

from parsers.refusal import Refusal, Refused
from parsers.wiki.edit import as_wikitext
from parsers.wiki.wiki_page import read_passages

PICTURE = "\ufffc"
"""Stands for a picture in a text, or precedes the words of a table."""
STRUCK = "\ufff9"
"""Replaces struck text."""
_MOST_DEPTH = 60
_MOST_CHARS = 1_000_000
BOLD = "\x0e"
"""Begins and ends bold text."""
ITALIC = "\x0f"
"""Begins and ends italic text."""
OTHER = "\x10"
"""Begins and ends other emphasis that has no counterpart in wikitext, such as a link to no web
page.
"""
LINK, LINKED = "\x11", "\x12"
"""A link is ``LINK`` address ``LINKED`` text ``LINKED``."""
SIGNED = re.compile(f"{LINK}[^{LINKED}]*{LINKED}|[{BOLD}{ITALIC}{OTHER}{LINKED}]")
"""The invisible parts of a text."""

_EMPHASIS = {"b": BOLD, "i": ITALIC, **dict.fromkeys(("u", "code", "sup", "sub", "a"), OTHER)}
_EMPTY = re.compile(f"{LINK}[^{LINKED}]*{2 * LINKED}|([{BOLD}{ITALIC}{OTHER}])\\1")
"""A link or an emphasis around nothing."""
_ADDRESS = re.compile(r"https?://[^\s\[\]<>\"{|}\x00-\x1f\x7f]+")
_BLANK = re.compile(r"[\s\u200b\ufeff]+")
_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f\ufff9\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)
"""Characters removed from every text, among them the signs of
:mod:`parsers.instructions.post_sentences`.
"""


def plain(text: str) -> str:
    """A text without the signs of its emphasis."""
    return SIGNED.sub("", text)


@dataclass(frozen=True, slots=True)
class PostParagraph:
    """A paragraph, or a heading of ``level`` 1 to 6; a newline in it is a line break."""

    text: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class PostQuote:
    """A block quote, or preformatted text (``raw``: one paragraph whose lines are as typed)."""

    blocks: tuple[PostBlock, ...]
    raw: bool = False


@dataclass(frozen=True, slots=True)
class PostList:
    """A list, its items as the blocks in them."""

    items: tuple[tuple[PostBlock, ...], ...]
    ordered: bool = False


PostBlock = PostParagraph | PostQuote | PostList


def read_blocks(html: str) -> tuple[tuple[PostBlock, ...], tuple[str, ...]]:
    """The blocks of a post's canonical HTML (:attr:`parsers.model.Post.html`), and its struck
    texts.

    Raises Refused if it is too long or too deeply nested.
    """
    if len(html) > _MOST_CHARS:
        raise Refused(Refusal.MATTER_TOO_LONG, most=_MOST_CHARS)
    clean = _CONTROL.sub("", html).encode("utf-8", "replace").decode()
    struck: list[str] = []
    parser = etree.HTMLParser(
        remove_comments=True, remove_pis=True, encoding="utf-8", huge_tree=True
    )
    root = etree.fromstring(f"<html><body>{clean}</body></html>".encode(), parser)
    return _Container(struck).read(root, 0), tuple(filter(None, struck))


def _words_of(element: etree._Element, between: str = "") -> str:
    return " ".join(
        _CONTROL.sub("", between.join(map(str, element.itertext()))).replace(PICTURE, "").split()
    )


def _more_than_text(element: etree._Element) -> PostParagraph:
    return PostParagraph(f"{PICTURE} {_words_of(element, ' ')}")


class _Container:
    """Gathers the blocks of one element; an element within it that contains blocks has another
    container.
    """

    def __init__(self, struck: list[str]) -> None:
        self._struck = struck
        self._blocks: list[PostBlock] = []
        self._parts: list[str] = []
        self._last = "\n"
        self._open: list[str] = []

    def read(self, element: etree._Element, depth: int) -> tuple[PostBlock, ...]:
        self._children(element, depth)
        self._flush()
        return tuple(self._blocks)

    def _children(self, element: etree._Element, depth: int) -> None:
        if depth > _MOST_DEPTH:
            raise Refused(Refusal.MATTER_TOO_DEEP)
        self._add(_CONTROL.sub("", element.text or ""))
        for child in element:
            self._tag(child, str(child.tag), depth + 1)
            self._add(_CONTROL.sub("", child.tail or ""))

    def _tag(self, tag: etree._Element, name: str, depth: int) -> None:
        if name == "s":
            self._struck.append(_words_of(tag))
            self._add(STRUCK)
        elif (block := self._block(tag, name, depth)) is not None:
            self._flush()
            self._blocks.append(block)
        elif name in ("p", "hr"):
            self._flush()
            self._children(tag, depth)
            self._flush()
        elif name in _EMPHASIS and tag.get("href") != "".join(map(str, tag.itertext())):
            address = tag.get("href", "")
            self._open.append(
                f"{LINK}{address}{LINKED}"
                if name == "a" and _ADDRESS.fullmatch(address)
                else _EMPHASIS[name]
            )
            self._parts.append(self._open[-1])
            self._children(tag, depth)
            self._parts.append(self._open.pop()[-1])
        elif name == "br":
            self._break()
        elif name == "img":
            self._add(PICTURE)
        else:
            self._children(tag, depth)

    def _block(self, tag: etree._Element, name: str, depth: int) -> PostBlock | None:
        match name:
            case "blockquote":
                return PostQuote(_Container(self._struck).read(tag, depth))
            case "pre":
                typed = _CONTROL.sub("", "".join(map(str, tag.itertext())))
                return PostQuote((PostParagraph(typed.strip("\n")),), raw=True)
            case "ul" | "ol":
                return PostList(
                    tuple(_Container(self._struck).read(item, depth) for item in tag),
                    ordered=name == "ol",
                )
            case "table":
                return PostQuote((_more_than_text(tag),))
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                match _Container(self._struck).read(tag, depth):
                    case (PostParagraph(text, 0),):
                        return PostParagraph(text, level=int(name[1]))
                return PostParagraph(_more_than_text(tag).text, level=int(name[1]))
        return None

    def _add(self, text: str) -> None:
        text = _BLANK.sub(" ", text)
        text = text.lstrip() if self._last in " \n" else text
        if text:
            self._parts.append(text)
            self._last = text[-1]

    def _break(self) -> None:
        """Add a line break; a second one in a row begins a paragraph."""
        if self._last == "\n":
            self._flush()
        else:
            self._parts += (*(sign[-1] for sign in reversed(self._open)), "\n", *self._open)
            self._last = "\n"

    def _flush(self) -> None:
        """End a paragraph. Emphasis around several paragraphs is written around each."""
        text = _EMPTY.sub("", "".join((*self._parts, *(sign[-1] for sign in reversed(self._open)))))
        if plain(text).strip(f" \n{STRUCK}"):
            self._blocks.append(PostParagraph(text.strip()))
        self._parts, self._last = [*self._open], "\n"


# Blocks as wikitext

_SOURCE_LINE = re.compile(r"^(?:[*#:;]+ |(={1,6})[^=\n]+\1[ \t]*$)", re.MULTILINE)
"""A line that only wikitext has: a list item (``* Coal``) or a heading (``== Doors ==``)."""
_PASTED_LINE = re.compile(r"[*#:;=|!]|\{\||----")
# == Doors ==
_HEADING = re.compile(r"(={1,6})[ \t]*([^\n]*?[^\n=\s][^\n]*?)[ \t]*\1[ \t]*$", re.MULTILINE)
# '''Doors''': at the beginning of a text
_BOLD_LINE = re.compile(r"\s*'''([^'\n]{1,120})'''[ \t]*:?[ \t]*(?:\n|<br>|$)")
# a link with its address and its text, which becomes [address text]
_LINKED = re.compile(
    rf"(?<!\[){LINK}([^{LINKED}]+){LINKED}([^{LINK}{LINKED}\[\]\n]+){LINKED}(?!\])"
)


_SIGNS = f"{BOLD}{ITALIC}{OTHER}{LINK}{LINKED}{PICTURE}{STRUCK}"
# the address of a link (the group), or the words up to the next sign or line end
_WORDS = re.compile(rf"({LINK}[^{LINKED}]*{LINKED})|[^{_SIGNS}\s](?:[^{_SIGNS}\n]*[^{_SIGNS}\s])?+")
# a first character that would begin a list, a heading or a rule (----)
_BEGINS_LINE = re.compile(r"\A(?:[*#:;=!]|-(?=---))")
# ** Coal
_ITEM = re.compile(r"([*#]+ )([^\n]+)")


def wikitext(blocks: Iterable[PostBlock]) -> str:
    """Return the blocks' wikitext, without spaces at its ends.

    Raises Refused if they have no plain wikitext, and (except for pasted wikitext) if it would show
    another text.
    """
    blocks = tuple(blocks)
    written = ""
    above: PostBlock | None = None
    for block in blocks:
        # A list follows the paragraph that announces it without a blank line.
        close = isinstance(block, PostList) and isinstance(above, PostParagraph)
        written += ("\n" if close else "\n\n") + _written(block)
        above = block
    text = visible_text(blocks)
    is_source = _SOURCE_LINE.search(text) or any(isinstance(block, PostQuote) for block in blocks)
    if not is_source and _shown_by(written) != text.split():
        raise Refused(Refusal.NOT_MEANT)
    return written.strip()


def _shown_by(source: str) -> list[str]:
    """The words that some wikitext shows."""
    return " ".join(
        text
        for passage in read_passages(source).passages
        for text in (passage.title, *(block.text for block in passage.blocks))
    ).split()


def visible_text(blocks: Iterable[PostBlock]) -> str:
    """The text that the blocks show, one line for each paragraph or item."""
    return "\n".join(map(_shown, blocks))


def _shown(block: PostBlock) -> str:
    match block:
        case PostParagraph(text):
            return plain(text)
        case PostQuote(blocks):
            return visible_text(blocks)
        case PostList(items):
            return "\n".join(map(visible_text, items))


def own_title(text: str, title: str) -> tuple[str, str]:
    """The title of a new rule and its text without it: the text may begin with the heading, or with
    the title in bold.
    """
    found = _HEADING.match(text) or _BOLD_LINE.match(text)
    first = found[found.lastindex or 1].strip(" '") if found else title
    if found is None or (title and first.casefold() != title.casefold()):
        return title, text
    return first, text[found.end() :].strip()


def _written(block: PostBlock) -> str:
    match block:
        case PostParagraph(text, level):
            return f"{'=' * level} {inline(text)} {'=' * level}" if level else as_source(text)
        case PostQuote((PostParagraph(text),), raw=True):
            return text
        case PostList():
            return "\n".join(_items(block, ""))
        case _:
            raise Refused(Refusal.NOT_MEANT)


def as_source(text: str) -> str:
    """A paragraph as wikitext: its lines of pasted wikitext stay lines, others become ``<br>``."""
    written = ""
    for line in map(inline, text.split("\n")):
        pasted = any(map(_PASTED_LINE.match, (line, written.rpartition("\n")[2])))
        written += ("\n" if pasted else "<br>") * bool(written) + line
    return written


def _items(listed: PostList, prefix: str) -> Iterator[str]:
    prefix += "#" if listed.ordered else "*"
    for item in listed.items:
        first, *rest = item or (None,)
        nested = [block for block in rest if isinstance(block, PostList)]
        if not isinstance(first, PostParagraph) or len(nested) < len(rest):
            raise Refused(Refusal.NOT_MEANT)
        yield f"{prefix} {inline(first.text).replace(chr(10), '<br>')}"
        for block in nested:
            yield from _items(block, prefix)


def inline(text: str) -> str:
    """A text as wikitext with its emphasis and links.

    Raises Refused for other markup, and for emphasis that begins or ends outside the text.
    """
    text = _LINKED.sub(r"[\1 \2]", text)
    if any(sign in text for sign in (PICTURE, STRUCK, OTHER, LINK, LINKED)):
        raise Refused(Refusal.NOT_MEANT)
    if any(text.count(sign) % 2 for sign in (BOLD, ITALIC)):
        raise Refused(Refusal.NOT_MEANT)
    # An apostrophe beside ''' would be read as a part of it.
    text = re.sub(f"(?<=[{BOLD}{ITALIC}])'(?!')|(?<!')'(?=[{BOLD}{ITALIC}])", "&#39;", text)
    return text.replace(BOLD, "'''").replace(ITALIC, "''").strip()


def quoted(text: str, *, items: bool = False) -> str:
    """The wikitext that shows a quotation literally, with its emphasis and links. With ``items``
    its list marks stay list marks. Raises Refused as :func:`inline` does.
    """
    lines = [_ITEM.fullmatch(line) for line in text.split("\n")]
    if items and all(lines):
        return "\n".join(f"{line[1]}{quoted(line[2])}" for line in lines if line)
    text = _WORDS.sub(lambda found: found[0] if found[1] else as_wikitext(found[0]), text)
    return "<br>".join(
        map(inline, _BEGINS_LINE.sub(lambda found: f"&#{ord(found[0])};", text).split("\n"))
    )
