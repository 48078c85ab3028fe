"""Does a sentence speak of voting or resolution, may it change a verdict, and on which matters?

Asked of sentences that no recogniser has understood. Whatever could change who may vote, what a vote counts
as, or what may be submitted or resolved and when, bears on verdicts; a mere mention (what an enacting admin
has to write down, what an author gains) does not. In doubt it bears.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from parsers.model import MatterKind

__all__ = ["bears", "concerned", "out_of_force", "speaks"]

_MATTER = r"(?:proposals?|dov|cfj|votable matters?|calls? for judg\w*)"
_A_MATTER = re.compile(rf"\b{_MATTER}\b")
_SPEAKS = re.compile(
    r"\b(?:vot(?:e[sd]?|ing|ers?)|evcs?|quorum|popular|unpopular|veto(?:ed|es|ing)?|deferentials?|self-kill\w*|un-?enact\w*|enact\w*|hiatus"
    rf"|propos(?:e[sd]?|ing))\b|\b{_MATTER}\b"
)

_VOTING = re.compile(r"\b(?:vot(?:e[sd]?|ing|ers?)|evcs?|quorum|popular|unpopular|veto(?:ed|es|ing)?|deferentials?)\b")
_POPULAR_ONE = re.compile(rf"\b(?:un)?popular (?:pending |failed |enacted )?{_MATTER}\b")
_NOT_VOTING = re.compile(r"\b(?:which|that) (?:do|does) not deal with voting\b")
_NO_VOTES = re.compile(rf"{_NOT_VOTING.pattern}|\bvotes on it are ignored\b|\bvotable matters?\b")
_GAINS = re.compile(
    r"\b(?:gains?|loses?|earns?|receives?|(?:is|are) (?:awarded|granted|given)|increases?|decreases?|adds?|subtracts?|pays?|scores?)\b"
)

_ADVERBS = (
    r"(?: (?:also|then|only|not|never|always|now|immediately|instead|either|neither|thereafter|freely|legally|at any time"
    r"|do (?:any|all|either|1|none) of the following)|,[^,;.]{1,80},|:)*"
)
_MODAL = re.compile(
    r"\b(?:may|cannot|can't|can|must|shall|will|needs? to|need|allowed to|permitted to|prohibited from|able to|required to)\b"
)
_ACT = re.compile(
    rf"{_ADVERBS} (?P<passive>(?:be|have been) (?:[a-z]+ly )?)?"
    r"(?:(?P<resolves>(?:(?:un)?enact|fail|resolv|veto|vot|withdraw|self-kill)\w*|cast)\b"
    r"|(?:submit|propos|post|ma[dk]|author|creat|rais|writ)\w*)"
)
_NEAR = 55
"""So near to the word for it (in characters) stands the matter that is submitted."""

_PENDING = re.compile(
    r"\b(?:may|can|must|cannot|limit|limits|count|counts|ceases?|maximum|most|fewer|more)\b.{0,60}"
    rf"\b(?:pending {_MATTER}|{_MATTER} pending|proposal slots?)"
    r"|\bopen(?: for voting)? for\b|\boldest pending\b"
)
_STATE = re.compile(
    rf"\b(?:{_MATTER}|it|they|this|these|those)\b.{{0,30}}\b(?:is|are|becomes?|counts? as|remains?)\b(?: \w+){{0,3}}"
    r" (?:illegal|enacted|failed|withdrawn|vetoed|resolved|pending)\b"
    r"|(?<!\bnot )\b(?:on|in|into|enters?) hiatus\b|\bhiatus (?:ends?|does|is|continues?)\b"
)
_STATES = ("pending", "open", "slot", "illegal", "enacted", "failed", "withdrawn", "vetoed", "resolved", "hiatus")
"""Without one of these neither of the two can match."""

_IS_PLAYER = re.compile(
    r"\b(?:(?:is|are) (?:not|no longer|also)(?: considered| counted| treated| regarded)?"
    r"|(?:is|are) (?:considered|counted|treated|regarded)|counts?)(?: to be| as)?(?: an?)? players?\b"
)
"""That someone does not count as a player, or does although they would not."""
_ACTIONS = re.compile(
    r"\bgame actions?\b.{0,120}\b(?:may|can|cannot|must)(?: not| only)? be (?:taken|performed|carried out)\b"
    r"|\b(?:may|can|cannot|must)(?: not| only)? (?:take|perform|carry out) (?:no |any |all |only |other )*game actions?\b"
)
"""What may be done at all: submitting and resolving are game actions, too."""

_LIMITED = re.compile(r"\bfor the purposes? of (?!.{0,60}\b(?:vot|quorum|resol|core|popular|tall|total))")
_SUBORDINATE = re.compile(
    r"\b(?:when|whenever|if|once|after|before|upon|time|because|since|while|until|during|where|whose)\b[^,;:]*$"
    r"|\b(?:which|that|who)(?: also| currently)? $"
)
_AUTHORSHIP = re.compile(
    rf"\b(?:authors?|posters?) of (?:an?|any|the|that|each|another|\d+)?[a-z ,]{{0,30}}?{_MATTER}\b"
    rf"|\bauthor(?:s|ed|ing)? (?:(?:an?|any|the|that|another|\d+) )?{_MATTER}\b"
)
_OUT_OF_FORCE = r"(?:flavou?r ?text|no effect|not apply|not in effect|ignored|disregarded|suspended|inactive|void|overruled)"


def speaks(text: str) -> bool:
    """Whether a sentence (in canonical form) speaks of votes, matters, resolution or hiatus."""
    return bool(_SPEAKS.search(text) or ("player" in text and _IS_PLAYER.search(text)) or ("game action" in text and _ACTIONS.search(text)))


def out_of_force(titles: Iterable[str]) -> re.Pattern[str]:
    """What a sentence (with the word “rule”) matches that takes a rule of one of these titles out of force.

    Sentence and titles are in canonical form.
    """
    named = "|".join(map(re.escape, titles))
    return re.compile(rf"\brules? (?:titled |entitled |called |named )?\"?(?:{named})\b.{{0,80}}\b{_OUT_OF_FORCE}\b")


def _outright(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a pattern matches other than in a subordinate clause, where it is a condition or a mention."""
    return any(not _SUBORDINATE.search(text, max(0, found.start() - 80), found.start()) for found in pattern.finditer(text))


def _votes(text: str) -> bool:
    """Whether it speaks of voting other than as what earns or costs a player something."""
    if not _VOTING.search(text):
        return False
    rest = _NO_VOTES.sub(" ", _POPULAR_ONE.sub(" ", text))
    return bool(_VOTING.search(rest)) and not _GAINS.search(rest)


def _directs(text: str, start: int) -> bool:
    """Whether it says what may, must or must not be enacted, failed, submitted and the like, not all before ``start``."""
    for modal in _MODAL.finditer(text):
        act = _ACT.match(text, modal.end())
        if act is None:
            continue
        end = act.end()
        if not act["resolves"]:
            first, last = (max(0, modal.start() - _NEAR), modal.start()) if act["passive"] else (end, end + _NEAR)
            matter = _A_MATTER.search(text, first, last)
            end = max(end, matter.end()) if matter else 0
        if end > start:
            return True
    return False


def bears(text: str, lead: str = "") -> bool:
    """Whether a sentence may change a verdict; ``lead`` is what introduces it, both in canonical form."""
    whole = f"{lead} {text}" if lead else text
    if _votes(text) or _directs(whole, len(lead)):
        return True
    if "game action" in text and _ACTIONS.search(text):
        return True
    if any(map(text.__contains__, _STATES)) and (_PENDING.search(text) or _outright(_STATE, text)):
        return True
    if "player" not in text or _NOT_VOTING.search(text) or _LIMITED.search(text):
        return False
    return _outright(_IS_PLAYER, text)


def concerned(text: str) -> frozenset[MatterKind]:
    """The matters a sentence may touch: those it names, other than by their authors, else all of them."""
    rest = _AUTHORSHIP.sub(" ", text) if "author" in text or "poster" in text else text
    words = ((MatterKind.PROPOSAL, "proposal"), (MatterKind.CFJ, "cfj"), (MatterKind.DOV, "dov"))
    named = frozenset(kind for kind, word in words if word in rest)
    return named if named and "votable" not in rest else frozenset(MatterKind)
