"""Read the files of a snapshot folder (docs/snapshot.md) within limits. Text from outside never
becomes a path: it is only looked up in the list of files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePath, PurePosixPath
from typing import Annotated, NamedTuple
from urllib.parse import quote

import msgspec

from parsers.blog.merging import PageKind
from parsers.blog.selectors import page_number
from parsers.model import Problem, Revision
from parsers.refusal import Refusal, Refused
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.files import lines_backwards, read_bounded, read_text, shown_path
from sync.settings.tomlfile import read_toml
from sync.text import one_line
from sync.times import month_of, parse_time, whole_utc

MAX_FILES = 50_000
"""More than twenty years of the game, each entry with its comments."""

MAX_HISTORY = 1_000_000_000
MAX_LINE = 8_000_000
"""The maximum size of a file with revisions, and of one revision, in bytes."""

_DEPTH = 4
LONGEST_NAME = 200
UNKNOWN_REVISION = 0
"""The id of a revision that was saved without one."""
_Time = Annotated[datetime, msgspec.Meta(tz=True)]


class _Game(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    emperor: str | None = None


class _Description(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    as_of: _Time | None = None
    since: _Time | None = None
    game: _Game = _Game()


class SavedRevision(msgspec.Struct, frozen=True):
    """``wiki/<title>.json``, or with a text one line of ``wiki/<title>.history.jsonl``; each part
    may be absent.
    """

    revid: int | None = None
    parentid: int | None = None
    timestamp: str | None = None
    user: str | None = None
    comment: str | None = None
    text: str | None = None

    @property
    def made(self) -> datetime | None:
        """The timestamp as a time. Raises :class:`Refused` if it is malformed."""
        return None if self.timestamp is None else parse_time(self.timestamp)

    def revision(self, title: str, text: str | None, undated: datetime) -> Revision:
        """Return the revision; ``undated`` is its time if it has none."""
        return Revision(
            title,
            self.revid or UNKNOWN_REVISION,
            self.parentid or 0,
            self.made or undated,
            self.user,
            self.comment,
            text,
        )


class BlogFile(NamedTuple):
    """A saved page of the blog: its kind, its path on the blog, and the path of the page that it
    continues (else its own); ``order`` is its place among all pages.
    """

    order: tuple[int, int, str, int]
    name: str
    kind: PageKind
    address: str
    first: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An open snapshot: its time and its pages.

    ``blog`` lists the front page first, then archives from the newest month, then entries. ``wiki``
    maps titles to files, ``names`` has all files. Before ``since``, if stated, the archives may
    lack posts.
    """

    folder: Path
    as_of: datetime | None
    since: datetime | None
    emperor: str | None
    blog: tuple[BlogFile, ...]
    wiki: Mapping[str, str]
    names: frozenset[str]
    problems: tuple[Problem, ...]

    def missing(self, name: str) -> Unreachable:
        """Return the error for a missing file."""
        why = (
            "is a link in"
            if any(problem.where == name for problem in self.problems)
            else "is missing from"
        )
        return Unreachable(
            f"{name} {why} the snapshot {shown_path(self.folder)}; save that page to this folder"
        )

    def wiki_file(self, title: str) -> str:
        """Return the name of the file for a page's text, which may be missing."""
        return self.wiki.get(title) or f"wiki/{file_name(title)}.wikitext"

    def page_text(self, title: str) -> str:
        """Return the wikitext of a page. Raises :class:`NoVerdict` if the snapshot has no such
        page, or it cannot be read.
        """
        name = self.wiki_file(title)
        if name not in self.names:
            raise self.missing(name)
        return read_text(self.folder / name)

    def saved_revision(self, title: str) -> SavedRevision:
        """Return the page's ``.json``, or an empty one. Raises :class:`NoVerdict` if it is
        malformed.
        """
        name = self.wiki_file(title).removesuffix(".wikitext") + ".json"
        try:
            return (
                _decoded(read_bounded(self.folder / name))
                if name in self.names
                else SavedRevision()
            )
        except Refused as error:
            raise NoVerdict(
                f"{name} is not the JSON of a revision: {one_line(str(error))}; save it again, or"
                " remove it"
            ) from None

    def history(self, title: str) -> Iterator[Revision]:
        """Yield the page's ``.history.jsonl``, newest first, read from its end on demand. A
        repeated line counts once.

        Raises :class:`NoVerdict` for a malformed line, for a line that is newer than the one below
        it, and for a file that is too large.
        """
        name = self.wiki_file(title).removesuffix(".wikitext") + ".history.jsonl"
        if name not in self.names:
            return
        path = self.folder / name
        seen: set[int] = set()
        below: Revision | None = None
        for place, line in lines_backwards(path, limit=MAX_HISTORY, longest=MAX_LINE):
            if not line.strip():
                continue
            try:
                found = _decoded(line)
                if found.revid is None or found.made is None:
                    raise Refused(Refusal.NO_REVISION)
                revision = found.revision(title, found.text, found.made)
                if revision.revid in seen:
                    continue
                if below is not None and (
                    revision.timestamp > below.timestamp or revision.parentid == below.revid
                ):
                    raise Refused(Refusal.NEWER_THAN_NEXT, revid=revision.revid)
            except Refused as error:
                raise NoVerdict(
                    f"{name}, the line at byte {place}, cannot be read: {one_line(str(error))}"
                ) from None
            seen.add(revision.revid)
            below = revision
            yield revision


NO_SNAPSHOT = Snapshot(Path(), None, None, None, (), {}, frozenset(), ())
"""The description of a game that is read from single files."""


def _decoded(data: bytes) -> SavedRevision:
    """Decode JSON. Raises :class:`Refused`, also for a malformed timestamp."""
    try:
        found = msgspec.json.decode(data, type=SavedRevision)
    except RecursionError:
        raise Refused(Refusal.NESTED_TOO_DEEPLY) from None
    except ValueError as error:
        raise Refused(Refusal.NO_JSON, why=error) from None
    _ = found.made
    return found


def open_snapshot(folder: Path) -> Snapshot:
    """Read ``snapshot.toml`` and find the pages. Raises :class:`UsageError` and
    :class:`NoVerdict`.
    """
    if not folder.is_dir():
        raise UsageError(
            f"the snapshot {shown_path(folder)} is not a folder; use the folder that contains"
            " snapshot.toml"
        )
    description = folder / "snapshot.toml"
    if not description.is_file():
        advice = "create one with the time when the pages were saved: as_of = 2024-01-20T12:00:00Z"
        raise UsageError(f"{shown_path(folder)} has no snapshot.toml; {advice}")
    stated = read_toml(description, _Description)
    try:
        as_of, since = (time and whole_utc(time) for time in (stated.as_of, stated.since))
    except Refused as error:
        raise UsageError(f"{shown_path(description)}: as_of or since: {error}") from None
    problems: list[Problem] = []
    names = sorted(name for part in ("blog", "wiki") for name in _files(folder, part, problems))
    pages = {
        name: _blog_file(name)
        for name in names
        if name.startswith("blog/") and name.endswith(".html")
    }
    unread = "a snapshot has no page at this path, so the file was not read"
    problems += [
        Problem(name, unread, post=_post_of(PurePosixPath(name)))
        for name, page in pages.items()
        if page is None
    ]
    blog = sorted(page for page in pages.values() if page is not None)
    wiki = {
        name[5:-9].replace("_", " "): name
        for name in names
        if name.startswith("wiki/") and name.endswith(".wikitext")
    }
    return Snapshot(
        folder,
        as_of,
        since,
        stated.game.emperor,
        tuple(blog),
        wiki,
        frozenset(names),
        tuple(problems),
    )


def file_name(title: str) -> str:
    """Return a title as a file name without the ending: percent-encoded, so that it never leads out
    of the folder.
    """
    return quote(title.replace(" ", "_"), safe="", errors="replace")[:LONGEST_NAME]


def _post_of(name: PurePath) -> str | None:
    """Return the key of a file's post, by its place in the folder."""
    entry = name.parts[2:3] if name.parts[:2] == ("blog", "archive") else ()
    return entry[0].removesuffix(".html") if entry else None


def _files(folder: Path, part: str, problems: list[Problem]) -> Iterator[str]:
    """Return the names of the files below one part of the snapshot. Links are not followed."""
    seen, link = 0, "this is a link; links are not followed"
    if (folder / part).is_symlink():
        problems.append(Problem(part, link))
        return
    for place, folders, files in os.walk(folder / part):
        seen += len(folders) + len(files)
        if seen > MAX_FILES:
            raise NoVerdict(
                f"{shown_path(folder)} has more than {MAX_FILES} files below {part}/; remove files"
                " that are not part of the snapshot"
            )
        below = Path(place).relative_to(folder)
        for name in (below / part for part in (*folders, *files)):
            if (folder / name).is_symlink():
                problems.append(Problem(name.as_posix(), link, post=_post_of(name)))
            elif (folder / name).is_file():
                yield name.as_posix()
        if len(below.parts) >= _DEPTH:
            folders.clear()


def _blog_file(name: str) -> BlogFile | None:
    """Identify a page by its path below ``blog/``; None if a snapshot has no page at this path.

    ``blog/index.html`` is the front page, ``blog/2024/01/index.html`` an archive,
    ``blog/archive/doors/index.html`` an entry, ``…/doors/P100/index.html`` more of its comments.
    """
    folders = name.split("/")
    if folders.pop() != "index.html":
        return None
    plain, number = page_number("/".join(["", *folders[1:]]) or "/")
    own = plain.strip("/").split("/") if plain else []
    first = quote(plain, errors="surrogateescape") or "/"
    address = f"{first.rstrip('/')}/P{number}" if number else first
    if not own:
        return BlogFile((0, 0, first, number), name, "front", address, first)
    if len(own) == 2 and own[0] == "archive":
        return BlogFile((2, 0, first, number), name, "entry", address, first)
    month = month_of(first) if len(own) == 2 else None
    if month is None:
        return None
    return BlogFile(
        (1, -12 * month[0] - month[1], first, number), name, "archive", address, first
    )  # the newest month first
