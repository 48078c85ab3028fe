"""The game's own reviews: sentences of the Ruleset that a person has found to change no verdict (``reviewed.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
import tomlkit
from tomlkit.items import AoT, Table

from sync.files import read_text, write_whole
from sync.settings.tomlfile import read_toml
from sync.times import whole_utc

__all__ = ["Review", "add_review", "entry", "names_by_fingerprint", "read_reviews"]

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


def names_by_fingerprint(path: Path | None) -> Mapping[str, str]:
    """Who reviewed what, as :func:`parsers.ruleset.read_ruleset` takes it. Raises as :func:`read_reviews` does."""
    return {review.fingerprint: review.by for review in read_reviews(path)}


def entry(review: Review) -> str:
    """A review as it stands in the file."""
    array = tomlkit.aot()
    array.append(_table(review))
    return tomlkit.dumps({"sentence": array}).strip()


def add_review(path: Path, review: Review) -> None:
    """Add a review to the file, which is made if need be; what people wrote into it stays.

    Raises :class:`sync.errors.UsageError` where the file cannot be written.
    """
    document = tomlkit.parse(read_text(path)) if path.exists() else tomlkit.document().add(tomlkit.comment(_HEAD[2:]))
    array = document.get("sentence")
    if not isinstance(array, AoT):
        array = tomlkit.aot()
        document["sentence"] = array
    array.append(_table(review))
    write_whole(path, tomlkit.dumps(document), "--review:")


def _table(review: Review) -> Table:
    table = tomlkit.table()
    for name in ("fingerprint", "rule", "begins", "reason", "by"):
        table[name] = getattr(review, name)
    table["at"] = whole_utc(review.at)
    return table
