"""How to reach the wiki."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from sync.errors import UsageError
from sync.net.addresses import Address, parse_address, shown_address
from sync.net.pacing import HttpSettings

_SCRIPT = "api.php"


@dataclass(frozen=True, slots=True)
class WikiSettings(HttpSettings):
    """:class:`HttpSettings` of the wiki whose ``api.php`` is in the folder ``api_url``. Raises :class:`UsageError` for an unfit one."""

    api_url: str = field(kw_only=True)
    delay: float = 0.0
    max_bytes: int = 32_000_000

    def __post_init__(self) -> None:
        HttpSettings.__post_init__(self)
        try:
            why = "it has a question mark" if self.folder.query else ""
        except ValueError as error:
            why = f"{error}"
        if why:
            raise UsageError(f"the wiki's address {shown_address(self.api_url)!r} cannot be used: {why}; name the folder of api.php")

    @property
    def folder(self) -> Address:
        """The address of the folder; its path ends with a slash."""
        address = parse_address(self.api_url)
        return replace(address, path=address.path.removesuffix(f"/{_SCRIPT}").rstrip("/") + "/")

    @property
    def script(self) -> Address:
        """The address of ``api.php``."""
        return replace(self.folder, path=f"{self.folder.path}{_SCRIPT}")
