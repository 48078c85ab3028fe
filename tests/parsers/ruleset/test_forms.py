"""Every sentence of the core and the Appendix is read, known, or reported; known by its form only where no verdict can rest on it."""

from __future__ import annotations

import pytest

from parsers.ruleset.forms import is_harmless
from parsers.ruleset.model import Ruleset, Terms
from parsers.ruleset.sentences import canonical
from tests.parsers.ruleset.editions import edition, read

CANON = canonical(Terms("Ferryman", "Ferrymen", "Harbour Master"))


@pytest.mark.parametrize(
    "text",
    [
        "The Dice Roller may be used to generate a random number.",
        "The COLOUR command returns a random colour.",
        "If an Atomic Action is skipped, its steps are considered not to have been taken.",
        "A mentor should explain the game to their mentee.",
        "Any Ferryman may correct a representation of the gamestate that is wrong.",
        "Numeric variables hold integers, unless a rule states otherwise.",
        "A Ferryman should not spam.",
        "The gamestate tracking page for this dynasty is the Far Bank page of the wiki.",
        "Each Dynasty may be headed by a single Ferryman, known as the Harbour Master.",
        "Ferryman (Player)",
    ],
)
def test_a_sentence_on_tools_or_manners_is_harmless(text: str) -> None:
    assert is_harmless(CANON(text))


@pytest.mark.parametrize(
    "text",
    [
        "The Dice Roller decides who wins.",
        "Everything an Admin does is an Atomic Action.",
        "The Harbour Master decides with a random number who may vote.",
        "Mentors are Ferrymen.",
        "A mentee is no longer a Ferryman.",
        "The mentor becomes the Harbour Master.",
        "A Ferryman should be counted twice.",
        "A Ferryman should not vote in the Fog.",
        "Silence is consent.",
        "Halves are rounded up.",
        "One a week at most.",
        "The gamestate tracking page for this dynasty is the Quay page; a Quay is a Ferryman.",
        "Each Dynasty may be headed by a single Ferryman, known as the Harbour Master, or by two.",
        "While the Dice Roller is in use no Ferryman may take any action.",
        "If an Atomic Action is ongoing, all actions by other Ferrymen are illegal.",
        "No Ferryman may perform any action after a roll until the mentor accepts.",
        "All that a Ferryman does is a step of an Atomic Action.",
        "All Ferrymen who have a mentor are considered one person.",
        "A mentee is their mentor.",
        "Mentors and mentees are the same.",
        "The mentor may do whatever their mentee may do.",
        "A mentor has what their mentee has.",
        "A mentee may not be listed.",
        "A rule without an illustration has no effect.",
        "Rules with a random name are deleted.",
        "A rule that has a subrule is no rule.",
        "The number of Ferrymen is that which the Dice Roller returns.",
        "All numeric values are rounded towards ten.",
        "The gamestate is whatever the wiki contains.",
        "A Ferryman should take no action without their mentor's consent; otherwise it is considered undone.",
        "A Ferryman should use their own name and is absent until they do.",
    ],
)
def test_another_word_or_role_is_not(text: str) -> None:
    assert not is_harmless(CANON(text))


def test_a_definition_is_harmless_only_of_one_of_the_tools() -> None:
    text = CANON("A number that the Dice Roller returned.")
    assert is_harmless(text, "dice")
    assert not is_harmless(text, "number")
    assert not is_harmless("player (player)", "player")


def reported(rules: Ruleset) -> str:
    return " ".join(unread.why for unread in rules.unread)


@pytest.mark.parametrize("title", ["Players", "Fair Play", "Dynasties", "Official Posts", "Names"])
def test_a_new_sentence_is_reported_in_every_rule(title: str) -> None:
    page = edition(2024).render()
    place = page.index(f"{title} ==") if f"{title} ==" in page else page.index("= Appendix =")
    end = page.index("\n", place)
    rules = read(f"{page[:end]}\n\nOn Mondays it is the other way round.\n{page[end:]}")
    assert "On Mondays it is the other way round." in reported(rules)
    assert {unread.topic for unread in rules.unread} == {"vote"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("=== Votes ===", "=== Votes [Inactive] ===", id="tag"),
        pytest.param("=== Votes ===", "=== Votes (not in force) ===", id="words"),
    ],
)
def test_a_heading_that_may_put_a_rule_out_of_force_is_reported(old: str, new: str) -> None:
    page = edition(2024).render()
    assert old in page
    assert "may put the rule out of force" in reported(read(page.replace(old, new)))


@pytest.mark.parametrize("sign", ["*", "†", "½", "~", "+"])
def test_a_sign_beside_a_number_is_not_passed_over(sign: str) -> None:
    page = edition(2024).render()
    before = "for at least twelve hours" if "for at least twelve hours" in page else "for at least 12 hours"
    assert page.count(before) >= 1
    rules = read(page.replace(before, before + sign))
    assert rules.value("proposal.min_open_hours") is None
    assert rules.unread


@pytest.mark.parametrize(
    ("text", "known"),
    [
        pytest.param("A tick shall represent a Vote FOR, and an X a Vote AGAINST.", True, id="right"),
        pytest.param("A tick shall represent a Vote AGAINST, and an X a Vote FOR.", False, id="swapped"),
        pytest.param("A tick http://a.example/vote/for.gif shall represent a Vote FOR.", True, id="file"),
        pytest.param("A tick http://a.example/vote/against.gif shall represent a Vote FOR.", False, id="file of another"),
    ],
)
def test_an_icon_means_what_its_sign_and_file_show(text: str, known: bool) -> None:
    page = edition(2024).render().replace("= Appendix =", f"= Appendix =\n\n== Icons ==\n\n{text}", 1)
    assert (text not in reported(read(page))) is known
