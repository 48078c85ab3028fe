from __future__ import annotations

import pytest

from parsers.model import Icon
from tests.parsers.blog.raw import URL, comment, problems, read_comments, read_entry


def icons(body: str) -> tuple[Icon, ...]:
    (read,) = read_comments(comment(body))
    return read.icons


@pytest.mark.parametrize(
    ("image", "icon"),
    [
        ('src="/images/vote/for.gif" alt="for"', "for"),
        ('src="/images/vote/against.gif" alt="against"', "against"),
        ('src="/images/vote/imperial.gif" alt="imperial"', "deferential"),
        ('src="/images/vote/seal.gif" alt="veto"', "veto"),
        ('src="/vote/x.gif" alt=" FOR "', "for"),
        ('src="/vote/x.gif" alt="Deferential"', "deferential"),
        ('src="/vote/x.gif" alt="DEF"', "deferential"),
        ('src="https://cdn.example/vote/Against.GIF?v=2#x"', "against"),
        ('src="vote/seal.gif"', "veto"),
        ('src="page_files/seal.gif" alt="veto"', "veto"),
        ('src="/images/vote/imperial.png" alt=""', "deferential"),
        ('src="/images/%76ote/for.gif" alt="thumb"', "for"),
        ('src="/images/vote/arrow.gif" alt="Arrow"', "arrow"),
        ('src="/images/Vote/GreenTick.gif"', "greentick"),
        ('src="/images/vote/x.gif" alt="revise"', "revise"),
    ],
)
def test_icon_by_text_then_by_file(image: str, icon: str) -> None:
    assert icons(f"<p><img {image}></p>") == (Icon(icon),)


@pytest.mark.parametrize(
    "image",
    [
        'src="/images/smile.gif" alt="smile"',
        'src="/images/forum.gif" alt=""',
        'src="/votes/x.gif" alt="x"',
        "",
        'src="/images/vote/" alt=""',
        'src="vote.gif"',
        'alt="forfor"',
        'alt="for"',
        'src="https://pictures.example/for.gif" alt="for"',
        'src="for.gif" alt="for"',
        'src="/uploads/for.gif" alt="for"',
        'src="/images/voted/for.gif" alt="for"',
        'src="/page_files/for.gif" alt="for"',
        'src="https://pictures.example/page_files/for.gif" alt="for"',
        'src="page_files/for.gif" alt=""',
        'src="page_files/x.gif" alt="for"',
        'src="https://zoo.example/seal.jpg" alt="a grey seal"',
        'src="seal.gif"',
        'src="https://pictures.example/against.png" alt="graffiti against rain"',
    ],
)
def test_other_images_are_no_icons(image: str) -> None:
    assert icons(f"<p><img {image}></p>") == ()


@pytest.mark.parametrize(
    "words",
    [
        ":for:",
        "(:for:)",
        "\u201c:for:\u201d",
        ":FOR:",
        "for",
        "AGAINST",
        "[for]",
        "<b>FOR</b>",
        ":veto:",
    ],
)
def test_words_are_no_votes(words: str) -> None:
    assert icons(f"<p>{words}</p>") == ()


FOR = '<img src="/vote/for.gif" alt="for">'


@pytest.mark.parametrize("tag", ["blockquote", "del", "q", "s", "strike"])
def test_quoted_and_struck_icons(tag: str) -> None:
    assert icons(f"<p>{FOR}</p><{tag}>{FOR}</{tag}><p>{FOR}</p>") == (
        Icon("for"),
        Icon("for", True),
        Icon("for"),
    )
    assert icons(f"<{tag}><p><b>a</b><{tag}>x</{tag}><i>{FOR}</i></p></{tag}>") == (
        Icon("for", True),
    )


@pytest.mark.parametrize(
    ("tag", "quotes"),
    [
        ("<blockquote>", True),
        ("<code>", True),
        ("<pre>", True),
        ("<kbd>", True),
        ('<div class="quote">', True),
        ('<div class="post QuoteD-by">', True),
        ('<div class="bb_blockquote">', True),
        ('<div class="codeblock">', True),
        ("<span hidden>", True),
        ('<div class="note">', False),
        ('<div class="unquoted">', False),
        ('<div class="quotes-page">', True),
        ('<div class="barcode">', False),
        ("<em>", False),
    ],
)
def test_quoted_icons_do_not_count(tag: str, *, quotes: bool) -> None:
    end = tag.strip("<>").partition(" ")[0]
    assert icons(f"{FOR}{tag}{FOR}</{end}>{FOR}") == (
        Icon("for"),
        Icon("for", quotes),
        Icon("for"),
    )


@pytest.mark.parametrize("tag", ["s", "strike", "S class='x'"])
def test_striking_goes_on_over_paragraphs_to_its_end(tag: str) -> None:
    end = tag.partition(" ")[0]
    assert icons(f"<p><{tag}>a</p><p>{FOR}</{end}>{FOR}</p>") == (Icon("for", True), Icon("for"))
    assert icons(f"<{tag}><p>{FOR}</p></{end}></{end}>{FOR}<{tag}>{FOR}") == (
        Icon("for", True),
        Icon("for"),
        Icon("for", True),
    )


@pytest.mark.parametrize(
    ("style", "hidden"),
    [
        ("text-decoration:line-through", True),
        ("color:red; Text-Decoration-Line: underline LINE-THROUGH", True),
        ("text-decoration:underline", False),
        ("display : none !important", True),
        ("display:block", False),
        ("visibility:hidden", True),
        ("opacity:0.0;border:0", True),
        ("opacity:0.05", False),
        ("border:0;", False),
    ],
)
def test_a_style_may_strike_out_or_hide_an_icon(style: str, *, hidden: bool) -> None:
    expected = (Icon("for"), Icon("for", hidden), Icon("for"))
    for tag in ("span", "div", "p"):
        assert icons(f"{FOR}<{tag} style='{style}'><b>a</b>{FOR}<br></{tag}>{FOR}") == expected
    assert icons(f"{FOR}{FOR[:-1]} style='{style}'>{FOR}") == expected
    assert icons(f"<div style='{style}'><p style='{style}'>a</p>{FOR}</div>{FOR}") == expected[1:]


def test_text_wins_over_the_file_and_the_contradiction_is_reported() -> None:
    read = read_entry(comment('<img src="/vote/against.gif" alt="for">', number=7))
    assert read.posts[0].comments is not None
    assert read.posts[0].comments[0].icons == (Icon("for"),)
    assert [(found.where, found.what) for found in read.problems] == [
        (f"{URL}#c7", "an image says for and is the file of against; taken as for (comment of Bo)")
    ]


@pytest.mark.parametrize(
    ("image", "reports"),
    [
        ('src="/vote/x.gif" alt="for"', []),
        ('src="/vote/for.gif" alt="thumb"', []),
        ('src="./A%20Thing_files/for.gif" alt="for"', []),
        ('src="https://pictures.example/for.gif" alt="for"', ["says for; not counted as a vote"]),
        ('src="x/for.gif" alt="for"', ["says for; not counted as a vote"]),
        ('alt="for"', ["says for; not counted as a vote"]),
        ('src="x/def.jpg" alt=""', ["says deferential; not counted as a vote"]),
        ('src="x/y.gif" alt="pet"', []),
    ],
)
def test_pictures_that_may_be_votes_are_reported(image: str, reports: list[str]) -> None:
    told = problems(read_entry(comment(f"<img {image}>")))
    assert told == [
        f"an image outside the icons' folder {each} (comment of Bo)" for each in reports
    ]
    assert problems(read_entry(comment(f"<img {image}>", name=""))) == [
        "the comment has no author", *(f"an image outside the icons' folder {each}" for each in reports)
    ]  # fmt: skip


def test_many_images_and_no_vote_mean_that_the_icons_have_changed() -> None:
    smile = '<img src="/images/smile.gif" alt="smile">'
    changed = "the comments show 3 images, but no known vote icon"
    assert problems(read_entry(comment(smile), comment(smile * 2))) == [changed]
    assert problems(read_entry(comment(smile), comment(smile))) == []
    assert problems(read_entry(comment(smile * 3), comment(FOR))) == []


def test_icons_outside_of_the_body_are_no_votes() -> None:
    name = f'<a href="/member/2">Bo</a>: {FOR}'
    (read,) = read_comments(comment("<p>x</p>", name=name, stamp=f"13-05-2022 10:00:00 UTC {FOR}"))
    assert read.icons == ()


@pytest.mark.parametrize(
    ("heading", "author", "member"),
    [
        ('<a href="/member/2">Bo</a>:', "Bo", 2),
        ('<a href="https://blog.example/member/2/">Bo</a>: <em>he/him</em>', "Bo", 2),
        ('<a href="/member/2">Bo*</a>:', "Bo", 2),
        ('<a href="/member/2">Bo *:</a>', "Bo", 2),
        ('<a href="/member/2">Bo</a>*: <em>Admin</em>', "Bo", 2),
        ("Bo*: he/him", "Bo", None),
        ('<a href="/member/0">Bo</a>:', "Bo", None),
        ('<a href="/member/bo">Bo</a>:', "Bo", None),
        ('<a href="/member/2nd">Bo</a>:', "Bo", None),
        ('<a href="/member/1234567890">Bo</a>:', "Bo", None),
        ('<a href="/people/2">*Bo*Jr.*</a>:', "*Bo*Jr.", None),
    ],
)
def test_comment_author(heading: str, author: str, member: int | None) -> None:
    (read,) = read_comments(comment(FOR, name=heading))
    assert (read.author, read.member) == (author, member)


def test_an_icon_is_named_by_plain_text() -> None:
    """As in a store, so that both give the same fingerprint."""
    assert repr(icons(FOR)) == repr((Icon("for"),))
