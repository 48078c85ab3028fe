"""The roster over time, from sidebars and announcements, against hand-worked cases and a simple
model; and the sidebar of now.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from parsers.model import Category, Comment, Post, Roster, name_key
from tests.support.scale import fresh_seeds
from tests.support.views import remade
from tests.validators.making import (
    address,
    cfj,
    dov,
    in_words,
    of_then,
    post,
    proposal,
    sentences_of,
    view,
)
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, PLAYERS, QUORUM, SECOND, SEVEN, some
from validators.view import Coverage, GameView, SeenRoster
from validators.voting.dated_posts import ALWAYS, NEVER
from validators.voting.judge import judge
from validators.voting.roster_events import RosterStatus
from validators.voting.rosters import RosterHistory
from validators.voting.verdict import Verdict
from validators.wording import worded

WEEK = 7 * DAY


def news(
    age: timedelta, body: str, author: str = "Anna", comments: tuple[Comment, ...] = ()
) -> Post:
    return replace(
        post(Category.NONE, age, author=author, subject=f"News {age}", body=body), comments=comments
    )


def tale(age: timedelta, body: str) -> Post:
    return post(Category.STORY, age, author="Anna", subject=f"Tale {age}", body=body)


def seen(
    age: timedelta, *active: str, idle: tuple[str, ...] = (), until: timedelta | None = None
) -> SeenRoster:
    return SeenRoster(
        Roster(active, idle, frozenset({"Anna"})),
        NOW - age,
        NOW - (age if until is None else until),
    )


def history(
    *posts: Post,
    sidebars: tuple[SeenRoster, ...] = (),
    roster: Roster = SEVEN,
    coverage: Coverage | None = None,
) -> RosterHistory:
    return RosterHistory(
        remade(view(*posts, roster=roster), rosters=sidebars, coverage=coverage or Coverage())
    )


def stood(told: RosterHistory, name: str, age: timedelta) -> tuple[str, bool]:
    then = told.of(name, NOW - age)
    assert worded(then.rests_on)
    return then.standing, then.sure


def test_active_players_were_active_before_but_idle_ones_maybe_not_idle() -> None:
    told = history(coverage=Coverage(NOW - 10 * DAY))
    assert stood(told, "boris", WEEK) == ("active", True)
    assert stood(told, "Idle One", WEEK) == ("idle", False)
    assert stood(told, "Idle One", timedelta()) == ("idle", True)
    assert stood(told, "Stranger", WEEK) == ("not on the roster", False)
    then = told.at(NOW - WEEK)
    assert (then.roster.active, then.roster.idle, then.roster.admins) == (
        PLAYERS,
        ("Idle One",),
        frozenset({"Anna"}),
    )
    assert sentences_of(then.why) == (
        (
            "the roster of that time is not certain: Idle One: idle afterwards, and no"
            " announcement shows since when"
        ),
    )
    assert not then.known
    assert told.at(NOW).known


OTHERS = news(20 * DAY, "A story.", comments=(Comment("Idle One", NOW - 11 * DAY - SECOND),))


@pytest.mark.parametrize(
    ("posts", "since", "sure"),
    [
        pytest.param((), 11 * DAY, True, id="silent"),
        pytest.param((OTHERS,), 11 * DAY, True, id="silent for a request's time"),
        pytest.param((), 11 * DAY - SECOND, False, id="posts were not seen"),
        pytest.param((news(11 * DAY, "Hm.", "Idle One"),), 20 * DAY, False, id="wrote just before"),
        pytest.param((news(11 * DAY + SECOND, "Hm.", "Idle One"),), 20 * DAY, True, id="before it"),
        pytest.param((news(DAY, "Hm.", "Idle One"),), 20 * DAY, False, id="wrote since"),
        pytest.param((news(DAY, "Two idle now."),), 20 * DAY, False, id="an idling of nobody"),
        pytest.param((news(DAY, "Anna may idle."),), 20 * DAY, True, id="an idling of another"),
        pytest.param((news(22 * DAY, "Two idle now."),), 30 * DAY, True, id="an earlier idling"),
        pytest.param((news(DAY, "Idle One idles."),), 20 * DAY, True, id="announced"),
        pytest.param((news(DAY, "Idle One sleeps."),), 20 * DAY, False, id="named"),
        pytest.param((news(8 * DAY, "Idle One sleeps."),), 20 * DAY, True, id="named before"),
        pytest.param(
            (news(DAY, "One fewer, and quorum drops."),), 20 * DAY, False, id="unnamed, with quorum"
        ),
        pytest.param(
            (news(DAY, "Cyril naps, and quorum drops."),), 20 * DAY, True, id="of another"
        ),
        pytest.param(
            (news(DAY, "Cyril idles. Idle One leaves, too."),), 20 * DAY, False, id="with another"
        ),
        pytest.param((tale(DAY, "A tale of quorum."),), 20 * DAY, True, id="a story"),
        pytest.param((tale(DAY, "A tale of Idle One."),), 20 * DAY, False, id="named in a story"),
        pytest.param(
            (address(DAY, body="No quorum for Idle One."),), 20 * DAY, True, id="an address"
        ),
        pytest.param(
            (replace(news(DAY, "Hm."), comments=None, comment_count=1),),
            20 * DAY,
            False,
            id="comments were not read",
        ),
        pytest.param(
            (replace(news(DAY, "Hm."), comments=(Comment("Anna", None),)),),
            20 * DAY,
            False,
            id="the time of a comment was not read",
        ),
        pytest.param(
            (cfj(12 * DAY, closed=NOW - 11 * DAY, hidden=True, count=2),),
            20 * DAY,
            True,
            id="comments of before were not read",
        ),
    ],
)
def test_who_is_idle_was_so_before_where_nothing_can_have_idled_them_since(
    posts: tuple[Post, ...], since: timedelta, sure: bool
) -> None:
    told = history(*posts, coverage=Coverage(NOW - since))
    announced = any("Idle One idles" in post.body for post in posts)
    then = told.at(NOW - WEEK)
    assert ("Idle One" in then.roster.active) is announced
    assert ("Idle One" not in then.unsettled) is sure
    assert told.at(NOW).unsettled == {}


BACK = news(2 * DAY, "Here I am again.", author="Boris")


@pytest.mark.parametrize(
    ("posts", "sure"),
    [
        pytest.param((BACK,), False, id="wrote lately"),
        pytest.param((replace(BACK, posted=NOW - 5 * DAY),), True, id="wrote, and made no move"),
        pytest.param((BACK, proposal(DAY, ("Boris", "for"))), False, id="wrote, then voted"),
        pytest.param((BACK, proposal(3 * DAY, ("Boris", "for"))), True, id="voted, then wrote"),
        pytest.param((BACK, proposal(9 * DAY, author="Boris")), True, id="moved before"),
        pytest.param((BACK, proposal(15 * DAY, author="Boris")), False, id="moved long before"),
        pytest.param((BACK, cfj(9 * DAY, ("Boris", "~for"))), False, id="quoted before"),
        pytest.param(
            (news(DAY, "Boris is here. Quorum is 4."),), False, id="announced with quorum"
        ),
        pytest.param((news(DAY, "Cyril is here. Quorum is 4."),), True, id="another announced"),
        pytest.param((news(DAY, "Thank you, Boris."),), True, id="named"),
        pytest.param(
            (news(DAY, "Cyril unidles. Boris is back, too. Quorum is 4."),),
            False,
            id="announced with another",
        ),
        pytest.param((news(DAY, "Cyril unidles. Quorum is 4."),), True, id="another in form"),
        pytest.param((tale(DAY, "A tale of quorum."),), True, id="a story"),
    ],
)
def test_who_may_have_asked_to_come_back_in_other_words_was_perhaps_idle(
    posts: tuple[Post, ...], sure: bool
) -> None:
    assert stood(history(*posts), "Boris", WEEK) == ("active", sure)


@pytest.mark.parametrize("moment", [NEVER, NOW - WEEK, NOW, ALWAYS], ids=in_words)
def test_no_moment_and_no_comment_is_too_early_or_too_late(moment: datetime) -> None:
    said = (Comment("Boris", NEVER), Comment("Boris", ALWAYS), Comment("Idle One", ALWAYS))
    then = history(replace(BACK, comments=said, posted=NOW - 5 * DAY)).at(moment)
    assert "Boris" in then.roster.active


def test_players_idle_once_may_have_been_active_since() -> None:
    shown = (seen(30 * DAY, *PLAYERS, idle=("Idle One",)), seen(timedelta(), *PLAYERS, "Idle One"))
    then = history(sidebars=shown).at(NOW - WEEK)
    assert "Idle One" in then.unsettled


def test_an_announced_idling_leads_back() -> None:
    told = history(news(WEEK, "Idle One idles out. Quorum remains 4."))
    assert stood(told, "Idle One", WEEK + HOUR + SECOND) == ("active", True)
    assert stood(told, "Idle One", WEEK + HOUR) == ("active", False)
    assert stood(told, "Idle One", WEEK - HOUR) == ("idle", False)
    assert stood(told, "Idle One", WEEK - HOUR - SECOND) == ("idle", True)
    assert told.at(NOW - 8 * DAY).roster.active == (*PLAYERS, "Idle One")
    assert told.at(NOW - 8 * DAY).known
    assert told.contradictions == ()


def test_the_same_announcement_twice_within_a_day_is_one() -> None:
    assert (
        history(news(WEEK, "Idle One idles."), news(WEEK - DAY, "Idle One idles.")).contradictions
        == ()
    )
    (wrong,) = history(
        news(WEEK, "Idle One idles."), news(WEEK - DAY - MINUTE, "Idle One idles.")
    ).contradictions
    assert (wrong.name, wrong.at) == ("Idle One", NOW - WEEK + DAY + MINUTE)


def test_joining_and_unidling_lead_back() -> None:
    told = history(
        news(WEEK, "Welcome to our new player Boris!"),
        news(DAY, "Cyril unidles."),
        news(9 * DAY, "Cyril idles."),
    )
    assert stood(told, "Boris", 8 * DAY) == ("not on the roster", True)
    assert stood(told, "Boris", 6 * DAY) == ("active", True)
    assert [stood(told, "Cyril", age * DAY)[0] for age in (10, 8, 0)] == [
        "active",
        "idle",
        "active",
    ]
    assert stood(history(news(DAY, "Cyril unidles.")), "Cyril", WEEK) == ("idle", False)


def test_who_has_made_a_matter_before_a_welcome_did_not_join_then() -> None:
    welcome = news(WEEK, "Welcome Boris!")
    assert stood(history(welcome, proposal(9 * DAY, author="Boris")), "Boris", 8 * DAY) == (
        "active",
        False,
    )
    assert stood(history(welcome, proposal(6 * DAY, author="Boris")), "Boris", 8 * DAY) == (
        "not on the roster",
        True,
    )


@pytest.mark.parametrize(
    ("before", "sure"),
    [
        pytest.param((), True, id="never heard of before"),
        pytest.param((news(9 * DAY, "Hello.", author="Hugo"),), False, id="wrote before"),
        pytest.param(
            (news(9 * DAY, "Hello.", comments=(Comment("hugo", NOW - 9 * DAY),)),),
            False,
            id="commented before",
        ),
        pytest.param((news(9 * DAY, "Hello."),), True, id="another wrote before"),
    ],
)
def test_who_asks_to_join_in_their_first_words_was_no_player(
    before: tuple[Post, ...], sure: bool
) -> None:
    asked = news(WEEK, "I would like to join!", author="Hugo")
    told = history(*before, asked, roster=replace(SEVEN, active=(*PLAYERS, "Hugo")))
    assert (stood(told, "Hugo", 8 * DAY) == ("not on the roster", True)) is sure


def test_a_request_tells_what_somebody_was_and_for_four_days_nothing_of_what_they_became() -> None:
    told = history(news(WEEK, "Please idle me.", author="Idle One"))
    assert stood(told, "Idle One", WEEK + SECOND) == ("active", True)
    assert stood(told, "Idle One", WEEK - 96 * HOUR) == ("idle", False)
    assert stood(told, "Idle One", WEEK - 96 * HOUR - SECOND) == ("idle", True)
    met = history(
        news(WEEK, "Please idle me.", author="Idle One"), news(6 * DAY, "Idle One idles.")
    )
    assert stood(met, "Idle One", WEEK - 2 * HOUR) == ("active", True)


def test_a_request_in_a_comment_on_a_matter_counts_and_a_remark_there_does_not() -> None:
    def with_comment(text: str) -> RosterHistory:
        comment = Comment("Boris", NOW - WEEK, text=text)
        return history(replace(proposal(8 * DAY), comments=(comment, replace(comment, at=None))))

    assert stood(with_comment("Please unidle me."), "Boris", 8 * DAY) == ("idle", False)
    assert stood(with_comment("I was idle then."), "Boris", 8 * DAY) == ("active", True)


def test_what_was_not_understood_hides_what_was_before() -> None:
    told = history(news(WEEK, "Perhaps Boris will be idled."))
    assert stood(told, "Boris", 8 * DAY) == ("active", False)
    assert stood(told, "Boris", 6 * DAY) == ("active", True)
    kept = history(
        news(WEEK, "Perhaps Boris will be idled."),
        sidebars=(seen(9 * DAY, *PLAYERS), seen(timedelta(), *PLAYERS)),
    )
    assert stood(kept, "Boris", 8 * DAY) == ("active", True)


def test_kept_sidebars_lead_forward() -> None:
    told = history(
        sidebars=(
            seen(9 * DAY, *PLAYERS, idle=("Idle One",), until=8 * DAY),
            seen(timedelta(), *PLAYERS, idle=("Idle One",)),
        ),
        coverage=Coverage(NOW - 9 * DAY),
    )
    assert stood(told, "Idle One", WEEK) == ("idle", True)
    assert stood(told, "Idle One", 10 * DAY) == ("idle", False)
    assert told.at(NOW - WEEK).known
    assert len(told.sidebars_around(NOW - WEEK)) == 2
    assert len(told.sidebars_around(NOW - 10 * DAY)) == 1
    later = history(sidebars=(seen(9 * DAY, *PLAYERS),))
    assert stood(later, "Boris", DAY) == ("active", True)


def test_a_silent_change_between_two_sidebars_is_not_known_and_no_contradiction() -> None:
    told = history(
        sidebars=(seen(9 * DAY, "Anna", "Boris"), seen(timedelta(), "Anna", idle=("Boris",)))
    )
    then = told.of("Boris", NOW - WEEK)
    assert (then.standing, then.sure) == (RosterStatus.IDLE, False)
    assert worded(then.rests_on).startswith(
        "active after the sidebar of 2024-03-01 12:00 UTC, idle before the sidebar of"
    )
    assert told.contradictions == ()
    announced = history(
        news(8 * DAY, "Boris unidles."), roster=replace(SEVEN, active=("Anna",), idle=("Boris",))
    )
    assert announced.contradictions == ()


def test_announcement_and_sidebar_contradict_each_other() -> None:
    told = history(news(WEEK, "Boris idles."))
    (wrong,) = told.contradictions
    assert worded(wrong.stands).startswith(
        "after “News 7 days, 0:00:00” of 2024-03-03 12:00 UTC Boris is idle, before the sidebar of"
    )
    assert stood(told, "Boris", DAY) == ("active", False)
    assert stood(told, "Boris", 8 * DAY) == ("active", True)


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("Quorum remains 4.", True),
        ("Quorum drops to 3.", False),
        ("There are now 7 players.", True),
        ("There are now 8 players.", False),
    ],
)
def test_a_stated_number_is_checked(said: str, known: bool) -> None:
    told = history(news(WEEK, f"Idle One idles. {said}"))
    assert [each.name for each in told.contradictions] == ([] if known else [""])
    assert told.at(NOW - 8 * DAY).known is known
    assert told.at(NOW - 6 * DAY).known


def test_a_contradiction_does_not_reach_beyond_a_kept_sidebar() -> None:
    kept = seen(8 * DAY, *PLAYERS, "Idle One")
    told = history(
        news(WEEK, "Idle One idles. Quorum drops to 3."),
        sidebars=(kept, seen(timedelta(), *PLAYERS, idle=("Idle One",))),
    )
    assert told.at(NOW - 8 * DAY).known
    assert not told.at(NOW - 8 * DAY + SECOND).known


def test_posts_that_were_not_seen_may_announce_something() -> None:
    told = history(coverage=Coverage(since=NOW - WEEK), roster=replace(SEVEN, idle=()))
    assert told.at(NOW - WEEK).known
    assert "older posts were not seen" in sentences_of(told.at(NOW - WEEK - SECOND).why)[0]


# Random histories against a simple model


def invented(
    rng: random.Random,
) -> tuple[RosterHistory, dict[str, list[tuple[datetime, str]]], list[datetime], bool]:
    """A history in which people come and go, what they were from when on, and when changes were
    made; whether all were announced.
    """
    names = [f"Player{number}" for number in range(rng.randint(2, 6))]
    start = NOW - 60 * DAY
    standing = {name: rng.choice(["active", "idle", "not on the roster"]) for name in names}
    truth = {name: [(start, standing[name])] for name in names}
    posts, moments, sidebars, honest = [], [], [], True

    def sidebar(at: datetime) -> None:
        listed = {
            state: tuple(name for name in names if standing[name] == state)
            for state in ("active", "idle")
        }
        sidebars.append(SeenRoster(Roster(listed["active"], listed["idle"]), at, at))

    sidebar(start)
    at = start
    while (
        at := at + rng.choice([2 * HOUR + MINUTE, 30 * HOUR, 5 * DAY, 9 * DAY])
    ) < NOW - 3 * HOUR:
        name = rng.choice(names)
        was = standing[name]
        standing[name] = "idle" if was == "active" else "active"
        truth[name].append((at, standing[name]))
        moments.append(at)
        verb = {
            "active": "is idled out after seven days",
            "idle": "unidles",
            "not on the roster": "joins the game",
        }[was]
        active = sum(state == "active" for state in standing.values())
        number = rng.choice(
            [f" Quorum is now {active // 2 + 1}.", f" There are now {active} players.", ""]
        )
        if rng.random() < 0.9:
            posts.append(
                news(
                    NOW - at - rng.choice([-40, 0, 55]) * MINUTE,
                    f"{name} {verb}.{number}",
                    author="Clerk",
                )
            )
        else:
            honest = False
        if rng.random() < 0.2:
            sidebar(at + 2 * MINUTE)
    sidebar(NOW)
    return history(*posts, sidebars=tuple(sidebars)), truth, moments, honest


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(60), id="a few"),
        pytest.param(fresh_seeds(300), id="many", marks=pytest.mark.slow),
    ],
)
def test_what_is_certain_is_true_where_all_is_announced(seeds: range) -> None:
    certain = asked = 0
    for seed in seeds:
        rng = random.Random(seed)
        told, truth, changes, honest = invented(rng)
        if not honest:
            continue
        assert told.contradictions == (), seed
        for _ in range(20):
            moment = NOW - rng.uniform(0, 60) * DAY
            if any(abs(change - moment) < 5 * MINUTE for change in changes):
                continue
            then = told.at(moment)
            active = {
                name
                for name, states in truth.items()
                if [state for at, state in states if at <= moment][-1] == "active"
            }
            unsettled = {name_key(name) for name in then.unsettled}
            assert {
                name for name in then.roster.active if name_key(name) not in unsettled
            } <= active, seed
            assert {name for name in active if name_key(name) not in unsettled} <= set(
                then.roster.active
            ), seed
            assert not sentences_of(then.doubts), seed
            near = any(abs(change - moment) <= 2 * HOUR for change in changes)
            assert near or then.known, seed
            certain, asked = certain + then.known, asked + 1
    assert 2 * certain > asked > 100


def said(age: timedelta, body: str, author: str = "Anna") -> Post:
    return post(Category.NONE, age, subject=f"News {age}", body=body, author=author)


def judged(
    *posts: Post,
    roster: Roster = SEVEN,
    seen: timedelta = timedelta(),
    now: timedelta = timedelta(),
    kept: tuple[SeenRoster, ...] = (),
) -> Verdict:
    """The verdict on the first of the posts, with a sidebar that was seen so long ago, and others
    that were kept.
    """
    given: GameView = view(*posts, roster=roster)
    sidebar = SeenRoster(roster, NOW - max(seen, timedelta()), NOW - seen)
    given = remade(of_then(given), rosters=(*kept, sidebar), as_of=NOW - now)
    return judge(given, only=[posts[0].key]).verdicts[0]


def doubted(*posts: Post, **setting: object) -> bool:
    result = judged(*posts, **setting)  # type: ignore[arg-type]
    assert result.certified is not bool(sentences_of(result.doubts))
    return bool(sentences_of(result.doubts))


FIVE = proposal(DAY, *QUORUM)


def test_a_newer_announcement_leaves_every_verdict_in_doubt() -> None:
    result = judged(FIVE, said(HOUR, "Boris idles out."), seen=2 * HOUR)
    assert sentences_of(result.doubts) == (
        (
            "the sidebar of 2024-03-10 10:00 UTC shows Boris as active, but according to “News"
            " 1:00:00” of 2024-03-10 11:00 UTC they are idle"
        ),
    )
    assert (result.certified, result.enactable, result.counts.for_) == (False, True, 4)


@pytest.mark.parametrize(
    ("age", "doubt"),
    [(timedelta(), True), (10 * DAY - SECOND, True), (10 * DAY, False), (-MINUTE, False)],
    ids=in_words,
)
def test_an_idling_that_the_sidebar_does_not_show(age: timedelta, doubt: bool) -> None:
    assert doubted(FIVE, replace(said(age, "Boris idles out."), posted=NOW - age)) is doubt


def test_explanations_of_a_return_from_idle() -> None:
    idled = said(5 * DAY, "Boris idles out.")
    assert doubted(FIVE, idled)
    assert not doubted(FIVE, idled, said(4 * DAY, "Boris unidles."))
    assert not doubted(FIVE, idled, said(4 * DAY, "Please unidle me.", "Boris"))
    assert doubted(FIVE, said(6 * DAY, "Please unidle me.", "Boris"), idled)
    assert doubted(
        FIVE, said(30 * MINUTE, "Boris idles out."), said(20 * MINUTE, "Was Boris idle before?")
    )
    without = replace(
        SEVEN,
        active=tuple(name for name in PLAYERS if name != "Boris"),
        idle=("Boris",),
        stated_players=6,
    )
    assert doubted(FIVE, idled, kept=(SeenRoster(without, NOW - 6 * DAY, NOW - 6 * DAY),))
    assert not doubted(FIVE, idled, kept=(SeenRoster(without, NOW - 4 * DAY, NOW - 4 * DAY),))


@pytest.mark.parametrize(
    ("age", "doubt"), [(10 * DAY - SECOND, True), (10 * DAY, False)], ids=in_words
)
def test_an_unidling_may_not_be_on_the_sidebar_yet(age: timedelta, doubt: bool) -> None:
    by_idle = proposal(DAY, *some(2, "for"), ("Idle One", "for"))
    news = replace(said(age, "Idle One unidles."), posted=NOW - age)
    assert doubted(by_idle, news) is doubt
    assert not doubted(
        by_idle, said(5 * HOUR, "Elias idles out."), said(4 * HOUR, "Elias unidles.")
    )


def test_somebody_new_whom_the_sidebar_does_not_show() -> None:
    welcome = said(HOUR, "Welcome to our new player Hugo!")
    hello = replace(
        said(2 * HOUR, "Hello."), comments=(Comment("Hugo", NOW - 2 * HOUR, text="Hi."),)
    )
    assert not doubted(FIVE, welcome, seen=2 * HOUR)
    assert doubted(dov(DAY, *some(4, "for")), welcome, hello, seen=2 * HOUR)
    assert not doubted(
        FIVE,
        welcome,
        hello,
        seen=3 * HOUR,
        roster=replace(SEVEN, active=(*PLAYERS, "Hugo"), stated_players=8),
    )


@pytest.mark.parametrize(
    ("now", "doubt"), [(3 * HOUR, False), (2 * HOUR, True), (0 * HOUR, False)], ids=in_words
)
def test_a_sidebar_of_a_later_time(now: timedelta, doubt: bool) -> None:
    """Boris is idled at eleven; the sidebar is of noon. Long before he was active for sure."""
    later = replace(
        SEVEN,
        active=tuple(name for name in PLAYERS if name != "Boris"),
        idle=("Boris",),
        stated_players=6,
    )
    matter = proposal(DAY, ("Boris", "for"), *some(2, "for", 2))
    result = judged(matter, said(HOUR, "Boris idles out."), roster=later, now=now)
    text = (
        "the roster of that time is not certain: Boris: “News 1:00:00” of 2024-03-10 11:00 UTC"
        " announces a change within 1 hour"
    )
    assert sentences_of(result.doubts) == ((text,) if doubt else ())
