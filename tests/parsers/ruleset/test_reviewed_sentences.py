"""A sentence that a person has reviewed is let go, and only that one: another word, lead or rule
makes it new.
"""

from __future__ import annotations

from datetime import timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from parsers.model import MatterKind
from parsers.ruleset import read_ruleset
from parsers.ruleset.parameters import stated_by_person
from parsers.ruleset.prose import fingerprint, read_prose, rule_fingerprint
from parsers.ruleset.reviews import EVERY_KIND, Reviews, RuleReview, SentenceReview
from parsers.ruleset.ruleset_model import Ruleset, SectionKind, Terms
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, canonical
from parsers.ruleset.tree import read_tree
from tests import review_editions
from tests.parsers.ruleset.editions import AT, Style, Theme, edition, read
from tests.parsers.ruleset.editions import reviewed as edition_reviews
from tests.parsers.ruleset.texts import ERAS, Part
from tests.support.cases import cases
from tests.support.rules import values_of

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
        [unread.why for unread in rules.unread] + [caveat.quote for caveat in rules.caveats]
    )


@pytest.mark.parametrize("era", ERAS)
def test_without_a_review_every_such_sentence_is_reported(era: int) -> None:
    made = edition(era)
    rules = read_ruleset(made.render())
    clauses = {each.quote for each in rules.voting if each.value is not None}
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


@cases("fingerprints")
def test_sentences_with_the_same_fingerprint(one: str, other: str, same: bool) -> None:
    assert (fingerprints(one)[-1] == fingerprints(other)[-1]) is same


def test_what_a_sentence_says_beside_a_number_is_not_known_without_it() -> None:
    (sentence,) = read_prose(read_tree("== R ==\nA DoV is sung."), None).sentences
    assert fingerprint(sentence) != fingerprint(sentence, sentence.canon)


def reviewed(page: str, text: str, **said: Any) -> Ruleset:
    """The page, read by Anna, who says this of its one sentence with this text."""
    sentences = read_prose(read_tree(page), read_ruleset(page).terms).sentences
    (known_by,) = {fingerprint(sentence) for sentence in sentences if text in sentence.text}
    review = SentenceReview(known_by, "Anna", AT, **said)
    shared = edition_reviews()
    return read_ruleset(page, reviews=Reviews(shared.rules, (*shared.sentences, review)))


@pytest.mark.parametrize(
    ("text", "reviewable"),
    [
        ("Wet CfJs wait.".ljust(MAX_CLAUSE_CHARS, "."), True),
        ("Wet CfJs wait.".ljust(MAX_CLAUSE_CHARS + 1, "."), False),
        ("Wet CfJs {{{{#if:x|wait}}}}.", False),
    ],
    ids=["as long as can be read", "too long", "with a template"],
)
def test_only_what_is_read_whole_can_be_reviewed(text: str, reviewable: bool) -> None:
    page = edition(2024).with_rule("Core Rules", "Afterthoughts", text).render()
    (unread,) = read(page).unread
    assert bool(unread.fingerprint) is reviewable


ROUNDED_UP = (
    edition(2024)
    .reworded("quorum", lambda text: text.replace("rounded down", "rounded up"))
    .render()
)


def test_a_reviewed_sentence_leaves_its_parameter_missing() -> None:
    rules = reviewed(ROUNDED_UP, "rounded up")
    assert rules.voting.quorum.value is None
    assert [unread.why for unread in rules.unread if unread.topic == "quorum"] == [
        "no sentence says what Quorum is"
    ]


def test_a_reviewer_can_state_the_parameters_of_a_sentence() -> None:
    rules = reviewed(ROUNDED_UP, "rounded up", sets=(("quorum", "half-plus-one"),))
    quorum = rules.voting.quorum
    assert (quorum.value, quorum.by) == ("half-plus-one", "Anna")
    assert rules.unread == ()


def test_sentences_read_by_a_row_ignore_reviews() -> None:
    rules = reviewed(edition(2024).render(), "rounded down", verdicts=EVERY_KIND)
    quorum = rules.voting.quorum
    assert (quorum.value, quorum.by) == ("half-plus-one", "")
    assert [caveat.rule for caveat in rules.caveats if caveat.by] == []


def test_a_person_and_a_row_that_disagree_leave_the_parameter_unread() -> None:
    page = edition(2024).with_rule("Core Rules", "Afterthoughts", "Two days suffice.").render()
    rules = reviewed(page, "Two days suffice", sets=(("popular.after_hours", 36),))
    assert rules.voting.popular_after_hours.value is None
    assert [unread.why[:20] for unread in rules.unread] == ["two clauses disagree"]


def test_a_review_says_which_kinds_of_matters_a_sentence_concerns() -> None:
    page = edition(2024).with_rule("Core Rules", "Afterthoughts", "Wet CfJs wait.").render()
    (unread,) = read(page).unread
    assert unread.kinds == EVERY_KIND
    rules = reviewed(page, "Wet CfJs", verdicts=frozenset({MatterKind.CFJ}))
    assert rules.unread == ()
    assert [(each.quote, each.kinds) for each in rules.caveats if each.by] == [
        ("Wet CfJs wait.", frozenset({MatterKind.CFJ}))
    ]


def test_a_rule_is_new_when_a_word_of_it_changes_and_not_when_a_space_or_a_term_does() -> None:
    def known_by(text: str, terms: Terms) -> str:
        (rule,) = read_tree(f"= Dynastic Rules =\n== Ponds ==\n{text}").rules
        return rule_fingerprint(rule, f"= Dynastic Rules =\n== Ponds ==\n{text}", canonical(terms))

    gulls, owls = Terms("Gull", "Gulls", "Pilot"), Terms("Owl", "Owls", "Keeper")
    before = known_by("Each Gull has a Pond.", gulls)
    assert known_by("Each  Gull\nhas a Pond.", gulls) == before
    assert known_by("Each Owl has a Pond.", owls) == before
    assert known_by("Each Gull has no Pond.", gulls) != before
    assert known_by("Each Gull has a Pond.<!-- deep -->", gulls) != before
    assert known_by('Each Gull has a Pond.\n\n</div>\n<div class="a">\n', gulls) == before
    assert known_by("Each Gull has a Pond.</div> Now.", gulls) != before
    assert known_by("<div>Each Gull has a Pond.", gulls) != before


def test_a_review_counts_from_the_moment_it_was_made() -> None:
    review = RuleReview("0" * 16, "Anna", AT)
    reviews = Reviews((review,))
    assert reviews.as_of(AT).rules == (review,)
    assert reviews.as_of(AT - timedelta(seconds=1)).rules == ()


def test_the_sample_game_is_read_with_the_reviews_of_the_package() -> None:
    rules = read_ruleset(DEMO)
    assert rules.unread == ()
    assert {rule.whole.kind for rule in rules.unread_rules} == {SectionKind.DYNASTIC}


def test_reports_name_who_reviewed() -> None:
    rules = read(edition(2024).render())
    assert {one.by for one in rules.reviewed} == {"Anna"}
    assert "Whoever resolves a Votable Matter should leave their name and the final tally." in {
        one.quote for one in rules.reviewed
    }


@pytest.mark.parametrize(
    "markup",
    [
        "{{{{Nearly|{}}}}}",
        "<s>{}</s>",
        "<span style='display:none'>{}</span>",
        "<sup>{}</sup>",
        "<includeonly>{}</includeonly>",
        "{}<ref>At least 3.</ref>",
    ],
)
def test_text_that_the_page_does_not_show_plainly_is_not_understood(markup: str) -> None:
    text = "plus one"
    rules = read(edition(2024).render().replace(text, markup.format(text), 1))
    assert rules.voting.quorum.value is None
    assert rules.unread


# The file, and the tool for maintainers


def test_every_row_can_be_audited() -> None:
    head, found = review_editions.rows()
    assert head[-1].split("\t") == ["fingerprint", "rule", "about", "editions", "reason"]
    assert all(len(row) == 5 and len(row[0]) == 16 and all(row) for row in found)
    assert len({row[0] for row in found}) == len(found)
    assert all(line.startswith("# ") for line in head[:-1])


def test_the_tool_adds_what_it_lists_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edition_file, path = tmp_path / "edition.wikitext", tmp_path / "reviewed.tsv"
    page = DEMO.replace("== Fair Play ==\n", "== Fair Play ==\nA DoV should not be sung.\n\n", 1)
    edition_file.write_text(page, encoding="utf-8")
    head, before = review_editions.rows()
    monkeypatch.setattr(review_editions, "_PATH", path)
    monkeypatch.setattr(review_editions, "rows", lambda: (head, before))
    (own,) = review_editions.look(page).reported
    assert review_editions.main([str(edition_file)]) == 0
    assert own in capsys.readouterr().out
    told = ["--about", "songs", "--name", "sample", "--reason", "no vote is sung"]
    for refused in (["0" * 16, *told], [own, *told[:4]], [own, *told[2:]]):
        assert review_editions.main([str(edition_file), "--add", *refused]) == 1
        assert "was not added" in capsys.readouterr().err
    assert not path.exists()
    assert review_editions.main([str(edition_file), "--add", own, *told]) == 0
    added = f"{own}\tFair Play\tsongs\tsample\tno vote is sung\n"
    assert added in path.read_text(encoding="utf-8")
    assert review_editions.main([str(edition_file), "--prune"]) == 0
    kept = [
        line.split("\t")[0]
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith(("#", "fingerprint"))
    ]
    assert set(kept) == review_editions.look(page).known


def test_every_sentence_of_an_item_that_is_not_understood_waits() -> None:
    page = edition(2024).with_item("enact", "It is not cursed. Nothing is cursed now").render()
    assert {unread.quote for unread in read(page).unread} >= {
        "It is not cursed.",
        "Nothing is cursed now.",
    }
    rules = reviewed(page, "It is not cursed")
    assert "Nothing is cursed now." in {unread.quote for unread in rules.unread}


@pytest.mark.parametrize("era", ERAS)
def test_a_reviewer_may_state_every_value_that_an_edition_has(era: int) -> None:
    for name, read_value in values_of(read(edition(era).render())).items():
        if read_value is not None and name != "special_case.default":
            value = list(read_value) if isinstance(read_value, tuple) else read_value
            assert stated_by_person(name, value) == read_value, name


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("vote.last_icon", False),
        ("hiatus.stops_proposals", False),
        ("time.utc", 0),
        ("downtime", ["christmas"]),
        ("name.characters", ["emoji"]),
        ("popular.after_hours", True),
        ("popular.after_hours", -1),
        ("popular.after_hours", 10_001),
        ("quorum", "all"),
        ("no.such", 1),
    ],
)
def test_a_reviewer_cannot_state_unsupported_parameters(key: str, value: object) -> None:
    assert stated_by_person(key, value) is None


def test_a_reviewed_rule_with_a_template_stays_in_doubt() -> None:
    page = edition(2024).with_rule("Dynastic Rules", "Fog", "A Player may {{{{Powers}}}} daily.")
    doubts = [unread.rule for unread in read(page.render()).unread if "template" in unread.why]
    assert doubts == ["Fog"]
    plain = edition(2024).with_rule("Dynastic Rules", "Fog", "A Player may {{{{Box|row}}}} daily.")
    assert read(plain.render()).unread == ()
