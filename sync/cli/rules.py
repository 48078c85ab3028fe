"""``blognomic rules``: the Ruleset as read."""

from __future__ import annotations

import io
import sys
from functools import partial
from pathlib import Path

import click

from parsers.model import Problem
from parsers.ruleset.model import Ruleset
from sync.cli.compare import compare_with
from sync.cli.exits import ExitCode
from sync.cli.options import config_from, is_given, reading_options
from sync.cli.output import publish, to_stdout, warn_of
from sync.cli.review import unused_reviews
from sync.cli.source import open_source
from sync.errors import UsageError
from sync.files import refuse_existing, shown_path, write_new
from sync.reports import as_json
from sync.reports.rules_text import ruleset_as_read
from sync.settings.config import Config
from sync.settings.draft import draft_profile
from sync.sources.view import load_rules, no_verdict, with_page_side
from validators.words import counted

_DRAFT = "--draft-profile"


@click.command("rules")
@click.option(
    _DRAFT,
    "draft",
    metavar="FILE",
    help="In place of the report write a new file: a draft of the dynasty's profile ('-' for standard output).",
)
@click.option(
    "--review",
    "reviewing",
    is_flag=True,
    help="In place of the report go through the sentences that cost verdicts their certificate, and keep which of them change none.",
)
@click.option(
    "--compare",
    metavar="FILE|REVID",
    help="In place of the report say what has changed since another Ruleset: a file with wikitext, or a revision by its number.",
)
@partial(reading_options, without=("tracking", "profile", "emperor"))
@click.pass_context
def command(ctx: click.Context, /, draft: str | None, reviewing: bool, compare: str | None, **_options: object) -> int:
    """Show the Ruleset as read.

    Terms, variables and actions, sentences elsewhere that speak of voting, the tree of rules, and what was not
    understood; with -v every voting parameter with the sentence it was read from.
    """
    given = [name for name, value in ((_DRAFT, draft), ("--review", reviewing or None), ("--compare", compare)) if value is not None]
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} each take the place of the report; leave one of them out")
    if draft is not None:
        _refuse(ctx, draft)
    config = config_from(ctx)
    if compare is not None:
        return compare_with(config, compare)
    with open_source(config, {"rules"}) as source:
        ruleset, lacking = load_rules(source, config.reviews)
        problems = [*source.problems, *lacking]
        ruleset = None if ruleset is None else with_page_side(source, ruleset)
    if ruleset is None:
        raise no_verdict(problems)
    warn_of(problems)
    if draft is not None:
        _write_draft(ruleset, draft)
    elif reviewing:
        from sync.cli.review import review

        review(config, ruleset)
    else:
        _warn_of_unused(config, ruleset)
        publish(config, lambda: as_json.rules(ruleset), lambda: ruleset_as_read(ruleset, verbose=config.verbose))
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


def _warn_of_unused(config: Config, ruleset: Ruleset) -> None:
    if config.reviewed is None or not config.reviewed.exists():
        return

    unused = unused_reviews(config, ruleset)
    if unused:
        warn_of([Problem(shown_path(config.reviewed), unused)])


def _refuse(ctx: click.Context, draft: str) -> None:
    """Say what cannot be before anything is asked for."""
    for name in ("format", "output"):
        # What a file or the environment says of reports holds for reports.
        if is_given(ctx, name):
            raise UsageError(f"{_DRAFT} writes a draft in place of the report, and --{name} is about the report; leave one of them out")
    if not draft:
        raise UsageError(f"{_DRAFT} needs the name of a new file, or '-' for standard output")
    if draft != "-":
        refuse_existing(Path(draft), _DRAFT)


def _write_draft(ruleset: Ruleset, draft: str) -> None:
    text = draft_profile(ruleset)
    if draft == "-":
        # TOML is UTF-8, whatever the terminal speaks.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        to_stdout(text)
        return
    write_new(Path(draft), text, _DRAFT)
    read = f"{counted(len(ruleset.variables), 'variable')} and {counted(len(ruleset.actions), 'action')}"
    sys.stderr.write(f"blognomic: wrote {shown_path(Path(draft))}: a draft of the dynasty's profile, from {read}\n")
