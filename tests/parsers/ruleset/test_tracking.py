"""Which page tracks the gamestate, however the rules name it."""

from __future__ import annotations

import pytest

from parsers.ruleset.terms import read_tracking_page
from parsers.ruleset.tree import read_tree, with_statuses


def tracked(rules: str, *, section: str = "Core Rules", title: str = "R", default: str | None = None) -> str | None:
    source = f"= {section} =\n== {title} ==\n{rules}\n"
    return read_tracking_page(with_statuses(read_tree(source), default), source)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("The gamestate tracking page for this dynasty is the [[River Log]] page of the wiki.", "River Log"),
        ("The gamestate tracking page is [[River Log|the log]].", "River Log"),
        ("The gamestate tracking page is the [[:River_Log#Ferries|log]] page.", "River Log"),
        ("The '''gamestate tracking page''' for this dynasty is '''[[River Log]]'''", "River Log"),
        ("The Gamestate Tracking Page is “[[River Log]]”.", "River Log"),
        ("For now the gamestate tracking page is the River Log page of the wiki, unless stated.", "River Log"),
        ("The gamestate tracking page is the “River Log” wiki page.", "River Log"),
        ("The gamestate tracking page is “River Log” on the wiki", "River Log"),
        ("The gamestate tracking page is River Log, for now.", "River Log"),
        ("The gamestate tracking page is River Log; it is new.", "River Log"),
        ("The gamestate tracking page is the No. 5 River page of the wiki", "No. 5 River"),
        ("The gamestate tracking page is River 2.0. It is new.", "River 2.0"),
        ("The gamestate tracking page is River Log", "River Log"),
        ("The gamestate tracking page\nis the\n[[River Log]] page.", "River Log"),
        ("A gamestate tracking page may exist.\n\nThe gamestate tracking page is [[Log]].", "Log"),
        ("The gamestate tracking page is ''.", None),
        ("The gamestate tracking page is .", None),
        ("The gamestate tracking page. It is [[Log]].", None),
        ("There is no tracking page.", None),
    ],
)
def test_a_sentence_names_the_page(text: str, page: str | None) -> None:
    assert tracked(text) == page


@pytest.mark.parametrize(
    ("title", "default", "page"),
    [("R [Active]", None, "Log"), ("R [Inactive]", None, None), ("R", "active", "Log"), ("R", "inactive", None)],
)
def test_the_rule_has_to_be_in_force(title: str, default: str | None, page: str | None) -> None:
    assert tracked("The gamestate tracking page is [[Log]].", section="Special Case", title=title, default=default) == page


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Each Ferryman has Oars, tracked on the “River Log” page.", "River Log"),
        ("Oars are tracked in the table of the [[River Log]] wiki page.", "River Log"),
        ("Oars are tracked in the Oars section of the River Log wiki page.", "River Log"),
        ("The wiki page called [[River Log|the log]] tracks Oars.", "River Log"),
        ("Oars are tracked on the wiki page “River Log”.", "River Log"),
        ("Oars are tracked on the Log of the River page.", "Log of the River"),
        ("* Oars, tracked on the Log page\n* Sails, tracked on the [[Chart]] page\n* Masts, tracked on the Chart page", "Chart"),
        ("Oars are tracked in the GNDT.", None),
        ("The Ferry docks on the [[Quay]] page.", None),
        ("Oars are tracked.\n\nSee the [[Quay]] wiki page.", None),
    ],
)
def test_else_the_page_that_dynastic_rules_track_most_on(text: str, page: str | None) -> None:
    assert tracked(text, section="Dynastic Rules") == page
    assert tracked(text) is None


def test_a_page_without_rules_names_none() -> None:
    assert read_tracking_page(read_tree(""), "") is None
