"""``blognomic tally``: the tally sheets of votable matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import click

from parsers.instructions.reader import read_instructions
from parsers.model import MatterKind, Post, Problem, Status
from sync.cli.matters import NO_DATE, judged, named_matters, note_of_saved, saved_pages
from sync.cli.options import config_from, reading_command
from sync.cli.output import note, publish, warn_of
from sync.cli.source import view_of
from sync.errors import ExitCode, NoVerdict, UsageError
from sync.reports.layout import words
from sync.reports.tally_text import tally_queue, tally_sheets
from sync.reports.verdict_text import checked
from sync.reports.writing_text import effect_in_words
from sync.schemas.tally import tally_json
from sync.sources.source_view import BASIC, require, unseen_matters
from validators.view import GameView
from validators.voting.doubts import roster_doubt
from validators.voting.judge import TallySheet
from validators.voting.timeline import Timeline
from validators.voting.verdict import Verdict
from validators.wording import DoubtKind, doubt


@reading_command("tally")
@click.argument("matters", nargs=-1, metavar="[URL | FILE | TITLE]...")
@click.option("--all", "every", is_flag=True, help="Every votable matter known, resolved ones too.")
@click.option(
    "--details",
    is_flag=True,
    help="The sheet of each matter instead of the table. [default: for matters that are named]",
)
@click.option(
    "--check",
    type=click.Choice(["enact", "fail"]),
    help="Ask about one matter: exit code 0 yes, 1 no, 3 not certified.",
)
def tally_command(
    ctx: click.Context,
    /,
    matters: tuple[str, ...],
    every: bool,
    check: str | None,
    **_options: object,
) -> int:
    """Show the possible outcomes of votable matters, now or later, and why.

    Without names it is one table: the queue of all that are pending. A matter is named by its
    address, a file that holds its saved page, its number in the queue, or any part of its title.
    The exit code is 3 if a named matter depends on missing posts or comments, or if no matter has a
    verdict.
    """
    if matters and every:
        raise UsageError(
            "--all shows every matter, so it takes no names; leave out one or the other"
        )
    config = config_from(ctx)
    saved = saved_pages(matters, config.blog_url)
    view = require(view_of(config, BASIC, list(saved.values())))
    known = Timeline(view).matters
    chosen: Sequence[Post] = [post for post in known if post.status is Status.PENDING]
    if every:
        chosen = known
    elif matters:
        chosen = named_matters(matters, saved, known, view)
    sheet = judged(view, chosen)
    verdicts = (
        [verdict for post in chosen for verdict in sheet.verdicts if verdict.post.key == post.key]
        if matters
        else sheet.verdicts
    )
    warn_of(_unsaid(view, sheet, known))
    note_of_saved(config, saved)
    blind = (
        sheet.skipped
        or any(problem.fatal for problem in view.problems)
        or (matters and any(each.unknown for each in verdicts))
    )
    code = ExitCode.NO_VERDICT if blind else ExitCode.CLEAN
    if check is not None:
        if not verdicts and matters:
            raise NoVerdict(NO_DATE)
        if len(verdicts) != 1:
            raise UsageError(
                f"--check asks about one matter, and {len(verdicts)} are named; give the title or"
                " address of one"
            )
        answer, met = checked(verdicts[0], "enacted" if check == "enact" else "failed", sheet.as_of)
        publish(config, lambda: tally_json(view, sheet, verdicts), lambda: [words(answer)])
        if blind or met is None:
            return ExitCode.NO_VERDICT
        return ExitCode.CLEAN if met else ExitCode.FINDINGS
    in_full = bool(ctx.params["details"] or matters or config.verbose)
    effects = effects_of(verdicts)
    publish(
        config,
        lambda: tally_json(view, sheet, verdicts, effects),
        lambda: (tally_sheets if in_full else tally_queue)(sheet, verdicts, effects),
    )
    if verdicts and all(each.unknown or each.unseen for each in verdicts):
        code = ExitCode.NO_VERDICT
    unseen = "" if verdicts else unseen_matters(view)
    if not verdicts:
        note(
            "no votable matter"
            f" {'is known' if every else 'is pending'}{' of those that were seen: ' if unseen else ''}{unseen}"
        )
    return ExitCode.NO_VERDICT if unseen else code


def _unsaid(view: GameView, sheet: TallySheet, known: Iterable[Post]) -> Iterator[Problem]:
    """The problems that no sheet names: the fatal ones, and those that are about no matter in
    particular.
    """
    keys = {post.key for post in known}
    doubts = {each for verdict in sheet.verdicts for each in verdict.doubts}
    yield from (
        problem
        for problem in view.problems
        if doubt(DoubtKind.SOURCE_AGED, problem=problem) not in sheet.doubts
        and (problem.fatal or (problem.post not in keys and roster_doubt(problem) not in doubts))
    )
    yield from (Problem(post.url, NO_DATE, fatal=True) for post in sheet.skipped)


def effects_of(verdicts: Iterable[Verdict]) -> dict[str, str]:
    """Return the effects of pending Proposals and CfJs, by key."""
    return {
        verdict.post.key: effect_in_words(read_instructions(verdict.post.html))
        for verdict in verdicts
        if verdict.status is Status.PENDING
        and verdict.kind is not MatterKind.DOV
        and verdict.post.body.strip()
    }
