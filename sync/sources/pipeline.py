"""From sources to the one value that validators look at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from parsers.model import Page, Problem
from parsers.ruleset.model import Ruleset
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.files import read_bounded, read_text, shown_path
from sync.progress import progress
from sync.settings.config import Config, Live
from sync.sources.merging import ReadPage, merge_posts, merge_roster
from sync.sources.snapshot import Snapshot, open_snapshot
from sync.times import clock
from validators.view import GameView

__all__ = ["load_rules", "load_view", "read_saved"]

_RULESET = "Ruleset"
_FRONT = "blog/index.html"
_FURTHER = re.compile(r"P\d{1,6}")


def load_rules(config: Config) -> tuple[Ruleset, list[Problem]]:
    """The Ruleset alone, and what its source lacks. Raises :class:`NoVerdict` where there is none to read."""
    if config.live is not None and config.ruleset is None:
        return _live_rules(config, config.live)
    problems: list[Problem] = []
    snapshot = open_snapshot(config.snapshot) if config.snapshot and not config.ruleset else None
    return _rules(config, snapshot, problems), problems


def load_view(config: Config, saved: Sequence[ReadPage] = (), *, partial: bool = False) -> GameView:
    """Everything the sources show, posts merged, at the configured time, else the snapshot's, else now.

    ``saved`` are pages from :func:`read_saved` beside the snapshot; they win over what it has of the same entry. A page that
    cannot be read leaves a fatal problem in the view. Without ``partial`` there is no view without rules
    and roster; with it they may be None, and a fatal problem says why.

    Without a snapshot and without ``saved`` pages it is the live game that is pulled, or read from the store.
    Raises :class:`NoVerdict` where rules or roster are missing, and what
    :func:`sync.sources.snapshot.open_snapshot` raises.
    """
    if config.live is not None and not saved:
        return _live(config, config.live, partial=partial)
    snapshot = open_snapshot(config.snapshot) if config.snapshot else None
    if snapshot and not snapshot.as_of and not config.now:
        place = shown_path(snapshot.folder / "snapshot.toml")
        raise UsageError(f"{place} does not say when the pages were saved: add as_of = 2024-01-20T12:00:00Z, or pass --now")
    problems = list(snapshot.problems) if snapshot else []
    pages = list(saved)
    own = {post.key for read in pages for post in read.page.posts}
    if snapshot:
        others = _snapshot_pages(snapshot, config, problems)
        pages += [read for read in others if read.kind != "entry" or own.isdisjoint(post.key for post in read.page.posts)]
    for read in pages:
        problems += [_placed(problem, read) for problem in read.page.problems]
    posts, contradictions = merge_posts(pages)
    roster, doubts = merge_roster(pages)
    problems += [*contradictions, *doubts]
    rules = _rules_if_any(config, snapshot, problems, partial=partial)
    if roster is None:
        missing = _no_roster(snapshot)
        if not partial:
            raise missing
        problems.append(_unread(_FRONT, missing))
    return GameView(
        as_of=config.now or (snapshot.as_of if snapshot else None) or clock(),
        rules=rules,
        roster=roster,
        posts=posts,
        emperor=config.emperor if config.emperor is not None or snapshot is None else snapshot.emperor,
        site=config.site,
        problems=tuple(problems),
    )


def _live(config: Config, live: Live, *, partial: bool) -> GameView:
    """The live game: pulled first, unless the store alone is to be read."""
    from sync.sources.live import live_view, open_store, pull

    with open_store(live, clock()) as store:
        with progress() as say:
            problems = () if live.offline else pull(live, store, say).problems
        view = live_view(config, live, store, problems)
    if config.ruleset is not None:
        others = tuple(problem for problem in view.problems if problem.where != live.ruleset)
        lacking: list[Problem] = []
        view = replace(view, rules=_rules(config, None, lacking), problems=(*others, *lacking))
    if not partial and (view.rules is None or view.roster is None):
        raise _first_fatal(view.problems)
    return view


def _first_fatal(problems: Sequence[Problem]) -> NoVerdict:
    """Why there is no verdict. What came to nothing is told before what follows from it."""
    first = next(problem for problem in problems if problem.fatal)
    what = first.what[:1].lower() + first.what[1:] if first.what.startswith(("The ", "A ")) else first.what
    said = what.rstrip(".")
    return NoVerdict(said if first.where in said else f"{first.where}: {said}")


def _live_rules(config: Config, live: Live) -> tuple[Ruleset, list[Problem]]:
    from sync.sources.live import live_rules, open_store, pull

    with open_store(live, clock()) as store:
        with progress() as say:
            problems = [] if live.offline else list(pull(live, store, say, sites=("wiki",)).problems)
        ruleset = live_rules(live, store, problems, config.now)
    if ruleset is None:
        raise _first_fatal(problems)
    return ruleset, problems


def _rules(config: Config, snapshot: Snapshot | None, problems: list[Problem]) -> Ruleset:
    revid = None
    where = _rules_place(config, snapshot)
    if config.ruleset is not None:
        text = read_text(config.ruleset)
    elif snapshot is None:
        raise NoVerdict("the Ruleset is missing: pass --ruleset FILE with its wikitext, or --snapshot DIR for a folder that has it")
    else:
        text = snapshot.page_text(_RULESET)
        try:
            revid = snapshot.revision(_RULESET).revid
        except NoVerdict as error:
            problems.append(Problem(where, str(error)))
    return _read_rules(where, text, revid, problems)


def _rules_place(config: Config, snapshot: Snapshot | None) -> str:
    """The file that the Ruleset is, or should be, in."""
    if config.ruleset is not None:
        return shown_path(config.ruleset)
    return _RULESET if snapshot is None else snapshot.wiki_file(_RULESET)


def _read_rules(where: str, text: str, revid: int | None, problems: list[Problem]) -> Ruleset:
    from parsers.ruleset import read_ruleset

    try:
        ruleset = read_ruleset(text, page=_RULESET, revid=revid, gamestate=True)
    except ValueError as error:
        raise NoVerdict(f"{where}: {error}; save the page again") from None
    missing = next((unread.why for unread in ruleset.unread if unread.topic == "sections"), None)
    if not ruleset.rules:
        why = f": {missing}" if missing else ""
        raise NoVerdict(f"{where} holds no rules{why}; put the wikitext of the page {_RULESET} there")
    if missing:
        problems.append(Problem(where, f"part of the Ruleset is not there: {missing}; save the whole page", fatal=True))
    return ruleset


def _rules_if_any(config: Config, snapshot: Snapshot | None, problems: list[Problem], *, partial: bool) -> Ruleset | None:
    try:
        return _rules(config, snapshot, problems)
    except NoVerdict as error:
        if not partial:
            raise
        problems.append(_unread(_rules_place(config, snapshot), error))
        return None


def _no_roster(snapshot: Snapshot | None) -> NoVerdict:
    if snapshot is None:
        return NoVerdict("the roster is missing: the saved pages show no sidebar; save a page with its sidebar, or pass --snapshot DIR")
    folder = shown_path(snapshot.folder)
    if all(page.kind != "front" for page in snapshot.blog):
        return Unreachable(f"{_FRONT} is missing from the snapshot {folder}, and no other page shows the roster; save the front page there")
    return NoVerdict(f"{_FRONT} in the snapshot {folder} shows no sidebar with the roster; save the front page again")


def _unread(name: str, error: NoVerdict) -> Problem:
    """What is wrong with a file, which the sentence of the error begins with."""
    _, named, rest = str(error).partition(name)
    return Problem(name, f"the file{rest}" if named else str(error), fatal=True, missing=isinstance(error, Unreachable))


def _snapshot_pages(snapshot: Snapshot, config: Config, problems: list[Problem]) -> list[ReadPage]:
    from parsers.blog import read_page

    pages: list[ReadPage] = []
    for file in snapshot.blog:
        try:
            data = snapshot.read(file.name)
        except NoVerdict as error:
            problems.append(_unread(file.name, error))
            continue
        page = read_page(data, config.blog_url + file.address, expect=file.kind, fetched=snapshot.as_of)
        if file.kind == "entry":
            page = _at_entry(page, config.blog_url + file.first)
        pages.append(ReadPage(file.name, file.kind, file.first, page))
    return pages


def read_saved(path: Path, config: Config) -> ReadPage:
    """A page saved by hand. Raises :class:`NoVerdict` where it is not that of one entry."""
    from parsers.blog import read_page

    name = path.stem if path.stem != "index" else path.resolve().parent.name
    address = f"/archive/{quote(name, errors='surrogateescape')}"
    page = read_page(read_bounded(path), config.blog_url + address, expect="entry")
    if len(page.posts) != 1:
        why = f"it holds {len(page.posts)} posts" if page.posts else next((problem.what for problem in page.problems), "it is empty")
        raise NoVerdict(f"{shown_path(path)} is not the page of an entry: {why}; save the entry's own page, with its comments")
    return ReadPage(shown_path(path), "entry", address, page)


def _at_entry(page: Page, url: str) -> Page:
    """A further page of comments (``…/P100``) shows its own address; the post is known by the entry's."""
    return replace(page, posts=tuple(replace(post, url=url) if _FURTHER.fullmatch(post.key) else post for post in page.posts))


def _placed(problem: Problem, read: ReadPage) -> Problem:
    """The problem, placed in the file it was seen in; of an entry also by the entry's name."""
    where = read.name if problem.where == read.page.url else f"{read.name}, {problem.where}"
    keys = [post.key for post in read.page.posts] if read.kind == "entry" else []
    return replace(problem, where=where if len(keys) != 1 or keys[0] in where else f"{where} ({keys[0]})")
