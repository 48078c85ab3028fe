"""Every edition is read in full and word for word, whatever its theme, its style and its
numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset.ruleset_model import Ruleset, Terms
from tests.parsers.ruleset.editions import NUMBERS, Edition, Style, Theme, edition, read
from tests.parsers.ruleset.texts import ERAS
from tests.support.rules import values_of

THEMES = (
    Theme(),
    Theme("Player", "Players", "Emperor"),
    Theme("Vassal", "Vassals", "Grand Duchess", article="an"),
    Theme("Apprentice of the Ninth Bell", "Apprentices of the Ninth Bell", "Bell"),
    Theme("Person", "People", "Queen’s Guard"),
    Theme("Sheep", "Sheep", "Dr. Wool"),
    Theme("Number", "Numbers", "Zero"),
    Theme("Group", "Groups", "Group Leader"),
    Theme("Trick-or-Treater", "Trick-or-Treaters", "Pumpkin"),
    Theme("Café Owner", "Café Owners", "Chef-d’Œuvre", article="an"),
    Theme("@", "@s", "Admin of All"),
    Theme("MN", "MNs", "Prime Mover", article="an"),
    Theme("Keeper", "Keepers", "Keeper of Keepers"),
    Theme("C++ Coder (retired)", "C++ Coders (retired)", "Linker"),
    Theme("Host", "Hosts", "Guest Host"),
)


def check(made: Edition, theme: Theme, style: Style) -> Ruleset:
    """The edition as read, after comparing all that has to be read with all that was."""
    rules = read(made.render(theme, style))
    assert rules.unread == ()
    assert values_of(rules) == made.expected()
    assert not rules.caveats
    assert rules.tracking_page == made.page
    return rules


@pytest.mark.parametrize("era", (2018, 2024))
@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.player)
def test_the_terms_do_not_matter(era: int, theme: Theme) -> None:
    rules = check(edition(era), theme, Style())
    assert rules.terms == Terms(theme.player, theme.players, theme.emperor)


@pytest.mark.parametrize("era", ERAS)
def test_clauses_carry_the_sentence_and_the_rule(era: int) -> None:
    page = edition(era).render()
    shown = " ".join(re.sub(r"\[\[|\]\]|'''", "", page).split())
    titles = {
        title.rstrip("*") for title in re.findall(r"^=+ (.*?)(?:\*? \[.*)? =+$", page, re.MULTILINE)
    }
    stated = [each for each in read(page).voting if each.value is not None]
    assert stated
    for each in stated:
        assert each.quote in shown, each.name
        assert each.rule in titles, each.name


def _bold(text: str) -> str:
    return re.sub(r"\b(FOR|AGAINST|Popular|Hiatus|Quorum|\d+)\b", r"'''\1'''", text)


def _linked(text: str) -> str:
    return re.sub(
        r"(?<!\[)\b(Admin|Proposal)\b",
        r"[[\1s|\1]]",
        re.sub(r"\b(Quorum|Hiatus)\b", r"[[\1]]", text),
    )


def _templates(text: str) -> str:
    return re.sub(r"\b(Popular|Enacted|Idle)\b", r"{{Box|\1|red}}", text)


def _comments(text: str) -> str:
    return re.sub(r" (it|if|has|is) ", r" \1<!-- one two three hours --> ", text)


def _html(text: str) -> str:
    return re.sub(r"\b(may|least)\b", r'<span style="color:red">\1</span>', text).replace(
        "more than", "more&nbsp;than"
    )


def _blanks(text: str) -> str:
    return f"  {text.replace(' ', '  ')} "


TOUCHES: tuple[Callable[[str], str], ...] = (_bold, _linked, _templates, _comments, _html, _blanks)


def _name_of(style: Style) -> str:
    """What differs from the plain style."""
    plain = Style()
    given = {field.name: getattr(style, field.name) for field in fields(style)}
    own = {
        name: getattr(value, "__name__", value)
        for name, value in given.items()
        if value != getattr(plain, name)
    }
    return ", ".join(f"{name} {value}" for name, value in own.items())


STYLES = (
    Style(curly=False),
    Style(words=True),
    Style(days=True),
    Style(gloss=True),
    Style(words=True, days=True),
    Style(words=True, gloss=True),
    Style(mark="#"),
    Style(mark=":*"),
    Style(mark="sentences"),
    Style(mark="sentences", words=True, curly=False),
    Style(spaced=False),
    Style(thirds="two thirds"),
    Style(thirds="two-thirds"),
    Style(thirds="⅔"),
    Style(crlf=True),
    Style(inline_terms=True),
    Style(wrap=60),
    *(Style(touch=touch) for touch in TOUCHES),
)


@pytest.mark.parametrize("era", (2018, 2023))
@pytest.mark.parametrize("style", STYLES, ids=_name_of)
def test_the_style_does_not_matter(era: int, style: Style) -> None:
    check(edition(era), Theme(), style)


_MARKS = st.sampled_from(["*", "#", ":*", "sentences"])
_STYLED = st.builds(
    Style,
    curly=st.booleans(),
    words=st.booleans(),
    days=st.booleans(),
    gloss=st.booleans(),
    mark=_MARKS,
    spaced=st.booleans(),
    thirds=st.sampled_from(["2/3rds", "2/3", "two thirds", "two-thirds", "⅔"]),
    crlf=st.booleans(),
    inline_terms=st.booleans(),
    wrap=st.sampled_from([0, 20, 80]),
    touch=st.sampled_from([*TOUCHES, str]),
)
_USED = frozenset(
    word.lower()
    for era in ERAS
    for word in re.findall(r"[A-Za-z]+", edition(era).render(Theme("~", "~", "~")))
)
_WORD = st.from_regex(r"[A-Z][a-z]{2,9}", fullmatch=True).filter(
    lambda word: word.lower() not in _USED and word.lower() + "s" not in _USED
)
_TERM = st.lists(_WORD, min_size=1, max_size=3).map(" ".join)
_THEMED = st.builds(
    lambda player, emperor, article: Theme(player, player + "s", emperor, article),
    _TERM,
    _TERM,
    st.sampled_from(["a", "an"]),
).filter(lambda theme: theme.player != theme.emperor)
_HOURS = st.one_of(st.integers(1, 400), st.integers(1, 20).map(lambda days: days * 24))
_PLANTED = st.fixed_dictionaries(
    {name: _HOURS if unit == "hour" else st.integers(1, 99) for name, (_, unit) in NUMBERS.items()},
)


@given(era=st.sampled_from(ERAS), style=_STYLED, theme=_THEMED)
def test_neither_theme_nor_style_matters(era: int, style: Style, theme: Theme) -> None:
    check(edition(era), theme, style)


@given(era=st.sampled_from(ERAS), style=_STYLED, numbers=_PLANTED)
def test_the_numbers_planted_are_the_numbers_read(
    era: int, style: Style, numbers: dict[str, int]
) -> None:
    check(edition(era).planted(**numbers), Theme(), style)
