"""Edits of a real wiki: saved, merged, refused and undone, and nobody's work lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from sync.cli.correct import code_of_results
from sync.errors import ExitCode, UsageError
from sync.settings.credentials import Credentials
from sync.store import Store, Write
from sync.times import clock
from sync.wiki.wiki_access import WikiSettings
from sync.wiki.writing.page_edit import (
    EditOutcome,
    Limits,
    PageEdit,
    PatchEdit,
    as_saved,
    expansions,
)
from sync.wiki.writing.writer import Writer
from tests.support.fault_proxy import FaultProxy
from tests.support.mediawiki import MediaWiki
from tests.sync.wiki.edited import (
    FIXED,
    MANY,
    MERGED,
    OTHERS,
    PAGE,
    LineEdit,
    ReplacingEdit,
    edit,
    writing,
)

pytestmark = pytest.mark.mediawiki


class Room:
    """A writer, its store, and the wiki; ``proxy`` lies between them, for whatever others do
    between two requests.
    """

    def __init__(
        self,
        mediawiki: MediaWiki,
        proxy: FaultProxy,
        writer: Writer,
        store: Store,
        shown: list[tuple[str, str]],
    ) -> None:
        self.wiki = mediawiki
        self.proxy = proxy
        self.writer = writer
        self.store = store
        self.shown = shown

    def save(self, one: PageEdit, wrong: str | None = None) -> EditOutcome:
        """Save an edit; ``wrong`` is what speaks against it once the page was edited."""
        return self.writer.save(replace(one, wrong=wrong) if isinstance(one, LineEdit) else one)

    def states(self) -> list[str]:
        return [entry.state for entry in self.store.journal.entries()]

    def meanwhile(self, kind: str, *deeds: object) -> None:
        """Have others do something right before the wiki gets each request of a kind, as long as
        there is something to do.
        """
        left = list(deeds)

        def before(request: str) -> None:
            if request == kind and left:
                left.pop(0)()  # type: ignore[operator]

        self.proxy.before = before


@pytest.fixture
def room(mediawiki: MediaWiki, tmp_path: Path) -> Iterator[Room]:
    shown: list[tuple[str, str]] = []
    account = mediawiki.account("Wyn")
    with (
        FaultProxy(mediawiki.server) as proxy,
        writing(
            proxy.api_url, account, tmp_path / "s.sqlite", show=lambda *texts: shown.append(texts)
        ) as (writer, store),
    ):
        yield Room(mediawiki, proxy, writer, store, shown)


@pytest.fixture
def title(request: pytest.FixtureRequest) -> str:
    """A page of the test's own."""
    return (
        str(request.node.name)
        .replace("[", " ")
        .replace("]", "")
        .replace("_", " ")
        .strip()
        .capitalize()
    )


def test_an_edit_is_saved_in_six_requests_the_first_time_and_three_then(
    room: Room, title: str
) -> None:
    outcome = room.save(edit(title, room.wiki.edit(title, PAGE)))
    assert room.proxy.kinds == ["token", "login", "site", "look", "edit", "read back"]
    assert (outcome.result, outcome.why, outcome.text) == ("saved", None, FIXED)
    row = room.wiki.history(title)[-1]
    assert (row["revid"], row["user"], row["comment"], row["text"]) == (
        outcome.new_revid,
        "Wyn",
        "Ana is on level 4",
        FIXED,
    )
    (entry,) = room.store.journal.entries()
    assert (entry.state, entry.new_revid, entry.write.before, entry.write.account) == (
        "saved",
        outcome.new_revid,
        PAGE,
        "Wyn",
    )
    again = replace(
        edit(title, outcome.new_revid, FIXED.replace("Bo || 1", "Bo || 2"), FIXED), mark="bo-level"
    )
    assert room.save(again).result == "saved"
    assert room.proxy.kinds[6:] == ["look", "edit", "read back"]


def test_another_users_edit_in_another_place_is_kept(room: Room, title: str) -> None:
    base = room.wiki.edit(title, PAGE)
    room.wiki.edit(title, OTHERS)
    outcome = room.save(edit(title, base))
    assert (outcome.result, outcome.text) == ("saved", MERGED)
    assert room.wiki.text(title) == MERGED
    assert room.shown == [(OTHERS, MERGED)]


def test_a_conflict_at_the_last_moment_is_noticed_and_nothing_is_overwritten(
    room: Room, title: str
) -> None:
    base = room.wiki.edit(title, PAGE)
    near = PAGE.replace("Ana || 3", "Ana || 3 || new")
    room.meanwhile(
        "edit", lambda: room.wiki.edit(title, near), lambda: room.wiki.edit(title, OTHERS)
    )
    outcome = room.save(edit(title, base))
    # The wiki refuses twice, as the lines are the same; what is left then can be merged.
    assert outcome.result == "conflict"
    assert room.states() == ["conflict"]
    room.meanwhile("edit", lambda: room.wiki.edit(title, near), lambda: room.wiki.edit(title, PAGE))
    outcome = room.save(edit(title, room.wiki.edit(title, PAGE)))
    assert outcome.result == "conflict"
    assert "Ana || 4" not in room.wiki.text(title)


def test_an_edit_is_sent_three_times_at_most(room: Room, title: str) -> None:
    base = room.wiki.edit(title, PAGE)
    # A line is put between, next to the one that is changed.
    texts = [PAGE.replace("Ana || 3", f"Ana || 3\n| {number}") for number in range(5)]
    room.meanwhile("edit", *[lambda text=text: room.wiki.edit(title, text) for text in texts])
    outcome = room.save(
        ReplacingEdit(title, base, PAGE, FIXED, "Ana is on level 4", old="Ana || 3", new="Ana || 4")
    )
    assert outcome.result == "conflict"
    assert room.proxy.kinds.count("edit") == 3
    assert room.states() == ["conflict"] * 3
    assert "Ana || 4" not in room.wiki.text(title)


def test_a_merge_by_the_wiki_itself_is_noticed_and_looked_at(room: Room, title: str) -> None:
    base = room.wiki.edit(title, PAGE)
    room.meanwhile("edit", lambda: room.wiki.edit(title, OTHERS))
    outcome = room.save(edit(title, base), "the moon must not shine")
    assert (outcome.result, outcome.text) == ("saved", MERGED)
    why = str(outcome.why)
    assert (
        "the wiki merged both edits; the result is wrong: would not settle the finding: the moon"
        in why
    )
    assert [entry.why for entry in room.store.journal.entries()] == [outcome.why]
    assert code_of_results([outcome]) is ExitCode.FINDINGS


def test_an_edit_at_the_end_of_a_page_is_made_again_after_what_others_added(
    room: Room, title: str
) -> None:
    base = room.wiki.edit(f"Talk:{title}", "Hello.")
    room.wiki.edit(f"Talk:{title}", "Hello.\n\nGood day.")
    added = "\n\nA notice."
    plain = PageEdit(
        f"Talk:{title}",
        base,
        "Hello.",
        f"Hello.{added}",
        "a notice",
        kind="wiki-talk",
        mark="notice-1",
    )
    assert room.save(plain).result == room.save(PatchEdit(**vars(plain))).result == "conflict"
    outcome = room.save(ReplacingEdit(**vars(plain), new=added))
    assert outcome.result == "saved"
    text = room.wiki.text(f"Talk:{title}")
    assert text == "Hello.\n\nGood day.\n\nA notice."
    (entry,) = [one for one in room.store.journal.entries() if one.write.mark == "notice-1"]
    assert (entry.write.kind, entry.write.text) == ("wiki-talk", text)


def test_a_deleted_page_is_not_made_again(room: Room, title: str) -> None:
    base = room.wiki.edit(title, PAGE)
    room.wiki.delete(title)
    outcome = room.save(edit(title, base))
    assert (outcome.result, room.wiki.history(title)) == ("refused", [])
    assert "deleted or moved" in str(outcome.why)
    base = room.wiki.edit(title, PAGE)
    room.meanwhile("edit", lambda: room.wiki.delete(title))
    outcome = room.save(edit(title, base))
    assert (outcome.result, room.wiki.history(title)) == ("refused", [])
    assert room.states() == ["refused"]


def test_a_page_that_was_deleted_and_made_again_is_another_one(room: Room, title: str) -> None:
    base = room.wiki.edit(title, PAGE)
    room.wiki.delete(title)
    room.wiki.edit(title, PAGE)
    outcome = room.save(edit(title, base))
    assert outcome.result == "refused"
    assert "another page now has this title" in str(outcome.why)
    base = room.wiki.edit(title, PAGE + "!")

    def make_another() -> None:
        room.wiki.delete(title)
        room.wiki.edit(title, "Quite another.")

    room.meanwhile("edit", make_another)
    assert room.save(edit(title, base, FIXED + "!", PAGE + "!")).result in {"refused", "conflict"}
    assert room.wiki.text(title) == "Quite another."


@pytest.mark.parametrize("redirect", [True, False], ids=["with a redirect", "without a redirect"])
def test_a_moved_page_is_left_alone(room: Room, title: str, redirect: bool) -> None:
    base = room.wiki.edit(title, PAGE)
    room.wiki.move(title, f"{title} elsewhere", redirect=redirect)
    assert room.save(edit(title, base)).result == "refused"
    assert room.wiki.text(f"{title} elsewhere") == PAGE
    other = f"{title} at once"
    base = room.wiki.edit(other, PAGE)
    room.meanwhile("edit", lambda: room.wiki.move(other, f"{other} elsewhere", redirect=redirect))
    outcome = room.save(edit(other, base))
    assert outcome.result == "refused"
    assert room.wiki.text(f"{other} elsewhere") == PAGE
    assert [row["text"][:9] for row in room.wiki.history(other)] == ["#REDIRECT"] * redirect


def test_the_same_account_in_two_sessions_loses_nothing(
    room: Room, title: str, tmp_path: Path
) -> None:
    base = room.wiki.edit(title, PAGE)

    def other_session(one: PageEdit) -> None:
        with writing(room.wiki.api_url, room.wiki.account("Wyn"), tmp_path / "other.sqlite") as (
            other,
            _,
        ):
            assert other.save(one).result == "saved"

    bo = edit(title, base, PAGE.replace("Bo || 1", "Bo || 7"), mark="bo")
    room.meanwhile("edit", lambda: other_session(bo))
    assert room.save(edit(title, base)).result == "saved"
    assert "Ana || 4" in room.wiki.text(title)
    assert "Bo || 7" in room.wiki.text(title)
    page = f"{title} again"
    base = room.wiki.edit(page, PAGE)
    room.meanwhile(
        "edit",
        lambda: other_session(edit(page, base, PAGE.replace("Ana || 3", "Ana || 9"), mark="nine")),
    )
    outcome = room.save(edit(page, base, PAGE.replace("Ana || 3", "Ana || 8"), mark="eight"))
    assert outcome.result == "conflict"
    assert "Ana || 9" in room.wiki.text(page)


def test_two_edits_within_one_second_are_both_kept(room: Room, title: str) -> None:
    with room.wiki.settings(wgStoppedAt=int(time.time())):
        base = room.wiki.edit(title, PAGE)
        room.meanwhile("edit", lambda: room.wiki.edit(title, PAGE.replace("Cy || 2", "Cy || 6")))
        assert room.save(edit(title, base)).result == "saved"
    rows = room.wiki.history(title)
    assert len({row["timestamp"] for row in rows}) == 1
    assert "Cy || 6" in rows[-1]["text"]
    assert "Ana || 4" in rows[-1]["text"]


def test_a_new_page_is_made_once(room: Room, title: str) -> None:
    new = PageEdit(title, None, "", FIXED, "a page")
    assert room.save(new).result == "saved"
    assert room.save(new).result == "unchanged"
    assert room.save(replace(new, text=PAGE)).result == "conflict"
    other = replace(new, title=f"{title} at once")
    room.meanwhile("edit", lambda: room.wiki.edit(other.title, "I was first."))
    outcome = room.save(other)
    assert (outcome.result, room.wiki.text(other.title)) == ("conflict", "I was first.")
    (entry, *_) = room.store.journal.entries()
    assert (entry.write.before, entry.write.base_revid) == (None, None)
    assert "only an administrator" in str(room.writer.undo(entry.id).why)


def test_the_stop_page_is_read_before_each_try(room: Room, title: str, tmp_path: Path) -> None:
    base = room.wiki.edit(title, PAGE)
    limits = replace(MANY, stop_page="Project:Halt")
    with writing(
        room.proxy.api_url, room.wiki.account("Wyn"), tmp_path / "other.sqlite", limits=limits
    ) as (writer, _):
        room.meanwhile(
            "edit",
            lambda: (
                room.wiki.edit("Project:Halt", "no"),
                room.wiki.edit(title, PAGE.replace("Ana || 3", "Ana || 5")),
            ),
        )
        outcome = writer.save(edit(title, base))
        room.wiki.delete("Project:Halt")
    assert (outcome.result, room.proxy.kinds.count("edit")) == ("refused", 1)
    assert "stops this tool" in str(outcome.why)


def test_a_page_that_wants_no_bots_is_left_alone(room: Room, title: str) -> None:
    page = f"{{{{bots|deny=Someone, wyn}}}}\n{PAGE}"
    outcome = room.save(edit(title, room.wiki.edit(title, page), FIXED, page))
    assert (outcome.result, room.wiki.text(title)) == ("refused", page)
    assert "{{bots|deny=…}}" in str(outcome.why)


def test_a_run_and_a_day_have_their_limits(room: Room, title: str, tmp_path: Path) -> None:
    bases = [room.wiki.edit(f"{title} {number}", PAGE) for number in range(4)]
    edits = [edit(f"{title} {number}", base, mark=str(number)) for number, base in enumerate(bases)]
    account = room.wiki.account("Wyn")
    with writing(
        room.wiki.api_url, account, tmp_path / "o.sqlite", limits=Limits(per_run=2, per_day=3)
    ) as (writer, _):
        outcomes = [writer.save(one) for one in edits[:3]]
    assert [outcome.result for outcome in outcomes] == ["saved", "saved", "refused"]
    assert "2 edits were made" in str(outcomes[2].why)
    with writing(
        room.wiki.api_url, account, tmp_path / "o.sqlite", limits=Limits(per_run=2, per_day=3)
    ) as (writer, store):
        outcomes = [writer.save(one) for one in edits[2:]]
        assert [entry.state for entry in store.journal.entries()] == ["saved"] * 3
    assert [outcome.result for outcome in outcomes] == ["saved", "refused"]
    assert "3 edits were made today" in str(outcomes[1].why)


def test_reverted_corrections_are_not_repeated(room: Room, title: str) -> None:
    base = room.wiki.edit(title, PAGE)
    outcome = room.save(edit(title, base))
    reverted = room.wiki.edit(title, PAGE)
    for again in (
        edit(title, base),
        edit(title, reverted),
        edit(title, reverted, mark="something else"),
    ):
        told = room.save(again)
        assert told.result == "refused"
        assert f"revision {outcome.new_revid}" in str(told.why)
        assert "Call for Judgement" in str(told.why)
    other = edit(title, reverted, PAGE.replace("Bo || 1", "Bo || 2"), mark="bo")
    assert room.save(other).result == "saved"
    # The same line elsewhere is another change, and so is another change of the same line.
    assert (
        room.save(
            edit(
                title,
                room.wiki.edit(title, PAGE),
                PAGE.replace("Ana || 3", "Ana || 5"),
                mark="five",
            )
        ).result
        == "saved"
    )


def test_the_same_change_in_another_place_is_another_change(room: Room, title: str) -> None:
    page = "{|\n" + "|-\n| 3\n| x\n" * 4 + "|}"
    first, both = page.replace("| 3", "| 4", 1), page.replace("| 3", "| 4", 2)
    outcome = room.save(edit(title, room.wiki.edit(title, page), first, page, mark="first"))
    # Its lines, and those around them, are the same; but the first is still there.
    second = room.save(edit(title, outcome.new_revid, both, first, mark="second"))
    assert second.result == "saved"
    third = edit(title, second.new_revid, both.replace("| 3", "| 4", 1), both, mark="third")
    assert room.save(third).result == "saved"
    reverted = room.wiki.edit(title, page)
    assert room.save(edit(title, reverted, both, page, mark="fourth")).result == "refused"


def test_an_edit_is_undone_and_may_be_made_again(room: Room, title: str) -> None:
    outcome = room.save(edit(title, room.wiki.edit(title, PAGE)))
    room.wiki.edit(title, f"{FIXED}\n\nIt shines.")
    (entry,) = room.store.journal.entries()
    undone = room.writer.undo(entry.id)
    assert (undone.result, room.wiki.text(title)) == ("saved", OTHERS)
    row = room.wiki.history(title)[-1]
    assert row["comment"] == f"Undo revision {outcome.new_revid}: Ana is on level 4"
    assert [one.write.undoes for one in room.store.journal.entries()] == [None, entry.id]
    assert room.writer.undo(entry.id).result == "unchanged"
    # What the tool took back itself is nobody's objection.
    assert room.save(edit(title, undone.new_revid, MERGED, OTHERS)).result == "saved"


def test_an_edit_with_lines_changed_since_is_not_undone(room: Room, title: str) -> None:
    room.save(edit(title, room.wiki.edit(title, PAGE)))
    (entry,) = room.store.journal.entries()
    room.wiki.edit(title, FIXED.replace("Ana || 4", "Ana || 6"))
    assert room.writer.undo(entry.id).result == "refused"
    room.wiki.delete(title)
    assert room.writer.undo(entry.id).result == "refused"
    assert len(room.store.journal.entries()) == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("trailing   \n\n\t ", id="white space at the end"),
        pytest.param("\r\nlines\rof\r\nall kinds\n", id="line ends"),
        pytest.param("e\u0301 is \xe9; \u1100\u1161; \u212b", id="compositions"),
        pytest.param(
            "control \x00\x01\x08\x0b\x0c\x0e\x1f\x7f\x80\x85 and \ufffe\uffff\ufeff",
            id="control characters",
        ),
        pytest.param("plane 🜂\U000e0041\U0010fffd", id="higher planes"),
        pytest.param("\x7f'\"`UNIQ--nowiki-00000000-QINU`\"'\x7f", id="strip markers"),
    ],
)
def test_the_wiki_saves_the_predicted_text(room: Room, title: str, text: str) -> None:
    text = f"x{text}"
    outcome = room.save(PageEdit(title, None, "", text, "nasty"))
    assert not expansions(text)
    assert (outcome.result, outcome.why) == ("saved", None)
    assert room.wiki.text(title) == as_saved(text) == outcome.text


def test_a_session_that_ends_between_looking_and_sending_is_begun_anew(
    room: Room, title: str
) -> None:
    base = room.wiki.edit(title, PAGE)
    with ExitStack() as stack:
        # The wiki does not know its own cookies any more.
        room.meanwhile(
            "edit", lambda: stack.enter_context(room.wiki.settings(wgCookiePrefix="other"))
        )
        assert room.save(edit(title, base)).result == "saved"
    assert room.proxy.kinds.count("edit") == 2
    assert room.states() == ["saved"]


def test_the_password_is_kept_nowhere(
    room: Room, title: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    room.save(edit(title, room.wiki.edit(title, PAGE)))
    password = room.wiki.account("Wyn").password
    assert password not in caplog.text
    assert password not in "".join(
        map(
            repr,
            (
                room.writer,
                room.writer._tools.session,
                vars(room.writer._tools.session),
                room.store.journal.entries(),
            ),
        )
    )
    assert not any(password.encode() in file.read_bytes() for file in tmp_path.iterdir())


def test_titles_are_the_wikis_own(room: Room, title: str) -> None:
    base = room.wiki.edit(title, PAGE)
    spelled = title[0].lower() + title[1:].replace(" ", "_")
    assert room.save(edit(spelled, base)).result == "saved"
    assert [entry.write.place for entry in room.store.journal.entries()] == [title]
    assert "cannot have a page of that title" in str(room.save(edit("Special:Version", 1)).why)
    with pytest.raises(UsageError, match="no wiki can have a page"):
        room.save(edit("a|b", 1))


def test_no_password_is_sent_in_the_clear_and_none_but_a_bots(
    mediawiki: MediaWiki, tmp_path: Path
) -> None:
    with Store.open(tmp_path / "s.sqlite", now=clock()) as store:
        with pytest.raises(UsageError, match="a password is sent over https only"):
            Writer(
                WikiSettings("tests@example.org", api_url="http://wiki.example/w/"),
                Credentials("Wyn@tool", "x"),
                store.journal,
            )
        with pytest.raises(UsageError, match="Special:BotPasswords"):
            Writer(
                WikiSettings("tests@example.org", api_url=mediawiki.api_url),
                Credentials("Wyn", "secret"),
                store.journal,
            )


def test_a_write_begun_recently_may_still_arrive(room: Room, title: str) -> None:
    base = room.wiki.edit(title, PAGE)
    write = Write("wiki-edit", title, FIXED, account="Wyn", base_revid=base, before=PAGE)
    room.store.journal.begin(write, clock())
    room.store.journal.begin(replace(write, kind="chat"), clock())
    room.writer.settle()
    assert room.states() == ["begun", "begun"]
    room.writer.settle(under_way=timedelta(0))
    (entry,) = (row for row in room.store.journal.entries() if row.write.kind == "wiki-edit")
    assert (entry.state, entry.new_revid) == ("refused", None)
    assert "did not reach the wiki" in str(entry.why)
    assert room.states() == ["refused", "begun"]
