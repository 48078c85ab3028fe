"""The dynasty profile: read from a TOML file, and drafted from what was read of a Ruleset, for a person to edit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from types import MappingProxyType
from typing import Literal

import msgspec

from parsers.ruleset.ruleset_model import Action, Ruleset, Terms, Variable
from sync.errors import UsageError
from sync.files import shown_path
from sync.settings.tomlfile import as_table, read_toml, wrong_key
from sync.text import one_line, safe, shorten
from validators.profile.dynasty_profile import Cadence, Constraint, Profile, Range, compile_constraint
from validators.profile.expression import ExpressionError

_WIDTH = 110
_QUOTE = 300
_NAME = 80
_INT64 = range(-(2**63), 2**63)
_SURROGATES = re.compile("[\ud800-\udfff]")
_NUMBERS = ("integer", "number")
_CADENCES: dict[str, Cadence] = {"daily": "daily", "weekly": "weekly"}
_HEAD = """\
## What the rules of this dynasty leave open, to be edited by hand.
##
## ##  explains.
## #   proposes, and does nothing until you remove the sign.
## What has no sign was read from the rules, and replaces whatever is read from them later: remove what you
## do not change, so that a change of the rules is not missed.
"""
_COLUMNS = "## Columns and labels of the tracking page that are not recognised.\n[columns]\n"
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


class _RangeTable(msgspec.Struct, frozen=True):
    min: int | None = None
    max: int | None = None
    choices: list[str] | None = None


class _ConstraintTable(msgspec.Struct, frozen=True):
    name: str
    check: str
    over: Literal["player", "game"] = "player"
    message: str = ""


class _ProfileFile(msgspec.Struct, frozen=True):
    """Ranges and constraints are taken one by one, so that an error can name which."""

    columns: dict[str, str] = {}
    aliases: dict[str, str] = {}
    ranges: dict[str, dict[str, object]] = {}
    constraints: list[dict[str, object]] = []
    cadence: dict[str, str] = {}


def load_profile(path: Path | None, aliases: Mapping[str, str]) -> Profile:
    """The configured profile, an empty one without a file; its aliases win over the site's own. Raises as :func:`read_profile` does."""
    if path is None:
        return Profile(aliases=aliases)
    if not path.is_file():
        name = shown_path(path)
        raise UsageError(f"no such file: {name} (the profile); blognomic rules --draft-profile {name} writes one to begin with")
    profile = read_profile(path)
    return replace(profile, aliases={**aliases, **profile.aliases})


def read_profile(path: Path) -> Profile:
    """The file as a profile. Raises :class:`UsageError` with file, key and reason where anything in it is not as it should be."""
    file = read_toml(path, _ProfileFile)
    return Profile(
        MappingProxyType(file.columns),
        MappingProxyType(file.aliases),
        MappingProxyType({name: _stated_range(path, f"ranges.{name}", table) for name, table in file.ranges.items()}),
        tuple(_constraints(path, file.constraints)),
        MappingProxyType({name: _stated_cadence(path, name, text) for name, text in file.cadence.items()}),
    )


def _stated_range(path: Path, key: str, table: dict[str, object]) -> Range:
    found = as_table(path, table, _RangeTable, key)
    if found.min is not None and found.max is not None and found.min > found.max:
        raise wrong_key(path, key, f"min {found.min} is above max {found.max}")
    if found.choices == []:
        raise wrong_key(path, key, "choices is empty, so no value would do; leave it out to allow any")
    return Range(found.min, found.max, None if found.choices is None else tuple(found.choices))


def _constraints(path: Path, tables: list[dict[str, object]]) -> Iterator[Constraint]:
    seen: set[str] = set()
    for number, table in enumerate(tables, 1):
        key = f"constraints[{number}]"
        found = as_table(path, table, _ConstraintTable, key)
        if not found.name.strip() or found.name in seen:
            raise wrong_key(path, f"{key}.name", "two constraints have this name" if found.name in seen else "it is blank")
        seen.add(found.name)
        try:
            yield compile_constraint(found.name, found.check, found.over, found.message)
        except ExpressionError as error:
            raise wrong_key(path, f"{key}.check", f"{shorten(found.check, 80)!r}: {error}") from None


def _stated_cadence(path: Path, name: str, text: str) -> Cadence:
    if text in _CADENCES:
        return _CADENCES[text]
    raise wrong_key(path, f"cadence.{name}", f"must be one of daily, weekly, not {text[:40]!r}")


def draft_profile(ruleset: Ruleset) -> str:
    """The draft, as TOML, all text of the Ruleset escaped.

    :func:`read_profile` reads the same from it as from the rules: every range that was understood. It reads it too with the sign
    taken away from every proposal.
    """
    variables: dict[str, Variable] = {}
    for each in ruleset.variables:  # of two with the same name in TOML the first counts
        variables.setdefault(_key(each.name), each)
    headers = (f"# {_toml(f'Header for {each.name}')} = {_toml(each.name)}\n" for each in variables.values() if each.visibility == "public")
    ranges = _ranges(ruleset.variables, variables, ruleset.terms)
    return "\n".join((_HEAD, _COLUMNS + "".join(headers), _ALIASES, *ranges, _cadence(ruleset.actions), _CONSTRAINTS))


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
    # TOML's integers have 64 bits, and no rule's limit needs more.
    low, high = (None if each is None or each not in _INT64 else each for each in (variable.min, variable.max))
    if low is not None and high is not None and low > high:
        low = high = None
    if variable.type in _NUMBERS or low is not None or high is not None:
        lines.append(f"# min = {0 if high is None else min(0, high)}" if low is None else f"min = {low}")
        lines.append(f"# max = {100 if low is None else max(100, low)}" if high is None else f"max = {high}")
    if variable.choices:
        lines.append(f"choices = {_toml([*variable.choices])}")
    elif variable.type not in _NUMBERS:
        number = "  # or, for a number: min = 0, max = 100" if variable.type == "unknown" else ""
        lines.append(f'# choices = ["One", "Other"]{number}')
    return about + "\n".join(lines) + "\n"


def _about(variable: Variable, terms: Terms | None) -> str:
    owner = terms.player if variable.owner == "player" and terms is not None else variable.owner
    said = f"of the {owner}" if variable.owner == "game" else f"of each {owner}"
    said += ", of a kind that was not understood" if variable.type == "unknown" else f", {variable.type}"
    if variable.default is not None:
        said += ", blank by default" if variable.default == "" else f", {variable.default} by default"
    if variable.visibility != "public":
        said += f", tracked in {variable.visibility}"
    return shorten(said, _QUOTE)


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
    import tomlkit

    if isinstance(value, str) and '"' in value and "'" not in value and safe(value) == value:
        return _escaped(tomlkit.string(value, literal=True).as_string())
    return _escaped(tomlkit.item(_encodable(value) if isinstance(value, str) else [*map(_encodable, value)]).as_string())


def _key(text: str) -> str:
    import tomlkit

    return _escaped(tomlkit.key(_encodable(text)).as_string())


def _encodable(text: str) -> str:
    return _SURROGATES.sub("\ufffd", text)


def _escaped(toml: str) -> str:
    return "".join(character if safe(character) == character else f"\\U{ord(character):08x}" for character in toml)
