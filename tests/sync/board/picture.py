"""The pictures of the sample game's board and userscript in the documentation: ``python -m
tests.sync.board.picture`` takes them anew, with Chromium.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from sync.board.build import Board
from sync.cli.board import board_of
from sync.settings.config import Options, resolve
from tests.support.browser import Chromium, running_chromium
from tests.support.paths import ROOT
from tests.sync.board.pages import html
from tests.sync.board.published import published

PICTURE, ON_THE_BLOG = ROOT / "docs" / "board.png", ROOT / "docs" / "userscript.png"
_SIZE = {"x": 0, "y": 0, "width": 1120, "height": 1000, "scale": 1}
_WIDTH = 800
_NAME_THE_BOARD = """
for (const note of document.querySelectorAll("[role=note]")) {
  note.shadowRoot.querySelector("p:last-child").lastChild.textContent = "https://game.example/board";
}
"""
_TOP = "return document.querySelector('a[href*=let_me]').getBoundingClientRect().top - 10"
_END = (
    "return document.querySelector('a[href*=passing_places]').closest('h3')"
    ".nextElementSibling.getBoundingClientRect().bottom + 10"
)


def _of_the_board(chromium: Chromium, made: Board, place: Path) -> None:
    place.write_text(html(made), encoding="utf-8")
    with chromium.clock_at(made.view.as_of):
        chromium.open(place, width=1120)
        PICTURE.write_bytes(chromium.picture(_SIZE))


def _on_the_blog(chromium: Chromium, made: Board) -> None:
    with published(chromium, made) as site:
        site.open("/", width=_WIDTH)
        chromium.run(_NAME_THE_BOARD)
        top, end = (round(chromium.run(place)) for place in (_TOP, _END))
        part = {"x": 0, "y": top, "width": _WIDTH, "height": end - top, "scale": 1}
        ON_THE_BLOG.write_bytes(chromium.picture(part))


if __name__ == "__main__":
    made = board_of(resolve(Options(site="demo"), ROOT))
    with tempfile.TemporaryDirectory() as folder:
        for chromium in running_chromium(Path(folder) / "profile"):
            _of_the_board(chromium, made, Path(folder) / "board.html")
            _on_the_blog(chromium, made)
