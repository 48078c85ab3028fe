"""The one value validators look at: rules as read, roster, posts, and the time; and the tracking
page, read by its roster and profile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
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
"""A DoV is not expected to be pending for longer, nor an Interregnum to last: an Admin may resolve
a DoV after two days.
"""

_MOST_CHARACTERS = 1_000_000
"""Of the texts of the tracking page that are kept as read: those of dozens of revisions of a usual
page.
"""
_FRESH = timedelta(minutes=30)
"""Reading a whole blog takes minutes; what happens meanwhile is not held against the pages."""
_EVER = datetime.min.replace(tzinfo=UTC)
_FEW = 3
_SHOWN = "%Y-%m-%d %H:%M UTC"


class SeenStretch(NamedTuple):
    """Every post made from one moment to another is known."""

    since: datetime
    until: datetime


@dataclass(frozen=True)
class Coverage:
    """Which part of the blog was seen, and when.

    Every post made from ``since`` up to ``seen_at`` is known; None if nobody saw a list of posts.
    ``earlier`` are the stretches behind a gap, newest first. ``seen_at`` None says that the lists
    show the blog as of the view; ``pages`` has the times of single entry pages that were seen at
    another time, by their keys. ``files`` says that the pages are files of a snapshot, so that a
    sentence can name the missing one; otherwise ``advice`` says how to get more.
    """

    since: datetime | None = _EVER
    seen_at: datetime | None = None
    pages: Mapping[str, datetime] = field(default_factory=lambda: MappingProxyType({}))
    files: bool = False
    advice: str = ""
    earlier: tuple[SeenStretch, ...] = ()

    def reaches(self, moment: datetime, until: datetime | None = None) -> bool:
        """Whether every post made since a moment was seen, at least ``until`` another."""
        if self.since is not None and self.since <= moment:
            return True
        return until is not None and any(
            one.since <= moment and until <= one.until for one in self.earlier
        )

    def current(self, now: datetime, key: str | None = None) -> bool:
        """Whether the lists, or the page of one entry, were seen recently enough to speak of
        ``now``.
        """
        seen = self._seen(key)
        return seen is None or now - seen <= _FRESH

    def _seen(self, key: str | None) -> datetime | None:
        return self.seen_at if key is None else self.pages.get(key, self.seen_at)

    def older_posts(self, moment: datetime, now: datetime) -> str:
        """The sentence that says which posts made since ``moment`` were not seen, and how to get
        them.
        """
        begins = [now if self.since is None else self.since, *(one.since for one in self.earlier)]
        gaps = [
            (one.until, end) for end, one in zip(begins, self.earlier, strict=False) if end > moment
        ]
        said = [f"from {start:{_SHOWN}} to {end:{_SHOWN}}" for start, end in gaps]
        if moment < begins[-1] or not gaps:
            gaps.append((moment, begins[-1]))
            said.append(f"before {begins[-1]:{_SHOWN}}")
        before = (
            ""
            if self.since is None
            else f" ({', '.join(said[:_FEW])}{' and others' if len(said) > _FEW else ''})"
        )
        ends = ((start, max(start, end - timedelta(microseconds=1))) for start, end in gaps)
        numbers = (
            n
            for one, other in ends
            for n in range(12 * other.year + other.month, 12 * one.year + one.month - 1, -1)
        )
        months = [
            f"blog/{(n - 1) // 12:04}/{(n - 1) % 12 + 1:02}/index.html"
            for n in dict.fromkeys(numbers)
        ]
        if len(months) > _FEW:
            months = [f"{months[0]} and the months before it, back to {months[-1]}"]
        return f"older posts were not seen{before}" + self._how(" and ".join(months))

    def comments(self, key: str) -> str:
        """How to get the comments of an entry, as the end of a sentence."""
        return self._how(f"blog/archive/{key}/index.html")

    def outdated(self, key: str | None) -> str:
        """The sentence that says that the lists, or the page of one entry, may have changed since
        they were seen.
        """
        seen = self._seen(key)
        what = "the lists of posts were" if key is None else "its page was"
        when = "" if seen is None else f" last seen at {seen:{_SHOWN}}"
        page = (
            "blog/index.html again, and its time as as_of in snapshot.toml"
            if key is None
            else f"blog/archive/{key}/index.html again"
        )
        return f"{what}{when} and may have changed since" + self._how(page)

    def _how(self, files: str) -> str:
        if self.files:
            return f"; save {files}"
        return f"; {self.advice}" if self.advice else ""


@dataclass(frozen=True, slots=True)
class SeenRoster:
    """A sidebar, and from when to when it was seen like that."""

    roster: Roster
    first_seen: datetime
    last_seen: datetime


@dataclass(frozen=True, slots=True)
class RulesetInForce:
    """A revision of the Ruleset that provably stood from its time until another, that of the next
    revision or of the view.
    """

    revision: Revision
    until: datetime


@dataclass(frozen=True)
class GameView:
    """Everything an audit may look at, at one moment.

    ``posts`` holds every post known, each once, also what is later than ``as_of``. ``rules``,
    ``roster`` and ``gamestate`` (the tracking page) are None if they could not be read;
    ``problems`` says why. ``emperor`` is the name configured, ``""`` for a Metadynasty, None if it
    follows from the posts. ``aged`` are sources whose data is older than the configured limit.

    ``histories`` has the latest known revisions of wiki pages by title, oldest first;
    ``former_terms`` are those of the Ruleset before the latest Ascension Address. ``pasts`` has, by
    keys, posts that changed between pulls or are gone; None if the source keeps no earlier
    versions. ``former_rules`` is the Ruleset as the last audit read it, or as it stood when the
    audited time of a snapshot began; ``no_former_rules`` says why there is none.

    ``lists`` are the keys of posts on each list that was seen, the newest first: they alone order
    the posts of one minute. None if the positions of the posts do. ``rosters`` are the sidebars
    seen (none: only ``roster``, as of the view); ``stood`` the revisions of the Ruleset that
    provably stood at some time, the newest first. ``reviews`` are what people have read
    of the Ruleset. ``written`` are the ids of the revisions that this tool saved, and ``account`` is what
    it writes with, ``""`` if that is not configured. ``states`` are texts of the tracking page as
    read by :func:`read_state`.
    """

    as_of: datetime
    rules: Ruleset | None
    roster: Roster | None
    posts: tuple[Post, ...] = ()
    emperor: str | None = None
    site: str = ""
    problems: tuple[Problem, ...] = ()
    aged: tuple[Problem, ...] = ()
    gamestate: GameState | None = None
    profile: Profile = field(default_factory=Profile)
    histories: Mapping[str, Sequence[Revision]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    former_terms: Terms | None = None
    former_rules: Revision | None = None
    no_former_rules: str = "no earlier audit is known"
    coverage: Coverage = field(default_factory=Coverage)
    pasts: Mapping[str, PostPast] | None = None
    lists: tuple[tuple[str, ...], ...] | None = None
    rosters: tuple[SeenRoster, ...] = ()
    stood: tuple[RulesetInForce, ...] = ()
    reviews: Reviews = NO_REVIEWS
    written: frozenset[int] = frozenset()
    account: str = ""
    states: dict[tuple[int, str | None, str], tuple[Ruleset, GameState]] = field(
        init=False, default_factory=dict, repr=False, compare=False
    )


def read_state(
    view: GameView, rules: Ruleset, text: str | WikiPage, title: str | None, revid: int | None
) -> GameState:
    """The gamestate in a text of the tracking page, by some rules and by the view's roster and
    profile; the latest texts are read once.
    """
    from parsers.gamestate.tracking_page import read_gamestate  # noqa: PLC0415 - a tally does without it

    ranged = replace(rules, variables=with_ranges(view.profile, rules.variables))
    if not isinstance(text, str):
        return read_gamestate(text, ranged, view.roster, view.profile, page=title, revid=revid)
    states, key = view.states, (id(rules), title, text)
    known = states.pop(key, None) or (
        rules,
        read_gamestate(text, ranged, view.roster, view.profile, page=title, revid=revid),
    )
    states[key] = known  # behind the others: it was wanted last
    while len(states) > 1 and sum(len(each) for _, _, each in states) > _MOST_CHARACTERS:
        del states[next(iter(states))]
    return known[1] if known[1].revid == revid else replace(known[1], revid=revid)
