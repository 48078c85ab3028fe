"""The revisions of a wiki page, each with who made it and what it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from parsers.history.model import PageChange
from parsers.history.rules import read_revision, rule_changes
from parsers.history.state import state_changes
from parsers.model import Revision, name_key
from parsers.ruleset.model import Ruleset
from validators.edits.kept import CARRIED, PageHistory, digest_of
from validators.edits.model import DescribedRevision
from validators.profile import with_ranges
from validators.tracking import read_state
from validators.view import GameView

Read = TypeVar("Read")


def describe(revisions: Iterable[Revision], view: GameView, title: str, history: PageHistory = CARRIED) -> Iterator[DescribedRevision]:
    """The revisions of a page, oldest first, with their changes; those of the first one are not known.

    The Ruleset's are rules; of any other page they are values and text, as today's rules, roster and profile read it. The view needs
    rules.
    """
    rules = view.rules
    assert rules is not None  # noqa: S101 - see above
    if title == rules.page:
        return _described(revisions, view, _Differences(read_revision, rule_changes, history, "rules"))
    rests_on = digest_of((title, *read_by(view, rules))) if history.keeps else ""
    differences = _Differences(lambda text, _before: read_state(view, rules, text, title, None), state_changes, history, rests_on)
    return _described(revisions, view, differences)


def read_by(view: GameView, rules: Ruleset) -> tuple[object, ...]:
    """All that the reading of a tracking page rests on beside its text, by :func:`validators.tracking.read_state`."""
    profile = view.profile
    return with_ranges(profile, rules.variables), rules.terms, view.roster, profile.columns, profile.aliases


def _described(revisions: Iterable[Revision], view: GameView, differences: _Differences[Any]) -> Iterator[DescribedRevision]:
    people = _people(view)
    player_of = cache(lambda user: people.get(user_key(user)) if user else None)
    before: Revision | None = None
    for revision in revisions:
        player = player_of(revision.user)
        if differences.history.key(revision) is None:
            yield DescribedRevision(revision, player, text_hidden=True)
            continue
        yield DescribedRevision(revision, player, None if before is None else differences.between(before, revision))
        before = revision


class _Differences(Generic[Read]):
    """What is different between two revisions of a page, read by ``read`` and compared by ``compare``, or as it was kept.

    ``rests_on`` is a digest of all that it rests on beside the texts.
    """

    def __init__(
        self,
        read: Callable[[str, Read | None], Read],
        compare: Callable[[Read, Read], Iterator[PageChange]],
        history: PageHistory,
        rests_on: str,
    ) -> None:
        self._read, self._compare, self.history, self._rests_on = read, compare, history, rests_on
        self._last: tuple[str | None, Read] | None = None

    def between(self, before: Revision, after: Revision) -> Sequence[PageChange]:
        """The changes from one revision to another."""
        old, new = self.history.key(before), self.history.key(after)
        if old == new:
            return ()
        if not self.history.keeps:
            return self._made(before, after)
        rests_on = f"{self._rests_on} {old} {new}"
        kept = self.history.description(after, rests_on)
        if kept is not None:
            return kept
        changes = self._made(before, after)
        self.history.keep_description(after, rests_on, changes)
        return changes

    def _made(self, before: Revision, after: Revision) -> tuple[PageChange, ...]:
        if self._last is None or self._last[0] != self.history.key(before):
            self._last = self.history.key(before), self._read(self.history.text(before), None)
        now = self._read(self.history.text(after), self._last[1])
        changes = tuple(self._compare(self._last[1], now))
        self._last = self.history.key(after), now
        return changes


def _people(view: GameView) -> dict[str, str]:
    """The names on every roster that was seen, by the names of users of the wiki, aliases among them; today's roster spells them."""
    rosters = [*(seen.roster for seen in view.rosters), *([] if view.roster is None else [view.roster])]
    listed = [name for roster in rosters for name in (*roster.active, *roster.idle)]
    names, spelt = {user_key(name): name for name in listed}, {name_key(name.replace("_", " ")): name for name in listed}
    aliases = ((user_key(alias), spelt.get(name_key(name.replace("_", " ")))) for alias, name in view.profile.aliases.items())
    return {**{alias: name for alias, name in aliases if name is not None}, **names}


def user_key(name: str) -> str:
    """A name as MediaWiki compares names of users: the first letter is a capital, and an underscore is a blank.

    A revision that came from another wiki may have a prefix, as in ``imported>Ana``
    (https://www.mediawiki.org/wiki/Manual:ImportDump.php); no account has such a name.
    """
    text = " ".join(name.rpartition(">")[2].replace("_", " ").split())
    return text[:1].upper() + text[1:]
