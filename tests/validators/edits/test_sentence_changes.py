"""What an edit of the Ruleset changed sentence by sentence, and which of it an Ascension Address
accounts for.
"""

from __future__ import annotations

import pytest

from parsers.model import Category, Post
from tests.support.cases import cases
from validators.edits.allowed_edits import is_reset
from validators.edits.sentence_changes import in_words, sentence_changes

PAGE = """\
= Dynastic Rules =

== Lamps ==

Each Keeper has a lamp. Lamps burn.

== Oil [Inactive] ==

Oil is sold.
"""


def changes(old: str, new: str, page: str = PAGE) -> list[tuple[str, list[str], list[str]]]:
    """Where, what went, and what came."""
    assert page.count(old) == 1
    found = sentence_changes(page, page.replace(old, new))
    assert found is not None
    return [
        (change.rule, list(map(in_words, change.gone)), list(map(in_words, change.came)))
        for change in found
    ]


def test_the_end_of_a_rule_is_a_separate_change() -> None:
    assert changes("Lamps burn.", "Lamps glow.\n\n== Wicks ==\n\nWicks burn.") == [
        ("Lamps", ["Lamps burn."], ["Lamps glow."]),
        ("Wicks", [], ["Wicks", "Wicks burn."]),
    ]
    assert changes("Lamps burn.\n\n== Oil [Inactive] ==\n\nOil is sold.", "") == [
        ("Lamps", ["Lamps burn."], []),
        ("Oil", ["Oil [Inactive]", "Oil is sold."], []),
    ]


def test_text_above_the_first_heading() -> None:
    assert changes("= Dynastic Rules =\n", "Read on.\n\n= Dynastic Rules =\n") == [
        ("", [], ["Read on."])
    ]
    assert changes("Oil is sold.", "Oil is sold.", PAGE) == []


def test_hidden_text_is_compared_too() -> None:
    assert changes("Lamps burn.", "Lamps <s>burn</s>.") == [
        ("Lamps", [], ["(struck out or hidden) <s>burn</s>"])
    ]


def test_texts_that_are_too_long_and_too_different_are_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("validators.edits.sentence_changes.MOST_WORK", 3)
    assert sentence_changes(PAGE, "== A ==\n\nB. C. D.\n") is None


def is_accounted_for(old: str, new: str) -> bool:
    """Return whether an Address that calls the Keepers Sailors accounts for every change."""
    address = Post(
        "https://blog.example/1",
        "Ascension Address: Sails",
        Category.ASCENSION,
        "Ana",
        None,
        body="Each Keeper is a Sailor.",
    )
    found = sentence_changes(PAGE, PAGE.replace(old, new))
    assert found
    return all(is_reset(change, address) for change in found)


@cases("address_changes")
def test_an_address_replaces_names_sets_statuses_and_repeals(
    old: str, new: str, *, accounted: bool
) -> None:
    assert is_accounted_for(old, new) is accounted


def test_an_address_does_not_account_for_a_sentence_of_many_words() -> None:
    assert not is_accounted_for("Lamps burn.", "Lamps " + "burn and " * 3_000 + "burn.")
