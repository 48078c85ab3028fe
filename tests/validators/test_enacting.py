"""Whether the conditions hold that a matter puts on its instructions."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from parsers.model import Category, Post, Status, VoteIcon
from parsers.proposals.model import ConditionKind, InstructionCondition
from validators.enacting import Conditions
from validators.voting.verdict import Vote


def matter(title: str, status: Status = Status.ENACTED, key: str = "") -> Post:
    address = f"https://blog.example/archive/{key or title.lower().replace(' ', '_')}/"
    return Post(address, f"Proposal: {title}", Category.PROPOSAL, "Ana", datetime(2024, 1, 1, tzinfo=UTC), status, subject=title)


SELF = matter("A Thing", Status.PENDING)


def asked(subject: str, outcome: str, *matters: Post) -> bool | None:
    condition = InstructionCondition(ConditionKind.MATTER, f"if “{subject}” was {outcome}", subject, outcome)
    return Conditions(SELF, (SELF, *matters), ()).decide(condition)


@pytest.mark.parametrize(
    ("subject", "outcome", "status", "answer"),
    [
        pytest.param("Old Lamps", "enacted", Status.ENACTED, True, id="it was enacted"),
        pytest.param("Old Lamps", "enacted", Status.FAILED, False, id="it failed"),
        pytest.param("Old Lamps", "enacted", Status.VETOED, False, id="it was vetoed"),
        pytest.param("Old Lamps", "failed", Status.FAILED, True, id="it failed, as asked"),
        pytest.param("Old Lamps", "failed", Status.ENACTED, False, id="it did not fail"),
        pytest.param("Old Lamps", "enacted", Status.PENDING, None, id="it is pending"),
        pytest.param("Old Lamps", "liked", Status.ENACTED, None, id="an outcome that no matter has"),
        pytest.param("New Lamps", "enacted", Status.ENACTED, None, id="another one"),
        pytest.param("Proposal: old  lamps", "enacted", Status.ENACTED, True, id="the whole title in other letters"),
        pytest.param("https://blog.example/archive/old_lamps#c12", "enacted", Status.ENACTED, True, id="by its address"),
        pytest.param("https://blog.example/archive/old", "enacted", Status.ENACTED, None, id="by another address"),
    ],
)
def test_a_condition_on_a_matter(subject: str, outcome: str, status: Status, answer: bool | None) -> None:
    assert asked(subject, outcome, matter("Old Lamps", status)) is answer


def test_of_one_title_the_latest_is_meant() -> None:
    first, second = matter("Lamps", Status.ENACTED, "lamps"), matter("Lamps", Status.FAILED, "lamps1")
    assert asked("Lamps", "enacted", first, second) is False
    assert asked("Lamps", "enacted", second, first) is True


def test_a_matter_is_not_its_own_condition() -> None:
    assert asked("A Thing", "enacted") is None


def vote(comment: str | None, *, implicit: bool = False) -> Vote:
    return Vote("Bo", VoteIcon.FOR, VoteIcon.FOR, implicit, None, comment)


@pytest.mark.parametrize(
    ("text", "comments", "answer"),
    [
        pytest.param("If a majority of EVCs contain the word “Blue”", ("blue!", "blue", "red"), True, id="a majority"),
        pytest.param("If a majority of EVCs contain the word “Blue”", ("blue!", "red"), False, id="half is no majority"),
        pytest.param("at least half of the EVCs on this Proposal contain ‘Blue’", ("blue!", "red"), True, id="half"),
        pytest.param("half or more of the EVCs contain 'Blue'", ("blue!", "red", "red"), False, id="less than half"),
        pytest.param("more than half of the effective vote comments include the phrase 'go on'", ("go  on", "Go On."), True, id="a phrase"),
        pytest.param("all EVCs contain 'Blue'", ("blue", "bluer"), False, id="not all, for another word is none"),
        pytest.param("every EVC contains 'Blue'", ("blue", "so Blue"), True, id="every one"),
        pytest.param("any EVC contains 'Blue'", ("red", "blue"), True, id="one of them"),
        pytest.param("at least one EVC contains 'Blue'", ("red", None), False, id="none of them"),
        pytest.param("any EVC contains 'Blue'", (), None, id="no comment was seen"),
        pytest.param("most comments are cheerful", ("blue",), None, id="a judgement"),
        pytest.param("a majority of EVCs contain 'Blue' or 'Red'", ("blue",), None, id="more than one word"),
    ],
)
def test_a_condition_on_the_comments(text: str, comments: tuple[str | None, ...], answer: bool | None) -> None:
    votes = [vote(None, implicit=True), *map(vote, comments)]
    assert Conditions(SELF, (SELF,), votes).decide(InstructionCondition(ConditionKind.COMMENTS, text)) is answer


def test_other_conditions_are_left_to_people() -> None:
    assert Conditions(SELF, (SELF,), ()).decide(InstructionCondition(ConditionKind.OTHER, "if the moon is full")) is None
