"""A pull in a process of its own, which a test kills: BLOG WIKI STORE NOW."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from sync.pulling.game_pull import pull
from sync.settings.config import Live
from sync.sources.stored import open_store

if __name__ == "__main__":
    blog, wiki, place, now = sys.argv[1:]
    live = Live(blog, wiki, "tests", Path(place), delay=0.0)
    at = datetime.fromisoformat(now)
    with open_store(live, at) as store:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        pull(live, store, now=lambda: at)
