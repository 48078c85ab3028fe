"""The wiki's part of a pull: the Ruleset, the tracking page, and every revision since the last time."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass, field, replace
from typing import TYPE_CHECKING

from parsers.model import Problem, Revision
from sync.errors import NoVerdict, Unreachable
from sync.settings.config import Live
from sync.store import Store
from sync.store.runs import Run
from sync.wiki.errors import RevisionGone
from sync.wiki.reading.values import FoundPage, InvalidTitle, PageLookup

if TYPE_CHECKING:
    from sync.wiki.reading.client import WikiClient

__all__ = ["WIKI_RUN", "Followed", "pages_of", "pull_wiki", "unreachable", "wiki_problems"]

WIKI_RUN = "wiki"
_PAGES = "wiki.pages"
_TRACKING = "wiki.tracking"


@dataclass(frozen=True, slots=True)
class Followed:
    """A page that is followed: the title the game knows it by, where it stands on the wiki, and its latest revision.

    ``revid`` is 0 if there is no such page, None if it was not requested yet. ``says`` is a note for the report, empty if
    all is well.
    """

    title: str
    place: str
    revid: int | None = None
    says: str = ""


def pages_of(store: Store) -> dict[str, Followed]:
    """The pages that are followed, as they were answered last, by their titles."""
    kept = store.cursor(_PAGES)
    return {page.title: page for page in (Followed(*row) for row in json.loads(kept))} if kept else {}


def wiki_problems(store: Store) -> tuple[Problem, ...]:
    """Notes on the followed pages that are missing, or were read at another title."""
    pages = pages_of(store).values()
    return tuple(Problem(page.title, page.says, fatal=not page.revid, missing=not page.revid) for page in pages if page.says)


def unreachable(live: Live, error: NoVerdict) -> Problem:
    """What a failed pull of the wiki leaves for the report."""
    return Problem(live.wiki_url, f"{error}.", fatal=True, missing=isinstance(error, Unreachable))


def pull_wiki(client: WikiClient, store: Store, live: Live, run: Run) -> None:
    """Store what changed on the wiki pages of the game. One request if nothing did.

    Raises what the client raises; what was stored until then stays, and the next pull requests the rest.
    """
    known = pages_of(store)
    pull = _WikiPull(client, store, run, dict(known))
    if live.ruleset not in known:
        pull.begin(live.ruleset)
    else:
        changed = client.changed({page.place: page.revid for page in known.values()})
        for page in known.values():
            if page.place in changed:
                pull.take(page, changed[page.place])
    tracking = live.tracking or pull.tracking_page(live.ruleset)
    if tracking and tracking not in pull.pages:
        pull.begin(tracking)
    followed = [astuple(page) for title, page in pull.pages.items() if title in (live.ruleset, tracking)]
    run.cursor(_PAGES, json.dumps(followed))
    run.checkpoint()


@dataclass
class _WikiPull:
    """One pull: ``pages`` are the followed ones as answered last, ``texts`` those that are new."""

    client: WikiClient
    store: Store
    run: Run
    pages: dict[str, Followed]
    texts: dict[str, str | None] = field(default_factory=dict)

    def begin(self, title: str) -> None:
        """Follow another page."""
        self.take(Followed(title, title), self.client.read([title])[title])

    def take(self, page: Followed, answer: PageLookup) -> None:
        """Keep what was answered for a page: its latest revision, and those between it and the one known before."""
        if not isinstance(answer, FoundPage):
            place = self._moved_to(page)
            moved = self.client.read([place])[place] if place is not None else None
            if place is None or not isinstance(moved, FoundPage):
                why = answer.why if isinstance(answer, InvalidTitle) else "there is no such page"
                self.pages[page.title] = replace(page, revid=0, says=f"The wiki has no page {page.place!r}: {why}.")
                return
            page, answer = replace(page, place=place), moved
        for revision in (*_between(self.client, answer, page.revid), answer.revision):
            self.run.revision(replace(revision, title=page.title))
        self.texts[page.title] = answer.revision.text
        self.pages[page.title] = replace(page, revid=answer.revid, says=_says(page, answer))

    def _moved_to(self, page: Followed) -> str | None:
        """Where a page was moved, without leaving a redirect, since the latest revision that the store has of it."""
        latest = self.store.revision(page.title) if page.revid else None
        return self.client.moved_to(page.place, latest.timestamp) if latest is not None else None

    def tracking_page(self, ruleset: str) -> str | None:
        """The page that the Ruleset names, as it stands now. It is read only where its text is new."""
        text, kept = self.texts.get(ruleset), self.store.cursor(_TRACKING)
        if text is None and kept is not None:
            return kept or None
        if text is None:
            latest = self.store.revision(ruleset)
            text = latest.text if latest is not None else None
        if text is None:
            return None
        from parsers.ruleset import read_ruleset

        try:
            named = read_ruleset(text).tracking_page
        except ValueError:
            named = None  # too long to be a Ruleset; the view says so
        self.run.cursor(_TRACKING, named or "")
        return named


def _says(page: Followed, answer: FoundPage) -> str:
    if answer.redirected_from is not None:
        return f"The page redirects to {answer.title!r}, which was read in its place."
    if page.place != page.title:
        return f"The page was moved to {page.place!r} and left no redirect; it was read there."
    return ""


def _between(client: WikiClient, answer: FoundPage, known: int | None) -> list[Revision]:
    if not known or known in (answer.revision.parentid, answer.revid):
        return []
    try:
        return [revision for revision in client.history(answer.title, known) if revision.revid != answer.revid]
    except RevisionGone:
        return []  # what was known has been deleted, and the history since is another page's
