"""Generated matters carried out on invented Rulesets: exactly as they instruct, or with one alteration; the model knows which."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from random import Random
from types import MappingProxyType

import pytest

from parsers.model import Category, Post, Revision, Roster, Status
from parsers.ruleset import read_ruleset
from tests.parsers.proposals.generated import Case, case_of, outcome
from tests.parsers.proposals.phrased import PAST
from tests.validators.edits.ruleset_edits import ASCENSION
from tests.validators.making import DAY, NOW
from validators.checks.run import run_all
from validators.edits.sentences import sentence_changes
from validators.finding import Severity
from validators.view import GameView

CLOSED = NOW - 5 * DAY
STATUSES = {"enacted": Status.ENACTED, "failed": Status.FAILED, "pending": Status.PENDING}
_WORD = re.compile(r"\b[a-z]{4,}\b|\b\d+\b")


def past_matters() -> Iterator[Post]:
    for number, (title, status) in enumerate(PAST.items()):
        if status in STATUSES:
            pending = status == "pending"
            yield Post(
                f"https://blog.example/archive/past{number}", title, Category.PROPOSAL, "Boris", NOW - 20 * DAY, STATUSES[status], title,
                closed=None if pending else NOW - 15 * DAY,
            )  # fmt: skip


def plain(html: str) -> str:
    """What the blog shows of a body, a line for each of its blocks."""
    return unescape(re.sub(r"<[^>]*>", "", re.sub(r"</(?:p|li|blockquote)>", "\n", html)))


def view_of(case: Case, *pages: str) -> GameView:
    """The game in which a generated matter was enacted, and the Ruleset was edited like that."""
    matter = Post(
        "https://blog.example/archive/matter", "Proposal: A Generated Matter", Category.PROPOSAL, "Boris", CLOSED - DAY, Status.ENACTED,
        "A Generated Matter", closed=CLOSED, body=plain(case.body), markup=case.body,
    )  # fmt: skip
    texts = (case.base, *pages)
    times = (CLOSED - 2 * DAY, *(CLOSED + (number + 1) * timedelta(minutes=9) for number in range(len(pages))))
    known = tuple(Revision("Ruleset", 7 + n, 6 + n, at, "Anna", "", text) for n, (at, text) in enumerate(zip(times, texts, strict=True)))
    rules = read_ruleset(pages[-1], revid=known[-1].revid)
    roster = Roster(("Anna", "Boris"), (), frozenset({"Anna"}))
    posts = (ASCENSION, *past_matters(), matter)
    return GameView(NOW, rules, roster, posts, "Emperor", histories=MappingProxyType({"Ruleset": known}))


def told(view: GameView) -> list[str]:
    """The codes of the warnings about what was done to the Ruleset."""
    report = run_all(view, select=["BN601", "BN602"])
    assert not any("failed" in item.why for item in report.not_evaluated), report.not_evaluated
    return [f"{one.code} {one.message}" for one in report.findings if one.severity is Severity.WARNING]


def is_open(view: GameView) -> bool:
    """Whether an edit may be what a person has to do for a matter, and is listed as not evaluated."""
    return any("takes a person" in item.why for item in run_all(view, select=["BN601"]).not_evaluated)


def altered(random: Random, page: str) -> str:
    """A page with one word of a dynastic rule's text changed, doubled in meaning or gone."""
    start, end = page.index("= Dynastic Rules ="), page.index("= Appendix =")
    lines = page[start:end].split("\n")
    places = [number for number, line in enumerate(lines) if line and not line.startswith("=") and _WORD.search(line)]
    place = random.choice(places)
    words = list(_WORD.finditer(lines[place]))
    word = random.choice(words)
    line = lines[place]
    lines[place] = random.choice(
        [
            line[: word.start()] + random.choice(["73", "seventy-one"]) + line[word.end() :],
            line[: word.start()] + "never " + line[word.start() :],
            line + " Nobody may ever leave the lighthouse.",
        ]
    )
    return page[:start] + "\n".join(lines) + page[end:]


def judged(seeds: range) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        case, random = case_of(seed), Random(seed)
        done, _ = outcome(case)
        assert told(view_of(case, case.intended)) == [], (seed, case.body)
        wrong = altered(random, case.intended)
        found = told(view_of(case, wrong))
        if done in ("applied", "none"):
            assert found or is_open(view_of(case, wrong)), (seed, case.body, sentence_changes(case.intended, wrong))
        put_right = told(view_of(case, wrong, case.intended))
        assert put_right == [], (seed, case.body, put_right)
        counts[done] += 1
        counts["told"] += bool(found)
    return counts


def test_what_is_done_as_instructed_is_never_told_and_what_is_not_is() -> None:
    counts = judged(range(12))
    assert counts["told"] >= 8, counts


@pytest.mark.slow
def test_many_matters_at_random() -> None:
    counts = judged(range(12, 412))
    assert counts["told"] >= 300, counts
