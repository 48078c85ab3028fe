"""The feed beside a board: what RFC 4287 asks of every one, and what it says of the sample game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import feedparser
import lxml.html
import pytest

from sync.board.build import Board
from sync.board.feed import MOST_ENTRIES, feed
from sync.board.folder import FEED
from sync.cli import main
from sync.cli.board import board_of
from sync.settings.config import Options, resolve
from tests.support.command import Run
from tests.sync.board.pages import (
    BLOG,
    EVIL,
    WIKI,
    finding,
    hostile_board,
    hostile_matters,
    html,
)
from tests.sync.samples import NOON
from validators.finding import Evidence, Finding
from validators.news import NewsItem, NewsTopic

_ATOM = "{http://www.w3.org/2005/Atom}"
PUBLISHED = "https://game.example/board"


def text_of(board: Board, published: str = "") -> str:
    return feed(board, blog=BLOG, wiki=WIKI, published=published)


def checked(text: str) -> ET.Element:
    """The feed, after it was seen that it is one by RFC 4287, and that a reader takes it."""
    root = ET.fromstring(text)
    assert root.tag == f"{_ATOM}feed"
    _check_head(root)
    assert len(root.findall(f"{_ATOM}author/{_ATOM}name")) == 1
    links = [(link.get("rel", "alternate"), link.get("type")) for link in _links(root)]
    assert len(links) == len(set(links))  # one self link, one alternate
    entries = root.findall(f"{_ATOM}entry")
    assert list(root)[len(root) - len(entries) :] == entries
    for entry in entries:
        _check_head(entry)
        assert len(_links(entry)) <= 1
        assert len(entry.findall(f"{_ATOM}content")) == 1
        assert all(each.get("term") in set(NewsTopic) for each in entry.iter(f"{_ATOM}category"))
    ids = [each.text for each in root.iter(f"{_ATOM}id")]
    assert len(ids) == len(set(ids))
    moments = [str(entry.findtext(f"{_ATOM}updated")) for entry in entries]
    assert moments == sorted(moments, reverse=True)
    assert root.findtext(f"{_ATOM}updated") == (moments[0] if moments else iso_of(root))
    assert all(urlsplit(str(link.get("href"))).netloc for link in root.iter(f"{_ATOM}link"))
    read = feedparser.parse(text.encode())
    assert (read.bozo, read.version, len(read.entries)) == (False, "atom10", len(entries))
    return root


def _links(element: ET.Element) -> list[ET.Element]:
    return element.findall(f"{_ATOM}link")


def iso_of(root: ET.Element) -> str:
    return str(root.findtext(f"{_ATOM}updated"))


def _check_head(element: ET.Element) -> None:
    """One id, one title, one time of change."""
    (own_id,), (title,), (updated,) = (
        element.findall(f"{_ATOM}{name}") for name in ("id", "title", "updated")
    )
    assert re.fullmatch(
        r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}(-[0-9a-f]+){2}", own_id.text or ""
    )
    assert (title.text or "").strip()
    assert title.get("type", "text") == "text"
    assert len(title) == 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", updated.text or "")
    datetime.fromisoformat(updated.text or "")


def entries_of(text: str) -> list[tuple[str, str, str]]:
    """The topics, times and titles."""
    return [
        (
            str(entry.find(f"{_ATOM}category").get("term")),  # type: ignore[union-attr]
            str(entry.findtext(f"{_ATOM}updated")),
            str(entry.findtext(f"{_ATOM}title")),
        )
        for entry in checked(text).iter(f"{_ATOM}entry")
    ]


def test_the_sample_game(demo_board: Board) -> None:
    assert entries_of(text_of(demo_board)) == [
        ("resolvable", "2024-05-17T08:00:00Z", "“Proposal: Passing Places” can be enacted now"),
        (
            "finding",
            "2024-05-17T07:31:10Z",
            "Pemberly's Mooring is “Harbour”, which is none of Wharf, Towpath, Basin, Tunnel",
        ),
        (
            "resolvable",
            "2024-05-16T20:00:00Z",
            "“Call for Judgement: Let Me Aboard” can probably be failed now: check first",
        ),
        (
            "finding",
            "2024-05-16T12:12:44Z",
            "Sable Ines's Coal is “-3”, and it may not be negative",
        ),
        (
            "resolvable",
            "2024-05-11T08:00:00Z",
            "“Proposal: A Bell at Every Lock” can be failed now",
        ),
        (
            "finding",
            "2024-05-10T21:40:12Z",
            "A change of “The Long Cut” was made and undone 3 times: “Fog: 2” by Marrow77, “Fog: 1” by"
            " Brisket.Ford; nobody should change it again: raise a Call for Judgement on what it"
            " should say",
        ),
        (
            "finding",
            "2024-04-22T18:00:00Z",
            "“Proposal: A Quiet Word” was resolved at 2024-04-22 09:31, before it was posted"
            " (2024-04-22 18:00)",
        ),
        ("irregular", "2024-04-22T13:00:00Z", "“Proposal: Longer Ropes” was resolved irregularly"),
        (
            "irregular",
            "2024-04-10T17:00:00Z",
            "“Proposal: Swap at the Basin” was resolved irregularly",
        ),
        ("irregular", "2024-04-08T15:00:00Z", "“Proposal: Hold Limits” was resolved irregularly"),
        (
            "irregular",
            "2024-04-05T11:20:20Z",
            "“Proposal: Ice on the Water” was resolved irregularly",
        ),
    ]


def test_the_sample_game_six_days_before() -> None:
    """The proposal has been open for 42 hours, and is not Popular: in six more it can be failed."""
    earlier = datetime.fromisoformat("2024-05-11T02:00:00Z")
    board = board_of(resolve(Options(site="demo", now=earlier), Path("/")))
    assert entries_of(text_of(board))[0] == (
        "timeout",
        "2024-05-11T02:00:00Z",
        "“Proposal: A Bell at Every Lock” can be failed from 2024-05-11 08:00 UTC",
    )
    (content, *_) = checked(text_of(board)).iter(f"{_ATOM}content")
    assert "This holds if no vote, post or roster changes." in (content.text or "")


def test_what_an_entry_says_and_where_it_leads(demo_board: Board) -> None:
    said = {
        str(entry.findtext(f"{_ATOM}title")): (
            entry.findtext(f"{_ATOM}content"),
            _links(entry)[0].get("href"),
        )
        for entry in checked(text_of(demo_board)).iter(f"{_ATOM}entry")
    }
    assert said["“Proposal: Passing Places” can be enacted now"] == (
        "6 FOR, 1 AGAINST, quorum 6: Popular by quorum.",
        f"{BLOG}/archive/passing_places",
    )
    assert said["Sable Ines's Coal is “-3”, and it may not be negative"] == (
        "See “The Long Cut”, revision 4181 by Sable Ines, the rule “Coal”.",
        f"{WIKI}index.php?title=The_Long_Cut",
    )
    assert said["“Proposal: Hold Limits” was resolved irregularly"] == (
        "“Proposal: Hold Limits” was enacted while the older “Proposal: Tunnel Manners” was"
        " pending.\nSee the rule “Resolution of Proposals”.",
        f"{BLOG}/archive/hold_limits",
    )
    doubtful, _ = said[
        "“Call for Judgement: Let Me Aboard” can probably be failed now: check first"
    ]
    assert "\nNot certified: “Night Watch” can change this verdict" in (doubtful or "")


def test_it_is_the_same_in_every_run(demo_board: Board) -> None:
    again = board_of(resolve(Options(site="demo"), Path("/")))
    assert text_of(again) == text_of(demo_board)


def ids(text: str) -> list[str]:
    return [str(each.text) for each in checked(text).iter(f"{_ATOM}id")]


def test_an_entry_keeps_its_id_whatever_its_words(demo_board: Board) -> None:
    reworded = [
        replace(
            item,
            title="Another Title",
            findings=tuple(replace(each, statement="other words") for each in item.findings),
        )
        for item in demo_board.news
    ]
    assert ids(text_of(replace(demo_board, news=tuple(reworded)))) == ids(text_of(demo_board))
    elsewhere = feed(demo_board, blog="https://other.example", wiki=WIKI)
    assert not set(ids(elsewhere)) & set(ids(text_of(demo_board)))


@pytest.mark.parametrize("published", ["", PUBLISHED])
def test_it_names_its_own_address_where_that_is_known(demo_board: Board, published: str) -> None:
    found = {
        link.get("rel"): link.get("href")
        for link in _links(checked(text_of(demo_board, published)))
    }
    expected = {None: PUBLISHED, "self": f"{PUBLISHED}/feed.xml"} if published else {None: BLOG}
    assert found == expected


def item(number: int, *, found: Callable[[int], Finding] = finding) -> NewsItem:
    moment = NOON - timedelta(minutes=number)
    return NewsItem(NewsTopic.FINDING, str(number), moment, findings=(found(number),))


@pytest.mark.parametrize(
    ("count", "shown"),
    [(0, 0), (MOST_ENTRIES, MOST_ENTRIES), (MOST_ENTRIES + 1, MOST_ENTRIES)],
)
def test_it_has_the_newest_fifty(demo_board: Board, count: int, shown: int) -> None:
    root = checked(text_of(replace(demo_board, news=tuple(map(item, range(count))))))
    assert len(root.findall(f"{_ATOM}entry")) == shown
    newest = "2024-01-20T12:00:00Z" if count else "2024-05-17T18:00:00Z"
    assert root.findtext(f"{_ATOM}updated") == newest


def test_a_finding_of_no_page_leads_nowhere(demo_board: Board) -> None:
    bare = item(1, found=lambda number: replace(finding(number), page=None, rule=None, evidence=()))
    root = checked(text_of(replace(demo_board, news=(bare,))))
    (entry,) = root.iter(f"{_ATOM}entry")
    assert _links(entry) == []
    assert entry.findtext(f"{_ATOM}content") == entry.findtext(f"{_ATOM}title") == "It is wrong"


def test_only_the_first_edits_are_named(demo_board: Board) -> None:
    edits = tuple(Evidence(edit=f"revision {number}") for number in (1, 1, 2, 3, 4))
    many = item(1, found=lambda number: replace(finding(number), page=None, evidence=edits))
    (content,) = checked(text_of(replace(demo_board, news=(many,)))).iter(f"{_ATOM}content")
    assert content.text == "See revision 1, revision 2, revision 3, the rule “Posts”."


def test_whatever_was_not_seen_is_said(demo_board: Board) -> None:
    assert checked(text_of(demo_board)).find(f"{_ATOM}subtitle") is None
    blind = replace(demo_board, lacking=(("blog/index.html", "it is missing"),))
    assert "items may be missing" in str(checked(text_of(blind)).findtext(f"{_ATOM}subtitle"))


@pytest.mark.parametrize("length", [0, 5_000])
def test_hostile_texts_are_only_text(demo_board: Board, length: int) -> None:
    evil = EVIL + "\x01\x0b\ufffe\uffff" + "a" * length
    spoilt = replace(
        item(1),
        topic=NewsTopic.IRREGULAR,
        title=evil,
        url="javascript:alert(1)",
        findings=(replace(finding(1, evil, excerpt=evil), page=evil),),
    )
    news = (spoilt, *hostile_matters(demo_board.view, length).news)
    text = text_of(
        replace(
            hostile_board(length), news=tuple(sorted(news, key=lambda one: one.since, reverse=True))
        )
    )
    root = checked(text)
    assert len(root.findall(f"{_ATOM}entry")) > 3
    assert len(text) < 100_000
    assert {element.tag for element in root.iter()} <= {
        f"{_ATOM}{name}"
        for name in "feed id title updated subtitle author name link entry category content".split()
    }
    assert not re.search("[^\t\n\r -~]", text)
    hrefs = [str(link.get("href")) for link in root.iter(f"{_ATOM}link")]
    assert {urlsplit(href).netloc for href in hrefs} == {"blog.example", "wiki.example"}


def test_the_page_links_to_it(demo_board: Board) -> None:
    page = lxml.html.document_fromstring(html(demo_board))
    assert page.xpath("//link[@rel='alternate'][@type='application/atom+xml']/@href") == [FEED]
    assert page.xpath("//nav/a[text()='Feed']/@href") == [FEED]


def test_it_is_written_beside_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "blognomic.toml").write_text(
        f'snapshot = "{Path("sync/demo").absolute()}"\n[board]\nurl = "{PUBLISHED}/"\n',
        encoding="utf-8",
    )
    main(["board", "--site", str(tmp_path / "blognomic.toml"), "--out", str(tmp_path / "b")])
    root = checked((tmp_path / "b" / FEED).read_text(encoding="utf-8"))
    assert _links(root)[1].get("href") == f"{PUBLISHED}/{FEED}"


def test_what_an_audit_reported_is_new_since_then(tmp_path: Path, run: Run) -> None:
    """The sidebar misstates the quorum, and nobody knows since when."""
    misstated = "The sidebar states quorum 5; its list of 10 names gives 6"
    store = str(tmp_path / "store.sqlite3")
    config = resolve(Options(site="demo", store=store), Path("/"))
    before = entries_of(text_of(board_of(config)))
    assert misstated not in [title for *_, title in before]
    assert not Path(store).exists()
    run("audit", "--site", "demo", "--store", store, code=1)
    found = entries_of(text_of(board_of(config)))
    assert ("finding", "2024-05-17T18:00:00Z", misstated) in found
    assert [each for each in found if each in before] == before
    assert [each for each in found if each[0] == "irregular"][-1][1] == "2024-04-05T11:20:20Z"
