"""Matters carried out on a real MediaWiki: what is saved is what the preview showed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sync.pulling.game_pull import pull
from sync.wiki.writing.writer import Writer
from tests.support.cases import cases
from tests.sync.correct.wiki_game import BOT, Game

pytestmark = pytest.mark.mediawiki

NOW = datetime(2024, 5, 17, 18, tzinfo=UTC)
ENACT = ("enact", "Passing Places", "--admin", "Pemberly")


@pytest.fixture
def plan(tmp_path: Path) -> tuple[str, ...]:
    """The arguments for a plan that is to be written."""
    return ("--plan", str(tmp_path / "plan.toml"))


def decide(plan: tuple[str, ...]) -> None:
    file = Path(plan[1])
    file.write_text(
        file.read_text(encoding="utf-8").replace('decision = ""', 'decision = "comment"'),
        encoding="utf-8",
    )


def decided(game: Game, plan: tuple[str, ...]) -> None:
    """Write the plan, and decide on all that was not read."""
    game.run(*ENACT, *plan)
    decide(plan)


@pytest.fixture
def then(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game on 17 May 2024, when the matter can be enacted; nothing was pulled later."""
    (game.folder / "store.sqlite3").unlink()
    monkeypatch.setattr("sync.cli.source.clock", lambda: NOW)
    monkeypatch.setattr("sync.pulling.game_pull.pull", functools.partial(pull, now=lambda: NOW))
    return game


def meanwhile(game: Game, monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str]) -> None:
    """Somebody edits the Ruleset after it was read and before it is written."""
    writer = Writer.save

    def save(*arguments: Any, **options: Any) -> Any:
        game.wiki.edit(game.rules, change(game.wiki.text(game.rules)))
        return writer(*arguments, **options)

    monkeypatch.setattr(Writer, "save", save)


def test_the_saved_page_is_the_preview(then: Game, plan: tuple[str, ...]) -> None:
    before = then.wiki.text(then.rules)
    code, preview = then.run(*ENACT, *plan)
    assert (code, preview["pages"][0]["result"], then.wiki.text(then.rules)) == (1, None, before)
    for more in ((), plan, (*plan, "--yes")):
        code, refused = then.run(*ENACT, *more, "--apply")
        assert (code, refused["pages"][0]["result"], then.wiki.text(then.rules)) == (
            1,
            "refused",
            before,
        )
        assert refused["pages"][0]["why"].startswith(
            "1 sentence of the matter not read and not decided; decide with --plan FILE"
        )
    decide(plan)
    code, done = then.run(*ENACT, *plan, "--apply")
    assert (code, [page["result"] for page in done["pages"]]) == (0, ["saved"])
    assert then.wiki.text(then.rules) == preview["pages"][0]["text"].rstrip()
    assert "== Passing Places ==\n\nTwo Bargees with the same '''Mooring''' may" in then.wiki.text(
        then.rules
    )
    last = then.wiki.history(then.rules)[-1]
    assert (last["user"], last["revid"]) == (BOT, done["pages"][0]["new_revid"])
    assert (
        last["comment"] == "“Proposal: Passing Places”: Reached Quorum, 6-1. Enacted by Pemberly."
    )


def test_on_a_page_that_was_edited_meanwhile_the_instructions_are_carried_out_anew(
    then: Game, plan: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    decided(then, plan)
    meanwhile(
        then,
        monkeypatch,
        lambda text: text.replace(
            "may raise or lower the Toll by 1", "may raise or lower the Toll by 2"
        ),
    )
    code, done = then.run(*ENACT, *plan, "--apply")
    assert (code, [page["result"] for page in done["pages"]]) == (0, ["saved"])
    text = then.wiki.text(then.rules)
    assert "lower the Toll by 2" in text
    assert "== Passing Places ==" in text
    assert "another of these values, which they name." in text


@cases("changed_rulesets")
def test_outdated_instructions_save_nothing(
    old: str,
    new: str,
    reason: str,
    then: Game,
    plan: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decided(then, plan)
    meanwhile(then, monkeypatch, lambda text: text.replace(old, new))
    code, done = then.run(*ENACT, *plan, "--apply")
    assert (code, [page["result"] for page in done["pages"]]) == (1, ["conflict"])
    assert reason in done["pages"][0]["why"]
    assert "may exchange one Good" not in then.wiki.text(then.rules)


def test_matters_that_cannot_be_enacted_are_not_saved(then: Game) -> None:
    before = then.wiki.text(then.rules)
    for more in ((), ("--yes",)):
        code, done = then.run("enact", "Quiet Hours", "--apply", *more)
        assert (code, [(page["result"], page["why"]) for page in done["pages"]]) == (
            1,
            [("refused", "the matter cannot be enacted now")],
        )
    assert then.wiki.text(then.rules) == before
