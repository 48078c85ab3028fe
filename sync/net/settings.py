"""What requests to a site may cost, and who makes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sync.errors import UsageError

_CONTACT = re.compile(r"(?=.*[^ ])[ !-'*-\[\]-~]{1,200}")


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """Bounds and pauses; times are in seconds, sizes in bytes.

    ``contact`` (part of the User-Agent) tells the site's administrators whom to write to. ``delay`` lies between two
    requests to one host. ``total_timeout`` bounds one exchange, ``max_bytes`` its body, before and after decoding. A
    request is repeated ``retries`` times; ``max_wait`` bounds the waiting before each of those, ``max_total_wait`` that of a
    run. After ``give_up_after`` failed pages in a row a host is given up. Raises :class:`UsageError` for an unfit contact.
    """

    contact: str
    delay: float = 1.0
    connect_timeout: float = 10.0
    read_timeout: float = 30.0
    total_timeout: float = 120.0
    max_bytes: int = 20_000_000
    retries: int = 2
    max_wait: float = 60.0
    max_total_wait: float = 300.0
    give_up_after: int = 5

    def __post_init__(self) -> None:
        if not _CONTACT.fullmatch(self.contact):
            raise UsageError("the contact for web requests must be plain ASCII text without brackets, such as an e-mail address")
