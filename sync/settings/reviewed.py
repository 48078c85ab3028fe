"""The game's own reviews (``reviewed.toml``): sentences of the Ruleset that change no verdict, and dynastic rules that were read."""

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

_HEAD = "# Sentences of the Ruleset that a person has found to change no verdict; see docs/verdicts.md."


class Review(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One sentence by its fingerprint, the title of its rule and its beginning; why it changes no verdict, who says so, and when."""

    fingerprint: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    rule: str
    begins: str
    reason: str
    by: str
    at: Annotated[datetime, msgspec.Meta(tz=True)]


class RuleReview(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A whole dynastic rule that somebody has read, by its fingerprint and title; who, and when."""

    fingerprint: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    rule: str
    by: str
    at: Annotated[datetime, msgspec.Meta(tz=True)]


class _File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    sentence: list[Review] = []
    rule: list[RuleReview] = []


def read_reviews(path: Path | None) -> tuple[list[Review], list[RuleReview]]:
    """The reviews of sentences and of rules in a file, none where there is no file.

    Raises what :func:`sync.settings.tomlfile.read_toml` raises.
    """
    if path is None or not path.exists():
        return [], []
    read = read_toml(path, _File)
    return read.sentence, read.rule


def entry(review: Review) -> str:
    """A review as it stands in the file."""
    import tomlkit

    array = tomlkit.aot()
    array.append(_table(review))
    return tomlkit.dumps({"sentence": array}).strip()


def add_review(path: Path, review: Review | RuleReview) -> None:
    """Add a review to the file, which is made if need be; what people wrote into it stays.

    Raises :class:`sync.errors.UsageError` where the file cannot be written.
    """
    import tomlkit
    from tomlkit.items import AoT

    document = tomlkit.parse(read_text(path)) if path.exists() else tomlkit.document().add(tomlkit.comment(_HEAD[2:]))
    name = "sentence" if isinstance(review, Review) else "rule"
    array = document.get(name)
    if not isinstance(array, AoT):
        array = tomlkit.aot()
        document[name] = array
    array.append(_table(review))
    write_whole(path, tomlkit.dumps(document), "--review:")


def _table(review: Review | RuleReview) -> Table:
    import tomlkit

    table = tomlkit.table()
    for name, value in msgspec.structs.asdict(review).items():
        table[name] = whole_utc(review.at) if name == "at" else value
    return table
