"""The oracle against sheets worked out by hand from the rules, on both sides of every edge."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import Category, Comment, Icon, Post, Roster, Status
from tests.validators.games import VOTINGS, random_game, vary
from tests.validators.oracle import FIELDS, as_of, judge

NOW = datetime(2024, 3, 10, 12, 0, 0, tzinfo=UTC)
SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
PLAYERS = ("Anna", "Boris", "Cyril", "Della", "Elias", "Fiona", "Emperor")
SEVEN = Roster(PLAYERS, idle=("Idle One",))
SIX = Roster(PLAYERS[1:], idle=("Idle One",))

Ballot = tuple[str, str] | tuple[str, str, datetime]


def some(count: int, icon: str, start: int = 1) -> list[Ballot]:
    """So many Players in the roster's order, from Boris on, with the same icon."""
    return [(name, icon) for name in PLAYERS[start : start + count]]


def post(
    category: Category,
    age: timedelta,
    *ballots: Ballot,
    author: str = "Anna",
    closed: datetime | None = None,
    status: Status = Status.PENDING,
    place: int = 0,
    tags: tuple[str, ...] = (),
    body: str = "Words.",
) -> Post:
    """A post so old at NOW; a ballot is a name, icons in a row (``~`` before a quoted one), and maybe a time."""
    posted = NOW - age
    comments = []
    for number, (name, icons, *when) in enumerate(ballots):
        images = tuple(Icon(icon.removeprefix("~"), icon.startswith("~")) for icon in icons.split())
        at = when[0] if when and isinstance(when[0], datetime) else posted
        comments.append(Comment(name, at, images, position=number))
    url = f"https://blog.example/{category}-{author}-{posted:%d%H%M%S}-{place}"
    return Post(url, "A Matter", category, author, posted, status, "", tags, closed, None, body, 1, None, tuple(comments), place)


def proposal(age: timedelta, *ballots: Ballot, **more: object) -> Post:
    return post(Category.PROPOSAL, age, *ballots, **more)  # type: ignore[arg-type]


def cfj(age: timedelta, *ballots: Ballot, **more: object) -> Post:
    return post(Category.CFJ, age, *ballots, **more)  # type: ignore[arg-type]


def dov(age: timedelta, *ballots: Ballot, **more: object) -> Post:
    return post(Category.DOV, age, *ballots, **more)  # type: ignore[arg-type]


def address(age: timedelta) -> Post:
    return post(Category.ASCENSION, age)


def sheet(
    matter: Post,
    *others: Post,
    rules: str | Mapping[str, object] = "2020",
    roster: Roster = SEVEN,
    emperor: str | None = "Emperor",
    now: datetime = NOW,
) -> dict[str, object]:
    voting = VOTINGS[rules] if isinstance(rules, str) else rules
    return judge(voting, roster, emperor, (matter, *others), matter, now)


def but(year: str, **changes: object) -> dict[str, object]:
    """The rules of a year with some changed; ``__`` stands for the dot of a key."""
    return {**VOTINGS[year], **{key.replace("__", "."): value for key, value in changes.items()}}


def counts(result: Mapping[str, object]) -> tuple[object, ...]:
    """FOR, AGAINST, DEFERENTIAL, not voting AGAINST."""
    return tuple(result[field] for field in FIELDS[:4])


def verdict(result: Mapping[str, object]) -> str:
    """The flags that are set, as words."""
    return " ".join(field for field in ("withdrawn", "vetoed", "popular", "unpopular", "enactable", "failable") if result[field])


def earliest(result: Mapping[str, object]) -> tuple[object, object]:
    return result["earliest_enact"], result["earliest_fail"]


# --- What counts as a vote (seven Players, Anna writes, her vote is an implied FOR unless she votes) ------------


@pytest.mark.parametrize(
    ("ballots", "expected"),
    [
        ([], (1, 0, 0, 7)),
        ([("Boris", "for")], (2, 0, 0, 7)),
        ([("Boris", "against")], (1, 1, 0, 6)),
        ([("Boris", "for"), ("Boris", "against")], (1, 1, 0, 6)),
        ([("Boris", "against for")], (2, 0, 0, 7)),
        ([("Boris", "for against")], (1, 1, 0, 6)),
        ([("Boris", "for"), ("Boris", "")], (2, 0, 0, 7)),
        ([("Boris", "for"), ("Boris", "veto")], (2, 0, 0, 7)),
        ([("Boris", "for revise")], (2, 0, 0, 7)),
        ([("Boris", "arrow greentick")], (1, 0, 0, 7)),
        ([("Boris", "~against")], (1, 0, 0, 7)),
        ([("Boris", "for ~against")], (2, 0, 0, 7)),
        ([("boris", "for"), ("  BORIS ", "against")], (1, 1, 0, 6)),
        ([("Idle One", "for"), ("Stranger", "against")], (1, 0, 0, 7)),
        ([("Anna", "against")], (0, 1, 0, 6)),
        ([("anna", "for")], (1, 0, 0, 7)),
        ([("Anna", "~against")], (1, 0, 0, 7)),
        ([("Anna", "veto")], (1, 0, 0, 7)),
        ([("Anna", "deferential")], (0, 0, 1, 7)),
        ([("Boris", "deferential")], (1, 0, 1, 7)),
        ([("Boris", "deferential"), ("Emperor", "for")], (3, 0, 0, 7)),
        ([("Boris", "deferential"), ("EMPEROR", "against")], (1, 2, 0, 5)),
        ([("Boris", "deferential"), ("Emperor", "veto")], (1, 0, 1, 7)),
        ([("Boris", "deferential"), ("Emperor", "for veto")], (1, 0, 1, 7)),
        ([("Boris", "deferential"), ("Emperor", "veto for")], (3, 0, 0, 7)),
        ([("Boris", "for deferential"), ("Emperor", "against")], (1, 2, 0, 5)),
        ([("Boris", "against"), ("Emperor", "against veto")], (1, 1, 0, 6)),
        ([("Boris", "for", NOW + SECOND)], (1, 0, 0, 7)),
        ([("Boris", "for", NOW)], (2, 0, 0, 7)),
    ],
)
def test_votes_on_a_proposal(ballots: list[Ballot], expected: tuple[int, ...]) -> None:
    assert counts(sheet(proposal(HOUR, *ballots))) == expected


def test_of_two_comments_the_later_time_counts_and_of_one_second_the_later_place() -> None:
    late, early = NOW - 10 * SECOND, NOW - 20 * SECOND
    assert counts(sheet(proposal(HOUR, ("Boris", "against", late), ("Boris", "for", early)))) == (1, 1, 0, 6)
    assert counts(sheet(proposal(HOUR, ("Boris", "against", late), ("Boris", "for", late)))) == (2, 0, 0, 7)


def test_an_author_who_is_idle_or_a_stranger_has_no_implied_vote() -> None:
    assert counts(sheet(proposal(HOUR, author="Idle One"))) == (0, 0, 0, 7)
    assert counts(sheet(proposal(HOUR, author="Stranger"))) == (0, 0, 0, 7)
    assert counts(sheet(proposal(HOUR, author="ANNA"))) == (1, 0, 0, 7)


def test_an_emperors_implied_vote_is_followed() -> None:
    assert counts(sheet(proposal(HOUR, ("Boris", "deferential"), author="Emperor"))) == (2, 0, 0, 7)


@pytest.mark.parametrize("emperor", [None, "", "Idle One", "Stranger"])
def test_without_a_voting_emperor_a_deferential_is_nothing(emperor: str | None) -> None:
    matter = proposal(HOUR, ("Boris", "deferential"), ("Emperor", "for"), ("Idle One", "for"), ("Stranger", "for"))
    assert counts(sheet(matter, emperor=emperor)) == (2, 0, 1, 7)


@pytest.mark.parametrize("make", [cfj, dov])
def test_on_other_matters_a_veto_is_passed_over_and_an_emperors_deferential_stays_one(make: Callable[..., Post]) -> None:
    votes = (("Boris", "for"), ("Cyril", "deferential"))
    assert counts(sheet(make(HOUR, *votes, ("Emperor", "for veto")))) == (4, 0, 0, 7)
    assert counts(sheet(make(HOUR, *votes, ("Emperor", "for deferential")))) == (2, 0, 2, 7)
    result = sheet(make(HOUR, ("Anna", "against"), ("Emperor", "veto")))
    assert (result["withdrawn"], result["vetoed"]) == (False, False)


@pytest.mark.parametrize(("players", "quorum"), [(3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 5)])
def test_quorum(players: int, quorum: int) -> None:
    assert sheet(cfj(HOUR), roster=Roster(tuple("ABCDEFGH"[:players])))["quorum"] == quorum


# --- The Emperor's own DEFERENTIAL --------------------------------------------------------------------------

ONE_AHEAD: list[Ballot] = [("Boris", "for"), ("Cyril", "against"), ("Della", "deferential")]  # 2 to 1 with Anna's
EVEN: list[Ballot] = [*ONE_AHEAD, ("Fiona", "against")]  # 2 to 2


@pytest.mark.parametrize(
    ("rules", "ahead", "even"),
    [
        ("2019", (2, 1, 2, 6), (2, 2, 2, 5)),
        ("2020", (4, 1, 0, 6), (2, 4, 0, 3)),
        ("2022", (2, 1, 2, 6), (2, 2, 2, 5)),
        ("2023", (3, 1, 1, 6), (2, 3, 1, 4)),
        ("2024", (3, 1, 1, 6), (2, 3, 1, 4)),
    ],
)
def test_emperors_deferential(rules: str, ahead: tuple[int, ...], even: tuple[int, ...]) -> None:
    assert counts(sheet(proposal(HOUR, *ONE_AHEAD, ("Emperor", "deferential")), rules=rules)) == ahead
    assert counts(sheet(proposal(HOUR, *EVEN, ("Emperor", "deferential")), rules=rules)) == even


def test_an_emperors_deferential_on_no_votes_at_all_is_against() -> None:
    assert counts(sheet(proposal(HOUR, ("Emperor", "deferential"), author="Stranger"))) == (0, 1, 0, 6)
    assert counts(sheet(proposal(HOUR, ("Emperor", "deferential")))) == (2, 0, 0, 7)


def test_an_emperors_deferential_not_in_force_replaces_an_earlier_for() -> None:
    assert counts(sheet(proposal(HOUR, ("Boris", "deferential"), ("Emperor", "for deferential")), rules="2019")) == (1, 0, 2, 7)
    assert counts(sheet(proposal(HOUR, ("Emperor", "deferential"), author="Emperor"), rules="2019")) == (0, 0, 1, 7)


def test_a_void_deferential_revives_nothing() -> None:
    matter = proposal(HOUR, ("Boris", "for deferential"), ("Cyril", "against deferential"), ("Emperor", "deferential"))
    assert counts(sheet(matter, rules="2023")) == (2, 0, 2, 7)


def test_in_a_group_of_six_all_others_must_have_voted() -> None:
    emperor: Ballot = ("Emperor", "deferential")
    all_others = [*some(3, "for", 2), ("Fiona", "deferential")]
    for_boris = proposal(HOUR, *all_others, emperor, author="Boris")  # his implied FOR is a vote cast
    assert counts(sheet(for_boris, roster=SIX, rules="2024")) == (5, 0, 1, 6)
    one_short = proposal(HOUR, *all_others[:3], emperor, author="Boris")
    assert counts(sheet(one_short, roster=SIX, rules="2024")) == (4, 0, 1, 6)
    assert counts(sheet(one_short, roster=SIX, rules="2023")) == (5, 0, 0, 6)
    assert counts(sheet(proposal(HOUR, *some(4, "for"), emperor), rules="2024")) == (6, 0, 0, 7)  # seven Players, Fiona silent
    assert counts(sheet(one_short, roster=SIX, rules=but("2024", deferential__emperor="off"))) == (4, 0, 1, 6)


# --- Withdrawn and Vetoed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ballots", "expected"),
    [
        ([("Anna", "against")], "withdrawn"),
        ([("ANNA", "against"), ("Anna", "for")], "withdrawn"),
        ([("Anna", "against for")], "withdrawn"),
        ([("Anna", "~against")], ""),
        ([("Boris", "against")], ""),
        ([("Anna", "deferential"), ("Emperor", "against")], ""),
        ([("Emperor", "veto")], "vetoed"),
        ([("emperor", "veto for")], "vetoed"),
        ([("Emperor", "~veto")], ""),
        ([("Boris", "veto")], ""),
        ([("Anna", "against", NOW + SECOND), ("Emperor", "veto", NOW + SECOND)], ""),
        ([("Anna", "against", NOW), ("Emperor", "veto", NOW)], "withdrawn vetoed"),
    ],
)
def test_withdrawn_and_vetoed(ballots: list[Ballot], expected: str) -> None:
    result = sheet(proposal(HOUR, *ballots))
    assert verdict(result) == (f"{expected} failable" if expected else "")
    assert earliest(result)[1] == (NOW if expected else NOW + 47 * HOUR)


def test_withdrawn_and_vetoed_outlast_idling() -> None:
    assert sheet(proposal(HOUR, ("Idle One", "against"), author="Idle One"))["withdrawn"] is True
    assert sheet(proposal(HOUR, ("Idle One", "veto")), emperor="Idle One")["vetoed"] is True


def test_without_its_clause_nothing_is_withdrawn_or_vetoed() -> None:
    both: list[Ballot] = [("Anna", "against"), ("Emperor", "for veto")]
    result = sheet(proposal(HOUR, *both), rules=but("2020", veto=False, proposal__withdrawn_term=None))
    assert (verdict(result), counts(result)) == ("", (1, 1, 0, 6))
    assert verdict(sheet(proposal(HOUR, *both), emperor="")) == "withdrawn failable"


# --- Popular and Unpopular -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("age", "ballots", "expected"),
    [
        (HOUR, some(3, "for"), "popular enactable"),  # four of a quorum of four
        (HOUR, some(2, "for"), ""),
        (HOUR, some(3, "against"), ""),  # four not against
        (HOUR, some(4, "against"), "unpopular failable"),  # three not against
        (HOUR, [*some(3, "deferential"), ("Emperor", "for")], "popular enactable"),
        (HOUR, [*some(3, "deferential"), ("Emperor", "against")], "unpopular failable"),
        (48 * HOUR - SECOND, some(1, "for"), ""),
        (48 * HOUR, some(1, "for"), "popular enactable"),  # two valid votes
        (48 * HOUR, [], "unpopular failable"),  # one valid vote
        (48 * HOUR, some(1, "deferential"), "unpopular failable"),
        (48 * HOUR, some(1, "against"), "unpopular failable"),  # one to one
        (48 * HOUR, [*some(2, "for"), *some(2, "against", 3)], "popular enactable"),  # three to two
        (48 * HOUR, [*some(1, "for"), *some(3, "against", 2)], "unpopular failable"),  # two to three
        (48 * HOUR - SECOND, [], ""),
    ],
)
def test_popularity_by_a_cfj(age: timedelta, ballots: list[Ballot], expected: str) -> None:
    assert verdict(sheet(cfj(age, *ballots))) == expected


def test_a_change_of_core_text_needs_quorum_in_2022() -> None:
    votes: list[Ballot] = some(1, "for")
    for tag in ("Core", "special case", "Building Blocks", "APPENDIX"):
        tagged = proposal(48 * HOUR, *votes, tags=("Lamps", tag))
        assert verdict(sheet(tagged, rules=but("2022"))) == "unpopular failable"
        assert verdict(sheet(tagged, rules="2023")) == "popular enactable"
    assert verdict(sheet(proposal(48 * HOUR, *votes, tags=("Lamps",)), rules="2022")) == "popular enactable"
    assert verdict(sheet(proposal(48 * HOUR, *some(3, "for"), tags=("Core",)), rules="2022")) == "popular enactable"
    assert verdict(sheet(cfj(48 * HOUR, *votes, tags=("Core",)), rules="2022")) == "popular enactable"


def test_limits_of_popularity_are_read_from_the_rules() -> None:
    rules = but("2020", popular__after_hours=24, popular__min_valid_votes=3, unpopular__after_hours=36)
    assert verdict(sheet(cfj(24 * HOUR, *some(2, "for")), rules=rules)) == "popular enactable"
    assert verdict(sheet(cfj(36 * HOUR - SECOND, *some(1, "for")), rules=rules)) == ""
    assert verdict(sheet(cfj(36 * HOUR, *some(1, "for")), rules=rules)) == "unpopular failable"
    never = but("2020", popular__after_hours=None, popular__min_valid_votes=None, unpopular__after_hours=None)
    assert verdict(sheet(cfj(90 * HOUR, *some(2, "for")), rules=never)) == ""


# --- Proposals -----------------------------------------------------------------------------------------------

QUORUM: list[Ballot] = some(3, "for")


@pytest.mark.parametrize(
    ("age", "ballots", "expected", "enact", "fail"),
    [
        (12 * HOUR - SECOND, QUORUM, "popular", NOW + SECOND, NOW + 7 * DAY - 12 * HOUR + 2 * SECOND),
        (12 * HOUR, QUORUM, "popular enactable", NOW, NOW + 7 * DAY - 12 * HOUR + SECOND),
        (HOUR, some(1, "for"), "", NOW + 47 * HOUR, NOW + 7 * DAY - HOUR + SECOND),
        (HOUR, some(1, "against"), "", None, NOW + 47 * HOUR),
        (HOUR, some(4, "against"), "unpopular failable", None, NOW),
        (HOUR, [*QUORUM, ("Emperor", "veto")], "vetoed popular failable", None, NOW),
        (13 * HOUR, [*QUORUM, ("Fiona", "for"), ("Anna", "against")], "withdrawn popular failable", None, NOW),
        (7 * DAY, QUORUM, "popular enactable", NOW, NOW + SECOND),
        (7 * DAY + SECOND, QUORUM, "popular failable", None, NOW),
    ],
)
def test_a_lone_proposal(age: timedelta, ballots: list[Ballot], expected: str, enact: datetime | None, fail: datetime) -> None:
    result = sheet(proposal(age, *ballots))
    assert (verdict(result), *earliest(result)) == (expected, enact, fail)


def test_without_a_least_time_or_a_greatest() -> None:
    rules = but("2020", proposal__min_open_hours=None, proposal__stale_days=None)
    assert verdict(sheet(proposal(SECOND, *QUORUM), rules=rules)) == "popular enactable"
    assert verdict(sheet(proposal(20 * DAY, *QUORUM), rules=rules)) == "popular enactable"
    assert earliest(sheet(proposal(SECOND, *QUORUM), rules=rules)) == (NOW, None)


def test_only_the_oldest_is_resolved() -> None:
    older, younger = proposal(3 * DAY, author="Boris"), proposal(2 * DAY, *QUORUM)
    assert verdict(sheet(older, younger)) == "unpopular failable"
    result = sheet(younger, older)
    assert (verdict(result), *earliest(result)) == ("popular", NOW + 4 * DAY + SECOND, NOW + 5 * DAY + SECOND)
    assert verdict(sheet(younger, older, rules=but("2020", proposal__oldest_first=False))) == "popular enactable"
    assert verdict(sheet(proposal(2 * DAY, *some(4, "against")), older)) == "unpopular"
    assert verdict(sheet(proposal(2 * DAY, ("Emperor", "veto")), older)) == "vetoed unpopular"


def test_the_queue_skips_what_is_stale_or_resolved_or_no_proposal() -> None:
    younger = proposal(2 * DAY, *QUORUM)
    assert verdict(sheet(younger, proposal(7 * DAY, author="Boris"))) == "popular"
    assert verdict(sheet(younger, proposal(7 * DAY + SECOND, author="Boris"))) == "popular enactable"
    for closed, expected in ((NOW, "popular enactable"), (NOW + SECOND, "popular")):
        assert verdict(sheet(younger, proposal(3 * DAY, author="Boris", closed=closed, status=Status.ENACTED))) == expected
    assert verdict(sheet(younger, cfj(3 * DAY))) == "popular enactable"
    assert verdict(sheet(younger, proposal(-SECOND, author="Boris"))) == "popular enactable"


def test_a_stale_one_fails_whatever_its_place() -> None:
    oldest, stale = proposal(9 * DAY, author="Boris"), proposal(7 * DAY + SECOND, *QUORUM)
    assert verdict(sheet(stale, oldest)) == "popular failable"
    assert verdict(sheet(proposal(7 * DAY, *QUORUM), proposal(6 * DAY, author="Boris"))) == "popular enactable"


def test_of_one_minute_the_lower_on_the_page_is_older() -> None:
    this = proposal(2 * DAY, *QUORUM, place=4)
    assert verdict(sheet(this, proposal(2 * DAY, author="Boris", place=5))) == "popular"
    assert verdict(sheet(this, proposal(2 * DAY, author="Boris", place=3))) == "popular enactable"


# --- Hiatus --------------------------------------------------------------------------------------------------


def test_a_pending_dov_stops_proposals_and_nothing_else() -> None:
    victory = dov(HOUR, author="Boris")
    stopped = sheet(proposal(2 * DAY, *QUORUM), victory)
    assert (stopped["hiatus"], verdict(stopped), earliest(stopped)) == (True, "popular", (None, None))
    stale = sheet(proposal(8 * DAY), victory)
    assert (verdict(stale), earliest(stale)) == ("unpopular", (None, None))
    assert verdict(sheet(cfj(HOUR, *QUORUM), victory)) == "popular enactable"
    assert verdict(sheet(dov(2 * DAY, *QUORUM), victory)) == "popular enactable"
    free = sheet(proposal(2 * DAY, *QUORUM), victory, rules=but("2020", dov__hiatus=False))
    assert (free["hiatus"], verdict(free)) == (False, "popular enactable")


@pytest.mark.parametrize(("closed", "hiatus"), [(NOW, False), (NOW + SECOND, True)])
def test_a_resolved_dov_stops_nothing(closed: datetime, hiatus: bool) -> None:
    assert sheet(proposal(2 * DAY), dov(DAY, author="Boris", closed=closed, status=Status.FAILED))["hiatus"] is hiatus


@pytest.mark.parametrize(
    ("addresses", "hiatus"),
    [
        ([], True),
        ([5 * HOUR], False),
        ([5 * HOUR + MINUTE], True),
        ([5 * HOUR - SECOND], False),
        ([6 * HOUR], True),
        ([0 * HOUR], False),
        ([-SECOND], True),
    ],
)
def test_an_interregnum_ends_with_an_address(addresses: list[timedelta], hiatus: bool) -> None:
    enacted = dov(DAY, author="Boris", closed=NOW - 5 * HOUR, status=Status.ENACTED)
    others = (enacted, *map(address, addresses))
    assert sheet(cfj(HOUR), *others)["hiatus"] is hiatus
    assert sheet(cfj(HOUR), *others, rules=but("2020", interregnum=False))["hiatus"] is False


def test_no_interregnum_before_the_enactment() -> None:
    enacted = dov(DAY, author="Boris", closed=NOW, status=Status.ENACTED)
    free = but("2020", dov__hiatus=False)
    assert sheet(cfj(HOUR), enacted, rules=free)["hiatus"] is True
    assert sheet(cfj(HOUR), enacted, rules=free, now=NOW - SECOND)["hiatus"] is False


CHRISTMAS = datetime(2023, 12, 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "hiatus"),
    [(CHRISTMAS - SECOND, False), (CHRISTMAS, True), (CHRISTMAS + 3 * DAY - SECOND, True), (CHRISTMAS + 3 * DAY, False)],
)
def test_three_days_in_december(now: datetime, hiatus: bool) -> None:
    age = NOW - (now - 2 * DAY - 3 * HOUR)
    before = NOW - (CHRISTMAS - 2 * DAY)
    thing, victory = proposal(before, *QUORUM), dov(age, *QUORUM)
    assert sheet(thing, now=now)["hiatus"] is hiatus
    assert verdict(sheet(thing, now=now)) == ("popular" if hiatus else "popular enactable")
    assert verdict(sheet(victory, now=now)) == ("popular" if hiatus else "popular enactable")
    assert verdict(sheet(cfj(age, *QUORUM), now=now)) == "popular enactable"
    assert sheet(thing, now=now, rules=but("2020", downtime=None))["hiatus"] is False
    assert earliest(sheet(thing, now=now))[0] == (CHRISTMAS + 3 * DAY if hiatus else now)
    assert earliest(sheet(victory, now=now))[0] == (CHRISTMAS + 3 * DAY if hiatus else now)


def test_a_limit_that_falls_into_december_days_waits_for_their_end() -> None:
    now = CHRISTMAS - HOUR
    result = sheet(proposal(NOW - now + HOUR, *QUORUM), now=now)
    assert earliest(result) == (CHRISTMAS + 3 * DAY, now - HOUR + 7 * DAY + SECOND)


def test_days_without_play_may_lie_in_the_next_year() -> None:
    year = datetime(2025, 1, 1, tzinfo=UTC)
    result = sheet(proposal(NOW - year + 6 * HOUR, *QUORUM), now=year - HOUR, rules=but("2020", downtime=("01-01",)))
    assert earliest(result) == (year + DAY, year - 6 * HOUR + 7 * DAY + SECOND)


@pytest.mark.parametrize(
    ("rules", "players", "emperor", "flag", "hiatus"),
    [
        ("2020", 4, "P0", None, True),
        ("2020", 5, "P0", None, False),
        ("2020", 5, "P0", True, False),
        ("2022", 3, "P0", None, False),
        ("2022", 9, "P0", True, True),
        ("2022", 3, "P0", False, False),
        ("2024", 4, "P0", None, True),  # three without the Emperor
        ("2024", 5, "P0", None, False),
        ("2024", 4, "", None, False),
        ("2024", 4, "Idle One", None, False),
        ("2024", 3, None, None, True),
    ],
)
def test_dormancy(rules: str, players: int, emperor: str | None, flag: bool | None, hiatus: bool) -> None:
    roster = Roster(tuple(f"P{number}" for number in range(players)), ("Idle One",), dormant=flag)
    everyone: list[Ballot] = [(name, "for") for name in roster.active]
    result = sheet(proposal(DAY, *everyone), rules=rules, roster=roster, emperor=emperor)
    assert (result["hiatus"], verdict(result)) == (hiatus, "popular" if hiatus else "popular enactable")


# --- Posts that are illegal from the start -------------------------------------------------------------------


def is_illegal(result: Mapping[str, object]) -> bool:
    """The matter has a quorum, so that only illegality makes it Unpopular."""
    assert result["popular"] is not result["unpopular"]
    return result["unpopular"] is True


def earlier(*ages: timedelta, closed: datetime | None = None, author: str = "anna") -> list[Post]:
    status = Status.PENDING if closed is None else Status.FAILED
    return [proposal(age, author=author, closed=closed, status=status, place=place) for place, age in enumerate(ages, 20)]


def test_two_pending_proposals_are_the_limit() -> None:
    third = proposal(13 * HOUR, *QUORUM, place=5)
    assert is_illegal(sheet(third, *earlier(40 * HOUR, 41 * HOUR)))
    assert not is_illegal(sheet(third, *earlier(40 * HOUR)))
    assert not is_illegal(sheet(third, *earlier(40 * HOUR, 41 * HOUR, author="Boris")))
    assert not is_illegal(sheet(third, *earlier(40 * HOUR, 12 * HOUR)))
    assert not is_illegal(sheet(third, *earlier(40 * HOUR), *earlier(41 * HOUR, closed=NOW - 13 * HOUR)))
    assert is_illegal(sheet(third, *earlier(40 * HOUR), *earlier(41 * HOUR, closed=NOW - 13 * HOUR + SECOND)))
    assert is_illegal(sheet(third, *earlier(40 * HOUR, 13 * HOUR)))  # of this minute, lower on the page
    assert not is_illegal(sheet(third, *earlier(40 * HOUR), proposal(13 * HOUR, place=4)))
    assert is_illegal(sheet(third, *earlier(40 * HOUR), rules=but("2020", proposal__pending_limit=1)))
    assert not is_illegal(sheet(third, *earlier(40 * HOUR, 41 * HOUR), rules=but("2020", proposal__pending_limit=None)))


def test_three_proposals_in_a_utc_day_are_the_limit() -> None:
    fourth, gone = proposal(10 * HOUR, *QUORUM), NOW - 10 * HOUR - MINUTE  # at 02:00
    assert is_illegal(sheet(fourth, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR, closed=gone)))  # the earliest at 00:00
    assert not is_illegal(sheet(fourth, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR + MINUTE, closed=gone)))
    assert not is_illegal(sheet(fourth, *earlier(11 * HOUR, 12 * HOUR, closed=gone)))
    unlimited = but("2020", proposal__daily_limit=None)
    assert not is_illegal(sheet(fourth, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR, closed=gone), rules=unlimited))


def test_an_illegal_proposal_can_only_be_failed_and_keeps_its_place() -> None:
    third = proposal(13 * HOUR, *QUORUM)
    before = earlier(8 * DAY, 8 * DAY)
    result = sheet(third, *before)
    assert (verdict(result), *earliest(result), counts(result)) == ("unpopular failable", None, NOW, (4, 0, 0, 7))
    after = proposal(12 * HOUR, *some(3, "for", 2), author="Boris")
    assert verdict(sheet(after, third, *before)) == "popular"
    fourth = sheet(proposal(12 * HOUR, *QUORUM), third, *earlier(8 * DAY))
    assert is_illegal(fourth)


def test_submitted_in_a_hiatus() -> None:
    this = proposal(30 * HOUR, *QUORUM, place=5)

    def beside(age: timedelta, closed: datetime, place: int = 0, status: Status = Status.FAILED) -> bool:
        return is_illegal(sheet(this, dov(age, author="Boris", closed=closed, status=status, place=place)))

    assert beside(31 * HOUR, NOW - 30 * HOUR + SECOND)
    assert not beside(31 * HOUR, NOW - 30 * HOUR)
    assert not beside(30 * HOUR - MINUTE, NOW - DAY)
    assert beside(30 * HOUR, NOW - DAY, place=6)
    assert not beside(30 * HOUR, NOW - DAY, place=4)
    assert beside(40 * HOUR, NOW - 30 * HOUR, status=Status.ENACTED)
    assert beside(40 * HOUR, NOW - 35 * HOUR, status=Status.ENACTED)
    over = dov(40 * HOUR, author="Boris", closed=NOW - 35 * HOUR, status=Status.ENACTED)
    assert not is_illegal(sheet(this, over, address(30 * HOUR)))
    assert is_illegal(sheet(this, over, address(30 * HOUR - SECOND)))


@pytest.mark.parametrize(
    ("posted", "illegal"),
    [(CHRISTMAS - MINUTE, False), (CHRISTMAS, True), (CHRISTMAS + 3 * DAY - MINUTE, True), (CHRISTMAS + 3 * DAY, False)],
)
def test_submitted_in_december(posted: datetime, illegal: bool) -> None:
    age, now = NOW - posted, CHRISTMAS + 4 * DAY
    assert is_illegal(sheet(proposal(age, *QUORUM), now=now)) is illegal
    assert not is_illegal(sheet(cfj(age, *QUORUM), now=now))
    assert not is_illegal(sheet(dov(age, *QUORUM), now=now))


def test_past_dormancy_is_not_known() -> None:
    roster = Roster(("Anna", "Boris", "Cyril"))
    result = sheet(proposal(DAY, *some(2, "for")), roster=roster)
    assert (result["hiatus"], verdict(result)) == (True, "popular")


# --- Declarations of Victory ---------------------------------------------------------------------------------

AGAINST_ONE: list[Ballot] = [*QUORUM, ("Elias", "against")]
EMPEROR_FOR: list[Ballot] = [*some(2, "for"), ("Emperor", "for"), ("Elias", "against")]


@pytest.mark.parametrize(
    ("age", "ballots", "expected", "enact", "fail"),
    [
        (12 * HOUR, QUORUM, "popular enactable", NOW, None),
        (12 * HOUR - SECOND, QUORUM, "popular", NOW + SECOND, None),
        (12 * HOUR, AGAINST_ONE, "popular", NOW + 12 * HOUR, None),
        (24 * HOUR, AGAINST_ONE, "popular enactable", NOW, None),
        (24 * HOUR - SECOND, AGAINST_ONE, "popular", NOW + SECOND, None),
        (12 * HOUR, EMPEROR_FOR, "popular enactable", NOW, None),
        (12 * HOUR, [*AGAINST_ONE, ("Emperor", "for deferential")], "popular", NOW + 12 * HOUR, None),
        (12 * HOUR, [*QUORUM, ("Emperor", "deferential")], "popular enactable", NOW, None),
        (12 * HOUR - SECOND, some(4, "against"), "unpopular", None, NOW + SECOND),
        (12 * HOUR, some(4, "against"), "unpopular failable", None, NOW),
        (12 * HOUR, some(2, "for"), "", NOW + 36 * HOUR, None),
        (48 * HOUR, some(1, "for"), "popular enactable", NOW, None),
        (48 * HOUR, [], "unpopular failable", None, NOW),
        (9 * DAY, QUORUM, "popular enactable", NOW, None),
    ],
)
def test_a_dov_that_passes_when_popular(
    age: timedelta, ballots: list[Ballot], expected: str, enact: datetime | None, fail: datetime | None
) -> None:
    result = sheet(dov(age, *ballots))
    assert (verdict(result), *earliest(result)) == (expected, enact, fail)


THIRDS: list[Ballot] = some(4, "for")  # five of seven with Anna's


@pytest.mark.parametrize(
    ("age", "ballots", "expected", "enact", "fail"),
    [
        (12 * HOUR, THIRDS, "popular enactable", NOW, None),
        (12 * HOUR - SECOND, THIRDS, "popular", NOW + SECOND, None),
        (12 * HOUR, QUORUM, "popular", None, NOW + 36 * HOUR + SECOND),  # four of seven
        (12 * HOUR, [*THIRDS, ("Fiona", "against")], "popular", NOW + 12 * HOUR, None),
        (24 * HOUR, [*THIRDS, ("Fiona", "against")], "popular enactable", NOW, None),
        (12 * HOUR, [*some(3, "for"), ("Emperor", "for"), ("Fiona", "against")], "popular enactable", NOW, None),
        (48 * HOUR, QUORUM, "popular", None, NOW + SECOND),
        (48 * HOUR + SECOND, QUORUM, "popular failable", None, NOW),
        (48 * HOUR + SECOND, THIRDS, "popular enactable", NOW, None),
        (12 * HOUR, some(4, "against"), "unpopular failable", None, NOW),
        (12 * HOUR - SECOND, some(4, "against"), "unpopular", None, NOW + SECOND),
    ],
)
def test_a_dov_that_passes_by_two_thirds(
    age: timedelta, ballots: list[Ballot], expected: str, enact: datetime | None, fail: datetime | None
) -> None:
    result = sheet(dov(age, *ballots), rules="2023")
    assert (verdict(result), *earliest(result)) == (expected, enact, fail)


def test_two_thirds_of_six_are_not_enough() -> None:
    assert verdict(sheet(dov(DAY, *some(4, "for"), author="Boris"), rules="2023", roster=SIX)) == "popular"  # four of six
    assert verdict(sheet(dov(DAY, *some(5, "for"), author="Boris"), rules="2023", roster=SIX)) == "popular enactable"


def test_in_a_metadynasty_nobody_is_the_emperor_whose_for_hastens_a_dov() -> None:
    assert verdict(sheet(dov(12 * HOUR, *EMPEROR_FOR), emperor=None)) == "popular"
    assert verdict(sheet(dov(12 * HOUR, *EMPEROR_FOR), emperor="")) == "popular"


def test_ways_that_the_rules_do_not_have() -> None:
    assert verdict(sheet(dov(DAY, *QUORUM), rules=but("2020", dov__late_hours=None))) == "popular enactable"
    assert verdict(sheet(dov(23 * HOUR, *QUORUM), rules=but("2020", dov__early_hours=None))) == "popular"
    assert verdict(sheet(dov(3 * DAY), rules=but("2023", dov__fail_unpopular_hours=None, dov__fail_after_hours=None))) == "unpopular"


def test_the_emperor_makes_no_dov() -> None:
    for rules in ("2020", "2023"):
        result = sheet(dov(DAY, *some(5, "for"), author="EMPEROR"), rules=rules)
        assert (verdict(result), *earliest(result)) == ("unpopular failable", None, NOW)
    assert verdict(sheet(dov(DAY, *some(5, "for"), author="Emperor"), emperor="")) == "popular enactable"
    assert verdict(sheet(proposal(DAY, *some(5, "for"), author="Emperor"))) == "popular enactable"


@pytest.mark.parametrize(
    ("closed", "addresses", "illegal"),
    [
        (DAY - SECOND, [], False),
        (DAY, [], True),
        (2 * DAY, [], True),
        (2 * DAY, [DAY - MINUTE], True),
        (2 * DAY, [DAY], False),
        (2 * DAY, [2 * DAY + MINUTE], True),
        (2 * DAY, [2 * DAY], False),
        (2 * DAY, [2 * DAY - SECOND], False),
    ],
)
def test_no_dov_in_an_interregnum(closed: timedelta, addresses: list[timedelta], illegal: bool) -> None:
    this, enacted = dov(DAY, *QUORUM), dov(5 * DAY, author="Boris", closed=NOW - closed, status=Status.ENACTED)
    others = (enacted, *map(address, addresses))
    assert is_illegal(sheet(this, *others)) is illegal
    assert not is_illegal(sheet(this, *others, rules=but("2020", interregnum=False)))


@pytest.mark.parametrize(
    ("since", "vote", "status", "illegal"),
    [
        (120 * HOUR, "against", Status.FAILED, False),
        (120 * HOUR - SECOND, "against", Status.FAILED, True),
        (timedelta(), "against", Status.FAILED, True),
        (-SECOND, "against", Status.FAILED, False),
        (HOUR, "for", Status.FAILED, False),
        (HOUR, "deferential", Status.FAILED, False),
        (HOUR, "against for", Status.FAILED, False),
        (HOUR, "against", Status.VETOED, True),
        (HOUR, "against", Status.ILLEGAL, False),
    ],
)
def test_cooldown_after_a_failed_dov(since: timedelta, vote: str, status: Status, illegal: bool) -> None:
    this, closed = dov(DAY, *QUORUM), NOW - DAY - since
    failed = dov(9 * DAY, ("Boris", vote), author="ANNA", closed=closed, status=status)
    assert is_illegal(sheet(this, failed)) is illegal
    assert not is_illegal(sheet(this, failed, rules=but("2020", dov__cooldown_hours=None)))
    assert not is_illegal(sheet(dov(DAY, *QUORUM, ("Anna", "for"), author="Boris"), failed))
    assert not is_illegal(sheet(proposal(DAY - HOUR, *QUORUM), failed))


def test_cooldown_counts_a_deferential_that_follows_and_no_vote_after_the_end() -> None:
    this, closed = dov(DAY, *QUORUM), NOW - 2 * DAY
    following = dov(9 * DAY, ("Boris", "deferential"), ("Emperor", "against"), closed=closed, status=Status.FAILED)
    late = dov(9 * DAY, ("Boris", "against", closed + SECOND), closed=closed, status=Status.FAILED)
    assert is_illegal(sheet(this, following))
    assert not is_illegal(sheet(this, late))


def test_an_illegal_dov_is_a_hiatus_all_the_same() -> None:
    assert sheet(proposal(DAY), dov(HOUR, author="Emperor"))["hiatus"] is True


# --- Resolved matters, and what is still to come --------------------------------------------------------------


def test_a_resolved_matter_is_judged_by_its_comments_up_to_the_closing() -> None:
    closed, after = NOW - DAY, NOW - DAY + SECOND
    votes: list[Ballot] = [*some(2, "for"), ("Elias", "for", closed), ("Fiona", "for", after), ("Anna", "against", after)]
    result = sheet(proposal(3 * DAY, *votes, closed=closed, status=Status.ENACTED))
    assert (counts(result), verdict(result), earliest(result)) == ((4, 0, 0, 7), "popular", (None, None))


@pytest.mark.parametrize(("length", "expected"), [(48 * HOUR, "popular"), (48 * HOUR - SECOND, "")])
def test_a_resolved_matter_was_open_up_to_its_closing(length: timedelta, expected: str) -> None:
    matter = cfj(9 * DAY, *some(1, "for"), closed=NOW - 9 * DAY + length, status=Status.ENACTED)
    assert verdict(sheet(matter)) == expected


@pytest.mark.parametrize(("closed", "expected"), [(NOW, "popular"), (NOW + SECOND, "popular enactable")])
def test_a_matter_closed_later_is_pending(closed: datetime, expected: str) -> None:
    assert verdict(sheet(proposal(DAY, *QUORUM, closed=closed, status=Status.VETOED))) == expected


def test_what_cannot_be_judged() -> None:
    with pytest.raises(ValueError, match="nobody votes"):
        sheet(address(HOUR))
    with pytest.raises(ValueError, match="no such post"):
        sheet(cfj(-SECOND))
    nameless = Post("u", "t", Category.CFJ, "Anna", None)
    with pytest.raises(ValueError, match="no time"):
        sheet(nameless)


# --- What the rules leave open --------------------------------------------------------------------------------


def asks(matter: Post, *others: Post, **setting: object) -> object:
    return sheet(matter, *others, **setting)["open_questions"]  # type: ignore[arg-type]


def test_a_plain_matter_leaves_nothing_open() -> None:
    assert asks(proposal(HOUR, *QUORUM)) == set()
    assert asks(cfj(HOUR, *some(4, "against"))) == set()


@pytest.mark.parametrize(("against", "question"), [(0, False), (1, True), (2, True), (3, False)])  # 2 ahead to 1 behind
def test_open_how_an_emperors_deferential_sees_itself(against: int, question: bool) -> None:
    votes: list[Ballot] = [("Anna", "for"), ("Boris", "for"), *some(against, "against", 2), ("Emperor", "deferential")]
    for rules in ("2020", "2023", "2024"):
        assert asks(proposal(HOUR, *votes), rules=rules) == ({"emperor-deferential"} if question else set())
    assert asks(proposal(HOUR, *votes), rules="2019") == set()


def test_open_whether_a_void_deferential_revives() -> None:
    emperor: Ballot = ("Emperor", "deferential")
    assert asks(proposal(HOUR, *QUORUM, ("Elias", "against deferential"), emperor), rules="2023") == {"void-deferential-revives"}
    assert asks(proposal(HOUR, *QUORUM, ("Elias", "deferential"), emperor), rules="2023") == set()
    assert asks(proposal(HOUR, *QUORUM, ("Elias", "against deferential"), emperor), rules="2020") == set()


def test_open_whether_an_implied_vote_is_cast() -> None:
    others: list[Ballot] = [*some(3, "for", 2), ("Fiona", "for"), ("Emperor", "deferential")]
    assert asks(proposal(HOUR, *others, author="Boris"), rules="2024", roster=SIX) == {"implied-vote-cast"}
    assert asks(proposal(HOUR, *others, ("Boris", "for"), author="Boris"), rules="2024", roster=SIX) == set()
    assert asks(proposal(HOUR, *others[1:], author="Boris"), rules="2024", roster=SIX) == set()


def test_open_whether_an_implied_vote_is_one_of_the_two() -> None:
    assert asks(cfj(48 * HOUR, *some(1, "for"))) == {"implied-vote-valid"}
    assert asks(cfj(HOUR, *some(1, "for"))) == {"implied-vote-valid"}  # it decides what becomes of it at 48 hours
    assert asks(cfj(48 * HOUR, *some(2, "for"))) == set()
    assert asks(cfj(48 * HOUR, *some(1, "for"), ("Anna", "for"))) == set()


def test_open_what_two_icons_in_a_comment_are() -> None:
    assert asks(proposal(HOUR, ("Anna", "against for"))) == {"icons-in-one-comment"}
    assert asks(proposal(HOUR, ("Emperor", "veto for"), *QUORUM)) == {"icons-in-one-comment"}
    assert asks(proposal(HOUR, ("Anna", "for against"))) == set()
    assert asks(proposal(HOUR, ("Anna", "against for"), ("Anna", "against", NOW))) == set()
    assert asks(proposal(HOUR, ("Boris", "against for"), *QUORUM)) == set()


def test_open_what_somebody_idle_did() -> None:
    assert asks(proposal(HOUR, ("Idle One", "against"), author="Idle One")) == {"used-by-idle"}
    assert asks(proposal(HOUR, ("Idle One", "veto"), *QUORUM), emperor="Idle One") == {"used-by-idle"}
    assert asks(proposal(HOUR, ("Anna", "against"), ("Idle One", "against"))) == set()


def test_open_which_came_first() -> None:
    this, tied = proposal(DAY, *QUORUM, place=1), proposal(DAY, author="Boris", place=2)
    assert asks(this, tied) == {"same-minute"}
    assert asks(this, replace(tied, position=0)) == {"same-minute"}
    assert asks(this, cfj(DAY, place=2)) == set()
    assert asks(this, dov(DAY, author="Boris", closed=NOW - HOUR, status=Status.FAILED, place=2)) == set()  # no second Proposal
    assert asks(cfj(HOUR, *QUORUM, ("Boris", "against"))) == {"same-second"}
    assert asks(cfj(HOUR, *QUORUM, ("Boris", "for"))) == set()
    assert asks(cfj(HOUR, *QUORUM, ("Boris", "against", NOW))) == set()


def test_open_whether_a_quotation_is_used() -> None:
    assert asks(cfj(HOUR, *QUORUM, ("Elias", "~against"))) == {"quoted-icon"}
    assert asks(cfj(HOUR, *QUORUM, ("Elias", "~for ~against for"))) == set()
    assert asks(cfj(HOUR, *QUORUM, ("Stranger", "~against"))) == set()


def test_open_whether_an_illegal_dov_stops_the_game() -> None:
    assert asks(proposal(HOUR, *QUORUM), dov(MINUTE, author="Emperor")) == {"illegal-dov-hiatus"}
    assert asks(proposal(HOUR, *QUORUM), dov(MINUTE, author="Emperor"), dov(MINUTE, author="Boris")) == set()
    assert asks(cfj(HOUR, *QUORUM), dov(MINUTE, author="Emperor")) == set()


def test_open_whether_december_stops_a_dov() -> None:
    matter = dov(NOW - CHRISTMAS + DAY, *THIRDS)
    assert asks(matter, now=CHRISTMAS) == {"downtime-dov"}
    assert asks(matter, now=CHRISTMAS, rules="2023") == set()
    assert asks(matter, now=CHRISTMAS - SECOND) == set()


def test_open_whether_a_cfj_asks_for_anything() -> None:
    assert asks(cfj(HOUR, *QUORUM, body=" ")) == {"blank-cfj"}
    assert asks(cfj(HOUR, *QUORUM, body=" "), rules=but("2020", cfj__fail_if_no_change=False)) == set()
    assert asks(cfj(HOUR, *some(4, "against"), body="")) == set()


# --- Invented games ---------------------------------------------------------------------------------------------


def rules_for(rng: random.Random) -> Mapping[str, object]:
    voting = VOTINGS[rng.choice(sorted(VOTINGS))]
    return vary(rng, voting) if rng.random() < 0.4 else voting


def judgeable(posts: tuple[Post, ...], now: datetime) -> list[Post]:
    return [each for each in posts if each.category.matter is not None and each.posted is not None and each.posted <= now]


def test_invented_games_reach_every_field_and_question() -> None:
    seen: set[object] = set()
    for seed in range(150):
        rng = random.Random(seed)
        voting = rules_for(rng)
        roster, emperor, posts, now = random_game(rng, voting)
        assert 3 <= len(roster.active) <= 13
        for matter in judgeable(posts, now):
            result = judge(voting, roster, emperor, posts, matter, now)
            seen |= {(matter.category, field, bool(result[field])) for field in (*FIELDS[5:], "hiatus")}
            seen |= result["open_questions"] if isinstance(result["open_questions"], set) else set()
    never = {("withdrawn", True), ("vetoed", True)}
    for category in (Category.PROPOSAL, Category.CFJ, Category.DOV):
        for field in (*FIELDS[5:], "hiatus"):
            for value in (True, False):
                possible = category is Category.PROPOSAL or (field, value) not in never
                assert ((category, field, value) in seen) is possible, (category, field, value)
    assert {"emperor-deferential", "void-deferential-revives", "same-minute", "same-second", "quoted-icon"} <= seen
    assert {"implied-vote-cast", "implied-vote-valid", "icons-in-one-comment", "used-by-idle"} <= seen
    assert {"illegal-dov-hiatus", "downtime-dov", "blank-cfj"} <= seen


def test_a_game_is_the_same_for_the_same_seed() -> None:
    for year, voting in VOTINGS.items():
        assert random_game(random.Random(year), voting) == random_game(random.Random(year), voting)
        assert set(vary(random.Random(year), voting)) == set(voting)
        assert vary(random.Random(year), voting) != voting


@pytest.mark.parametrize("seed", range(20))
def test_the_earliest_moment_is_the_first(seed: int) -> None:
    """It is so then; it is so at no hour, and no second before it, unless that lies before ``now``."""
    rng = random.Random(seed)
    voting = rules_for(rng)
    roster, emperor, posts, now = random_game(rng, voting)
    frozen = as_of(posts, now)
    for matter in judgeable(frozen, now):
        result = judge(voting, roster, emperor, frozen, matter, now)
        if matter.closed is not None:
            continue
        for flag, field in (("enactable", "earliest_enact"), ("failable", "earliest_fail")):
            moment = result[field]
            assert result[flag] is (moment == now)
            if isinstance(moment, datetime):
                assert judge(voting, roster, emperor, frozen, matter, moment)[flag] is True
            end = moment if isinstance(moment, datetime) else now + 9 * DAY
            for before in [*(now + step * 17 * HOUR for step in range(10)), end - SECOND]:
                assert not now <= before < end or judge(voting, roster, emperor, frozen, matter, before)[flag] is False
