"""Which templates only display the text that they are given."""

from __future__ import annotations

import pytest

from parsers.wiki.rendered import only_displays, render


@pytest.mark.parametrize(
    ("source", "displays"),
    [
        ("{{pill|a|b}}", True),
        ("{{Pill|a|b}}", True),
        ("{{pill|a|{{c}}}}", False),
        ("{{other|a}}", False),
        ("{{other}}", False),
        ("{{=|a}}", False),
    ],
)
def test_templates_that_only_display(source: str, displays: bool) -> None:
    (template,) = [each for each in render(source).templates if each.start == 0]
    assert only_displays(template, source) is displays
