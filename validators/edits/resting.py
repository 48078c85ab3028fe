"""All that the account of an edit rests on, as one digest that costs far less than the account.

Everything that a recogniser of :mod:`validators.edits.attributing` looks at has its part here, or a part that cannot stay the same if
it changes. A test holds the names that they take from :class:`validators.edits.grounds.Grounds` against those below.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from itertools import islice

from parsers.history.model import ChangeKind
from parsers.model import name_key
from validators.edits.actions import variables_of
from validators.edits.addresses import AROUND_ADDRESS
from validators.edits.describing import read_by
from validators.edits.grounds import Grounds, MadeEdit
from validators.edits.kept import digest_of
from validators.edits.matters import MOST_OF_VALUES
from validators.edits.rights import AROUND_CHANGE, idle_rule, others
from validators.edits.undoing import accounted, candidates, says_undone, undone_by
from validators.voting.core_text import demands_tags

Part = str | int | bool | None
"""What has the same ``repr()`` in every process."""


class Resting:
    """What the accounts of the edits of one page rest on."""

    def __init__(self, grounds: Grounds, title: str) -> None:
        self._grounds, self._title = grounds, title

    @cached_property
    def _page(self) -> str:
        return _of_page(self._grounds, self._title)

    def of(self, edit: MadeEdit) -> str:
        """A digest that is another one as soon as anything is another that the account of an edit rests on.

        What it changed follows from the two texts and the part for the whole page. The program that judges is no part of it.
        """
        parts = repr((self._page, *_parts(edit, self._grounds)))
        return blake2b(parts.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _parts(edit: MadeEdit, grounds: Grounds) -> tuple[Part, ...]:
    revision, one = edit.revision, edit.one
    moment, user = revision.timestamp, one.player or revision.user
    then = None if one.player is None else grounds.presence(one.player, moment)
    near = [(each.key, each.title, each.author, each.posted) for each in grounds.timeline.addresses
            if abs(each.posted - moment) <= AROUND_ADDRESS]  # fmt: skip
    undone = list(_undone(edit))
    return (
        revision.title, revision.revid, revision.parentid, moment.isoformat(), revision.user, revision.comment, one.player,
        edit.before.revid, edit.history.key(edit.before), edit.history.key(revision),
        revision.revid in grounds.view.written, grounds.is_own(revision),
        grounds.matters.known_until(moment),
        user is not None and grounds.matters.is_admin(user),
        digest_of(near) if near else "",
        grounds.timeline.interregnum_since(moment) is not None,
        digest_of(undone) if undone else "",
        # Who is on a roster was a player or not by what is known of them.
        grounds.was_player(one) if then is None else f"{then.standing} {then.sure}",
        None if user is None else grounds.was_admin(user, moment),
        None if user is None else grounds.is_emperor(user, moment),
        grounds.held.learnt if revision.title == grounds.rules.page else digest_of(_of_state(edit, grounds)),
    )  # fmt: skip


def _of_page(grounds: Grounds, title: str) -> str:
    """A digest of what is the same for all edits of a page."""
    rules, view = grounds.rules, grounds.view
    known = (rules.page, rules.terms, demands_tags(rules), grounds.words, grounds.legal_words)
    if title == rules.page:
        return digest_of(known)
    state, profile = view.gamestate, view.profile
    columns = [(name, cadence, variables_of(name, grounds)) for name, cadence in profile.cadence.items()]
    tracked = state is not None and state.page == title
    return digest_of((known, read_by(view, rules), grounds.actions, grounds.effects, columns, tracked, idle_rule(rules)))


def _undone(edit: MadeEdit) -> Iterator[tuple[object, ...]]:
    """The earlier edits that this one may undo, and whether anything accounts for them."""
    earlier = edit.earlier
    if earlier.with_text(edit.history.key(edit.revision)) is not None:
        yield from ((one.revision.revid, accounted(one)) for one in undone_by(edit))
    elif says_undone(edit.revision.comment):
        for place in candidates(edit):
            texts = [edit.history.key(each) for each in earlier.around(place) or ()]
            yield earlier.edits[place].revision.revid, accounted(earlier.edits[place]), texts


def _of_state(edit: MadeEdit, grounds: Grounds) -> tuple[object, ...]:
    """What the account of an edit of the tracking page rests on beside: who came or went, and values that matters set."""
    moment = edit.revision.timestamp
    subjects = sorted({name_key(change.subject or "") for change in edit.changes if change.kind is not ChangeKind.VALUE})
    near = islice(grounds.matters.around(moment, edit.revision.comment), MOST_OF_VALUES)
    return (
        [change.subject for change in grounds.of_players(others(edit))],
        [grounds.came_or_went(subject, moment - AROUND_CHANGE, moment + AROUND_CHANGE) for subject in subjects],
        grounds.rules.source if any(map(grounds.matters.sets_values, near)) else "",
    )
