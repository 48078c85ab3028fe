"""Read texts as values, and write values as texts: numbers, counts of a symbol, choices, names,
lists, and nothing.

Struck text is visible but no longer counts. Boxes side by side (``{{box|A}}{{box|B}}``) have
nothing between them that would divide their texts.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from parsers.gamestate.page_names import SIGNS, People, Standing, fold, label, one_form
from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Variable
from parsers.wiki.rendered import render
from parsers.wiki.visible import visible_parts
from parsers.wiki.wiki_model import Cell, Value, WikiPage

_BLANKS = frozenset(
    [
        "",
        "no one",
        *"- -- --- – — − · / ∅ none n/a na nil null blank empty nothing nobody unset".split(),
    ]
)
_LONGEST_BLANK = 16
_SPACE = "\u00a0\u2009\u202f "
# 1,250 or 1250
_DIGITS = rf"\d{{1,3}}(?:[,'’{_SPACE}]\d{{3}}){{1,5}}|\d{{1,18}}"
_UNSIGNED = rf"(?P<digits>{_DIGITS})(?P<point>\.\d{{1,9}})?"
# 12, -3.5, +$4, £-2, 15 %, 5/10, 12 coal (of which 3 are wet)
_NUMBER = later(
    rf"(?P<sign>[-+−–]?) ?[$£€¥#]? ?(?P<inner>[-−–]?){_UNSIGNED}(?:"
    r" ?%)?(?P<rest>[^\d\s.,].{0,200}|\s.{0,200})?",
    re.DOTALL,
)
# ~5, 🪨 3, x2, no. 7, ca. 40
_MARKED = later(
    rf"(?:[^\w\s]{{1,4}}|x|no\.?|ca\.?) ?(?P<sign>[-+−–]?)(?P<inner>){_UNSIGNED}[^\w]{{0,4}}",
    re.IGNORECASE,
)
# Behind a number: 🪨, %
_SIGNED = later(r"[^\w+*/=?–−-]{1,4}|[x×]", re.IGNORECASE)
# coal, lamps of brass
_UNIT = later(r"[^\W\d]+(?:[ -][^\W\d]+){0,2}")
# /10, of 10
_OF = later(r"(?:/|of\b) ?\d{1,18}", re.IGNORECASE)
# (at most), [1], {wet}
_REMARK = later(r"\s*(?:\([^()]{0,200}\)|\[[^\[\]]{0,200}\]|\{[^{}]{0,200}\})$")
# (3 wet), → 14, *
_MORE = later(r"[(\[{/→~*†‡;:,\n].{0,200}", re.DOTALL)
_SEPARATORS = later(r"[,;\n•·|]")
_FULL_AND_EMPTY = tuple(
    map(set, ("★☆", "●○", "■□", "♥♡", "◆◇", "▮▯", "▲△", "⬤◯", "♠♤", "♣♧", "♦♢"))
)
_NO_COUNT = frozenset("∞?!.,:;+-–—−~=/\\()[]{}<>\"'_&@%$£€¥…")
_BEHIND = later(r"\s+[-–—]\s+|[,;:(\[\n]")
NUMERIC = ("integer", "number")
LISTS = ("list", "set")
_FIRST_NUMBER = later(r"[-+−–]?\d[\d,.]{0,30}")
_LONGEST_STYLE = 80
_MOST_ITEMS = 2000
_LONGEST_RUN = 500
_STRUCK = later(
    r"<(s|del|strike)\b(?![^>]*/>)[^>]*>(?:(?!<\1\b).)*?</\1\s*>", re.IGNORECASE | re.DOTALL
)
_OPEN = later(r"<(?:s|del|strike)\b(?![^>]*/>)[^>]*>.*", re.IGNORECASE | re.DOTALL)
_UNCLEAR = later(r"<su[bp]\b|\{\{", re.IGNORECASE)
_CALL = "\x02"
"""Marks both ends of what a template shows."""
_NO_TEXT = r"(?:'{2,5}|</?(?!su[bp]\b|br\b)[a-z][^<>]*>)*+"
# 5<sup>, '''5'''{{x|1}}
_JOINED = later(rf"\d{_NO_TEXT}(?:<su[bp]\b|{_CALL}{_NO_TEXT}\d)", re.IGNORECASE)
_MOST_NESTED = 8
_BLANK = later(r"(?>\s+|&nbsp;)*+")


class ValueKind(StrEnum):
    """The kind of value that a text was read as."""

    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    LIST = "list"
    NAME = "name"
    NONE = "none"


TypedValue = int | float | str | tuple[str, ...] | None


class Typed(NamedTuple):
    """A text as a value, with a reason (``why``) if that is not obvious. ``failed``: it does not
    fit its variable, and the value is the text.
    """

    kind: ValueKind
    value: TypedValue
    why: str = ""
    failed: bool = False


def is_blank(text: str) -> bool:
    """Return whether a text means no value."""
    return len(text) < _LONGEST_BLANK and fold(text) in _BLANKS


def without_remark(text: str) -> str:
    """A text without a remark in brackets at its end: “Ana (idle)” is “Ana”."""
    return _REMARK.sub("", text).rstrip(" *†‡")


def typed(
    text: str, variable: Variable | None, people: People, pieces: Sequence[str] | None = None
) -> Typed:
    """Read a text as a value of its variable, without one by its looks. ``pieces`` are the parts
    that the page's markup divides it into.
    """
    kind = "unknown" if variable is None else variable.type
    if kind in NUMERIC and text.isdecimal() and len(text) < 19:
        return Typed(ValueKind.INTEGER, int(text))
    if variable is not None and variable.choices and kind not in LISTS:
        return _choice(text, variable.choices)
    if is_blank(text):
        return Typed(ValueKind.LIST, ()) if kind in LISTS else Typed(ValueKind.NONE, None)
    if variable is not None and kind in NUMERIC:
        return _number(text, variable)
    if kind in LISTS:
        return Typed(ValueKind.LIST, _items(text, pieces))
    if kind == "name":
        return _name(text, people)
    looks = _NUMBER.fullmatch(text) if kind == "unknown" else None
    return (
        Typed(ValueKind.TEXT, text)
        if looks is None or looks["rest"] is not None or looks["point"]
        else _of_digits(looks)
    )


def typed_in_force(
    text: str,
    unstruck: str | None,
    variable: Variable | None,
    people: People,
    pieces: Sequence[str] | None = None,
) -> Typed:
    """Read a text of which only ``unstruck`` is not struck out (None: nothing is)."""
    if unstruck is None:
        return typed(text, variable, people, pieces)
    value = typed(unstruck, variable, people, pieces)
    if not unstruck:
        return value._replace(why=f"“{text[:80]}” is struck out")
    why = f"“{unstruck[:80]}” remains of “{text[:80]}”, the rest is struck out"
    return value if value.why else value._replace(why=why)


def _of_digits(found: re.Match[str]) -> Typed:
    digits = int(re.sub(r"\D", "", found["digits"]))
    negative = found["sign"] in ("-", "−", "–") or bool(found["inner"])
    if found["point"] and (fraction := float(f"0{found['point']}")):
        value = digits + fraction
        return Typed(ValueKind.NUMBER, -value if negative else value)
    return Typed(ValueKind.INTEGER, -digits if negative else digits)


def _number(text: str, variable: Variable) -> Typed:
    name, colon, behind = text.partition(":")  # “Coal: 12” in the column “Coal”
    bare = behind.strip() if colon and label(name) == label(variable.name) else text
    found = (
        _NUMBER.fullmatch(text) or _NUMBER.fullmatch(bare.rstrip(".,")) or _MARKED.fullmatch(text)
    )
    if found is not None:
        return _in_type(_of_digits(found), found.groupdict().get("rest") or "", text, variable)
    count = _count(text)
    if count is not None:
        return Typed(ValueKind.INTEGER, count, f"“{text[:40]}” counts {count}")
    word = with_digits(fold(text))
    if word.isascii() and word.isdigit() and len(word) < 10:
        return Typed(ValueKind.INTEGER, int(word), f"“{text[:40]}” in words")
    return Typed(ValueKind.TEXT, text, f"“{text[:80]}” is not a number", failed=True)


def _in_type(value: Typed, rest: str, text: str, variable: Variable) -> Typed:
    """Return a number without a unit, an “of 10” or a remark behind it."""
    unit = rest[:1].isspace() and _UNIT.fullmatch(rest.strip())
    rest = rest.strip()
    if rest and not (
        unit or _OF.fullmatch(rest) or _SIGNED.fullmatch(rest) or _MORE.fullmatch(rest)
    ):
        why = f"“{text[:80]}” contains more than a number"
        return Typed(ValueKind.TEXT, text, why, failed=True)
    # The rule may mention fractions, whatever type was read.
    fractional = any(
        word in fold(variable.quote) for word in ("decimal", "fraction", "rational", "real number")
    )
    if value.kind is ValueKind.NUMBER and variable.type == "integer" and not fractional:
        return Typed(ValueKind.NUMBER, value.value, f"{value.value} is not an integer", failed=True)
    return Typed(value.kind, value.value, f"without “{rest[:40]}”" if rest else "")


def _count(text: str) -> int | None:
    """Count a symbol if the text is only repetitions of it (★★★ is 3); of full and empty symbols
    (★★☆) count the full ones.
    """
    signs = text.replace("\ufe0f", "").replace("\ufe0e", "").replace(" ", "").replace("\n", "")
    if not signs or len(signs) > _LONGEST_RUN:
        return None
    distinct = set(signs)
    if distinct in _FULL_AND_EMPTY:
        return sum(sign in "★●■♥◆▮▲⬤♠♣♦" for sign in signs)
    if len(distinct) > 1 or distinct & _NO_COUNT or signs[0].isnumeric():
        return None
    return len(signs) if len(signs) > 1 or not signs.isalpha() else None


def _choice(text: str, choices: Sequence[str]) -> Typed:
    """Find the choice that a text means: itself, in singular or plural, without a remark, or
    abbreviated so that only one choice fits.
    """
    for form in (label(text), label(without_remark(text)), label(SIGNS.sub("", text))):
        for choice in choices:
            if form == label(choice):
                return Typed(ValueKind.CHOICE, choice)
    stem = one_form(label(text))
    near = [choice for choice in choices if one_form(label(choice)) == stem]
    if len(near) == 1 and stem:
        return Typed(ValueKind.CHOICE, near[0], f"“{text[:40]}” is {near[0]}")
    if is_blank(text):
        return Typed(ValueKind.NONE, None)
    near = [choice for choice in choices if label(choice).startswith(label(text))]
    if len(near) == 1 and label(text):
        return Typed(ValueKind.CHOICE, near[0], f"“{text[:40]}” is short for {near[0]}")
    first, *rest = _BEHIND.split(text, 1)  # “Red, since Monday”
    meant = [choice for choice in choices if label(choice) == label(first)]
    if meant and rest:
        others = [
            choice
            for choice in choices
            if re.search(rf"\b{re.escape(label(choice))}\b", fold(rest[0]))
        ]
        if not others:
            return Typed(ValueKind.CHOICE, meant[0], f"without “{rest[0].strip()[:40]}”")
    return Typed(
        ValueKind.TEXT, text, f"“{text[:80]}” is not one of {', '.join(choices[:12])}", failed=True
    )


def _name(text: str, people: People) -> Typed:
    person = people.find(text)
    if person.known or not people.complete or people.is_role(text):
        return Typed(ValueKind.NAME, person.name if person.known else text)
    why = (
        "is not on the roster" if person.standing is Standing.STRANGER else "names several players"
    )
    return Typed(ValueKind.NAME, text, f"“{text[:80]}” {why}", failed=True)


def _items(text: str, pieces: Sequence[str] | None) -> tuple[str, ...]:
    """The items of a list: divided by markup, by lines, by commas and the like."""
    found: list[str] = []
    for piece in pieces or (text,):
        found += [
            item
            for part in _SEPARATORS.split(piece, _MOST_ITEMS)
            if (item := " ".join(part.split())) and not is_blank(item)
        ]
    return tuple(found[:_MOST_ITEMS])


def written(value: TypedValue, old: str, nothing: str) -> str:
    """Return the text for a value (``nothing`` for none), a number in the style of the ``old`` text:
    5 is ``$5`` after ``$3``. The text may read as another value.
    """
    if value is None or value in ("", ()):
        return nothing
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, str):
        return value
    shown = f"{value}"
    number = _FIRST_NUMBER.search(old) if len(old) <= _LONGEST_STYLE else None
    return shown if number is None else old[: number.start()] + shown + old[number.end() :]


class CellTexts:
    """The texts of a page's cells and values without struck text, and in pieces; a cell is rendered
    again only if it has either.
    """

    def __init__(self, page: WikiPage) -> None:
        self._source = page.source
        self._strikes = _OPEN.search(page.source) is not None

    def _holding(self, part: Cell | Value) -> str:
        """The wikitext of a cell or value without struck text. An unclosed strike goes to the end."""
        source = self._source[part.start : part.end]
        for _ in range(_MOST_NESTED if self._strikes else 0):
            source, count = _STRUCK.subn("", source)
            if not count:
                break
        return _OPEN.sub("", source) if self._strikes else source

    def in_force(self, part: Cell | Value) -> str | None:
        """The visible text of a cell or value without struck text; None if nothing is struck."""
        if (
            not self._strikes
            or part.fixed
            or (holding := self._holding(part)) == self._source[part.start : part.end]
        ):
            return None
        rendered = render(holding)
        return visible_parts(rendered, [(0, len(rendered.text))])

    def unclear(self, part: Cell | Value) -> bool:
        """Return whether a cell or value may look different from its text: it contains a template,
        or raised or lowered text.
        """
        return _UNCLEAR.search(self._source, part.start, part.end) is not None

    def typed(
        self,
        part: Cell | Value,
        variable: Variable | None,
        people: People,
        pieces: Sequence[str] | None = None,
    ) -> Typed:
        """Read a cell or value. A number directly in front of a raised or lowered part (a footnote,
        an exponent), or beside a digit that a template shows, is not read.
        """
        if variable is not None and variable.type in NUMERIC and self._joined(part):
            why = f"“{part.text[:80]}” may be more than a number"
            return Typed(ValueKind.TEXT, part.text, why, failed=True)
        return typed_in_force(part.text, self.in_force(part), variable, people, pieces)

    def _joined(self, part: Cell | Value) -> bool:
        if not self.unclear(part):
            return False
        rendered = render(self._holding(part))
        ends = [*rendered.places[1:], len(rendered.text)]
        marked = "".join(
            f"{_CALL}{rendered.text[start:end]}{_CALL}"
            if stretch.called
            else rendered.text[start:end]
            for start, end, stretch in zip(rendered.places, ends, rendered.stretches, strict=True)
        )
        return _JOINED.search(marked) is not None

    def pieces(self, cell: Cell) -> tuple[str, ...] | None:
        """The visible text of each part of a cell, divided where one template directly follows
        another; None if there is no such place.
        """
        if cell.fixed or self._source.count("{{", cell.start, cell.end) < 2:
            return None
        rendered = render(self._holding(cell))
        ends = [*rendered.places[1:], len(rendered.text)]
        spans = zip(zip(rendered.places, ends, strict=True), rendered.stretches, strict=True)
        calls = [call for call, stretch in spans if stretch.called and call[0] < call[1]]
        cuts = [
            end
            for (_, end), (start, _) in itertools.pairwise(calls)
            if _BLANK.fullmatch(rendered.text, end, start)
        ]
        pieces = itertools.pairwise([0, *cuts, len(rendered.text)])
        return (
            tuple(text for piece in pieces if (text := visible_parts(rendered, [piece])))
            if cuts
            else None
        )
