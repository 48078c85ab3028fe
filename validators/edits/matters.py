"""Edits that an enacted matter instructs, by its text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from parsers.blog import signed_by
from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence
from validators.edits.edit_context import EditContext, MadeEdit
from validators.edits.enacted_matters import AROUND, EnactedMatter
from validators.edits.model import Account, AccountKind
from validators.edits.text_overlap import words_of

_MOST_OF_VALUES = 6
"""So many of the matters around an edit of the tracking page are asked for the values that they set."""
_EVERYBODY = ("all", "each", "every", "everybody", "everybody's", "everyone", "everyone's")


def by_matter(edit: MadeEdit, context: EditContext) -> Account | None:
    """The enacted matter in whose text stands what an edit of the Ruleset or the tracking page changes.

    High where it all does, numbers and negations alike, and the edit was made within a day after the enactment; medium at another
    time; low where a part of it does, or where only the summary names the matter.
    """
    if edit.new == edit.old:
        return None
    return _of_rules(edit, context) if edit.revision.title == context.rules.page else _of_values(edit, context)


def _of_rules(edit: MadeEdit, context: EditContext) -> Account | None:
    matched, moment = context.matched(edit), edit.revision.timestamp
    titles = ", ".join(part.matter.post.title for part in matched.parts)
    if not matched.parts:
        return _named(edit, context)
    if matched.wrong:
        why = (
            "it has words of the matter's text, and something else"
            if matched.rest
            else "only a reader can tell whether it is what was enacted"
        )
        return Account(AccountKind.MATTER, titles, Confidence.LOW, why)
    sure = max((part.confidence(moment) for part in matched.parts), key=lambda each: each.rank)
    return Account(
        AccountKind.MATTER,
        titles,
        sure,
        "what it changed stands in the matter's text" + "".join(_around(matched.parts[0].matter, edit, context)),
    )


def _around(matter: EnactedMatter, edit: MadeEdit, context: EditContext) -> Iterator[str]:
    yield f", and it was enacted {matter.when(edit.revision.timestamp)}"
    if matter.is_named(edit.revision.comment):
        yield "; the summary names it"
    user, note = edit.one.player or edit.revision.user, matter.post.note
    if user is not None and note is not None and signed_by(note.text, (user,)) is not None:
        yield "; its editor resolved it"
    elif user is not None and context.matters.is_admin(user) is False:
        yield f"; {user} is no Admin"


def _named(edit: MadeEdit, context: EditContext) -> Account | None:
    """The matter that the summary names."""
    moment, comment = edit.revision.timestamp, edit.revision.comment
    named = next((each for each in context.matters.around(moment, comment) if each.is_named(comment)), None)
    if named is None:
        return None
    if edit.revision.title != context.rules.page and named.closed is not None and abs(named.closed - moment) <= AROUND:
        why = f"the summary names it, and it was enacted {named.when(moment)}"
        return Account(AccountKind.MATTER, named.post.title, Confidence.MEDIUM, why)
    return Account(AccountKind.MATTER, named.post.title, Confidence.LOW, "only its summary says so")


def _of_values(edit: MadeEdit, context: EditContext) -> Account | None:
    """The matter whose text has the values that an edit of the tracking page sets."""
    moment, comment = edit.revision.timestamp, edit.revision.comment
    values = [change for change in edit.changes if change.kind is ChangeKind.VALUE]
    for matter in islice(context.matters.around(moment, comment), _MOST_OF_VALUES):
        if len(values) == len(edit.changes) and values and all(_is_set(change, matter) for change in values):
            in_time = matter.closed is not None and matter.closed <= moment <= matter.closed + AROUND
            why = f"the matter's text has what it set{''.join(_around(matter, edit, context))}"
            return Account(AccountKind.MATTER, matter.post.title, Confidence.HIGH if in_time else Confidence.MEDIUM, why)
    return _named(edit, context)


def _is_set(change: PageChange, matter: EnactedMatter) -> bool:
    """Whether a matter's text has a variable, its new value, and whose it is or that it is everybody's."""
    text, roles = matter.text, matter.roles
    variable, value, whose = (words_of(each or "", roles) for each in (change.variable, str(change.new or ""), change.subject))
    everybody = any(text.has((word,)) for word in _EVERYBODY)
    return text.has(variable) and text.has(value) and (not whose or text.has(whose) or everybody)
