"""The sample game's blog with a published board, in Chromium: what the board's userscript shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from msgspec import to_builtins

from sync.board.build import Board
from sync.board.userscript import userscript
from sync.cli.tally import effects_of
from sync.schemas.tally import tally_json
from tests.support.blog_server import BlogServer, serving
from tests.support.browser import Chromium
from tests.support.loopback import QuietHandler, listening
from tests.support.paths import DEMO

MADE = datetime(2024, 5, 17, 18, tzinfo=UTC)
"""The time of the sample game's board."""

# What a userscript manager offers, as far as a page can do it.
_MANAGER = """
window.asked = [];
window.GM_xmlhttpRequest = (details) => {
  const control = new AbortController(), decoder = new TextDecoder();
  asked.push(`${details.method} ${details.url}`);
  const send = async () => {
    const answer = await fetch(details.url, {signal: control.signal, redirect: window.redirects ?? details.redirect});
    let loaded = 0, text = "";
    for await (const part of answer.body) {
      details.onprogress({loaded: loaded += part.length});
      text += decoder.decode(part, {stream: true});
    }
    details.onload({status: answer.status, finalUrl: answer.url, responseText: text});
  };
  send().catch(() => details.onerror({}));
  return {abort: () => control.abort()};
};
"""
_PANELS = """
return [...document.querySelectorAll("[role=note]")].map((panel) => ({
  title: panel.previousElementSibling.textContent, tone: panel.shadowRoot.lastElementChild.className,
  head: panel.shadowRoot.querySelector("strong").textContent,
  lines: [
    panel.shadowRoot.querySelector("strong").lastChild.textContent.replace(/^”: /, ""),
    ...[...panel.shadowRoot.querySelectorAll("p")].slice(1).map((line) => line.textContent),
  ],
}))
"""
_WAIT = """
const done = arguments[0], look = () => {
  (!asked.length || document.querySelector("[role=note]")) ? setTimeout(done, 20) : setTimeout(look, 20);
};
look();
"""


class Panel(NamedTuple):
    """What is shown below the title of a matter: the first of the lines is the verdict, which the
    head shows behind the matter's title on the board.
    """

    title: str
    tone: str
    head: str
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class BoardServer:
    """A board's folder on another site, which any site can read: the answer to each request,
    and the paths that were asked for.
    """

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[str] = []
        self.status = 200
        self.body = b""
        self.place = ""


@contextmanager
def board_server() -> Iterator[BoardServer]:
    """Serve a board on a free port of loopback."""
    board = BoardServer()

    class Handler(QuietHandler):
        def do_GET(self) -> None:  # noqa: N802 - its parent calls it so
            board.asked.append(self.path)
            moved = board.place if self.path != board.place else ""
            self.answer(
                302 if moved else board.status,
                board.body,
                ("Access-Control-Allow-Origin", "*"),
                *([("Location", moved)] if moved else []),
            )

    with listening(Handler) as board.url:
        yield board


class Published:
    """The blog, the board, and a browser whose reader has installed the board's userscript.

    ``tally`` is what the board publishes; ``prepare`` runs on each page before the script.
    """

    def __init__(
        self, chromium: Chromium, blog: BlogServer, board: BoardServer, made: Board
    ) -> None:
        self.chromium, self.blog, self.board = chromium, blog, board
        self.script = userscript(blog=blog.url, board=board.url)
        assert made.sheet is not None
        verdicts = made.sheet.verdicts
        self._text = json.dumps(
            to_builtins(tally_json(made.view, made.sheet, verdicts, effects_of(verdicts)))
        ).replace("https://blog.example", blog.url)
        self.reset()

    def reset(self) -> None:
        """Publish the sample game's tally, on the sample game's pages."""
        self.tally: Any = json.loads(self._text)
        self.blog.instead = {}
        self.board.asked.clear()
        self.board.status, self.board.place, self.prepare = 200, "", ""
        self.board.body = b""

    def matter(self, slug: str) -> Any:
        """The part of the tally about a matter."""
        return next(each for each in self.tally["matters"] if each["url"].endswith(f"/{slug}"))

    def page(self, path: str) -> str:
        """A page of the sample game's blog."""
        return self.blog.page(path).read_text(encoding="utf-8")

    def open(
        self, path: str = "/", *, hours: float = 1, width: int = 1440, scheme: str = "light"
    ) -> list[Panel]:
        """What a page of the blog shows, so many hours after the board was made."""
        if not self.board.body:
            self.board.body = json.dumps(self.tally).encode()
        with self.chromium.clock_at(MADE + timedelta(hours=hours)):
            self.chromium.open(self.blog.url + path, width=width, scheme=scheme)
        self.chromium.run(f"{_MANAGER}{self.prepare}")
        self.chromium.run(self.script)
        self.chromium.driver.execute_async_script(_WAIT)
        return [Panel(**each) for each in self.chromium.run(_PANELS)]

    def panel(self, slug: str, *, hours: float = 1) -> Panel:
        """What a matter's own page shows."""
        (panel,) = self.open(f"/archive/{slug}", hours=hours)
        return panel

    @property
    def asked(self) -> list[str]:
        """The requests that the script made on the page."""
        asked: list[str] = self.chromium.run("return asked")
        return asked


@contextmanager
def published(chromium: Chromium, made: Board) -> Iterator[Published]:
    """The sample game's blog and board on this machine."""
    chromium.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Etc/UTC"})
    with serving(DEMO / "blog") as blog, board_server() as board:
        yield Published(chromium, blog, board, made)
