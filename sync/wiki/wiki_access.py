"""How to reach the wiki, what it answers when asked for a page, and how that can fail."""

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
# Characters that the API takes for a separator, or drops: the title would be answered as another
# one.
_UNFIT = re.compile("[\x00-\x1f\x7f#|\ud800-\udfff]")
_NAMESPACES = {
    name.casefold(): name
    for name in ("User", "Project", "File", "MediaWiki", "Template", "Help", "Category")
}


@dataclass(frozen=True, slots=True)
class WikiSettings(HttpSettings):
    """:class:`HttpSettings` of the wiki whose ``api.php`` is in the folder ``api_url``. Raises
    :class:`UsageError` for an unfit one.
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
                f"the wiki's address {shown_address(self.api_url)!r} cannot be used: {why}; name"
                " the folder of api.php"
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
    """An existing page with its latest revision: its own ``title``, and that of a redirect that was
    followed.
    """

    title: str
    revision: Revision
    redirected_from: str | None = None

    @property
    def revid(self) -> int:
        """That of the latest revision; 0 where there is no page."""
        return self.revision.revid


@dataclass(frozen=True, slots=True)
class NoPage:
    """A title without a page: one that could be made there if ``why``, a clause, is empty;
    ``title`` is the wiki's own spelling.
    """

    title: str
    why: str = ""
    redirected_from: str | None = None
    revid = 0


PageLookup = FoundPage | NoPage


def title_fault(title: str) -> str:
    """Why a title cannot even be sent, a clause; empty if the wiki is to judge."""
    if not title.strip(" _"):
        return "it is empty"
    unfit = _UNFIT.search(title)
    return f"it contains {unfit[0]!r}, which no title can" if unfit else ""


def shown_titles(titles: Sequence[str]) -> str:
    """Some titles for a sentence: 'Ruleset' and 3 more."""
    first = repr(shorten("".join(titles[:1]), 80))
    return first if len(titles) < 2 else f"{first} and {len(titles) - 1} more"


def talk_page(title: str) -> str:
    """The talk page of a page. Namespaces are known by the English names that every MediaWiki
    accepts.
    """
    namespace, colon, rest = title.partition(":")
    name = namespace.strip().replace("_", " ").casefold() if colon else ""
    if name in _NAMESPACES:
        return f"{_NAMESPACES[name]} talk:{rest.strip()}"
    return title if name == "talk" or name.removesuffix(" talk") in _NAMESPACES else f"Talk:{title}"


class WikiUnreachable(Unreachable):
    """The wiki did not answer; ``code`` is the API's error code if it sent one, else empty."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class WikiRefused(NoVerdict):
    """The wiki does not let the account in."""


class WikiNotUnderstood(NoVerdict):
    """The wiki's answer is not one of MediaWiki's."""


class NoSuchPage(NoVerdict):
    """The wiki has no page whose history was requested, or no longer the revision from which it was
    to go back.
    """


class ApiError(TransportError):
    """An answer of ``api.php`` that is an error (``code``), or not one of MediaWiki's
    (``understood`` is False).
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
    """A form was sent to the wiki, and it is unknown whether the wiki acted on it."""
