"""Find changes of the code that no test notices: ``python -m tests.mutants COUNT SEED JOBS [PART]``.

A seeded sample of places in ``parsers`` and ``validators``; at each one thing is changed in a copy
of the checkout, and the quick tests of its folder run there, those named for the module first. A
change that they do not notice (``SURVIVED``) is a gap in the tests, or makes no difference. Each of
``JOBS`` workers has its own copy. ``PART`` takes only files whose path contains it.
"""

from __future__ import annotations

import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.support.paths import ROOT

PACKAGES = ("parsers", "validators")
LONGEST_RUN = 300
"""Seconds after which a run is stopped: the change made something endless, or the machine is busy."""
KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "SURVIVED"
MOST_MEMORY = 4 << 30
"""Bytes for one run: a change can make something grow without end."""
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


class Mutant(NamedTuple):
    """A file with one expression replaced by another."""

    path: Path
    node: ast.expr
    new: str

    def applied(self, data: bytes) -> bytes:
        """The file's content with the change."""
        lines = data.splitlines(keepends=True)
        node = self.node
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
        end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
        return data[:start] + f"({self.new})".encode() + data[end:]

    def __str__(self) -> str:
        old = " ".join(ast.unparse(self.node).split())
        return f"{self.path.relative_to(ROOT)}:{self.node.lineno}: {old} → {self.new}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change that is made to a file."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.expr) and (new := changed(node)) is not None:
            yield Mutant(path, node, " ".join(new.split()))


def changed(node: ast.expr) -> str | None:
    """The other expression, if there is one for its kind."""
    match node:
        case ast.Compare(left, [operator], [right]):
            return ast.unparse(ast.Compare(left, [OTHER[type(operator)]()], [right]))  # type: ignore[list-item]
        case ast.BoolOp(operator, values):
            return ast.unparse(ast.BoolOp(OTHER[type(operator)](), values))  # type: ignore[arg-type]
        case ast.BinOp(left, operator, right) if type(operator) in OTHER:
            return ast.unparse(ast.BinOp(left, OTHER[type(operator)](), right))  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not(), operand):
            return ast.unparse(operand)
        case ast.IfExp(test, body, orelse):
            return ast.unparse(ast.IfExp(test, orelse, body))
        case ast.Constant(bool() as value):
            return repr(not value)
        case ast.Constant(int() as value):
            return repr(value + 1)
        case ast.Call(ast.Name("any" | "all" as name), arguments, []):
            return ast.unparse(ast.Call(ast.Name("any" if name == "all" else "all"), arguments, []))
        case _:
            return None


def tests_of(path: Path) -> list[str]:
    """The tests of a module: those named for it, if any, then its folder's."""
    folder = "tests" / path.relative_to(ROOT).parent
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    named = folder / f"test_{path.stem}.py"
    return [str(named)] * (ROOT / named).exists() + [str(folder)]


def passes(tests: str, copy: Path) -> bool | None:
    """Whether quick tests pass in a copy of the checkout; None if they take too long."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m"]
    command += ["not slow and not mediawiki and not browser", tests]
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env=os.environ | {"HYPOTHESIS_PROFILE": "quick"},
            capture_output=True,
            timeout=LONGEST_RUN,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.returncode == 0


def outcome(mutant: Mutant, copy: Path) -> str:
    """Run the tests of a module with the change."""
    place = copy / mutant.path.relative_to(ROOT)
    sound = place.read_bytes()
    place.write_bytes(mutant.applied(sound))
    shutil.rmtree(place.parent / "__pycache__", ignore_errors=True)
    try:
        for tests in tests_of(mutant.path):
            passed = passes(tests, copy)
            if not passed:
                return TIMED_OUT if passed is None else KILLED
        return SURVIVED
    finally:
        place.write_bytes(sound)
        shutil.rmtree(place.parent / "__pycache__", ignore_errors=True)


def main() -> None:
    given = dict(enumerate(sys.argv))
    number, seed, jobs = int(given.get(1, 30)), int(given.get(2, 1)), int(given.get(3, 1))
    part = given.get(4, "")
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    every = [mutant for path in paths if part in str(path) for mutant in mutants(path)]
    sample = random.Random(seed).sample(every, min(number, len(every)))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    found = Counter[str]()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as workers:
        copies = SimpleQueue[Path]()
        for job in range(jobs):
            copy = Path(folder) / str(job) / "checkout"
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "__pycache__"))
            copies.put(copy)

        def tried(mutant: Mutant) -> str:
            copy = copies.get()
            try:
                return outcome(mutant, copy)
            finally:
                copies.put(copy)

        first_copy = Path(folder) / "0" / "checkout"
        for tests in sorted({tests_of(mutant.path)[-1] for mutant in sample}):
            if not passes(tests, first_copy):
                sys.exit(f"{tests} fails without any change")
        for mutant, result in zip(sample, workers.map(tried, sample), strict=True):
            found[result] += 1
            sys.stdout.write(f"{result} {mutant}\n")
            sys.stdout.flush()
    counts = ", ".join(f"{found[result]} {result}" for result in (KILLED, TIMED_OUT, SURVIVED))
    sys.stdout.write(f"{len(sample)} of {len(every)} places, seed {seed}: {counts}\n")


if __name__ == "__main__":
    main()
