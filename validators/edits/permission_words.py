"""The words of sentences that let somebody change text of rules, in the form that :func:`alike` gives them, without brackets."""

from __future__ import annotations

import re
from enum import StrEnum

from parsers.patterns import later


class TextDeed(StrEnum):
    """What may be done to a text; ``AMEND`` is anything that leaves it one."""

    ADD = "add"
    REMOVE = "remove"
    AMEND = "amend"
    REPLACE = "replace"
    RENAME = "rename"


_DEEDS = {
    TextDeed.ADD: "add append insert create introduce write record note list copy put enter place include fill",
    TextDeed.REMOVE: "remove delete repeal strike erase cross",
    TextDeed.AMEND: "amend adjust alter change edit update modify rewrite revise reword tick increase decrease reduce raise lower set",
    TextDeed.REPLACE: "replace swap",
    TextDeed.RENAME: "rename retitle",
}
_DEED_OF = {verb: deed for deed, verbs in _DEEDS.items() for verb in verbs.split()}
_IRREGULAR = {
    "written": TextDeed.ADD,
    "put": TextDeed.ADD,
    "struck": TextDeed.REMOVE,
    "stricken": TextDeed.REMOVE,
    "rewritten": TextDeed.AMEND,
}
_GERUNDS = {f"{verb.removesuffix('e')}ing": verb for verb in _DEED_OF} | {"putting": "put", "setting": "set", "swapping": "swap"}
_PARTICIPLES = {f"{verb.removesuffix('e').removesuffix('y')}{'i' if verb.endswith('y') else ''}ed": deed for verb, deed in _DEED_OF.items()}
_ASKING = later(
    r"\b(?:vote|propose|submit|request|ask|suggest|call|petition|promise|plan|offer|proposals?|cfjs?|posts?"
    r"|allow|permit|order|instruct|tell|threaten|pretend|refuse|decline|forbid)\b"
)
_BEFORE_VERB = frozenset("to and or then also either both instead only once".split())

VERB = later(rf"(?<![\w'-])({'|'.join(sorted((*_DEED_OF, *_GERUNDS), key=len, reverse=True))})(?![\w'-])")
MAKES_RULES = frozenset("add append insert create introduce write".split())
"""Verbs that bring a rule that was none."""
PASSIVE = later(r"^(?:only )?be (?:freely |also )?([a-z-]+)(?:,? (?:and|or) ([a-z-]+))?\b(?:[^.;]{0,60}? by ([^.;]{1,80}))?")
NO_DEED = later(r"^(?:only |also |then )?(?:be|have|neither)\b")
MODAL = later(
    r"(?<![\w'-])(?:may|can|must|shall|should|will|(?:is|are) (?:to|allowed to|permitted to|required to|able to)|(?:has|have) to)(?![\w'-])"
    r"(?! (?:not|never|no longer)\b)"
)
ASIDE = later(r", (?:if|when|provided|unless|at|once|as|on|in|with|by|after|before|for|subject|instead)\b[^,;]{0,120},")
TIMES = later(r"\b(?:at any (?:time|point)|at will|once (?:per|a|each|every) \w+|as an? (?:\w+ ){1,3}action)\b,? ?")
BRACKETS = later(r" ?\((?!(?:but|except|save|other)\b)[^()]{0,300}\)")
QUOTED = later(r"\"([^\"]{1,300})\"")
_LIMIT = later(
    r"\b(?:(?:may|can|must|shall|should|will) (?:not|never)|cannot|can't|provided|if|unless|while|when|where|whose|which"
    r"|that (?:is|are|has|have|was|were)|who|as long as|except|until|so that)\b"
)
_ASKED = later(r"^(?:if|when|whenever|unless|where|while|until|before|after|each time|as soon as)\b")
_ADVERBIAL = later(
    r"^(?:and |but |so |then |also |however )*(?:if|when|whenever|unless|where|while|until|before|after|each time|as|at|once|on|in|upon"
    r"|during|for|otherwise|by|provided|instead|with|within|from)\b"
)
_NOBODY = later(r"(?<![\w'-])(?:no|nobody|none|neither|nothing|not|never|avoid|refrain|illegal|forbidden|prohibited|disallowed)(?![\w'-])")
_NOTHING = later(r"\b(?:no|none|nothing)\b")
_MATTER = r"(?:proposals?|cfjs?|calls? for judge?ment|dovs?|declarations? of victory|matters?|(?:ascension )?address(?:es)?)\b"
_OF_MATTERS = later(rf"^(?:(?:an?|any|each|the|all|such|every|that|this|these|pending|enacted|votable|dynastic|core|new)\s)*{_MATTER}")
A_MATTER = later(rf"\b{_MATTER}")
_BY_MATTER = later(
    r"\b(?:by|through|via|by means of) (?:(?:an?|any|the|another|(?:un)?successful|enacted|passing|passed|usual|normal|separate|core"
    rf"|dynastic|votable) )*{_MATTER}"
)
TELLS_OF = later(r"\b(?:that|which|whose|who|was|were|been)\b")
"""Words of a clause that tells which one is meant: what it says was done by a matter is not what is to be done."""

_PART = r"(?:table|lists?|bullet(?: point)?s?|paragraphs?|sentences?|entry|entries|section|wording|text|lines?|rows?|items?|columns?|cells?|steps?)"  # fmt: skip # noqa: E501
DATA = later(r"\b(?:table|lists?|bullet(?: point)?s?|entry|entries|rows?|items?|columns?|cells?|steps?)\b")
NUMBER = later(r"\b(?:numbers?|values?|amounts?|dates?|totals?|scores?)\b")
_OF_TEXT = later(
    rf"\b(?:{_PART}|numbers?|values?|amounts?|dates?|names?|titles?|words?|terms?|clauses?|parts?|contents?|ends?|starts?|top|bottom"
    r"|beginning)(?: of)? $"
)
_ELSEWHERE = later(r",? (?:on|in|to|into) (?:(?:the|a|an|their|its) )?[^.,;]{0,60}\b(?:page|post|comment|blog|gamestate|wiki)\b")
_KIND = r"(?:(?:new|other|existing|active|dynastic|single|top-level|oldest|newest|entire|whole|one) )"
_SOME = r"(?:an?|any|each|every|all|some|another)"
_RULE = r"(?:sub-?)?rules?"
RULE_TEXT = later(
    rf"\b(?:(?P<named>(?:the )?{_RULE} (?:called |named |titled )?\"\d+\")"
    rf"|(?P<own>this (?:sub-?)?rule(?:'s)?|(?:this|these|the following) {_PART}|this (?:atomic )?action"
    rf"|(?:the )?{_PART} (?:below|above|here)|here)"
    r"|(?P<list>(?:the|this|that) (?:list|table|bulleted list|column) of)"
    rf"|(?P<that>(?:the|that|such|those) {_RULE}(?:'s)?)"
    rf"|(?P<any>(?:the )?rulesets?|rulestext|ruletext|(?:{_SOME}|the) (?:of the )?{_KIND}{{1,3}}{_RULE}(?:'s)?|{_KIND}{{1,3}}{_RULE}"
    rf"|{_SOME} (?:of the )?{_RULE}|rules)|(?P<noun>(?:sub-?)?rule))(?!\w)"
)
"""Text of rules: a rule that is named, the rule's own text, a list that may be in it, "the rule", rules whatever they are."""
SUBRULE = later(r"\bsub-?rules?$")
NEW = later(r"^(?:(?:an?|any|one|another|new|dynastic) )")
_ONLY_PLACE = later(r"^ (?:from|to|in|into) $")
_IT = later(r"^ (?:it|them|one of them|these)\b")
_NEAR = 140
RELATIVE = later(r"^,? (?:that|which|whose|it|they)\b")
PLACE = later(r"\b(?:to|in|into|within|at|below|beneath|under|after|before|inside)(?: (?:the|its|a))?(?: [a-z]+ of)? ?$")
_WITHIN = later(r"\b(?:in|within|from|below|above|off|at|under)(?: (?:the|its|a))?(?: [a-z]+ of)? ?$")
_COMPARED = "according|accordance|than|per|listed|named|described|defined|specified|for|with"
_STOPS = {
    TextDeed.ADD: later(rf"\b(?:as(?! an? )|{_COMPARED}|whether|in|into|on|onto|at|under|from|to|beside)\b(?! (?:most|least)\b)"),
    TextDeed.REPLACE: later(r"\bto\b"),
    TextDeed.REMOVE: later(rf"\b(?:to|as|by|{_COMPARED})\b"),
}
_OTHER_STOPS = later(rf"\b(?:to|as|by|into|using|{_COMPARED})\b")
TRACKED = later(
    r"\b(?:tracked|recorded)\b(?! by)[^.;]{0,60}?\b(?:in|within|beside|at)\b[^.;]{0,30}?"
    r"\b(?:this (?:sub-?)?rule|this (?:table|list)|the (?:table|list) (?:below|above))\b"
)


A_PARAGRAPH = frozenset(f"this {each}" for each in "paragraph line bullet item clause entry step row".split()) | {"this bullet point"}
EXCEPT = later(r"\b(?:but|except(?:ing)?|save(?: for)?|other than|apart from)\b")
WHO_IS = later(r"\bwho (?:is|are)\b(?! not\b)")
_NOT = later(r"\b(?:not|never|nor|but|except|rather than|instead of)\b")


def deed_of(verb: str) -> tuple[TextDeed, str]:
    """What a verb that :data:`VERB` found does, and its base form."""
    base = _GERUNDS.get(verb, verb)
    return _DEED_OF[base], base


def deed_of_participle(word: str) -> TextDeed | None:
    """What is done to what is "amended" and the like."""
    return _IRREGULAR.get(word, _PARTICIPLES.get(word))


def is_nobody(actor: str) -> bool:
    """Whether the words before "may" name nobody, or a matter, whose text nobody may carry out before it is enacted."""
    return _NOBODY.search(actor) is not None or _OF_MATTERS.match(actor) is not None


def by_matter(before: str, said: str) -> bool:
    """Whether the words around "may" tell to do it by a matter, which nobody may carry out before it is enacted."""
    found = _BY_MATTER.search(said)
    return _BY_MATTER.match(before.lstrip()) is not None or (found is not None and not TELLS_OF.search(said[: found.start()]))


def is_asked(before: str) -> bool:
    """Whether "may" stands in a condition or a relative clause."""
    clause = before.rpartition(",")[2].strip()
    return _ASKED.match(clause) is not None or clause.endswith((" who", " which", " that"))


def actor_of(before: str) -> str:
    """The words before "may" that say who; conditions and times before them are left out."""
    parts = (part.strip() for part in before.replace(";", ",").split(","))
    return ", ".join(part for part in parts if part and _ADVERBIAL.match(part) is None)


def without_limits(said: str) -> str:
    """What is said without the conditions behind it."""
    limit = _LIMIT.search(said)
    return said[: limit.start()] if limit else said


def is_verb(before: str, word: str) -> bool:
    """Whether a word behind a text is a verb in its base form, or one in "-ing" that says by what, and no noun."""
    text = before.rstrip()
    if word in _GERUNDS:
        return text.endswith(" by")
    if not text or text.endswith(","):
        return True
    *_, one, last = ["", *text.split()]
    if last == "to" and (one == "not" or _ASKING.search(text)):
        return False
    return last in _BEFORE_VERB or last.endswith("ly")


def is_text_of(gap: str) -> bool:
    """Whether what stands between a verb and a rule is a part of its text, and nothing else that a rule may have."""
    return not gap.strip(" ,") or _WITHIN.search(gap) is not None or _OF_TEXT.search(gap) is not None


def is_meant(deed: TextDeed, gap: str) -> bool:
    """Whether a verb is about the rule that follows it, by what stands between."""
    if _NOT.search(gap):
        return False
    if _NOTHING.search(gap):
        return False
    if deed is TextDeed.ADD:
        return _STOPS[deed].search(PLACE.sub("", gap)) is None
    return _STOPS.get(deed, _OTHER_STOPS).search(gap) is None and is_text_of(gap)


def shared(before: str, gap: str) -> str:
    """What stands between the last of several verbs and what they share ("add, change or remove a line from")."""
    ends = [other.end() for other in VERB.finditer(gap) if is_verb(before + gap[: other.start()], other[1])]
    return gap[max(ends, default=0) :]


def text_after(said: str, end: int) -> tuple[re.Match[str], str] | None:
    """The text of rules that a verb is about, and what stands before it: behind the verb, which ends at a place, or where that has "it"."""
    rest = said[end : end + _NEAR]
    found = RULE_TEXT.search(rest)
    if found is None:
        before = list(RULE_TEXT.finditer(said[:end])) if _IT.match(rest) else []
        return (before[-1], said[: before[-1].start()]) if before else None
    if _ONLY_PLACE.match(rest[: found.start()]) and (other := RULE_TEXT.search(rest, found.end())):
        return other, rest[found.end() : other.start()]
    return found, shared(said[:end], rest[: found.start()])


def is_elsewhere(text: re.Match[str]) -> bool:
    """Whether it is text of another page."""
    rest = text.string[text.end() :]
    return (_ELSEWHERE.search if text["list"] else _ELSEWHERE.match)(rest) is not None


def any_of(words: set[str]) -> re.Pattern[str]:
    """An expression for any of these words."""
    return re.compile(rf"(?<!idle )(?<!former )(?<![\w'-])(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})(?![\w-])")
