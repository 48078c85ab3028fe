"""The wiki's part of a pull: the Ruleset, the tracking page, and every revision since the last time."""

from __future__ import annotations

import json
from collections.abc import Mapping

from parsers.model import Problem
from parsers.model import Revision as WikiRevision
from sync.config import Live
from sync.errors import NoVerdict, Unreachable
from sync.store import Store
from sync.store.runs import Run
from sync.store.values import Revision
from sync.times import iso, parse_time
from sync.wiki import Cursor, Found, Invalid, Missing, RevisionGone, WikiClient

__all__ = ["WIKI_RUN", "pages_of", "pull_wiki"]

WIKI_RUN = "wiki"
_CURSOR = "wiki.cursor"
_PAGES = "wiki.pages"


def pages_of(store: Store) -> dict[str, int | None]:
    """The titles that are followed, with the revision of each that was answered last."""
    kept = store.cursor(_PAGES)
    return {str(title): revid for title, revid in json.loads(kept).items()} if kept else {}


def pull_wiki(client: WikiClient, store: Store, live: Live, run: Run) -> list[Problem]:
    """Ask the wiki for what changed on the pages of the game, and keep it. One request where nothing did.

    Raises what the client raises; what was kept until then stays kept.
    """
    problems: list[Problem] = []
    known = pages_of(store)
    cursor = _cursor(store)
    if cursor is None or live.ruleset not in known:
        answers = client.read([live.ruleset])
        after = Cursor(answers.server_time)
        known = {}
    else:
        changes = client.changed_since(cursor, known)
        answers, after = changes.pages, changes.cursor
    revids = dict(known)
    _keep(client, run, known, answers, revids, problems)
    tracking = live.tracking or _tracking_page(store, run, answers, live.ruleset)
    if tracking is not None and tracking not in revids:
        _keep(client, run, known, client.read([tracking]), revids, problems)
    followed = {title: revid for title, revid in revids.items() if title in (live.ruleset, tracking)}
    run.cursor(_PAGES, json.dumps(followed))
    run.cursor(_CURSOR, json.dumps([iso(after.at), sorted(after.seen)]))
    run.checkpoint()
    return problems


def _cursor(store: Store) -> Cursor | None:
    kept = store.cursor(_CURSOR)
    if kept is None:
        return None
    at, seen = json.loads(kept)
    return Cursor(parse_time(at), frozenset(seen))


def _keep(
    client: WikiClient,
    run: Run,
    known: Mapping[str, int | None],
    answers: Mapping[str, Found | Missing | Invalid],
    revids: dict[str, int | None],
    problems: list[Problem],
) -> None:
    """Keep the answered revisions, and those between them and the ones known before."""
    for title, answer in answers.items():
        revids[title] = answer.revid
        if isinstance(answer, Found):
            for revision in _between(client, answer, known.get(title)):
                run.revision(_kept(title, revision))
            run.revision(_kept(title, answer.revision))
            if answer.redirected_from is not None:
                problems.append(Problem(title, f"The page redirects to {answer.title!r}, which was read in its place."))
        else:
            why = answer.why if isinstance(answer, Invalid) else "there is no such page"
            problems.append(Problem(title, f"The wiki has no page of this title: {why}.", fatal=True, missing=True))


def _between(client: WikiClient, answer: Found, known: int | None) -> list[WikiRevision]:
    if not known or known in (answer.revision.parentid, answer.revid):
        return []
    try:
        return [revision for revision in client.history(answer.title, known) if revision.revid != answer.revid]
    except RevisionGone:
        return []  # what was known has been deleted, and the history since is another page's


def _kept(title: str, revision: WikiRevision) -> Revision:
    return Revision(title, revision.revid, revision.parentid, revision.timestamp, revision.user, revision.comment, revision.text)


def _tracking_page(store: Store, run: Run, answers: Mapping[str, object], ruleset: str) -> str | None:
    """The page that the Ruleset names, as it stands now."""
    from parsers.ruleset import read_ruleset

    answer = answers.get(ruleset)
    run.checkpoint()
    if isinstance(answer, Found):
        text = answer.revision.text
    else:
        kept = store.revision(ruleset)
        followed = [title for title in pages_of(store) if title != ruleset]
        if followed:
            return followed[0]  # the Ruleset has not changed, so it names the same page
        text = kept.text if kept is not None else None
    try:
        return read_ruleset(text).tracking_page if text else None
    except ValueError:
        return None  # too long to be a Ruleset; the view says so


def unreachable(live: Live, error: NoVerdict) -> Problem:
    """What a failed pull of the wiki leaves for the report."""
    return Problem(live.wiki_url, f"{error}.", fatal=True, missing=isinstance(error, Unreachable))
