"""How a shape is declared, and the types that several reports share."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from msgspec import Meta

from parsers.model import MatterKind


def shape(name: str, about: str | None = None, /, **fields: Any) -> Any:
    """An object of a report: its name and description in the schema, and the type of each field. A
    field may end in ``_``.
    """
    typed_dict: Any = TypedDict
    made = typed_dict(name, {field.removesuffix("_"): kind for field, kind in fields.items()})
    made.__doc__ = about
    return made


def many(kind: Any) -> Any:
    """A list of such values."""
    return list.__class_getitem__(kind)


def by_name(kind: Any) -> Any:
    """An object whose fields have the names of things."""
    return dict.__class_getitem__((str, kind))


def says(kind: Any, about: str) -> Any:
    """The type with a description of the field."""
    return Annotated[kind, Meta(description=about)]


def of(path: str, kind: Any, default: Any = None) -> Any:
    """The type of a field whose value is at another place than the attribute of its name:
    ``match.variable``, or ``""`` for the whole.

    It is the ``default`` where there is no such place.
    """
    return Annotated[kind, Meta(extra={"path": path, "default": default})]


def filled(kind: Any) -> Any:
    """The type, or null for an empty text."""
    return Annotated[kind | None, Meta(extra={"filled": True})]


Time = Annotated[
    str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="ISO 8601, in UTC")
]
Fingerprint = Annotated[
    str, Meta(pattern="^[0-9a-f]{16}$", description="the finding's identity, the same in every run")
]
Code = Annotated[str, Meta(pattern=r"^BN\d{3}$")]
Line = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]

ReviewedJson = shape("ReviewedJson", "A sentence that would be reported, had nobody reviewed it.",
    rule=str | None, quote=str, fingerprint=str, by=str)  # fmt: skip

CaveatJson = shape("CaveatJson", "A rule or sentence that can change verdicts: nobody has reviewed it, or its reviewer says so.",
    rule=str, quote=str, kinds=list[MatterKind], bears=bool, fingerprint=filled(str))  # fmt: skip
