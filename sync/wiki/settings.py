"""How to behave towards the wiki."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from sync.errors import UsageError
from sync.net.addresses import Address, parse_address, shown_address

__all__ = ["WikiSettings"]

_CONTACT = re.compile(r"[\x20-\x7e]{1,200}")
_SCRIPT = "/api.php"


@dataclass(frozen=True, slots=True)
class WikiSettings:
    """``api_url`` is the folder of ``api.php``; the rest says how patient to be. Times are in seconds.

    ``contact`` tells the wiki's keepers whom to write to. A request that fails is repeated ``max_retries``
    times, first after ``retry_timeout``, then after twice as long each time up to ``max_retry_timeout``, and
    not before the wiki's own ``Retry-After``. All those waits of one client together do not exceed
    ``max_wait``. ``total_timeout`` bounds one exchange. Pages are not asked of a database server that lags
    more than ``maxlag`` behind. Raises :class:`UsageError` for values that cannot be.
    """

    api_url: str
    contact: str
    max_retries: int = 2
    retry_timeout: float = 1.0
    max_retry_timeout: float = 5.0
    max_wait: float = 60.0
    connect_timeout: float = 10.0
    read_timeout: float = 30.0
    total_timeout: float = 120.0
    maxlag: int = 5
    max_bytes: int = 32_000_000

    def __post_init__(self) -> None:
        if not _CONTACT.fullmatch(self.contact) or not self.contact.strip() or set(self.contact) & set("()\\"):
            raise UsageError("the contact for the wiki must be plain text without brackets; name an address that answers")
        try:
            address = self.folder
        except ValueError as error:
            raise UsageError(f"the wiki's address {shown_address(self.api_url)!r} is none: {error}; name the folder of api.php") from None
        if address.query:
            raise UsageError(f"the wiki's address {address.shown} has a question mark; name the folder of api.php")
        for name in ("connect_timeout", "read_timeout", "total_timeout", "max_bytes", "maxlag"):
            self._require(name, getattr(self, name) > 0, "more than 0")
        for name in ("max_retries", "retry_timeout", "max_retry_timeout", "max_wait"):
            self._require(name, getattr(self, name) >= 0, "0 or more")

    @property
    def folder(self) -> Address:
        """The address of the folder; its path ends with a slash."""
        address = parse_address(self.api_url)
        path = address.path.removesuffix(_SCRIPT).rstrip("/") + "/"
        return Address(address.scheme, address.host, address.port, path, address.query)

    def _require(self, name: str, holds: bool, rule: str) -> None:
        value = getattr(self, name)
        if not holds or not math.isfinite(value):
            raise UsageError(f"the setting {name} for the wiki is {value}; it must be {rule}")
