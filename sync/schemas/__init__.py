"""The shapes of all JSON reports, as types: from them come the JSON Schemas (``blognomic schema``) and the fields of the reports.

Every object may have further fields: programs ignore those that they do not know. A field is renamed or dropped only with another
number in the schema's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import Enum
from functools import cache
from importlib import import_module
from keyword import iskeyword
from types import MappingProxyType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from sync.times import iso

DIALECT = "https://json-schema.org/draft/2020-12/schema"

SCHEMAS = MappingProxyType(
    {
        "board": ("others", "BoardJson", "blognomic board"),
        "config": ("others", "SettingsJson", "blognomic config show"),
        "corrections": ("writing", "CorrectionsJson", "blognomic correct"),
        "doctor": ("others", "DoctorJson", "blognomic doctor"),
        "enactment": ("writing", "EnactmentJson", "blognomic enact"),
        "explanations": ("others", "ExplanationsJson", "blognomic explain"),
        "findings": ("findings", "FindingsJson", "blognomic audit"),
        "gamestate": ("gamestate", "GamestateJson", "blognomic gamestate"),
        "history": ("gamestate", "HistoryJson", "blognomic history"),
        "notices": ("writing", "NoticesJson", "blognomic notice"),
        "pull": ("others", "PulledJson", "blognomic pull"),
        "rules": ("rules", "RulesJson", "blognomic rules"),
        "ruleset-comparison": ("rules", "RulesetComparisonJson", "blognomic rules --compare"),
        "tally": ("tally", "TallyJson", "blognomic tally"),
    }
)
"""The module, the type and the command of each report, by the middle of its schema's name."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a report. Raises KeyError for a name that :data:`SCHEMAS` has not."""
    import msgspec

    module, kind, command = SCHEMAS[name]
    made = msgspec.json.schema(getattr(import_module(f"{__name__}.{module}"), kind))
    return {"$schema": DIALECT, "title": f"What `{command} --format json` prints", **made}


def shaped(kind: Any, /, *values: object, **given: Any) -> dict[str, Any]:
    """Values in a declared shape: each of its fields from ``given``, else the attribute of that name of the first value that has it."""
    return {name: given[name] if name in given else _plain(hint, _attribute(values, name)) for name, hint in _fields(kind).items()}


@cache
def _fields(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _attribute(values: Iterable[object], name: str) -> Any:
    name = f"{name}_" if iskeyword(name) else name
    return getattr(next(value for value in values if hasattr(value, name)), name)


def _plain(hint: Any, value: Any) -> Any:
    """A value as JSON has it: times in ISO 8601, tuples as lists, enumerations as their values."""
    if value is None or (isinstance(value, str | int | float) and not isinstance(value, Enum)):
        return value
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, Enum):
        return value.value
    shape = next((each for each in _alternatives(hint) if is_typeddict(each)), None)
    if shape is not None:
        return shaped(shape, value)
    inner = next((get_args(each) for each in _alternatives(hint) if get_origin(each) in (list, dict)), (Any,))
    if isinstance(value, Mapping):
        return {name: _plain(inner[-1], each) for name, each in value.items()}
    return [_plain(inner[-1], each) for each in value]


def _alternatives(hint: Any) -> Iterable[Any]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
