"""Cases of a test as data: tables in a TOML file of the test module's name beside it.

In `test_votes.toml`::

    [[icons]]
    name = "the text wins over the file name"
    why = "The blog once served all icons as x.gif."
    image = 'src="/vote/x.gif" alt="against"'
    icon = "against"

In `test_votes.py`::

    @cases("icons")
    def test_icon_by_text_then_by_file(image: str, icon: str) -> None: ...

The keys are the arguments of the test; `name` names the case in pytest's output. TOML has no null:
an argument that may be None is None where its key is missing.
"""

from __future__ import annotations

import inspect
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])
Case = dict[str, Any]

ABOUT = frozenset({"name", "why"})
"""Keys that describe a case and are not passed to its test."""


@cache
def _tables(path: Path) -> dict[str, list[Case]]:
    """Return the tables of a file. The cases of a table must have different names."""
    tables: dict[str, list[Case]] = tomllib.loads(path.read_text(encoding="utf-8"))
    for table, found in tables.items():
        names: list[Any] = [case.get("name") for case in found]
        assert all(names), f"{path.name}: a case of [[{table}]] has no name"
        twice = sorted({name for name in names if names.count(name) > 1})
        assert not twice, f"{path.name}: two cases of [[{table}]] are named {twice}"
    return tables


def table(module: str, name: str) -> list[Case]:
    """Return the cases of a table in the TOML file of a module, given by its ``__file__``."""
    return _tables(Path(module).with_suffix(".toml"))[name]


def cases(name: str) -> Callable[[Test], Test]:
    """Run the test once for each case of the table."""

    def decorate(test: Test) -> Test:
        found = table(str(sys.modules[test.__module__].__file__), name)
        arguments, values = _parameters(test, name, found)
        decorated: Test = pytest.mark.parametrize(arguments, values)(test)
        return decorated

    return decorate


def _parameters(
    test: Callable[..., None], name: str, found: list[Case]
) -> tuple[list[str], list[Any]]:
    """Return the argument names of the cases, and their values for each case."""
    parameters = inspect.signature(test).parameters
    keys = {key for case in found for key in case} - ABOUT
    unknown = sorted(keys - parameters.keys())
    assert not unknown, f"[[{name}]] has {unknown}, which {test.__name__} does not take"
    arguments = [key for key in parameters if key in keys]
    for case in found:
        missing = [
            key
            for key in arguments
            if key not in case and "None" not in str(parameters[key].annotation)
        ]
        assert not missing, f"[[{name}]], {case['name']!r}: {missing} may not be None"
    return arguments, [pytest.param(*map(case.get, arguments), id=case["name"]) for case in found]
