"""A local web server for the handlers of tests."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["QuietHandler", "listening"]


class QuietHandler(BaseHTTPRequestHandler):
    """Keeps connections open, sends headers and body in one packet, and writes no log."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def answer(self, status: int, body: bytes = b"", *headers: tuple[str, str]) -> None:
        """Send a whole response."""
        self.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its parent calls it so
        """Write no log."""


class _Server(ThreadingHTTPServer):
    """A client that hangs up is no failure."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler], port: int = 0) -> Iterator[str]:
    """Serve within ``with``. Yields the server's address, without a closing slash."""
    server = _Server(("127.0.0.1", port), handler)
    server.daemon_threads = True
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
    )
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
