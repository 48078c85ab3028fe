"""Which settings are in force, and where each comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sync.files import read_text
from sync.settings.config import Config

SECRETS = ("BLOGNOMIC_WIKI_USER", "BLOGNOMIC_WIKI_PASSWORD", "BLOGNOMIC_BLOG_USER", "BLOGNOMIC_BLOG_PASSWORD", "BLOGNOMIC_CHAT_URL")
"""The variables whose values are never shown."""

_MOST_LINES = 2000
_BUILT_IN = "built-in"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its key in the file (or the option's name), its value, and where that is from: "file", an option, a variable.

    ``line`` is that of the file, from 1, where it is known.
    """

    key: str
    value: Any
    origin: str = _BUILT_IN
    line: int | None = None


def settings_in_force(config: Config, file: Path | None, given: Callable[[str], str | None]) -> Iterator[Setting]:
    """Every setting that has something to do, in the order of the file.

    ``given`` says which option or variable sets what the option of a name sets, or None.
    """
    lines = _lines_of(file) if file is not None else {}
    for key, option, value in _rows(config):
        origin = given(option) if option is not None else None
        if origin is not None:
            yield Setting(key, value, origin)
        elif key in lines:
            yield Setting(key, value, "file", lines[key] or None)
        else:
            yield Setting(key, value)


def _rows(config: Config) -> Iterator[tuple[str, str | None, Any]]:
    """The key of each setting, the option for it, and the value in force."""
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
        yield from ((f"blog.{name}", None, getattr(live, name)) for name in ("delay", "months", "reread_hours"))
        yield "wiki.url", "wiki", live.wiki_url
        yield from ((f"wiki.{name}", None, getattr(live, name)) for name in ("ruleset", "tracking"))
    yield "wiki.account", None, config.wiki_account
    if live is not None:
        yield "store.max_age_hours", None, live.max_age_hours
        yield "offline", "offline", live.offline
    yield "store.path", "store", config.store if live is None else live.store
    yield from _table("audit", config.audit, options=True)
    yield from _table("correct", config.correct)
    yield from _table("notice", config.notice)
    for name in ("color", "verbose", "quiet"):
        yield name, name, getattr(config, name)


def _table(name: str, table: msgspec.Struct, *, options: bool = False) -> Iterator[tuple[str, str | None, Any]]:
    for field, value in msgspec.structs.asdict(table).items():
        yield f"{name}.{field}", field if options else None, value


def _lines_of(file: Path) -> Mapping[str, int]:
    """The line on which each key of a TOML file begins, by its path; 0 for those of a very long file.

    tomllib does not say: the first lines are read, then one more, until all are.
    """
    text = read_text(file)
    rows = text.splitlines(keepends=True)
    if len(rows) > _MOST_LINES:
        return dict.fromkeys(_keys(tomllib.loads(text)), 0)
    found: dict[str, int] = {}
    start = 1
    for count in range(1, len(rows) + 1):
        try:
            read = tomllib.loads("".join(rows[:count]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a value of several lines
        for key in _keys(read):
            found.setdefault(key, start)
        start = count + 1
    return found


def _keys(read: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in read.items():
        if isinstance(value, dict) and f"{prefix}{key}" != "aliases":
            yield from _keys(value, f"{prefix}{key}.")
        elif value or not isinstance(value, dict):
            yield f"{prefix}{key}"
