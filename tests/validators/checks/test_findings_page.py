"""``docs/findings.md`` is made from the descriptions of the checks.

After a change of one: make docs
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

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

INTRODUCTION = """\
# Findings

What `blognomic audit` finds, code by code: what is wrong, the rule it rests on, what the check looks at, when it may be \
mistaken, and how to settle it. `blognomic explain BN105` says the same of one code, with the clauses of the Ruleset that was read.

- **Severity**: an *error* is against the rules, a *warning* needs a look, an *info* is context, not a fault.
- **Confidence** is stated beside it: *high* unless the section says otherwise. It is low wherever the order of two posts within \
one minute decides, because the blog gives entries no seconds. On matters and posts it is never surer than the tally sheet: where a \
clause that it rests on was not read, or a sentence of the rules of that time may say otherwise, it is low, and the sentence is evidence.
- **Rule**: a finding names the rule, and where it was read the sentence, of the Ruleset that was read. The titles below are \
those that most Rulesets use.
- **Fingerprint**: made of the code, the subject and what is wrong, so it stays the same from one run to the next, however the \
message is worded.
- **Not evaluated**: a check without its inputs, or whose clause was not understood, is listed as not evaluated and never passes \
silently. Where something that should have been seen was not, the audit gives no verdict (exit code 3).
- **Past**: what is about a matter resolved, or another post made, over {days} days ago can no longer be settled, and does not make \
an audit fail ([only what is new](ci.md#only-what-is-new)); `notice` leaves it out. Never past are findings about pending matters, pages \
and people, and {lasting}.
- **Illegal posts** (rule “Official Posts”) were made against the rules on making them. They are Unpopular whatever their votes, \
and keep their place in the queue until they are failed.

Outcomes and tallies of the past (BN102, BN103) are judged by the roster and the rules of that time, as far as sidebars, announcements \
and earlier revisions tell ([how](verdicts.md#resolved-matters)). The other checks on resolved matters rest on times and on the \
icons of the author and the Emperor, and on the roster and the rules of today.
"""


def page() -> str:
    lasting = " and ".join(one.code for one in checks() if one.lasting)
    introduction = INTRODUCTION.format(days=PAST_AFTER.days, lasting=lasting)
    return "\n".join((introduction, *_contents(), *(line for one in checks() for line in _section(one))))


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
