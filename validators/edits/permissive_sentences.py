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
_TEXT = re.compile(
    r"\b(?:(?:sub-?)?rules?|ruleset|ruletext|texts?|words?|wording|names?|titles?|sentences?|paragraphs?|lines?|bullets?|points?|lists?|tables?"
    r"|items?|entry|entries|rows?|clauses?|sections?|here|above|below|itself)\b"
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
    own = [each[0] for each in found if each is not None and each[1]]
    return Account(AccountKind.RULE, changes[0].rule, Confidence.LOW, f"a rule says: “{own[0][:200]}”") if len(own) == len(found) else None


def permission(change: SentenceChange, before: str) -> tuple[str, bool] | None:
    """A sentence of the Ruleset before an edit that may allow a change, and whether it is one of the changed rule or names it.

    The Core Rules and the Appendix are changed by matters alone.
    """
    if change.kinds & {SectionKind.CORE, SectionKind.APPENDIX}:
        return None
    titles = {title.casefold() for title in (*change.titles, *change.above[1:]) if title}
    found: tuple[str, bool] | None = None
    for rule, sentence in _sentences(before):
        if rule.title.casefold() in titles or any(ComparedText(sentence).has(words_of(title)) for title in titles):
            return sentence, True
        found = found or ((sentence, False) if _RULES.search(straight(sentence).casefold()) else None)
    return found


@lru_cache(maxsize=8)
def _sentences(text: str) -> tuple[tuple[Rule, str], ...]:
    return tuple(
        (rule, sentence)
        for rule in read_revision(text).rules
        if rule.kind in _KINDS and rule.effective
        for block in rule.blocks
        for sentence in split_sentences(block.text)
        if all(each.search(straight(sentence).casefold()) for each in (_MAY, _CHANGES, _TEXT))
    )
