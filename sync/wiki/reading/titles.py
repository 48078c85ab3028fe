"""From titles as people write them to the wiki's answers, so that no answer is ever taken for another title's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote_plus, unquote

from sync.text import shorten
from sync.wiki.errors import Fault
from sync.wiki.reading.replies import ODD, PageRow, Query, plain
from sync.wiki.reading.values import Invalid, Missing

__all__ = ["MOST_TITLES", "Pages", "Present", "batches", "refused", "sent", "shown_titles", "talk_page"]

MOST_TITLES = 50
"""More titles than these in one query are an error for whoever is not a bot."""

_LONGEST = 6_000
"""Bytes of titles in an address; servers take 8,000 for a whole request line."""

# What the API would take for a separator, or drop: a title that holds it would be answered as another one.
_UNFIT = re.compile("[\x00-\x1f\x7f#|\ud800-\udfff]")


_NAMESPACES = {name.casefold(): name for name in ("User", "Project", "File", "MediaWiki", "Template", "Help", "Category")}


def refused(title: str) -> str | None:
    """Why a title cannot even be asked for; None where the wiki is to judge."""
    if not title.strip(" _"):
        return "it is empty"
    unfit = _UNFIT.search(title)
    return f"it holds {unfit[0]!r}, which no title has" if unfit else None


def sent(title: str) -> str:
    """The title as it is sent: in the form of Unicode that the wiki keeps its titles in."""
    return unicodedata.normalize("NFC", title)


def talk_page(title: str) -> str:
    """The page where a page is talked about; namespaces are those that every MediaWiki knows by these names."""
    namespace, colon, rest = title.partition(":")
    name = namespace.strip().replace("_", " ").casefold() if colon else ""
    if name in _NAMESPACES:
        return f"{_NAMESPACES[name]} talk:{rest.strip()}"
    if name == "talk" or name.removesuffix(" talk") in _NAMESPACES:
        return title
    return f"Talk:{title}"


def batches(titles: Iterable[str]) -> Iterator[list[str]]:
    """The titles in as few groups as one query each can hold."""
    batch: list[str] = []
    length = 0
    for title in titles:
        size = len(quote_plus(title)) + 3
        if batch and (len(batch) == MOST_TITLES or length + size > _LONGEST):
            yield batch
            batch, length = [], 0
        batch.append(title)
        length += size
    if batch:
        yield batch


def shown_titles(titles: Sequence[str]) -> str:
    """Some titles for a sentence: 'Ruleset' and 3 more."""
    if not titles:
        return "nothing"
    first = repr(shorten(titles[0], 80))
    return first if len(titles) == 1 else f"{first} and {len(titles) - 1} more"


@dataclass(frozen=True, slots=True)
class Present:
    """A page that is there, as the wiki's reply shows it."""

    asked: str
    title: str
    redirected_from: str | None
    row: PageRow


@dataclass
class Pages:
    """What one query says of its titles, put together from all its replies."""

    rows: dict[str, PageRow] = field(default_factory=dict)
    normalized: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)

    def add(self, query: Query) -> None:
        """Take in one more reply. A page comes in each of them, its revision in one."""
        for row in query.pages:
            if row.revisions or row.title not in self.rows:
                self.rows[row.title] = row
        self.normalized |= {(unquote(row.asked) if row.encoded else row.asked): row.to for row in query.normalized}
        self.redirects |= {row.title: row.to for row in query.redirects}
        self.elsewhere |= {row.title for row in query.interwiki} | {row.to for row in query.redirects if row.tointerwiki}

    def own_title(self, asked: str) -> str:
        """The title as the wiki spells it."""
        return self.normalized.get(sent(asked), sent(asked))

    def resolve(self, asked: str) -> Present | Missing | Invalid:
        """What became of a title. Raises :class:`Fault` where the wiki does not say."""
        own = title = self.own_title(asked)
        seen = {own}
        while title in self.redirects:
            title = self.redirects[title]
            if title in seen:
                return Invalid(asked, "it redirects in a circle")
            seen.add(title)
        redirected_from = own if title != own else None
        row = self.rows.get(title)
        why = self._why_none(title, row)
        if why:
            return Invalid(asked, f"it redirects to {shorten(title, 80)!r}: {why}" if redirected_from else why)
        if row is None:
            raise Fault(f"it does not say what became of {shorten(asked, 80)!r}", ODD, understood=False)
        for name in (own, title):
            plain(name)
        return Missing(asked, title, redirected_from) if row.missing else Present(asked, title, redirected_from, row)

    def _why_none(self, title: str, row: PageRow | None) -> str:
        """Why a title is none of a page that people write here, or nothing."""
        if title in self.elsewhere:
            return "that is a page of another wiki"
        if row is not None and row.special:
            return "that is no page that people write"
        if row is not None and row.invalid:
            return shorten(row.invalidreason, 200).rstrip(".") or "that is no title"
        return ""
