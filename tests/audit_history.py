"""Renders all real Proposals of 2005 to 2022 as monthly archives, audits them in one run, and
writes the figures into docs/limits.md.

python -m tests.audit_history
"""

from __future__ import annotations

import csv
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from parsers.model import AdminNote, Category, Post, Status
from sync.cli.source import view_of
from sync.settings.config import Options, resolve
from sync.sources.source_view import BASIC
from tests.support.blog_pages import BLOG, month_page
from tests.support.paths import DEMO, ROOT, SHARED
from tests.support.reviewing import harmless
from validators.checks.run import AuditReport, run_all
from validators.finding import Severity

HISTORY = SHARED / "history" / "proposals_2005-2022.csv"
NO_HISTORY = (
    f"the history of the real game is not beside this checkout ({HISTORY.name} in"
    " ../shared/history)"
)
DEMO_RULES = DEMO / "wiki" / "Ruleset.wikitext"
PAGE = ROOT / "docs" / "limits.md"
BEGIN, END = "<!-- figures: python -m tests.audit_history -->\n", "<!-- end of the figures -->\n"
CODES = ("BN104", "BN105", "BN118", "BN201", "BN202")
_SHORT = {Severity.ERROR: "E", Severity.WARNING: "W", Severity.INFO: "I"}


def when(text: str) -> datetime:
    return datetime.strptime(" ".join(text.split()), "%d %b %Y %H:%M:%S").replace(tzinfo=UTC)


def proposals(rows: Iterable[dict[str, str]]) -> list[Post]:
    """The newest first, as pages list them; ties as the file has them, from below."""
    ordered = sorted(rows, key=lambda row: when(row["posted"]))[::-1]
    return [
        Post(
            f"{BLOG}/archive/p{number}",
            f"Proposal: {row['title']}",
            Category.PROPOSAL,
            row["proposer"],
            when(row["posted"]),
            Status(row["status"].lower()),
            closed=when(row["closed"]),
            note=(
                None
                if row.get("admin", "?") == "?"
                else AdminNote(f"{row['status']} by {row['admin']}.")
            ),
            comment_count=int(row.get("comments") or 0),
            position=number,
        )
        for number, row in enumerate(ordered)
    ]


def real_proposals(first: int = 2005, last: int = 2022) -> list[Post]:
    """Those posted in these years."""
    with HISTORY.open(encoding="utf-8", newline="") as file:
        return proposals(
            row for row in csv.DictReader(file) if first <= when(row["posted"]).year <= last
        )


def write_months(posts: Sequence[Post], folder: Path) -> None:
    """A snapshot of monthly archives alone."""
    months: dict[str, list[Post]] = defaultdict(list)
    for post in posts:
        months[f"{post.posted:%Y/%m}"].append(post)
    for month, made in months.items():
        (folder / "blog" / month).mkdir(parents=True)
        (folder / "blog" / month / "index.html").write_text(month_page(made), encoding="utf-8")
    (folder / "snapshot.toml").write_text("as_of = 2024-01-01T00:00:00Z\n", encoding="utf-8")


def audited(folder: Path, posts: int) -> AuditReport:
    """What the checks of :data:`CODES` find, by the rules of the sample game."""
    options = Options(snapshot=str(folder), ruleset=str(DEMO_RULES), emperor="")
    reviews = harmless(DEMO_RULES.read_text(encoding="utf-8"))
    view = view_of(replace(resolve(options, folder), reviews=reviews), BASIC)
    assert len(view.posts) == posts
    return run_all(view, select=CODES)


def figures(posts: Sequence[Post], report: AuditReport) -> str:
    """A table: how many findings of each code and severity."""
    found = Counter((each.code, _SHORT[each.severity]) for each in report.findings)
    lines = [
        f"| {len(posts):,} Proposals | errors | warnings | information |",
        "|---|---:|---:|---:|",
    ]
    for code in CODES:
        lines.append(
            f"| {code} | "
            + " | ".join(str(found[code, kind] or "") for kind in _SHORT.values())
            + " |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    if not HISTORY.is_file():
        sys.exit(NO_HISTORY)
    posts = real_proposals()
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CACHE_HOME"] = str(Path(place) / "cache")
        write_months(posts, Path(place))
        started = time.process_time()
        report = audited(Path(place), len(posts))
        seconds = time.process_time() - started
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(
        f"{before}{BEGIN}\n{figures(posts, report)}\n{END}{rest.partition(END)[2]}",
        encoding="utf-8",
    )
    sys.stdout.write(
        f"{len(posts)} Proposals, {len(report.findings)} findings, {seconds:.1f} s of this"
        " process\n"
    )


if __name__ == "__main__":
    main()
