"""A sentence that a person has reviewed is let go, and only that one: another word, lead or rule
makes it new.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from parsers.ruleset import read_ruleset
from parsers.ruleset.prose import fingerprint, read_prose
from parsers.ruleset.ruleset_model import Ruleset
from parsers.ruleset.tree import read_tree
from tests import review_editions
from tests.parsers.ruleset.editions import Style, Theme, edition, read
from tests.parsers.ruleset.texts import ERAS, Part
from tests.support.rows import rows

DEMO = (files("sync") / "demo" / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")


def fingerprints(page: str) -> list[str]:
    return [fingerprint(sentence) for sentence in read_prose(read_tree(page), None).sentences]


def harmless(era: int) -> list[Part]:
    return [
        part
        for rules in edition(era).sections.values()
        for rule in rules
        for part in rule.parts
        if part.harmless
    ]


def quotes(rules: Ruleset) -> str:
    return " ".join(
        [unread.why for unread in rules.unread]
        + [caveat.quote for caveat in rules.caveats if caveat.bears]
    )


@pytest.mark.parametrize("era", ERAS)
def test_without_a_review_every_such_sentence_is_reported(era: int) -> None:
    made = edition(era)
    rules = read_ruleset(made.render())
    clauses = {clause.quote for clause in rules.voting.values() if clause}
    assert rules.terms
    needing = {
        text
        for text in made.harmless(Theme(), Style())
        if not any(text in quote for quote in clauses)
    }
    assert {text for text in needing if text not in quotes(rules)} == set()
    assert (read(made.render()).unread, quotes(read(made.render()))) == ((), "")


@pytest.mark.parametrize("era", ERAS)
def test_a_word_more_makes_a_reviewed_sentence_new(era: int) -> None:
    made = edition(era)
    for part in harmless(era):
        changed = made.reworded(part.key, lambda text: text.replace(".", " gloaming.", 1))
        assert "gloaming" in quotes(read(changed.render())), part.key


@pytest.mark.parametrize(("one", "other", "same"), rows(__file__, "what_a_fingerprint_holds_for"))
def test_what_a_fingerprint_holds_for(one: str, other: str, same: bool) -> None:
    assert (fingerprints(one)[-1] == fingerprints(other)[-1]) is same


def test_what_a_sentence_says_beside_a_number_is_not_known_without_it() -> None:
    (sentence,) = read_prose(read_tree("== R ==\nA DoV is sung."), None).sentences
    assert fingerprint(sentence) != fingerprint(sentence, sentence.canon)


def test_nothing_that_a_recogniser_needs_can_be_reviewed_away() -> None:
    page = (
        edition(2024)
        .reworded("quorum", lambda text: text.replace("rounded down", "rounded up"))
        .render()
    )
    everything = [
        fingerprint(s) for s in read_prose(read_tree(page), read_ruleset(page).terms).sentences
    ]
    rules = read_ruleset(page, reviewed=dict.fromkeys(everything, "Anna"))
    assert rules.value("quorum") is None
    assert "quorum" in {unread.topic for unread in rules.unread}


def test_the_sample_game_is_read_with_the_reviews_of_the_package() -> None:
    rules = read_ruleset(DEMO)
    assert rules.unread == ()
    assert len([caveat for caveat in rules.caveats if caveat.bears]) == 1


def test_reports_name_who_reviewed() -> None:
    rules = read(edition(2024).render())
    assert {one.by for one in rules.reviewed} == {"Anna"}
    assert "Whoever resolves a Votable Matter should leave their name and the final tally." in {
        one.quote for one in rules.reviewed
    }


@pytest.mark.parametrize(
    "markup", rows(__file__, "text_that_the_page_does_not_show_plainly_is_not_understood")
)
def test_text_that_the_page_does_not_show_plainly_is_not_understood(markup: str) -> None:
    text = "plus one"
    rules = read(edition(2024).render().replace(text, markup.format(text), 1))
    assert rules.value("quorum") is None
    assert rules.unread


# The file, and the tool for maintainers


def test_every_row_can_be_audited() -> None:
    head, found = review_editions.rows()
    assert all(len(row) == 4 and len(row[0]) == 16 and all(row) for row in found)
    assert len({row[0] for row in found}) == len(found)
    assert head == [line for line in head if line.startswith("# ")]


def test_the_tool_adds_what_it_lists_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edition_file, path = tmp_path / "edition.wikitext", tmp_path / "reviewed.tsv"
    edition_file.write_text(DEMO, encoding="utf-8")
    head, before = review_editions.rows()
    monkeypatch.setattr(review_editions, "_PATH", path)
    monkeypatch.setattr(review_editions, "rows", lambda: (head, before))
    (own,) = review_editions.look(DEMO).reported
    assert review_editions.main([str(edition_file)]) == 0
    assert own in capsys.readouterr().out
    for refused in (["0" * 16, "--about", "songs", "--name", "sample"], [own, "--name", "sample"]):
        assert review_editions.main([str(edition_file), "--add", *refused]) == 1
        assert "was not added" in capsys.readouterr().err
    assert not path.exists()
    assert (
        review_editions.main(
            [str(edition_file), "--add", own, "--about", "songs", "--name", "sample"]
        )
        == 0
    )
    assert f"{own}\tNight Watch\tsongs\tsample\n" in path.read_text(encoding="utf-8")
    assert review_editions.main([str(edition_file), "--prune"]) == 0
    kept = [
        line.split("\t")[0]
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert set(kept) == review_editions.look(DEMO).known
