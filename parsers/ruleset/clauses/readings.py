"""What recognisers share: where they put what they read, durations, and lists of conditions.

A sentence counts as understood only from its first word to its last. A pattern has to match it whole, with no
gap that could hide a condition; or what stands beside the parameters is word for word that of a reviewed
sentence (:mod:`parsers.ruleset.reviewed`). In a list of conditions the phrases that carry a parameter are
taken out, and only connecting words may remain. All else is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from parsers.model import MatterKind
from parsers.patterns import later
from parsers.ruleset.caveats import named
from parsers.ruleset.model import Clause, ClauseValue, UnreadClause
from parsers.ruleset.prose import Prose
from parsers.ruleset.reviewed import is_reviewed
from parsers.ruleset.sentences import Sentence

__all__ = [
    "DURATION",
    "ONLY_THOSE",
    "OPEN",
    "PENDING_DOV",
    "Condition",
    "Lead",
    "Readings",
    "features",
    "hours",
    "is_whole",
    "leads",
    "listed",
]

Phrases = dict[str, re.Match[str]]

_HOURS = {"minute": 1 / 60, "hour": 1, "hr": 1, "h": 1, "day": 24, "week": 168}
_UNIT = r"(?:(minute|hour|hr|day|week)s?|(h)\b)"
_AMOUNT = r"(\d{1,5}|an?)"
_OF_A_UNIT = rf"(?:(\d{{1,5}})|{_AMOUNT}[ -]){_UNIT}"
DURATION = rf"{_OF_A_UNIT}(?: \((?:i\.e\.,? )?{_OF_A_UNIT}\))?"
"""Four groups that take part: amount and unit, and the amount and unit of a gloss in parentheses, if any."""

OPEN = later(
    r"\b(?:it )?(?:has|have) been open(?: for voting)? for"
    rf" (?:{DURATION} or (?:more|longer)\b|(?:at least|not? (?:less|fewer) than|a minimum of) {DURATION})"
    rf"|\bis at least {DURATION} old\b"
)
"""How long a matter has been open, the limit included."""

PENDING_DOV = later(r"(?:if|while|when|whenever) (?:there is (?:at least 1|an?|any) pending dov|(?:a|any) dov is pending)")

_TITLE = (
    r"\"(?:votes?|voting|votable matters|(?:idle )?players?|proposals?|resolution of proposals|enacting and failing|cfj|fair play|dynasties"
    r"|victory and ascension)\""
)
ONLY_THOSE = (
    r"(?:the only game actions that may be taken are those|no game actions may be taken except those)"
    r" (?:(?:covered|defined|described) by|(?:described )?in) (?:(?:the )?(?:core )?rules? (?:titled |entitled )?)?"
    rf"(?P<those>{_TITLE}(?:(?:,? and|,) {_TITLE}){{0,9}})"
)
"""Which game actions may be taken, by the titles of the rules that define them."""

_FOLLOWING = later(
    r"\b(all|any|either|at least 1|1 or more|both)(?: of)?(?:(?: the)? following| these)(?: (?:conditions|criteria))?"
    r"(?: (?:is|are|hold|holds|apply|applies))?(?: (?:true|met|satisfied))?\b"
)
_COMBINING = {"all": "all", "both": "all"}
_ASIDE = later(r"\(by [^()]{0,400}\)")
_PUTTING_IT_INTO_EFFECT = frozenset(
    "by updating the ruleset and or gamestate to include specified stated effects of that proposal then setting changing proposal's status"
    " its enacted failed".split()
)
"""What an Admin does who resolves a matter: an aside of these words alone sets no condition."""
_AGENT = later(rf"\bby (?:any|an) admin\b,?|{_ASIDE.pattern}")
_ALTERNATIVE = later(r"[,;:] or(?: if| when)?(?= it\b| there\b| they\b| the\b)|;|\bor (?:if|when) |\bor (?=it )")
_WORD = later(r"[a-z0-9'/-]+|[^\s.,;:()\"]")
_CONNECTING = frozenset(
    "it is has been had and or if when the a an any each either then also by that which be on for to its at are true in case".split()
)
_JOINS_OTHERWISE = later(r"\b(?:n?or|n?either|if|when)\b")
_FIRST_JOIN = later(r"^[ ,:]*(?:if|when)\b")
_LAST_JOIN = later(r"[;,]? (?:or|and)[ .;,]*$")


_WHEN = "(?:if|when|whenever)"
_CASTS = "(?:casts?|uses?|has cast|has used)"
_OCCASIONS = (
    ("deferential", rf"{_WHEN} the emperor (?:has |casts? |uses? )?(?:voted |cast )?(?:a )?(?:vote of )?deferential on an? proposal"),
    (
        "deferential",
        r"(?:however, )?(?:in either case, )?votes of deferential (?:made |cast )?by other players? on (?:the same|that) proposal",
    ),
    ("veto", rf"{_WHEN} the emperor {_CASTS} (?:a )?(?:vote of )?veto on an? proposal"),
    ("withdrawal", rf"{_WHEN} the author of a proposal {_CASTS} (?:a )?(?:vote of )?against on (?:it|that proposal)"),
    ("core text", r"(?:exception: )?a proposal (?:which|that) would change the text of a core\b"),
)
_ON_THIS_OCCASION = tuple((only, re.compile(rf"\(?{how},? (?P<rest>.*)")) for only, how in _OCCASIONS)
_BEYOND = re.compile(
    r"\b(?:otherwise|else|every\w*|each|all(?! other cases)|any(?! other)|no|never|ever|rest|dynasty|later|subsequent\w*|future"
    r"|next|previous|until|unless|before|after|proposals|matters?|cfj|dov|game|hiatus|days?|weeks?|months?|players? (?:who|with|in)"
    r"|queue|submit\w*|idle|becomes? (?:the|an?)|its author|their author|first|lower|higher|1 (?:more|less|fewer))\b"
)


def _only(text: str) -> str:
    """The occasion on which alone a sentence says something, by its beginning and no word that may reach beyond; "" if there is none."""
    for only, pattern in _ON_THIS_OCCASION:
        found = pattern.fullmatch(text)
        if found and not _BEYOND.search(found["rest"]):
            return only
    return ""


class Readings:
    """The parameters read so far, with their proof, and what was not understood."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.voting: dict[str, Clause | None] = {}
        self.unread: list[UnreadClause] = []

    def set(self, key: str, value: ClauseValue, proof: Sentence) -> None:
        """Record a parameter. A second clause that says otherwise makes the key unread."""
        self.prose.accept(proof)
        before = self.voting.get(key)
        if before is not None and before.value != value:
            self.voting[key] = None
            self.skip(key, f"two clauses disagree: {before.value!r} in {before.rule!r}, {value!r} in {proof.rule.title!r}", proof)
        elif before is None and not self.skipped(key):
            self.voting[key] = Clause(value, proof.rule.title, proof.text)

    def skip(self, topic: str, why: str, at: Sentence | None = None, quote: str = "", known_by: str = "", *, only: str = "") -> None:
        """Record a clause that was not understood; its sentence counts as dealt with.

        One that no recogniser needs has its words and its fingerprint, by which a person may review it.
        """
        if at is not None:
            self.prose.accept(at)
        kinds = named(at.canon) if at else frozenset[MatterKind]()
        only = _only(at.canon) if at else only
        self.unread.append(UnreadClause(topic, why, at.rule.title if at else None, kinds, quote, known_by, only))

    def unrecognised(self, topic: str, sentence: Sentence) -> None:
        """Record a sentence whose words are not understood."""
        self.skip(topic, f"not understood: “{sentence.text}”", sentence)

    def has(self, key: str) -> bool:
        """Whether the key was read."""
        return self.voting.get(key) is not None

    def skipped(self, topic: str) -> bool:
        """Whether just this topic has been recorded as not understood."""
        return any(unread.topic == topic for unread in self.unread)

    def expect(self, key: str, trigger: re.Pattern[str], word: str) -> None:
        """Report the sentences that seem to be about a key that was not read."""
        if not self.has(key) and not self.skipped(key):
            for sentence in self.prose.binding(word):
                if trigger.search(sentence.canon):
                    self.unrecognised(key, sentence)

    def duration(self, key: str, found: re.Match[str], proof: Sentence) -> None:
        """Record the duration in a match, in whole hours."""
        stated = hours(found)
        if isinstance(stated, str):
            self.skip(key, stated, proof)
        else:
            self.set(key, stated, proof)

    def accepts(self, key: str, sentence: Sentence, *found: re.Match[str]) -> bool:
        """Whether matches read their sentence whole; it is then understood, else reported under the key."""
        if is_whole(sentence, *found):
            self.prose.accept(sentence)
            return True
        if not self.prose.understood(sentence):
            self.unrecognised(key, sentence)
        return False

    def each(self, key: str, pattern: re.Pattern[str], *words: str) -> Iterator[tuple[Sentence, re.Match[str]]]:
        """Every binding sentence with these words that a pattern matches and reads whole."""
        for sentence in self.prose.binding(*words):
            found = pattern.search(sentence.canon)
            if found and self.accepts(key, sentence, found):
                yield sentence, found

    def accept_all(self, topic: str, pattern: re.Pattern[str], *words: str) -> None:
        """Accept every binding sentence with these words that a pattern reads whole, and that sets nothing."""
        for _ in self.each(topic, pattern, *words):
            pass


_GAP = later(r"\.[*+{]|\[\^|\[[^\]]* [^\]]*\][*+{]")
"""What in a pattern stands for words that nobody has read."""


@cache
def _has_gap(pattern: re.Pattern[str]) -> bool:
    return bool(_GAP.search(pattern.pattern))


def is_whole(sentence: Sentence, *found: re.Match[str]) -> bool:
    """Whether a match reads a sentence from its first word to its last, or its other words are those of a reviewed one."""
    for match in found:
        around = sentence.canon[: match.start()] + sentence.canon[match.end() :]
        if not around.strip(" .;:,") and not _has_gap(match.re):
            return True
    return is_reviewed(sentence, skeleton(sentence.canon, *found))


def skeleton(text: str, *found: re.Match[str]) -> str:
    """A sentence with a mark in place of every number that matches have read from it."""
    spans = sorted({match.span(n) for match in found for n in range(1, match.re.groups + 1) if match[n] is not None})
    parts, end = [], 0
    for first, last in spans:
        if first >= end and any(map(str.isdigit, text[first:last])):
            parts += [text[end:first], "#"]
            end = last
    return "".join((*parts, text[end:]))


def hours(found: re.Match[str]) -> int | str:
    """The duration that a match of :data:`DURATION` states, in hours; a sentence where it states none.

    Its groups are the last that took part in the match.
    """
    stated = [group for group in found.groups() if group is not None]
    pairs = [(amount, unit) for amount, unit in pairwise(stated) if unit in _HOURS]
    values = [(1 if amount in ("a", "an") else int(amount)) * _HOURS[unit] for amount, unit in pairs]
    if len(set(values)) > 1:
        return f"{' and '.join(f'{amount} {unit}s' for amount, unit in pairs)} are not the same time"
    whole = round(values[0])
    return whole if abs(whole - values[0]) < 1e-9 else f"{pairs[0][0]} {pairs[0][1]}s are no whole number of hours"


@dataclass(frozen=True, slots=True)
class Lead:
    """A sentence that states or introduces the conditions of something, and where its own words stand."""

    sentence: Sentence
    found: re.Match[str]


@dataclass(frozen=True, slots=True)
class Condition:
    """One alternative of a list of conditions: its canonical text and the sentences it was read from."""

    text: str
    sentences: tuple[Sentence, ...]

    @property
    def proof(self) -> Sentence:
        """The sentence to quote."""
        return self.sentences[0]


def leads(prose: Prose, pattern: re.Pattern[str], *words: str) -> list[Lead]:
    """Sentences that state or introduce the conditions of something."""
    return [Lead(sentence, found) for sentence in prose.binding(*words) if (found := pattern.search(sentence.canon))]


def _unknown(text: str, connecting: frozenset[str] = frozenset()) -> str:
    return " ".join(word for word in _WORD.findall(text) if word not in _CONNECTING and word not in connecting)


def features(text: str, known: Mapping[str, re.Pattern[str]], connecting: frozenset[str] = frozenset()) -> tuple[Phrases, str]:
    """The known phrases in a condition, and the words left over that nobody understands (``""`` if none).

    Phrases of one condition all have to be true. A word that joins them otherwise is left over, too.
    """
    found: Phrases = {}
    rest = text
    for name, pattern in known.items():
        match = pattern.search(rest)
        if match:
            found[name] = match
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    return found, _unknown(rest, connecting) or " ".join(_JOINS_OTHERWISE.findall(rest))


def _split(text: str, known: Mapping[str, re.Pattern[str]]) -> list[str]:
    """The alternatives that one sentence states; an “or” inside a known phrase does not part them."""
    whole = [match.span() for pattern in known.values() for match in pattern.finditer(text)]
    parts, start = [], 0
    for mark in _ALTERNATIVE.finditer(text):
        if not any(a < mark.start() < z for a, z in whole):
            parts.append(text[start : mark.start()])
            start = mark.end()
    return [part for part in (*parts, text[start:]) if _WORD.search(part)]


def _items(below: list[Sentence], depth: int) -> list[Condition]:
    """The items of a list, each with the sentences and deeper items that belong to it."""
    groups: list[list[Sentence]] = []
    for sentence in below:
        if groups and (sentence.depth > depth or sentence.block == groups[-1][0].block):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    return [Condition(_text_of(group), tuple(group)) for group in groups]


def _text_of(group: list[Sentence]) -> str:
    """What the sentences of one item say.

    Those of a list below it have to be introduced as all being needed, or a single one by "and".
    """
    first, *others = (sentence.canon for sentence in group)
    introduced = _FOLLOWING.search(first)
    nested = [sentence for sentence in group if sentence.depth > group[0].depth]
    if nested and introduced and introduced[1] in _COMBINING:
        first = _FOLLOWING.sub(" ", first)
    elif nested and not (len(nested) == 1 and group[-2].canon.endswith(" and")):
        others = [f"or {text}" for text in others]
    return " ".join((first, *others))


def _combining(stated: re.Match[str] | None, items: list[Condition]) -> str:
    if stated:
        return _COMBINING.get(stated.group(1), "any")
    ends = {item.text.rstrip(" .;,").rpartition(" ")[2] for item in items[:-1]} & {"or", "and"}
    return {"or": "any", "and": "all"}[ends.pop()] if len(ends) == 1 else ""


def _strange_aside(text: str) -> bool:
    """Whether the agent is told in parentheses that say more than what resolving a matter consists of."""
    return any(not _PUTTING_IT_INTO_EFFECT.issuperset(re.findall(r"[a-z']+", aside[0])) for aside in _ASIDE.finditer(text))


def listed(
    out: Readings, topic: str, lead: Lead, known: Mapping[str, re.Pattern[str]], how: str, connecting: frozenset[str] = frozenset()
) -> list[tuple[Phrases, Condition]]:
    """The conditions that a lead introduces, each read to its last word; all else is reported under the topic.

    They are the list items below it or, without a list, what its own sentence says. ``how`` is the way they
    have to combine: ``all`` or ``any``.
    """
    sentence, found = lead.sentence, lead.found
    if _strange_aside(sentence.canon) and not is_reviewed(sentence, sentence.canon):
        out.unrecognised(topic, sentence)
        out.prose.accept(*out.prose.below(sentence))
        return []
    rest = _AGENT.sub(" ", sentence.canon[found.end() :])
    following = _FOLLOWING.search(rest)
    rest = _FOLLOWING.sub(" ", rest)
    strange = _unknown(sentence.canon[: found.start()])
    below = out.prose.below(sentence)
    if below:
        items = _items(below, sentence.depth + 1)
        strange += _unknown(rest)
    else:
        items = [Condition(_FIRST_JOIN.sub("", part), (sentence,)) for part in _split(rest, known)]
    out.prose.accept(sentence, *below)
    if strange or not items or (len(items) > 1 and how != (_combining(following, items) if below or following else "any")):
        out.unrecognised(topic, sentence)
        return []
    read = []
    for item in items:
        phrases, left = features(_LAST_JOIN.sub("", item.text), known, connecting)
        if left or not phrases:
            out.unrecognised(topic, item.proof)
        else:
            read.append((phrases, item))
    return read
