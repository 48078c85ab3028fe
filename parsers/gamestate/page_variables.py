"""Variables from two sides: the rules define them, and the tracking page shows them.

A column or a label is a hint of its own. A sentence that gives something of that name defines a variable, though it may be too terse to be
taken for a definition without the page.
"""

from __future__ import annotations

from dataclasses import replace

from parsers.gamestate.matching import Given, match_names, read_legend
from parsers.gamestate.names import DynastyWords, bare, label, one_form, parts
from parsers.ruleset import variables_shown
from parsers.ruleset.model import Ruleset
from parsers.wiki.model import WikiPage

_NO_NAMES = frozenset("name number total note notes status date rule value player type kind amount".split())
"""Headers that say too little to look for sentences about them."""
_SHORTEST, _MOST_NAMES = 3, 250


def names_shown(wiki: WikiPage) -> tuple[str, ...]:
    """The names of a page's columns and labels, as the page has them."""
    headers = [name for table in wiki.tables for name in table.columns]
    first = [cell.text for table in wiki.tables for row in table.grid for cell in row[:1] if cell is not None and cell.header]
    return tuple(dict.fromkeys((*headers, *first, *(value.label for value in wiki.values))))[:_MOST_NAMES]


def from_both_sides(ruleset: Ruleset, wiki: WikiPage) -> Ruleset:
    """The Ruleset with its variables as rules and tracking page together define them, each with its ``sides``.

    The prose is read again only where the page has a name that is in the rules and no variable's.
    """
    words = DynastyWords(ruleset.terms)
    names = names_shown(wiki)
    variables = ruleset.variables
    found = match_names(names, variables, Given(legend=read_legend(wiki.source, variables)))
    open_names = {
        one_form(bare(label(lowest))) for name, match in zip(names, found.matches, strict=True) if not match for lowest in parts(name)[-1:]
    }
    wanted = {name for name in open_names if len(name) >= _SHORTEST and name not in _NO_NAMES and name not in words.player}
    low = ruleset.source.casefold() if wanted else ""
    if shown := frozenset(name for name in wanted if name in low):
        variables = variables_shown(ruleset, shown)
        found = match_names(names, variables, Given(legend=read_legend(wiki.source, variables)))
    matched = {id(match.variable) for match in found.matches if match is not None}
    sides = {True: ("rules", "page"), False: ("rules",)}
    return replace(ruleset, variables=tuple(replace(each, sides=sides[id(each) in matched]) for each in variables))
