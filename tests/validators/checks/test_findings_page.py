"""``docs/findings.md`` is made from the descriptions of the checks.

After a change of one: make docs
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tests.support.paths import ROOT
from validators.checks.check import AuditCheck
from validators.checks.run import checks
from validators.finding import PAST_AFTER

PAGE = ROOT / "docs" / "findings.md"

FAMILIES = {
    "BN1": "Resolution and votes",
    "BN2": "Posts",
    "BN3": "Roster",
    "BN4": "Gamestate",
    "BN5": "Edits of the wiki",
    "BN6": "Ruleset",
    "BN9": "Sources",
}

INTRODUCTION = Path(__file__).with_name("findings_introduction.md")


def page() -> str:
    lasting = " and ".join(one.code for one in checks() if one.lasting)
    introduction = INTRODUCTION.read_text(encoding="utf-8").format(
        days=PAST_AFTER.days, lasting=lasting
    )
    return "\n".join(
        (introduction, *_contents(), *(line for one in checks() for line in _section(one)))
    )


def _contents() -> Iterator[str]:
    yield "## All codes\n"
    for family, some in groupby(checks(), key=lambda one: one.code[:3]):
        links = (f"[{one.code}](#{one.code.lower()}-{one.slug})" for one in some)
        yield f"- {FAMILIES[family]}: {', '.join(links)}"
    yield ""


def _section(one: AuditCheck) -> Iterator[str]:
    yield f"## {one.code} {one.slug}\n"
    yield f"**{one.severity}** · {one.meaning}\n"
    yield from (f"{paragraph}\n" for paragraph in one.notes)
    yield f"- Rests on: {'; '.join(one.rests_on) or 'no particular rule'}."
    yield f"- Evidence: {one.evidence}"
    yield f"- May be mistaken: {one.mistaken}"
    yield f"- To settle it: {one.settle}\n"


def test_the_page_of_findings_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make docs"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
