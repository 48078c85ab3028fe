"""The settings of a command: options take precedence over the environment, ``blognomic.toml`` and
built-in values, in this order.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from parsers.model import RULESET_PAGE
from parsers.refusal import Refused
from parsers.ruleset.reviews import NO_REVIEWS, Reviews
from sync.errors import UsageError
from sync.files import shown_path, unreadable
from sync.settings.review_file import read_reviews
from sync.settings.site_file import (
    DEMO,
    LIVE_BLOG,
    LIVE_WIKI,
    SITE_FILE,
    AuditTable,
    CorrectTable,
    NoticeTable,
    read_site,
)
from sync.settings.tomlfile import wrong_key
from sync.times import whole_utc

SECRETS = (
    "BLOGNOMIC_WIKI_USER",
    "BLOGNOMIC_WIKI_PASSWORD",
    "BLOGNOMIC_BLOG_USER",
    "BLOGNOMIC_BLOG_PASSWORD",
    "BLOGNOMIC_CHAT_URL",
)
"""The variables whose values are never shown."""
# Not ".." nor ".", which lead to another folder.
_PLAIN = re.compile(r"https?://[a-z0-9.-]+(?::[0-9]+)?(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)*/?")
_SAFE = ("https://", "http://127.0.0.1:", "http://localhost:")
_HOLDS = {
    "ruleset": "the Ruleset's wikitext",
    "tracking": "the page's wikitext",
    "profile": "a profile (blognomic rules --draft-profile)",
}


@dataclass(frozen=True, slots=True)
class Options:
    """The values of the command line and the environment, else None."""

    site: str | None = None
    snapshot: str | None = None
    ruleset: str | None = None
    tracking: str | None = None
    profile: str | None = None
    emperor: str | None = None
    now: datetime | None = None
    format: str | None = None
    output: str | None = None
    blog: str | None = None
    wiki: str | None = None
    store: str | None = None
    color: str | None = None
    offline: bool = False
    verbose: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Live:
    """The live game: its sites, the limits of access, and the store, which is the only source if
    ``offline``.
    """

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
    """The settings in force, and their ``file``, if there is one.

    ``emperor`` is None if not configured, ``""`` for a Metadynasty; ``output`` is None for standard
    output. ``board_url`` has no closing slash; it is ``""`` if the board is not published.
    ``reviewed`` is None without a settings file, and may not exist; ``reviews`` is its content, as
    :func:`parsers.ruleset.read_ruleset` takes it. ``store`` is None unless one is named.
    """

    site: str
    snapshot: Path | None = None
    ruleset: Path | None = None
    tracking: Path | None = None
    ruleset_title: str = RULESET_PAGE
    tracking_title: str | None = None
    profile: Path | None = None
    emperor: str | None = None
    now: datetime | None = None
    format: str = "text"
    output: Path | None = None
    blog_url: str = LIVE_BLOG
    wiki_url: str = LIVE_WIKI
    wiki_account: str = ""
    board_url: str = ""
    store: Path | None = None
    audit: AuditTable = field(default_factory=AuditTable)
    correct: CorrectTable = field(default_factory=CorrectTable)
    notice: NoticeTable = field(default_factory=NoticeTable)
    live: Live | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    reviewed: Path | None = None
    reviews: Reviews = NO_REVIEWS
    color: str = "auto"
    verbose: bool = False
    quiet: bool = False
    file: Path | None = None

    def key(self, name: str) -> str:
        """A key of the settings in messages, with the file that contains it."""
        return f"key {name!r} of {SITE_FILE if self.file is None else shown_path(self.file)}"


def resolve(options: Options, folder: Path) -> Config:
    """Return the settings of a command started in ``folder``. Raises :class:`UsageError` for an
    invalid value or file.
    """
    site, base, name = read_site(options.site, folder)
    snapshot = _path(options, "snapshot", base, site.snapshot)
    if snapshot is not None and not base.is_file() and options.site is None:
        name = snapshot.resolve().name
    elif snapshot is None and (elsewhere := options.blog or options.wiki):
        name = urlsplit(elsewhere).netloc or name
    if options.store == "":
        raise UsageError("--store is empty; name a file, or omit it")
    store = options.store if options.store is not None else _beside(base, site.store.path)
    output = options.output if options.output is not None else _beside(base, site.output)
    now = options.now if options.now is not None or site.now is None else _whole(base, site.now)
    has_reviews = base.is_file() or options.site == DEMO
    reviewed = base.parent / site.game.reviewed if has_reviews else None
    reviews = read_reviews(reviewed)
    blog = _address(options.blog, site.blog.url, "blog", base)
    wiki = _address(options.wiki, site.wiki.url, "wiki", base) + "/"
    live = None
    if not snapshot:
        live = Live(
            blog_url=blog,
            wiki_url=wiki,
            contact=LIVE_BLOG if site.contact is None else site.contact,
            store=Path(store) if store is not None else _own_store(name, options),
            ruleset=site.wiki.ruleset,
            tracking=site.wiki.tracking,
            delay=site.blog.delay,
            months=site.blog.months,
            reread_hours=site.blog.reread_hours,
            max_age_hours=site.store.max_age_hours,
            offline=options.offline,
        )
    return Config(
        site=name,
        file=base if base.is_file() else None,
        snapshot=snapshot,
        ruleset=_path(options, "ruleset", base, site.ruleset),
        tracking=_path(options, "tracking", base, site.tracking),
        ruleset_title=site.wiki.ruleset,
        tracking_title=site.wiki.tracking,
        profile=_path(options, "profile", base, site.profile),
        emperor=options.emperor if options.emperor is not None else site.game.emperor,
        now=now,
        format=options.format or site.format or "text",
        output=None if output in (None, "-") else Path(output),
        blog_url=blog,
        wiki_url=wiki,
        wiki_account=site.wiki.account,
        board_url=_published(site.board.url, base),
        color=options.color or "auto",
        verbose=options.verbose,
        quiet=options.quiet,
        store=None if store is None else Path(store),
        audit=msgspec.structs.replace(site.audit, baseline=_beside(base, site.audit.baseline)),
        correct=site.correct,
        notice=site.notice,
        live=live,
        aliases=site.aliases,
        reviewed=reviewed,
        reviews=reviews if now is None else reviews.as_of(now),
    )


def _own_store(name: str, options: Options) -> Path:
    """Return the store of a site in the user's data folder. Folder names never depend on a
    configuration's text; other addresses than the site's are another game.
    """
    from platformdirs import user_data_path

    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", name).strip("._")[:60] or "site"
    if options.blog is not None or options.wiki is not None:
        elsewhere = f"{options.blog or ''}\n{options.wiki or ''}"
        plain += f"-{hashlib.sha256(elsewhere.encode('utf-8', errors='surrogateescape')).hexdigest()[:12]}"
    return user_data_path("blognomic", appauthor=False) / f"{plain}.sqlite3"


def _beside(base: Path, value: str | None) -> str | None:
    """Return a path from the file, relative to the file's folder."""
    return None if value is None else str(base.parent / value)


def _path(options: Options, name: str, base: Path, stated: str | None) -> Path | None:
    """Return the path given by an option, else the one ``stated`` in the file ``base``."""
    given: str | None = getattr(options, name)
    if (value := _beside(base, stated) if given is None else given) is None:
        return None
    path = Path(value)
    where = f"--{name}" if given is not None else f"key {name!r} of {shown_path(base)}"
    if name == "snapshot" and not path.is_dir():
        raise UsageError(
            f"{where}: no such folder: {shown_path(path)}; use the folder that contains"
            " snapshot.toml"
        )
    # The profile in the settings may be the one to be drafted now.
    is_read = name in _HOLDS and (name != "profile" or given is not None)
    if is_read and (why := unreadable(path)):
        raise UsageError(f"{where}: {why}; use a file with {_HOLDS[name]}")
    return path


def _whole(base: Path, time: datetime) -> datetime:
    try:
        return whole_utc(time)
    except Refused as error:
        raise wrong_key(base, "now", str(error)) from None


def _address(given: str | None, otherwise: str, name: str, base: Path) -> str:
    url = (otherwise if given is None else given).rstrip("/")
    if not url.startswith(("https://", "http://")) or any(character.isspace() for character in url):
        where = f"--{name}" if given is not None else f"{shown_path(base)}: key '{name}.url'"
        raise UsageError(
            f"{where}: {url!r} is not a web address such as"
            f" {LIVE_BLOG if name == 'blog' else LIVE_WIKI}"
        )
    return url


def _published(url: str, base: Path) -> str:
    """The address of the board's folder. Players read it from there: by https, unless it is on this
    machine.
    """
    lowered = lower_host(url)
    if url and not (is_plain(lowered) and lowered.startswith(_SAFE)):
        raise wrong_key(
            base,
            "board.url",
            "must be the https address of a folder, such as https://game.example/board"
            f" (got {_without_secrets(url)!r:.100})",
        )
    return lowered.rstrip("/")


def _without_secrets(url: str) -> str:
    """Return an address without what may be a user name, a password or a token."""
    before, at, rest = url.rpartition("@")
    scheme, slashes, _ = before.partition("//")
    rest, query, _ = rest.partition("?")
    return (
        (f"{scheme if slashes else ''}{slashes}…@" if at else "") + rest + ("?…" if query else "")
    )


def lower_host(url: str) -> str:
    """A web address with its scheme and host in lower case, which mean the same as in capitals."""
    scheme, colon, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{colon}{host}".lower() + slash + path


def is_plain(url: str) -> bool:
    """Return whether a web address has only a host, an optional port, and a path of plain names."""
    return _PLAIN.fullmatch(url) is not None


def settings_of(config: Config) -> Iterator[tuple[str, str | None, Any]]:
    """Return every setting with an effect, in the order of the file: its key there, the option for
    it if there is one, its value.
    """
    live = config.live
    yield "name", None, config.site
    for name in ("snapshot", "ruleset", "tracking", "profile", "now", "format", "output"):
        yield name, name, getattr(config, name)
    yield "aliases", None, dict(config.aliases)
    yield "game.emperor", "emperor", config.emperor
    yield "game.reviewed", None, config.reviewed
    yield "blog.url", "blog", config.blog_url
    if live is not None:
        yield "contact", None, live.contact
        yield from (
            (f"blog.{name}", None, getattr(live, name))
            for name in ("delay", "months", "reread_hours")
        )
        yield "wiki.url", "wiki", live.wiki_url
    yield "wiki.ruleset", None, config.ruleset_title
    yield "wiki.tracking", None, config.tracking_title
    yield "wiki.account", None, config.wiki_account
    if live is not None:
        yield "store.max_age_hours", None, live.max_age_hours
        yield "offline", "offline", live.offline
    yield "store.path", "store", config.store if live is None else live.store
    yield "board.url", None, config.board_url
    for table, values in (
        ("audit", config.audit),
        ("correct", config.correct),
        ("notice", config.notice),
    ):
        yield from (
            (f"{table}.{key}", key if table == "audit" else None, value)
            for key, value in msgspec.structs.asdict(values).items()
        )
    for name in ("color", "verbose", "quiet"):
        yield name, name, getattr(config, name)


def stated_keys(read: Mapping[str, Any]) -> Iterator[str]:
    """Return the keys in a settings file, with their tables: ``audit.select``."""
    for name, value in read.items():
        if isinstance(value, dict) and name != "aliases":
            yield from (f"{name}.{key}" for key in value)
        elif value != {}:
            yield name
