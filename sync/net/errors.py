"""Why a request failed, in words for people, and whether repeating it may help."""

from __future__ import annotations

from http import HTTPStatus

from sync.errors import Unreachable
from sync.net.addresses import shown_address

TRANSIENT = frozenset({429, 500, 502, 503, 504})
"""Statuses of a server that may answer the same request a little later."""

_LATER = "try again later"
_ADVICE = {
    401: "the page is not public; contact the site's administrators",
    403: "the site does not admit this tool; contact its administrators",
    404: "check the address; the page may have been removed",
    410: "the page was removed",
    429: "try again later, with longer pauses",
}


class TransportError(Exception):
    """A request that failed: the reason, what to do about it, and whether repeating it (``again``) may help.

    ``sent`` is False only if there was no connection, so that the server
    cannot have acted on the request. ``status`` is that of the response, None without one, ``wait`` the seconds
    that its ``Retry-After`` asks for. ``tries`` counts the requests made, 0 if none was; ``url`` is the address requested last.
    """

    def __init__(
        self,
        reason: str,
        todo: str = _LATER,
        *,
        again: bool = False,
        sent: bool = True,
        status: int | None = None,
        wait: float | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.todo = todo
        self.again = again
        self.sent = sent
        self.status = status
        self.wait = wait
        self.tries = 1
        self.url = ""


class NotFetched(Unreachable):
    """A page could not be fetched. ``status`` is that of the last response, None without one; ``tries`` counts the requests."""

    def __init__(self, url: str, reason: str, todo: str, *, status: int | None = None, tries: int = 0) -> None:
        super().__init__(f"could not fetch {shown_address(url)} ({attempts(tries)}): {reason}; {todo}")
        self.url = url
        self.status = status
        self.tries = tries


def attempts(tries: int) -> str:
    """How often a request was made, for a sentence: ``2 attempts``."""
    return "not requested" if not tries else f"{tries} attempt{'' if tries == 1 else 's'}"


def too_large(limit: int) -> TransportError:
    """The response is larger than ``limit`` bytes."""
    return TransportError(f"the response is larger than {limit / 1_000_000:g} MB", "check the address")


def status_error(status: int, wait: float | None = None) -> TransportError:
    """What a status means that is neither 200 nor a redirect. The server's own phrase for it is not quoted."""
    try:
        reason = f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        reason = f"status {status}"
    return TransportError(reason, _ADVICE.get(status, _LATER), again=status in TRANSIENT, status=status, wait=wait)
