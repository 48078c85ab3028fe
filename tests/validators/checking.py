"""Running checks on small games."""

from __future__ import annotations

from dataclasses import replace

from parsers.model import Post
from tests.validators.making import view
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding

__all__ = ["FAMILIES", "codes", "only", "report"]

FAMILIES = (
    "BN1",
    "BN201",
    "BN202",
    "BN203",
    "BN204",
    "BN205",
    "BN604",
    "BN605",
    "BN606",
    "BN608",
    "BN610",
    "BN9",
)
"""The codes of resolutions and votes, posts as they were made, the Ruleset as read and sources,
which games of posts are made for.
"""


def report(*posts: Post, select: str = "", **setting: object) -> AuditReport:
    """What the checks of one prefix find, or of all :data:`FAMILIES`; what later versions are to
    check is left out.
    """
    made = run_all(view(*posts, **setting), select=[select] if select else FAMILIES)  # type: ignore[arg-type]
    return replace(
        made, not_evaluated=tuple(item for item in made.not_evaluated if not _expected(item.why))
    )


def _expected(why: str) -> bool:
    """Whether a check is left out for what these games never have: the text of the rule on tags."""
    return "no rule on tags" in why


def codes(*posts: Post, select: str = "", **setting: object) -> list[str]:
    """The codes found."""
    return [finding.code for finding in report(*posts, select=select, **setting).findings]


def only(code: str, *posts: Post, **setting: object) -> Finding:
    """The one finding of a code."""
    (finding,) = report(*posts, select=code, **setting).findings
    return finding
