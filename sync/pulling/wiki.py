"""The wiki's part of a pull: the Ruleset, the tracking page, and their revisions since the dynasty began."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from parsers.model import Problem
from sync.settings.config import Live
from sync.store import Run, Store
from sync.wiki.wiki_access import FoundPage, InvalidTitle, NoSuchPage, PageLookup

if TYPE_CHECKING:
    from sync.wiki.wiki_client import WikiClient

_MOST = 2_000
"""Revisions of a page that one pull asks for; the next goes on with those before."""
_CHUNK = 50


@dataclass(frozen=True, slots=True)
class Followed:
    """A page that is followed: the title the game knows it by, the one where it stands, and its latest revision.

    ``revid`` is 0 if there is no such page, None if it was not requested yet. ``says`` is a note for the report, empty if
    all is well.
    """

    title: str
    place: str
    revid: int | None = None
    says: str = ""


def pages_of(store: Store) -> dict[str, Followed]:
    """The pages that are followed, as they were answered last, by their titles."""
    return store.book("wiki", Followed)


def wiki_problems(store: Store) -> tuple[Problem, ...]:
    """Notes on the followed pages that are missing, or were read at another title."""
    pages = pages_of(store).values()
    return tuple(Problem(page.title, page.says, fatal=not page.revid, missing=not page.revid) for page in pages if page.says)


def pull_wiki(client: WikiClient, store: Store, live: Live, run: Run, since: datetime) -> None:
    """Store what changed on the wiki pages of the game, and their revisions back to the one that stood ``since`` a time.

    One request if nothing did. Raises what the client raises; what was stored until then stays, and the next pull requests the rest.
    """
    known = pages_of(store)
    pull = _WikiPull(client, store, run, dict(known))
    if live.ruleset not in known:
        pull.take(live.ruleset, client.read([live.ruleset])[live.ruleset])
    else:
        for title, answer in client.read(known).items():
            if answer.revid != known[title].revid:
                pull.take(title, answer)
    tracking = live.tracking or pull.tracking_page(live.ruleset)
    if tracking and tracking not in pull.pages:
        pull.take(tracking, client.read([tracking])[tracking])
    followed = [page for title, page in pull.pages.items() if title in (live.ruleset, tracking)]
    for title in {*known, *pull.pages}:
        run.note("wiki", title, pull.pages[title] if title in (live.ruleset, tracking) else None)
    run.checkpoint()
    for page in followed:
        pull.go_back(page, since)


@dataclass
class _WikiPull:
    """One pull: ``pages`` are the followed ones as answered last, ``texts`` those that are new."""

    client: WikiClient
    store: Store
    run: Run
    pages: dict[str, Followed]
    texts: dict[str, str | None] = field(default_factory=dict)

    def take(self, title: str, answer: PageLookup) -> None:
        """Keep what was answered for a page: its latest revision."""
        if not isinstance(answer, FoundPage):
            why = answer.why if isinstance(answer, InvalidTitle) else "there is no such page"
            self.pages[title] = Followed(title, title, 0, f"The wiki has no page {title!r}: {why}.")
            return
        self.run.revision(replace(answer.revision, title=title))
        self.texts[title] = answer.revision.text
        redirected = answer.redirected_from is not None
        says = f"The page redirects to {answer.title!r}, which was read in its place." if redirected else ""
        self.pages[title] = Followed(title, answer.title, answer.revid, says)

    def go_back(self, page: Followed, since: datetime) -> None:
        """Keep the revisions of a page that the store lacks, from the latest back to the one that stood at a time."""
        missing, before, left = self._first_missing(page, since), 0, _MOST
        while missing and missing != before and left:  # else the wiki has none such
            taken = 0
            with suppress(NoSuchPage):  # deleted: what can be known of the page begins behind it
                for taken, found in enumerate(islice(self.client.history(page.place, missing), left), 1):
                    known = taken > 1 and self.store.revision(page.title, found.revid) is not None
                    self.run.revision(replace(found, title=page.title))
                    if taken % _CHUNK == 0:
                        self.run.checkpoint()
                    if known or found.timestamp <= since:
                        break
            left -= taken
            self.run.checkpoint()
            before, missing = missing, self._first_missing(page, since)

    def _first_missing(self, page: Followed, since: datetime) -> int:
        """The latest revision in the line of a page's parents that the store lacks; 0 if it has all, back to a time."""
        known = {each.revid: each for each in self.store.revisions(page.title, texts=False)}
        revid, seen = page.revid or 0, set[int]()
        while revid in known and revid not in seen and known[revid].timestamp > since:
            seen.add(revid)  # a wiki may name parents that lead round in circles
            revid = known[revid].parentid
        return 0 if revid in known else revid

    def tracking_page(self, ruleset: str) -> str | None:
        """The page that the Ruleset names, as it stands now. It is read only where its text is new."""
        text, kept = self.texts.get(ruleset), self.store.book("wiki.tracking", str).get(ruleset)
        if text is None and kept is not None:
            return kept or None
        latest = self.store.revision(ruleset) if text is None else None
        text = text if latest is None else latest.text
        if text is None:
            return None
        from parsers.ruleset import read_ruleset

        try:
            named = read_ruleset(text).tracking_page
        except ValueError:
            named = None  # too long to be a Ruleset; the view says so
        self.run.note("wiki.tracking", ruleset, named or "")
        return named
