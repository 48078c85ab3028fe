"""Whether people let the tool write: the sign they put on a page, and the page that stops it everywhere."""

from __future__ import annotations

import re

import mwparserfromhell

__all__ = ["excluded_by", "stop_page", "stopped_by"]

_MAY_HOLD = re.compile(r"\{\{[^{}|]{0,200}?(?:no)?bots", re.IGNORECASE)
_NAMESPACE = re.compile(r"^(?:template|msg)\s*:\s*", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_RUN = frozenset({"", "run"})


def stop_page(user: str) -> str:
    """The page that stops a user's edits where no other one is configured."""
    return f"User:{user}/Stop"


def stopped_by(text: str | None) -> bool:
    """Whether the text of the stop page, None where it was hidden, stops the tool: anything but nothing and "run" does."""
    return text is None or text.strip().casefold() not in _RUN


def excluded_by(text: str, user: str, *, notice: bool = False) -> str | None:
    """The sign by which a page keeps a user's tools away, or None.

    ``{{nobots}}`` and ``{{bots|deny=…}}`` do, and ``{{bots|allow=…}}`` where it does not name the user; as a list of
    names, ``all`` or ``none``. ``{{bots|optout=…}}`` refuses notices only. What is in comments or nowiki does not count.
    """
    if not _MAY_HOLD.search(text):
        return None
    for template in mwparserfromhell.parse(text).ifilter_templates(recursive=True):
        name = _NAMESPACE.sub("", _COMMENT.sub("", str(template.name)).strip()).strip().casefold()
        if name == "nobots":
            return "{{nobots}}"
        if name == "bots":
            given = {str(one.name).strip().casefold(): _names(str(one.value)) for one in template.params}
            why = _denied(given, _plain(user), notice=notice)
            if why:
                return why
    return None


def _denied(given: dict[str, set[str]], user: str, *, notice: bool) -> str | None:
    deny, allow = given.get("deny", {"none"}), given.get("allow", {"all"})
    if deny & {"all", user}:
        return "{{bots|deny=…}}"
    if not allow & {"all", user}:
        return "{{bots|allow=…}}"
    if notice and given.get("optout", {"none"}) - {"none", ""}:
        return "{{bots|optout=…}}"
    return None


def _names(value: str) -> set[str]:
    return {_plain(name) for name in _COMMENT.sub("", value).split(",")}


def _plain(name: str) -> str:
    return re.sub(r"[\s_]+", " ", name).strip().casefold()
