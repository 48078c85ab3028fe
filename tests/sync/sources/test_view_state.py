"""The tracking page is read for a tally where a ban depends on it, and its absence is no problem."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import Revision
from sync.errors import NoVerdict
from sync.sources.view import load_view, with_state
from tests.support.memory_source import MemorySource
from tests.validators.checks.test_terms import ruleset
from validators.profile.dynasty_profile import Profile
from validators.view import GameView

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


def revision(title: str, revid: int, text: str) -> Revision:
    return Revision(title, revid, revid - 1, NOON - timedelta(hours=9 - revid), "Ana", "why", text)


def source(*, state: bool = True) -> MemorySource:
    tracked = (revision("The Page", 2, "* Water: Fair\n"), revision("The Page", 3, "* Water: Low\n")) if state else ()
    return MemorySource((revision("Ruleset", 1, ruleset()), *tracked), [], tracking="The Page")


def view(read: MemorySource) -> GameView:
    return load_view(read, {"rules", "posts"})


def test_a_view_without_rules_stays_as_it_is() -> None:
    made = replace(view(source()), rules=None)
    assert with_state(made, source(), Profile()) is made


def test_the_page_and_its_history_are_read() -> None:
    read = source()
    made = with_state(view(read), read, Profile())
    assert made.gamestate is not None
    assert made.gamestate.revid == 3
    assert [each.revid for each in made.histories[made.gamestate.page or ""]] == [2, 3]
    assert with_state(made, read, None) is made


def test_without_the_page_the_view_stays_as_it_is() -> None:
    read = source(state=False)
    made = view(read)
    assert with_state(made, read, Profile()) is made
    assert with_state(made, read, None) is made


def test_a_history_that_cannot_be_read_is_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(title: str) -> object:
        raise NoVerdict(title)

    read = source()
    made = view(read)
    monkeypatch.setattr(read, "revisions", refuse)
    assert with_state(made, read, Profile()) is made


def test_a_redirect_is_not_read_as_an_empty_page() -> None:
    pages = [revision("The Page", 2, " #redirect: [[The Canal]]"), revision("The Canal", 4, "* Water: Low\n")]
    made = load_view(MemorySource((*source(state=False).revisions("Ruleset"), *pages), [], tracking="The Page"), {"rules", "gamestate"})
    assert made.gamestate is None
    assert ["the page is a redirect" in each.what for each in made.problems if each.where == "The Page"] == [True]
