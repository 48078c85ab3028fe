"""A notice as a new section at the end of a talk page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from sync.notices.model import Notice, marked
from sync.notices.places import Talk
from sync.wiki.writing.page_edit import PageEdit

__all__ = ["TalkSection"]

_SUMMARY = "Correction notice"


@dataclass(frozen=True)
class TalkSection(PageEdit):
    """An edit that adds ``section`` to a page, unless its ``findings`` (their digits in the mark) are all there already."""

    section: str = ""
    findings: frozenset[str] = frozenset()

    @classmethod
    def of(cls, notice: Notice, page: Talk) -> Self:
        """The edit that adds a notice to a page. Raises what :meth:`rebased` raises."""
        codes = notice.draft.codes
        summary = f"{_SUMMARY}: {', '.join(codes)} (new section)"
        edit = cls(page.title, page.revid, page.text, "", summary, codes, notice.mark, "wiki-talk", False, notice.text, marked(notice.mark))
        return replace(edit, text=edit._with_section(page.text))

    def rebased(self, revid: int, text: str) -> Self:
        """The section at the end of the page's newer text; no change where the notice is there by now.

        Raises ValueError where a part of the notice is.
        """
        return replace(self, base_revid=revid, base_text=text, text=self._with_section(text))

    def _with_section(self, text: str) -> str:
        there = self.findings & marked(text, page=True)
        if there == self.findings:
            return text
        if there:
            raise ValueError("a part of the notice was posted there meanwhile; run it again for the rest")
        before = text.rstrip()
        return f"{before}\n\n{self.section}" if before else self.section
