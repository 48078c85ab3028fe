"""The settings of a command: options win over the environment, ``blognomic.toml`` and built-in values, in this order."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from parsers.model import RULESET_PAGE
from sync.errors import UsageError
from sync.files import no_file, shown_path
from sync.settings.reviewed import read_reviews
from sync.settings.site_file import LIVE_BLOG, LIVE_WIKI, SITE_FILE, AuditTable, CorrectTable, NoticeTable, SiteFile, read_site
from sync.times import parse_time, whole_utc

__all__ = ["Config", "Live", "Options", "resolve"]

_CONTACT = "https://blognomic.com"
_PathName = Literal["snapshot", "ruleset", "tracking", "profile"]
_HOLDS = {
    "ruleset": "the wikitext of the Ruleset",
    "tracking": "the wikitext of the tracking page",
    "profile": "the dynasty's profile, as blognomic rules --draft-profile writes one",
}


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line and the environment say, else None.

    ``origin`` maps a field to what it was given with (``--now``, ``BLOGNOMIC_NOW``), for error messages.
    """

    site: str | None = None
    snapshot: str | None = None
    ruleset: str | None = None
    tracking: str | None = None
    profile: str | None = None
    emperor: str | None = None
    now: str | None = None
    format: str | None = None
    output: str | None = None
    blog: str | None = None
    wiki: str | None = None
    store: str | None = None
    color: str | None = None
    offline: bool = False
    verbose: bool = False
    quiet: bool = False
    origin: dict[str, str] = field(default_factory=dict)

    def given_with(self, name: str) -> str:
        """The option or variable a value came from."""
        return self.origin.get(name, f"--{name}")


@dataclass(frozen=True, slots=True)
class Live:
    """The live game: its sites, how to behave there, and the store. ``offline`` reads the store alone."""

    blog_url: str
    wiki_url: str
    contact: str
    store: Path
    ruleset: str = RULESET_PAGE
    tracking: str | None = None
    delay: float = 1.0
    months: int = 6
    reread_hours: int = 6
    max_age_hours: int = 12
    offline: bool = False


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force. ``emperor`` is None if not configured, ``""`` for a Metadynasty.

    ``output`` is None for standard output, ``reviewed`` without a file of settings; that file need not be there. ``reviews`` is
    who reviewed which sentences by it, as :func:`parsers.ruleset.read_ruleset` takes it.
    ``audit`` is the table of the file, its path from where the command runs. ``store`` is None unless one is named.
    """

    site: str
    snapshot: Path | None = None
    ruleset: Path | None = None
    tracking: Path | None = None
    profile: Path | None = None
    emperor: str | None = None
    now: datetime | None = None
    format: str = "text"
    output: Path | None = None
    blog_url: str = LIVE_BLOG
    wiki_url: str = LIVE_WIKI
    wiki_account: str = ""
    store: Path | None = None
    audit: AuditTable = field(default_factory=AuditTable)
    correct: CorrectTable = field(default_factory=CorrectTable)
    notice: NoticeTable = field(default_factory=NoticeTable)
    live: Live | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    reviewed: Path | None = None
    reviews: Mapping[str, str] = field(default_factory=dict)
    color: str = "auto"
    verbose: bool = False
    quiet: bool = False


def resolve(options: Options, folder: Path) -> Config:
    """The settings of a command started in ``folder``.

    Raises :class:`UsageError` for an invalid value, and what :func:`sync.settings.tomlfile.read_toml` raises
    for ``blognomic.toml`` and the file of reviews.
    """
    site, base, name = read_site(options.site, folder, options.given_with("site"))
    elsewhere = options.blog or options.wiki
    snapshot = _path(options, "snapshot", _beside(base, site.snapshot))
    store = _stated_store(options, site, base)
    output = options.output if options.output is not None else _beside(base, site.output)
    reviewed = base.parent / site.game.reviewed if base.is_file() else None
    return Config(
        site=name if elsewhere is None or snapshot else urlsplit(elsewhere).netloc or name,
        snapshot=snapshot,
        ruleset=_path(options, "ruleset", _beside(base, site.ruleset)),
        tracking=_path(options, "tracking", _beside(base, site.tracking)),
        profile=_path(options, "profile", _beside(base, site.profile)),
        emperor=options.emperor if options.emperor is not None else site.game.emperor,
        now=_now(options, site, base),
        format=options.format or site.format or "text",
        output=None if output in (None, "-") else Path(output),
        blog_url=_address(options.blog, site.blog.url, "blog", options, base),
        wiki_url=_address(options.wiki, site.wiki.url, "wiki", options, base) + "/",
        wiki_account=site.wiki.account,
        color=options.color or "auto",
        verbose=options.verbose,
        quiet=options.quiet,
        store=None if store is None else Path(store),
        audit=msgspec.structs.replace(site.audit, baseline=_beside(base, site.audit.baseline)),
        correct=site.correct,
        notice=site.notice,
        live=None if snapshot else _live(options, site, base, name, store),
        aliases=site.aliases,
        reviewed=reviewed,
        reviews={review.fingerprint: review.by for review in read_reviews(reviewed)},
    )


def _stated_store(options: Options, site: SiteFile, base: Path) -> str | None:
    if options.store == "":
        raise UsageError(f"{options.given_with('store')} is empty; leave it out for the database in {shown_path(_data_folder())}")
    return options.store if options.store is not None else _beside(base, site.store.path)


def _live(options: Options, site: SiteFile, base: Path, name: str, store: str | None) -> Live:
    """The live game's settings. Nothing is opened or fetched here."""
    return Live(
        blog_url=_address(options.blog, site.blog.url, "blog", options, base),
        wiki_url=_address(options.wiki, site.wiki.url, "wiki", options, base) + "/",
        contact=_CONTACT if site.contact is None else site.contact,
        store=Path(store) if store is not None else _data_folder() / f"{_file_name(name, options)}.sqlite3",
        ruleset=site.wiki.ruleset,
        tracking=site.wiki.tracking,
        delay=site.blog.delay,
        months=site.blog.months,
        reread_hours=site.blog.reread_hours,
        max_age_hours=site.store.max_age_hours,
        offline=options.offline,
    )


def _data_folder() -> Path:
    """The user's folder for program data (on Linux by the XDG Base Directory Specification)."""
    from platformdirs import user_data_path

    return user_data_path("blognomic", appauthor=False)


def _file_name(name: str, options: Options) -> str:
    """A name as a file may have it: no text of a configuration decides about folders.

    Other addresses than those of the site are another game, which must not be mixed with the site's own.
    """
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name).strip("._")[:60] or "site"
    if options.blog is None and options.wiki is None:
        return plain
    elsewhere = f"{options.blog or ''}\n{options.wiki or ''}"
    return f"{plain}-{hashlib.sha256(elsewhere.encode('utf-8', errors='surrogateescape')).hexdigest()[:12]}"


def _beside(base: Path, value: str | None) -> str | None:
    """A path of the file, which is relative to where the file is."""
    return None if value is None else str(base.parent / value)


def _path(options: Options, name: _PathName, otherwise: str | None) -> Path | None:
    given: str | None = getattr(options, name)
    value = otherwise if given is None else given
    if value is None:
        return None
    path = Path(value)
    where = options.given_with(name) if given is not None else f"key {name!r} of {SITE_FILE}"
    if name == "snapshot" and not path.is_dir():
        raise UsageError(f"{where}: no such folder: {shown_path(path)}; name the one that holds snapshot.toml")
    # A profile that the settings name may be one that is to be drafted now.
    if name in _HOLDS and (path.is_dir() or not path.exists()) and (name != "profile" or given is not None):
        raise UsageError(f"{where}: {no_file(path)}; name one with {_HOLDS[name]}")
    return path


def _now(options: Options, site: SiteFile, base: Path) -> datetime | None:
    try:
        if options.now is not None:
            return parse_time(options.now)
        return None if site.now is None else whole_utc(site.now)
    except ValueError as error:
        where = options.given_with("now") if options.now is not None else f"{shown_path(base)}: key 'now'"
        raise UsageError(f"{where}: {error}") from None


def _address(given: str | None, otherwise: str, name: Literal["blog", "wiki"], options: Options, base: Path) -> str:
    url = (otherwise if given is None else given).rstrip("/")
    if not url.startswith(("https://", "http://")) or any(character.isspace() for character in url):
        where = options.given_with(name) if given is not None else f"{shown_path(base)}: key '{name}.url'"
        raise UsageError(f"{where}: {url!r} is not a web address such as {LIVE_BLOG if name == 'blog' else LIVE_WIKI}")
    return url
