"""A correction: an edit of a page that settles findings, and is tried before it is proposed and
before it is sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from parsers.refusal import Refusal, Refused
from sync.text import one_line, shorten, without_markup
from sync.wiki.writing.page_edit import PageEdit

if TYPE_CHECKING:
    from parsers.changes import TextChange
    from parsers.gamestate.change import GamestateChange
    from sync.correct.correctable_pages import CorrectablePage
    from validators.finding import Finding

MAX_SUMMARY = 480
"""The maximum length of a summary: MediaWiki cuts it at 500 characters."""


@dataclass(frozen=True)
class Correction(PageEdit):
    """An edit that settles ``findings``; ``page`` is the page before it, None for undoing an edit.

    ``mark`` depends on the page and the settled findings. ``id`` depends on the page and on whether
    a confirmation is needed: it stays the same for any choice of findings. ``automatic``
    corrections can be saved without confirmation; ``consent`` lists the reasons, as clauses, for
    confirming the others. A ``doubtful`` correction relies on a low-confidence reading or on an
    impossible one: it is saved only after a reviewer has seen it.
    """

    findings: tuple[Finding, ...] = ()
    automatic: bool = False
    doubtful: bool = False
    consent: tuple[str, ...] = ()
    page: CorrectablePage | None = field(default=None, compare=False, repr=False)

    @property
    def id(self) -> str:
        """Eight hexadecimal digits; for undoing an edit, its mark."""
        if not self.findings:
            return self.mark
        kind = "automatic" if self.automatic else "confirmed"
        return _digest(self.title, "doubtful" if self.doubtful else kind)

    def rebased(self, revid: int, text: str) -> Self:
        """Apply every change to the page as others have edited it; all must be possible and pass
        the checks.
        """
        if self.page is None:
            return super().rebased(revid, text)
        page = self.page.with_text(text)
        for finding in self.findings:
            page = page.apply(change_of(finding))
        refused = self.objection(page.text)
        if refused is not None:
            raise refused
        return replace(self, base_revid=revid, base_text=text, text=page.text)

    def objection(self, text: str) -> Refused | None:
        """Return why a text does not settle the findings, or introduces findings that neither the
        page had nor the correction expected.
        """
        if self.page is None:
            return None
        known = {**self.page.findings, **self.page.with_text(self.text).findings}
        return objection(known, self.page.with_text(text).findings, self.findings)


def made(
    page: CorrectablePage,
    after: CorrectablePage,
    findings: Sequence[Finding],
    consent: tuple[str, ...],
    *,
    doubtful: bool,
) -> Correction:
    """Return the correction from a page to its new version that settles the findings; automatic if
    no ``consent`` is needed.
    """
    parts = (page.title, *sorted(finding.fingerprint for finding in findings))
    return Correction(
        title=page.title,
        base_revid=page.revid,
        base_text=page.text,
        text=after.text,
        summary=edit_summary(findings),
        codes=tuple(dict.fromkeys(finding.code for finding in findings)),
        mark=_digest(*parts),
        findings=tuple(findings),
        automatic=not consent,
        doubtful=doubtful,
        consent=consent,
        page=page,
    )


def _digest(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def change_of(finding: Finding) -> GamestateChange | TextChange:
    """Return the change that fixes a finding."""
    assert finding.fix is not None  # noqa: S101 - what is eligible has a fix with a change
    assert finding.fix.change is not None  # noqa: S101
    return finding.fix.change


def objection(
    known: Mapping[str, Finding], found: Mapping[str, Finding], settled: Iterable[Finding]
) -> Refused | None:
    """Return why a new text, with the findings ``found``, is wrong, or None.

    It is wrong if a finding that should be ``settled`` remains, or a finding is not among the
    ``known`` ones.
    """
    over = {finding.fingerprint: finding for finding in settled}
    for fingerprint in over.keys() & found.keys():
        return Refused(Refusal.NOT_SETTLED, message=over[fingerprint].message)
    # A finding that quotes changed text gets another fingerprint, but is not new.
    reworded = [
        (finding.code, finding.subject)
        for mark, finding in known.items()
        if mark not in found and mark not in over
    ]
    for fingerprint, finding in found.items():
        if fingerprint in known:
            continue
        if (finding.code, finding.subject) not in reworded:
            return Refused(Refusal.NEW_FINDING, code=finding.code, message=finding.message)
        reworded.remove((finding.code, finding.subject))
    return None


def edit_summary(findings: Sequence[Finding]) -> str:
    """Summarise the findings as ``BN401 (rule “Coal”): set …``, as many as fit."""
    parts = list[str]()
    for finding in findings:
        rule = f" (rule “{finding.rule.title}”)" if finding.rule is not None else ""
        clause = (
            f"{finding.code}{rule}:"
            f" {finding.fix.summary if finding.fix is not None else finding.message}"
        )
        parts.append(without_markup(one_line(clause)))
    return shorten("; ".join(parts), MAX_SUMMARY)
