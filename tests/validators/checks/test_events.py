"""Events, open or ended by the clauses of the rules at hand, and posts without a type (BN216)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType

import pytest

from parsers.model import Category, Comment, Confidence, EventState, Post, PostPast, Revision, Seen
from parsers.ruleset import read_ruleset
from parsers.ruleset.reviews import Reviews
from tests.parsers.ruleset.editions import edition, reviewed
from tests.support.rules import reviews_of_pages
from tests.support.views import game_view, remade
from tests.validators.making import address, post, sentences_of
from tests.validators.scene import DAY, HOUR, NOW, SEVEN
from validators.checks.audit_context import AuditContext
from validators.checks.events import Event, events_of
from validators.checks.run import AuditReport, run_all
from validators.view import Coverage, GameView, RulesetInForce, SeenRoster, SeenStretch

RACE = "A Race is a type of Event."
ENDED = "This Race is Ended."
OPEN, OVER, UNKNOWN = EventState.OPEN, EventState.ENDED, EventState.UNKNOWN


def page(text: str = RACE, era: int = 2024) -> str:
    """A Ruleset with a dynastic rule on races."""
    return edition(era).render().replace("== Ferries ==", f"== Races ==\n{text}\n\n== Ferries ==")


def race(*comments: tuple[str, str], age: timedelta = 3 * DAY, **more: object) -> Post:
    """A story, tagged as a Race, with what was said by whom, an hour after the other."""
    made = tuple(
        Comment(name, NOW - age + (place + 1) * HOUR, (), text, f"c{place}", place, quotes=False)
        for place, (name, text) in enumerate(comments)
    )
    given = post(Category.STORY, age, **{"tags": ("Race",), "key": "race", **more})  # type: ignore[arg-type]
    return replace(given, comments=made, comment_count=len(made))


def game(*posts: Post, text: str = "", before: str = "", **more: object) -> GameView:
    """A game with the Ruleset of today, which stood for twenty days unless there was one ``before``
    the last two.
    """
    today = text or page()
    changed = NOW - (2 * DAY if before else 20 * DAY)
    stood = [RulesetInForce(Revision("Ruleset", 7, 6, changed, None, None, today), NOW)]
    if before:
        former = Revision("Ruleset", 6, 5, NOW - 20 * DAY, None, None, before)
        stood.append(RulesetInForce(former, changed))
    own = reviews_of_pages(today, *filter(None, [before]))
    known = Reviews((*reviewed().rules, *own.rules), reviewed().sentences)
    rules = read_ruleset(today, revid=7, reviews=known)
    seen = (SeenRoster(SEVEN, NOW - 30 * DAY, NOW),)
    given = game_view(NOW, rules, SEVEN, posts, "Emperor", stood=tuple(stood), rosters=seen)
    return remade(given, **{"reviews": known, **more})


def events(view: GameView) -> list[Event]:
    return list(events_of(AuditContext(view)).events)


def state(view: GameView) -> tuple[EventState, str]:
    """The state of the one Event, and what is uncertain."""
    (event,) = events(view)
    return event.state, "; ".join(sentences_of(event.doubts))


def test_an_event_is_open_until_a_comment_ends_it() -> None:
    bids = (("Boris", "3 lamps."), ("Cyril", "4 lamps."))
    (event,) = events(game(race(*bids)))
    assert (event.state, event.end, event.since, event.doubts) == (OPEN, None, 0, ())
    (event,) = events(game(race(*bids, ("Della", ENDED), ("Boris", "5?"), ("Anna", ENDED))))
    assert event.end is not None
    assert (event.state, event.end.author, event.since, event.doubts) == (OVER, "Della", 2, ())


def test_a_comment_of_later_does_not_count() -> None:
    later = replace(race(("Boris", ENDED)).comments[0], at=NOW + HOUR)  # type: ignore[index]
    assert state(game(replace(race(), comments=(later,)))) == (OPEN, "")


AUTHOR = "Only the author of an Event may End it."
ANYBODY = "Any Ferryman (or the Harbour Master) may post or may End an Event."


@pytest.mark.parametrize(
    ("clause", "name", "expected"),
    [
        (ANYBODY, "Anna", OVER),
        (ANYBODY, "Boris", OVER),
        (ANYBODY, "Idle One", UNKNOWN),
        (ANYBODY, "Stranger", UNKNOWN),
        (AUTHOR, "Anna", OVER),
        (AUTHOR, "anna", OVER),
        (AUTHOR, "Boris", UNKNOWN),
    ],
)
def test_who_may_end_an_event_is_what_the_clause_says(
    clause: str, name: str, expected: EventState
) -> None:
    assert ANYBODY in page()
    said = state(game(race((name, ENDED)), text=page().replace(ANYBODY, clause)))
    not_allowed = f"{name} says that it is ended, and may not be allowed to end it: “{ENDED}”"
    assert said == (expected, "" if expected is OVER else not_allowed)


def test_somebody_may_end_it_after_a_comment_that_did_not() -> None:
    said = state(game(race(("Stranger", ENDED), ("Anna", ENDED))))
    assert said[0] is OVER
    assert said[1].startswith("Stranger says that it is ended")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is Ended.", OVER),
        ("This Race is being Ended.", OVER),
        ("Ended!", UNKNOWN),
        ("Is it Ended?", UNKNOWN),
        ("It is Closed.", OPEN),
        ("3 lamps.", OPEN),
    ],
)
def test_what_a_comment_has_to_say(text: str, expected: EventState) -> None:
    unclear = f"Boris may say that it is ended: “{text}”"
    said = state(game(race(("Boris", text))))
    assert said == (expected, unclear if expected is UNKNOWN else "")


@pytest.mark.parametrize("quotes", [True, None])
def test_quoted_or_struck_out_text_does_not_surely_end_an_event(quotes: bool | None) -> None:
    """Comments that an earlier version of the tool stored do not state it."""
    made = race(("Boris", ENDED))
    (comment,) = list(made.comments or ())
    said = state(game(replace(made, comments=(replace(comment, quotes=quotes),))))
    quoted = f"Boris says that it is ended, perhaps in quoted or struck out text: “{ENDED}”"
    assert said == (UNKNOWN, quoted)
    bid = replace(comment, text="3 lamps.", quotes=quotes)
    assert state(game(replace(made, comments=(bid,)))) == (OPEN, "")


@pytest.mark.parametrize("comment", [ENDED, "3 lamps."])
@pytest.mark.parametrize(
    "sentence",
    [
        "Only the Harbour Master may End a Race.",
        "A Race ends 48 hours after it was posted.",
        "A Race remains open for at least two days.",
    ],
)
def test_a_rule_of_the_type_on_its_end_is_a_doubt(sentence: str, comment: str) -> None:
    (event,) = events(game(race(("Boris", comment)), text=page(f"{RACE} {sentence}")))
    assert (event.state, event.end, event.since) == (UNKNOWN, None, 0)
    assert sentences_of(event.doubts) == (f"a rule may state how it ends: “{sentence}”",)


def test_the_word_is_that_of_the_edition() -> None:
    closed = page(era=2022)
    assert state(game(race(("Boris", "This Race is Closed.")), text=closed))[0] is OVER
    assert state(game(race(("Boris", ENDED)), text=closed))[0] is OPEN


CLAUSES = {
    "A post with the type's name as a tag is an Event of that type.": "which posts are Events",
    "Any Ferryman (or the Harbour Master) may post or may End an Event.": "who may end an Event",
    "To End an Event is to submit a comment on its post saying that it is Ended or is being"
    " Ended.": "which comment ends an Event",
}


@pytest.mark.parametrize("clause", CLAUSES)
@pytest.mark.parametrize("instead", ["", "Events are fun."])
def test_without_a_clause_the_state_is_unknown(clause: str, instead: str) -> None:
    without = page().replace("’", "'")
    assert clause in without
    view = game(race(("Anna", ENDED)), text=without.replace(clause, instead))
    why = f"no clause was read in the Ruleset that says {CLAUSES[clause]}"
    said = state(view)
    assert said[0] is UNKNOWN
    assert said[1].startswith(why)
    assert sentences_of(events_of(AuditContext(view)).doubts) == (why,)


def test_a_rule_that_is_not_in_force_is_no_clause() -> None:
    closed = page(era=2022)
    inactive = closed.replace("== Events ==", "== Events [Inactive] ==")
    assert inactive != closed
    assert state(game(race(("Boris", "It is Closed.")), text=inactive))[0] is UNKNOWN


def altered(view: GameView, *versions: Post) -> GameView:
    seen = tuple(Seen(each, NOW - DAY, NOW - DAY, "1", latest=False) for each in versions)
    return remade(view, pasts=MappingProxyType({"race": PostPast(seen)}))


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ([("Boris", ENDED)], [("Boris", ENDED)], OVER),
        ([("Boris", "3 lamps.")], [("Boris", ENDED)], UNKNOWN),
        ([("Boris", ENDED)], [("Boris", "3 lamps.")], UNKNOWN),
        ([("Boris", ENDED)], [], UNKNOWN),
        ([("Boris", "3 lamps.")], [("Boris", "4 lamps.")], OPEN),
        ([], [("Boris", ENDED)], OVER),
    ],
    ids=["unchanged", "to the end", "from the end", "removed", "another thing", "new"],
)
def test_a_comment_that_was_altered_or_removed_ends_nothing(
    before: list[tuple[str, str]], now: list[tuple[str, str]], expected: EventState
) -> None:
    said = state(altered(game(race(*now)), race(*before)))
    assert said[0] is expected
    assert ("in a comment that was altered or removed" in said[1]) is (expected is UNKNOWN)


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (False, False, OVER),
        (None, False, OVER),
        (True, False, UNKNOWN),
        (False, True, UNKNOWN),
    ],
)
def test_a_statement_that_was_struck_out_or_restored_ends_nothing(
    before: bool | None, now: bool, expected: EventState
) -> None:
    old, new = race(("Boris", ENDED)), race(("Boris", ENDED))
    (comment,) = list(old.comments or ())
    old = replace(old, comments=(replace(comment, quotes=before),))
    new = replace(new, comments=(replace(comment, quotes=now),))
    assert state(altered(game(new), old))[0] is expected


def test_an_event_with_unseen_comments_is_not_open() -> None:
    hidden = replace(race(("Boris", "3 lamps.")), comment_count=2)
    assert state(game(hidden)) == (UNKNOWN, "the page counts 2 comments and shows 1")
    assert state(game(replace(hidden, comments=None, comment_count=1)))[0] is UNKNOWN
    ended = replace(race(("Boris", ENDED)), comment_count=2)
    assert state(game(ended)) == (OVER, "")


@pytest.mark.parametrize(("age", "expected"), [(timedelta(minutes=30), OPEN), (HOUR, UNKNOWN)])
def test_a_page_seen_long_ago_does_not_show_that_it_is_open(
    age: timedelta, expected: EventState
) -> None:
    coverage = Coverage(seen_at=NOW, pages=MappingProxyType({"race": NOW - age}))
    assert state(game(race(), coverage=coverage))[0] is expected


def test_missing_posts_are_reported() -> None:
    coverage = Coverage(since=NOW - DAY, earlier=(SeenStretch(NOW - 9 * DAY, NOW - 2 * DAY),))
    found = events_of(AuditContext(game(address(5 * DAY), coverage=coverage)))
    (doubt,) = sentences_of(found.doubts)
    assert doubt.startswith("older posts were not seen")
    assert events_of(AuditContext(game(address(5 * DAY)))).doubts == ()


@pytest.mark.parametrize(
    ("tags", "listed"),
    [
        (("Race",), True),
        (("race",), True),
        (("Core", "Race"), True),
        (("Races",), False),
        ((), False),
    ],
)
def test_the_tag_is_the_name_of_the_type(tags: tuple[str, ...], listed: bool) -> None:
    assert bool(events(game(race(tags=tags)))) is listed


def test_matters_and_posts_of_an_earlier_dynasty_are_not_listed() -> None:
    matter = post(Category.PROPOSAL, DAY, tags=("Race",))
    assert events(game(matter, race(age=9 * DAY), address(8 * DAY))) == []


def test_without_a_type_there_are_no_events() -> None:
    view = game(race(), text=page("Boats race."))
    assert events_of(AuditContext(view)) == ((), ())
    assert events_of(AuditContext(remade(view, rules=None))) == ((), ())


def test_the_type_has_to_be_defined_when_the_post_is_made() -> None:
    no_race = page("Boats race.")
    assert state(game(race(age=DAY), before=no_race)) == (OPEN, "")
    undefined = "no rule defined the type Race when it was posted"
    assert state(game(race(("Anna", ENDED)), before=no_race)) == (UNKNOWN, undefined)
    unknown = state(game(race(), stood=()))
    assert unknown[0] is OPEN
    assert unknown[1].startswith("the rules when it was posted are unknown")


# BN216


def report(*posts: Post, **more: object) -> AuditReport:
    return run_all(game(*posts, **more), select=["BN216"])  # type: ignore[arg-type]


def found(*posts: Post, **more: object) -> list[str]:
    return [each.code for each in report(*posts, **more).findings]


NO_RACE = page("Boats race.")


@pytest.mark.parametrize(
    ("age", "text", "before", "expected"),
    [
        (DAY, page(), NO_RACE, False),
        (3 * DAY, page(), NO_RACE, True),
        (3 * DAY, NO_RACE, page(), False),
        (3 * DAY, page(), "", False),
        (3 * DAY, NO_RACE, "", False),
    ],
    ids=["defined since", "not yet defined", "repealed since", "defined", "never defined"],
)
def test_a_type_is_that_of_the_time_of_posting(
    age: timedelta, text: str, before: str, expected: bool
) -> None:
    assert bool(found(race(age=age), text=text, before=before)) is expected


def test_an_event_made_after_its_type_was_repealed() -> None:
    """Another Race of the time before shows that the tag is the name of a type."""
    late, early = race(age=DAY, key="late"), race(age=3 * DAY)
    assert found(late, text=NO_RACE, before=page()) == []
    (finding,) = report(late, early, text=NO_RACE, before=page()).findings
    assert (finding.subject.id, finding.confidence) == ("late", Confidence.MEDIUM)


@pytest.mark.parametrize(
    ("tag", "comment", "expected"),
    [
        ("Race", "", False),
        ("race", "", False),
        ("Rcae", "", True),
        ("Trace", "", False),
        ("Off Topic", "", False),
        ("Auction", "5 lamps.", False),
        ("Auction", "This Auction is Ended.", True),
        ("Auction", "Ended?", False),
        ("Auction", "This Event is Ended.", True),
        ("Rant", "My part in it is over. It is ended.", False),
        ("Rant", "It is Ended.", False),
        ("Core", "It is Ended.", False),
        ("Story Post", "It is Ended.", False),
    ],
)
def test_a_tag_needs_another_sign_of_an_event(tag: str, comment: str, expected: bool) -> None:
    assert bool(found(race(("Boris", comment), tags=(tag,)))) is expected


@pytest.mark.parametrize("quotes", [True, None])
def test_a_quoted_statement_is_no_sign_of_an_event(quotes: bool | None) -> None:
    made = race(("Boris", "This Auction is Ended."), tags=("Auction",))
    assert found(made) == ["BN216"]
    (comment,) = list(made.comments or ())
    assert found(replace(made, comments=(replace(comment, quotes=quotes),))) == []


def test_a_matter_is_no_event() -> None:
    assert found(post(Category.PROPOSAL, 3 * DAY, tags=("Race",)), before=NO_RACE) == []


def test_what_is_not_known_of_the_rules_is_no_finding() -> None:
    for made in (
        report(race(), text=page(), before=page("Races and Fairs are types of Event.")),
        report(race(), before=NO_RACE, stood=()),
    ):
        assert made.findings == ()
        assert [each.name for each in made.not_evaluated] == ["BN216"]
        assert "whether a rule defined the type of" in made.not_evaluated[0].why


def test_without_the_clause_on_tags_nothing_is_judged() -> None:
    text = NO_RACE.replace("as a tag is an Event", "in mind is an Event")
    (skipped,) = report(race(), text=text).not_evaluated
    assert (skipped.name, skipped.inconclusive) == ("BN216", False)
    assert found(race(), before=text) == []


def test_unreviewed_rules_leave_little_confidence() -> None:
    (finding,) = report(race(), before=NO_RACE).findings
    assert finding.confidence is Confidence.MEDIUM
    (finding,) = report(race(), before=NO_RACE, reviews=reviewed()).findings
    assert finding.confidence is Confidence.LOW
