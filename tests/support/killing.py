"""Run a program in a separate process and kill it just before or just after a certain call."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests.support.paths import ROOT

__all__ = ["run_and_kill"]


_SCRIPT = """
import importlib, os, signal, sys
program, module, name, method, arrived, *arguments = sys.argv[1:]
owner = getattr(importlib.import_module(module), name)
original = getattr(owner, method)

def killed(*given, **options):
    if arrived == "True":
        original(*given, **options)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(owner, method, killed)
sys.exit(importlib.import_module(program).main(arguments))
"""


def run_and_kill(what: str, *arguments: str, arrived: bool, program: str = "sync.cli") -> None:
    """Run the module's ``main`` until it calls ``what`` (``module:Class.method``), which is
    completed first if ``arrived``.
    """
    module, _, path = what.partition(":")
    command = [
        sys.executable,
        "-c",
        _SCRIPT,
        program,
        module,
        *path.split("."),
        str(arrived),
        *arguments,
    ]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
