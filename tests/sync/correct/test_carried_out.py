"""A matter that was carried out already, or whose values changed meanwhile, is not carried out on
top of that.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers.model import Post, Revision
from parsers.refusal import Refused
from sync.correct.correction_saving import CARRIED_OUT
from sync.correct.enactment_edits import EnactmentEdit, carried_out, edits, enact, expected
from sync.settings.config import Config, Live
from sync.wiki.writing.page_edit import EditOutcome
from tests.support.cases import cases
from tests.support.memory_source import MemorySource
from tests.validators.test_enacting import PAGE, enacted

POSTED = datetime(2024, 1, 1, tzinfo=UTC)
GAIN = "<p>Ana gains 2 Coal.</p>"
BOTH = "<p>Ana gains 2 Coal.</p><p>Add to the end of the rule “Coal”: “Coal is black.”</p>"
LIVE = Live("https://blog.example", "https://wiki.example/w/", "tests", Path("nowhere"))


def planned(body: str = GAIN, /, **post: object) -> list[EnactmentEdit]:
    made = enacted(body)
    return list(edits(replace(made, post=replace(made.post, **post)), "Enacted by Ana."))  # type: ignore[arg-type]


def saved(
    comment: str | None, text: str = "two", *, hours: int = 1, number: int = 2, title: str = "Boats"
) -> Revision:
    return Revision(
        title, number, number - 1, POSTED + timedelta(hours=hours), "Ana", comment, text
    )


BEFORE = saved("", "one", hours=-1, number=1)


@cases("summaries")
def test_a_summary_since_the_matter_was_posted_names_it(
    comment: str | None, hours: int, refused: bool
) -> None:
    (edit,) = planned()
    source = MemorySource([BEFORE, saved(comment, hours=hours)])
    why = (
        "revision 2 of Ana names this matter, so it may already be carried out; look at the page,"
        " and make the remaining changes yourself"
    )
    assert carried_out(edit, source) == (
        EditOutcome("refused", why=why, code=CARRIED_OUT) if refused else None
    )


def test_undone_matters_can_be_enacted_again() -> None:
    (edit,) = planned()
    named = saved("enacted a thing")
    assert (
        carried_out(edit, MemorySource([BEFORE, named, saved("no", "one", hours=2, number=3)]))
        is None
    )
    assert (
        carried_out(edit, MemorySource([BEFORE, named, saved("more", "three", hours=2, number=3)]))
        is not None
    )
    # Without the text before it nobody knows.
    assert carried_out(edit, MemorySource([named])) is not None


def test_no_number_of_later_edits_hides_the_one_that_carried_it_out() -> None:
    (edit,) = planned()
    later = [saved("more", f"text {number}", number=number) for number in range(3, 60)]
    made = [BEFORE, saved("enacted a thing"), *later]
    assert carried_out(edit, MemorySource(made)) is not None


def test_the_texts_of_many_edits_are_not_compared_with_each_other() -> None:
    compared = list[object]()

    class Text(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            compared.append(other)
            return str.__eq__(self, other)

    (edit,) = planned()
    made = [saved("more", Text(f"text {number}"), number=number) for number in range(1, 60)]
    assert carried_out(edit, MemorySource(made)) is None
    assert compared == []


@pytest.mark.parametrize(("subject", "there"), [("Coals", False), ("Coal it", True)])
def test_a_short_subject_is_a_word_of_the_game(subject: str, there: bool) -> None:
    (edit,) = planned(subject=subject, title=f"Proposal: {subject}")
    assert (
        carried_out(edit, MemorySource([BEFORE, saved(f"digging {subject}")])) is not None
    ) is there
    assert (
        carried_out(edit, MemorySource([BEFORE, saved(f"enacted Proposal: {subject}")])) is not None
    )


@pytest.mark.parametrize(
    "post", [{"title": "", "subject": ""}, {"posted": None}], ids=["no title", "no date"]
)
def test_a_post_without_a_title_or_a_date(post: dict[str, object]) -> None:
    (edit,) = planned(**post)
    assert isinstance(edit.enactment.post, Post)
    assert carried_out(edit, MemorySource([BEFORE, saved("anything")])) is None


def test_one_page_that_is_done_does_not_keep_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    both = planned(BOTH)
    assert [edit.role for edit in both] == ["ruleset", "tracking"]
    config, asked = Config("tests"), list[str]()

    def declined(edit: EnactmentEdit) -> str:
        asked.append(edit.role)
        return "declined"

    done = MemorySource(
        [replace(BEFORE, title="Ruleset"), saved("enacted a thing", title="Ruleset")]
    )
    assert [each.code for each in expected(both, config, done)] == [CARRIED_OUT, ""]
    assert [each.why for each in enact(both, config, LIVE, done, declined)][1:] == ["declined"]
    assert asked == ["tracking"]
    first, second = enact(both, config, LIVE, MemorySource(), declined)
    assert (first.why, second.why) == (
        "declined",
        "it depends on the previous edit, which was not saved",
    )
    assert enact([], config, LIVE, done, declined) == []
    monkeypatch.setattr(
        "sync.correct.enactment_edits.foreseen",
        lambda *_: [EditOutcome("refused", why="no"), EditOutcome()],
    )
    assert [each.why for each in enact(both, config, LIVE, done, declined)] == [
        "no",
        "the other page cannot be saved: no",
    ]


@cases("meanwhile")
def test_values_given_meanwhile_are_not_given_twice(old: str, new: str) -> None:
    (edit,) = planned()
    assert edit.rebased(8, f"Words.\n{PAGE}").text.startswith("Words.\n")
    now = PAGE.replace(old, new)
    assert now != PAGE
    with pytest.raises(
        Refused, match=r"^(another user has changed values|an instruction can no longer)"
    ):
        edit.rebased(8, now)
