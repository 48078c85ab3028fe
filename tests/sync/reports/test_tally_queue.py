"""The table of all matters: it keeps its form in any window and with any title, and nothing in it
looks surer than it is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from parsers.model import AdminNote, Category, Status
from sync.cli import blognomic, main
from sync.reports.layout import print_to_text
from sync.reports.tally_text import tally_queue, tally_sheets, verdict_in_words
from sync.reports.verdict_text import checked, opening, outlook, verdict_word
from tests.sync.samples import NOON, post, reason, resolved, sheet, verdict
from validators.reason_wording import HiatusKind, ReasonKind
from validators.voting.dated_posts import dated
from validators.voting.judge import TallySheet
from validators.voting.verdict import Verdict
from validators.wording import fact

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HOSTILE = {
    "escapes": "\x1b[2J\x1b]8;;https://x\x07Gone\x9b31m",
    "newlines": "One\nTwo\r\n\x0bThree\u2028Four",
    "right to left": "\u202egnp.exe\u2066 \u0627\u0644",
    "long": "A" * 10_000,
    "wide": "\U0001f468\u200d\U0001f469\u200d\U0001f467\U0001f1e9\U0001f1ea 深い水の規則 " * 20,
    "piled marks": "a" + "\u0301" * 500 + "b",
    "markup": "[red]bold[/red] :smile: [link=https://x]y[/link]",
    "blanks": " \t\u3000 ",
}


def queue(tallied: TallySheet, width: int = 80, colour: bool = False) -> str:
    return print_to_text(tally_queue(tallied, tallied.verdicts), width=width, colour=colour)


def demo(*options: str, code: int = 0) -> list[str]:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(
        blognomic, ["tally", "--site", "demo", *options], standalone_mode=False
    )
    assert result.exception is None
    assert result.return_value == code
    return result.output.splitlines()


def test_the_demo_fits_one_screen() -> None:
    lines = demo()
    assert len(lines) <= 23  # with the prompt below it: 24
    assert max(map(cell_len, lines)) <= 80
    assert (
        lines[0] == "As of 2024-05-17 18:00 UTC: 10 Bargees, quorum 6, Lock Warden Ottoline Marsh"
    )
    assert lines[2:9] == [
        "#  Verdict   F–A–D   Matter",
        "–  FAIL      3–3–0   A Bell at Every Lock, by Hobb, 8 days 10 h ago",
        "   Unpopular by time · 1 sentence not understood",
        "1  ENACT     6–1–0   Passing Places, by Juno O'Dell, 40 h ago",
        "   Popular by quorum · adds the rule “Passing Places”; changes “Moorings”; 1 se…",
        "–  fail?     0–6–0   CfJ: Let Me Aboard, by Gulliver Banks, 31 h ago",
        "   Unpopular by quorum · not certified (2 reasons): “Night Watch” can change th…",
    ]


def test_details_are_sheets_with_a_line_between_and_all_has_the_resolved_ones() -> None:
    lines = demo("--details")
    assert (
        sum(line.startswith("─" * 80) for line in lines)
        == sum("To enact" in line for line in lines)
        == 7
    )
    assert max(map(cell_len, lines)) <= 80
    lines = demo("--all")
    place = lines.index("–  failed    2–5–0   Toll Gates, by D'Arcy_Vole, 59 days 6 h ago")
    assert (
        lines[place + 1] == "   2024-03-21 12:00 UTC: “Timed out 2 to 5. Failed by Brisket.Ford.”"
    )


@pytest.mark.parametrize(
    ("changes", "word", "style"),
    [
        ({}, "ENACT", "bold green"), ({"failable": True}, "EITHER", "bold green"),
        ({"enactable": False, "failable": True}, "FAIL", "bold magenta"), ({"enactable": False}, "WAIT", "bold"),
        ({"doubts": ("?",)}, "enact?", "yellow"), ({"enactable": False, "failable": True, "doubts": ("?",)}, "fail?", "yellow"),
        ({"enactable": False, "doubts": ("?",)}, "wait?", "yellow"), ({"enactable": None, "doubts": ("?",)}, "unknown?", "yellow"),
        ({"enactable": None, "failable": True, "doubts": ("?",)}, "fail?", "yellow"), ({"status": Status.VETOED}, "vetoed", "dim"),
    ],
)  # fmt: skip
def test_uncertified_verdicts_never_look_certified(
    changes: dict[str, Any], word: str, style: str
) -> None:
    made = verdict(**changes)
    assert verdict_word(made) == (word, style)
    if made.status is Status.PENDING:
        assert word.isupper() is made.certified
        assert ("not certified" in queue(sheet(made))) is not made.certified


def test_doubts_are_short() -> None:
    assert " · not certified (2 reasons): first; and more\n" in queue(
        sheet(verdict(doubts=("first; and more", "second")))
    )
    text = queue(
        sheet(
            verdict(
                enactable=None,
                failable=None,
                doubts=("lists",),
                unseen=("its comments were not read; save it",),
            )
        )
    )
    assert (
        "–  unknown?  2–0–0?  A Thing [Core], by Ana, 48 h ago\n   missing data: its comments"
        " were not read; save it\n" in text
    )


PENDING = fact(HiatusKind.PENDING_DOV, dov="X")


def test_a_hiatus_is_the_reason() -> None:
    made = verdict(
        enactable=False,
        reasons=(reason(ReasonKind.HIATUS, True, "Hiatus", cause=PENDING),),
    )
    assert "\n   on hiatus: a pending DoV, “X”" in queue(sheet(made))
    never = replace(made, earliest_enact=None, earliest_fail=None)
    said = [
        f"It cannot be {word} as things stand: on hiatus: a pending DoV, “X”."
        for word in ("enacted", "failed")
    ]
    assert list(outlook(never, NOON)) == said


def waiting(
    early: timedelta | None, late: timedelta | None, ahead: int = 0, **changes: object
) -> Verdict:
    older = tuple(
        made
        for number in range(ahead)
        if (made := dated(post(f"older_{number}", title=f"Proposal: Older {number}", subject="")))
    )
    moments = {
        "enact_if_first": None if early is None else NOON + early,
        "earliest_enact": None if late is None else NOON + late,
    }
    given: dict[str, Any] = {
        "enactable": False,
        "ahead": older,
        "reasons": (),
        **moments,
        **changes,
    }
    return verdict(None, **given)


FROM_15 = (
    "It can be enacted from 2024-01-20 15:00 UTC (in 3 h), if no vote, post or roster changes."
)
IN_A_DAY = (
    "It can be enacted from 2024-01-21 12:00 UTC (in 24 h), if no vote, post or roster changes."
)


@pytest.mark.parametrize(
    ("made", "short", "sentence"),
    [
        (waiting(None, None), "not as things stand", "It cannot be enacted as things stand."),
        (waiting(3 * HOUR, 3 * HOUR), "enact from 2024-01-20 15:00 UTC", FROM_15),
        (waiting(0 * HOUR, DAY, 1), "enact once “Proposal: Older 0” is resolved",
         "It can be enacted as soon as “Proposal: Older 0” is resolved; else from 2024-01-21 12:00 UTC (in 24 h)."),
        (waiting(HOUR, DAY + timedelta(seconds=1), 2), "enact from 2024-01-20 13:00 UTC once the 2 older Proposals are resolved",
         "It can be enacted as soon as the 2 older Proposals are resolved, "
         "from 2024-01-20 13:00 UTC (in 1 h) at the earliest; else from 2024-01-21 12:01 UTC (in 24 h)."),
        (waiting(0 * HOUR, None, 5), "enact once the 5 older Proposals are resolved",
         "It can be enacted as soon as the 5 older Proposals are resolved; else not as things stand."),
        (waiting(DAY, DAY, 1), "enact from 2024-01-21 12:00 UTC", IN_A_DAY),
        (waiting(None, None, earliest_fail=NOON + 400 * DAY), "fail from 2025-02-23 12:00 UTC", "It cannot be enacted as things stand."),
    ],
)  # fmt: skip
def test_from_when(made: Verdict, short: str, sentence: str) -> None:
    assert opening(made, NOON) == short
    assert next(iter(outlook(made, NOON))) == sentence


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", HOSTILE)
def test_no_title_or_name_breaks_the_table(name: str, width: int) -> None:
    text = HOSTILE[name]
    made = verdict(
        post(title=text, subject=text, author=text), doubts=(f"the rule “{text}” says: “{text}”",)
    )
    tallied = sheet(
        made,
        verdict(post("other")),
        replace(verdict(replace(resolved(post()), note=AdminNote(text))), status=Status.ENACTED),
    )
    lines = queue(tallied, width).splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("#"))
    assert [line[:3] for line in lines[head + 1 : head + 7]] == ["–  ", "   "] * 3
    assert max(map(cell_len, lines)) <= width
    assert not re.search(
        r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028]",
        "\n".join(lines),
    )
    print_to_text(tally_sheets(tallied, tallied.verdicts), width=width, colour=True)


def test_kinds_are_distinguished() -> None:
    text = queue(
        sheet(verdict(post(category=Category.CFJ)), verdict(post("b", category=Category.DOV)))
    )
    assert ("  CfJ: A Thing [Core]" in text, "  DoV: A Thing [Core]" in text) == (True, True)
    assert "No pending matters found." in queue(sheet())


@pytest.mark.parametrize(
    ("changes", "outcome", "answer", "begins"),
    [
        (
            {},
            "enacted",
            True,
            "yes: “Proposal: A Thing [Core]” can be enacted now: 2 FOR, quorum 2",
        ),
        ({"reasons": ()}, "enacted", True, "yes: “Proposal: A Thing [Core]” can be enacted now"),
        (
            {},
            "failed",
            False,
            "no: “Proposal: A Thing [Core]” cannot be failed now. It cannot be failed as",
        ),
        ({"doubts": ("a doubt",)}, "enacted", None, "probably yes, but not certified: a doubt"),
        ({"doubts": ("a doubt",)}, "failed", None, "probably no, but not certified: a doubt"),
        ({"enactable": None, "doubts": ("not seen",)}, "enacted", None, "unknown: not seen"),
        (
            {"status": Status.FAILED},
            "failed",
            False,
            "no: “Proposal: A Thing [Core]” is no longer pending (failed)",
        ),
    ],
)
def test_a_question_and_its_answer(
    changes: dict[str, Any], outcome: Any, answer: bool | None, begins: str
) -> None:
    text, met = checked(verdict(**changes), outcome, NOON)
    assert met is answer
    assert text.startswith(begins)


def test_a_title_that_has_the_word_of_an_outcome_adds_no_other_outcome() -> None:
    behind = waiting(0 * HOUR, None, 1)
    assert behind.ahead
    titled = replace(behind.ahead[0], subject="Nothing is enacted or failed")
    made = replace(behind, ahead=(titled,), fail_if_first=NOON + HOUR)
    for outcome, other in (("enacted", "failed"), ("failed", "enacted")):
        text, met = checked(made, cast("Any", outcome), NOON)
        assert met is False
        assert text.count("It can be") == 1
        assert f"It can be {outcome} as soon as “Nothing is enacted or failed”" in text
        assert f"It can be {other}" not in text
        shown = print_to_text(verdict_in_words(made, NOON, outcome), width=200, colour=False)
        assert f"It can be {outcome}" in shown
        assert f"It can be {other}" not in shown
    assert len(list(outlook(made, NOON))) == 2


@pytest.mark.parametrize(
    ("question", "matter", "code"),
    [("enact", "Passing Places", 0), ("fail", "Passing Places", 1), ("fail", "Let Me Aboard", 3)],
)
def test_the_exit_code_answers(question: str, matter: str, code: int) -> None:
    assert demo("--check", question, matter, code=code)


@pytest.mark.parametrize("names", [(), ("Quiet Hours", "Oilskins"), ("--all", "Oilskins")])
def test_a_question_is_about_one_matter(
    names: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tally", "--site", "demo", "--check", "enact", *names]) == 2
    assert re.match(
        "blognomic: --(check asks about one|all shows every) matter", capsys.readouterr().err
    )
