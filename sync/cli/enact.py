"""``blognomic enact``: show the changes of enacting a matter, write or read a plan, and save the
pages with --apply.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from parsers.instructions.enactment_plan import new_plan
from parsers.model import Post, name_key
from parsers.refusal import Refused
from parsers.ruleset import read_ruleset
from parsers.ruleset.waiting import WaitingRule
from sync.cli.correct import code_of_results, confirmation
from sync.cli.matters import NO_DATE, judged, named_matters, note_of_saved, saved_pages
from sync.cli.options import config_from, reading_command
from sync.cli.output import note as tell
from sync.cli.output import publish, warn_of
from sync.cli.source import open_source, read_view, refuse_another_time
from sync.correct.correction_saving import NEEDS_CONFIRMATION, live_to_write
from sync.correct.enactment_edits import (
    EnactmentEdit,
    edits,
    enact,
    expected,
    read_plan,
    write_plan,
)
from sync.errors import ExitCode, NoVerdict, UsageError
from sync.files import shown_path
from sync.reports.writing_text import enactment_as_text, shown_edit
from sync.schemas.writing import enactment_json
from sync.settings.config import Config
from sync.settings.tomlfile import wrong_key
from sync.sources.interface import Source
from sync.sources.source_view import BASIC, require
from sync.wiki.writing.page_edit import EditOutcome, PageEdit
from validators.enacting import Enactment, enactment
from validators.finding import tracking_page
from validators.verdict_wording import admin_note
from validators.view import GameView
from validators.voting.timeline import Timeline
from validators.voting.verdict import Verdict
from validators.words import counted


@reading_command("enact")
@click.argument("matter", metavar="URL | FILE | TITLE")
@click.option("--admin", metavar="NAME", help="The enacting Admin, for the note.")
@click.option(
    "--plan",
    "plan_file",
    metavar="FILE",
    help="A plan with your decisions on unread sentences; created if missing.",
)
@click.option(
    "--apply",
    "write",
    is_flag=True,
    help="Save the changed pages; on a terminal each is confirmed first.",
)
@click.option(
    "--yes",
    is_flag=True,
    help="With --apply, save without asking, after the preview was reviewed.",
)
def enact_command(
    ctx: click.Context,
    /,
    matter: str,
    admin: str | None,
    plan_file: str | None,
    write: bool,
    yes: bool,
    **_options: object,
) -> int:
    """Show the changes of enacting a matter: its instructions, the pages as diffs, and the note for
    the blog.

    Unread sentences are shown. To decide on them, write a plan with --plan, complete it, and pass
    it again. With --apply the pages are saved, but only while the matter can be enacted and every
    sentence of it is read or decided; the blog is never written to. The exit code is 1 if anything
    is left to people.
    """
    config = config_from(ctx)
    if write:
        refuse_another_time(config)
    ask = confirmation(shown_edit, write=write, yes=yes)
    live = live_to_write(config) if write else None
    needs = BASIC | {"gamestate"}
    saved = saved_pages([matter], config.blog_url)
    source = ctx.with_resource(open_source(config, needs, list(saved.values())))
    view = require(read_view(config, source, needs))
    by = "" if admin is None else _admin_on_roster(admin, view)
    chosen = named_matters([matter], saved, Timeline(view).matters, view)
    if len(chosen) > 1:
        raise UsageError(
            f"{len(chosen)} matters have that title: {', '.join(post.url for post in chosen)}; give"
            " the address"
        )
    (post,) = chosen
    note_of_saved(config, saved)
    verdict = next(
        (verdict for verdict in judged(view, chosen).verdicts if verdict.post.key == post.key), None
    )
    if verdict is None:
        raise NoVerdict(NO_DATE)
    if not post.body.strip():
        raise NoVerdict(
            f"the text of “{post.title}” is missing, so its changes are unknown; save its page"
            " again"
        )
    made = enactment(view, post) if plan_file is None else _planned(Path(plan_file), view, post, by)
    note = admin_note(verdict, by or "ADMIN", "enacted") if verdict.enactable else None
    planned = list(edits(made, note or "not enacted yet"))
    if live is None:
        results = expected(planned, config, source)
    elif why := _forbidden(verdict, made):
        results = [EditOutcome("refused", why=why) for _ in planned]
    else:
        results = enact(
            planned,
            config,
            live,
            source,
            ask or partial(_unconfirmed, verdict=verdict, made=made, yes=yes),
            asks=ask is not None,
        )
    warn_of(problem for problem in view.problems if problem.fatal)
    publish(
        config,
        lambda: enactment_json(verdict, made, planned, results, note),
        lambda: enactment_as_text(verdict, made, planned, results, note, applied=write),
    )
    if write and ask is not None:
        _ask_about_rules(config, source, view, planned, results, by)
    if write and (code := code_of_results(results)) is not ExitCode.CLEAN:
        return code
    if verdict.unknown or any(problem.fatal for problem in view.problems):
        return ExitCode.NO_VERDICT
    return ExitCode.FINDINGS if made.left else ExitCode.CLEAN


def _admin_on_roster(admin: str, view: GameView) -> str:
    """The admin's name as the roster spells it. Raises :class:`UsageError` for anybody else."""
    admins = {name_key(name): name for name in (view.roster.admins if view.roster else ())}
    if name_key(admin) not in admins:
        raise UsageError(
            f"--admin {admin!r} is no admin on the roster; the admins are"
            f" {', '.join(sorted(admins.values()))}"
        )
    return admins[name_key(admin)]


def _ask_about_rules(
    config: Config,
    source: Source,
    view: GameView,
    planned: Sequence[EnactmentEdit],
    results: Sequence[EditOutcome],
    reviewer: str,
) -> None:
    """Ask the questions of a review about the dynastic rules that were added or changed."""
    from sync.cli.review import ask_reviews, what_waits

    rules = view.rules
    if rules is None or config.reviewed is None:
        return
    known = {rule.fingerprint for rule in rules.reviewable}
    for edit, result in zip(planned, results, strict=True):
        if edit.title != rules.page or result.result != "saved":
            continue
        made = read_ruleset(edit.text, page=rules.page, gamestate=True, reviews=config.reviews)
        items = [
            item
            for item in what_waits(config, source, made)
            if isinstance(item, WaitingRule) and item.fingerprint not in known
        ]
        if items:
            ask_reviews(config, items, reviewer)


def _planned(path: Path, view: GameView, post: Post, admin_name: str) -> Enactment:
    """The matter by the plan in a file, or as it is read and with a new plan in the file."""
    if not path.exists():
        made = enactment(view, post)
        write_plan(path, new_plan(post.url, post.html, made.reading, _revisions(view), admin_name))
        tell(
            f"wrote the plan {shown_path(path)}; {counted(len(made.decided.open), 'sentence')} to"
            " decide on"
        )
        return made
    plan = read_plan(path)
    try:
        made = enactment(view, post, plan)
    except Refused as refused:
        raise wrong_key(path, refused.key, str(refused)) from None
    for page, revid in _revisions(view).items():
        if plan.pages.get(page, revid) != revid:
            tell(
                f"“{page}” was edited since the plan was made (now revision {revid}): the steps are"
                " tried on it as it is"
            )
    return made


def _revisions(view: GameView) -> dict[str, int]:
    """The revisions that the pages are read at."""
    rules, state = view.rules, view.gamestate
    known = [(rules.page, rules.revid)] if rules is not None else []
    known += [(tracking_page(state).id, state.revid)] if state is not None else []
    return {page: revid for page, revid in known if revid is not None}


def _forbidden(verdict: Verdict, made: Enactment) -> str | None:
    """Return why nothing of the matter is saved: it cannot be enacted, or a sentence waits for a
    decision.
    """
    if not verdict.enactable:
        return (
            f"the matter is {verdict.status.value}"
            if verdict.post.closed
            else "the matter cannot be enacted now"
        )
    if made.decided.open:
        return (
            f"{counted(len(made.decided.open), 'sentence')} of the matter not read and not decided;"
            " decide with --plan FILE"
        )
    return None


def _unconfirmed(_: PageEdit, verdict: Verdict, made: Enactment, *, yes: bool) -> str | None:
    """Return why an edit needs confirmation: without --yes only certified and fully applied edits
    are saved.
    """
    if yes:
        return None
    if not verdict.certified:
        return f"the verdict is not certified: {NEEDS_CONFIRMATION}"
    undone = any(not outcome.applied for outcome in made.application.outcomes)
    return f"a step could not be carried out: {NEEDS_CONFIRMATION}" if undone else None
