"""What an audit finds on the tracking pages of three invented dynasties, by their rules and their
profiles.

After a change: python -m tests.validators.checks.test_dynasties, and read what it changed in
``tests/parsers/gamestate/games``.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from parsers.gamestate.tracking_page import read_gamestate
from sync.settings.profile_file import read_profile
from tests.parsers.gamestate.playing import GAMES, ROSTER, game_of
from tests.support.views import game_view
from tests.validators.gamestate_runs import CODES
from tests.validators.scene import NOW
from validators.checks.run import run_all
from validators.profile.dynasty_profile import with_ranges

NAMES = ["levels", "bots", "buildings"]


def audited(name: str) -> dict[str, object]:
    rules, text = game_of(name)
    profile = read_profile(GAMES / f"{name}.profile.toml")
    ranged = replace(rules, variables=with_ranges(profile, rules.variables))
    state = read_gamestate(text, ranged, ROSTER, profile)
    report = run_all(game_view(NOW, rules, ROSTER, gamestate=state, profile=profile), select=CODES)
    return {
        "findings": [
            {
                "code": finding.code,
                "subject": finding.subject.id,
                "confidence": finding.confidence.value,
                "message": finding.message,
                "fix": None if finding.fix is None else finding.fix.summary,
            }
            for finding in report.findings
        ],
        "not_evaluated": [f"{item.name}: {item.why}" for item in report.not_evaluated],
    }


@pytest.mark.parametrize("name", NAMES)
def test_an_audit_finds_what_is_wrong_and_nothing_else(name: str) -> None:
    assert audited(name) == json.loads((GAMES / f"{name}.audit.json").read_text(encoding="utf-8"))


if __name__ == "__main__":
    for each in NAMES:
        (GAMES / f"{each}.audit.json").write_text(
            json.dumps(audited(each), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
