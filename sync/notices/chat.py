"""A message to a chat, through the library apprise. The chat's address is a secret: it is shown nowhere."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Mapping
from typing import Protocol, cast

from sync.errors import UsageError
from sync.notices.model import Notice, Posted
from sync.settings.credentials import find_chat_url

__all__ = ["Chat"]


class _Apprise(Protocol):
    """What is used of ``apprise.Apprise``."""

    def add(self, servers: str) -> bool: ...

    def notify(self, *, body: str, title: str, body_format: str) -> bool | None: ...


class Chat:
    """A chat to send to."""

    def __init__(self, service: _Apprise) -> None:
        self._service = service

    @classmethod
    def found(cls, environment: Mapping[str, str] | None = None) -> Chat:
        """The chat whose address the environment or the keyring has. Raises :class:`UsageError` where there is none that can be used."""
        address = find_chat_url(environment)
        try:
            service = cast("_Apprise", importlib.import_module("apprise").Apprise())
        except ImportError:
            raise UsageError("notices to a chat need the library apprise; install the tool with it: pipx install '.[chat]'") from None
        # It logs addresses.
        logging.getLogger("apprise").disabled = True
        if not service.add(address):
            raise UsageError("the chat's address is none that apprise knows; see its list of services, and set BLOGNOMIC_CHAT_URL anew")
        return cls(service)

    def send(self, notice: Notice) -> Posted:
        """Send one message. Where the service does not say that it took it, nobody can tell, and it is not sent again."""
        try:
            taken = self._service.notify(body=notice.text, title="", body_format="text")
        except Exception as error:  # noqa: BLE001 - whatever a service's plugin raises, and its words may hold the address
            return Posted("unknown", why=f"the chat's service failed ({type(error).__name__})")
        return Posted("posted") if taken else Posted("unknown", why="the chat's service did not say that it took the message")
