"""Years of real proposals as monthly archives: exactly the irregular ones are found.

What is expected is worked out here from the dates alone, by comparing every pair.
"""

from __future__ import annotations

import csv
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from pathlib import Path

import pytest

from parsers.model import Post, Status, name_key
from tests.audit_history import (
    HISTORY,
    NO_HISTORY,
    PAGE,
    audited,
    figures,
    proposals,
    real_proposals,
    write_months,
)
from validators.checks.run import AuditReport
from validators.finding import Severity

RELIABLE = datetime(2014, 11, 23, tzinfo=UTC)
"""Before it matters were resolved before they were posted, last in August 2014."""
YEAR, LATE, WEEK = timedelta(days=365), timedelta(days=14), timedelta(days=7)


def expected(posts: Sequence[Post]) -> dict[str, set[str]]:
    """Every proposal against every other of the year before it, from their dates alone."""
    found: dict[str, set[str]] = defaultdict(set)
    every = [
        (p, p.posted, p.closed) for p in posts if p.posted is not None and p.closed is not None
    ]
    dated = sorted(
        ((p, made, closed) for p, made, closed in every if closed - made <= LATE), key=itemgetter(1)
    )
    found["BN118"] = {p.key for p, made, closed in every if closed < made or closed - made > LATE}
    for post, made, closed in every:
        near = dated[
            bisect_left(dated, made - YEAR, key=itemgetter(1)) : bisect_right(
                dated, made, key=itemgetter(1)
            )
        ]
        older = [(p, m, c) for p, m, c in near if m < made or p.position > post.position]
        own = [(m, c) for p, m, c in older if name_key(p.author) == name_key(post.author)]
        if post.key not in found["BN118"]:
            if post.status is Status.ENACTED and closed - made < timedelta(hours=12):
                found["BN104"].add(post.key)
            if any(c > closed and closed - m <= timedelta(days=7) for _, m, c in older):
                found["BN105"].add(post.key)
        if sum(c > made for _, c in own) >= 2:
            found["BN201"].add(post.key)
        if sum(m.date() == made.date() for m, _ in own) >= 3:
            found["BN202"].add(post.key)
    return {code: keys for code, keys in found.items() if keys}


def found(report: AuditReport, severity: Severity | None = None) -> dict[str, set[str]]:
    """The subjects of each code, of one severity or all."""
    subjects: dict[str, set[str]] = defaultdict(set)
    for finding in report.findings:
        if severity in (None, finding.severity):
            subjects[finding.code].add(finding.subject.id)
    return dict(subjects)


INVENTED = """\
title,proposer,posted,status,closed
Lanterns,Ana,03 Mar 2019 08:00:00,Enacted,03 Mar 2019 20:00:00
Too Soon,Bo,03 Mar 2019 09:00:00,Enacted,03 Mar 2019 20:59:59
Wicks,Ana,04 Mar 2019 08:00:00,Failed,06 Mar 2019 08:00:00
Oil,Ana,04 Mar 2019 09:00:00,Enacted,06 Mar 2019 09:00:00
A Third Pending,Ana,05 Mar 2019 08:00:00,Illegal,06 Mar 2019 10:00:00
Old,Cy,07 Mar 2019 08:00:00,Failed,20 Mar 2019 08:00:00
Seven Days Later,Bo,08 Mar 2019 08:00:00,Enacted,14 Mar 2019 08:00:00
After Seven Days,Bo,09 Mar 2019 08:00:00,Enacted,14 Mar 2019 08:00:01
Entered Again,Ed,01 May 2019 08:00:00,Enacted,15 May 2019 08:00:01
In Order,Bo,02 May 2019 08:00:00,Enacted,04 May 2019 08:00:00
One,Di,01 Apr 2019 00:00:00,Failed,01 Apr 2019 01:00:00
Two,Di,01 Apr 2019 06:00:00,Failed,01 Apr 2019 07:00:00
Three,Di,01 Apr 2019 12:00:00,Failed,01 Apr 2019 13:00:00
Four,Di,01 Apr 2019 23:59:00,Failed,02 Apr 2019 01:00:00
Next Day,Di,02 Apr 2019 02:00:00,Failed,02 Apr 2019 03:00:00
Backwards,Bo,05 Apr 2019 08:00:00,Enacted,05 Apr 2019 07:00:00
"""


def test_invented_years(tmp_path: Path) -> None:
    posts = proposals(csv.DictReader(INVENTED.splitlines()))
    write_months(posts, tmp_path)
    titles = {post.key: post.title.removeprefix("Proposal: ") for post in posts}
    report = audited(tmp_path, len(posts))
    subjects = found(report)
    assert {code: {titles[key] for key in keys} for code, keys in subjects.items()} == {
        "BN104": {"Too Soon"},
        "BN105": {"Seven Days Later"},
        "BN118": {"Backwards", "Entered Again"},
        "BN201": {"A Third Pending"},
        "BN202": {"Four"},
    }
    errors = {titles[key] for keys in found(report, Severity.ERROR).values() for key in keys}
    assert errors == {"Too Soon", "Seven Days Later", "Four"}


@pytest.mark.skipif(not HISTORY.is_file(), reason=NO_HISTORY)
@pytest.mark.parametrize(
    ("first", "last"),
    [
        pytest.param(2013, 2013, id="a year of unreliable times"),
        pytest.param(2016, 2016, id="a year of reliable times"),
        pytest.param(2005, 2022, id="all years in one run", marks=pytest.mark.slow),
    ],
)
def test_real_years(first: int, last: int, tmp_path: Path) -> None:
    """Exactly the irregular ones are found, and no error rests on the times of before November
    2014.
    """
    posts = real_proposals(first, last)
    write_months(posts, tmp_path)
    report = audited(tmp_path, len(posts))
    assert found(report) == expected(posts)
    reliable = {post.key for post in posts if post.posted is not None and post.posted >= RELIABLE}
    errors, perhaps = found(report, Severity.ERROR), not_certain(posts)
    for code, keys in found(report).items():
        assert errors.get(code, set()) <= keys & reliable
        assert keys & reliable <= errors.get(code, set()) | perhaps[code]
    assert any("are unreliable" in item.why for item in report.not_evaluated) is (
        first < RELIABLE.year
    )


def not_certain(posts: Sequence[Post]) -> dict[str, set[str]]:
    """Those whose finding may be no error: marked Illegal, which settles it, or decided by the
    order within a minute.

    Nor is it one where it rests on another that is dated as resolved more than two weeks after it
    was posted.
    """
    every, without = (
        expected(posts),
        expected(
            [p for p in posts if not (p.posted and p.closed and p.closed - p.posted > 2 * WEEK)]
        ),
    )
    late = {code: every.get(code, set()) - without.get(code, set()) for code in ("BN105", "BN201")}
    minutes = {
        (name_key(p.author), f"{time:%F %R}", p.key)
        for p in posts
        for time in (p.posted, p.closed)
        if time is not None
    }
    busy = Counter((author, minute) for author, minute, _ in minutes)
    tied = {p.key for p in posts if busy[name_key(p.author), f"{p.posted:%F %R}"] > 1}
    illegal = {p.key for p in posts if p.status is Status.ILLEGAL}
    return {
        "BN104": set(),
        "BN105": illegal | tied | late["BN105"],
        "BN118": {p.key for p in posts},
        "BN201": illegal | tied | late["BN201"],
        "BN202": illegal | tied,
    }


@pytest.mark.slow
@pytest.mark.skipif(not HISTORY.is_file(), reason=NO_HISTORY)
def test_the_figures_of_the_page_are_those_of_a_run(tmp_path: Path) -> None:
    """After a change: python -m tests.audit_history"""
    posts = real_proposals()
    write_months(posts, tmp_path)
    assert figures(posts, audited(tmp_path, len(posts))) in PAGE.read_text(encoding="utf-8")
