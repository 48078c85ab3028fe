"""A local blog: serves the pages of a snapshot folder and records every request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.loopback import QuietHandler, listening

__all__ = ["BlogServer", "serving"]


class BlogServer:
    """The pages below ``folder`` (``/2024/05/`` is ``2024/05/index.html``); ``asked`` are the
    requested paths in order. ``instead`` maps paths to replacements of their page: a status, a
    page, or a path to redirect to. ``always`` replaces the answer of every path.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.instead: dict[str, int | bytes | str] = {}
        self.always: int | bytes | None = None
        self.url = ""

    def page(self, path: str) -> Path:
        """Return the file for a path."""
        return self.folder / path.strip("/") / "index.html"

    def answer(self, path: str) -> tuple[int, bytes, str]:
        """Return status, body and redirect target of a path."""
        given = (
            self.always if self.always is not None else self.instead.get(path.rstrip("/") or "/")
        )
        if isinstance(given, bytes):
            return 200, given, ""
        if isinstance(given, str):
            return 302, b"", given
        file = self.page(path)
        if given is None and file.is_file():
            return 200, file.read_bytes(), ""
        return given or 404, b"<html><body><h1>An error</h1></body></html>", ""


@contextmanager
def serving(folder: Path) -> Iterator[BlogServer]:
    """Serve the folder on a free port of loopback."""
    blog = BlogServer(folder)

    class Handler(QuietHandler):
        def do_GET(self) -> None:  # noqa: N802 - its parent calls it so
            blog.asked.append(self.path)
            status, body, place = blog.answer(self.path)
            self.answer(
                status,
                body,
                ("Content-Type", "text/html; charset=utf-8"),
                *([("Location", place)] if place else []),
            )

    with listening(Handler) as blog.url:
        yield blog
