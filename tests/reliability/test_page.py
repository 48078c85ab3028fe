"""docs/reliability.md lists what the matrix has, with the figures of a run."""

from __future__ import annotations

from tests.reliability.matrix import MATRIX
from tests.reliability.page import PAGE, figures_of, rendered


def test_the_page_has_every_fault_at_every_point() -> None:
    """After a change: python -m tests.reliability"""
    page = PAGE.read_text(encoding="utf-8")
    figures = figures_of(page)
    assert rendered(figures) == page
    assert {*figures.outcomes} == {(area, fault) for area in MATRIX for fault in MATRIX[area]}
    for (area, fault), outcomes in figures.outcomes.items():
        assert outcomes.total() >= len(MATRIX[area][fault])
