"""The script that fetches the real Rulesets: what it asks for, what it refuses, what it saves."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import responses

from tests.fetch_rulesets import API, EDITIONS, fetch
from tests.support.paths import EDITIONS as READ_BY_HAND


def reply(text: str) -> dict[str, object]:
    return {"query": {"pages": [{"revisions": [{"slots": {"main": {"content": text}}}]}]}}


@responses.activate
def test_each_edition_is_asked_for_once_and_saved(tmp_path: Path) -> None:
    responses.get(API, json=reply("= Core Rules =\nText."))
    assert [file.name for file in fetch(tmp_path)] == list(EDITIONS)
    asked = [parse_qs(urlsplit(str(call.request.url)).query) for call in responses.calls]
    assert [query.get("revids", query.get("titles")) for query in asked] == [["18329"], ["9965"], ["19916"], ["Ruleset 215"], ["25435"]]
    assert fetch(tmp_path) == []
    assert len(responses.calls) == len(EDITIONS)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(reply("Nothing of the kind."), id="another text"),
        pytest.param({"query": {"badrevids": {"9965": {}}}}, id="no such revision"),
        pytest.param({"query": {"pages": [{"missing": True}]}}, id="no such page"),
    ],
)
@responses.activate
def test_what_is_no_ruleset_is_not_saved(answer: dict[str, object], tmp_path: Path) -> None:
    responses.get(API, json=answer)
    with pytest.raises(ValueError, match="has no Ruleset at"):
        fetch(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_was_read_by_hand_is_among_them() -> None:
    assert set(READ_BY_HAND) <= EDITIONS.keys()
