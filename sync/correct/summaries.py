"""Edit summaries: what was corrected and by which rule, in words that the wiki shows and never follows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sync.text import one_line
from validators.finding import Finding

__all__ = ["MOST", "edit_summary"]

MOST = 480
"""Characters of a summary: MediaWiki cuts them off at 500."""

# What MediaWiki reads in a summary: links, and the name of a section between /* and */.
_MARKUP = re.compile(r"\[(?=\[)|\](?=\])|/(?=\*)|\*(?=/)|~(?=~)")


def edit_summary(findings: Sequence[Finding]) -> str:
    """``BN401 (rule “Coal”): set …``, one after the other; what does not fit is counted."""
    parts = [_inert(_said(finding)) for finding in findings]
    shown = list(parts)
    while len(text := "; ".join(shown) + _more(len(parts) - len(shown))) > MOST and len(shown) > 1:
        shown.pop()
    return text if len(text) <= MOST else text[: MOST - 1].rstrip() + "…"


def _said(finding: Finding) -> str:
    rule = f" (rule “{finding.rule.title}”)" if finding.rule is not None else ""
    return f"{finding.code}{rule}: {finding.fix.summary if finding.fix is not None else finding.message}"


def _more(count: int) -> str:
    return "" if not count else f"; and {count} more"


def _inert(text: str) -> str:
    return _MARKUP.sub(lambda match: match[0] + " ", one_line(text))
