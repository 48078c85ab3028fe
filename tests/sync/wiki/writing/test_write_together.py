"""Eight editors and two bots on one page of a real wiki, at the same time.

Editors are people: what they send goes past the writer, by the API alone, with a base revision of their own. Bots are
writers, each with a store of its own, and two of the editors share an account. Everybody counts in a row of their own
and now and then in one that all share, so every edit that is lost or doubled is missed in the end.

It lasts a few seconds, times TEST_SCALE.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import pytest

from sync.settings.credentials import Credentials
from sync.wiki.writing.page_edit import PageEdit
from tests.support.mediawiki import MediaWiki, running_mediawiki
from tests.support.scale import scaled
from tests.sync.wiki.edited import writing

pytestmark = pytest.mark.mediawiki

SECONDS = float(scaled(4))
EDITORS = 8
BOTS = 2
TITLE = "The common page"
NAMES = [f"Editor {number}" for number in range(EDITORS)] + [f"Bot {number}" for number in range(BOTS)]

LETTERS = dict(zip(NAMES, "abcdefghij", strict=True))


def common_page() -> str:
    """A row for everybody, and lines between them, so that neighbours do not touch."""
    rows = "".join(f"|-\n| {name} || 0\n" for name in NAMES)
    return f'{{| class="wikitable"\n|-\n! Who !! Edits\n{rows}|-\n| Everybody || .\n|}}'


def counted(text: str, name: str) -> int:
    """The number in a row."""
    found = re.search(rf"^\| {name} \|\| (\d+)$", text, re.MULTILINE)
    assert found, text
    return int(found[1])


def signatures(text: str) -> Counter[str]:
    """How often each letter is in the row of everybody."""
    found = re.search(r"^\| Everybody \|\| \.(\w*)$", text, re.MULTILINE)
    assert found, text
    return Counter(found[1])


def changed(text: str, name: str, *, everybody: bool) -> str:
    """The text with one more in a row, and perhaps a letter in that of everybody: two who write the same would be one."""
    count = counted(text, name)
    text = text.replace(f"| {name} || {count}\n", f"| {name} || {count + 1}\n")
    return re.sub(r"^(\| Everybody \|\| \.\w*)$", rf"\g<1>{LETTERS[name]}", text, flags=re.MULTILINE) if everybody else text


@dataclass
class Tally:
    """What one of them was told: results, the revisions that were saved, and how often the common row was meant."""

    results: Counter[str] = field(default_factory=Counter)
    revids: list[int] = field(default_factory=list)
    own: int = 0
    common: int = 0

    def saved(self, revid: int, *, everybody: bool) -> None:
        """One edit of one's own row, and perhaps of the common one."""
        self.results["saved"] += 1
        self.revids.append(revid)
        self.own += 1
        self.common += everybody


def is_for_everybody(turn: int) -> bool:
    """Every fifth edit is of the common row, too."""
    return turn % 5 == 0


class Person:
    """Somebody who edits by the API alone, and tries again with the latest text where somebody else was quicker."""

    def __init__(self, wiki: MediaWiki, credentials: Credentials) -> None:
        self._api = f"{wiki.api_url}/api.php"
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        token = self._ask(action="query", meta="tokens", type="login")["query"]["tokens"]["logintoken"]
        login = self._ask(action="login", lgname=credentials.user, lgpassword=credentials.password, lgtoken=token)
        assert login["login"]["result"] == "Success", login

    def _ask(self, **parameters: str) -> dict[str, Any]:
        data = urlencode({**parameters, "format": "json", "formatversion": "2"}).encode()
        with self._opener.open(self._api, data, timeout=60) as answer:
            reply = json.load(answer)
        assert isinstance(reply, dict)
        return reply

    def edit(self, name: str, tally: Tally, *, everybody: bool) -> None:
        query = {"prop": "revisions", "rvprop": "ids|content", "rvslots": "main", "meta": "tokens"}
        found = self._ask(action="query", titles=TITLE, **query)["query"]
        revision = found["pages"][0]["revisions"][0]
        text = changed(revision["slots"]["main"]["content"], name, everybody=everybody)
        base = {"baserevid": str(revision["revid"]), "nocreate": "1"}
        reply = self._ask(action="edit", title=TITLE, text=text, summary="one more", token=found["tokens"]["csrftoken"], **base)
        if "error" in reply:
            tally.results[reply["error"]["code"]] += 1
            assert reply["error"]["code"] == "editconflict" or "locked" in str(reply), reply
        else:
            tally.saved(reply["edit"]["newrevid"], everybody=everybody)


def work_as_person(wiki: MediaWiki, name: str, tally: Tally, ready: threading.Barrier) -> None:
    person = Person(wiki, wiki.account(account_of(name)))
    ready.wait()
    until = time.monotonic() + SECONDS
    turn = 0
    while time.monotonic() < until:
        turn += 1
        person.edit(name, tally, everybody=is_for_everybody(turn))


@dataclass(frozen=True)
class OneMore(PageEdit):
    """One more in a row, and perhaps a letter in that of everybody, whatever the page says by then."""

    name: str = ""
    everybody: bool = False

    def rebased(self, revid: int, text: str) -> Self:
        new = changed(text, self.name, everybody=self.everybody)
        if not valid(new):
            raise ValueError("the page is broken")
        return replace(self, base_revid=revid, base_text=text, text=new)

    def objection(self, text: str) -> str | None:
        return None if valid(text) else "the page is broken"


def work_as_bot(wiki: MediaWiki, name: str, tally: Tally, ready: threading.Barrier, folder: Path) -> None:
    with writing(wiki.api_url, wiki.account(account_of(name), "bot"), folder / f"{name}.sqlite") as (writer, store):
        writer._session.log_in()
        ready.wait()
        until = time.monotonic() + SECONDS
        turn = 0
        while time.monotonic() < until:
            turn += 1
            everybody = is_for_everybody(turn)
            look = writer._session.look(TITLE, "No stop")
            text = look.text or ""
            new = changed(text, name, everybody=everybody)
            outcome = writer.save(OneMore(TITLE, look.revid, text, new, "one more", mark=f"{name} {turn}", name=name, everybody=everybody))
            if outcome.result == "saved":
                assert outcome.new_revid is not None
                tally.saved(outcome.new_revid, everybody=everybody)
            else:
                tally.results[str(outcome.result)] += 1
        entries = store.journal.entries()
    # What the journal says is what the bot was told.
    assert [entry.new_revid for entry in entries if entry.state == "saved"] == tally.revids
    assert {entry.state for entry in entries} <= {"saved", "conflict"}


def account_of(name: str) -> str:
    """The last two editors are the same person in two sessions."""
    return "Editor 6" if name == "Editor 7" else name


def valid(text: str) -> bool:
    """Whether every row of the table is there once."""
    return re.findall(r"^\| (\w+(?: \d)?) \|\| [\d.]", text, re.MULTILINE) == [*NAMES, "Everybody"] and text == text.strip()


@pytest.fixture(scope="module")
def busy_wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MediaWiki]:
    for wiki in running_mediawiki(tmp_path_factory.mktemp("busy")):
        # Without what nobody looks at here.
        with wiki.settings(wgDisableSearchUpdate=True, wgAjaxEditStash=False):
            yield wiki


def told_of(tallies: dict[str, Tally]) -> str:
    """The results of all editors, and of all bots."""
    sums = {kind: sum((tally.results for name, tally in tallies.items() if name.startswith(kind)), Counter()) for kind in ("Editor", "Bot")}
    return "; ".join(f"{kind}s {dict(sums[kind])}" for kind in sums)


@pytest.mark.slow
def test_nobodys_edit_is_lost_or_doubled(busy_wiki: MediaWiki, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    busy_wiki.edit(TITLE, common_page())
    for name in NAMES:
        busy_wiki.account(account_of(name), *(["bot"] if name.startswith("Bot") else []))
    tallies = {name: Tally() for name in NAMES}
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            if name.startswith("Bot"):
                work_as_bot(busy_wiki, name, tallies[name], ready, tmp_path)
            else:
                work_as_person(busy_wiki, name, tallies[name], ready)
        except BaseException as error:  # noqa: BLE001 - a thread has nobody else to tell
            failures.append(error)
            ready.abort()

    ready = threading.Barrier(len(NAMES), timeout=60)
    threads = [threading.Thread(target=work, args=(name,)) for name in NAMES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    history = busy_wiki.history(TITLE)
    text = str(history[-1]["text"])
    with capsys.disabled():
        sys.stderr.write(f"\n{SECONDS:g} seconds: {told_of(tallies)}\n")
    assert valid(text)
    # Each row has what its owner was told was saved, no less and no more.
    assert {name: counted(text, name) for name in NAMES} == {name: tally.own for name, tally in tallies.items()}
    assert signatures(text) == Counter({LETTERS[name]: tally.common for name, tally in tallies.items() if tally.common})
    # Each revision is somebody's, once.
    told = sorted(revid for tally in tallies.values() for revid in tally.revids)
    assert told == [row["revid"] for row in history[1:]]
    # It was a contest: bots were told of conflicts or merged, and everybody got something in.
    assert all(tally.own for tally in tallies.values())
