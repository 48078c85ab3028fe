"""The view that validators work on, built in three steps: the data read, the facts derived from it,
and the missing data. Also reads the tracking page by its roster and profile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from parsers.ruleset.reviews import NO_REVIEWS, Reviews
from validators.profile.dynasty_profile import Profile, with_ranges

if TYPE_CHECKING:
    from parsers.gamestate.gamestate_model import GameState
    from parsers.model import Post, PostPast, Problem, Revision, Roster
    from parsers.ruleset.ruleset_model import Ruleset, Terms
    from parsers.wiki.wiki_model import WikiPage

QUEUE_LOOKBACK = timedelta(days=10)
"""The longest that a DoV is expected to be pending, or an Interregnum to last: an Admin may resolve
a DoV after two days.
"""

_MOST_CHARACTERS = 1_000_000
"""The most characters of texts of the tracking page that are kept as read: dozens of revisions of a
usual page.
"""
_FRESH = timedelta(minutes=30)
"""Reading a whole blog takes minutes; changes during that time do not make pages outdated."""
_EVER = datetime.min.replace(tzinfo=UTC)
_FEW = 3
_SHOWN = "%Y-%m-%d %H:%M UTC"


class SeenStretch(NamedTuple):
    """A period whose posts are all known."""

    since: datetime
    until: datetime


class BlogPart(StrEnum):
    """The parts of the blog that can be missing or outdated: all posts, posts older than the lists,
    comments, the lists, or the page of an entry.
    """

    POSTS = "posts"
    OLDER_POSTS = "older-posts"
    COMMENTS = "comments"
    LISTS = "lists"
    ENTRY = "entry"


_SENTENCES = {
    BlogPart.POSTS: "older posts were not seen",
    BlogPart.OLDER_POSTS: "older posts were not seen ({times})",
    BlogPart.COMMENTS: "",
    BlogPart.LISTS: "the lists of posts were{last} and may have changed since",
    BlogPart.ENTRY: "its page was{last} and may have changed since",
}


@dataclass(frozen=True, slots=True)
class Unseen:
    """A part of the blog that is missing, or may have changed since ``seen_at``.

    Older posts are unknown in the ``gaps`` between lists (newest first), and from ``since`` until
    ``before``. ``key`` is that of the entry; its first ``shown`` comments were seen. ``advise``
    returns a sentence on how to get the missing data, ``""`` if there is none.
    """

    part: BlogPart
    advise: Callable[[Unseen], str] = field(repr=False, compare=False)
    key: str | None = None
    shown: int = 0
    seen_at: datetime | None = None
    gaps: tuple[SeenStretch, ...] = ()
    since: datetime = _EVER
    before: datetime | None = None

    def __str__(self) -> str:
        """Return the sentence, with the advice."""
        times = [f"from {gap.since:{_SHOWN}} to {gap.until:{_SHOWN}}" for gap in self.gaps]
        times += [] if self.before is None else [f"before {self.before:{_SHOWN}}"]
        more = " and others" if len(times) > _FEW else ""
        sentence = _SENTENCES[self.part].format(
            times=", ".join(times[:_FEW]) + more,
            last="" if self.seen_at is None else f" last seen at {self.seen_at:{_SHOWN}}",
        )
        advice = self.advise(self)
        return f"{sentence}; {advice}" if advice else sentence


@dataclass(frozen=True)
class Coverage:
    """The parts of the blog that were seen, and when.

    Every post from ``since`` up to ``seen_at`` is known; ``since`` is None without a list of posts.
    ``earlier`` are the known periods before a gap, newest first. If ``seen_at`` is None, the lists
    show the blog as of the view. ``pages`` has the times of single entry pages seen at another
    time, by key. ``advise`` returns a sentence on how to get the missing data.
    """

    since: datetime | None = _EVER
    seen_at: datetime | None = None
    pages: Mapping[str, datetime] = field(default_factory=lambda: MappingProxyType({}))
    earlier: tuple[SeenStretch, ...] = ()
    advise: Callable[[Unseen], str] = field(default=lambda _unseen: "", repr=False, compare=False)

    def reaches(self, moment: datetime, until: datetime | None = None) -> bool:
        """Return whether every post since a moment was seen, or at least those ``until`` another."""
        if self.since is not None and self.since <= moment:
            return True
        return until is not None and any(
            stretch.since <= moment and until <= stretch.until for stretch in self.earlier
        )

    def current(self, now: datetime, key: str | None = None) -> bool:
        """Return whether the lists, or the page of one entry, were seen recently enough to be valid
        ``now``.
        """
        seen_at = self._seen(key)
        return seen_at is None or now - seen_at <= _FRESH

    def _seen(self, key: str | None) -> datetime | None:
        return self.seen_at if key is None else self.pages.get(key, self.seen_at)

    def older_posts(self, moment: datetime, now: datetime) -> Unseen:
        """Return the missing posts since ``moment``."""
        if self.since is None:
            return Unseen(BlogPart.POSTS, self.advise, since=moment, before=now)
        begins = (self.since, *(stretch.since for stretch in self.earlier))
        gaps = tuple(
            SeenStretch(stretch.until, end)
            for end, stretch in zip(begins, self.earlier, strict=False)
            if end > moment
        )
        before = begins[-1] if moment < begins[-1] or not gaps else None
        return Unseen(BlogPart.OLDER_POSTS, self.advise, gaps=gaps, since=moment, before=before)

    def comments(self, key: str, shown: int) -> Unseen:
        """Return the missing comments of an entry, of which ``shown`` were seen."""
        return Unseen(BlogPart.COMMENTS, self.advise, key, shown)

    def outdated(self, key: str | None) -> Unseen:
        """Return the lists, or the page of one entry, as a part that may have changed since it was
        seen.
        """
        part = BlogPart.LISTS if key is None else BlogPart.ENTRY
        return Unseen(part, self.advise, key, seen_at=self._seen(key))


@dataclass(frozen=True, slots=True)
class SeenRoster:
    """A sidebar and the times when it was first and last seen unchanged."""

    roster: Roster
    first_seen: datetime
    last_seen: datetime


@dataclass(frozen=True, slots=True)
class RulesetInForce:
    """A revision of the Ruleset that was provably in force from its own time ``until`` that of the
    next revision, or of the view.
    """

    revision: Revision
    until: datetime


@dataclass(frozen=True, slots=True)
class ReadGame:
    """The data read of a game as of a moment, with everybody's current name, and the configuration.

    ``posts`` holds every known post once, including posts later than ``as_of``. ``lists`` are the
    keys of posts on each list seen, newest first: only they order the posts of one minute.
    ``lists`` is None if the positions of the posts order them. ``pasts`` has, by key, posts that
    changed between pulls or are gone; None if the source keeps no earlier versions. ``sidebar`` is
    the latest one, ``rosters`` are all that were seen; if empty, only that of the view is known.

    ``histories`` has the latest known revisions of wiki pages by title, oldest first; ``stood`` the
    revisions of the Ruleset that were provably in force at some time, newest first. ``written`` are
    the ids of the revisions that this tool saved, and ``account`` is its account on the wiki,
    ``""`` if none is configured. ``emperor`` is the configured name, ``""`` for a Metadynasty, None
    if it follows from the posts. ``reviews`` are the reviews of the Ruleset.
    """

    as_of: datetime
    posts: tuple[Post, ...] = ()
    lists: tuple[tuple[str, ...], ...] | None = None
    pasts: Mapping[str, PostPast] | None = None
    sidebar: Roster | None = None
    rosters: tuple[SeenRoster, ...] = ()
    histories: Mapping[str, Sequence[Revision]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    stood: tuple[RulesetInForce, ...] = ()
    written: frozenset[int] = frozenset()
    site: str = ""
    emperor: str | None = None
    account: str = ""
    profile: Profile = field(default_factory=Profile)
    reviews: Reviews = NO_REVIEWS


@dataclass(frozen=True, slots=True)
class DerivedGame:
    """The facts derived from the data. ``rules``, ``roster`` (as of the moment) and ``gamestate``
    (the tracking page) are None if they could not be read.

    ``former_terms`` are the terms of the Ruleset before the latest Ascension Address.
    ``former_rules`` is the Ruleset as of the last audit or, for a snapshot, as of the start of the
    audited time.
    """

    rules: Ruleset | None = None
    roster: Roster | None = None
    gamestate: GameState | None = None
    former_terms: Terms | None = None
    former_rules: Revision | None = None


@dataclass(frozen=True, slots=True)
class MissingParts:
    """The missing or unread data and the reasons; ``aged`` are sources with data older than the
    configured limit.
    """

    coverage: Coverage = field(default_factory=Coverage)
    problems: tuple[Problem, ...] = ()
    aged: tuple[Problem, ...] = ()
    no_former_rules: str = "no earlier audit is known"


@dataclass(frozen=True)
class GameView:
    """Everything that an audit can look at, as of one moment.

    ``states`` has the texts of the tracking page that :func:`read_state` has read.
    """

    read: ReadGame
    derived: DerivedGame = field(default_factory=DerivedGame)
    missing: MissingParts = field(default_factory=MissingParts)
    states: dict[tuple[int, str | None, str], tuple[Ruleset, GameState]] = field(
        init=False, default_factory=dict, repr=False, compare=False
    )

    @property
    def as_of(self) -> datetime:
        return self.read.as_of

    @property
    def site(self) -> str:
        return self.read.site

    @property
    def posts(self) -> tuple[Post, ...]:
        return self.read.posts

    @property
    def histories(self) -> Mapping[str, Sequence[Revision]]:
        return self.read.histories

    @property
    def profile(self) -> Profile:
        return self.read.profile

    @property
    def rules(self) -> Ruleset | None:
        return self.derived.rules

    @property
    def roster(self) -> Roster | None:
        return self.derived.roster

    @property
    def gamestate(self) -> GameState | None:
        return self.derived.gamestate

    @property
    def coverage(self) -> Coverage:
        return self.missing.coverage

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.missing.problems

    def with_pages(
        self,
        *,
        rules: Ruleset | None = None,
        gamestate: GameState | None = None,
        histories: Mapping[str, Sequence[Revision]] | None = None,
    ) -> GameView:
        """Return the same game with other texts of its pages, to try an edit or to look at it under
        other rules.
        """
        read_game = self.read if histories is None else replace(self.read, histories=histories)
        derived = replace(
            self.derived,
            rules=self.rules if rules is None else rules,
            gamestate=self.gamestate if gamestate is None else gamestate,
        )
        return GameView(read_game, derived, self.missing)


def read_state(
    view: GameView, rules: Ruleset, text: str, title: str | None, revid: int | None
) -> GameState:
    """Return the gamestate in a text of the tracking page, read by some rules and by the view's
    roster and profile. The latest texts are kept as read.
    """
    states, key = view.states, (id(rules), title, text)
    known = states.pop(key, None) or (
        rules,
        state_of(text, rules, view.roster, view.profile, title, revid),
    )
    states[key] = known  # last in the order: it was used last
    while len(states) > 1 and sum(len(each) for _, _, each in states) > _MOST_CHARACTERS:
        del states[next(iter(states))]
    return known[1] if known[1].revid == revid else replace(known[1], revid=revid)


def state_of(
    text: str | WikiPage,
    rules: Ruleset,
    roster: Roster | None,
    profile: Profile,
    title: str | None,
    revid: int | None,
) -> GameState:
    """Return the gamestate in a text of the tracking page, or in a page that was read already."""
    from parsers.gamestate.tracking_page import read_gamestate  # noqa: PLC0415 - a tally does without it

    ranged = replace(rules, variables=with_ranges(profile, rules.variables))
    return read_gamestate(text, ranged, roster, profile, page=title, revid=revid)
