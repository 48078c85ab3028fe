"""The signs by which people keep tools away."""

from __future__ import annotations

import pytest

from sync.wiki.writing.refusals import excluded_by, stop_page, stopped_by

FREE = [
    "",
    "{{bots}}",
    "{{bots|allow=all}}",
    "{{bots|allow=Other, Wyn_Bot}}",
    "{{bots|deny=Other,Another}}",
    "{{bots|deny=Wyn Bot2}}",
    "{{bots|optout=all}}",
    "{{infobots}} {{nobots",
    "{{bots|allow=Other; [[User:Wyn_Bot|Wyn]]}}",
    "{{bots|deny=[[User:Wyn Bot2]]}}",
]
EXCLUDED = {
    "{{nobots}}": "{{nobots}}",
    "{{ NoBots \n}}": "{{nobots}}",
    "{{box|{{nobots}}}}": "{{nobots}}",
    "text\n{{bots|deny=all}}": "{{bots|deny=…}}",
    "{{bots|deny= wyn_bot }}": "{{bots|deny=…}}",
    "{{bots|deny=Wyn Bot<!-- again -->}}": "{{bots|deny=…}}",
    "{{bots|deny=Other; Wyn Bot}}": "{{bots|deny=…}}",
    "{{bots|deny=[[User:Wyn Bot|Wyn]]}}": "{{bots|deny=…}}",
    "{{:Template:Nobots}}": "{{nobots}}",
    "<nowiki>{{nobots}}</nowiki> <!-- in doubt -->": "{{nobots}}",
    "{{bots|allow=[[User:Other]]}}": "{{bots|allow=…}}",
    "{{bots|allow=}}": "{{bots|allow=…}}",
    "{{bots|allow=all|deny=Wyn Bot}}": "{{bots|deny=…}}",
}


@pytest.mark.parametrize("text", FREE)
def test_a_page_without_a_sign_for_this_account_is_free(text: str) -> None:
    assert excluded_by(text, "Wyn Bot") is None


@pytest.mark.parametrize("text", EXCLUDED)
def test_a_sign_keeps_away(text: str) -> None:
    assert excluded_by(text, "Wyn Bot") == EXCLUDED[text]


@pytest.mark.parametrize(
    ("text", "sign"), [("{{bots|optout=all}}", "{{bots|optout=…}}"), ("{{bots|optout=none}}", None), ("{{bots}}", None)]
)
def test_a_sign_against_notices_keeps_notices_away(text: str, sign: str | None) -> None:
    assert excluded_by(text, "Wyn Bot", notice=True) == sign


@pytest.mark.parametrize("text", ["{{" * 200_000 + "bots", "{{bots|" * 100_000, "{{bots|deny=" + "[[a|" * 100_000])
def test_a_page_full_of_braces_takes_no_time(text: str) -> None:
    assert excluded_by(text, "Wyn Bot") is None


@pytest.mark.parametrize(("text", "stops"), [("", False), (" \n", False), ("run", False), ("Run\n", False), ("stop", True), ("runs", True)])
def test_the_stop_page_stops_with_anything_but_run(text: str, stops: bool) -> None:
    assert stopped_by(text) is stops


def test_a_hidden_stop_page_stops() -> None:
    assert stopped_by(None)
    assert stop_page("Wyn Bot") == "User:Wyn Bot/Stop"
