"""Types that several reports share."""

from __future__ import annotations

from typing import Annotated, TypedDict

from msgspec import Meta

from parsers.model import MatterKind

Time = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", description="ISO 8601, in UTC")]
Fingerprint = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", description="the finding's identity, the same in every run")]
Code = Annotated[str, Meta(pattern=r"^BN\d{3}$")]
Line = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class ReviewedJson(TypedDict):
    """A sentence that would be reported, had nobody reviewed it."""

    rule: str | None
    quote: str
    fingerprint: str
    by: str


class CaveatJson(TypedDict):
    """A sentence outside the core about voting; it may change verdicts if it `bears`."""

    rule: str
    quote: str
    kinds: list[MatterKind]
    bears: bool
    fingerprint: str | None
