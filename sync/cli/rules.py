"""``blognomic rules``: the Ruleset as read; a draft of the dynasty's profile; what has changed since another Ruleset."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import click

from parsers.model import Problem, Revision
from parsers.ruleset.ruleset_model import Ruleset
from sync.cli.options import config_from, is_given, reading_command
from sync.cli.output import note, publish, to_stdout, warn_of
from sync.cli.review import review, unused_reviews
from sync.cli.source import open_source
from sync.errors import ExitCode, NoVerdict, UsageError
from sync.files import no_file, read_text, refuse_existing, shown_path, write_new
from sync.reports import as_json
from sync.reports.rules_text import Version, compared_as_text, ruleset_as_read
from sync.settings.config import Config
from sync.sources.interface import Source
from sync.sources.source_view import load_rules, no_verdict, read_rules, with_page_side
from sync.times import clock
from validators.words import counted

_DRAFT = "--draft-profile"
_REVID = re.compile(r"[0-9]{1,15}")
_TODO = "name a file with the wikitext of a whole Ruleset, or a revision of the page by its number"


@reading_command("rules", without=("tracking", "profile", "emperor"))
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
def rules_command(ctx: click.Context, /, draft: str | None, reviewing: bool, compare: str | None, **_options: object) -> int:
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
        return _compare(config, compare)
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
        review(config, ruleset)
    else:
        if unused := unused_reviews(config, ruleset):
            warn_of([Problem(shown_path(config.reviewed or Path()), unused)])
        publish(config, lambda: as_json.rules(ruleset), lambda: ruleset_as_read(ruleset, verbose=config.verbose))
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


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
    from sync.settings.profile_file import draft_profile

    text = draft_profile(ruleset)
    if draft == "-":
        # TOML is UTF-8, whatever the terminal speaks.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        to_stdout(text)
        return
    write_new(Path(draft), text, _DRAFT)
    read = f"{counted(len(ruleset.variables), 'variable')} and {counted(len(ruleset.actions), 'action')}"
    note(f"wrote {shown_path(Path(draft))}: a draft of the dynasty's profile, from {read}")


def _compare(config: Config, stated: str) -> int:
    """Report what is different in the source's Ruleset from that of a file, or from a revision of the page by its number.

    Raises :class:`UsageError` for a file that cannot be read or is not a whole Ruleset, :class:`NoVerdict` for a revision that is
    not available, and what opening the source raises.
    """
    from parsers.ruleset.ruleset_comparison import compare_rulesets

    numbered = _REVID.fullmatch(stated) is not None
    file = None if numbered else _of_file(Path(stated))
    with open_source(config, {"rules", "history"} if numbered else {"rules"}) as source:
        title = source.ruleset
        page = source.page(title)
        if page is None or page.text is None:
            raise source.missing(title)
        before = file or _of_history(source, int(stated), live=config.live is not None)
        problems = list(source.problems)
    where = source.where(title) if file is None else shown_path(Path(stated))
    old, doubtful = read_rules(before, where, config.reviews, gamestate=False)
    if file is not None and doubtful:
        raise UsageError(f"--compare: {no_verdict(doubtful)}")
    new, lacking = read_rules(page, source.where(title), config.reviews, gamestate=False)
    problems += (*doubtful, *lacking)
    if old is None or new is None:
        raise no_verdict(problems)
    warn_of(problems)
    comparison = compare_rulesets(old, new)
    versions = Version(before, None if file is None else where), Version(page, None if page.revid else source.where(title))
    publish(config, lambda: as_json.compared(comparison, *versions), lambda: compared_as_text(comparison, *versions))
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


def _of_file(path: Path) -> Revision:
    if not path.is_file():
        raise UsageError(f"--compare: {no_file(path)}; {_TODO}")
    try:
        return Revision(path.name, 0, 0, clock(), None, None, read_text(path))
    except NoVerdict as error:
        raise UsageError(f"--compare: {error}") from None


def _of_history(source: Source, revid: int, *, live: bool) -> Revision:
    found = source.revision(source.ruleset, revid)
    if found is None:
        pull = "pull --since an earlier time, or " if live else ""
        raise NoVerdict(f"revision {revid} of {source.where(source.ruleset)} is not available; {pull}{_TODO}")
    if found.text is None:
        raise NoVerdict(f"the text of revision {revid} of {source.where(source.ruleset)} is hidden or was not saved; {_TODO}")
    return found
