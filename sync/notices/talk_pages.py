"""Talk pages of the wiki, and a notice as a new section of one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self

from parsers.refusal import Refusal, Refused
from parsers.wiki.wiki_page import read_page
from sync.errors import NoVerdict
from sync.notices.notice_model import Notice, marked
from sync.settings.config import Config
from sync.settings.credentials import user_of
from sync.text import shorten, without_markup
from sync.wiki.writing.page_edit import PageEdit
from sync.wiki.writing.refusals import excluded_by, stop_page, stopped_by

_REDIRECT = re.compile(r"\s*+#redirect\s*:?\s*\[\[", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk page, under its own title; ``revid`` is None for a missing page, ``redirected`` is
    True after a redirect.
    """

    title: str
    revid: int | None
    text: str
    redirected: bool = False


class TalkPages:
    """The current talk pages of the wiki; offline they are not read and count as empty. Each is
    read once, unless ``again`` is given. Methods raise :class:`NoVerdict` if a page cannot be read.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._known: dict[str, Talk | NoVerdict] = {}

    def read(self, title: str, *, again: bool = False) -> Talk:
        """Return a page, redirects resolved; a missing page has no text."""
        if again or title not in self._known:
            try:
                self._known[title] = self._fetched(title)
            except NoVerdict as error:
                # A wiki that does not answer is not asked again for each notice.
                self._known[title] = error
        found = self._known[title]
        if isinstance(found, NoVerdict):
            raise found
        return found

    def for_notices(self, title: str, *, again: bool = False) -> Talk:
        """Return a page as :meth:`read` does, but refuse redirects, which may lead to the Ruleset."""
        page = self.read(title, again=again)
        if page.redirected:
            raise NoVerdict(
                f"{title!r} redirects to {page.title!r}; choose another page with [notice] talk"
            )
        return page

    def hindrance(self, text: str, *, notice: bool) -> str | None:
        """Return why a page with this text must not be edited, as far as known without a login; the
        writer checks again.
        """
        user = user_of("wiki")
        sign = excluded_by(text, user, notice=notice)
        if sign and (user or not sign.startswith("{{bots|allow")):
            return f"the page excludes this account with {sign}"
        title = self._config.correct.stop_page or (stop_page(user) if user else None)
        if title is not None and stopped_by(self.read(title).text):
            return f"the page {title!r} of the wiki stops this tool; see the page for the reason"
        return None

    def _fetched(self, title: str) -> Talk:
        from sync.wiki.wiki_access import FoundPage, WikiSettings
        from sync.wiki.wiki_client import WikiClient

        live = self._config.live
        if live is None or live.offline:
            return Talk(title, None, "")
        with WikiClient(WikiSettings(live.contact, api_url=live.wiki_url)) as client:
            answer = client.read([title])[title]
        redirected = answer.redirected_from is not None
        if isinstance(answer, FoundPage):
            if answer.revision.text is None:
                raise NoVerdict(
                    f"the text of {answer.title!r} is hidden; choose another page with [notice]"
                    " talk"
                )
            return Talk(answer.title, answer.revid, answer.revision.text, redirected)
        if answer.why:
            raise NoVerdict(
                f"the wiki has no page {title!r} for notices: {answer.why}; choose another one"
                " with [notice] talk"
            )
        return Talk(answer.title, None, "", redirected)


@dataclass(frozen=True)
class TalkSection(PageEdit):
    """An edit that adds ``section`` to a page, unless all its ``findings`` (their digits in the
    mark) are already on it.
    """

    section: str = ""
    findings: frozenset[str] = frozenset()

    @classmethod
    def of(cls, notice: Notice, page: Talk) -> Self:
        """Return the edit that adds a notice to a page. Raises the errors of :meth:`rebased`."""
        edit = cls(
            page.title,
            page.revid,
            page.text,
            "",
            f"Please check: {without_markup(shorten(notice.draft.about, 200))} (new section)",
            notice.draft.codes,
            notice.mark,
            "wiki-talk",
            False,
            notice.text,
            marked(notice.mark),
        )
        return replace(edit, text=edit._with_section(page.text))

    def rebased(self, revid: int, text: str) -> Self:
        """Add the section to the page's newer text; no change if the whole notice is already on it.
        Raises Refused if a part of the notice is, or if the section would not be visible.
        """
        return replace(self, base_revid=revid, base_text=text, text=self._with_section(text))

    def _with_section(self, text: str) -> str:
        there = self.findings & marked(text, page=True)
        if there == self.findings:
            return text
        if there:
            raise Refused(Refusal.PARTLY_POSTED)
        before = text.rstrip()
        after = f"{before}\n\n{self.section}" if before else self.section
        added = len(read_page(after).sections) - len(read_page(text).sections)
        if added != 1 or _REDIRECT.match(text):
            raise Refused(Refusal.UNSEEN)
        return after
