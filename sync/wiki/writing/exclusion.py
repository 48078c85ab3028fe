"""Whether the tool may write: the templates by which a page excludes bots, and the page that stops it everywhere."""

from __future__ import annotations

import re

import mwparserfromhell
from mwparserfromhell.wikicode import Wikicode

_MAY_HAVE = re.compile(r"\{\{[^{}|]{0,200}?(?:no)?bots", re.IGNORECASE)
_END = "-->"
_COMMENT = re.compile(f"<!--.*?{_END}", re.DOTALL)
_NAMESPACE = re.compile(r"^:?\s*(?:template|msg)\s*:\s*")
# A name may be written as a link to the user's page.
_BETWEEN_NAMES = re.compile(r"[,;|\[\]\n]")
_USER = re.compile(r"^:?\s*user\s*:\s*")
_RUN = frozenset({"", "run"})


def stop_page(user: str) -> str:
    """The page that stops a user's edits, unless another one is configured."""
    return f"User:{user}/Stop"


def stopped_by(text: str | None) -> bool:
    """Whether the text of the stop page stops the tool: any but a blank one and "run". None is a hidden text."""
    return text is None or text.strip().casefold() not in _RUN


def excluded_by(text: str, user: str, *, notice: bool = False) -> str | None:
    """The template by which a page excludes a user's tools, or None (https://en.wikipedia.org/wiki/Template:Bots).

    ``{{nobots}}`` and ``{{bots|deny=…}}`` do, and ``{{bots|allow=…}}`` that does not name the user; each is a list of
    names, ``all`` or ``none``. ``{{bots|optout=…}}`` excludes notices only. Comments and nowiki do not count.
    """
    if not (_MAY_HAVE.search(text) or _MAY_HAVE.search(_without_comments(text))):
        return None
    for template in mwparserfromhell.parse(text).ifilter_templates(recursive=True):
        name = _NAMESPACE.sub("", _plain(template.name))
        if name == "nobots":
            return "{{nobots}}"
        if name == "bots":
            lists = {_plain(each.name): _names(each.value) for each in template.params}
            why = _denied(lists, _folded(user), notice=notice)
            if why:
                return why
    return None


def _denied(lists: dict[str, set[str]], user: str, *, notice: bool) -> str | None:
    if lists.get("deny", {"none"}) & {"all", user}:
        return "{{bots|deny=…}}"
    if not lists.get("allow", {"all"}) & {"all", user}:
        return "{{bots|allow=…}}"
    if notice and lists.get("optout", {"none"}) - {"none", ""}:
        return "{{bots|optout=…}}"
    return None


def _without_comments(text: str) -> str:
    """The text without the comments that end: behind the last end none has to be looked for, however many begin there."""
    ends = text.rfind(_END) + len(_END)
    return _COMMENT.sub("", text[:ends]) + text[ends:] if ends >= len(_END) else text


def _names(code: Wikicode) -> set[str]:
    """The names in a list, by the pages of their links and by what is shown."""
    parts = [part for text in (_without_comments(str(code)), _plain(code)) for part in _BETWEEN_NAMES.split(text)]
    names = {_USER.sub("", _folded(part)) for part in parts}
    return names - {""} or {""}


def _plain(code: Wikicode) -> str:
    """The words of a template's name or argument, without comments and markup."""
    return _folded(code.strip_code(normalize=True, collapse=True))


def _folded(name: str) -> str:
    return re.sub(r"[\s_]+", " ", name).strip().casefold()
