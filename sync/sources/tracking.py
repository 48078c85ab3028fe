"""The tracking page: its text from wherever a command reads, and the gamestate in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sync.errors import NoVerdict, Unreachable, UsageError
from sync.files import read_text, shown_path
from sync.settings.config import Config, Live
from sync.times import clock

if TYPE_CHECKING:
    from parsers.gamestate.model import GameState
    from parsers.model import Problem, Revision, Roster
    from parsers.ruleset.model import Ruleset
    from sync.store import Store
    from validators.profile import Profile
    from validators.view import GameView

__all__ = ["TrackingPage", "load_gamestate", "load_profile", "load_tracking", "problems_of", "with_gamestate"]


@dataclass(frozen=True, slots=True)
class TrackingPage:
    """A tracking page's text: ``title`` is the page's, ``where`` what a sentence about it names."""

    title: str
    where: str
    text: str
    revid: int | None = None


def load_tracking(config: Config, rules: Ruleset) -> TrackingPage:
    """The page's text, of the configured file where there is one. Raises :class:`NoVerdict` where there is none to be had."""
    title = _stated(config) or rules.tracking_page
    if config.tracking is not None:
        name = config.tracking.stem.replace("_", " ")
        return TrackingPage(title or name, shown_path(config.tracking), read_text(config.tracking))
    if title is None:
        raise NoVerdict(
            "the rules name no page that tracks the gamestate; pass --tracking FILE with its wikitext, or name it in blognomic.toml"
        )
    if config.snapshot is not None:
        return _saved(config.snapshot, title)
    if config.live is None:
        raise Unreachable(f"the tracking page {title!r} is missing; pass --tracking FILE with its wikitext, or --snapshot DIR")
    return _kept(config.live, title, config.now)


def _stated(config: Config) -> str | None:
    return config.live.tracking if config.live is not None else None


def _saved(folder: Path, title: str) -> TrackingPage:
    from sync.sources.snapshot import open_snapshot

    snapshot = open_snapshot(folder)
    text = snapshot.page_text(title)
    return TrackingPage(title, snapshot.wiki_file(title), text, snapshot.revision(title).revid)


def _kept(live: Live, title: str, now: datetime | None) -> TrackingPage:
    from sync.sources.live import open_store

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


def load_profile(config: Config) -> Profile:
    """The dynasty's profile, an empty one where none is configured; the site's own aliases stand behind the profile's.

    Raises what :func:`sync.settings.profile.read_profile` raises.
    """
    from validators.profile import Profile

    if config.profile is None:
        return Profile(aliases=config.aliases)
    from sync.settings.profile import read_profile

    if not config.profile.is_file():
        path = shown_path(config.profile)
        raise UsageError(f"the profile {path} is no file; blognomic rules --draft-profile {path} writes one to begin with")
    profile = read_profile(config.profile)
    return replace(profile, aliases={**config.aliases, **profile.aliases})


def load_gamestate(config: Config, rules: Ruleset, roster: Roster | None, profile: Profile) -> GameState:
    """The gamestate of the tracking page, its variables within the profile's ranges. Raises what :func:`load_tracking` raises."""
    from parsers.gamestate import read_gamestate
    from validators.profile import with_ranges

    page = load_tracking(config, rules)
    ranged = replace(rules, variables=with_ranges(profile, rules.variables))
    return read_gamestate(page.text, ranged, roster, profile, page=page.title, revid=page.revid)


def with_gamestate(view: GameView, config: Config) -> GameView:
    """The view with the dynasty's profile and the tracking page as read.

    A page that is named and cannot be had is a fatal problem in the view. Where neither the rules nor the
    settings name one there is nothing to read. Raises what :func:`load_profile` raises.
    """
    from parsers.model import Problem

    view = replace(view, profile=load_profile(config))
    if view.rules is None:
        return view
    title = _stated(config) or view.rules.tracking_page
    if title is None and config.tracking is None:
        return view
    try:
        return replace(view, gamestate=load_gamestate(config, view.rules, view.roster, view.profile))
    except NoVerdict as error:
        problem = Problem(title or "the tracking page", str(error), fatal=True, missing=isinstance(error, Unreachable))
        return replace(view, problems=(*view.problems, problem))


def problems_of(state: GameState) -> Iterator[Problem]:
    """What of the page was not read, a sentence each; fatal where it holds nothing that could be, or was not read to its end."""
    from parsers.model import Problem

    where = state.page or "the tracking page"
    if not state.tables:
        what = "the page holds no table" + ("" if state.labels else " and no labelled value: is it the tracking page?")
        yield Problem(where, what, fatal=not state.labels)
    elif not state.rows:
        yield Problem(where, "no table has a column of players that could be told, so no value is anybody's")
    for unread in state.unread:
        if unread.grave:
            yield Problem(f"{where}, {unread.where}", unread.why, fatal=unread.lost)
