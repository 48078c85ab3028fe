"""Random changes of random rules, applied, against an independent model of words; and hostile
texts, many and long ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import structs

from parsers.instructions.application import Application, apply_instructions
from parsers.instructions.instruction_model import (
    Destination,
    Instruction,
    InstructionKind,
    Relation,
    RuleName,
    Unit,
)
from parsers.ruleset.tree import read_tree
from tests.parsers.instructions.in_short import passage, step

WORDS = "lamp oil wick Keeper burns for two nights may light it again and rest, then (soon) sleep".split()
STYLES = (
    "{}",
    "{}",
    "{}",
    "'''{}'''",
    "''{}''",
    "[[{}]]",
    "[[Page|{}]]",
    "<b>{}</b>",
    "{}<!-- note -->",
    "<br>{}",
)


@dataclass(frozen=True)
class Line:
    """A paragraph or an item: its mark, and its words with how each is written."""

    mark: str
    words: tuple[tuple[str, str], ...]

    @property
    def source(self) -> str:
        return f"{self.mark}{' '.join(style.format(word) for word, style in self.words)}."

    @property
    def seen(self) -> str:
        return f"{' '.join(word for word, _ in self.words)}."


lines = st.builds(
    Line,
    st.sampled_from(("", "", "* ", "# ")),
    st.lists(
        st.tuples(st.sampled_from(WORDS), st.sampled_from(STYLES)), min_size=1, max_size=9
    ).map(tuple),
)
rules = st.lists(st.lists(lines, min_size=1, max_size=4), min_size=2, max_size=4)
phrases = st.lists(st.sampled_from([*WORDS, "boat", "sail"]), min_size=1, max_size=4).map(" ".join)


def page_of(made: list[list[Line]]) -> str:
    """The rules R0, R1, … as a page."""
    parts = ["= Core Rules =", "== Core ==", "Fixed.", "= Dynastic Rules ="]
    for number, rule in enumerate(made):
        parts += [f"== R{number} ==", *(line.source for line in rule)]
    return "\n\n".join([*parts, "= Appendix =", "== Last ==", "Fixed too."]) + "\n"


def seen(page: str) -> list[tuple[str, list[str]]]:
    """The heading and the blocks of each passage."""
    return [
        (rule.heading, [block.text for block in rule.blocks]) for rule in read_tree(page).in_order
    ]


def applied(page: str, *steps: Instruction) -> Application:
    return apply_instructions(steps, page)


def tidy(text: str) -> str:
    return " ".join(text.split())


@given(rules, st.data())
def test_replaces_a_phrase_or_leaves_it(made: list[list[Line]], data: st.DataObject) -> None:
    page = page_of(made)
    number = data.draw(st.integers(0, len(made) - 1))
    line = data.draw(st.sampled_from(made[number]))
    start = data.draw(st.integers(0, len(line.words) - 1))
    stop = data.draw(st.integers(start + 1, len(line.words)))
    old = " ".join(word for word, _ in line.words[start:stop])
    new = data.draw(phrases)
    assume(not new.endswith(","))
    one = step(
        InstructionKind.REPLACE_TEXT, RuleName(f"R{number}"), old=passage(Unit.PHRASE, old), new=new
    )
    done = applied(page, one)
    texts = [each.seen for each in made[number]]
    bounded = re.compile(
        rf"(?<!\w){re.escape(old)}{'(?!' + chr(92) + 'w)' if old[-1].isalnum() else ''}",
        re.IGNORECASE,
    )
    once = sum(1 for text in texts for place in range(len(text)) if bounded.match(text, place)) == 1
    if not done.outcomes[0].applied:
        assert done.ruleset == page
        plain = all(style == "{}" for _, style in line.words)
        assert not (once and plain and tidy(old) != tidy(new)), done.outcomes[0].why
        return
    assert once
    wanted = seen(page)
    at = next(index for index, (heading, _) in enumerate(wanted) if heading == f"R{number}")
    block = wanted[at][1].index(line.seen)
    wanted[at][1][block] = tidy(
        line.seen.replace(old, new, 1)
        if line.seen.count(old) == 1
        else bounded.sub(lambda _: new, line.seen)
    )
    assert seen(done.ruleset) == wanted
    place = page.index(f"\n{line.source}\n", page.index(f"== R{number} ==")) + 1
    assert done.ruleset.startswith(page[:place])
    assert done.ruleset.endswith(page[place + len(line.source) :])
    if all(style == "{}" for _, style in line.words[start:stop]):
        back = applied(done.ruleset, structs.replace(one, old=passage(Unit.PHRASE, new), new=old))
        assert not back.outcomes[0].applied or back.ruleset == page


@given(rules, st.data())
def test_takes_away_what_it_added(made: list[list[Line]], data: st.DataObject) -> None:
    page = page_of(made)
    number = data.draw(st.integers(0, len(made) - 1))
    relation = data.draw(st.sampled_from(list(Relation)))
    text = "\n\n".join(
        line.source.replace("<!-- note -->", "")
        for line in data.draw(st.lists(lines, min_size=1, max_size=3))
    )
    adding = step(
        InstructionKind.ADD_RULE,
        RuleName("New"),
        Destination(relation, RuleName(f"R{number}")),
        new=text,
    )
    done = applied(page, adding)
    assert done.outcomes[0].applied
    after, before = seen(done.ruleset), seen(page)
    assert [passage for passage in after if passage[0] != "New"] == before
    assert applied(done.ruleset, step(InstructionKind.REPEAL_RULE, RuleName("New"))).ruleset == page


@given(rules, st.data())
def test_adds_and_removes_lines(made: list[list[Line]], data: st.DataObject) -> None:
    page = page_of(made)
    number = data.draw(st.integers(0, len(made) - 1))
    index = data.draw(st.integers(0, len(made[number]) - 1))
    line = made[number][index]
    unit = Unit.ITEM if line.mark else Unit.PARAGRAPH
    anchor = passage(unit, line.seen)
    where = Destination(
        data.draw(st.sampled_from((Relation.BEFORE, Relation.AFTER))), passage=anchor
    )
    adding = step(InstructionKind.ADD_TEXT, RuleName(f"R{number}"), where, new="Wholly new words.")
    done = applied(page, adding)
    if not done.outcomes[0].applied:
        assert (
            sum(each.seen.casefold() == line.seen.casefold() for each in made[number]) > 1
            or done.outcomes[0].why
        )
        assert done.ruleset == page
        return
    wanted = seen(page)
    at = next(place for place, (heading, _) in enumerate(wanted) if heading == f"R{number}")
    wanted[at][1].insert(index + (where.relation is Relation.AFTER), "Wholly new words.")
    assert seen(done.ruleset) == wanted
    removing = step(
        InstructionKind.REMOVE_TEXT, RuleName(f"R{number}"), old=passage(unit, "Wholly new words.")
    )
    back = applied(done.ruleset, removing)
    assert back.outcomes[0].applied
    assert seen(back.ruleset) == seen(page)


@given(rules, st.integers(0, 3), st.integers(0, 3), st.sampled_from(list(Relation)))
def test_moves_a_rule_and_changes_nothing_else(
    made: list[list[Line]], one: int, other: int, relation: Relation
) -> None:
    page = page_of(made)
    where = Destination(relation, RuleName(f"R{other}"))
    done = applied(page, step(InstructionKind.MOVE_RULE, RuleName(f"R{one}"), where))
    assert sorted(seen(done.ruleset)) == sorted(seen(page))
    assert done.outcomes[0].applied == (done.ruleset != page)
    names = [heading for heading, _ in seen(done.ruleset)]
    if done.outcomes[0].applied:
        assert abs(names.index(f"R{one}") - names.index(f"R{other}")) == 1


SIGNS = (
    "<!-- --> <nowiki> </nowiki> {{ }} {{{ ''' '' [[ ]] | {| |} |- <div> </div> = ; : ~~~~ __TOC__"
    " &lt; &#61; <s> </s> <b> </b> word “"
)
MORE = [
    "! a",
    "\n",
    "\n\n",
    "= Core Rules =",
    "== Rule ==",
    "* ",
    "# ",
    " ",
    "http://x.example",
    "[http://x y]",
    "#REDIRECT [[X]]",
    "\x7f",
]
HOSTILE = st.lists(
    st.sampled_from([*SIGNS.split(), *MORE, "\x00", "\u202e", "<br>", "----"]), max_size=12
).map("".join)
HOSTILE_WAYS = st.sampled_from(["rule", "text", "phrase", "title"])


@given(HOSTILE, HOSTILE_WAYS)
def test_hostile_text_changes_nothing_else(text: str, how: str) -> None:
    made = [
        [Line("", (("lamp", "{}"), ("burns", "{}"))), Line("* ", (("oil", "{}"),))],
        [Line("", (("wick", "'''{}'''"),))],
    ]
    page = page_of(made).replace(
        "'''wick'''", "'''wick'''\n\n{|\n| a || b\n|-\n| c || d\n|}\n\nEnd"
    )
    first = RuleName("R0")
    one = {
        "rule": step(InstructionKind.ADD_RULE, RuleName("New"), new=text),
        "title": step(InstructionKind.RENAME_RULE, first, title=text),
        "text": step(InstructionKind.ADD_TEXT, first, Destination(Relation.END), new=text),
        "phrase": step(
            InstructionKind.REPLACE_TEXT, first, old=passage(Unit.PHRASE, "lamp"), new=text
        ),
    }[how]
    done = applied(page, one)
    if not done.outcomes[0].applied:
        assert done.ruleset == page
        return
    own = {"rule": ("New",)}.get(how, ("R0",))
    if how == "title":
        assert [blocks for _, blocks in seen(done.ruleset)] == [blocks for _, blocks in seen(page)]
        return
    kept = [passage for passage in seen(page) if passage[0] not in own]
    found = [passage for passage in seen(done.ruleset) if passage[0] not in own]
    assert [passage for passage in found if passage in kept] == kept
    levels = {rule.heading: rule.level for rule in read_tree(done.ruleset).in_order}
    assert all(
        levels[heading] > 1 for heading, _ in found if heading not in [old for old, _ in kept]
    )


def test_an_instruction_that_quotes_itself_is_one() -> None:
    page = page_of([[Line("", (("lamp", "{}"),))], [Line("", (("oil", "{}"),))]])
    one = step(
        InstructionKind.REPLACE_TEXT,
        RuleName("R0"),
        old=passage(Unit.PHRASE, "lamp"),
        new="In R0 replace “lamp” with “lamp”",
    )
    done = applied(page, one, one)
    assert [outcome.applied for outcome in done.outcomes] == [True, False]
    assert done.ruleset == page.replace("lamp", "In R0 replace “lamp” with “lamp”")


@pytest.mark.slow
@pytest.mark.parametrize("text", ["x ", "'''", "[[", "* a\n", "<b>", "“", "== a\n"], ids=repr)
@pytest.mark.parametrize("size", [99_000, 1_000_000])
def test_long_texts_are_taken_or_left(text: str, size: int) -> None:
    page = page_of([[Line("", (("lamp", "{}"),))], [Line("", (("oil", "{}"),))]])
    text *= size // len(text)
    for one in (
        step(InstructionKind.ADD_RULE, RuleName("New"), new=text),
        step(
            InstructionKind.REPLACE_TEXT, RuleName("R0"), old=passage(Unit.PHRASE, "lamp"), new=text
        ),
        step(InstructionKind.REPLACE_TEXT, RuleName("R0"), old=passage(Unit.PHRASE, text), new="x"),
    ):
        done = applied(page, one)
        assert done.outcomes[0].applied or done.ruleset == page
