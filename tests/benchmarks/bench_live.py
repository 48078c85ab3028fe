"""How long the first pull of a long game takes, and audits of what it kept: of the dynasty, and of everything.

    python -m tests.benchmarks.bench_live [POSTS]

A post has ten comments. Both sites are on this machine, and there is no pause between requests. An audit is a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from sync.pulling.pull import pull
from sync.settings.config import Live
from sync.sources.stored import open_store
from tests.benchmarks.bench_audit import NOW, POSTS, snapshot_of
from tests.support.blog_server import serving
from tests.support.live_game import RULESET, TRACKING
from tests.support.paths import ROOT
from tests.support.wiki_server import serving_wiki

PAST = timedelta(days=365 * 12)


def audit_seconds(live: Live, *options: str) -> float:
    """How long an audit takes, of all processors."""
    command = [sys.executable, "-m", "sync", "audit", "--blog", live.blog_url, "--wiki", live.wiki_url, "--store", str(live.store)]
    before = os.times()
    done = subprocess.run([*command, "--offline", "--output", os.devnull, *options], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    posts = int(sys.argv[1]) if len(sys.argv) > 1 else POSTS
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        snapshot_of(folder, posts)
        with serving(folder / "blog") as blog, serving_wiki(NOW) as wiki:
            wiki.edit("Ruleset", RULESET, at=NOW - timedelta(days=30))
            wiki.edit("The Long Cut", TRACKING, at=NOW - timedelta(days=1))
            live = Live(blog.url, wiki.url, "tests", folder / "store.sqlite3", delay=0.0)
            started = time.thread_time()
            with open_store(live, NOW) as store:
                pulled = pull(live, store, now=lambda: NOW, since=NOW - PAST)
            first = time.thread_time() - started
            now = f"--now={NOW:%Y-%m-%dT%H:%M:%SZ}"
            dynasty, everything = audit_seconds(live, now), audit_seconds(live, now, f"--since={NOW - PAST:%Y-%m-%dT%H:%M:%SZ}")
    sys.stdout.write(
        f"{posts} posts, {pulled.blog_requests} requests: first pull {first:.1f} s of the processor, "
        f"audit of the dynasty {dynasty:.1f} s, of everything {everything:.1f} s\n"
    )


if __name__ == "__main__":
    main()
