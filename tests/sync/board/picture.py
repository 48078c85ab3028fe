"""The picture of the sample game's board in the documentation: ``python -m
tests.sync.board.picture`` takes it anew, with Chromium.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from sync.cli.board import board_of
from sync.settings.config import Options, resolve
from tests.support.browser import running_chromium
from tests.support.paths import ROOT
from tests.sync.board.pages import html

PICTURE = ROOT / "docs" / "board.png"
_SIZE = {"x": 0, "y": 0, "width": 1120, "height": 1000, "scale": 1}

if __name__ == "__main__":
    made = board_of(resolve(Options(site="demo"), ROOT))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "board.html"
        place.write_text(html(made), encoding="utf-8")
        for chromium in running_chromium(Path(folder) / "profile"):
            with chromium.clock_at(made.view.as_of):
                chromium.open(place, width=1120)
                PICTURE.write_bytes(chromium.picture(_SIZE))
