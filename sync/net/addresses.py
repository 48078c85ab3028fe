"""Web addresses: which ones can be requested, and how they are displayed. A checked address is kept
in parts and requests are built from the parts, so nothing that a page or a server wrote reaches the
network verbatim.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote, urljoin, urlsplit

from parsers.refusal import Refusal, Refused
from sync.text import shorten

MAX_LENGTH = 2_000
"""Longer than any address of the game, and short enough for any server."""

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_PORTS = {"http": 80, "https": 443}
_UNFIT = re.compile(r"[^\x21-\x7e]|\\|%(?![0-9A-Fa-f]{2})")
_NO_ASCII = re.compile(r"[^\x21-\x7e]")
_STEERING = re.compile(r"[\x00-\x1f\\]")
_HOST = re.compile(r"[a-z0-9][a-z0-9._-]{0,252}|[0-9a-f:.]{2,45}")
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Address:
    """An http or https address without user name, password and fragment; ``path`` begins with a
    slash.
    """

    scheme: str
    host: str
    port: int
    path: str
    query: str = ""

    @property
    def site(self) -> str:
        """Scheme, host and port, without a closing slash; the port only if it is not the scheme's
        default.
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + (
            "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        )

    @property
    def url(self) -> str:
        """The address as it is requested."""
        return self.site + self.path + (f"?{self.query}" if self.query else "")

    @property
    def shown(self) -> str:
        """The address for messages, without its query."""
        return shorten(self.site + self.path, _SHOWN) + ("?…" if self.query else "")

    def is_at_home(self, other: Address) -> bool:
        """Return whether the other address has the same host and scheme, or upgrades http to https."""
        upgraded = (self.scheme, self.port, other.scheme, other.port) == ("http", 80, "https", 443)
        return self.host == other.host and (
            upgraded or (self.scheme, self.port) == (other.scheme, other.port)
        )

    def is_below(self, base: Address) -> bool:
        """Return whether this is the address ``base`` or an address in that folder."""
        folder = base.path.rstrip("/")
        return base.is_at_home(self) and (self.path == folder or self.path.startswith(f"{folder}/"))


def parse_address(text: str) -> Address:
    """Split an address into its parts. Raises Refused; the message quotes nothing of the address."""
    if len(text) > MAX_LENGTH:
        raise Refused(Refusal.ADDRESS_TOO_LONG, most=MAX_LENGTH)
    if _UNFIT.search(text):
        raise Refused(Refusal.ADDRESS_CHARACTERS)
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise Refused(Refusal.ADDRESS_HOST) from None
    if parts.scheme not in _PORTS:
        raise Refused(Refusal.ADDRESS_SCHEME)
    if "@" in parts.netloc:
        raise Refused(Refusal.ADDRESS_USER)
    host = parts.hostname or ""
    if not _HOST.fullmatch(host):
        raise Refused(Refusal.ADDRESS_HOST)
    plain = unquote(unquote(parts.path))  # a server or a proxy could read it as another path
    if _STEERING.search(plain) or not {".", ".."}.isdisjoint(plain.split("/")):
        raise Refused(Refusal.ADDRESS_PATH)
    return Address(
        parts.scheme,
        host,
        _PORTS[parts.scheme] if port is None else port,
        parts.path or "/",
        parts.query,
    )


def join(base: Address, link: str) -> Address:
    """Resolve a link on the page ``base``. Raises Refused as :func:`parse_address` does."""
    if len(link) > MAX_LENGTH:  # quoting an address of megabytes takes minutes
        raise Refused(Refusal.ADDRESS_TOO_LONG, most=MAX_LENGTH)
    # Before urljoin, which drops line ends and tabs.
    plain = _NO_ASCII.sub(lambda found: quote(found[0], errors="replace"), link.strip())
    try:
        joined = urljoin(base.url, plain)
    except ValueError:
        raise Refused(Refusal.ADDRESS_HOST) from None
    return parse_address(joined)


def shown_address(text: str) -> str:
    """Display any text given as an address, without user name, password and query."""
    try:
        return parse_address(text).shown
    except Refused:
        before, at, rest = text.rpartition("@")
        rest, question, _ = rest.partition("?")
        return shorten(("…@" if at and before else "") + rest, _SHOWN) + ("?…" if question else "")


def place_of(url: str) -> str:
    """Return host, port and path of a site's address: without the scheme, its default port, a
    leading ``www.`` and a closing slash.
    """
    try:
        address = parse_address(url)
    except Refused:
        return shown_address(url)
    port = "" if address.port in _PORTS.values() else f":{address.port}"
    return f"{address.host.removeprefix('www.')}{port}{address.path.rstrip('/')}"


def page_address(wiki: str, title: str) -> str:
    """Return the address of a page below the folder of ``api.php``."""
    return f"{wiki}index.php?title={in_address(title)}"


def in_address(title: str) -> str:
    """Return the title of a page as it is in an address."""
    return quote(title.replace(" ", "_"), errors="replace")
