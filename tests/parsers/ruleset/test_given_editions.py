"""Three real Rulesets, read by hand: what each says of every parameter, in which rule, in which words.

They are test data that lies beside the repository; without it these tests are skipped.
"""

from __future__ import annotations

from functools import cache

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.clauses import keys
from parsers.ruleset.model import ClauseValue, Ruleset, Terms
from tests.support.paths import EDITIONS, real_ruleset

MAY_2020, IN_2023, JANUARY_2024 = EDITIONS

Row = tuple[str, str, str] | None
"""The value as text, the title of the rule, and a piece of the sentence; None where the text has no such clause."""


@cache
def ruleset(name: str) -> Ruleset:
    return read_ruleset(real_ruleset(name))


def _same(value: str, rule: str, piece: str) -> dict[str, Row]:
    return dict.fromkeys(EDITIONS, (value, rule, piece))


def _each(may_2020: Row, in_2023: Row, january_2024: Row) -> dict[str, Row]:
    return {MAY_2020: may_2020, IN_2023: in_2023, JANUARY_2024: january_2024}


VOTES, RESOLUTION, VICTORY, POSTS = "Votes", "Resolution of Proposals", "Victory and Ascension", "Official Posts"
IDLE = {MAY_2020: "Idle Amnesiacs", IN_2023: "Idle Mindjackers", JANUARY_2024: "Idle Necromancers"}

TABLE: dict[str, dict[str, Row]] = {
    "quorum": _each(
        ("half-plus-one", "Keywords", "rounded down, plus one"),
        ("half-plus-one", "Other", "rounded down, plus one"),
        ("half-plus-one", "Other", "rounded down, plus one"),
    ),
    "popular.after_hours": _same("48", VOTES, "open for voting for at least 48 hours, it has"),
    "popular.min_valid_votes": _same("2", VOTES, "more than 1 valid Vote"),
    "popular.core_text_needs_quorum": _same("False", VOTES, "more valid Votes cast on it are FOR"),
    "unpopular.after_hours": _same("48", VOTES, "at least 48 hours and it is not Popular"),
    "proposal.min_open_hours": _same("12", RESOLUTION, "open for voting for at least 12 hours"),
    "proposal.stale_days": _same("7", RESOLUTION, "pending for more than 7 days"),
    "proposal.pending_limit": _same("2", "Proposals", "already has 2 Proposals pending"),
    "proposal.daily_limit": _same("3", "Proposals", "already made 3 Proposals that day"),
    "proposal.oldest_first": _same("True", RESOLUTION, "The oldest Pending Proposal may be Enacted"),
    "proposal.withdrawn_term": _each(
        ("Self-Killed", "Special Proposal Voting", "renders the Proposal Self-Killed"),
        ("Withdrawn", "Special Proposal Voting", "renders the Proposal Withdrawn"),
        ("Withdrawn", "Special Proposal Voting", "renders the Proposal Withdrawn"),
    ),
    "veto": _same("True", "Special Proposal Voting", "may use VETO as a voting icon"),
    "cfj.fail_if_no_change": _same("True", "Calls for Judgement", "specifies neither changes"),
    "dov.threshold": _each(
        ("popular", VICTORY, "It is Popular, it has been open"),
        ("two-thirds", VICTORY, "greater than 2/3rds"),
        ("two-thirds", VICTORY, "greater than 2/3rds"),
    ),
    "dov.early_hours": _same("12", VICTORY, "has Voted FOR it or it has no AGAINST Votes"),
    "dov.late_hours": _same("24", VICTORY, "open for at least 24 hours"),
    "dov.fail_unpopular_hours": _same("12", VICTORY, "It is Unpopular, and it has been open for at least 12 hours"),
    "dov.fail_after_hours": _each(
        None,
        ("48", VICTORY, "more than 48 hours old and cannot be Enacted"),
        ("48", VICTORY, "more than 48 hours old and cannot be Enacted"),
    ),
    "dov.cooldown_hours": _same("120", VICTORY, "until after 120 hours (5 days)"),
    "dov.hiatus": _same("True", VICTORY, "at least one pending DoV, BlogNomic is on Hiatus"),
    "dov.blocks_unidling": _each(
        ("False", VICTORY, "at least one pending DoV"),
        ("True", VICTORY, "no Idle Mindjacker may be made unidle"),
        ("True", VICTORY, "no Idle Necromancer may be made unidle"),
    ),
    "deferential.emperor": _each(
        ("all-follow", "Imperial Deferentials", "AGAINST (in all other cases)"),
        ("others-void", "Imperial Deferentials", "made by other Mindjackers on the same Proposal"),
        ("others-void", "Rules and Votable Matters", "made by other Necromancers on the same Proposal"),
    ),
    "deferential.emperor_small_group": _each(None, None, ("6", "Rules and Votable Matters", "six or fewer Necromancers")),
    "dormancy.min_players": _each(
        ("5", "Dormancy", "fewer than five"), ("5", "Dormancy", "fewer than five"), ("4", "Dormancy", "fewer than four")
    ),
    "dormancy.excludes_emperor": _each(
        ("False", "Dormancy", "fewer than five"),
        ("False", "Dormancy", "fewer than five"),
        ("True", "Dormancy", "not including the Grim Reaper"),
    ),
    "dormancy.in_sidebar": _same("False", "Dormancy", "BlogNomic is on Hiatus"),
    "downtime": _each(
        ("12-24 12-25 12-26", "Seasonal Downtime", "24th, 25th and 26th of December"),
        ("12-24 12-25 12-26", "Seasonal Downtime", "24th, 25th and 26th of December"),
        ("12-24 12-25 12-26", "Other", "24th, 25th and 26th of December"),
    ),
    "interregnum": _each(
        ("True", VICTORY, "posting of the Ascension Address, no new DoV"),
        ("True", "Dynasties", "During an Interregnum the game is in hiatus"),
        ("True", "Dynasties", "During an Interregnum the game is in hiatus"),
    ),
    "statuses": _each(
        ("pending enacted failed", "Enacting and Failing", "Pending, Enacted, or Failed"),
        ("pending enacted failed illegal vetoed", "Enacting and Failing", "Enacted, Failed, or Illegal"),
        ("pending enacted failed illegal vetoed", "Enacting and Failing", "Enacted, Failed, or Illegal"),
    ),
    "post.edit_hours": _each(
        ("2", POSTS, "less than two hours old"), ("4", POSTS, "less than 4 hours old"), ("4", POSTS, "less than 4 hours old")
    ),
    "post.category_minutes": _same("15", POSTS, "official posts can never be changed from one category"),
    "idle.timeout_hours": {name: ("168", rule, "has not posted an entry or comment in the") for name, rule in IDLE.items()},
    "idle.reduced_timeout_hours": _each(
        None, ("96", IDLE[IN_2023], "reduced to 96 hours"), ("96", IDLE[JANUARY_2024], "reduced to 96 hours")
    ),
    "idle.request_hours": {name: ("96", rule, "asked to become Idle in an entry or comment from") for name, rule in IDLE.items()},
    "idle.unidle_cooldown_hours": {name: ("96", rule, "who would be Unidled") for name, rule in IDLE.items()},
    "idle.cooldown_for": _each(
        ("requested", IDLE[MAY_2020], "asked to become"), ("all", IDLE[IN_2023], "has become"), ("all", IDLE[JANUARY_2024], "has become")
    ),
    "idle.cooldown_in_dynasty": {name: ("True", rule, "within the current Dynasty") for name, rule in IDLE.items()},
    "fair_play.entries_per_day": _same("10", "Fair Play", "ten blog entries in a day"),
    "fair_play.comments_in_row": _same("10", "Fair Play", "ten blog comments in a row"),
    "fair_play.entry_words": _same("1000", "Fair Play", "more than 1000 words"),
    "name.min_length": _each(None, ("4", "Names", "between 4 and 30"), ("4", "Names", "between 4 and 30")),
    "name.max_length": _each(None, ("30", "Names", "between 4 and 30"), ("30", "Names", "between 4 and 30")),
    "name.characters": _each(None, *2 * [("letters digits underscores hyphens full stops apostrophes", "Names", "26 letters")]),
    "special_case.default": _each(
        ("inactive-if-asterisk", "Special Case", "asterisk"), ("active-if-standard", "Special Case", "includes “[Standard]”"), None
    ),
    "vote.last_icon": _same("True", VOTES, "the last valid voting icon"),
    "vote.author_implicit": _same("for", VOTES, "the author’s Vote is FOR"),
    "vote.players_only": _same("True", VOTES, "never has a Vote"),
    "vote.idle_excluded": {name: ("True", rule, "are not counted as") for name, rule in IDLE.items()},
    "deferential.players": _same("follow-emperor", VOTES, "has a valid Vote other than VETO"),
    "popular.quorum": _same("True", VOTES, "that exceed or equal Quorum"),
    "unpopular.quorum": _same("True", VOTES, "not voting AGAINST it is less than Quorum"),
    "hiatus.stops_proposals": _each(
        ("True", "Keywords", "may not be submitted or Resolved"),
        ("True", "Other", "may not be submitted or Resolved"),
        ("True", "Other", "may not be submitted or Resolved"),
    ),
    "interregnum.no_dovs": _each(
        ("True", VICTORY, "no new DoV may be made"),
        ("True", "Dynasties", "no DoVs may be made"),
        ("True", "Dynasties", "no DoVs may be made"),
    ),
    "downtime.suspends_dovs": _each(
        ("True", "Seasonal Downtime", "exception of Voting in DoVs"),
        ("True", "Seasonal Downtime", "exception of Voting in DoVs"),
        ("True", "Other", "exception of Voting in DoVs"),
    ),
    "dov.protected": _each(("True", VICTORY, "as it relates to Declarations of Victory"), None, None),
    "post.illegal_unpopular": _same("True", POSTS, "If it is a Votable Matter then it is Unpopular"),
}


def _as_text(value: ClauseValue) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def test_the_table_has_every_key() -> None:
    assert tuple(sorted(TABLE)) == tuple(sorted(keys()))
    assert tuple(ruleset(MAY_2020).voting) == keys()


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("key", keys())
def test_a_parameter_reads_as_a_person_reads_it(name: str, key: str) -> None:
    row, clause = TABLE[key][name], ruleset(name).voting[key]
    if row is None or clause is None:
        assert row is None and clause is None
    else:
        value, rule, piece = row
        assert (_as_text(clause.value), clause.rule) == (value, rule)
        assert piece in clause.quote


@pytest.mark.parametrize("name", EDITIONS)
def test_values_have_their_own_types(name: str) -> None:
    kinds = {key: type(clause.value) for key, clause in ruleset(name).voting.items() if clause}
    assert all(
        kind is int
        for key, kind in kinds.items()
        if key.endswith(("_hours", "_days", "_minutes", "_limit", "_votes", "_players", "_length"))
    )
    assert {kinds["downtime"], kinds["statuses"]} == {tuple}
    assert all(
        kinds[key] is bool for key in ("veto", "interregnum", "dov.hiatus", "popular.core_text_needs_quorum", "proposal.oldest_first")
    )


@pytest.mark.parametrize("name", EDITIONS)
def test_nothing_is_left_unread(name: str) -> None:
    assert ruleset(name).unread == ()


@pytest.mark.parametrize(
    ("name", "terms", "page"),
    [
        (MAY_2020, Terms("Amnesiac", "Amnesiacs", "Past Memory"), "Community"),
        (IN_2023, Terms("Mindjacker", "Mindjackers", "Ascendant"), "Reality"),
        (JANUARY_2024, Terms("Necromancer", "Necromancers", "Grim Reaper"), "The Graveyard"),
    ],
)
def test_terms_and_tracking_page(name: str, terms: Terms, page: str) -> None:
    assert (ruleset(name).terms, ruleset(name).tracking_page) == (terms, page)


@pytest.mark.parametrize(
    ("name", "third", "rules", "inactive"),
    [
        (MAY_2020, "Special Case", 50, ()),
        (IN_2023, "Special Case", 97, ("Malign Emperors", "Alliances", "Bounties")),
        (JANUARY_2024, "Building Blocks", 47, ()),
    ],
)
def test_sections_rules_and_statuses(name: str, third: str, rules: int, inactive: tuple[str, ...]) -> None:
    read = ruleset(name)
    assert read.sections == ("Core Rules", "Dynastic Rules", third, "Appendix")
    assert len(read.rules) == rules
    assert tuple(rule.title for rule in read.rules if rule.status == "inactive") == inactive
    assert all((rule.status is not None) == (rule.section == third) for rule in read.rules)


@pytest.mark.parametrize(
    ("name", "number", "title", "tags", "path"),
    [
        (MAY_2020, "1.2.1", "Idle Amnesiacs", (), ("Amnesiacs", "Idle Amnesiacs")),
        (MAY_2020, "3.3", "Imperial Deferentials", ("Active",), ("Imperial Deferentials",)),
        (IN_2023, "1.4.2", "Enacting and Failing", (), ("Votable Matters", "Enacting and Failing")),
        (IN_2023, "2.9", "Tier 7: Inverted Tesselation Grid", (), ("Tier 7: Inverted Tesselation Grid",)),
        (IN_2023, "3.7", "No Collaboration", ("Active",), ("No Collaboration",)),
        (JANUARY_2024, "1.2.2", "Dormancy", (), ("Necromancers", "Dormancy")),
        (JANUARY_2024, "4.5", "Synonyms", (), ("Synonyms",)),
    ],
)
def test_rules_are_numbered_as_the_table_of_contents_does(
    name: str, number: str, title: str, tags: tuple[str, ...], path: tuple[str, ...]
) -> None:
    (rule,) = (rule for rule in ruleset(name).rules if rule.number == number)
    assert (rule.title, rule.tags, rule.path) == (title, tags, path)


@pytest.mark.parametrize(
    ("name", "bearing"),
    [(MAY_2020, []), (IN_2023, ["Tier 4: Protoplasmic Quantum Soup", "Tier 7: Inverted Tesselation Grid"]), (JANUARY_2024, [])],
)
def test_caveats(name: str, bearing: list[str]) -> None:
    assert [caveat.rule for caveat in ruleset(name).caveats if caveat.bears] == bearing
