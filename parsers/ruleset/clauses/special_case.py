"""Which Special Case rules are in force when their title does not say so (the section's own introduction)."""

from __future__ import annotations

import re

from parsers.ruleset.markup import blocks
from parsers.ruleset.model import Clause, Unread
from parsers.ruleset.prose import Canon, split_sentences
from parsers.ruleset.tree import SectionKind, Tree

__all__ = ["read_default_status"]

_IF_TAG = re.compile(
    r"\btitle\b.{0,60}\bincludes? (?:an? )?(?:(asterisk)\b|\"?\[([a-z ]{2,30})\]\"?).{0,60}?\bdefault status is (active|inactive)\b"
    r".{0,20}\botherwise,? its default status is (active|inactive)\b"
)
_ALWAYS = re.compile(
    r"\b(?:otherwise,? its (?:default )?status is|default status (?:of .{0,40} )?is|are,? by default,?|defaults? to(?: being)?) (active|inactive)\b"
)
_ABOUT = re.compile(r"\bdefault status is\b|\bits (?:default )?status is (?:active|inactive)\b|\bby default\b")
_KEY = "special_case.default"


def read_default_status(tree: Tree, canon: Canon) -> tuple[Clause | None, list[Unread]]:
    """The default status of Special Case rules, e.g. ``inactive-if-asterisk``; None where the section has none."""
    section = next((s for s in tree.sections if s.kind is SectionKind.SPECIAL_CASE), None)
    if section is None:
        return None, []
    sentences = [text for block in blocks(section.intro) for text in split_sentences(block.text)]
    plain_default: Clause | None = None
    for text in sentences:
        form = canon(text)
        found = _IF_TAG.search(form)
        if found:
            mark = found.group(1) or found.group(2)
            if found.group(3) == found.group(4):
                return Clause(found.group(3), section.title, text), []
            return Clause(f"{found.group(3)}-if-{mark}", section.title, text), []
        always = _ALWAYS.search(form)
        if always and "default status is its" not in form:
            plain_default = Clause(always.group(1), section.title, text)
    if plain_default is None:
        return None, [Unread(_KEY, "no sentence says which Special Case rules are active without saying so", section.title)]
    if any(_ABOUT.search(canon(text)) and "title" in canon(text) and "[x]" not in canon(text) for text in sentences):
        return None, [Unread(_KEY, f"not understood: “{plain_default.quote}”", section.title)]
    return plain_default, []
