"""How much of everything a board shows, so that its page stays small whatever is put into the game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

_FEWER_AFTER = 4
"""Texts are shortened this often before anything is left out."""


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
        """The next smaller one: texts of half the length, and then fewer things, too."""
        texts = ("text", "quote", "title")
        fewer = self.step >= _FEWER_AFTER
        names = [each.name for each in fields(self) if each.name != "step" and (fewer or each.name in texts)]
        made = {name: max(getattr(self, name) // 2, 1 if name not in texts else 30) for name in names}
        return replace(self, **made, step=self.step + 1)
