"""A real MediaWiki on loopback: PHP's built-in server, SQLite, and a temporary folder.

``.ci/install-mediawiki`` installs it; without it, tests that need it are skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener
from xml.sax.saxutils import escape, quoteattr

import pytest

from sync.settings.credentials import Credentials

__all__ = ["ImportedRevision", "MediaWiki", "missing_pieces", "running_mediawiki"]

_INSTALL = "run .ci/install-mediawiki as root"
_SETTINGS = Path(__file__).with_name("mediawiki_settings.php")
_MODULES = ("intl", "mbstring", "pdo_sqlite", "xml")
_READY_WITHIN = 60.0
_BOT_PASSWORD = "0123456789abcdef0123456789abcdef"  # MediaWiki accepts no other form
_opener = build_opener(ProxyHandler({}))


def _code() -> Path:
    """The expected folder of MediaWiki's code."""
    return Path(os.environ.get("MEDIAWIKI_HOME", "/usr/local/share/mediawiki-for-tests"))


def missing_pieces() -> str | None:
    """Return the missing part of MediaWiki and how to get it, or None."""
    if not (_code() / "includes" / "Setup.php").is_file():
        return f"there is no MediaWiki in {_code()}: {_INSTALL}"
    php = shutil.which("php")
    if php is None:
        return f"there is no PHP (package php-cli): {_INSTALL}"
    modules = _run([php, "-m"]).lower().split()
    lacking = [module for module in _MODULES if module not in modules]
    return f"PHP lacks {', '.join(lacking)}: {_INSTALL}" if lacking else None


@dataclass(frozen=True)
class ImportedRevision:
    """A revision with any time and any user."""

    at: datetime
    user: str
    text: str
    comment: str = ""


class MediaWiki:
    """A running wiki. Actions are made without an account, by 127.0.0.1, unless imported."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder = folder
        self._port = port
        self._accounts: dict[str, Credentials] = {}
        self.server = f"http://127.0.0.1:{port}"
        self.api_url = f"{self.server}/w"

    def api(self, **parameters: str) -> dict[str, Any]:
        """Return the reply to a POST; fail on an error."""
        data = urlencode({**parameters, "format": "json", "formatversion": "2"}).encode()
        with _opener.open(Request(f"{self.api_url}/api.php", data), timeout=30) as answer:
            reply = json.load(answer)
        assert isinstance(reply, dict), reply
        assert "error" not in reply, reply["error"]
        return reply

    @contextmanager
    def settings(self, **variables: object) -> Iterator[None]:
        """Set MediaWiki's own variables (``wgReadOnly``) for a while."""
        file = self._folder / "settings.json"
        file.write_text(json.dumps(variables), encoding="utf-8")
        try:
            yield
        finally:
            file.unlink()

    def edit(self, title: str, text: str, summary: str = "") -> int:
        """Save a revision and return its id."""
        reply = self.api(action="edit", title=title, text=text, summary=summary, token="+\\")
        assert reply["edit"]["result"] == "Success", reply
        return int(reply["edit"]["newrevid"])

    def move(self, old: str, new: str, *, redirect: bool = True, reason: str = "") -> None:
        """Rename a page."""
        extra = {} if redirect else {"noredirect": "1"}
        self.api(action="move", **{"from": old}, to=new, reason=reason, token="+\\", **extra)

    def delete(self, title: str, reason: str = "") -> None:
        """Delete a page with its history."""
        self.api(action="delete", title=title, reason=reason, token="+\\")

    def hide(self, revid: int, what: str, *, suppress: bool = False) -> None:
        """Hide parts of a revision: ``content``, ``comment``, ``user``, joined by ``|``."""
        self.api(
            action="revisiondelete",
            type="revision",
            ids=str(revid),
            hide=what,
            suppress="yes" if suppress else "nochange",
            token="+\\",
        )

    def import_page(self, title: str, revisions: list[ImportedRevision]) -> None:
        """Add a page with its history, oldest first."""
        dump = self._folder / "import.xml"
        dump.write_text(_export(title, revisions), encoding="utf-8")
        self._maintain("importDump.php", "--no-updates", str(dump))

    def account(
        self, name: str, *groups: str, grants: str = "basic,editpage,createeditmovepage,highvolume"
    ) -> Credentials:
        """Create a user, unless one exists, and return a bot password; ``groups`` are ``bot`` or
        ``sysop``.
        """
        if name not in self._accounts:
            self._maintain(
                "createAndPromote.php",
                *(f"--{group}" for group in groups),
                name,
                f"the password of {name}",
            )
            self._maintain(
                "createBotPassword.php", "--appid", "tool", "--grants", grants, name, _BOT_PASSWORD
            )
            self._accounts[name] = Credentials(f"{name}@tool", _BOT_PASSWORD)
        return self._accounts[name]

    def protect(self, title: str) -> None:
        """Restrict editing of a page to administrators."""
        self._maintain("protect.php", title)

    @contextmanager
    def blocked(self, user: str) -> Iterator[None]:
        """Block an account for a while."""
        self.api(action="block", user=user, token="+\\")
        try:
            yield
        finally:
            self.api(action="unblock", user=user, token="+\\")

    def history(self, title: str) -> list[dict[str, Any]]:
        """Return all revisions of a page, oldest first, with user, comment and text."""
        rows: list[dict[str, Any]] = []
        more: dict[str, str] = {}
        query = {
            "prop": "revisions",
            "rvprop": "ids|user|comment|content|timestamp",
            "rvslots": "main",
            "rvdir": "newer",
            "rvlimit": "50",
        }
        while True:
            reply = self.api(action="query", titles=title, **query, **more)
            rows += [
                {**row, "text": row["slots"]["main"].get("content")}
                for row in reply["query"]["pages"][0].get("revisions", ())
            ]
            if "continue" not in reply:
                return rows
            more = {name: str(value) for name, value in reply["continue"].items()}

    def text(self, title: str) -> str:
        """Return the current text of a page."""
        return str(self.history(title)[-1]["text"])

    def requests(self) -> int:
        """The number of requests that have reached MediaWiki."""
        return len((self._folder / "requests.log").read_text(encoding="utf-8").splitlines())

    def _maintain(self, script: str, *arguments: str) -> None:
        _run(
            ["php", str(_code() / "maintenance" / script), *arguments],
            env=_environment(self._folder, self._port),
        )


def running_mediawiki(folder: Path) -> Iterator[MediaWiki]:
    """A wiki with its files in ``folder``, until the iterator is closed. Skips the test if a part
    is missing. It answers one request at a time: with several processes SQLite makes them wait for
    each other much longer.
    """
    lacking = missing_pieces()
    if lacking:
        pytest.skip(lacking)
    with _quick_folder(folder) as data:
        _install(folder, data)
        yield from _served(folder)


@contextmanager
def _quick_folder(folder: Path) -> Iterator[Path]:
    """The folder of the database: in memory if possible, because every edit is written through to
    the disk.
    """
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield folder / "data"
        return
    with tempfile.TemporaryDirectory(dir=memory, prefix="mediawiki-") as name:
        yield Path(name)


def _served(folder: Path) -> Iterator[MediaWiki]:
    port = _free_port()
    wiki = MediaWiki(folder, port)
    command = ["php", "-d", "display_errors=0", "-d", "log_errors=1", "-d", "memory_limit=512M"]
    command += ["-d", "opcache.enable_cli=1", "-d", "post_max_size=64M"]
    command += ["-S", f"127.0.0.1:{port}", "-t", str(folder / "root")]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=_environment(folder, port),
        )
    try:
        _wait_until_ready(wiki, process, folder)
        yield wiki
    finally:
        process.terminate()
        process.wait(timeout=30)


def _install(folder: Path, data: Path) -> None:
    """Create the database and its settings."""
    for made in (data, folder / "cache", folder / "root"):
        made.mkdir(parents=True, exist_ok=True)
    (folder / "root" / "w").symlink_to(_code())
    command = [
        "php",
        str(_code() / "maintenance" / "install.php"),
        "--dbtype",
        "sqlite",
        "--dbname",
        "wiki",
    ]
    command += [
        "--dbpath",
        str(data),
        "--confpath",
        str(folder),
        "--server",
        "http://127.0.0.1",
        "--scriptpath",
        "/w",
    ]
    _run([*command, "--pass", "a password of no use", "Test Wiki", "Admin"])
    with (folder / "LocalSettings.php").open("a", encoding="utf-8") as settings:
        settings.write(_SETTINGS.read_text(encoding="utf-8").removeprefix("<?php"))


def _wait_until_ready(wiki: MediaWiki, process: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + _READY_WITHIN
    while not _answers(wiki):
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(
                "the wiki does not come up:"
                f" {(folder / 'server.log').read_text(errors='replace')[-2000:]}"
            )
        time.sleep(0.05)


def _answers(wiki: MediaWiki) -> bool:
    try:
        wiki.api(action="query", meta="siteinfo")
    except (URLError, ConnectionError):
        return False
    return True


def _environment(folder: Path, port: int) -> dict[str, str]:
    return {
        **os.environ,
        "MW_CONFIG_FILE": str(folder / "LocalSettings.php"),
        "TEST_WIKI_PORT": str(port),
    }


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _run(command: list[str], env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=300, env=env
    )
    if done.returncode:
        raise RuntimeError(f"{command[1]} failed: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def _export(title: str, revisions: list[ImportedRevision]) -> str:
    """Return the history in MediaWiki's export format."""
    parts = [
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11"'
        ' xml:lang="en"><page>'
    ]
    parts.append(f"<title>{escape(title)}</title><ns>0</ns>")
    for revision in revisions:
        size = len(revision.text.encode())
        parts.append(
            f"<revision><timestamp>{revision.at:%Y-%m-%dT%H:%M:%SZ}</timestamp><contributor><username>{escape(revision.user)}</username></contributor><comment>{escape(revision.comment)}</comment><model>wikitext</model><format>text/x-wiki</format><text"
            f" bytes={quoteattr(str(size))}"
            f" xml:space='preserve'>{escape(revision.text)}</text></revision>"
        )
    return "".join(parts) + "</page></mediawiki>"
