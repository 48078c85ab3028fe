"""Boards of invented games for tests, and what is to hold for the page of every board."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from urllib.parse import urlsplit

import lxml.html
from lxml.html import HtmlElement

from parsers.model import Post, Revision, Roster
from sync.board.build import Board, board
from sync.board.folder import FEED
from sync.board.page import MOST_BYTES, page
from tests.support.views import remade
from tests.sync.samples import NOON, post, view
from validators.checks.audit_context import AuditContext
from validators.checks.run import AuditReport
from validators.finding import (
    Evidence,
    Finding,
    Fix,
    FixKind,
    Lack,
    NotEvaluated,
    RuleRef,
    Severity,
    Subject,
)
from validators.view import GameView

BLOG, WIKI = "https://blog.example", "https://wiki.example/"
EVIL = (
    "</title></style></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'`&{{ 7*7"
    " }}\u202e\u2066evil\u0000\ud800"
)
"""What a hostile title begins with; its second line would be another one of a header."""

REPORT = AuditReport((), ())


def finding(
    number: int = 0,
    text: str = "it is wrong",
    severity: Severity = Severity.ERROR,
    *,
    excerpt: str = "Words.",
) -> Finding:
    """A finding with everything that one may have."""
    return Finding(
        "BN203",
        "empty-subject",
        severity,
        Subject("post", f"post-{number}", f"{BLOG}/archive/post_{number}"),
        text,
        what=str(number),
        evidence=(
            Evidence(f"{BLOG}/archive/post_{number}#c1", excerpt, NOON),
            Evidence(page="The Long Cut", line=3),
        ),
        rule=RuleRef("Posts", "A post has a subject."),
        fix=Fix(FixKind.SET_VALUE, "The Long Cut", "set it to 3"),
        page="The Long Cut",
        line=3,
    )


def html(made: Board) -> str:
    return page(made, blog=BLOG, wiki=WIKI)


def read(made: Board) -> HtmlElement:
    """The page of a board, after it was seen that it is sound."""
    text = html(made)
    document = lxml.html.document_fromstring(text)
    check(text, document)
    return document


def text_of(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())


def check(text: str, document: HtmlElement) -> None:
    """No script but ours, no address but the game's, nothing that a label or a link points to is
    missing, every time is one.
    """
    assert len(text.encode()) <= MOST_BYTES
    (style,), (script,) = document.xpath("//style"), document.xpath("//script")
    policy = document.xpath("string(//meta[@http-equiv='Content-Security-Policy']/@content)")
    assert policy.startswith("default-src 'none'; ")
    for each, name in ((style, "style"), (script, "script")):
        digest = base64.b64encode(hashlib.sha256(each.text_content().encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}';" in policy
    assert "unsafe" not in policy
    names = {
        name.lower()
        for element in document.iter()
        if isinstance(element.tag, str)
        for name in element.attrib
    }
    assert not {"src", "srcset", "style", "action", "data", "poster", "background"} & names
    assert not [name for name in names if name.startswith("on")]
    assert {element.tag for element in document.iter()} & {
        "img",
        "iframe",
        "form",
        "object",
        "embed",
        "base",
        "audio",
        "video",
    } == set()
    ids = document.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {
        name for value in document.xpath("//@aria-labelledby") for name in value.split()
    } <= set(ids)
    for link in document.xpath("//a/@href"):
        assert (
            link[1:] in ids
            if link.startswith("#")
            else link == FEED or urlsplit(link).netloc in ("blog.example", "wiki.example")
        ), link
    assert document.xpath("//link/@href") == ["data:,", FEED]
    for moment in [*document.xpath("//time/@datetime"), *document.xpath("//@data-until")]:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", moment)
        datetime.fromisoformat(moment)
    assert document.xpath("//time[not(@datetime)]") == []
    for table in document.xpath("//table"):
        assert table.xpath("./caption")
        assert not table.xpath(".//th[not(@scope)]")
    levels = [int(each.tag[1]) for each in document.iter("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def hostile_view(length: int = 0) -> GameView:
    """A game in which every text is hostile, and ends with ``length`` letters."""
    evil = EVIL + "a" * length
    made = view(
        post("javascript:alert(1)"),
        roster=Roster((evil, "Ana", "Bo"), (evil,), frozenset({evil})),
        emperor=evil,
        site=evil,
    )
    edits = tuple(
        Revision(evil, number, number - 1, NOON, evil, evil, f"{evil} {number}")
        for number in (1, 2, 3)
    )
    return remade(made, histories={evil: edits})


def hostile_board(length: int = 0) -> Board:
    """A board of that game, with hostile findings and problems, too."""
    evil = EVIL + "b" * length
    found = [finding(number, f"{evil} {number}", excerpt=evil) for number in range(3)]
    report = AuditReport(
        tuple(found), (NotEvaluated(evil, evil, kind=Lack.SOURCE, inconclusive=True),)
    )
    return board(AuditContext(hostile_view(length)), report)


def hostile_matters(seen: GameView, length: int = 0) -> Board:
    """A board of a game whose pending posts were made hostile with all comments, but for the icons
    in them.
    """
    evil = EVIL + "c" * length

    def spoilt(each: Post) -> Post:
        if not each.unresolved:
            return each
        comments = (
            None
            if each.comments is None
            else tuple(replace(one, text=evil) for one in each.comments)
        )
        body = f"In the rule “{evil}”, add “{evil}”."
        return replace(
            each,
            title=f"Proposal: {evil} {each.key}",
            subject=evil,
            body=body,
            markup="",
            comments=comments,
        )

    return board(AuditContext(remade(seen, posts=tuple(map(spoilt, seen.posts)))), REPORT)
