"""The authority for each edit of a page: each recogniser knows one kind, and the most certain
answer counts. Also finds the edit that mended another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from parsers.history.page_change import ChangeKind, PackedRevision, PageChange
from parsers.model import Confidence
from parsers.patch import patched
from validators.edits.allowed_edits import by_address, by_rule
from validators.edits.described_edits import Account, AccountKind, DescribedRevision, MadeEdit
from validators.edits.edit_context import EditContext
from validators.edits.enacted_matters import AROUND, EnactedMatter, has_subject
from validators.edits.sentence_changes import deletes_empty_rules, permission, sentence_changes
from validators.edits.text_overlap import words_of
from validators.spelling import is_spelling, repeated_words
from validators.voting.conditions import every

_SUMMARY = re.compile(r"BN\d{3}(?: \(rule “[^”]{1,300}”\))?: ")
_MOST_OF_VALUES = 6
"""The number of matters around an edit of the tracking page that are searched for the values it
set.
"""
_EVERYBODY = ("all", "each", "every", "everybody", "everybody's", "everyone", "everyone's")
_LEAST_LETTERS = 4
"""A value with fewer letters cannot be misspelt: "A" and "a" can be two grades."""
_UNDOES = re.compile(
    r"\b(?:undo|undid|undone|revert\w*|rvv?|roll\w* ?back|restor\w*|(?:put|set|changed) back)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\brevisions? (\d{1,12})\b", re.IGNORECASE)
_FEW = 5
"""The number of preceding edits that are searched for the one undone, if the summary has no
revision number.
"""
_SETTING = (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.TOOL)
_TEXTS = (ChangeKind.TEXT, ChangeKind.RULE_CHANGED, ChangeKind.RULE_RENAMED, ChangeKind.VALUE)


def attributed(
    described: Iterable[DescribedRevision], context: EditContext
) -> Iterator[DescribedRevision]:
    """Yield the revisions of one page, oldest first, each with the authority for it. Revisions with
    unknown changes (the first one, or with hidden text) have none.
    """
    # Texts of earlier revisions are compressed and found by hash, to save memory.
    edits: list[DescribedRevision] = []
    with_text: dict[int, int] = {}
    for original in described:
        revision = original
        edits.append(revision)
        if not revision.text_hidden:
            mark, place = hash(revision.revision.text), len(edits) - 1
            if revision.changes is not None:
                revision = replace(
                    revision, by=_account(MadeEdit(edits, place, with_text.get(mark)), context)
                )
            with_text[mark] = place
        edits[-1] = replace(revision, changes=None, revision=PackedRevision.of(revision.revision))
        yield revision


def _account(edit: MadeEdit, context: EditContext) -> Account | None:
    best: Account | None = None
    for recognise in _RECOGNISERS:
        found = recognise(edit, context)
        if found is not None and (best is None or _order(found) < _order(best)):
            best = found
            if best.confidence is Confidence.HIGH:
                break
    return best


def _order(account: Account) -> tuple[int, bool]:
    # A game move can reverse the one before it. So if only the text shows an undoing, a rule is
    # the better account.
    return (
        account.confidence.rank,
        account.kind is AccountKind.UNDO and account.confidence is Confidence.MEDIUM,
    )


def _by_tool(edit: MadeEdit, context: EditContext) -> Account | None:
    """Return the account of a correction by this tool: its journal has the edit or, with low
    confidence, the summary looks like it.
    """
    if edit.revision.revid in context.view.read.written:
        return Account(
            AccountKind.TOOL, "blognomic", Confidence.HIGH, "it is in the journal of this tool"
        )
    if not _SUMMARY.match(edit.revision.comment or ""):
        return None
    return Account(
        AccountKind.TOOL,
        "blognomic",
        Confidence.LOW,
        "only its summary looks like a correction by this tool",
    )


def _by_matter(edit: MadeEdit, context: EditContext) -> Account | None:
    """Return the enacted matter whose text contains the changes of an edit of the Ruleset or the
    tracking page.

    High if all changes are in the text and the edit was made within a day after the enactment;
    medium at another time; low if only some are, or if only the summary names the matter.
    """
    if edit.new == edit.old:
        return None
    is_ruleset = edit.revision.title == context.rules.page
    around = context.matters.around(edit.revision.timestamp, edit.revision.comment)
    found = _by_ruleset_text(edit, context) if is_ruleset else _by_values(edit, around)
    return found or _by_summary(edit, around, is_ruleset=is_ruleset)


def _by_ruleset_text(edit: MadeEdit, context: EditContext) -> Account | None:
    """Return the matters whose texts contain the changes of an edit of the Ruleset."""
    matched, moment = context.matched(edit), edit.revision.timestamp
    if not matched.parts:
        return None
    titles = ", ".join(part.matter.post.title for part in matched.parts)
    if matched.wrong:
        why = "it has words of the matter's text and other changes"
        return Account(AccountKind.MATTER, titles, Confidence.LOW, why)
    lowest = max((part.confidence(moment) for part in matched.parts), key=lambda each: each.rank)
    when = matched.parts[0].matter.when(moment)
    why = f"its changes are in the matter's text, which was enacted {when}"
    return Account(AccountKind.MATTER, titles, lowest, why)


def _by_values(edit: MadeEdit, around: Sequence[EnactedMatter]) -> Account | None:
    """Return the matter whose text has all values that an edit of the tracking page set."""
    values = [change for change in edit.changes if change.kind is ChangeKind.VALUE]
    if not values or len(values) < len(edit.changes):
        return None
    moment = edit.revision.timestamp
    for matter in islice(around, _MOST_OF_VALUES):
        if all(_is_set(change, matter) for change in values):
            closed = matter.closed
            in_time = closed is not None and closed <= moment <= closed + AROUND
            confidence = Confidence.HIGH if in_time else Confidence.MEDIUM
            why = f"the matter's text, which was enacted {matter.when(moment)}, has the values"
            return Account(AccountKind.MATTER, matter.post.title, confidence, why)
    return None


def _by_summary(
    edit: MadeEdit, around: Sequence[EnactedMatter], *, is_ruleset: bool
) -> Account | None:
    """Return the matter that the summary of an edit names."""
    moment, comment = edit.revision.timestamp, edit.revision.comment
    named = next((each for each in around if has_subject(comment, each.post)), None)
    if named is None:
        return None
    in_time = named.closed is not None and abs(named.closed - moment) <= AROUND
    if in_time and not is_ruleset:
        why = f"the summary names it, and it was enacted {named.when(moment)}"
        return Account(AccountKind.MATTER, named.post.title, Confidence.MEDIUM, why)
    return Account(AccountKind.MATTER, named.post.title, Confidence.LOW, "only its summary says so")


def _is_set(change: PageChange, matter: EnactedMatter) -> bool:
    """Return whether a matter's text has a variable, its new value, and its owner or a word for
    everybody.
    """
    text, roles = matter.text, matter.roles
    variable, value, owner = (
        words_of(text_of_change or "", roles)
        for text_of_change in (change.variable, str(change.new or ""), change.subject)
    )
    everybody = any(text.has((word,)) for word in _EVERYBODY)
    return text.has(variable) and text.has(value) and (not owner or text.has(owner) or everybody)


def _by_typo(edit: MadeEdit, context: EditContext) -> Account | None:
    """Return the account of a correction of spelling or formatting, which everybody may make:
    nothing visible in the game changed, or words are only spelt differently. Low if only a person
    can decide that.
    """
    title, spelling_only = edit.revision.title, _spelling(edit, context)
    if (
        not edit.changes
        and title == context.rules.page
        and sentence_changes(edit.old, edit.new) != ()
    ):
        return Account(
            AccountKind.TYPO,
            title,
            Confidence.LOW,
            "it only reorders rules of one section",
        )
    if not edit.changes:
        return Account(
            AccountKind.TYPO, title, Confidence.HIGH, "it changed nothing visible in the game"
        )
    if spelling_only is None:
        return Account(
            AccountKind.TYPO,
            title,
            Confidence.LOW,
            "words are spelt differently, and only a person can decide whether the meaning is"
            " the same",
        )
    return (
        Account(AccountKind.TYPO, title, Confidence.HIGH, "it changed nothing but spelling")
        if spelling_only
        else None
    )


def _spelling(edit: MadeEdit, context: EditContext) -> bool | None:
    for change in edit.changes:
        old, new = str(change.old or ""), str(change.new or "")
        # A choice of the variable, the name of a player or a few letters may be meant as they are.
        is_own_value = change.kind is ChangeKind.VALUE and (
            sum(map(str.isalpha, old)) < _LEAST_LETTERS or old.casefold() in context.legal_words
        )
        if change.kind not in _TEXTS or not old or not new or is_own_value:
            return False
    same = [is_spelling(str(change.old), str(change.new)) for change in edit.changes]
    if None in same and False not in same:
        known = context.legal_words | repeated_words(edit.new, digits=False)
        same = [is_spelling(str(change.old), str(change.new), known) for change in edit.changes]
    return every(*same)


def _by_permission(edit: MadeEdit, context: EditContext) -> Account | None:
    """Return a rule that may permit an edit of the Ruleset, with low confidence because only a
    person can decide that. High if the edit only deleted dynastic rules without text, which
    everybody may do.
    """
    changes = (
        sentence_changes(edit.old, edit.new) if edit.revision.title == context.rules.page else ()
    )
    if not changes:
        return None
    if all(map(deletes_empty_rules, changes)):
        return Account(
            AccountKind.RULE,
            "Rules and Votable Matters",
            Confidence.HIGH,
            "it deletes a dynastic rule without any text",
        )
    found = [permission(change, edit.old) for change in changes]
    quotes = [each[0] for each in found if each is not None and each[1]]
    return (
        Account(
            AccountKind.RULE,
            changes[0].rule,
            Confidence.LOW,
            f"a rule says: “{quotes[0][:200]}”",
        )
        if len(quotes) == len(found)
        else None
    )


# Undoing and mending


def says_undone(comment: str | None) -> bool:
    """Return whether a summary states that the edit undoes another one."""
    return _UNDOES.search((comment or "")[:500]) is not None


def _by_undo(edit: MadeEdit, _context: object) -> Account | None:
    """Return the account of an edit that undoes earlier ones. High if the text shows it and either
    the summary says so or nothing allowed those edits; medium if only the text does, because game
    moves change values back and forth, too; low if only the summary does.
    """
    stated = says_undone(edit.revision.comment)
    number = _NUMBER.search((edit.revision.comment or "")[:500]) if stated else None
    named = None if number is None else int(number[1])
    if edit.same is not None:
        since = edit.edits[edit.same + 1 : edit.place]
        reverted = [each for each in since if not each.text_hidden]
    else:
        reverted = _taken_back(edit, named) if stated else []
    if reverted:
        why = "the page is as it was before that revision" + (
            f", and {len(reverted)} revisions are undone" if len(reverted) > 1 else ""
        )
        why += ", and its summary says so" if stated else ""
        certain = stated or all(each.accounted_as is None for each in reverted)
        return Account(
            AccountKind.UNDO,
            str(reverted[0].revision.revid),
            Confidence.HIGH if certain else Confidence.MEDIUM,
            why,
        )
    return (
        None
        if named is None
        else Account(AccountKind.UNDO, str(named), Confidence.LOW, "only its summary says so")
    )


def _taken_back(edit: MadeEdit, named: int | None) -> list[DescribedRevision]:
    """Return the single revision that an edit takes back, in a list: the one named in the summary,
    else one of the last few. Empty if there is none.
    """
    places: Iterable[int] = range(edit.place - 1, max(edit.place - 1 - _FEW, 0), -1)
    if named is not None:
        places = (at for at in range(1, edit.place) if edit.edits[at].revision.revid == named)
    for place in places:
        before, after = edit.edits[place - 1].revision.text, edit.edits[place].revision.text
        if (
            before is not None
            and after is not None
            and patched(after, before, edit.old) == edit.new
        ):
            return [edit.edits[place]]
    return []


def undone(edits: Sequence[DescribedRevision], place: int) -> Sequence[DescribedRevision]:
    """Return the revisions that a revision undoes according to its account, oldest first: all since
    the restored text, or a single one.
    """
    undoing = edits[place]
    if undoing.by is None or undoing.accounted_as is not AccountKind.UNDO:
        return ()
    first = next(
        at for at, described in enumerate(edits) if str(described.revision.revid) == undoing.by.ref
    )
    together = first and MadeEdit(edits, first).before.text == undoing.revision.text
    return [
        described
        for described in edits[first : place if together else first + 1]
        if not described.text_hidden
    ]


def mended(edits: Sequence[DescribedRevision], place: int) -> DescribedRevision | None:
    """Return the later revision that mended the one at a place: it restored an earlier text of the
    page, or set back the last of the changed values. An edit for a matter or an Address, or by this
    tool, mends a value by setting it again. None if something is unmended.

    ``edits`` are all known edits of the page, oldest first, with their accounts.
    """
    texts = {each.revision.text for each in edits[:place]}
    remaining = list(edits[place].changes or ())
    for later in edits[place + 1 :]:
        if later.text_hidden or later.changes is None:
            continue
        unmended = [
            change
            for change in remaining
            if not any(_sets_anew(change, each, later) for each in later.changes)
        ]
        if later.revision.text in texts or (remaining and not unmended):
            return later
        remaining = unmended
    return None


def _sets_anew(change: PageChange, later: PageChange, described: DescribedRevision) -> bool:
    """Return whether a later change sets a value back or sets it again. A game move that changes a
    number does not count, because it reaches the old value only by chance.
    """
    value = (ChangeKind.VALUE, change.variable, change.subject)
    same = (
        (change.kind, change.variable, change.subject)
        == value
        == (later.kind, later.variable, later.subject)
    )
    if described.by is not None and described.by.kind is AccountKind.RULE:
        number = str(later.old or "").strip("-−").replace(",", "").isdecimal()
        return same and described.accounted_as is not None and not number
    return same and (later.new == change.old or described.accounted_as in _SETTING)


_RECOGNISERS: tuple[Callable[[MadeEdit, EditContext], Account | None], ...] = (
    _by_tool, _by_matter, _by_typo, _by_undo, by_address, _by_permission, by_rule
)  # fmt: skip
"""The recognisers, in this order: of two accounts with equal confidence, the first counts."""
