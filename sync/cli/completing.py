"""What a shell completes: codes of findings, sites, schemas, files and folders. What else there is to choose from click knows itself.

``_BLOGNOMIC_COMPLETE=bash_source blognomic`` prints the shell's part (``zsh_source`` and ``fish_source`` that of the others).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem, FishComplete, add_completion_class

from sync.schemas import SCHEMAS
from sync.settings.site_file import DEMO

_Completions = Callable[[str], Iterator[CompletionItem]]


@add_completion_class
class FishWithCommas(FishComplete):
    """Fish, which gets the kind and the value of a completion with a comma between them: the value may have others."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


def prepare(command: click.Command) -> None:
    """Let the parameters of a command complete what their names, else their metavars, say that they take."""
    for parameter in command.params:
        complete = _NAMED.get((command.name, parameter.name)) or _NAMED.get((None, parameter.name)) or _KINDS.get(parameter.metavar)
        if complete is not None:
            parameter.shell_complete = _completer(complete)  # type: ignore[method-assign, assignment]


def _completer(complete: _Completions) -> Callable[[click.Context, str], list[CompletionItem]]:
    return lambda _ctx, incomplete: list(complete(incomplete))


def _codes(incomplete: str) -> Iterator[CompletionItem]:
    """Codes, also behind a comma, with what each means; slugs where a word is typed."""
    from validators.checks.run import checks

    before, comma, last = incomplete.rpartition(",")
    for one in checks():
        name = one.code if one.code.startswith(last.upper()) else one.slug
        if name.startswith((last.upper(), last)) and name not in before.split(","):
            yield CompletionItem(f"{before}{comma}{name}", help=f"{one.slug}: {one.meaning}")


def _sites(incomplete: str) -> Iterator[CompletionItem]:
    """The sample game, and the settings in this folder; any other path is the shell's to find."""
    names = [name for name in (DEMO, *sorted(path.name for path in Path.cwd().glob("*.toml"))) if name.startswith(incomplete)]
    yield from map(CompletionItem, names) if names else _files(incomplete)


def _schemas(incomplete: str) -> Iterator[CompletionItem]:
    yield from (CompletionItem(name) for name in SCHEMAS if name.startswith(incomplete))


def _files(incomplete: str) -> Iterator[CompletionItem]:
    yield CompletionItem(incomplete, type="file")


def _folders(incomplete: str) -> Iterator[CompletionItem]:
    yield CompletionItem(incomplete, type="dir")


_NAMED: dict[tuple[str | None, str | None], _Completions] = {(None, "site"): _sites, ("schema", "name"): _schemas}
"""By command, or None for every one, and parameter."""

_KINDS: dict[str | None, _Completions] = {
    **dict.fromkeys(("FILE", "[FILE]", "PATH", "FILE|REVID", "[URL | FILE | TITLE]..."), _files),
    **dict.fromkeys(("CODES", "CODE|ID", "[CODE]..."), _codes),
    "DIR": _folders,
}
"""By metavar."""
