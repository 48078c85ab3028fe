"""``blognomic notice``: notices of findings, posted with --apply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import NamedTuple, get_args

import click

from sync.cli.audit import first_reported, named_findings
from sync.cli.options import config_from, reading_command
from sync.cli.output import note, publish, warn_of
from sync.cli.source import open_source, read_view, refuse_another_time
from sync.correct.correctable_pages import with_restored_values
from sync.correct.correction_saving import live_to_write
from sync.errors import ExitCode, UsageError, nearest
from sync.notices.composing import (
    Scene,
    compose,
    compose_news,
    drafts,
    of_the_sidebar,
    unannounced,
)
from sync.notices.notice_model import Channel, Notice, NoticeOutcome
from sync.notices.posting import Poster
from sync.notices.talk_pages import TalkPages
from sync.reports.layout import reviews
from sync.reports.writing_text import notices_as_text
from sync.schemas.writing import notices_json
from sync.settings.config import Config, Live
from sync.sources.source_view import BASIC
from sync.times import clock
from validators.checks.audit_context import AuditContext
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding
from validators.news import news
from validators.view import GameView

Composed = list[tuple[Notice, NoticeOutcome]]


@reading_command("notice")
@click.option("--apply", "write", is_flag=True, help="Post the notices.")
@click.option(
    "--to",
    type=click.Choice(get_args(Channel)),
    help="Where to post. [default: a pending matter's entry, else a talk page]",
)
@click.option(
    "--only",
    multiple=True,
    metavar="CODE|ID",
    envvar="BLOGNOMIC_ONLY",
    help="Only findings of this code, or this notice.",
)
def notice_command(
    ctx: click.Context, /, write: bool, to: Channel | None, **_options: object
) -> int:
    """Compose notices of findings, and post them with --apply.

    There is one for each matter and for each page of the wiki. Infos are left out unless --only
    names them. Notices posted before are not posted again. With [notice] events, --to chat sends one
    message with the news instead. The exit code is 1 while notices remain.
    """
    config = config_from(ctx)
    refuse_another_time(config)
    live = live_to_write(config) if write else None
    names, codes = named_findings(ctx)
    ids = tuple(each.lower() for each in names if not each.upper().startswith("BN"))
    is_news = to == "chat" and bool(config.notice.events) and not codes
    proposed = _news(config) if is_news else _notices(config, to, codes)
    view, report, left_out = proposed.view, proposed.report, proposed.left_out
    with _scene(config, view) as scene:
        composed = (
            _previewed(proposed, ids, scene)
            if live is None
            else _posted(proposed, ids, scene, live)
        )
    publish(
        config,
        lambda: notices_json(composed, left_out, view.rules),
        lambda: [*notices_as_text(composed, left_out, applied=write), *reviews(view.rules)],
    )
    fatal = [problem for problem in view.problems if problem.fatal]
    warn_of(fatal)
    blind = next((item for item in report.not_evaluated if item.inconclusive), None)
    if blind is not None and not fatal:
        note(f"no verdict: {blind.name}: {blind.why}")
    if not composed and is_news:
        note("nothing of the last 24 hours is new")
    elif not composed:
        _explain_nothing(report, codes, to)
    if any(posted.login_refused for _, posted in composed):
        return ExitCode.USAGE
    results = [posted.result for _, posted in composed]
    if blind is not None or "unknown" in results:
        return ExitCode.NO_VERDICT
    return (
        ExitCode.FINDINGS
        if any(result not in ("posted", "already-posted") for result in results)
        else ExitCode.CLEAN
    )


class _Proposed(NamedTuple):
    """The notices that may be posted, with the game and the audit that they rest on;
    ``left_out`` are the findings without one.
    """

    view: GameView
    report: AuditReport
    channels: tuple[Channel, ...]
    composed: Callable[[Scene], Iterator[tuple[Notice, NoticeOutcome]]]
    left_out: tuple[Finding, ...] = ()


def _notices(config: Config, to: Channel | None, codes: tuple[str, ...]) -> _Proposed:
    """Return a notice of the findings in each place."""
    context, report = _audited(config)
    view = context.view
    found = drafts(view, report.findings, to=to, codes=codes, talk=config.notice.talk)
    nowhere = of_the_sidebar(report.findings) if to is None and config.notice.talk is None else []
    left_out = () if codes else (*unannounced(view, report.findings), *nowhere)
    channels: tuple[Channel, ...] = tuple(draft.channel for draft in found)
    return _Proposed(view, report, channels, partial(compose, found), left_out)


def _news(config: Config) -> _Proposed:
    """Return one message with the news of the configured topics. What only the first whole audit of the
    store dates is not new.
    """
    context, report = _audited(config)
    reported = first_reported(config, later=True)
    items = [item for item in news(context, report, reported) if item.topic in config.notice.events]
    return _Proposed(context.view, report, ("chat",), partial(compose_news, items))


def _audited(config: Config) -> tuple[AuditContext, AuditReport]:
    """Run all checks, whatever the settings select for an audit."""
    needs = BASIC | {"gamestate", "history"}
    with open_source(config, needs) as source:
        context = AuditContext(read_view(config, source, needs))
        report = run_all(context.view, context=context)
        return context, with_restored_values(report, source, context.view)


def _explain_nothing(report: AuditReport, codes: Sequence[str], to: Channel | None) -> None:
    """Report on standard error why there is no notice: no finding, or another channel."""
    found = [finding for finding in report.findings if finding.code.startswith(tuple(codes) or "")]
    with_codes = f" with the code {' or '.join(codes)}" if codes else ""
    if not found:
        note(f"nothing was found{with_codes}")
        for item in report.not_evaluated if codes else ():
            if item.code.startswith(tuple(codes)):
                note(f"not evaluated: {item.name}: {item.why}")
    elif to is not None:
        note(f"no finding{with_codes} belongs to {to}")
    else:
        note(
            "nothing is announced without --only: uncertain, old and informational findings are"
            " left out"
        )


@contextmanager
def _scene(config: Config, view: GameView) -> Iterator[Scene]:
    """Return the sources for posted notices, with the journal of the live game's store if there is
    one.
    """
    from sync.sources.stored import open_store

    with nullcontext() if config.live is None else open_store(config.live, clock()) as store:
        yield Scene(
            config, view, TalkPages(config), None if store is None else store.journal, clock()
        )


def _previewed(proposed: _Proposed, ids: tuple[str, ...], scene: Scene) -> Composed:
    made = list(proposed.composed(scene))
    known = [notice.draft.id for notice, _ in made]
    for notice_id in ids:
        if notice_id not in known:
            raise UsageError(
                f"--only {notice_id}: no notice has that"
                f" id{nearest(notice_id, known) or '; without --only all are shown'}"
            )
    return [(notice, posted) for notice, posted in made if not ids or notice.draft.id in ids]


def _posted(proposed: _Proposed, ids: tuple[str, ...], scene: Scene, live: Live) -> Composed:
    assert scene.journal is not None  # noqa: S101 - the live game has one
    with Poster(scene, live, scene.journal) as poster:
        poster.settle(proposed.channels)
        composed = _previewed(proposed, ids, scene)
        poster.prepare(notice.draft.channel for notice, posted in composed if posted.result is None)
        for notice, posted in composed:
            if posted.result == "already-posted":
                poster.remember(notice)
        return [
            (notice, poster.post(notice) if posted.result is None else posted)
            for notice, posted in composed
        ]
