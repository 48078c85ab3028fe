"""Connections with a total deadline and a total size, however slowly or long a server sends.

``requests`` bounds the time between two pieces of a response, not their sum, and does not bound what the libraries
read on their own (headers, chunk lengths).
"""

from __future__ import annotations

import http.client
import io
import socket
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, cast

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from sync.net.errors import too_large
from sync.net.settings import HttpSettings

__all__ = ["ALLOWANCE", "Allowance", "WatchedAdapter"]

# What may come beside the body: http.client reads a hundred headers of 64 KiB at most.
_HEADERS = 8_000_000
_AT_ONCE = 8192
"""How many bytes of a response are read ahead; Python 3.14 itself would read 128 KiB, also of a body that nobody asked for."""


@dataclass(slots=True)
class Allowance:
    """The time and bytes left to one exchange: its deadline, and what it has received."""

    monotonic: Callable[[], float]
    settings: HttpSettings
    end: float
    received: int = 0
    at_end: bool = False
    streams: list[io.BufferedReader] = field(default_factory=list)

    def is_over(self) -> bool:
        """Whether there is no time left."""
        return self.monotonic() >= self.end

    def next_timeout(self) -> float:
        """How long the next read may take, in seconds. Raises :class:`TimeoutError` when there is no time left."""
        left = self.end - self.monotonic()
        if left <= 0:
            raise TimeoutError("no time left")
        return min(left, self.settings.read_timeout)

    def spend(self, count: int) -> None:
        """Count bytes that came in; none are the end. Raises :class:`TransportError` when there are too many."""
        self.at_end = not count
        self.received += count
        if self.received > 2 * self.settings.max_bytes + _HEADERS:
            raise too_large(self.settings.max_bytes)

    def watch(self, stream: io.RawIOBase, sock: socket.socket) -> io.BufferedReader:
        """A socket's stream, to be read within this allowance."""
        self.streams.append(io.BufferedReader(_Watched(stream, sock, self), _AT_ONCE))
        return self.streams[-1]

    def close(self) -> None:
        """Close the streams: urllib3 leaves one open where it cannot make sense of the headers."""
        for stream in self.streams:
            stream.close()


ALLOWANCE: ContextVar[Allowance] = ContextVar("ALLOWANCE")
"""The allowance of the current request."""


class _Watched(io.RawIOBase):
    """A socket's stream that looks at the allowance with every read.

    So slow senders meet the deadline, and what the libraries read on their own is bounded: http.client reads a chunk
    of length -1 to the end of the stream.
    """

    def __init__(self, stream: io.RawIOBase, sock: socket.socket, allowance: Allowance) -> None:
        super().__init__()
        self._stream = stream
        self._socket = sock
        self._allowance = allowance

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        self._socket.settimeout(self._allowance.next_timeout())
        count = self._stream.readinto(buffer)
        self._allowance.spend(count or 0)
        return count

    def close(self) -> None:
        self._stream.close()
        super().close()


class _Response(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, debuglevel: int = 0, method: str | None = None, url: str | None = None) -> None:
        super().__init__(sock, debuglevel, method, url)
        self.fp = ALLOWANCE.get().watch(self.fp.detach(), sock)

    def flush(self) -> None:
        """Nothing is written to it. Its stream may be closed before it is, and then could not be flushed."""


class _Connection(HTTPConnection):
    response_class = _Response


class _SecureConnection(HTTPSConnection):
    response_class = _Response


class _Pool(HTTPConnectionPool):
    ConnectionCls = cast("Any", _Connection)


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = cast("Any", _SecureConnection)


class WatchedAdapter(HTTPAdapter):
    """The adapter of ``requests`` with connections that are watched."""

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """The pools for direct connections."""
        super().init_poolmanager(*arguments, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}

    def proxy_manager_for(self, proxy: Any, **options: Any) -> Any:
        """The pools for connections through a proxy."""
        manager = super().proxy_manager_for(proxy, **options)
        manager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
        return manager
