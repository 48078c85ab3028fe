"""Sentences of rules that may let somebody change text of the Ruleset. Who may, and what, is for a person to read."""

from __future__ import annotations

import re
from functools import lru_cache

from parsers.history.rules import read_revision
from parsers.model import Confidence
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.sentences import split_sentences, straight
from validators.edits.edit_context import EditContext, MadeEdit
from validators.edits.model import Account, AccountKind
from validators.edits.sentences import SentenceChange, deletes_empty_rules, sentence_changes
from validators.edits.text_overlap import ComparedText, words_of

_KINDS = (SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)
_MAY = re.compile(r"\b(?:may|can|must|should|shall|will|is to|are to|(?:is|are) (?:allowed|required|free|asked) to)\b(?! not\b| never\b)")
_CHANGES = re.compile(
    r"\b(?:add|append|insert|inscrib|writ|amend|adjust|alter|chang|edit|updat|modif|reword|rewrit|replac|renam|correct|tid[iy]|remov|delet"
    r"|repeal|strik|struck|eras|redact|creat|introduc|maintain|track|record|keep|put|mov|sign)[a-z]*"
)
_RULES = re.compile(r"\b(?:(?:sub-?)?rules|ruleset|ruletext|(?:an?|any|each|every|another|some) (?:(?!this|the)\w+ ){0,2}(?:sub-?)?rule)\b")
_OWN = re.compile(r"\b(?:this|the) (?:sub-?)?rule\b")
_TEXT = re.compile(
    r"\b(?:texts?|words?|wording|names?|titles?|sentences?|paragraphs?|lines?|bullets?|points?|lists?|tables?|items?|entry|entries|rows?|clauses?"
    r"|sections?|here|above|below|itself)\b"
)


def by_permission(edit: MadeEdit, context: EditContext) -> Account | None:
    """A rule that may let somebody change the text which an edit of the Ruleset changes: low, for that takes a reader.

    High for a dynastic rule without text that was deleted, which everybody may do.
    """
    changes = sentence_changes(edit.old, edit.new) if edit.revision.title == context.rules.page else ()
    if not changes:
        return None
    if all(map(deletes_empty_rules, changes)):
        return Account(AccountKind.RULE, "Rules and Votable Matters", Confidence.HIGH, "it deletes a dynastic rule without any text")
    found = [permission(change, edit.old) for change in changes]
    first = found[0]
    if first is None or any(each is None or not each[1] for each in found):
        return None
    return Account(AccountKind.RULE, changes[0].rule, Confidence.LOW, f"a rule says: “{first[0][:200]}”")


def permission(change: SentenceChange, before: str) -> tuple[str, bool] | None:
    """A sentence of the Ruleset before an edit that may allow a change, and whether it is one of the changed rule or names it.

    The Core Rules and the Appendix are changed by matters alone.
    """
    if change.kinds & {SectionKind.CORE, SectionKind.APPENDIX}:
        return None
    titles = {title.casefold() for title in (*change.titles, *change.above[1:]) if title}
    found: tuple[str, bool] | None = None
    for rule, sentence in _sentences(before):
        own = rule.title.casefold() in titles or any(_names(sentence, title) for title in titles)
        if own:
            return sentence, True
        found = found or ((sentence, False) if _RULES.search(_low(sentence)) else None)
    return found


def _names(sentence: str, title: str) -> bool:
    return ComparedText(sentence).has(words_of(title))


def _low(sentence: str) -> str:
    return straight(sentence).casefold()


@lru_cache(maxsize=8)
def _sentences(text: str) -> tuple[tuple[Rule, str], ...]:
    return tuple(
        (rule, sentence)
        for rule in read_revision(text).rules
        if rule.kind in _KINDS and rule.effective
        for block in rule.blocks
        for sentence in split_sentences(block.text)
        if _may_allow(_low(sentence))
    )


def _may_allow(low: str) -> bool:
    may = _MAY.search(low)
    changes = _CHANGES.search(low)
    return may is not None and changes is not None and any(each.search(low) for each in (_RULES, _OWN, _TEXT))
