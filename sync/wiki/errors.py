"""How a request to the wiki can fail. All but :class:`ApiError` and :class:`OutcomeUnknown` are one sentence for people."""

from __future__ import annotations

from sync.errors import NoVerdict, Unreachable
from sync.net.fetched import TransportError


class _Coded(NoVerdict):
    """``code`` is the API's error code if it sent one, else empty."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class WikiUnreachable(_Coded, Unreachable):
    """The wiki did not answer."""


class WikiRefused(_Coded):
    """The wiki does not let the account in."""


class WikiNotUnderstood(NoVerdict):
    """The wiki's answer is not one of MediaWiki's."""


class NoSuchPage(NoVerdict):
    """The wiki has no page whose history was requested, or no longer the revision from which it was to go back."""


class ApiError(TransportError):
    """An answer of ``api.php`` that is an error (``code``), or not one of MediaWiki's (``understood`` is False)."""

    def __init__(
        self, reason: str, todo: str, *, again: bool = False, wait: float | None = None, code: str = "", understood: bool = True
    ) -> None:
        super().__init__(reason, todo, again=again, wait=wait)
        self.code = code
        self.understood = understood


class OutcomeUnknown(Exception):
    """A form was sent to the wiki, and the answer does not tell whether it was acted on."""
