"""What a clause says about a variable's values: type, range, choices, default, and who may see it."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import lru_cache

from parsers.patterns import later
from parsers.ruleset.variables.grammar import Found, Phrasebook, somebody
from parsers.ruleset.variables.values import as_number, cleaned, is_blank, listed
from parsers.ruleset.variables.wordings import FACTS


@dataclass(slots=True)
class Traits:
    """What one or more clauses say of a variable; None where they say nothing.

    ``default`` is the value as written ("" for blank). ``signed`` says that it may be negative, ``optional``
    that it may be missing, ``many`` that there may be any number of it, ``tracked`` that it is said to be
    tracked, ``computed`` that it follows from others, ``unique`` that no two have the same, ``fraction`` that a limit is no
    whole number, and so not kept.
    """

    type: str | None = None
    low: int | None = None
    high: int | None = None
    signed: bool = False
    choices: tuple[str, ...] | None = None
    default: str | None = None
    visibility: str | None = None
    tracked: bool = False
    computed: bool = False
    optional: bool = False
    unique: bool = False
    many: bool = False
    fraction: bool = False

    @property
    def distinctive(self) -> bool:
        """Whether anything is stated that only variables have."""
        return self.tracked or any(said is not None for said in (self.default, self.choices, self.low, self.high))

    def fill(self, other: Traits) -> None:
        """Take from another clause what is missing here."""
        for name in _FIELDS:
            value = getattr(other, name)
            if value is not None and value is not False and (getattr(self, name) is None or getattr(self, name) is False):
                setattr(self, name, value)

    def copy(self) -> Traits:
        """A copy, to be filled separately."""
        return Traits(*[getattr(self, name) for name in _FIELDS])


_FIELDS = tuple(field.name for field in fields(Traits))
_MARKED = later(r"(?i)\b([\w\"'-]{1,30}) \((?:which is )?(?:the )?default\)")
_EXACT = later(r"(?i)\b(?:decimals?|fractions?|fractional|rational|real numbers?|half-integers?|non-integers?|floating|tenths?)\b")
_DASH = later(r"(?<![\w-])(\d+) ?- ?(\d+)(?![\w-])")
_EMPTY = later(r"\bempty (set|list|string)\b")
_LONGEST_DEFAULT = 80
_ARTICLED = later(r"\b(?:an?|the) ")

_PLAIN: dict[str, dict[str, object]] = {
    **{kind: {"type": kind} for kind in ("integer", "number", "name", "list", "set", "string")},
    **{flag: {flag: True} for flag in ("tracked", "signed", "many", "optional", "unique", "computed")},
    "private": {"tracked": True, "visibility": "private"},
    "public": {"tracked": True, "visibility": "public"},
    "natural": {"low": 0},
    "positive": {"low": 1},
    "negative": {"high": -1, "signed": True},
    "nonpositive": {"high": 0, "signed": True},
    "boolean": {"choices": ("False", "True")},
    "names": {"type": "list"},
    "nothing": {},
}
"""The facts that need no more than their wording."""


class _Clause:
    """The facts of one clause, as its wordings are found."""

    def __init__(self, person: str) -> None:
        self.traits = Traits()
        self.beyond = {"low": 0, "high": 0}
        self._person = person

    def take(self, found: Found) -> bool:
        """Note what a wording says; False where it says nothing after all."""
        for fact in found.fact.split():
            if fact == "many" and self.traits.type in ("integer", "number"):
                return False
            if fact in _PLAIN:
                self._state(**_PLAIN[fact])
            elif fact in _LIMITS:
                self._limit(found.numbers[0], *_LIMITS[fact])
            elif not getattr(self, f"_{fact}")(found):
                return False
        return True

    def _state(self, **said: object) -> None:
        """Note what was not said before."""
        for name, value in said.items():
            if getattr(self.traits, name) is None or getattr(self.traits, name) is False:
                setattr(self.traits, name, value)

    def _default(self, found: Found) -> bool:
        return self.traits.default is None and self.default(next(iter(found.numbers), found.region).strip(" :").removesuffix(" by default"))

    def default(self, stated: str) -> bool:
        """Note a default as written; False for none."""
        value = "" if is_blank(stated.strip(" \"'")) else cleaned(stated)
        if not stated or len(stated) > _LONGEST_DEFAULT:
            return False
        self.traits.default = "" if is_blank(value) else value
        return True

    def _number(self, text: str) -> int | None:
        if "." not in text:
            return as_number(text)
        value = float(text.strip("$£€¥₤₩₽¢%").replace(",", ""))
        self.traits.fraction = True
        return int(value) if value == int(value) else None

    def _range(self, found: Found) -> bool:
        low, high = map(self._number, found.numbers)
        self._state(low=low, high=high)
        return True

    def _limit(self, text: str, end: str, beyond: int) -> None:
        """A least or a greatest value; more exact than "positive", and less than a range."""
        value = self._number(text)
        if value is not None and getattr(self.traits, end) in (None, 0, 1, -1):
            self.beyond[end] = beyond
            setattr(self.traits, end, value + beyond)

    def _stated(self, found: Found) -> bool:
        """What is tracked as a list is one, whatever it was called before."""
        self.traits.type = None
        return False

    def _form(self, found: Found) -> bool:
        """What takes a form ("of the form AB1") is described, and its parts are kinds of their own."""
        self.traits.type = self.traits.type or "unknown"
        return True

    def _closed(self, found: Found) -> bool:
        items = self._items(found)
        if not items or (found.slots.group().lower().startswith("either") and " or " not in found.region):
            return False
        if sum(map(bool, items)) < 2 and _ARTICLED.search(found.region):
            return False
        self._state(choices=items)
        return True

    def _open(self, found: Found) -> bool:
        items = self._items(found) if " or " in found.region or found.region[:1] == ":" or found.slots.group() == "{" else None
        if not items or sum(map(bool, items)) < 2 or not (all(map(_proper, items)) or found.slots.group() in "({"):
            return False
        self._state(choices=items, tracked=found.slots.group().lower().startswith("tracked"))
        return True

    def _items(self, found: Found) -> tuple[str, ...] | None:
        """The items listed, none of which is a person."""
        items = listed(found.region.strip(" :{}"))
        return None if items and any(map(_somebody(self._person).fullmatch, items)) else items


_LIMITS = {"least": ("low", 0), "most": ("high", 0), "above": ("low", 1), "below": ("high", -1)}


def _proper(item: str) -> bool:
    return not item or item[0].isupper() or item[0].isdigit() or item[0] in "\"'"


@lru_cache(maxsize=16)
def _book(person: str) -> Phrasebook:
    return Phrasebook(FACTS, person)


@lru_cache(maxsize=16)
def _somebody(person: str) -> re.Pattern[str]:
    return re.compile(somebody(person), re.IGNORECASE)


def read_traits(text: str, person: str = "") -> Traits:
    """What a clause (with straight quotes) says; ``person`` is an expression for the dynasty's word for Player."""
    clause = _Clause(person)
    traits = clause.traits
    text = _DASH.sub(r"\1 to \2", text) if "-" in text else text
    if "default" in text and (marked := _MARKED.search(text)):
        clause.default(marked[1])
        text = f"{text[: marked.end(1)]}{text[marked.end() :]}"
    _book(person).scan(text, clause.take)
    if traits.type not in (None, "string", "name", "unknown"):
        traits.choices = None
    if traits.choices and (traits.type != "name" or len(traits.choices) > 2):
        traits.type = "choice"
    if traits.type is None and "empty " in text and (kind := _EMPTY.search(text)):
        traits.type = kind[1]
    if traits.type in ("integer", None) and (traits.fraction or (traits.type and _EXACT.search(text))):
        traits.type = "number"
    if traits.type == "number":
        # "less than 3" is at most 2 for integers alone.
        traits.low = None if traits.low is None else traits.low - clause.beyond["low"]
        traits.high = None if traits.high is None else traits.high - clause.beyond["high"]
    traits.type = None if traits.type == "unknown" else traits.type
    return traits
