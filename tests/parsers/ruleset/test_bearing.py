"""Which sentences of dynastic rules may change a verdict, and which only mention a word."""

from __future__ import annotations

import pytest

from parsers.model import MatterKind
from parsers.ruleset.bearing import concerned, speaks, touches_core, touches_verdicts
from parsers.ruleset.model import Terms
from parsers.ruleset.sentences import canonical

CANON = canonical(Terms("Ferryman", "Ferrymen", "Harbour Master"))

BEARING = """
No Ferryman may vote against a Proposal.
The Harbour Master may not cast a vote of DEFERENTIAL.
Each FOR vote of the Harbour Master counts twice.
A Ferryman with no Oars has no vote.
Ghosts may vote on Votable Matters as if they were Ferrymen.
Votes of AGAINST by a Ferryman in the Fog are not valid.
While it is Night, Quorum is three.
A Proposal that names a fish is Popular when two Ferrymen have voted for it.
If the Harbour Master has not voted on a Proposal, their vote on it is considered to be DEFERENTIAL.
The blue icon is a voting icon, too.
A Ferryman's EVC is void if it rhymes.
Only the Harbour Master may enact CfJs that concern the Quay.
The oldest pending Proposal cannot be failed on a Sunday.
Proposals must be enacted by the Harbour Master.
An Admin shall fail any Proposal that mentions salt.
Admins may, while the Bell rings, enact Proposals in any order.
Any Admin may at any time fail a Proposal tagged [Joke].
A Proposal without a picture may not be enacted.
It can be failed by any Admin, even if it is not the oldest pending Proposal.
No Proposal may be posted that would change this rule.
A Ferryman may not submit more than one Proposal in a week.
A Ferryman who is aground may not make a Declaration of Victory.
No Ferryman may raise a Call for Judgement about this.
Each Ferryman may have up to three Proposals pending.
The Harbour Master has no limit to pending Proposals.
A Proposal withdrawn this way ceases to count towards its author's Proposals pending.
Proposals that mention salt are illegal.
If a Proposal mentions salt, it is Vetoed.
Any Proposal that breaks this rule is considered to be Failed.
While the Sluice is open, BlogNomic is on Hiatus.
No game actions may be taken while the Bell rings.
No Ferryman may take any game actions at night.
Game actions defined by the rule “Oars” may only be taken at night.
When the Bell has rung, the game enters Hiatus.
The Hiatus ends when the Bell rings again.
Proposals must have been open for voting for at least a day before anybody enacts them.
Gulls are not Ferrymen.
A Ferryman who drowned is no longer considered a Ferryman.
Ghosts are considered to be Ferrymen.
Each Gull counts as a Ferryman for the purposes of voting.
In the core rules, Gulls are treated as Ferrymen.
A Ferryman in the Water is not considered to be a Ferryman for the purposes of voting.
For the purposes of quorum, a Ferryman who is asleep is not a Ferryman.
The Harbour Master may veto a Call for Judgement.
A Ferryman can withdraw another Ferryman's Proposal.
""".strip().splitlines()

IN_OTHER_WORDS = """
Gulls have the same rights as Ferrymen.
Divers count neither as gulls nor as Ferrymen.
Those who drowned have left the game.
Nobody who drowned stays on the roster.
A Ferryman who drowned is deemed absent.
The Pilot acts in the Harbour Master's stead.
There are two Harbour Masters.
Whoever holds the Bell is the Harbour Master.
A day lasts as long as two tides.
Time stands still while the Bell rings.
All deadlines are doubled at low water.
A Ferryman in the Fog may not comment.
Comments made in the Fog are ignored.
Nothing that a diver submits has any effect.
Ballots of divers weigh half as much.
Divers have no say in the matters of the Quay.
A tie is broken by the Pilot.
Rule 1.5 is asleep at low water.
This rule prevails in case of doubt.
“Oldest” means “longest”.
At low water half is all there is, and halves are rounded as the Pilot likes: rounding is free.
Admins rest on Sundays.
The Dynasty ends with the next tide.
Wherever the ruleset says four, read 5 for 4.
""".strip().splitlines()
"""Overrides that name no vote and no matter."""

NOT_KNOWN_TO_BE_HARMLESS = """
Upon the enactment of a Proposal, the Tide may turn.
A Proposal may contain instructions to turn the Tide.
Proposals should not contain more than two hundred words.
No Toll may be raised except as the result of a Proposal or CfJ.
If BlogNomic is not on Hiatus, the Harbour Master may turn the Tide.
A game action that mentions a Proposal costs an Oar.
For the purposes of dynastic rules which do not deal with voting, the Harbour Master is not a Ferryman.
A passenger who is not a Ferryman pays double.
Ferrymen may not talk in private about votable matters.
The Harbour Master should raise a Call for Judgement when the Toll is in doubt.
Ferrymen who are aground are barred from voting.
A Ferryman who is aground is unable to vote.
Ferrymen in the Fog are exempt from the idle timeout.
The core rules do not bind Gulls.
Whenever a Proposal is failed, that vote counts for its author.
Whenever a Ferryman votes, they lose their vote.
When a Proposal is enacted, its author gains two coins.
While the Bell rings, a Ferryman who votes, loses a coin.
The enacting Admin must write the date before the Proposal may be enacted.
""".strip().splitlines()
"""Sentences that change no verdict as they stand, or hardly, but of no form in which none could."""

REWARDS = """
The enacting Admin must write the date at the top of the rule.
When a Proposal is enacted, the enacting Admin shall roll a die.
Whenever a Proposal is failed, each Ferryman loses a coin.
If a Ferryman casts a vote of AGAINST, they lose one Oar.
Each time a DoV is enacted, each Ferryman gains an Oar.
""".strip().splitlines()

SILENT = """
A Ferryman may spend two Coins to gain an Oar.
The Devoted are those with at least three Candles.
The Harbour Master may open the Sluice once a week.
A pivotal Rock stands in the River.
A Ferryman whose Oars are broken is considered Stranded.
Each Ferryman may post a Log once a day.
The Harbour Master should privately keep the number of Coins of every Ferryman.
""".strip().splitlines()


@pytest.mark.parametrize("text", BEARING)
def test_what_could_change_a_verdict_bears(text: str) -> None:
    canon = CANON(text)
    assert speaks(canon)
    assert touches_verdicts(canon)
    assert touches_core(canon)


@pytest.mark.parametrize("text", IN_OTHER_WORDS)
def test_what_changes_a_verdict_without_naming_votes_bears(text: str) -> None:
    assert touches_verdicts(CANON(text))


@pytest.mark.parametrize("text", NOT_KNOWN_TO_BE_HARMLESS)
def test_what_has_no_known_form_bears(text: str) -> None:
    assert touches_verdicts(CANON(text))


@pytest.mark.parametrize("text", REWARDS)
def test_a_reward_or_a_duty_to_write_down_does_not_bear(text: str) -> None:
    canon = CANON(text)
    assert speaks(canon)
    assert not touches_verdicts(canon)
    assert touches_core(canon)


@pytest.mark.parametrize("text", SILENT)
def test_other_sentences_say_nothing_of_voting(text: str) -> None:
    assert not speaks(CANON(text))
    assert not touches_verdicts(CANON(text))


@pytest.mark.parametrize(
    ("lead", "item", "bearing"),
    [
        ("A Ferryman may not do any of the following:", "submit a Proposal;", True),
        ("No Ferryman may:", "veto,", True),
        ("The Harbour Master may:", "enact any Proposal, at any time", True),
        ("No Ferryman may vote for:", "gulls", True),
        ("The Harbour Master may sing of:", "gulls", False),
    ],
)
def test_what_introduces_a_list_counts_for_its_items(lead: str, item: str, bearing: bool) -> None:
    assert touches_verdicts(CANON(item), CANON(lead)) is bearing


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("No Ferryman may vote AGAINST a Proposal.", {MatterKind.PROPOSAL}),
        ("CfJs and DoVs cannot be enacted on Sundays.", {MatterKind.CFJ, MatterKind.DOV}),
        ("A Declaration of Victory is Popular when Quorum is.", {MatterKind.DOV}),
        ("No Ferryman may vote.", set(MatterKind)),
        ("The author of a pending Proposal may not vote.", set(MatterKind)),
        ("A Ferryman who authored a Proposal may not vote.", set(MatterKind)),
        ("No Votable Matter may be failed while a Proposal is pending.", set(MatterKind)),
        ("The author of a Proposal may not fail a CfJ.", {MatterKind.CFJ}),
    ],
)
def test_the_matters_a_sentence_may_touch(text: str, kinds: set[MatterKind]) -> None:
    assert concerned(CANON(text)) == kinds


@pytest.mark.parametrize(
    ("text", "switched_off"),
    [
        ("The Core Rule Dormancy is flavour text.", True),
        ("In this Dynasty the rule “Victory and Ascension” has no effect.", True),
        ("Rule 1.7 does not apply.", True),
        ("This rule has no effect until the next Dynasty begins.", True),
        ("The bullet above is to be ignored.", True),
        ("The rule “Whirlpools” is sung aloud.", False),
    ],
)
def test_rules_taken_out_of_force(text: str, switched_off: bool) -> None:
    assert speaks(CANON(text)) is switched_off


@pytest.mark.parametrize(
    ("text", "touching"),
    [
        ("The twelve-hour minimum does not apply to short posts.", True),
        ("Each of these periods is extended by a day.", True),
        ("Gulls are Ferrymen.", True),
        ("Admins may act on a Sunday.", True),
        ("Posts are kept in an archive.", False),
    ],
)
def test_the_core_speaks_of_little_else(text: str, touching: bool) -> None:
    assert touches_core(CANON(text)) is touching
