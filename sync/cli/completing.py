"""What a shell completes: titles, codes of findings, sites, schemas, files and folders. Other choices click knows itself.

``_BLOGNOMIC_COMPLETE=bash_source blognomic`` prints the shell's part (``zsh_source`` and ``fish_source`` that of the others).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click
from click.shell_completion import CompletionItem, FishComplete, add_completion_class

from parsers.model import Post, Status
from sync.errors import SyncError
from sync.schemas import SCHEMAS
from sync.settings.site_file import DEMO
from sync.text import one_line


@add_completion_class
class FishWithCommas(FishComplete):
    """Fish, which gets the kind and the value of a completion with a comma between them: the value may have others."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


def prepare(command: click.Command) -> None:
    """Let the parameters of a command complete what their names, else their metavars, say that they take."""
    for parameter in command.params:
        complete = _KINDS.get(parameter.metavar)
        if parameter.name == "site":
            complete = _sites
        elif command.name == "schema":
            complete = _schemas
        if complete is not None:
            parameter.shell_complete = complete  # type: ignore[method-assign, assignment]


def _codes(_ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Codes, also behind a comma, with what each means; slugs where a word is typed."""
    from validators.checks.run import checks

    before, comma, last = incomplete.rpartition(",")
    named = [(one.code if one.code.startswith(last.upper()) else one.slug, one) for one in checks()]
    return [
        CompletionItem(f"{before}{comma}{name}", help=f"{one.slug}: {one.meaning}")
        for name, one in named
        if name.startswith((last.upper(), last)) and name not in before.split(",")
    ]


def _sites(_ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The sample game, and the settings in this folder; any other path is the shell's to find."""
    names = [name for name in (DEMO, *sorted(path.name for path in Path.cwd().glob("*.toml"))) if name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or _files(_ctx, incomplete)


def _matters(ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """The matters with the typed words in their titles, pending ones first; nothing is fetched. Files, too: saved pages are named."""
    from sync.cli.options import config_from
    from sync.cli.source import open_source

    posts: list[Post] = []
    with suppress(SyncError, click.ClickException, OSError):
        config = config_from(ctx)
        if config.live is not None:
            config = replace(config, live=replace(config.live, offline=True))
        if config.live is None or config.live.store.is_file():
            with open_source(config, {"posts"}) as source:
                posts = [post for post in source.posts() if post.category.matter is not None]
    posts.sort(key=lambda post: post.status is not Status.PENDING)
    titles = ((one_line(post.subject or post.title), post.status.value) for post in posts)
    found = [CompletionItem(title, help=status) for title, status in titles if title and incomplete.casefold() in title.casefold()]
    return [*_files(ctx, incomplete), *found]


def _schemas(_ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in SCHEMAS if name.startswith(incomplete)]


def _files(_ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="file")]


def _folders(_ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="dir")]


_KINDS: dict[str | None, Callable[[click.Context, str], list[CompletionItem]]] = {
    **dict.fromkeys(("FILE", "[FILE]", "PATH", "FILE|REVID"), _files),
    **dict.fromkeys(("[URL | FILE | TITLE]...", "URL | FILE | TITLE", "MATTER"), _matters),
    **dict.fromkeys(("CODES", "CODE|ID", "[CODE]..."), _codes),
    "DIR": _folders,
}
"""By metavar."""
