"""``blognomic/config/1``, ``doctor/1``, ``pull/1`` and ``board/1``: the settings in force, the
sources, and the pages fetched and written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from sync.doctor import Check
from sync.schemas.common import Time
from sync.schemas.findings import CountsJson

SettingValue = str | bool | int | float | Sequence[str] | Mapping[str, str] | None


class SettingJson(Struct):
    """A setting in force."""

    key: str
    value: SettingValue
    origin: Annotated[str, Meta(description="an option, a variable, `file` or `built-in`")]


class SettingsJson(Struct, tag_field="schema", tag="blognomic/config/1"):
    """Every setting in force. `secrets` shows passwords only as set or not set."""

    file: str | None
    settings: Sequence[SettingJson]
    secrets: Mapping[str, bool]


class DoctorJson(Struct, tag_field="schema", tag="blognomic/doctor/1"):
    """Results of `doctor`, or earlier writes."""

    checks: Sequence[Check]


class PulledJson(Struct, tag_field="schema", tag="blognomic/pull/1"):
    """The results of a pull; empty with --offline."""

    new: int
    changed: int
    revisions: int
    blog_requests: int
    wiki_requests: int


class LackingJson(Struct):
    """Missing data, or an unevaluated check."""

    source: str
    why: str


class BoardJson(Struct, tag_field="schema", tag="blognomic/board/1"):
    """The written board, an HTML file."""

    site: str
    as_of: Time
    page: Annotated[str, Meta(description="the path of the file")]
    files: Annotated[Sequence[str], Meta(description="the names of all written files")]
    verdict: Annotated[bool, Meta(description="false if needed data is missing")]
    lacking: Sequence[LackingJson]
    pending: Annotated[int, Meta(description="the number of pending matters")]
    counts: CountsJson
