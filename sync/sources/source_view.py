"""Read a source into the one value that validators examine."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from parsers.blog.identities import Identities
from parsers.history.page_change import PackedRevision
from parsers.model import Post, PostPast, Problem, Revision, Roster, Status
from parsers.refusal import Refused
from parsers.ruleset.reviews import NO_REVIEWS, Reviews
from sync.errors import NoVerdict, Unreachable
from sync.sources.interface import Source, unreadable
from sync.times import BEFORE
from validators.finding import dynasty_began
from validators.profile.dynasty_profile import Profile
from validators.view import (
    QUEUE_LOOKBACK,
    Coverage,
    DerivedGame,
    GameView,
    MissingParts,
    ReadGame,
    RulesetInForce,
    SeenRoster,
    state_of,
)

if TYPE_CHECKING:
    from parsers.gamestate.gamestate_model import GameState
    from parsers.ruleset.ruleset_model import Ruleset, Terms
    from parsers.wiki.wiki_model import WikiPage

BASIC = frozenset({"rules", "roster", "posts"})
"""The parts needed for every verdict."""

MOST_EDITS = 300
"""The maximum number of revisions of a page that an audit reads."""

_MOST_EDITED = 50_000_000
"""The maximum size of these revisions in characters."""

_MOST_READ = 100_000_000
"""The maximum size in memory of earlier Rulesets, compressed: a thousand revisions."""


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """The parts of a source that a command needs, and the settings for reading them.

    ``needs`` are any of rules, roster, posts, gamestate, history and pulls, named as in checks. The
    history goes back to the revision current some days before ``since``, by default before the
    dynasty began. Without ``stood`` the former Rulesets are left out, without ``variables`` the
    rules' variables and actions. With ``estimate`` the nearest known Ruleset replaces that of the
    moment, which is a doubt about every verdict. Players have their current names, unless names are
    wanted ``as_written``. ``with_former`` asks for the base of changes of the Ruleset: the revision
    ``audited`` last; None selects the revision current when the audited time began.
    """

    needs: Collection[str] = BASIC
    profile: Profile = field(default_factory=Profile)
    reviews: Reviews = NO_REVIEWS
    account: str = ""
    since: datetime | None = None
    stood: bool = True
    variables: bool = True
    estimate: bool = False
    as_written: bool = False
    with_former: bool = False
    audited: int | None = None


class _Blog(NamedTuple):
    """The posts and rosters of the blog, and the configured Emperor."""

    posts: tuple[Post, ...]
    sidebar: Roster | None
    rosters: tuple[SeenRoster, ...]
    pasts: Mapping[str, PostPast] | None
    emperor: str | None
    problems: tuple[Problem, ...] = ()


def load_view(source: Source, request: ViewRequest = ViewRequest()) -> GameView:
    """Read the requested parts of a source. An unreadable part is None or empty in the view, and a
    fatal problem states the reason; :func:`require` raises it.
    """
    needs, reviews = request.needs, request.reviews
    has_blog = "posts" in needs
    rules, no_rules = (
        load_rules(source, reviews, gamestate=request.variables)
        if "rules" in needs
        else (None, list[Problem]())
    )
    first = (*source.problems, *no_rules)

    blog = _blog(source, needs)
    in_force = tuple(_stood(source, rules, blog.posts)) if has_blog and request.stood else ()
    coverage = source.coverage() if has_blog else Coverage()
    blog = blog if request.as_written else _in_use(blog)
    began = dynasty_began(blog.posts, source.as_of)
    wiki = _history(source, rules if "history" in needs else None, began, request.since)
    read = ReadGame(
        as_of=source.as_of,
        posts=blog.posts,
        lists=source.lists() if has_blog else None,
        pasts=blog.pasts,
        sidebar=blog.sidebar,
        rosters=blog.rosters,
        histories=wiki.revisions,
        stood=in_force,
        written=source.written(),
        site=source.site,
        emperor=blog.emperor,
        account=request.account,
        profile=request.profile,
        reviews=reviews,
    )

    roster = _roster_as_of(read, coverage)
    both, state, no_state = _tracked(source, read, roster, rules if "gamestate" in needs else None)
    nearest = _nearest_rules(source, reviews) if request.estimate and rules is None else None
    former, no_former = _former_rules(source, read, rules, request, request.since or began)
    derived = DerivedGame(both or rules or nearest, roster, state, wiki.former_terms, former)

    later = (*source.problems, *no_state, *wiki.problems, *blog.problems)
    problems = tuple(dict.fromkeys((*first, *later)))
    guessed = problems if nearest is not None else ()
    aged = (*source.aged, *(problem for problem in guessed if problem.fatal and problem.missing))
    view = GameView(read, derived, MissingParts(coverage, problems, aged, no_former))
    if both is not None and state is not None:
        view.states[id(both), state.page, state.wiki.source] = both, state
    return view


def _blog(source: Source, needs: Collection[str]) -> _Blog:
    """Read the blog, with all names as on its pages."""
    sidebar = source.roster() if "roster" in needs else None
    if "posts" not in needs:
        return _Blog((), sidebar, (), None, source.emperor)
    posts = tuple(source.posts())
    rosters = tuple(source.rosters()) if "roster" in needs else ()
    return _Blog(posts, sidebar, rosters, source.pasts(), source.emperor)


def _in_use(blog: _Blog) -> _Blog:
    """Return the same with players' current names, and the contradictions of names."""
    seen = sorted(blog.rosters, key=attrgetter("last_seen"), reverse=True)
    latest = [] if blog.sidebar is None else [blog.sidebar]
    people = Identities([*latest, *(version.roster for version in seen)], blog.posts)
    pasts = {
        key: replace(
            past,
            versions=tuple(replace(seen, value=people.post(seen.value)) for seen in past.versions),
        )
        for key, past in (blog.pasts or {}).items()
    }
    return _Blog(
        tuple(map(people.post, blog.posts)),
        blog.sidebar and people.roster(blog.sidebar),
        tuple(replace(version, roster=people.roster(version.roster)) for version in blog.rosters),
        None if blog.pasts is None else pasts,
        blog.emperor and people.name(blog.emperor),
        tuple(people.problems(blog.posts)),
    )


def _roster_as_of(read: ReadGame, coverage: Coverage) -> Roster | None:
    """Return the roster at the moment: the sidebar, or the one derived from the posts if no sidebar
    shows it.
    """
    from validators.voting.rosters import RosterHistory, sidebar_of

    sidebar = read.sidebar
    if sidebar is None or not read.rosters or sidebar_of(read.rosters, read.as_of) is not None:
        return sidebar
    view = GameView(read, DerivedGame(roster=sidebar), MissingParts(coverage))
    then = RosterHistory(view).at(read.as_of).roster
    return replace(then, members=sidebar.members, also=sidebar.also)


def _stood(
    source: Source, rules: Ruleset | None, posts: Collection[Post]
) -> Iterator[RulesetInForce]:
    """Yield the revisions of the Ruleset without a gap, from that of ``rules`` back to the posting
    of the oldest resolved matter.
    """
    resolved = (
        post
        for post in posts
        if post.category.matter is not None and post.status is not Status.PENDING
    )
    oldest = min((post.posted for post in resolved if post.posted is not None), default=None)
    if oldest is None or rules is None or rules.revid is None:
        return
    until = source.as_of
    expected_revid = rules.revid
    characters = 0
    with suppress(NoVerdict):
        for revision in source.revisions(rules.page):
            characters += len(revision.text or "")
            if revision.revid != expected_revid or characters > _MOST_READ:
                return
            yield RulesetInForce(PackedRevision.of(revision), until)
            if revision.timestamp <= oldest:
                return
            until = revision.timestamp
            expected_revid = revision.parentid


def _tracked(
    source: Source, read: ReadGame, roster: Roster | None, rules: Ruleset | None
) -> tuple[Ruleset | None, GameState | None, list[Problem]]:
    """Return the rules with the variables defined on both sides, the gamestate, and the reason for
    a missing one.
    """
    title = None if rules is None else source.tracking_page(rules.tracking_page)
    if rules is None or title is None:
        return None, None, []
    try:
        return *load_state(source, rules, roster, read.profile), []
    except NoVerdict as error:
        return None, None, [unreadable(title, error)]


def _nearest_rules(source: Source, reviews: Reviews) -> Ruleset | None:
    """Return the known Ruleset nearest to the moment."""
    page = source.nearest(source.ruleset)
    if page is None or page.text is None:
        return None
    return read_rules(page, source.where(page.title), reviews, gamestate=False)[0]


def require(view: GameView) -> GameView:
    """Return the view if rules and roster were read. Raises :class:`NoVerdict` with the first fatal
    problem otherwise.
    """
    if view.rules is not None and view.roster is not None:
        return view
    raise no_verdict(view.problems)


def unseen_matters(view: GameView) -> str:
    """Return the reason if pages may lack pending matters, ``""`` otherwise."""
    if not view.coverage.current(view.as_of):
        return str(view.coverage.outdated(None))
    since = view.as_of - QUEUE_LOOKBACK
    return "" if view.coverage.reaches(since) else str(view.coverage.older_posts(since, view.as_of))


def no_verdict(problems: Collection[Problem]) -> NoVerdict:
    """The error for the first fatal problem."""
    first = next(problem for problem in problems if problem.fatal)
    sentence = first.what
    if sentence.startswith(("The ", "A ")):
        sentence = sentence[:1].lower() + sentence[1:]
    if sentence.startswith("the file "):
        return NoVerdict(first.where + sentence.removeprefix("the file"))
    if first.where not in sentence:
        sentence = f"{first.where}: {sentence}"
    return NoVerdict(sentence.rstrip("."))


def load_rules(
    source: Source, reviews: Reviews = NO_REVIEWS, *, gamestate: bool = True
) -> tuple[Ruleset | None, list[Problem]]:
    """Return the Ruleset, None if it cannot be read, and the faults of the page; ``reviews`` are
    the reviews of the rules.
    """
    where = source.where(source.ruleset)
    try:
        return read_rules(_text_of(source, source.ruleset), where, reviews, gamestate=gamestate)
    except NoVerdict as error:
        # A problem whose place ends with a slash is an unreachable site: that is the cause, and is
        # reported separately.
        fatal = [problem for problem in source.problems if problem.fatal]
        named = any(
            problem.where == where or (problem.missing and problem.where.endswith("/"))
            for problem in fatal
        )
        return None, [] if named else [unreadable(where, error)]


def read_rules(
    page: Revision, where: str, reviews: Reviews, *, gamestate: bool = True
) -> tuple[Ruleset | None, list[Problem]]:
    """Read the Ruleset in a text (None: unreadable), and its problems; ``where`` is the place named
    in them.
    """
    from parsers.ruleset import read_ruleset

    name = f"revision {page.revid}" if page.revid else "the file"
    try:
        rules = read_ruleset(
            page.text or "",
            page=page.title,
            revid=page.revid or None,
            gamestate=gamestate,
            reviews=reviews,
        )
    except Refused as error:
        return None, [Problem(where, f"{name} cannot be read: {error}", fatal=True)]
    absent = next((f": {unread.why}" for unread in rules.unread if unread.topic == "sections"), "")
    if rules.rules and not absent:
        return rules, []
    fault = "is not the whole Ruleset" if rules.rules else "has no rules"
    sentence = f"{name} {fault}{absent}; replace it by the wikitext of the whole page"
    return rules if rules.rules else None, [Problem(where, sentence, fatal=True)]


def with_page_side(source: Source, rules: Ruleset) -> Ruleset:
    """Return the rules with the variables that the tracking page confirms, if the source has that
    page; else unchanged.
    """
    with suppress(NoVerdict):
        return _both_sides(source, rules)[0]
    return rules


def load_state(
    source: Source, rules: Ruleset, roster: Roster | None, profile: Profile
) -> tuple[Ruleset, GameState]:
    """Return the rules with the variables defined on both sides, and the gamestate of the tracking
    page. Raises :class:`NoVerdict`.
    """
    both, wiki, page = _both_sides(source, rules)
    return both, state_of(wiki, both, roster, profile, page.title, page.revid or None)


def _both_sides(source: Source, rules: Ruleset) -> tuple[Ruleset, WikiPage, Revision]:
    from parsers.gamestate.column_matching import from_both_sides
    from parsers.wiki.wiki_page import read_page

    title = source.tracking_page(rules.tracking_page)
    if title is None:
        raise NoVerdict(
            "the rules name no gamestate tracking page; pass --tracking FILE, or name the page in"
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
        raise NoVerdict("the page is a redirect; replace it by the text of the redirect's target")
    return page


def _former_rules(
    source: Source,
    read: ReadGame,
    rules: Ruleset | None,
    request: ViewRequest,
    start: datetime | None,
) -> tuple[Revision | None, str]:
    """Return the Ruleset of the last audit; without one the Ruleset of ``start``, else the oldest
    known. Also return the reason for a missing one.
    """
    page, audited = source.ruleset, request.audited
    if not request.with_former:
        return None, MissingParts().no_former_rules
    if audited is not None:
        gone = f"revision {audited} of “{page}”, read by the last audit, is no longer available"
        return source.revision(page, audited), gone
    known = [revision for revision in read.histories.get(page, ()) if revision.text is not None]
    if rules is None or all(revision.revid == rules.revid for revision in known):
        return None, f"no earlier revision of “{page}” is available"
    stood = [revision for revision in known if start is not None and revision.timestamp <= start]
    return (stood or known[:1])[-1], ""


def _edited_since(source: Source, title: str, start: datetime | None) -> Iterator[Revision]:
    """Yield the revisions of a page back to the one current at a time, newest first, up to the
    limits.
    """
    characters = 0
    for revision in islice(source.revisions(title), MOST_EDITS):
        characters += len(revision.text or "")
        if characters > _MOST_EDITED:
            return
        yield revision
        if start is not None and revision.timestamp <= start and revision.text is not None:
            return


class _History(NamedTuple):
    """The revisions of a game's pages by title, oldest first, and the terms of the previous
    dynasty.
    """

    revisions: Mapping[str, Sequence[Revision]] = MappingProxyType({})
    former_terms: Terms | None = None
    problems: tuple[Problem, ...] = ()


def _history(
    source: Source, rules: Ruleset | None, began: datetime | None, since: datetime | None
) -> _History:
    """Return the revisions of Ruleset and tracking page since a time, by default since the dynasty
    began. Only the source is read, not the wiki. An unreadable history is a problem.
    """
    from parsers.ruleset import MAX_RULESET_CHARS, terms_of

    if rules is None:
        return _History()
    titles = (rules.page, source.tracking_page(rules.tracking_page))
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
        return _History(problems=(Problem(rules.page, str(error)),))
    histories = {title: revisions for title, revisions in known.items() if revisions}
    text = None if before is None else before.text
    terms = None if text is None or len(text) > MAX_RULESET_CHARS else terms_of(text)
    return _History(MappingProxyType(histories), terms)
