"""Sentences that are known whole in several wordings: one word more or another one, and they are reported."""

from __future__ import annotations

import pytest

from parsers.ruleset import asides
from parsers.ruleset.model import Terms
from parsers.ruleset.sentences import canonical
from parsers.ruleset.words import words_of
from tests.parsers.ruleset.editions import edition, read


def says_nothing(text: str, term: str = "") -> bool:
    return asides.says_nothing(text, words_of(text), term)


CANON = canonical(Terms("Ferryman", "Ferrymen", "Harbour Master"))


@pytest.mark.parametrize(
    ("harmless", "bearing"),
    [
        (
            "A Ferryman may not rejoin the game within two weeks after having left.",
            "A Ferryman may not vote within two weeks after having joined.",
        ),
        (
            "Idle Admins can resolve Votable Matters as a non-idle Admin would.",
            "Idle Admins cannot resolve Votable Matters.",
        ),
        (
            "When a Votable Matter is first put forward, it is pending.",
            "When a Votable Matter is first put forward, it is pending for a day.",
        ),
        (
            "This rule may not be overruled by any other rule in its application to Declarations of Victory.",
            "This rule may be overruled by any other rule in its application to Declarations of Victory.",
        ),
        (
            "Votable Matters require the “[Glossary]” tag in order to make changes to the Glossary Rules.",
            "Votable Matters require the “[Glossary]” tag in order to be Enacted.",
        ),
        (
            "For the purposes of dynastic rules, the Harbour Master is not a Ferryman.",
            "For the purposes of core rules, the Harbour Master is not a Ferryman.",
        ),
        (
            "When an Ascension Address is posted, the Ruleset is updated to reflect the changed terms.",
            "When an Ascension Address is posted, pending Proposals are failed.",
        ),
        (
            "The Ascension Address may list dynastic rules to keep.",
            "No new entry may be posted until the Ascension Address is posted.",
        ),
        (
            "The Ascension Address may list any number of dynastic rules to keep.",
            "The Ascension Address may list any number of new Ferrymen.",
        ),
        (
            "Update the Ruleset to reflect any changed terms, and repeal any dynastic rules which were not listed to be kept.",
            "Update the Ruleset to reflect any changed terms; the new dynasty is above the Ruleset.",
        ),
        (
            "Optionally specify any number of Building Blocks rules to remove or insert.",
            "Optionally specify the number of entries that may be posted.",
        ),
    ],
)
def test_a_sentence_is_known_in_several_wordings_and_no_other(harmless: str, bearing: str) -> None:
    assert says_nothing(CANON(harmless))
    assert not says_nothing(CANON(harmless), "vote")
    assert not says_nothing(CANON(bearing))
    assert not says_nothing(CANON(f"{harmless.rstrip('.')}, except on Mondays."))


IDLE = "Except in the rules “Ferrymen”, “Dynasties” and their subrules, Idle Ferrymen are not counted as Ferrymen."
OUTSIDE = "For the purposes of the Ruleset, excluding Rules “Ferrymen”, “Dynasties”, “Fair Play” and any of those Rules’ subrules, "
UNIDLE = (
    "An Admin may Unidle a Ferryman who has asked for it, unless the Ferryman who would be Unidled has become Idle within the past 96"
    " hours, and in this Dynasty."
)
ASKED = "An Admin may Unidle a Ferryman if they are Idle and have asked for it in an entry or comment from the past four days, "
THEMSELVES = "and Idle Admins may Unidle themselves at any time, "
BECAME = "unless the Ferryman who would be Unidled has become Idle within the past 96 hours"
ENACT = "The oldest Pending Proposal may be Enacted by any Admin if all"
BY = "The oldest Pending Proposal may be Enacted by any Admin (by updating the Gamestate and/or Ruleset{}) if all"
SHOWS = "they show confidence in the votes of the other players; please see below."


@pytest.mark.parametrize(
    ("old", "new", "topic"),
    [
        pytest.param(IDLE, f"{OUTSIDE}Idle Ferrymen are not counted as Ferrymen.", "", id="idle"),
        pytest.param(IDLE, f"{OUTSIDE}Idle Ferrymen are not counted as Ferrymen, except in Votes.", "vote", id="idle but in votes"),
        pytest.param(
            IDLE, f"{OUTSIDE.replace('Fair Play', 'Votes')}Idle Ferrymen are not counted as Ferrymen.", "vote", id="not in the rule Votes"
        ),
        pytest.param(UNIDLE, f"{ASKED}{THEMSELVES}{BECAME}, and within the current Dynasty.", "", id="unidle"),
        pytest.param(UNIDLE, f"{ASKED}{BECAME}.", "", id="unidle, in any dynasty"),
        pytest.param(UNIDLE, f"{ASKED}{BECAME}, or they have voted.", "idle", id="unidle unless voted"),
        pytest.param(ENACT, BY.format(", and then setting that Proposal’s status to Enacted"), "", id="enacted by updating"),
        pytest.param(ENACT, BY.format(" after twelve hours"), "proposal", id="enacted by updating later"),
        pytest.param(ENACT, BY.format(", if that Proposal is not failed"), "proposal", id="enacted by updating if"),
        pytest.param(SHOWS, "this is an indication of confidence in the votes of the other players; please see below.", "", id="shows"),
        pytest.param(
            SHOWS, "it indicates no confidence in the votes of the other players; please see below.", "deferential", id="shows not"
        ),
    ],
)
def test_another_wording_of_a_known_clause(old: str, new: str, topic: str) -> None:
    page = edition(2024).render()
    assert page.count(old) == 1
    topics = {unread.topic.partition(".")[0] for unread in read(page.replace(old, new)).unread}
    assert topics == ({topic} if topic else set())
