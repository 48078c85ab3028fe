"""The plan of an enactment as a TOML file: written for a person to complete, and read with the decisions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import tomlkit

from parsers.instructions.enactment_plan import EnactmentPlan, OpenDecision, WrongPlan, as_tables, from_tables
from parsers.instructions.instruction_model import Instruction
from sync.errors import NoVerdict, UsageError
from sync.files import read_text, shown_path, write_new
from sync.settings.tomlfile import as_table, wrong_key
from sync.text import one_line

_LISTS = ("step", "open")
_HEAD = """\
What enacting this matter does, step by step. A [[step]] with from = "read" is a sentence that was read; take out what is not to be done.
Each [[open]] is a sentence that was not read. Decide on every one of them:

  decision = "comment"          it asks for nothing
  decision = "by hand: …"       you do it, and say what
  decision = ""                 where you write steps, with from = "person" and its words as their quote

A step says kind, quote and, as the kind needs them, rule, old, new, where, title, status and value; docs/enacting.md has examples."""


def read_plan(path: Path) -> EnactmentPlan:
    """The plan in a file. Raises :class:`UsageError` that names the file, the key, and what is allowed there."""
    try:
        tables: dict[str, Any] = tomllib.loads(read_text(path))
    except NoVerdict as error:
        raise UsageError(str(error)) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{shown_path(path)} is not valid TOML: {one_line(str(error))}") from None
    tables = from_tables(tables)
    rest = {key: value for key, value in tables.items() if key not in _LISTS}
    steps = tuple(as_table(path, each, Instruction, f"step {number}") for number, each in _listed(path, tables, "step"))
    sentences = tuple(as_table(path, each, OpenDecision, f"open {number}") for number, each in _listed(path, tables, "open"))
    return msgspec.structs.replace(as_table(path, rest, EnactmentPlan), step=steps, open=sentences)


def _listed(path: Path, tables: dict[str, Any], key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The tables of a key with their numbers, so that an error names its own."""
    listed = tables.get(key, [])
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise wrong_key(path, key, f"each begins with a line [[{key}]]")
    yield from enumerate(listed, 1)


def wrong_plan(path: Path, error: WrongPlan) -> UsageError:
    """The error for a plan that is none for its matter."""
    return wrong_key(path, error.key, str(error))


def write_plan(path: Path, plan: EnactmentPlan) -> None:
    """Write a new file. Raises :class:`UsageError` where there is one, or none can be written."""
    document = tomlkit.document()
    for line in _HEAD.splitlines():
        document.add(tomlkit.comment(line) if line else tomlkit.nl())
    document.add(tomlkit.nl())
    for key, value in as_tables(plan).items():
        document.add(key, _item(value))
    write_new(path, tomlkit.dumps(document), "--plan")


def _item(value: Any) -> Any:
    if isinstance(value, str):
        return tomlkit.string(value, multiline="\n" in value)
    if isinstance(value, dict):
        return _filled(tomlkit.table() if all(isinstance(each, int) for each in value.values()) else tomlkit.inline_table(), value)
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        listed = tomlkit.aot()
        for each in value:
            listed.append(_filled(tomlkit.table(), each))
        return listed
    return tomlkit.item(value)


def _filled(table: Any, value: dict[str, Any]) -> Any:
    for key, each in value.items():
        table.append(key, _item(each))
    return table
