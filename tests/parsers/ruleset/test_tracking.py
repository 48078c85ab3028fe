"""Which page tracks the gamestate, however the rules name it."""

from __future__ import annotations

from parsers.ruleset.terms import read_tracking_page
from parsers.ruleset.tree import read_tree, with_statuses
from tests.support.cases import cases


def tracked(
    rules: str, *, section: str = "Core Rules", title: str = "R", default: str | None = None
) -> str | None:
    source = f"= {section} =\n== {title} ==\n{rules}\n"
    return read_tracking_page(with_statuses(read_tree(source), default), source)


@cases("sentences")
def test_a_sentence_names_the_page(text: str, page: str | None) -> None:
    assert tracked(text) == page


@cases("statuses")
def test_rule_must_be_in_force(title: str, default: str | None, page: str | None) -> None:
    assert (
        tracked(
            "The gamestate tracking page is [[Log]].",
            section="Special Case",
            title=title,
            default=default,
        )
        == page
    )


@cases("tracked_on")
def test_else_the_page_that_dynastic_rules_track_most_on(text: str, page: str | None) -> None:
    assert tracked(text, section="Dynastic Rules") == page
    assert tracked(text) is None


def test_a_page_without_rules_names_none() -> None:
    assert read_tracking_page(read_tree(""), "") is None
