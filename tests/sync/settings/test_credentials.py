"""Where user names and passwords come from, and that nobody sees them."""

from __future__ import annotations

import copy
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import keyring
import pytest
from keyring.credentials import SimpleCredential
from keyring.errors import KeyringLocked

from sync.cli.source import own_account
from sync.errors import UsageError
from sync.settings.config import Options, resolve
from sync.settings.credentials import Credentials, Site, find_chat_url, find_credentials
from tests.support.cases import cases

HIDDEN = "correct horse 'battery'"
SITES: tuple[Site, ...] = ("blog", "wiki")


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Says what the keyring holds, at first nothing, or how it fails."""

    def holds(*entries: tuple[str, str, str], error: Exception | None = None) -> None:
        def found(service: str, user: str | None) -> SimpleCredential | None:
            if error:
                raise error
            fitting = [
                SimpleCredential(name, password)
                for of, name, password in entries
                if of == service and user in (None, name)
            ]
            return fitting[0] if fitting else None

        monkeypatch.setattr(keyring, "get_credential", found)
        monkeypatch.setattr(
            keyring,
            "get_password",
            lambda service, user: getattr(found(service, user), "password", None),
        )

    holds()
    return holds


def refusal(site: Site, environment: dict[str, str]) -> str:
    with pytest.raises(UsageError) as raised:
        find_credentials(site, environment)
    text = "".join(traceback.format_exception(raised.value))
    assert HIDDEN not in text
    assert str(raised.value).isprintable()
    return str(raised.value)


@pytest.mark.parametrize("site", SITES)
def test_the_environment_comes_first(
    site: Site, ring: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    ring((f"blognomic-{site}", "ana", "another"))
    monkeypatch.setenv(f"BLOGNOMIC_{site.upper()}_USER", "ana")
    monkeypatch.setenv(f"BLOGNOMIC_{site.upper()}_PASSWORD", HIDDEN)
    assert find_credentials(site) == Credentials("ana", HIDDEN)


@pytest.mark.parametrize("user", ["ana", ""], ids=["a user", "no user"])
def test_the_keyring_completes_the_environment(user: str, ring: Callable[..., None]) -> None:
    ring(("blognomic-blog", "ana", HIDDEN), ("blognomic-wiki", "ana", "another"))
    assert find_credentials("blog", {"BLOGNOMIC_BLOG_USER": user}) == Credentials("ana", HIDDEN)


@cases("missing")
def test_the_message_names_what_to_set(
    site: Site, environment: dict[str, str], message: str, ring: Callable[..., None]
) -> None:
    ring(("blognomic-wiki", "bo", HIDDEN))
    assert refusal(site, environment).startswith(f"no credentials configured for the {message}")


def test_a_password_without_a_user_is_not_combined_with_a_keyring_user(
    ring: Callable[..., None],
) -> None:
    ring(("blognomic-blog", "ana", "another"))
    said = refusal("blog", {"BLOGNOMIC_BLOG_PASSWORD": HIDDEN})
    assert said == "BLOGNOMIC_BLOG_PASSWORD is set and BLOGNOMIC_BLOG_USER is not; set both"


@pytest.mark.parametrize(
    "error",
    [KeyringLocked(HIDDEN), OSError(HIDDEN), RuntimeError(HIDDEN)],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("user", ["ana", ""], ids=["a user", "no user"])
def test_a_keyring_that_fails(error: Exception, user: str, ring: Callable[..., None]) -> None:
    ring(error=error)
    assert f"(the keyring could not be read: {type(error).__name__})" in refusal(
        "blog", {"BLOGNOMIC_BLOG_USER": user}
    )


def test_the_library_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert "(the library keyring is not installed)" in refusal("blog", {})
    # Not even asked for where the environment says all.
    assert find_credentials(
        "blog", {"BLOGNOMIC_BLOG_USER": "a", "BLOGNOMIC_BLOG_PASSWORD": "b"}
    ) == Credentials("a", "b")


@pytest.mark.parametrize("bad", ["\n", "\x00", "\udcff"])
def test_invalid_credentials_are_not_sent(bad: str, ring: Callable[..., None]) -> None:
    for user, password in (("ana", HIDDEN + bad), ("ana" + bad, HIDDEN)):
        assert "a line end" in refusal(
            "blog", {"BLOGNOMIC_BLOG_USER": user, "BLOGNOMIC_BLOG_PASSWORD": password}
        )
    ring(("blognomic-blog", "ana", HIDDEN + bad))
    assert refusal("blog", {}).startswith("the keyring's entry blognomic-blog ")


def test_an_entry_without_a_password_is_none(ring: Callable[..., None]) -> None:
    ring(("blognomic-blog", "ana", ""))
    assert "no credentials configured" in refusal("blog", {"BLOGNOMIC_BLOG_USER": "ana"})
    assert "no credentials configured" in refusal("blog", {})


def test_a_site_that_repeats_a_password_is_not_repeated() -> None:
    assert Credentials("ana", HIDDEN).hide(f"ana: {HIDDEN} is wrong") == "ana: … is wrong"
    assert Credentials("ana", "").hide("as it was") == "as it was"


ECHOES = [
    "Hot Cross&Bun%s+1",
    "hOT cROSS&bUN%S+1",
    "Hot\u00a0 Cross\n&Bun%s+1",
    "Hot\u200bCross&Bun\u00ad%s+1",
    "Hot Cross&amp;Bun&#37;s&#x2B;1",
    "Hot Cross&amp;amp;Bun%s+1",
    "Hot%20Cross%26Bun%25s%2B1",
    "Hot+Cross%26Bun%25s%2b1",
    "Hot%2520Cross%2526Bun%2525s%252B1",
    "&#72;&#111;&#116; %43ross&BUN%25%73+1",
    "%48%6f%74%20%43%72%6f%73%73%26%42%75%6e%25%73%2b%31",
]


@pytest.mark.parametrize("echo", ECHOES)
def test_password_variants_are_redacted(echo: str) -> None:
    account = Credentials("ana", "Hot Cross&Bun%s+1")
    assert account.hide(f"not “{echo}”, not “{echo}”.") == "not “…”, not “…”."
    assert account.hide(f"{echo} {echo[:-3]}") == f"… {echo[:-3]}"


def test_the_second_part_of_a_bot_password_is_not_repeated() -> None:
    account = Credentials("Ana", "bot@Abc123xyz")
    assert account.hide("bot@Abc123xyz, abc123 XYZ") == "…, …"


def test_passwords_that_overlap_themselves_are_hidden_whole() -> None:
    assert Credentials("ana", "aXa").hide("aXaXa b") == "… b"
    assert Credentials("ana", " + ").hide("a + b") == "a…b"


def test_nothing_shows_them() -> None:
    found = Credentials("ana", HIDDEN)
    for shown in (repr(found), str(found), f"{found}", repr([copy.copy(found)])):
        assert "ana" not in shown
        assert HIDDEN not in shown


def test_a_chat_is_a_secret_address(ring: Callable[..., None]) -> None:
    ring(("blognomic-chat", "url", HIDDEN))
    assert find_chat_url({"BLOGNOMIC_CHAT_URL": "json://x/"}) == "json://x/"
    assert find_chat_url({}) == find_chat_url({"BLOGNOMIC_CHAT_URL": ""}) == HIDDEN
    ring(("blognomic-chat", "url", HIDDEN + "\n"))
    with pytest.raises(
        UsageError, match=r"^the keyring's entry blognomic-chat contains a line end"
    ):
        find_chat_url({})
    ring()
    with pytest.raises(UsageError, match=r"^no chat configured; set BLOGNOMIC_CHAT_URL"):
        find_chat_url({})


@cases("accounts")
def test_the_tools_own_wiki_account(
    user: str, key: str, account: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOGNOMIC_WIKI_USER", user)
    (tmp_path / "blognomic.toml").write_text(f'[wiki]\naccount = "{key}"\n', encoding="utf-8")
    assert own_account(resolve(Options(), tmp_path)) == account
