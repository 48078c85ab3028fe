"""Entries by owner, name and variable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from parsers.gamestate.model import GAME, PLAYER, Entry, Kind, Reading, TypedValue, Unread

__all__ = ["Gathered"]

Group = tuple[int, int]


class Gathered:
    """Readings of players, of the idle, of things and of the game, as they come in."""

    def __init__(self) -> None:
        self._readings: dict[tuple[str, bool], dict[str, dict[str, Reading]]] = {}
        self._key: tuple[str, bool, str] | None = None
        self._of_key: dict[str, Reading] = {}
        self._group: Group | None = None
        self._first_of_group: set[int] = set()
        self.unread: list[Unread] = []

    def add(self, entry: Entry, group: Group) -> None:
        """One entry; those of one key cell, which come in a row, are one reading, and of several places the first holds."""
        if group != self._group:
            self._group = group
            self._first_of_group.clear()
        key = (entry.owner, entry.idle, entry.subject)
        if key != self._key:
            self._key = key
            self._of_key = self._readings.setdefault(key[:2], {}).setdefault(entry.subject, {})
        owner = self._of_key
        known = owner.get(entry.label)
        if known is None:
            owner[entry.label] = Reading(entry.typed.value, entry)
            self._first_of_group.add(id(entry))
        elif id(known.first) in self._first_of_group:
            owner[entry.label] = _joined(known, entry)
        elif known.value != entry.typed.value and entry.variable is not None:
            whose = f"{entry.subject}'s {entry.label}" if entry.subject else entry.label
            why = f"it is {known.first.text[:40]!r} in one place and {entry.text[:40]!r} in another; the first is taken"
            self.unread.append(Unread(whose, why))

    def of(self, owner: str, *, idle: bool = False) -> Mapping[str, Mapping[str, Reading]]:
        """The readings of an owner, by subject."""
        return _frozen(self._readings.get((owner, idle), {}))

    @property
    def things(self) -> Mapping[str, Mapping[str, Mapping[str, Reading]]]:
        """The readings of every noun of the dynasty's, those among the idle behind the others."""
        found: dict[str, dict[str, dict[str, Reading]]] = {}
        for (owner, _), subjects in sorted(self._readings.items(), key=lambda item: item[0][1]):
            if owner not in (PLAYER, GAME):
                merged = found.setdefault(owner, {})
                for subject, readings in subjects.items():
                    merged.setdefault(subject, readings)
        return MappingProxyType({owner: _frozen(subjects) for owner, subjects in found.items()})


def _frozen(subjects: Mapping[str, dict[str, Reading]]) -> Mapping[str, Mapping[str, Reading]]:
    return MappingProxyType({subject: MappingProxyType(readings) for subject, readings in subjects.items()})


def _joined(known: Reading, entry: Entry) -> Reading:
    """The values of several rows of one owner as one list."""
    return Reading(_items(known.value) + _items(entry.typed.value), known.first, (*known.others, entry))


def _items(value: TypedValue) -> tuple[str, ...]:
    if isinstance(value, tuple):
        return value
    return () if value is None else (str(value),)


def untyped(entries: Iterable[Entry], most: int) -> list[Unread]:
    """The cells that are not what their variable asks for, no more than ``most`` of them."""
    found: list[Unread] = []
    for entry in entries:
        if entry.typed.failed and entry.typed.kind is not Kind.NONE:
            if len(found) == most:
                found.append(Unread("the page", f"more than {most} values are not what their variables ask for"))
                break
            found.append(Unread(f"{entry.subject or 'the game'}, {entry.label}", entry.typed.why))
    return found
