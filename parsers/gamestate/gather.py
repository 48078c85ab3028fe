"""Entries by owner, name and variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from parsers.gamestate.model import GAME, PLAYER, Entry, Kind, Reading, TypedValue, Unread

__all__ = ["Gathered"]

Group = tuple[int, int]
_Held = Entry | list[Entry]


class _Readings(Mapping[str, Reading]):
    """The readings of one owner by variable, each made when it is asked for: a page has one for nearly every cell."""

    __slots__ = ("_held",)

    def __init__(self, held: Mapping[str, _Held]) -> None:
        self._held = held

    def __getitem__(self, label: str) -> Reading:
        held = self._held[label]
        if isinstance(held, Entry):
            return Reading(held.typed.value, held)
        first, *others = held
        return Reading(tuple(item for entry in held for item in _items(entry.typed.value)), first, tuple(others))

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def __repr__(self) -> str:
        return f"Readings({dict(self)!r})"


class Gathered:
    """Readings of players, of the idle, of things and of the game, as they come in."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, bool], dict[str, dict[str, _Held]]] = {}
        self._key: tuple[str, bool, str] | None = None
        self._of_key: dict[str, _Held] = {}
        self._group: Group | None = None
        self._first_of_group: set[int] = set()
        self.unread: list[Unread] = []

    def add(self, entry: Entry, group: Group) -> None:
        """One entry; those of one key cell, which come in a row, are one reading, and of several places the first holds."""
        if group != self._group:
            self._group = group
            self._first_of_group.clear()
        owner, label, _, _, idle, *_ = entry.heading
        key = (owner, idle, entry.subject)
        if key != self._key:
            self._key = key
            self._of_key = self._held.setdefault(key[:2], {}).setdefault(entry.subject, {})
        known = self._of_key.get(label)
        if known is None:
            self._of_key[label] = entry
            self._first_of_group.add(id(entry))
            return
        first = known if isinstance(known, Entry) else known[0]
        if id(first) in self._first_of_group:
            if isinstance(known, Entry):
                self._of_key[label] = known = [known]
            known.append(entry)
        elif entry.variable is not None and _Readings(self._of_key)[label].value != entry.typed.value:
            whose = f"{entry.subject}'s {label}" if entry.subject else label
            why = f"it is {first.text[:40]!r} in one place and {entry.text[:40]!r} in another; the first is taken"
            self.unread.append(Unread(whose, why))

    def of(self, owner: str, *, idle: bool = False) -> Mapping[str, Mapping[str, Reading]]:
        """The readings of an owner, by subject."""
        return _frozen(self._held.get((owner, idle), {}))

    @property
    def things(self) -> Mapping[str, Mapping[str, Mapping[str, Reading]]]:
        """The readings of every noun of the dynasty's, those among the idle behind the others."""
        found: dict[str, dict[str, dict[str, _Held]]] = {}
        for (owner, _), subjects in sorted(self._held.items(), key=lambda item: item[0][1]):
            if owner not in (PLAYER, GAME):
                merged = found.setdefault(owner, {})
                for subject, held in subjects.items():
                    merged.setdefault(subject, held)
        return MappingProxyType({owner: _frozen(subjects) for owner, subjects in found.items()})


def _frozen(subjects: Mapping[str, Mapping[str, _Held]]) -> Mapping[str, Mapping[str, Reading]]:
    return MappingProxyType({subject: _Readings(held) for subject, held in subjects.items()})


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
