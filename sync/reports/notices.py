"""Composed and posted notices, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from sync.notices.model import Notice, NoticeOutcome
from sync.reports.corrections import result_of
from sync.reports.layout import heading, indented, words
from sync.schemas import shaped
from sync.schemas.writing import NoticeJson, UntoldJson
from sync.text import safe
from validators.finding import Finding
from validators.words import counted


def notices(composed: Sequence[tuple[Notice, NoticeOutcome]], untold: Sequence[Finding] = ()) -> dict[str, Any]:
    """``blognomic/notices/1``; ``untold`` are the findings that are left out unless ``--only`` names them."""
    return {
        "schema": "blognomic/notices/1",
        "notices": [_notice(notice, posted) for notice, posted in composed],
        "untold": [shaped(UntoldJson, each, finding=each.code) for each in untold],
    }


def _notice(notice: Notice, posted: NoticeOutcome) -> dict[str, Any]:
    draft = notice.draft
    return shaped(
        NoticeJson,
        draft,
        notice,
        posted,
        findings=list(draft.codes),
        fingerprints=[finding.fingerprint for finding in draft.findings],
        why=posted.why or None,
    )


def notices_as_text(
    composed: Sequence[tuple[Notice, NoticeOutcome]], untold: Sequence[Finding] = (), *, applied: bool, wrapped: bool = True
) -> Iterator[RenderableType]:
    """Every notice as it would be, or was, posted, and how many findings are left out unless ``--only`` names them.

    Its text is ``wrapped`` for a window, or left as it is to be copied.
    """
    for notice, posted in composed:
        draft = notice.draft
        place = draft.channel if draft.channel == draft.target else f"{draft.channel}, {draft.target}"
        yield heading(f"{place}: notice {draft.id} for {draft.about}")
        text = safe(notice.text.rstrip(), newlines=True)
        if text and wrapped:
            yield indented(Text(text, overflow="fold"), 4)
        elif text:
            yield from (Text(f"    {line}", no_wrap=True, overflow="ignore") for line in text.split("\n"))
        if posted.result is not None:
            yield result_of("posted", posted.result, f" at {posted.url}" if posted.url else "", posted.why)
    yield words("")
    if untold:
        codes = ", ".join(f"{code} ({count})" for code, count in sorted(Counter(each.code for each in untold).items()))
        yield words(f"Left out, as they may be mistaken, are old, or are about the blog's sidebar: {codes}.")
        yield words("--only CODE includes them; what is about the sidebar goes to a chat alone (--to chat).")
    yield words(_last_line(composed, applied=applied), "bold")


def _last_line(composed: Sequence[tuple[Notice, NoticeOutcome]], *, applied: bool) -> str:
    results = [posted.result for _, posted in composed]
    left = [result for result in results if result != "already-posted"]
    if not left:
        return "No new notices." if results else "No notices."
    if applied:
        return f"{left.count('posted')} of {counted(len(left), 'notice')} posted."
    kept = len(left) - left.count(None)
    cannot = f" {kept} of them cannot be posted now." if kept else ""
    return f"{counted(len(left), 'notice')} composed; nothing was posted.{cannot} --apply posts."
