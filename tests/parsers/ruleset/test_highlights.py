"""Sentences that look relevant are highlighted; rules that only a person can judge are listed."""

from __future__ import annotations

import re

from parsers.ruleset import read_ruleset
from parsers.ruleset.highlights import looks_relevant, vocabulary
from parsers.ruleset.ruleset_model import ReviewableRule, Terms
from parsers.ruleset.sentences import canonical
from tests.parsers.ruleset.editions import edition, read
from tests.support.cases import cases

BEARING = "No Ferryman may vote AGAINST a Proposal."
MENTION = "When a Proposal is failed, each Ferryman gains an Oar."
SILENT = "A Ferryman may row."
FERRY = canonical(Terms("Ferryman", "Ferrymen", "Harbour Master"))
PLAIN = canonical(Terms("Player", "Players", "Emperor"))


def test_the_examples_of_the_vocabulary() -> None:
    look = vocabulary()["look"]
    assert [text for text in look["examples"] if not looks_relevant(text, PLAIN(text))] == []
    assert [text for text in look["plain"] if looks_relevant(text, PLAIN(text))] == []


@cases("lists")
def test_sentences_introducing_a_list_need_a_review(lead: str, item: str, bearing: bool) -> None:
    assert looks_relevant(item, FERRY(item), FERRY(lead)) is bearing


def storm(text: str, section: str = "Dynastic Rules", title: str = "Storm") -> list[ReviewableRule]:
    before, heading, rules = edition(2023).render().partition(f"= {section} =\n")
    page = before + heading + rules.replace("</div>", f"== {title} ==\n\n{text}\n\n</div>", 1)
    return [rule for rule in read_ruleset(page).reviewable if rule.rule == "Storm"]


def test_only_sentences_that_look_relevant_are_highlighted() -> None:
    (rule,) = storm(f"{SILENT} {BEARING} {MENTION}")
    assert rule.highlighted == (BEARING, MENTION)


@cases("places")
def test_a_sentence_is_found_wherever_it_stands(text: str) -> None:
    assert [rule.highlighted for rule in storm(text)] == [(BEARING,)]


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


@cases("headings")
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


@cases("rules")
def test_effective_rules_outside_the_core_are_reviewed_whole(
    section: str, title: str, listed: bool
) -> None:
    assert bool(storm(BEARING, section, title)) is listed


def test_rules_of_a_section_of_a_new_kind_are_reviewed() -> None:
    page = (
        edition(2024).render()
        + f"\n\n= House Rules =\n\n== Storm ==\n\n{BEARING}\n\n== Calm [Inactive] ==\n\n{BEARING}\n"
    )
    assert "Storm" in [rule.rule for rule in read_ruleset(page).reviewable]


def test_a_sentence_too_long_to_read_is_highlighted() -> None:
    text = "A Ferryman may row and " * 300 + "row."
    (rule,) = storm(text)
    assert rule.highlighted == (text,)
