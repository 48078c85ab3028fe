"""Which wiki page tracks the gamestate: the sentence that says so, else the page the dynastic rules track on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from parsers.ruleset.markup import plain
from parsers.ruleset.model import Rule
from parsers.ruleset.tree import SectionKind, Tree

__all__ = ["read_tracking_page"]

_STATED = re.compile(r"(?i:\bgamestate tracking page\b)[^.;]{0,60}? is (?:the )?")
_STATED_END = re.compile(r" (?:wiki )?page\b| on the wiki\b|[;,]|\.(?: (?![0-9])|$)|$")
_LINKED = re.compile(r"['\"“]{0,3}\[\[:?([^\[\]|#]{1,200})(?:[#|][^\[\]]{0,200})?\]\]")
_BLOCK = re.compile(r"\n(?=[\n*#:;|!])")
_QUOTE = '"“”'

_NAME = r"(?:[\"“]([^\"“”]{1,120})[\"”]|([A-Z][\w'’-]{0,60}(?: (?:of|the|and|[A-Z0-9][\w'’-]{0,60})){0,6}))"
_PLACE = r"\b(?:on|in|of) (?:the |a )?(?:[\w'’]{1,40} ){0,3}(?:table|section|list|part) of the "
_MENTIONS = (
    re.compile(rf"(?:\b(?:on|in|of) the |{_PLACE}){_NAME} (?:wiki page|page of the wiki|page on the wiki|page)\b"),
    re.compile(rf"\bwiki page (?:called |named |titled )?{_NAME}"),
)


def _title(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).strip(_QUOTE + "'").strip()


def _stated_page(text: str) -> str | None:
    """The page that a sentence names as the one, in wikitext on one line."""
    stated = _STATED.search(text)
    if stated is None:
        return None
    linked = _LINKED.match(text, stated.end())
    if linked:
        return _title(linked.group(1))
    shown = plain(text[stated.end() : stated.end() + 400])
    end = _STATED_END.search(shown)
    return (_title(shown[: end.start()]) if end else "") or None


def _mentioned(rule: Rule) -> Iterator[str]:
    """The pages on which a dynastic rule says that something is tracked."""
    for block in _BLOCK.split(rule.text):
        low = block.lower()
        if "tracked" in low or "tracks" in low:
            shown = plain(_LINKED.sub(r"“\1”", block.replace("\n", " ")))
            for pattern in _MENTIONS:
                yield from (_title(quoted or bare) for quoted, bare in pattern.findall(shown))


def read_tracking_page(tree: Tree) -> str | None:
    """The title of the page, as linked or written; None where no rule names one."""
    for rule in tree.texts:
        if rule.effective and "tracking page" in rule.text.lower():
            page = _stated_page(" ".join(rule.text.split()))
            if page:
                return page
    mentions = Counter(page for rule in tree.texts if tree.kind(rule) is SectionKind.DYNASTIC for page in _mentioned(rule))
    return next(iter(mentions.most_common(1)), (None, 0))[0]
