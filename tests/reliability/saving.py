"""One edit of an invented wiki behind a proxy, saved by a run under a fault and by the next one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from sync.cli.correct import code_of_results
from sync.correct.correction_saving import tried
from sync.errors import ExitCode, UsageError
from sync.store import Store
from sync.wiki.wiki_access import WikiSettings
from sync.wiki.writing.page_edit import EditOutcome, Limits, PageEdit
from sync.wiki.writing.writer import Writer
from tests.reliability.matrix import Outcome
from tests.support.fault_proxy import FaultProxy
from tests.support.loopback import QuietHandler, listening
from tests.sync.wiki.invented_wiki import InventedWiki
from tests.sync.wiki.scripted import NOON, Waits
from tests.sync.wiki.writing.test_write_random import ACCOUNT, START, TITLE, check, others_edit

Broken = Callable[[Store], AbstractContextManager[Any]]


@contextmanager
def serving(wiki: InventedWiki) -> Iterator[str]:
    """Serve the wiki on loopback: its address."""

    class Handler(QuietHandler):
        def do_GET(self) -> None:  # noqa: N802 - its parent calls it so
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            asked = parse_qs(body or urlsplit(self.path).query, keep_blank_values=True)
            answer = wiki.answer({name: values[0] for name, values in asked.items()})
            data = json.dumps({"curtimestamp": "2024-01-20T12:00:00Z", **answer}).encode()
            self.answer(200, data, ("Content-Type", "application/json"))

        do_POST = do_GET  # noqa: N815 - its parent calls it so

    with listening(Handler) as url:
        yield url


def new_wiki() -> InventedWiki:
    return InventedWiki(TITLE, START, iter(()), others_edit)


def counted(text: str) -> str:
    return text.replace("The count is 0.", "The count is 1.")


def saved(
    url: str, store: Store, wiki: InventedWiki, settings: dict[str, Any]
) -> tuple[EditOutcome, ExitCode]:
    """Save the edit as a command does: the outcome, and the exit code."""
    with writer_of(url, store, settings) as writer:
        now = wiki.revisions[-1]
        text = now["text"]
        edit = PageEdit(TITLE, now["revid"], text, counted(text), "one more", mark="1")
        try:
            outcome = tried(partial(writer.save, edit))
        except UsageError as error:
            return EditOutcome("refused", why=str(error)), error.exit_code
        return outcome, code_of_results([outcome])


def writer_of(url: str, store: Store, settings: dict[str, Any]) -> Writer:
    wiki = WikiSettings("tests@example.org", api_url=f"{url}/w/", **settings)
    return Writer(wiki, ACCOUNT, store.journal, Limits(99, 999), sleep=Waits(), now=lambda: NOON)


SAVED = ("saved", "unchanged")
CODES = {
    "saved": {ExitCode.CLEAN},
    "unchanged": {ExitCode.CLEAN},
    "unknown": {ExitCode.NO_VERDICT},
    "refused": {ExitCode.FINDINGS, ExitCode.USAGE},
    "conflict": {ExitCode.FINDINGS},
}


@dataclass
class Attempt:
    """A run under a fault, which is done to requests or to the store, and what comes of it."""

    wiki: InventedWiki
    proxy: FaultProxy
    folder: Path
    settings: dict[str, Any]

    def others(self, near: bool) -> None:
        """Others edit the page right before the first save arrives."""

        def before(kind: str) -> None:
            if kind == "edit" and not self.wiki.edited:
                self.wiki.edited += 1
                self.wiki.save("Others", others_edit(self.wiki.revisions[-1]["text"], near))

        self.proxy.before = before

    def run(self, broken: Broken = lambda _: nullcontext()) -> Outcome:
        """Save under the fault: the outcome, of which everything is checked."""
        with Store.open(self.folder / "store.sqlite", now=NOON, wait=0.1) as store, broken(store):
            outcome, code = saved(self.proxy.url, store, self.wiki, self.settings)
        self.proxy.heal()
        self.proxy.before = lambda _: None
        why = outcome.why or ""
        assert code in CODES[str(outcome.result)], (outcome, code)
        assert ACCOUNT.password not in why
        assert why.isprintable()
        own = [row for row in self.wiki.revisions if row["user"] == "Wyn"]
        assert len(own) <= 1
        assert outcome.result == "unknown" or bool(own) == (outcome.result in SAVED)
        assert why or outcome.result == "saved"
        self.next_run()
        if outcome.result in SAVED:
            return Outcome.SAME
        return Outcome.UNKNOWN if outcome.result == "unknown" else Outcome.SETTLED

    def next_run(self) -> None:
        """The next run settles what is open, and saves what is not saved."""
        with Store.open(self.folder / "store.sqlite", now=NOON) as store:
            with writer_of(self.proxy.url, store, {}) as writer:
                writer.settle(under_way=timedelta(0))
            assert store.report().faults == ()
            check(self.wiki, store.journal.entries())
            following, code = saved(self.proxy.url, store, self.wiki, {})
            assert (following.result in SAVED, code) == (True, ExitCode.CLEAN), following
            check(self.wiki, store.journal.entries())
        assert sum(row["user"] == "Wyn" for row in self.wiki.revisions) == 1
        assert "The count is 1." in self.wiki.revisions[-1]["text"]


if __name__ == "__main__":
    # In a process of its own, which a test kills: the wiki's address, and the folder of the store.
    with (
        Store.open(Path(sys.argv[2]) / "store.sqlite", now=NOON) as opened,
        writer_of(sys.argv[1], opened, {}) as writer,
    ):
        writer.save(PageEdit(TITLE, 1, START, counted(START), "one more", mark="1"))
