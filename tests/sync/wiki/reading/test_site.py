"""What a wiki says of itself, and what a client may be told to do."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from typing import Any

import pytest

from sync.errors import UsageError
from sync.wiki.errors import WikiNotUnderstood
from sync.wiki.reading.values import WikiSite
from sync.wiki.settings import WikiSettings
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import asked, client, reply


def test_a_wiki_says_its_name_and_its_version() -> None:
    general = {"sitename": "The\nWiki", "generator": "MediaWiki 1.44.0-wmf.3", "maxarticlesize": 2097152}
    with FaultyServer(reply(query={"general": general})) as server, client(server) as wiki:
        site = wiki.siteinfo()
    assert site == WikiSite("The Wiki", "MediaWiki 1.44.0-wmf.3", (1, 44), None)
    assert asked(server)[0]["siprop"] == "general"
    assert len(server.heads) == 1


@pytest.mark.parametrize(
    ("parts", "read_only"),
    [({"readonly": "", "readonlyreason": "upgrade"}, "upgrade"), ({"readonly": ""}, "no reason given")],
    ids=["with a reason", "without"],
)
def test_a_wiki_may_be_read_only(parts: dict[str, Any], read_only: str) -> None:
    with FaultyServer(reply(query={"general": {"generator": "MediaWiki 1.39.17", **parts}})) as server, client(server) as wiki:
        assert wiki.siteinfo().read_only == read_only


@pytest.mark.parametrize("generator", ["Another 1.39", "MediaWiki", "MediaWiki one"])
def test_what_is_no_mediawiki_has_no_version(generator: str) -> None:
    with FaultyServer(reply(query={"general": {"generator": generator}})) as server, client(server) as wiki:
        site = wiki.siteinfo()
    assert (site.generator, site.release) == (generator, None)


def test_a_wiki_that_says_nothing_of_itself_is_not_understood() -> None:
    with (
        FaultyServer(reply(query={})) as server,
        client(server) as wiki,
        pytest.raises(WikiNotUnderstood, match="nothing about the site"),
    ):
        wiki.siteinfo()


@pytest.mark.parametrize(
    ("api_url", "folder"),
    [
        ("https://wiki.example", "https://wiki.example/"),
        ("https://wiki.example/w", "https://wiki.example/w/"),
        ("https://wiki.example/w/", "https://wiki.example/w/"),
        ("https://wiki.example/w/api.php", "https://wiki.example/w/"),
        ("http://127.0.0.1:8080/w", "http://127.0.0.1:8080/w/"),
    ],
)
def test_the_address_is_the_folder_of_the_api(api_url: str, folder: str) -> None:
    assert WikiSettings("ops@example.org", api_url=api_url).folder.url == folder


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"api_url": "wiki.example"}, "the wiki's address 'wiki.example' cannot be used: it does not begin with https:// or http://"),
        ({"api_url": "https://bot:secret@wiki.example/w"}, "it contains a user name or a password"),
        ({"api_url": "https://wiki.example/w?x=1"}, "the wiki's address https://wiki.example/w/?… has a question mark"),
        ({"contact": ""}, "the contact for web requests must be plain ASCII text"),
        ({"contact": " "}, "the contact for web requests must be plain ASCII text"),
        ({"contact": "a)\r\nX: y"}, "the contact for web requests must be plain ASCII text"),
        ({"contact": "(a)"}, "the contact for web requests must be plain ASCII text"),
        ({"retries": -1}, "the setting retries for web requests is -1; it must be 0 or more"),
        ({"max_wait": float("inf")}, "the setting max_wait for web requests is inf"),
        ({"read_timeout": 0.0}, "the setting read_timeout for web requests is 0.0; it must be more than 0"),
        ({"max_bytes": float("nan")}, "the setting max_bytes for web requests is nan"),
    ],
    ids=[
        "no scheme",
        "password",
        "query",
        "no contact",
        "blank contact",
        "line end in contact",
        "brackets in contact",
        "negative retries",
        "endless waiting",
        "no read timeout",
        "size is no number",
    ],
)
def test_settings_that_cannot_be_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as failure:
        WikiSettings(**{"api_url": "https://wiki.example", "contact": "ops@example.org", **settings})
    assert sentence in str(failure.value)
    assert "secret" not in str(failure.value)


def test_a_tool_that_was_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", unknown)
    with FaultyServer(reply(query={"general": {"generator": "MediaWiki 1.44.0"}})) as server, client(server) as wiki:
        wiki.siteinfo()
    assert "User-Agent: blognomic-sync/unknown (ops@example.org)" in server.heads[0]
