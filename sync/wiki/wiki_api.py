"""``api.php`` through mwclient, on this project's HTTP stack.

:class:`Api` is the connection pool of its :class:`mwclient.Site`, which itself neither waits nor
repeats. mwclient trusts its input, so each reply is checked against the shapes of
:mod:`sync.wiki.api_replies` first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from types import SimpleNamespace
from urllib.parse import urlencode, urlsplit

import msgspec
import mwclient  # type: ignore[import-untyped]
import mwclient.errors  # type: ignore[import-untyped]

from sync.net.fetched import TransportError, attempts, status_error
from sync.net.http import FormSession, Http
from sync.text import shorten
from sync.wiki.api_replies import ApiReply, odd, read_reply
from sync.wiki.wiki_access import (
    ApiError,
    OutcomeUnknown,
    WikiNotUnderstood,
    WikiSettings,
    WikiUnreachable,
)

ACCEPT = "application/json"
TEXTS = {"prop": "revisions", "rvprop": "ids|timestamp|user|comment|content", "rvslots": "main"}
UNKNOWN_REVISION = frozenset({"badid_rvstartid", "nosuchrevid"})
_LATER = "try again later, or read a saved snapshot with --snapshot"
CHECK = "check that the wiki's address is the folder of its api.php"
MOST_REPLIES = 10_000
"""At 50 revisions per reply, a longer history than any page has."""

_FEW = 8

MAXLAG = 5
"""The accepted lag of the wiki's database server in seconds (MediaWiki's "Maxlag parameter")."""

_BUSY = frozenset({"maxlag", "ratelimited", "readonly"})
_BROKEN = "internal_api_error_"
_ADVICE: dict[int | str, str] = {
    401: "the wiki is not public; contact its administrators",
    403: "the wiki blocks this tool; contact its administrators",
    404: CHECK,
    "readapidenied": "the wiki is not public; contact its administrators",
    "readonly": (
        "try again when the wiki is writable again, or read a saved snapshot with --snapshot"
    ),
}

# mwclient logs the API's warnings, which are in the wiki's words.
logging.getLogger("mwclient").addHandler(logging.NullHandler())


class Api:
    """The API of one wiki. ``site`` is mwclient's; use it within :meth:`asking`, which turns errors
    into sentences.
    """

    def __init__(
        self, settings: WikiSettings, http: Http, hide: Callable[[str], str] = str
    ) -> None:
        """``hide`` removes a secret from the wiki's messages."""
        self.settings = settings
        self.hide = hide
        self.http = http
        self._left = MOST_REPLIES
        address = urlsplit(settings.folder.url)
        self.site = mwclient.Site(
            address.netloc,
            path=address.path,
            scheme=address.scheme,
            pool=self,
            do_init=False,
            max_retries=0,
            retry_timeout=0,
        )

    @contextmanager
    def asking(self, requested: str) -> Iterator[None]:
        """Make a few requests within the block. ``requested`` describes their object, such as "the
        text of 'Ruleset'". Raises :class:`WikiUnreachable`, :class:`WikiNotUnderstood`.
        """
        self._left = _FEW
        try:
            yield
        except TransportError as error:
            raise self.failed(requested, error) from error
        except mwclient.errors.APIError as error:
            failure = self._api_error(f"{error.code}", f"{error.info}")
            raise self.failed(requested, failure) from None
        except mwclient.errors.LoginError:
            raise
        except (mwclient.errors.MwClientError, RecursionError):
            raise self.failed(requested, odd("not a reply of MediaWiki's API")) from None

    def queries(self, requested: str, parameters: Mapping[str, str]) -> Iterator[ApiReply]:
        """Yield the replies to ``action=query`` with all their continuations."""
        seen: list[Mapping[str, str | int]] = [{}]
        while True:
            with self.asking(requested):
                reply = msgspec.convert(
                    self.site.get("query", **{**parameters, **seen[-1], "curtimestamp": "1"}),
                    ApiReply,
                )
                if reply.more in seen[1:] or len(seen) >= MOST_REPLIES:
                    raise odd("its continuations repeat or do not end")
            yield reply
            if not reply.more:
                return
            seen.append(reply.more)

    def failed(self, requested: str, error: TransportError) -> WikiUnreachable | WikiNotUnderstood:
        """Return the error with its message: the object of the request, the attempts, the reason,
        and the next step.
        """
        sentence = (
            f"{self.settings.folder.shown}: API request for {requested} failed"
            f" ({attempts(error.tries)}): {self.hide(error.reason)};"
            f" {_ADVICE.get(error.status or 0, error.todo)}"
        )
        if isinstance(error, ApiError):
            return (
                WikiUnreachable(sentence, error.code)
                if error.understood
                else WikiNotUnderstood(sentence)
            )
        return WikiUnreachable(sentence)

    def request(
        self,
        method: str,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        data: Mapping[str, str] | None = None,
        **_: object,
    ) -> SimpleNamespace:
        """Send a request for mwclient, with the signature of :meth:`requests.Session.request`;
        address, headers and time-outs are this project's own.

        Raises :class:`TransportError`. A POST is sent once, and raises :class:`OutcomeUnknown` if
        its answer is lost.
        """
        fields = dict((params if method == "GET" else data) or {})
        self._left -= 1
        if self._left < 0:
            raise odd("the wiki asks for fewer requests at once")
        if method == "GET":
            address = replace(self.settings.script, query=urlencode({**fields, "maxlag": MAXLAG}))
            body = self.http.fetch(address, check=lambda response: self._check(response.body))[
                1
            ].body
        else:
            body = self.post(fields)
            try:
                self._check(body)
            except ApiError as error:
                raise (
                    error if error.understood and error.code else OutcomeUnknown(error.reason)
                ) from None
        # The part of a requests.Response that mwclient uses. Some headers would make it wait.
        return SimpleNamespace(text=body.decode("utf-8"), status_code=HTTPStatus.OK, headers={})

    def post(self, fields: Mapping[str, str]) -> bytes:
        """Send a form once and return the body of the answer. Raises :class:`OutcomeUnknown`, and
        :class:`TransportError` if the wiki cannot have acted on the form.
        """
        if not isinstance(self.http, FormSession):
            raise NotImplementedError("this client only reads")
        try:
            page = self.http.submit(self.settings.script, list(fields.items()))
        except TransportError as error:
            if error.sent:
                raise OutcomeUnknown(error.reason) from error
            raise
        if page.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise OutcomeUnknown(status_error(page.status).reason)
        if HTTPStatus.MULTIPLE_CHOICES <= page.status < HTTPStatus.BAD_REQUEST:
            raise TransportError(
                "redirect of a form, not followed",
                "check that the wiki's address is the address shown in a browser, with https://",
            )
        if page.status != HTTPStatus.OK:
            raise status_error(page.status)
        return page.body

    def _check(self, body: bytes) -> None:
        """Raise :class:`ApiError` for a reply that mwclient must not get, or that may differ a
        little later.
        """
        reply = read_reply(body)
        if reply.error is not None and (
            reply.error.code in _BUSY or reply.error.code.startswith(_BROKEN)
        ):
            raise self._api_error(reply.error.code, reply.error.info, again=True)

    def _api_error(self, code: str, info: str, *, again: bool = False) -> ApiError:
        todo = _ADVICE.get(code, _LATER if again else CHECK)
        says = f"API error {shorten(self.hide(code), 60)!r} ({shorten(self.hide(info), 200)})"
        return ApiError(says, todo, again=again, code=code)
