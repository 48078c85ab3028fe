"""``blognomic enact``: what enacting a matter would change, and with --apply the changed pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from parsers.model import same_name
from parsers.proposals.applying.alike import begins
from sync.cli.confirm import Confirmation, on_a_terminal
from sync.cli.correct import code_of_results
from sync.cli.exits import ExitCode
from sync.cli.matters import find_matters
from sync.cli.options import config_from, reading_options
from sync.cli.output import publish, warn_of
from sync.cli.source import open_source, read_view
from sync.correct.apply import NEEDS_CONFIRMATION, live_to_write
from sync.correct.enacting import EnactmentEdit, edits, enact, expected
from sync.errors import NoVerdict, UsageError, nearest
from sync.reports.enactment import enactment_as_json, enactment_as_text, shown_edit
from sync.settings.config import Config, Live
from sync.sources.interface import Source
from sync.sources.view import BASIC, require
from sync.text import one_line, shorten
from validators.enacting import Enactment, enactment
from validators.view import GameView
from validators.voting.judge import CannotJudge, TallySheet, judge
from validators.voting.reasons import admin_note
from validators.voting.timeline import Timeline
from validators.voting.verdict import Verdict

if TYPE_CHECKING:
    from sync.wiki.writing.page_edit import EditOutcome, PageEdit

__all__ = ["command"]

_ADMIN = "ADMIN"
_LONGEST = 80


@click.command("enact")
@click.argument("matter", metavar="URL | TITLE")
@click.option("--admin", metavar="NAME", help="Who enacts it, for the note.")
@click.option("--apply", "write", is_flag=True, help="Save the changed pages; on a terminal each is confirmed first.")
@click.option("--commentary", multiple=True, metavar="TEXT", help="First words of a sentence that only comments; repeatable.")
@click.option("--yes", is_flag=True, help="With --apply, save without asking: somebody has looked at the preview.")
@reading_options
@click.pass_context
def command(
    ctx: click.Context, /, matter: str, admin: str | None, write: bool, yes: bool, commentary: tuple[str, ...], **_options: object
) -> int:
    """Show what enacting a matter would change: its instructions, the pages as diffs, and the note for the blog.

    An instruction is carried out only if it was understood whole and its place is found exactly once; the others are
    listed in the matter's own words, for people. With --apply the pages are saved, but only while the matter may be
    enacted; the blog is never written to. The exit code is 1 if something is left to people.

    A sentence that is not understood holds the others back. If you have read it and it only comments, say so with
    --commentary.
    """
    config = config_from(ctx)
    if yes and not write:
        raise UsageError("--yes confirms what --apply saves; pass both, or none for a preview")
    live = live_to_write(config) if write else None
    needs = BASIC | {"gamestate"}
    source = ctx.with_resource(open_source(config, needs))
    view = require(read_view(config, source, needs))
    by, matters = _spelt(view, admin), Timeline(view).matters
    chosen = {post.key: post for post in find_matters(matter, matters, view.posts)}
    if len(chosen) > 1:
        raise UsageError(f"{len(chosen)} matters have that title: {', '.join(post.url for post in chosen.values())}; give the address")
    (post,) = chosen.values()
    try:
        sheet = judge(view, only=[post.key])
    except CannotJudge as error:
        raise NoVerdict(f"no matter can be judged: {error}") from None
    verdict = _verdict(sheet, post.key)
    if not post.body.strip():
        raise NoVerdict(f"the text of “{post.title}” was not seen, so what it would change is unknown; save its page again")
    made = enactment(view, post, matters, () if verdict.unknown else verdict.votes, commentary)
    for beginning in commentary:
        _find_declared(made, beginning)
    note = admin_note(verdict, by, "enacted") if verdict.enactable else None
    planned = list(edits(made, note or "not enacted yet"))
    if live is None:
        results = expected(planned, config, source)
    else:
        ask = Confirmation(shown_edit) if not yes and on_a_terminal() else None
        results = _applied(planned, config, live, source, verdict, made, ask, yes=yes)
    warn_of(problem for problem in view.problems if problem.fatal)
    publish(
        config,
        lambda: enactment_as_json(verdict, made, planned, results, note),
        lambda: enactment_as_text(verdict, made, planned, results, note, applied=live is not None),
    )
    return _exit_code(view, verdict, made, results, applied=live is not None)


def _find_declared(made: Enactment, beginning: str) -> None:
    """Raises :class:`UsageError` unless one sentence of the matter that is not understood begins so."""
    found = [each for each in made.instructions.declared if begins(each, beginning)]
    if len(found) == 1:
        return
    those = "; ".join(f"“{shorten(one_line(each), _LONGEST)}”" for each in found or made.instructions.unclear)
    if found:
        raise UsageError(f"--commentary {beginning!r}: {len(found)} sentences begin like that; give more of the words: {those}")
    rest = f"those are: {those}" if those else "every sentence of it was understood"
    raise UsageError(f"--commentary {beginning!r}: no sentence that is not understood begins like that; {rest}")


def _verdict(sheet: TallySheet, key: str) -> Verdict:
    found = next((verdict for verdict in sheet.verdicts if verdict.post.key == key), None)
    if found is None:
        raise NoVerdict("the date of this matter could not be read, so it was not judged; save its page again")
    return found


def _spelt(view: GameView, admin: str | None) -> str:
    """The admin's name as on the roster. Raises :class:`UsageError` for somebody who is no admin."""
    if admin is None or view.roster is None:
        return admin or _ADMIN
    found = next((name for name in sorted(view.roster.admins) if same_name(name, admin)), None)
    if found is None:
        hint = nearest(admin, view.roster.admins) or f"; the admins are {', '.join(sorted(view.roster.admins))}"
        raise UsageError(f"--admin {admin!r} is no admin on the roster{hint}")
    return found


def _applied(
    planned: Sequence[EnactmentEdit],
    config: Config,
    live: Live,
    source: Source,
    verdict: Verdict,
    made: Enactment,
    ask: Callable[[EnactmentEdit], str | None] | None,
    *,
    yes: bool,
) -> list[EditOutcome]:
    """Save the edits of a matter that may be enacted; without a confirmation only what is certified, and understood whole."""
    from sync.wiki.writing.page_edit import EditOutcome

    if not verdict.enactable:
        why = f"the matter is {verdict.status.value}" if verdict.post.closed else "the matter may not be enacted now"
        return [EditOutcome("refused", why=why) for _ in planned]

    def unconfirmed(_: PageEdit) -> str | None:
        if yes:
            return None
        if not verdict.certified:
            return f"the verdict is not certified: {NEEDS_CONFIRMATION}"
        if made.application.left:
            return f"something is left to people: {NEEDS_CONFIRMATION}"
        return f"part of its text was taken for commentary: {NEEDS_CONFIRMATION}" if made.instructions.remarks else None

    return enact(planned, config, live, source, ask or unconfirmed)


def _exit_code(view: GameView, verdict: Verdict, made: Enactment, results: Sequence[EditOutcome], *, applied: bool) -> int:

    if applied and (code := code_of_results(results)) is not ExitCode.CLEAN:
        return code
    if verdict.unknown or any(problem.fatal for problem in view.problems):
        return ExitCode.NO_VERDICT
    return ExitCode.FINDINGS if made.application.left else ExitCode.CLEAN
