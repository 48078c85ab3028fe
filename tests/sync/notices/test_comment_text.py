"""What a comment may say, and that players' text in it does nothing."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsers.blog.blog_page import read_page
from sync.notices.notice_model import marked
from sync.notices.notice_text import MAX_BYTES, inert, refusal_of
from tests.support.comment_engine import ENTRY, MARK, NOTICE, Engine, typeset

URL = f"https://blog.example{ENTRY}"
NASTY = (
    ":for: :FOR: (:veto:) {exp:query} <img src=x> [img]x[/img] ![for](/for.gif) !for.gif!"
    " &#58;for&#58; @everyone https://x.example ;) \u202e\x00😀"
)
nasty = st.text(
    st.sampled_from(":;for@&!<>[]{}()./#x1 \t\n-'\"…\u202e\x00\ud800😀：＠ｆｇif")
    | st.characters(),
    max_size=60,
)


def shown(text: str) -> tuple[str, int]:
    """A comment's text as the blog's page is read, and how many icons it has."""
    engine = Engine("7.x", lambda: 0.0, guests_see_form=True)
    engine.add("Ana", text)
    (post,) = read_page(engine.get(ENTRY, {}, "x").body, URL, expect="entry").posts
    assert post.comments is not None
    (comment,) = post.comments
    return comment.text, len(comment.icons)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("{exp:query}", "a bracket"),
        (":for:", "a word between colons"),
        (":thumbs-up:", "a word between colons"),
        ("：for：", "a word between colons"),
        ("<img src='/for.gif'>", "HTML"),
        ("<!-- x", "HTML"),
        ("&#58;for&#58;", "entity"),
        ("[img]/x[/img]", "a bracket"),
        ("![for](/x)", "a bracket"),
        ("!for!", "an image"),
        ("see for.GIF", "an image"),
        ("@everyone", "pings people"),
        ("＠here", "pings people"),
        ("😀", "U+1F600, which is invisible or not storable by the blog"),
        ("\x00", "U+0000"),
        ("\u202e", "U+202E"),
        ("\ud800", "U+D800"),
    ],
)
def test_forbidden_texts_of_a_notice(words: str, why: str) -> None:
    for text in (f"a {words} b {MARK}", f"({words} {MARK}", f"a\n{words}\n{MARK}"):
        found = refusal_of(text, MARK)
        assert found is not None
        assert why in found
        assert found.isprintable()


def test_allowed_texts_of_a_notice() -> None:
    words = [
        "at 12:57:43 UTC",
        "a: b: c",
        "http://127.0.0.1:8080/x",
        "3 < 4, a <- b",
        "AT&T x",
        "Wow!",
        "naïve – “…” ≥",
    ]
    assert [
        each for each in (NOTICE, *(f"{each} {MARK}" for each in words)) if refusal_of(each, MARK)
    ] == []


def test_the_limit_counts_bytes_and_line_ends_twice() -> None:
    end = f"\n{MARK}"
    room = MAX_BYTES - 1 - len(end) - 1
    assert refusal_of("x" * room + end, MARK) is None
    assert (
        refusal_of("x" * (room + 1) + end, MARK)
        == "the text has 5000 bytes; a comment must have fewer than 5000"
    )
    assert refusal_of("é" * (room // 2) + end, MARK) is None
    assert "bytes" in str(refusal_of("é" * (room // 2 + 1) + end, MARK))


@pytest.mark.parametrize("text", ["", " ", "\n", f" {MARK}", f"{MARK}\n"])
def test_blanks_around_a_text(text: str) -> None:
    assert "begins or ends with a space" in str(refusal_of(text, MARK))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x notice-20240120", True),
        ("notice-20240120", True),
        ("x (notice-20240120)", True),
        ("x notice-20240120.\n", True),
        ("x\nnotice-20240120", True),
        ("notice-20240120 x", False),
        ("notice-20240120\nx", False),
        ("x notice-20240120-2", False),
        ("x-notice-20240120", False),
        ("x.notice-20240120", False),
        ("xnotice-20240120", False),
        ("x notice-20240120..", False),
        ("x", False),
    ],
)
def test_positions_of_a_mark(text: str, found: bool) -> None:
    assert (refusal_of(text.strip(), MARK) is None) is found


# --- Text of players


@example(NASTY)
@example(":" * 60)
@example("!" * 60)
@given(nasty)
def test_text_of_players_does_nothing(text: str) -> None:
    plain = inert(text)
    assert "\n" not in plain
    assert len(plain) <= 200
    for notice in (
        f"About “{plain}”.\n\nNotice {MARK}",
        f"{plain} is wrong: {plain}, {plain}. {MARK}".strip(),
        f"x {plain} {plain} {MARK}",
    ):
        assert refusal_of(notice, MARK) is None
        html = typeset(notice)
        assert "<img" not in html
        assert "<a " not in html
        assert shown(notice)[1] == 0


@given(nasty)
def test_text_of_players_is_no_mark(text: str) -> None:
    notice = f"About {inert(text)} {inert(text + 'notice-01234567')}\n\nNotice {MARK}"
    assert marked(notice) == marked(shown(notice)[0]) == marked(MARK)


@given(st.text("abc XYZ019.,?()'\"-", max_size=60))
def test_words_stay_as_they_are(text: str) -> None:
    assert inert(text) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        pytest.param(":for:", ": for:", id="icon"),
        pytest.param("Proposal: Title [Core]", "Proposal: Title (Core)", id="tag in brackets"),
        pytest.param("https://x.example/for.gif", "https: //x.example/for. gif", id="image"),
        pytest.param("<b>", "‹b›", id="HTML"),
        pytest.param("a\tb\nc", "a b c", id="control characters"),
        pytest.param("a\u202eb😀", "a?b?", id="invisible and astral"),
        pytest.param("x" * 201, "x" * 199 + "…", id="long"),
    ],
)
def test_display_of_players_text(text: str, plain: str) -> None:
    assert inert(text) == plain
