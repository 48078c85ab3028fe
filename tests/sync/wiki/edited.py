"""Writers for tests: each with a store of its own, and waits that are short."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sync.settings.credentials import Credentials
from sync.store import Store
from sync.times import clock
from sync.wiki import Limits, PageEdit, WikiSettings, Writer
from tests.support.mediawiki import MediaWiki

PAGE = """{| class="wikitable"
|-
! Name !! Level
|-
| Ana || 3
|-
| Bo || 1
|-
| Cy || 2
|}

The moon is full."""
FIXED = PAGE.replace("Ana || 3", "Ana || 4")
MANY = Limits(per_run=10_000, per_day=10_000)


def short_sleep(seconds: float) -> None:
    """As if it had been that long."""
    time.sleep(min(seconds, 0.2))


def edit(title: str, base: int | None, text: str = FIXED, before: str = PAGE, **parts: Any) -> PageEdit:
    """A correction of Ana's level."""
    made = PageEdit(title, base, before, text, "Ana is on level 4", ("BN401",), "ana-level")
    return replace(made, **parts)


@contextmanager
def writing(
    api_url: str, credentials: Credentials, store: Path, *, limits: Limits = MANY, bot: bool = False, **settings: Any
) -> Iterator[tuple[Writer, Store]]:
    """A writer and its store."""
    patient = {"connect_timeout": 10.0, "read_timeout": 20.0, "total_timeout": 30.0, "retry_timeout": 0.1}
    with ExitStack() as stack:
        opened = stack.enter_context(Store.open(store, now=clock(), wait=30))
        made = Writer(
            WikiSettings(api_url, "tests@example.org", **{**patient, **settings}),
            credentials,
            opened.journal,
            limits,
            bot=bot,
            sleep=short_sleep,
        )
        yield stack.enter_context(made), opened


def saved_by(mediawiki: MediaWiki, title: str, user: str) -> list[tuple[int, str]]:
    """The revisions of a page that an account has made, with their texts."""
    return [(row["revid"], row["text"]) for row in mediawiki.history(title) if row["user"] == user]
