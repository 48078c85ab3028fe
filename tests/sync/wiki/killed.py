"""Processes that write to a wiki, to be killed by tests.

``python -m tests.sync.wiki.killed`` forks a writer for every line of its input: the wiki's address, a store, and how far
to count on the page "Counted". A writer says its number before it begins and every number it has saved, and ``ended`` is
said when it is over.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from sync.settings.credentials import Credentials
from sync.wiki.writing.page_edit import PageEdit
from tests.sync.wiki.edited import writing

ACCOUNT = Credentials("Kit@tool", "0123456789abcdef0123456789abcdef")
TITLE = "Counted"
START = "The count is 0.\n\nNothing else is."


def count_of(text: str) -> int:
    """The number on the page."""
    found = re.search(r"^The count is (\d+)\.$", text, re.MULTILINE)
    assert found, text
    return int(found[1])


def count(api_url: str, store: Path, goal: int) -> None:
    """Count on from what the page says, one edit for each number."""
    with writing(api_url, ACCOUNT, store) as (writer, _):
        while True:
            look = writer._session.look(TITLE, "No stop")
            text = look.text or ""
            now = count_of(text)
            if now >= goal:
                return
            following = text.replace(f"The count is {now}.", f"The count is {now + 1}.")
            outcome = writer.save(PageEdit(TITLE, look.revid, text, following, f"to {now + 1}", mark=str(now + 1)))
            _say(f"{outcome.result} {now + 1}")


def serve() -> None:
    """Fork a writer for every line that comes in."""
    for line in sys.stdin:
        api_url, store, goal = line.split()
        number = os.fork()
        if number == 0:
            sys.stdin.close()
            _say(f"writer {os.getpid()}")
            count(api_url, Path(store), int(goal))
            os._exit(0)
        os.waitpid(number, 0)
        _say("ended")


def _say(line: str) -> None:
    """Write a line whole or not at all, whatever happens to the process."""
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    serve()
