"""A notice, its place, and the mark by which it is recognised."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from validators.finding import Finding

Channel = Literal["wiki-talk", "blog-comment", "chat"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)
Result = Literal["posted", "already-posted", "refused", "unknown"]

PREFIX = "notice"  # so that people recognise a mark
_DIGITS = 8
_IN_A_PART = 5
_MARK = rf"{PREFIX}((?:-(?:[0-9a-f]{{{_DIGITS}}}){{1,{_IN_A_PART}}}){{1,200}})"
# The comment has nothing but the mark, so that a mark quoted in the text of a notice does not
# count.
_ON_A_PAGE = re.compile(rf"<!-- {_MARK} -->")
_AT_THE_END = re.compile(rf"(?<![0-9A-Za-z_.-]){_MARK}[.)]?\s*\Z")


@dataclass(frozen=True, slots=True)
class Draft:
    """Findings for one place: ``target`` is a page of the wiki, the address of an entry, or the
    chat's name.

    ``about`` is what the findings have in common: the title of a matter or page; ``key`` tells two
    of the same title apart.
    """

    channel: Channel
    target: str
    about: str
    findings: tuple[Finding, ...]
    key: str = ""

    @property
    def id(self) -> str:
        """Eight hexadecimal digits that depend on the place and on what it is about, whichever of
        its findings are chosen.
        """
        parts = (self.channel, self.target, self.about, self.key)
        return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its findings, each once."""
        return tuple(dict.fromkeys(finding.code for finding in self.findings))


@dataclass(frozen=True, slots=True)
class Notice:
    """A draft with its text. ``text`` ends with ``mark``, as the channel writes it; it is empty
    where nothing is left to post.
    """

    draft: Draft
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class NoticeOutcome:
    """The outcome of a notice; ``result`` is None where it was not tried, docs/bot.md tells what
    the others mean.

    ``url`` is its address, None where that is not known; ``why`` is one clear sentence, or empty.
    ``login_refused`` says that the site did not accept user and password.
    """

    result: Result | None = None
    url: str | None = None
    why: str = ""
    login_refused: bool = False


class NotPosted(Exception):
    """There is nothing to send, or no way to; the message is half a sentence."""

    def __init__(
        self,
        why: str,
        result: Result = "refused",
        url: str | None = None,
        *,
        login_refused: bool = False,
    ) -> None:
        super().__init__(why)
        self.outcome = NoticeOutcome(result, url, f"{why}; nothing was posted", login_refused)


def digits_of(finding: Finding) -> str:
    """The digits that identify a finding in a mark."""
    return finding.fingerprint[:_DIGITS]


def mark_of(findings: Iterable[Finding]) -> str:
    """The mark of a notice of these findings: ``notice-`` and eight digits of each fingerprint,
    five to a part.
    """
    digits = [digits_of(finding) for finding in findings]
    return "-".join(
        (
            PREFIX,
            *("".join(digits[at : at + _IN_A_PART]) for at in range(0, len(digits), _IN_A_PART)),
        )
    )


def marked(text: str, *, page: bool = False) -> frozenset[str]:
    """The findings that a text names in marks, by their digits: at the end of a comment or mark, or
    hidden in a ``page`` of the wiki.
    """
    found = _ON_A_PAGE.finditer(text) if page else _AT_THE_END.finditer(text)
    parts = "".join(one[1] for one in found).replace("-", "")
    return frozenset(parts[at : at + _DIGITS] for at in range(0, len(parts), _DIGITS))
