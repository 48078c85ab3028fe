"""Every row of the table of clauses takes its examples and leaves what it must leave; and what no
row can show.
"""

from __future__ import annotations

import calendar
import itertools
import re
from collections.abc import Iterator, Mapping

import pytest

from parsers.refusal import Refused
from parsers.ruleset import read_ruleset
from parsers.ruleset.clauses.clause_collector import (
    ClauseRow,
    ConditionsRow,
    compiled,
    hours,
    tables,
)
from parsers.ruleset.parameters import accepted, stated_by_person
from parsers.ruleset.reviews import ClauseValue
from tests.support.cases import cases
from tests.support.rules import NAMES

TERMS = "A Dynasty is headed by a single Player, known as the Emperor.\n\n"
Unread = list[tuple[str, str]]


def read(text: str, title: str = "R") -> tuple[dict[str, ClauseValue], Unread]:
    """What one rule says: the parameters read, and the topics and reasons of what was not
    understood.
    """
    rules = read_ruleset(f"= Core Rules =\n== Dynasties ==\n{TERMS}== {title} ==\n{text}\n")
    values = {each.name: each.value for each in rules.voting if each.value is not None}
    return values, [(unread.topic, unread.why) for unread in rules.unread if unread.rule]


def shown(value: ClauseValue) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


ROWS: list[ClauseRow | ConditionsRow] = [*tables().clause, *tables().conditions]
TAKES = [example for row in ROWS for example in row.takes]
LEAVES = [example for row in ROWS for example in row.leaves]


@pytest.mark.parametrize("example", TAKES)
def test_a_row_takes_its_examples(example: str) -> None:
    text, _, expected = example.rpartition(" →")
    values, unread = read(text)
    assert ", ".join(map(shown, values.values())) == expected.strip()
    assert unread == []


@pytest.mark.parametrize("example", LEAVES)
def test_a_row_leaves_what_it_must(example: str) -> None:
    values, unread = read(example)
    assert set(values) <= {"downtime", "proposal.oldest_first"}
    assert unread != []


def test_rows_set_only_parameters_and_what_other_rows_ask_for() -> None:
    every = tables()
    cases = [case for row in every.conditions for case in row.cases]
    for sets in (
        [row.sets for row in every.clause]
        + [row.sets for row in every.conditions]
        + [case.sets for case in cases]
    ):
        assert {key.removeprefix("_") for key in sets} <= {
            *NAMES,
            "cfj.unpopular",
            "statuses.vetoed",
        }
    given = {name for row in every.clause for name in row.gives.split()}
    assert {need for row in every.clause for need in (row.needs, row.near) if need} <= given


KINDS = {
    "n time days": "a whole number",
    "? -": "tr",
    "dates": "a list of days",
    "statuses": "a list of words",
    "characters": "a list of letters",
    "term": "one of Withdrawn",
}
"""What may stand in the slots of a row, and the values it sets a parameter to as reviewers know them."""


def _settings() -> Iterator[tuple[str, object, Mapping[str, str]]]:
    """What rows set, with the kinds of their slots."""
    for row in tables().clause:
        kinds = dict(item for each in row.wordings for item in compiled(each).slots.items())
        yield from ((key, value, kinds) for key, value in row.sets.items())
    for conditions in tables().conditions:
        wordings = [conditions.lead, *itertools.chain(*conditions.phrases.values())]
        kinds = dict(item for each in wordings for item in compiled(each).slots.items())
        for sets in (conditions.sets, *(case.sets for case in conditions.cases)):
            yield from ((key, value, kinds) for key, value in sets.items())


@pytest.mark.parametrize(
    ("key", "value", "kinds"), [each for each in _settings() if not each[0].startswith("_")]
)
def test_a_row_sets_a_parameter_to_a_value_of_its_type(
    key: str, value: object, kinds: Mapping[str, str]
) -> None:
    described = accepted(key) or ""
    if not isinstance(value, str) or "{" not in value:
        assert stated_by_person(key, value) == value
        return
    for slot, change in re.findall(r"\{([a-z]+)(\?|-(?=[a-z]))?", value):
        kind = change or kinds[slot]
        (expected,) = (said for of, said in KINDS.items() if kind in of.split())
        assert described.startswith(expected), (slot, kind)


def test_every_wording_compiles() -> None:
    rows = [wording for row in tables().clause for wording in row.wordings]
    rows += [
        wording
        for row in tables().conditions
        for wordings in row.phrases.values()
        for wording in wordings
    ]
    rows += [each for those in tables().about.values() for each in those]
    rows += [*tables().special_case, tables().special_case_words]
    for wording in rows:
        assert compiled(wording).pattern.pattern


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("1 hour", 1),
        ("an hour", 1),
        ("a week", 168),
        ("36 hrs", 36),
        ("36h", 36),
        ("120 minutes", 2),
        ("4 days 96 hours", 96),
        ("96 hours i e 4 days", 96),
        ("168 hours a week", 168),
        ("96 hours 5 days", "96 hours and 5 days are different lengths of time"),
        ("90 minutes", "90 minutes is not a whole number of hours"),
    ],
)
def test_hours_of_a_duration(text: str, stated: int | str) -> None:
    if isinstance(stated, int):
        assert hours(text) == stated
    else:
        with pytest.raises(Refused, match=stated):
            hours(text)


@pytest.mark.parametrize(
    ("stated", "value"),
    [
        ("at least twelve (12) hours", 12),
        ("at least 12 (twelve) hours", 12),
        ("at least twelve (24) hours", None),
        ("at least 12\u202fhours", 12),
        ("no fewer than 12 hours", 12),
        ("a minimum of 12 hours", 12),
        ("12 hours or more", 12),
        ("at least 96 hours (i.e. 4 days)", 96),
        ("12 hours or fewer", None),
        ("12-24 hours", None),
        ("at least 1.5 days", None),
        ("at least 12hx", None),
        ("at least 12 hours or more Votes", None),
        ("at least 96 hours (5 days)", None),
    ],
)
def test_how_long_it_has_been_open_is_read_in_many_wordings(stated: str, value: int | None) -> None:
    below = (
        f"* It is Popular.\n* It has been open for {stated}.\n* It has not been Vetoed or"
        " Withdrawn."
    )
    values, unread = read(
        "The oldest Pending Proposal may be Enacted by an Admin when all of the following hold:\n\n"
        + below
    )
    assert values.get("proposal.min_open_hours") == value
    assert bool(unread) is (value is None)


@pytest.mark.parametrize(
    ("items", "lacks"),
    [
        (["is Popular", "has not been Vetoed or Withdrawn"], False),
        (["is Popular", "has not been Vetoed or Self-Killed"], False),
        (["is Popular", "has not been Vetoed"], True),
        (["is Popular", "has not been Withdrawn"], True),
        (["has not been Vetoed or Withdrawn"], True),
    ],
)
def test_enacting_rests_on_votes_veto_and_withdrawal(items: list[str], lacks: bool) -> None:
    lead = "The oldest Pending Proposal may be Enacted by an Admin when all of these hold:"
    text = "\n".join((f"{lead}\n", *(f"* It {item}." for item in items)))
    rules = read_ruleset(f"= Core Rules =\n== Dynasties ==\n{TERMS}== R ==\n{text}\n")
    said = [unread.why for unread in rules.unread if unread.topic == "proposal"]
    assert any(why.startswith("when a Proposal may be Enacted does not") for why in said) is lacks


ANY = "A Pending DoV may be Enacted by an Admin when any of the following hold:\n"


@cases("items")
def test_an_item_is_joined_as_its_words_say(
    below: str, values: dict[str, ClauseValue] | None
) -> None:
    found, unread = read(ANY + below)
    assert found == (values or {})
    assert ("dov" in [topic for topic, _ in unread]) is (values is None)


def test_a_second_way_to_enact_is_not_merged_with_the_first() -> None:
    one = "The oldest Pending Proposal may be Enacted by any Admin if it is Popular."
    other = (
        "The oldest Pending Proposal may also be Enacted if it has been open for at least 40 hours."
    )
    _, unread = read(f"{one}\n\n{other}", "Resolution of Proposals")
    assert ("proposal", f"not understood: “{other}”") in unread


@cases("sidebar_dormancy")
def test_dormancy_that_the_sidebar_shows(text: str, values: list[ClauseValue] | None) -> None:
    found, unread = read(text, "Dormancy")
    numbers = tuple(
        found.get(f"dormancy.{key}") for key in ("min_players", "excludes_emperor", "in_sidebar")
    )
    assert (numbers if values else numbers[:2]) == (tuple(values) if values else (None, None))
    assert {topic for topic, _ in unread} <= ({"dormancy", "vote"} if values is None else set())
    assert bool(unread) is (values is None)


@cases("downtimes")
def test_downtime_may_suspend_dovs(text: str, suspends: bool, understood: bool) -> None:
    values, unread = read(text, "Seasonal Downtime")
    assert (values["downtime"], values.get("downtime.suspends_dovs")) == (("12-24",), suspends)
    assert [topic for topic, _ in unread] == ([] if understood else ["downtime"])


@pytest.mark.parametrize("month", range(1, 13))
def test_downtime_ends_with_the_month(month: int) -> None:
    last = calendar.monthrange(2024, month)[1]

    def downtime(day: int) -> ClauseValue | None:
        text = f"BlogNomic is on Hiatus on the {day}th of {calendar.month_name[month]}."
        return read(text, "Seasonal Downtime")[0].get("downtime")

    assert downtime(last) == (f"{month:02d}-{last:02d}",)
    assert downtime(last + 1) is None


@cases("emperors_deferential")
def test_effect_of_the_emperors_deferential(text: str, values: dict[str, ClauseValue]) -> None:
    assert read(text, "Imperial Deferentials") == (values, [])


OPEN = (
    "A Votable Matter is Popular if it has been open for at least 48 hours{}, and has more valid"
    " FOR votes than valid AGAINST votes{}."
)


@cases("disagreeing_sentences")
def test_of_two_sentences_that_disagree_neither_is_completed(
    texts: tuple[str, str], key: str
) -> None:
    for both in (texts, texts[::-1]):
        values, unread = read(" ".join(both))
        assert key not in values
        assert [why.partition(":")[0] for topic, why in unread if topic == key] == [
            "two clauses disagree"
        ]


@pytest.mark.parametrize(
    "example", [example for example in TAKES if ". " not in example.rpartition(" →")[0]]
)
def test_a_sentence_with_a_tail_is_another_sentence(example: str) -> None:
    text = example.rpartition(" →")[0].rstrip(".")
    known = read(text)[0]
    for tail in ("once it is 48 hours old", "nor may CfJs be Resolved", "in the Fog"):
        values, unread = read(f"{text} {tail}.")
        assert set(values) < set(known) or not known
        assert unread


@pytest.mark.parametrize(
    "text",
    [
        "The Player who made the DoV does not become the Emperor.",
        "Unless it rains, the Player who made the DoV becomes the Emperor.",
        "The Player who made the DoV becomes the Emperor if it rains.",
        "The Player who voted on the DoV becomes the Emperor.",
        "If it rains, the DoV is void. The Player who made the DoV becomes the Emperor.",
    ],
)
def test_a_sentence_that_may_crown_another_crowns_nobody(text: str) -> None:
    values, unread = read(f"When a DoV is Enacted, all other pending DoVs are Failed. {text}")
    assert values == {"dov.fails_others": True, "dov.crowns_author": False}
    assert len(unread) == len(text.split(". "))
