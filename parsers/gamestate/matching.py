"""Which variable a column is: by its name, by a form of its name, by an abbreviation, or by none.

The surest ways come first, and a match is final. Where a way gives two columns for one variable, or two variables for
one column, at most one of them is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from parsers.gamestate.model import Match
from parsers.gamestate.names import DynastyWords, bare, consonants, initials, label, one_form, parts
from parsers.model import Confidence
from parsers.ruleset.model import Variable

__all__ = ["MOST_COLUMNS", "Matching", "match_names", "weaker"]

MOST_COLUMNS = 256
"""Further columns are not matched: no dynasty has had a tenth of them."""

_MOST_VARIABLES = 1000
_VOWELS = frozenset("aeiou")
_HIGH, _MEDIUM, _LOW = Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW

Forms = Callable[[str], Iterable[str]]
"""The forms of a column's name, or of a variable's, that may be equal."""


def _last(name: str) -> str:
    found = parts(name)
    return found[-1] if found else ""


def _whole(name: str) -> tuple[str, ...]:
    """The name as one label, with and without the marks that join its headers."""
    found = parts(name)
    return (label(name), " ".join(found)) if len(found) > 1 else found


def _stems(text: str) -> tuple[str, ...]:
    return (one_form(text),) if text else ()


def _ways(words: DynastyWords) -> list[tuple[Forms, Forms, Confidence, str]]:
    """The ways of matching: forms of a column's name, forms of a variable's, how sure, and the reason shown."""

    def of_variable(text: str) -> tuple[str, ...]:
        return (label(text),)

    def stem(text: str) -> tuple[str, ...]:
        return _stems(label(text))

    def themed(text: str) -> tuple[str, ...]:
        return _stems(words.plain(label(text)))

    return [
        (_whole, of_variable, _HIGH, "the same name"),
        (lambda name: (_last(name),), of_variable, _HIGH, "the same name under a common header"),
        (lambda name: map(one_form, _whole(name)), stem, _HIGH, "the same name in singular and plural"),
        (lambda name: _stems(_last(name)), stem, _HIGH, "the same name in singular and plural, under a common header"),
        (lambda name: _stems(bare(_last(name))), stem, _HIGH, "the same name with a remark"),
        (lambda name: _stems(words.plain(bare(_last(name)))), themed, _MEDIUM, "the same name with the dynasty's word"),
        (lambda name: (_last(name).replace(".", "").replace(" ", ""),), lambda text: initials(label(text)), _MEDIUM, "its initials"),
        (_skeleton, _skeleton_of_variable, _MEDIUM, "its name without vowels"),
    ]


def _skeleton(name: str) -> tuple[str, ...]:
    """The name itself where it has no vowels but perhaps the first letter: others are no abbreviations of that kind."""
    text = bare(_last(name)).replace(".", "").replace(" ", "")
    return (consonants(text),) if len(text) > 1 and not _VOWELS & set(text[1:]) else ()


def _skeleton_of_variable(text: str) -> tuple[str, ...]:
    return (consonants(label(text)), consonants(one_form(label(text))))


def match_names(names: Sequence[str], variables: Sequence[Variable], words: DynastyWords, given: Mapping[str, str]) -> Matching:
    """Match names of columns or labels to variables.

    Of variables with one name the first is meant. ``given`` maps names of columns to names of variables and
    comes before everything else. A blank name matches nothing.
    """
    distinct = list({label(variable.name): variable for variable in reversed(variables[:_MOST_VARIABLES])}.values())[::-1]
    found = Matching(names, distinct)
    found.take_given(given)
    for of_column, of_variable, sure, why in _ways(words):
        found.take_equal(of_column, of_variable, sure, why, words.forms.setdefault(why, {}))
    found.take_parts()
    found.take_abbreviated()
    found.take_containing()
    return found


class Matching:
    """The match of each name, or the reason against one."""

    def __init__(self, names: Sequence[str], variables: list[Variable]) -> None:
        self.matches: list[Match | None] = [None] * len(names)
        self.whys: list[str] = [""] * len(names)
        self._names = names
        self._variables = variables
        self._columns = [i for i, name in enumerate(names[:MOST_COLUMNS]) if parts(name)]

    def _taken(self) -> set[int]:
        """The variables that are matched, by identity."""
        return {id(match.variable) for match in self.matches if match is not None and not match.part}

    def _free(self) -> list[Variable]:
        taken = self._taken()
        return [variable for variable in self._variables if id(variable) not in taken]

    def _open(self) -> list[int]:
        return [i for i in self._columns if self.matches[i] is None and not self.whys[i]]

    def take_given(self, given: Mapping[str, str]) -> None:
        """The matches that the profile states."""
        wanted = {label(column): label(variable) for column, variable in given.items()}
        named = {label(variable.name): variable for variable in self._variables}
        for i in self._columns:
            target = wanted.get(label(self._names[i])) or wanted.get(_last(self._names[i]))
            if target is not None and target in named and id(named[target]) not in self._taken():
                self.matches[i] = Match(named[target], _HIGH, "the profile says so")

    def take_equal(self, of_column: Forms, of_variable: Forms, sure: Confidence, why: str, known: dict[str, tuple[str, ...]]) -> None:
        """Columns that share a form with a variable; ``known`` keeps the forms of variables for the next table."""
        by_form: dict[str, list[Variable]] = {}
        for variable in self._free():
            forms = known.get(variable.name)
            if forms is None:
                forms = known[variable.name] = tuple(dict.fromkeys(of_variable(variable.name)))
            for form in forms:
                by_form.setdefault(form, []).append(variable)
        candidates: dict[int, list[Variable]] = {}
        for i in self._open():
            several = {id(variable): variable for form in of_column(self._names[i]) if form for variable in by_form.get(form, ())}
            candidates[i] = list(several.values())
        self._settle(candidates, sure, why)

    def take_parts(self) -> None:
        """Columns side by side under a header that names a variable: each holds a part of it."""
        named = {one_form(label(variable.name)): variable for variable in self._variables}
        for i in self._open():
            above = parts(self._names[i])[:-1]
            variable = next((named[one_form(text)] for text in reversed(above) if one_form(text) in named), None)
            if variable is not None:
                self.matches[i] = Match(variable, _LOW, f"a part of {variable.name}", part=True)

    def take_abbreviated(self) -> None:
        """Columns whose words begin the words of one variable only."""
        for least, sure in ((3, _MEDIUM), (1, _LOW)):
            free = [(label(variable.name).split(), variable) for variable in self._free()]
            candidates: dict[int, list[Variable]] = {}
            for i in self._open():
                short = bare(_last(self._names[i])).replace(".", " ").split()
                if sum(map(len, short)) >= least:
                    candidates[i] = [variable for long, variable in free if _begins(short, long)]
            self._settle(candidates, sure, "the beginning of its name")

    def take_containing(self) -> None:
        """Columns that hold all words of a variable's name, or the last words of one."""
        free = [(one_form(label(variable.name)).split(), variable) for variable in self._free()]
        candidates: dict[int, list[Variable]] = {}
        for i in self._open():
            said = one_form(bare(_last(self._names[i]))).split()
            candidates[i] = [variable for long, variable in free if said and (set(long) <= set(said) or long[-len(said) :] == said)]
        self._settle(candidates, _LOW, "words of its name")

    def _settle(self, candidates: dict[int, list[Variable]], sure: Confidence, why: str) -> None:
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
            doubt = f"{why}, but “{self._names[others[0]]}” may be it too"
            self.matches[first] = Match(variable, _MEDIUM if sure is _HIGH else _LOW, doubt)
            for i in others:
                self.whys[i] = f"it may be {variable.name}, which “{self._names[first]}” is taken for"


def _begins(short: list[str], long: list[str]) -> bool:
    return len(short) <= len(long) and all(one.startswith(other) for one, other in zip(long, short, strict=False))


def weaker(match: Match, why: str) -> Match | None:
    """The match, one step less sure; None where it was not sure to begin with."""
    if match.confidence is _LOW:
        return None
    return replace(match, confidence=_MEDIUM if match.confidence is _HIGH else _LOW, why=f"{match.why}, but {why}")
