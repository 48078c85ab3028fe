"""What the page of a board says, and that nothing in a game can make it say or do anything else."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import chain
from typing import Any

import pytest
from lxml.html import HtmlElement

from parsers.model import Category, Confidence, Problem, Revision, Roster, Status
from parsers.ruleset.ruleset_model import EventType, UnreadClause
from sync.board.build import Board, MatterCard, board
from sync.reports.wiki_text import value_in_table
from tests.support.views import remade
from tests.sync.board.pages import (
    EVIL,
    REPORT,
    finding,
    hostile_board,
    hostile_matters,
    html,
    read,
    text_of,
)
from tests.sync.samples import NOON, post, sheet, unsure, verdict, view
from validators.checks.audit_context import AuditContext
from validators.checks.run import AuditReport, HeldBack
from validators.edits.described_edits import Account, AccountKind, DescribedRevision
from validators.finding import NotEvaluated, Severity, causes
from validators.reason_wording import HiatusKind, IllegalKind
from validators.view import read_state
from validators.voting.dated_posts import dated
from validators.voting.verdict import Counts, Hiatus, Verdict
from validators.wording import fact, worded


def test_the_sample_game_is_all_there(demo_board: Board) -> None:
    document = read(demo_board)
    sheet_ = demo_board.sheet
    assert sheet_ is not None
    assert len(demo_board.matters) == len(sheet_.verdicts) == 7
    assert [card.verdict.post.key for card in demo_board.matters[:2]] == [
        "a_bell_at_every_lock",
        "passing_places",
    ]
    rows = document.xpath("//details[@data-matter]")
    for card, row in zip(demo_board.matters, rows, strict=True):
        said, matter, post_ = text_of(row), card.verdict, card.verdict.post
        own = sheet_.own_doubts(matter)
        wanted = [card.can, *map(worded, own), *card.silent, card.effect or "", card.note or ""]
        wanted += [
            each
            for reason in matter.reasons
            for each in (reason.clause.words, worded(reason.stands))
        ]
        assert [each for each in wanted if " ".join(each.split()) not in said] == []
        folded = text_of(row.find("summary"))
        counts = f"{matter.counts.for_}–{matter.counts.against}"
        assert folded.startswith(f"{post_.subject} {card.can} ")
        assert f"{counts} · {post_.author} · " in folded
        voters = [
            text_of(each)
            for each in row.xpath(".//dl[@class='votes']/div[dt[not(starts-with(., 'Not'))]]//bdi")
        ]
        assert sorted(voters) == sorted(vote.voter for vote in matter.votes)
        # A condition may stand below both outcomes.
        shown = sum(len(conditions) for _, conditions in card.conditions)
        assert len(row.xpath(".//div[@class='conditions']//li")) == shown >= len(matter.reasons)
        moments = [each.earliest or each.if_first for each in card.later]
        named = {each for each in moments if each and each > sheet_.as_of}
        times = row.xpath(".//@data-until")
        assert {f"{each:%Y-%m-%dT%H:%M:%SZ}" for each in named} <= set(times)
        assert len(times) == len(set(times))
        assert "as it was cast" not in said
    state = demo_board.view.gamestate
    assert state is not None
    for name, readings in chain(state.players.items(), state.idle.items()):
        (row,) = document.xpath("//table[@class='values']/tbody/tr[th=$name]", name=name)
        cells = [text_of(cell).removesuffix(" (not a legal value)") for cell in row.findall("td")]
        assert cells == [
            " ".join(value_in_table(reading.value).split()) for reading in readings.values()
        ]
    told = [each for each in causes(demo_board.report.findings) if each.lead.code != "BN101"]
    assert sorted(document.xpath("//li/@id[starts-with(., 'finding-')]")) == sorted(
        f"finding-{each.lead.fingerprint}" for each in told
    )
    assert len(told) > 20
    assert {line.idle is not None for line in demo_board.players} == {True, False}
    assert "No verdict" not in text_of(document)
    assert len(document.xpath("//ol[@class='edits']/li")) == 8 < len(demo_board.edits)
    assert "and 25 more edits" in text_of(document)


def test_without_a_verdict_the_first_lines_say_so() -> None:
    missing = Problem("blog/index.html", "it is missing", fatal=True)
    unseen = [
        NotEvaluated(code, "older posts were not seen", inconclusive=True)
        for code in ("BN105", "BN106", "BN106")
    ]
    unseen.append(NotEvaluated("BN204", "edits may be missing", inconclusive=True, partly=True))
    made = board(
        AuditContext(view(rules=None, roster=None, problems=(missing,))),
        AuditReport((), tuple(unseen)),
    )
    assert not made.certain
    assert made.lacking[:3] == (
        ("blog/index.html", "it is missing"),
        ("BN105, BN106", "older posts were not seen"),
        ("BN204", "edits may be missing"),
    )
    document = read(made)
    body = text_of(document.find("body"))
    assert body.startswith("Skip to the matters No verdict. Some data is missing.")
    assert "blog/index.html: it is missing" in body
    assert text_of(document.find(".//title")).endswith(" – no verdict")
    assert "The roster could not be read." in body
    assert "no Ruleset is available" in body
    assert "The tracking page was not read." in body
    assert "Resolved since then none found" in body
    assert "Nothing found except pending matters." in body


def test_unknowable_facts_are_not_denied() -> None:
    made = board(AuditContext(view(post())), REPORT)
    assert made.sheet is None
    rows = read(made).xpath("//table[@class='roster']/tbody/tr")
    assert [[text_of(cell) for cell in row.findall("td")] for row in rows] == [["unknown"]] * 3
    assert "(idle.timeout_hours)" in made.idle_unknown


def test_players_to_idle_do_not_depend_on_selected_codes(demo_board: Board) -> None:
    made = board(AuditContext(demo_board.view), REPORT)
    assert [line.name for line in made.players if line.idle is not None] == ["Wick-and-Tallow"]


def test_a_quiet_game(demo_board: Board) -> None:
    quiet = replace(demo_board, matters=(), players=(), report=REPORT, edits=(), to_do=())
    body = text_of(read(quiet).find("body"))
    for said in ("No pending matters found.", "Nothing except pending matters.",
                 "No earlier revisions of the wiki pages are known."):  # fmt: skip
        assert said in body


def test_unknown_values_are_not_shown_as_known(demo_board: Board) -> None:
    card = demo_board.matters[1]._replace(conditions=(), effect=None, note=None)
    unseen = unsure("its comments were not seen")
    blind = replace(card.verdict, enactable=None, failable=None, earliest_enact=None)
    unknown = replace(blind, doubts=unseen, unseen=unseen, illegal=fact(IllegalKind.NO_SUBJECT))
    dateless = replace(post("later"), posted=None)
    christmas = fact(HiatusKind.DOWNTIME, day=date(2023, 12, 25))
    hiatus = Hiatus((christmas,), unsure("a DoV may be pending"))
    judged = sheet(unknown, hiatus=hiatus, skipped=(dateless,), emperor=None)
    made = replace(
        demo_board,
        sheet=judged,
        matters=(card._replace(verdict=unknown),),
        idle_unknown="too little was seen",
    )
    body = text_of(read(made).find("body"))
    for said in ("Hiatus: 25 December, a day of seasonal downtime",
                 "Possible hiatus: a DoV may be pending", "Not known", "its comments were not seen",
                 "unknown when it can be enacted", "illegal post: its subject is empty", "No vote seen", "too little was seen",
                 "Not judged because of its", "no Lock Warden"):  # fmt: skip
        assert said in body
    assert "Lock Warden unknown" in text_of(
        read(replace(made, sheet=replace(judged, emperor_known=False)))
    )


def test_an_unseen_vote_is_not_called_missing(demo_board: Board) -> None:
    card = demo_board.matters[1]
    unseen = replace(card.verdict, enactable=None, failable=None)
    line = demo_board.players[0]

    def silent_on(verdict: Verdict) -> str:
        lines = (line._replace(silent_on=(card._replace(verdict=verdict),)),)
        return text_of(read(replace(demo_board, players=lines)).find(".//table[@class='roster']"))

    assert "(no vote seen)" in silent_on(unseen)
    assert "(no vote seen)" not in silent_on(card.verdict)


DOUBTS = ("a sentence was not read",)
AHEAD = (dated(post("older")), dated(post("oldest")))


@pytest.mark.parametrize(
    ("changes", "tone", "said"),
    [
        ({}, "go", "Can be enacted now"),
        ({"failable": True}, "go", "Can be enacted or failed now"),
        ({"enactable": False, "failable": True}, "stop", "Can be failed now"),
        ({"enactable": False}, "wait", "Not yet"),
        ({"doubts": DOUBTS}, "unsure", "Probably can be enacted now: check first"),
        ({"enactable": False, "doubts": DOUBTS}, "unsure", "Probably not yet: check first"),
        ({"enactable": None, "failable": None, "doubts": DOUBTS, "unseen": DOUBTS}, "unsure", "Not known"),
    ],
)  # fmt: skip
def test_mark_of_a_matter(changes: dict[str, Any], tone: str, said: str) -> None:
    made = card(**{"earliest_enact": None, **changes})
    assert (made.tone, made.can) == (tone, said)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "2–1 · Ana · 48 h · cannot be enacted as things stand"),
        ({"earliest_fail": NOON + timedelta(hours=3)}, "2–1 · Ana · 48 h · can be failed from 20 Jan 15:00"),
        ({"ahead": AHEAD, "enact_if_first": NOON + timedelta(hours=3)},
         "3 in the queue · 2–1 · Ana · 48 h · can be enacted once the 2 older Proposals are resolved,"
         " from 20 Jan 15:00 at the earliest"),
        ({"counts": Counts(2, 1, 3, 2), "enactable": True}, "2–1 (3 DEF) · Ana · 48 h"),
    ],
)  # fmt: skip
def test_a_folded_row_has_votes_author_age_and_one_time(changes: dict[str, Any], said: str) -> None:
    waiting = {"enactable": False, "earliest_enact": None, "counts": Counts(2, 1, 0, 2)}
    judged = verdict(**{**waiting, **changes})
    made = replace(
        board(AuditContext(view(post())), REPORT),
        sheet=sheet(judged),
        matters=(card()._replace(verdict=judged),),
    )
    (row,) = read(made).xpath("//summary/span[@class='row']")
    assert text_of(row).replace("FOR–AGAINST ", "") == said
    assert len(row.xpath(".//@data-until")) == ("20 Jan" in said)


def test_common_doubts_are_listed_once_at_the_top() -> None:
    common, own = "3 rules are new", "an icon is quoted"
    made = replace(
        board(AuditContext(view(post())), REPORT),
        sheet=replace(sheet(verdict(doubts=(common, own))), doubts=unsure(common)),
        matters=(card(doubts=(common, own)),),
    )
    document = read(made)
    assert text_of(document).count(common) == 1
    assert [text_of(each) for each in document.xpath("//ul[@class='doubts']/li")] == [own]


def test_the_bar() -> None:
    assert card(counts=Counts(2, 1, 3, 2)).bar(3) == (66.67, 0.0, 33.33, 66.67)
    assert card(counts=Counts(0, 0, 1, 3)).bar(3)[:3] == (0, 33.33, 0)
    assert card(counts=Counts(9, 9, 9, 0)).bar(0)[0] == 100


def card(**changes: Any) -> MatterCard:
    return MatterCard(verdict(**changes), (), (), (), None, None)


def test_a_deferential_and_who_said_what() -> None:
    judged = verdict()
    deferential, implied = judged.votes
    votes = ((deferential, "follows Bo, the Emperor", "I go with them"), (implied, "", ""))
    made = replace(board(AuditContext(view(post())), REPORT), sheet=sheet(judged))
    row, *_ = read(replace(made, matters=(card()._replace(verdict=judged, votes=votes),))).xpath(
        "//dl[@class='votes']/div"
    )
    assert text_of(row) == (
        "FOR Bo (DEFERENTIAL: follows Bo, the Emperor) I go with them, Ana (author)"
    )


def test_changes_in_the_last_day(demo_board: Board) -> None:
    seen = demo_board.view
    day = timedelta(days=1)
    (first, second, *_) = (
        each for each in seen.posts if each.category.matter and not each.unresolved
    )
    posts = (
        *(each for each in seen.posts if each not in (first, second)),
        replace(first, closed=seen.as_of),
        replace(second, closed=seen.as_of - day),
    )
    recent = board(AuditContext(remade(seen, posts=posts)), demo_board.report).recent
    assert [each.subject for each in recent.posted] == [
        "Quiet Hours", "Night Fares", "Which Way Is Upstream?", "Oilskins",
    ]  # fmt: skip
    assert [each.key for each in recent.resolved] == [first.key]
    assert (recent.since, recent.findings, recent.edits) == (seen.as_of - day, 4, 1)
    said = text_of(read(replace(demo_board, recent=recent)).xpath("//dl[@class='recent']")[0])
    assert said.startswith("New since 16 May 18:00 Quiet Hours, Night Fares, ")
    assert f"Resolved since then {first.subject} ({first.status.value})" in said
    assert said.endswith("Also since then 4 findings, 1 wiki edit")


@pytest.mark.parametrize(
    ("category", "age", "closed", "undated"),
    [
        ("proposal", 2, None, True),
        ("proposal", 2, 3, True),
        ("proposal", 2, 1.5, False),
        ("proposal", 90, None, False),
        ("cfj", 90, None, True),
        ("cfj", 900, None, False),
    ],
)
def test_a_matter_resolved_at_a_time_that_was_not_read_may_be_recent(
    category: str, age: float, closed: float | None, undated: bool, demo_board: Board
) -> None:
    seen = demo_board.view

    def before(days: float) -> datetime:
        return seen.as_of - timedelta(days=days)

    matter = replace(
        post("unread"),
        category=Category(category),
        status=Status.FAILED,
        posted=before(age),
        closed=None if closed is None else before(closed),
    )
    recent = board(AuditContext(remade(seen, posts=(matter,))), REPORT).recent
    assert recent.undated is undated
    (body,) = read(replace(demo_board, recent=recent)).xpath("//dl[@class='recent']")
    assert ("Resolved since then none found" in text_of(body)) is undated


def test_a_matter_without_a_date_may_be_new(demo_board: Board) -> None:
    dateless = replace(post("later"), posted=None)
    made = board(AuditContext(remade(demo_board.view, posts=(dateless,))), REPORT)
    assert made.recent.undated


def test_how_much_happened_is_not_counted_where_it_was_not_seen(demo_board: Board) -> None:
    blind = board(AuditContext(view(post())), REPORT)
    assert blind.recent.edits is None
    assert "Also since then 0 findings seen, wiki edits unknown" in text_of(read(blind))
    unsure_ = replace(demo_board, lacking=(("blog/index.html", "it is missing"),))
    (said,) = read(unsure_).xpath("//dl[@class='recent']")
    assert text_of(said).endswith("findings seen, 1 wiki edit seen")


def test_an_accepted_finding_that_is_shown_is_not_counted_as_hidden(demo_board: Board) -> None:
    idle = next(line.idle for line in demo_board.players if line.idle is not None)
    hidden = next(each for each in demo_board.report.findings if each.past)
    held = HeldBack(2, held=frozenset({idle.fingerprint, hidden.fingerprint}))
    left = tuple(each for each in demo_board.report.findings if each.fingerprint not in held.held)
    made = board(
        AuditContext(demo_board.view), replace(demo_board.report, findings=left, held_back=held)
    )
    document = read(made)
    assert document.xpath("//li[@id=$id]", id=f"finding-{idle.fingerprint}")
    assert "1 accepted finding is not shown." in text_of(document)


def test_who_has_voted_on_everything_is_said_only_where_it_is_known(demo_board: Board) -> None:
    def done(made: Board) -> set[str]:
        cells = read(made).xpath("//tr[@data-player]/td")
        for cell in cells:
            assert ("data-done" in cell.attrib) is not bool(cell.xpath(".//a"))
        return {cell.get("data-done") for cell in cells if not cell.xpath(".//a")}

    voted = replace(
        demo_board, players=tuple(line._replace(silent_on=()) for line in demo_board.players)
    )
    assert done(voted) == {"and have voted on all pending matters."}
    unsure_ = replace(voted, lacking=(("blog/index.html", "it is missing"),))
    assert done(unsure_) == {"and have voted on all pending matters that were found."}
    assert done(replace(voted, matters=())) == {"and no pending matters were found."}
    blind = board(AuditContext(view(post())), REPORT)
    assert done(blind) == {"and your votes are unknown."}


def test_new_findings_are_marked_and_stand_first(demo_board: Board) -> None:
    found = demo_board.report.findings
    new = [each for each in found if each.code in ("BN401", "BN604")]
    report = replace(demo_board.report, new=frozenset(each.fingerprint for each in new))
    document = read(replace(demo_board, report=report))
    marked = document.xpath("//li[starts-with(., 'new: ')]/@id")
    assert sorted(marked) == sorted(f"finding-{each.fingerprint}" for each in new)
    assert (
        text_of(document.xpath("//section[@aria-labelledby='findings']//summary")[0]) == "New (1)"
    )


def test_joined_emoji_in_a_name_are_shown_as_they_are() -> None:
    family = "Ana \U0001f469\u200d\U0001f469\u200d\U0001f467"
    made = view(post(), roster=Roster((family, "Bo\u200d"), (), frozenset()))
    names = read(board(AuditContext(made), REPORT)).xpath("//tr[@data-player]/th")
    assert [text_of(each) for each in names] == [family, "Bo\\u200d"]


def test_findings_are_folded_below_what_is_to_do(demo_board: Board) -> None:
    document = read(demo_board)
    (section,) = document.xpath("//section[@aria-labelledby='findings']")
    codes = [text_of(each).split()[-1] for each in section.xpath("./ul/li//span[@class='code']")]
    assert codes == ["BN401", "BN402", "BN404", "BN603", "BN602", "BN301"]
    folds = section.xpath("./details")
    assert [text_of(each.find("summary")) for each in folds] == [
        "Against the rules (1)", "Worth a look (7)", "Good to know (10)", "Too old to change (7)",
        "Not checked (4)",
    ]  # fmt: skip
    assert not section.xpath(".//details[@open]")
    assert [len(each.xpath(".//li")) for each in folds] == [1, 7, 10, 7, 4]
    said = text_of(document)
    assert not [each for each in ("--fail-on", "undecisive", "baseline") if each in said]


def test_wiki_edits_with_editor_and_authority(demo_board: Board) -> None:
    revision = Revision("Ruleset", 7, 6, NOON, "Ana", "done", "text")
    accounted = [
        DescribedRevision(
            revision, "Ana", (), by=Account(kind, "Toll Gates", Confidence.MEDIUM, "it was enacted")
        )
        for kind in AccountKind
    ]
    unknown = [
        DescribedRevision(
            replace(revision, user=None, comment=None, timestamp=NOON - timedelta(days=90)),
            None,
            None,
        ),
        DescribedRevision(replace(revision, user="Eve"), None, (), text_hidden=True),
        DescribedRevision(replace(revision, parentid=0), "Ana", None),
    ]

    def listed(edits: list[DescribedRevision]) -> list[HtmlElement]:
        document = read(replace(demo_board, edits=tuple(("Ruleset", one) for one in edits)))
        return list(document.xpath("//ol[@class='edits']/li"))

    items = listed(accounted)
    assert [f"By {each.value} Toll Gates (medium confidence)." in text_of(item)
            for each, item in zip(AccountKind, items, strict=True)] == [True] * len(items)  # fmt: skip
    assert items[0].xpath(".//a/@href") == ["https://wiki.example/index.php?diff=7"]
    for words, item in zip(
        (("(hidden)", "22 Oct 2023", "or it is the first. Authority unknown."),
         ("Eve on no roster", "Its text is hidden"), ("it is the first.",)), listed(unknown), strict=True,
    ):  # fmt: skip
        assert all(each in text_of(item) for each in words)


def test_every_illegal_value_is_marked(demo_board: Board) -> None:
    """Also one that could be read, such as a number below zero; the game's findings say the same of
    them.
    """
    marked = read(demo_board).xpath("//td[contains(concat(' ', @class, ' '), ' failed ')]")
    assert [text_of(cell).removesuffix(" (not a legal value)") for cell in marked] == [
        "Harbour",
        "Hob",
        "-3",
    ]
    wrong = [
        each
        for each in demo_board.report.findings
        if each.code in ("BN401", "BN402", "BN403", "BN404")
    ]
    assert len(wrong) == len(marked)


def test_hostile_texts_are_only_texts(demo_board: Board) -> None:
    for made in (hostile_board(), hostile_matters(demo_board.view)):
        text = html(made)
        assert not [
            each
            for each in ("<script>alert", "<img", "\u202e", "\u2066", "\u0000", "\ud800")
            if each in text
        ]
        assert "{{ 7*7 }}\\u202e\\u2066evil\\x00\\ud800" in text
        assert EVIL.partition("\u202e")[0] in text_of(read(made))


@pytest.mark.slow
def test_long_texts_are_visibly_shortened(demo_board: Board) -> None:
    for made in (hostile_board(1_000_000), hostile_matters(demo_board.view, 1_000_000)):
        document = read(made)
        assert "… (1,000,0" in text_of(document)
        assert (
            max(
                len(each)
                for each in document.xpath("//text()[not(parent::style or parent::script)]")
            )
            < 3000
        )
    assert len(
        document.xpath("//q[@class='comment'][contains(., '… (1,000,099 characters)')]")
    ) == sum(not vote.implicit for card in made.matters for vote, *_ in card.votes)


def test_of_thousands_of_findings_the_first_are_whole(demo_board: Board) -> None:
    found = [finding(number, f"warning {number}", Severity.WARNING) for number in range(1500)]
    found += [finding(5000 + number, f"error {number}") for number in range(150)]
    document = read(replace(demo_board, report=AuditReport(tuple(found), ()), to_do=()))
    shown = document.xpath("//li[starts-with(@id, 'finding-')]")
    assert len(shown) == 200
    assert all(text_of(each).count("error") == 1 for each in shown[:150])
    assert "→ set it to 3" in text_of(shown[199])
    assert "and 1450 more findings" in text_of(document)
    assert "Against the rules (150)" in text_of(document)
    assert "Worth a look (1500)" in text_of(document)


@pytest.mark.parametrize("letter", ['"', pytest.param("\U0010fffe", marks=pytest.mark.slow)])
def test_a_page_stays_small_whatever_is_in_it(letter: str, demo_board: Board) -> None:
    found = [finding(number, letter * 10_000, excerpt=letter * 10_000) for number in range(200)]
    document = read(replace(demo_board, report=AuditReport(tuple(found), ())))
    assert "Texts and lists were shortened" in text_of(document)
    assert len(document.xpath("//li[starts-with(@id, 'finding-')]")) >= 25


def test_addresses_of_others_are_no_links() -> None:
    urls = (
        "https://evil.example/",
        "javascript:alert(1)",
        "https://blog.example@evil.example/",
        "//evil.example",
    )
    far = [
        replace(finding(number), subject=replace(finding().subject, url=url), evidence=())
        for number, url in enumerate(urls)
    ]
    document = read(
        replace(board(AuditContext(view()), REPORT), report=AuditReport(tuple(far), ()))
    )
    assert [
        link for link in document.xpath("//a/@href") if "evil" in link or "script" in link
    ] == []


def test_pending_matters_that_no_page_shows(demo_board: Board) -> None:
    seen = demo_board.view
    blind = remade(
        seen,
        posts=tuple(each for each in seen.posts if not each.unresolved),
        coverage=replace(seen.coverage, since=seen.as_of),
    )
    made = board(AuditContext(blind), REPORT)
    assert made.matters == ()
    ((where, why),) = made.lacking
    assert (where, "older posts were not seen" in why) == ("pending matters", True)
    assert "No pending matters found." in text_of(read(made))


def test_players_of_several_tables_stand_in_one_row() -> None:
    tables = """{| class="wikitable"
! Bargee !! Oil
|-
| Ana || 3
|-
| Bo || many
|}
{| class="wikitable"
! Bargee !! Hat
|-
| Ana || <b>red</b> &lt;i&gt;
|}"""
    seen = view()
    assert seen.rules is not None
    state = read_state(seen, seen.rules, tables, "Page", 7)
    document = read(board(AuditContext(remade(seen, gamestate=state)), REPORT))
    rows = document.xpath("//table[@class='values']/tbody/tr")
    assert [[text_of(cell) for cell in row] for row in rows] == [
        ["Ana", "3", "red <i>"],
        ["Bo", "many (not a legal value)", ""],
    ]


def test_events_are_listed_with_their_types(demo_board: Board) -> None:
    document = read(demo_board)
    (section,) = document.xpath("//section[@aria-labelledby='events']")
    told = [text_of(each) for each in section.xpath("./ul/li")]
    for said, stands in zip(told, ("Run Unknown", "Basin Ended", "Tunnel Open"), strict=True):
        assert f" {stands} Race by " in said
    assert "no rule defined the type Race when it was posted" in told[0]
    assert told[1].endswith("· ended by T. Quillfeather 14 May 12:10, 1 comment since")
    assert text_of(section.find("details")).startswith(
        "Race Rule Lock Races. The conditions are quoted, not judged. A Race is a type of Event."
    )
    assert document.xpath("//nav/a[@href='#events']")


def test_what_may_define_a_type_is_shown_and_without_a_type_there_is_no_section() -> None:
    given = view()
    assert given.rules is not None
    perhaps = UnreadClause("event", "it may define a type", EVIL, quote=f"A {EVIL} is an Event")
    types = (EventType(EVIL, EVIL, EVIL, (EVIL,)),)
    rules = replace(given.rules, event_types=types, perhaps_event_types=(perhaps,) * 9)
    document = read(board(AuditContext(remade(given, rules=rules)), REPORT))
    (section,) = document.xpath("//section[@aria-labelledby='events']")
    said = text_of(section)
    assert "no clause was read in the Ruleset that says which posts are Events" in said
    assert said.count("Not read: it may define a type of Event") == 8
    assert "and 1 more sentence" in said
    assert "No post is an Event." in said
    assert ", not reviewed. The conditions" in said
    without = read(board(AuditContext(given), REPORT))
    assert not without.xpath("//section[@aria-labelledby='events'] | //a[@href='#events']")
