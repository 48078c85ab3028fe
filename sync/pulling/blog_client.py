"""Fetch the blog's front page, months and entries. Only the path of a link is used, so no page can
send the tool elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from parsers.blog.merging import PageKind
from parsers.model import Page, Problem
from parsers.refusal import Refusal, Refused
from sync.errors import UsageError
from sync.net.addresses import Address, join, parse_address, shown_address
from sync.net.fetched import FetchedPage, NotFetched

if TYPE_CHECKING:
    from sync.net.http import Http

_MOST_PAGES = 50


class FurtherPages(Iterator[str]):
    """The addresses of the further pages of an entry's comments or an archive: each once, 49 at
    most. ``seen`` are the addresses of the first page, ``more`` its links; :meth:`add` queues the
    links of each page that was read.
    """

    def __init__(self, seen: Iterable[str], more: Iterable[str]) -> None:
        self._seen = {address.rstrip("/") for address in seen}
        self._waiting: list[str] = []
        self._left = _MOST_PAGES - 1
        self.add(more)

    def add(self, addresses: Iterable[str]) -> None:
        """Queue new addresses."""
        new = {
            address.rstrip("/"): address
            for address in addresses
            if address.rstrip("/") not in self._seen
        }
        self._seen.update(new)
        self._waiting += new.values()

    def __next__(self) -> str:
        if not self._waiting or not self._left:
            raise StopIteration
        self._left -= 1
        return self._waiting.pop(0)


class BlogClient:
    """Fetches pages of the blog at ``base_url``. Raises :class:`UsageError` if that cannot be a
    blog's address.
    """

    def __init__(self, http: Http, base_url: str) -> None:
        try:
            base = parse_address(base_url)
            if base.query or "#" in base_url:
                raise Refused(Refusal.ADDRESS_OF_PART)
        except Refused as error:
            shown = shown_address(base_url)
            raise UsageError(
                f"the blog's address {shown} cannot be used: {error}; write it as in https://blog.example"
            ) from None
        self._http = http
        self._base = replace(base, path=base.path.rstrip("/") + "/")

    @property
    def base(self) -> str:
        """The blog's address, with a closing slash."""
        return self._base.url

    def front(self) -> FetchedPage:
        """Fetch the front page. Raises :class:`NotFetched`, as every fetching method does."""
        return self._http.get(self.base, within=self.base)

    def entry(self, url: str) -> FetchedPage:
        """Fetch an entry, an archive, or a further page of either, by an address found on a page of
        the blog.
        """
        address = self._own(url)
        if address is None:
            raise NotFetched(
                url,
                f"it is not a page below {self.base}",
                "if the blog has moved, configure its new address",
            )
        return self._http.get(address.url, within=self.base)

    def read(self, answer: FetchedPage, expect: PageKind) -> Page:
        """Parse a page. An unexpected page (a login form, a message) has fatal problems."""
        from parsers.blog.blog_page import read_page

        page = read_page(answer.text, answer.url, expect=expect, sidebar=expect != "entry")
        notes = tuple(Problem(answer.url, note) for note in answer.notes)
        return replace(page, problems=page.problems + notes)

    def _own(self, link: str) -> Address | None:
        """Return a link as an address of the blog; None if it leads elsewhere, or has a query,
        which may trigger an action.

        Old pages link to the blog by http although it now uses https; both are fetched as
        configured.
        """
        try:
            address = join(self._base, link)
        except Refused:
            return None
        own = replace(address, scheme=self._base.scheme, port=self._base.port)
        same = self._base.is_at_home(address) or address.is_at_home(self._base)
        return own if same and not address.query and own.is_below(self._base) else None
