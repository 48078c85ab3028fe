"""Tests of test cases as data, and of their files."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.cases import cases
from tests.support.paths import ROOT


@cases("arguments")
def test_arguments_are_keys_of_the_case_or_none(
    request: pytest.FixtureRequest, number: int | None, text: str
) -> None:
    expected = {"every argument": ("a", 1), "no number": ("b", None)}
    assert (text, number) == expected[request.node.callspec.id]


@cases("broken_tables")
def test_broken_tables_fail_loudly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    def test_text(text: str, number: int | None) -> None: ...

    tmp_path.joinpath("test_x.toml").write_text(text, encoding="utf-8")
    module = ModuleType("test_x")
    module.__file__ = str(tmp_path / "test_x.py")
    monkeypatch.setitem(sys.modules, "test_x", module)
    test_text.__module__ = "test_x"
    with pytest.raises(AssertionError, match=re.escape(message)):
        cases("t")(test_text)


def test_every_table_is_used() -> None:
    unused = [
        f"{file.relative_to(ROOT)}: [[{name}]]"
        for file in sorted(ROOT.glob("tests/**/test_*.toml"))
        for name in tomllib.loads(file.read_text("utf-8"))
        if not re.search(
            rf'\b(?:cases|table)\((?:__file__, )?"{name}"\)',
            file.with_suffix(".py").read_text("utf-8"),
        )
    ]
    assert unused == []
