"""``reviewed.toml``: reviews of a game's Ruleset."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from parsers.model import MatterKind
from parsers.ruleset.parameters import PARAMETERS, accepted, stated_by_person
from parsers.ruleset.reviews import (
    EVERY_KIND,
    NO_REVIEWS,
    ClauseValue,
    Reviews,
    RuleReview,
    SentenceReview,
)
from sync.errors import nearest
from sync.files import read_text, write_whole
from sync.settings.accepted import Entry, Fingerprint, Time, as_toml
from sync.settings.tomlfile import read_toml, wrong_key

HEAD = "Reviews of the Ruleset by people; see docs/verdicts.md."

Verdicts = Literal["none", "all"] | list[MatterKind]


class _ReviewEntry(Entry, frozen=True):
    fingerprint: Fingerprint
    rule: str
    by: str
    at: Time


class RuleEntry(_ReviewEntry, frozen=True):
    """A whole rule; ``complete`` confirms that the reading of the rule is right and complete."""

    verdicts: Verdicts
    complete: bool = False
    changes: tuple[str, ...] = ()
    duty: str = ""
    reason: str = ""


class SentenceEntry(_ReviewEntry, frozen=True):
    """A sentence by its beginning; ``sets`` are the parameters that it sets."""

    begins: str = ""
    verdicts: Verdicts = "none"
    sets: dict[str, bool | int | str | list[str]] = msgspec.field(default_factory=dict)
    reason: str = ""


class _File(Entry, frozen=True):
    rule: tuple[RuleEntry, ...] = ()
    sentence: tuple[SentenceEntry, ...] = ()


def read_reviews(path: Path | None) -> Reviews:
    """Return the reviews in a file, none without a file. Raises :class:`UsageError` if it cannot be
    read or a value is wrong.
    """
    if path is None or not path.exists():
        return NO_REVIEWS
    read = read_toml(path, _File)
    for entry in (*read.rule, *read.sentence):
        if not entry.by.strip():
            raise wrong_key(path, "by", f"must name the reviewer of “{entry.rule}”")
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
        entry.rule,
    )


def _sentence_review(path: Path, entry: SentenceEntry) -> SentenceReview:
    sets = tuple((key, _checked(path, entry, key, value)) for key, value in entry.sets.items())
    return SentenceReview(entry.fingerprint, entry.by, entry.at, _kinds(entry.verdicts), sets)


def _kinds(verdicts: Verdicts) -> frozenset[MatterKind]:
    if verdicts == "all":
        return EVERY_KIND
    return frozenset() if verdicts == "none" else frozenset(map(MatterKind, verdicts))


def _checked(path: Path, entry: SentenceEntry, key: str, value: object) -> ClauseValue:
    stated = stated_by_person(key, value)
    if stated is None:
        why = f"in a sentence of “{entry.rule}”: {wrong_setting(key, value)}"
        raise wrong_key(path, f"sentence.sets.{key}", why)
    return stated


def wrong_setting(key: str, value: object) -> str:
    """Return why a review cannot set a parameter to a value, "" if it can."""
    if stated_by_person(key, value) is not None:
        return ""
    expected = accepted(key)
    if expected is not None:
        return f"must be {expected} (got {value!r})"
    hint = (
        nearest(key, (parameter.name for parameter in PARAMETERS))
        or "; `blognomic rules -v` lists them"
    )
    return f"no parameter of the rules{hint}"


def put_review(path: Path, entry: RuleEntry | SentenceEntry) -> None:
    """Add a review at the end of the file, where it takes precedence over an earlier one of the
    same rule or sentence; existing content stays unchanged. Raises :class:`UsageError` if the file
    cannot be written.
    """
    import tomlkit

    table = as_toml(entry)
    name = "rule" if isinstance(entry, RuleEntry) else "sentence"
    if isinstance(entry, SentenceEntry):
        # On one line: a separate table would end the entry.
        table["sets"] = tomlkit.inline_table()
        table["sets"].update(entry.sets)
    before = read_text(path).rstrip() if path.exists() else f"# {HEAD}"
    text = f"{before}\n\n[[{name}]]\n{table.as_string().rstrip()}\n"
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise wrong_key(path, name, f"write each entry below a line [[{name}]]") from None
    write_whole(path, text, "--review")


def verdicts_as_written(kinds: frozenset[MatterKind]) -> Verdicts:
    """Return the kinds in the form of the file."""
    if not kinds:
        return "none"
    return "all" if kinds == EVERY_KIND else sorted(kinds)
