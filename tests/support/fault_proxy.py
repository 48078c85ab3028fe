"""A proxy between a client and a real wiki that applies faults of networks and servers to requests.

    with FaultProxy(wiki.server) as proxy:
        proxy.next(fault, on="edit")  # the next request with action=edit; others pass
        ...

A fault applies to one request: before it is forwarded, after the wiki has acted on it, or long after
the client has given up.
"""

from __future__ import annotations

import http.client
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from email.message import Message
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

from tests.support.loopback import QuietHandler, listening

__all__ = ["FAULTS", "FaultProxy", "kind_of"]

Answer = tuple[int, bytes, list[tuple[str, str]]]
_BAD_GATEWAY = b"<html><body><h1>502 Bad Gateway</h1></body></html>"


@dataclass
class _Visit:
    """A request: ``forward`` passes it to the wiki, ``reply`` answers the client."""

    handler: QuietHandler
    forward: Callable[[], Answer]
    reply: Callable[[Answer], None]
    closing: threading.Event
    again: threading.Event

    def reset(self) -> None:
        """Cut the connection."""
        self.handler.connection.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
        )
        self.handler.connection.close()

    def cut(self, answer: Answer, *, stated: bool) -> None:
        """Answer with half a body; without ``stated`` it looks like a whole one."""
        status, body, headers = answer
        half = body[: len(body) // 2]
        length = len(body) if stated else len(half)
        with suppress(OSError):
            self.handler.send_response(status)
            for name, value in [*headers, ("Content-Length", str(length)), ("Connection", "close")]:
                self.handler.send_header(name, value)
            self.handler.end_headers()
            self.handler.wfile.write(half)
            self.handler.wfile.flush()


def _reset_before(visit: _Visit) -> None:
    visit.reset()


def _reset_after(visit: _Visit) -> None:
    visit.forward()
    visit.reset()


def _5xx_before(visit: _Visit) -> None:
    visit.reply((502, _BAD_GATEWAY, []))


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


def _timeout_before(visit: _Visit) -> None:
    visit.closing.wait(10)


def _timeout_after(visit: _Visit) -> None:
    visit.forward()
    visit.closing.wait(10)


def _late(visit: _Visit) -> None:
    # The client has given up when the wiki handles it.
    time.sleep(0.8)
    visit.forward()


def _very_late(visit: _Visit) -> None:
    # The client has sent it again, and the wiki has answered that.
    visit.again.wait(4)
    visit.forward()


FAULTS: dict[str, Callable[[_Visit], None]] = {
    "connection cut before the wiki had it": _reset_before,
    "connection cut after the wiki had done it": _reset_after,
    "5xx before the wiki had it": _5xx_before,
    "5xx after the wiki had done it": _5xx_after,
    "JSON cut off": _cut_json,
    "body shorter than stated": _cut_body,
    "a web page instead of the answer": _web_page,
    "time-out before the wiki had it": _timeout_before,
    "time-out after the wiki had done it": _timeout_after,
    "done after the client had given up": _late,
    "done after the client had sent it again": _very_late,
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
    """Forwards to ``target`` (scheme, host and port). ``kinds`` are the received requests, ``done``
    the faults that took place. ``before`` is called with the kind of each request before it is
    forwarded.
    """

    def __init__(self, target: str) -> None:
        self.kinds: list[str] = []
        self.done: list[str] = []
        self.before: Callable[[str], None] = lambda _: None
        self._busy = 0
        self._planned: list[tuple[str, str]] = []
        self._host = urlsplit(target).netloc
        self._closing = threading.Event()
        self._again = threading.Event()
        self._listening = ExitStack()
        self.api_url = ""

    def __enter__(self) -> Self:
        proxy = self

        class Handler(QuietHandler):
            def do_GET(self) -> None:  # noqa: N802 - its parent calls it so
                proxy._serve(self)

            do_POST = do_GET  # noqa: N815 - its parent calls it so

        self.api_url = f"{self._listening.enter_context(listening(Handler))}/w"
        return self

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

    def next(self, fault: str, *, on: str) -> None:
        """Apply this fault to the next request of a kind without a planned one."""
        self._planned.append((on, fault))

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
                if name.lower() in {"set-cookie", "content-type", "retry-after"}
            ]
            return response.status, response.read(), sent
        finally:
            connection.close()

    def _serve(self, handler: QuietHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        kind = kind_of(handler.path, body)
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
        )
        fault = self._fault(kind)
        if fault is None:
            answer = visit.forward()
            reply(answer)
            if kind == "edit":
                self._again.set()
            return
        handler.close_connection = True
        try:
            FAULTS[fault](visit)
        finally:
            self.done.append(fault)
