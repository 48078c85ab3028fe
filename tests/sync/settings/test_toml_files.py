"""TOML files that would take their parser long, or break it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sync.errors import UsageError
from sync.settings import tomlfile
from sync.settings.tomlfile import read_tables

KEY = ".".join("k" * 21)

WITHIN = {
    "twenty dots": f"{KEY} = 1",
    "twenty dots in a header": f"[{KEY}]",
    "dots in a text": f'a = "{KEY}.b.c"',
    "dots in a literal text": f"a = '{KEY}.b.c'",
    "dots in a long text": f'a = """\n{KEY}.b.c "quoted" {KEY}.d\n"""',
    "dots in a long literal text": f"a = '''\n{KEY}.b.c 'quoted'\n'''",
    "dots in a quoted key": f'"{KEY}.b.c" = 1',
    "dots in a remark": f"# {KEY}.b.c",
    "an escaped quotation mark": f'a = "\\"{KEY}.b.c"',
    "4300 digits": f"a = {'9' * 4300}",
    "the longest line": "a = 1 #" + "x" * (tomlfile._LONGEST_LINE - 7),
}
BEYOND = {
    "21 dots": (f"\n{KEY}.b = 1", "line 2 has a key with more than 20 dots"),
    "21 dots in a header": (f"[{KEY}.b]", "line 1 has a key with more than 20 dots"),
    "21 dots in a list": (f"[[ {KEY}.b ]]", "line 1 has a key with more than 20 dots"),
    "21 dots in a table": (f"a = {{ {KEY}.b = 1 }}", "line 1 has a key"),
    "21 dots with blanks": (KEY.replace(".", "\t. ") + " .b = 1", "line 1 has a key"),
    "21 dots of quoted parts": (KEY.replace("k", "'k'") + '."b" = 1', "line 1 has a key"),
    "21 dots after a text": (f'a = """x"""\n{KEY}.b = 1', "line 2 has a key"),
    "21 dots after an apostrophe": (f"# it's\n{KEY}.b = 1", "line 2 has a key"),
    "48 KB of dots": ("a." * 24_000 + "a = 1", "line 1 has a key"),
    "4301 digits": (f"a = {'9' * 4301}", "is not valid TOML: a number or time out of range$"),
    "no such day": ("a = 2024-02-30", "is not valid TOML: "),
    "deep lists": ("a = " + "[" * 9999, "is not valid TOML: nested too deeply$"),
    "deep tables": ("a = " + "{a=" * 9999, "is not valid TOML: nested too deeply$"),
    "a text that does not end": ('a = """' + "\\" * 9, "is not valid TOML: "),
    "a long line": ("#" * (tomlfile._LONGEST_LINE + 1), "line 1 has more than 500,000 characters"),
    "a large file": ("#\n" * 2_500_001, "has more than 5,000,000 characters"),
}


@pytest.mark.parametrize("name", WITHIN)
def test_files_within_the_bounds_are_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(WITHIN[name])
    assert read_tables(path) == tomllib.loads(WITHIN[name])


@pytest.mark.parametrize("name", BEYOND)
def test_files_beyond_a_bound_are_refused(tmp_path: Path, name: str) -> None:
    text, says = BEYOND[name]
    path = tmp_path / "a.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=says):
        read_tables(path)


def test_refused_texts_are_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    path.write_text(f"{KEY}.b = 1")
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(UsageError, match="20 dots"):
        read_tables(path)
