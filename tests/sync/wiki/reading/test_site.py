"""What a wiki says of itself, and what a client may be told to do."""

from __future__ import annotations

from typing import Any

import pytest

from sync.errors import UsageError
from sync.wiki.errors import WikiNotUnderstood
from sync.wiki.reading.values import WikiSite
from sync.wiki.settings import WikiSettings
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import client, reply


@pytest.mark.parametrize(
    ("general", "site"),
    [
        (
            {"sitename": "The\nWiki", "generator": "MediaWiki 1.44.0-wmf.3", "maxarticlesize": 1},
            WikiSite("The Wiki", "MediaWiki 1.44.0-wmf.3", (1, 44)),
        ),
        ({"generator": "x", "readonly": "", "readonlyreason": "upgrade"}, WikiSite("", "x", None, "upgrade")),
        ({"generator": "MediaWiki one", "readonly": ""}, WikiSite("", "MediaWiki one", None, "no reason given")),
    ],
)
def test_a_wiki_says_its_name_version_and_state(general: dict[str, Any], site: WikiSite) -> None:
    with FaultyServer(reply(query={"general": general})) as server, client(server) as wiki:
        assert wiki.siteinfo() == site
    assert len(server.heads) == 1


def test_a_wiki_that_says_nothing_of_itself_is_not_understood() -> None:
    with FaultyServer(reply(query={})) as server, client(server) as wiki, pytest.raises(WikiNotUnderstood, match="nothing about the site"):
        wiki.siteinfo()


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
