"""User names and passwords, from the environment or the system's keyring only. They are read
immediately before writing, and never shown.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sync.errors import UsageError
from sync.text import redacted

Site = Literal["blog", "wiki"]

_ACCOUNTS: Mapping[Site, str] = {
    "blog": "an account of the blog",
    "wiki": "a bot password of the wiki (its page Special:BotPasswords)",
}


@dataclass(frozen=True, slots=True, repr=False)
class Credentials:
    """A user name and a password. Neither is part of the ``repr``, so that no log and no traceback
    shows them.
    """

    user: str
    password: str

    def hide(self, text: str) -> str:
        """Remove the password from a site's text that is about to be quoted."""
        # MediaWiki also accepts a bot password as "bot@secret" and recognises it by its second
        # part. The whole one goes first, so that no part of it is left.
        for secret in (self.password, self.password.rpartition("@")[2]):
            text = redacted(text, secret)
        return text


def find_credentials(site: Site, environment: Mapping[str, str] | None = None) -> Credentials:
    """Return the account for a site: from the environment, else the keyring's entry of that user,
    or its only one if no user is set.

    An empty variable counts as not set. Raises :class:`UsageError` if no account is configured, or
    one that cannot be sent.
    """
    given = os.environ if environment is None else environment
    user_name, password_name = (
        f"BLOGNOMIC_{site.upper()}_USER",
        f"BLOGNOMIC_{site.upper()}_PASSWORD",
    )
    user, password = given.get(user_name, ""), given.get(password_name, "")
    if password and not user:
        raise UsageError(f"{password_name} is set and {user_name} is not; set both")
    if password:
        return Credentials(_checked(user, user_name), _checked(password, password_name))
    found, why = _in_keyring(f"blognomic-{site}", _checked(user, user_name))
    if found is None:
        missing = password_name if user else f"{user_name} and {password_name}"
        raise UsageError(
            f"no credentials configured for the {site}{why}; set {missing} for {_ACCOUNTS[site]},"
            " or use the keyring"
        )
    return found


def user_of(site: Site) -> str:
    """Return the account's name on a site if the environment has it; the keyring is read only for
    writing.
    """
    user = os.environ.get(f"BLOGNOMIC_{site.upper()}_USER", "")
    # A bot password belongs to "Name@bot"; its edits are made as "Name".
    return user.partition("@")[0].replace("_", " ").strip() if site == "wiki" else user.strip()


def find_chat_url(environment: Mapping[str, str] | None = None) -> str:
    """Return the secret address of a chat, from ``BLOGNOMIC_CHAT_URL`` or the keyring. Raises
    :class:`UsageError` if none is configured.
    """
    given = (os.environ if environment is None else environment).get("BLOGNOMIC_CHAT_URL", "")
    if given:
        return _checked(given, "BLOGNOMIC_CHAT_URL")
    found, why = _in_keyring("blognomic-chat", "")
    if found is None:
        raise UsageError(
            f"no chat configured{why}; set BLOGNOMIC_CHAT_URL to its address in apprise's"
            " notation, or use the keyring"
        )
    return found.password


def _in_keyring(service: str, user: str) -> tuple[Credentials | None, str]:
    """Return the keyring's entry (``keyring set blognomic-blog NAME``), or None and the reason in
    brackets.
    """
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None, " (the library keyring is not installed)"
    try:
        if user:
            name, password = user, keyring.get_password(service, user)
        else:
            entry = keyring.get_credential(service, None)
            name, password = (entry.username, entry.password) if entry else ("", "")
    except (OSError, RuntimeError, ValueError, KeyringError) as error:
        # Only the type of the error: its message may contain the keyring's secrets.
        return None, f" (the keyring could not be read: {type(error).__name__})"
    if not name or not password:
        return None, ""
    where = f"the keyring's entry {service}"
    return Credentials(_checked(name, where), _checked(password, where)), ""


def _checked(value: str, where: str) -> str:
    """Return a value that can be sent as it is. Raises :class:`UsageError` for any other."""
    if {"Cs", "Cc"} & {unicodedata.category(character) for character in value}:
        raise UsageError(
            f"{where} contains a line end or another control character, perhaps copied by mistake;"
            " set it again without it"
        )
    return value
