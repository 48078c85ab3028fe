"""A random change of a random rule, put into words: it becomes the text intended, or is left; never another."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.parsers.proposals.generated import case_of, outcome


def _counts(seeds: range) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        case = case_of(seed)
        what, page = outcome(case)
        assert what not in ("wrong", "untold"), (seed, case.body, page)
        counts[what] += 1
    return counts


def test_a_change_in_words_is_made_or_left() -> None:
    counts = _counts(range(150))
    assert counts["applied"] >= 110, counts


@pytest.mark.slow
def test_a_great_many_changes_in_words_are_made_or_left() -> None:
    counts = _counts(range(150, 4_150))
    assert counts["applied"] >= 3_000, counts
