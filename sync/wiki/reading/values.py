"""What the wiki client returns, and the titles of talk pages."""

from __future__ import annotations

from dataclasses import dataclass

from parsers.model import Revision

_NAMESPACES = {name.casefold(): name for name in ("User", "Project", "File", "MediaWiki", "Template", "Help", "Category")}


@dataclass(frozen=True, slots=True)
class FoundPage:
    """An existing page with its latest revision: its own ``title``, the one ``asked``, and that of a redirect that was followed."""

    asked: str
    title: str
    revision: Revision
    redirected_from: str | None = None

    @property
    def revid(self) -> int:
        """That of the latest revision; 0 where there is no page."""
        return self.revision.revid


@dataclass(frozen=True, slots=True)
class MissingPage:
    """A title without a page, or with a redirect of the title ``redirected_from`` that leads to the missing page ``title``."""

    asked: str
    title: str
    redirected_from: str | None = None
    revid = 0


@dataclass(frozen=True, slots=True)
class InvalidTitle:
    """A title that no page of this wiki can have, or a redirect to none; ``why`` is a clause."""

    asked: str
    why: str
    revid = 0


PageLookup = FoundPage | MissingPage | InvalidTitle


@dataclass(frozen=True, slots=True)
class WikiSite:
    """``release`` is the first two numbers of MediaWiki's version, ``read_only`` the reason given while nothing can be saved."""

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
