"""What verdicts rest on in other words than the core rules use for it: the vocabulary of dynastic overrides.

The names of votes, matters and their parts stand in :mod:`parsers.ruleset.bearing`. Here is what can be changed
without naming any: who is a Player and who the Emperor, what time is, who may post and comment, what is decided by
whom, which rules are in force and what their words mean.
"""

from __future__ import annotations

from collections.abc import Collection

from parsers.patterns import later
from parsers.ruleset.words import AnyPattern, KeyedPattern

__all__ = ["CONCEPTS", "gives_meaning", "identifies", "is_player", "names_concept"]

_PLAYERS_ONLY = later(r"players?(?=[.,;:]|$| too\b| as well\b| in | for | and )")
_ARE_PLAYERS = later(
    r"\b(?:is|are|be)(?: also| all| only| not| no longer| never| considered| counted| treated as| the same| 1 and the same| no| an?| 1"
    rf"| neither| \w+ nor)* {_PLAYERS_ONLY.pattern}|\bas players?\b"
)
_EMPEROR = AnyPattern(
    KeyedPattern(
        r"\b(?:is|are|becomes?|remains?|be|over as|acts? as|made|named|appointed|elected|replaces?|instead of|without|no|another|new"
        r"|former|acting|deputy|[2-9]|whoever|like) (?:also |now |always |whoever )?(?:an? |the |no |[2-9] )?emperors?\b(?!')",
        "emperor emperors",
        "is are become becomes remain remains be over act acts made named appointed elected replace replaces instead without no another new"
        " former acting deputy 2 3 4 5 6 7 8 9 whoever like",
        word="emperor",
        ahead=len("instead of whoever the "),
    ),
    KeyedPattern(
        r"emperor's(?<!\wemperor's) (?:stead|place|role|powers?|rights?|office|throne|deput\w+|word|blessing|consent|behalf)\b",
        "emperor",
        "; emperor's",
    ),
    KeyedPattern(r"\b(?:role|powers?|rights?) of (?:the )?emperor\b", "emperor", "role power powers right rights"),
    KeyedPattern(
        r"emperor(?<!\wemperor)(?: may do|(?:ship)? (?:passes|rotates|is (?!required|recommended)|are|abdicates"
        r"|has (?:no|abdicated|resigned|left)|resigns|steps|becomes|ceases))\b",
        "emperor emperorship",
        "may passes rotates is are abdicates has resigns steps becomes ceases",
    ),
)
_MEANING = later(r"\"[^\"]{1,40}\" (?:means?|has the|stands? for|is to be|has no)\b")

_CERTAIN = (
    "roster sidebar deemed absent inactive eligible ineligible disqualified metadynasty metadynasties admin admins clock clocks weekend"
    " weekends blognomic suffrage seasonal glossary clarifications throughout precedence prevail prevails keyword keywords rounding"
)
"""Words that name such a thing whatever else the sentence says."""


def _the_unit(unit: str) -> str:
    """A unit of time behind an article, but for "for a day", "of the day": what stands before it is asked for behind its first letter."""
    first = unit[0]
    articles = "|".join(rf"(?<=\b{article} {first})" for article in ("a", "an", "each", "every", "1", "the"))
    others = "".join(f"(?<!{before} {first})" for before in ("for a", "of a", "in a", "of the", "in the", "of each"))
    return f"{first}(?:{articles}){others}{unit[1:]}"


_CONCEPTS = AnyPattern(
    KeyedPattern(rf"\b(?:{_CERTAIN.replace(' ', '|')})\b", _CERTAIN),
    KeyedPattern(r"\branks? as\b", "rank ranks", "as"),
    KeyedPattern(r"\brights? of\b|\b(?:all the|same) rights\b", "right rights", "of all same"),
    KeyedPattern(r"\btreated as\b", "treated", "as"),
    KeyedPattern(r"\bstands? (?:for|in for)\b", "stand stands", "for"),
    KeyedPattern(r"\bmakes? up\b", "make makes", "up", beside="ranks rank right rights treated stand stands makes apply applies"),
    KeyedPattern(r"\bappl(?:y|ies) to\b", "apply applies", "to"),
    KeyedPattern(r"as (?:though|if)\b", "if though", "; as if; as though"),
    KeyedPattern(r"\b(?:left|leaves?|out of|part of|\w+ed from) the game\b", "game", "; the game", "left leave leaves of from"),
    KeyedPattern(r"\bmay be players\b", "may", "players", beside="once word list ceases cease"),
    KeyedPattern(r"\bword \"?player\b", "word", "player"),
    KeyedPattern(r"\blist of (?:active |idle )?players\b", "list", "players"),
    KeyedPattern(r"\bplayers? (?:\w+ ){0,5}ceases?\b", "cease ceases", "player players"),
    KeyedPattern(
        rf"(?:{'|'.join(map(_the_unit, ('day', 'hour', 'week', 'minute', 'month')))})s? (?:is|lasts?|begins?|consists?|ends?|has|starts?)\b"
        r"|(?:d(?<!\wd)ay|h(?<!\wh)our|w(?<!\ww)eek)s (?:are|last|begin|end|have)\b",
        "day days hour hours week weeks minute minutes month months",
        "is last lasts begin begins consist consists end ends has start starts are have",
    ),
    KeyedPattern(r"\btime zone\b|\bperiods? of time\b", "time", "zone period periods"),
    KeyedPattern(r"\bnothing (?:may|can) be done\b", "nothing", "done"),
    KeyedPattern(
        r"\b(?:time|play|game) (?:stands?|stops?|pauses?|is (?:paused|suspended|frozen|halted|closed|over|set)|takes|rests?"
        r"|freezes)\b",
        "time play game",
        "stand stands stop stops pause pauses paused suspended frozen halted closed over set takes rest rests freezes",
    ),
    KeyedPattern(
        r"(?<!from )\b(?:all|every|each|any)(?: of)? (?:the )?(?:other |core )?(?:deadlines?|durations?|periods?|waiting times?"
        r"|limits?|thresholds?|rules?(?! of|,)|halves|decisions?)\b",
        "deadline deadlines duration durations period periods waiting limit limits threshold thresholds rule rules halves"
        " decision decisions",
        "all every each any",
    ),
    KeyedPattern(r"\ball (?:the )?numbers\b|\bnumbers (?:above|below|over|in the)\b", "numbers", "all above below over in"),
    KeyedPattern(r"actions? (?:may|can) be (?:taken|performed)\b", "taken performed", "; may be; can be"),
    KeyedPattern(
        r"\b(?:nobody|no 1|no players?|cannot|may not|must not|not allowed to|unable to|never)\b[^.;]{0,30}\b(?:comments?|posts?"
        r"|write|posted)\b",
        "comment comments post posts posted write",
        "nobody no cannot not unable never",
    ),
    KeyedPattern(
        r"\b(?:comments?|posts?|entr(?:y|ies)|submissions?)\b[^.;]{0,60}\b(?:void|ignored?|disregarded|removed?|deleted?|illegal"
        r"|invalid|no effect|not count|unread|null|struck|exist|edited)\b|\bno (?:posts?|comments?|entr(?:y|ies)) (?:may|can"
        r"|shall)\b",
        "comment comments post posts entry entries submission submissions",
        "void ignore ignored disregarded remove removed delete deleted illegal invalid no count unread null struck exist edited",
    ),
    KeyedPattern(
        r"\b(?:what(?:ever)?|anything|everything|nothing)\b[^.;]{0,30}\b(?:submi\w+|posts?|posted|writes?)\b",
        "what whatever anything everything nothing",
        beside="comment comments post posts posted write writes entry entries submission submissions submit submits submitted",
    ),
    KeyedPattern(
        r"\b(?:ballots?|\w*franchised?|ayes?|noes|nays?|abst(?:ain|ention)\w*|motions? (?:is|are|needs?|must|may)|majorit(?:y|ies)"
        r"|thumbs[- ]?(?:up|down)|check ?(?:mark|box)\w*|crossed-out|queue|(?:third|additional|extra|more|\d) slots?|referend\w+"
        r"|electorate|consensus|unanim\w*|decisions?|decided by|to decide|tie is broken|ties? (?:are|is) (?:broken|decided))\b",
        beside="ballot ballots franchise franchised disenfranchised aye ayes noes nay nays abstain abstains abstention abstentions"
        " motion motions majority majorities thumbs check checkbox checkmark crossed queue referendum electorate consensus"
        " unanimous unanimously decision decisions decided decide tie ties slot slots",
    ),
    KeyedPattern(
        r"\b(?:no|a|any) say\b|\bvoices?\b[^.]{0,30}\b(?:weigh|count|heard|twice|double)|\bis heard\b",
        "voice voices say heard",
    ),
    KeyedPattern(r"r(?<!\wr)ules? (?:\d|numbered\b)|s(?<!\ws)ections? \d|t(?<!\wt)his rule and\b", "rule rules section sections"),
    KeyedPattern(r"\bthe ruleset (?:is|says|of|in force|has)\b", "ruleset"),
    KeyedPattern(r"\b(?:in|of) force\b", "force"),
    KeyedPattern(r"\b(?:bullet|sentence|paragraph|clause) of the\b", "bullet sentence paragraph clause", "of"),
    KeyedPattern(
        r"\b(?:obey|breaks?|waives?|ignore|above|outside|bound by|disobey|or) (?:(?:any|the|1|a|other|all|every) ){0,3}(?:ruleset"
        r"|rules?)\b",
        "rule rules ruleset",
        "obey break breaks waive waives ignore above outside bound disobey or",
    ),
    KeyedPattern(r"\bread as\b|\bread \"?\w+\"? for\b", "read", "as for"),
    KeyedPattern(r"\bhal(?:f|ves) (?:is|are)\b", "half halves", "is are"),
    KeyedPattern(
        r"\bdeclar\w+ (?:of )?victor\w+|\bvictory (?:may|can|cannot|is) (?:only )?(?:be )?declared\b|\bdynasty (?:ends?|is over"
        r"|has (?:no|an?) end|begins?|lasts?|has ended|goes on)\b",
        "dynasty victory; declar",
        beside="victory dynasty declare declares declared",
    ),
)
"""Expressions, and what has to stand in a sentence beside them: of words that are in every match, and of words that need not be."""

CONCEPTS = AnyPattern(_EMPEROR, _CONCEPTS)
"""The same with what says who is the Emperor."""


def identifies(text: str, words: Collection[str] | None = None) -> bool:
    """Whether a sentence, in canonical form, says who is a Player or the Emperor."""
    return is_player(text) or ("emperor" in text and _EMPEROR.found(text, words))


def is_player(text: str) -> bool:
    """Whether it says who is a Player."""
    return "player" in text and _PLAYERS_ONLY.search(text) is not None and _ARE_PLAYERS.search(text) is not None


def names_concept(text: str, words: Collection[str] | None = None) -> bool:
    """Whether a sentence, in canonical form, speaks of time, posting, deciding, rules in force or the meaning of words."""
    return gives_meaning(text) or _CONCEPTS.found(text, words)


def gives_meaning(text: str) -> bool:
    """Whether a sentence, in canonical form, says what a word in quotation marks means."""
    return '"' in text and _MEANING.search(text) is not None
