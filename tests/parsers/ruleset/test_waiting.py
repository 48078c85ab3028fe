"""What a reviewer sees of the rules and sentences that wait for a review."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.reviews import Reviews, RuleReview
from parsers.ruleset.ruleset_model import Ruleset
from parsers.ruleset.waiting import WaitingRule, WaitingSentence, reviewed_texts, waiting

AT = datetime(2024, 5, 1, tzinfo=UTC)
COAL = "Each Keeper has Coal, which is a publicly tracked number."
OIL = "Each Keeper has an Oil, which is a publicly tracked number. Oils are paid in coal, never in Salt."
PAGE = f"""= Core Rules =
== Lamps ==
Lamps burn. A CfJ about lamps waits.

= Dynastic Rules =
== Coal ==
{COAL}
== Oil ==
{OIL}
== Saltworks ==
Each Keeper has a Saltwork, which is a publicly tracked number.

= Appendix =
== Synonyms ==
Each term in this list is synonymous with the term in parentheses

* Keeper (Player)
"""


def rules_of(ruleset: Ruleset, **former: str) -> dict[str, WaitingRule]:
    return {each.rule: each for each in waiting(ruleset, former) if isinstance(each, WaitingRule)}


def reviews(*titles: str) -> Reviews:
    """Reviews of some rules as they stand on the page."""
    known = {each.rule: each.fingerprint for each in read_ruleset(PAGE).unread_rules}
    return Reviews(tuple(RuleReview(known[title], "Ana", AT, rule=title) for title in titles), ())


def test_a_waiting_rule_shows_what_it_defines_and_names_of_other_rules() -> None:
    oil = rules_of(read_ruleset(PAGE, gamestate=True))["Oil"]
    assert oil.text == OIL
    assert [each.name for each in oil.read] == ["Oil"]
    assert oil.others == ("Coal", "Saltwork")
    assert oil.names == ("Coal",)


def test_a_reviewed_rule_does_not_wait() -> None:
    rules = rules_of(read_ruleset(PAGE, reviews=reviews("Coal")))
    assert rules.keys() == {"Oil", "Saltworks"}


def test_a_waiting_rule_shows_its_text_at_the_last_review() -> None:
    rules = rules_of(read_ruleset(PAGE), Oil="Oil burns.")
    assert (rules["Oil"].previous, rules["Coal"].previous) == ("Oil burns.", None)


def test_a_waiting_sentence_shows_its_paragraph() -> None:
    contexts = {
        each.text: each.context
        for each in waiting(read_ruleset(PAGE), {})
        if isinstance(each, WaitingSentence)
    }
    assert contexts["A CfJ about lamps waits."] == "Lamps burn. A CfJ about lamps waits."


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (["Coal"], {"Coal": COAL}),
        (["Coal", "Oil"], {"Coal": COAL}),
        (["Oil"], {}),
        ([], {}),
    ],
    ids=["reviewed", "one of two", "never reviewed", "none asked for"],
)
def test_the_reviewed_text_is_found_in_an_earlier_page(
    titles: list[str], expected: dict[str, str]
) -> None:
    earlier = [PAGE.replace("has Coal", "has much Coal"), PAGE, ""]
    assert reviewed_texts(titles, reviews("Coal"), earlier) == expected


def test_no_more_earlier_pages_are_read_than_needed() -> None:
    pages = iter([PAGE, "never read"])
    reviewed_texts(["Coal"], reviews("Coal"), pages)
    assert next(pages) == "never read"
