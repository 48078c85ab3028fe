"""What a page offers and who may say so, which forms are filled in and where they lead, and what
the blog's answers mean.
"""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from bs4.element import Tag
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.selectors import is_greeting
from sync.net.fetched import FetchedPage, RawResponse, make_page
from sync.notices import blog_forms
from sync.notices.blog_comments import read_reply
from sync.notices.blog_forms import (
    BlogForm,
    Controls,
    Field,
    FilledForm,
    comment_form,
    login_form,
    read_controls,
)
from sync.notices.notice_model import NotPosted
from sync.settings.credentials import Credentials
from tests.support.cases import cases
from tests.support.paths import SHARED
from tests.support.web import NOON

SAMPLES = SHARED / "samples/expressionengine"
PAGE = "https://blog.example/game/archive/x"
ANA = Credentials("ana", "pass & word")
POST = """<h3 class="post-title proposal open"><a href="/archive/x">Proposal: X</a></h3><div>{body}</div>
<p class="post-footer">posted by <a href="/member/1">Ana</a> at 19 Jan  2024 09:00:00  UTC</p><h2>Comments</h2>
<div class="comment" id="c1"><h3><a href="/member/2">Bo</a>:</h3><div class="commentbody">{comment}</div></div>"""
LOG_OUT = '<a href="/member/logout">x</a>'
HIDDEN = '<input type="hidden" name="entry_id" value="1">'
AREA = '<textarea name="comment"></textarea>'
FORM = f'<form id="comment_form" method="POST" action="/">{HIDDEN}{AREA}</form>'
WRITES = (
    '<input type="hidden" name="ACT" value="5"><input type="hidden" name="entry_id"'
    ' value="16"><textarea name="comment"></textarea>'
)
LOGS_IN = (
    '<input type="hidden" name="ACT" value="15"><input name="username"><input name="password"'
    ' type="password">'
)
HOME = "https://blog.example/"


def page(before: str = "", body: str = "", comment: str = "", after: str = "") -> Controls:
    return read_controls(
        "<html><title>A "
        f" blog</title><body>{before}{POST.format(body=body, comment=comment)}{after}</body></html>"
    )


def fetched(html: str | bytes, status: int = 200, charset: str = "utf-8") -> FetchedPage:
    body = html if isinstance(html, bytes) else html.encode(charset)
    return make_page(
        PAGE,
        PAGE,
        RawResponse(status, {"Content-Type": f"text/html; charset={charset}"}, body),
        NOON,
    )


def filled(
    inner: str,
    *,
    action: str = HOME,
    method: str = "post",
    charset: str = "utf-8",
    text: str = "a\nb",
) -> FilledForm:
    answer = fetched(f'<form method="{method}" action="{action}">{inner}</form>', charset=charset)
    return comment_form(answer, read_controls(answer.text), text)


def logged_in(inner: str, action: str = HOME) -> FilledForm:
    answer = fetched(f'<form method="post" action="{action}">{inner}</form>')
    return login_form(answer, read_controls(answer.text), ANA)


# --- What a page offers


def test_a_form_with_all_it_has() -> None:
    form, bare = read_controls(
        """<form id="f" method=" Post" action="https://blog.example/?x=1&amp;y=2"><table><tr><td>
        <input type="HIDDEN" name="ACT" value="a&quot;b&amp;c"><input type=hidden name=ACT value="second"><input name="plain">
        <input type="submit" value="no name"><select name="s"><option>1</option></select><button name="b">x</button>
        <textarea name="comment">a &lt;b&gt;</textarea><input name="" value="empty"><p name="no field"></p></td></tr></table></form>
        <form></form><input name=x>"""
    ).forms
    hidden = (Field("hidden", "ACT", 'a"b&c'), Field("hidden", "ACT", "second"))
    others = (
        Field("text", "plain", ""),
        Field("select", "s", ""),
        Field("button", "b", ""),
        Field("textarea", "comment", ""),
    )
    assert form == BlogForm("https://blog.example/?x=1&y=2", "post", (*hidden, *others))
    assert form.hidden == {"ACT": "second"}
    assert bare == BlogForm("", "get", ())


@cases("forms")
def test_purposes_of_forms(html: str, comments: bool, login: bool, captcha: bool) -> None:
    (form,) = read_controls(html).forms
    assert (form.takes_comments, form.logs_in, form.has_captcha) == (comments, login, captcha)


@pytest.mark.parametrize(
    ("link", "logs_out"),
    [
        ('<a href="/member/logout">x</a>', True),
        ('<a href="/member/logout/?x=1">x</a>', True),
        ('<a href="/?ACT=11">Log out</a>', True),
        ('<a href="/?ACT=11"><img src=x><b>Log</b> out</a>', True),
        ('<a href="/member/login">Log in</a>', False),
        ('<a href="/?q=/logout">x</a>', False),
        ('<a href="/x">How to log out</a>', False),
    ],
)
def test_a_way_to_log_out(link: str, logs_out: bool) -> None:
    assert (
        page(before=link).logs_out
        is page(after=link).logs_out
        is read_controls(link).logs_out
        is logs_out
    )


def test_players_do_not_say_who_is_logged_in() -> None:
    said = f"{LOG_OUT}<p>Logged in as Ana</p>"
    players = f'<div id="PlayerList">{said}</div>'
    for found in (page(body=said), page(comment=said), page(after=players), page(before=players)):
        assert not found.logs_out
        assert "Logged in" not in found.own_text
    for found in (
        page(before=said),
        page(after=said),
        page(after=f'<div id="PlayerList"></div><div>{said}</div>'),
    ):
        assert found.logs_out
        assert "Logged in as Ana" in found.own_text


@pytest.mark.parametrize(
    ("text", "greets"),
    [
        ("You are logged in as: <b>ana  lee</b> | x", True),
        ("Welcome back Ana Lee", True),
        ("Logged in as Ana Leeson, logged in as Ana Lee", True),
        ("Logged in as Ana Leeson", False),
        ("Unwelcome Ana Lee", False),
        ("Logged in as Ana", False),
    ],
)
def test_a_greeting(text: str, greets: bool) -> None:
    assert is_greeting(page(after=f"<p>{text}</p>").own_text, "Ana Lee") is greets


def test_a_form_among_the_comments_is_seen_all_the_same() -> None:
    """A second form for comments is refused, so it may not be overlooked."""
    assert [form.among_players for form in page(comment=FORM, after=FORM).forms] == [True, False]
    assert [form.among_players for form in page(before=FORM, body=FORM).forms] == [False, True]
    html = POST.format(body="", comment="").replace("<h2>Comments</h2>", f"{FORM}{LOG_OUT}")
    found = read_controls(f"<html>{html}{html.replace('c1', 'c2').partition('</p>')[2]}</html>")
    assert [form.among_players for form in found.forms] == [False, True]
    assert found.logs_out


def test_pages_are_not_read_without_end() -> None:
    assert len(read_controls("<form></form>" * 50).forms) == 50
    assert read_controls("<form></form>" * 51) == Controls()
    assert read_controls("<p>" * 19_999 + "<form>").forms
    assert read_controls("<p>" * 20_000 + "<form>") == Controls()


@pytest.mark.parametrize(
    "piece", ["<div>", "<div class=comment>", "<a><div>", "<form><div>", "</p>", "<b><p>", "&lt;"]
)
def test_a_page_full_of_tags_takes_no_time(piece: str) -> None:
    assert len(read_controls((piece * 20_000)[:40_000]).forms) <= 50


def test_a_list_of_players_in_another_is_gone_through_once() -> None:
    page = BeautifulSoup('<div id="PlayerList">a' * 50 + "</div>" * 50 + "<ul>b</ul>", "lxml")
    nodes = list(page.descendants)
    (players,) = blog_forms._players_parts(nodes)
    assert [node.name for node in nodes[: players.start] if isinstance(node, Tag)] == [
        "html",
        "body",
    ]
    assert [str(node) for node in nodes[players.stop :]] == ["<ul>b</ul>", "b"]


def test_lists_of_players_side_by_side_are_all_theirs() -> None:
    lists = f'<div id="PlayerList">{LOG_OUT}</div>' * 2
    assert not read_controls(lists).logs_out
    assert read_controls(lists + LOG_OUT).logs_out


def test_where_a_post_without_a_footer_ends_is_not_known() -> None:
    title = '<h3 class="post-title"><a href="/archive/x">Proposal: X</a></h3>'
    assert read_controls(f"{LOG_OUT}{title}{FORM}").logs_out
    found = read_controls(f"{title}{FORM}{LOG_OUT}")
    assert not found.logs_out
    assert [form.among_players for form in found.forms] == [True]


PIECES = [
    "<form>",
    "</form>",
    "<ul>",
    "<li>",
    "</ul>",
    "</li>",
    "<input name=a>",
    "<textarea name=comment>",
    "</div>",
    POST,
]


@given(st.lists(st.sampled_from(PIECES)))
def test_whatever_nests_in_a_page_it_is_read(pieces: list[str]) -> None:
    found = read_controls("".join(pieces))
    assert len(found.forms) <= pieces.count("<form>")


# --- Forms filled in


@pytest.mark.parametrize(
    ("action", "there"),
    [
        ("https://BLOG.example:443/?ACT=5", "https://blog.example/?ACT=5"),
        ("", "https://blog.example/game/archive/x"),
        ("//blog.example/x#y", "https://blog.example/x"),
    ],
)
def test_allowed_targets_of_a_form(action: str, there: str) -> None:
    assert filled(WRITES, action=action)[0].url == there


@pytest.mark.parametrize(
    "action",
    [
        "http://blog.example/",
        "//other.example/",
        "https://blog.example:8443/",
        "https://blog.example.x/",
    ],
)
def test_another_site(action: str) -> None:
    with pytest.raises(NotPosted, match="the form for comments leads to another site, http"):
        filled(WRITES, action=action)
    with pytest.raises(NotPosted, match="the form for logging in leads to another site"):
        logged_in(LOGS_IN, action)


@pytest.mark.parametrize(
    "action",
    ["javascript:x", "https://me:hidden@blog.example/", "https://[", "/%2e%2e/x", "x" * 3_000],
)
def test_an_address_that_is_none(action: str) -> None:
    with pytest.raises(NotPosted, match="an invalid address") as raised:
        filled(WRITES, action=action)
    assert "hidden" not in str(raised.value)


def test_hidden_fields_are_copied_in_their_order_but_for_those_that_change_what_is_done() -> None:
    names = ("preview", "notify_me", "comment", "submit", "username", "A", "A")
    extra = "".join(f'<input type="hidden" name="{name}" value="x">' for name in names)
    extra += (
        '<input type="checkbox" name="notify_me" checked><input type="submit" name="submit"'
        ' value="Say it"><input name="url">'
    )
    fields = [
        ("A", "x"),
        ("A", "x"),
        ("ACT", "5"),
        ("entry_id", "16"),
        ("comment", "a\r\nb"),
        ("submit", "Say it"),
    ]
    assert filled(extra + WRITES)[1] == fields


def test_a_login_sends_the_fields_of_its_form() -> None:
    button = (
        '<input type="submit" name="submit" value="Go"><input type="checkbox" name="auto_login"'
        ' value="1" checked>'
    )
    fields = [("ACT", "15"), ("username", "ana"), ("password", "pass & word")]
    assert logged_in(LOGS_IN)[1] == fields
    assert logged_in(LOGS_IN + button)[1] == [*fields, ("submit", "Go")]


@pytest.mark.parametrize(
    ("inner", "why"),
    [
        ("", "the page has no form for comments"),
        (
            WRITES.replace('"5"', '"5x"'),
            "lacks its ACT",
        ),
        (
            WRITES.replace('"16"', '"٣"'),
            "lacks its entry_id",
        ),
        (
            f"{WRITES}</form><form>{WRITES}",
            "the page has 2 forms for comments",
        ),
        (
            f'{WRITES}<img src="/captcha/x.png">',
            "has a captcha",
        ),
        (f'{WRITES}<input type="hidden" name="x" value="{"v" * 60_000}">', "too large"),
    ],
)
def test_a_form_that_is_not_as_it_should_be(inner: str, why: str) -> None:
    with pytest.raises(NotPosted, match=why):
        filled(inner)


def test_a_form_that_is_no_post() -> None:
    with pytest.raises(NotPosted, match="not sent by POST"):
        filled(WRITES, method="get")


def test_a_page_in_another_character_set_takes_only_ascii() -> None:
    assert filled(WRITES + "é", charset="iso-8859-1", text="plain")[1][2] == ("comment", "plain")
    with pytest.raises(NotPosted, match="lacks characters of the text"):
        filled(WRITES + "é", charset="iso-8859-1", text="naïve")


# --- What the blog's answers mean


@pytest.mark.parametrize(
    ("body", "status", "refuses"),
    [
        pytest.param("", 302, False, id="a redirect"),
        pytest.param("", 301, False, id="a moved page"),
        pytest.param("", 500, False, id="an error of the server"),
        pytest.param("", 429, True, id="too many requests"),
        pytest.param(" \n", 200, False, id="a blank page"),
        pytest.param("", 403, True, id="forbidden without a word"),
        pytest.param("<h1>Forbidden</h1>", 403, True, id="forbidden"),
        pytest.param(
            "You have exceeded the allowed page load frequency.",
            200,
            True,
            id="too many page loads",
        ),
        pytest.param(
            "<html><title>Blog | Error</title><ul><li>Something</li></ul></html>",
            200,
            True,
            id="an error of the blog",
        ),
        pytest.param(
            "<html><title>Error</title><ul><li>\x1b[31m" + "long " * 60 + "</li></ul>",
            200,
            True,
            id="a long error with control characters",
        ),
        pytest.param(
            "<html><title>Error</title><ul><li>This form has expired.</li></ul></html>",
            200,
            True,
            id="an expired form",
        ),
        pytest.param(
            "<html><title>Thanks</title><p>It is awaiting approval</p></html>",
            200,
            False,
            id="thanks, and a moderator",
        ),
        pytest.param(
            "<html><title>Be right back</title><ul><li>x</li></ul></html>",
            200,
            False,
            id="an error page by its list alone",
        ),
        pytest.param("Some words", 200, False, id="other words"),
    ],
)
def test_an_answer_refuses_or_leaves_it_open(body: str, status: int, refuses: bool) -> None:
    reply = read_reply(fetched(body, status), ANA)
    assert reply.is_refusal is refuses
    assert reply.why.isprintable()
    assert 0 < len(reply.why) < 250


@pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="the rendered sample pages are not beside the repository"
)
@cases("real_pages")
def test_pages_that_a_real_one_wrote(file: str, status: int, refuses: bool, reason: str) -> None:
    reply = read_reply(fetched((SAMPLES / file).read_bytes(), status), ANA)
    assert reply.is_refusal is refuses
    assert reason in reply.why
