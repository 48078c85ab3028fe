"""Wordings that the sentences of the other tests do not have, one small step each."""

from __future__ import annotations

import pytest

from tests.parsers.ruleset.variables.reading import variables

CASES = [
    (
        "Each Player may or may not have a Compass. This is secretly tracked by the Emperor.",
        [("Compass", "player", "unknown", "", None, "private")],
    ),
    ("If the Ship has a Mast, it is tracked.", []),
    ("There has a publicly tracked Mast.", []),
    ("Each Player has publicly tracked Badges, defaulting to an empty set.", [("Badges", "player", "set", "", None, "public")]),
    (
        "Each Player has a Guise, tracked privately. A Guise's identity is one of Fox or Owl.",
        [("Guise", "player", "choice", "Fox", ("Fox", "Owl"), "private")],
    ),
    (
        "Each Player has a Heft, which is publicly tracked and must be lower than the Tide.",
        [("Heft", "player", "integer", 0, None, "public")],
    ),
    (
        "Each Player has an Office, which defaults to empty. The name of an Office may be Red or Blue.",
        [("Office", "player", "choice", "", ("Red", "Blue"), "public")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:40] for text, _ in CASES])
def test_a_small_step(text: str, expected: list[tuple[object, ...]]) -> None:
    assert [(v.name, v.owner, v.type, v.default, v.choices, v.visibility) for v in variables(text)] == expected
