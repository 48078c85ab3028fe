"""Which forms are filled in, what is sent in them, and where to."""

from __future__ import annotations

import pytest

from sync.net.response import RawResponse, make_page
from sync.notices.blog.controls import BlogForm, Field, read_controls
from sync.notices.blog.forms import FilledForm, comment_form, login_form
from sync.notices.model import NotPosted
from sync.settings.credentials import Credentials
from tests.support.web import NOON

PAGE = "https://blog.example/game/archive/x"
ANA = Credentials("ana", "pass & word")
WRITES = '<input type="hidden" name="ACT" value="5"><input type="hidden" name="entry_id" value="16"><textarea name="comment"></textarea>'
LOGS_IN = '<input type="hidden" name="ACT" value="15"><input name="username"><input name="password" type="password">'


def filled(
    inner: str, *, action: str = "https://blog.example/", method: str = "post", charset: str = "utf-8", text: str = "a\nb"
) -> FilledForm:
    html = f'<form method="{method}" action="{action}">{inner}</form>'
    answer = make_page(PAGE, PAGE, RawResponse(200, {"Content-Type": f"text/html; charset={charset}"}, html.encode(charset), 0), NOON)
    return comment_form(answer, read_controls(answer.text), text)


def logged_in(inner: str, action: str = "https://blog.example/") -> FilledForm:
    answer = make_page(PAGE, PAGE, RawResponse(200, {}, f'<form method="post" action="{action}">{inner}</form>'.encode(), 0), NOON)
    return login_form(answer, read_controls(answer.text), ANA)


def refusal(inner: str, **options: str) -> str:
    with pytest.raises(NotPosted) as raised:
        filled(inner, **options)
    assert str(raised.value).isprintable()
    return str(raised.value)


@pytest.mark.parametrize(
    ("action", "there"),
    [
        ("https://blog.example/", "https://blog.example/"),
        ("https://BLOG.example:443/?ACT=5", "https://blog.example/?ACT=5"),
        ("/", "https://blog.example/"),
        ("", PAGE),
        ("//blog.example/x#y", "https://blog.example/x"),
    ],
)
def test_where_a_form_may_lead(action: str, there: str) -> None:
    assert filled(WRITES, action=action)[0].url == there


@pytest.mark.parametrize(
    "action",
    [
        "http://blog.example/",
        "https://other.example/",
        "//other.example/",
        "https://blog.example:8443/",
        "https://blog.example.other.example/",
    ],
)
def test_another_site(action: str) -> None:
    assert "leads to another site, http" in refusal(WRITES, action=action)
    with pytest.raises(NotPosted, match="the form for logging in leads to another site"):
        logged_in(LOGS_IN, action)


@pytest.mark.parametrize("action", ["javascript:x", "mailto:a@b", "https://me:hidden@blog.example/", "https://[", "/%2e%2e/x", "x" * 3_000])
def test_an_address_that_is_none(action: str) -> None:
    assert "hidden" not in refusal(WRITES, action=action)


def test_hidden_fields_are_copied_in_their_order_but_for_those_that_change_what_is_done() -> None:
    extra = "".join(
        f'<input type="hidden" name="{name}" value="x">' for name in ("preview", "notify_me", "comment", "submit", "username", "A", "A")
    )
    extra += (
        '<input type="checkbox" name="notify_me" checked><input type="submit" name="submit" value="Say it"><input name="url" value="x">'
    )
    assert filled(extra + WRITES)[1] == [
        ("A", "x"),
        ("A", "x"),
        ("ACT", "5"),
        ("entry_id", "16"),
        ("comment", "a\r\nb"),
        ("submit", "Say it"),
    ]


def test_a_login_has_what_its_form_has() -> None:
    button = '<input type="submit" name="submit" value="Go"><input type="checkbox" name="auto_login" value="1" checked>'
    fields = [("ACT", "15"), ("username", "ana"), ("password", "pass & word")]
    assert logged_in(LOGS_IN)[1] == fields
    assert logged_in(LOGS_IN + button)[1] == [*fields, ("submit", "Go")]


@pytest.mark.parametrize(
    ("inner", "why"),
    [
        ("", "the page has no form for comments"),
        (WRITES.replace('value="5"', 'value=""'), "lacks its ACT"),
        (WRITES.replace('value="5"', 'value="5x"'), "lacks its ACT"),
        (WRITES.replace('value="16"', 'value="٣"'), "lacks its entry_id"),
        (WRITES + '<input type="hidden" name="x" value="1">' * 60, "too many or too large"),
        (WRITES + f'<input type="hidden" name="x" value="{"v" * 60_000}">', "too many or too large"),
        (WRITES + f"</form><form>{WRITES}", "the page has 2 forms for comments"),
        (WRITES + '<img src="/captcha/x.png">', "a captcha"),
    ],
)
def test_a_form_that_is_not_as_it_should_be(inner: str, why: str) -> None:
    assert why in refusal(inner)


def test_a_form_of_that_name_without_a_place_for_a_comment() -> None:
    form = BlogForm("comment_form", "/", "post", (Field("hidden", "ACT", "5"), Field("hidden", "entry_id", "1")))
    answer = make_page(PAGE, PAGE, RawResponse(200, {}, b"x", 1), NOON)
    page = read_controls("")
    with pytest.raises(NotPosted, match="has no field for the text"):
        comment_form(answer, type(page)(forms=(form,)), "x")


@pytest.mark.parametrize("method", ["get", "", "dialog"])
def test_a_form_that_is_no_post(method: str) -> None:
    assert "not sent by POST" in refusal(WRITES, method=method)


def test_a_page_in_another_character_set_takes_only_ascii() -> None:
    assert filled(WRITES + "é", charset="iso-8859-1", text="plain")[1][2] == ("comment", "plain")
    assert "cannot hold the text" in refusal(WRITES + "é", charset="iso-8859-1", text="naïve")
