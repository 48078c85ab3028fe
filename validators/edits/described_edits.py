"""The edits of a wiki page with their editors, changes and accounts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from parsers.history.page_change import PageChange, read_revision, rule_changes
from parsers.history.state_changes import state_changes
from parsers.model import Confidence, Revision, name_key
from validators.view import GameView, read_state

Read = TypeVar("Read")


class AccountKind(StrEnum):
    """The kinds of authority for an edit."""

    MATTER = "matter"
    ADDRESS = "address"
    RULE = "rule"
    TYPO = "typo"
    UNDO = "undo"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Account:
    """The authority for an edit: ``ref`` is the title of the matter, address or rule, or the undone
    revision. ``why`` is the reason as a clause ("its summary names the matter, which was enacted 3
    minutes before").
    """

    kind: AccountKind
    ref: str
    confidence: Confidence
    why: str


@dataclass(frozen=True, slots=True)
class DescribedRevision:
    """A revision: ``player`` is its editor as spelt on the roster, None for somebody on no roster.

    ``changes`` are those since the last earlier revision with a known text; None if there is no
    such revision. ``text_hidden``: its text is unknown, so the changes of the next revision include
    its changes. ``by``: the authority for the edit; None if none is known.
    """

    revision: Revision
    player: str | None
    changes: Sequence[PageChange] | None = ()
    text_hidden: bool = False
    by: Account | None = None

    @property
    def accounted_as(self) -> AccountKind | None:
        """The kind of authority for it; None if there is none or it is uncertain."""
        return None if self.by is None or self.by.confidence is Confidence.LOW else self.by.kind


@dataclass(frozen=True)
class MadeEdit:
    """An edit: the revision at a ``place`` among those of its page, oldest first, with a known text
    and known changes. ``same`` is the place of the last earlier revision with the same text; None
    if there is none or it is not needed.
    """

    edits: Sequence[DescribedRevision]
    place: int
    same: int | None = None

    @property
    def one(self) -> DescribedRevision:
        """The revision with its changes, including those of earlier revisions with hidden texts."""
        return self.edits[self.place]

    @property
    def revision(self) -> Revision:
        """The revision."""
        return self.one.revision

    @property
    def changes(self) -> Sequence[PageChange]:
        """The changes that it made."""
        return self.one.changes or ()

    @property
    def before(self) -> Revision:
        """The last revision before it with a text."""
        return next(
            earlier.revision
            for place in range(self.place - 1, -1, -1)
            if not (earlier := self.edits[place]).text_hidden
        )

    @property
    def alone(self) -> bool:
        """True if its changes are certainly its own: no revision is hidden or missing between
        ``before`` and it.
        """
        return self.revision.parentid == self.before.revid != 0

    @property
    def old(self) -> str:
        """The text of the page before it."""
        return self.before.text or ""

    @property
    def new(self) -> str:
        """The text of the page after it."""
        return self.revision.text or ""


def describe(
    revisions: Iterable[Revision], view: GameView, title: str
) -> Iterator[DescribedRevision]:
    """Yield the revisions of a page, oldest first, with their changes; those of the first one are
    unknown.

    The changes of the Ruleset are those of its rules. The changes of any other page are those of
    its values and text, as read by today's rules, roster and profile. The view must have rules.
    """
    rules = view.rules
    assert rules is not None  # noqa: S101 - see above
    if title == rules.page:
        return _described(revisions, view, read_revision, rule_changes)
    return _described(
        revisions, view, lambda text: read_state(view, rules, text, title, None), state_changes
    )


def _described(
    revisions: Iterable[Revision],
    view: GameView,
    read: Callable[[str], Read],
    compare: Callable[[Read, Read], Iterator[PageChange]],
) -> Iterator[DescribedRevision]:
    people = _people(view)
    last: tuple[str, Read] | None = None
    for revision in revisions:
        player = people.get(user_key(revision.user)) if revision.user else None
        text = revision.text
        if text is None:
            yield DescribedRevision(revision, player, text_hidden=True)
        elif last is not None and last[0] == text:
            yield DescribedRevision(revision, player, ())
        else:
            before, last = last, (text, read(text))
            yield DescribedRevision(
                revision, player, None if before is None else tuple(compare(before[1], last[1]))
            )


def _people(view: GameView) -> dict[str, str]:
    """Return every name that was seen on a roster, by user name on the wiki; aliases are included.
    The names are spelt as on today's roster.
    """
    rosters = [
        *(seen.roster for seen in view.read.rosters),
        *([] if view.roster is None else [view.roster]),
    ]
    listed = [name for roster in rosters for name in (*roster.active, *roster.idle)]
    names, spelt = (
        {user_key(name): name for name in listed},
        {name_key(name.replace("_", " ")): name for name in listed},
    )
    also = () if view.roster is None else view.roster.also
    aliases = (
        (user_key(alias), spelt.get(name_key(name.replace("_", " "))))
        for alias, name in {**dict(also), **view.profile.aliases}.items()
    )
    return {**{alias: name for alias, name in aliases if name is not None}, **names}


def user_key(name: str) -> str:
    """Return a user name in MediaWiki's form: the first letter is a capital, and underscores are
    spaces.

    An imported revision can have a prefix, as in ``imported>Ana``
    (https://www.mediawiki.org/wiki/Manual:ImportDump.php); no account has such a name.
    """
    text = " ".join(name.rpartition(">")[2].replace("_", " ").split())
    return text[:1].upper() + text[1:]
