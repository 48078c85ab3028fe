"""What the blog's answers mean, in the words of both generations, and as a real one wrote them."""

from __future__ import annotations

import pytest

from sync.net.response import FetchedPage, RawResponse, make_page
from sync.notices.blog.reply import read_reply
from tests.support.paths import SHARED
from tests.support.web import NOON

SAMPLES = SHARED / "samples/expressionengine"
URL = "https://blog.example/"


def answer(body: str | bytes, status: int = 200) -> FetchedPage:
    return make_page(
        URL, URL, RawResponse(status, {"Content-Type": "text/html"}, body.encode() if isinstance(body, str) else body, 0), NOON
    )


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ("", 302, "accepted"),
        ("", 303, "accepted"),
        ("", 301, "unclear"),
        ("", 307, "unclear"),
        ("", 500, "unclear"),
        ("", 404, "unclear"),
        ("", 429, "refused"),
        ("", 200, "ignored"),
        (" \n", 200, "ignored"),
        ("", 403, "refused"),
        ("<h1>Forbidden</h1>", 403, "refused"),
        ("You have exceeded the allowed page load frequency.", 200, "refused"),
        ("<html><title>Error</title><p>Something</p></html>", 200, "refused"),
        ("<html><title>Blog | Error</title><ul><li>Something</li></ul></html>", 200, "refused"),
        ("<html><title>Blog</title><h3>The following errors were encountered</h3><ul><li>x</li></ul></html>", 200, "refused"),
        ("<html><title>Error</title><ul><li>This form has expired.</li></ul></html>", 200, "expired"),
        ("<html><title>Thanks</title><p>It is awaiting approval</p></html>", 200, "held"),
        ("<html><title>Thanks</title><p>Who knows</p></html>", 200, "unclear"),
        ("<html><title>Be right back</title><ul><li>x</li></ul></html>", 200, "unclear"),
        ("Some words", 200, "unclear"),
    ],
)
def test_what_is_said(body: str, status: int, said: str) -> None:
    reply = read_reply(answer(body, status))
    assert reply.said == said
    assert reply.why.isprintable()
    assert reply.why


def test_what_a_page_says_is_made_fit_to_be_shown() -> None:
    reply = read_reply(answer(f"<html><title>Error</title><ul><li>\x1b[31m{'long ' * 200}</li></ul>"))
    assert len(reply.why) < 250
    assert reply.why.isprintable()


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the rendered sample pages are not beside the repository")
@pytest.mark.parametrize(
    ("name", "status", "said", "why"),
    [
        ("comment_held_for_moderation.html", 200, "held", "moderator"),
        ("comment_preview.html", 200, "ignored", "the form again"),
        ("error_comment_duplicate.html", 403, "refused", "as it does a duplicate"),
        ("error_comment_duplicate.html", 200, "refused", "as it does a duplicate"),
        ("error_comment_empty.html", 403, "refused", "The comment field is required"),
        ("error_comment_timelock.html", 403, "refused", "requires a pause"),
        ("error_comments_closed.html", 200, "refused", "Comments are not allowed in this channel"),
        ("error_csrf_expired.html", 403, "expired", "expired"),
        ("error_csrf_expired.html", 200, "expired", "expired"),
        ("entry_logged_in.html", 200, "ignored", "the form again"),
    ],
)
def test_pages_that_a_real_one_wrote(name: str, status: int, said: str, why: str) -> None:
    reply = read_reply(answer((SAMPLES / name).read_bytes(), status))
    assert reply.said == said
    assert why in reply.why
