"""A text of the tracking page is read once by a view, however many ask for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest

from parsers.gamestate import tracking_page
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Roster
from parsers.ruleset import read_ruleset
from tests.support.views import game_view, remade
from tests.validators.edits.digging import RULES, TITLE, page
from tests.validators.scene import DAY, NOW
from validators import view as views
from validators.view import BlogPart, GameView, SeenStretch, Unseen, read_state

KNOWN = read_ruleset(RULES, gamestate=True)
ROSTER = Roster(("Ana", "Bo", "Cy"), ("Ivo",))


def view_of(roster: Roster = ROSTER) -> GameView:
    return game_view(NOW, KNOWN, roster, emperor="")


def reads(work: Callable[[], object]) -> int:
    """How often a text is read."""
    with patch.object(tracking_page, "read_gamestate", wraps=read_gamestate) as read:
        work()
    return read.call_count


def test_each_asker_gets_the_revision_asked_for() -> None:
    view = view_of()
    asked = [(page(), 1), (page(), 2), (page(water="3"), 3), (page(), None)]
    states = [read_state(view, KNOWN, text, TITLE, revid) for text, revid in asked]
    assert [state.revid for state in states] == [1, 2, 3, None]
    assert [state.game["Water"].value for state in states] == [2, 2, 3, 2]
    assert (
        reads(lambda: [read_state(view, KNOWN, text, TITLE, revid) for text, revid in asked]) == 0
    )


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(
            lambda view: read_state(view, replace(KNOWN), page(), TITLE, 1), id="other rules"
        ),
        pytest.param(
            lambda view: read_state(view, KNOWN, page(), "Another page", 1), id="another title"
        ),
        pytest.param(
            lambda view: read_state(view, KNOWN, page(water="9"), TITLE, 1), id="another text"
        ),
        pytest.param(
            lambda view: read_state(
                remade(view, roster=Roster(("Ana",), ())), KNOWN, page(), TITLE, 1
            ),
            id="another view",
        ),
    ],
)
def test_other_input_is_read_again(other: Callable[[GameView], object]) -> None:
    view = view_of()
    assert reads(lambda: read_state(view, KNOWN, page(), TITLE, 1)) == 1
    assert reads(lambda: other(view)) == 1


def test_a_view_with_other_pages_keeps_what_is_not_replaced() -> None:
    view = game_view(NOW, KNOWN, ROSTER, emperor="", histories={TITLE: ()})
    rules = replace(KNOWN)
    other = view.with_pages(rules=rules, histories={"Another page": ()})
    assert other.rules is rules
    assert list(other.histories) == ["Another page"]
    assert (other.roster, other.gamestate) == (view.roster, view.gamestate)
    assert view.with_pages(rules=rules).histories == view.histories
    assert view.with_pages().rules is KNOWN


@pytest.mark.parametrize(
    ("number", "others"), [(1, False), (3, False), (4, True)], ids=["one", "three", "four"]
)
def test_no_more_than_three_gaps_are_listed(number: int, others: bool) -> None:
    gaps = tuple(
        SeenStretch(NOW - (2 * age + 1) * DAY, NOW - 2 * age * DAY) for age in range(number)
    )
    sentence = str(Unseen(BlogPart.OLDER_POSTS, lambda _: "", gaps=gaps))
    assert sentence.count("from ") == min(number, 3)
    assert ("and others" in sentence) is others


def test_one_text_is_kept_however_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_MOST_CHARACTERS", 1)
    view = view_of()
    assert reads(lambda: [read_state(view, KNOWN, page(), TITLE, revid) for revid in (1, 2)]) == 1
