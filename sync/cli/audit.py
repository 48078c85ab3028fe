"""``blognomic audit``: run every check, report findings, and mark new ones."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from parsers.model import Confidence
from sync.cli.options import (
    audit_origin,
    audit_settings,
    config_from,
    is_given,
    origin,
    reading_command,
    refuse_given,
    to_time,
)
from sync.cli.output import note, publish
from sync.cli.source import open_source, read_view
from sync.correct.correctable_pages import with_restored_values
from sync.errors import ExitCode, UsageError, nearest
from sync.files import shown_path
from sync.progress import to_stderr
from sync.reports.audit_text import audit_report, is_new, remarks
from sync.reports.formats import NAMES, AuditDocument, Places, render
from sync.schemas.findings import findings_json
from sync.settings.accepted import (
    NO_BASELINE,
    Baseline,
    WrittenBaseline,
    hold_back,
    read_baseline,
    write_baseline,
)
from sync.settings.config import Config
from sync.settings.site_file import FORMATS, AuditTable
from sync.sources.snapshot_folder import open_snapshot
from sync.sources.source_view import BASIC
from sync.times import clock
from validators.checks.audit_context import AuditContext
from validators.checks.run import (
    AuditReport,
    checks,
    codes_of,
    evaluated,
    is_chosen,
    needed,
    restricted,
    run_all,
)
from validators.finding import Severity, window_start
from validators.words import counted

if TYPE_CHECKING:
    from sync.store import Store
    from validators.view import GameView

_SEVERITIES = tuple(Severity)


@reading_command("audit", formats=(*FORMATS, *NAMES), audit=True)
@click.option(
    "--write-baseline",
    "write",
    metavar="FILE",
    help="Write a baseline of the findings; as text they are not reported.",
)
@click.option(
    "--accept-all",
    is_flag=True,
    help="With --write-baseline: also accept findings that would be listed as open.",
)
@click.option(
    "--since",
    metavar="TIME",
    callback=to_time,
    envvar="BLOGNOMIC_SINCE",
    help="Report only what is from this time or later.",
)
def audit_command(
    ctx: click.Context,
    /,
    write: str | None,
    accept_all: bool,
    since: datetime | None,
    **_options: object,
) -> int:
    """Run every check on the state of the game and report the findings.

    The exit code is 1 for findings at or above --fail-on, and 3 if anything needed could not be
    read: an incomplete audit must not look like a clean one. With --write-baseline it is 0 if
    everything could be read.
    """
    config = config_from(ctx)
    settings = audit_settings(ctx, config)
    chosen, left_out = _selection(ctx, config, settings)
    if settings.fail_on_new:
        _require_store(config)
    written = Path(write) if write is not None else None
    known, replaced = _baselines(ctx, config, settings, written)
    with _history(ctx, config, settings, make=False) as store:
        last = None if store is None else store.audited_rules()
    context, found = audited(config, chosen, left_out, since=since, last=last)
    view = context.view
    # Anything older than --since was not evaluated.
    today = view.as_of.date()
    was_evaluated = partial(
        evaluated, found, select=chosen, ignore=left_out if since is None else ("",)
    )
    report = found if known is None else hold_back(found, known, today, was_evaluated)
    with _history(ctx, config, settings, make=True) as store:
        if store is not None and settings.fail_on_new:
            report = replace(report, new=_new(report, store))
        code, why, failing = _ending(report, settings)
        if written is not None and code is not ExitCode.NO_VERDICT:
            code, why = ExitCode.CLEAN, "--write-baseline"
        audit = AuditDocument(
            view, report, code, why, tuple(remarks(report)), _places(config), failing
        )
        if (
            written is None
            or code is ExitCode.NO_VERDICT
            or config.output is not None
            or config.format != "text"
        ):
            publish(
                config,
                lambda: findings_json(view, report),
                lambda: audit_report(view, report, verbose=config.verbose),
                lambda name: render(name, audit),
            )
        if store is not None:
            every = all(is_chosen(check, chosen, left_out) for check in codes_of())
            whole = every and since is None and code is not ExitCode.NO_VERDICT
            store.record_findings(report.findings, view.as_of, whole=whole)
            if "audits" in needed(select=chosen, ignore=left_out):
                _record_rules(store, view)
    if written is not None:
        awaits_review = view.rules is not None and view.rules.awaits_review
        made = write_baseline(
            written,
            replaced,
            known or NO_BASELINE,
            found,
            today,
            was_evaluated,
            accept_all=accept_all,
            awaits_review=awaits_review,
        )
        note(_what_was_written(written, made, settings))
        _note_review(made, awaits_review=awaits_review)
    # The text report has this line itself; cron would mail it after every clean run.
    elif (code is not ExitCode.CLEAN or not config.quiet) and (
        config.format != "text" or config.output is not None
    ):
        to_stderr(f"{audit.summary}\n")
    return code


def _selection(
    ctx: click.Context, config: Config, settings: AuditTable
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the codes to select and to ignore. Raises :class:`UsageError` if no check is left."""
    chosen = known_codes(settings.select, audit_origin(ctx, config, "select"))
    left_out = known_codes(settings.ignore, audit_origin(ctx, config, "ignore"))
    if not any(is_chosen(code, chosen, left_out) for code in codes_of()):
        raise UsageError(
            f"no check is left: {', '.join(chosen) or 'all'} selected, {', '.join(left_out)}"
            " ignored"
        )
    return chosen, left_out


def _require_store(config: Config) -> None:
    """Raise :class:`UsageError` if no store can have the findings of earlier audits."""
    if config.ruleset is not None or config.tracking is not None:
        raise UsageError("--fail-on-new is about the game itself: omit --ruleset and --tracking")
    if config.live is None and config.store is None:
        raise UsageError(
            "--fail-on-new needs a store with the findings of earlier audits of the game itself:"
            " pass --store PATH"
        )


def _record_rules(store: Store, view: GameView) -> None:
    """Record the Ruleset that was read, if no section of it was lacking: the next audit compares
    with it.
    """
    rules = view.rules
    if rules is not None and rules.revid is not None and rules.whole:
        store.record_rules(rules.revid, view.as_of)


def _baselines(
    ctx: click.Context, config: Config, settings: AuditTable, written: Path | None
) -> tuple[Baseline | None, Baseline]:
    """Return the baseline in force (None without one), and the one to be replaced."""
    if written is None:
        refuse_given(ctx, ("accept_all",), "without --write-baseline FILE")
    known = replaced = None
    if settings.baseline is not None:
        origin = audit_origin(ctx, config, "baseline")
        known = read_baseline(Path(settings.baseline), origin)
    if written is not None and written.exists():
        replaced = read_baseline(written, "--write-baseline")
    return known, replaced or NO_BASELINE


def _what_was_written(path: Path, made: WrittenBaseline, settings: AuditTable) -> str:
    """Return a message on the changes of a baseline and the findings that still fail the audit.

    With --fail-on-new none do, because the store has recorded them.
    """
    text = (
        f"wrote {shown_path(path)}: {counted(made.entries, 'known finding')} ({made.added} added,"
        f" {made.removed} removed, {len(made.left)} listed as open)"
    )
    *_, failing = _ending(AuditReport(made.left, ()), settings)
    if settings.fail_on_new or not failing:
        return text
    kinds = {each.severity.value for each in made.left if each.fingerprint in failing}
    noun = kinds.pop() if len(kinds) == 1 else "finding"
    return (
        f"{text}; the audit still fails for {counted(len(failing), noun)} of these: settle them, or"
        " accept them too with --accept-all"
    )


def _note_review(made: WrittenBaseline, *, awaits_review: bool) -> None:
    """Say why findings that are not certain yet are not accepted."""
    if awaits_review and any(each.confidence is Confidence.LOW for each in made.left):
        note(
            "findings of low confidence are left out until the rules are reviewed: run"
            " `blognomic rules --review`, then write the baseline again"
        )


def audited(
    config: Config,
    select: Collection[str],
    ignore: Collection[str],
    *,
    more: Collection[str] = (),
    since: datetime | None = None,
    last: int | None = None,
) -> tuple[AuditContext, AuditReport]:
    """Run the selected checks and return their findings with the view, which has what they need and
    ``more``.

    ``last`` is the Ruleset revision read by the last audit. Raises the errors of opening a source
    and reading a view.
    """
    needs = BASIC | needed(select=select, ignore=ignore) | set(more)
    with open_source(config, needs, since=since) as source:
        with_former = last is not None or config.live is None
        view = read_view(config, source, needs, since=since, with_former=with_former, audited=last)
        context = AuditContext(view, window_start(view, since))
        found = run_all(view, select=select, ignore=ignore, context=context)
        return context, with_restored_values(restricted(found, view, since), source, view)


def audited_as_configured(config: Config) -> tuple[AuditContext, AuditReport]:
    """Run the checks that the settings name, with the whole game in view, and hold back what their
    baseline lists. Raises the errors of opening a source and reading a view.
    """
    settings = config.audit
    select, ignore = (
        known_codes(settings.select, config.key("audit.select")),
        known_codes(settings.ignore, config.key("audit.ignore")),
    )
    known = (
        None
        if settings.baseline is None
        else read_baseline(Path(settings.baseline), config.key("audit.baseline"))
    )
    context, found = audited(config, select, ignore, more=("gamestate", "history"))
    if known is None:
        return context, found
    today = context.view.as_of.date()
    was_evaluated = partial(evaluated, found, select=select, ignore=ignore)
    return context, hold_back(found, known, today, was_evaluated)


def first_reported(config: Config, *, later: bool = False) -> dict[str, datetime]:
    """When audits first reported each finding, if there is a store that knows it; with ``later``
    without those of the first whole audit.
    """
    path = config.live.store if config.live is not None else config.store
    if path is None or not path.exists():
        return {}
    from sync.store import Store

    with Store.open(path, now=clock()) as store:
        return store.first_reported(later=later)


def _history(
    ctx: click.Context, config: Config, settings: AuditTable, *, make: bool
) -> AbstractContextManager[Store | None]:
    """Return the store that records the findings; None if they are not about the current game,
    unless requested.

    Without ``make`` also None if there is no store yet: a failed audit must not create an empty
    file.
    """
    named = config.live is None and is_given(ctx, "store")
    if not (settings.fail_on_new or named) and (config.live is None or config.now is not None):
        return nullcontext()
    path = config.live.store if config.live is not None else config.store
    if (
        path is None
        or not (make or path.exists())
        or config.ruleset is not None
        or config.tracking is not None
    ):
        return nullcontext()
    from sync.store import Store

    return Store.open(path, now=clock())


def _new(report: AuditReport, store: Store) -> frozenset[str]:
    """The fingerprints of findings that no earlier audit has reported, or none as gravely."""
    earlier = {mark: _SEVERITIES.index(severity) for mark, severity in store.reported().items()}
    rank = {finding.fingerprint: _SEVERITIES.index(finding.severity) for finding in report.findings}
    return frozenset(
        mark for mark, place in rank.items() if place < earlier.get(mark, len(_SEVERITIES))
    )


def known_codes(values: Collection[str], origin: str) -> tuple[str, ...]:
    """Return the codes and prefixes in the values, split at commas; slugs are replaced by their
    codes. Raises :class:`UsageError` for anything else.
    """
    slugs = {one.slug: one.code for one in checks()}
    wanted = tuple(slugs.get(name.lower(), name.upper()) for name in _listed(values, origin))
    for code in wanted:
        if not any(known.startswith(code) for known in codes_of()):
            raise UsageError(
                f"{origin}: no finding has a code that begins with"
                f" {code!r}{nearest(code, codes_of())}"
            )
    return wanted


def named_findings(ctx: click.Context) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the selection of ``--only``, and the codes in it. Raises :class:`UsageError` as
    :func:`known_codes` does.
    """
    names = _listed(ctx.params["only"], origin(ctx, "only"))
    return names, known_codes(
        [name for name in names if name.upper().startswith("BN")], origin(ctx, "only")
    )


def _listed(values: Collection[str], origin: str) -> tuple[str, ...]:
    names = tuple(part.strip() for value in values for part in value.split(",") if part.strip())
    if values and not names:
        raise UsageError(f"{origin} is empty; omit it to select all")
    return names


def _ending(report: AuditReport, settings: AuditTable) -> tuple[ExitCode, str, frozenset[str]]:
    """The exit code, why, and the fingerprints of the findings that count for it."""
    grave = (
        _SEVERITIES[: _SEVERITIES.index(settings.fail_on) + 1]
        if settings.fail_on != "never"
        else ()
    )
    counting = (finding for finding in report.findings if settings.fail_on_past or not finding.past)
    counting = (
        finding for finding in counting if report.new is None or finding.fingerprint in report.new
    )
    failing = {
        finding.fingerprint: finding.severity.value
        for finding in counting
        if finding.severity.value in grave
    }
    worst = next((severity for severity in grave if severity in failing.values()), None)
    if report.inconclusive:
        return (
            ExitCode.NO_VERDICT,
            "no verdict: not everything could be evaluated",
            frozenset(failing),
        )
    if worst is not None:
        noun = "information" if worst == "info" else f"{worst}s"
        return (
            ExitCode.FINDINGS,
            f"{noun} found" if report.new is None else f"new {noun} found",
            frozenset(failing),
        )
    nothing = (
        "nothing found by the checks that were evaluated"
        if report.not_evaluated
        else "nothing found"
    )
    if report.findings:
        nothing = (
            "nothing that counts for --fail-on" if report.new is None else _nothing_new(report)
        )
    return ExitCode.CLEAN, nothing, frozenset()


def _nothing_new(report: AuditReport) -> str:
    """Why an audit that counts only new findings does not fail."""
    new = any(is_new(report, finding) for finding in report.findings)
    return "nothing new that counts for --fail-on" if new else "no new findings"


def _places(config: Config) -> Places:
    """Return the places of findings, for the formats that name files."""
    if config.snapshot is None or config.format in ("json", "text"):
        return Places(wiki=None if config.live is None else config.live.wiki_url)
    folder, current_folder = config.snapshot.resolve(), Path.cwd()
    snapshot = open_snapshot(config.snapshot)
    posts: dict[str, str] = {}
    for file in snapshot.blog:
        if file.kind == "entry":
            posts.setdefault(file.first.rpartition("/")[2], file.name)
    shown = (
        os.path.relpath(folder, current_folder).replace(os.sep, "/")
        if folder.is_relative_to(current_folder)
        else None
    )
    return Places(folder, shown, snapshot.wiki, posts)
