"""A local web server that misbehaves on request, with one step for each request.

    with FaultyServer(page(b"hello"), reset()) as server:
        ...  # the first request to server.url gets a page, the second a cut connection
        assert len(server.heads) == 2

A step is a function of the :class:`Visit` that returns whether the connection stays open. Without
a step, the server closes the connection and counts the request like the others.
"""

from __future__ import annotations

import re
import socket
import struct
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self

__all__ = [
    "HTML",
    "FaultyServer",
    "Step",
    "Visit",
    "chunked",
    "drip",
    "flood",
    "hang",
    "head",
    "page",
    "reset",
    "send",
]

HTML = ("Content-Type", "text/html; charset=utf-8")

_LOOPBACK = "127.0.0.1"
_HEAD_LIMIT = 65_536
_JOIN = 5.0
_TLS = b"\x16"


@dataclass(frozen=True)
class Visit:
    """A received request: the socket for the answer, and whether the server is being closed."""

    socket: socket.socket
    closing: threading.Event


Step = Callable[[Visit], bool]


def head(
    status: int = 200, headers: Iterable[tuple[str, str]] = (), *, reason: str = "Whatever"
) -> bytes:
    """A status line and headers, with the empty line after them."""
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in headers)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def chunked(body: bytes, ending: bytes = b"0\r\n\r\n") -> bytes:
    """A complete response with a body of one chunk, followed by ``ending``."""
    return (
        head(200, [HTML, ("Transfer-Encoding", "chunked")])
        + f"{len(body):x}\r\n".encode()
        + body
        + b"\r\n"
        + ending
    )


def page(
    body: bytes = b"",
    status: int = 200,
    headers: Iterable[tuple[str, str]] = (),
    *,
    keep: bool = False,
) -> Step:
    """A complete answer, by default HTML in UTF-8."""
    given = list(headers)
    if not any(name == "Content-Type" for name, _ in given):
        given.append(("Content-Type", "text/html; charset=utf-8"))
    given.append(("Content-Length", str(len(body))))
    if not keep:
        given.append(("Connection", "close"))
    return send(head(status, given) + body, keep=keep)


def send(data: bytes, *, keep: bool = False) -> Step:
    """Exactly these bytes."""

    def step(visit: Visit) -> bool:
        visit.socket.sendall(data)
        return keep

    return step


def hang(before: bytes = b"") -> Step:
    """These bytes, then nothing until the server is closed."""

    def step(visit: Visit) -> bool:
        visit.socket.sendall(before)
        visit.closing.wait()
        return False

    return step


def reset(before: bytes = b"") -> Step:
    """These bytes, then a reset of the connection."""

    def step(visit: Visit) -> bool:
        visit.socket.sendall(before)
        visit.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False

    return step


def drip(before: bytes, piece: bytes = b"x", *, every: float = 0.02) -> Step:
    """These bytes, then a piece at intervals for as long as the client reads."""

    def step(visit: Visit) -> bool:
        visit.socket.sendall(before)
        while not visit.closing.wait(every):
            visit.socket.sendall(piece)
        return False

    return step


def flood(before: bytes, piece: bytes, times: int) -> Step:
    """These bytes, then a number of pieces, as fast as the client reads."""

    def step(visit: Visit) -> bool:
        visit.socket.sendall(before)
        for _ in range(times):
            visit.socket.sendall(piece)
        return False

    return step


class FaultyServer:
    """Serves its steps on a local port within ``with``. ``heads`` are the received requests,
    ``bodies`` their bodies, ``sent_all`` whether every step was completed.
    """

    def __init__(self, *steps: Step) -> None:
        self.heads: list[str] = []
        self.bodies: list[bytes] = []
        self.sent_all = True
        self._steps = list(steps)
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._open: list[socket.socket] = []
        self._listener = socket.create_server((_LOOPBACK, 0))
        self.port: int = self._listener.getsockname()[1]

    def add(self, *steps: Step) -> None:
        """Add steps that need the server's address."""
        self._steps += steps

    @property
    def url(self) -> str:
        """The server's address, without a closing slash."""
        return f"http://{_LOOPBACK}:{self.port}"

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        # Wakes the thread that is waiting for connections.
        socket.create_connection((_LOOPBACK, self.port)).close()
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(_JOIN)
        self._listener.close()
        assert not any(thread.is_alive() for thread in self._threads), "a step did not end"

    def connections(self) -> int:
        """Return the number of open connections."""
        with self._lock:
            return len(self._open)

    def paths(self) -> list[str]:
        """Return the requested paths in order."""
        return [text.split(" ", 2)[1] for text in self.heads]

    def _start(self, target: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            if self._closing.is_set():
                connection.close()
                return
            with self._lock:
                self._open.append(connection)
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        try:
            while text := _read_head(connection):
                body = _read_body(connection, text)
                if not self._step(text, body)(Visit(connection, self._closing)):
                    break
        except OSError:
            self.sent_all = False
        finally:
            with self._lock:
                self._open.remove(connection)
                connection.close()

    def _step(self, text: str, body: bytes) -> Step:
        with self._lock:
            self.heads.append(text)
            self.bodies.append(body)
            return self._steps.pop(0) if self._steps else send(b"")


def _read_body(connection: socket.socket, text: str) -> bytes:
    """Read the body of a request, according to its header."""
    stated = re.search(r"^content-length: *(\d{1,9})\r$", text, re.IGNORECASE | re.MULTILINE)
    left = int(stated[1]) if stated else 0
    pieces = []
    while left and (piece := connection.recv(min(left, _HEAD_LIMIT))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _read_head(connection: socket.socket) -> str:
    """Read a request up to its empty line, or the beginning of a TLS greeting, or nothing if the
    client has left.
    """
    data = b""
    while not (data.endswith(b"\r\n\r\n") or data.startswith(_TLS) or len(data) >= _HEAD_LIMIT):
        # Peeked first, so that the body stays unread.
        seen = connection.recv(4_096, socket.MSG_PEEK)
        if not seen:
            return ""
        end = (data + seen).find(b"\r\n\r\n")
        data += connection.recv(len(seen) if end < 0 else end + 4 - len(data))
    return data.decode("latin-1")
