"""Forms sent to ``api.php``, each once, and whether the answer says what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import urlencode

import msgspec

from sync.net.errors import Trouble
from sync.wiki.errors import Fault
from sync.wiki.reading.connection import Connection
from sync.wiki.reading.replies import ErrorRow

__all__ = ["Lost", "Posted", "Saved", "post"]

_NO_POST = "check that the wiki's address is the one it has in a browser, with https://"


class Lost(Exception):
    """Something was sent, and what came back does not say what became of it."""


class Saved(msgspec.Struct, frozen=True):
    """What the API says of an edit: saved (with the revision before and the new one), or nothing to change, or refused."""

    result: str
    oldrevid: int | None = None
    newrevid: int | None = None
    nochange: bool = False
    code: str = ""
    info: str = ""


class _Login(msgspec.Struct, frozen=True):
    result: str
    lgusername: str = ""


class _Parsed(msgspec.Struct, frozen=True):
    text: str


class Posted(msgspec.Struct, frozen=True):
    """The answer to an edit, to a log-in, to a text that was to be expanded; or an error."""

    edit: Saved | None = None
    login: _Login | None = None
    parse: _Parsed | None = None
    error: ErrorRow | None = None


def post(connection: Connection, form: Mapping[str, str]) -> Posted:
    """Send a form, once. Raises :class:`Lost`, and :class:`Fault` where the wiki cannot have acted on it."""
    body = urlencode({"format": "json", "formatversion": "2", **form}).encode("ascii")
    try:
        reply = connection.exchange(connection.script, body)
    except Trouble as trouble:
        if trouble.sent:
            raise Lost(trouble.what) from trouble
        raise Fault(trouble.what, trouble.todo, again=trouble.again) from trouble
    if reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise Lost(connection.refusal(reply).happened)
    if HTTPStatus.MULTIPLE_CHOICES <= reply.status < HTTPStatus.BAD_REQUEST:
        raise Fault("it redirects what is sent to it, which is not followed", _NO_POST)
    if reply.status != HTTPStatus.OK:
        raise connection.refusal(reply)
    try:
        return msgspec.json.decode(reply.body, type=Posted)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Lost("its answer is not complete, or not one of MediaWiki") from None
