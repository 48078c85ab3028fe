"""A session that may send forms: one fixed User-Agent, the site's cookies, redirects of what was sent never followed.

It reads as :class:`sync.net.http.Http` does, which keeps no cookies and can send nothing. Cookies live in memory,
for as long as the session does.
"""

from __future__ import annotations

import http.client
import math
import random
import re
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from urllib.parse import urlencode

from sync.net.addresses import Address
from sync.net.cookies import Cookies
from sync.net.errors import Trouble
from sync.net.http import Http, HttpSettings
from sync.net.response import Answer, make_answer
from sync.net.transport import Reply
from sync.times import clock

__all__ = ["FormSession", "NotSubmitted"]

# The software tells why it refuses a form with 200 in one generation and with 403 in the other.
_READABLE = (http.client.OK, http.client.FORBIDDEN)
_COOKIES = re.compile(r"[\x20-\xff]{0,16000}")


class NotSubmitted(Exception):
    """A form was not answered. ``may_have_arrived`` says whether the site may have acted on it all the same."""

    def __init__(self, what: str, *, may_have_arrived: bool) -> None:
        super().__init__(what)
        self.what = what
        self.may_have_arrived = may_have_arrived


class FormSession(Http):
    """A session that can also send forms; each once, whatever becomes of it. Not for several threads at once."""

    def __init__(
        self,
        settings: HttpSettings,
        *,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = clock,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        super().__init__(settings, sleep=sleep, monotonic=monotonic, now=now, jitter=jitter)
        self._cookies = Cookies()

    def pause(self, seconds: float) -> None:
        """Wait; what a caller waits for on its own account is counted like every other pause."""
        if seconds > 0:
            self.waited += seconds
            self._sleep(seconds)

    def since(self, moment: float | None) -> float:
        """The seconds since a moment that :meth:`moment` gave; without end where there was none."""
        return math.inf if moment is None else self._monotonic() - moment

    def moment(self) -> float:
        """Now, for :meth:`since`."""
        return self._monotonic()

    def submit(self, address: Address, fields: Sequence[tuple[str, str]]) -> Answer:
        """Send a form to an address, once, and give the answer, of whatever status. Raises :class:`NotSubmitted`.

        No redirect is followed. A body is there only with the statuses 200 and 403.
        """
        until, why = self._closed.get(address.host, (-math.inf, ""))
        if self._monotonic() < until:
            raise NotSubmitted(why, may_have_arrived=False)
        self._keep_distance(address.host)
        form = urlencode(fields).encode("ascii")
        try:
            reply = self._exchange(address, lambda there: self._send(there, form))
        except Trouble as trouble:
            raise NotSubmitted(trouble.what, may_have_arrived=trouble.sent) from None
        return make_answer(address.url, address.url, reply.status, reply.headers, reply.body, self._now())

    def _ask(self, address: Address) -> Reply:
        return self._taken(address, self._transport.exchange(address, headers=self._cookie(address)))

    def _send(self, address: Address, form: bytes) -> Reply:
        cookie = self._cookie(address)
        # Over a connection of its own: one that was kept may be dead, and the form lost in it.
        self._transport.close()
        return self._taken(address, self._transport.exchange(address, form=form, headers=cookie, readable=_READABLE))

    def _cookie(self, address: Address) -> dict[str, str]:
        header = self._cookies.header(address)
        if not all(_COOKIES.fullmatch(value) for value in header.values()):
            raise Trouble("its cookies cannot be sent back to it", "look at it in a browser", sent=False)
        return header

    def _taken(self, address: Address, reply: Reply) -> Reply:
        self._cookies.take(address, reply.cookies)
        return reply
