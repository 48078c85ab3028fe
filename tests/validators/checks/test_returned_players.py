"""BN510: what the tracking page gives players who are back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import Category, Confidence, Post, Roster, Status
from tests.support.rules import reviews_of_pages
from tests.support.views import remade
from tests.validators.edits.digging import RULES, TITLE, Save, at, game, page, report
from tests.validators.making import post
from validators.finding import Finding, Severity, Subject
from validators.view import Coverage, GameView, SeenRoster

CLAUSE = (
    "A Player who is unidled in the Dynasty in which they went Idle gets back the values they had,"
    " where those are still valid; otherwise they are given the default values of a new Player."
)
WITH_CLAUSE = RULES.replace(
    "= Dynastic Rules =", f"== Idle Players ==\n{CLAUSE}\n\n= Dynastic Rules ="
)
ACTIVE = Roster(("Ana", "Bo", "Cy", "Ivo"), (), frozenset({"Ana"}))
LEFT = Roster(("Ana", "Bo", "Cy"), ("Ivo",), frozenset({"Ana"}))
GONE, OLD = page(Ivo=""), page(Ivo="7 || Dim || Bo ||")
RIGHT = OLD
"""What Ivo had when they went idle."""
NEW = page(Ivo="5 || Dark || ||")
"""A new player's values."""


def dated(day: str, category: Category, text: str, author: str = "Ana", closed: str = "") -> Post:
    status = Status.ENACTED if closed else Status.PENDING
    made = post(category, None, author=author, subject=text[:20], body=text, status=status, key=day)
    return replace(made, posted=at(day), closed=at(closed) if closed else None)


ADDRESS = dated("1 00:30", Category.ASCENSION, "A new dynasty.", "Cy")
IDLED = dated("5 10:00", Category.NONE, "Ivo is idle after seven days. Quorum is 2.")
BACK = dated("13 10:00", Category.NONE, "Ivo unidles. Quorum is 3.")
BEFORE = (Save("3 09:00", "Ivo", OLD), Save("5 12:00", "Ana", GONE, "Ivo is idle"))


def view(
    *saves: Save,
    before: tuple[Save, ...] = BEFORE,
    posts: tuple[Post, ...] = (),
    news: tuple[Post, ...] = (BACK, IDLED, ADDRESS),
    seen: tuple[tuple[str, str, Roster], ...] = (
        ("1 00:00", "5 09:00", ACTIVE),
        ("6 00:00", "12 00:00", LEFT),
        ("14 00:00", "31 00:00", ACTIVE),
    ),
    rules: tuple[Save, ...] = (Save("1 00:00", "Ana", WITH_CLAUSE),),
    **setting: object,
) -> GameView:
    """The game in which Ivo went idle on 5 May and came back on 13 May, with these edits after."""
    made = game(*before, *saves, rules=rules, posts=(*news, *posts), roster=seen[-1][2], **setting)  # type: ignore[arg-type]
    rosters = tuple(SeenRoster(roster, at(first), at(last)) for first, last, roster in seen)
    return remade(made, rosters=rosters)


def gaps(given: GameView) -> list[str]:
    """Why nothing was evaluated, where nothing is found."""
    found, lacking = report("BN510", given)
    assert found == ()
    assert not any(each.inconclusive for each in lacking)
    return [each.why for each in lacking]


def only(given: GameView) -> Finding:
    (finding,), lacking = report("BN510", given)
    assert lacking == ()
    return finding


def added(text: str, day: str = "13 10:30", user: str = "Ana", comment: str = "") -> Save:
    return Save(day, user, text, comment)


def test_other_values_than_the_last_legal_ones_are_found_with_both() -> None:
    one = only(view(added(NEW)))
    assert one.message == (
        "Ivo came back at 2024-05-13 10:00 UTC and was given Coal “5” with revision 103 of Ana (due:"
        " “7”), Lamp “Dark” with revision 103 of Ana (due: “Dim”); the rules give the last legal"
        " values (revision 101)"
    )
    assert (one.severity, one.confidence) == (Severity.WARNING, Confidence.MEDIUM)
    assert (one.subject, one.page, one.what) == (Subject("revision", "103"), TITLE, "Ivo")
    assert [each.excerpt for each in one.evidence[:2]] == [
        "revision 103 by Ana: ",
        "revision 101: Coal “7”",
    ]
    assert one.rule is not None
    assert (one.rule.title, one.rule.quote) == ("Idle Players", CLAUSE)


def test_the_last_legal_values_are_right() -> None:
    assert gaps(view(added(RIGHT))) == []


EMPTY = page(Ivo="- || - || - ||")


@pytest.mark.parametrize(
    ("edits", "revisions"),
    [
        ([added(EMPTY)], []),
        ([added(EMPTY), added(RIGHT, "13 11:30", "Bo")], []),
        ([added(EMPTY), added(NEW, "13 11:30", "Bo")], ["104"]),
        ([added(EMPTY), added(NEW, "13 11:31", "Bo")], []),
        ([added(NEW), added(RIGHT, "13 10:40")], []),
        ([added(NEW), added(RIGHT, "30 12:00", "Cy")], []),
        ([added(NEW), added(page(Ivo="7 || Dark || - ||"), "30 12:00")], ["103"]),
        ([added(RIGHT), added(NEW, "13 10:40")], []),
        ([added(page(Ivo="much || Dim || Bo ||"))], []),
        ([added(NEW, "13 08:59")], []),
        ([added(NEW, "13 09:00")], ["103"]),
        ([added(page(Ivo="", water="3")), added(NEW, "20 09:00")], ["104"]),
    ],
)
def test_the_row_is_judged_as_it_stands_after_an_hour(
    edits: list[Save], revisions: list[str]
) -> None:
    found, lacking = report("BN510", view(*edits))
    assert lacking == ()
    assert [each.subject.id for each in found] == revisions


def test_before_the_hour_is_over_nothing_is_judged() -> None:
    given = view(
        added(NEW, "31 10:30"), news=(replace(BACK, posted=at("31 10:00")), IDLED, ADDRESS)
    )
    seen = (given.read.rosters[0], given.read.rosters[1])
    made = remade(given, rosters=seen, as_of=at("31 11:29"))
    assert gaps(made) == ["not certain for Ivo: their row may still be completed"]
    assert only(remade(made, as_of=at("31 11:30"))).subject.id == "103"


def test_the_message_names_who_gave_which_value() -> None:
    half = page(Ivo="5 || - || - ||")
    one = only(view(added(half), added(NEW, "13 11:00", "Bo")))
    assert "Coal “5” with revision 103 of Ana (due: “7”), Lamp “Dark” with revision 104 of Bo" in (
        one.message
    )
    assert [each.excerpt for each in one.evidence[:2]] == [
        "revision 103 by Ana: ",
        "revision 104 by Bo: ",
    ]


LONG_IDLE = (("1 00:00", "12 00:00", LEFT), ("14 00:00", "31 00:00", ACTIVE))


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("5 || Dark || - ||", ""),
        ("6 || Dark || - ||", "Coal “6” with revision 102 of Ana (due: “5”)"),
        ("5 || Dark || Bo ||", "Mate “Bo” with revision 102 of Ana (due: nothing)"),
    ],
)
def test_who_went_idle_in_another_dynasty_is_due_the_starting_values(row: str, wrong: str) -> None:
    start = (Save("2 10:00", "Ana", GONE),)
    made = view(added(page(Ivo=row)), before=start, news=(BACK, ADDRESS), seen=LONG_IDLE)
    if not wrong:
        assert gaps(made) == []
        return
    one = only(made)
    assert one.message.endswith(f"and was given {wrong}; the rules give the starting values")
    assert one.confidence is Confidence.MEDIUM


def test_an_address_between_ends_the_claim_to_the_old_values() -> None:
    later = replace(ADDRESS, posted=at("7 00:00"))
    assert gaps(view(added(NEW), news=(BACK, IDLED, later))) == []
    assert (
        "the rules give the starting values"
        in only(view(added(RIGHT), news=(BACK, IDLED, later))).message
    )


def table(*idle: str) -> str:
    rows = "".join(f"|-\n| {row}\n" for row in idle)
    return f"{GONE}\n== Idle ==\n{{|\n|+ Idle\n! Player !! Coal !! Lamp !! Mate\n{rows}|}}\n"


def test_the_values_of_the_row_among_the_idle_are_due() -> None:
    kept = Save("5 12:00", "Ana", table("Ivo || 7 || Dim || Bo"), "Ivo is idle")
    before = (BEFORE[0], kept)
    back = view(added(page(Ivo="7 || Dim || - ||")), before=before)
    assert gaps(back) == []
    message = only(view(added(NEW), before=before)).message
    assert message.endswith("the rules give the last legal values (revision 102)")


def test_a_list_may_be_in_any_order() -> None:
    def tools(*rows: str) -> tuple[str, ...]:
        return tuple(
            f"{{|\n! Player !! Tools\n|-\n| Ana || -\n|-\n| Bo || -\n{row}|}}\n" for row in rows
        )

    had, gone, right, wrong = tools(
        "|-\n| Ivo || Picks, Ropes\n", "", "|-\n| Ivo || Ropes, picks\n", "|-\n| Ivo || Carts\n"
    )
    before = (Save("3 09:00", "Ana", had), Save("5 12:00", "Ana", gone, "Ivo is idle"))
    assert gaps(view(added(right), before=before)) == []
    assert "Tools “Carts” with revision 103 of Ana (due: “Picks, Ropes”)" in (
        only(view(added(wrong), before=before)).message
    )


HISTORY = "not certain for Ivo: the page's history does not show which values they had"


@pytest.mark.parametrize(
    "before",
    [
        (BEFORE[0], Save("8 12:00", "Bo", table("Ivo || 6 || Bright || Cy"), "the idle")),
        (Save("3 09:00", "Ivo", page(Ivo="31 || Dim || Bo ||")), BEFORE[1]),
    ],
    ids=["changed while idle", "an illegal value"],
)
def test_what_they_had_is_unknown(before: tuple[Save, ...]) -> None:
    assert gaps(view(added(NEW), before=before))[-1:] == [HISTORY]


def test_a_history_that_begins_too_late_leaves_it_open() -> None:
    made = view(added(NEW))
    known = made.histories[TITLE]

    def since(place: int) -> GameView:
        return remade(made, histories={**made.histories, TITLE: known[place:]})

    assert gaps(since(2))[-1:] == [HISTORY]
    assert gaps(since(3))[-1:] == ["not certain for Ivo: earlier revisions of the page are needed"]
    assert only(since(1)).subject.id == "103"


def enacted(text: str, closed: str, posted: str = "4 00:00") -> Post:
    return dated(posted, Category.PROPOSAL, text, "Bo", closed)


@pytest.mark.parametrize(
    ("matter", "open_"),
    [
        (enacted("All gain 1 Coal.", "13 08:59"), False),
        (enacted("All gain 1 Coal.", "13 09:00"), True),
        (enacted("All gain 1 Coal.", "13 11:30"), True),
        (enacted("All gain 1 Coal.", "13 11:31"), False),
        (enacted("Ivo's Coal is 9.", "8 00:00"), True),
        (enacted("Ivo's Coal is 9.", "5 08:00"), True),
        (enacted("Ivo's Coal is 9.", "1 00:30", "1 00:20"), True),
        (enacted("Ivo's Coal is 9.", "1 00:29", "1 00:20"), False),
        (enacted("All Players gain 2 Coal.", "5 08:00"), True),
        (enacted("All Players gain 2 Coal.", "5 10:59"), True),
        (enacted("All Players gain 2 Coal.", "5 11:00"), False),
        (enacted("All Players gain 2 Tools.", "5 08:00"), False),
        (enacted("Whoever joins gains 2 Tools.", "5 08:00"), False),
        (enacted("", "5 08:00"), True),
        (enacted("Whoever returns gains 1 Coal.", "8 00:00"), True),
        (enacted("New Players start with 4 Coal.", "8 00:00"), True),
        (enacted("The idle gain 1 Coal.", "8 00:00"), True),
        (enacted("", "8 00:00"), True),
        (dated("7 00:00", Category.DOV, "I won.", "Bo", "8 00:00"), True),
        (dated("8 00:00", Category.PROPOSAL, "Ivo's Coal is 9.", "Bo"), False),
    ],
)
def test_a_matter_may_have_changed_the_values(matter: Post, open_: bool) -> None:
    made = view(added(NEW), posts=(matter,))
    if open_:
        assert gaps(made) == [
            f"not certain for Ivo: “{matter.title}” may have changed their values"
        ]
    else:
        assert only(made).subject.id == "103"


def test_a_matter_is_carried_out_within_thirty_days() -> None:
    address = replace(ADDRESS, posted=at("1 00:00") - timedelta(days=90))
    limit = at("5 09:00") - timedelta(days=30)
    for closed, open_ in ((limit, True), (limit - timedelta(minutes=1), False)):
        matter = replace(enacted("Ivo's Coal is 9.", "4 00:00"), posted=limit - timedelta(days=2))
        made = view(
            added(NEW), posts=(replace(matter, closed=closed),), news=(BACK, IDLED, address)
        )
        assert bool(report("BN510", made)[1]) is open_
        assert bool(report("BN510", made)[0]) is not open_


@pytest.mark.parametrize(
    ("edits", "why"),
    [
        ([added(NEW, user="Ivo")], "they edited the page themselves, and may have made a move"),
        (
            [added(EMPTY), added(NEW, "13 11:00", "Ivo")],
            "they edited the page themselves, and may have made a move",
        ),
        (
            [added(EMPTY), Save("13 10:50", "Bo", None), added(NEW, "13 11:00")],
            "the changes of revision 104 are unknown",
        ),
        (
            [added(page(water="3", Ivo="")), added(page(), "13 11:00", comment="undo")],
            "something else accounts for revision 104",
        ),
    ],
)
def test_edits_that_may_be_more_than_giving_values(edits: list[Save], why: str) -> None:
    assert gaps(view(*edits))[-1:] == [f"not certain for Ivo: {why}"]


def test_right_values_leave_nothing_open() -> None:
    assert (
        gaps(view(added(RIGHT, user="Ivo"), posts=(enacted("All gain Coal.", "13 10:00"),))) == []
    )


def test_a_value_that_an_upkeep_changed_is_left_out() -> None:
    upkeep = page(Ana="2 || Dark || - || 1 May", Bo="7 || Dim || Ana ||", Ivo="6 || Dark || - ||")
    one = only(view(added(upkeep)))
    assert "Lamp “Dark”" in one.message
    assert "Coal" not in one.message
    alone = only(view(added(page(Ana="2 || Dark || - || 1 May", Ivo="6 || Dim || Bo ||"))))
    assert "Coal “6”" in alone.message


def test_a_row_that_was_there_before_was_not_given() -> None:
    assert gaps(view(added(NEW, "12 10:00"), added(page(water="3"), "13 12:00"))) == []


def test_a_row_that_was_there_all_the_time_and_was_overwritten_leaves_it_open() -> None:
    stayed = (BEFORE[0],)
    why = "not certain for Ivo: their row was on the page all the time"
    assert gaps(view(added(NEW), before=stayed)) == [why]
    assert gaps(view(added(NEW, "13 12:00"), before=stayed)) == [why]
    assert gaps(view(added(NEW, "13 12:01"), before=stayed)) == []
    others = page(Ana="9 || Dark || - ||", Ivo="7 || Dim || Bo ||")
    assert gaps(view(added(others), before=stayed)) == []


def test_a_return_that_may_be_of_the_dynasty_before_leaves_it_open() -> None:
    silent = (("1 00:00", "5 09:00", ACTIVE), ("6 00:00", "12 00:00", LEFT), LONG_IDLE[1])
    why = "not certain for Ivo: unknown whether they came back in this dynasty"
    for posted, expected in (("12 00:00", [why]), ("13 00:00", [why]), ("14 00:00", [])):
        address = replace(ADDRESS, posted=at(posted))
        assert gaps(view(added(NEW), news=(IDLED, address), seen=silent)) == expected


def changed(*lines: tuple[str, str], day: str = "8 00:00") -> tuple[Save, ...]:
    text = WITH_CLAUSE
    for old, new in lines:
        assert old in text
        text = text.replace(old, new)
    return Save("1 00:00", "Ana", WITH_CLAUSE), Save(day, "Ana", text)


def test_a_variable_that_has_changed_since_is_left_out() -> None:
    for day in ("8 00:00", "30 00:00"):
        rules = changed(("more than 30", "more than 40"), day=day)
        one = only(view(added(NEW), rules=rules))
        assert "Lamp “Dark”" in one.message
        assert "Coal" not in one.message
    rules = changed(("more than 30", "more than 40"), ("either Dark, Dim", "either Dark, Red, Dim"))
    assert gaps(view(added(NEW), rules=rules)) == []


def test_rules_of_that_time_that_are_unknown_leave_it_open() -> None:
    late = (Save("4 00:00", "Ana", WITH_CLAUSE), Save("8 00:00", "Ana", WITH_CLAUSE))
    assert only(view(added(NEW), rules=late)).subject.id == "103"
    after = (Save("13 12:00", "Ana", WITH_CLAUSE),)
    assert gaps(view(added(NEW), rules=after)) == [
        "not certain for Ivo: the rules of that time are unknown"
    ]


def with_rule(line: str) -> tuple[Save, ...]:
    text = WITH_CLAUSE.replace("== Lamps ==", f"{line}\n\n== Lamps ==")
    return (Save("1 00:00", "Ana", text),)


@pytest.mark.parametrize(
    "line",
    [
        "An idle Player who comes back gains 2 Coal.",
        "Idleness costs 1 Coal.",
        "When a Player comes back to the game, their Coal is set to 5.",
        "A Player who becomes active again has 5 Coal.",
        "A Player who is active again has 5 Coal.",
        "When a Player joins after the first week, they have 5 Coal.",
        "A returning Player has 5 Coal.",
        "A new Player has 5 Coal.",
        "Inactivity costs 1 Coal.",
    ],
)
def test_a_dynastic_rule_on_returning_players_may_say_otherwise(line: str) -> None:
    assert gaps(view(added(NEW), rules=with_rule(line))) == [
        f"not certain for Ivo: a rule may say what they get: “{line}”"
    ]


def test_a_dynastic_rule_on_something_else_leaves_nothing_open() -> None:
    assert only(view(added(NEW), rules=with_rule("Coal is active and newly back."))).what == "Ivo"


def test_without_the_clause_nothing_is_evaluated() -> None:
    (why,) = gaps(view(added(NEW), rules=(Save("1 00:00", "Ana", RULES),)))
    assert "no clause that it could rest on (idle.values_kept)" in why


def test_rules_that_nobody_reviewed_make_it_less_sure() -> None:
    reviews = reviews_of_pages(WITH_CLAUSE, but=["Water"])
    assert only(view(added(NEW), reviews=reviews)).confidence is Confidence.LOW


def test_posts_that_were_not_seen_leave_it_open() -> None:
    made = remade(view(added(NEW)), coverage=Coverage(since=at("5 12:00")))
    (why,) = gaps(made)
    assert why == "not certain for Ivo: unknown whether they went idle in this dynasty"


def test_matters_before_the_idling_that_were_not_seen_leave_it_open() -> None:
    made = view(added(NEW))
    assert only(remade(made, coverage=Coverage(since=at("1 00:30")))).what == "Ivo"
    (why,) = gaps(remade(made, coverage=Coverage(since=at("1 00:31"))))
    assert "not certain for Ivo: " in why
    assert "2024-05-01" in why


def test_without_the_start_of_the_dynasty_it_is_unknown_what_they_are_due() -> None:
    made = view(added(NEW), news=(BACK,), seen=LONG_IDLE)
    assert gaps(made) == ["not certain for Ivo: unknown whether they went idle in this dynasty"]


def test_each_return_is_judged_by_itself() -> None:
    again = (
        dated("20 10:00", Category.NONE, "Ivo is idle after seven days. Quorum is 2.  "),
        dated("27 10:00", Category.NONE, "Ivo unidles. Quorum is 3.  "),
    )
    edits = (added(RIGHT), added(GONE, "20 10:30", comment="Ivo is idle"), added(NEW, "27 10:30"))
    seen = (
        ("1 00:00", "5 09:00", ACTIVE),
        ("6 00:00", "12 00:00", LEFT),
        ("14 00:00", "19 00:00", ACTIVE),
        ("21 00:00", "26 00:00", LEFT),
        ("28 00:00", "31 00:00", ACTIVE),
    )
    one = only(view(*edits, posts=again, seen=seen))
    assert one.subject.id == "105"
    assert "came back at 2024-05-27 10:00 UTC and was given" in one.message
    assert one.message.endswith("the rules give the last legal values (revision 103)")
