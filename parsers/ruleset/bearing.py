"""May a sentence that no recogniser has read change a verdict, and on which matters?

The answer is yes unless the sentence speaks of nothing that a verdict rests on, or has a form that is known to
be harmless: a reward for something that happens to a matter, or what an Admin has to write down afterwards.
One vocabulary says what verdicts rest on: votes, their icons and matters, who is a Player, what is in force.
"""

from __future__ import annotations

from parsers.model import MatterKind
from parsers.patterns import later

__all__ = ["concerned", "may_speak", "named", "speaks", "touches_core", "touches_verdicts"]

_MATTER = r"(?:proposals?|dov|cfj|votable matters?|calls? for judg\w*)"
_SUBJECT = later(
    r"\b(?:vot(?:e[sd]?|ing|ers?|able)|evcs?|quorums?|popular|unpopular|veto(?:ed|es|ing)?|deferentials?|icons?|fors|self-kill\w*"
    r"|un-?enact\w*|enact\w*|hiatus|dorman\w*|interregn\w*|downtime|propos(?:e[sd]?|ing|als?)"
    r"|pending|core rules?|appendix|time limits?|idle|unidle\w*|idl(?:ed|ing)"
    rf"|{_MATTER})\b"
)
"""What verdicts rest on, by its names."""

_PLAYERHOOD = later(
    r"\b(?:is|are|be|being|been|remains?|becomes?|counts?)(?: \w+){0,3}? (?:an?|\d+|as|any|one of the|the)? ?(?:non-)?players?\b"
    r"|\"players?\"|\bnumber of (?:active )?players\b|\bnon-players?\b|\bceases? to be\b"
)
_CONSIDERED = later(
    r"\b(?:is|are|be|being|been)(?: not| no longer| also| never)?(?: to be)? (?:considered|counted|treated|regarded|deemed)\b"
    r"|\bcounts? (?:as|for|towards?|double|twice)\b|\bdoes not include\b|\bfor (?:the purposes? of )?(?:all|any|every|each) \w+\b"
    r"|\b(?:not|no longer|never|also) an? players?\b|\b(?:not|no longer) players?\b"
)
_ACTIONS = later(
    r"\bgame actions?\b.{0,120}\b(?:may|can|cannot|must)(?: not| only)? be (?:taken|performed|carried out)\b"
    r"|\b(?:may|can|cannot|must)(?: not| only)? (?:take|perform|carry out) (?:no |any |all |only |other )*game actions?\b"
)
_FORCE = later(
    r"\b(?:rules?|ruleset|clauses?|bullets?|sentences?|paragraphs?|sections?)\b.*"
    r"\b(?:no effect|not apply|ignor\w+|disregard\w*|suspend\w*|void|overrul\w*|supersed\w*|flavou?r|inactive|remainder|not in effect"
    r"|out of force|be read as)\b"
)
_CORE = later(
    r"\b(?:fail(?:ed|s|ing)?|resol(?:v|u)\w+|withdraw\w*|illegal|legality|queue|oldest|slots?|hours?|minutes?|periods?|durations?|deadlines?"
    r"|time (?:zone|frame)s?|utc|exempt\w*|waive\w*|halve\w*|double\w*|extend\w*|notwithstanding|limits?|minimum|maximum|no effect"
    r"|flavou?r text|ignored|disregarded|weekends?|saturdays?|sundays?|admins? (?:may|must|shall|can)\b)\b"
    r"|^(?:they|these|those|such|each of|all of|nothing|neither|none of|the (?:preceding|following|above|remainder|latter|former))\b"
)
"""What else a sentence of the core or the Appendix may speak of and change a verdict: these rules are about little else."""

_TRIGGER = later(r"^(?:when(?:ever)?|if|each time|every time|once|after|upon|as soon as) [^,]+, (?:then )?(?P<effect>[^;]+)$")
_GAINS = later(
    r"^(?:(?:the|a|that|each|its|their|any) )?(?:[\w'-]+ ){0,4}?(?:(?:may|shall|must|should|will|can) )?(?:immediately )?"
    r"(?:gains?|loses?|earns?|receives?|(?:is|are) (?:awarded|granted|given)|increases?|decreases?|adds?|subtracts?|pays?|scores?|sets?)\b"
)
_POINTS_BACK = later(r"\b(?:it|its|this|that|these|those|such)\b")
_DUTY = later(
    r"^(?:[^,]+, )*(?:the|an?) (?:admin (?:who )?(?:enacting|resolving|enacts|resolves)(?: \w+){0,3}|(?:enacting|resolving) admin)"
    r" (?:must|shall|should|may) (?:insert|update|note|mark|write|record|roll|announce|add)\b"
)
_CONDITION = later(r"\b(?:first|before|until|unless|only|consent|permission|approval|cannot|not)\b")
_AUTHORSHIP = later(
    rf"\b(?:authors?|posters?) of (?:an?|any|the|that|each|another|\d+)?[a-z ,]{{0,30}}?{_MATTER}\b"
    rf"|\bauthor(?:s|ed|ing)? (?:(?:an?|any|the|that|another|\d+) )?{_MATTER}\b"
)
_KINDS = tuple(
    (kind, later(rf"\b{word}s?\b"))
    for kind, word in ((MatterKind.PROPOSAL, "proposal"), (MatterKind.CFJ, "cfj"), (MatterKind.DOV, "dov"))
)


_STEMS = later(
    "vot|evc|quorum|popular|veto|deferential|icon|fors|kill|enact|hiatus|dorman|interregn|downtime|propos|pending|core|appendix|limit|idl"
    "|dov|victor|cfj|judg|consider|count|treat|regard|deem|includ|game|effect|appl|ignor|suspend|void|overrul|supersed|flavo|inactive"
    "|remainder|force|read|not\\b|no longer|never|also|for (?:all|any|every|each)|purpose|\xa0"
)
"""Without one of these in it, no sentence as written (in lower case) speaks of what verdicts rest on."""


def may_speak(low: str) -> bool:
    """Whether a sentence, as written but in lower case, is worth a closer look."""
    return _STEMS.search(low) is not None


def speaks(text: str) -> bool:
    """Whether a sentence (in canonical form) speaks of anything that verdicts rest on."""
    return bool(
        _SUBJECT.search(text)
        or ("player" in text and _CONSIDERED.search(text) and _PLAYERHOOD.search(text))
        or _FORCE.search(text)
        or ("game action" in text and _ACTIONS.search(text))
    )


def touches_verdicts(text: str, lead: str = "") -> bool:
    """Whether a dynastic sentence may change a verdict; ``lead`` is what introduces it, both in canonical form."""
    if not speaks(text) and not (lead and _SUBJECT.search(lead)):
        return False
    return not _is_reward(text) and not _is_duty(text)


def touches_core(text: str) -> bool:
    """Whether a sentence of the core, the Appendix or a third section may change a verdict."""
    if _CORE.search(text) or speaks(text):
        return True
    return ("player" in text or "cease" in text) and _PLAYERHOOD.search(text) is not None


def _is_reward(text: str) -> bool:
    """Whether it only says what somebody gains or pays when something happens."""
    trigger = _TRIGGER.match(text.rstrip(" .")) if not text.startswith("while") else None
    if trigger is None:
        return False
    effect = trigger["effect"]
    return bool(_GAINS.match(effect)) and not speaks(effect) and not _POINTS_BACK.search(effect)


def _is_duty(text: str) -> bool:
    """Whether it only says what the Admin who resolves a matter has to write down."""
    duty = _DUTY.match(text)
    return duty is not None and not _CONDITION.search(text)


def named(text: str) -> frozenset[MatterKind]:
    """The matters a sentence names, other than by their authors."""
    rest = _AUTHORSHIP.sub(" ", text) if "author" in text or "poster" in text else text
    if "votable" in rest:
        return frozenset(MatterKind)
    return frozenset(kind for kind, word in _KINDS if word.search(rest))


def concerned(text: str) -> frozenset[MatterKind]:
    """The matters a sentence may touch: those it names, else all of them."""
    return named(text) or frozenset(MatterKind)
