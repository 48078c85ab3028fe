"""A blog on this machine: a snapshot's folder of pages, served, and every request remembered."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

__all__ = ["BlogServer", "serving"]


class BlogServer:
    """The pages below ``folder`` (``/2024/05/`` is ``2024/05/index.html``); ``asked`` are the paths in their order."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.url = ""

    def page(self, path: str) -> Path:
        """The file that answers a path."""
        return self.folder / path.strip("/") / "index.html"


@contextmanager
def serving(folder: Path) -> Iterator[BlogServer]:
    """Serve the folder on a free port of loopback."""
    blog = BlogServer(folder)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            blog.asked.append(self.path)
            file = blog.page(self.path)
            body = file.read_bytes() if file.is_file() else b"<html><body><h1>Not found</h1></body></html>"
            self.send_response(200 if file.is_file() else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: Any) -> None:
            """Tests are quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    blog.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield blog
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
