"""What was when: order, queue, DoVs, dynasties and their Emperors."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parsers.model import Post, Status
from tests.support.rows import rows
from tests.validators.making import address, cfj, dov, from_row, known, view
from tests.validators.scene import DAY, MINUTE, NOW, SECOND
from validators.view import Coverage
from validators.voting.timeline import Emperor, Timeline


def timeline(*posts: Post, emperor: str | None = None) -> Timeline:
    return Timeline(view(*posts, emperor=emperor))


# Emperors


def at(made: Timeline, ago: timedelta) -> Emperor:
    return made.emperor_at(NOW - ago)


def test_an_emperor_reigns_from_the_address() -> None:
    made = timeline(
        dov(9 * DAY, author="Boris", closed=NOW - 8 * DAY), address(7 * DAY, author="boris")
    )
    assert at(made, 8 * DAY + SECOND) == Emperor(None, known=False)
    assert at(made, 8 * DAY) == at(made, 7 * DAY + SECOND) == Emperor(None, known=False)
    assert at(made, 7 * DAY) == Emperor("boris")
    assert at(timeline(), timedelta()) == Emperor(None, known=False)


def test_an_address_of_the_minute_of_the_enactment_came_after_it() -> None:
    enacted, same_minute = (
        dov(9 * DAY, author="Boris", closed=NOW - 8 * DAY + 30 * SECOND),
        address(8 * DAY, author="Cyril"),
    )
    assert at(timeline(enacted, same_minute), timedelta()) == Emperor("Cyril")
    assert at(timeline(enacted, same_minute), 8 * DAY) == Emperor(None, known=False)
    assert at(timeline(enacted, address(8 * DAY + MINUTE, author="Cyril")), timedelta()) == Emperor(
        None, known=False
    )
    assert at(timeline(enacted, address(8 * DAY - MINUTE, author="Cyril")), timedelta()) == Emperor(
        "Cyril"
    )


@pytest.mark.parametrize(
    ("given", "name"), rows(__file__, "what_posts_leave_open_makes_the_emperor_unknown")
)
def test_what_posts_leave_open_makes_the_emperor_unknown(
    given: list[dict[str, Any]], name: str | None
) -> None:
    posts = [from_row(each) for each in given]
    assert Timeline(view(*posts, emperor=None)).emperor_at(NOW) == Emperor(
        name, known=name is not None
    )
    assert Timeline(view(*posts, emperor="Elias")).emperor_at(NOW) == Emperor("Elias")


@pytest.mark.parametrize(
    ("given", "name"), rows(__file__, "an_address_makes_no_emperor_of_somebody_whom_nobody_crowned")
)
def test_an_address_makes_no_emperor_of_somebody_whom_nobody_crowned(
    given: list[dict[str, Any]], name: str | None
) -> None:
    between = [from_row(each) for each in given]
    first, second = address(9 * DAY, author="Anna"), address(6 * DAY, author="Boris")
    assert timeline(first, *between, second).emperor_at(NOW) == Emperor(
        name, known=name is not None
    )
    assert timeline(first, *between, second, emperor="Boris").emperor_at(NOW) == Emperor("Boris")


def test_the_configured_emperor_is_that_of_now() -> None:
    crowned = dov(9 * DAY, author="Boris", closed=NOW - 8 * DAY)
    posts = (
        crowned,
        address(7 * DAY, author="Boris"),
        dov(5 * DAY, author="Della", closed=NOW - 4 * DAY),
    )
    for name in ("Elias", ""):
        made = timeline(*posts, emperor=name)
        assert at(made, timedelta()) == Emperor(name or None)
        assert at(made, 4 * DAY) == Emperor(name or None)
        assert at(made, 4 * DAY + SECOND) == Emperor("Boris")
        assert at(made, 9 * DAY) == Emperor(None, known=False)


@pytest.mark.parametrize(
    ("since", "reigned"),
    [(5 * DAY, 5 * DAY), (None, timedelta())],
    ids=["posts of five days", "no list of posts"],
)
def test_the_configured_emperor_is_no_emperor_of_what_was_not_seen(
    since: timedelta | None, reigned: timedelta
) -> None:
    made = Timeline(
        replace(view(emperor="Elias"), coverage=Coverage(None if since is None else NOW - since))
    )
    assert at(made, reigned) == Emperor("Elias")
    assert at(made, reigned + SECOND) == Emperor(None, known=False)


def test_votes_follow_the_emperor_before_the_resolution() -> None:
    crowning = dov(9 * DAY, author="Boris", closed=NOW - 8 * DAY)
    first = dov(19 * DAY, author="Anna", closed=NOW - 18 * DAY)
    made = timeline(
        first, address(17 * DAY, author="Anna"), crowning, address(15 * DAY / 2, author="Boris")
    )
    assert made.emperor_for(known(crowning)) == Emperor("Anna")
    assert made.emperor_for(known(cfj(9 * DAY, closed=NOW - 7 * DAY))) == Emperor("Boris")
    assert made.emperor_for(known(cfj(9 * DAY))) == Emperor("Boris")  # pending: now
    assert made.emperor_for(known(cfj(9 * DAY, status=Status.FAILED))) == Emperor(
        "Anna"
    )  # sometime after its making
    assert made.emperor_for(known(cfj(7 * DAY, closed=NOW - 20 * DAY))) == Emperor(
        "Boris"
    )  # its stamp cannot be right
    assert made.emperor_for(known(first)) == Emperor(None, known=False)
