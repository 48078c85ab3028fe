"""The tracking page: its text from wherever a command reads, and the gamestate in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sync.config import Config, Live
from sync.errors import NoVerdict, Unreachable
from sync.files import read_text, shown_path
from sync.times import clock

if TYPE_CHECKING:
    from parsers.gamestate.model import GameState, Naming
    from parsers.model import Problem, Roster
    from parsers.ruleset.model import Ruleset
    from sync.store import Revision, Store

__all__ = ["Names", "TrackingPage", "load_gamestate", "load_tracking", "problems_of"]


@dataclass(frozen=True, slots=True)
class Names:
    """The configured names: on the wiki to on the roster. Columns are told from the rules alone."""

    aliases: Mapping[str, str]
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrackingPage:
    """A tracking page's text: ``title`` is the page's, ``where`` what a sentence about it names."""

    title: str
    where: str
    text: str
    revid: int | None = None


def load_tracking(config: Config, rules: Ruleset, file: Path | None = None) -> TrackingPage:
    """The page's text, of ``file`` where one is given. Raises :class:`NoVerdict` where there is none to be had."""
    stated = config.live.tracking if config.live is not None else None
    title = stated or rules.tracking_page
    if file is not None:
        return TrackingPage(title or file.stem.replace("_", " "), shown_path(file), read_text(file))
    if title is None:
        raise NoVerdict(
            "the rules name no page that tracks the gamestate; pass --tracking FILE with its wikitext, or name it in blognomic.toml"
        )
    if config.snapshot is not None:
        return _saved(config.snapshot, title)
    if config.live is None:
        raise Unreachable(f"the tracking page {title!r} is missing; pass --tracking FILE with its wikitext, or --snapshot DIR")
    return _kept(config.live, title, config.now)


def _saved(folder: Path, title: str) -> TrackingPage:
    from sync.snapshot import open_snapshot

    snapshot = open_snapshot(folder)
    text = snapshot.page_text(title)
    return TrackingPage(title, snapshot.wiki_file(title), text, snapshot.revision(title).revid)


def _kept(live: Live, title: str, now: datetime | None) -> TrackingPage:
    from sync.live import open_store

    with open_store(live, clock()) as store:
        revision = _as_of(store, title, now)
    if revision is None or revision.text is None:
        raise Unreachable(f"the store has no text of the tracking page {title!r}; pull it from the wiki, or pass --tracking FILE")
    return TrackingPage(title, title, revision.text, revision.revid)


def _as_of(store: Store, title: str, now: datetime | None) -> Revision | None:
    """The latest revision made by then."""
    latest = store.revision(title)
    if latest is None or now is None or latest.timestamp <= now:
        return latest
    before = [revision for revision in store.revisions(title) if revision.text is not None and revision.timestamp <= now]
    return before[-1] if before else None


def load_gamestate(
    config: Config, rules: Ruleset, roster: Roster | None, file: Path | None = None, profile: Naming | None = None
) -> GameState:
    """The gamestate of the tracking page. Raises what :func:`load_tracking` raises."""
    from parsers.gamestate import read_gamestate

    page = load_tracking(config, rules, file)
    return read_gamestate(page.text, rules, roster, profile, page=page.title, revid=page.revid)


def problems_of(state: GameState) -> Iterator[Problem]:
    """What of the page was not read, a sentence each; fatal where it holds nothing that could be."""
    from parsers.model import Problem

    where = state.page or "the tracking page"
    if not state.tables:
        what = "the page holds no table" + ("" if state.labels else " and no labelled value: is it the tracking page?")
        yield Problem(where, what, fatal=not state.labels)
    elif not state.rows:
        yield Problem(where, "no table has a column of players that could be told, so no value is anybody's")
    for unread in state.unread:
        if unread.grave:
            yield Problem(f"{where}, {unread.where}", unread.why)
