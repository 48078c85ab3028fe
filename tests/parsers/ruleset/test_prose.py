"""Sentences: where they end, and their form under a dynasty's terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset.model import Terms
from parsers.ruleset.prose import Prose, read_prose
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, canonical, split_sentences
from parsers.ruleset.tree import read_tree, with_statuses

FERRY = Terms("Ferryman", "Ferrymen", "Harbour Master")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("One.  “Two” is two. (Three.) 4 is four.", ["One.", "“Two” is two.", "(Three.)", "4 is four."]),
        ("It says “One. Two.” and means it. Done.", ["It says “One. Two.” and means it.", "Done."]),
        ('It says "One. Two." and means it. Done.', ['It says "One. Two." and means it.', "Done."]),
        ("A rule (see below. It is long.) applies. Done.", ["A rule (see below. It is long.) applies.", "Done."]),
        ("One (two. “Three. Four” five. Six) seven. Eight.", ["One (two. “Three. Four” five. Six) seven.", "Eight."]),
        ("The end (of “it.”) Next.", ["The end (of “it.”)", "Next."]),
        ("a) one. B) two. C", ["a) one.", "B) two.", "C"]),
        ("a) one (or two. B) three. C", ["a) one (or two. B) three.", "C"]),
        ("An unclosed (bracket. Next one. Last.", ["An unclosed (bracket.", "Next one.", "Last."]),
        ("A “quote (odd” one) here. Next.", ["A “quote (odd” one) here.", "Next."]),
        (
            "E.g. A. Use i.e. That. See St. Ives, Mr. Big vs. Dr. No. Next.",
            ["E.g. A.", "Use i.e. That.", "See St. Ives, Mr. Big vs. Dr. No.", "Next."],
        ),
        (
            "It is a post. The last. an Ferryman may. a Ferryman may not. and so on.",
            ["It is a post.", "The last.", "an Ferryman may.", "a Ferryman may not. and so on."],
        ),
        ("Version 2.5 of example.org", ["Version 2.5 of example.org"]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences


def test_an_aside_longer_than_anybody_writes_does_not_join_what_follows() -> None:
    aside = "x" * 700
    assert list(split_sentences(f"One (two. Three {aside}) four. Five.")) == ["One (two.", f"Three {aside}) four.", "Five."]


AROUND_TERMS = "Émile émiles xÉmile Émile's Émile-Heads headsémiles Head heads ahead émileé _heads , - ' ".split(" ")


@pytest.mark.parametrize(
    ("text", "canon"),
    [
        ("Each Ferryman may vote.", "each player may vote."),
        ("An Ferryman's Vote, a non-Ferryman, FERRYMEN", "a player's vote, a non-player, players"),
        ("The Harbour Master’s “Vote” – two Harbour-Masters", 'the emperor\'s "vote" - 2 emperors'),
        ("Ferrymans and Harbour  Masters", "players and harbour  masters"),
        ("A human player, a Ferrymanly man", "a human player, a ferrymanly man"),
        ("Declarations of Victory, DoVs, Calls for Judgment, CfJs, a CFJ", "dov, dov, cfj, cfj, a cfj"),
        ("forty-eight hours, two thirds", "48 hours, 2/3"),
    ],
)
def test_the_canonical_form(text: str, canon: str) -> None:
    assert canonical(FERRY)(text) == canon


def test_without_terms_only_the_plain_words_are_known() -> None:
    assert canonical(None)("Each Player and the Emperor") == "each player and the emperor"


def test_without_an_emperor() -> None:
    assert canonical(Terms("Ghost", "Ghosts", None))("Ghosts and the Emperor") == "players and the emperor"


@pytest.mark.parametrize(
    ("terms", "text", "canon"),
    [
        (
            Terms("Number", "Numbers", "Zero"),
            "A number of Numbers; each Number. Zero, zero",
            "a number of players; each player. emperor, emperor",
        ),
        (Terms("Group", "Groups", "Group Leader"), "a group of Groups and the Group Leader", "a group of players and the emperor"),
        (Terms("Sheep", "Sheep", "Dog"), "Each Sheep, all Sheep, two Sheeps", "each player, all player, 2 players"),
        (Terms("Dog", "Dogs", "Dog"), "a Dog, the Dogs", "a player, the players"),
        (Terms("Trick-or-Treater", "Trick-or-Treaters", "Big Pumpkin"), "trick-or-treaters, a Big-Pumpkin", "players, a emperor"),
        (Terms("Ağa", "Ağalar", "İmparator"), "Ağalar, İmparator", "players, emperor"),
    ],
)
def test_terms_that_are_hard_to_tell(terms: Terms, text: str, canon: str) -> None:
    assert canonical(terms)(text) == canon


PIECES = st.sampled_from(
    [
        *("Ferryman", "Ferrymans", "an", "harbour", "Master", "MASTERS", "Declarations of Victory", "DoVs", "Calls for Judgement", "CfJs"),
        *("two", "thirds", "2", "/3rds", "⅔", "twenty", "-", "one", "A hundred and five", "zero", "no one", "`", "“", "’", "\u00a0"),
        *("İ", "ΟΔΟΣ", "é", "_", "Number", "numbers", " ", " ", " ", ".", ","),
    ]
)


@pytest.mark.parametrize("terms", [None, FERRY, Terms("Number", "Numbers", "Zero")], ids=["none", "of their own", "everyday words"])
@given(sentences=st.lists(st.lists(PIECES, max_size=8).map("".join), max_size=6))
def test_the_forms_of_many_sentences_are_those_of_each(terms: Terms | None, sentences: list[str]) -> None:
    assert canonical(terms).of_all(sentences) == [canonical(terms)(sentence) for sentence in sentences]


def prose(page: str) -> Prose:
    return read_prose(with_statuses(read_tree(page), None), FERRY)


PAGE = """Above all.
= Core Rules =
Introduced.
== Votes ==
Any of. These:
* one. And more.
** deeper
* two
Text.
* three
== Empty ==
= Special Case =
== Off [Inactive] ==
A Vote.
= Dynastic Rules =
== Storm ==
A Vote counts.
"""


def test_all_text_is_read_in_order() -> None:
    read = prose(PAGE)
    texts = [
        "Above all.",
        "Introduced.",
        "Any of.",
        "These:",
        "one.",
        "And more.",
        "deeper",
        "two",
        "Text.",
        "three",
        "A Vote.",
        "A Vote counts.",
    ]
    assert [sentence.text for sentence in read.sentences] == texts
    assert [sentence.index for sentence in read.sentences] == list(range(len(read.sentences)))


def test_the_list_below_a_sentence() -> None:
    read = prose(PAGE)
    of = {sentence.text: sentence for sentence in read.sentences}
    assert [sentence.text for sentence in read.below(of["These:"])] == ["one.", "And more.", "deeper", "two"]
    assert read.below(of["Any of."]) == read.below(of["These:"])
    assert [sentence.text for sentence in read.below(of["one."])] == ["deeper"]
    assert [sentence.text for sentence in read.below(of["Text."])] == ["three"]
    assert read.below(of["three"]) == []
    assert read.below(read.sentences[-1]) == []


def test_lawful_sentences_have_all_the_words() -> None:
    read = prose(PAGE)
    assert [sentence.text for sentence in read.binding("any")] == ["Any of."]
    assert [sentence.text for sentence in read.binding("e", "these")] == ["These:"]
    assert not read.binding("vote")
    assert "deeper" in [sentence.text for sentence in read.binding()]


def test_sentences_that_are_understood_are_remembered() -> None:
    read = prose(PAGE)
    read.accept(*read.sentences[:2])
    assert [read.understood(sentence) for sentence in read.sentences[:3]] == [True, True, False]


def test_forms_are_made_of_the_sentence_and_of_what_introduces_it() -> None:
    read = prose("== R ==\nEach Ferryman:\n* Two\n")
    lead, item = read.sentences
    assert (lead.canon, lead.canon_lead, item.canon, item.canon_lead) == ("each player:", "", "2", "each player:")


def test_a_sentence_that_is_too_long_has_no_form() -> None:
    text = "vote " * 1000
    (sentence,) = prose(f"== R ==\n{text}\n").sentences
    assert (sentence.too_long, sentence.canon) == (True, "")
    assert len("vote " * (MAX_CLAUSE_CHARS // 5)) == MAX_CLAUSE_CHARS
    (fits,) = prose(f"== R ==\n{'v' * MAX_CLAUSE_CHARS}\n").sentences
    assert (fits.too_long, fits.canon) == (False, "v" * MAX_CLAUSE_CHARS)
