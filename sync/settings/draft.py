"""The draft of a dynasty profile: what was read from a Ruleset, as TOML for a person to edit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap

import tomlkit

from parsers.ruleset.model import Action, Ruleset, Terms, Variable
from sync.text import one_line, safe, shorten

_WIDTH = 110
_QUOTE = 300
_NAME = 80
_INT64 = range(-(2**63), 2**63)
_SURROGATES = re.compile("[\ud800-\udfff]")
_NUMBERS = ("integer", "number")
_HEAD = """\
## What the rules of this dynasty leave open, to be edited by hand.
##
## ##  explains.
## #   proposes, and does nothing until you remove the sign.
## What has no sign was read from the rules, and replaces whatever is read from them later: remove what you
## do not change, so that a change of the rules is not missed.
"""
_ALIASES = """\
## Names that the wiki spells otherwise than the roster.
[aliases]
# "Name on the wiki" = "Name on the roster"
"""


_CONSTRAINTS = """\
## What values have to do with each other: an example to go on from. Ranges are checked without it.

# [[constraints]]
# name = "an-example"
# over = "player"
# check = "size(['a']) <= 1"
# message = "what is wrong where it does not hold"
"""


def draft_profile(ruleset: Ruleset) -> str:
    """The draft, as TOML.

    All text of the Ruleset is escaped. :func:`sync.settings.profile.read_profile` reads the draft, and reads the
    same from it as from the rules: every range that was understood. It reads it too with the sign taken away
    from every proposal.
    """
    variables = _once(ruleset.variables)
    parts = [
        _HEAD,
        _columns(variables),
        _ALIASES,
        *_ranges(ruleset.variables, variables, ruleset.terms),
        _cadence(ruleset.actions),
        _CONSTRAINTS,
    ]
    return "\n".join(parts)


def _once(variables: tuple[Variable, ...]) -> dict[str, Variable]:
    """The variables by their key in the file, the first of each: two names may differ in what TOML cannot hold."""
    found: dict[str, Variable] = {}
    for each in variables:
        found.setdefault(_key(each.name), each)
    return found


def _columns(variables: dict[str, Variable]) -> str:
    lines = ["## Columns and labels of the tracking page that are not recognised.", "[columns]"]
    shown = [each for each in variables.values() if each.visibility == "public"]
    lines += [f"# {_toml(f'Header for {each.name}')} = {_toml(each.name)}" for each in shown]
    return "\n".join(lines) + "\n"


def _ranges(variables: tuple[Variable, ...], once: dict[str, Variable], terms: Terms | None) -> Iterator[str]:
    for rule, several in groupby(variables, key=lambda each: each.rule):
        yield f"## --- {shorten(rule, _NAME)} ---\n"
        for quote, defined in groupby(several, key=lambda each: each.quote):
            yield _explained(f"“{shorten(quote, _QUOTE)}”") + "\n".join(_range(each, once, terms) for each in defined)


def _range(variable: Variable, once: dict[str, Variable], terms: Terms | None) -> str:
    key = _key(variable.name)
    first = once[key]
    about = _explained(f"{one_line(variable.name)}: {_about(variable, terms)}")
    if first is not variable:
        return about + _explained(f"It has the name of a variable of “{one_line(first.rule)}”, and what is said there holds for both.")
    lines = [f"[ranges.{key}]"]
    low, high = _limits(variable)
    if variable.type in _NUMBERS or low is not None or high is not None:
        lines.append(f"# min = {0 if high is None else min(0, high)}" if low is None else f"min = {low}")
        lines.append(f"# max = {100 if low is None else max(100, low)}" if high is None else f"max = {high}")
    if variable.choices:
        lines.append(f"choices = {_toml([*variable.choices])}")
    elif variable.type == "unknown":
        lines.append('# choices = ["One", "Other"]  # or, for a number: min = 0, max = 100')
    elif variable.type not in _NUMBERS:
        lines.append('# choices = ["One", "Other"]')
    return about + "\n".join(lines) + "\n"


def _about(variable: Variable, terms: Terms | None) -> str:
    owner = terms.player if variable.owner == "player" and terms is not None else variable.owner
    said = [
        f"of the {owner}" if variable.owner == "game" else f"of each {owner}",
        "of a kind that was not understood" if variable.type == "unknown" else variable.type,
    ]
    if variable.default is not None:
        said.append("blank by default" if variable.default == "" else f"{variable.default} by default")
    if variable.visibility != "public":
        said.append(f"tracked in {variable.visibility}")
    return shorten(", ".join(said), _QUOTE)


def _limits(variable: Variable) -> tuple[int | None, int | None]:
    """The limits that a profile can state: TOML's integers have 64 bits, and no rule's limit needs more."""
    low, high = (None if each is None or each not in _INT64 else each for each in (variable.min, variable.max))
    return (None, None) if low is not None and high is not None and low > high else (low, high)


def _cadence(actions: tuple[Action, ...]) -> str:
    """The column in which an action is counted is not known, so every line waits for its header."""
    lines = ["## Columns that count an action, or tell when it was last taken.", "[cadence]"]
    seen: set[str] = set()
    for each in actions:
        often = each.cadence.removesuffix("-communal")
        key = _toml(f"Header for {each.name}")
        if often not in ("daily", "weekly") or key in seen:
            continue
        seen.add(key)
        communal = "" if often == each.cadence else "  # by all together"
        lines.append(_explained(f"{one_line(each.rule)}: “{shorten(each.quote, _QUOTE)}”") + f"# {key} = {_toml(often)}{communal}")
    return "\n".join(lines) + "\n"


def _explained(text: str) -> str:
    return "".join(f"## {line}\n" for line in wrap(text, _WIDTH - 3))


def _toml(value: str | list[str]) -> str:
    """A string or an array as TOML writes it, every character that could steer a terminal escaped.

    Text with double quotes only is a literal string. A lone surrogate, for which TOML has no escape, is replaced.
    """
    if isinstance(value, str) and '"' in value and "'" not in value and safe(value) == value:
        return _escaped(tomlkit.string(value, literal=True).as_string())
    return _escaped(tomlkit.item(_encodable(value) if isinstance(value, str) else [*map(_encodable, value)]).as_string())


def _key(text: str) -> str:
    return _escaped(tomlkit.key(_encodable(text)).as_string())


def _encodable(text: str) -> str:
    return _SURROGATES.sub("\ufffd", text)


def _escaped(toml: str) -> str:
    return "".join(character if safe(character) == character else f"\\U{ord(character):08x}" for character in toml)
