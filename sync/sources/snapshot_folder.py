"""The files of a snapshot folder (docs/snapshot.md), read within bounds.

Pages are found by walking the folder. A title or an address read from a page is only looked up among the
files found, so no text from outside becomes a path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from stat import S_ISLNK, S_ISREG
from typing import Annotated
from urllib.parse import quote

import msgspec

from parsers.blog.merging import PageKind
from parsers.blog.selectors import page_number
from parsers.model import Problem, Revision
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.files import MAX_BYTES, line_number, lines_backwards, read_bounded, shown_path
from sync.settings.tomlfile import read_toml
from sync.text import one_line
from sync.times import parse_time, whole_utc

__all__ = ["MAX_FILES", "BlogFile", "SavedRevision", "Snapshot", "open_snapshot"]

MAX_FILES = 50_000
MAX_HISTORY = 1_000_000_000
MAX_LINE = 8_000_000
"""The most bytes of a file with revisions, and of one of them."""
"""More than twenty years of the game, each entry with its comments."""

_DEPTH = 4
_ELSEWHERE = frozenset({"", ".", ".."})
_MONTH = re.compile(r"(?P<year>\d{4})/(?P<month>0[1-9]|1[0-2])")


class _Game(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    emperor: str | None = None


class _Description(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The shape of ``snapshot.toml``."""

    as_of: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    since: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    game: _Game = _Game()


class SavedRevision(msgspec.Struct, frozen=True):
    """``wiki/<title>.json``, or with a text one line of ``wiki/<title>.history.jsonl``; each part may be absent."""

    revid: int | None = None
    parentid: int | None = None
    timestamp: str | None = None
    user: str | None = None
    comment: str | None = None
    text: str | None = None

    @property
    def made(self) -> datetime | None:
        """The timestamp as a time. Raises :class:`ValueError` if it is malformed."""
        return None if self.timestamp is None else parse_time(self.timestamp)

    def revision(self, title: str, text: str | None, undated: datetime) -> Revision:
        """The revision; ``undated`` is its time if it states none."""
        return Revision(title, self.revid or 0, self.parentid or 0, self.made or undated, self.user, self.comment, text)


@dataclass(frozen=True, slots=True)
class BlogFile:
    """A saved page of the blog: its place in the snapshot, what it shows, and its path on the blog.

    ``first`` is the address of the page it continues (a ``P100`` page of comments), else its own.
    """

    name: str
    kind: PageKind
    address: str
    first: str
    order: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot that was opened: when it was taken, and which pages it has.

    ``blog`` lists the front page first, then archives from the newest month, then entries; further pages
    follow the page they continue. ``wiki`` maps titles to names of files. Before ``since``, if it is stated, the archives may
    lack posts.
    """

    folder: Path
    as_of: datetime | None
    emperor: str | None
    blog: tuple[BlogFile, ...]
    wiki: Mapping[str, str]
    problems: tuple[Problem, ...]
    since: datetime | None = None

    def read(self, name: str) -> bytes:
        """The bytes of one of its files. Raises :class:`Unreachable` if it is missing, unreadable, too large or outside the folder."""
        return read_bounded(self._path(name), limit=MAX_BYTES)

    def _path(self, name: str) -> Path:
        path = self.folder / name
        if self._is_plain(name):
            return path
        if not path.is_file():
            raise self.missing(name)
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise Unreachable(f"{name} in the snapshot {shown_path(self.folder)} is a link that leads out of it; put the page itself there")
        return path

    def _is_plain(self, name: str) -> bool:
        """Whether a file is there with no link on the way to it, which is told by a fraction of what resolving its path takes."""
        place, mode = os.fspath(self.folder), 0
        for part in name.split("/"):
            place = f"{place}/{part}"
            try:
                mode = os.lstat(place).st_mode
            except (OSError, ValueError):
                return False
            if part in _ELSEWHERE or S_ISLNK(mode):
                return False
        return S_ISREG(mode)

    def missing(self, name: str) -> Unreachable:
        """The error that names a file which is not there."""
        return Unreachable(f"{name} is missing from the snapshot {shown_path(self.folder)}; save that page and put it there")

    def wiki_file(self, title: str) -> str:
        """The name of the file that holds a page's text, or that should: it may not be there."""
        return self.wiki.get(title) or f"wiki/{quote(title.replace(' ', '_'))}.wikitext"

    def page_text(self, title: str) -> str:
        """The wikitext of a page. Raises :class:`NoVerdict` if the snapshot has no such page, or it is not UTF-8."""
        name = self.wiki_file(title)
        try:
            return self.read(name).decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise NoVerdict(f"{name} is not UTF-8 text (byte {error.start + 1}); save it again as UTF-8") from None

    def saved_revision(self, title: str) -> SavedRevision:
        """The page's ``.json``; nothing is known without one. Raises :class:`NoVerdict` if it is malformed."""
        name = self.wiki_file(title).removesuffix(".wikitext") + ".json"
        if not (self.folder / name).is_file():
            return SavedRevision()
        try:
            return _decoded(self.read(name))
        except ValueError as error:
            raise NoVerdict(f"{name} is not the JSON of a revision: {one_line(str(error))}; save it again, or remove it") from None

    def history(self, title: str) -> Iterator[Revision]:
        """The page's ``.history.jsonl``, newest first, read from its end as far as it is wanted.

        A line that stands twice counts once. Raises :class:`NoVerdict` for a malformed line, one that is newer than the line below
        it, and a file that is too large.
        """
        name = self.wiki_file(title).removesuffix(".wikitext") + ".history.jsonl"
        if not (self.folder / name).is_file():
            return
        path, seen = self._path(name), set[int]()
        below: Revision | None = None
        for place, line in lines_backwards(path, limit=MAX_HISTORY, longest=MAX_LINE):
            if not line.strip():
                continue
            try:
                found = _decoded(line)
                if found.revid is None or found.made is None:
                    raise ValueError("it needs a revid and a timestamp")
            except ValueError as error:
                where, why = f"{name}, line {line_number(path, place)}", one_line(str(error))
                raise NoVerdict(f"{where}, is not the JSON of a revision: {why}; save it again") from None
            each = found.revision(title, found.text, found.made)
            if each.revid in seen:
                continue
            if below is not None and (each.timestamp > below.timestamp or each.parentid == below.revid):
                where = f"{name}, line {line_number(path, place)}"
                raise NoVerdict(f"{where}, is newer than the next one: revision {each.revid}; put the oldest line first")
            seen.add(each.revid)
            below = each
            yield each


def _decoded(data: bytes) -> SavedRevision:
    """Raises :class:`ValueError`, also for a malformed timestamp."""
    try:
        found = msgspec.json.decode(data, type=SavedRevision)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    _ = found.made
    return found


def open_snapshot(folder: Path) -> Snapshot:
    """Read ``snapshot.toml`` and find the pages.

    Raises :class:`UsageError` if there is no such folder or ``snapshot.toml`` is malformed, and :class:`NoVerdict` if
    ``snapshot.toml`` is missing or there are too many files.
    """
    if not folder.is_dir():
        raise UsageError(f"the snapshot {shown_path(folder)} is not a folder; name the folder that holds snapshot.toml")
    description = folder / "snapshot.toml"
    if not description.is_file():
        raise NoVerdict(
            f"{shown_path(folder)} has no snapshot.toml; put one there that says when the pages were saved: as_of = 2024-01-20T12:00:00Z"
        )
    stated = read_toml(description, _Description)
    as_of, since = (_stated(key, time, description) for key, time in (("as_of", stated.as_of), ("since", stated.since)))
    problems: list[Problem] = []
    blog: list[BlogFile] = []
    for name in _pages(folder, "blog", ".html", problems):
        page = _blog_file(name)
        if page is None:
            problems.append(Problem(name, "a snapshot keeps no page in this place, so the file was not read"))
        else:
            blog.append(page)
    blog.sort(key=lambda page: (page.order, page.address))
    wiki = {_title(name): name for name in _pages(folder, "wiki", ".wikitext", problems)}
    return Snapshot(folder, as_of, stated.game.emperor, tuple(blog), wiki, tuple(problems), since)


def _stated(key: str, time: datetime | None, description: Path) -> datetime | None:
    try:
        return None if time is None else whole_utc(time)
    except ValueError as error:
        raise UsageError(f"{shown_path(description)}: key {key!r}: {error}") from None


def _pages(folder: Path, part: str, ending: str, problems: list[Problem]) -> list[str]:
    """The names of the files with that ending below one part of the snapshot, sorted. Links to folders are not followed."""
    names: list[str] = []
    linked: list[str] = []
    seen, waiting = 0, [part]
    while waiting:
        below = waiting.pop()
        for entry in _entries(f"{os.fspath(folder)}/{below}"):
            seen += 1
            name = f"{below}/{entry.name}"
            if not _is_folder(entry):
                names += [name] if name.endswith(ending) else []
            elif entry.is_symlink():
                linked.append(name)
            elif below.count("/") < _DEPTH - 1:
                waiting.append(name)
        if seen > MAX_FILES:
            raise NoVerdict(
                f"the snapshot {shown_path(folder)} holds more than {MAX_FILES} files below {part}/; remove those that do not belong"
            )
    problems += [Problem(name, "this is a link to a folder, which is not followed") for name in sorted(linked)]
    return sorted(names)


def _entries(place: str) -> list[os.DirEntry[str]]:
    """What is in a folder; nothing where it cannot be read."""
    try:
        with os.scandir(place) as entries:
            return list(entries)
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link to itself
        return False


def _title(name: str) -> str:
    return name.removeprefix("wiki/").removesuffix(".wikitext").replace("_", " ")


def _blog_file(name: str) -> BlogFile | None:
    """What a page is, by its place below ``blog/``; None if no page of a snapshot belongs there."""
    folders = name.split("/")
    if folders.pop() != "index.html":
        return None
    plain, number = page_number("/".join(["", *folders[1:]]) or "/")
    own = plain.strip("/").split("/") if plain else []
    first = quote(plain, errors="surrogateescape") or "/"
    address = f"{first.rstrip('/')}/P{number}" if number else first
    if not own:
        return BlogFile(name, "front", address, first, (0, number))
    if len(own) == 2 and own[0] == "archive":
        return BlogFile(name, "entry", address, first, (1_000_000, number))
    month = _MONTH.fullmatch("/".join(own))
    if month:
        # The newest month first: months count backwards from a year beyond all others.
        before = (10_000 - int(month["year"])) * 12 - int(month["month"])
        return BlogFile(name, "archive", address, first, (1 + before, number))
    return None
