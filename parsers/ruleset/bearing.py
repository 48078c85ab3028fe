"""May a sentence that no recogniser has read change a verdict, and on which matters?

The answer is yes unless the sentence speaks of nothing that a verdict rests on, or has a form that is known to
be harmless: a reward for something that happens to a matter, or what an Admin has to write down afterwards.
One vocabulary says what verdicts rest on: votes, their icons and matters, who is a Player, what is in force.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from parsers.model import MatterKind
from parsers.patterns import later
from parsers.ruleset.concepts import CONCEPTS, gives_meaning, is_player, names_concept
from parsers.ruleset.words import AnyPattern, KeyedPattern, words_of

__all__ = ["KEY_WORDS", "concerned", "named", "speaks", "touches_core", "touches_verdicts"]

_MATTER = r"(?:proposals?|dov|cfj|votable matters?|calls? for judg\w*)"
_SUBJECT = AnyPattern(
    KeyedPattern(
        r"\b(?:vot(?:e[sd]?|ing|ers?|able)|evcs?|quorums?|popular|unpopular|veto(?:ed|es|ing)?|deferentials?|icons?|fors"
        r"|hiatus|downtime|propos(?:e[sd]?|ing|als?)|pending|core rules?|appendix|time limits?|idle|idl(?:ed|ing)|dov|cfj)\b",
        "vote votes voted voting voter voters votable evc evcs quorum quorums popular unpopular veto vetoed vetoes vetoing deferential"
        " deferentials icon icons fors hiatus downtime propose proposed proposes proposing proposal proposals pending core appendix limit"
        " limits idle idled idling dov cfj",
    ),
    KeyedPattern(r"\bself-kill|\b(?:un-?)?enact|\b(?:dorman|interregn|unidle)", "; self-kill; enact; dorman; interregn; unidle"),
    KeyedPattern(r"\bcalls? for judg", "call calls"),
)
"""What verdicts rest on, by its names."""

_PLAYERHOOD = AnyPattern(
    KeyedPattern(
        r"\b(?:is|are|be|being|been|remains?|becomes?|counts?)(?: \w+){0,3}? (?:an?|\d+|as|any|one of the|the)? ?(?:non-)?players?\b",
        "is are be being been remain remains become becomes count counts",
        "player players",
    ),
    KeyedPattern(r"\"players?\"", '; "player'),
    KeyedPattern(r"\bnumber of (?:active )?players\b", "number"),
    KeyedPattern(r"\bnon-players?\b", "non"),
    KeyedPattern(r"\bceases? to be\b", "cease ceases"),
)
_CONSIDERED = AnyPattern(
    KeyedPattern(
        r"\b(?:is|are|be|being|been)(?: not| no longer| also| never)?(?: to be)? (?:considered|counted|treated|regarded|deemed)\b"
        r"|\bcounts? (?:as|for|towards?|double|twice)\b|\bdoes not include\b",
        "considered counted treated regarded deemed count counts include",
    ),
    KeyedPattern(r"\bfor (?:the purposes? of )?(?:all|any|every|each) \w+\b", "for", "all any every each"),
    KeyedPattern(
        r"\b(?:not|no longer|never|also) an? players?\b|\b(?:not|no longer) players?\b",
        "not longer never also",
        "player players",
        word="player",
        ahead=len("no longer an "),
    ),
)
_ACTIONS = KeyedPattern(
    r"\bgame actions?\b.{0,120}\b(?:may|can|cannot|must)(?: not| only)? be (?:taken|performed|carried out)\b"
    r"|\b(?:may|can|cannot|must)(?: not| only)? (?:take|perform|carry out) (?:no |any |all |only |other )*game actions?\b",
    "game",
    "action actions",
)
_FORCE = KeyedPattern(
    r"\b(?:rules?|ruleset|clauses?|bullets?|sentences?|paragraphs?|sections?)\b.*"
    r"\b(?:no effect|not apply|ignor\w+|disregard\w*|suspend\w*|void|overrul\w*|supersed\w*|flavou?r|inactive|remainder|not in effect"
    r"|out of force|be read as)\b",
    "rule rules ruleset clause clauses bullet bullets sentence sentences paragraph paragraphs section sections",
    "effect apply void flavor flavour inactive remainder force read; ignor; disregard; suspend; overrul; supersed",
)
_CORE = KeyedPattern(
    r"\b(?:fail(?:ed|s|ing)?|resol(?:v|u)\w+|withdraw\w*|illegal|legality|queue|oldest|slots?|hours?|minutes?|periods?|durations?|deadlines?"
    r"|time (?:zone|frame)s?|utc|exempt\w*|waive\w*|halve\w*|double\w*|extend\w*|notwithstanding|limits?|minimum|maximum|no effect"
    r"|flavou?r text|ignored|disregarded|weekends?|saturdays?|sundays?|admins? (?:may|must|shall|can)\b)\b",
    "fail failed fails failing illegal legality queue oldest slot slots hour hours minute minutes period periods duration durations"
    " deadline deadlines zone zones frame frames utc notwithstanding limit limits minimum maximum effect flavor flavour ignored disregarded"
    " weekend weekends saturday saturdays sunday sundays admin admins; resol; withdraw; exempt; waive; halve; double; extend",
)
_SPOKEN = AnyPattern(_SUBJECT, _ACTIONS, _FORCE, CONCEPTS)
KEY_WORDS = _SPOKEN.words.union(*(each.words for each in (_PLAYERHOOD, _CONSIDERED, _CORE)))
"""The only words that need to be given of a sentence below."""

_POINTS_AROUND = later(
    r"^(?:they|these|those|such|each of|all of|nothing|neither|none of|the (?:preceding|following|above|remainder|latter|former))\b"
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
    (kind, word, later(rf"\b{word}s?\b"))
    for kind, word in ((MatterKind.PROPOSAL, "proposal"), (MatterKind.CFJ, "cfj"), (MatterKind.DOV, "dov"))
)


def speaks(text: str, words: Collection[str] | None = None) -> bool:
    """Whether a sentence speaks of anything that verdicts rest on.

    It is given in canonical form, with its words, or those of them that are :data:`KEY_WORDS`, if they are known.
    """
    known = KEY_WORDS.intersection(words_of(text)) if words is None else words
    return (
        _SPOKEN.found(text, known)
        or ("player" in text and (is_player(text) or (_CONSIDERED.found(text, known) and _PLAYERHOOD.found(text, known))))
        or gives_meaning(text)
    )


def touches_verdicts(text: str, lead: str = "", words: Collection[str] | None = None, *, spoken: bool | None = None) -> bool:
    """Whether a dynastic sentence may change a verdict; ``lead`` is what introduces it, both in canonical form.

    ``spoken`` is what :func:`speaks` says of the sentence, where it was asked before.
    """
    if not (speaks(text, words) if spoken is None else spoken):
        if not lead:
            return False
        names_subject, lead_words = _introduced(lead)
        if not names_subject and not names_concept(f"{lead} {text}", lead_words.union(words_of(text) if words is None else words)):
            return False
    return not _is_reward(text) and not _is_duty(text)


@lru_cache(1024)
def _introduced(lead: str) -> tuple[bool, frozenset[str]]:
    """Whether what introduces a list names what verdicts rest on, and its words; most leads have many items."""
    words = KEY_WORDS.intersection(words_of(lead))
    return _SUBJECT.found(lead, words), words


def touches_core(text: str, words: Collection[str] | None = None, *, spoken: bool | None = None) -> bool:
    """Whether a sentence of the core, the Appendix or a third section may change a verdict; ``spoken`` as above."""
    words = words_of(text) if words is None else words
    if (speaks(text, words) if spoken is None else spoken) or _POINTS_AROUND.match(text) or _CORE.found(text, words):
        return True
    return ("player" in text or "cease" in text) and _PLAYERHOOD.found(text, words)


def _is_reward(text: str) -> bool:
    """Whether it only says what somebody gains or pays when something happens."""
    trigger = _TRIGGER.match(text.rstrip(" .")) if not text.startswith("while") else None
    if trigger is None:
        return False
    effect = trigger["effect"]
    return bool(_GAINS.match(effect)) and not speaks(effect) and not _POINTS_BACK.search(effect)


def _is_duty(text: str) -> bool:
    """Whether it only says what the Admin who resolves a matter has to write down."""
    duty = _DUTY.match(text) if "admin" in text else None
    return duty is not None and not _CONDITION.search(text)


def named(text: str) -> frozenset[MatterKind]:
    """The matters a sentence names, other than by their authors."""
    rest = _AUTHORSHIP.sub(" ", text) if "author" in text or "poster" in text else text
    if "votable" in rest:
        return frozenset(MatterKind)
    return frozenset([kind for kind, word, pattern in _KINDS if word in rest and pattern.search(rest)])


def concerned(text: str) -> frozenset[MatterKind]:
    """The matters a sentence may touch: those it names, else all of them."""
    return named(text) or frozenset(MatterKind)
