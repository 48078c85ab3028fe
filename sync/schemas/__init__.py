"""The shapes of all JSON reports, as types: from them come the JSON Schemas (``blognomic schema``) and the fields of the reports.

Every object may have further fields: programs ignore those that they do not know. A field is renamed or dropped only with another
number in the schema's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    """Values in a declared shape: each of its fields from ``given``, else the attribute of that name of the first value that has it.

    A field may be declared to be :func:`sync.schemas.common.of` another place, and ``schema`` has the one value that it may have.
    """
    return {name: given[name] if name in given else _plain(hint, _value(values, name, hint)) for name, hint in _fields(kind).items()}


@cache
def _fields(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _value(values: Sequence[object], name: str, hint: Any) -> Any:
    if name == "schema":
        return get_args(hint)[0]
    extra = {key: each for meta in getattr(hint, "__metadata__", ()) for key, each in (meta.extra or {}).items()}
    first, *rest = extra.get("path", f"{name}_" if iskeyword(name) else name).split(".")
    value = getattr(next(each for each in values if hasattr(each, first)), first) if first else values[0]
    for each in rest:
        value = None if value is None else getattr(value, each)
    return value or None if "filled" in extra else value


def _plain(hint: Any, value: Any) -> Any:
    """A value as JSON has it: times in ISO 8601, tuples as lists, sets in order, enumerations as their values."""
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
    return [_plain(inner[-1], each) for each in (sorted(value) if isinstance(value, frozenset) else value)]


def _alternatives(hint: Any) -> Iterable[Any]:
    plain = hint.__origin__ if hasattr(hint, "__metadata__") else hint
    return get_args(plain) if get_origin(plain) in (Union, UnionType) else (plain,)
