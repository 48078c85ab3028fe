"""How long the commands take on the sample game. Run by ``make bench``, not with the tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sync.cli import main
from tests.support.paths import ROOT

Benchmark = Callable[..., object]


def test_help_as_a_process(benchmark: Benchmark) -> None:
    command = [sys.executable, "-m", "sync", "--help"]
    root = ROOT
    benchmark(lambda: subprocess.run(command, cwd=root, check=True, capture_output=True))


@pytest.mark.parametrize("command", ["rules", "tally", "audit"])
def test_the_sample_game(benchmark: Benchmark, command: str, tmp_path: Path) -> None:
    benchmark(
        main, [command, "--site", "demo", "--format", "json", "--output", str(tmp_path / "report")]
    )
