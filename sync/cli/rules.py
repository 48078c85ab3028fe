"""``blognomic rules``: the Ruleset as read; a draft of the dynasty's profile; reviews; a comparison
with another Ruleset. ``blognomic events``: the Events of the dynasty.
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from parsers.model import Revision
from sync.cli.options import config_from, reading_command, refuse_given
from sync.cli.output import note, publish, warn_of
from sync.cli.source import open_source, view_of
from sync.errors import ExitCode, NoVerdict, UsageError
from sync.files import read_text, shown_path, unreadable, write_new
from sync.reports.rules_text import (
    Version,
    compared_as_text,
    events_as_text,
    ruleset_as_read,
)
from sync.schemas.rules import events_json, rules_json, ruleset_comparison_json
from sync.settings.config import Config
from sync.sources.source_view import (
    BASIC,
    load_rules,
    no_verdict,
    read_rules,
    require,
    with_page_side,
)
from sync.times import clock
from validators.words import counted

_REVID = re.compile(r"[0-9]{1,15}")
_TODO = "name a file with the wikitext of a whole Ruleset, or a revision of the page by its number"


@reading_command("rules", without=("tracking", "profile", "emperor"))
@click.option(
    "--draft-profile",
    "draft",
    metavar="FILE",
    help="Write a new file instead: a draft of the dynasty's profile.",
)
@click.option(
    "--review",
    is_flag=True,
    help="Review the rules and sentences without a review of their current text.",
)
@click.option(
    "--compare",
    metavar="FILE|REVID",
    help="Show the changes since another Ruleset: a file, or a revision.",
)
def rules_command(
    ctx: click.Context, /, draft: str | None, review: bool, compare: str | None, **_options: object
) -> int:
    """Show the Ruleset as read.

    Lists the terms, variables, actions and rules, open reviews, and sentences that were not
    understood; with -v also every voting parameter with its sentence. --draft-profile, --review and
    --compare take the place of this report.
    """
    if (draft is not None) + review + (compare is not None) > 1:
        raise UsageError(
            "--draft-profile, --review and --compare each take the place of the report; pass one of"
            " them"
        )
    if draft is not None:
        refuse_given(ctx, ("format", "output"), "with --draft-profile")
    config = config_from(ctx)
    if compare is not None:
        return _compare(config, compare)
    with open_source(config, {"rules"}) as source:
        ruleset, lacking = load_rules(source, config.reviews)
        problems = [*source.problems, *lacking]
        if ruleset is None:
            raise no_verdict(problems)
        ruleset = with_page_side(source, ruleset)
        waiting = None
        if review:
            from sync.cli.review import what_waits

            waiting = what_waits(config, source, ruleset)
    warn_of(problems)
    if draft is not None:
        from sync.settings.profile_file import draft_profile

        write_new(Path(draft), draft_profile(ruleset), "--draft-profile")
        note(
            f"wrote {shown_path(Path(draft))}: a draft of the dynasty's profile, from"
            f" {counted(len(ruleset.variables), 'variable')}"
        )
    elif waiting is not None:
        from sync.cli.review import review_rules

        return review_rules(config, ruleset, waiting)
    else:
        publish(
            config,
            lambda: rules_json(ruleset),
            lambda: ruleset_as_read(ruleset, verbose=config.verbose),
        )
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


def _compare(config: Config, stated: str) -> int:
    """Report how the source's Ruleset differs from a file, or from a revision of the page by
    number.

    Raises :class:`UsageError` for a missing file, :class:`NoVerdict` for an unreadable file or a
    revision that is not available, and the errors of opening the source.
    """
    from parsers.ruleset.ruleset_comparison import compare_rulesets

    file = None if _REVID.fullmatch(stated) else Path(stated)
    if file is not None and (why := unreadable(file)):
        raise UsageError(f"--compare: {why}; {_TODO}")
    with open_source(config, {"rules", "history"} if file is None else {"rules"}) as source:
        title = source.ruleset
        page = source.page(title)
        if page is None or page.text is None:
            raise source.missing(title)
        before = (
            source.revision(title, int(stated))
            if file is None
            else Revision(file.name, 0, 0, clock(), None, None, read_text(file))
        )
        if before is None or before.text is None:
            raise NoVerdict(
                f"revision {stated} of {source.where(title)} is not available, or its text is"
                f" hidden; pull --since, or {_TODO}"
            )
        problems = list(source.problems)
    source_name = source.where(title) if file is None else shown_path(file)
    old, doubtful = read_rules(before, source_name, config.reviews, gamestate=False)
    new, lacking = read_rules(page, source.where(title), config.reviews, gamestate=False)
    problems += (*doubtful, *lacking)
    if old is None or new is None:
        raise no_verdict(problems)
    warn_of(problems)
    comparison = compare_rulesets(old, new)
    versions = (
        Version(before, None if file is None else source_name),
        Version(page, None if page.revid else source.where(title)),
    )
    publish(
        config,
        lambda: ruleset_comparison_json(comparison, *versions),
        lambda: compared_as_text(comparison, *versions),
    )
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


@reading_command("events", without=("tracking", "profile"))
def events_command(ctx: click.Context, /, **_options: object) -> int:
    """Show the Events of the dynasty, open or ended.

    An Event is a post tagged with the name of a type that a dynastic rule defines. A comment ends
    it as the rule "Event Types" says. The conditions of a type are quoted, not judged.
    """
    from validators.checks.audit_context import AuditContext
    from validators.checks.events import events_of

    config = config_from(ctx)
    facts = AuditContext(require(view_of(config, BASIC)))
    view, found = facts.view, events_of(facts)
    warn_of(view.problems)
    publish(
        config,
        lambda: events_json(facts.rules, found, view.as_of),
        lambda: events_as_text(facts.rules, found, view.as_of),
    )
    fatal = any(problem.fatal for problem in view.problems)
    return ExitCode.NO_VERDICT if fatal else ExitCode.CLEAN
