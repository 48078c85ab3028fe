"""Sentences that only forbid an icon, read from the first word to the last; any other sentence is no ban."""

from __future__ import annotations

import pytest

from parsers.model import VoteIcon
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Ban, BanCondition
from tests.parsers.ruleset.editions import edition

FLOOD = BanCondition("water", "flood")
BAN = "While the Water is at Flood, no Ferryman may cast a vote of AGAINST on any Proposal."


def bans(text: str, elsewhere: str = "") -> list[Ban | None]:
    """What the sentences of a rule are that bear on verdicts; ``elsewhere`` is the text of another rule."""
    before, heading, rules = edition(2023).render().partition("= Dynastic Rules =\n")
    page = before + heading + rules.replace("</div>", f"== Night Watch ==\n\n{text}\n\n== Tides ==\n\n{elsewhere}\n\n</div>", 1)
    return [caveat.ban for caveat in read_ruleset(page).caveats if caveat.bears and caveat.rule == "Night Watch"]


@pytest.mark.parametrize(
    ("sentence", "icon", "condition"),
    [
        pytest.param(BAN, VoteIcon.AGAINST, FLOOD, id="condition first"),
        pytest.param("No Ferryman may cast votes of AGAINST while the Water is Flood.", VoteIcon.AGAINST, FLOOD, id="condition last"),
        pytest.param(
            "People sleep here, so a Ferryman who rows keeps quiet, and while the Water is at Flood may not cast a vote of AGAINST.",
            VoteIcon.AGAINST,
            FLOOD,
            id="condition in the middle",
        ),
        pytest.param(
            "No Ferryman may vote AGAINST any Proposal if Fog is at least three.",
            VoteIcon.AGAINST,
            BanCondition("fog", "at least 3"),
            id="number",
        ),
        pytest.param("No Ferryman may vote AGAINST a Proposal.", VoteIcon.AGAINST, None, id="verb"),
        pytest.param("A Ferryman in the Tunnel cannot use a DEFERENTIAL vote on Proposals.", None, None, id="matters without an article"),
        pytest.param("A Ferryman in the Tunnel cannot use a DEFERENTIAL vote.", VoteIcon.DEFERENTIAL, None, id="deferential"),
        pytest.param("No Ferryman who rows may use the voting icon of VETO.", VoteIcon.VETO, None, id="some players"),
        pytest.param("Ferrymen are not allowed to cast a vote of FOR on their own Proposal.", VoteIcon.FOR, None, id="own proposals"),
    ],
)
def test_a_ban_is_read_whole(sentence: str, icon: VoteIcon | None, condition: BanCondition | None) -> None:
    assert bans(sentence) == [None if icon is None else Ban(icon, condition)]


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("On Mondays, and while the Water is at Flood, no Ferryman may cast a vote of AGAINST.", id="second time"),
        pytest.param("No Ferryman who is asleep or in the Tunnel may cast a vote of AGAINST while the Water is Flood.", id="alternative"),
        pytest.param("Even while the Water is at Flood, a Ferryman may not cast a vote of AGAINST.", id="even"),
        pytest.param("While the Water is at Flood, or if the Lock is shut, no Ferryman may cast a vote of AGAINST.", id="second condition"),
        pytest.param("Unless the Water is at Flood, no Ferryman may cast a vote of AGAINST.", id="unless"),
        pytest.param("If a Ferryman rows, they may not cast a vote of AGAINST while the Water is Flood.", id="two conditions"),
    ],
)
def test_a_condition_beside_what_may_widen_it_is_not_read(sentence: str) -> None:
    assert bans(sentence) == [Ban(VoteIcon.AGAINST)]


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("No Ferryman may cast a vote of AGAINST, and votes of FOR count twice.", id="more behind it"),
        pytest.param("Votes of FOR count twice, and no Ferryman may cast a vote of AGAINST.", id="more before it"),
        pytest.param("An idle Ferryman is ignored, and no Ferryman may cast a vote of AGAINST.", id="idle players"),
        pytest.param("No Ferryman may cast a vote of AGAINST or DEFERENTIAL.", id="two icons"),
        pytest.param("No Ferryman may cast a vote of AGAINST on any Proposal they did not write.", id="unknown restriction"),
        pytest.param("A Ferryman may only cast a vote of AGAINST.", id="permission"),
        pytest.param("No Ferryman may cast a vote.", id="no icon"),
        pytest.param("* No Ferryman may cast a vote of AGAINST.", id="list item"),
        pytest.param("; Hush : No Ferryman may cast a vote of AGAINST.", id="definition"),
        pytest.param("No Ferryman may cast a vote of AGAINST.\n* in March;\n* in May.", id="list below"),
        pytest.param(f"{BAN} This is also so on Mondays.", id="pointed back at"),
        pytest.param(f"{BAN} The same goes for FOR.", id="another icon behind it"),
        pytest.param(f"What is said in the following sentence is a joke. {BAN}", id="pointed ahead at"),
    ],
)
def test_any_other_sentence_is_no_ban(sentence: str) -> None:
    assert set(bans(sentence)) == {None}


def test_what_another_rule_says_of_the_rule_or_its_words_counts() -> None:
    assert bans(BAN, "Night Watch does not apply in May.") == [None]
    assert bans(BAN, "A Low Water is treated as Flood.") == [Ban(VoteIcon.AGAINST)]
    assert bans(BAN, "A Low Water is dry.") == [Ban(VoteIcon.AGAINST, FLOOD)]
    assert bans(f"{BAN} A Ferryman may row.", "A Ferryman treated as a guest may row.") == [Ban(VoteIcon.AGAINST, FLOOD)]
