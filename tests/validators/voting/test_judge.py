"""The sheet: which matters it judges, in which order, and when there is none."""

from __future__ import annotations

import pytest

from parsers.model import Category, Roster
from tests.validators.making import DAY, HOUR, NOW, PLAYERS, QUORUM, SECOND, SEVEN, cfj, dov, in_words, post, proposal, rules, sheet, view
from validators.voting.judge import CannotJudge, judge


def test_pending_matters_come_first_each_oldest_first() -> None:
    posts = (
        cfj(HOUR, key="young"),
        proposal(9 * DAY, key="resolved", closed=NOW),
        dov(2 * DAY, author="Boris", key="old"),
        proposal(-SECOND, key="later"),
        post(Category.STORY, DAY, key="story"),
    )
    assert [verdict.post.key for verdict in sheet(*posts).verdicts] == ["old", "young", "resolved"]
    assert [verdict.post.key for verdict in judge(view(*posts), only=["young", "no such"]).verdicts] == ["young"]
    assert judge(view(*posts), only=[]).verdicts == ()


def test_what_all_verdicts_share() -> None:
    made = sheet(dov(DAY, author="Boris", subject="Mine"), emperor=" emperor ")
    assert (made.as_of, made.roster, made.emperor, made.quorum) == (NOW, SEVEN, "Emperor", 4)
    assert (made.hiatus.active, made.hiatus.causes, made.hiatus.texts) == (True, ("pending-dov",), ("a pending DoV, “Dov: Mine”",))
    assert not sheet().hiatus.active


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"under": None}, "no Ruleset is available"),
        ({"roster": None}, "no roster is available"),
        ({"roster": Roster((), idle=PLAYERS)}, "lists no active Player"),
        ({"under": rules(quorum=None)}, "no readable clause on quorum"),
        ({"under": rules(popular__quorum=None, unpopular__quorum=None)}, "no readable clause on popular.quorum, unpopular.quorum"),
    ],
    ids=in_words,
)
def test_without_what_every_verdict_rests_on_there_is_none(setting: dict[str, object], message: str) -> None:
    with pytest.raises(CannotJudge, match=message):
        sheet(cfj(DAY, *QUORUM), **setting)


def test_every_hiatus_there_may_be_at_once() -> None:
    enacted = dov(3 * DAY, author="Boris", closed=NOW - DAY)
    made = sheet(enacted, dov(HOUR, author="Cyril"), roster=Roster(PLAYERS[:2]), under=rules(downtime=("03-10",)))
    assert made.hiatus.causes == ("pending-dov", "interregnum", "downtime", "dormancy")
    assert made.hiatus.texts[1:] == (
        "no Ascension Address since “Dov: A Matter” was enacted",
        "10 March, a day of seasonal downtime",
        "2 Players, fewer than 5",
    )
