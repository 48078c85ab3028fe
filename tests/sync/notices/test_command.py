"""The command ``notice`` without a wiki or a blog: previews of the sample game, its report, and
what it refuses.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parsers.model import Revision
from parsers.refusal import Refused
from sync.errors import NoVerdict
from sync.notices.composing import Scene, compose
from sync.notices.notice_model import Channel, Notice, NoticeOutcome, mark_of
from sync.notices.notice_text import worded
from sync.notices.talk_pages import Talk, TalkPages, TalkSection
from sync.reports.layout import print_to_text
from sync.reports.writing_text import notices_as_text
from sync.settings.config import Config, Live
from sync.store import Journal, Store, Write
from sync.wiki.wiki_access import FoundPage, NoPage
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import DEMO
from tests.sync.notices.invented import draft, finding
from tests.sync.samples import NOON, view


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(DEMO, tmp_path / "game"))


def told(run: Run, *arguments: str, said: str = "") -> tuple[int, list[dict[str, Any]]]:
    ran = run("notice", *arguments, "--format", "json", code=None)
    assert ran.err == said
    assert ran.out.isascii()
    assert ran.json["schema"] == "blognomic/notices/1"
    return ran.code, ran.json["notices"]


def test_the_sample_game(run: Run) -> None:
    code, made = told(run, "--site", "demo")
    assert code == 1
    assert {one["result"] for one in made} == {None}
    assert (
        len({one["id"] for one in made})
        == len({(one["target"], one["about"]) for one in made})
        == len(made)
    )
    assert {one["channel"] for one in made} == {"wiki-talk"}
    assert {one["target"] for one in made if one["channel"] == "wiki-talk"} == {
        "Talk:Ruleset",
        "Talk:The Long Cut",
    }
    (page,) = [one for one in made if one["target"] == "Talk:The Long Cut"]
    assert set(page) >= {"id", "channel", "target", "text", "findings", "result", "url"}
    assert page["findings"] == ["BN401", "BN402", "BN404", "BN505", "BN507", "BN510"]
    assert page["mark"] in page["text"]
    assert len(page["fingerprints"]) == 8
    assert page["text"].startswith("== Please check: The Long Cut ==\n")
    assert (
        "*: What to do: Set T. Quillfeather's Tow from “Hob” to “Hobb”, the name on the roster."
        in page["text"]
    )
    assert (
        len(re.findall(r"^\* ", page["text"], re.MULTILINE)) == 5
    )  # a value and the edit that set it are one fault
    assert "BN" not in page["text"]
    assert told(run, "--site", "demo", "--only", "BN401")[1][0]["id"] == page["id"]


def test_left_out_findings_are_counted(run: Run) -> None:
    said = run("notice", "--site", "demo", code=1).words
    left_out = (
        "Left out, as they may be mistaken, are old, or are about the blog's sidebar (--to chat):"
        " BN104 (1), BN105 (1), BN107"
    )
    assert left_out in said


@cases("refused")
def test_options_that_cannot_be_are_refused(arguments: list[str], message: str, run: Run) -> None:
    assert message in run("notice", "--site", "demo", *arguments, code=2).err


def test_a_page_of_the_game_is_not_talked_on(folder: Path, run: Run) -> None:
    (folder.parent / "blognomic.toml").write_text(
        'snapshot = "game"\n[notice]\ntalk = "The_Long_Cut"\n', encoding="utf-8"
    )
    assert (
        "key 'notice.talk': 'The_Long_Cut' is a page of the game itself"
        in run("notice", code=2).err
    )
    (folder.parent / "blognomic.toml").write_text(
        'snapshot = "game"\n[notice]\ntalk = "User:Herald/Notices"\n', encoding="utf-8"
    )
    assert {one["target"] for one in told(run, "--to", "wiki-talk")[1]} == {"User:Herald/Notices"}


# --- The report


def made(channel: Channel = "wiki-talk", text: str | None = None) -> Notice:
    notice = worded(draft(channel), NOON)
    return notice if text is None else Notice(notice.draft, text, notice.mark)


def shown(*given: tuple[Notice, NoticeOutcome], applied: bool) -> str:
    return print_to_text(notices_as_text(given, applied=applied), width=100, colour=False)


@cases("reports")
def test_a_report_shows_each_result_and_the_sum(
    outcome: dict[str, Any], applied: bool, line: str, last: str
) -> None:
    posted = NoticeOutcome(**outcome)
    text = shown((made(), posted), applied=applied)
    head = (
        f"\nwiki-talk, Talk:A Page: notice {draft('wiki-talk').id} for Proposal: A Thing\n    =="
        " Please check: Proposal: A Thing ==\n"
    )
    assert text.startswith(head)
    assert line in text
    assert last in text.rpartition("\n\n")[2]
    assert ("Result" in text) == (posted.result is not None)


def test_the_report_is_safe_to_print() -> None:
    text = shown(
        (made(text="[red]x[/red]\x1b[31m\u202e"), NoticeOutcome("refused", why="\x07")),
        (made(text=""), NoticeOutcome()),
        applied=False,
    )
    assert "[red]x[/red]\\e[31m\\u202e" in text
    assert "\\x07" in text
    title = shown(
        (worded(draft("chat", about="[red]A\x1b[31m\nB"), NOON), NoticeOutcome()), applied=False
    )
    assert "for [red]A\\e[31m B\n" in title
    assert shown(applied=False) == shown(applied=True) == "\nNo new notices.\n"


# --- What is known beforehand


class Pages(TalkPages):
    """A wiki with one page, or none that can be read."""

    def __init__(self, text: str | NoVerdict) -> None:
        super().__init__(Config(site="tests"))
        self.text, self.reads = text, 0

    def _fetched(self, title: str) -> Talk:
        self.reads += 1
        if isinstance(self.text, NoVerdict):
            raise self.text
        return Talk(title, 1, self.text if title == "Talk:A Page" else "")


def preview(
    pages: TalkPages, *drafts: Any, journal: Journal | None = None
) -> list[tuple[Notice, NoticeOutcome]]:
    return list(compose(drafts, Scene(Config(site="tests"), view(), pages, journal, NOON)))


def test_announced_findings_are_left_out() -> None:
    one, two = finding(what="one"), finding("BN402", "two")
    pages = Pages(f"Words. <!-- {mark_of([one])} -->")
    ((left, posted),) = preview(pages, draft("wiki-talk", one, two))
    assert (left.draft.findings, left.mark, posted) == ((two,), mark_of([two]), NoticeOutcome())
    ((none, posted),) = preview(pages, draft("wiki-talk", one))
    assert (none.text, posted.result, posted.why) == (
        "",
        "already-posted",
        "it has already been posted",
    )


def test_a_page_is_read_once_even_where_it_cannot_be() -> None:
    for pages in (Pages("Words."), Pages(NoVerdict("it is closed"))):
        results = [
            posted.result
            for _, posted in preview(
                pages, draft("wiki-talk"), draft("wiki-talk", finding(what="y"))
            )
        ]
        assert results == ([None, None] if pages.text == "Words." else ["refused", "refused"])
        assert pages.reads == 1
    assert Pages("x").read("A", again=True) == Talk("A", 1, "")


@cases("signs")
def test_a_sign_on_the_page_is_heeded_as_far_as_the_account_is_known(
    monkeypatch: pytest.MonkeyPatch, user: str, sign: str, result: str | None
) -> None:
    monkeypatch.setenv("BLOGNOMIC_WIKI_USER", user)
    ((_, posted),) = preview(Pages(sign), draft("wiki-talk"))
    assert posted.result == result


def test_no_section_is_added_to_a_page_that_has_become_a_redirect() -> None:
    edit = TalkSection.of(worded(draft("wiki-talk"), NOON), Talk("Talk:A Page", 1, "Words."))
    for redirect in ("#REDIRECT [[Ruleset]]", "\n" * 12 + "#redirect : [[Ruleset]]"):
        with pytest.raises(Refused, match="the page is a redirect"):
            edit.rebased(2, redirect)
    assert edit.section in edit.rebased(2, "#redirect is a word in a list").text


@pytest.mark.parametrize(
    ("end", "seen"), [("<!-- open", False), ("<nowiki>open", True), ("{|\n| open", True)]
)
def test_a_notice_must_be_visible(end: str, seen: bool) -> None:
    """An open comment would end with the notice's own mark, which is one."""
    page, notice = (
        Talk("Talk:A Page", 1, f"== A question ==\nWhy?\n{end}"),
        worded(draft("wiki-talk"), NOON),
    )
    if seen:
        assert TalkSection.of(notice, page).text == f"{page.text}\n\n{notice.text}"
        return
    with pytest.raises(Refused, match="the notice would be invisible"):
        TalkSection.of(notice, page)


class Spelling(TalkPages):
    """A wiki that spells titles in its own way."""

    def _fetched(self, title: str) -> Talk:
        return Talk(title.lstrip(":").replace("_", " "), 1, "Words.")


def test_no_other_spelling_leads_a_notice_to_a_page_of_the_game() -> None:
    pages = Spelling(Config(site="tests"))
    ((_, posted),) = preview(pages, replace(draft("wiki-talk"), target=":Ruleset"))
    assert (posted.result, posted.why) == (
        "refused",
        (
            "':Ruleset' is 'Ruleset', a page of the game itself; choose another page with [notice]"
            " talk"
        ),
    )


def test_a_removed_notice_is_known_whatever_the_spelling_of_its_page(tmp_path: Path) -> None:
    pages = Spelling(Config(site="tests"))
    there = replace(draft("wiki-talk"), target="User:The_bot/Notices")
    with Store.open(tmp_path / "s.sqlite3", now=NOON) as store:
        ((notice, _),) = preview(pages, there, journal=store.journal)
        assert notice.draft.target == "User:The bot/Notices"
        write = Write("wiki-talk", "User:The bot/Notices", notice.text, notice.mark)
        entry = store.journal.begin(write, NOON)
        assert entry is not None
        store.journal.end(entry.id, "saved", NOON)
        ((_, posted),) = preview(pages, there, journal=store.journal)
    assert posted.result == "already-posted"


def test_a_redirect_is_not_followed() -> None:
    class Leading(TalkPages):
        def _fetched(self, title: str) -> Talk:
            return Talk("Talk:B", 1, "Words.", redirected=True)

    with pytest.raises(NoVerdict, match="'Talk:A' redirects to 'Talk:B'; choose another page"):
        Leading(Config(site="tests")).for_notices("Talk:A")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            FoundPage("Talk:A", Revision("Talk:A", 3, 2, NOON, "Ana", "", None)),
            "the text of 'Talk:A' is hidden; choose another page with [notice] talk",
        ),
        (
            NoPage("Talk:A", "that is a page of another wiki"),
            "the wiki has no page 'Talk:A' for notices: that is a page of another wiki",
        ),
    ],
)
def test_a_page_that_the_wiki_does_not_show(
    monkeypatch: pytest.MonkeyPatch, answer: object, why: str
) -> None:
    monkeypatch.setattr("sync.wiki.wiki_client.WikiClient.read", lambda *_: {"Talk:A": answer})
    pages = TalkPages(
        Config(
            site="tests",
            live=Live("https://blog.example", "https://wiki.example/", "tests", Path("none")),
        )
    )
    with pytest.raises(NoVerdict, match=re.escape(why)):
        pages.read("Talk:A")
