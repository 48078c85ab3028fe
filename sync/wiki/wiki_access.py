"""The wiki's address, the pages it returns, and the errors of reading it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from parsers.model import Revision
from parsers.refusal import Refused
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.net.addresses import Address, parse_address, shown_address
from sync.net.fetched import HttpSettings, TransportError
from sync.text import shorten

_SCRIPT = "api.php"
# The API reads these characters as separators or drops them: the answer would be for another title.
_UNFIT = re.compile("[\x00-\x1f\x7f#|\ud800-\udfff]")
_NAMESPACES = {
    name.casefold(): name
    for name in ("User", "Project", "File", "MediaWiki", "Template", "Help", "Category")
}


@dataclass(frozen=True, slots=True)
class WikiSettings(HttpSettings):
    """:class:`HttpSettings` of the wiki whose ``api.php`` is in the folder ``api_url``. Raises
    :class:`UsageError` for an unusable address.
    """

    api_url: str = field(kw_only=True)
    delay: float = 0.0
    max_bytes: int = 32_000_000

    def __post_init__(self) -> None:
        HttpSettings.__post_init__(self)
        try:
            why = "it has a question mark" if self.folder.query else ""
        except Refused as error:
            why = f"{error}"
        if why:
            raise UsageError(
                f"the wiki's address {shown_address(self.api_url)!r} cannot be used: {why}; use"
                " the address of the folder of api.php"
            )

    @property
    def folder(self) -> Address:
        """The address of the folder; its path ends with a slash."""
        address = parse_address(self.api_url)
        return replace(address, path=address.path.removesuffix(f"/{_SCRIPT}").rstrip("/") + "/")

    @property
    def script(self) -> Address:
        """The address of ``api.php``."""
        return replace(self.folder, path=f"{self.folder.path}{_SCRIPT}")


@dataclass(frozen=True, slots=True)
class FoundPage:
    """An existing page with its latest revision: its own ``title``, and the title of a followed
    redirect.
    """

    title: str
    revision: Revision
    redirected_from: str | None = None

    @property
    def revid(self) -> int:
        """The id of the latest revision; 0 for a missing page."""
        return self.revision.revid


@dataclass(frozen=True, slots=True)
class NoPage:
    """A title without a page. ``why``, a clause, is empty if the page can be created; ``title`` is
    the wiki's own spelling.
    """

    title: str
    why: str = ""
    redirected_from: str | None = None
    revid = 0


PageLookup = FoundPage | NoPage


def title_fault(title: str) -> str:
    """Return why a title cannot be sent, as a clause; empty if the wiki can judge it."""
    if not title.strip(" _"):
        return "it is empty"
    unfit = _UNFIT.search(title)
    return f"it contains {unfit[0]!r}, which is not allowed in titles" if unfit else ""


def shown_titles(titles: Sequence[str]) -> str:
    """Titles for messages: ``'Ruleset' and 3 more``."""
    first = repr(shorten("".join(titles[:1]), 80))
    return first if len(titles) < 2 else f"{first} and {len(titles) - 1} more"


def talk_page(title: str) -> str:
    """Return the talk page of a page. Namespaces are recognised by the English names that every
    MediaWiki accepts.
    """
    namespace, colon, rest = title.partition(":")
    name = namespace.strip().replace("_", " ").casefold() if colon else ""
    if name in _NAMESPACES:
        return f"{_NAMESPACES[name]} talk:{rest.strip()}"
    return title if name == "talk" or name.removesuffix(" talk") in _NAMESPACES else f"Talk:{title}"


class WikiUnreachable(Unreachable):
    """The wiki did not answer; ``code`` is the API's error code, empty without one."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class WikiRefused(NoVerdict):
    """The wiki refused the login."""


class WikiNotUnderstood(NoVerdict):
    """The wiki's reply is not one of MediaWiki's."""


class NoSuchPage(NoVerdict):
    """The wiki has no such page, or no longer the revision from which to go back."""


class ApiError(TransportError):
    """A reply of ``api.php`` that is an error (``code``), or not one of MediaWiki's (``understood``
    is False).
    """

    def __init__(
        self,
        reason: str,
        todo: str,
        *,
        again: bool = False,
        code: str = "",
        understood: bool = True,
    ) -> None:
        super().__init__(reason, todo, again=again)
        self.code, self.understood = code, understood


class OutcomeUnknown(Exception):
    """A form was sent to the wiki without a known result."""
