"""Wikitext of a rule to blocks of visible text: paragraphs, list items, glossary entries, table cells.

Only what the prose of a Ruleset needs: templates are replaced by their visible arguments, links by their
labels. Every expression here is linear in its input.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

__all__ = ["Block", "blocks", "plain", "prepared"]

_OPENER = re.compile(r"<!--|<(nowiki|pre)\b[^<>]*>", re.IGNORECASE)
_CLOSERS = {name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in ("nowiki", "pre")}
_LITERAL = str.maketrans({mark: f"&#{ord(mark)};" for mark in "<>[]{}|!'=*#:;-"} | {"\n": " "})
_BLANKS = re.compile(r"[ \t\u00a0]+")
_DIV = re.compile(r"</?div\b[^<>]*>", re.IGNORECASE)

_TEMPLATE = re.compile(r"\{\{([^{}]*)\}\}")
_BEGINNING = re.compile(r"(?:\A|(?<=\n\n))[: ]*\{\{([^{}]*)\}\}(?= ?(?:\n|\Z))")
_DEEPEST_TEMPLATE = 8
_LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")
_EXTERNAL = re.compile(r"\[(?:https?:)?//[^\s\[\]]+(?: ([^\[\]]*))?\]")
_HTML_ITEM = re.compile(r"<li\b[^<>]*>", re.IGNORECASE)
_HTML_BLOCK = re.compile(r"</?(?:ul|ol|li|p|blockquote|center|table|tr|td|th)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_BOLD = re.compile(r"'{2,5}")
_MARKED = re.compile(r"[\[\]{}<>&]")
_LIST_MARKS = "*#:;"


def _literal(found: re.Match[str], inner: str) -> str:
    """Text that MediaWiki shows as it stands, its marks written as entities so that nothing reads them."""
    text = inner.translate(_LITERAL)
    return f"\n\n{text}\n\n" if found.group(1).lower() == "pre" else text


def _after_comment(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the text before and after a comment stops and goes on: one alone on its lines takes them with it."""
    before, after = start, end
    while before and text[before - 1] in " \t":
        before -= 1
    while after < len(text) and text[after] in " \t":
        after += 1
    alone = (not before or text[before - 1] == "\n") and text[after : after + 1] == "\n"
    return (before, after + 1) if alone else (start, end)


def _without_comments(text: str) -> str:
    """The text without HTML comments, with nowiki and pre made harmless; an unclosed comment hides the rest."""
    parts: list[str] = []
    unclosed: set[str] = set()
    at = 0
    for found in _OPENER.finditer(text):
        if found.start() < at:
            continue
        name = (found.group(1) or "").lower()
        if not name:
            close = text.find("-->", found.end())
            stop, go_on = _after_comment(text, found.start(), close + 3 if close >= 0 else len(text))
            parts.append(text[at : max(at, stop)])
            at = go_on
        elif found.group().endswith("/>"):
            parts.append(text[at : found.start()])
            at = found.end()
        elif name not in unclosed:
            closing = _CLOSERS[name].search(text, found.end())
            if closing is None:
                unclosed.add(name)
                continue
            parts += (text[at : found.start()], _literal(found, text[found.end() : closing.start()]))
            at = closing.end()
    return "".join((*parts, text[at:]))


def prepared(text: str) -> str:
    """A page's wikitext as all readers here take it: one kind of line end, no comments, no layout, nothing literal."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "<" in text:
        text = _DIV.sub("", _without_comments(text))
    return _BLANKS.sub(" ", text) if "  " in text or "\t" in text or "\u00a0" in text else text


def _arguments(found: re.Match[str]) -> str:
    """What a reader may see of a template nobody can expand here: unnamed arguments, and named ones that are prose."""
    shown = []
    for part in found.group(1).split("|")[1:]:
        name, named, value = part.partition("=")
        if not named:
            shown.append(part.strip())
        elif name.strip().isdigit() or len(value.split()) > 2:
            shown.append(value.strip())
    return " ".join(shown)


def _own_paragraph(found: re.Match[str]) -> str:
    """A template on a line of its own that opens a paragraph: a box or a heading, no part of the first sentence."""
    return f"\n\n{_arguments(found)}\n\n"


def _expanded(text: str) -> str:
    for _ in range(_DEEPEST_TEMPLATE):
        text, alone = _BEGINNING.subn(_own_paragraph, text)
        text, inline = _TEMPLATE.subn(_arguments, text)
        if not alone + inline:
            break
    return text


def _label(found: re.Match[str]) -> str:
    target, label = found.group(1), found.group(2)
    if target.lower().startswith(("file:", "image:", "category:")):
        return ""
    return label if label else target.removeprefix(":")


def plain(text: str) -> str:
    """One line of wikitext as visible text on one line."""
    if not _MARKED.search(text) and "''" not in text:
        return text.strip()
    if "{{" in text:
        text = _expanded(text)
    if "[" in text:
        text = _EXTERNAL.sub(lambda m: m.group(1) or "", _LINK.sub(_label, text))
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub(" ", text))
    return " ".join(html.unescape(_BOLD.sub("", text)).split())


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or table cell (``depth`` 0) or list item (its depth), with what it stands under.

    ``lead`` is the text that introduces a list item: the paragraph or shallower item above it. ``term`` is
    the glossary term a definition explains.
    """

    text: str
    depth: int = 0
    lead: str = ""
    term: str = ""


def _cells(line: str) -> Iterator[str]:
    """The contents of the cells on one line of a table, without their attributes."""
    if line.startswith("|-"):
        return
    inner = line[2:] if line.startswith("|+") else line[1:]
    for cell in (inner.replace("!!", "||") if line[0] == "!" else inner).split("||"):
        attributes, bar, content = cell.partition("|")
        shown = content if bar and "[[" not in attributes else cell
        yield shown.strip().lstrip(_LIST_MARKS)


def _table_lines(text: str) -> Iterator[str]:
    """The lines of a text with each table cell as a paragraph of its own."""
    depth = 0
    for line in text.split("\n"):
        start = line.lstrip(": \t")
        if start.startswith("{|"):
            depth += 1
            yield ""
        elif not depth:
            yield line
        elif start.startswith("|}"):
            depth -= 1
            yield ""
        elif start.startswith(("|", "!")):
            for cell in _cells(start):
                yield from ("", cell)
        else:
            yield line


def _lines(text: str) -> Iterator[str]:
    if "{{" in text:
        text = _expanded(text)
    if "<" in text:
        text = _HTML_BLOCK.sub("\n\n", _HTML_ITEM.sub("\n* ", text))
    return _table_lines(text) if "{|" in text else iter(text.split("\n"))


def _depth(marks: str, *, defining: bool) -> int:
    """How deep in lists a line with these marks stands: 0 for the parts of a definition list."""
    bullets = marks.lstrip(":;")
    if bullets or defining:
        return len(bullets)
    return len(marks)


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a rule's own (prepared) wikitext, in order; empty ones are left out.

    Lines without an empty one between them are one paragraph, as MediaWiki joins them.
    """
    leads = [""]
    term = ""
    paragraph: list[str] = []
    for line in chain(_lines(text), ("",)):
        marks = line[: len(line) - len(line.lstrip(_LIST_MARKS))] if line[:1] in _LIST_MARKS else ""
        content = plain(line.removeprefix(marks) if line[:4] != "----" else line.lstrip("-"))
        if paragraph and (marks or not content):
            leads = [" ".join(paragraph)]
            yield Block(leads[0])
            paragraph = []
        if not content:
            continue
        if not marks:
            term = ""
            paragraph.append(content)
            continue
        if marks.endswith(";"):
            term, _, content = (part.strip() for part in content.partition(":"))
            if not content:
                continue
        depth = _depth(marks, defining=bool(term))
        del leads[max(depth, 1) :]
        yield Block(content, depth, leads[-1] if depth else "", term)
        if depth:
            leads.append(content)
        else:
            leads = [content]
