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

from parsers.patterns import later
from parsers.ruleset.at_large import WORDS, speaks_at_large
from parsers.ruleset.forms import PLAIN
from parsers.ruleset.model import SectionKind
from parsers.ruleset.people import SOMEBODY, roles_in, said_of_somebody
from parsers.ruleset.sentences import Sentence
from parsers.ruleset.words import Words, words_of

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
    admits interpreted interpretation view views law laws yes yea yeas nay nays business nod nods obey obeys hasten hastens waited
    casting answer answers answered answering ask asks asked question questions scheme schemes signs hand hands thumb thumbs assembly
    member members membership joined departed gone absence absent sides town agreed forgiven forgive led wish wishes idea
    displeasure finding findings division divisions draft drafts enough suffice suffices crowd
    signature signatures""".split()
)
"""Words that say something of the game at large only where the dynasty's own things are not what they speak of."""

_RISKS = _STRONG | _GENERAL | _WEAK

_ASIDES = later(
    r"\b(?:if|when|whenever|while|whilst|unless|until|once|after|before|because|since|although|though|as long as|so long as|provided"
    r"|as soon as|where|each time|any time|every time|upon|during|except)\b[^,;:()]*"
)
"""When something holds: what the dynasty owns may stand there, and the sentence be about something else."""

_SETTINGS = later(
    r"^(?:in|during|under|with|on|throughout|without) [^,;:]{1,80},"
    r"|(?<=\w) (?:in \w{1,30}|(?:during|throughout) (?:the |an? )?\w{1,30})[.!]?$"
)
"""In which setting it holds, where no verb says so."""

_WHOEVER = later(
    r"^(?:whoever|whichever player|(?:he|she|they|those|any(?:one|body)|everyone|nobody) who|the (?:holder|bearer|owner|keeper)s? of)\b"
)
"""A subject that is some Player, told by what the dynasty owns."""

_MOVE = later(
    r"^(?:an? |the |each |any |every )?(?:player|emperor)s? (?:may (?!not\b|only\b|never\b)|should )"
    r"|^the message \"|^(?:no|an?|the|each) players? [a-z ]{1,20}:$|\([a-z]+\) (?:shall|is|are|must|should)\b"
)
"""What a Player or the Emperor may do, or had better do; the beginning of a list of such; a message, and what a word in one stands for."""

_FEWEST = 3
"""A sentence has three words at least; what has fewer is a cell or a title."""

_ENDS = (".", "!", ";", '."', '."', ".)")
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

_PLAYED = frozenset(
    """tracked tracks default defaults gain gains lose loses lost earn earns spend spends pay pays cost costs increase increased increases
    decrease decreased decreases set reset add adds remove removes perform performs roll rolls rolling draw draws move moves score scores
    yields deals receives moved choose chooses chosen happens says abbreviated""".split()
)
"""Words of plain play: what is capitalised beside one of them is the dynasty's own, though it stands there only."""

_AN_ICON = later(r"\b(?:FOR|AGAINST)\b")
_QUOTED = later(r"\"(?:[^\" ]* ){2}[^\"]*\"")
"""A message of three words or more, which is no term."""

MARKS = WORDS | _RISKS
"""The only words of a sentence that are looked for in it."""

_CAPITALISED = later(r"[A-Z]\w*")
_FIRST = later(r"\n([A-Z]\w*)")
_AROUND = "“”\"'‘’().,;:"


class OwnWords:
    """The words that a dynasty has made its own: its terms, and what its rules keep speaking of."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self._sentences = sentences
        self._is_term = cache(self._find_term)
        """Whether the dynasty's rules capitalise the word inside a sentence and have it elsewhere, too, or have it in a title."""

    @cached_property
    def _dynastic(self) -> list[Sentence]:
        return [sentence for sentence in self._sentences if sentence.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)]

    @cached_property
    def _capitalised(self) -> tuple[Counter[str], Counter[str]]:
        """How often each capitalised word stands in the dynasty's rules, and how often at the beginning of a sentence."""
        lines = "".join([f"\n{sentence.text}" for sentence in self._dynastic])
        return Counter(_CAPITALISED.findall(lines)), Counter(_FIRST.findall(lines))

    def _count(self, name: str) -> tuple[int, int]:
        often, first = self._capitalised
        return often[name] + often[f"{name}s"], first[name] + first[f"{name}s"]

    @cached_property
    def _titles(self) -> frozenset[str]:
        return frozenset(map(_singular, words_of(" ".join({sentence.canon_title for sentence in self._dynastic}))))

    @cached_property
    def _kept(self) -> frozenset[str]:
        """The words that several sentences of its rules have, and the core never does."""
        known, often = set[str](), set[str]()
        for sentence in self._dynastic:
            often |= known.intersection(sentence.words)
            known.update(sentence.words)
        core = (s.words for s in self._sentences if s.kind is SectionKind.CORE or s.kind is SectionKind.APPENDIX)
        often.difference_update(PLAIN, _SAFE, _RISKS, _JOINING, *core)
        return frozenset(word for word in often if len(word) > 2 and word.isalpha())

    def reach_beyond(self, sentence: Sentence, marks: frozenset[str]) -> bool:
        """Whether the sentence may be about more than the dynasty; ``marks`` are those of its words that are :data:`MARKS`, at least."""
        text = sentence.canon
        if speaks_at_large(text, marks) or self._has_nothing_own(sentence):
            return True
        risky = marks & _RISKS
        if risky:
            risky -= _AT_THE_START.difference(sentence.words[:1])
        if len(sentence.words) < _FEWEST and not text.endswith(_ENDS):
            risky &= _STRONG  # a cell or a title says nothing; what it names may be a vote
        icons = ("FOR" in sentence.text or "AGAINST" in sentence.text) and _AN_ICON.search(sentence.text) is not None
        if not risky and not icons:
            return self._leaves_somebody_at_large(sentence)
        if any(not self._is_term(word) for word in risky & _STRONG):
            return True
        main = _ASIDES.sub(" ", text)
        if not icons and risky.isdisjoint(words_of(main)):
            return self._leaves_somebody_at_large(sentence)
        named = self._named(sentence)
        if _WHOEVER.match(text) and not risky.isdisjoint(self._tail(words_of(main), named)):
            return True
        if all(self._is_own(words_of(clause), named) for clause in _main_clauses(_QUOTED.sub(" ", _SETTINGS.sub(" ", main)))):
            return False
        return icons or not all(map(self._is_term, risky)) or self._leaves_somebody_at_large(sentence)

    @cached_property
    def _people(self) -> frozenset[str]:
        """The words for Players: those of every dynasty, and the states and offices that its rules give them."""
        words = frozenset(roles_in(self._dynastic)).difference(_SAFE, _JOINING, _NOT_OWNED)
        return SOMEBODY.union(form for word in words if self._count(word.capitalize())[0] for form in (word, _singular(word), f"{word}s"))

    def _leaves_somebody_at_large(self, sentence: Sentence) -> bool:
        """Whether it says of somebody what is tied to nothing of the dynasty's, nor of plain play; a move is no such thing."""
        said = said_of_somebody(sentence, self._people)
        if said is None or not self._kept.isdisjoint(said) or not _PLAYED.isdisjoint(said):
            return False
        if not (self._people - SOMEBODY).isdisjoint(said) or not sentence.canon.endswith(_ENDS) or _MOVE.search(sentence.canon):
            return False
        return not self._is_own(said, _capitals(sentence.text))

    def _has_nothing_own(self, sentence: Sentence) -> bool:
        """Whether it is a whole sentence without a word of what the dynasty owns, and no move."""
        text, words = sentence.canon, sentence.words
        if len(words) < _FEWEST or not self._kept.isdisjoint(words) or _MOVE.search(text):
            return False
        if '"' in text:
            text = _QUOTED.sub(" ", text)
            words = words_of(text)
        if not sentence.canon.endswith(_ENDS) and _VERBS.search(_ASIDES.sub(" ", text)) is None:
            return False
        return not self._is_own(words, self._named(sentence))

    def _is_own(self, words: Words, named: frozenset[str]) -> bool:
        return not named.isdisjoint(map(_singular, words)) or (bool(words) and _SAFE.issuperset(words)) or any(map(self._owns, words))

    def _tail(self, words: Words, named: frozenset[str]) -> Words:
        """What follows the last word of the dynasty's own."""
        last = max((at for at, word in enumerate(words) if _singular(word) in named or self._owns(word)), default=-1)
        return words[last + 1 :]

    def _find_term(self, word: str) -> bool:
        one = _singular(word)
        if one in _NOT_OWNED or not one.isalpha():
            return False
        often, first = self._count(one.capitalize())
        return one in self._titles or often > max(first, 1)

    def _named(self, sentence: Sentence) -> frozenset[str]:
        """The words that are capitalised inside a sentence, and stand elsewhere in the dynasty's rules, too, unless it is of plain play."""
        capitals = _capitals(sentence.text)
        if not _PLAYED.isdisjoint(sentence.words):
            return capitals
        return frozenset(word for word in capitals if word in self._titles or self._count(word.capitalize())[0] > 1)

    def _owns(self, word: str) -> bool:
        if len(word) < 3 or not word.isalpha() or word in _RISKS or word in _JOINING:
            return False
        return word in self._kept or self._is_term(word)


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
