"""Addresses of posts and of the further pages of a list."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import SplitResult, urljoin, urlsplit

from parsers.blog import selectors


def absolute(base: str, href: str) -> str | None:
    """A link's address without fragment and closing slash, or None if it is not an address of a page."""
    parts = _joined(base, href) if href.strip() else None
    return parts._replace(fragment="", path=parts.path.rstrip("/")).geturl() if parts else None


def first_number(url: str) -> int:
    """How many comments (or posts) precede this page's, by its address: 100 for ``…/P100``."""
    parts = _joined(url, "")
    return selectors.page_number(parts.path)[1] if parts else 0


def further_pages(url: str, hrefs: Iterable[str], slug: str | None) -> tuple[str, ...]:
    """The other pages of the list at ``url`` that its links lead to, each once, in the page's order.

    They have the same host and path but for their number; pages of one entry's comments may also be in another
    folder under the entry's ``slug``.
    """
    first = first_number(url)
    here = _joined(url, "")
    if here is None:
        return ()
    path, _ = selectors.page_number(here.path)
    found: dict[int, str] = {}
    for href in hrefs:
        link = _joined(url, href)
        if link is None or link.netloc.lower() != here.netloc.lower():
            continue
        link_path, number = selectors.page_number(link.path)
        if number != first and (link_path == path or (number and slug and link_path.rpartition("/")[2] == slug)):
            found.setdefault(number, link._replace(fragment="", path=link.path.rstrip("/")).geturl())
    return tuple(found.values())


def _joined(base: str, href: str) -> SplitResult | None:
    try:
        parts = urlsplit(urljoin(base, href.strip()))
    except ValueError:  # an invalid host, such as "[" alone
        return None
    return parts if parts.scheme in {"", "http", "https", "file"} else None
