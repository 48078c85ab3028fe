"""A notice, where it goes, and the mark by which it is known again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from validators.finding import Finding

__all__ = ["CHANNELS", "PREFIX", "Channel", "Draft", "Notice", "Posted", "mark_of", "marked"]

Channel = Literal["wiki-talk", "blog-comment", "chat"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)
PREFIX = "notice"
"""What a mark begins with, so that a reader of the place knows it for one."""

_MARK = re.compile(rf"\b{PREFIX}((?:-[0-9a-f]{{8}}){{1,200}})(?![0-9A-Za-z-])")


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be said where: ``target`` is a page of the wiki, the address of an entry, or the chat's name.

    ``about`` is what the findings have in common, in words.
    """

    channel: Channel
    target: str
    about: str
    findings: tuple[Finding, ...]

    @property
    def id(self) -> str:
        """Eight hexadecimal digits that depend on the place and on what is said."""
        parts = (self.channel, self.target, *sorted(finding.fingerprint for finding in self.findings))
        return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Notice:
    """A draft with its text. ``text`` ends with ``mark``, as the channel writes it; where nothing is left to say, it is empty."""

    draft: Draft
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class Posted:
    """What came of a notice: ``result`` is None where it was not tried."""

    result: Literal["posted", "already-posted", "refused", "unknown"] | None = None
    url: str | None = None
    why: str | None = None


def mark_of(findings: Iterable[Finding]) -> str:
    """The mark of a notice of these findings: ``notice-`` and eight digits of each fingerprint."""
    return "-".join((PREFIX, *(finding.fingerprint[:8] for finding in findings)))


def marked(text: str) -> frozenset[str]:
    """The findings whose notices stand in a text, by eight digits of their fingerprints."""
    return frozenset(digits for found in _MARK.finditer(text) for digits in found[1].strip("-").split("-"))
