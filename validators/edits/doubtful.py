"""Sentences of rules that may let somebody change text of the Ruleset, in words from which no permission is read.

What was not understood is unknown: an edit of a rule that has such a sentence is no edit that surely nothing allows.
"""

from __future__ import annotations

import re
from functools import lru_cache

from parsers.history.rules import read_revision
from parsers.patterns import later
from parsers.proposals.applying.alike import alike
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.sentences import split_sentences
from parsers.ruleset.terms import read_terms
from validators.edits.allowing import permissions_of
from validators.edits.permission_words import TELLS_OF
from validators.edits.sentences import SentenceChange

_KINDS = (SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)
_CHANGE = (
    r"(?:add(?!ress)|append|insert|inscri|scribbl|carv|etch|jot|pen(?=s|n|\b)|sign|attach|tack|affix|extend|expand|fill|put|enter|writ|wrote|record"
    r"|cop(?:y|ie)|plac|contribut|embellish|amend|adjust|alter|chang|edit|updat|modif|rewrit|revis|reword|rephras|replac|swap|substitut"
    r"|renam|retitl|correct|fix|tid[iy]|maintain|curat|prun|trim|wip|remov|delet|repeal|strik|struck|stricken|eras|cross|cut|expung|redact"
    r"|excis|blot|discard|drop|re-?order|rearrang|sort|deface|vandali|creat|introduc|doubl|halv|grow)[a-z]*"
)
_GAP = r"(?:(?!\b(?:posts?|comments?|messages?|reports?|pages?|blog)\b)[^.;]){0,60}?"
_OWN = (
    r"(?:(?:this|the) (?:sub-?)?rule|lists?|tables?|(?<!any )texts?|sentences?|paragraphs?|items?|entry|entries|lines?|bullets?|rows?"
    r"|cells?|columns?|wording|clauses?|sections?|words?|verses?|stanzas?|here|hereto|hereunder|herein|above|below|beneath|itself)"
)
_ANY = r"(?:(?:sub-?)?rules|ruleset|rulestext|ruletext|(?:an?|any|each|every|another|some) (?:[a-z]+ ){0,2}(?:sub-?)?rule)"


def _changing(text: str) -> re.Pattern[str]:
    """A verb of changing with such a text behind it, or in front of its passive voice."""
    then = rf"(?:(?:be|is|are|gets?|to|may|can|must|shall|should|will) (?:open to |[a-z]+ly )?{_CHANGE}|{_CHANGE}(?<=ing))\b"
    return later(rf"\b{_CHANGE}\b{_GAP}\b{text}\b|\b{text}\b{_GAP}\b{then}")


_CHANGES_OWN, _CHANGES_ANY = _changing(_OWN), _changing(_ANY)
_FORBIDS = later(
    r"^(?:no|nobody|none|neither)\b(?!.{0,60}?\b(?:but|except|than)\b)|\b(?:may|must|can|shall|should|will) (?:not|never|neither)\b"
    r"|\b(?:cannot|can't|mustn't|shan't)\b"
)
_BY_MATTER = later(
    r"\b(?:by|through|via|in|with) (?:an? |any |the )?(?:proposal|cfj|call for judge?ment|votable matter|ascension address)s?\b"
)
_PROPOSES = later(
    r"^(?:(?:an?|any|each|all|every|the|such) )*(?:proposal|cfj)s?\b"
    r"|\b(?:may|can|must|shall|should|will) (?:[a-z]+ )?(?:propos|suggest|petition|request|ask|submit|vot)[a-z]*\b"
)


def doubt(change: SentenceChange, before: str) -> str | None:
    """The first sentence of the Ruleset before an edit that may allow a change, and that nobody but a reader understands.

    That is one of a rule whose own text was changed, or one about rules at large. What forbids, or is done by matters, allows nothing.
    """
    if change.kinds & {SectionKind.CORE, SectionKind.APPENDIX}:
        return None
    titles = {alike(title) for title in (*change.titles, *change.above[-1:]) if title}
    for rule, sentence in _doubtful(before):
        low = alike(sentence)
        of_any = rule.kind is SectionKind.DYNASTIC and _CHANGES_ANY.search(low) is not None
        if of_any or alike(rule.title) in titles or any(_names(low, title) for title in titles):
            return sentence
    return None


def _names(low: str, title: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(title)}(?![\w-])", low) is not None


@lru_cache(maxsize=8)
def _doubtful(text: str) -> tuple[tuple[Rule, str], ...]:
    rules = read_revision(text).rules
    understood = {each.quote for each in permissions_of(rules, read_terms(rules)[0])}
    return tuple(
        (rule, sentence)
        for rule in rules
        if rule.kind in _KINDS and rule.effective
        for block in rule.blocks
        for sentence in split_sentences(block.text)
        if sentence not in understood and _may_allow(alike(sentence))
    )


def _may_allow(low: str) -> bool:
    matter = _BY_MATTER.search(low)
    if matter is not None and not TELLS_OF.search(low[: matter.start()]):
        return False
    if _FORBIDS.search(low) or _PROPOSES.search(low):
        return False
    return any(each.search(low) for each in (_CHANGES_OWN, _CHANGES_ANY))
