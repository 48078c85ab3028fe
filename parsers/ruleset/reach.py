"""Does a dynastic sentence that names nothing of what verdicts rest on stay within the dynasty all the same?

Ordinary sentences of a dynasty say something of what the dynasty owns: its terms, its variables, its rules. One whose
main clause does not, and which generalises or has a word by which one can speak of opinions, posts, time, rank or
the page itself, may reach beyond the dynasty. Few such words do so whatever they stand beside, unless the dynasty has
taken them as terms of its own. See ``docs/design.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import chain

from parsers.patterns import later
from parsers.ruleset.forms import PLAIN
from parsers.ruleset.model import SectionKind
from parsers.ruleset.sentences import Sentence
from parsers.ruleset.words import AnyPattern, KeyedPattern, words_of

_STRONG = frozenset(
    """headcount headcounts participant participants spectator spectators bystander bystanders opinion opinions stance stances neutral
    objection objections opposition dissent dissents assent assents consent consents approval approvals disapproval supporter
    supporters polling polls polled legislation bill bills waive waives waived rewind rewinds rewound retroactive retroactively
    adjourn adjourned adjourns moratorium ratify ratified ratifies uncounted privilege privileges dethroned reigns usurp usurps
    usurped defer defers submission submissions throne motions suggestion suggestions proxy proxies reckoned reckoning us core tacit
    tacitly reckonings petition petitions enfranchised""".split()
)
"""Words of what verdicts rest on that hardly have another use in a game, unless it makes them terms of its own."""

_GENERAL = frozenset("nobody everything everybody everyone anyone anything whatever whoever wherever others else elsewhere".split())
"""Words of a sentence that is about more than it names."""

_AT_THE_START = frozenset("nobody everything everybody everyone anyone anything whoever".split())
"""Those of them that do so only at the beginning of a sentence."""

_WEAK = frozenset(
    """standing affairs heads count counts counted existence persons person people human humans twins together right rights matter
    matters record weight weigh weighs speak speaks speaking spoken speech voice voices agree agrees agreed agreement disagree
    disagrees support supports supported favour favor oppose opposes objects heard silence silent says said mind forward force signed
    closed close closes open opened settle settled settles dead claim claims claimed lapse lapses lapsed wait waits rest idea ideas
    erase erased win wins won decide decides document mean means meant inverted opposite substitute replaces bind binds bound play
    clock clocks dawn dusk midnight slower faster long power powers authority crown seal stop stops strike undone double twice half
    halve halved authors read alone consequences conflict restriction disregard disregards deciding tick ticks cross crosses measures
    admits interpreted interpretation view views law laws""".split()
)
"""Words that say something of the game at large only where the dynasty's own things are not what they speak of."""

_RISKS = _STRONG | _GENERAL | _WEAK

_ASIDES = later(
    r"\b(?:if|when|whenever|while|whilst|unless|until|once|after|before|because|since|although|though|as long as|so long as|provided"
    r"|as soon as|where|each time|any time|every time|upon|during|except)\b[^,;:()]*"
)
"""When something holds: what the dynasty owns may stand there, and the sentence be about something else."""

_BREAKS = later(r"[,;:()]+")
_VERBS = later(
    r"\b(?:may|must|can|cannot|shall|should|will|would|might|is|are|be|was|were|has|have|had|does|do|did|becomes?|remains?|gains?|loses?"
    r"|earns?|receives?|counts?|means?|takes?|makes?|holds?|gives?|needs?|comes?|goes|starts?|begins?|ends?|shares?|pass(?:es)?|falls?"
    r"|stops?|requires?|appl(?:y|ies)|includes?|exists?|enjoys?|leaves?|closes?|costs?|adds?|sets?)\b"
)
_RELATIVE = later(r"(?:and |or |but )?(?:which|who|whose|whom|that)\b")
_SAFE = frozenset(
    """a an the this that these those such each their its it they them itself themselves to of in on at by from with within and or as
    than then also only most more player players emperor emperors dynastic rule rules wiki list listed below above following follows
    track tracked tracks tracking publicly privately secretly public private default defaults defaulting defaulted initially starting
    value values number numbers integer integers non-negative zero blank empty null string random randomly set equal equals reset
    increase increased increases decrease decreased decreases reduce reduced reduces gain gains gained lose loses lost earn earns
    earned spend spends spent pay pays paid receive receives received cost costs add adds added subtract subtracts subtracted plus
    minus times multiplied divided rounded up down half is are be was were been has have had achieve achieved achieves victory daily
    weekly action actions atomic perform performs performed once per day days week weeks last previous roll rolls rolled called named
    name names generate generated represented represents maximum minimum higher lower highest lowest less another own current table
    shown none s x y z""".split()
)
"""What a clause on nothing but numbers, lists and tracking may be made of."""

_AN_ICON = later(r"\b(?:FOR|AGAINST)\b")
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
    (r"\b(?:do|does) not exist\b(?! (?:yet|already))", "exist", "do does"),
    (r"\bleaves? play\b|\bout of play\b|\bsits? out\b", "play sit sits"),
    (
        r"(?<!highest in )(?<!start of )(?<!beginning of )(?<!end of )(?<!rest of )\b(?:of|to|from|by|with|out of) the game(?! actions?\b)"
        r"(?=[ .,;:])|^(?:[^,]*, )?the game (?!actions?\b)\w+",
        "game",
    ),
    (r"\b(?:this|our) (?:page|document)\b|\bpart of (?:this|the) (?:page|ruleset|document)\b", "page document part"),
    (r"\bchanges? to (?:\w+ ){0,2}(?:dynasty's )?rules\b|\brules? (?:comes?|takes?) (?:in)?to (?:force|effect)\b", "rules"),
    (r"\bput(?:s|ting)? (?:\w+ )?forward\b|\bforward by\b", "forward"),
    (
        r"\btake(?:s|n)? back what\b|\btake it back\b(?=\.|$)|\bchanges? (?:their|its|a) mind\b|\bspeaks? for\b",
        "back mind speak speaks",
    ),
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
        r"^(?:[^,]*, )?(?:the |each |every |an? )?(?:\w+ )?(?:hour|day|minute)s? (?:of \w+ \w+ |on which [^,]{0,40}?)(?:is|are|does|do)\b",
        "hour hours day days minute minutes",
        "of which",
        "is are does do",
    ),
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
    (r"^(?:[^,]*, )?(?:(?:nothing|everything) (?!happens\b)|what(?:ever)? )", "nothing everything what whatever"),
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

_QUOTED = later(r"\"(?:[^\" ]* ){2}[^\"]*\"")
"""A message of three words or more, which is no term."""

_SINGLE = frozenset("bcdefghjklmnopqruvw")
MARKS = _AT_LARGE.words | _RISKS | _SINGLE | _PLAYERS.words
"""The only words of a sentence that are looked for in it."""

_AROUND = "“”\"'‘’().,;:"
_LETTERS = later(r"(?:(?<=\s)|^)(?:[a-z] ){3,}[a-z]\b")
_SCRIPTS = later(r"[a-z][\u0370-\u052f\u0531-\u058f]|[\u0370-\u052f\u0531-\u058f][a-z]")


class OwnWords:
    """The words that a dynasty has made its own: its terms, and what its rules keep speaking of."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self._sentences = sentences
        self._is_term = cache(self._find_term)
        """Whether the dynasty's rules capitalise the word inside a sentence, or have it in a title."""

    @cached_property
    def _dynastic(self) -> list[Sentence]:
        return [sentence for sentence in self._sentences if sentence.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)]

    @cached_property
    def _as_written(self) -> str:
        """A line for each sentence, one before each of them empty."""
        return "\n" + "".join([f"{sentence.text}\n\n" for sentence in self._dynastic])

    @cached_property
    def _titles(self) -> frozenset[str]:
        return frozenset(map(_singular, words_of(" ".join({sentence.canon_title for sentence in self._dynastic}))))

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(chain.from_iterable(sentence.words for sentence in self._dynastic))

    @cached_property
    def _core(self) -> frozenset[str]:
        return frozenset(chain.from_iterable(s.words for s in self._sentences if s.kind in (SectionKind.CORE, SectionKind.APPENDIX)))

    def reach_beyond(self, sentence: Sentence, marks: frozenset[str]) -> bool:
        """Whether the sentence may be about more than the dynasty; ``marks`` are those of its words that are :data:`MARKS`, at least."""
        text = sentence.canon
        if not text.isascii() and _SCRIPTS.search(text):
            return True
        if _AT_LARGE.found(text, marks) or ("player" in text and _PLAYERS.found(text, marks)):
            return True
        if not marks.isdisjoint(_SINGLE) and _LETTERS.search(text):
            return True
        risky = (marks & _RISKS) - _AT_THE_START.difference(sentence.words[:1])
        icons = ("FOR" in sentence.text or "AGAINST" in sentence.text) and _AN_ICON.search(sentence.text) is not None
        if not risky and not icons:
            return False
        if any(not self._is_term(word) for word in risky & _STRONG):
            return True
        main = _ASIDES.sub(" ", text)
        if not icons and risky.isdisjoint(words_of(main)):
            return False
        named = _capitals(sentence.text)
        if all(self._is_own(clause, named) for clause in _main_clauses(_QUOTED.sub(" ", main))):
            return False
        return icons or not all(map(self._is_term, risky))

    def _is_own(self, clause: str, named: frozenset[str]) -> bool:
        words = words_of(clause)
        return not named.isdisjoint(map(_singular, words)) or (bool(words) and _SAFE.issuperset(words)) or any(map(self._owns, words))

    def _find_term(self, word: str) -> bool:
        one = _singular(word)
        if one in _NOT_OWNED or not one.isalpha():
            return False
        return one in self._titles or _stands_inside(one.capitalize(), self._as_written)

    def _owns(self, word: str) -> bool:
        if len(word) < 3 or not word.isalpha() or word in _RISKS or word in _JOINING:
            return False
        return self._is_term(word) or (word not in PLAIN and word not in _SAFE and self._counts[word] > 1 and word not in self._core)


_JOINING = frozenset(
    "and are but can for has have her him his how its may must not one only our out shall should than that the their them then there these"
    " they this those was were what when where which while who whose will with would".split()
)
_NOT_OWNED = frozenset(
    """player emperor proposal vote voting voter icon cfj dov votable matter quorum admin enact fail popular veto for against deferential
    hiatus pending idle blognomic ruleset gamestate post comment blog entry core appendix rule monday tuesday wednesday thursday
    friday saturday sunday january february march april may june july august september october november december utc the a an and in
    to it they he she i no page wiki story""".split()
)


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith("ss") else word


def _stands_inside(word: str, lines: str) -> bool:
    """Whether a whole word, or its plural, stands in one of these lines, and not at its beginning."""
    at = lines.find(word)
    while at >= 0:
        end = at + len(word)
        end += lines[end] == "s"
        if not lines[end].isalpha() and lines[at - 1] != "\n" and not lines[at - 1].isalpha():
            return True
        at = lines.find(word, end)
    return False


def _capitals(sentence: str) -> frozenset[str]:
    """The words that are capitalised inside a sentence."""
    inside = [word.strip(_AROUND) for word in sentence.split()[1:]]
    return frozenset(_singular(word.removesuffix("’s").lower()) for word in inside if word[:1].isupper()) - _NOT_OWNED


def _main_clauses(text: str) -> Iterator[str]:
    """What each main clause says behind its verb, as far as a simple look can tell; all of a sentence without a verb."""
    said: list[str] = []
    for piece in _BREAKS.split(text):
        verb = None if _RELATIVE.match(piece.lstrip()) else _VERBS.search(piece)
        if verb is not None:
            said.append(piece[verb.end() :])
        elif said:
            said[-1] += f" {piece}"
    return iter(said or [" ".join(text.split()[2:])])
