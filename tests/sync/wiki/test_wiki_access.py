"""How a wiki may be named, and where its pages are talked about."""

from __future__ import annotations

import pytest

from sync.errors import UsageError
from sync.wiki.wiki_access import WikiSettings, talk_page


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


@pytest.mark.parametrize(
    ("api_url", "contact", "sentence"),
    [
        ("wiki.example", "x", "the wiki's address 'wiki.example' cannot be used: it does not begin with https:// or http://"),
        ("https://bot:secret@wiki.example/w", "x", "it contains a user name or a password"),
        ("https://wiki.example/w?x=1", "x", "it has a question mark; name the folder of api.php"),
        ("https://wiki.example", "a)\r\nX: y", "the contact for web requests must be plain ASCII text"),
    ],
)
def test_settings_that_cannot_be_are_refused(api_url: str, contact: str, sentence: str) -> None:
    with pytest.raises(UsageError) as failure:
        WikiSettings(contact, api_url=api_url)
    assert sentence in str(failure.value)
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
def test_where_a_page_is_talked_about(title: str, talk: str) -> None:
    assert talk_page(title) == talk
