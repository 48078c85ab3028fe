"""What a description says of a variable's values: type, range, choices, default, and who may see it."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import lru_cache

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.variables.notation import VariableWording, pattern, tables, wordings, words_of
from parsers.ruleset.wordings import WordingIndex

_MINUS = later(r"\b(?:minus|negative) (?=\d)")
_PLURALS = {"ies": "y", "ches": "ch", "shes": "sh", "sses": "ss", "xes": "x", "eeses": "eese", "eses": "esis", "oes": "o", "men": "man"}
_BETWEEN = later(r",? (?:and/or|or|and) |, ?| / |/")
_ITEM = later(r"[\w#$+%\"'&!?-]+(?: [\w#$+%\"'&!?-]+){0,4}")
_MOST_ITEMS = 60
_AROUND = later(r"(?:an?|the|being|be|to be|is|are|set to|value(?: of)?|simply|just|always|either) ")
_NUMBER = later(
    r"(?:[a-z][\w'-]{0,30} ){0,2}?(?:[a-z]{0,3}[$£€¥₤₩₽¢#] ?)?([-+−]?)"
    r"(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:%| ?percent)?(?: [a-z][\w' -]{0,40})?"
)


def as_number(text: str) -> int | None:
    """The integer that a value states ("-3", "zero", "$10", "50%", "100 Gold", "Tier 1"), or None."""
    found = _NUMBER.fullmatch(_MINUS.sub("-", with_digits(text.lower())).strip())
    if not found:
        return None
    value = int(found[2].replace(",", ""))
    return -value if found[1] in ("-", "−") and value else value


def is_blank(text: str) -> bool:
    """Whether a value means none: "blank", "an empty set", "having no Trophies"."""
    return bool(pattern("traits_blank").fullmatch(text))


def is_dynamic(text: str) -> bool:
    """Whether a value has to be computed, so that the sentence does not state it."""
    return bool(pattern("traits_dynamic").match(text))


def cleaned(text: str) -> str:
    """A value without quotes, articles and punctuation around it."""
    text = text.strip(" \"'.,;:*")
    while found := _AROUND.match(text):
        text = text[found.end() :]
    return text.strip(" \"'.,;:*")


def singular(noun: str) -> str:
    """A noun's singular, for a plural formed by the regular rules."""
    if not noun.endswith(("s", "men")):
        return noun
    for ending, instead in _PLURALS.items():
        if noun.endswith(ending) and len(noun) > len(ending) + 1:
            return noun.removesuffix(ending) + instead
    return noun if noun.endswith(("ss", "us", "is", "men")) else noun[:-1]


def listed(text: str) -> tuple[str, ...] | None:
    """The items of an enumeration in prose, blank ones as ""; None if the text is not an enumeration."""
    items: list[str] = []
    for part in filter(None, map(str.strip, _BETWEEN.split(text))):
        item = cleaned(part)
        if (is_blank(part) or is_blank(item)) and not item[:1].isupper():
            item = ""  # with a capital it is a word like any other
        elif not _ITEM.fullmatch(item) or pattern("traits_no_item").match(part):
            return None
        items.append(item)
    shown = tuple(dict.fromkeys(items))
    return shown if 2 <= len(shown) <= _MOST_ITEMS and any(shown) else None


_DETERMINED = "an?|another|one|any|some|the|exactly one|different|other|active|non-idle|idle|living|single"
_LIMITS = {"least": ("low", 0), "most": ("high", 0), "above": ("low", 1), "below": ("high", -1)}
_DASH = later(r"(?<![\w-])(\d+) ?- ?(\d+)(?![\w-])")
_EXACT = later(r"(?i)\b(?:decimals?|fractions?|fractional|rational|real numbers?|half-integers?|non-integers?|floating|tenths?)\b")
_EMPTY = later(r"\bempty (set|list|string)\b")
_ARTICLED = later(r"\b(?:an?|the) ")
_UNREAD = later(
    r"(?i)(?<![\w-])(?:\d+|unless|except|limit(?:ed|s)?|maximum|minimum|exceeds?|beyond|at (?:least|most)|capped|than)(?![\w-])"
)


@dataclass(slots=True)
class Traits:
    """What one or more descriptions say of a variable; None where they say nothing.

    ``default`` is the value as written ("" for blank). ``signed``: it may be negative; ``optional``: it may be missing; ``many``: there
    may be any number of it; ``computed``: it follows from others; ``unique``: no two have the same; ``fraction``: a limit is no whole
    number, and so not kept; ``doubtful``: what was not read may limit it.
    """

    type: str | None = None
    low: int | None = None
    high: int | None = None
    signed: bool = False
    choices: tuple[str, ...] | None = None
    default: str | None = None
    tracked: bool = False
    visibility: str | None = None
    many: bool = False
    optional: bool = False
    unique: bool = False
    computed: bool = False
    fraction: bool = False
    doubtful: bool = False

    @property
    def distinctive(self) -> bool:
        """Whether anything is stated that only variables have."""
        return self.tracked or any(said is not None for said in (self.default, self.choices, self.low, self.high))

    def fill(self, other: Traits) -> None:
        """Take from another description what is missing here."""
        self.note(**{name: value for name in _FIELDS if (value := getattr(other, name)) is not None and value is not False})

    def note(self, **said: object) -> None:
        """Note what was not said before."""
        for name, value in said.items():
            if getattr(self, name) is None or getattr(self, name) is False:
                setattr(self, name, value)


_FIELDS = tuple(field.name for field in fields(Traits))


def somebody(player: str) -> str:
    """An expression for somebody ("another Player"), by one for the dynasty's word for Player."""
    return rf"(?:(?:{_DETERMINED}) ){{1,3}}(?:\([^()]{{1,30}}\) )?(?:{player})(?![\w'-])"


@lru_cache(maxsize=8)
def book(person: str) -> tuple[WordingIndex[VariableWording], WordingIndex[VariableWording], re.Pattern[str]]:
    """The tables of facts and kinds, and the expression of somebody, for the dynasty's word for Player."""
    slots = (("person", somebody(person)), ("players", f"(?:{person})"))
    return wordings("facts", "value", slots), wordings("kinds", "value", slots), re.compile(somebody(person), re.IGNORECASE)


class _Description:
    """The facts of one description, as its wordings are found."""

    def __init__(self, person: str) -> None:
        self.traits = Traits()
        self._beyond = {"low": 0, "high": 0}
        self._somebody = book(person)[2]

    def take(self, sets: str, found: re.Match[str]) -> bool:
        """Note what a wording says; False where it says nothing after all."""
        for fact in sets.split():
            if fact in tables().sets:
                self.traits.note(**tables().sets[fact])
            elif fact in _LIMITS:
                self._limit(found["n"], *_LIMITS[fact])
            elif fact == "range":
                self.traits.note(low=self._number(found["low"]), high=self._number(found["high"]))
            elif not (self.default(found["value"]) if fact == "default" else self._choose(found, closed=fact == "closed")):
                return False
        return True

    def default(self, stated: str) -> bool:
        """Note a default as written; False for none."""
        stated = stated.strip(" :").removesuffix(" by default")
        value = "" if is_blank(stated.strip(" \"'")) else cleaned(stated)
        if not stated or self.traits.default is not None:
            return False
        self.traits.default = "" if is_blank(value) else value
        if kind := _EMPTY.search(stated):
            self.traits.note(type=kind[1])
        return True

    def _number(self, text: str) -> int | None:
        if "." not in text:
            return as_number(text)
        value = float(text.strip("$£€¥₤₩₽¢%").replace(",", ""))
        self.traits.fraction = True
        return int(value) if value == int(value) else None

    def _limit(self, text: str, end: str, beyond: int) -> None:
        """A least or a greatest value; more exact than "positive", and less than a range."""
        value = self._number(text)
        if value is not None and getattr(self.traits, end) in (None, 0, 1, -1):
            self._beyond[end] = beyond
            setattr(self.traits, end, value + beyond)

    def _choose(self, found: re.Match[str], *, closed: bool) -> bool:
        """The choices of an enumeration; where only "may be" introduces it, each has to be a name."""
        region, lead = found["choices"], found.group().lower()
        items = listed(region.strip(" :{}"))
        if not items or any(map(self._somebody.fullmatch, items)):
            return False
        if closed:
            if (lead.startswith("either") and " or " not in region) or (sum(map(bool, items)) < 2 and _ARTICLED.search(region)):
                return False
        elif (
            (" or " not in region and ":" not in lead and "{" not in lead)
            or sum(map(bool, items)) < 2
            or (lead[0] != "(" and not all(item[0].isupper() or item[0] in "0123456789\"'" for item in items if item))
        ):
            return False
        self.traits.note(choices=items)
        return True

    def settle(self) -> Traits:
        """What it all comes to."""
        traits = self.traits
        if traits.type not in (None, "string", "name", "unknown"):
            traits.choices = None
        if traits.choices and (traits.type != "name" or len(traits.choices) > 2):
            traits.type = "choice"
        if traits.type == "number" or (traits.fraction and traits.type in ("integer", None)):
            # "less than 3" is at most 2 for integers alone.
            traits.type = "number"
            traits.low = None if traits.low is None else traits.low - self._beyond["low"]
            traits.high = None if traits.high is None else traits.high - self._beyond["high"]
        return traits


def read_traits(text: str, person: str = "") -> Traits:
    """What a description (with straight quotes) says; ``person`` is an expression for the dynasty's word for Player."""
    read = _Description(person)
    text = _DASH.sub(r"\1 to \2", text) if "-" in text else text
    (facts, kinds, _), whole = book(person), text
    words = words_of(text.lower())
    for wording in facts.among(words):
        text = _used_up(text, wording, read)
    low = text.lower()
    kind = min(((found.start(), wording.sets) for wording in kinds.among(words) if (found := wording.search(text, low))), default=None)
    if kind is not None:
        read.traits.note(type="number" if kind[1] == "integer" and _EXACT.search(whole) else kind[1])
    if _UNREAD.search(text) or "respectively" in whole:
        read.traits.doubtful = True
    traits = read.settle()
    traits.type = None if traits.type == "unknown" else traits.type
    return traits


def _used_up(text: str, wording: VariableWording, read: _Description) -> str:
    """The text without what a wording takes of it."""
    start, low = 0, text.lower()
    while found := wording.search(text, low, start):
        if found.group() and read.take(wording.sets, found):
            before = text[: found.start()].rstrip(" ")
            text = f"{before} ¦{text[found.end() :]}"
            start, low = len(before) + 2, text.lower()
        else:
            start = found.start() + 1
    return text
