"""The live game end to end: a blog and a real MediaWiki on this machine, pulled, changed, and pulled again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sync.sources.stored import open_store
from tests.support.live_game import RULESET, TRACKING, Game, live_game, vote
from tests.support.mediawiki import MediaWiki

pytestmark = pytest.mark.mediawiki


@pytest.fixture
def real(tmp_path: Path, mediawiki: MediaWiki, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    for title, text in (("Ruleset", RULESET), ("The Long Cut", TRACKING)):
        mediawiki.edit(title, f"{text}\n<!-- for {tmp_path.name} -->", summary="as it was saved")
    with live_game(tmp_path, monkeypatch) as game:
        game.live = replace(game.live, wiki_url=mediawiki.api_url)
        yield game


def test_what_changed_is_seen_and_nothing_else_is_asked_for(real: Game, mediawiki: MediaWiki) -> None:
    real.pull()
    assert (real.pull().wiki_requests, real.pull().revisions) == (1, 0)
    vote(real, "night_fares")
    revid = mediawiki.edit("Ruleset", RULESET.replace("half the number", "half of the number"), summary="a word")
    real.wait(minutes=10)
    pulled = real.pull()
    assert (pulled.new, pulled.changed, pulled.revisions, pulled.problems) == (0, 1, 1, ())
    with open_store(real.live, real.now) as store:
        kept = store.revision("Ruleset")
    assert kept is not None
    assert kept.revid == revid
