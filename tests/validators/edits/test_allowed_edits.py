"""What a summary says of an edit."""

from __future__ import annotations

import pytest

from validators.edits.allowed_edits import named_in, names_action


@pytest.mark.parametrize(
    ("comment", "name", "expected"),
    [
        ("cast off", "Casting Off", True),
        ("I have been casting off today", "Casting Off", True),
        ("off casting", "Casting Off", False),
        ("casting", "Casting Off", False),
        ("off", "Casting Off", False),
        ("cast", "Casting", True),
        ("broadcast", "Casting", False),
        ("", "Casting", False),
        (None, "Casting", False),
    ],
)
def test_a_summary_names_an_action_in_any_form_of_its_words(
    comment: str | None, name: str, expected: bool
) -> None:
    assert names_action(comment, name) is expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Gain 2 Coal.", {"Coal"}),
        ("Gain two coals and an Oar.", {"Coal", "Oars"}),
        ("A charcoal boat.", set()),
    ],
)
def test_a_text_names_variables_in_the_singular_or_the_plural(text: str, names: set[str]) -> None:
    assert named_in(text, ["Coal", "Oars"]) == names
