"""The snapshot folder: what is in it, and its files within bounds.

Pages are found by walking the folder. A title or an address read from a page is only ever looked up among
the files found, so no text from outside becomes a path.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal
from urllib.parse import quote

import msgspec

from parsers.model import Problem
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.files import MAX_BYTES, read_bounded, shown_path
from sync.settings.tomlfile import read_toml
from sync.text import one_line
from sync.times import whole_utc

__all__ = ["MAX_FILES", "BlogFile", "PageKind", "RevisionInfo", "Snapshot", "open_snapshot"]

MAX_FILES = 50_000
"""More than twenty years of the game, each entry with its comments."""

PageKind = Literal["front", "archive", "entry"]

_DEPTH = 4
_MONTH = re.compile(r"(?P<year>\d{4})/(?P<month>0[1-9]|1[0-2])")
_FURTHER = re.compile(r"P(\d{1,6})")


class _Game(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    emperor: str | None = None


class _Description(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The shape of ``snapshot.toml``."""

    as_of: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    game: _Game = _Game()


class RevisionInfo(msgspec.Struct, frozen=True):
    """What ``wiki/<title>.json`` says of the revision that was saved; each part may be absent."""

    title: str | None = None
    revid: int | None = None
    parentid: int | None = None
    timestamp: str | None = None
    user: str | None = None
    comment: str | None = None


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
    follow the page they continue. ``wiki`` maps titles to names of files.
    """

    folder: Path
    as_of: datetime | None
    emperor: str | None
    blog: tuple[BlogFile, ...]
    wiki: Mapping[str, str]
    problems: tuple[Problem, ...]

    def read(self, name: str) -> bytes:
        """The bytes of one of its files. Raises :class:`Unreachable`, and names the file, where they cannot be had."""
        path = self.folder / name
        if not path.is_file():
            raise Unreachable(f"{name} is missing from the snapshot {shown_path(self.folder)}; save that page and put it there")
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise Unreachable(f"{name} in the snapshot {shown_path(self.folder)} is a link that leads out of it; put the page itself there")
        return read_bounded(path, limit=MAX_BYTES)

    def wiki_file(self, title: str) -> str:
        """The name of the file that holds a page's text, or that should: it may not be there."""
        return self.wiki.get(title) or f"wiki/{quote(title.replace(' ', '_'))}.wikitext"

    def page_text(self, title: str) -> str:
        """The wikitext of a page. Raises :class:`NoVerdict` where the snapshot has no such page, or it is not UTF-8."""
        name = self.wiki_file(title)
        try:
            return self.read(name).decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise NoVerdict(f"{name} is not UTF-8 text (byte {error.start + 1}); save it again as UTF-8") from None

    def revision(self, title: str) -> RevisionInfo:
        """What is known of the revision of a page; all of it None where the snapshot does not say.

        Raises :class:`NoVerdict` where it does and cannot be understood.
        """
        name = self.wiki_file(title).removesuffix(".wikitext") + ".json"
        if not (self.folder / name).is_file():
            return RevisionInfo()
        try:
            return msgspec.json.decode(self.read(name), type=RevisionInfo)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NoVerdict(f"{name} is not the JSON of a revision: {one_line(str(error))}; save it again, or remove it") from None


def open_snapshot(folder: Path) -> Snapshot:
    """Read ``snapshot.toml`` and find the pages.

    Raises :class:`UsageError` where the folder is none or ``snapshot.toml`` is wrong, and
    :class:`NoVerdict` where ``snapshot.toml`` is missing or there are too many files.
    """
    if not folder.is_dir():
        raise UsageError(f"the snapshot {shown_path(folder)} is not a folder; name the folder that holds snapshot.toml")
    description = folder / "snapshot.toml"
    if not description.is_file():
        raise NoVerdict(
            f"{shown_path(folder)} has no snapshot.toml; put one there that says when the pages were saved: as_of = 2024-01-20T12:00:00Z"
        )
    stated = read_toml(description, _Description)
    try:
        as_of = None if stated.as_of is None else whole_utc(stated.as_of)
    except ValueError as error:
        raise UsageError(f"{shown_path(description)}: key 'as_of': {error}") from None
    problems: list[Problem] = []
    blog: list[BlogFile] = []
    for name in _pages(folder, "blog", ".html", problems):
        page = _blog_file(PurePosixPath(name))
        if page is None:
            problems.append(Problem(name, "the file stands where a snapshot keeps no page, so it was not read"))
        else:
            blog.append(page)
    blog.sort(key=lambda page: (page.order, page.address))
    wiki = {_title(name): name for name in _pages(folder, "wiki", ".wikitext", problems)}
    return Snapshot(folder, as_of, stated.game.emperor, tuple(blog), wiki, tuple(problems))


def _pages(folder: Path, part: str, ending: str, problems: list[Problem]) -> Iterator[str]:
    """The names of the files with that ending below one part of the snapshot, sorted. Links to folders are not followed."""
    names: list[str] = []
    seen = 0
    for place, folders, files in os.walk(folder / part):
        below = Path(place).relative_to(folder)
        seen += len(files) + len(folders)
        if seen > MAX_FILES:
            raise NoVerdict(
                f"the snapshot {shown_path(folder)} holds more than {MAX_FILES} files below {part}/; remove what is not of the game"
            )
        for name in list(folders):
            if (Path(place) / name).is_symlink():
                problems.append(Problem((below / name).as_posix(), "this is a link to a folder, which is not followed"))
        if len(below.parts) >= _DEPTH:
            folders.clear()
        names += [(below / name).as_posix() for name in files if name.endswith(ending)]
    yield from sorted(names)


def _title(name: str) -> str:
    return name.removeprefix("wiki/").removesuffix(".wikitext").replace("_", " ")


def _blog_file(name: PurePosixPath) -> BlogFile | None:
    """What a page is, by its place below ``blog/``; None where no page of a snapshot belongs."""
    if name.name != "index.html":
        return None
    parts = name.parts[1:-1]
    further = _FURTHER.fullmatch(parts[-1]) if parts else None
    number = int(further[1]) if further else 0
    own = parts[:-1] if further else parts
    first = "/" + "/".join(quote(part, errors="surrogateescape") for part in own)
    address = f"{first.rstrip('/')}/P{number}" if further else first
    if not own:
        return BlogFile(name.as_posix(), "front", address, first, (0, number))
    month = _MONTH.fullmatch("/".join(own))
    if month:
        # The newest month first: months count backwards from a year beyond all others.
        before = (10_000 - int(month["year"])) * 12 - int(month["month"])
        return BlogFile(name.as_posix(), "archive", address, first, (1 + before, number))
    if len(own) == 2 and own[0] == "archive":
        return BlogFile(name.as_posix(), "entry", address, first, (1_000_000, number))
    return None
