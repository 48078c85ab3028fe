"""``reviewed.toml``: what people have read of a game's Ruleset, and what they said of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from parsers.model import MatterKind
from parsers.ruleset.clauses.parameters import accepted, stated_by_person
from parsers.ruleset.reviews import (
    EVERY_KIND,
    NO_REVIEWS,
    ClauseValue,
    Reviews,
    RuleReview,
    SentenceReview,
)
from sync.errors import nearest
from sync.settings.accepted import Entry, Fingerprint, Time, opened, write_table
from sync.settings.tomlfile import read_toml, wrong_key

if TYPE_CHECKING:
    from sync.errors import UsageError

HEAD = "What people have read of the Ruleset, and what they said of it; see docs/verdicts.md."

Verdicts = Literal["none", "all"] | list[MatterKind]


class RuleEntry(Entry, frozen=True):
    """A whole rule; ``complete`` says that what was read from it is right and complete."""

    fingerprint: Fingerprint
    rule: str
    by: str
    at: Time
    verdicts: Verdicts
    complete: bool = False
    changes: tuple[str, ...] = ()
    duty: str = ""
    reason: str = ""


class SentenceEntry(Entry, frozen=True):
    """A sentence by its beginning; ``sets`` are the parameters that it sets."""

    fingerprint: Fingerprint
    rule: str
    by: str
    at: Time
    begins: str = ""
    verdicts: Verdicts = "none"
    sets: dict[str, bool | int | str | list[str]] = msgspec.field(default_factory=dict)
    reason: str = ""


class _File(Entry, frozen=True):
    rule: tuple[RuleEntry, ...] = ()
    sentence: tuple[SentenceEntry, ...] = ()


def read_reviews(path: Path | None) -> Reviews:
    """Return the reviews in a file, none where there is no file. Raises :class:`UsageError` where
    it cannot be read or a value is wrong.
    """
    if path is None or not path.exists():
        return NO_REVIEWS
    read = read_toml(path, _File)
    return Reviews(
        tuple(_rule_review(entry) for entry in read.rule),
        tuple(_sentence_review(path, entry) for entry in read.sentence),
    )


def _rule_review(entry: RuleEntry) -> RuleReview:
    return RuleReview(
        entry.fingerprint,
        entry.by,
        entry.at,
        _kinds(entry.verdicts),
        entry.complete,
        entry.changes,
        entry.duty,
    )


def _sentence_review(path: Path, entry: SentenceEntry) -> SentenceReview:
    sets = tuple((key, _checked(path, entry, key, value)) for key, value in entry.sets.items())
    kinds = _kinds(entry.verdicts)
    return SentenceReview(entry.fingerprint, entry.by, entry.at, kinds, sets)


def _kinds(verdicts: Verdicts) -> frozenset[MatterKind]:
    if verdicts == "all":
        return EVERY_KIND
    return frozenset() if verdicts == "none" else frozenset(map(MatterKind, verdicts))


def _checked(path: Path, entry: SentenceEntry, key: str, value: object) -> ClauseValue:
    stated = stated_by_person(key, value)
    if stated is None:
        raise _wrong_setting(path, entry, key, value)
    return stated


def _wrong_setting(path: Path, entry: SentenceEntry, key: str, value: object) -> UsageError:
    place = f"sentence.sets.{key}"
    expected = accepted(key)
    if expected is None:
        from parsers.ruleset.clauses import keys

        hint = nearest(key, keys()) or "; `blognomic rules -v` lists them"
        return wrong_key(path, place, f"no parameter of the rules (rule “{entry.rule}”){hint}")
    return wrong_key(path, place, f"must be {expected} (got {value!r}, rule “{entry.rule}”)")


def put_review(path: Path, entry: RuleEntry | SentenceEntry) -> None:
    """Write a review into the file, in the place of an earlier one of the same rule or sentence;
    what people wrote between the entries stays. Raises :class:`UsageError` where the file cannot be
    written.
    """
    name = "rule" if isinstance(entry, RuleEntry) else "sentence"
    document, tables = opened(path, name, HEAD)
    write_table(path, document, tables, entry, "--review:")


def verdicts_as_written(kinds: frozenset[MatterKind]) -> Verdicts:
    """Return the kinds as the file states them."""
    if not kinds:
        return "none"
    return "all" if kinds == EVERY_KIND else sorted(kinds)


def unknown_settings(settings: Mapping[str, object]) -> list[str]:
    """Return the names of settings that no parameter accepts with this value."""
    return [key for key, value in settings.items() if stated_by_person(key, value) is None]
