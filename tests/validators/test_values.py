"""The small values: words, parameters, names, views, fingerprints."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from parsers.model import Roster
from parsers.ruleset.parameters import Parameter, voting_rules
from parsers.ruleset.reviews import ClauseValue
from parsers.ruleset.ruleset_model import UnreadClause
from tests.support.cases import cases
from tests.support.rules import ruleset_of
from tests.validators.making import length, rules
from tests.validators.scene import NOW
from validators.finding import Finding, Severity, Subject
from validators.voting.roster_events import Players, RosterStatus
from validators.voting.voting_rules import (
    days,
    downtime_at,
    downtime_edges,
    hours,
    unread_about,
    within,
)
from validators.words import counted, day, span, value_in_words


@cases("spans")
def test_a_span_is_shown_in_minutes_hours_or_days(time: str, words: str) -> None:
    assert span(length(time)) == words


def test_numbers_and_days_in_words() -> None:
    assert [counted(number_, "vote") for number_ in (0, 1, 2)] == ["0 votes", "1 vote", "2 votes"]
    assert day(date(2024, 4, 3)) == "3 April"


@pytest.mark.parametrize("value", [12, 0, None])
def test_limits_of_the_rules(value: int | None) -> None:
    limit = ruleset_of({"dov.early_hours": value}).voting.dov_early_hours
    assert limit.value == value
    assert hours(limit) == (None if value is None else timedelta(hours=value))
    assert days(limit) == (None if value is None else timedelta(days=value))


@pytest.mark.parametrize(
    ("name", "topic", "inside"),
    [
        ("dov.enact", "dov", True),
        ("dov", "dov", True),
        ("dovs", "dov", False),
        ("dov", "dov.enact", False),
    ],
)
def test_topics(name: str, topic: str, inside: bool) -> None:
    assert within(name, topic) is inside


@cases("unread_topics")
def test_an_unread_clause_holds_the_keys_of_its_topic(topic: str, key: str, found: bool) -> None:
    unread = UnreadClause(topic, "not understood")
    under = rules(fields={"unread": (unread,)})
    assert unread_about(under, Parameter(key)) == (unread if found else None)


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("dov.late_hours", 0, False),
        ("veto", False, 0),
        ("popular.quorum", True, "true"),
        ("quorum", "half-plus-one", "half"),
        ("proposal.withdrawn_term", "Gone", 1),
        ("statuses", ("enacted",), "enacted"),
        ("special_case.default", "active", True),
    ],
)
def test_a_parameter_takes_values_of_its_kind_only(
    name: str, good: ClauseValue, bad: ClauseValue
) -> None:
    rules = voting_rules({name: Parameter(name, good)})
    assert {each.name: each.value for each in rules if each.value is not None} == {name: good}
    with pytest.raises(ValueError, match=f"{name} cannot have the value {bad!r}"):
        voting_rules({name: Parameter(name, bad)})


def test_names_are_one_person_whatever_their_spelling() -> None:
    players = Players(Roster(("Anna Lind", "Boris"), idle=("Cyril", "BORIS")))
    assert len(players) == 2
    assert [players.standing(name) for name in (" anna  LIND ", "Boris", "cyril", "Zoe")] == [
        RosterStatus.ACTIVE,
        RosterStatus.ACTIVE,  # listed twice: he plays
        RosterStatus.IDLE,
        RosterStatus.ABSENT,
    ]
    assert [players.is_active(name) for name in ("BORIS", "Cyril")] == [True, False]
    assert [players.canonical_name(name) for name in ("anna lind", "CYRIL", "Zoe")] == [
        "Anna Lind",
        "Cyril",
        "Zoe",
    ]


def test_downtime_is_counted_in_utc_days() -> None:
    under = rules(downtime=("12-31", "02-29"))
    assert not downtime_at(under, NOW)
    assert downtime_at(under, NOW.replace(month=12, day=31, hour=0))
    assert downtime_at(under, NOW.replace(month=12, day=31, hour=23, minute=59, second=59))
    assert [edge.date().isoformat() for edge in downtime_edges(under, NOW)] == [
        "2024-12-31",
        "2025-01-01",
        "2024-02-29",
        "2024-03-01",
        "2025-12-31",
        "2026-01-01",
    ]
    assert downtime_edges(rules(downtime=None), NOW) == []


def test_a_fingerprint_is_made_of_code_subject_and_what_is_wrong() -> None:
    finding = Finding(
        "BN101",
        "resolvable",
        Severity.INFO,
        Subject("matter", "lamps", "https://x"),
        "It can be enacted.",
        "enacted",
    )
    same = replace(
        finding,
        statement="Reworded.",
        severity=Severity.ERROR,
        slug="other",
        subject=Subject("matter", "lamps"),
    )
    assert same.fingerprint == finding.fingerprint
    others = (
        replace(finding, code="BN102"),
        replace(finding, subject=Subject("post", "lamps")),
        replace(finding, subject=Subject("matter", "lamp")),
        replace(finding, what="failed"),
        replace(finding, subject=Subject("matter", "lampsenacted"), what=""),
    )
    assert len({finding.fingerprint, *(other.fingerprint for other in others)}) == 6
    assert len(finding.fingerprint) == 16
    assert replace(finding, what="\udcff").fingerprint  # what cannot be encoded is fine too


@pytest.mark.parametrize(
    ("value", "words"),
    [(True, "yes"), (False, "no"), (12, "12"), ("off", "off"), (("a", "b"), "a, b"), ((), "none")],
)
def test_values_in_words(value: ClauseValue, words: str) -> None:
    assert value_in_words(value) == words
