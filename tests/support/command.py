"""Run the command line: exit code, standard output and standard error."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from sync.cli import main


class Ran(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def words(self) -> str:
        """Standard output without its line breaks."""
        return " ".join(self.out.split())


class Run:
    """Runs ``blognomic``: ``run("audit", "--site", "demo", code=1)``; without ``code`` any exit
    code is accepted.
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
