"""From a source to the one value that validators look at."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING

from parsers.blog.identities import Identities
from parsers.history.page_change import PackedRevision
from parsers.model import Post, PostPast, Problem, Revision, Status
from parsers.refusal import Refused
from parsers.ruleset.reviews import NO_REVIEWS, Reviews
from sync.errors import NoVerdict, Unreachable
from sync.sources.interface import Source, unreadable
from sync.times import BEFORE
from validators.finding import dynasty_began
from validators.view import QUEUE_LOOKBACK, GameView, RulesetInForce

if TYPE_CHECKING:
    from parsers.gamestate.gamestate_model import GameState
    from parsers.ruleset.ruleset_model import Ruleset
    from parsers.wiki.wiki_model import WikiPage
    from validators.profile.dynasty_profile import Profile

BASIC = frozenset({"rules", "roster", "posts"})
"""What every verdict rests on."""

LATEST = 50
"""Revisions of a page that a verdict looks at."""

MOST_EDITS = 300
"""Revisions of a page that an audit looks at."""

_MOST_EDITED = 50_000_000
"""Characters of them."""

_MOST_READ = 100_000_000
"""Characters of earlier Rulesets that are kept in memory, compressed: a thousand revisions."""


def load_view(
    source: Source,
    needs: Collection[str] = BASIC,
    profile: Profile | None = None,
    reviews: Reviews = NO_REVIEWS,
    *,
    stood: bool = True,
    variables: bool = True,
    since: datetime | None = None,
    as_written: bool = False,
) -> GameView:
    """What a source shows of ``needs``: any of rules, roster, posts, gamestate, history and pulls
    (as checks name them). Everybody has the name in use, unless names are wanted ``as_written``.

    What is needed and cannot be read is None or empty in the view, and a fatal problem says why;
    :func:`require` raises it. Without ``stood`` the Rulesets of former times are left out, without
    ``variables`` the rules' variables and actions. The history goes back to the revision that stood
    some days before ``since``, by default before the dynasty began.
    """
    rules, lacking = (
        load_rules(source, reviews, gamestate=variables)
        if "rules" in needs
        else (None, list[Problem]())
    )
    first = [*source.problems, *lacking]
    roster = source.roster() if "roster" in needs else None
    posts = tuple(source.posts()) if "posts" in needs else ()
    view = GameView(
        source.as_of, rules, roster, posts, source.emperor, source.site, aged=tuple(source.aged)
    )
    view = view if profile is None else replace(view, profile=profile)
    if "posts" in needs:
        rosters = tuple(source.rosters()) if "roster" in needs else ()
        former = tuple(_stood(source, rules, posts)) if stood and rules is not None else ()
        view = replace(
            view,
            coverage=source.coverage(),
            lists=source.lists(),
            rosters=rosters,
            stood=former,
            reviews=reviews,
            pasts=source.pasts(),
        )
    if not as_written:
        view = _with_people(view)
    view = _with_roster(view) if view.rosters else view
    tracking = (
        source.tracking_page(rules.tracking_page)
        if "gamestate" in needs and rules is not None
        else None
    )
    if rules is not None and tracking is not None:
        try:
            both, state = load_state(source, view, rules)
            view = replace(view, rules=both, gamestate=state)
        except NoVerdict as error:
            lacking.append(
                Problem(tracking, str(error), fatal=True, missing=isinstance(error, Unreachable))
            )
    if "history" in needs and rules is not None:
        view = _with_history(view, source, rules, lacking, since)
    problems = (*first, *source.problems, *lacking, *view.problems)
    return replace(view, problems=tuple(dict.fromkeys(problems)))


def _with_roster(view: GameView) -> GameView:
    """The view with the roster of its moment, where no sidebar shows it."""
    from validators.voting.rosters import RosterHistory, sidebar_of

    if view.roster is None or sidebar_of(view.rosters, view.as_of) is not None:
        return view
    then = RosterHistory(view).at(view.as_of).roster
    roster = replace(then, members=view.roster.members, also=view.roster.also)
    return replace(view, roster=roster)


def _with_people(view: GameView) -> GameView:
    """The view with everybody by the name in use, and what contradicts that."""
    rosters = sorted(view.rosters, key=attrgetter("last_seen"), reverse=True)
    latest = [] if view.roster is None else [view.roster]
    people = Identities([*latest, *(seen.roster for seen in rosters)], view.posts)
    pasts = {key: _past(people, past) for key, past in (view.pasts or {}).items()}
    return replace(
        view,
        roster=view.roster and people.roster(view.roster),
        rosters=tuple(replace(seen, roster=people.roster(seen.roster)) for seen in view.rosters),
        posts=tuple(map(people.post, view.posts)),
        pasts=None if view.pasts is None else pasts,
        emperor=view.emperor and people.name(view.emperor),
        problems=tuple(people.problems(view.posts)),
    )


def _past(people: Identities, past: PostPast) -> PostPast:
    versions = (replace(seen, value=people.post(seen.value)) for seen in past.versions)
    return replace(past, versions=tuple(versions))


def _stood(source: Source, rules: Ruleset, posts: Collection[Post]) -> Iterator[RulesetInForce]:
    """The revisions of the Ruleset without a gap, from that of ``rules`` back to when the oldest
    resolved matter was posted.
    """
    resolved = (
        post
        for post in posts
        if post.category.matter is not None and post.status is not Status.PENDING
    )
    oldest = min((post.posted for post in resolved if post.posted is not None), default=None)
    if oldest is None or rules.revid is None:
        return
    until, wanted, read = source.as_of, rules.revid, 0
    with suppress(NoVerdict):
        for each in source.revisions(rules.page):
            read += len(each.text or "")
            if each.revid != wanted or read > _MOST_READ:
                return
            yield RulesetInForce(PackedRevision.of(each), until)
            if each.timestamp <= oldest:
                return
            until, wanted = each.timestamp, each.parentid


def with_state(view: GameView, source: Source, profile: Profile) -> GameView:
    """The view with the tracking page, read by a ``profile``, and its latest revisions; as it is
    where the source has no such page.
    """
    if view.rules is None:
        return view
    try:
        rules, state = load_state(source, replace(view, profile=profile), view.rules)
        known = tuple(islice(source.revisions(state.page or ""), LATEST))[::-1]
    except NoVerdict:
        return view
    histories = MappingProxyType({**view.histories, state.page or "": known})
    return replace(view, profile=profile, rules=rules, gamestate=state, histories=histories)


def require(view: GameView) -> GameView:
    """The view, if rules and roster were read. Raises :class:`NoVerdict` with the first fatal
    problem otherwise.
    """
    if view.rules is not None and view.roster is not None:
        return view
    raise no_verdict(view.problems)


def estimated(view: GameView, source: Source) -> GameView:
    """The view with the nearest Ruleset that is known where that of the moment is not, which is
    then a doubt about every verdict.
    """
    page = source.nearest(source.ruleset) if view.rules is None else None
    if page is None or page.text is None:
        return view
    rules, _ = read_rules(page, source.where(page.title), view.reviews, gamestate=False)
    missing = (problem for problem in view.problems if problem.fatal and problem.missing)
    return replace(view, rules=rules, aged=(*view.aged, *missing))


def unseen_matters(view: GameView) -> str:
    """Why there may be pending matters that no page shows, ``""`` if there are none."""
    if not view.coverage.current(view.as_of):
        return view.coverage.outdated(None)
    since = view.as_of - QUEUE_LOOKBACK
    return "" if view.coverage.reaches(since) else view.coverage.older_posts(since, view.as_of)


def no_verdict(problems: Collection[Problem]) -> NoVerdict:
    """The error for the first fatal problem."""
    first = next(problem for problem in problems if problem.fatal)
    what = (
        first.what[:1].lower() + first.what[1:]
        if first.what.startswith(("The ", "A "))
        else first.what
    )
    if what.startswith("the file "):
        return NoVerdict(first.where + what.removeprefix("the file"))
    return NoVerdict((what if first.where in what else f"{first.where}: {what}").rstrip("."))


def load_rules(
    source: Source, reviews: Reviews = NO_REVIEWS, *, gamestate: bool = True
) -> tuple[Ruleset | None, list[Problem]]:
    """The Ruleset, None if it cannot be read, and what is wrong with the page; ``reviews`` are what people have
    read of it.
    """
    where = source.where(source.ruleset)
    try:
        return read_rules(_text_of(source, source.ruleset), where, reviews, gamestate=gamestate)
    except NoVerdict as error:
        # A site that could not be reached, whose address ends like this, is the cause, and named by
        # itself.
        fatal = [problem for problem in source.problems if problem.fatal]
        named = any(
            problem.where == where or (problem.missing and problem.where.endswith("/"))
            for problem in fatal
        )
        return None, [] if named else [unreadable(where, error)]


def read_rules(
    page: Revision, where: str, reviews: Reviews, *, gamestate: bool = True
) -> tuple[Ruleset | None, list[Problem]]:
    """The Ruleset in a text, None if it cannot be read, and what is wrong with it; ``where`` names
    its place in a problem.
    """
    from parsers.ruleset import read_ruleset

    what = f"revision {page.revid}" if page.revid else "the file"
    try:
        rules = read_ruleset(
            page.text or "",
            page=page.title,
            revid=page.revid or None,
            gamestate=gamestate,
            reviews=reviews,
        )
    except Refused as error:
        return None, [Problem(where, f"{what} cannot be read: {error}", fatal=True)]
    absent = next((f": {unread.why}" for unread in rules.unread if unread.topic == "sections"), "")
    if rules.rules and not absent:
        return rules, []
    what += " is not the whole Ruleset" if rules.rules else " holds no rules"
    return rules if rules.rules else None, [
        Problem(where, f"{what}{absent}; put the wikitext of the whole page there", fatal=True)
    ]


def with_page_side(source: Source, rules: Ruleset) -> Ruleset:
    """The rules with their variables as the tracking page bears them out, where the source has that
    page; else as they are.
    """
    with suppress(NoVerdict):
        return _both_sides(source, rules)[0]
    return rules


def load_state(source: Source, view: GameView, rules: Ruleset) -> tuple[Ruleset, GameState]:
    """The rules with the variables that both sides define, and the gamestate of the tracking page.
    Raises :class:`NoVerdict`.
    """
    from validators.view import read_state

    both, wiki, page = _both_sides(source, rules)
    return both, read_state(view, both, wiki, page.title, page.revid or None)


def _both_sides(source: Source, rules: Ruleset) -> tuple[Ruleset, WikiPage, Revision]:
    from parsers.gamestate.column_matching import from_both_sides
    from parsers.wiki.wiki_page import read_page

    title = source.tracking_page(rules.tracking_page)
    if title is None:
        raise NoVerdict(
            "the rules name no page that tracks the gamestate; pass --tracking FILE, or name it in"
            " blognomic.toml"
        )
    try:
        page = _text_of(source, title)
    except Unreachable as error:
        namers = [rule.title for rule in rules.rules if title in rule.text]
        if title != rules.tracking_page or not namers:
            raise
        raise Unreachable(f"{error} (the rule “{namers[0]}” names the page “{title}”)") from None
    wiki = read_page(page.text or "")
    return from_both_sides(rules, wiki), wiki, page


def _text_of(source: Source, title: str) -> Revision:
    page = source.page(title)
    if page is None or page.text is None:
        raise source.missing(title)
    if page.text.lstrip()[:9].upper() == "#REDIRECT":
        raise NoVerdict(
            "the page is a redirect; put the text of the page that it leads to in its place"
        )
    return page


def with_former_rules(
    view: GameView, source: Source, audited: int | None, since: datetime | None, *, live: bool
) -> GameView:
    """The view with the Ruleset as it was at the last audit, which read the revision ``audited`` of
    it.

    If none is known, a snapshot gives the one that stood at ``since``, by default when the dynasty
    began, else the oldest known.
    """
    page = source.ruleset
    if audited is not None:
        gone = (
            f"revision {audited} of “{page}”, which the last audit read, is not available any more"
        )
        return replace(view, former_rules=source.revision(page, audited), no_former_rules=gone)
    known = [each for each in view.histories.get(page, ()) if each.text is not None]
    if live or view.rules is None or all(each.revid == view.rules.revid for each in known):
        return (
            view
            if live
            else replace(view, no_former_rules=f"no earlier revision of “{page}” is available")
        )
    start = since or dynasty_began(view)
    stood = [each for each in known if start is not None and each.timestamp <= start]
    return replace(view, former_rules=(stood or known[:1])[-1])


def _edited_since(source: Source, title: str, start: datetime | None) -> Iterator[Revision]:
    """The revisions of a page back to the one that stood at a time, the newest first; what bounds
    them stays behind.
    """
    read = 0
    for each in islice(source.revisions(title), MOST_EDITS):
        read += len(each.text or "")
        if read > _MOST_EDITED:
            return
        yield each
        if start is not None and each.timestamp <= start and each.text is not None:
            return


def _with_history(
    view: GameView, source: Source, rules: Ruleset, lacking: list[Problem], since: datetime | None
) -> GameView:
    """The view with the revisions of Ruleset and tracking page since a time, and with the terms of
    the dynasty before.

    They are those the source has; the wiki is not asked. A history that cannot be read is a
    problem.
    """
    from parsers.ruleset import MAX_RULESET_CHARS, terms_of

    titles = (rules.page, source.tracking_page(rules.tracking_page))
    began = dynasty_began(view)
    audited = began if since is None else since
    start = None if audited is None else audited - BEFORE
    try:
        known = {
            title: tuple(_edited_since(source, title, start))[::-1]
            for title in titles
            if title is not None
        }
        before = None if began is None else source.page(rules.page, at=began - timedelta(seconds=1))
    except NoVerdict as error:
        lacking.append(Problem(rules.page, str(error)))
        return view
    histories = MappingProxyType(
        {title: revisions for title, revisions in known.items() if revisions}
    )
    text = None if before is None else before.text
    terms = None if text is None or len(text) > MAX_RULESET_CHARS else terms_of(text)
    return replace(view, histories=histories, former_terms=terms, written=source.written())
