"""Whatever titles are asked for, and whatever a wiki answers."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from urllib.parse import quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.errors import NoVerdict
from sync.net.addresses import Address
from sync.net.response import RawResponse
from sync.wiki import Cursor, WikiClient, WikiSettings
from sync.wiki.reading.titles import batches, refused, talk_page
from tests.sync.wiki.scripted import NOW, page_row, revision_row

TITLES = st.lists(st.text(max_size=400), max_size=120)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(NOW),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["title", "from", "to", "revid", "continue", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
WHOLE: dict[str, Any] = {
    "curtimestamp": NOW,
    "continue": {"rvcontinue": "7|5", "continue": "||"},
    "query": {
        "pages": {"7": {**page_row("Ruleset", revision_row(5)), "lastrevid": 5}},
        "normalized": [{"fromencoded": False, "from": "ruleset", "to": "Ruleset"}],
        "redirects": [{"from": "Rules", "to": "Ruleset"}],
        "interwiki": [{"title": "x:y", "iw": "x"}],
        "recentchanges": [
            {
                "rcid": 1,
                "timestamp": NOW,
                "title": "Ruleset",
                "logtype": "move",
                "logaction": "move",
                "logparams": {"target_title": "Rules"},
            }
        ],
        "general": {"generator": "MediaWiki 1.44.0", "sitename": "Wiki", "readonly": ""},
    },
}
QUESTIONS: dict[str, Callable[[WikiClient], object]] = {
    "read": lambda wiki: wiki.read(["ruleset", "Rules"]),
    "history": lambda wiki: list(wiki.history("Ruleset", 4)),
    "changed since": lambda wiki: wiki.changed_since(Cursor(datetime(2024, 1, 20, tzinfo=UTC)), {"Ruleset": 4}),
    "siteinfo": lambda wiki: wiki.siteinfo(),
}


@given(TITLES)
def test_titles_are_asked_for_once_each_and_in_order(titles: list[str]) -> None:
    groups = list(batches(titles))
    assert [title for group in groups for title in group] == titles
    assert all(groups)


@given(st.lists(st.text(alphabet="aé|地 ", max_size=255), max_size=120))
def test_groups_of_titles_are_as_large_as_they_may_be(titles: list[str]) -> None:
    def length(group: list[str]) -> int:
        return sum(len(quote_plus(title)) + 3 for title in group)

    groups = list(batches(titles))
    for group, following in pairwise(groups):
        assert len(group) == 50 or length([*group, following[0]]) > 6_000
    assert all(len(group) <= 50 and (length(group) <= 6_000 or len(group) == 1) for group in groups)


def test_a_group_of_titles_may_be_as_long_as_the_limit_and_no_longer() -> None:
    title = "a" * 197
    assert [len(group) for group in batches([title] * 45)] == [30, 15]
    assert [len(group) for group in batches([title] * 29 + ["a" * 198, title])] == [29, 2]


@given(st.text())
def test_a_title_that_is_sent_is_one_value_to_the_wiki(title: str) -> None:
    if refused(title) is None:
        assert "|" not in title
        assert title.isprintable() or not set(title) & {"\x00", "\x1f", "\n", "\t"}
        assert title.strip(" _")


def _spoil(data: dict[str, Any], draw: st.DrawFn) -> Any:
    """The reply with something else in one place."""
    spoiled = copy.deepcopy(data)
    place: Any = spoiled
    while True:
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if isinstance(inner, dict | list) and inner and draw(st.booleans()):
            place = inner
            continue
        if draw(st.booleans()):
            place[key] = draw(JSON)
        elif isinstance(place, dict):
            del place[key]
        return spoiled


@st.composite
def spoiled_replies(draw: st.DrawFn) -> Any:
    return _spoil(WHOLE, draw)


@pytest.mark.parametrize("question", QUESTIONS)
@given(replies=st.lists(spoiled_replies() | JSON, min_size=1, max_size=3))
def test_an_odd_reply_is_told_and_nothing_else_is_raised(question: str, replies: list[Any]) -> None:
    given_so_far: list[Any] = []

    def fetch(address: Address, *, check: Callable[[RawResponse], None], **_: object) -> tuple[Address, RawResponse]:
        given_so_far.append(replies[len(given_so_far) % len(replies)])
        response = RawResponse(200, {}, json.dumps(given_so_far[-1]).encode(), 0)
        check(response)
        return address, response

    wiki = WikiClient(WikiSettings("tests@example.org", api_url="http://127.0.0.1:9"), sleep=lambda _: None)
    wiki._http.fetch = fetch  # type: ignore[method-assign, assignment]
    try:
        QUESTIONS[question](wiki)
    except NoVerdict as failure:
        assert str(failure).isprintable()
    assert len(given_so_far) <= len(replies) + 4


@pytest.mark.parametrize(
    ("title", "talk"),
    [
        ("Ruleset", "Talk:Ruleset"),
        ("The Long Cut", "Talk:The Long Cut"),
        ("Dynasty: The Long Cut", "Talk:Dynasty: The Long Cut"),
        ("Small talk: The Long Cut", "Talk:Small talk: The Long Cut"),
        ("Smalltalk:X", "Talk:Smalltalk:X"),
        ("Talk", "Talk:Talk"),
        ("User", "Talk:User"),
        ("User:Ana", "User talk:Ana"),
        (" project : Ana", "Project talk:Ana"),
        ("Talk:Ruleset", "Talk:Ruleset"),
        ("talk:Ruleset", "talk:Ruleset"),
        ("User_talk:Ana", "User_talk:Ana"),
    ],
)
def test_where_a_page_is_talked_about(title: str, talk: str) -> None:
    assert talk_page(title) == talk
