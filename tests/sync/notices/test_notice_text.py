"""What a notice says in each channel, and that nothing from players becomes more than words
there."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sync.notices.notice_model import CHANNELS, Channel, digits_of, mark_of, marked
from sync.notices.notice_text import MOST_FINDINGS, MOST_SIZE, refusal_of, worded
from sync.text import shorten
from sync.wiki.writing.page_edit import as_saved, expansions
from tests.support.cases import cases
from tests.support.comment_engine import typeset
from tests.support.mediawiki import MediaWiki
from tests.sync.notices.invented import HOSTILE, draft, finding, hostile, said
from tests.sync.samples import BLOG, NOON
from validators.finding import Evidence, Fix, FixKind, RuleRef

ENTRY = f"{BLOG}/archive/a_thing"
FULL = finding(
    message="Ana's Level is “-3”",
    evidence=(
        Evidence(ENTRY, "-3"),
        Evidence(None, "3", page="A Page", line=4),
        Evidence(ENTRY),
        Evidence(ENTRY, "a fourth"),
    ),
    rule=RuleRef("Levels", "Each Level is not negative."),
    fix=Fix(FixKind.SET_VALUE, "A Page", "set Ana's Level to “3”"),
)
BARE = finding(
    "BN402", "y", message="Bo's Mooring is wrong", evidence=(Evidence(),), rule=RuleRef("Moorings")
)


def text_of(channel: Channel, *findings: Any, about: str = "Proposal: A Thing") -> str:
    return worded(draft(channel, *findings, about=about), NOON).text


@cases("notices")
def test_a_whole_notice(channel: Channel, count: int, expected: str) -> None:
    told = [FULL, BARE][:count]
    text = text_of(channel, *told)
    assert text == expected.replace("ENTRY", ENTRY).replace("MARK", mark_of(told))
    assert channel == "wiki-talk" or refusal_of(text, mark_of(told)) is None


def test_a_message() -> None:
    text = text_of("chat", FULL, about="Proposal: A_Thing")
    assert text.startswith(
        "About Proposal: A\u02cdThing. An automatic check of the game as of 2024-01-20"
        " 12:00 UTC found the following."
    )
    assert f"\nSee {ENTRY} and line 4 of “A Page”\n" in text


@pytest.mark.parametrize(
    ("url", "link"),
    [
        (ENTRY, ENTRY),
        ("http://127.0.0.1:8080/archive/a_thing", "http://127.0.0.1:8080/archive/a_thing"),
        ("https://x.example", "https://x.example"),
        (
            "https://x.example/w/index.php?title=A&diff=3#c7",
            "https://x.example/w/index.php?title=A&diff=3#c7",
        ),
        (
            "https://x.example/~~~~/__TOC__/@ana/:for:/&lt;",
            "https://x.example/%7E%7E%7E%7E/_%5FTOC_%5F/%40ana/%3Afor%3A/&lt%3B",
        ),
        ("https://x.example/a b", ""),
        ("https://x.example/for.gif", ""),
        ("https://x.example/for.GIF?x", ""),
        ("https://x.example/]]", ""),
        ("https://x.example/{{x}}", ""),
        ("https://ana@x.example/", ""),
        ("https://x.example/''x''", ""),
        ("javascript:alert(1)", ""),
        ("/archive/a_thing", ""),
        ("https://x.example/" + "a" * 200, "https://x.example/" + "a" * 200),
        ("https://x.example/" + "a" * 201, ""),
    ],
)
def test_only_plain_addresses_are_links(url: str, link: str) -> None:
    for channel in CHANNELS:
        text = text_of(channel, finding(evidence=(Evidence(url, "words"),)))
        assert (
            (f"\nSee {link}\n" if channel != "wiki-talk" else f"\n*: See {link}\n") in text
            if link
            else "See " not in text
        )
        if channel == "blog-comment":
            assert refusal_of(text, mark_of([finding()])) is None


# --- How much is said


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a b", 41),
        ("漢" * 400, 40),
        ("Ж" * 400, 5),
        ("[[x]] " * 80, 40),
        ("word " * 100, 1),
        ("a b", 1000),
        ("a b", 1001),
    ],
    ids=[
        "short",
        "three bytes each",
        "two bytes each",
        "markup",
        "one long one",
        "as many as a mark names",
        "one more",
    ],
)
def test_a_notice_is_never_too_long_and_names_no_more_than_its_mark_can(
    channel: Channel, text: str, count: int
) -> None:
    findings = [said(text, code=f"BN40{number % 3}", what=str(number)) for number in range(count)]
    notice = worded(draft(channel, *findings, about=text), NOON)
    assert len(marked(notice.mark)) == min(count, MOST_FINDINGS[channel])
    assert marked(notice.text, page=channel == "wiki-talk") == marked(notice.mark)
    if channel == "blog-comment":
        assert refusal_of(notice.text, notice.mark) is None
    assert len(notice.text) <= MOST_SIZE[channel]
    shown = len(
        re.findall(
            r"^\* (?!And )" if channel == "wiki-talk" else r"\n\n(?!This is|And \d)",
            notice.text,
            re.MULTILINE,
        )
    )
    assert shown >= 1
    more = re.search(
        r"^(?:\* )?And (\d+) more; an audit lists them all\.$", notice.text, re.MULTILINE
    )
    assert shown + (int(more[1]) if more else 0) == count


# --- Nothing from players is more than words


@given(hostile())
@example("".join(HOSTILE)[:390])
def test_in_a_comment(text: str) -> None:
    findings = [said(text)]
    notice = worded(draft("blog-comment", *findings, about=text), NOON)
    assert refusal_of(notice.text, notice.mark) is None
    shown = typeset(notice.text)
    assert set(re.findall(r"<(\w+)", shown)) <= {"p", "br", "a"}
    assert set(re.findall(r'href="([^"]*)"', shown)) <= {ENTRY}
    assert marked(notice.text) == marked(notice.mark)
    assert letters(unicodedata.normalize("NFKC", text)[:40]) in letters(notice.text)


@given(hostile())
@example("".join(HOSTILE)[:390])
def test_in_a_chat(text: str) -> None:
    notice = worded(draft("chat", said(text), about=text), NOON)
    words = notice.text.replace(ENTRY, "")
    assert not set(words) & set("@#&<>*_~`|[]")
    assert "://" not in words
    assert not re.search(r":\S", words.replace("12:00 UTC", ""))
    assert not re.search(r"\w\.\w", words)
    assert all(
        character.isprintable() or character == "\n"
        for character in words.replace("\ufffd", "")
        if assigned(character)
    )
    assert letters(shorten(text, 80)[:79]) in letters(notice.text)


def assigned(character: str) -> bool:
    return unicodedata.category(character) not in {"Cn", "Co", "Zs"}


def letters(text: str) -> str:
    return "".join(re.findall("[A-Za-z0-9]", text))


class Reader(HTMLParser):
    """The elements of a page, its addresses, and its visible text."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.addresses: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"href", "src"}]

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(wiki: MediaWiki, text: str) -> dict[str, Any]:
    props = (
        "text|links|langlinks|iwlinks|categories|templates|images|externallinks|sections|properties"
    )
    reply = wiki.api(
        action="parse",
        title="Talk:A Page",
        text=text,
        contentmodel="wikitext",
        prop=props,
        pst="1",
        disableeditsection="1",
    )
    return dict(reply["parse"])


def is_inert(wiki: MediaWiki, text: str) -> None:
    told = [said(text)]
    notice = worded(draft("wiki-talk", *told, about=text), NOON)
    assert not expansions(as_saved(notice.text))
    page = parsed(wiki, f"== Another ==\nWords.\n\n{notice.text}")
    keys = ("links", "iwlinks", "langlinks", "categories", "templates", "images")
    nothing: dict[str, Any] = {**{key: [] for key in keys}, "properties": {}}
    assert {name: page[name] for name in nothing} == nothing
    assert page["externallinks"] == [ENTRY]
    assert page["sections"][0]["line"] == "Another"
    assert len(page["sections"]) == 2
    reader = Reader()
    reader.feed(page["text"])
    assert set(reader.elements) <= {"div", "h2", "span", "p", "ul", "li", "dl", "dd", "a"}
    assert [reader.elements.count(tag) for tag in ("h2", "ul", "li", "dl", "a")] == [2, 1, 1, 1, 1]
    assert set(reader.addresses) == {ENTRY}
    expected = re.sub(
        "[\ufdd0-\ufdef\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", shorten(text, 160)
    )
    assert plain(expected) in plain(reader.text)
    saved = wiki.api(
        action="parse", title="Talk:A Page", text=notice.text, contentmodel="wikitext", onlypst="1"
    )["parse"]["text"]
    assert as_saved(saved) == as_saved(notice.text)
    assert marked(saved, page=True) == marked(notice.mark)


def plain(text: str) -> str:
    """Without blanks, of which MediaWiki makes others."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFC", text))


@pytest.mark.mediawiki
@settings(max_examples=40)
@given(text=hostile())
@example(text="".join(HOSTILE)[:390])
def test_on_a_talk_page(mediawiki: MediaWiki, text: str) -> None:
    is_inert(mediawiki, text)


# The mark: it names the findings of a notice, and nothing else passes for one.


MARK = "notice-0123456789abcdef-01234567"
DIGITS = frozenset({"01234567", "89abcdef"})


@given(st.integers(1, 45))
def test_a_mark_can_be_read_again(count: int) -> None:
    findings = [finding(what=str(number)) for number in range(count)]
    mark = mark_of(findings)
    assert marked(mark) == {digits_of(one) for one in findings}
    assert (
        marked(f"Words. ({mark})")
        == marked(f"Words.\n<!-- {mark} -->\n", page=True)
        == marked(mark)
    )
    assert refusal_of(f"Words. ({mark})", mark) is None


@pytest.mark.parametrize(
    "text", [MARK, f"({MARK})", f"Words {MARK}.", f"Words ({MARK})\n ", f"“{MARK}"]
)
def test_a_comment_ends_with_its_mark(text: str) -> None:
    assert marked(text) == DIGITS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "notice",
        "notice-",
        "notice-0123456",
        "notice-012345678",
        "notice-0123456G",
        "NOTICE-01234567",
        "a notice-01234567 and more",
        "(notice-01234567) words",
        "(notice-01234567))",
        "xnotice-01234567",
        "x-notice-01234567",
        "notice-01234567-",
        "notice-012345670123456701234567012345670123456701234567",
        "<!-- notice-01234567 -->",
    ],
)
def test_texts_that_are_no_mark_of_a_comment(text: str) -> None:
    assert marked(text) == frozenset()


def test_a_page_has_the_marks_of_all_its_notices() -> None:
    assert marked("<!-- notice-01234567 --> words <!-- notice-89abcdef -->", page=True) == DIGITS
    for text in (
        "notice-01234567",
        "<!--notice-01234567-->",
        "<!-- x notice-01234567 -->",
        "&lt;!-- notice-01234567 -->",
    ):
        assert marked(text, page=True) == frozenset()


def test_an_id_depends_on_the_place_and_on_what_it_is_about_alone() -> None:
    """So that it is the same whichever findings are chosen."""
    one = draft("wiki-talk", finding())
    assert (
        one.id
        == draft("wiki-talk", finding(what="y")).id
        == draft("wiki-talk", finding(), finding(what="y")).id
    )
    others = [
        draft("chat", finding()),
        draft("wiki-talk", finding(), about="another matter"),
        replace(one, key="its_address"),
    ]
    assert len({one.id, *(other.id for other in others)}) == 4
    assert draft("chat", finding("BN401"), finding("BN402"), finding("BN401", "y")).codes == (
        "BN401",
        "BN402",
    )
