"""What the wiki client returns, and the titles of talk pages."""

from __future__ import annotations

from dataclasses import dataclass

from parsers.model import Revision

__all__ = ["FoundPage", "InvalidTitle", "MissingPage", "PageLookup", "WikiSite", "talk_page"]

_NAMESPACES = {name.casefold(): name for name in ("User", "Project", "File", "MediaWiki", "Template", "Help", "Category")}


@dataclass(frozen=True, slots=True)
class FoundPage:
    """An existing page with its latest revision.

    ``title`` is its own title. It may differ from the title ``asked`` in spelling (``the_tower``, ``The tower``), and
    more if a redirect was followed: then ``redirected_from`` is the title of the redirect.
    """

    asked: str
    title: str
    revision: Revision
    redirected_from: str | None = None

    @property
    def revid(self) -> int:
        """The id of the latest revision."""
        return self.revision.revid


@dataclass(frozen=True, slots=True)
class MissingPage:
    """A title without a page: never written, deleted, or moved without leaving a redirect.

    With ``redirected_from`` there is a redirect of that title, which leads to the missing page ``title``.
    """

    asked: str
    title: str
    redirected_from: str | None = None
    revid = 0
    """0, which in MediaWiki stands for no revision."""


@dataclass(frozen=True, slots=True)
class InvalidTitle:
    """A title that no page of this wiki can have, or a redirect to none; ``why`` is a clause, ``revid`` as for a missing page."""

    asked: str
    why: str
    revid = 0


PageLookup = FoundPage | MissingPage | InvalidTitle


@dataclass(frozen=True, slots=True)
class WikiSite:
    """The wiki's name, software and state. ``release`` is the first two numbers of MediaWiki's version, None if it is
    other software. ``read_only`` is the reason given while nothing can be saved, else None.
    """

    name: str
    generator: str
    release: tuple[int, int] | None
    read_only: str | None = None


def talk_page(title: str) -> str:
    """The talk page of a page. Namespaces are known by the English names that every MediaWiki accepts."""
    namespace, colon, rest = title.partition(":")
    name = namespace.strip().replace("_", " ").casefold() if colon else ""
    if name in _NAMESPACES:
        return f"{_NAMESPACES[name]} talk:{rest.strip()}"
    if name == "talk" or name.removesuffix(" talk") in _NAMESPACES:
        return title
    return f"Talk:{title}"
