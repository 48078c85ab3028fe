"""Links as a reader sees them: by their label."""

from __future__ import annotations

import re

from parsers.wiki.quotes import without_quotes

__all__ = ["without_external_links", "without_links"]

_TARGET = re.compile(r"[^\[\]{}|<>\n\x00-\x1f\x7f]+")
_SCHEME = r"(?:https?|ftps?|ircs?|news|nntp|ssh|svn|git|gopher|telnet|worldwind|redis|mms)://|//|(?:mailto|tel|sms|urn|geo|magnet|xmpp|sips?|bitcoin|matrix):"
_PROTOCOL = re.compile(_SCHEME, re.IGNORECASE)
_EXTERNAL = re.compile(rf'\[((?:{_SCHEME})[^\s\[\]<>"\x00\x7f]+)[ \t]*+([^\[\]\n]*)\]', re.IGNORECASE)
_FILES = frozenset({"file", "image"})


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
        if not target.strip(" :_") or _PROTOCOL.match(target) or not (label or chunk.startswith("]]", after)):
            out.append("[[" + chunk)
            continue
        space = target.partition(":")[0].strip(" _").lower() if ":" in target else ""
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
            out.append(without_quotes(shown) if label else target.removeprefix(":"))
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
    return _EXTERNAL.sub(lambda match: match.group(2) or match.group(1), text) if "[" in text else text
