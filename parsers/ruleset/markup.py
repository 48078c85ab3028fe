"""Wikitext of a rule to blocks of visible text: paragraphs, list items, glossary entries.

Only what the prose of a Ruleset needs: tables are left out (they are data, not clauses), templates are
replaced by their visible arguments, links by their labels. Every expression here is linear in its input.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

__all__ = ["Block", "blocks", "plain", "without_comments"]

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_NOWIKI = re.compile(r"</?nowiki\s*/?>", re.IGNORECASE)
_TEMPLATE = re.compile(r"\{\{([^{}]*)\}\}")
_LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")
_EXTERNAL = re.compile(r"\[(?:https?:)?//[^\s\[\]]+(?: ([^\[\]]*))?\]")
_TAG = re.compile(r"<(/?[a-zA-Z][^<>]*)>")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_BOLD = re.compile(r"'{2,5}")
_MARKED = re.compile(r"[\[\]{}<>&]|''")
_DEEPEST_TEMPLATE = 8


def without_comments(text: str) -> str:
    """The text without HTML comments; an unclosed one hides the rest, as MediaWiki has it."""
    return _COMMENT.sub("", text) if "<!--" in text else text


def _arguments(match: re.Match[str]) -> str:
    """What a reader sees of a template nobody can expand here: its unnamed arguments."""
    parts = match.group(1).split("|")[1:]
    return " ".join(part.strip() for part in parts if "=" not in part)


def _label(match: re.Match[str]) -> str:
    target, label = match.group(1), match.group(2)
    if target.lower().startswith(("file:", "image:", "category:")):
        return ""
    return label if label else target.removeprefix(":")


def plain(text: str) -> str:
    """One line of wikitext as visible text on one line."""
    if not _MARKED.search(text):
        return " ".join(text.split())
    for _ in range(_DEEPEST_TEMPLATE):
        text, count = _TEMPLATE.subn(_arguments, text)
        if not count:
            break
    if "[" in text:
        text = _EXTERNAL.sub(lambda m: m.group(1) or "", _LINK.sub(_label, text))
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub(" ", _NOWIKI.sub("", text)))
    return " ".join(html.unescape(_BOLD.sub("", text)).split())


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph (``depth`` 0) or list item (its depth), with what it stands under.

    ``lead`` is the text that introduces a list item: the paragraph or shallower item above it. ``term`` is
    the glossary term a definition explains.
    """

    text: str
    depth: int = 0
    lead: str = ""
    term: str = ""


def _visible_lines(text: str) -> Iterator[str]:
    """The lines outside tables and templates that fill lines of their own, comments gone."""
    tables = 0
    for line in without_comments(text).split("\n"):
        start = line.lstrip(": \t")
        if start.startswith("{|"):
            tables += 1
        elif tables:
            tables -= start.startswith("|}")
        elif start.startswith("{{") and line.rstrip().endswith("}}") and line.count("{{") == 1:
            yield ""
        else:
            yield line


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a rule's own wikitext, in order; empty ones are left out.

    Lines without an empty one between them are one paragraph, as MediaWiki joins them.
    """
    leads = [""]
    term = ""
    paragraph: list[str] = []
    for line in chain(_visible_lines(text), ("",)):
        marks = line[: len(line) - len(line.lstrip("*#:;"))]
        content = plain(line[len(marks) :])
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
            term, _, content = content.partition(" : ")
        depth = len(marks.replace(":", "").replace(";", ""))
        if content and not depth:
            yield Block(content, 0, "", term)
            leads = [content]
        elif content:
            del leads[depth:]
            yield Block(content, depth, leads[-1], "")
            leads.append(content)
