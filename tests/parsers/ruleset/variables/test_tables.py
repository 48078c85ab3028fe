"""Every row of the tables takes its examples, and leaves what it must leave."""

from __future__ import annotations

import pytest

from parsers.ruleset.variables.notation import (
    VariableRow,
    VariableWording,
    tables,
    wordings,
    words_of,
)
from parsers.ruleset.variables.traits import somebody

KINDS = {
    "said": "value",
    "kinds": "value",
    "forms": "sentence",
    "later": "about",
    "about": "about",
    "event_types": "event",
    "event_ends": "event",
}
PEOPLE = (
    ("person", somebody("players|player")),
    ("players", "(?:players|player)"),
    ("type", "Regatta"),
    ("ended", "ended"),
    ("ends", "end"),
)
WITHIN = ("said", "kinds")
"""The tables whose wordings are looked for inside a text."""

ROWS = [(table, row) for table in KINDS for row in getattr(tables(), table)]


def takers(table: str, example: str) -> list[str]:
    """What the wordings set that take an example."""

    def fits(wording: VariableWording) -> bool:
        return (wording.pattern.search if table in WITHIN else wording.pattern.match)(
            example
        ) is not None

    return [
        wording.sets
        for wording in wordings(table, KINDS[table], PEOPLE).among(words_of(example.lower()))
        if fits(wording)
    ]


@pytest.mark.parametrize(
    ("table", "row"),
    ROWS,
    ids=[f"{table}-{number}-{row.sets}" for number, (table, row) in enumerate(ROWS)],
)
def test_a_row_takes_its_examples(table: str, row: VariableRow) -> None:
    for example in row.takes:
        assert row.sets in takers(table, example), example
    for example in row.leaves:
        assert row.sets not in takers(table, example), example


def test_most_rows_have_an_example() -> None:
    without = [f"{table}: {row.wordings[0]}" for table, row in ROWS if not row.takes]
    assert without == []
