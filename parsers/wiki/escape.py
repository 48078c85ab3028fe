"""Text made safe to stand in wikitext: it shows as it is, and can be taken for nothing else."""

from __future__ import annotations

import re

from parsers.patterns import later
from parsers.wiki.inline import FREE_LINK
from parsers.wiki.markup import decode

_CONTROL = later(r"[\x00-\x08\x0b-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
_MARKUP = later(
    r"[|\t]|\{(?=\{)|(?<=[-{])\{|\}(?=\})|(?<=\})\}(?!\})|'(?=')|(?<=')'|<(?=[A-Za-z/!])|&(?=#|[A-Za-z0-9]+;)|~(?=~~)|_(?=_)"
    r"|\[(?=\[|//|[A-Za-z]+:)|(?<=\[)\[|\](?=\])",
)
_LINE_START = frozenset("*#:;=-+!|{} ")


def as_wikitext(text: str, *, header: bool = False, bold: bool = False, argument: bool = False, line_start: bool = False) -> str:
    """The wikitext that shows ``text``; its newlines become ``<br>``, blanks around it are left out.

    ``header`` says that it stands on a line of headers, ``bold`` between the marks for bold, ``argument`` in
    an argument of a template, ``line_start`` where a line begins. Raises ValueError for control characters.
    """
    if _CONTROL.search(text):
        raise ValueError("the new text has control characters, which no page keeps")
    text = FREE_LINK.sub(_address, _MARKUP.sub(lambda match: _entity(match.group()), text.strip()))
    if header:
        text = re.sub(r"!(?=!)|(?<=!)!|^!|!$", "&#33;", text)
    if bold:
        text = re.sub(r"^'|'$", "&#39;", text)
    if argument:
        # A brace beside those of the template would be one of its.
        text = text.replace("=", "&#61;").replace("{", "&#123;").replace("}", "&#125;")
    if line_start and text[:1] in _LINE_START and text:
        text = _entity(text[0]) + text[1:]
    return re.sub(r"[ ]*\n[ \n]*", "<br>", text)


def _address(match: re.Match[str]) -> str:
    """An address; one with an entity, which would show otherwise, becomes no link."""
    address = match.group()
    return address if decode(address) == address else address.replace(":", "&#58;", 1)


def _entity(character: str) -> str:
    return {"\t": " ", "<": "&lt;", "&": "&amp;"}.get(character, f"&#{ord(character)};")
