"""A process that writes to a wiki, to be killed by tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sync.settings.credentials import Credentials
from tests.sync.wiki.edited import edit, writing


def main(arguments: Sequence[str]) -> int:
    """Save one edit: the wiki's address, user and password, the store, the page and its
    revision."""
    api_url, user, password, store, title, base = arguments
    with writing(api_url, Credentials(user, password), Path(store)) as (writer, _):
        writer.save(edit(title, int(base)))
    return 0
