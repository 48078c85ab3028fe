"""Finds handlers of general exceptions around the product's own code, which would hide bugs."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

GENERAL = frozenset(
    "ArithmeticError AssertionError AttributeError BaseException Exception IndexError KeyError"
    " LookupError RuntimeError TypeError ValueError".split()
)
PACKAGES = ("parsers", "validators", "sync")


def methods_of(trees: Collection[ast.Module]) -> frozenset[str]:
    """The names of all methods and properties."""
    return frozenset(
        part.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.FunctionDef)
    )


def general_handlers(tree: ast.Module, methods: Collection[str]) -> Iterator[tuple[int, str]]:
    """Return the lines of a module with such a handler, and the first call or property of our own
    in its body; ``methods`` are the names of our own methods. A handler that raises the exception
    again only cleans up.
    """
    own, foreign = _imported_or_defined(tree)
    aliases = _tuples_of_exceptions(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Try):
            caught = [
                handler.type
                for handler in node.handlers
                if not (isinstance(handler.body[-1], ast.Raise) and handler.body[-1].exc is None)
            ]
        elif isinstance(node, ast.With):
            calls = [item.context_expr for item in node.items]
            caught = [
                argument
                for call in calls
                if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("suppress")
                for argument in call.args
            ]
        else:
            continue
        if any(_is_general(each, aliases) for each in caught):
            called = next(_own_calls(node.body, own, foreign, methods), None)
            if called is not None:
                yield node.lineno, called


def _imported_or_defined(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Return the names of our own functions and classes in a module, and the names of foreign
    modules.
    """
    own, foreign = set[str](), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES:
            own.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Import):
            foreign.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
    return own, foreign


def _tuples_of_exceptions(tree: ast.Module) -> dict[str, ast.expr]:
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Tuple)
    }


def _is_general(caught: ast.expr | None, aliases: dict[str, ast.expr]) -> bool:
    if caught is None:
        return True
    if isinstance(caught, ast.Name) and caught.id in aliases:
        caught = aliases[caught.id]
    named = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(isinstance(each, ast.Name) and each.id in GENERAL for each in named)


def _own_calls(
    body: list[ast.stmt],
    own: Collection[str],
    foreign: Collection[str],
    methods: Collection[str],
) -> Iterator[str]:
    for statement in body:
        for node in ast.walk(statement):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            if isinstance(function, ast.Name) and function.id in own:
                yield function.id
            elif isinstance(function, ast.Attribute) and function.attr in methods:
                called = ast.unparse(function)
                if re.split(r"\W", called, maxsplit=1)[0] not in foreign:
                    yield called
