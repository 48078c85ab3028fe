"""Sentences of dynastic and Special Case rules that may overrule what was read: every one is
listed, none made up.
"""

from __future__ import annotations

import re

import pytest

from parsers.model import MatterKind
from parsers.ruleset.clauses.unread_sentences import VerdictSubject, may_bear, speaks, subjects
from parsers.ruleset.ruleset_model import Caveat, Terms
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, canonical, concerned
from tests.parsers.ruleset.editions import edition, read
from tests.support.rows import rows

ALL = frozenset(MatterKind)
BEARING = "No Ferryman may vote AGAINST a Proposal."
MENTION = "When a Proposal is failed, each Ferryman gains an Oar."
SILENT = "A Ferryman may row."
FERRY = canonical(Terms("Ferryman", "Ferrymen", "Harbour Master"))
PLAIN = canonical(Terms("Player", "Players", "Emperor"))


@pytest.mark.parametrize("subject", subjects(), ids=lambda subject: subject.about[:20])
def test_the_examples_of_the_vocabulary(subject: VerdictSubject) -> None:
    assert [text for text in subject.bears if not subject.found_in(PLAIN(text))] == []
    assert [text for text in subject.plain if speaks(PLAIN(text))] == []


def test_marks_may_stand_between_the_words_of_a_wording_with_marks() -> None:
    subject = VerdictSubject(
        {"about": "", "words": "", "wordings": ['" is to be'], "bears": [], "plain": []}
    )
    assert subject.found_in('a "quay" is to be seen') and subject.found_in(
        'a "quay" is, to be sure, seen'
    )
    assert not subject.found_in('a "quay" is, soon, to be seen')


@pytest.mark.parametrize("text", rows(__file__, "rewards"))
def test_a_reward_or_a_duty_to_write_down_does_not_bear(text: str) -> None:
    assert speaks(FERRY(text))
    assert not may_bear(text, FERRY(text))


@pytest.mark.parametrize("text", rows(__file__, "no_rewards"))
def test_what_does_more_than_reward_bears(text: str) -> None:
    assert may_bear(text, FERRY(text))


@pytest.mark.parametrize(
    ("lead", "item", "bearing"), rows(__file__, "what_introduces_a_list_is_asked_too")
)
def test_what_introduces_a_list_is_asked_too(lead: str, item: str, bearing: bool) -> None:
    assert may_bear(item, FERRY(item), FERRY(lead)) is bearing


@pytest.mark.parametrize(("text", "kinds"), rows(__file__, "the_matters_a_sentence_may_touch"))
def test_the_matters_a_sentence_may_touch(text: str, kinds: list[str]) -> None:
    assert concerned(FERRY(text)) == frozenset(kinds)


def caveats(page: str) -> list[Caveat]:
    return list(read(page).caveats)


def storm(text: str, section: str = "Dynastic Rules", title: str = "Storm") -> list[Caveat]:
    before, heading, rules = edition(2023).render().partition(f"= {section} =\n")
    page = before + heading + rules.replace("</div>", f"== {title} ==\n\n{text}\n\n</div>", 1)
    return [caveat for caveat in caveats(page) if caveat.rule == "Storm"]


def test_only_sentences_that_speak_of_voting_are_listed() -> None:
    assert storm(f"{SILENT} {BEARING} {MENTION}") == [
        Caveat("Storm", BEARING, frozenset({MatterKind.PROPOSAL}), bears=True),
        Caveat("Storm", MENTION, frozenset({MatterKind.PROPOSAL}), bears=False),
    ]


@pytest.mark.parametrize("text", rows(__file__, "a_sentence_is_found_wherever_it_stands"))
def test_a_sentence_is_found_wherever_it_stands(text: str) -> None:
    assert [(caveat.quote, caveat.bears) for caveat in storm(text)] == [(BEARING, True)]


@pytest.mark.parametrize(("text", "bears"), rows(__file__, "what_a_template_makes_is_unknown"))
def test_what_a_template_makes_is_unknown(text: str, bears: bool) -> None:
    assert any(caveat.bears for caveat in storm(text)) is bears


def test_a_template_that_stands_alone_may_show_anything() -> None:
    page = (
        edition(2023)
        .render()
        .replace("= Dynastic Rules =\n", "= Dynastic Rules =\n\n== Fog ==\n\n@@\n", 1)
    )
    found = {
        text: [one.rule for one in read(page.replace("@@", text)).unread]
        for text in ("{{Song}}", "{{Flair bottom}}", "")
    }
    assert found == {"{{Song}}": ["Fog"], "{{Flair bottom}}": [], "": []}


@pytest.mark.parametrize(
    ("section", "heading", "doubted"),
    rows(__file__, "a_template_in_a_heading_may_show_anything_but_beside_a_dynastic_title"),
)
def test_a_template_in_a_heading_may_show_anything_but_beside_a_dynastic_title(
    section: str, heading: str, doubted: bool
) -> None:
    page = re.sub(
        rf"(?m)^(= {section}.* =\n)",
        rf"\1\n== {heading} ==\n\nThe lamp is lit.\n",
        edition(2023).render(),
        count=1,
    )
    assert heading in page
    assert any("template may show" in one.why for one in read(page).unread) is doubted


@pytest.mark.parametrize(
    ("section", "title", "listed"), rows(__file__, "effective_rules_outside_the_core_have_caveats")
)
def test_effective_rules_outside_the_core_have_caveats(
    section: str, title: str, listed: bool
) -> None:
    assert bool(storm(BEARING, section, title)) is listed


def test_a_section_of_a_new_kind_has_caveats() -> None:
    page = (
        edition(2024).render()
        + f"\n\n= House Rules =\n\n== Storm ==\n\n{BEARING}\n\n== Calm [Inactive] ==\n\n{BEARING}\n"
    )
    assert [caveat.rule for caveat in caveats(page) if caveat.bears] == ["Storm"]


def test_of_a_sentence_too_long_to_read_the_beginning_is_shown() -> None:
    text = "A Ferryman may row and " * 300 + "vote."
    (caveat,) = storm(text)
    assert (caveat.bears, caveat.kinds) == (True, ALL)
    assert caveat.quote == f"{text[:MAX_CLAUSE_CHARS]} …"
