"""What is at hand of the history of the wiki's pages, for the checks: nobody is asked for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import chain, islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from parsers.model import Category, Problem, Revision
from parsers.ruleset import MAX_RULESET_CHARS, terms_of
from sync.errors import NoVerdict
from sync.settings.config import Config
from sync.sources.page_history import newest_first
from sync.sources.snapshot import open_snapshot
from sync.times import clock

if TYPE_CHECKING:
    from parsers.ruleset.model import Terms
    from sync.store import Store
    from validators.view import GameView

__all__ = ["MOST", "with_history"]

MOST = 50
"""The latest revisions of a page that the checks see."""


def with_history(view: GameView, config: Config) -> GameView:
    """The view with the latest revisions of Ruleset and tracking page, and with the terms of the dynasty before.

    They are those of the store or the snapshot. A page that was read from a file of its own has no history. A
    history that cannot be understood is a problem in the view.
    """
    rules = view.rules
    if rules is None:
        return view
    titles = [rules.page] if config.ruleset is None else []
    tracking = (config.live.tracking if config.live is not None else None) or rules.tracking_page
    if tracking is not None and config.tracking is None:
        titles.append(tracking)
    address = max((post.posted for post in view.posts if post.category is Category.ASCENSION and post.posted), default=None)
    before = address if config.ruleset is None else None
    if config.snapshot is not None:
        try:
            return _of_snapshot(view, config, titles, before)
        except NoVerdict as error:
            return replace(view, problems=(*view.problems, Problem(titles[0], str(error))))
    if config.live is None:
        return view
    from sync.sources.live import open_store

    with open_store(config.live, clock()) as store:
        found = {title: _latest(store, title, config.now) for title in titles}
        terms = None if before is None else _terms_before(store, rules.page, before)
    return _with(view, found, terms)


def _with(view: GameView, found: dict[str, tuple[Revision, ...]], terms: Terms | None) -> GameView:
    return replace(view, histories=MappingProxyType({title: kept for title, kept in found.items() if kept}), former_terms=terms)


def _of_snapshot(view: GameView, config: Config, titles: Iterable[str], before: datetime | None) -> GameView:
    found: dict[str, tuple[Revision, ...]] = {}
    assert config.snapshot is not None  # noqa: S101 - the caller looked
    snapshot, terms = open_snapshot(config.snapshot), None
    for title in titles:
        revisions = newest_first(config, title, snapshot)
        found[title] = tuple(reversed(list(islice(revisions, MOST))))
        if before is not None and view.rules is not None and title == view.rules.page:
            known = chain(reversed(found[title]), revisions)
            terms = _terms_of(next((kept.text for kept in known if kept.timestamp < before), None))
    return _with(view, found, terms)


def _latest(store: Store, title: str, now: datetime | None) -> tuple[Revision, ...]:
    known = store.revisions(title, texts=False)
    last = deque((each for each in known if now is None or each.timestamp <= now), maxlen=MOST)
    if not last:
        return ()
    revisions = (each for each in store.revisions(title, last[0].timestamp) if now is None or each.timestamp <= now)
    return tuple(deque(revisions, maxlen=MOST))


def _terms_before(store: Store, title: str, moment: datetime) -> Terms | None:
    """The terms of the latest Ruleset that was made before a moment, if the store has it."""
    last = deque((each for each in store.revisions(title, texts=False) if each.timestamp < moment), maxlen=1)
    kept = store.revision(title, last[0].revid) if last else None
    return None if kept is None else _terms_of(kept.text)


def _terms_of(text: str | None) -> Terms | None:
    return None if text is None or len(text) > MAX_RULESET_CHARS else terms_of(text)
