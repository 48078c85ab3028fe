"""``blognomic notice``: what was found, in words for others, and posted where that was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from sync.cli.audit import known_codes
from sync.cli.options import config_from, origins, reading_options
from sync.errors import UsageError, nearest

if TYPE_CHECKING:
    from sync.config import Config, Live
    from sync.notices.model import Channel, Draft, Notice, Posted
    from sync.notices.places import TalkPages
    from sync.store import Journal
    from validators.registry import Report
    from validators.view import GameView

__all__ = ["command"]

_REMAIN = 1
_NO_VERDICT = 3
_CHANNELS = ("wiki-talk", "blog-comment", "chat")


@click.command("notice")
@click.option("--apply", "write", is_flag=True, help="Post the notices.")
@click.option("--to", type=click.Choice(_CHANNELS), help="Where to. [default: a pending matter's entry, else a talk page]")
@click.option("--only", multiple=True, metavar="CODE|ID", envvar="BLOGNOMIC_ONLY", help="Only findings of this code, or this notice.")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, write: bool, to: Channel | None, only: tuple[str, ...], **_options: object) -> int:
    """Compose notices of what was found, and post them with --apply.

    One for each matter and for each page of the wiki: what was found, the rule, the evidence and what is
    proposed. Information is left out unless --only names it. What stands in its place already is not said
    again. Without --apply nothing is posted. The exit code is 1 while notices remain.
    """
    from sync.applying import live_to_write
    from sync.cli.output import publish
    from sync.notices.places import talk_pages
    from sync.reports import notices as reports

    config = config_from(ctx)
    live = live_to_write(config) if write else None
    names = tuple(part.strip() for value in only for part in value.split(",") if part.strip())
    codes = known_codes((each for each in names if each.upper().startswith("BN")), origins(ctx)["only"])
    ids = tuple(each.lower() for each in names if not each.upper().startswith("BN"))
    view, report = _audited(config)
    talk = talk_pages(config)
    with _journal(config) as journal:
        composed = _composed(view, _drafts(view, report, config, to, codes, ids), talk, journal)
    if live is not None:
        composed = _posted(config, live, talk, composed)
    publish(config, lambda: reports.notices(composed), lambda: reports.notices_as_text(composed, applied=write))
    return _exit_code(report, composed)


def _audited(config: Config) -> tuple[GameView, Report]:
    from sync.pipeline import load_view
    from sync.tracking import with_gamestate
    from validators.registry import run_all

    view = with_gamestate(load_view(config, partial=True), config)
    return view, run_all(view)


def _drafts(
    view: GameView, report: Report, config: Config, to: Channel | None, codes: tuple[str, ...], ids: tuple[str, ...]
) -> list[Draft]:
    from sync.notices.planning import drafts

    found = drafts(view, report.findings, to=to, codes=codes, talk=config.notice.talk)
    known = [draft.id for draft in found]
    for each in ids:
        if each not in known:
            raise UsageError(f"--only {each}: no notice has that id{nearest(each, known) or '; without --only all are shown'}")
    return [draft for draft in found if not ids or draft.id in ids]


def _composed(view: GameView, found: list[Draft], talk: TalkPages, journal: Journal | None) -> list[tuple[Notice, Posted]]:
    from sync.notices.composing import composed
    from sync.notices.places import told_at

    return list(composed(found, lambda draft: told_at(draft, view, talk, journal), view.as_of))


@contextmanager
def _journal(config: Config) -> Iterator[Journal | None]:
    """The journal of the live game's store, None where there is no live game."""
    from sync.live import open_store
    from sync.times import clock

    if config.live is None:
        yield None
        return
    with open_store(config.live, clock()) as store:
        yield store.journal


def _posted(config: Config, live: Live, talk: TalkPages, composed: list[tuple[Notice, Posted]]) -> list[tuple[Notice, Posted]]:
    from sync.notices.posting import opened_poster

    with opened_poster(config, live, talk) as poster:
        return [(notice, posted if posted.result is not None else poster.post(notice)) for notice, posted in composed]


def _exit_code(report: Report, composed: list[tuple[Notice, Posted]]) -> int:
    results = [posted.result for _, posted in composed]
    if any(item.blind for item in report.not_evaluated) or "unknown" in results:
        return _NO_VERDICT
    return _REMAIN if any(result not in ("posted", "already-posted") for result in results) else 0
