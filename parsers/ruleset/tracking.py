"""Which wiki page tracks the gamestate: the sentence that says so, else the page the dynastic rules track on."""

from __future__ import annotations

import re
from collections import Counter

from parsers.ruleset.markup import plain, without_comments
from parsers.ruleset.tree import SectionKind, Tree

__all__ = ["read_tracking_page"]

_STATED = re.compile(
    r"gamestate tracking page for (?:this|the current) dynasty is ([^.;]{1,160}?)(?: wiki page| page| on the wiki|[.;])", re.IGNORECASE
)
_TARGET = re.compile(r"\[\[([^\[\]|#]{1,120})[^\[\]]{0,120}\]\]")
_NAME = r"[\"“]?((?:The )?[A-Z][\w'’-]*(?: (?:of|the|and|[A-Z0-9][\w'’-]*)){0,6})[\"”]?"
_MENTIONS = (
    re.compile(
        rf"\b(?:on|in|of) the (?:[\w'’ ]{{1,40}} (?:table|section|list|part) of the )?{_NAME} (?:wiki page|page of the wiki|page on the wiki|page)\b"
    ),
    re.compile(rf"\bwiki page (?:called |named |titled )?{_NAME}"),
)
_TRACKED = ("tracked", "tracks")


def _page(name: str) -> str:
    bare = name.strip().strip("\"“”'").strip()
    return bare.removeprefix("the ").strip().strip('"“”') or bare


def read_tracking_page(tree: Tree) -> str | None:
    """The title of the page, as linked or written; None where no rule names one."""
    for rule in tree.rules:
        if not rule.effective or "tracking page" not in rule.text.lower():
            continue
        text = " ".join(without_comments(rule.text).split())
        stated = _STATED.search(text)
        if stated:
            target = _TARGET.search(stated.group(1))
            return target.group(1).strip().replace("_", " ") if target else _page(plain(stated.group(1)))
    mentions: Counter[str] = Counter()
    for rule in tree.rules:
        if tree.kind(rule) is not SectionKind.DYNASTIC:
            continue
        for line in rule.text.split("\n"):
            if any(word in line.lower() for word in _TRACKED):
                shown = plain(line)
                mentions.update(_page(name) for pattern in _MENTIONS for name in pattern.findall(shown))
    return mentions.most_common(1)[0][0] if mentions else None
