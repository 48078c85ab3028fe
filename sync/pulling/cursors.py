"""What pulls remember between each other, beside what they saw: small dictionaries kept in the store."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sync.store import Store
from sync.store.runs import Run

__all__ = ["Book", "entries_of"]


def entries_of(store: Store, name: str) -> dict[str, Any]:
    """The entries of a book as they were kept last."""
    kept = store.cursor(name)
    return dict(json.loads(kept)) if kept else {}


class Book:
    """A dictionary with a name, read when it is made and kept with :meth:`keep`.

    Only the keys changed here are written: what another pull has kept of the others meanwhile stays.
    Values are what JSON can hold.
    """

    def __init__(self, store: Store, name: str) -> None:
        self._name = name
        self._entries = entries_of(store, name)
        self._changes: dict[str, Any] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        """The keys, in the order of the alphabet; entries may be put and dropped meanwhile."""
        return iter(sorted(self._entries))

    def get(self, key: str) -> Any:
        """The value of a key, None where there is none."""
        return self._entries.get(key)

    def put(self, key: str, value: Any) -> None:
        """Set a value other than None."""
        if self._entries.get(key) != value:
            self._entries[key] = self._changes[key] = value

    def drop(self, key: str) -> None:
        """Forget a key, if it is there."""
        if self._entries.pop(key, None) is not None:
            self._changes[key] = None

    def keep(self, run: Run) -> None:
        """Have the run keep what was changed, at its next checkpoint."""
        if not self._changes:
            return
        changes = dict(self._changes)
        self._changes.clear()

        def merged(kept: str | None) -> str:
            entries = {**(json.loads(kept) if kept else {}), **changes}
            return json.dumps({key: value for key, value in entries.items() if value is not None}, sort_keys=True)

        run.update(self._name, merged)
