"""The values of the parsers in the form in which they are stored: arrays of their fields.

Fields are only ever appended, with a default: an older version ignores them, a newer one reads old forms.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from parsers.model import AdminNote, Category, Comment, Icon, Outcome, Post, Roster, Status
from sync.store.packing import seconds, text_of, time_of, to_bytes

__all__ = [
    "AskedForm",
    "CommentForm",
    "CommentsForm",
    "HeadForm",
    "RevisionForm",
    "RosterForm",
    "ShownForm",
    "WithheldForm",
    "WrittenForm",
    "comment_form",
    "from_comment_form",
    "from_roster_form",
    "head_form",
    "headed_post",
    "roster_form",
]


class NoteForm(msgspec.Struct, array_like=True, frozen=True):
    """An :class:`AdminNote`."""

    text: bytes
    outcome: Outcome | None = None
    for_: int | None = None
    against: int | None = None
    deferential: int | None = None
    quorum: int | None = None
    admin: bytes | None = None


class HeadForm(msgspec.Struct, array_like=True, frozen=True):
    """A :class:`Post` without its comments, their number, and its position."""

    url: bytes
    title: bytes
    category: Category
    author: bytes
    posted: int | None
    status: Status
    subject: bytes
    tags: tuple[bytes, ...]
    closed: int | None
    note: NoteForm | None
    body: bytes
    words: int

    @property
    def is_pending(self) -> bool:
        """Whether it is a votable matter that nobody has resolved."""
        return self.status is Status.PENDING and self.category.matter is not None


class IconForm(msgspec.Struct, array_like=True, frozen=True):
    """An :class:`Icon`."""

    name: bytes
    quoted: bool = False


class CommentForm(msgspec.Struct, array_like=True, frozen=True):
    """A :class:`Comment`; ``shift`` is how far its position is from its place in the sequence, nearly always 0.

    So a comment stays the same when one before it is removed.
    """

    author: bytes
    at: int | None
    icons: tuple[IconForm, ...]
    text: bytes
    id: bytes
    shift: int = 0


CommentsForm = tuple[CommentForm | None, ...]
"""Comments that were first seen at the same time; None for one that was pruned."""


class ShownForm(msgspec.Struct, array_like=True, frozen=True):
    """What a version of a post shows of its comments: their stated number, and which they are.

    ``runs`` are pairs of a first number and a count, of the numbers that the post's comments have in the
    order they were first seen; None where comments were never shown.
    """

    stated: int | None
    runs: tuple[int, ...] | None


class RosterForm(msgspec.Struct, array_like=True, frozen=True):
    """A :class:`Roster`, its Admins in alphabetical order."""

    active: tuple[bytes, ...]
    idle: tuple[bytes, ...]
    admins: tuple[bytes, ...]
    stated_players: int | None
    stated_quorum: int | None
    dormant: bool | None


class WithheldForm(msgspec.Struct, array_like=True, frozen=True):
    """A :class:`Withheld`."""

    part: Literal["user", "comment", "text"]
    why: bytes


class RevisionForm(msgspec.Struct, array_like=True, frozen=True):
    """Who made a revision and why, and why what is None is not known."""

    user: bytes | None
    comment: bytes | None
    withheld: tuple[WithheldForm, ...] = ()


class AskedForm(msgspec.Struct, array_like=True, frozen=True):
    """An entry of a run's log; ``outcome`` is a status of HTTP, or words."""

    url: bytes
    outcome: int | bytes
    size: int
    milliseconds: int


class WrittenForm(msgspec.Struct, array_like=True, frozen=True):
    """What the journal keeps of a write beside its texts; ``changes`` are digests (see :func:`sync.wiki.writing.threeway.changes`)."""

    account: bytes
    summary: bytes
    findings: tuple[bytes, ...]
    changes: tuple[bytes, ...] = ()
    why: bytes | None = None
    url: bytes | None = None


def head_form(post: Post) -> HeadForm:
    """The post without its comments, their number, and its position."""
    return HeadForm(
        to_bytes(post.url),
        to_bytes(post.title),
        post.category,
        to_bytes(post.author),
        _maybe_seconds(post.posted),
        post.status,
        to_bytes(post.subject),
        tuple(map(to_bytes, post.tags)),
        _maybe_seconds(post.closed),
        None if post.note is None else _note_form(post.note),
        to_bytes(post.body),
        post.words,
    )


def headed_post(head: HeadForm, stated: int | None, comments: tuple[Comment, ...] | None, position: int) -> Post:
    """The whole post."""
    return Post(
        url=text_of(head.url),
        title=text_of(head.title),
        category=head.category,
        author=text_of(head.author),
        posted=_maybe_time(head.posted),
        status=head.status,
        subject=text_of(head.subject),
        tags=tuple(map(text_of, head.tags)),
        closed=_maybe_time(head.closed),
        note=None if head.note is None else _from_note_form(head.note),
        body=text_of(head.body),
        words=head.words,
        comment_count=stated,
        comments=comments,
        position=position,
    )


def comment_form(comment: Comment, place: int) -> CommentForm:
    """The comment that stands at ``place`` of its post's comments, counted from 0."""
    icons = tuple(IconForm(to_bytes(icon.name), icon.quoted) for icon in comment.icons)
    at = _maybe_seconds(comment.at)
    return CommentForm(to_bytes(comment.author), at, icons, to_bytes(comment.text), to_bytes(comment.id), comment.position - place)


def from_comment_form(form: CommentForm, place: int) -> Comment:
    """The comment at ``place`` of its post's comments."""
    icons = tuple(Icon(text_of(icon.name), icon.quoted) for icon in form.icons)
    at = _maybe_time(form.at)
    return Comment(text_of(form.author), at, icons, text_of(form.text), text_of(form.id), place + form.shift)


def roster_form(roster: Roster) -> RosterForm:
    """The roster."""
    return RosterForm(
        tuple(map(to_bytes, roster.active)),
        tuple(map(to_bytes, roster.idle)),
        tuple(sorted(map(to_bytes, roster.admins))),
        roster.stated_players,
        roster.stated_quorum,
        roster.dormant,
    )


def from_roster_form(form: RosterForm) -> Roster:
    """The roster."""
    return Roster(
        tuple(map(text_of, form.active)),
        tuple(map(text_of, form.idle)),
        frozenset(map(text_of, form.admins)),
        form.stated_players,
        form.stated_quorum,
        form.dormant,
    )


def _note_form(note: AdminNote) -> NoteForm:
    admin = None if note.admin is None else to_bytes(note.admin)
    return NoteForm(to_bytes(note.text), note.outcome, note.for_, note.against, note.deferential, note.quorum, admin)


def _from_note_form(form: NoteForm) -> AdminNote:
    admin = None if form.admin is None else text_of(form.admin)
    return AdminNote(text_of(form.text), form.outcome, form.for_, form.against, form.deferential, form.quorum, admin)


def _maybe_seconds(time: datetime | None) -> int | None:
    return None if time is None else seconds(time)


def _maybe_time(count: int | None) -> datetime | None:
    return None if count is None else time_of(count)
