"""What mwclient sends its requests through: one bounded exchange each, redirects within the wiki only.

mwclient would repeat and sleep on its own, print what a failing server wrote, and trip over some headers.
So it only ever sees replies with status 200 and no headers; everything else ends here, as a :class:`Fault`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlencode

from sync.net.addresses import Address, join, shown_address
from sync.net.cookies import Cookies
from sync.net.errors import Bounds, Trouble
from sync.net.retry_after import AskedWait, read_retry_after
from sync.net.transport import Reply, Transport
from sync.settings.version import user_agent
from sync.wiki.errors import Fault
from sync.wiki.settings import WikiSettings

__all__ = ["CHECK", "LATER", "Connection", "WikiReply"]

LATER = "try again later, or read a saved snapshot with --snapshot"
CHECK = "check that the wiki's address is the folder of its api.php"

_MAX_REDIRECTS = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PASSING = frozenset({429, 500, 502, 503, 504})
_ADVICE = {401: "the wiki is not public, so ask its keepers", 403: "the wiki does not let this tool in, so ask its keepers", 404: CHECK}


@dataclass(frozen=True, slots=True)
class WikiReply:
    """As much of a reply as mwclient looks at. ``headers`` is empty: mwclient fails on some of them."""

    text: str
    status_code: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class Connection:
    """The requests of one client. ``requests`` counts them, redirects included.

    ``asked_wait`` is how long the last reply that came asked to wait, or None. Only who writes is known to the wiki,
    by ``cookies``.
    """

    def __init__(self, settings: WikiSettings, now: Callable[[], datetime], cookies: Cookies | None = None) -> None:
        self.requests = 0
        self.cookies = cookies
        self.asked_wait: AskedWait | None = None
        self._now = now
        self._folder = settings.folder
        bounds = Bounds(settings.connect_timeout, settings.read_timeout, settings.total_timeout, settings.max_bytes)
        headers = {"User-Agent": user_agent(settings.contact), "Accept": "application/json"}
        self._transport = Transport(bounds, headers, time.monotonic)

    @property
    def script(self) -> Address:
        """The address of ``api.php``."""
        return replace(self._folder, path=f"{self._folder.path}api.php")

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._transport.close()

    def request(self, method: str, url: str, *, params: Mapping[str, str], **_others: object) -> WikiReply:
        """The reply to a GET of ``api.php``. Raises :class:`Fault`.

        The signature is that of ``requests``; address, headers and time-outs are not the caller's to choose.
        """
        if method != "GET":
            raise NotImplementedError("this client only reads")
        reply = self._follow(replace(self.script, query=urlencode(params)))
        try:
            return WikiReply(reply.body.decode("utf-8"))
        except UnicodeDecodeError:
            raise Fault("its answer is not UTF-8", CHECK, understood=False) from None

    def _follow(self, here: Address) -> Reply:
        """The reply with status 200 at the end of the redirects."""
        for _ in range(_MAX_REDIRECTS + 1):
            reply = self._exchange(here)
            if reply.status == HTTPStatus.OK:
                return reply
            if reply.status not in _REDIRECTS:
                raise self.refusal(reply)
            here = _next(here, reply)
        raise Fault(f"it redirects more than {_MAX_REDIRECTS} times", CHECK)

    def _exchange(self, address: Address) -> Reply:
        try:
            return self.exchange(address)
        except Trouble as trouble:
            raise Fault(trouble.what, trouble.todo, again=trouble.again) from trouble

    def exchange(self, address: Address, form: bytes | None = None) -> Reply:
        """One request and its answer, whatever its status. Raises :class:`Trouble`."""
        self.requests += 1
        reply = self._transport.exchange(address, form=form, headers=None if self.cookies is None else self.cookies.header(address))
        self.asked_wait = read_retry_after(reply.headers, self._now())
        if self.cookies is not None:
            self.cookies.take(address, reply.cookies)
        return reply

    def refusal(self, reply: Reply) -> Fault:
        """What an answer means whose status is not 200."""
        return Fault(
            f"it answered {_status(reply.status)}",
            _ADVICE.get(reply.status, LATER),
            again=reply.status in _PASSING,
            wait=self.asked_wait,
        )


def _next(here: Address, reply: Reply) -> Address:
    """Where a redirect leads. Raises :class:`Fault` where it is not to be followed."""
    try:
        # Headers come as Latin-1; what is sent is UTF-8 if it is not ASCII.
        there = join(here, reply.headers.get("Location", "").encode("latin-1", "replace").decode("utf-8", "replace"))
    except ValueError as error:
        raise Fault(f"it redirects to an address that is none: {error}", CHECK) from None
    if not here.is_at_home(there):
        raise Fault(
            f"it redirects elsewhere ({there.shown}), which is not followed",
            f"if {shown_address(there.site)} is the right site, configure that address",
        )
    return there


def _status(status: int) -> str:
    """A status with its standard name: the server's own words for it may say anything."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"{status}"
