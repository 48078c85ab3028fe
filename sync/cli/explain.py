"""``blognomic explain`` and ``blognomic schema``: explain findings; print the JSON Schema of a
report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import click
from rich.console import RenderableType

from parsers.ruleset.parameters import AnyParameter
from parsers.ruleset.ruleset_model import Ruleset
from sync.cli.options import config_from, reading_command
from sync.cli.output import publish, to_stdout
from sync.cli.source import open_source
from sync.errors import ExitCode, OtherGame, UsageError, nearest
from sync.reports.layout import columns, heading, indented, quoted, words
from sync.reports.rules_text import proof
from sync.schemas.findings import explanations_json
from sync.schemas.published import SCHEMAS, schema
from sync.settings.config import Config
from sync.sources.source_view import load_rules, no_verdict
from sync.text import json_text
from validators.checks.check import AuditCheck
from validators.checks.run import checks


@reading_command("explain", without=("tracking", "profile", "emperor"))
@click.argument("codes", nargs=-1, metavar="[CODE]...")
def explain_command(ctx: click.Context, /, codes: tuple[str, ...], **_options: object) -> int:
    """Explain findings by code, prefix of codes or slug; without any list them all.

    Shows the fault, its rule, when it may be mistaken, and how to settle it. Quotes the clauses of
    the Ruleset if one is given, or in the store of earlier pulls. Makes no requests.
    """
    config = config_from(ctx)
    chosen = [
        audit_check
        for argument in codes or ("BN",)
        for code in argument.split(",")
        for audit_check in _checks(code)
    ]
    ruleset = _ruleset(config)
    explained = [
        (audit_check, _clauses(audit_check, ruleset)) for audit_check in dict.fromkeys(chosen)
    ]
    publish(
        config,
        lambda: explanations_json(explained),
        lambda: _text(explained, with_rules=ruleset is not None) if codes else _list(chosen),
    )
    return ExitCode.CLEAN


def _checks(name: str) -> list[AuditCheck]:
    """Return the checks of a code, prefix or slug. Raises :class:`UsageError` if there is none."""
    code = name.strip().upper()
    found = [
        audit_check
        for audit_check in checks()
        if audit_check.slug == code.lower()
        or (code.startswith("BN") and audit_check.code.startswith(code))
    ]
    if not found:
        hint = (
            nearest(code, (audit_check.slug for audit_check in checks()))
            or "; `blognomic explain` lists them"
        )
        raise UsageError(f"no finding has the code {name.strip()!r}{hint}")
    return found


def _ruleset(config: Config) -> Ruleset | None:
    """Return the Ruleset, None without a store of this game. A named Ruleset must be readable; no request is
    made.
    """
    named = config.live is None or config.ruleset is not None
    if config.live is not None and config.ruleset is None:
        if not config.live.store.is_file():
            return None
        config = replace(config, live=replace(config.live, offline=True))
    try:
        with open_source(config, {"rules"}) as source:
            ruleset, lacking = load_rules(source, config.reviews)
            if ruleset is None and named:
                raise no_verdict([*source.problems, *lacking])
            return ruleset
    except OtherGame:
        return None


def _clauses(audit_check: AuditCheck, ruleset: Ruleset | None) -> list[AnyParameter]:
    """Return the clauses of the rules that the finding rests on, each sentence once."""
    titles = {title.casefold() for title in audit_check.rests_on}
    found: dict[str, AnyParameter] = {}
    for parameter in () if ruleset is None else ruleset.voting:
        if parameter.value is not None and parameter.rule.casefold() in titles:
            found.setdefault(parameter.quote, parameter)
    return list(found.values())


def _list(known: Iterable[AuditCheck]) -> Iterator[RenderableType]:
    yield columns(
        ("Code", "Severity", "Slug", "Meaning"),
        (
            map(
                words,
                (audit_check.code, audit_check.severity, audit_check.slug, audit_check.meaning),
            )
            for audit_check in known
        ),
    )
    yield words(
        "\nblognomic explain CODE shows when it may be mistaken and how to settle it.",
        "dim",
        newlines=True,
    )


def _text(
    explained: Iterable[tuple[AuditCheck, list[AnyParameter]]], *, with_rules: bool
) -> Iterator[RenderableType]:
    for audit_check, clauses in explained:
        yield heading(f"{audit_check.code} {audit_check.slug} ({audit_check.severity.value})")
        yield from map(words, (audit_check.meaning, *audit_check.notes))
        yield words(f"Rests on: {'; '.join(audit_check.rests_on) or 'no particular rule'}")
        for clause in clauses:
            yield indented(words(f"{proof(clause)}: {quoted(clause.quote)}"))
        if with_rules and not clauses and audit_check.rests_on:
            yield indented(words("The Ruleset has no rule of that title with a readable clause."))
        yield words(f"Evidence: {audit_check.evidence}")
        yield words(f"May be mistaken: {audit_check.mistaken}")
        yield words(f"To settle it: {audit_check.settle}")


@click.command("schema")
@click.argument("name", required=False)
def schema_command(name: str | None) -> int:
    """Print the JSON Schema of a report, or list the reports without a name: `findings` is that of
    "blognomic/findings/1".
    """
    if name is None:
        to_stdout(
            "".join(
                f"{each:20}  {command} --format json\n" for each, (_, command) in SCHEMAS.items()
            )
        )
    elif name in SCHEMAS:
        to_stdout(json_text(schema(name)))
    else:
        raise UsageError(
            f"no report has the schema {name!r}{nearest(name, SCHEMAS)}; there are"
            f" {', '.join(SCHEMAS)}"
        )
    return ExitCode.CLEAN
