"""Edits of the Ruleset that a rule allows: a rule that lets somebody change its own text or that of others, and empty rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from parsers.history.rules import read_revision
from parsers.model import Confidence
from parsers.patterns import later
from parsers.proposals.applying.alike import alike
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.sentences import split_sentences
from validators.edits.grounds import Grounds, MadeEdit
from validators.edits.model import Account, AccountKind
from validators.edits.sentences import SentenceChange, is_heading, sentence_changes

_CHANGES = (
    r"(?:add|append|amend|alter|change|edit|update|modify|remove|delete|repeal|rewrite|replace|rename|revise|reword|insert|move|strike|copy|list"
    r"|record|note|write|fill|tick|cross)(?:s|es|d|ed|ing)?"
)
_PARTS = r"(?:table|lists?|bullets?|paragraphs?|sentences?|entry|entries|section|wording|text|line)"
_TEXT = (
    r"(?:ruleset|(?:this|that|the|a|any|each|one|such|these|those|following|dynastic|new|sub-?)[ -]?(?:\w+ ){0,3}?(?:sub-?)?rules?|rules?"
    rf"|(?:this|these|that|those|following) {_PARTS}"
    rf"|{_PARTS}\b[^.;]{{0,60}}\b(?:ruleset|(?:sub-?)?rules?|below|above|here|this|these))"
)
"""Text of the Ruleset: what is called any text, list or line may be a value."""
_MAY = later(
    r"\b(?:may|can|must|shall|should|will|is to|are to|has to|have to)\b(?! (?:not|never)\b)"
    rf"[^.;]{{0,100}}\b{_CHANGES}\b[^.;]{{0,100}}\b{_TEXT}\b",
    re.IGNORECASE,
)
_STEP = later(rf"^(?:then |also )?{_CHANGES}\b[^.;]{{0,120}}\b{_TEXT}\b", re.IGNORECASE)
_TRACKED_HERE = later(
    r"\btrack\w*\b[^.;]{0,60}\b(?:in|within|beside|below|above)\b[^.;]{0,30}\b(?:this rule|the rule|the ruleset|here|below|above)\b",
    re.IGNORECASE,
)
_OF_RULES = later(
    r"\b(?:ruleset|dynastic rules?|(?:each|any|every|an?|one|such) (?:new |other |existing )?(?:sub-?)?rules?|rules)\b", re.IGNORECASE
)
_REMOVES = later(r"\b(?:repeal|remov|delet|strik|struck)\w*", re.IGNORECASE)
_ADDS = later(
    r"\b(?:(?:add|append|insert|record|list)(?:s|ed|ing)?|not(?:es?|ed|ing)|cop(?:y|ies|ied)|writ(?:es?|ing|ten))\b", re.IGNORECASE
)
_AMENDS = later(
    r"\b(?:(?:amend|alter|edit|reword|insert|add)(?:s|ed|ing)?|(?:chang|updat|rewrit|replac|renam|revis|remov)(?:es?|ed|ing)"
    r"|modif(?:y|ies|ied))\b",
    re.IGNORECASE,
)
_OF_POSTS = later(r"\bascension address|\b(?:proposals?|cfjs?|calls? for judgement|dovs?) (?:may|can|must|shall|should)\b", re.IGNORECASE)
"""What posts may say lets nobody edit: what an Address or a matter accounts for is told by what it says."""
_LETS_CHANGE = (SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)


def by_permission(edit: MadeEdit, grounds: Grounds) -> Account | None:
    """The rule that lets somebody change the text which an edit of the Ruleset changes.

    High for a dynastic rule without text that was deleted; else medium, for whether the edit does what the rule allows takes a reader.
    """
    if edit.revision.title != grounds.rules.page or edit.new == edit.old:
        return None
    changes = sentence_changes(edit.old, edit.new)
    if not changes:
        return None
    if all(only_empty_rules(change) for change in changes):
        return Account(AccountKind.RULE, "Rules and Votable Matters", Confidence.HIGH, "it deletes a dynastic rule without any text")
    allowing = [permission(change, edit.old) for change in changes]
    if not all(allowing):
        return None
    rule, quote = next(filter(None, allowing))
    return Account(AccountKind.RULE, rule.title, Confidence.MEDIUM, f"the rule says: “{quote[:200]}”")


def only_empty_rules(change: SentenceChange) -> bool:
    """Whether a change only deletes headings of dynastic rules that have no text."""
    gone = change.gone
    return not change.came and bool(gone) and all(map(is_heading, gone)) and change.alone and change.kinds == {SectionKind.DYNASTIC}


def permission(change: SentenceChange, before: str) -> tuple[Rule, str] | None:
    """The rule and the sentence that may allow a change, as the Ruleset stood before it."""
    titles = {alike(title) for title in (change.rule, *change.titles, *change.above[1:]) if title}
    for rule, quote in _permissions(before):
        named = any(_names(quote, title) for title in titles)
        if alike(rule.title) in titles or named or _of_any_rule(quote, change):
            return rule, quote
    return None


def _names(quote: str, title: str) -> bool:
    """Whether a sentence names a rule as one: in quotation marks, or beside that word."""
    name = re.escape(title)
    return re.search(rf"[\"']{name}[\"']|\brules? (?:called |named )?{name}(?!\w)|(?<!\w){name} (?:sub-?)?rule\b", alike(quote)) is not None


def _of_any_rule(quote: str, change: SentenceChange) -> bool:
    """Whether a sentence lets rules whatever they are be changed in the way that a dynastic one was."""
    if _OF_RULES.search(quote) is None or change.kinds != {SectionKind.DYNASTIC}:
        return False
    return (_REMOVES if not change.came else _ADDS if not change.gone else _AMENDS).search(quote) is not None


@lru_cache(maxsize=64)
def _permissions(text: str) -> tuple[tuple[Rule, str], ...]:
    return tuple(_allowing(read_revision(text).rules))


def _allowing(rules: Iterable[Rule]) -> Iterator[tuple[Rule, str]]:
    for rule in rules:
        if rule.kind in _LETS_CHANGE and rule.effective:
            yield from ((rule, sentence) for sentence in _allowing_sentences(rule.text))


@lru_cache(maxsize=4096)
def _allowing_sentences(text: str) -> tuple[str, ...]:
    """Those of one rule, which most revisions of the page leave as it is."""
    sentences = chain.from_iterable(map(split_sentences, text.split("\n")))
    forms = (_MAY, _STEP, _TRACKED_HERE)
    return tuple(each for each in sentences if _OF_POSTS.search(each) is None and any(form.search(each) for form in forms))
