"""Clauses one at a time, in the words of more editions than are put together whole."""

from __future__ import annotations

import re

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.clauses.readings import DURATION, hours
from parsers.ruleset.model import ClauseValue

TERMS = "A Dynasty is headed by a single Player, known as the Emperor.\n\n"


def read(text: str, title: str = "R", below: str = "") -> tuple[dict[str, ClauseValue], list[tuple[str, str]]]:
    """What one rule says: the parameters read, and the topics and quotes of what was not understood."""
    rules = read_ruleset(f"= Core Rules =\n== Dynasties ==\n{TERMS}== {title} ==\n{text}\n{below}")
    values = {key: clause.value for key, clause in rules.voting.items() if clause}
    return values, [(unread.topic, unread.why) for unread in rules.unread if unread.rule]


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("1 hour", 1),
        ("an hour", 1),
        ("a day", 24),
        ("a week", 168),
        ("2 weeks", 336),
        ("36 hrs", 36),
        ("36hrs", 36),
        ("36 h", 36),
        ("36h", 36),
        ("48-hour", 48),
        ("120 minutes", 2),
        ("4 days (96 hours)", 96),
        ("96 hours (4 days)", 96),
        ("96 hours (i.e. 4 days)", 96),
        ("168 hours (a week)", 168),
        ("96 hours (5 days)", "96 hours and 5 days are not the same time"),
        ("90 minutes", "90 minutes are no whole number of hours"),
        ("1 minute", "1 minutes are no whole number of hours"),
    ],
)
def test_durations(text: str, stated: int | str) -> None:
    found = re.search(rf"(x)?{DURATION}", text)
    assert found is not None
    assert hours(found) == stated


@pytest.mark.parametrize(
    ("stated", "value"),
    [
        ("at least twelve (12) hours", 12),
        ("at least 12 (twelve) hours", 12),
        ("at least twelve (24) hours", None),
        ("at least 12\N{THIN SPACE}hours", 12),
        ("at least 12\N{NARROW NO-BREAK SPACE}hours", 12),
        ("no fewer than 12 hours", 12),
        ("a minimum of 12 hours", 12),
        ("12 hours or more", 12),
        ("12 hours or fewer", None),
        ("at least 12hx", None),
        ("at least 12 hours or more Votes", None),
    ],
)
def test_how_long_it_has_been_open_is_read_in_many_wordings(stated: str, value: int | None) -> None:
    below = f"* It is Popular.\n* It has been open for {stated}.\n* It has not been Vetoed or Withdrawn."
    values, unread = read("The oldest Pending Proposal may be Enacted by an Admin when all of the following hold:\n\n" + below)
    assert values.get("proposal.min_open_hours") == value
    assert any(stated in why for _, why in unread) is (value is None)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "If a DoV is Failed and it had at least one AGAINST vote, 5 days must pass before its author may make another DoV.",
            {"dov.cooldown_hours": 120},
        ),
        ("If a Proposal has been pending for more than 7 days, it leaves the queue, and can be failed by any Admin.",
         {"proposal.stale_days": 7}),
        (
            "BlogNomic is on Hiatus unless there are at least four Players besides the Emperor.",
            {"dormancy.min_players": 4, "dormancy.excludes_emperor": True},
        ),
    ],
)  # fmt: skip
def test_known_limits_in_other_words(text: str, values: dict[str, ClauseValue]) -> None:
    assert values.items() <= read(text)[0].items()


OPEN = "it has been open for at least 5 hours"
DOV = "A Pending DoV may be "


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # Quorum and Votes
        ("Quorum is equal to half of the number of Players rounded down, plus one.", {"quorum": "half-plus-one"}),
        ("A Quorum of any group of Players is half the number of Players in that subset, rounded down, plus 1.",
         {"quorum": "half-plus-one"}),
        ("A Votable Matter is Popular if at least Quorum of FOR votes.", {"popular.quorum": True}),
        ("It is Popular when the number of FOR votes is greater than or equal to Quorum.", {"popular.quorum": True}),
        ("A Votable Matter is Unpopular if fewer than a Quorum of Players are not voting AGAINST it.", {"unpopular.quorum": True}),
        (
            "A Votable Matter is Popular if it has been open for no less than 30 hours, more than 2 valid votes have been cast on"
            " it, and more votes are FOR than AGAINST.",
            {"popular.after_hours": 30, "popular.min_valid_votes": 3, "popular.core_text_needs_quorum": False},
        ),
        # Special Proposal Voting
        (
            "An Emperor may use VETO as a voting icon on a Proposal. If they do so, this renders the Proposal Vetoed.",
            {"veto": True},
        ),
        (
            "If the Emperor casts a vote of VETO on a Proposal, then this renders that Proposal Vetoed.",
            {},
        ),
        ("The Emperor may use VETO as a voting icon on a Proposal.", {}),
        ("If a Player casts a vote against their own Proposal, this renders that Proposal Self-Killed.",
         {"proposal.withdrawn_term": "Self-Killed"}),
        # Proposals
        ("Each Player may submit a Proposal.", {}),
        ("Any Player may submit a Proposal, unless they have already submitted 4 Proposals that day.", {"proposal.daily_limit": 4}),
        (f"A Pending Proposal may be Enacted if {OPEN}.", {"proposal.oldest_first": False, "proposal.min_open_hours": 5}),
        ("If a Proposal is pending for more than a week, it is ignored for the purposes of calculating the oldest pending Proposal,"
         " and may be failed by any Admin.", {"proposal.stale_days": 7}),
        # Calls for Judgement
        ("A Pending CfJ may be Failed by any Admin if it is Unpopular.", {"cfj.fail_if_no_change": False}),
        # Declarations of Victory
        (f"{DOV}Failed by any Admin if it is Unpopular.", {"dov.fail_unpopular_hours": 0}),
        (f"{DOV}Failed if it has been open for more than 3 days and it cannot be enacted.", {"dov.fail_after_hours": 72}),
        (
            f"{DOV}Enacted by any Admin if {OPEN}, more than two thirds of all Players have voted FOR it, and there are no AGAINST"
            " votes or the Emperor has voted FOR it.",
            {"dov.threshold": "two-thirds", "dov.early_hours": 5},
        ),
        ("While a DoV is pending, the game is in Hiatus. No Idle Player may be unidled while a DoV is pending.",
         {"dov.hiatus": True, "dov.blocks_unidling": True}),
        ("BlogNomic is on Hiatus when there is any pending DoV. During this time, Idle Players may not be unidled.",
         {"dov.hiatus": True, "dov.blocks_unidling": True}),
        ("While a DoV is pending, the only game actions that may be taken are those covered by the rule “Voting”.",
         {"dov.hiatus": True, "dov.blocks_unidling": False, "hiatus.stops_proposals": True}),
        ("While a DoV is pending, the only game actions that may be taken are those covered by the rule “Proposals”.",
         {"dov.hiatus": True, "dov.blocks_unidling": False, "hiatus.stops_proposals": False}),
        ("No Idle Players may be made unidle.", {"dov.blocks_unidling": True}),
        # The time until the Ascension Address
        ("The Hiatus continues until the new Emperor has posted an Ascension Address.", {"interregnum": True}),
        ("During an Interregnum, no DoV may be made.", {"interregnum.no_dovs": True}),
        ("During an Interregnum BlogNomic is on Hiatus and no new DoV may be posted.",
         {"interregnum": True, "interregnum.no_dovs": True}),
        ("Between the enactment of a DoV and the posting of the Ascension Address, the game is in Hiatus.", {"interregnum": True}),
        ("Between the enactment of a DoV and the completion of all that the Ascension Address changes, the game is in Hiatus.", {}),
        # Idling
        ("An Admin can make a Player Idle if that Player has not posted an entry or comment in the last 5 days.",
         {"idle.timeout_hours": 120}),
    ],
)  # fmt: skip
def test_single_clauses(text: str, values: dict[str, ClauseValue]) -> None:
    assert read(text)[0] == values


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("A Votable Matter is Popular if it is Unpopular.", "popular"),
        ("A Votable Matter is Popular if it has been open for at least 48 hours.", "popular"),
        ("A Votable Matter is Unpopular if it has been open for at least 48 hours.", "unpopular"),
        ("A Votable Matter is Unpopular if it is not Popular.", "unpopular"),
        ("A Votable Matter is Popular if.", "popular"),
        ("On Mondays, a Votable Matter is Popular if it has a number of FOR votes equal to or greater than Quorum.", "popular"),
        ("If there is no Emperor, the oldest Pending Proposal may be Enacted if it is Popular.", "proposal"),
        ("The oldest Pending Proposal may be Failed if it is Unpopular and it has been Vetoed.", "proposal"),
        ("The oldest Pending Proposal may be Enacted by any Admin (by the Emperor alone) if it is Popular.", "proposal"),
        (
            "A Pending CfJ may be Failed if it is Unpopular and it specifies neither changes to the Ruleset or Gamestate nor corrections"
            " of anything that tracks them.",
            "cfj",
        ),
        (f"{DOV}Enacted if it is Popular.", "dov"),
        (f"{DOV}Enacted if {OPEN}.", "dov"),
        (f"{DOV}Failed if it is Unpopular and it is more than 3 days old and cannot be enacted.", "dov"),
        (f"{DOV}Failed if {OPEN}.", "dov"),
        (f"{DOV}Enacted by any Admin if it is Popular or {OPEN}.", "dov"),
        ("While a DoV is pending, the game is in Hiatus, and all Idle Players sleep.", "vote"),
        ("While a DoV is pending, the only game actions that may be taken are those covered by any rule except “Proposals”.", "vote"),
        ("When a Proposal is enacted, no game actions may be taken except those in the rule “Voting” unless they are urgent.", "vote"),
    ],
)
def test_single_clauses_that_nobody_knows(text: str, topic: str) -> None:
    assert topic in [told for told, _ in read(text)[1]]


@pytest.mark.parametrize("text", ["Enacted by any Admin if all of the following are true:", "Enacted by any Admin."])
def test_a_lead_without_conditions_is_reported(text: str) -> None:
    _, unread = read(f"The oldest Pending Proposal may be {text}\n\nText.")
    assert ("proposal", f"not understood: “The oldest Pending Proposal may be {text}”") in unread


def test_a_condition_that_ends_with_and_goes_on_below() -> None:
    values, _ = read(
        "A Pending DoV may be Enacted by any Admin if either of the following is true:\n"
        "* It is Popular and\n** it has been open for at least a day\n"
        "* It is Popular. It has been open for at least 12 hours, and\n** either the Emperor has voted FOR it or it has no AGAINST votes."
    )
    assert values == {"dov.threshold": "popular", "dov.late_hours": 24, "dov.early_hours": 12}


# Dormancy

FLAG = "If BlogNomic is Dormant, this is tracked in the sidebar of the blog. "
ON_HIATUS = "While BlogNomic is Dormant, it is on Hiatus."
DORMANCY = ("dormancy.min_players", "dormancy.excludes_emperor", "dormancy.in_sidebar")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("If there are fewer than five Players, then BlogNomic is on Hiatus.", (5, False, False)),
        ("If the number of Players is lower than 5, the game enters Hiatus.", (5, False, False)),
        ("If there are less than 5 non-idle Players, excluding the Emperor, BlogNomic is on Hiatus.", (5, True, False)),
        ("If there are fewer than 5 Players (other than the Emperor) BlogNomic is in Hiatus.", (5, True, False)),
        ("If there are fewer than 5 Players, BlogNomic is Dormant. If BlogNomic is Dormant, the game is on Hiatus.", (5, False, False)),
        (f"{FLAG}{ON_HIATUS}\n\nThe criteria for Dormancy are:\n* There are 3 or fewer Players (excluding the Emperor)", (4, True, True)),
    ],
)
def test_dormancy(text: str, values: tuple[ClauseValue | None, ...]) -> None:
    read_values, unread = read(text, "Dormancy")
    assert (tuple(read_values.get(key) for key in DORMANCY), unread) == (values, [])


@pytest.mark.parametrize(
    "text",
    [
        "If there are fewer than 5 Players (not including Admins), BlogNomic is on Hiatus.",
        "If there are fewer than 5 Players, BlogNomic is Dormant.",
        "If there are more than 5 Players, BlogNomic is on Hiatus.",
        FLAG,
        ON_HIATUS,
        f"{FLAG}{ON_HIATUS} Rain is a cause.",
        f"{FLAG}{ON_HIATUS} A criterion for it is rain.",
        f"{FLAG}{ON_HIATUS}\n\nThe criteria for Dormancy are:\n* Rain.",
        f"{FLAG}{ON_HIATUS}\n\nThe criteria are:\n* There are 3 or fewer Players, besides Admins",
    ],
)
def test_dormancy_that_nobody_knows(text: str) -> None:
    read_values, unread = read(text, "Dormancy")
    assert read_values.get("dormancy.min_players") is None
    assert unread
    assert {topic for topic, _ in unread} <= {"dormancy", "vote"}


# Seasonal Downtime


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("On the 24th, 25th and 26th of December, BlogNomic is on Hiatus.", ("12-24", "12-25", "12-26")),
        ("BlogNomic is on Hiatus on 1 January.", ("01-01",)),
        ("BlogNomic is on Hiatus on the 1st, 3rd, and 22nd of July.", ("07-01", "07-03", "07-22")),
        ("BlogNomic is on Hiatus from the 24th to the 27th of December.", ("12-24", "12-25", "12-26", "12-27")),
        ("BlogNomic is on Hiatus from December 24th until 26th, inclusive.", ("12-24", "12-25", "12-26")),
        ("From 24th through 26th December inclusive, the game is in Hiatus.", ("12-24", "12-25", "12-26")),
        ("BlogNomic is on Hiatus between the 29th and 31st of December.", ("12-29", "12-30", "12-31")),
        ("BlogNomic is on Hiatus on December 24–26.", ("12-24", "12-25", "12-26")),
        ("BlogNomic is on Hiatus on 24 and 26 December.", ("12-24", "12-26")),
        ("BlogNomic is on Hiatus on the 29th of February.", ("02-29",)),
    ],
)
def test_downtime(text: str, days: tuple[str, ...]) -> None:
    assert read(text, "Seasonal Downtime") == ({"downtime": days, "downtime.suspends_dovs": False}, [])


@pytest.mark.parametrize(
    "text",
    [
        "BlogNomic is on Hiatus on the 30th of February.",
        "BlogNomic is on Hiatus on the 31st of April.",
        "BlogNomic is on Hiatus on the 0th of May.",
        "BlogNomic is on Hiatus from the 26th to the 24th of December.",
        "BlogNomic is on Hiatus from the 24th of December to the 2nd of January.",
        "BlogNomic is on Hiatus on the 24th of December unless somebody objects.",
        "BlogNomic is on Hiatus on every Sunday.",
    ],
)
def test_downtime_that_nobody_knows(text: str) -> None:
    assert [(value, [topic for topic, _ in unread]) for value, unread in [read(text, "Seasonal Downtime")]] == [({}, ["vote"])]


DAYS = "BlogNomic is on Hiatus on the 24th of December"
TITLED = "game actions defined by the rules titled “Players” and “Victory and Ascension”"


@pytest.mark.parametrize(
    ("text", "suspends", "understood"),
    [
        (f"{DAYS}. In addition, {TITLED} may not be taken.", True, True),
        (f"{DAYS}, and {TITLED} may not be taken.", True, True),
        (f"{DAYS}. In addition, {TITLED} (with the exception of Voting in DoVs) may not be taken.", True, True),
        (f"{DAYS}. During this time no game actions may be taken except those described in the rule entitled “Voting”.", True, True),
        (f"{DAYS}. During this time the only game actions that may be taken are those in “Victory and Ascension”.", False, True),
        (f"{DAYS}. In addition, {TITLED} may not be taken at night.", None, False),
        (f"{DAYS}. Merry days to all.", None, False),
    ],
)
def test_downtime_may_suspend_dovs(text: str, suspends: bool | None, understood: bool) -> None:
    values, unread = read(text, "Seasonal Downtime")
    assert (values["downtime"], values.get("downtime.suspends_dovs")) == (("12-24",), suspends)
    assert ([topic for topic, _ in unread] == []) is understood


def test_downtime_as_a_term_of_the_glossary_stands_for_itself() -> None:
    values, unread = read(f";Seasonal Downtime\n:{DAYS}.\n;Tide\n:The water rises.", "Keywords")
    assert values == {"downtime": ("12-24",), "downtime.suspends_dovs": False}
    assert unread == [("vote", "not understood: “The water rises.”")]


# The Emperor's DEFERENTIAL

CONVERTS = (
    "If the Emperor has a vote of DEFERENTIAL on a Proposal, then that vote is instead considered to be valid and either FOR"
    " (if more Players have a valid FOR vote on the Proposal than have voted AGAINST it) or AGAINST (in all other cases)."
)


OUT = (
    "If the Emperor has voted DEFERENTIAL on a Proposal, they are not considered to be a Player for the purposes of totaling quorum on that"
    " Proposal"
)
STILL_IN = (
    "Votes of DEFERENTIAL made by other Players on the same Proposal are not considered to be valid, but the Players who made them still"
    " contribute to quorum"
)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (CONVERTS, {"deferential.emperor": "all-follow"}),
        (
            f"{CONVERTS} In either case, votes of DEFERENTIAL made by other Players on the same Proposal are not considered to be valid."
            " If there are fewer than 7 Players, the Emperor's vote of DEFERENTIAL on a Proposal is affected by this rule only if all"
            " Players except the Emperor have cast a vote on that Proposal.",
            {"deferential.emperor": "others-void", "deferential.emperor_small_group": 6},
        ),
        (f"{OUT}. {STILL_IN}", {"deferential.emperor": "out-of-quorum"}),
        (
            OUT.replace("they are", "they (and any other Players who have voted DEFERENTIAL on it) are"),
            {"deferential.emperor": "all-out-of-quorum"},
        ),
    ],
)
def test_the_emperors_deferential(text: str, values: dict[str, ClauseValue]) -> None:
    assert read(text, "Imperial Deferentials")[0] == values


@pytest.mark.parametrize(
    ("text", "only"),
    [
        (f"{OUT}, nor is the author.", {"deferential"}),
        (f"{OUT}, nor is anybody on any other Proposal; every Proposal is Popular.", {""}),
        (OUT.replace("on a Proposal", "once") + ".", {""}),
        ("When the Emperor casts a vote of VETO on a Proposal, this renders it asleep.", {"veto"}),
        ("When the Emperor casts a vote of VETO on a Proposal, every Proposal is asleep.", {""}),
    ],
)
def test_on_which_occasion_alone_a_clause_says_something(text: str, only: set[str]) -> None:
    page = "= Appendix =\n== Imperial Deferentials ==\nA Dynasty is headed by a single Player, known as the Emperor.\n\n"
    rules = read_ruleset(page + text)
    assert {
        each.only for each in rules.unread if "not understood" in each.why and ("DEFERENTIAL" in each.why or "VETO" in each.why)
    } == only


def test_without_a_rule_on_it_the_emperors_deferential_is_off() -> None:
    text = "If a Player other than the Emperor casts a vote of DEFERENTIAL, this is an indication of confidence in the Emperor."
    assert read(text) == ({"deferential.emperor": "off"}, [])


def test_without_a_word_on_deferentials_nothing_is_known_of_them() -> None:
    rules = read_ruleset(f"= Core Rules =\n== Dynasties ==\n{TERMS}")
    assert rules.value("deferential.emperor") is None
    assert "no sentence speaks of DEFERENTIAL votes" in [unread.why for unread in rules.unread]


# Whole or not at all


@pytest.mark.parametrize(
    ("below", "read_values", "understood"),
    [
        pytest.param("* It is Popular\n* It is old", {}, False, id="an item that nobody knows"),
        pytest.param(
            "* All of the following are true:\n** It is Popular\n** It has been open for at least a day",
            {"dov.threshold": "popular", "dov.late_hours": 24},
            True,
            id="a list of all that is needed",
        ),
        pytest.param("* Either of the following is true:\n** It is Popular\n** It has been open for at least a day", {}, False,
                     id="a list of alternatives"),
        pytest.param("* Each of\n** It is Popular\n** It has been open for at least a day", {}, False,
                     id="a list that is not introduced"),
        pytest.param("* It is Popular or it has been open for at least a day", {}, False, id="or inside an item"),
        pytest.param("* It is Popular and it has been open for at least a day", {"dov.threshold": "popular", "dov.late_hours": 24}, True,
                     id="and inside an item"),
        pytest.param("* It is Popular, when it has been open for at least a day", {}, False, id="when inside an item"),
    ],
)  # fmt: skip
def test_an_item_is_joined_as_its_words_say(below: str, read_values: dict[str, ClauseValue], understood: bool) -> None:
    values, unread = read(f"A Pending DoV may be Enacted by an Admin when any of the following hold:\n{below}")
    assert values == read_values
    assert ("dov" not in [topic for topic, _ in unread]) is understood


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("If a DoV is Failed and it had at least one AGAINST vote, its author may not make another DoV until 48 hours have passed"
         " since then{}.", "dov.cooldown_hours"),
        ("Any Player may submit a Proposal (unless the Player already has 5 Proposals pending){}.", "proposal.pending_limit"),
        ("If the author of a Votable Matter has not used any valid voting icon in their comments, their Vote is FOR{}.",
         "vote.author_implicit"),
        ("Quorum is half the number of Players, rounded down, plus one{}.", "quorum"),
        ("A non-Player never has a Vote{}.", "vote.players_only"),
        ("If there are fewer than 5 Players, BlogNomic is on Hiatus{}.", "dormancy.min_players"),
        ("If BlogNomic is on Hiatus, Proposals may not be submitted or Resolved{}.", "hiatus.stops_proposals"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("tail", ["once it is 48 hours old", "nor may CfJs be Resolved", "in the Fog", "and the Moon is full"])
def test_a_sentence_with_a_tail_is_another_sentence(text: str, topic: str, tail: str) -> None:
    known, _ = read(text.format(""))
    longer, unread = read(text.format(f" {tail}"))
    assert topic in known
    assert topic not in longer
    assert unread


def test_a_second_way_to_enact_is_not_merged_with_the_first() -> None:
    one = "The oldest Pending Proposal may be Enacted by any Admin if it is Popular."
    other = "The oldest Pending Proposal may also be Enacted if it has been open for at least 40 hours."
    _, unread = read(f"{one}\n\n{other}", "Resolution of Proposals")
    assert ("proposal", f"not understood: “{other}”") in unread
