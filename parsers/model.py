"""The values that all parts of the tool share.

All of them are immutable. Times are aware ``datetime`` objects in UTC; a time that cannot be read
is ``None`` and stands beside a :class:`Problem`, never a guess. Names are kept as the
page spells them; compare them with :func:`same_name`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from html import escape
from typing import Generic, TypeVar
from unicodedata import normalize

Value = TypeVar("Value")


class Confidence(StrEnum):
    """The confidence of a reading or a finding."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def rank(self) -> int:
        """0 for high confidence, then rising."""
        return _RANKS[self]


_RANKS = {confidence: rank for rank, confidence in enumerate(Confidence)}


RULESET_PAGE = "Ruleset"
"""The title of the wiki page that holds the rules, unless a site names another."""


class MatterKind(StrEnum):
    """The three kinds of Votable Matter."""

    PROPOSAL = "proposal"
    CFJ = "cfj"
    DOV = "dov"


class Category(StrEnum):
    """The category of a blog post."""

    PROPOSAL = "proposal"
    CFJ = "cfj"
    DOV = "dov"
    ASCENSION = "ascension-address"
    STORY = "story-post"
    NONE = "none"

    @property
    def matter(self) -> MatterKind | None:
        """The kind of Votable Matter a post of this category is, or None if it is not voted on."""
        return _MATTERS.get(self)


_MATTERS = {
    Category.PROPOSAL: MatterKind.PROPOSAL,
    Category.CFJ: MatterKind.CFJ,
    Category.DOV: MatterKind.DOV,
}


class Status(StrEnum):
    """The status field of a post."""

    PENDING = "pending"
    ENACTED = "enacted"
    FAILED = "failed"
    VETOED = "vetoed"
    ILLEGAL = "illegal"


class EventState(StrEnum):
    """Whether an Event, a post of a type that a dynastic rule defines, is open."""

    OPEN = "open"
    ENDED = "ended"
    UNKNOWN = "unknown"


class Outcome(StrEnum):
    """The outcome of a matter by the admin's note; a status is never ``withdrawn``."""

    ENACTED = "enacted"
    FAILED = "failed"
    VETOED = "vetoed"
    WITHDRAWN = "withdrawn"
    ILLEGAL = "illegal"


class VoteIcon(StrEnum):
    """The voting icons the game has always had."""

    FOR = "for"
    AGAINST = "against"
    DEFERENTIAL = "deferential"
    VETO = "veto"


@dataclass(frozen=True, slots=True)
class Icon:
    """A voting image: a :class:`VoteIcon` value, else the image's own name; ``quoted`` ones are in
    a quotation or struck, and no vote.
    """

    name: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment on a post; ``position`` is its place on the page, counted from 0 over all its
    pages. ``member`` is the author's member number, None if the page does not state it. ``quotes``:
    some of the text is quoted, code, struck out or hidden; None where the program that read the
    page did not keep this.
    """

    author: str
    at: datetime | None
    icons: tuple[Icon, ...] = ()
    text: str = ""
    id: str = ""
    position: int = 0
    member: int | None = None
    quotes: bool | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class AdminNote:
    """An admin's note on a resolved matter, with the tally and quorum that it states, each None if
    it does not.
    """

    text: str
    outcome: Outcome | None = None
    for_: int | None = None
    against: int | None = None
    deferential: int | None = None
    quorum: int | None = None


def key_of(address: str) -> str:
    """The key of the post at an address: its last part."""
    return address.rstrip("/").rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Post:
    """A blog post as one page shows it.

    ``title`` is the whole title in plain text, ``subject`` what follows the first colon (rule
    "Other" of the Appendix: without a colon the whole title), ``tags`` the ``[X]`` in it.
    ``closed`` is the time of "Adminned at". ``body`` is plain text, a line for each of its lines;
    ``markup`` is the same text as canonical HTML (:mod:`parsers.blog.post_markup`), blank where
    that is plain paragraphs, and None where the program that read the page did not keep it.
    ``comment_count`` is the number the page states, ``comments`` None where the page shows none at
    all (archives), so that "not shown" never looks like "none made". ``position`` orders posts of
    one minute: it grows down a page that lists the newest first, so of two posts of the same time
    the one with the greater position is the older. ``member`` is the author's member number, None
    if the page does not state it.
    """

    url: str
    title: str
    category: Category
    author: str
    posted: datetime | None
    status: Status = Status.PENDING
    subject: str = ""
    tags: tuple[str, ...] = ()
    closed: datetime | None = None
    note: AdminNote | None = None
    body: str = ""
    words: int = 0
    comment_count: int | None = None
    comments: tuple[Comment, ...] | None = None
    position: int = 0
    markup: str | None = ""
    member: int | None = None

    @property
    def key(self) -> str:
        """The key of the post, the same on every page: the last part of its address."""
        return key_of(self.url)

    @property
    def html(self) -> str:
        """The body as canonical HTML, as far as it is known."""
        return self.markup or "".join(
            f"<p>{escape(line, quote=False)}</p>" for line in self.body.split("\n") if line
        )

    @property
    def unresolved(self) -> bool:
        """A time of resolution resolves a matter, whatever its status."""
        return self.status is Status.PENDING and self.closed is None


@dataclass(frozen=True, slots=True)
class Seen(Generic[Value]):
    """One version of something, when it was seen, and the program that first read it; ``latest``:
    nothing else was seen since.
    """

    value: Value
    first_seen: datetime
    last_seen: datetime
    reader: str
    latest: bool


@dataclass(frozen=True, slots=True)
class PostPast:
    """A post's past in the pulls: its versions, the latest last, and the time since when it is gone
    (None: it is there).
    """

    versions: tuple[Seen[Post], ...]
    gone: datetime | None = None


@dataclass(frozen=True, slots=True)
class Roster:
    """The sidebar: who plays, is idle, is an Admin, the numbers it states, and what it says of
    dormancy (None: nothing).

    ``members`` are the names that it links, each with its member number. ``also`` are other names
    of people, each with the one in use (:mod:`parsers.blog.identities`).
    """

    active: tuple[str, ...]
    idle: tuple[str, ...] = ()
    admins: frozenset[str] = frozenset()
    stated_players: int | None = None
    stated_quorum: int | None = None
    dormant: bool | None = None
    members: tuple[tuple[str, int], ...] = ()
    also: tuple[tuple[str, str], ...] = ()


class ProblemKind(StrEnum):
    """The topic of a problem."""

    PAGE = "page"
    ROSTER = "roster"
    """It may make a person a Player who is none."""
    OLDER_SIDEBAR = "older-sidebar"
    """No front page with the roster was seen, so that of another page was used."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of a page (``where``, for people) that is missing or not understood (``what``, a
    sentence).

    ``fatal`` ones leave nothing on the page to rely upon; ``missing``: the page could not be
    fetched. ``post`` is the key of the post that the problem is about, None if it is about none in
    particular.
    """

    where: str
    what: str
    fatal: bool = False
    missing: bool = False
    kind: ProblemKind = ProblemKind.PAGE
    post: str | None = None

    @property
    def sentence(self) -> str:
        """The place and the sentence, without the place if the sentence contains it."""
        named = "/" in self.where and self.where.rstrip("/") in self.what
        return self.what if named else f"{self.where}: {self.what}"


ROSTER_DOUBT = "the list of players is not certain: "


def roster_problem(where: str, what: str) -> Problem:
    """A problem that may make a person a Player who is none."""
    return Problem(where, f"{ROSTER_DOUBT}{what}", kind=ProblemKind.ROSTER)


@dataclass(frozen=True, slots=True)
class Page:
    """The content of one page of the blog; ``more`` are the addresses of further pages of the same
    comments or archive.
    """

    url: str
    posts: tuple[Post, ...] = ()
    roster: Roster | None = None
    problems: tuple[Problem, ...] = ()
    more: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of a wiki page (https://www.mediawiki.org/wiki/API:Revisions).

    ``title`` is the title under which the game knows the page, even after a move. ``revid`` is 0
    where it is unknown, such as for a separately saved page; ``timestamp`` is then the time for which
    the text is good. ``parentid`` is 0 for the first revision of a page, and where it is unknown.
    ``user``, ``comment`` or ``text`` is None if it was hidden, lost or not requested. A blank
    comment or page is ``""``.
    """

    title: str
    revid: int
    parentid: int
    timestamp: datetime
    user: str | None
    comment: str | None
    text: str | None = None


_APOSTROPHES = str.maketrans("\u2018\u2019\u02bc", "'''")


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """The form of a player's name that decides whether two spellings are one person."""
    return " ".join(fold_name(name).split())


def fold_name(text: str) -> str:
    """A text without differences that names ignore: case, curly apostrophes (which the blog
    typesets), and the encoding of accents.
    """
    return (
        text.casefold()
        if text.isascii()
        else normalize("NFC", text).translate(_APOSTROPHES).casefold()
    )


def same_name(name: str, other: str) -> bool:
    """Return whether two spellings name the same person: case, apostrophes and runs of spaces do
    not matter.
    """
    return name_key(name) == name_key(other)
