"""What a page offers: its forms, a way to log out, a greeting, the texts of a message; and who may say so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.notices.blog.controls import BlogForm, Controls, Field, read_controls

POST = """<h3 class="post-title proposal open"><a href="/archive/x">Proposal: X</a></h3><div>{body}</div>
<p class="post-footer">posted by <a href="/member/1">Ana</a> at 19 Jan  2024 09:00:00  UTC</p><h2>Comments</h2>
<div class="comment" id="c1"><h3><a href="/member/2">Bo</a>:</h3><div class="commentbody">{comment}</div></div>"""
LOG_OUT = '<a href="/member/logout">x</a>'
HIDDEN = '<input type="hidden" name="entry_id" value="1">'
WRITES = '<textarea name="comment"></textarea>'
FORM = f'<form id="comment_form" method="POST" action="/">{HIDDEN}{WRITES}</form>'


def page(before: str = "", body: str = "", comment: str = "", after: str = "") -> Controls:
    return read_controls(f"<html><title>A  blog</title><body>{before}{POST.format(body=body, comment=comment)}{after}</body></html>")


def test_a_form_with_all_it_has() -> None:
    (form,) = read_controls(
        """<form id="f" method=" Post" action="https://blog.example/?x=1&amp;y=2"><table><tr><td>
        <input type="HIDDEN" name="ACT" value="a&quot;b&amp;c"><input type=hidden name=ACT value="second"><input name="plain">
        <input type="submit" value="no name"><select name="s"><option>1</option></select><button name="b">x</button>
        <textarea name="comment">a &lt;b&gt;</textarea><input name="" value="empty"><p name="no field"></p></td></tr></table></form>"""
    ).forms
    assert form == BlogForm(
        "f",
        "https://blog.example/?x=1&y=2",
        "post",
        (
            Field("hidden", "ACT", 'a"b&c'),
            Field("hidden", "ACT", "second"),
            Field("text", "plain", ""),
            Field("select", "s", ""),
            Field("button", "b", ""),
            Field("textarea", "comment", "a <b>"),
        ),
    )
    assert form.hidden == form.fields[:2]


def test_a_form_that_says_nothing_of_itself() -> None:
    assert read_controls("<form></form><input name=x>").forms == (BlogForm("", "", "get", ()),)


@pytest.mark.parametrize(
    ("html", "comments", "login"),
    [
        (f"<form>{HIDDEN}{WRITES}</form>", True, False),
        ('<form id="comment_form"></form>', True, False),
        (f"<form>{WRITES}</form>", False, False),
        (f"<form>{HIDDEN}</form>", False, False),
        ('<form><input name="username"><input type="password" name="password"></form>', False, True),
        ('<form><input name="username"></form>', False, False),
        ('<form><input type="hidden" name="username"><input name="password"></form>', False, False),
    ],
)
def test_what_a_form_is_for(html: str, comments: bool, login: bool) -> None:
    (form,) = read_controls(html).forms
    assert (form.takes_comments, form.logs_in) == (comments, login)


@pytest.mark.parametrize(
    ("inner", "is_one"),
    [
        ('<input name="captcha">', True),
        ('<img src="/images/captchas/1.jpg">', True),
        ('<div class="g-recaptcha"></div>', True),
        ('<div id="hCaptcha"></div>', True),
        ('<div class="cf-turnstile"></div>', True),
        ('<p class="caption">captcha</p>', False),
    ],
)
def test_a_captcha(inner: str, is_one: bool) -> None:
    first, second = read_controls(f"<form>{inner}</form><form></form>").forms
    assert first.has_captcha is is_one
    assert not second.has_captcha


@pytest.mark.parametrize(
    ("link", "logs_out"),
    [
        (LOG_OUT, True),
        ('<a href="/member/logout/?x=1">x</a>', True),
        ('<a href="/?ACT=11">Log out</a>', True),
        ('<a href="/?ACT=11">Logout</a>', True),
        ('<a href="/?ACT=11">Sign-Out</a>', True),
        ('<a href="/member/login">Log in</a>', False),
        ('<a href="/?q=/logout">x</a>', False),
        ('<a href="/x">How to log out</a>', False),
        ("Log out", False),
    ],
)
def test_a_way_to_log_out(link: str, logs_out: bool) -> None:
    assert page(before=link).logs_out is logs_out
    assert page(after=link).logs_out is logs_out
    assert read_controls(link).logs_out is logs_out


def test_players_do_not_say_who_is_logged_in() -> None:
    said = f"{LOG_OUT}<p>Logged in as Ana</p><ul><li>An error</li></ul>"
    for found in (
        page(body=said),
        page(comment=said),
        page(after=f'<div id="PlayerList">{said}</div>'),
        page(before=f'<div id="PlayerList">{said}</div>'),
    ):
        assert not found.logs_out
        assert not found.greets("Ana")
        assert found.items == ()
    for found in (page(before=said), page(after=said), page(after=f'<div id="PlayerList"></div><div>{said}</div>')):
        assert found.logs_out
        assert found.greets("Ana")
        assert found.items == ("An error",)


@pytest.mark.parametrize(
    ("text", "greets"),
    [
        ("Logged in as Ana Lee.", True),
        ("You are logged in as: <b>ana  lee</b> | x", True),
        ("Welcome, Ana Lee!", True),
        ("Welcome back Ana Lee", True),
        ("Logged in as Ana Leeson, logged in as Ana Lee", True),
        ("Logged in as Ana Leeson", False),
        ("Unwelcome Ana Lee", False),
        ("Ana Lee", False),
        ("posted by Ana Lee", False),
        ("Logged in as Ana", False),
    ],
)
def test_a_greeting(text: str, greets: bool) -> None:
    assert page(after=f"<p>{text}</p>").greets("Ana Lee") is greets


def test_nobody_is_not_greeted() -> None:
    assert not page(after="<p>Logged in as </p>").greets("")


def test_a_message() -> None:
    found = read_controls(
        "<html><title> An\n error </title><ul><li>One <b>and</b></li><li>two</li></ul><ol><li>no</li></ol><li>no</li></html>"
    )
    assert found.title == "An error"
    assert found.items == ("One and", "two")
    assert read_controls("x").title == ""
    assert read_controls("x").own_text == "x"


def test_a_form_among_the_comments_is_seen_all_the_same() -> None:
    """A second form for comments is for the reader of the forms to refuse, so it may not be overlooked."""
    assert [form.among_players for form in page(comment=FORM, after=FORM).forms] == [True, False]
    assert [form.among_players for form in page(before=FORM, body=FORM).forms] == [False, True]


def test_a_form_between_the_post_and_its_comments_is_the_sites_own() -> None:
    html = POST.format(body="", comment="").replace("<h2>Comments</h2>", f"{FORM}{LOG_OUT}")
    found = read_controls(f"<html>{html}{html.replace('c1', 'c2').partition('</p>')[2]}</html>")
    assert [form.among_players for form in found.forms] == [False, True]
    assert found.logs_out


def test_pages_are_not_read_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(read_controls("<ul>" + "<li>x</li>" * 100 + "</ul>").items) == 20
    assert read_controls("<form>" + "<input name=a>" * 9_000 + "</form>" + FORM) == Controls()
    assert read_controls("<div>" * 300 + FORM) == Controls()
    monkeypatch.setattr("parsers.blog.html._MAX_TOKENS", 5)
    assert read_controls("<p>a</p>" * 10 + FORM) == Controls()


@given(
    st.lists(
        st.sampled_from(
            ["<form>", "</form>", "<ul>", "<li>", "</ul>", "</li>", "<input name=a>", "<textarea name=comment>", "</div>", POST]
        )
    )
)
def test_whatever_nests_in_a_page_it_is_read(pieces: list[str]) -> None:
    found = read_controls("".join(pieces))
    assert len(found.forms) <= pieces.count("<form>")
