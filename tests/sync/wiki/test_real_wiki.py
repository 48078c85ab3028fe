"""The same questions put to a real MediaWiki, with its own count of the requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from sync.wiki.wiki_access import FoundPage, NoPage, NoSuchPage, WikiSettings
from sync.wiki.wiki_client import WikiClient
from tests.support.mediawiki import ImportedRevision, MediaWiki
from tests.sync.wiki.scripted import Waits, only

pytestmark = pytest.mark.mediawiki

START = datetime(2023, 5, 1, 12, tzinfo=UTC)
REVISIONS = [
    # Two of them to the minute, and some to the second.
    ImportedRevision(
        START + timedelta(minutes=number // 2),
        f"Editor {number % 3}",
        f"state {number}",
        f"step {number}",
    )
    for number in range(120)
]


@pytest.fixture
def wiki(mediawiki: MediaWiki) -> Iterator[WikiClient]:
    with WikiClient(
        WikiSettings("tests@example.org", api_url=mediawiki.api_url), sleep=Waits()
    ) as client:
        yield client


@pytest.fixture(scope="module")
def long_page(mediawiki: MediaWiki) -> str:
    mediawiki.import_page("A long history", REVISIONS)
    return "A long history"


@contextmanager
def costs(mediawiki: MediaWiki, requests: int) -> Iterator[None]:
    """Asserts how many requests the server had to answer."""
    before = mediawiki.requests()
    yield
    assert mediawiki.requests() - before == requests


def test_titles_of_all_kinds_cost_one_request(mediawiki: MediaWiki, wiki: WikiClient) -> None:
    for title, text in [
        ("The read tower", "of stone"),
        ("Read keep", "#REDIRECT [[The read tower]]"),
        ("Old read keep", "#REDIRECT [[Read keep]]"),
        ("Read round", "#REDIRECT [[Read round again]]"),
        ("Read round again", "#REDIRECT [[Read round]]"),
        ("Read abroad", "#REDIRECT [[wikipedia:Tower]]"),
        ("Read nowhere", "#REDIRECT [[Read by nobody]]"),
    ]:
        mediawiki.edit(title, text)
    present = [
        "The read tower",
        "the_read_tower",
        " The  read tower",
        ":The read tower",
        "Read keep",
        "Old read keep",
    ]
    missing = ["Read by nobody", "Read nowhere", "THE READ TOWER"]
    invalid = [
        "Read <b>",
        "Special:Version",
        "Special:No such",
        "wikipedia:Tower",
        "Read abroad",
        "Read round",
        "Talk:",
        "The read tower#Top",
    ]
    with costs(mediawiki, 1):
        answers = wiki.read(present + missing + invalid)
    assert [(found.title, found.revision.text) for found in only(FoundPage, answers)] == [
        ("The read tower", "of stone")
    ] * len(present)
    assert [found.redirected_from for found in only(FoundPage, answers)] == [None] * 4 + [
        "Read keep",
        "Old read keep",
    ]
    absent = only(NoPage, answers)
    assert [(page.title, page.redirected_from) for page in absent if not page.why] == [
        ("Read by nobody", None),
        ("Read by nobody", "Read nowhere"),
        ("THE READ TOWER", None),
    ]
    assert len([page for page in absent if page.why]) == len(invalid)


def test_120_revisions_come_in_order_in_three_requests(
    long_page: str, mediawiki: MediaWiki, wiki: WikiClient
) -> None:
    with costs(mediawiki, 3):
        history = list(wiki.history(long_page))[::-1]
    assert [(revision.timestamp, revision.comment, revision.text) for revision in history] == [
        (given.at, given.comment, given.text) for given in REVISIONS
    ]
    assert [revision.parentid for revision in history] == [
        0,
        *(revision.revid for revision in history[:-1]),
    ]
    assert history[1].user is not None
    assert history[1].user.endswith("Editor 1")


def test_ids_come_in_one_request_and_as_many_texts_as_wanted(
    long_page: str, mediawiki: MediaWiki, wiki: WikiClient
) -> None:
    latest = next(wiki.history(long_page)).revid
    with costs(mediawiki, 1):
        ids = list(wiki.ids(long_page, latest))
    assert [made for _, made in ids] == [given.at for given in REVISIONS[::-1]]
    with costs(mediawiki, 1):
        found = [*islice(wiki.history(long_page, ids[3][0], 2), 2)]
    assert [each.revid for each in found] == [revid for revid, _ in ids[3:5]]


def test_hidden_parts_of_a_history_are_none(mediawiki: MediaWiki, wiki: WikiClient) -> None:
    first, second, third = (
        mediawiki.edit("Hidden things", text, summary=text) for text in ("one", "two", "three")
    )
    mediawiki.hide(first, "content|comment|user")
    mediawiki.hide(second, "comment", suppress=True)
    three, two, one = wiki.history("Hidden things")
    assert (one.user, one.comment, one.text) == (None, None, None)
    assert (two.user, two.comment, two.text) == ("127.0.0.1", None, "two")
    assert (three.revid, three.comment) == (third, "three")


def test_a_history_of_nothing_says_so(mediawiki: MediaWiki, wiki: WikiClient) -> None:
    revid = mediawiki.edit("Soon gone", "x")
    with pytest.raises(NoSuchPage, match="no longer has revision 9999999"):
        list(wiki.history("Soon gone", 9_999_999))
    mediawiki.delete("Soon gone")
    with pytest.raises(NoSuchPage):
        list(wiki.history("Soon gone", revid))
    mediawiki.edit("Soon gone", "y")
    assert list(wiki.history("Soon gone", revid)) == []  # it is older than what there is now
