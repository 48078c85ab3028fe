from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.model import VoteIcon
from tests.sync.samples import NOON, verdict
from validators.voting.counting import why_counted
from validators.voting.verdict import Vote

FOR, AGAINST, DEFERENTIAL, VETO = VoteIcon.FOR, VoteIcon.AGAINST, VoteIcon.DEFERENTIAL, VoteIcon.VETO


def vote(voter: str, icon: VoteIcon, counts_as: VoteIcon | None = None, *, implicit: bool = False) -> Vote:
    return Vote(voter, icon, counts_as, implicit, NOON, None)


@pytest.mark.parametrize(
    ("mine", "emperors", "emperor", "why"),
    [
        pytest.param(vote("Ana", FOR, FOR), None, "Bo", "as it was cast", id="a vote"),
        pytest.param(vote("Ana", FOR, FOR, implicit=True), None, "Bo", "the author's implied vote", id="implied"),
        pytest.param(vote("bo", VETO), None, "Bo", "a VETO is neither FOR nor AGAINST", id="veto"),
        pytest.param(vote("Ana", DEFERENTIAL, FOR), vote("BO", FOR, FOR), "Bo", "follows Bo, the Emperor", id="followed"),
        pytest.param(vote("Ana", DEFERENTIAL, FOR), vote("Bo", DEFERENTIAL, FOR), "Bo", "follows Bo, the Emperor", id="followed twice"),
        pytest.param(vote("Ana", DEFERENTIAL), None, "Bo", "Bo, the Emperor, has no vote to follow", id="no vote"),
        pytest.param(vote("Ana", DEFERENTIAL), vote("Bo", VETO), "Bo", "Bo, the Emperor, voted VETO", id="a veto"),
        pytest.param(vote("Ana", DEFERENTIAL), vote("Bo", DEFERENTIAL), "Bo", "Bo, the Emperor, voted DEFERENTIAL", id="a deferential"),
        pytest.param(
            vote("Ana", DEFERENTIAL), vote("Bo", AGAINST, AGAINST), "Bo", "by the rules it does not follow the Emperor", id="no rule"
        ),
        pytest.param(vote("Bo", DEFERENTIAL), None, "Bo", "the Emperor's own; nothing decides it", id="own"),
        pytest.param(vote("Bo", DEFERENTIAL, FOR), None, "Bo", "the Emperor's own; the votes of the others decide it", id="own, decided"),
        pytest.param(vote("Ana", DEFERENTIAL), None, None, "there is no Emperor to follow", id="no Emperor"),
    ],
)
def test_why_a_vote_counts_so(mine: Vote, emperors: Vote | None, emperor: str | None, why: str) -> None:
    votes = (mine,) if emperors is None else (mine, emperors)
    assert why_counted(mine, replace(verdict(), votes=votes), emperor) == why


def test_nobody_told_who_is_emperor() -> None:
    assert why_counted(vote("Ana", DEFERENTIAL), verdict(), None, known=False) == "the Emperor is unknown"
