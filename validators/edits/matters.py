"""Edits that an enacted matter instructs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from parsers.blog import signed_by
from parsers.history.model import PageChange
from parsers.history.state import state_changes
from parsers.model import Confidence
from validators.edits.grounds import Grounds, MadeEdit
from validators.edits.held import HeldEdit, Share, titles_of, when_made
from validators.edits.intended import AROUND, Enacted
from validators.edits.model import Account, AccountKind
from validators.enacting import enactment
from validators.tracking import read_state

MOST_OF_VALUES = 6
"""So many of the matters around an edit of the tracking page are asked for the values that they set."""


def by_matter(edit: MadeEdit, grounds: Grounds) -> Account | None:
    """The enacted matter that instructs an edit of the Ruleset or the tracking page.

    High where it does what the matter instructs within a day after its enactment; medium where it does so at another time, or where
    the summary names the matter, which was enacted within a day, and a part of it takes a person; low where only the summary does.
    """
    if edit.new == edit.old:
        return None
    if edit.revision.title == grounds.rules.page:
        return _of_rules(edit, grounds.held.hold(edit.old, edit.revision), grounds)
    return _of_values(edit, grounds)


def _of_rules(edit: MadeEdit, held: HeldEdit, grounds: Grounds) -> Account | None:
    moment = edit.revision.timestamp
    if held.shares and not held.rest and not held.differing:
        sure = max((share.how_sure(moment) for share in held.shares), key=lambda each: each.rank)
        why = "; ".join(_why(share, edit, grounds) for share in held.shares)
        return Account(AccountKind.MATTER, ", ".join(titles_of(held.shares)), sure, why)
    if held.differing:
        why = "it changes what the matter instructs to change, and makes something else of it"
        return Account(AccountKind.MATTER, ", ".join(titles_of(held.differing)), Confidence.LOW, why)
    if held.shares:
        why = "it does what the matter instructs, and something else"
        return Account(AccountKind.MATTER, ", ".join(titles_of(held.shares)), Confidence.LOW, why)
    told = held.unsure[0] if held.unsure else None
    if told is not None and not told.is_named(edit.revision.comment):
        return Account(
            AccountKind.MATTER, told.post.title, Confidence.LOW, "a part of what the matter instructs takes a person, and may be this"
        )
    return _named(edit, grounds, "a part of what it instructs takes a person" if told is not None else "")


def _why(share: Share, edit: MadeEdit, grounds: Grounds) -> str:
    """What an account rests on: what is instructed, the time, the summary, and who resolved the matter."""
    does = "does what it instructs" if share.whole else "does a part of what it instructs"
    if share.worded:
        does = "has the words of its text"
    return f"the edit {does}{''.join(_around(share.matter, edit, grounds))}"


def _around(matter: Enacted, edit: MadeEdit, grounds: Grounds) -> Iterator[str]:
    yield f", and it was enacted {when_made(matter, edit.revision.timestamp)}"
    if matter.is_named(edit.revision.comment):
        yield "; the summary names it"
    user, note = edit.one.player or edit.revision.user, matter.post.note
    if user is not None and note is not None and signed_by(note.text, (user,)) is not None:
        yield "; its editor resolved it"
    elif user is not None and grounds.matters.is_admin(user) is False:
        yield f"; {user} is no Admin"


def _named(edit: MadeEdit, grounds: Grounds, limits: str) -> Account | None:
    """The matter that the summary names."""
    moment, comment = edit.revision.timestamp, edit.revision.comment
    named = next((each for each in grounds.matters.around(moment, comment) if each.is_named(comment)), None)
    if named is None:
        return None
    in_time = named.closed is not None and abs(named.closed - moment) <= AROUND
    if limits and in_time:
        why = f"the summary names it, and it was enacted {when_made(named, moment)}; {limits}"
        return Account(AccountKind.MATTER, named.post.title, Confidence.MEDIUM, why)
    return Account(AccountKind.MATTER, named.post.title, Confidence.LOW, "only its summary says so")


def _of_values(edit: MadeEdit, grounds: Grounds) -> Account | None:
    """The matter that sets the values which an edit of the tracking page sets."""
    moment, comment = edit.revision.timestamp, edit.revision.comment
    for matter in islice(grounds.matters.around(moment, comment), MOST_OF_VALUES):
        wanted = _wanted_values(matter, edit, grounds)
        if edit.changes and all(change in wanted for change in edit.changes):
            in_time = matter.closed is not None and matter.closed <= moment <= matter.closed + AROUND
            why = f"the edit does what it instructs{''.join(_around(matter, edit, grounds))}"
            return Account(AccountKind.MATTER, matter.post.title, Confidence.HIGH if in_time else Confidence.MEDIUM, why)
    return _named(edit, grounds, "the page was not compared with what it instructs")


def _wanted_values(matter: Enacted, edit: MadeEdit, grounds: Grounds) -> Iterable[PageChange]:
    """What a matter changes on the tracking page as it was before an edit."""
    view = grounds.view
    if view.gamestate is None or view.gamestate.page != edit.revision.title:
        return ()
    if not grounds.matters.sets_values(matter):
        return ()
    made = enactment(view, matter.post, grounds.timeline.matters, grounds.matters.votes(matter)).on(tracking=edit.old).application.tracking
    assert made is not None  # noqa: S101 - the view has a tracking page
    before, after = (read_state(view, grounds.rules, text, edit.revision.title, None) for text in (edit.old, made))
    return tuple(state_changes(before, after))
