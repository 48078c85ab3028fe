"""Where the tests find things: the checkout, the sample game, and the reference material, which a fresh clone has not."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "sync" / "demo"
GAMES = ROOT / "tests" / "parsers" / "gamestate" / "games"
SHARED = ROOT / ".." / "shared"
