"""A notice, its place, and the mark that identifies it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from validators.finding import Finding
from validators.news import NewsItem

Channel = Literal["wiki-talk", "blog-comment", "chat"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)
Result = Literal["posted", "already-posted", "refused", "unknown"]

PREFIX = "notice"  # so that readers recognise a mark
_DIGITS = 8
_IN_A_PART = 5
_MARK = rf"{PREFIX}((?:-(?:[0-9a-f]{{{_DIGITS}}}){{1,{_IN_A_PART}}}){{1,200}})"
# A hidden comment with nothing but the mark: a mark quoted in the text of a notice does not count.
_ON_A_PAGE = re.compile(rf"<!-- {_MARK} -->")
_AT_THE_END = re.compile(rf"(?<![0-9A-Za-z_.-]){_MARK}[.)]?\s*\Z")


@dataclass(frozen=True, slots=True)
class Draft:
    """Findings, or news, for one place: ``target`` is a wiki page, the address of an entry, or the
    chat's name. ``about`` is the common subject of the findings, the title of a matter or page;
    ``key`` distinguishes two of the same title.
    """

    channel: Channel
    target: str
    about: str
    findings: tuple[Finding, ...]
    key: str = ""
    news: tuple[NewsItem, ...] = ()

    @property
    def id(self) -> str:
        """Eight hexadecimal digits that depend on the place and the subject, for any choice of its
        findings.
        """
        parts = (self.channel, self.target, self.about, self.key)
        return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]

    @property
    def reported(self) -> tuple[Finding, ...]:
        """Its findings, and those in its news."""
        return (*self.findings, *(finding for item in self.news for finding in item.findings))

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of these findings, without duplicates."""
        return tuple(dict.fromkeys(finding.code for finding in self.reported))


@dataclass(frozen=True, slots=True)
class Notice:
    """A draft with its text. ``text`` ends with ``mark`` in the form of the channel, except for
    news, whose mark is only in the journal; it is empty if nothing is left to post.
    """

    draft: Draft
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class NoticeOutcome:
    """The outcome of a notice; ``result`` is None if it was not tried, the other values are
    described in docs/bot.md. ``url`` is its address, None if unknown; ``why`` is one clear
    sentence, or empty. ``login_refused`` means that the site did not accept the user name and
    password.
    """

    result: Result | None = None
    url: str | None = None
    why: str = ""
    login_refused: bool = False


class NotPosted(Exception):
    """The notice cannot be sent, or there is nothing to send; the message is a clause."""

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


def digits_of(item: Finding | NewsItem) -> str:
    """The digits that identify a finding, or an item of news, in a mark."""
    return item.fingerprint[:_DIGITS]


def mark_of(findings: Iterable[Finding | NewsItem]) -> str:
    """The mark of a notice of these findings or news: ``notice-`` and eight digits of each
    fingerprint, in groups of five.
    """
    digits = [digits_of(finding) for finding in findings]
    return "-".join(
        (
            PREFIX,
            *("".join(digits[at : at + _IN_A_PART]) for at in range(0, len(digits), _IN_A_PART)),
        )
    )


def marked(text: str, *, page: bool = False) -> frozenset[str]:
    """Return the findings named by marks in a text, by their digits: at the end of a comment or
    mark, or hidden in a wiki ``page``.
    """
    found = _ON_A_PAGE.finditer(text) if page else _AT_THE_END.finditer(text)
    parts = "".join(groups[1] for groups in found).replace("-", "")
    return frozenset(parts[at : at + _DIGITS] for at in range(0, len(parts), _DIGITS))
