"""Years of real proposals as monthly archives: exactly the irregular ones are found.

What is expected is worked out here from the dates alone, by comparing every pair.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers.model import Category, Post, Status, name_key
from sync.cli.source import view_of
from sync.settings.config import Options, resolve
from sync.sources.view import BASIC
from tests.support.blog_pages import month_page
from tests.support.paths import DEMO, SHARED
from validators.checks.run import run_all

HISTORY = SHARED / "history" / "proposals_2005-2022.csv"
DEMO_RULES = DEMO / "wiki" / "Ruleset.wikitext"
CODES = ("BN104", "BN105", "BN118", "BN201", "BN202")

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
One,Di,01 Apr 2019 00:00:00,Failed,01 Apr 2019 01:00:00
Two,Di,01 Apr 2019 06:00:00,Failed,01 Apr 2019 07:00:00
Three,Di,01 Apr 2019 12:00:00,Failed,01 Apr 2019 13:00:00
Four,Di,01 Apr 2019 23:59:00,Failed,02 Apr 2019 01:00:00
Next Day,Di,02 Apr 2019 02:00:00,Failed,02 Apr 2019 03:00:00
Backwards,Bo,05 Apr 2019 08:00:00,Enacted,05 Apr 2019 07:00:00
"""


def when(text: str) -> datetime:
    return datetime.strptime(" ".join(text.split()), "%d %b %Y %H:%M:%S").replace(tzinfo=UTC)


def proposals(rows: Sequence[dict[str, str]]) -> list[Post]:
    """The newest first, as pages list them; ties as the file has them, from below."""
    ordered = sorted(rows, key=lambda row: when(row["posted"]))[::-1]
    return [
        Post(
            f"https://blog.example/archive/p{number}",
            f"Proposal: {row['title']}",
            Category.PROPOSAL,
            row["proposer"],
            when(row["posted"]),
            Status(row["status"].lower()),
            closed=when(row["closed"]),
            position=number,
        )
        for number, row in enumerate(ordered)
    ]


def expected(posts: Sequence[Post]) -> dict[str, set[str]]:
    """Every proposal against every other, from their dates alone."""
    found: dict[str, set[str]] = defaultdict(set)
    dated = [(p, p.posted, p.closed) for p in posts if p.posted is not None and p.closed is not None]
    for post, made, closed in dated:
        older = [(p, m, c) for p, m, c in dated if m < made or (m == made and p.position > post.position)]
        own = [(m, c) for p, m, c in older if name_key(p.author) == name_key(post.author)]
        if closed < made:
            found["BN118"].add(post.key)
        else:
            if post.status is Status.ENACTED and closed - made < timedelta(hours=12):
                found["BN104"].add(post.key)
            if any(c > closed and closed - m <= timedelta(days=7) for _, m, c in older):
                found["BN105"].add(post.key)
        if sum(c > made for _, c in own) >= 2:
            found["BN201"].add(post.key)
        if sum(m.date() == made.date() for m, _ in own) >= 3:
            found["BN202"].add(post.key)
    return dict(found)


def audited(posts: Sequence[Post], folder: Path) -> dict[str, set[str]]:
    months: dict[str, list[Post]] = defaultdict(list)
    for post in posts:
        assert post.posted is not None
        months[f"{post.posted:%Y/%m}"].append(post)
    for month, made in months.items():
        (folder / "blog" / month).mkdir(parents=True)
        (folder / "blog" / month / "index.html").write_text(month_page(made), encoding="utf-8")
    (folder / "snapshot.toml").write_text("as_of = 2024-01-01T00:00:00Z\n", encoding="utf-8")
    config = resolve(Options(snapshot=str(folder), ruleset=str(DEMO_RULES), emperor=""), folder)
    view = view_of(config, BASIC)
    assert len(view.posts) == len(posts)
    found: dict[str, set[str]] = defaultdict(set)
    for finding in run_all(view, select=CODES).findings:
        found[finding.code].add(finding.subject.id)
    return dict(found)


def test_invented_years(tmp_path: Path) -> None:
    posts = proposals(list(csv.DictReader(INVENTED.splitlines())))
    titles = {post.key: post.title.removeprefix("Proposal: ") for post in posts}
    found = {code: {titles[key] for key in keys} for code, keys in audited(posts, tmp_path).items()}
    assert found == {
        "BN104": {"Too Soon"},
        "BN105": {"Seven Days Later"},
        "BN118": {"Backwards"},
        "BN201": {"A Third Pending"},
        "BN202": {"Four"},
    }


@pytest.mark.parametrize("year", [pytest.param(2009, marks=pytest.mark.slow), 2015, pytest.param(2020, marks=pytest.mark.slow)])
def test_two_real_years(year: int, tmp_path: Path) -> None:
    if not HISTORY.is_file():
        pytest.skip("the history of the real game is not beside this checkout")
    with HISTORY.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if year <= when(row["posted"]).year <= year + 1]
    posts = proposals(rows)
    assert audited(posts, tmp_path) == expected(posts)
