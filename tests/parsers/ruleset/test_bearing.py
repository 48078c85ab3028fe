"""Which sentences of dynastic rules may change a verdict, and which only mention a word."""

from __future__ import annotations

import pytest

from parsers.model import MatterKind
from parsers.ruleset.bearing import bears, concerned, out_of_force, speaks
from parsers.ruleset.model import Terms
from parsers.ruleset.prose import canonical

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

MENTIONS = """
The enacting Admin must write the date at the top of the rule.
The author of a Proposal gains a coin.
When a Proposal is enacted, its author gains two coins.
Whenever a Proposal is failed, each Ferryman loses a coin.
A Ferryman who votes FOR an enacted Proposal gains a coin.
If a Ferryman casts a vote of AGAINST, they lose one Oar.
Upon the enactment of a Proposal, the Tide may turn.
A Proposal may contain instructions to turn the Tide.
Proposals should not contain more than two hundred words.
The Tide may be changed by Proposal.
No Toll may be raised except as the result of a Proposal or CfJ.
A Ferryman whose Proposal was enacted may take a Fish.
If BlogNomic is not on Hiatus, the Harbour Master may turn the Tide.
This action may be taken during Hiatus.
A game action that mentions a Proposal costs an Oar.
After a DoV is enacted all game actions are counted.
For the purposes of dynastic rules which do not deal with voting, the Harbour Master is not a Ferryman.
For the purposes of this rule, the Harbour Master is not considered a Ferryman.
A passenger who is not a Ferryman pays double.
For the purposes of this rule, a Gull is treated as a Ferryman.
Ferrymen may not talk in private about votable matters.
A Ferryman must have made a Story Post since the last Proposal was enacted.
It is a Task to have an enacted Proposal.
The Harbour Master should raise a Call for Judgement when the Toll is in doubt.
""".strip().splitlines()

SILENT = """
A Ferryman may spend two Coins to gain an Oar.
The Devoted are those with at least three Candles.
The Harbour Master may open the Sluice once a week.
A pivotal Rock stands in the River.
""".strip().splitlines()


@pytest.mark.parametrize("text", BEARING)
def test_what_could_change_a_verdict_bears(text: str) -> None:
    canon = CANON(text)
    assert speaks(canon)
    assert bears(canon)


@pytest.mark.parametrize("text", MENTIONS)
def test_a_mere_mention_does_not_bear(text: str) -> None:
    canon = CANON(text)
    assert speaks(canon)
    assert not bears(canon)


@pytest.mark.parametrize("text", SILENT)
def test_other_sentences_say_nothing_of_voting(text: str) -> None:
    assert not speaks(CANON(text))


@pytest.mark.parametrize(
    ("lead", "item", "bearing"),
    [
        ("A Ferryman may not do any of the following:", "submit a Proposal;", True),
        ("No Ferryman may:", "veto,", True),
        ("The Harbour Master may:", "enact any Proposal, at any time", True),
        ("The Harbour Master should:", "raise a Call for Judgement", False),
        ("No Proposal may be enacted. The price list:", "a copy of a Proposal: 2 coins", False),
    ],
)
def test_what_introduces_a_list_counts_for_its_items(lead: str, item: str, bearing: bool) -> None:
    assert bears(CANON(item), CANON(lead)) is bearing


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
        ("Rule Dormancy does not apply.", True),
        ("The rule called Dormancy is to be considered flavor text.", True),
        ("The rule “Whirlpools” is flavour text.", False),
        ("Dormancy is flavour text.", False),
        ("The rule Dormancy stands above.", False),
    ],
)
def test_rules_taken_out_of_force(text: str, switched_off: bool) -> None:
    pattern = out_of_force(["dormancy", "victory and ascension"])
    assert bool(pattern.search(CANON(text))) is switched_off
