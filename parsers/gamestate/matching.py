"""Which variable a column is: by the profile, by the page's legend, by its name or an abbreviation of it, or by none.

The surest ways come first, and a match is final. Where a way gives two columns for one variable, or two variables for
one column, at most one of them is taken. What none of them matches is for the dynasty profile to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from parsers.gamestate.model import Match
from parsers.gamestate.names import bare, consonants, initials, label, one_form, parts
from parsers.model import Confidence
from parsers.ruleset.model import Variable

MOST_COLUMNS = 256
"""Further columns are not matched: no dynasty has had a tenth of them."""

_MOST_VARIABLES = 1000
_VOWELS = frozenset("aeiou")
_HIGH, _MEDIUM, _LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW
_LEGEND = re.compile(
    r"(?<!\w)(?P<sign>[^\w\s=|*;,:('\"!]{1,8}|\w{1,4})'{0,3}\s?(?:=|→|stands for|means)\s?'{0,3}(?P<name>[^\s=|;,()'][^=|;,()'\n]{0,60})"
)

Forms = Callable[[str], Iterable[str]]
"""The forms of a column's name, or of a variable's, that may be equal."""


class Given(NamedTuple):
    """Names of columns or labels to names of variables, as the dynasty's profile and the page's legend have them."""

    profile: Mapping[str, str] = MappingProxyType({})
    legend: Mapping[str, str] = MappingProxyType({})


def read_legend(source: str, variables: Sequence[Variable]) -> Mapping[str, str]:
    """The signs that a page explains ("🪨 = Nerve"), to the names of the variables that they stand for."""
    named = {one_form(label(variable.name)): variable.name for variable in variables}
    found = {each["sign"]: named.get(one_form(label(each["name"]))) for each in _LEGEND.finditer(source)}
    return {sign: name for sign, name in found.items() if name is not None}


def _last(name: str) -> str:
    found = parts(name)
    return found[-1] if found else ""


def _whole(name: str) -> tuple[str, ...]:
    """The name as one label, with and without the marks that join its headers."""
    found = parts(name)
    return (label(name), " ".join(found)) if len(found) > 1 else found


def _abbreviation(name: str) -> tuple[str, ...]:
    """The name as initials, and where it has no vowels but perhaps the first letter, as a word without them."""
    text = bare(_last(name)).replace(".", "").replace(" ", "")
    return (text, f"={consonants(text)}") if len(text) > 1 and not _VOWELS & set(text[1:]) else (text,)


def _abbreviated(text: str) -> tuple[str, ...]:
    return *initials(label(text)), f"={consonants(label(text))}", f"={consonants(one_form(label(text)))}"


_WAYS: tuple[tuple[Forms, Forms, Confidence, str], ...] = (
    (_whole, lambda text: (label(text),), _HIGH, "the same name"),
    (lambda name: (_last(name),), lambda text: (label(text),), _HIGH, "the same name under a common header"),
    (
        lambda name: map(one_form, filter(None, (*_whole(name), _last(name), bare(_last(name))))),
        lambda text: (one_form(label(text)),),
        _HIGH,
        "the same name in singular and plural, or with a remark",
    ),
    (_abbreviation, _abbreviated, _MEDIUM, "an abbreviation of its name"),
)
"""The ways of matching: forms of a column's name, forms of a variable's, how sure, and the reason shown."""


@dataclass(slots=True)
class Matching:
    """The match of each name, or the reason against one."""

    names: Sequence[str]
    matches: list[Match | None]
    whys: list[str]

    def open(self) -> list[int]:
        """The names that may yet be matched."""
        return [i for i, name in enumerate(self.names[:MOST_COLUMNS]) if self.matches[i] is None and not self.whys[i] and parts(name)]

    def free(self, variables: Sequence[Variable]) -> list[Variable]:
        """The variables that have no column yet."""
        taken = {id(match.variable) for match in self.matches if match is not None and not match.part}
        return [variable for variable in variables if id(variable) not in taken]

    def settle(self, candidates: Mapping[int, Sequence[Variable]], sure: Confidence, why: str) -> None:
        """Take the unambiguous candidates of one way, and the leftmost of several columns for one variable."""
        claims: dict[int, list[int]] = {}
        for i, variables in candidates.items():
            if len(variables) > 1:
                self.whys[i] = f"it may be {' or '.join(variable.name for variable in variables[:4])}"
            elif variables:
                claims.setdefault(id(variables[0]), []).append(i)
        for first, *others in claims.values():
            variable = candidates[first][0]
            if not others:
                self.matches[first] = Match(variable, sure, why)
                continue
            doubt = f"{why}, but “{self.names[others[0]]}” may be it too"
            self.matches[first] = Match(variable, _MEDIUM if sure is _HIGH else _LOW, doubt)
            for i in others:
                self.whys[i] = f"it may be {variable.name}, which “{self.names[first]}” is taken for"


def match_names(names: Sequence[str], variables: Sequence[Variable], given: Given) -> Matching:
    """Match names of columns or labels to variables.

    Of variables with one name the first is meant. What is ``given`` comes before everything else. A blank name matches nothing.
    """
    distinct = list({label(variable.name): variable for variable in reversed(variables[:_MOST_VARIABLES])}.values())[::-1]
    found = Matching(names, [None] * len(names), [""] * len(names))
    named = {label(variable.name): variable for variable in distinct}
    for mapping, why in ((given.profile, "the profile says so"), (given.legend, "the page's legend says so")):
        wanted = {label(column): named.get(label(variable)) for column, variable in mapping.items()}
        for i in found.open() if wanted else ():
            target = wanted.get(label(names[i])) or wanted.get(_last(names[i]))
            if target is not None and found.free([target]):
                found.matches[i] = Match(target, _HIGH, why)
    for of_column, of_variable, sure, why in _WAYS:
        by_form: dict[str, list[Variable]] = {}
        for variable in found.free(distinct):
            for form in dict.fromkeys(of_variable(variable.name)):
                by_form.setdefault(form, []).append(variable)
        candidates = {i: {id(each): each for form in of_column(names[i]) if form for each in by_form.get(form, ())} for i in found.open()}
        found.settle({i: list(several.values()) for i, several in candidates.items()}, sure, why)
    _take_parts(found, distinct)
    _take_beginnings(found, distinct)
    return found


def _take_parts(found: Matching, variables: Sequence[Variable]) -> None:
    """Columns side by side under a header that names a variable: each holds a part of it."""
    named = {one_form(label(variable.name)): variable for variable in variables}
    for i in found.open():
        above = parts(found.names[i])[:-1]
        variable = next((named[one_form(text)] for text in reversed(above) if one_form(text) in named), None)
        if variable is not None:
            found.matches[i] = Match(variable, _LOW, f"a part of {variable.name}", part=True)


def _take_beginnings(found: Matching, variables: Sequence[Variable]) -> None:
    """Columns whose words begin the words of one variable only, with three letters or more."""
    free = [(label(variable.name).split(), variable) for variable in found.free(variables)]
    candidates: dict[int, list[Variable]] = {}
    for i in found.open():
        short = bare(_last(found.names[i])).replace(".", " ").split()
        if sum(map(len, short)) > 2:
            candidates[i] = [variable for long, variable in free if _begins(short, long)]
    found.settle(candidates, _MEDIUM, "the beginning of its name")


def _begins(short: list[str], long: list[str]) -> bool:
    return len(short) <= len(long) and all(one.startswith(other) for one, other in zip(long, short, strict=False))


def weaker(match: Match, why: str) -> Match | None:
    """The match, one step less sure; None where it was not sure to begin with."""
    if match.confidence is _LOW:
        return None
    return replace(match, confidence=_MEDIUM if match.confidence is _HIGH else _LOW, why=f"{match.why}, but {why}")
