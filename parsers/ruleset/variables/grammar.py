"""Wordings: phrases with slots, as a rule would put them, looked for word by word.

    defaulting/defaults to VALUE
    at least N
    cannot/never [ever] exceed N

``a/b`` are alternatives, ``[...]`` may be missing (it is never first), a mark behind a word (``is:``) too; capitals are slots
(:data:`SLOTS`). Three dots at the end say that only the first word is used up. Several wordings on a line are divided by bars.
A wording is tried only where its first word stands, and compiled only then; at each word the first of the table that fits is
taken, and the search goes on behind it. So put longer wordings before shorter ones with the same first word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.variables.wordings import MODAL, NAME, NUMBER, REACHING, STOPS

_TOKEN = later(r"[({]|[-+$£€¥₤₩₽¢]*\w[\w'.,-]*\w|\w")
_FIGURES = frozenset("0123456789-+$£€¥₤₩₽¢")
_DIGIT = later(r"[-+$£€¥₤₩₽¢]*\d")
_PART = later(r"[\[\]]|[^\s\[\]]+")
_ASIDE = later(r" ?\([^()]{1,40}\)")
_LONGEST_REGION = 900
_DETERMINED = "an?|another|one|any|some|the|exactly one|different|other|active|non-idle|idle|living|single"
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred".split()

SLOTS = {
    "N": rf"({NUMBER})",
    "ONE": r"([\w\"'-]{1,30})(?=[),])",
    "SHORT": r"((?:(?!tracked|and )[\w\"'-]+ ){0,2}[\w\"'-]+)",
    "WORD": r"[\w'-]+",
    "WORDS": r"(?: [\w']+){0,6}?",
    "MODAL": MODAL,
    "REACHING": rf"(?: (?:{REACHING}))*",
    "NOUN": r"(?P<noun>[\w'-]+(?: [\w'-]+){0,6}?)",
    "QUALITY": r"(?:number|value|variable|list|set|string|text|amount|total|score|stat|choice|status)",
    "QUALITIES": r"(?:information|data|values|numbers|variables|statistics|stats|attributes|list of [^,;:.]{1,30} and their [a-z]+)",
    "VERB": r"(?P<said>(?:,? [^,;:.]{1,30},)? (?:also |both |all |each )?(?:is|are|was|may|can|cannot|can't|must|defaults?|starts?|begins?"
    r"|ranges?|(?:has|have) (?:an? |no )?(?:default|starting|initial|maximum|minimum|value|range|upper|lower|limit)|will|shall|should"
    r"|never)"
    r"\b.*)",
    "THEY": r"(?P<noun>they|it)",
    "THING": r"(?P<name>[\w'\"-]+(?: [\w'\"-]+){0,9}?)",
    "END": r"(?=\s*(?:[),;.]|$))",
    "BLANK": r"(blank|empty)",
    "TRACKED": r"(?P<given>(?:[a-z]+ly )?tracked .+)",
    "SOMEBODY": r"(?!(?:each|every|if|when|all) )(?:the )?(?-i:[A-Z])[\w'-]*(?: [\w'-]+){0,5}?",
    "NAME": rf"\"?(?P<name>(?-i:{NAME}))\"?",
    "GIVEN": r"(?P<given>.+)",
    "REST": r"(?P<given>(?![\w-]).*)",
    "ARTICLED": r"(?P<given>(?:an?|their) .+)",
    "SECRET": r"(?P<given>an? (?:[\w-]+ )?(?:secret|private|public|hidden).+)",
    "ITEMS": r"(?P<given>(?![\w'-])[^:]{0,80}: ?-?$)",
    "HOW": r"(?: (?:shall|will|should|must|also|privately|secretly|publicly))*",
    "PHRASE": r"(?: [\w'\"-]+){0,9}?",
    "SEVERAL": r"(?!percent)[\w-]+s(?![\w-])",
}
"""What a slot in a wording stands for, beside PLAYER (the dynasty's word) and PERSON ("another Player"). VALUE and CHOICES, at the end, "
"reach to the first of their :data:`STOPS`."""


_GAPLESS = ("END", "WORDS", "PHRASE", "REACHING", "HOW", "REST", "ITEMS", "VERB")
"""Slots that bring the blank before them themselves."""


class Found(NamedTuple):
    """A wording in a text: what it says (``fact``), its slots, the text of its last slot, and where it stands."""

    fact: str
    slots: re.Match[str]
    region: str
    start: int
    end: int

    @property
    def numbers(self) -> list[str]:
        """The texts of its numbers and short values."""
        return [text for text in self.slots.groups() if text is not None]


class _Wording:
    def __init__(self, fact: str, line: str, person: str) -> None:
        self.fact = fact
        first, *parts = _PART.findall(line)
        self.first = first
        self.ends = STOPS.get(parts[-1]) if parts else None
        self.ahead = parts[-1:] == ["..."]
        parts = parts[:-1] if self.ends or self.ahead else parts
        second = parts[0] if parts else "["
        self.second = None if not second.islower() or first.startswith("PLAYER") else frozenset(second.rstrip(",:").split("/"))
        self.pattern = later("".join(self._expressions(first, parts, person)), re.IGNORECASE | re.DOTALL)

    @staticmethod
    def _expressions(first: str, parts: list[str], person: str) -> Iterator[str]:
        gap = ""
        for part in (first, *parts):
            if part in "[]":
                yield "(?:" if part == "[" else ")?"
                continue
            if part in ",:":
                yield part
                continue
            word = part.rstrip(",:")
            marks = "".join(f"{mark}?" for mark in part[len(word) :])
            slot = _person(word, person) if word.startswith(("PLAYER", "PERSON")) else SLOTS.get(word.removesuffix("'s"))
            slot = slot + "'s" if slot and word.endswith("NOUN's") else slot
            if slot is None:
                slot = f"(?:{'|'.join(map(re.escape, word.split('/')))})".replace(r"\*", r"\w*")
                slot += r"(?![\w-])" if word[-1].isalpha() else ""
            yield slot + marks if word in _GAPLESS else gap + slot + marks
            gap = "" if word == "(" else " "

    def match(self, text: str, at: int) -> Found | None:
        found = self.pattern.match(text, at)
        if not found:
            return None
        if self.ends is None:
            return Found(self.fact, found, "", at, at + 1 if self.ahead else found.end())
        aside = _ASIDE.match(text, found.end())
        stop = self.ends.search(text, aside.end() if aside else found.end(), found.end() + _LONGEST_REGION)
        end = stop.start() if stop else min(len(text), found.end() + _LONGEST_REGION)
        return Found(self.fact, found, text[found.end() : end].strip(), at, end)


class Phrasebook:
    """Wordings by their first word; those that begin with a slot are only found where a text starts.

    ``person`` is an expression for the dynasty's word for Player.
    """

    def __init__(self, tables: Mapping[str, str], person: str) -> None:
        self._by_word: dict[str, list[_Wording]] = {}
        for fact, lines in tables.items():
            for line in filter(None, map(str.strip, lines.replace("|", "\n").splitlines())):
                wording = _Wording(fact, line, person)
                for word in _firsts(wording.first, person):
                    self._by_word.setdefault(word, []).append(wording)

    def at(self, text: str, start: int = 0) -> Iterator[Found]:
        """The wordings that fit where a text starts."""
        token = _TOKEN.match(text, start)
        for wording in (*(self._of(token.group().lower()) if token else ()), *self._by_word.get("", ())):
            if found := wording.match(text, start):
                yield found

    def _of(self, token: str) -> Iterable[_Wording]:
        known = self._by_word.get(token, ())
        return self._by_word.get("N", ()) if not known and _DIGIT.match(token) else known

    def scan(self, text: str, take: Callable[[Found], bool]) -> None:
        """Offer the wordings in a text from left to right; one that is taken uses up its words."""
        end = 0
        known = self._by_word
        tokens = [(token.start(), token.group()) for token in _TOKEN.finditer(text.lower())]
        for place, (start, word) in enumerate(tokens):
            wordings = known.get(word) or (self._of(word) if word[0] in _FIGURES else None)
            if wordings is None or start < end:
                continue
            following = tokens[place + 1][1] if place + 1 < len(tokens) else ""
            for wording in wordings:
                if wording.second is not None and following not in wording.second:
                    continue
                found = wording.match(text, start)
                if found and take(found):
                    end = max(found.end, start + 1)
                    break


def somebody(player: str) -> str:
    """An expression for somebody ("another Player"), by one for the dynasty's word for Player."""
    return rf"(?:(?:{_DETERMINED}) ){{1,3}}(?:\([^()]{{1,30}}\) )?(?:{player})(?![\w'-])"


def _person(word: str, player: str) -> str:
    if word == "PERSON":
        return somebody(player)
    return rf"(?:{player}){word.removeprefix('PLAYER')}(?![\w-])"


def _firsts(first: str, person: str) -> list[str]:
    """The words, in small letters, by which a wording that starts so is found."""
    if first == "N":
        return ["N", *_NUMBERS]
    if first.startswith("PLAYER"):
        return [(form + first.removeprefix("PLAYER")).split(" ")[0].replace("\\", "") for form in person.split("|")]
    return [""] if first.isupper() else first.rstrip(",:").lower().split("/")
