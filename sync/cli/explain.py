"""``blognomic explain``: what a finding means, which rule it rests on, and how to settle it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from sync.cli.exits import ExitCode
from sync.cli.options import config_from, reading_options
from sync.errors import SyncError, UsageError, nearest
from sync.settings.config import Config

if TYPE_CHECKING:
    from rich.console import RenderableType

    from parsers.ruleset.model import Clause, Ruleset
    from validators.checks.catalogue import Entry

__all__ = ["command"]


@click.command("explain")
@click.argument("codes", nargs=-1, required=True, metavar="CODE...")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, codes: tuple[str, ...], **_options: object) -> int:
    """Explain what a finding means.

    Says what is wrong, which rule that rests on, when it may be mistaken and how to settle it. With a
    Ruleset at hand (--ruleset, --snapshot, --site demo, or the store of earlier pulls) it quotes the clauses
    as they stand there. Nothing is asked for over the network.
    """
    from sync.cli.output import publish

    config = config_from(ctx)
    entries = [_entry(code) for code in codes]
    ruleset = _ruleset(config)
    quotes = {entry.code: _clauses(entry, ruleset) for entry in entries}
    publish(config, lambda: {"schema": "blognomic/explanations/1", "findings": [_json(e, quotes[e.code]) for e in entries]},
            lambda: _text(entries, quotes, at_hand=ruleset is not None))  # fmt: skip
    return ExitCode.CLEAN


def _entry(code: str) -> Entry:
    """The catalogue's entry for a code or slug. Raises :class:`UsageError` for one that is not in it."""
    from validators.checks.catalogue import CATALOGUE, PLANNED

    wanted = code.strip()
    slugs = {entry.slug: entry for entry in CATALOGUE.values()}
    found = CATALOGUE.get(wanted.upper()) or slugs.get(wanted.lower())
    if found is not None:
        return found
    for about, planned in PLANNED.items():
        if wanted.upper() in planned.split():
            raise UsageError(f"{wanted.upper()} is about {about}, which this version does not check")
    raise UsageError(f"no finding has the code {wanted!r}{nearest(wanted.upper(), (*CATALOGUE, *slugs))}")


def _ruleset(config: Config) -> Ruleset | None:
    """The Ruleset at hand, None where there is none. One that was named must be readable; nobody is asked for it."""
    from sync.cli.source import open_source
    from sync.sources.view import load_rules, no_verdict

    named = config.live is None or config.ruleset is not None
    if config.live is not None and config.ruleset is None:
        if not config.live.store.is_file():
            return None
        config = replace(config, live=replace(config.live, offline=True))
    try:
        with open_source(config, {"rules"}) as source:
            ruleset, lacking = load_rules(source)
            if ruleset is None:
                raise no_verdict([*source.problems, *lacking])
        return ruleset
    except SyncError as error:
        if not named:
            return None  # a store that has not seen the Ruleset yet
        raise type(error)(f"the finding can be explained without it, but {error}") from None


def _clauses(entry: Entry, ruleset: Ruleset | None) -> list[Clause]:
    """The clauses of the rules that the finding rests on, each sentence once."""
    titles = {title.casefold() for title in entry.rests_on}
    found: dict[str, Clause] = {}
    for clause in ruleset.voting.values() if ruleset is not None else ():
        if clause is not None and clause.rule.casefold() in titles:
            found.setdefault(clause.quote, clause)
    return list(found.values())


def _json(entry: Entry, clauses: Iterable[Clause]) -> dict[str, object]:
    return {
        "code": entry.code,
        "slug": entry.slug,
        "severity": entry.severity.value,
        "meaning": entry.meaning,
        "rests_on": list(entry.rests_on),
        "mistaken": entry.mistaken,
        "settle": entry.settle,
        "clauses": [{"rule": clause.rule, "quote": clause.quote} for clause in clauses],
    }


def _text(entries: Iterable[Entry], quotes: dict[str, list[Clause]], *, at_hand: bool) -> Iterator[RenderableType]:
    from sync.reports.layout import heading, indented, quoted, words

    for entry in entries:
        yield heading(f"{entry.code} {entry.slug} ({entry.severity.value})")
        yield words(entry.meaning)
        yield words(f"Rests on: {'; '.join(entry.rests_on) or 'no rule'}")
        for clause in quotes[entry.code]:
            yield indented(words(f"{clause.rule}: {quoted(clause.quote)}"))
        if at_hand and not quotes[entry.code] and entry.rests_on:
            yield indented(words("The Ruleset at hand has no rule of that title with a clause that was read."))
        yield words(f"May be mistaken: {entry.mistaken}")
        yield words(f"To settle it: {entry.settle}")
