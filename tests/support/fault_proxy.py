"""A proxy between a client and a site that applies faults of networks and servers to requests.

    with FaultProxy(wiki.server) as proxy:
        proxy.next(fault, on="edit")  # the next request with action=edit; others pass
        ...

A fault applies to one request: before it is forwarded, after the site has acted on it, or long after
the client has given up.
"""

from __future__ import annotations

import http.client
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from random import Random
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

from tests.support.loopback import QuietHandler, listening
from tests.support.scale import BASE

__all__ = ["API_ERRORS", "FAULTS", "LATE", "NOT_HANDLED", "SILENT", "FaultProxy", "kind_of"]

Answer = tuple[int, bytes, list[tuple[str, str]]]
_BAD_GATEWAY = b"<html><body><h1>502 Bad Gateway</h1></body></html>"


@dataclass
class _Visit:
    """A request: ``forward`` passes it to the site, ``reply`` answers the client."""

    handler: QuietHandler
    forward: Callable[[], Answer]
    reply: Callable[[Answer], None]
    closing: threading.Event
    again: threading.Event
    chance: Random

    def reset(self) -> None:
        """Reset the connection."""
        self.handler.connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
        )
        self.handler.connection.close()

    def start(self, answer: Answer, length: int) -> None:
        """Send the head of an answer whose body has a length, and no more requests after it."""
        self.handler.send_response(answer[0])
        for name, value in [
            *answer[2],
            ("Content-Length", str(length)),
            ("Connection", "close"),
        ]:
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.flush()

    def cut(self, answer: Answer, *, stated: bool) -> None:
        """Answer with a part of a body; without ``stated`` it looks like a whole one."""
        body = answer[1]
        part = body[: self.chance.randrange(len(body))]
        with suppress(OSError):
            self.start(answer, len(body) if stated else len(part))
            self.handler.wfile.write(part)
            self.handler.wfile.flush()


_Fault = Callable[[_Visit], None]


def _reset_before(visit: _Visit) -> None:
    visit.reset()


def _reset_after(visit: _Visit) -> None:
    visit.forward()
    visit.reset()


def _5xx_after(visit: _Visit) -> None:
    visit.forward()
    visit.reply((503, _BAD_GATEWAY, [("Retry-After", "1")]))


def _cut_json(visit: _Visit) -> None:
    visit.cut(visit.forward(), stated=False)


def _cut_body(visit: _Visit) -> None:
    visit.cut(visit.forward(), stated=True)


def _web_page(visit: _Visit) -> None:
    visit.forward()
    visit.reply((200, b"<html><body>Please stand by</body></html>", []))


def _noise(visit: _Visit) -> None:
    status, body, headers = visit.forward()
    visit.reply((status, b"\xff\x00{" * (len(body) // 3), headers))


def _timeout_before(visit: _Visit) -> None:
    visit.closing.wait(10)


def _timeout_after(visit: _Visit) -> None:
    visit.forward()
    visit.closing.wait(10)


def _drip(visit: _Visit) -> None:
    answer = visit.forward()
    with suppress(OSError):
        visit.start(answer, len(answer[1]))
        for place in range(len(answer[1])):
            visit.handler.wfile.write(answer[1][place : place + 1])
            visit.handler.wfile.flush()
            if visit.closing.wait(0.05):
                return


def _late(visit: _Visit) -> None:
    # The client has given up when the site handles it.
    time.sleep(1.5)
    visit.forward()


def _very_late(visit: _Visit) -> None:
    # The client has sent it again, and the site has answered that.
    visit.again.wait(4)
    visit.forward()


def _instead(status: int, *headers: tuple[str, str], body: bytes = _BAD_GATEWAY) -> _Fault:
    """Answer with this in place of the site."""
    return lambda visit: visit.reply((status, body, [*headers]))


def _error(code: str) -> _Fault:
    """An error of the API, which has status 200."""
    body = json.dumps({"error": {"code": code, "info": "as it is"}}).encode()
    return _instead(200, ("Content-Type", "application/json"), body=body)


API_ERRORS = (
    "readonly",
    "maxlag",
    "ratelimited",
    "internal_api_error_DBQueryError",
    "readapidenied",
    "badtoken",
    "editconflict",
    "protectedpage",
    "blocked",
)
NOT_HANDLED: dict[str, _Fault] = {
    "reset, not handled": _reset_before,
    "502, not handled": _instead(502),
    "no answer, not handled": _timeout_before,
}
"""Faults of requests that the site never gets."""
SILENT: dict[str, _Fault] = {
    "no answer, not handled": _timeout_before,
    "no answer, handled": _timeout_after,
    "slow answer": _drip,
}
"""Faults that a client ends by a time-out."""
LATE: dict[str, _Fault] = {
    "handled after a time-out": _late,
    "handled after a repetition": _very_late,
}
"""Faults of requests that the site handles when the client has given up on them."""
FAULTS: dict[str, _Fault] = {
    **NOT_HANDLED,
    "500": _instead(500),
    "429 for 1 s": _instead(429, ("Retry-After", "1")),
    "429 for a day": _instead(429, ("Retry-After", "86400")),
    "redirect to another host": _instead(302, ("Location", "https://elsewhere.example/")),
    "reset, handled": _reset_after,
    "503, handled": _5xx_after,
    "cut short": _cut_body,
    "cut short, length adjusted": _cut_json,
    "noise": _noise,
    "other page": _web_page,
    **SILENT,
    **LATE,
    **{f"API error {code}": _error(code) for code in API_ERRORS},
}


def kind_of(path: str, body: bytes) -> str:
    """The purpose of a request: ``edit``, ``login``, its ``token`` and ``site``, ``look``,
    ``history``, ``read back``, ``parse``.
    """
    asked = {
        name: values[0]
        for name, values in parse_qs(
            urlsplit(path).query or body.decode(), keep_blank_values=True
        ).items()
    }
    if asked["action"] != "query":
        return asked["action"]
    if asked.get("type") == "login":
        return "token"
    if "rights" in asked.get("uiprop", ""):
        return "site"
    if "rvdir" in asked:
        return "history"
    return "read back" if "revids" in asked else "look"


class FaultProxy:
    """Forwards to ``target`` (scheme, host and port). ``kinds`` are the received requests as
    ``kind_of`` names them by path and body, ``done`` the faults that took place. ``before`` is
    called with the kind of each request before it is forwarded.
    """

    def __init__(self, target: str, kind_of: Callable[[str, bytes], str] = kind_of) -> None:
        self._kind_of = kind_of
        self._chance = Random(BASE)
        self.kinds: list[str] = []
        self.done: list[str] = []
        self.before: Callable[[str], None] = lambda _: None
        self._busy = 0
        self._planned: list[tuple[str, str]] = []
        self._host = urlsplit(target).netloc
        self._closing = threading.Event()
        self._again = threading.Event()
        self._listening = ExitStack()
        self.url = ""

    @property
    def api_url(self) -> str:
        """The folder of a wiki's ``api.php``."""
        return f"{self.url}/w"

    def __enter__(self) -> Self:
        self._listen(0)
        return self

    def _listen(self, port: int) -> None:
        proxy = self

        class Handler(QuietHandler):
            def do_GET(self) -> None:  # noqa: N802 - its parent calls it so
                proxy._serve(self)

            do_POST = do_GET  # noqa: N815 - its parent calls it so

        self.url = self._listening.enter_context(listening(Handler, port))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._listening.close()

    def join(self) -> None:
        """Wait until all received requests are handled."""
        until = time.monotonic() + 20
        while self._busy and time.monotonic() < until:
            time.sleep(0.01)
        assert not self._busy, "a request is still being dealt with"

    def next(self, fault: str, *, on: str, times: int = 1) -> None:
        """Apply the fault to the next requests of a kind that have none planned."""
        self._planned += [(on, fault)] * times

    def heal(self) -> None:
        """Let every request pass from now on."""
        self._planned.clear()

    @contextmanager
    def down(self) -> Iterator[None]:
        """Refuse all connections."""
        self._listening.close()
        yield
        self._listen(urlsplit(self.url).port or 0)

    def _fault(self, kind: str) -> str | None:
        for plan in self._planned:
            if plan[0] == kind:
                self._planned.remove(plan)
                return plan[1]
        return None

    def _forward(self, method: str, path: str, headers: Message[str, str], body: bytes) -> Answer:
        connection = http.client.HTTPConnection(self._host, timeout=30)
        kept = {
            name: value
            for name, value in headers.items()
            if name.lower() in {"cookie", "content-type", "user-agent"}
        }
        try:
            connection.request(method, path, body or None, kept)
            response = connection.getresponse()
            sent = [
                (name, value)
                for name, value in response.getheaders()
                if name.lower() in {"set-cookie", "content-type", "retry-after", "location"}
            ]
            return response.status, response.read(), sent
        finally:
            connection.close()

    def _serve(self, handler: QuietHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        kind = self._kind_of(handler.path, body)
        self.kinds.append(kind)
        self.before(kind)

        def reply(answer: Answer) -> None:
            with suppress(OSError):
                handler.answer(answer[0], answer[1], *answer[2])
                handler.wfile.flush()

        self._busy += 1
        try:
            self._answer(handler, kind, body, reply)
        finally:
            self._busy -= 1

    def _answer(
        self, handler: QuietHandler, kind: str, body: bytes, reply: Callable[[Answer], None]
    ) -> None:
        visit = _Visit(
            handler,
            lambda: self._forward(handler.command, handler.path, handler.headers, body),
            reply,
            self._closing,
            self._again,
            self._chance,
        )
        fault = self._fault(kind)
        if fault is None:
            answer = visit.forward()
            reply(answer)
            if kind == "edit":
                self._again.set()
            return
        handler.close_connection = True
        self.done.append(fault)
        FAULTS[fault](visit)
