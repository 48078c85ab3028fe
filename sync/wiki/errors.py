"""How a question to the wiki can end without an answer. Each is one sentence for people."""

from __future__ import annotations

from sync.errors import NoVerdict, Unreachable
from sync.net.retry_after import AskedWait

__all__ = ["Fault", "NoSuchPage", "RevisionGone", "WikiNotUnderstood", "WikiRefused", "WikiUnreachable"]


class WikiUnreachable(Unreachable):
    """The wiki gave no answer. ``code`` is the API's name for the reason where the wiki gave one, else empty."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class WikiRefused(NoVerdict):
    """The wiki does not let the account in. ``code`` as above."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code


class WikiNotUnderstood(NoVerdict):
    """The wiki answered, and the answer is not one that MediaWiki gives."""


class NoSuchPage(NoVerdict):
    """The history of a page was asked for that the wiki does not have."""


class RevisionGone(NoVerdict):
    """The history was to begin after a revision that the wiki no longer knows. Read it from the beginning."""


class Fault(Exception):
    """One try that failed, inside this package: what happened and what to do about it.

    ``again`` says whether another try may succeed, ``wait`` how long the wiki asked to be left alone
    (None where it did not say), and ``understood`` is False for an answer in no form that MediaWiki has.
    """

    def __init__(
        self,
        happened: str,
        todo: str,
        *,
        again: bool = False,
        wait: AskedWait | None = None,
        code: str = "",
        understood: bool = True,
    ) -> None:
        super().__init__(happened)
        self.happened = happened
        self.todo = todo
        self.again = again
        self.wait = wait
        self.code = code
        self.understood = understood
