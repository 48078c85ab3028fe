from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.reports.audit_text import said
from sync.text import encodable, one_line, safe, shorten


@pytest.mark.parametrize(
    ("outside", "shown"),
    [
        pytest.param("plain, ‘curly’ – and naïve", "plain, ‘curly’ – and naïve", id="plain text"),
        pytest.param("\x1b[31mred", "\\e[31mred", id="a colour"),
        pytest.param("a\x07b\x7fc\x9bd", "a\\x07b\\x7fc\\x9bd", id="control characters"),
        pytest.param("a\tb", "a b", id="a tab"),
        pytest.param("a\nb\rc", "a\\x0ab\\x0dc", id="line ends"),
        pytest.param("evil\u202etxt.exe", "evil\\u202etxt.exe", id="a change of direction"),
        pytest.param("Ke\u200bvan\u200d", "Ke\\u200bvan\\u200d", id="joiners that nobody sees"),
        pytest.param("a\u2066b\u2069", "a\\u2066b\\u2069", id="isolates"),
        pytest.param("half \ud83d pair", "half \\ud83d pair", id="half of a pair"),
        pytest.param("tag\U000e0041", "tag\\U000e0041", id="a tag"),
        pytest.param("\ufeffstart\u2028end", "\\ufeffstart\\u2028end", id="marks and separators"),
    ],
)
def test_control_characters_are_shown_as_escapes(outside: str, shown: str) -> None:
    assert safe(outside) == shown


@pytest.mark.parametrize(
    ("outside", "shown"),
    [
        pytest.param(
            "Ana 👩\u200d👩\u200d👧\u200d👦 and 🏳️\u200d🌈",
            "Ana 👩\u200d👩\u200d👧\u200d👦 and 🏳️\u200d🌈",
            id="a family and a flag",
        ),
        pytest.param(
            "🇩🇪 ❤️ 👩🏽\u200d⚕️ 1️⃣",
            "🇩🇪 ❤️ 👩🏽\u200d⚕️ 1️⃣",
            id="a country, a heart, a profession and a key",
        ),
        pytest.param(
            "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
            "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
            id="a flag of a region",
        ),
        *(
            pytest.param(joined, joined, id=joined)
            for joined in (
                "👨\u200d👩\u200d👧\u200d👦",
                "🧑\u200d🧒",
                "👩\u200d❤️\u200d💋\u200d👨",
                "👩🏽\u200d🤝\u200d👩🏿",
                "🫱🏻\u200d🫲🏿",
                "🧑🏻\u200d💻",
                "👨🏽\u200d🦰",
                "🧑\u200d🎄",
                "🕵️\u200d♀️",
                "🤷🏽\u200d♂️",
                "🧞\u200d♂️",
                "🏃🏽\u200d♀️\u200d➡️",
                "👩\u200d🦽\u200d➡️",
                "🏳️\u200d⚧️",
                "🏴\u200d☠️",
                "👁️\u200d🗨️",
                "❤️\u200d🔥",
                "🐻\u200d❄️",
                "🐦\u200d⬛",
                "😮\u200d💨",
                "🙂\u200d↔️",
            )
        ),
        pytest.param("★\u200d★", "★\\u200d★", id="symbols that are not joined"),
        pytest.param("→\u200d→", "→\\u200d→", id="arrows that are not joined"),
        pytest.param("Al🙂\u200d🙂", "Al🙂\\u200d🙂", id="faces that are not joined"),
        pytest.param("👩\u200d👩", "👩\\u200d👩", id="people without a child or a heart"),
        pytest.param("💻\u200d👩", "💻\\u200d👩", id="the second part first"),
        pytest.param("👩\u200d💻\u200d💻", "👩\u200d💻\\u200d💻", id="a part too many"),
        pytest.param("👩\u200dAna", "👩\\u200dAna", id="a joiner before a letter"),
        pytest.param("Ana\u200d👩", "Ana\\u200d👩", id="a joiner after a letter"),
        pytest.param("👩\u200d\u200d👩", "👩\\u200d\\u200d👩", id="two joiners"),
        pytest.param("👩\u200d👧\u200d", "👩\u200d👧\\u200d", id="a joiner at the end"),
        pytest.param("👩\u202e👩", "👩\\u202e👩", id="a change of direction"),
        pytest.param(
            "🏴\U000e0067\U000e0062\U000e007f",
            "🏴\\U000e0067\\U000e0062\\U000e007f",
            id="tags of no region",
        ),
    ],
)
def test_only_joiners_within_emoji_stay(outside: str, shown: str) -> None:
    assert safe(outside) == shown
    assert one_line(shown) == shown


@pytest.mark.parametrize("width", [2, 3, 4])
def test_a_cut_leaves_no_joiner_without_its_emoji(width: int) -> None:
    assert shorten("👩\u200d👩\u200d👧", width) == ("👩…" if width < 4 else "👩\u200d👩…")


SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


def test_a_cut_keeps_a_whole_flag_of_a_region_and_no_tag_of_half_a_flag() -> None:
    width = len(SCOTLAND)
    assert shorten(f"{SCOTLAND} Ana", width + 1) == f"{SCOTLAND}…"
    assert shorten(f"{SCOTLAND} Ana", width) == "🏴…"
    for missing in range(1, width):
        assert "\\U" not in safe(said("a" * 200 + SCOTLAND + "b" * (25 - missing), 100))


def test_unencodable_characters_are_escaped_unambiguously() -> None:
    assert encodable("“é”", "latin-1") == "\\u201cé\\u201d"
    assert encodable("“é”", "ascii") == "\\u201c\\xe9\\u201d"
    assert encodable("“é”", None) == "“é”"


def test_newlines_are_kept_on_request_only() -> None:
    assert safe("a\nb\x00", newlines=True) == "a\nb\\x00"


def test_one_line_joins_every_run_of_blanks() -> None:
    assert one_line("  a \n\t b\u2028c ") == "a b c"


@pytest.mark.parametrize(
    ("width", "shown"), [(6, "abc de"), (5, "abc…"), (3, "ab…"), (1, "…"), (0, "…")]
)
def test_shorten_says_that_something_was_cut_off(width: int, shown: str) -> None:
    assert shorten("abc de", width) == shown


@given(st.text())
def test_nothing_safe_controls_anything(text: str) -> None:
    for character in safe(text):
        assert unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}


@given(st.text(), st.integers(1, 50))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert len(shorten(text, width)) <= width
