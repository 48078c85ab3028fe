"""Whatever titles are asked for, and whatever a wiki answers."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.errors import NoVerdict, UsageError
from sync.net.addresses import Address
from sync.net.fetched import RawResponse
from sync.wiki.wiki_access import WikiSettings, talk_page, title_fault
from sync.wiki.wiki_client import WikiClient
from tests.support.cases import cases
from tests.sync.wiki.scripted import NOW, page_row, revision_row

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(NOW),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["title", "from", "to", "revid", "continue", "x"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
WHOLE: dict[str, Any] = {
    "curtimestamp": NOW,
    "continue": {"rvcontinue": "7|5", "continue": "||"},
    "query": {
        "pages": {"7": {**page_row("Ruleset", revision_row(5)), "lastrevid": 5}},
        "normalized": [{"from": "ruleset", "to": "Ruleset"}],
        "redirects": [{"from": "Rules", "to": "Ruleset"}],
        "general": {"generator": "MediaWiki 1.44.0", "sitename": "Wiki", "readonly": ""},
    },
}
QUESTIONS: dict[str, Callable[[WikiClient], object]] = {
    "read": lambda wiki: wiki.read(["ruleset", "Rules"]),
    "history": lambda wiki: list(wiki.history("Ruleset", 4)),
    "siteinfo": lambda wiki: wiki.siteinfo(),
}


@given(st.text())
def test_a_title_that_is_sent_is_one_value_to_the_wiki(title: str) -> None:
    if not title_fault(title):
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
def test_an_odd_reply_is_the_only_error(question: str, replies: list[Any]) -> None:
    given_so_far: list[Any] = []

    def fetch(
        address: Address, *, check: Callable[[RawResponse], None], **_: object
    ) -> tuple[Address, RawResponse]:
        given_so_far.append(replies[len(given_so_far) % len(replies)])
        response = RawResponse(200, {}, json.dumps(given_so_far[-1]).encode())
        check(response)
        return address, response

    wiki = WikiClient(
        WikiSettings("tests@example.org", api_url="http://127.0.0.1:9"), sleep=lambda _: None
    )
    wiki._http.fetch = fetch  # type: ignore[method-assign, assignment]
    try:
        QUESTIONS[question](wiki)
    except NoVerdict as failure:
        assert str(failure).isprintable()
    assert len(given_so_far) <= len(replies) + 20


# How a wiki may be named, and where its pages are talked about.


@pytest.mark.parametrize(
    ("api_url", "folder"),
    [
        ("https://wiki.example", "https://wiki.example/"),
        ("https://wiki.example/w/", "https://wiki.example/w/"),
        ("http://127.0.0.1:8080/w/api.php", "http://127.0.0.1:8080/w/"),
    ],
)
def test_the_address_is_the_folder_of_the_api(api_url: str, folder: str) -> None:
    assert WikiSettings("ops@example.org", api_url=api_url).folder.url == folder


@cases("refused")
def test_settings_that_cannot_be_are_refused(api_url: str, contact: str, message: str) -> None:
    with pytest.raises(UsageError) as failure:
        WikiSettings(contact, api_url=api_url)
    assert message in str(failure.value)
    assert "secret" not in str(failure.value)


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
def test_the_talk_page_of_a_page(title: str, talk: str) -> None:
    assert talk_page(title) == talk
