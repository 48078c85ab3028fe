"""Imports run one way and without a circle, ``parsers`` and ``validators`` touch nothing outside,
class names are unique.

Imports count wherever they stand: at the top of a module, inside a function, or for type checkers
only.
"""

from __future__ import annotations

import ast
import io
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.support.paths import ROOT

PACKAGES = ("sync", "validators", "parsers")
"""From top to bottom: a package imports those below it."""

LAYERS = {
    "sync": (
        "__main__ cli board schemas reports correct notices doctor sources pulling wiki store net"
        " settings progress files times text errors"
    ),
    "validators": "checks fixes finding edits enacting voting post_changes view profile spelling words",
    "parsers": (
        "changes instructions history gamestate ruleset blog wiki numbers patch patterns model"
    ),
}
"""The folders and modules of each package from top to bottom: each may import those behind it."""

BUDGET = {
    "parsers": (381, 3910),
    "parsers.blog": (1457, 18610),
    "parsers.gamestate": (1098, 14970),
    "parsers.history": (163, 2170),
    "parsers.instructions": (1674, 21710),
    "parsers.ruleset": (2406, 31210),
    "parsers.wiki": (1342, 15920),
    "sync": (286, 2880),
    "sync.board": (229, 3240),
    "sync.cli": (1361, 17970),
    "sync.correct": (561, 7210),
    "sync.doctor": (177, 1960),
    "sync.net": (366, 4050),
    "sync.notices": (770, 9160),
    "sync.pulling": (473, 5810),
    "sync.reports": (1151, 14660),
    "sync.schemas": (720, 8360),
    "sync.settings": (652, 7000),
    "sync.sources": (863, 10840),
    "sync.store": (464, 5660),
    "sync.wiki": (889, 10000),
    "validators": (541, 6510),
    "validators.checks": (2067, 32540),
    "validators.edits": (977, 14030),
    "validators.fixes": (207, 2840),
    "validators.profile": (205, 2760),
    "validators.voting": (2078, 28030),
}
"""The most statements (``ast.stmt`` without docstrings) and tokens of each folder; the modules
beside the folders count under the package's name. A budget falls; whoever raises it says in
docs/design.md what for. A tool for one game of some twenty people has to be small enough that one
of them can carry it on. Lines are not counted: that rewards long ones.
"""

WEIGHTLESS = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


OUTSIDE = frozenset(
    "builtins glob http io logging mwclient os pathlib random requests shutil socket sqlite3 ssl"
    " subprocess sys tempfile time".split()
)
"""Modules that reach files, the network, the clock, the process or chance."""


@cache
def modules() -> Mapping[str, ast.Module]:
    """Every module of the product by its dotted name, a package by the package's."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """The dotted names that each module imports."""
    return {name: frozenset(_imported(tree)) for name, tree in modules().items()}


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in modules() else node.module or ""


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """The modules of the product that each of them imports."""
    return {name: names & modules().keys() - {name} for name, names in imports().items()}


def folder(module: str) -> str:
    """The folder, or the module that stands beside the folders: ``sync.wiki.writing.edit_saving``
    is in ``sync.wiki``.
    """
    return ".".join(module.split(".")[:2])


def edges() -> Iterator[tuple[str, str]]:
    yield from ((importer, name) for importer, names in graph().items() for name in sorted(names))


def weight(source: str) -> tuple[int, int]:
    """The statements and tokens of a module; docstrings, comments and layout weigh nothing."""
    tree = ast.parse(source)
    docstrings = sum(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for node in ast.walk(tree)
    )
    statements = sum(isinstance(node, ast.stmt) for node in ast.walk(tree)) - docstrings
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return statements, sum(token.type not in WEIGHTLESS for token in tokens)


def test_no_folder_is_over_its_budget() -> None:
    weights: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT).parts[:-1][:2])
            for place, amount in enumerate(weight(path.read_text(encoding="utf-8"))):
                weights[name][place] += amount
    over = {
        name: amounts
        for name, amounts in weights.items()
        if any(amount > most for amount, most in zip(amounts, BUDGET[name], strict=True))
    }
    assert over == {}


def test_packages_import_one_way() -> None:
    rank = {package: place for place, package in enumerate(PACKAGES)}
    wrong = [
        (one, other)
        for one, other in edges()
        if rank[one.split(".")[0]] > rank[other.split(".")[0]]
    ]
    assert wrong == []


def test_every_folder_has_its_layer() -> None:
    listed = {f"{package}.{name}" for package, names in LAYERS.items() for name in names.split()}
    assert {folder(name) for name in modules() if "." in name} == listed


@pytest.mark.parametrize("package", PACKAGES)
def test_folders_import_one_way(package: str) -> None:
    rank = {f"{package}.{name}": place for place, name in enumerate(LAYERS[package].split())}
    inside = [
        (one, other) for one, other in edges() if folder(one) in rank and folder(other) in rank
    ]
    upward = [(one, other) for one, other in inside if rank[folder(one)] > rank[folder(other)]]
    assert upward == []


def test_no_circle_of_imports() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("package", PACKAGES[1:])
def test_parsers_and_validators_touch_nothing_outside(package: str) -> None:
    reached = [
        (name, other)
        for name, names in imports().items()
        for other in names
        if other.split(".")[0] in OUTSIDE
    ]
    assert [edge for edge in reached if edge[0].startswith(package)] == []


def test_public_class_names_are_unique() -> None:
    places = defaultdict(list)
    for name, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    clashes = {name: where for name, where in places.items() if len(where) > 1}
    assert clashes == {}


MOST_WORDS = 60
"""A longer list of words is data: a file that somebody who knows the game and no Python can add to.
"""


def text_of(node: ast.AST) -> str:
    """The text of a literal, ``""`` for anything else; of an f-string what stands in it as it
    is."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(text_of, node.values))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def words_in(node: ast.AST) -> int:
    """How many words a literal lists: the items of a collection, the words of a string that is
    split, the branches of a pattern.
    """
    if isinstance(node, ast.List | ast.Set | ast.Tuple | ast.Dict):
        items = node.keys if isinstance(node, ast.Dict) else node.elts
        return sum(item is not None and text_of(item) != "" for item in items)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "split"
    ):
        return len(text_of(node.func.value).split())
    return text_of(node).count("|") + 1


def test_no_list_of_words_stands_in_code() -> None:
    for literal in (
        f"'{'a ' * 61}'.split()",
        f"'{'|' * 60}'",
        f"f'{{x}}{'|' * 60}'",
        repr(["a"] * 61),
    ):
        assert words_in(ast.parse(literal, mode="eval").body) == 61
    counts = {
        (name, getattr(node, "lineno", 0)): words_in(node)
        for name, tree in modules().items()
        for node in ast.walk(tree)
    }
    assert {place: count for place, count in counts.items() if count > MOST_WORDS} == {}


def test_sync_names_no_form_of_prose() -> None:
    """What an instruction, a clause or a definition may look like is told below, and what kinds
    there are is not repeated.
    """
    forms = tomllib.loads(
        (ROOT / "parsers" / "instructions" / "forms.toml").read_text(encoding="utf-8")
    )["form"]
    kinds = {form["kind"] for form in forms}
    assert {"add-rule", "set-value"} < kinds
    named = [
        (name, node.value)
        for name, tree in modules().items()
        if name.startswith("sync.")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in kinds
    ]
    assert named == []
    assert [
        edge for edge in edges() if edge[0].startswith("sync.") and edge[1] == "parsers.patterns"
    ] == []
