"""How much of everything a board shows, so that its page stays small whatever is put into the game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

_TEXTS = ("text", "quote", "title")
_WHOLE = (*_TEXTS, "findings", "evidence", "matters")
"""What is left alone at first: the caps of everything else are far above what a game has."""

_SHORTER_FROM, _FEWER_FROM = 2, 5
_SHORTEST = 30


@dataclass(frozen=True, slots=True)
class Extent:
    """The longest texts in characters, and how many there are of each thing. ``step`` counts how often it was made less."""

    text: int = 2000
    quote: int = 600
    title: int = 300
    findings: int = 200
    evidence: int = 20
    matters: int = 60
    votes: int = 200
    players: int = 300
    rows: int = 300
    columns: int = 40
    edits: int = 40
    changes: int = 12
    plots: int = 24
    lines: int = 12
    step: int = 0

    @property
    def full(self) -> bool:
        """Whether nothing was made less."""
        return self.step == 0

    def less(self) -> Extent:
        """The next smaller one: half of the long lists first, then texts of half the length, then half of everything."""
        names = [each.name for each in fields(self) if each.name != "step"]
        if self.step < _SHORTER_FROM:
            names = [name for name in names if name not in _WHOLE]
        elif self.step < _FEWER_FROM:
            names = [*_TEXTS, "evidence"]
        made = {name: max(getattr(self, name) // 2, _SHORTEST if name in _TEXTS else 1) for name in names}
        return replace(self, **made, step=self.step + 1)
