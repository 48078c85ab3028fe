"""Corrections of spelling and formatting, which everybody may make (rule "Rules and Votable Matters" of the Appendix)."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence
from validators.edits.edit_context import EditContext, MadeEdit
from validators.edits.model import Account, AccountKind
from validators.spelling import allows_they, is_spelling, repeated_words

_LEAST_LETTERS = 4
"""A value of fewer letters is no word that one can misspell: "A" and "a" may be two grades."""
_TEXTS = (ChangeKind.TEXT, ChangeKind.RULE_CHANGED, ChangeKind.RULE_RENAMED, ChangeKind.VALUE)


def by_typo(edit: MadeEdit, context: EditContext) -> Account | None:
    """A correction of spelling or formatting: nothing that is seen in the game changed, or words are spelt otherwise and say the same.

    Low where only a reader can tell whether they do. Numbers, negations and the words that rules are made of never count.
    """
    if not edit.changes:
        return _typo(edit, Confidence.HIGH, "it changed nothing that is seen in the game")
    sure = _spelling(edit, context, ())
    if sure is None:
        sure = _spelling(edit, context, {*context.words, *_elsewhere(edit)})
    if sure is False:
        return None
    if sure is None:
        return _typo(edit, Confidence.LOW, "words are spelt otherwise, and only a reader can tell whether they say the same")
    return _typo(edit, Confidence.HIGH, "it changed nothing but spelling")


def _typo(edit: MadeEdit, confidence: Confidence, why: str) -> Account:
    return Account(AccountKind.TYPO, edit.revision.title, confidence, why)


def _spelling(edit: MadeEdit, context: EditContext, known: Collection[str]) -> bool | None:
    sure: bool | None = True
    pronouns = allows_they(context.rules.source)
    for change in edit.changes:
        if change.kind not in _TEXTS or not change.old or not change.new:
            return False
        old, new = cast("str", change.old), cast("str", change.new)
        if change.kind is ChangeKind.VALUE and not _may_be_misspelt(change, context):
            return False
        same = is_spelling(old, new, known, pronouns=pronouns)
        if same is False:
            return False
        sure = sure and same
    return sure


def _may_be_misspelt(change: PageChange, context: EditContext) -> bool:
    """Whether a value is long enough to be misspelt, and is not one that its rule lists, or a player."""
    old = str(change.old)
    return sum(map(str.isalpha, old)) >= _LEAST_LETTERS and old.casefold() not in context.legal_words


def _elsewhere(edit: MadeEdit) -> Collection[str]:
    """The words that stand on the page more than once after the edit."""
    return repeated_words(edit.new, digits=False)
