"""Changes of pages of prose: they find their place, keep everything else, and say where they cannot be made."""

from __future__ import annotations

import pytest

from parsers.changes import AddRule, InsertText, ReplaceTerm, TextChange, UndoRevision, changed_text
from parsers.ruleset.former_terms import FormerTerm
from parsers.ruleset.model import Terms
from parsers.ruleset.tree import content_end, read_tree

UNREADABLE = "the change cannot be written so that the Ruleset reads as intended and nothing else changes"
TODAY = Terms("Bargee", "Bargees", "Lock Warden")
LAMP = FormerTerm("Lamplighter", "Lamplighters", "Bargee", "Bargees")

PAGE = """{{TOCRight}}
<div style="padding:8px">

= Core Rules =

== Lamplighters ==

Lamplighters and a Lamplighter.

=== Idle Lamplighters ===

An idle Lamplighter.

</div>

<div style="x">

= Dynastic Rules =

== Coal ==

Each has Coal.

* one
* two

=== Stoking ===

== Empty ==

</div>

<div>

= Appendix =

</div>
"""


def made(change: TextChange, page: str = PAGE) -> str:
    return changed_text(page, change)


def difference(change: TextChange, page: str = PAGE) -> tuple[str, str]:
    """What went and what came, between what both texts begin and end with."""
    new = made(change, page)
    head = next(n for n in range(len(page) + 1) if page[:n] != new[:n] or n == len(page))
    head = head - 1 if page[:head] != new[:head] else head
    tail = next(n for n in range(len(page) - head + 1) if n == len(page) - head or n == len(new) - head or page[-1 - n] != new[-1 - n])
    return page[head : len(page) - tail], new[head : len(new) - tail]


def test_a_term_is_replaced_in_one_rule() -> None:
    new = made(ReplaceTerm(("Core Rules", "Lamplighters"), LAMP, TODAY))
    assert new == PAGE.replace("== Lamplighters ==\n\nLamplighters and a Lamplighter.", "== Bargees ==\n\nBargees and a Bargee.")
    deeper = made(ReplaceTerm(("Core Rules", "Lamplighters", "Idle Lamplighters"), LAMP, TODAY))
    assert deeper == PAGE.replace("=== Idle Lamplighters ===\n\nAn idle Lamplighter.", "=== Idle Bargees ===\n\nAn idle Bargee.")
    assert made(ReplaceTerm((), LAMP, TODAY), "A Lamplighter.") == "A Bargee."


@pytest.mark.parametrize(
    ("rule", "named"),
    [(("Core Rules", "Bargees"), "“Bargees”"), ((), "the text above the first heading")],
    ids=["in a rule", "above the first heading"],
)
def test_a_term_that_is_not_there_any_more(rule: tuple[str, ...], named: str) -> None:
    with pytest.raises(ValueError, match=f"^“Lamplighter” is no longer in {named}$"):
        made(ReplaceTerm(rule, LAMP, TODAY))


def test_a_new_rule_goes_to_the_end_of_the_dynastic_rules() -> None:
    new = made(AddRule("Fog", "One.\n\n Two. \n* a\n* b"))
    assert new == PAGE.replace("== Empty ==\n", "== Empty ==\n\n== Fog ==\n\nOne.\n\nTwo.\n\n* a\n* b\n")
    assert [rule.title for rule in read_tree(new).rules][-2:] == ["Empty", "Fog"]


@pytest.mark.parametrize(
    ("change", "page", "why"),
    [
        (AddRule("Fog", "x"), "= Core Rules =\n", "the Ruleset does not have a section “dynastic”"),
        (AddRule("coal", "x"), PAGE, "there is already a rule “coal”"),
        (AddRule("Fog", "x ~~~~"), PAGE, "the new text has markup of its own (“~~~”), which a person has to look at"),
        (AddRule("Fog", "x\n== y"), PAGE, "the text has headings of its own, so it must be added manually"),
        (AddRule("Fog [[x]]", "y"), PAGE, "the title is empty, too long, or has markup of its own"),
        (AddRule("Fog", "y"), "= Dynastic Rules =\n== A ==\n<!-- z", UNREADABLE),
        (InsertText(("Dynastic Rules", "Fog"), "x"), PAGE, "there are now 0 rules “Fog”"),
        (InsertText(("D", "A"), "x"), "= D =\n== A ==\n== A ==\n", "there are now 2 rules “A”"),
        (
            InsertText(("D", "A"), "x</div>"),
            "= D =\n== A ==\n",
            "the new text has markup of its own (“</d”), which a person has to look at",
        ),
        (InsertText(("D", "A"), "x"), "= D =\n== A ==\n<!-- y", UNREADABLE),
    ],
)
def test_what_cannot_be_written(change: TextChange, page: str, why: str) -> None:
    with pytest.raises(ValueError) as error:
        made(change, page)
    assert str(error.value) == why


@pytest.mark.parametrize(
    ("rule", "text", "came"),
    [
        *((("Dynastic Rules", "Coal"), "More.", "\n\nMore."), (("Dynastic Rules", "Coal"), "* three\n* four", "\n* three\n* four")),
        *((("Dynastic Rules", "Coal"), "# three", "\n\n# three"), (("Dynastic Rules", "Coal", "Stoking"), "More.", "\n\nMore.")),
        (("Dynastic Rules", "Empty"), "More.\nStill.", "\n\nMore.\n\nStill."),
    ],
    ids=["a paragraph", "more items of the list", "a list of another kind", "the last subrule", "an empty rule"],
)
def test_a_text_goes_to_the_end_of_its_rule(rule: tuple[str, ...], text: str, came: str) -> None:
    went, new = difference(InsertText(rule, text))
    assert went == ""
    assert sorted(new) == sorted(came)
    page = made(InsertText(rule, text))
    (read,) = [each for each in read_tree(page).rules if each.path == rule[1:]]
    assert page[read.body : content_end(page, read)].endswith(came.strip())


def test_an_edit_is_undone_where_that_can_be() -> None:
    undo = UndoRevision(7, "One.\n\nOld.\n\nLast.", "One.\n\nNew.\n\nLast.")
    assert changed_text("One.\n\nNew.\n\nLast.\n\nMore.", undo) == "One.\n\nOld.\n\nLast.\n\nMore."
    with pytest.raises(ValueError, match=r"^revision 7 was undone already$"):
        changed_text("One.\n\nOld.\n\nLast.\n\nMore.", undo)
    with pytest.raises(ValueError, match=r"^the lines that revision 7 changed were edited since, so it has to be undone by hand$"):
        changed_text("One.\n\nNewer.\n\nLast.", undo)
    assert "Old" not in repr(undo)
