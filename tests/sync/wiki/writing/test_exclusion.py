"""The signs by which people keep tools away."""

from __future__ import annotations

import pytest

from sync.wiki.writing.refusals import excluded_by, stop_page, stopped_by


@pytest.mark.parametrize(
    "text",
    [
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
        "{{bots|allow=Wyn Bot<!-- again -->}}",
        "{{bots|allow=Wyn&#32;Bot}}",
        "{{User:nobots}} {{nobots/doc}}",
    ],
)
def test_a_page_without_a_sign_for_this_account_is_free(text: str) -> None:
    assert excluded_by(text, "Wyn Bot") is None


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("{{nobots}}", "{{nobots}}"),
        ("{{ NoBots \n}}", "{{nobots}}"),
        ("{{box|{{nobots}}}}", "{{nobots}}"),
        ("text\n{{bots|deny=all}}", "{{bots|deny=…}}"),
        ("{{bots|deny= wyn_bot }}", "{{bots|deny=…}}"),
        ("{{bots|deny=Wyn Bot<!-- again -->}}", "{{bots|deny=…}}"),
        ("{{bots|deny=Other; Wyn Bot}}", "{{bots|deny=…}}"),
        ("{{bots|deny=[[User:Wyn Bot|Wyn]]}}", "{{bots|deny=…}}"),
        ("{{:Template:Nobots}}", "{{nobots}}"),
        ("<nowiki>{{nobots}}</nowiki> <!-- in doubt -->", "{{nobots}}"),
        ("{{bots|allow=[[User:Other]]}}", "{{bots|allow=…}}"),
        ("{{bots|allow=}}", "{{bots|allow=…}}"),
        ("{{bots|allow=Old Wyn Bot}}", "{{bots|allow=…}}"),
        ("{{bots|deny={{user|Other}}, Wyn Bot}}", "{{bots|{{…}}}}"),
        ("{{nobots<!-- please -->}}", "{{nobots}}"),
        ("<!-- {{nobots}} -->", "{{nobots}}"),
        ("<!-- {{nobots}}", "{{nobots}}"),
        ("{{no<!-- x -->bots}}", "{{nobots}}"),
        ("{{msg:bots\n|deny = all\n}}", "{{bots|deny=…}}"),
        ("{{bots|deny={{{1|}}}}}", "{{bots|{{…}}}}"),
        ("{{nobots|", "{{bots|{{…}}}}"),
        ("{{{nobots}}}", "{{bots|{{…}}}}"),
        ("{{bots|allow=all|deny=Wyn Bot}}", "{{bots|deny=…}}"),
    ],
)
def test_a_sign_keeps_away(text: str, sign: str) -> None:
    assert excluded_by(text, "Wyn Bot") == sign


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("{{bots|optout=all}}", "{{bots|optout=…}}"),
        ("{{bots|optout=none}}", None),
        ("{{bots}}", None),
    ],
)
def test_a_sign_against_notices_keeps_notices_away(text: str, sign: str | None) -> None:
    assert excluded_by(text, "Wyn Bot", notice=True) == sign


UNKNOWN = "{{bots|{{…}}}}"


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("{{" * 200_000 + "bots", None),
        ("{{bots|" * 100_000, UNKNOWN),
        ("{{bots|deny=" + "[[a|" * 100_000, UNKNOWN),
        ("<!--" * 150_000, None),
        ("<!--" * 150_000 + "-->", None),
        ("{{bots}}" + "<b>" * 60_000, None),
        ("{{bots}}" + "<div a='" * 20_000, None),
        ("{{bots}}" + "\n{|\n| a" * 20_000, None),
        ("{{bots}}" + "[http://a " * 9_000, None),
        ("{{bots}}" + "[[a|{{b|]]}}" * 20_000, UNKNOWN),
        ("{{bots}}" + "{{a|b=" * 10 + "{{a|b=[[c]]}}" * 1_000, None),
        ("{{bots}}" + "{{a|b=" * 11 + "{{a|b=[[c]]}}" * 1_000, UNKNOWN),
        ("{{bots|allow=" + "[[User:A]], " * 9_000 + "Wyn Bot}}", None),
    ],
)
def test_a_page_full_of_markup_takes_no_time(text: str, sign: str | None) -> None:
    assert excluded_by(text, "Wyn Bot") == sign


@pytest.mark.parametrize(("length", "sign"), [(199_984, "{{nobots}}"), (199_985, UNKNOWN)])
def test_a_long_page_with_a_sign_is_left_alone_unread(length: int, sign: str) -> None:
    """``{{bots}}`` excludes nobody, and ``{{nobots}}`` after it everybody."""
    assert excluded_by("{{bots}}{{nobots}}"[:-2] + "}}" + "a" * (length - 2), "Wyn Bot") == sign


def test_a_long_page_without_a_sign_is_free() -> None:
    assert excluded_by("Robots| and {{robot}} " * 50_000, "Wyn Bot") is None


@pytest.mark.parametrize(
    ("text", "stops"),
    [("", False), (" \n", False), ("run", False), ("Run\n", False), ("stop", True), ("runs", True)],
)
def test_the_stop_page_stops_with_anything_but_run(text: str, stops: bool) -> None:
    assert stopped_by(text) is stops


def test_a_hidden_stop_page_stops() -> None:
    assert stopped_by(None)
    assert stop_page("Wyn Bot") == "User:Wyn Bot/Stop"
