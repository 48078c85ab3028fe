"""The shapes of all JSON reports, as types: from them come the JSON Schemas (``blognomic schema``)
and the fields of the reports.

Every object may have further fields: programs ignore those that they do not know. A field is
renamed or dropped only with another number in the schema's name.
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
        "board": ("audit.Board", "blognomic board"),
        "config": ("audit.Settings", "blognomic config show"),
        "corrections": ("audit.Corrections", "blognomic correct"),
        "doctor": ("audit.Doctor", "blognomic doctor"),
        "enactment": ("audit.Enactment", "blognomic enact"),
        "explanations": ("audit.Explanations", "blognomic explain"),
        "findings": ("audit.Findings", "blognomic audit"),
        "gamestate": ("game.Gamestate", "blognomic gamestate"),
        "history": ("game.History", "blognomic history"),
        "notices": ("audit.Notices", "blognomic notice"),
        "pull": ("audit.Pulled", "blognomic pull"),
        "review": ("game.Review", "blognomic rules --review"),
        "rules": ("game.Rules", "blognomic rules"),
        "ruleset-comparison": ("game.RulesetComparison", "blognomic rules --compare"),
        "tally": ("game.Tally", "blognomic tally"),
    }
)
"""The shape and the command of each report, by the middle of its schema's name."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a report. Raises KeyError for a name that :data:`SCHEMAS` has not."""
    import msgspec

    shape, command = SCHEMAS[name]
    return {
        "$schema": DIALECT,
        "title": f"What `{command} --format json` prints",
        **msgspec.json.schema(_declared(shape)),
    }


def shaped(shape: Any, /, *values: object, **given: Any) -> dict[str, Any]:
    """Values in a shape, named like ``game.Vote`` for ``VoteJson`` of ``game_shapes``.

    Each field is from ``given``, else it is the attribute of that name of the first value that has
    it. A field may be declared to be :func:`sync.schemas.common_shapes.of` another place, and
    ``schema`` has the one value that it may have.
    """
    return {
        name: given[name] if name in given else _plain(hint, _value(values, name, hint))
        for name, hint in _fields(shape).items()
    }


def _declared(shape: str) -> Any:
    """A report for people needs no shape, so they are imported when they are used."""
    module, _, kind = shape.partition(".")
    return getattr(import_module(f"{__name__}.{module}_shapes"), f"{kind}Json")


@cache
def _fields(shape: Any) -> dict[str, Any]:
    return get_type_hints(
        _declared(shape) if isinstance(shape, str) else shape, include_extras=True
    )


def _value(values: Sequence[object], name: str, hint: Any) -> Any:
    if name == "schema":
        return get_args(hint)[0]
    extra = {
        key: each
        for meta in getattr(hint, "__metadata__", ())
        for key, each in (meta.extra or {}).items()
    }
    first, *rest = extra.get("path", f"{name}_" if iskeyword(name) else name).split(".")
    value = (
        getattr(next(each for each in values if hasattr(each, first)), first)
        if first
        else values[0]
    )
    for each in rest:
        value = None if value is None else getattr(value, each)
    return (
        (value or None) if "filled" in extra else extra.get("default") if value is None else value
    )


def _plain(hint: Any, value: Any) -> Any:
    """A value as JSON has it: times in ISO 8601, tuples as lists, sets in order, enumerations as
    their values.
    """
    if value is None or (isinstance(value, str | int | float) and not isinstance(value, Enum)):
        return value
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, Enum):
        return value.value
    shape = next((each for each in _alternatives(hint) if is_typeddict(each)), None)
    if shape is not None:
        return shaped(shape, value)
    inner = next(
        (get_args(each) for each in _alternatives(hint) if get_origin(each) in (list, dict)), (Any,)
    )
    if isinstance(value, Mapping):
        return {name: _plain(inner[-1], each) for name, each in value.items()}
    return [
        _plain(inner[-1], each)
        for each in (sorted(value) if isinstance(value, frozenset) else value)
    ]


def _alternatives(hint: Any) -> Iterable[Any]:
    plain = hint.__origin__ if hasattr(hint, "__metadata__") else hint
    return get_args(plain) if get_origin(plain) in (Union, UnionType) else (plain,)
