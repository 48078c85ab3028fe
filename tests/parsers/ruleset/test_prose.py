"""Sentences: where they end, and their form under a dynasty's terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset.prose import Prose, read_prose
from parsers.ruleset.ruleset_model import Terms
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, canonical, split_sentences
from parsers.ruleset.tree import read_tree, with_statuses
from tests.support.cases import cases

FERRY = Terms("Ferryman", "Ferrymen", "Harbour Master")


@cases("sentences")
def test_text_is_split_into_sentences(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences


def test_an_aside_longer_than_anybody_writes_does_not_join_what_follows() -> None:
    aside = "x" * 700
    assert list(split_sentences(f"One (two. Three {aside}) four. Five.")) == [
        "One (two.",
        f"Three {aside}) four.",
        "Five.",
    ]


@cases("canonical_forms")
def test_canonical_form_of_a_sentence(text: str, canon: str) -> None:
    assert canonical(FERRY)(text) == canon


@cases("hard_terms")
def test_terms_that_are_hard_to_tell_apart(terms: list[str], text: str, canon: str) -> None:
    assert canonical(Terms(*terms))(text) == canon


PIECES = st.sampled_from(
    [
        *(
            "Ferryman",
            "Ferrymans",
            "an",
            "harbour",
            "Master",
            "MASTERS",
            "Declarations of Victory",
            "DoVs",
            "Calls for Judgement",
            "CfJs",
        ),
        *(
            "two",
            "thirds",
            "2",
            "/3rds",
            "⅔",
            "twenty",
            "-",
            "one",
            "A hundred and five",
            "zero",
            "no one",
            "`",
            "“",
            "’",
            "\u00a0",
        ),
        *("İ", "ΟΔΟΣ", "é", "_", "Number", "numbers", " ", " ", " ", ".", ","),
    ]
)


@pytest.mark.parametrize(
    "terms",
    [None, FERRY, Terms("Number", "Numbers", "Zero")],
    ids=["none", "of their own", "everyday words"],
)
@given(sentences=st.lists(st.lists(PIECES, max_size=8).map("".join), max_size=6))
def test_the_forms_of_many_sentences_are_those_of_each(
    terms: Terms | None, sentences: list[str]
) -> None:
    assert canonical(terms).of_all(sentences) == [
        canonical(terms)(sentence) for sentence in sentences
    ]


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
    texts = (
        "Above all.|Introduced.|Any of.|These:|one.|And more.|deeper|two|Text.|three|A Vote.|A Vote"
        " counts.".split("|")
    )
    assert [sentence.text for sentence in read.sentences] == texts
    assert [sentence.index for sentence in read.sentences] == list(range(len(read.sentences)))


def test_the_list_below_a_sentence() -> None:
    read = prose(PAGE)
    of = {sentence.text: sentence for sentence in read.sentences}
    assert [sentence.text for sentence in read.below(of["These:"])] == [
        "one.",
        "And more.",
        "deeper",
        "two",
    ]
    assert read.below(of["Any of."]) == read.below(of["These:"])
    assert [sentence.text for sentence in read.below(of["one."])] == ["deeper"]
    assert [sentence.text for sentence in read.below(of["Text."])] == ["three"]
    assert read.below(of["three"]) == []
    assert read.below(read.sentences[-1]) == []


def test_a_sentence_that_is_too_long_has_no_form() -> None:
    text = "vote " * 1000
    (sentence,) = prose(f"== R ==\n{text}\n").sentences
    assert (sentence.too_long, sentence.canon) == (True, "")
    assert len("vote " * (MAX_CLAUSE_CHARS // 5)) == MAX_CLAUSE_CHARS
    (fits,) = prose(f"== R ==\n{'v' * MAX_CLAUSE_CHARS}\n").sentences
    assert (fits.too_long, fits.canon) == (False, "v" * MAX_CLAUSE_CHARS)
