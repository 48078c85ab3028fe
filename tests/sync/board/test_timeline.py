from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sync.board.build import MatterCard
from sync.board.matters import bar, can, timeline, tone
from tests.sync.samples import NOON, post, sheet, verdict
from validators.voting.dated_posts import dated
from validators.voting.verdict import Counts, Verdict

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def card(judged: Verdict) -> MatterCard:
    return MatterCard(judged, (), (), (), None, None, None)


def waiting(slug: str = "a_thing", **changes: object) -> MatterCard:
    ahead = dated(post("older"))
    assert ahead is not None
    made = {"enactable": False, "earliest_enact": NOON + DAY, "ahead": (ahead,), "enact_if_first": NOON - HOUR, **changes}
    return card(verdict(post(slug), **made))


def test_the_queue_comes_first_and_marks_stand_in_the_order_of_time() -> None:
    first = card(verdict(post("first"), ahead=(), earliest_fail=NOON + 2 * DAY))
    aside = card(verdict(post("aside"), enactable=None, failable=None, earliest_enact=None))
    line = timeline([aside, waiting(), first], NOON)
    assert [row.card for row in line.rows] == [first, line.rows[1].card, aside]
    assert [[(mark.outcome, mark.at, mark.if_first) for mark in row.marks] for row in line.rows] == [
        [("fail", NOON + 2 * DAY, False)],
        [("enact", NOON, True), ("enact", NOON + DAY, False)],
        [],
    ]
    for row in line.rows:
        assert 0 <= row.posted < line.now < 100
        assert all(line.now <= mark.x <= 100 for mark in row.marks)
    assert [day for _, day in line.days] == [datetime(2024, 1, number, tzinfo=UTC) for number in (19, 20, 21, 22)]


def test_what_is_far_away_stands_at_the_end_of_the_line() -> None:
    old = card(verdict(post(posted=NOON - 900 * DAY), earliest_fail=NOON + 900 * DAY))
    line = timeline([old], NOON)
    assert line.rows[0].posted == 0
    assert line.rows[0].marks[0].x == 100
    assert len(line.days) <= 9
    near = timeline([card(verdict(post(posted=NOON)))], NOON)
    assert near.rows[0].posted == near.now == 50


def test_the_bar() -> None:
    judged = sheet()
    assert bar(card(verdict(counts=Counts(2, 1, 3, 2))), judged) == (66.67, 0.0, 33.33, 66.67)
    assert bar(card(verdict(counts=Counts(0, 0, 1, 3))), judged)[:3] == (0, 33.33, 0)
    assert bar(card(verdict(counts=Counts(9, 9, 9, 0))), replace(judged, roster=replace(judged.roster, active=()))).in_favour == 100


def test_how_a_matter_is_marked() -> None:
    doubts = ("a sentence was not read",)
    for judged, word, colour in (
        (verdict(), "may be enacted now", "go"),
        (verdict(failable=True), "may be enacted or failed now", "go"),
        (verdict(enactable=False, failable=True), "may be failed now", "stop"),
        (verdict(enactable=False), "not yet", "wait"),
        (verdict(doubts=doubts), "not certified; may probably be enacted now", "unsure"),
        (verdict(enactable=False, doubts=doubts), "not certified; probably not yet", "unsure"),
        (verdict(enactable=None, failable=None, doubts=doubts, unseen=doubts), "unknown", "unsure"),
    ):
        assert (can(card(judged)), tone(card(judged))) == (word, colour)
