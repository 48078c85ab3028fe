"""Names given by option or file that stand for nobody and nothing are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from parsers.gamestate.gamestate_model import GameState, StateProblem
from parsers.model import Roster
from sync.cli.source import check_names
from sync.errors import UsageError
from sync.settings.config import Config
from tests.validators.profile.test_dynasty_profile import ROSTER, state
from validators.profile.dynasty_profile import Profile, Range, compile_constraint

CONFIG = Config("sample", None)
TYPO = Profile(constraints=(compile_constraint("a", "self.Cole <= 3"),))


def refused(
    config: Config = CONFIG,
    roster: Roster | None = ROSTER,
    emperor: str | None = None,
    profile: Profile | None = None,
) -> str:
    with pytest.raises(UsageError) as caught:
        check_names(config, roster, emperor, profile or Profile(), state())
    return str(caught.value)


def test_what_stands_for_somebody_passes(capsys: pytest.CaptureFixture[str]) -> None:
    config = replace(CONFIG, aliases={"A": "Ana"})
    for emperor in ("ana", "Cy", "", None):
        check_names(config, ROSTER, emperor, Profile(aliases={"A": "Ana", "B": "Bo Bell"}), state())
    assert capsys.readouterr().err == ""


def test_the_emperor() -> None:
    assert (
        refused(emperor="Bo Bel")
        == "the Emperor (--emperor, or 'game.emperor' in a file): no player is called “Bo Bel”; did"
        " you mean “Bo Bell”?"
    )


def test_aliases_of_the_site_and_of_the_profile() -> None:
    assert refused(replace(CONFIG, aliases={"A": "Anna"})).startswith(
        "blognomic.toml: [aliases] “A”: no player is called “Anna”"
    )
    assert refused(
        replace(CONFIG, profile=Path("p.toml")), profile=Profile(aliases={"A": "Anna"})
    ).startswith("p.toml: [aliases] “A”")


def test_what_the_profile_names_in_one_message() -> None:
    assert (
        refused(profile=TYPO)
        == "blognomic.toml: constraint “a”: no variable “Cole”; did you mean “Coal”?"
    )
    many = Profile(ranges={f"Xylophone {number}": Range() for number in range(6)})
    assert refused(profile=many).endswith(
        "[ranges]: no variable “Xylophone 0” (the first of 6 such names)"
    )


UNREAD = replace(state(), unread=(StateProblem("line 3", "the page ends there", lost=True),))


@pytest.mark.parametrize("read", [None, UNREAD], ids=["no page", "part of the page"])
def test_without_the_roster_or_the_page_there_are_warnings(
    read: GameState | None, capsys: pytest.CaptureFixture[str]
) -> None:
    check_names(replace(CONFIG, aliases={"A": "Anna"}), None, "Nobody", TYPO, read)
    assert capsys.readouterr().err.splitlines() == [
        (
            "blognomic: warning: the names of the Emperor and in [aliases] are not checked, since"
            " the roster was not read"
        ),
        (
            "blognomic: warning: blognomic.toml: its columns and variables are not checked, since"
            " the tracking page was not read whole"
        ),
    ]
