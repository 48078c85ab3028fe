"""Processes that write to a store, to be killed or set against each other by tests.

``python -m tests.sync.store.writer serve`` forks a writer for every line of its input, which is the path of
a store, tells its number, and says ``ended`` when it is over. A writer tells every chunk it has kept.

``python -m tests.sync.store.writer share PATH NAME`` sees what another such process sees as well, and posts
of its own.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from parsers.model import Post, Roster
from sync.store import Store
from tests.sync.store.samples import HOUR, NOON, ROSTER, enacted, observe, post, revision

CHUNKS = 400
POSTS = 3
SHARED = 40
ROUNDS = 5


def time_of(chunk: int) -> datetime:
    """When a chunk is seen."""
    return NOON + chunk * HOUR


def new_post(chunk: int, number: int) -> Post:
    """A post that is first seen in a chunk."""
    return post(f"p{chunk}-{number}", body=f"Chunk {chunk}, {number}. " * (1 + chunk % 7))


def roster(chunk: int) -> Roster:
    """The roster that is seen in a chunk."""
    return replace(ROSTER, stated_players=chunk)


def write(path: Path) -> None:
    """Go on where the last writer was killed: every chunk brings posts, and changes those of the chunk before."""
    with Store.open(path, now=NOON) as store:
        done = store.book("test", int).get("done", 0)
        with store.run("blog", time_of(done + 1)) as run:
            for chunk in range(done + 1, CHUNKS + 1):
                at = time_of(chunk)
                for number in range(POSTS):
                    run.post(new_post(chunk, number), at)
                    if chunk > 1:
                        run.post(enacted(new_post(chunk - 1, number)), at)
                run.roster(roster(chunk), at)
                run.revision(revision(chunk, f"== Chunk ==\n{chunk}\n"))
                run.note("test", "done", chunk)
                run.checkpoint()
                _say(f"kept {chunk}")
            run.finish()


def share(path: Path, name: str) -> None:
    """See the same posts as the other, several times over, each in three versions, and one of one's own."""
    for turn in range(ROUNDS):
        with Store.open(path, now=NOON, wait=60) as store:
            for version in range(3):
                posts = [shared_post(number, version) for number in range(SHARED)]
                with store.run("blog", time_of(version), reader=name) as run:
                    for one in posts:
                        run.post(one)
                        if int(one.key) % 9 == 0:
                            run.checkpoint()
            observe(store, post(f"{name}-{turn}"))


def shared_post(number: int, version: int) -> Post:
    """A post that both see."""
    return post(str(number), body=f"Version {version}.")


def serve() -> None:
    """Fork a writer for every path that comes in."""
    for line in sys.stdin:
        number = os.fork()
        if number == 0:
            write(Path(line.rstrip("\n")))
            os._exit(0)
        _say(f"writer {number}")
        os.waitpid(number, 0)
        _say("ended")


def _say(line: str) -> None:
    """Write a line whole or not at all, whatever happens to the process."""
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve()
    else:
        share(Path(sys.argv[2]), sys.argv[3])
