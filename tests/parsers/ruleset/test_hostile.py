"""Any text is read without an error and in bounded time; what is missing from it is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.refusal import Refused
from parsers.ruleset import MAX_RULESET_CHARS, read_ruleset
from parsers.ruleset.ruleset_model import Ruleset
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS
from tests.parsers.ruleset.editions import Style, Theme, edition, read
from tests.parsers.ruleset.texts import ERAS
from tests.support.rules import NAMES, values_of
from tests.support.steps import count_calls

PAGES = {era: edition(era).render() for era in ERAS}

LONG = 200_000


def check_any(text: str) -> Ruleset:
    """What holds for every text: all keys are there, proofs are of the page, and what is silent is
    reported.
    """
    rules = read_ruleset(text)
    assert tuple(each.name for each in rules.voting) == NAMES
    titles = {"", *rules.sections, *(rule.title for rule in rules.rules)}
    assert {each.rule for each in rules.voting} <= titles
    assert {caveat.rule for caveat in rules.caveats} <= titles
    if rules.voting.quorum.value is None:
        assert "quorum" in {unread.topic for unread in rules.unread}
    return rules


def test_a_page_that_is_too_long_is_refused() -> None:
    with pytest.raises(Refused, match="2,000,001 characters, more than the 2,000,000"):
        read_ruleset("x" * (MAX_RULESET_CHARS + 1))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n",
        "Text.",
        "=",
        "== R ==",
        "\x00\x01",
        "\ud800",
        "= Core Rules =",
        "{{{{{",
        "[[[[",
        "]]}}",
    ],
)
def test_texts_that_are_no_ruleset(text: str) -> None:
    rules = check_any(text)
    assert rules.terms is None
    assert {"sections", "terms", "quorum", "popular", "unpopular", "proposal", "cfj", "dov"} <= {
        unread.topic for unread in rules.unread
    }


def test_sections_that_are_missing_are_named() -> None:
    def why(text: str) -> list[str]:
        return [unread.why for unread in read_ruleset(text).unread if unread.topic == "sections"]

    assert why("") == [
        "the page has no section Core Rules or Dynastic Rules or Appendix (sections found: none)"
    ]
    assert why("= Core =\n= Song =\n= Glossary =") == [
        "the page has no section Dynastic Rules (sections found: Core, Song, Glossary)"
    ]
    assert why(PAGES[2024]) == []


@pytest.mark.parametrize(
    "theme", [Theme("Vote", "Votes", "Quorum"), Theme("Proposal", "Proposals", "Proposal Maker")]
)
@pytest.mark.parametrize("era", ERAS)
def test_a_theme_that_takes_the_words_of_the_rules_is_not_misread(era: int, theme: Theme) -> None:
    made = edition(era)
    rules = read(made.render(theme))
    expected = made.expected()
    said = {
        key: value for key, value in values_of(rules).items() if value not in (None, expected[key])
    }
    assert said.keys() <= {
        "statuses"
    }  # the sentence on the Vetoed status is another's: it is reported
    assert rules.unread or values_of(rules) == expected


_SPLICES = st.text("=*#:;|{}[]<>()'\"“”!- \n.,", max_size=6) | st.sampled_from(
    [
        "<nowiki>",
        "</nowiki>",
        "<pre>",
        "<!--",
        "-->",
        "{{",
        "}}",
        "{|",
        "|}",
        "[[",
        "]]",
        "\n= X =\n",
        "\n\n",
        "two thirds",
        "unless",
    ]
)


@given(
    era=st.sampled_from(ERAS),
    cuts=st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 40), _SPLICES), max_size=12),
)
def test_a_page_in_pieces_is_read_without_an_error(
    era: int, cuts: list[tuple[int, int, str]]
) -> None:
    text = PAGES[era]
    for at, length, splice in cuts:
        text = text[:at] + splice + text[at + length :]
    check_any(text)


@given(era=st.sampled_from(ERAS), gone=st.sets(st.integers(0, 40), max_size=30))
def test_some_rules_of_a_page_say_nothing_that_all_do_not_say(era: int, gone: set[int]) -> None:
    made = edition(era)
    rules = check_any(
        "\n".join(
            rule for place, rule in enumerate(re.split(r"\n(?==)", PAGES[era])) if place not in gone
        )
    )
    expected = made.expected()
    said = {
        key: value for key, value in values_of(rules).items() if value not in (None, expected[key])
    }
    # What the absence of another sentence says.
    silence = (
        "cfj.fail_if_no_change statuses downtime.suspends_dovs deferential.emperor"
        " dov.blocks_unidling special_case.default"
    )
    assert said.keys() <= set(silence.split())


@given(st.text(max_size=400))
def test_any_text_is_read_without_an_error(text: str) -> None:
    check_any(text)
    check_any(
        f"= Core Rules =\n== Votes ==\n{text}\n= Special Case =\n{text}\n== {text} ==\n{text}"
    )


_UNITS = Path(__file__).with_name("repeated.txt").read_text(encoding="utf-8").splitlines()
"""Marks, and beginnings of clauses."""
_CORE = (
    "A pending Proposal may be enacted, a player may vote, the Emperor may submit a DoV or CfJ"
    " while on Hiatus, idle, a name, "
)
_DYNASTIC = "Each player may vote on a Proposal, a DoV may be open or failed, "
_TERMS = "A Dynasty is headed by a single Bee, known as the Queen."


def _sentences(start: str, text: str) -> str:
    """A text in paragraphs as long as the longest that clauses are read from."""
    length = MAX_CLAUSE_CHARS - len(start)
    return "\n\n".join(start + text[at : at + length] for at in range(0, len(text), length))


def _pages(unit: str) -> Iterator[str]:
    """Pages that repeat something: in one line, in many lines, and in the longest sentences that
    are read.
    """
    line = (unit * (LONG // len(unit) + 1))[:LONG]
    short = line[: LONG // 4]
    yield f"= Core Rules =\n== Votes ==\n{line}\n"
    yield (
        f"= Special Case =\n{short}\n== {short} ==\n* {short}\n= Dynastic Rules =\n== Storm"
        f" ==\n{_TERMS} {short}. Votes.\n"
    )
    yield "= Core Rules =\n" + f"{unit}\n" * (LONG // 4 // (len(unit) + 1))
    core, dynastic = _sentences(_CORE, short), _sentences(_DYNASTIC, short)
    yield (
        f"= Core Rules =\n== Dynasties ==\n{_TERMS}\n\n{core}\n= Dynastic Rules =\n== Storm"
        f" ==\n{dynastic}\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("unit", [*_UNITS, "\t", "\xa0", "\r"], ids=repr)
def test_repetition_is_read_in_one_pass(unit: str) -> None:
    for page in _pages(unit):
        assert read_ruleset(page).source == page


@pytest.mark.parametrize("style", [Style(), Style(mark="sentences")], ids=repr)
def test_a_page_many_times_over_takes_so_many_times_longer(style: Style) -> None:
    page = edition(2024).render(style=style)
    assert count_calls(lambda: read_ruleset(page * 10)) < 20 * count_calls(
        lambda: read_ruleset(page)
    )
