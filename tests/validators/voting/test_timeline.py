"""What was when: order, queue, DoVs, dynasties and their Emperors."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parsers.model import Post, Revision, Status
from tests.demo.build import DEMO
from tests.support.cases import cases
from tests.support.views import remade
from tests.validators.making import (
    address,
    cfj,
    dov,
    from_row,
    known,
    length,
    proposal,
    rules,
    view,
)
from tests.validators.scene import DAY, MINUTE, NOW, SECOND
from validators.view import Coverage, RulesetInForce
from validators.voting.timeline import UNKNOWN, Emperor, Timeline


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
    assert at(made, 8 * DAY) == at(made, 7 * DAY + SECOND) == Emperor("Boris")
    assert at(made, 7 * DAY) == Emperor("boris")
    assert at(timeline(), timedelta()) == Emperor(None, known=False)


def test_an_address_of_the_minute_of_the_enactment_came_after_it() -> None:
    enacted, same_minute = (
        dov(9 * DAY, author="Boris", closed=NOW - 8 * DAY + 30 * SECOND),
        address(8 * DAY, author="Cyril"),
    )
    assert at(timeline(enacted, same_minute), timedelta()) == UNKNOWN
    assert at(timeline(enacted, same_minute), 8 * DAY) == UNKNOWN
    assert at(timeline(enacted, address(8 * DAY + MINUTE, author="Cyril")), timedelta()) == Emperor(
        "Boris"
    )
    assert at(timeline(enacted, address(8 * DAY - MINUTE, author="Cyril")), timedelta()) == UNKNOWN


CROWNED = dov(9 * DAY, author="Boris", closed=NOW - 8 * DAY)


@cases("mantles")
def test_the_mantle_may_be_passed_by_what_the_new_emperor_writes(
    between: list[dict[str, Any]], since: str | None
) -> None:
    made = timeline(CROWNED, *map(from_row, between))
    assert at(made, 8 * DAY) == Emperor("Boris")
    assert at(made, timedelta()) == (Emperor("Boris") if since is None else UNKNOWN)
    if since is not None:
        assert at(made, length(since) + SECOND) == Emperor("Boris")
        assert at(made, length(since)) == UNKNOWN

    def ascended(*names: str) -> Emperor:
        told = (replace(from_row(row), body=f"Go on, {names}!") for row in between)
        return at(timeline(CROWNED, *told, address(DAY, author="Anna")), timedelta())

    assert ascended("Cyril", "Anna") == (UNKNOWN if since is None else Emperor("Anna"))
    assert ascended("Cyril") == UNKNOWN


def test_an_address_of_another_without_a_passed_mantle_may_be_made_for_the_emperor() -> None:
    other, own = address(5 * DAY, author="Cyril"), address(5 * DAY, author="Boris")
    assert at(timeline(CROWNED, other), 5 * DAY + SECOND) == at(timeline(CROWNED, other), 8 * DAY)
    assert at(timeline(CROWNED, other), 8 * DAY) == UNKNOWN
    for later in ((), (address(4 * DAY, author="Cyril"),)):
        assert at(timeline(CROWNED, other, *later), timedelta()) == UNKNOWN
    assert at(timeline(CROWNED, own), 5 * DAY + SECOND) == Emperor("Boris")


@cases("replacements")
def test_an_enacted_matter_may_change_who_is_emperor(
    matter: dict[str, Any], since: str | None
) -> None:
    made = timeline(address(9 * DAY, author="Anna"), from_row(matter))
    assert at(made, timedelta()) == (Emperor("Anna") if since is None else UNKNOWN)
    if since is not None:
        before = UNKNOWN if length(since) == 9 * DAY else Emperor("Anna")
        assert at(made, length(since) + SECOND) == before


def test_a_past_dynasty_had_its_own_word_for_the_emperor() -> None:
    given = view(
        address(9 * DAY, author="Anna"),
        proposal(
            8 * DAY, author="Cyril", closed=NOW - 7 * DAY, body="Cyril becomes the Lock Warden."
        ),
        dov(5 * DAY, author="Boris", closed=NOW - 4 * DAY),
        emperor=None,
    )
    text = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
    start, end = NOW - 9 * DAY, NOW - 4 * DAY
    then = RulesetInForce(Revision("Ruleset", 3, 2, start, None, None, text), end)
    assert at(Timeline(given), 6 * DAY) == Emperor("Anna")
    assert at(Timeline(remade(given, stood=(then,))), 6 * DAY) == UNKNOWN


def test_a_dov_enacted_at_an_unknown_time_makes_no_emperor() -> None:
    sometime = dov(6 * DAY, author="Boris", status=Status.ENACTED)
    made = timeline(address(9 * DAY, author="Anna"), sometime)
    assert at(made, 6 * DAY + SECOND) == Emperor("Anna")
    assert at(made, 6 * DAY) == at(made, timedelta()) == UNKNOWN


def test_a_dov_makes_an_emperor_only_by_a_clause() -> None:
    own = address(5 * DAY, author="Boris")
    for silent in (False, None):
        under = rules(dov__crowns_author=silent)
        made = Timeline(view(CROWNED, own, emperor=None, under=under))
        assert at(made, 8 * DAY) == at(made, 5 * DAY + SECOND) == UNKNOWN
        assert at(made, 5 * DAY) == Emperor("Boris")
    assert Timeline(view(CROWNED, emperor="Elias", under=under)).emperor_at(NOW) == Emperor("Elias")


@cases("addresses")
def test_an_address_ends_with_no_emperor_only_where_it_says_so(
    words: str, none: bool | None
) -> None:
    made = timeline(CROWNED, address(5 * DAY, author="Boris", body=f"Farewell.\n{words} Enjoy!"))
    wanted = {True: Emperor(None), False: Emperor("Boris"), None: UNKNOWN}[none]
    assert at(made, timedelta()) == wanted


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("There will be no lamplighter.", Emperor(None)),
        ("Who needs no Lamplighter?", UNKNOWN),
        ("I am the Lamplighter now.", Emperor("Boris")),
    ],
)
def test_an_address_may_use_the_word_of_the_dynasty_for_the_emperor(
    words: str, wanted: Emperor
) -> None:
    made = view(CROWNED, address(5 * DAY, author="Boris", body=words), emperor=None)
    assert made.rules is not None
    assert made.rules.terms is not None
    rules = replace(made.rules, terms=replace(made.rules.terms, emperor="Lamplighter"))
    assert Timeline(remade(made, rules=rules)).emperor_at(NOW) == wanted


@cases("open_posts")
def test_inconclusive_posts_make_the_emperor_unknown(
    given: list[dict[str, Any]], emperor: str | None
) -> None:
    posts = [from_row(each) for each in given]
    assert Timeline(view(*posts, emperor=None)).emperor_at(NOW) == Emperor(
        emperor, known=emperor is not None
    )
    assert Timeline(view(*posts, emperor="Elias")).emperor_at(NOW) == Emperor("Elias")


@cases("crownings")
def test_an_address_makes_no_emperor_of_somebody_whom_nobody_crowned(
    given: list[dict[str, Any]], emperor: str | None
) -> None:
    between = [from_row(each) for each in given]
    first, second = address(9 * DAY, author="Anna"), address(6 * DAY, author="Boris")
    assert timeline(first, *between, second).emperor_at(NOW) == Emperor(
        emperor, known=emperor is not None
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
        remade(view(emperor="Elias"), coverage=Coverage(None if since is None else NOW - since))
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
