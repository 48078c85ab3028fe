"""What verdicts rest on in other words than the core rules use for it: the vocabulary of dynastic overrides.

The names of votes, matters and their parts stand in :mod:`parsers.ruleset.bearing`. Here is what can be changed
without naming any: who is a Player and who the Emperor, what time is, who may post and comment, what is decided by
whom, which rules are in force and what their words mean.
"""

from __future__ import annotations

from collections import defaultdict

from parsers.patterns import later
from parsers.ruleset.words import KeyedPattern, Words, words_of

__all__ = ["identifies", "names_concept"]

_PLAYERS_ONLY = later(r"players?(?=[.,;:]|$| too\b| as well\b| in | for | and )")
_ARE_PLAYERS = later(
    r"\b(?:is|are|be)(?: also| all| only| not| no longer| never| considered| counted| treated as| the same| 1 and the same| no| an?| 1"
    rf"| neither| \w+ nor)* {_PLAYERS_ONLY.pattern}|\bas players?\b"
)
_EMPEROR = KeyedPattern(
    r"\b(?:is|are|becomes?|remains?|be|over as|acts? as|made|named|appointed|elected|replaces?|instead of|without|no|another|new|former"
    r"|acting|deputy|[2-9]|whoever|like) (?:also |now |always |whoever )?(?:an? |the |no |[2-9] )?emperors?\b(?!')"
    r"|\bemperor's (?:stead|place|role|powers?|rights?|office|throne|deput\w+|word|blessing|consent|behalf)\b"
    r"|\b(?:role|powers?|rights?) of (?:the )?emperor\b|\bemperor may do\b"
    r"|\bemperor(?:ship)? (?:passes|rotates|is (?!required|recommended)|are|abdicates|has (?:no|abdicated|resigned|left)|resigns|steps"
    r"|becomes|ceases)\b",
    "is are become becomes remain remains be over act acts as made named appointed elected replace replaces instead without no another"
    " new former acting deputy 2 3 4 5 6 7 8 9 whoever like role power powers right rights may passes rotates abdicates has resigns steps"
    " ceases; emperor's",
)
_MEANING = later(r"\"[^\"]{1,40}\" (?:means?|has the|stands? for|is to be|has no)\b")

_CERTAIN = (
    "roster sidebar deemed absent inactive eligible ineligible disqualified metadynasty metadynasties admin admins clock clocks weekend"
    " weekends blognomic suffrage seasonal glossary clarifications throughout precedence prevail prevails keyword keywords rounding"
)
"""Words that name such a thing whatever else the sentence says."""

_CONCEPTS = (
    ("rank ranks", KeyedPattern(r"\branks? as\b", "as")),
    ("right rights", KeyedPattern(r"\brights? of\b|\b(?:all the|same) rights\b", "of all same")),
    ("treated", KeyedPattern(r"\btreated as\b", "as")),
    ("stand stands", KeyedPattern(r"\bstands? (?:for|in for)\b", "for")),
    ("ranks rank right rights treated stand stands makes apply applies", KeyedPattern(r"\bmakes? up\b", "up", "make makes")),
    ("apply applies", KeyedPattern(r"\bappl(?:y|ies) to\b", "to")),
    ("if though", KeyedPattern(r"as (?:though|if)\b", "; as if; as though")),
    ("game", KeyedPattern(r"\b(?:left|leaves?|out of|part of|\w+ed from) the game\b", "; the game", "left leave leaves of from")),
    (
        "once word list ceases cease",
        KeyedPattern(
            r"\bmay be players\b|\bword \"?player\b|\blist of (?:active |idle )?players\b|\bplayers? (?:\w+ ){0,5}ceases?\b",
            "player players",
            "may word list cease ceases",
        ),
    ),
    (
        "day days hour hours week weeks minute minutes month months",
        KeyedPattern(
            r"\b(?:an?|each|every|1|the)(?<!for a)(?<!of a)(?<!in a)(?<!of the)(?<!in the)(?<!of each) (?:day|hour|week|minute|month)s?"
            r" (?:is|lasts?|begins?|consists?|ends?|has|starts?)\b"
            r"|\b(?:days|hours|weeks) (?:are|last|begin|end|have)\b",
            "is last lasts begin begins consist consists end ends has start starts are have",
        ),
    ),
    ("time", KeyedPattern(r"\btime zone\b|\bperiods? of time\b", "zone period periods")),
    ("nothing", KeyedPattern(r"\bnothing (?:may|can) be done\b", "done")),
    (
        "time play game",
        KeyedPattern(
            r"\b(?:time|play|game) (?:stands?|stops?|pauses?|is (?:paused|suspended|frozen|halted|closed|over|set)|takes|rests?|freezes)\b",
            "stand stands stop stops pause pauses paused suspended frozen halted closed over set takes rest rests freezes",
        ),
    ),
    (
        "deadline deadlines duration durations period periods waiting limit limits threshold thresholds rule rules halves decision"
        " decisions",
        KeyedPattern(
            r"(?<!from )\b(?:all|every|each|any)(?: of)? (?:the )?(?:other |core )?(?:deadlines?|durations?|periods?|waiting times?|limits?"
            r"|thresholds?|rules?(?! of|,)|halves|decisions?)\b",
            "all every each any",
        ),
    ),
    ("numbers", KeyedPattern(r"\ball (?:the )?numbers\b|\bnumbers (?:above|below|over|in the)\b", "all above below over in")),
    ("taken performed", KeyedPattern(r"actions? (?:may|can) be (?:taken|performed)\b", "; may be; can be")),
    (
        "comment comments post posts posted write",
        KeyedPattern(
            r"\b(?:nobody|no 1|no players?|cannot|may not|must not|not allowed to|unable to|never)\b[^.;]{0,30}"
            r"\b(?:comments?|posts?|write|posted)\b",
            "nobody no cannot not unable never",
        ),
    ),
    (
        "comment comments post posts entry entries submission submissions",
        KeyedPattern(
            r"\b(?:comments?|posts?|entr(?:y|ies)|submissions?)\b[^.;]{0,60}\b(?:void|ignored?|disregarded|removed?|deleted?|illegal|invalid"
            r"|no effect|not count|unread|null|struck|exist|edited)\b|\bno (?:posts?|comments?|entr(?:y|ies)) (?:may|can|shall)\b",
            "void ignore ignored disregarded remove removed delete deleted illegal invalid no count unread null struck exist edited",
        ),
    ),
    (
        "comment comments post posts posted write writes entry entries submission submissions submit submits submitted",
        KeyedPattern(
            r"\b(?:what(?:ever)?|anything|everything|nothing)\b[^.;]{0,30}\b(?:submi\w+|posts?|posted|writes?)\b",
            "what whatever anything everything nothing",
        ),
    ),
    (
        "ballot ballots franchise franchised disenfranchised aye ayes noes nay nays abstain abstains abstention abstentions motion motions"
        " majority majorities thumbs check checkbox checkmark crossed queue referendum electorate consensus"
        " unanimous unanimously decision decisions decided decide tie ties slot slots",
        KeyedPattern(
            r"\b(?:ballots?|\w*franchised?|ayes?|noes|nays?|abst(?:ain|ention)\w*|motions? (?:is|are|needs?|must|may)"
            r"|majorit(?:y|ies)"
            r"|thumbs[- ]?(?:up|down)|check ?(?:mark|box)\w*|crossed-out|queue|(?:third|additional|extra|more|\d) slots?|referend\w+"
            r"|electorate|consensus|unanim\w*|decisions?|decided by|to decide|tie is broken|ties? (?:are|is) (?:broken|decided))\b"
        ),
    ),
    (
        "voice voices say heard",
        KeyedPattern(r"\b(?:no|a|any) say\b|\bvoices?\b[^.]{0,30}\b(?:weigh|count|heard|twice|double)|\bis heard\b"),
    ),
    ("rule rules section sections", KeyedPattern(r"r(?<!\wr)ules? (?:\d|numbered\b)|s(?<!\ws)ections? \d|t(?<!\wt)his rule and\b")),
    ("ruleset", KeyedPattern(r"\bthe ruleset (?:is|says|of|in force|has)\b")),
    ("force", KeyedPattern(r"\b(?:in|of) force\b")),
    ("bullet sentence paragraph clause", KeyedPattern(r"\b(?:bullet|sentence|paragraph|clause) of the\b", "of")),
    (
        "rule rules ruleset",
        KeyedPattern(
            r"\b(?:obey|breaks?|waives?|ignore|above|outside|bound by|disobey|or) (?:(?:any|the|1|a|other|all|every) ){0,3}"
            r"(?:ruleset|rules?)\b",
            "obey break breaks waive waives ignore above outside bound disobey or",
        ),
    ),
    ("read", KeyedPattern(r"\bread as\b|\bread \"?\w+\"? for\b", "as for")),
    ("half halves", KeyedPattern(r"\bhal(?:f|ves) (?:is|are)\b", "is are")),
    (
        "victory dynasty declare declares declared",
        KeyedPattern(
            r"\bdeclar\w+ (?:of )?victor\w+|\bvictory (?:may|can|cannot|is) (?:only )?(?:be )?declared\b"
            r"|\bdynasty (?:ends?|is over|has (?:no|an?) end|begins?|lasts?|has ended|goes on)\b",
            "dynasty; declar",
        ),
    ),
)
"""Words, and what has to stand in a sentence that has one of them."""

_BY_WORD = defaultdict(list)
for _words, _pattern in _CONCEPTS:
    for _word in _words.split():
        _BY_WORD[_word].append(_pattern)
_ALWAYS = frozenset(_CERTAIN.split())
_ALL_WORDS = _ALWAYS.union(_BY_WORD)


def identifies(text: str, words: Words | None = None) -> bool:
    """Whether a sentence, in canonical form, says who is a Player or the Emperor."""
    if _PLAYERS_ONLY.search(text) is not None and _ARE_PLAYERS.search(text) is not None:
        return True
    return "emperor" in text and _EMPEROR.found(text, words)


def names_concept(text: str, words: Words | None = None) -> bool:
    """Whether a sentence, in canonical form, speaks of time, posting, deciding, rules in force or the meaning of words."""
    if '"' in text and _MEANING.search(text) is not None:
        return True
    words = words_of(text) if words is None else words
    found = _ALL_WORDS.intersection(words)
    if not found:
        return False
    if not _ALWAYS.isdisjoint(found):
        return True
    for word in found:
        for pattern in _BY_WORD[word]:
            if pattern.found(text, words):
                return True
    return False
