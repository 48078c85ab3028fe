"""Posts that are meant to break the page that they change: what they say is inert text, or is left
and shown.
"""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from parsers.instructions.application import apply_instructions
from parsers.instructions.reader import read_instructions
from parsers.ruleset.tree import read_tree
from tests.support.cases import cases

PAGE = Path(__file__).with_suffix(".wikitext").read_text(encoding="utf-8")

WAYS = {
    "a new rule": "<p>Add a new rule called “Gates”:</p><blockquote>{}</blockquote>",
    "its wikitext": "<p>Add a new rule called “Gates”:</p><pre>{}</pre>",
    "an addition": "<p>Add “{}” to “Doors”.</p>",
    "a replacement": "<p>In “Doors”, replace “Keys turn.” with “{}”.</p>",
    "a cell": "<p>Add to “Doors”:</p><table><tr><th>x</th><td>{}</td></tr></table>",
    "a link": "<p>Add “<a href='https://x.example/'>{}</a>” to “Doors”.</p>",
    "a title": "<p>Rename “Doors” to “{}”.</p>",
}


def seen(page: str) -> list[tuple[int, str, str]]:
    return [(rule.level, rule.heading, rule.text) for rule in read_tree(page).in_order]


@pytest.mark.parametrize("way", WAYS)
@cases("markup_of_its_own")
def test_markup_of_its_own_is_left_and_shown(text: str, way: str) -> None:
    reading = read_instructions(
        WAYS[way].format(text.replace("\n", "<br>" if way != "its wikitext" else "\n"))
    )
    made = apply_instructions(reading.steps, PAGE)
    if made.ruleset == PAGE:
        assert reading.open or any(outcome.why for outcome in made.outcomes)
        return
    # What is a heading or a row in one place is only text in another, and a section in a rule is a
    # subrule of it.
    own = {"Doors", "Gates", made.outcomes[0].rules[-1]}
    kept = [each for each in seen(PAGE) if each[1] not in own]
    assert [each for each in seen(made.ruleset) if each in kept] == kept
    assert all(
        level > 1
        for level, heading, text in seen(made.ruleset)
        if (level, heading, text) not in kept
    )
    shown = " ".join(" ".join((heading, text)) for _, heading, text in seen(made.ruleset))
    is_quoted = way in ("an addition", "a replacement", "a link", "a title")
    assert not is_quoted or " ".join(unescape(text).split()) in " ".join(shown.split())
    assert is_quoted or text.startswith(
        ("= ", "#REDIRECT", "|-", "{| ")
    )  # a section, a redirect, a row and a table


def test_a_section_in_a_new_rule_is_a_subrule_or_left() -> None:
    html = (
        "<p>Add a new rule called “Gates”:</p><pre>= Core Rules =\n\n== Quorum ==\n\nOne of"
        " us.</pre>"
    )
    made = apply_instructions(read_instructions(html).steps, PAGE)
    assert [
        (level, heading)
        for level, heading, _ in seen(made.ruleset)
        if heading in ("Core Rules", "Quorum")
    ][:2] == [
        (1, "Core Rules"),
        (2, "Quorum"),
    ]
    assert "Half of us." in made.ruleset


@pytest.mark.parametrize("old", ["Not yet.", "x", "Keys turn. [[x]] Locks hold.", "yet. --> Keys"])
def test_hidden_text_is_not_found_and_stays(old: str) -> None:
    made = apply_instructions(
        read_instructions(f"<p>In “Doors”, replace “{old}” with “gone”.</p>").steps, PAGE
    )
    assert made.ruleset.count("<!-- Not yet. -->") == 1
    assert made.ruleset.count("<nowiki>") == made.ruleset.count("</nowiki>")


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parsers.instructions.application.MOST_WORK", 3 * len(PAGE))
    made = apply_instructions(
        read_instructions("".join(f"<p>Add “Line {n}.” to “Doors”.</p>" for n in range(5))).steps,
        PAGE,
    )
    assert [outcome.applied for outcome in made.outcomes] == [True, True, False, False, False]
    assert made.outcomes[-1].why == "there are too many instructions for a page of this length"
