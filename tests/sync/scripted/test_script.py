"""The scripted game without a wiki: every illegal edit is found when a job runs, and no legal one is accused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from parsers.model import Revision
from parsers.ruleset import read_ruleset
from sync.sources.view import load_view
from tests.demo.build import Game
from tests.support.memory_source import MemorySource
from tests.support.scale import fresh_seeds
from tests.sync.scripted.script import BEGINS, ENDS, Saved, blog, ruleset, tracking
from validators.checks.run import run_all
from validators.edits.describing import describe
from validators.finding import Finding
from validators.view import GameView, SeenRoster

CODES = ("BN501", "BN502", "BN503", "BN504", "BN505", "BN506", "BN601", "BN602", "BN611")
PAGE = "The Long Cut"


def revisions(title: str, saved: Sequence[Saved], first: int) -> list[Revision]:
    return [
        Revision(title, first + number, first + number - 1 if number else 0, each.at, each.user, each.comment, each.text)
        for number, each in enumerate(saved)
    ]


@dataclass
class Played(MemorySource):
    """The game as of a moment; its roster has been what it is since the script began."""

    def rosters(self) -> Sequence[SeenRoster]:
        return [] if self.players is None else [SeenRoster(self.players, BEGINS, self.as_of)]


def stages(saved: Sequence[Saved], size: int = 40) -> list[datetime]:
    """The moments at which a job runs, so often that it sees every revision."""
    return [saved[min(place + size, len(saved)) - 1].at for place in range(0, len(saved), size)]


def revision_of(finding: Finding) -> str:
    """The revision that a finding about a matter or a rule names as evidence; nothing where it names none."""
    seen = (re.match(r"revision (\d+) by ", each.excerpt) for each in finding.evidence)
    return next((each[1] for each in seen if each), "")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2])
def test_every_illegal_edit_is_found_and_no_legal_one_is_accused(seed: int, tmp_path: Path) -> None:
    boats, rules = tracking(289, seed), list(ruleset())
    game = blog(tmp_path)
    pages = [*revisions("Ruleset", rules, 10), *revisions(PAGE, boats, 1000)]
    found: dict[tuple[str, str], Finding] = {}
    before = BEGINS - timedelta(days=1)
    # A change of the Ruleset is given some time to be accounted for.
    for moment in sorted({*stages(boats), *(each.at + timedelta(hours=3) for each in rules)}):
        source = Played(pages, game.posts, game.roster, moment, tracking=PAGE)
        view = load_view(source, {"rules", "roster", "posts", "gamestate", "history"})
        new = {str(each.revid) for each in pages if before < each.timestamp <= moment}
        for one in run_all(view, select=CODES).findings:
            number = one.subject.id if one.subject.kind == "revision" else revision_of(one)
            if number in new:
                found[one.code, number] = one
        before = moment
    wanted = {(code, str(1000 + place)) for place, each in enumerate(boats) for code in each.finds}
    wanted |= {(code, str(10 + place)) for place, each in enumerate(rules) for code in each.finds}
    print(*(found.get(key, key) for key in sorted(wanted ^ found.keys())), sep="\n")  # noqa: T201 - shown where it fails
    assert found.keys() == wanted
    assert {code for code, _ in wanted} == set(CODES) - {"BN611"}


def assert_told(saved: Sequence[Saved], game: Game) -> None:
    """What the edits changed is told as the script has it."""
    view = GameView(ENDS, read_ruleset(next(iter(ruleset())).text, gamestate=True), game.roster)
    for one, each in zip(describe(revisions(PAGE, saved, 1), view, PAGE), saved, strict=True):
        told = [
            {"kind": seen.kind.value, "subject": seen.subject, "variable": seen.variable, "old": seen.old, "new": seen.new}
            for seen in one.changes or ()
        ]
        assert sorted(map(str, told)) == sorted(map(str, each.changes)), one.revision


def test_what_each_edit_changed_is_told(tmp_path: Path) -> None:
    assert_told(tracking(289)[:40], blog(tmp_path))


@pytest.mark.slow
def test_what_each_of_a_thousand_edits_changed_is_told(tmp_path: Path) -> None:
    game = blog(tmp_path)
    for seed in fresh_seeds(4):
        assert_told(tracking(289, seed), game)
