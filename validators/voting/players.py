"""Who plays: names folded together, and who is a Player, idle, or a stranger."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from parsers.model import Roster, name_key

__all__ = ["Players"]


@dataclass(frozen=True)
class Players:
    """The roster, asked by name whatever the spelling."""

    roster: Roster

    @cached_property
    def _active(self) -> dict[str, str]:
        return {name_key(name): name for name in self.roster.active}

    @cached_property
    def _idle(self) -> dict[str, str]:
        return {name_key(name): name for name in self.roster.idle if name_key(name) not in self._active}

    def is_active(self, name: str) -> bool:
        """Whether this is a Player: on the roster and not idle."""
        return name_key(name) in self._active

    def is_idle(self, name: str) -> bool:
        """Whether the roster lists this person as idle."""
        return name_key(name) in self._idle

    def canonical_name(self, name: str) -> str:
        """The name as the roster spells it, else as given."""
        key = name_key(name)
        return self._active.get(key) or self._idle.get(key) or name

    def __len__(self) -> int:
        return len(self._active)

    @property
    def quorum(self) -> int:
        """Half the number of Players, rounded down, plus one (glossary "Quorum")."""
        return len(self) // 2 + 1
