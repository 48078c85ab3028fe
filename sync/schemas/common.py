"""The declaration of reports' JSON, and the shapes that several reports share.

Every object may have further fields: programs ignore unknown ones. A field is renamed or dropped
only with another number in the schema's name. A shape's docstring describes it in the schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from parsers.model import MatterKind
from parsers.ruleset.ruleset_model import Caveat, Ruleset


def one_of(*values: str) -> Meta:
    """The possible values of a text without an enumeration in the code."""
    return Meta(extra_json_schema={"enum": list(values)})


Time = Annotated[
    datetime,
    Meta(
        description="ISO 8601, in UTC",
        extra_json_schema={"pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
    ),
]
Fingerprint = Annotated[
    str, Meta(pattern="^[0-9a-f]{16}$", description="the finding's identity, the same in every run")
]
Code = Annotated[str, Meta(pattern=r"^BN\d{3}$")]
Line = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class ReviewedJson(Struct):
    """A sentence that would be reported without its review."""

    rule: str | None
    quote: str
    fingerprint: str
    by: str


class CaveatJson(Struct):
    """A rule or sentence that can change verdicts, because it is unreviewed or according to its
    review.
    """

    rule: str
    quote: str
    kinds: Sequence[MatterKind]
    bears: bool
    fingerprint: str | None


def reviewed_json(ruleset: Ruleset | None) -> list[ReviewedJson]:
    """Return the sentences that would be reported without their reviews."""
    return [
        ReviewedJson(review.rule, review.quote, review.fingerprint, review.by)
        for review in (ruleset.reviewed if ruleset is not None else ())
    ]


def caveat_json(caveat: Caveat) -> CaveatJson:
    """Return a caveat as JSON."""
    return CaveatJson(
        rule=caveat.rule,
        quote=caveat.quote,
        kinds=sorted(caveat.kinds),
        bears=bool(caveat.kinds),
        fingerprint=caveat.fingerprint or None,
    )
