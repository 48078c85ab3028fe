"""Writers for tests: each with a store of its own, and waits that are short."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from parsers.refusal import Refusal, Refused
from sync.settings.credentials import Credentials
from sync.store import Store
from sync.times import clock
from sync.wiki.wiki_access import WikiSettings
from sync.wiki.writing.edit_saving import Show
from sync.wiki.writing.page_edit import Limits, PageEdit, PatchEdit
from sync.wiki.writing.writer import Writer
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
OTHERS, MERGED = f"{PAGE}\n\nIt shines.", f"{FIXED}\n\nIt shines."
MANY = Limits(per_run=10_000, per_day=10_000)


def ignore(_before: str, _after: str) -> None:
    """Nobody looks at what is about to be saved."""


def short_sleep(seconds: float) -> None:
    """As if it had been that long."""
    time.sleep(min(seconds, 0.2))


@dataclass(frozen=True)
class LineEdit(PatchEdit):
    """An edit of lines, and what is wrong with whatever text results where the page was edited
    meanwhile.
    """

    wrong: str | None = None

    def rebased(self, revid: int, text: str) -> Self:
        new = super().rebased(revid, text)
        if (refused := self.objection(text)) is not None:
            raise refused
        return new

    def objection(self, text: str) -> Refused | None:
        if self.wrong is None:
            return None
        return Refused(Refusal.NOT_SETTLED, message=self.wrong)


@dataclass(frozen=True)
class ReplacingEdit(PageEdit):
    """An edit that puts one word for another wherever it is, or adds a text at the end."""

    old: str = ""
    new: str = ""

    def rebased(self, revid: int, text: str) -> Self:
        after = text.replace(self.old, self.new) if self.old else text + self.new
        return replace(self, base_revid=revid, base_text=text, text=after)


def edit(
    title: str, base: int | None, text: str = FIXED, before: str = PAGE, **parts: Any
) -> LineEdit:
    """A correction of Ana's level."""
    made = LineEdit(title, base, before, text, "Ana is on level 4", ("BN401",), "ana-level")
    return replace(made, **parts)


@contextmanager
def writing(
    api_url: str,
    credentials: Credentials,
    store: Path,
    *,
    limits: Limits = MANY,
    show: Show = ignore,
    **settings: Any,
) -> Iterator[tuple[Writer, Store]]:
    """A writer and its store."""
    patient = {"connect_timeout": 10.0, "read_timeout": 20.0, "total_timeout": 30.0}
    with ExitStack() as stack:
        opened = stack.enter_context(Store.open(store, now=clock(), wait=30))
        made = Writer(
            WikiSettings("tests@example.org", api_url=api_url, **{**patient, **settings}),
            credentials,
            opened.journal,
            limits,
            show=show,
            sleep=short_sleep,
        )
        yield stack.enter_context(made), opened


def saved_by(mediawiki: MediaWiki, title: str, user: str) -> list[tuple[int, str]]:
    """The revisions of a page that an account has made, with their texts."""
    return [(row["revid"], row["text"]) for row in mediawiki.history(title) if row["user"] == user]
