"""Which changes of the code no test notices: ``python -m tests.mutants COUNT SEED [PART]``.

A seeded sample of places in ``parsers`` and ``validators``; at each one thing is changed in a copy
of the checkout, and the quick tests of its folder run there. A change that they do not notice
(``SURVIVED``) is a gap in the tests, or makes no difference. ``PART`` takes only files whose path
contains it.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.paths import ROOT

PACKAGES = ("parsers", "validators")
LONGEST_RUN = 900
"""Seconds after which a change counts as noticed: it made something endless."""
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

    def source(self) -> str:
        """The text of the file with the change."""
        lines = self.path.read_bytes().splitlines(keepends=True)
        node = self.node
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
        end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
        data = b"".join(lines)
        return (data[:start] + f"({self.new})".encode() + data[end:]).decode()

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


def tests_of(path: Path) -> str:
    """The folder of tests for a module."""
    folder = "tests" / path.relative_to(ROOT).parent
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return str(folder)


def survives(mutant: Mutant, copy: Path) -> bool:
    """Whether the tests of the folder pass with the change."""
    place = copy / mutant.path.relative_to(ROOT)
    sound = place.read_bytes()
    place.write_text(mutant.source(), encoding="utf-8")
    shutil.rmtree(place.parent / "__pycache__", ignore_errors=True)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m"]
    command += ["not slow and not mediawiki and not browser", tests_of(mutant.path)]
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
        return False
    finally:
        place.write_bytes(sound)
        shutil.rmtree(place.parent / "__pycache__", ignore_errors=True)
    return done.returncode == 0


def main() -> None:
    given = dict(enumerate(sys.argv))
    number, seed = int(given.get(1, 30)), int(given.get(2, 1))
    part = given.get(3, "")
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    every = [mutant for path in paths if part in str(path) for mutant in mutants(path)]
    sample = random.Random(seed).sample(every, min(number, len(every)))
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "__pycache__"))
        for mutant in sample:
            survived = survives(mutant, copy)
            killed += not survived
            sys.stdout.write(f"{'SURVIVED' if survived else 'killed'} {mutant}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{killed} of {len(sample)} noticed ({len(every)} places, seed {seed})\n")


if __name__ == "__main__":
    main()
