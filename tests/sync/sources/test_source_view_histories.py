"""The histories that checks see, the terms of the dynasty before, and the tracking page where a
verdict depends on it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NoReturn

import pytest

from parsers.model import Category, Post, Revision
from parsers.ruleset.ruleset_model import Terms
from sync.errors import NoVerdict
from sync.sources import source_view as module
from sync.sources.interface import Source
from sync.sources.source_view import ViewRequest, load_view
from tests.support.memory_source import MemorySource
from tests.sync.samples import NOON
from tests.validators.checks.test_terms_left_over import ruleset
from validators.view import GameView

OLD = ruleset().replace("Bargee", "Lamplighter").replace("Lock Warden", "Harbour Master")
TEXTS = (OLD, OLD + "\n", ruleset(), ruleset() + "\n")
ADDRESS = Post("u/a", "A", Category.ASCENSION, "Ana", NOON - timedelta(hours=2))
PAGES = tuple(
    Revision("Ruleset", number, number - 1, NOON - timedelta(hours=5 - number), "Ana", "why", text)
    for number, text in enumerate(TEXTS, 1)
)
"""Four revisions of the Ruleset, at 8, 9, 10 and 11 o'clock."""


def view(source: Source) -> GameView:
    return load_view(source, ViewRequest({"rules", "posts", "history"}))


def hours(made: GameView, title: str = "Ruleset") -> list[float]:
    return [(NOON - each.timestamp) / timedelta(hours=1) for each in made.histories.get(title, ())]


def test_the_latest_revisions_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    source = MemorySource(PAGES, [ADDRESS])
    made = view(source)
    assert list(made.histories) == ["Ruleset"]
    assert tuple(made.histories["Ruleset"]) == PAGES
    assert made.derived.former_terms == Terms("Lamplighter", "Lamplighters", "Harbour Master")
    monkeypatch.setattr(module, "MOST_EDITS", 2)
    few = view(source)
    assert hours(few) == [2, 1]
    assert few.derived.former_terms == made.derived.former_terms


def test_no_more_text_than_fits_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_EDITED", len(TEXTS[3]) + len(TEXTS[2]))
    assert hours(view(MemorySource(PAGES, [ADDRESS]))) == [2, 1]


@pytest.mark.parametrize(
    ("before", "known"), [(timedelta(minutes=1), 4), (timedelta(0), 3), (timedelta(minutes=-1), 3)]
)
def test_revisions_of_the_audited_time_and_some_days_before(before: timedelta, known: int) -> None:
    """The second revision stood, or did not yet, ten days before the audited time began."""
    pages = (replace(PAGES[0], timestamp=PAGES[1].timestamp - timedelta(days=11)), *PAGES[1:])
    since = PAGES[1].timestamp + timedelta(days=10) - before
    late = NOON + timedelta(days=30)
    for address, asked in ((replace(ADDRESS, posted=since), None), (ADDRESS, since)):
        made = load_view(
            MemorySource(pages, [address], as_of=late),
            ViewRequest({"rules", "posts", "history"}, since=asked),
        )
        assert len(made.histories["Ruleset"]) == known


@pytest.mark.parametrize(("hour", "known"), [(5, False), (4, False), (3, True)])
def test_the_terms_are_those_before_the_address(hour: int, known: bool) -> None:
    """The first revision was made four hours ago; one of that very moment was not before it."""
    posts = [replace(ADDRESS, posted=NOON - timedelta(hours=hour)), replace(ADDRESS, posted=None)]
    assert (view(MemorySource(PAGES, posts)).derived.former_terms is not None) is known
    assert view(MemorySource(PAGES)).derived.former_terms is None


class Malformed(MemorySource):
    """A source whose histories cannot be read."""

    def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
        return PAGES[-1]

    def revisions(self, title: str) -> NoReturn:
        raise NoVerdict("line 1 is not the JSON of a revision")


def test_an_unreadable_history_is_reported() -> None:
    (problem,) = view(Malformed(PAGES, [ADDRESS])).problems
    assert (problem.where, problem.what, problem.fatal) == (
        "Ruleset",
        "line 1 is not the JSON of a revision",
        False,
    )


def revision_of(title: str, revid: int, text: str) -> Revision:
    return Revision(title, revid, revid - 1, NOON - timedelta(hours=9 - revid), "Ana", "why", text)


def tracked_source(*, state: bool = True) -> MemorySource:
    tracked = (
        (
            revision_of("The Page", 2, "* Water: Fair\n"),
            revision_of("The Page", 3, "* Water: Low\n"),
        )
        if state
        else ()
    )
    return MemorySource((revision_of("Ruleset", 1, ruleset()), *tracked), [], tracking="The Page")


def test_the_tracking_page_is_read() -> None:
    made = load_view(tracked_source(), ViewRequest({"rules", "posts", "gamestate"}))
    assert made.gamestate is not None
    assert made.gamestate.revid == 3
    assert not made.problems


def test_a_missing_tracking_page_is_a_problem() -> None:
    made = load_view(tracked_source(state=False), ViewRequest({"rules", "posts", "gamestate"}))
    assert made.gamestate is None
    assert [(each.where, each.fatal) for each in made.problems] == [("The Page", True)]


def test_a_redirect_is_not_read_as_an_empty_page() -> None:
    pages = [
        revision_of("The Page", 2, " #redirect: [[The Canal]]"),
        revision_of("The Canal", 4, "* Water: Low\n"),
    ]
    rules = tracked_source(state=False).revisions("Ruleset")
    made = load_view(
        MemorySource((*rules, *pages), [], tracking="The Page"), ViewRequest({"rules", "gamestate"})
    )
    assert made.gamestate is None
    assert [
        "the page is a redirect" in each.what for each in made.problems if each.where == "The Page"
    ] == [True]
