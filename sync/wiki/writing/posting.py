"""Edits sent to ``api.php``, each once, and whether the answer tells if they were saved."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sync.wiki.errors import OutcomeUnknown
from sync.wiki.reading.api import Api
from sync.wiki.reading.replies import ErrorRow

__all__ = ["Posted", "Saved", "post"]


class Saved(msgspec.Struct, frozen=True):
    """What the API says of an edit: saved (with the revision before and the new one), or nothing to change, or refused."""

    result: str
    oldrevid: int | None = None
    newrevid: int | None = None
    nochange: bool = False
    code: str = ""
    info: str = ""


class Posted(msgspec.Struct, frozen=True):
    """The answer to an edit, or an error."""

    edit: Saved | None = None
    error: ErrorRow | None = None


def post(api: Api, form: Mapping[str, str]) -> Posted:
    """Send a form, once. Raises :class:`OutcomeUnknown`, and :class:`TransportError` if the wiki cannot have acted on it."""
    body = api.post({"format": "json", "formatversion": "2", **form})
    try:
        return msgspec.json.decode(body, type=Posted)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise OutcomeUnknown("the answer is incomplete, or not one of MediaWiki's") from None
