"""The game's own reviews: sentences of the Ruleset that a person has found to change no verdict (``reviewed.toml``)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from sync.files import read_text, write_whole
from sync.settings.tomlfile import read_toml
from sync.times import whole_utc

if TYPE_CHECKING:
    from tomlkit.items import Table

__all__ = ["Review", "add_review", "entry", "read_reviews"]

_HEAD = "# Sentences of the Ruleset that a person has found to change no verdict; see docs/verdicts.md."


class Review(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One sentence by its fingerprint, the title of its rule and its beginning; why it changes no verdict, who says so, and when."""

    fingerprint: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    rule: str
    begins: str
    reason: str
    by: str
    at: Annotated[datetime, msgspec.Meta(tz=True)]


class _File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    sentence: list[Review] = []


def read_reviews(path: Path | None) -> list[Review]:
    """The reviews in a file, none where there is no file. Raises what :func:`sync.settings.tomlfile.read_toml` raises."""
    return [] if path is None or not path.exists() else read_toml(path, _File).sentence


def entry(review: Review) -> str:
    """A review as it stands in the file."""
    import tomlkit

    array = tomlkit.aot()
    array.append(_table(review))
    return tomlkit.dumps({"sentence": array}).strip()


def add_review(path: Path, review: Review) -> None:
    """Add a review to the file, which is made if need be; what people wrote into it stays.

    Raises :class:`sync.errors.UsageError` where the file cannot be written.
    """
    import tomlkit
    from tomlkit.items import AoT

    document = tomlkit.parse(read_text(path)) if path.exists() else tomlkit.document().add(tomlkit.comment(_HEAD[2:]))
    array = document.get("sentence")
    if not isinstance(array, AoT):
        array = tomlkit.aot()
        document["sentence"] = array
    array.append(_table(review))
    write_whole(path, tomlkit.dumps(document), "--review:")


def _table(review: Review) -> Table:
    import tomlkit

    table = tomlkit.table()
    for name in ("fingerprint", "rule", "begins", "reason", "by"):
        table[name] = getattr(review, name)
    table["at"] = whole_utc(review.at)
    return table
