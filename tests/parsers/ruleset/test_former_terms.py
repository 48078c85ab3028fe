"""Words of an earlier dynasty: which an Ascension Address names, and where they are left."""

from __future__ import annotations

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.ascension_address import FormerTerm, former_terms, left_over
from parsers.ruleset.ruleset_model import Terms
from tests.support.cases import cases
from tests.support.paths import EDITIONS, real_ruleset

TODAY = Terms("Bargee", "Bargees", "Lock Warden")
LAMP = FormerTerm("Lamplighter", "Lamplighters", "Bargee", "Bargees")
MASTER = FormerTerm("Harbour Master", "Harbour Masters", "Lock Warden", "Lock Wardens")


@pytest.mark.parametrize(
    "address",
    [
        "Change all instances of “Lamplighter” to “Bargee” and “Harbour Master” to “Lock Warden”.",
        "Lamplighter becomes Bargee. Harbour Master becomes Lock Warden.",
        'Replace "Lamplighter" with "Bargee" throughout, and "Harbour Master" with "Lock Warden"',
        "Rename Lamplighters to Bargees; rename Harbour Master to Lock Warden",
        "Lamplighters are now Bargees\nHarbour Master is now called Lock Warden",
        "* Lamplighter -> Bargee\n* Harbour Master → Lock Warden",
    ],
)
def test_an_address_names_former_terms(address: str) -> None:
    assert former_terms(TODAY, address) == (LAMP, MASTER)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "Each Lamplighter should be a Bargee by heart.",
        "Every Lamplighter gives Coal to a Bargee",
        "The word Lamplighter is to be replaced throughout with Bargee.",
        "The Bargee is tired. Lamplighters rest.",
        "Change the colour of the lamp to that of a Bargee.",
        "Change Player to Bargee, and Emperor becomes Lock Warden.",
        "Rename Lock Warden to Bargee.",
        "The Bargee for Lamplighter Street is here.",
    ],
)
def test_an_address_without_former_terms(address: str) -> None:
    assert former_terms(TODAY, address) == ()


def test_an_earlier_ruleset_names_former_terms() -> None:
    earlier = Terms("Lamplighter", "Lamplighters", "Harbour Master")
    assert former_terms(TODAY, None, earlier) == (LAMP, MASTER)
    assert former_terms(TODAY, "Lamplighters become Bargees.", earlier) == (LAMP, MASTER)
    assert former_terms(TODAY, None, TODAY) == ()
    assert former_terms(TODAY, None, Terms("Lamplighter", "Lamplighters", None)) == (LAMP,)
    assert former_terms(
        Terms("Bargee", "Bargees", None), "Harbour Master becomes Lock Warden", earlier
    ) == (LAMP,)
    swapped = former_terms(TODAY, None, Terms("Lock Warden", "Lock Wardens", "Tide"))
    assert [term.old for term in swapped] == ["Tide"]


def page(text: str, *, section: str = "Core Rules", title: str = "A Rule") -> str:
    return f"= {section} =\n\n== {title} ==\n\n{text}\n"


def fixed(text: str, *terms: FormerTerm, today: Terms = TODAY) -> str:
    """The text with everything put right."""
    for each in reversed(list(left_over(text, terms or (LAMP, MASTER), today))):
        assert text[each.start : each.end] == each.text
        text = text[: each.start] + each.instead + text[each.end :]
    return text


@cases("former_terms")
def test_former_terms_are_replaced_in_text_only(text: str, right: str | None) -> None:
    assert fixed(page(text)) == page(text if right is None else right)


OPERATOR, VASSAL = Terms("Operator", "Operators", "Lord"), Terms("Vassal", "Vassals", "Lord")
UNICORN = Terms("Unicorn", "Unicorns", None)


@pytest.mark.parametrize(
    ("text", "right", "earlier", "today"),
    [
        ("An Operator and an Operator", "A Vassal and a Vassal", OPERATOR, VASSAL),
        ("A Vassal and a Vassal", "An Operator and an Operator", VASSAL, OPERATOR),
        # The spelling does not tell how it sounds.
        ("an Operator", "an Unicorn", OPERATOR, UNICORN),
    ],
)
def test_articles_follow_the_new_term(text: str, right: str, earlier: Terms, today: Terms) -> None:
    assert fixed(page(text), *former_terms(today, None, earlier), today=today) == page(right)


def test_what_is_a_part_of_a_term_of_today_is_left() -> None:
    warden = FormerTerm("Warden", "Wardens", "Lock Warden", "Lock Wardens")
    assert fixed(page("The Lock Warden and the Warden, Wardens."), warden) == page(
        "The Lock Warden and the Lock Warden, Lock Wardens."
    )


def test_a_word_of_every_day_is_doubtful() -> None:
    (one,) = left_over(page("A Lamplighter rests."), (LAMP,), TODAY)
    (other,) = left_over(page("A Lamplighter is no lamplighter."), (LAMP,), TODAY)
    assert (one.everyday, other.everyday) == (False, True)
    assert one.rule.titles == ("Core Rules", "A Rule")
    (above,) = left_over("A Lamplighter.", (LAMP,), Terms("Bargee", "Bargees", None))
    assert above.rule.titles == ()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "earlier",
    [
        Terms("Amnesiac", "Amnesiacs", "Past Memory"),
        OPERATOR,
        VASSAL,
        Terms("Number", "Numbers", "Day"),
    ],
)
def test_nothing_false_in_given_editions(edition: str, earlier: Terms) -> None:
    rules = read_ruleset(real_ruleset(edition))
    assert rules.terms is not None
    assert [
        each.text
        for each in left_over(rules.source, former_terms(rules.terms, None, earlier), rules.terms)
    ] == []


_UNITS = [
    "Bargee",
    "Lamplighter ",
    "Change A to ",
    "A B C D E to Bargee ",
    "“",
    "a Lamplighter",
    "an Bargee",
    "\n= x =\n",
]


@pytest.mark.slow
@pytest.mark.parametrize("unit", _UNITS)
def test_hostile_text_is_read_within_bounds(unit: str) -> None:
    assert len(former_terms(TODAY, unit * 20_000)) <= 20_000
    first, *_ = left_over("Lamplighter " + unit * 20_000, (LAMP, MASTER), TODAY)
    assert first.start == 0
