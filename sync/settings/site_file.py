"""``blognomic.toml``: the settings of a site, their shape, and the search for the file.
docs/configuration.md describes every key.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from parsers.model import RULESET_PAGE
from sync.errors import UsageError
from sync.files import unreadable
from sync.settings.tomlfile import read_toml

SITE_FILE = "blognomic.toml"
DEMO = "demo"
LIVE_BLOG = "https://blognomic.com"
LIVE_WIKI = "https://wiki.blognomic.com/"
FORMATS = ("text", "json")
FAIL_ON = ("error", "warning", "info", "never")
COLORS = ("auto", "always", "never")

_DEMO_BLOG, _DEMO_WIKI = "https://blog.example", "https://wiki.example"
_DEMO_FOLDER = Path(__file__).parents[1] / "demo"

_Seconds = Annotated[float, msgspec.Meta(ge=0, le=3600)]
_Hours = Annotated[int, msgspec.Meta(ge=1, le=8760)]


class _Table(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of the file."""


class GameTable(_Table, frozen=True):
    """``[game]``: data missing from the pages. An empty ``emperor`` means a Metadynasty;
    ``reviewed`` is the file of reviews.
    """

    emperor: str | None = None
    reviewed: str = "reviewed.toml"


class BlogTable(_Table, frozen=True):
    """``[blog]``: its address, the pause between two requests, the maximum age of pulled data, and
    the interval for reading open matters again.
    """

    url: str = LIVE_BLOG
    delay: _Seconds = 1.0
    months: Annotated[int, msgspec.Meta(ge=1, le=60)] = 6
    reread_hours: _Hours = 6


class WikiTable(_Table, frozen=True):
    """``[wiki]``: the folder of its ``api.php``, its pages, and the default account for writing."""

    url: str = LIVE_WIKI
    ruleset: str = RULESET_PAGE
    tracking: str | None = None
    account: str = ""


class StoreTable(_Table, frozen=True):
    """``[store]``: the database, and the age of its data that causes a warning."""

    path: str | None = None
    max_age_hours: _Hours = 12


class BoardTable(_Table, frozen=True):
    """``[board]``: the address of the folder that it is published in, if it is."""

    url: str = ""


class AuditTable(_Table, frozen=True):
    """``[audit]``: the options of that command."""

    fail_on: Literal["error", "warning", "info", "never"] = "error"
    select: list[str] = []
    ignore: list[str] = []
    baseline: str | None = None
    fail_on_new: bool = False
    fail_on_past: bool = False


class CorrectTable(_Table, frozen=True):
    """``[correct]``: the codes of corrections that are saved without ``--yes``, each alone or with
    the kind of correction after a colon, and the limits of saving.
    """

    allow: list[str] = []
    wait_minutes: Annotated[int, msgspec.Meta(ge=0, le=10080)] = 30
    edits_per_day: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 20
    stop_page: str | None = None


class NoticeTable(_Table, frozen=True):
    """``[notice]``: the talk page for all notices on the wiki, the account's name in comments if it
    differs, the daily limit, and the topics of the news that is sent to a chat.
    """

    talk: str | None = None
    blog_name: str = ""
    per_day: Annotated[int, msgspec.Meta(ge=0, le=100)] = 10
    events: list[Literal["resolvable", "timeout", "irregular", "finding"]] = []


class SiteFile(_Table, frozen=True):
    """The shape of ``blognomic.toml``. Paths in it are relative to the file."""

    name: str | None = None
    snapshot: str | None = None
    ruleset: str | None = None
    tracking: str | None = None
    profile: str | None = None
    now: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    format: Literal["text", "json"] | None = None
    output: str | None = None
    contact: str | None = None
    aliases: dict[str, str] = {}
    game: GameTable = GameTable()
    blog: BlogTable = BlogTable()
    wiki: WikiTable = WikiTable()
    store: StoreTable = StoreTable()
    board: BoardTable = BoardTable()
    audit: AuditTable = AuditTable()
    correct: CorrectTable = CorrectTable()
    notice: NoticeTable = NoticeTable()


def site_file(site: str | None, folder: Path) -> Path | None:
    """Return the settings file: the named one, or the nearest upward from a folder. None for the
    sample game, or without a file.
    """
    if site is not None:
        return None if site == DEMO else Path(site)
    # A folder of that name is an error, not skipped.
    return next(
        (
            place / SITE_FILE
            for place in (folder, *folder.parents)
            if os.path.lexists(place / SITE_FILE)
        ),
        None,
    )


def read_site(site: str | None, folder: Path) -> tuple[SiteFile, Path, str]:
    """Return the settings of a site (or the built-in ones), their file, and the name in reports.
    Raises :class:`UsageError` for a missing file, and the errors of
    :func:`sync.settings.tomlfile.read_toml`.
    """
    path = site_file(site, folder)
    if site == DEMO:
        return (
            SiteFile(
                snapshot=str(_DEMO_FOLDER),
                game=GameTable(reviewed=str(_DEMO_FOLDER / "reviewed.toml")),
                blog=BlogTable(_DEMO_BLOG),
                wiki=WikiTable(_DEMO_WIKI),
            ),
            folder,
            DEMO,
        )
    if path is None:
        return SiteFile(), folder, "blognomic.com"
    if why := unreadable(path):
        where = "--site" if site is not None else SITE_FILE
        raise UsageError(f"{where}: {why}; use a {SITE_FILE}, or {DEMO!r} for the sample game")
    found = read_toml(path, SiteFile)
    return found, path, found.name or path.resolve().parent.name


def in_package(path: Path) -> bool:
    """Return whether a file belongs to the package: the sample game, which is never written to."""
    return path.is_relative_to(_DEMO_FOLDER)
