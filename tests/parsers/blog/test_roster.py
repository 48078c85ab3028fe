from __future__ import annotations

import pytest

from parsers.blog.blog_page import read_page
from parsers.model import Roster
from tests.parsers.blog.raw import MONTH, page, post, problems, read_side
from tests.support.cases import cases

ANA = '<a href="/member/1">Ana</a>'
BO = '<a href="/member/2">Bo*</a>'
CY = '<a href="/member/3">Cy</a>'
DEE = '<a href="/member/4">Dee*</a>'
PLAYERS = f'<div id="PlayerList">{ANA}<br />{BO}<br /></div>'
MEMBERS = (("Ana", 1), ("Bo", 2))
LOGIN = '<p><a href="/member/login">Log in</a> or <a href="/member/register">join</a></p>'


def roster(side: str) -> Roster:
    read, told = read_side(side)
    assert read is not None
    assert told == []
    return read


def test_players_are_links_and_admins_have_a_mark() -> None:
    assert roster(PLAYERS + LOGIN) == Roster(
        ("Ana", "Bo"), (), frozenset({"Bo"}), None, None, None, MEMBERS
    )


@pytest.mark.parametrize(
    "mark", ["Bo*</a>", "Bo *</a>", "Bo</a>*", "Bo</a> *", "Bo<b>*</b></a>", "Bo</a><sup>*</sup>"]
)
def test_the_mark_of_an_admin(mark: str) -> None:
    read = roster(f'<div id="PlayerList"><a href="/member/2">{mark}<br />{ANA}</div>')
    assert (read.active, read.admins) == (("Bo", "Ana"), frozenset({"Bo"}))


@pytest.mark.parametrize(
    "idle",
    [
        *(f"<h3>Idle players</h3><div>{CY}<br />{DEE}</div>", f"<h3>Idle</h3>{CY}, {DEE}"),
        *(
            f"<h2><a href='/idle'>The Idle</a></h2><ul><li>{CY}</li><li>{DEE}</li></ul>",
            f"<p>Idle Mindjackers (2):</p><p>{CY} {DEE}</p>",
        ),
        *(
            f"<strong>Currently idle</strong>: {CY} {DEE}",
            f"<h3>Idle</h3>{CY}{DEE}<h3>Links</h3><a href='/member/77'>Eve</a>",
        ),
    ],
    ids=["lines", "commas", "list below a link", "paragraphs", "bold", "other links below"],
)
@pytest.mark.parametrize("inside", [True, False], ids=["inside", "outside"])
def test_idle_players_below_their_heading(idle: str, inside: bool) -> None:
    side = PLAYERS.replace("</div>", f"{idle}</div>") if inside else PLAYERS + idle
    read = roster(side + ("" if "Links" in idle else "<h3>Pages</h3>") + LOGIN)
    assert (read.active, read.idle, read.admins) == (
        ("Ana", "Bo"),
        ("Cy", "Dee"),
        frozenset({"Bo", "Dee"}),
    )


def test_after_the_list_links_are_no_players() -> None:
    read = roster(f'{PLAYERS}<p>Written by <a href="/member/9">Eve</a></p>')
    assert (read.active, read.idle) == (("Ana", "Bo"), ())
    read = roster(
        f"{PLAYERS.replace('</div>', f'<h4>Idle</h4>{CY}</div>')}<p>Hello, <a"
        ' href="/member/9">Eve</a></p>'
    )
    assert read.idle == ("Cy",)


@pytest.mark.parametrize(
    "comment",
    [
        *(
            f"<!-- {CY}<br />{DEE} -->",
            f"<!--{CY}--><!--{DEE}-->",
            "<!-- Cy, Dee* -->",
            "<!-- Cy<br>Dee* -->",
            "<!--\nCy\nDee*\n-->",
        ),
        f"<!-- idle players: {CY} {DEE} --><!-- add new players here --><!-- end of list -->",
    ],
    ids=["lines", "one each", "commas", "break", "newlines", "between remarks"],
)
def test_names_commented_out_are_idle(comment: str) -> None:
    read = roster(PLAYERS.replace("</div>", f"{comment}</div>"))
    assert (read.active, read.idle, read.admins) == (
        ("Ana", "Bo"),
        ("Cy", "Dee"),
        frozenset({"Bo", "Dee"}),
    )


def test_an_html_comment_that_would_take_minutes() -> None:
    tangle = "<!-- <a>" + "<b>" * 200_000 + "</i>" * 200_000 + " -->"
    read, told = read_side(PLAYERS.replace("</div>", f"{tangle}</div>"))
    assert read is not None
    assert told == ["a commented-out part of the list of players has too many elements to be read"]


def test_a_name_both_active_and_idle_is_active() -> None:
    read, told = read_side(f"{PLAYERS}<h3>Idle</h3><a href='/member/1'>ANA</a> {CY}")
    assert read is not None
    assert (read.active, read.idle) == (("Ana", "Bo"), ("Cy",))
    assert told == [
        "the list of players is not certain: ANA is listed as active and as idle; taken as active"
    ]


def test_a_link_in_the_list_that_leads_to_no_member() -> None:
    odd = "<a href='/players'>Full list</a>"
    read, told = read_side(PLAYERS.replace("</div>", f"{odd}{LOGIN}</div>"))
    assert read is not None
    assert read.active == ("Ana", "Bo", "Full list")
    assert told == [
        "the list of players is not certain: Full list is a link that is not to a member; taken as"
        " active"
    ]
    read, told = read_side(
        f"<div id='PlayerList'>{odd}</div>"
    )  # where no name links to a member, that tells nothing
    assert (read is not None, told) == (True, [])


def test_idle_names_that_lead_to_no_member_are_reported() -> None:
    read, told = read_side(f"{PLAYERS}<h3>Idle</h3><a href='/idle/cy'>Cy</a> {LOGIN}")
    assert read is not None
    assert read.idle == ()
    assert told == ["'Cy' below the heading of idle players is a link, but not to a member"]
    assert roster(f"{PLAYERS}<h3>Idle</h3>{CY}<a href='/archives'>Archives</a>").idle == ("Cy",)
    assert (
        roster(
            f"{PLAYERS}<a href='/archives'>Archives</a><h3>Idle</h3><a href='/'>(see the list)</a>"
        ).idle
        == ()
    )


def test_an_idle_name_without_link_is_reported() -> None:
    read, told = read_side(
        f"{PLAYERS}<h3>Idle</h3><p>Cy</p><p>none</p><p>There is nobody else here at the"
        f" moment.</p>{LOGIN}"
    )
    assert read is not None
    assert read.idle == ()
    assert told == ["'Cy' below the heading of idle players may be a name, but is not a link"]


@cases("statements")
def test_players_and_quorum_in_the_sidebar(
    statement: str, players: int | None, quorum: int | None
) -> None:
    read = roster(f"{PLAYERS}<p>{statement}</p>")
    assert (read.stated_players, read.stated_quorum) == (players, quorum)


@pytest.mark.parametrize(
    ("sentence", "dormant"),
    [
        ("The game is dormant.", True),
        ("BlogNomic is currently Dormant!", True),
        ("There are few of us; the game is now officially dormant", True),
        ("The game is not dormant.", False),
        ("The game isn’t dormant", False),
        ("The game is currently not dormant.", False),
        ("It is no longer dormant.", False),
        ("If the game is dormant, nothing may be proposed.", None),
        ("Nothing may be proposed when the game is dormant.", None),
        ("If the game is dormant, wait. The game is not dormant.", False),
        ("The game is nearly dormant.", None),
        ("Dormancy", None),
        ("", None),
    ],
)
@pytest.mark.parametrize("above", [True, False])
def test_dormancy_in_the_sidebar(sentence: str, dormant: bool | None, above: bool) -> None:
    line = f"<p>{sentence}</p>"
    assert roster(line + PLAYERS if above else PLAYERS + line).dormant is dormant


def test_what_a_player_posts_is_not_what_the_sidebar_says() -> None:
    claim = "The game is dormant. There are 2 players. Quorum is 2."
    forged = post(body=f"<p>{claim}</p><div><div><div><div>")
    for side in (
        f'<div id="side">{PLAYERS}</div>',
        f'<td class="Sidebar">{PLAYERS}</td>',
        PLAYERS,
        f"<div>{PLAYERS}</div>",
    ):
        for html in (page(forged, side=side), f"<body>{side}{forged}</body>"):
            read = read_page(html, MONTH, expect="front")
            assert problems(read) == []
            assert read.roster == Roster(("Ana", "Bo"), admins=frozenset({"Bo"}), members=MEMBERS)


@pytest.mark.parametrize("players", ["", "Ana, Bo", "<a> * </a>"])
def test_a_list_without_players_is_no_roster(players: str) -> None:
    assert read_side(f'<div id="PlayerList">{players}</div>') == (
        None,
        ["the sidebar's list of players is empty"],
    )


def test_content_below_the_sidebar_is_not_part_of_the_roster() -> None:
    side = f'<div id="sidebar"><h3>Players</h3>{PLAYERS}<h3>Idle players</h3><div>{CY}</div></div>'
    read = roster(
        f'{side}<div id="footer"><p>Run by {ANA} and {DEE}. The game is dormant.</p></div>'
    )
    assert (read.active, read.idle, read.dormant) == (("Ana", "Bo"), ("Cy",), None)
