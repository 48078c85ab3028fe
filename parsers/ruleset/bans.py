"""Bans on one voting icon: “while the Water is at Flood, no Player may cast a vote of AGAINST on any Proposal.”

A ban is read from a sentence of a dynastic rule that is read from its first word to its last, or not at all: the
prohibition, the matters, a condition on one value of the game, and a beginning without a word that may have another
effect on votes. A condition is read only where nothing else in the sentence can widen it.
"""

from __future__ import annotations

import re

from parsers.model import VoteIcon
from parsers.patterns import later
from parsers.ruleset.bearing import speaks
from parsers.ruleset.model import Ban, BanCondition
from parsers.ruleset.prose import Prose
from parsers.ruleset.sentences import Sentence

__all__ = ["read_ban"]

_ICON = r"\"?(?P<icon>for|against|deferential|veto)\"?"
_CONDITION = (
    r"(?:while|when|whenever|if|as long as) (?:the )?(?P<variable>[a-z][a-z' -]{0,40}?) is (?:at (?!least|most)|in |set to |currently )*"
    r"(?P<value>[a-z0-9][a-z0-9' -]{0,40})"
)
_MATTERS = r"(?:an?|any|all|every|each|their own) (?:pending )?(?:proposals?|cfj|dov|votable matters?)"
_BAN = later(
    r"(?P<head>.*?)(?:\b(?P<none>no players?|nobody|no 1)(?: (?:who|whose|in|at|with) (?P<whom>[a-z' -]{1,60}?))? (?:may|can|shall|must)"
    r"|\b(?:may not|cannot|can not|can't|must not|shall not|(?:is|are) not (?:allowed|permitted) to))"
    rf" (?:(?:cast|use|make) (?:an? |any |the )?(?:vot(?:es?|ing icons?)(?: of)? )?{_ICON}(?: votes?| icons?)?(?: on {_MATTERS})?"
    rf"|vote \"?(?P<verb>against)\"? {_MATTERS})"
    rf"(?:,? (?P<tail>{_CONDITION}))?\."
)
_AT_THE_START = later(rf"{_CONDITION}, (?P<rest>.*)")
_AT_THE_END = later(rf"(?P<rest>(?:.*, (?:and )?)?){_CONDITION},? ?")
_ELSEWHERE = later(
    r"\b(?:on|at|in|during|while|when|whenever|if|unless|until|till|before|after|as|each|every|since|once|where|wherever|for|by|or|nor|not|no"
    r"|even|only|also|than|except|besides|both|either|neither|within|throughout|under|with|without|upon|but|then|always|never|otherwise)\b"
)
"""Words of a second condition, of an alternative, or of a negation: beside them a condition is not read."""

_OTHER_EFFECT = later(
    r"\b(?:idles?|idled|un-?idl\w+|inactive|admins?|emperors?|rules?|icons?|comments?|posts?|posted|blog|resolv\w+|fail\w*|withdr\w+|kill\w*"
    r"|legal\w*|illegal\w*|pass(?:es|ed)?|counts?|counted|ignor\w+|void|ruleset|for the purposes?|instead|against|favou?r)\b"
)
"""What might do more to votes than the ban itself."""

_REFERS_BACK = later(
    r"\b(?:this|that|these|those|such|same|above|likewise|similarly|also|too|however|former|latter|it|its|previous|prior|prohibit\w*|restrict\w*"
    r"|ban|bans|banned|otherwise|instead|except|exception|vice versa|not apply|sentences?|paragraphs?)\b"
)
_REFERS_AHEAD = later(r"\b(?:following|below|next|sentences?|paragraphs?|exceptions?)\b")
_NAMES_ICON = later(r"\b(?:FOR|AGAINST|DEFERENTIAL|VETO|imperial)\b")
_TREATED = later(r"\b(?:treat\w*|consider\w*|counts? as|counted|deem\w*|regard\w*|refer\w*|synonym\w*|equivalent|as if|as though)\b")


def read_ban(sentence: Sentence, prose: Prose) -> Ban | None:
    """The ban that a sentence states; None where it is another sentence, or another one may change what it says.

    A sentence that is partly struck out or hidden is none.
    """
    if sentence.depth or sentence.term or prose.below(sentence):
        return None
    found = _BAN.fullmatch(sentence.canon)
    if found is None or _has_another_effect(f"{found['head']} {found['whom'] or ''}") or _is_changed_elsewhere(sentence, prose):
        return None
    condition = _condition(found)
    if condition is not None and any(_redefines(each, condition) for each in prose.sentences if each is not sentence):
        condition = None
    return Ban(VoteIcon(found["icon"] or found["verb"]), condition)


def _has_another_effect(text: str) -> bool:
    return speaks(text) or bool(_OTHER_EFFECT.search(text))


def _condition(ban: re.Match[str]) -> BanCondition | None:
    """The condition of the ban, where it stands beside nothing that could be another one."""
    head, whom = ban["head"], ban["whom"] or ""
    if ban["tail"]:
        return None if _ELSEWHERE.search(f"{head} {whom}") else _of(ban)
    found = _AT_THE_START.fullmatch(head) or _AT_THE_END.fullmatch(head)
    return None if found is None or _ELSEWHERE.search(f"{found['rest']} {whom}") else _of(found)


def _of(found: re.Match[str]) -> BanCondition:
    return BanCondition(found["variable"].strip(), found["value"].strip())


def _is_changed_elsewhere(sentence: Sentence, prose: Prose) -> bool:
    """Whether another sentence may point to this one, or to its rule, and change what it says."""
    title = sentence.rule.title.lower()
    if any(title in each.low for each in prose.sentences if each.rule is not sentence.rule):
        return True
    beside = [each for each in prose.sentences if each.rule is sentence.rule and each is not sentence]
    if any(_REFERS_AHEAD.search(each.low) or _NAMES_ICON.search(each.text) for each in beside):
        return True
    return any(_REFERS_BACK.search(each.low) for each in beside if each.index > sentence.index)


def _redefines(sentence: Sentence, condition: BanCondition) -> bool:
    """Whether a sentence may say that the value counts as another, or another as it."""
    low = sentence.low
    return (condition.value in low or condition.variable in low) and bool(_TREATED.search(low))
