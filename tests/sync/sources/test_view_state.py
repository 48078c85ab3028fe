"""The tracking page is read for a tally where a ban depends on it, and its absence is no problem."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import Revision
from sync.errors import NoVerdict
from sync.sources.view import load_view, rests_on_state, with_state
from tests.support.memory_source import MemorySource
from tests.validators.checks.test_terms import ruleset
from validators.profile import Profile
from validators.view import GameView

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)
BAN = "While the Water is at Flood, no Bargee may cast a vote of AGAINST."


def revision(title: str, revid: int, text: str) -> Revision:
    return Revision(title, revid, revid - 1, NOON - timedelta(hours=9 - revid), "Ana", "why", text)


def source(*sentences: str, state: bool = True) -> MemorySource:
    rules = ruleset().replace("= Appendix =", f"== Night Watch ==\n{' '.join(sentences)}\n= Appendix =", 1)
    tracked = (revision("The Page", 2, "* Water: Fair\n"), revision("The Page", 3, "* Water: Low\n")) if state else ()
    return MemorySource((revision("Ruleset", 1, rules), *tracked), [], tracking="The Page")


def view(read: MemorySource) -> GameView:
    return load_view(read, {"rules", "posts"})


@pytest.mark.parametrize(
    ("sentence", "rests"),
    [
        pytest.param(BAN, True, id="condition"),
        pytest.param("No Bargee may cast a vote of AGAINST.", False, id="no condition"),
        pytest.param("", False, id="no ban"),
    ],
)
def test_when_a_verdict_rests_on_the_state(sentence: str, rests: bool) -> None:
    assert rests_on_state(view(source(sentence))) is rests


def test_a_view_without_rules_rests_on_nothing() -> None:
    made = replace(view(source(BAN)), rules=None)
    assert not rests_on_state(made)
    assert with_state(made, source(BAN), Profile()) is made


def test_the_page_and_its_history_are_read() -> None:
    read = source(BAN)
    made = with_state(view(read), read, Profile())
    assert made.gamestate is not None
    assert made.gamestate.revid == 3
    assert [each.revid for each in made.histories[made.gamestate.page or ""]] == [2, 3]
    assert with_state(made, read, None) is made


def test_without_the_page_the_view_stays_as_it_is() -> None:
    read = source(BAN, state=False)
    made = view(read)
    assert with_state(made, read, Profile()) is made
    assert with_state(made, read, None) is made


def test_a_history_that_cannot_be_read_is_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(title: str) -> object:
        raise NoVerdict(title)

    read = source(BAN)
    made = view(read)
    monkeypatch.setattr(read, "revisions", refuse)
    assert with_state(made, read, Profile()) is made
