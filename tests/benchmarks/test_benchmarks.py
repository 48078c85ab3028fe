"""The benchmarks without running them: comparing ratios, and the page."""

from __future__ import annotations

import pytest

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks.__main__ import COMMITTED, PAGE, page, read_run, toml_of, worse
from tests.benchmarks.games import ruleset_of
from tests.benchmarks.table import BENCHMARKS, Ratios, as_processes, in_one_process


@pytest.mark.parametrize(("found", "fails"), [(1.0, False), (2.49, False), (2.5, True), (9, True)])
def test_a_ratio_fails_once_it_is_a_quarter_worse(found: float, fails: bool) -> None:
    assert bool(worse({"tally": Ratios(found)}, {"tally": Ratios(2.0)})) is fails


def test_memory_is_compared_like_time() -> None:
    committed = {"audit": Ratios(2.0, 4.0)}
    assert worse({"audit": Ratios(2.0, 4.9)}, committed) == []
    assert worse({"audit": Ratios(2.0, 5.0)}, committed) == [
        "audit: memory is 5.00 times the baseline, 4.00 is committed"
    ]


@pytest.mark.parametrize("committed", [{}, {"audit": Ratios(2.0)}])
def test_a_ratio_that_was_not_committed_fails(committed: dict[str, Ratios]) -> None:
    lines = worse({"audit": Ratios(2.0, 1.0)}, committed)
    assert lines[-1] == "audit: no committed ratio of memory; run make bench"


@pytest.mark.parametrize(("found", "code"), [(1.2, 0), (1.25, 1)])
def test_a_check_fails_by_its_exit_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    found: float,
    code: int,
) -> None:
    committed = read_run(COMMITTED.read_text(encoding="utf-8"))
    time = found * committed.ratios["tally"].time
    tally = BENCHMARKS[0]._replace(measure=lambda _folder: Ratios(time))
    monkeypatch.setattr(benchmarks, "BENCHMARKS", (tally, *BENCHMARKS[1:]))
    assert benchmarks.main(["--check", "tally"]) == code
    assert ("is committed" in capsys.readouterr().out) is bool(code)


def test_the_page_and_the_ratios_are_of_one_run_of_all_benchmarks() -> None:
    """After a change: make bench"""
    text = COMMITTED.read_text(encoding="utf-8")
    run = read_run(text)
    assert list(run.ratios) == [each.name for each in BENCHMARKS]
    assert toml_of(run) == text
    assert page(run) == PAGE.read_text(encoding="utf-8")
    for each in BENCHMARKS:
        assert each.measured in page(run)


def test_both_works_are_run_by_turns() -> None:
    done: list[str] = []
    in_one_process(lambda: done.append("ours"), lambda: sum(range(9_999)), 3)
    assert len(done) == 4


def test_a_process_that_fails_is_no_measurement() -> None:
    with pytest.raises(RuntimeError, match="exit code 2"):
        as_processes(["-c", "raise SystemExit(2)"], ["-c", ""], 1)


def test_each_revision_of_the_long_history_changes_one_rule() -> None:
    first, second = ruleset_of(0, 30_000), ruleset_of(1, 30_000)
    assert 30_000 <= len(first) < 30_500
    assert sum(a != b for a, b in zip(first.split("\n"), second.split("\n"), strict=True)) == 1
