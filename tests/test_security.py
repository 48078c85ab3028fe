"""The threat model names tests that exist."""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.paths import ROOT

PAGE = ROOT / ".github" / "SECURITY.md"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="a source distribution has no such page")
THREATS = "hostile player,page,network,snapshot,artifact,workflow input,log".split(",")


def defined(path: str) -> set[str]:
    """The tests of a file, those of a class as ``Class::test``."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    methods = {
        f"{node.name}::{each.name}"
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for each in node.body
        if isinstance(each, ast.FunctionDef)
    }
    return functions | methods


def test_every_threat_names_a_test_that_exists() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ][2:]
    for _who, what, _stops, shown in rows:
        named = re.fullmatch(r"`(tests/[\w/]+\.py)::([\w:]+)`", shown)
        assert named, what
        assert named[2] in defined(named[1]), what


def test_every_kind_of_attacker_has_a_threat() -> None:
    page = PAGE.read_text(encoding="utf-8")
    who = "\n".join(re.findall(r"^\| ([^|]+?) \|", page, re.MULTILINE))
    assert [each for each in THREATS if each not in who] == []
