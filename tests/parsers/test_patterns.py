"""Tests of expressions that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from parsers.patterns import later


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was compiled, in order."""
    patterns: list[str] = []
    compile_now = re.compile

    def noted(pattern: str, flags: int = 0) -> re.Pattern[str]:
        patterns.append(pattern)
        return compile_now(pattern, flags)

    monkeypatch.setattr(re, "compile", noted)
    return patterns


def test_an_expression_is_compiled_once_and_when_first_used(compiled: list[str]) -> None:
    numbers = later(r"\d+")
    assert numbers.pattern == r"\d+"
    assert compiled == []
    assert [found[0] for found in numbers.finditer("10 of 12")] == ["10", "12"]
    assert numbers.sub("n", "10 of 12") == "n of n"
    assert compiled == [r"\d+"]


def test_flags_and_groups_are_those_of_the_expression() -> None:
    vote = later(r"(?P<icon>for|against)", re.IGNORECASE)
    assert vote.fullmatch("FOR")
    assert vote.groupindex == {"icon": 1}
    assert vote.groups == 1
    assert vote.flags & re.IGNORECASE
