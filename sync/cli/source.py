"""Choose the source of a command, and refuse names that match nothing in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from parsers.model import Roster, name_key
from sync.cli.output import note
from sync.errors import UsageError
from sync.files import shown_path
from sync.progress import progress
from sync.settings.config import Config
from sync.settings.credentials import user_of
from sync.settings.site_file import SITE_FILE
from sync.sources.interface import Source, with_files
from sync.sources.snapshot import PageTitles, SnapshotSource
from sync.sources.snapshot_folder import open_snapshot
from sync.sources.source_view import ViewRequest, load_view
from sync.times import clock, shown
from validators.profile.dynasty_profile import Profile

if TYPE_CHECKING:
    from parsers.blog.merging import ReadPage
    from parsers.gamestate.gamestate_model import GameState
    from validators.view import GameView

_AROUND = timedelta(minutes=1)
_WIKI = frozenset({"rules", "gamestate", "history"})


@contextmanager
def open_source(
    config: Config,
    needs: Collection[str],
    saved: Sequence[ReadPage] = (),
    *,
    since: datetime | None = None,
) -> Iterator[Source]:
    """The configured source: the snapshot, else the live game's store, which is pulled first unless
    ``--offline``.

    ``saved`` entry pages are added to the snapshot or used alone. Files given for pages replace
    those of the source; if no other data is needed, no source is opened. From the store, posts made
    ``since`` a time before the dynasty are read, too. Raises the errors of opening a snapshot,
    opening a store and a pull.
    """
    files = {
        name
        for name, path in (("rules", config.ruleset), ("gamestate", config.tracking))
        if path is not None
    }
    with _base(config, needs, saved, alone=not set(needs) - files, since=since) as base:
        yield with_files(base, ruleset=config.ruleset, tracking=config.tracking)


@contextmanager
def _base(
    config: Config,
    needs: Collection[str],
    saved: Sequence[ReadPage],
    *,
    alone: bool,
    since: datetime | None,
) -> Iterator[Source]:
    live = config.live
    if alone or saved or live is None:
        folder = None if alone else config.snapshot
        yield SnapshotSource(
            folder,
            blog_url=config.blog_url,
            site=config.site,
            emperor=config.emperor,
            now=config.now,
            entry_pages=saved,
            titles=PageTitles(config.ruleset_title, config.tracking_title),
        )
        return
    from sync.pulling.game_pull import SITES, last_failures, pull
    from sync.sources.stored import StoreSource, open_store

    with open_store(live, clock()) as store:
        with progress() as say:
            sites = ("wiki",) if _WIKI.issuperset(needs) else SITES
            pulled = (
                last_failures(store, sites)
                if live.offline
                else pull(live, store, say, sites=sites, since=since, as_of=config.now).problems
            )
        yield StoreSource(
            store,
            live,
            config.now or clock(),
            site=config.site,
            emperor=config.emperor,
            pulled=pulled,
            since=since,
        )


def refuse_another_time(config: Config) -> None:
    """Raise :class:`UsageError` if ``--now`` is not the time of the pages: nothing is corrected or
    announced as of another time.
    """
    read_at = clock() if config.live is not None else None
    if config.snapshot is not None:
        read_at = open_snapshot(config.snapshot).as_of
    if config.now is not None and read_at is not None and abs(read_at - config.now) > _AROUND:
        raise UsageError(
            f"the pages are those of {shown(read_at)}, and nothing is corrected or announced as of"
            f" {shown(config.now)}; leave out --now"
        )


def own_account(config: Config) -> str:
    """The account of the wiki that this tool writes with, ``""`` where no setting names it."""
    return user_of("wiki") or config.wiki_account


def view_of(config: Config, needs: Collection[str], saved: Sequence[ReadPage] = ()) -> GameView:
    """Return a view of the configured source with ``needs``, without variables and actions, which
    no verdict on a matter needs.

    Raises the errors of :func:`open_source` and :func:`read_view`.
    """
    with open_source(config, needs, saved) as source:
        return read_view(config, source, needs, variables=False, estimate=True)


def read_view(config: Config, source: Source, needs: Collection[str], **more: Any) -> GameView:
    """Return a view of the source with ``needs``, by the configured profile; ``more`` are further
    fields of the request. Raises the errors of reading a profile and :func:`check_names`.
    """
    from sync.settings.profile_file import load_profile

    profile = load_profile(config.profile, config.aliases) if "gamestate" in needs else Profile()
    request = ViewRequest(needs, profile, config.reviews, own_account(config))
    view = load_view(source, replace(request, **more))
    check_names(config, view.roster, view.read.emperor, view.profile, view.gamestate)
    return view


def check_names(
    config: Config,
    roster: Roster | None,
    emperor: str | None,
    profile: Profile,
    state: GameState | None,
) -> None:
    """Check the Emperor, the aliases and the names in the profile: a typing error would change
    verdicts silently.

    Raises :class:`UsageError` for a name that matches nothing. Names that cannot be checked,
    because the roster or the page was not read (in full), cause a warning on standard error.
    """
    from validators.profile.dynasty_profile import unknown_aliases, unknown_names
    from validators.profile.expression import suggestion

    settings = SITE_FILE if config.file is None else shown_path(config.file)
    file = settings if config.profile is None else shown_path(config.profile)
    if roster is not None:
        people = (*roster.active, *roster.idle)
        if emperor and name_key(emperor) not in map(name_key, people):
            place = "the Emperor (--emperor, or 'game.emperor' in a file)"
            raise UsageError(
                f"{place}: no player is called “{emperor}”{suggestion(emperor, people)}"
            )
        _refuse(settings, unknown_aliases(config.aliases.items(), roster))
        _refuse(file, unknown_aliases(profile.aliases.items() - config.aliases.items(), roster))
    elif emperor or profile.aliases or config.aliases:
        note(
            "warning: the names of the Emperor and in [aliases] are not checked, since the roster"
            " was not read"
        )
    if state is not None and not any(problem.grave or problem.lost for problem in state.unread):
        _refuse(file, unknown_names(profile, state))
    elif profile.columns or profile.cadence or profile.ranges or profile.constraints:
        note(
            f"warning: {file}: its columns and variables are not checked, since the tracking page"
            " was not read whole"
        )


def _refuse(file: str, wrong: Iterable[str]) -> None:
    found = list(wrong)
    if found:
        more = f" (the first of {len(found)} such names)" if len(found) > 1 else ""
        raise UsageError(f"{file}: {found[0]}{more}")
