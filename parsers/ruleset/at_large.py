"""Wordings that speak of the game at large whatever stands beside them: who is a Player, what counts, the Emperor's place, time itself.

Letters apart or of several scripts in one word are no wording of play, either.
"""

from __future__ import annotations

from collections.abc import Collection

from parsers.patterns import later
from parsers.ruleset.words import AnyPattern, KeyedPattern

_WHOLE = (
    (
        r"players? (?:(?:\([^()]{0,80}\) )?(?:includes?|consists?|(?:are|is) (?:those|these|only|exactly|the following))"
        r"|(?:are|is) (?:\w+ )?(?:named|listed|in the (?:list|table)))\b",
        "include includes consist consists those these only exactly following named listed list table",
    ),
    (
        r"\b(?:number of|how many) (?:active )?players(?: there)? (?:is|are|excludes?|includes?|does|never|always)\b",
        "number many",
    ),
    (r"\brights? (?:\w+ ){0,3}players?\b|\bkinds? of players?\b", "right rights kind kinds"),
    (
        r"\b(?:no longer|not|never|neither|nor) count(?:s|ed)?(?:$|[.,;:]| (?!as\b|down\b|how\b))|\bheads are counted\b"
        r"|\b(?:counts?|counted) (?:\w+ ){0,3}(?:twice|double|thrice|half|for (?:\d|nothing|none|half))\b",
        "count counts counted",
    ),
    (
        r"\bemperor'?s? (?:\w+ )?(?:shares?|throne|crown|seal|powers?|reigns?)\b|\bplace of (?:the )?emperor\b"
        r"|\bemperor's absence\b"
        r"|\b(?:falls?|belongs?|due|reserved|left|given|granted) to (?:the )?emperor\b|\bemperor's own(?=$|[.,;:])",
        "absence share shares throne crown seal power powers reign reigns place fall falls belong belongs due reserved left given granted"
        " own",
    ),
    (
        r"\b(?:for|says?|said|word|by) \"?emperor\"?(?:$|[.,;:]| (?:read|on|anywhere|throughout|is meant))"
        r"|\bemperor (?:may not|cannot|can not|must not) (?:stop|prevent|undo|block|refuse|reject|end|overturn|overrule|strike)\b",
        "read say says said word meant anywhere stop prevent undo block refuse reject end overturn overrule strike",
    ),
    (r"emperor(?:(?:'s \w+)? (?:has been|is no)| may act)\b", "been no act"),
    (r"emperor (?:may|can)(?=$|[.,;:])", "emperor", "may can"),
    (r"\b(?:nothing|never|not|cannot|no|nobody)\b[^.;]{0,40}\b(?:to|on) the blog\b", "blog", "nothing never not cannot no nobody"),
    (r"\b(?:do|does) not exist\b(?! (?:yet|already))", "exist", "do does"),
    (r"\bleaves? play\b|\bout of play\b|\bsits? out\b", "play sit sits"),
    (
        r"(?<!highest in )(?<!start of )(?<!beginning of )(?<!end of )(?<!rest of )\b(?:of|to|from|by|with|out of) (?:the|this|our) game"
        r"(?! actions?\b)(?=[ .,;:])|^(?:[^,]*, )?the game (?!actions?\b)\w+",
        "game",
    ),
    (r"^(?:[^,]*, )?things \w+", "things"),
    (r"\ball is (?:as|well|lost|void|over|done)\b", "all", "is", "as well lost void over done"),
    (r"\b(?:we|us) (?:govern|rule|all)\b", "govern rule all", "we us"),
    (r"\bmay (?:only )?look on\b", "look"),
    (r"\b(?:this|our) (?:page|document)\b|\bpart of (?:this|the) (?:page|ruleset|document)\b", "page document part"),
    (r"\bchanges? to (?:\w+ ){0,2}(?:dynasty's )?rules\b|\brules? (?:comes?|takes?) (?:in)?to (?:force|effect)\b", "rules"),
    (r"\bput(?:s|ting)? (?:\w+ )?forward\b|\bforward by\b", "forward"),
    (
        r"\btake(?:s|n)? back what\b|\btake it back\b(?=\.|$)|\bchanges? (?:their|its|a) mind\b|\bspeaks? for\b",
        "back mind speak speaks",
    ),
    (r"\b(?:may|can|cannot|might|must|shall)(?: not| never)? object\b", "object"),
    (r"\bbecomes? (?:the )?(?:law|official)\b|\b(?:is|are)(?: not)? official\b", "law official"),
    (r"[;:,] (?:nothing|everything) (?:is|may|can|shall|will|counts?)\b", "nothing everything"),
    (
        r"\b(?:laws?|customs?|wordings?|house rules?)\b[^.;]{0,40}\b(?:holds?|stands?|before|above|silent|void)\b",
        "law laws custom customs wording wordings house",
        "hold holds stand stands before above silent void",
    ),
    (r"\b(?:public|common) affairs\b|\bchanges? sides\b|\b(?:can|may|will) block(?=[.,;]|$)", "affairs sides block"),
    (
        r"\bfirst \d+ to (?:respond|answer|reply)\b|\bnor act\b|\bacts? for (?:themselves|others|another)\b",
        "respond answer reply act acts",
    ),
    (r"\b(?:is|are|counts?) for\b[^.;]{0,30}\bagainst(?=[.,;]|$)", "against", "is are count counts"),
    (r"\bin favou?r\b(?! of)|\btaken to (?:be|have|support)\b", "favour favor taken"),
    (r"\bbreaks? (?:a |any |all |the )?ties?\b|\bties? (?:goe?s? to|favou?rs?)\b", "tie ties"),
    (
        r"\b(?:green|red|blue|half|check) (?:ticks?|cross(?:es)?|seals?|arrows?)\b|\bticks? (?:is|are|counts?)\b"
        r"|\b(?:ticks?|cross(?:es)?)\b[^.;]{0,40}\b(?:worth|counts?|weighs?)\b",
        "tick ticks cross crosses seal seals arrow arrows",
    ),
    (r"\broll-calls?\b|\btakes? over (?:in|from|for|as)\b", "call calls over"),
    (
        r"\b(?:freez\w+|stop\w*|halt\w*|suspend\w*|paus\w+|slow\w*|turns? back) (?:the )?(?:time|clocks?)\b",
        "time clock clocks",
        "; freez; stop; halt; suspend; paus; slow; back",
    ),
    (
        r"^(?:[^,]*, )?(?:the |each |every |an? )?(?:\w+ )?(?:hour|day|minute)s?"
        r" (?:of \w+ \w+ |on which [^,]{0,40}?)\b(?:is|are|does|do)\b",
        "hour hours day days minute minutes",
        "of which",
        "is are does do",
    ),
    (
        r"\b(?:hour|day|week|minute|month)s?\b[^.,;]{0,40}\b(?:is|are|equals?|lasts?|has)"
        r"(?: \w+){1,3} (?:hour|day|week|minute|month)s?(?=[.,;]|$)",
        "hour hours day days week weeks minute minutes month months",
        "is are equal equals last lasts has",
    ),
    (r"\bin the name of (?:all|every|each|any|the other|others)\b", "name", "; in the name of"),
    (
        r"\b(?:counts?|treated|read|taken) (?:as |for )?(?:the |an? )?(?:comments?|posts?)\b",
        "count counts treated read taken",
        "comment comments post posts",
    ),
    (
        r"\bposts?\b[^.;]{0,50}\b(?:fail\w*|pass(?:es|ed)?|lapse\w*)\b",
        "fail fails failed pass passes passed lapse lapses lapsed",
        "post posts",
    ),
    (
        r"\bvictory\b[^.;]{0,20}\bclaim\w*|\bclaim\w*\b[^.;]{0,20}\b(?:victory|won|win)\b",
        "claim claims claimed claiming",
        "victory won win",
    ),
    (
        r"^(?:[^,]*, )?(?:(?:nothing|everything) (?!happens\b)|what(?:ever)? |anything (?:on|to|for|about) which\b)",
        "nothing everything what whatever anything",
    ),
)
"""What speaks of the game at large whatever stands beside it, and the words of which each has one."""

_PLAYERS = KeyedPattern(
    r"player(?:s?\b(?! (?:who|whose|with|in|at|on|of))(?:(?<=is [1-9] players)|(?<=are [1-9] players)|(?<=be [1-9] players)"
    r"|(?<=makes 1 player)|(?<=make 1 player)|(?<=are 1 player)|(?<=is 1 player))"
    r"|\b(?:(?<=not be a player)|(?<=never be a player)|(?<=nobody (?:may|can) be a player)|(?<=1 and the same player)))",
    "1 2 3 4 5 6 7 8 9; not be a; never be a; nobody",
)
"""How many Players somebody is, and who cannot be one."""

_AT_LARGE = AnyPattern(
    *(
        KeyedPattern(pattern, *keys, *[f"; {part}" for part in ("player", "emperor") if part in pattern], beside=words)
        for pattern, words, *keys in _WHOLE
    )
)

_LETTERS = later(r"(?:(?<=\s)|^)(?:[a-z] ){3,}[a-z]\b")
_SCRIPTS = later(r"[a-z][\u0370-\u052f\u0531-\u058f]|[\u0370-\u052f\u0531-\u058f][a-z]")
_SINGLE = frozenset("bcdefghjklmnopqruvw")
WORDS = _AT_LARGE.words | _PLAYERS.words | _SINGLE
"""The only words that need to be given of a text below."""


def speaks_at_large(text: str, words: Collection[str]) -> bool:
    """Whether a sentence, in canonical form, has such a wording."""
    return (
        (not text.isascii() and _SCRIPTS.search(text) is not None)
        or _AT_LARGE.found(text, words)
        or ("player" in text and _PLAYERS.found(text, words))
        or (not _SINGLE.isdisjoint(words) and _LETTERS.search(text) is not None)
    )
