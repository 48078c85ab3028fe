"""A person is a member number, and is shown by the name that the roster has for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.blog.identities import Identities
from parsers.model import Category, Comment, Icon, Post, ProblemKind, Roster

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)
ROSTER = Roster(
    ("Isatis", "Heron"), ("Cy",), frozenset({"Isatis"}), members=(("Isatis", 16), ("Heron", 17))
)
"""Cy is listed without a number."""

Signed = tuple[str, int | None]


def matter(*voters: Signed, author: Signed = ("Heron", 17)) -> Post:
    comments = tuple(
        Comment(name, NOON + timedelta(hours=place), (Icon("for"),), member=number)
        for place, (name, number) in enumerate(voters)
    )
    url = "https://blog.example/archive/a_thing"
    name, number = author
    return Post(url, "A Thing", Category.PROPOSAL, name, NOON, comments=comments, member=number)


def shown(*voters: Signed, rosters: tuple[Roster, ...] = (ROSTER,)) -> tuple[list[str], int]:
    """By which names the voters are shown, and how many problems there are."""
    post = matter(*voters, author=("Ottoline", None))
    people = Identities(rosters, [post])
    comments = people.post(post).comments or ()
    return [each.author for each in comments], len([*people.problems([post])])


def numbered(**members: int) -> Roster:
    return Roster(tuple(members), members=tuple(members.items()))


@pytest.mark.parametrize(
    ("voter", "name", "problems"),
    [
        (("Isatis", 16), "Isatis", 0),
        (("ISATIS", 16), "Isatis", 0),
        (("Ivo", 16), "Isatis", 0),
        (("Isatis", None), "Isatis", 0),
        (("Cy", 18), "Cy", 0),
        (("Dee", 40), "Dee", 0),
        (("Dee", None), "Dee", 0),
        (("Isatis", 40), "Isatis", 1),
        (("Heron", 16), "Isatis", 1),
        (("Cy", 16), "Isatis", 1),
    ],
)
def test_the_number_decides_where_there_is_one(voter: Signed, name: str, problems: int) -> None:
    assert shown(voter) == ([name], problems)


def test_a_former_name_without_a_number_is_the_member_who_bore_it_alone() -> None:
    assert shown(("Ivo", 16), ("Ivo", None)) == (["Isatis", "Isatis"], 0)
    assert shown(("Ivo", 16), ("Ivo", 40), ("Ivo", None)) == (["Isatis", "Ivo", "Ivo"], 3)
    assert shown(("Ivo", None)) == (["Ivo"], 0)


def test_a_member_on_no_roster_has_the_latest_of_their_names() -> None:
    assert shown(("Dee", 40), ("Delta", 40), ("Dee", None)) == (["Delta", "Delta", "Delta"], 0)
    assert shown(("Dee", 40), ("Dee", 41)) == (["Dee", "Dee"], 2)


def test_a_former_name_whose_number_goes_with_the_name_of_another_member() -> None:
    assert shown(("Ivo", 40), ("Isatis", 40)) == (["Ivo", "Isatis"], 2)


def test_a_roster_without_numbers_is_read_by_names() -> None:
    plain = (replace(ROSTER, members=()),)
    assert shown(("Isatis", 16), ("Heron", 17), rosters=plain) == (["Isatis", "Heron"], 0)
    assert shown(("Ivo", 16), ("Isatis", 16), rosters=plain) == (["Isatis", "Isatis"], 0)


def test_a_link_that_is_the_same_for_everybody_makes_nobody_a_player() -> None:
    plain = (replace(ROSTER, members=()),)
    voters = (("Mallory", 9), ("Isatis", 9), ("Heron", 9))
    assert shown(*voters, rosters=plain) == (["Mallory", "Isatis", "Heron"], 1)


def test_earlier_rosters_know_former_names() -> None:
    rosters = (numbered(Isatis=16), numbered(Ivo=16, Heron=17))
    assert shown(("Ivo", None), ("Ivo", 16), ("Heron", 17), rosters=rosters) == (
        ["Isatis", "Isatis", "Heron"],
        0,
    )
    swapped = (numbered(Ivo=17, Heron=16), numbered(Ivo=16, Heron=17))
    assert shown(("Ivo", 17), ("Heron", 16), rosters=swapped) == (["Ivo", "Heron"], 0)
    assert shown(("Ivo", 16), rosters=swapped) == (["Heron"], 1)
    people = Identities(rosters, [])
    assert people.roster(rosters[1]).active == ("Isatis", "Heron")
    assert people.roster(rosters[1]).also == (("Ivo", "Isatis"),)


@pytest.mark.parametrize(
    ("roster", "active", "idle", "problem"),
    [
        (numbered(Ivo=16, Heron=17), ("Ivo", "Heron"), (), ""),
        (
            numbered(Ivo=16, Heron=17, Isatis=16),
            ("Ivo", "Heron"),
            (),
            "Ivo and Isatis are both member 16",
        ),
        (
            Roster(("Isatis",), ("Ivo",), members=(("Ivo", 16), ("Isatis", 16))),
            ("Isatis",),
            (),
            "Ivo and Isatis are both member 16",
        ),
        (
            Roster(("Ivo",), members=(("Ivo", 16), ("IVO", 18))),
            ("Ivo",),
            (),
            "IVO is member 16 and member 18",
        ),
    ],
)
def test_the_sidebar_can_list_a_player_twice(
    roster: Roster, active: tuple[str, ...], idle: tuple[str, ...], problem: str
) -> None:
    people = Identities([roster], [])
    assert (people.roster(roster).active, people.roster(roster).idle) == (active, idle)
    problems = list(people.problems([]))
    assert {each.kind for each in problems} <= {ProblemKind.ROSTER}
    told = [
        each.what.removeprefix("the list of players is not certain: ").partition(";")[0]
        for each in problems
    ]
    assert told == ([problem] if problem else [])


def test_only_a_matter_and_its_voters_can_be_in_doubt() -> None:
    post = matter(("Isatis", 40), author=("Heron", 40))
    silent = Comment("Isatis", NOON, member=40)
    people = Identities([ROSTER], [post])
    assert len([*people.problems([post])]) == 2
    assert [*people.problems([replace(post, category=Category.STORY)])] == []
    assert len([*people.problems([replace(post, comments=(silent,))])]) == 1


def test_names_in_texts_and_settings() -> None:
    people = Identities([ROSTER], [matter(("Ivo", 16))])
    assert [people.name(name) for name in ("Ivo", "isatis", "Dee", "")] == [
        "Isatis",
        "Isatis",
        "Dee",
        "",
    ]


def test_a_name_that_a_newcomer_took_over_is_not_its_former_bearers() -> None:
    then, now = numbered(Ana=5), numbered(Ana=9)
    assert shown(("Zed", 5), rosters=(now, then)) == (["Zed"], 0)
    assert shown(("Ana", 9), rosters=(now, then)) == (["Ana"], 0)
    assert shown(("Zed", 5), rosters=(numbered(Ana=5), then)) == (["Ana"], 0)


def test_a_name_that_two_numbers_bore_is_nobodys() -> None:
    assert shown(("Cy", 18), ("Zed", 18)) == (["Cy", "Cy"], 0)
    assert shown(("Cy", 18), ("Cy", 19), ("Zed", 18))[0][2] == "Zed"
