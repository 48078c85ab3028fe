"""The news in a chat: one message a run, with nothing that was sent before, and of bounded
length."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sync.notices.composing import MAY_BE_UNDER_WAY, NEWS_FOR, Scene, compose_news
from sync.notices.news_text import chat_message, details, headline
from sync.notices.notice_model import NoticeOutcome, digits_of, mark_of
from sync.notices.notice_text import MOST_FINDINGS, MOST_SIZE
from sync.notices.posting import Poster
from sync.notices.talk_pages import TalkPages
from sync.schemas.writing import notices_json
from sync.settings.config import Config, Live
from sync.settings.site_file import NoticeTable
from sync.store import State, Store, Write
from tests.sync.notices.invented import HOSTILE, finding, hostile, said
from tests.sync.notices.test_at_most_once import Fate, Killed, Service
from tests.sync.samples import BLOG, NOON, unsure, verdict, view
from validators.finding import Evidence, RuleRef
from validators.news import NewsItem, NewsTopic

WIKI = "https://wiki.example/"
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
MOST = MOST_FINDINGS["chat"]


def item(number: int = 0, *, ago: timedelta = HOUR, **changes: object) -> NewsItem:
    """One item of news of a finding."""
    made = {"url": f"{BLOG}/archive/post_{number}", "findings": (finding(what=str(number)),)}
    return NewsItem(NewsTopic.FINDING, str(number), NOON - ago, **{**made, **changes})  # type: ignore[arg-type]


MATTER = NewsItem(
    NewsTopic.RESOLVABLE,
    "a",
    NOON - HOUR,
    "Proposal: A Thing",
    f"{BLOG}/archive/a_thing",
    verdict(),
    "enacted",
)


def test_the_topics_of_the_settings_are_those_of_the_news() -> None:
    (events,) = (each.type for each in msgspec.structs.fields(NoticeTable) if each.name == "events")
    assert get_args(get_args(events)[0]) == tuple(topic.value for topic in NewsTopic)
    assert NoticeTable().events == []


# The words


def plain(text: str) -> str:
    return text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "“Proposal: A Thing” can be enacted now"),
        ({"outcome": "failed"}, "“Proposal: A Thing” can be failed now"),
        (
            {"due": NOON + SECOND, "topic": NewsTopic.TIMEOUT},
            "“Proposal: A Thing” can be enacted from 2024-01-20 12:01 UTC",
        ),
        (
            {"verdict": verdict(doubts=unsure("a doubt"))},
            "“Proposal: A Thing” can probably be enacted now: check first",
        ),
        (
            {"verdict": None, "topic": NewsTopic.IRREGULAR, "findings": (finding(),)},
            "“Proposal: A Thing” was resolved irregularly",
        ),
        ({"topic": NewsTopic.FINDING, "findings": (finding(message="it is so"),)}, "It is so"),
    ],
)
def test_headlines(changes: dict[str, object], words: str) -> None:
    assert headline(replace(MATTER, **changes), plain) == words  # type: ignore[arg-type]


def test_details_of_a_verdict() -> None:
    assert [*details(MATTER, plain)] == ["2 FOR, 0 AGAINST, quorum 2: Popular by quorum."]
    later = replace(MATTER, due=NOON + HOUR, verdict=verdict(doubts=unsure("a doubt", "another")))
    assert [*details(later, plain)] == [
        "2 FOR, 0 AGAINST, quorum 2.",
        "This holds if no vote, post or roster changes.",
        "Not certified: a doubt.",
    ]
    unreasoned = replace(MATTER, verdict=verdict(reasons=()))
    assert [*details(unreasoned, plain)] == ["2 FOR, 0 AGAINST, quorum 2."]


def test_details_of_findings() -> None:
    ruled = finding(message="one thing", rule=RuleRef("Coal"), page="A Page")
    edited = finding(message="another", rule=RuleRef("Coal"), evidence=(Evidence(edit="edit 7"),))
    sources = "See “A Page”, edit 7, the rule “Coal”."
    found = item(findings=(ruled, edited))
    assert [*details(found, plain)] == [sources]
    assert [*details(replace(found, topic=NewsTopic.IRREGULAR), plain)] == [
        "one thing.",
        "another.",
        sources,
    ]
    assert [*details(item(), plain)] == []


def test_a_message() -> None:
    found = item(findings=(finding(message="it is so"),))
    assert chat_message([MATTER, found], NOON, WIKI) == (
        "News of the game as of 2024-01-20 12:00 UTC:\n\n"
        "“Proposal: A Thing” can be enacted now.\n"
        "2 FOR, 0 AGAINST, quorum 2: Popular by quorum.\n"
        f"{BLOG}/archive/a_thing\n\n"
        "It is so.\n"
        f"{BLOG}/archive/post_0\n\n"
        "This is not a vote, and it may be mistaken; please check for yourself. -- blognomic, a tool",
        2,
    )


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("it states “One. Two.”", "It states “One. Two.”"),
        ("is it so?", "Is it so?"),
        ("it states “" + "a " * 120, "It states “" + "a " * 113 + "a…”"),
        ("it states “A” and " + "b " * 120, "It states “A” and " + "b " * 110 + "b…"),
    ],
)
def test_a_sentence_ends_with_one_mark_and_closes_its_quotation(statement: str, line: str) -> None:
    found = (finding(message=statement),)
    for made, start in ((item(findings=found), line[0]), (None, statement[0])):
        one = made or replace(MATTER, topic=NewsTopic.IRREGULAR, verdict=None, findings=found)
        lines = chat_message([one], NOON, WIKI)[0].split("\n")
        assert start + line[1:] in lines


def test_details_that_are_cut_end_with_one_mark() -> None:
    found = tuple(finding(message=f"it states “{'a ' * 90}”") for _ in range(5))
    one = replace(MATTER, topic=NewsTopic.IRREGULAR, verdict=None, findings=found)
    lines = chat_message([one], NOON, WIKI)[0].split("\n")
    assert lines[3].endswith("a…”")


@pytest.mark.parametrize(
    ("url", "page", "address"),
    [
        (f"{BLOG}/archive/a", "A Page", f"{BLOG}/archive/a"),
        (None, "A Page", f"{WIKI}index.php?title=A_Page"),
        ("javascript:alert(1)", "A Page", f"{WIKI}index.php?title=A_Page"),
        (None, None, None),
    ],
)
def test_an_item_of_the_wiki_leads_to_its_page(
    url: str | None, page: str | None, address: str | None
) -> None:
    found = item(url=url, findings=(finding(message="it is so", page=page, rule=None),))
    message, _ = chat_message([found], NOON, WIKI)
    assert re.findall(r"^http.*$", message, re.MULTILINE) == ([address] if address else [])


@pytest.mark.parametrize("count", [1, 7, 8, 9, MOST, MOST + 1, 500])
def test_a_message_has_room_for_some_and_counts_the_others(count: int) -> None:
    text, named = chat_message([replace(MATTER, title="A Thing " * 9)] * count, NOON, WIKI)
    shown, more = text.count("can be enacted"), re.search(r"^And (\d+) more\.$", text, re.MULTILINE)
    assert len(text) <= MOST_SIZE["chat"]
    assert shown + int(more[1] if more else 0) == count
    assert shown == named >= 1


@given(hostile())
@example("".join(HOSTILE)[:390])
def test_nothing_from_players_is_more_than_words(text: str) -> None:
    news = [
        replace(MATTER, title=text, verdict=verdict(doubts=unsure(text))),
        item(findings=(said(text),), url=text),
        replace(item(findings=(said(text), said(text)), title=text), topic=NewsTopic.IRREGULAR),
    ]
    for one in news:
        message, _ = chat_message([one], NOON, WIKI)
        words = message.replace(f"{BLOG}/archive/", "").replace("a_thing", "").replace("post_0", "")
        assert not set(words) & set("@#&<>*_~`|[]")
        assert "://" not in words
        assert len(message) <= MOST_SIZE["chat"]


# What is sent


def run(
    path: Path,
    now: datetime,
    items: Sequence[NewsItem],
    service: Service,
    *,
    per_day: int = 100,
) -> tuple[frozenset[str], NoticeOutcome]:
    """One run: the digits of what it was about to send, and the outcome."""
    config = Config(site="tests", notice=NoticeTable(per_day=per_day))
    with pytest.MonkeyPatch.context() as patch, Store.open(path, now=now) as store:
        patch.setattr("sync.notices.posting.clock", lambda: now)
        scene = Scene(config, view(), TalkPages(config), store.journal, now)
        result = NoticeOutcome()
        for notice, outcome in compose_news(items, scene):
            if outcome.result is not None:
                return frozenset(), outcome
            poster = Poster(
                scene, Live(BLOG, "https://wiki.example/", "tests", path), store.journal
            )
            poster._chat = service
            with suppress(Killed):
                result = poster.post(notice)
            return frozenset(map(digits_of, notice.draft.news)), result
    return frozenset(), result


@given(
    st.lists(
        st.tuples(
            st.frozensets(st.integers(0, 3), min_size=1),
            st.sampled_from(["sent", "sent", "killed before", "killed after", "not taken"]),
            st.sampled_from([1, 299, 300, 3600]),
        ),
        max_size=6,
    )
)
def test_each_item_is_sent_at_most_once_and_none_is_forgotten(
    runs: list[tuple[frozenset[int], Fate, int]],
) -> None:
    got: list[str] = []
    tried: set[int] = set()
    now = NOON
    with tempfile.TemporaryDirectory() as folder:
        for which, fate, seconds in runs:
            now += timedelta(seconds=seconds)
            before = len(got)
            sent, _ = run(
                Path(folder) / "s", now, [item(number) for number in which], Service(got, fate)
            )
            assert sent == {digits_of(item(number)) for number in which - tried}
            assert len(got) - before == (bool(sent) and fate != "killed before")
            tried |= which
    for number in range(4):
        assert sum(f"post_{number}\n" in text.replace("%5F", "_") for text in got) <= 1


@pytest.mark.parametrize(
    ("state", "ago", "sent", "result"),
    [
        ("posted", HOUR, False, None),
        ("unknown", HOUR, False, "unknown"),
        ("begun", MAY_BE_UNDER_WAY - SECOND, False, "refused"),
        ("begun", MAY_BE_UNDER_WAY, False, "unknown"),
        ("refused", HOUR, True, "posted"),
    ],
)
def test_content_of_the_journal(
    state: State, ago: timedelta, sent: bool, result: str | None, tmp_path: Path
) -> None:
    with Store.open(tmp_path / "s", now=NOON) as store:
        row = store.journal.begin(Write("chat", "chat", "", mark_of([item()])), NOON - ago)
        if state != "begun" and row is not None:
            store.journal.end(row.id, state, NOON - ago)
    digits, outcome = run(tmp_path / "s", NOON, [item()], Service([], "sent"))
    assert bool(digits) is sent
    assert outcome.result == result


def test_what_may_not_have_arrived_is_reported_beside_the_news(tmp_path: Path) -> None:
    config = Config(site="tests")
    with Store.open(tmp_path / "s", now=NOON) as store:
        for number, ago in ((0, HOUR), (1, HOUR), (2, SECOND)):
            mark = mark_of([item(number)])
            store.journal.begin(Write("chat", "chat", "", mark), NOON - ago)
        scene = Scene(config, view(), TalkPages(config), store.journal, NOON)
        made = [*compose_news([item(number) for number in range(4)], scene)]
    assert [(outcome.result, outcome.why) for _, outcome in made] == [
        (None, ""),
        (
            "unknown",
            "2 items may not have arrived; check the chat, and see `blognomic doctor --journal`",
        ),
        (
            "refused",
            "another run began to send 1 item less than five minutes ago; run the command again"
            " later",
        ),
    ]
    assert [len(notice.draft.news) for notice, _ in made] == [1, 2, 1]
    assert len({notice.draft.id for notice, _ in made}) == 3


@pytest.mark.parametrize(("ago", "sent"), [(NEWS_FOR, True), (NEWS_FOR + SECOND, False)])
def test_only_the_last_day_is_news(ago: timedelta, sent: bool, tmp_path: Path) -> None:
    digits, _ = run(tmp_path / "s", NOON, [item(ago=ago)], Service([], "sent"))
    assert bool(digits) is sent


def test_what_a_message_does_not_name_is_sent_by_the_next_runs(tmp_path: Path) -> None:
    items = [item(number) for number in range(MOST + 2)]
    got: list[str] = []
    sent: list[frozenset[str]] = []
    while not sent or sent[-1]:
        sent.append(run(tmp_path / "s", NOON, items, Service(got, "sent"))[0])
    assert sum(map(len, sent)) == len(items)
    assert frozenset().union(*sent) == frozenset(map(digits_of, items))
    named = [re.findall(r"post_(\d+)$", text, re.MULTILINE) for text in got]
    assert list(map(len, named)) == list(map(len, sent[:-1]))
    assert sorted(map(int, (number for each in named for number in each))) == [*range(MOST + 2)]


@pytest.mark.parametrize(
    ("fate", "per_day", "result"),
    [("sent", 1, "posted"), ("not taken", 1, "unknown"), ("sent", 0, "refused")],
)
def test_outcomes(fate: Fate, per_day: int, result: str, tmp_path: Path) -> None:
    _, outcome = run(tmp_path / "s", NOON, [item()], Service([], fate), per_day=per_day)
    assert outcome.result == result


def test_json(tmp_path: Path) -> None:
    config = Config(site="tests")
    scene = Scene(config, view(), TalkPages(config), None, NOON)
    made = notices_json(list(compose_news([MATTER, item(), item(1)], scene)), (), None)
    (notice,) = made.notices
    assert (notice.channel, notice.target, notice.about) == ("chat", "chat", "news of the game")
    assert notice.events == ["resolvable", "finding"]
    assert (notice.findings, notice.fingerprints) == (
        ("BN401",),
        [finding(what=str(number)).fingerprint for number in range(2)],
    )
    assert notice.mark == mark_of([MATTER, item(), item(1)])
