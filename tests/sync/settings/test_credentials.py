"""Where user names and passwords come from, and that nobody sees them."""

from __future__ import annotations

import copy
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.credentials import SimpleCredential
from keyring.errors import KeyringLocked

from sync.cli.source import own_account
from sync.errors import UsageError
from sync.settings.config import Options, resolve
from sync.settings.credentials import Credentials, Site, find_chat_url, find_credentials

HIDDEN = "correct horse 'battery'"
SITES: tuple[Site, ...] = ("blog", "wiki")


class Keyring(KeyringBackend):
    """A keyring in memory."""

    priority = 1.0  # pyright: ignore[reportAssignmentType]

    entries: ClassVar[dict[tuple[str, str], str]] = {}
    error: ClassVar[Exception | None] = None

    def get_password(self, service: str, username: str) -> str | None:
        if self.error:
            raise self.error
        return self.entries.get((service, username))

    def get_credential(self, service: str, username: str | None) -> SimpleCredential | None:
        if self.error:
            raise self.error
        found = [SimpleCredential(user, password) for (name, user), password in self.entries.items() if name == service]
        return found[0] if found else None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError

    def delete_password(self, service: str, username: str) -> None:
        raise NotImplementedError


@dataclass
class Ring:
    """Chooses the keyring for a test."""

    def holds(self, *entries: tuple[str, str, str], error: Exception | None = None) -> None:
        Keyring.entries = {(service, user): password for service, user, password in entries}
        Keyring.error = error
        keyring.set_keyring(Keyring())  # type: ignore[no-untyped-call]


@pytest.fixture
def ring() -> Iterator[Ring]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    yield Ring()
    keyring.set_keyring(before)


def refusal(site: Site, environment: dict[str, str]) -> str:
    with pytest.raises(UsageError) as raised:
        find_credentials(site, environment)
    text = "".join(traceback.format_exception(raised.value))
    assert HIDDEN not in text
    assert str(raised.value).isprintable()
    return str(raised.value)


@pytest.mark.parametrize("site", SITES)
def test_the_environment_comes_first(site: Site, ring: Ring, monkeypatch: pytest.MonkeyPatch) -> None:
    ring.holds((f"blognomic-{site}", "ana", "another"))
    monkeypatch.setenv(f"BLOGNOMIC_{site.upper()}_USER", "ana")
    monkeypatch.setenv(f"BLOGNOMIC_{site.upper()}_PASSWORD", HIDDEN)
    assert find_credentials(site) == Credentials("ana", HIDDEN)


@pytest.mark.parametrize("user", ["ana", ""], ids=["a user", "no user"])
def test_the_keyring_has_what_the_environment_has_not(user: str, ring: Ring) -> None:
    ring.holds(("blognomic-blog", "ana", HIDDEN), ("blognomic-wiki", "ana", "another"))
    assert find_credentials("blog", {"BLOGNOMIC_BLOG_USER": user}) == Credentials("ana", HIDDEN)


def test_one_site_has_nothing_of_the_other(ring: Ring) -> None:
    ring.holds(("blognomic-wiki", "ana", HIDDEN))
    environment = {"BLOGNOMIC_WIKI_USER": "ana", "BLOGNOMIC_WIKI_PASSWORD": HIDDEN}
    assert refusal("blog", environment).startswith(
        "no credentials configured for the blog; set BLOGNOMIC_BLOG_USER and BLOGNOMIC_BLOG_PASSWORD to that of an account of the blog"
    )


def test_a_user_without_a_password(ring: Ring) -> None:
    ring.holds(("blognomic-wiki", "bo", HIDDEN))
    assert "; set BLOGNOMIC_WIKI_PASSWORD to that of a bot password" in refusal("wiki", {"BLOGNOMIC_WIKI_USER": "ana"})


def test_a_password_without_a_user_is_not_given_to_whom_the_keyring_names(ring: Ring) -> None:
    ring.holds(("blognomic-blog", "ana", "another"))
    said = refusal("blog", {"BLOGNOMIC_BLOG_PASSWORD": HIDDEN})
    assert said == "BLOGNOMIC_BLOG_PASSWORD is set and BLOGNOMIC_BLOG_USER is not; set both"


@pytest.mark.parametrize("error", [KeyringLocked(HIDDEN), OSError(HIDDEN), RuntimeError(HIDDEN)], ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("user", ["ana", ""], ids=["a user", "no user"])
def test_a_keyring_that_fails(error: Exception, user: str, ring: Ring) -> None:
    ring.holds(error=error)
    assert f"(the keyring could not be read: {type(error).__name__})" in refusal("blog", {"BLOGNOMIC_BLOG_USER": user})


def test_the_library_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert "(the library keyring is not installed)" in refusal("blog", {})
    # Not even asked for where the environment says all.
    assert find_credentials("blog", {"BLOGNOMIC_BLOG_USER": "a", "BLOGNOMIC_BLOG_PASSWORD": "b"}) == Credentials("a", "b")


@pytest.mark.parametrize("bad", ["\n", "\x00", "\udcff"])
def test_what_cannot_be_sent_is_not_sent(bad: str, ring: Ring) -> None:
    for user, password in (("ana", HIDDEN + bad), ("ana" + bad, HIDDEN)):
        assert "a line end" in refusal("blog", {"BLOGNOMIC_BLOG_USER": user, "BLOGNOMIC_BLOG_PASSWORD": password})
    ring.holds(("blognomic-blog", "ana", HIDDEN + bad))
    assert refusal("blog", {}).startswith("the keyring's entry blognomic-blog ")


def test_an_entry_without_a_password_is_none(ring: Ring) -> None:
    ring.holds(("blognomic-blog", "ana", ""))
    assert "no credentials configured" in refusal("blog", {"BLOGNOMIC_BLOG_USER": "ana"})
    assert "no credentials configured" in refusal("blog", {})


def test_a_site_that_repeats_a_password_is_not_repeated() -> None:
    assert Credentials("ana", HIDDEN).hide(f"ana: {HIDDEN} is wrong") == "ana: … is wrong"
    assert Credentials("ana", "").hide("as it was") == "as it was"


def test_nothing_shows_them() -> None:
    found = Credentials("ana", HIDDEN)
    for shown in (repr(found), str(found), f"{found}", repr([copy.copy(found)])):
        assert "ana" not in shown
        assert HIDDEN not in shown


def test_a_chat_is_a_secret_address(ring: Ring) -> None:
    ring.holds(("blognomic-chat", "url", HIDDEN))
    assert find_chat_url({"BLOGNOMIC_CHAT_URL": "json://x/"}) == "json://x/"
    assert find_chat_url({}) == find_chat_url({"BLOGNOMIC_CHAT_URL": ""}) == HIDDEN
    ring.holds(("blognomic-chat", "url", HIDDEN + "\n"))
    with pytest.raises(UsageError, match=r"^the keyring's entry blognomic-chat holds a line end"):
        find_chat_url({})
    ring.holds()
    with pytest.raises(UsageError, match=r"^no chat configured; set BLOGNOMIC_CHAT_URL"):
        find_chat_url({})


@pytest.mark.parametrize(
    ("user", "key", "name"),
    [
        pytest.param("He_rald@tool", "Other", "He rald", id="the variable wins"),
        pytest.param("", "Other", "Other", id="the file"),
        pytest.param("", "", "", id="neither"),
    ],
)
def test_which_account_of_the_wiki_is_this_tools_own(
    user: str, key: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOGNOMIC_WIKI_USER", user)
    (tmp_path / "blognomic.toml").write_text(f'[wiki]\naccount = "{key}"\n', encoding="utf-8")
    assert own_account(resolve(Options(), tmp_path)) == name
