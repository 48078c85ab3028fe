"""One question and its answer: how often it is put, how long is waited in between, and what is said in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from urllib.parse import urlsplit

import mwclient  # type: ignore[import-untyped]
import mwclient.errors  # type: ignore[import-untyped]

from sync.net.cookies import Cookies
from sync.text import shorten
from sync.wiki.errors import Fault, WikiNotUnderstood, WikiUnreachable
from sync.wiki.reading.connection import CHECK, LATER, Connection
from sync.wiki.reading.replies import Reply, read_reply
from sync.wiki.settings import WikiSettings

__all__ = ["Api"]

MOST_REPLIES = 10_000
"""At 50 revisions a reply, a longer history than any page has."""

_BUSY = frozenset({"maxlag", "ratelimited", "readonly"})
_BROKEN = "internal_api_error_"
_ADVICE = {
    "readapidenied": "the wiki is not public, so ask its keepers",
    "readonly": "try again when its keepers are done, or read a saved snapshot with --snapshot",
}


class Api:
    """Puts questions to ``api.php``. ``waited`` counts the seconds of all waiting, which stays below ``max_wait``."""

    def __init__(
        self, settings: WikiSettings, sleep: Callable[[float], None], now: Callable[[], datetime], cookies: Cookies | None = None
    ) -> None:
        self.waited = 0.0
        self.connection = Connection(settings, now, cookies)
        self._settings = settings
        self._sleep = sleep
        address = urlsplit(settings.folder.url)
        # Without its own initialisation, which is a request; and with our connection it never sleeps.
        self._site = mwclient.Site(
            address.netloc, path=address.path, scheme=address.scheme, pool=self.connection, do_init=False, max_retries=0, retry_timeout=0
        )

    def ask(self, what: str, parameters: Mapping[str, str]) -> Reply:
        """The reply to one query. ``what`` is the question in words: "the text of …".

        Raises :class:`WikiUnreachable` and :class:`WikiNotUnderstood`.
        """
        tries = 0
        while True:
            tries += 1
            try:
                return self._once(parameters)
            except Fault as fault:
                wait = self._wait_after(fault, tries)
                if wait is None:
                    raise self.failed(what, fault, tries) from fault
            self.waited += wait
            self._sleep(wait)

    def replies(self, what: str, parameters: Mapping[str, str]) -> Iterator[Reply]:
        """The replies to a query until nothing is left to come."""
        more: dict[str, str] = {}
        seen: set[tuple[tuple[str, str], ...]] = set()
        for _ in range(MOST_REPLIES):
            reply = self.ask(what, {**parameters, **more})
            yield reply
            if not reply.more:
                return
            more = {name: str(value) for name, value in sorted(reply.more.items())}
            if not all(name.endswith("continue") for name in more):
                raise self.failed(what, Fault("it continues with something else", CHECK, understood=False))
            if tuple(more.items()) in seen:
                raise self.failed(what, Fault("it continues where it was before, without end", LATER, understood=False))
            seen.add(tuple(more.items()))
        raise self.failed(what, Fault(f"it has not come to an end after {MOST_REPLIES} replies", LATER, understood=False))

    @contextmanager
    def told(self, what: str) -> Iterator[None]:
        """Whatever is wrong with an answer that is looked at here is told to people."""
        try:
            yield
        except Fault as fault:
            raise self.failed(what, fault) from fault

    def failed(self, what: str, fault: Fault, tries: int = 1) -> WikiUnreachable | WikiNotUnderstood:
        """The error that tells people of a fault: what was asked, what happened, how often it was tried, what to do."""
        often = {1: "asked once", 2: "asked twice"}.get(tries, f"asked {tries} times")
        sentence = f"the wiki at {self._settings.folder.shown} did not give {what} ({often}): {fault.happened}; {fault.todo}"
        return WikiUnreachable(sentence, fault.code) if fault.understood else WikiNotUnderstood(sentence)

    def _once(self, parameters: Mapping[str, str]) -> Reply:
        """One try. Raises :class:`Fault`."""
        sent = {**parameters, "formatversion": "2", "curtimestamp": "1", "maxlag": str(self._settings.maxlag)}
        try:
            data = self._site.raw_api("query", "GET", retry_on_error=False, **sent)
        except mwclient.errors.APIDisabledError:
            raise Fault("its API is switched off", "ask the wiki's keepers") from None
        except mwclient.errors.InvalidResponse as error:
            raise _no_json(error.response_text or "") from None
        except RecursionError:
            raise Fault("its answer is nested too deeply", CHECK, understood=False) from None
        reply = read_reply(data)
        if reply.error is not None:
            raise self._refusal(reply.error.code, reply.error.info)
        return reply

    def _refusal(self, code: str, info: str) -> Fault:
        again = code in _BUSY or code.startswith(_BROKEN)
        return Fault(
            f"it answered with the error {shorten(code, 60)!r} ({shorten(info, 200)})",
            _ADVICE.get(code, LATER if again else CHECK),
            again=again,
            wait=self.connection.asked_wait,
            code=code,
        )

    def _wait_after(self, fault: Fault, tries: int) -> float | None:
        """How long to wait before the next try; None where there is to be none."""
        settings = self._settings
        if not fault.again or tries > settings.max_retries:
            return None
        step = min(settings.retry_timeout * 2.0 ** (tries - 1), settings.max_retry_timeout)
        wait = max(step, fault.wait.seconds if fault.wait else 0.0)
        if self.waited + wait > settings.max_wait:
            asked = f"asks to wait {fault.wait.text}" if fault.wait and fault.wait.seconds else "no more waiting is allowed"
            fault.happened += f", and {asked}"
            return None
        return wait


def _no_json(text: str) -> Fault:
    """An answer that is no JSON: cut off, which may pass, or a page for people, which will not."""
    if text.lstrip("\ufeff \t\r\n").startswith("<"):
        return Fault("a web page came instead of an answer", CHECK)
    return Fault("its answer is not complete" if text else "its answer is empty", LATER, again=True)
