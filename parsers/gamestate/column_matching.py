"""Match columns to variables: by the profile, by the page's legend, by the name or an abbreviation
of it.

The surest ways come first, and a match is final. If a way gives two columns for one variable, or
two variables for one column, at most one is matched. Columns that no way matches can be named in
the dynasty profile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from parsers.gamestate.gamestate_model import Match
from parsers.gamestate.page_names import VOWELS, bare, consonants, initials, label, one_form, parts
from parsers.model import Confidence
from parsers.ruleset.ruleset_model import Ruleset, Variable
from parsers.wiki.inline import decode
from parsers.wiki.wiki_model import WikiPage

MOST_COLUMNS = 256
"""Further columns are not matched: no dynasty has had a tenth of them."""

_MOST_VARIABLES = 1000
_MARKUP = re.compile(
    r"'{2,5}|\[\[(?:[^\[\]|\n]{0,200}\|)?|\]\]|<(?!br)[^<>\n]{0,200}>|[\ufe0e\ufe0f]", re.IGNORECASE
)
"""Markup around a sign or a name, and the selectors between two pictures of one emoji."""

_LEGEND = re.compile(
    r"""(?<!\w)
    (?: (?P<letters>\w{1,4}) [ ]{0,2} (?:=|→|stands[ ]for|means)                      # C = Coal
      | (?P<sign>[^\w\s=|*;,:('"!<>]{1,8}|\d\u20e3) [ ]{0,2}
        (?:[=→:–—-]|stands[ ]for|means|is|represents)                                 # 🪨: Nerve
    ) [ ]{0,2}(?:the[ ])?
    (?P<name>[^\W_][\w'’-]{0,40}(?:[ ][\w'’-]{1,40}){0,5}?)
    (?= \s*(?:$|[^\w\s'’-])                                  # the end, a comma, another sign
      | [ ](?:and|or)[ ][^\w\s] | [ ](?:and[ ]|or[ ])?\w{1,4}[ ]?=)""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
_SHORTEST, _MOST_NAMES = 3, 250

Given = Sequence[tuple[str, Mapping[str, str]]]
"""For the dynasty's profile, then for the page's legend: the reason shown, and the names of
variables by those of columns or labels.
"""


def read_legend(source: str, variables: Sequence[Variable]) -> tuple[str, Mapping[str, str]]:
    """Return the reason shown, and the names of variables by the signs that a page explains for
    them (“🪨 = Nerve”). A sign with two meanings is left out.
    """
    named = {one_form(label(variable.name)): variable.name for variable in variables}
    found: dict[str, set[str]] = {}
    plain = decode(_MARKUP.sub("", source)).replace("\u00a0", " ")
    for explained in _LEGEND.finditer(plain):
        name = named.get(one_form(label(explained["name"])))
        if name is not None:
            found.setdefault(explained["letters"] or explained["sign"], set()).add(name)
    return "the page's legend says so", {
        sign: name for sign, (name, *others) in found.items() if not others
    }


def _last(name: str) -> str:
    return (parts(name) or ("",))[-1]


def _whole(name: str) -> tuple[str, ...]:
    """The name as one label, with and without the marks that join its headers."""
    found = parts(name)
    return (label(name), " ".join(found)) if len(found) > 1 else found


def _abbreviation(name: str) -> tuple[str, ...]:
    """The name as initials (“H.P.”: ``hp``), and, if only its first letter can be a vowel, as the
    consonants of a word (“Lvl”: ``=lvl``).
    """
    text = bare(_last(name)).replace(".", "").replace(" ", "")
    return (
        (text, f"={consonants(text)}") if len(text) > 1 and not VOWELS & set(text[1:]) else (text,)
    )


def _abbreviated(text: str) -> tuple[str, ...]:
    """The abbreviations of a variable's name, in the forms of :func:`_abbreviation`."""
    return (
        *initials(label(text)),
        f"={consonants(label(text))}",
        f"={consonants(one_form(label(text)))}",
    )


_WAYS: tuple[
    tuple[Callable[[str], Iterable[str]], Callable[[str], Iterable[str]], Confidence, str], ...
] = (
    (_whole, lambda text: (label(text),), Confidence.HIGH, "the same name"),
    (
        lambda name: (_last(name),),
        lambda text: (label(text),),
        Confidence.HIGH,
        "the same name under a common header",
    ),
    (
        lambda name: map(one_form, filter(None, (*_whole(name), _last(name), bare(_last(name))))),
        lambda text: (one_form(label(text)),),
        Confidence.HIGH,
        "the same name in singular and plural, or with a remark",
    ),
    (_abbreviation, _abbreviated, Confidence.MEDIUM, "an abbreviation of its name"),
    (
        lambda name: (bare(_last(name)),),
        lambda text: (label(text)[:length] for length in range(_SHORTEST, len(label(text)))),
        Confidence.MEDIUM,
        "the beginning of its name",
    ),
)
"""The ways of matching: functions for the forms of a column's name and for those of a variable's
name, of which two must be equal; the confidence; the reason shown.
"""


@dataclass(slots=True)
class Matching:
    """The match of each name, or the reason against one."""

    names: Sequence[str]
    matches: list[Match | None]
    whys: list[str]

    def open(self) -> list[int]:
        """The names that may yet be matched."""
        return [
            i
            for i, name in enumerate(self.names[:MOST_COLUMNS])
            if self.matches[i] is None and not self.whys[i] and parts(name)
        ]

    def free(self, variables: Iterable[Variable]) -> list[Variable]:
        """The variables that have no column yet."""
        taken = {
            id(match.variable) for match in self.matches if match is not None and not match.part
        }
        return [variable for variable in variables if id(variable) not in taken]

    def settle(
        self, candidates: Mapping[int, Sequence[Variable]], confidence: Confidence, why: str
    ) -> None:
        """Match the unambiguous candidates of one way, and the leftmost of several columns for one
        variable.
        """
        claims: dict[int, list[int]] = {}
        for i, variables in candidates.items():
            if len(variables) > 1:
                self.whys[i] = (
                    f"it may be {' or '.join(variable.name for variable in variables[:4])}"
                )
            elif variables:
                claims.setdefault(id(variables[0]), []).append(i)
        for first, *others in claims.values():
            variable = candidates[first][0]
            self.matches[first] = Match(variable, confidence, why)
            if others:
                doubt = f"{why}, but “{self.names[others[0]]}” may mean it too"
                weaker = Confidence.MEDIUM if confidence is Confidence.HIGH else Confidence.LOW
                self.matches[first] = Match(variable, weaker, doubt)
            for i in others:
                self.whys[i] = f"“{self.names[first]}” is already used for {variable.name}"


def match_names(names: Sequence[str], variables: Sequence[Variable], given: Given) -> Matching:
    """Match names to variables, of variables with one name to the first. ``given`` names take
    precedence; a blank name matches nothing.
    """
    named: dict[str, Variable] = {}
    for variable in variables[:_MOST_VARIABLES]:
        named.setdefault(label(variable.name), variable)
    found = Matching(names, [None] * len(names), [""] * len(names))
    for why, mapping in given:
        wanted = {label(column): named.get(label(name)) for column, name in mapping.items()}
        for i in found.open() if wanted else ():
            name = _MARKUP.sub("", names[i])
            target = wanted.get(label(name)) or wanted.get(_last(name))
            if target is not None and found.free([target]):
                found.matches[i] = Match(target, Confidence.HIGH, why)
    for column_forms, variable_forms, confidence, why in _WAYS:
        by_form: dict[str, list[Variable]] = {}
        for variable in found.free(named.values()):
            for form in dict.fromkeys(variable_forms(variable.name)):
                by_form.setdefault(form, []).append(variable)
        candidates = {i: _with_form(by_form, column_forms(names[i])) for i in found.open()}
        found.settle(candidates, confidence, why)
    # Columns side by side under a header that names a variable: each holds a part of it.
    by_noun = {one_form(name): variable for name, variable in named.items()}
    for i in found.open():
        above = [one_form(text) for text in reversed(parts(names[i])[:-1])]
        if (whole := next((by_noun[text] for text in above if text in by_noun), None)) is not None:
            found.matches[i] = Match(whole, Confidence.LOW, f"a part of {whole.name}", part=True)
    return found


def _with_form(by_form: Mapping[str, Sequence[Variable]], forms: Iterable[str]) -> list[Variable]:
    """Return the variables that have one of some forms, each once."""
    found = (variable for form in forms if form for variable in by_form.get(form, ()))
    return list({id(variable): variable for variable in found}.values())


def from_both_sides(ruleset: Ruleset, wiki: WikiPage) -> Ruleset:
    """Return the Ruleset with the ``sides`` of each variable: "rules", and "page" if a column or
    label of the page is matched to it.
    """
    headers = [name for table in wiki.tables for name in table.columns]
    first = [
        cell.text
        for table in wiki.tables
        for row in table.grid
        for cell in row[:1]
        if cell is not None and cell.header
    ]
    names = tuple(dict.fromkeys((*headers, *first, *(value.label for value in wiki.values))))[
        :_MOST_NAMES
    ]
    found = match_names(names, ruleset.variables, [read_legend(wiki.source, ruleset.variables)])
    matched = {id(match.variable) for match in found.matches if match is not None}
    sides = {True: ("rules", "page"), False: ("rules",)}
    variables = tuple(
        replace(variable, sides=sides[id(variable) in matched]) for variable in ruleset.variables
    )
    return replace(ruleset, variables=variables)
