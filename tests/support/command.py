"""The command line as a test runs it: exit code, what was printed, and what was said on standard
error.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from sync.cli import main


class Ran(NamedTuple):
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What was printed, as JSON."""
        return json.loads(self.out)

    @property
    def words(self) -> str:
        """What was printed, without its line breaks."""
        return " ".join(self.out.split())


class Run:
    """Runs ``blognomic``: ``run("audit", "--site", "demo", code=1)``; without a ``code`` any exit
    is right.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, code: int | None = 0) -> Ran:
        self._capsys.readouterr()
        ended = main([*arguments])
        printed = self._capsys.readouterr()
        ran = Ran(ended, printed.out, printed.err)
        assert code in (None, ended), ran
        return ran
