"""The description of a variable's values: type, range, choices, default, and visibility."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, fields
from functools import lru_cache

from parsers.numbers import with_digits
from parsers.patterns import WordingIndex, later
from parsers.ruleset.variables.notation import (
    VariableWording,
    pattern,
    tables,
    word_list,
    wordings,
    words_of,
)

_BETWEEN = later(r",? (?:and/or|or|and) |, ?| / |/")
_ITEM = later(r"[\w#$+%\"'&!?-]+(?: [\w#$+%\"'&!?-]+){0,4}")
_MOST_ITEMS = 60
_AROUND = later(
    r"(?:an?|the|being|be|to be|is|are|set to|value(?: of)?|simply|just|always|either) "
)
_NUMBER = later(
    r"(?:[a-z][\w'-]{0,30} ){0,2}?(?:[a-z]{0,3}[$£€¥₤₩₽¢#] ?)?([-+−]?)"
    r"(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:%| ?percent)?(?: [a-z](?:[^\W\d]|[' -]){0,40})?"
)


def as_number(text: str) -> int | None:
    """Return the integer that a value states ("-3", "zero", "$10", "50%", "100 Gold", "Tier 1");
    None if there is none, or more than one ("5 or 10").
    """
    found = _NUMBER.fullmatch(with_digits(text.lower()).strip())
    if not found:
        return None
    value = int(found[2].replace(",", ""))
    return -value if found[1] in ("-", "−") and value else value


def is_blank(text: str) -> bool:
    """Return whether a value means none: "blank", "an empty set", "having no Trophies"."""
    return bool(pattern("traits_blank").fullmatch(text))


def is_dynamic(text: str) -> bool:
    """Return whether a value must be computed, so that the sentence does not state it."""
    return bool(pattern("traits_dynamic").match(text))


def cleaned(text: str) -> str:
    """A value without quotes, articles and punctuation around it."""
    text = text.strip(" \"'.,;:*")
    while found := _AROUND.match(text):
        text = text[found.end() :]
    return text.strip(" \"'.,;:*")


def listed(text: str) -> tuple[str, ...] | None:
    """The items of an enumeration in prose, blank ones as ""; None if the text is not an
    enumeration.
    """
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


_BEFORE_PLAYER = (
    "an?|another|one|any|some|the|exactly one|different|other|active|non-idle|idle|living|single"
)
_LIMITS = {"least": ("low", 0), "most": ("high", 0), "above": ("low", 1), "below": ("high", -1)}
"""The limit that a row of wordings.toml sets, and its difference from the number that is stated."""
_NOT_WHOLE = later(
    r"(?i)\b(?:decimals?|fractions?|fractional|rational|real numbers?|half-integers?"
    r"|non-integers?|floating|tenths?)\b"
)
"""Words for values between the integers: “number” then does not mean an integer."""
_EMPTY = later(r"\bempty (set|list|string)\b")
_ARTICLED = later(r"\b(?:an?|the) ")
_MAY_LIMIT = later(
    r"(?i)\d|(?<![\w-])(?:unless|except|limit(?:ed|s)?|maximum|minimum|exceeds?|beyond"
    r"|at (?:least|most)|capped|than|times|usually|such)(?![\w-])"
)
"""Left over after all wordings, these may state a limit that was not read."""
_LOWER_WORD_INSIDE = later(r" (?!of |the |in |to |and )[a-z]")
"""A second word in lower case, as in "0 by day": the value may contain a condition."""
_CUT = "¦"
"""The mark where a wording was read and cut out. Slots of wordings.toml end at it, and its
``traits_go_on`` looks behind it.
"""
_OR_ELSE = later(r"\bor (?:an? |the )?[\"A-Z]")


@dataclass(slots=True)
class Traits:
    """The traits of a variable by one or more descriptions; None for a trait they do not state.

    ``default`` is the value as written ("" for blank). ``signed``: it may be negative;
    ``optional``: it may be missing; ``many``: there may be any number of it; ``computed``: it
    follows from others; ``doubtful``: unread text may limit it; ``elsewhere``: another sentence,
    which is not read, mentions its default.
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
    computed: bool = False
    doubtful: bool = False
    elsewhere: bool = False

    @property
    def distinctive(self) -> bool:
        """Whether it states a trait that only variables have."""
        return self.tracked or self.default is not None or self.limited

    @property
    def limited(self) -> bool:
        """Whether limits or choices are stated."""
        return (self.low, self.high, self.choices) != (None, None, None)

    def fill(self, other: Traits) -> None:
        """Take the missing traits from another description."""
        self.note(
            **{
                name: value
                for name in _FIELDS
                if (value := getattr(other, name)) is not None and value is not False
            }
        )

    def note(self, **stated: object) -> None:
        """Note the traits that were not stated before."""
        for name, value in stated.items():
            if getattr(self, name) is None or getattr(self, name) is False:
                setattr(self, name, value)


_FIELDS = tuple(field.name for field in fields(Traits))


def somebody(player: str) -> str:
    """Return an expression for another person ("another Player"), given the expression for the
    dynasty's word for Player.
    """
    return rf"(?:(?:{_BEFORE_PLAYER}) ){{1,3}}(?:\([^()]{{1,30}}\) )?(?:{player})(?![\w'-])"


@lru_cache(maxsize=8)
def _tables(person: str) -> tuple[WordingIndex[VariableWording], WordingIndex[VariableWording]]:
    """The wordings of traits and of kinds of values, for the dynasty's word for Player."""
    slots = (("person", somebody(person)), ("players", f"(?:{person})"))
    return wordings("said", "value", slots), wordings("kinds", "value", slots)


def _taken(traits: Traits, sets: str, found: re.Match[str]) -> bool:
    """Note the traits that a wording states; return False if it states none after all."""
    for trait in sets.split():
        if trait in tables().sets:
            traits.note(**tables().sets[trait])
        elif trait in _LIMITS:
            _limit(traits, found["n"], *_LIMITS[trait])
        elif trait == "range":
            _limit(traits, found["low"], "low", 0)
            _limit(traits, found["high"], "high", 0)
        elif trait == "default":
            if traits.default is not None or not (stated := found["value"].strip(" :")):
                return False
            value = "" if is_blank(stated.strip(" \"'")) else cleaned(stated)
            traits.default = "" if is_blank(value) else value
            if kind := _EMPTY.search(stated):
                traits.note(type=kind[1])
        elif trait in ("open", "closed"):
            choices = _choices(found, closed=trait == "closed")
            if choices is None:
                return False
            traits.note(choices=choices)
        else:
            raise ValueError(f"wordings.toml sets an unknown trait: {trait}")
    return True


def _limit(traits: Traits, text: str, end: str, beyond: int) -> None:
    """Note a least or greatest value. If it is no integer, or two are stated, it is doubtful."""
    value, known = as_number(text), getattr(traits, end)
    if value is None or known not in (None, value + beyond):
        traits.doubtful = True
    else:
        setattr(traits, end, value + beyond)


def _choices(found: re.Match[str], *, closed: bool) -> tuple[str, ...] | None:
    """Return the choices of an enumeration; None if it is none.

    If ``closed``, the wording itself announces choices ("one of the values …"). Otherwise ("may be
    …") there must be several, each a name, joined by "or" or introduced by a colon or bracket.
    """
    region, whole = found["choices"], found.group().lower()
    items = listed(region.strip(" :{}"))
    several = items is not None and sum(map(bool, items)) > 1
    if closed:
        meant = not (whole.startswith("either") and " or " not in region) and (
            several or not _ARTICLED.search(region)
        )
    else:
        names = whole[0] == "(" or all(
            item[0].isupper() or item[0] in "0123456789\"'" for item in items or () if item
        )
        meant = several and names and (" or " in region or ":" in whole or "{" in whole)
    conditional = any(map(pattern("traits_no_choice").search, items or ()))
    return items if meant and not conditional else None


def read_traits(text: str, person: str) -> Traits:
    """Read the traits in a description (with straight quotes); ``person`` is an expression for the
    dynasty's word for Player.
    """
    traits = Traits()
    statements, kinds = _tables(person)
    whole = text
    words = words_of(text.lower())
    for wording in statements.among(words):
        text = _cut_out(text, wording, traits)
    kind = min(
        (
            (found.start(), wording.sets)
            for wording in kinds.among(words)
            if (found := wording.pattern.search(text))
        ),
        default=None,
    )
    if kind is not None:
        traits.note(type="number" if kind[1] == "integer" and _NOT_WHOLE.search(whole) else kind[1])
    if (
        _MAY_LIMIT.search(text)
        or "respectively" in whole
        or (traits.limited and pattern("traits_go_on").search(text))
        or (traits.type in ("integer", "number") and _OR_ELSE.search(text))
    ):
        traits.doubtful = True
    if traits.type not in (None, "string", "name"):
        traits.choices = None
    if traits.choices and (traits.type != "name" or len(traits.choices) > 2):
        traits.type = "choice"
    return traits


def is_read_whole(text: str, names: Collection[str], person: str) -> bool:
    """Return whether a sentence (with straight quotes) was read whole: without the texts that
    wordings match and these names, only words that add nothing are left.

    Wordings with a slot for any words do not count. A sentence that ends with a colon or dash goes on
    in the list below it, so it is not whole.
    """
    text = without_names(pattern("traits_plain").sub(" ", text), names)
    statements, kinds = (table.among(words_of(text.lower())) for table in _tables(person))
    for wording in statements:
        if "words" in wording.wording.slots:
            continue
        while True:
            traits = Traits()  # one takes only the first default
            rest = _cut_out(text, wording, traits)
            if rest == text:
                break
            text = rest
            values = (traits.default or "", *(traits.choices or ()))
            if any(map(_LOWER_WORD_INSIDE.search, values)):
                return False
    for wording in kinds:
        if "words" not in wording.wording.slots:
            text = wording.pattern.sub(f" {_CUT} ", text)
    left = words_of(re.sub(rf"(?i)\b(?:{person})\b", " ", text).lower())
    return not text.endswith((":", "-")) and word_list("adding_nothing").issuperset(left)


def without_names(text: str, names: Collection[str]) -> str:
    """The text with “_” in place of each of these names, in the singular or plural."""
    forms = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?i)(?<!\w)(?:{forms})(?:'?s|')?(?!\w)", "_", text) if forms else text


def _cut_out(text: str, wording: VariableWording, traits: Traits) -> str:
    """Cut the matches of a wording out of the text, note what they state in ``traits``, and return
    the rest.
    """
    start = 0
    while found := wording.pattern.search(text, start):
        if found.group().strip() and _taken(traits, wording.sets, found):
            before = text[: found.start()].rstrip(" ")
            end = found.start() + len(found.group().rstrip(" "))
            text = f"{before} {_CUT}{text[end:]}"
            start = len(before) + 2
        else:
            start = found.start() + 1
    return text
