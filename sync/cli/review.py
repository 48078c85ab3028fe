"""``blognomic rules --review``: a person says which reported sentences change no verdict, and which dynastic rules they have read."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from parsers.ruleset.model import Ruleset, UnreadRule
from parsers.ruleset.reviewed_sentences import rules_to_read
from sync.cli.output import note
from sync.errors import UsageError
from sync.files import shown_path
from sync.settings.accepted import Review, RuleReview, add_review, entry, read_reviews
from sync.settings.config import Config
from sync.text import one_line, safe, shorten
from sync.times import clock
from validators.words import counted

_BEGINNING = 80
_HAVE_READ = "\nHave you read it, and found nothing in it that may change a verdict, but for what is reported? (y)es, (n)o, (q)uit"
_QUESTION = "\nDoes it change no verdict, whatever happens? (y)es, (n)o, (q)uit"


@dataclass(frozen=True)
class _Reported:
    rule: str
    quote: str
    fingerprint: str
    why: str


def review(config: Config, ruleset: Ruleset) -> None:
    """Ask about every sentence that is reported and may be reviewed, then about every dynastic rule; without a terminal, list them.

    Raises :class:`UsageError` where there is no ``blognomic.toml`` for the answers to stand beside, and as
    :func:`sync.settings.accepted.add_review` does.
    """
    reported = list(dict.fromkeys(_reported(ruleset)))
    read = {one.fingerprint for one in read_reviews(config.reviewed)[1]}
    rules = [one for one in rules_to_read((*ruleset.introductions, *ruleset.rules), ruleset.source) if one.fingerprint not in read]
    if not reported and not rules:
        others = len(ruleset.unread) + sum(caveat.bears for caveat in ruleset.caveats)
        more = f"; no review settles the {counted(others, 'clause')} that could not be read" if others else ""
        note(f"no sentence is reported that may be reviewed{more}")
        return
    if not _at_terminal():
        _list(reported, rules)
        return
    if config.reviewed is None:
        raise UsageError("--review keeps its answers in a file beside blognomic.toml, and there is none; write one, or name it with --site")
    if _ask_all(config.reviewed, ruleset, reported):
        _ask_rules(config.reviewed, ruleset, rules)


def _at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def unused_reviews(config: Config, ruleset: Ruleset) -> str:
    """A sentence on the reviews that keep nothing from being reported, ``""`` if there are none."""
    used = {one.fingerprint for one in ruleset.reviewed}
    unused = [one for one in read_reviews(config.reviewed)[0] if one.fingerprint not in used]
    if not unused:
        return ""
    names = "; ".join(f"{one.fingerprint} (“{shorten(one.begins, 40)}” of “{shorten(one.rule, 40)}”)" for one in unused)
    return f"of these reviews no sentence of the Ruleset has need any more: {names}"


def _reported(ruleset: Ruleset) -> Iterator[_Reported]:
    for unread in ruleset.unread:
        if unread.fingerprint:
            yield _Reported(unread.rule or "", unread.quote, unread.fingerprint, f"not understood; it may concern {unread.topic}")
    for caveat in ruleset.caveats:
        if caveat.bears and caveat.fingerprint:
            kinds = ", ".join(sorted(kind.value for kind in caveat.kinds))
            yield _Reported(caveat.rule, caveat.quote, caveat.fingerprint, f"may change verdicts ({kinds})")


def _list(reported: list[_Reported], rules: list[UnreadRule]) -> None:
    for one in reported:
        click.echo(f"{one.fingerprint}  [{one_line(one.rule)}] {one_line(one.quote)}")
    for each in rules:
        click.echo(f"{each.fingerprint}  the whole rule “{one_line(each.rule)}”")
    if reported:
        example = Review(reported[0].fingerprint, one_line(reported[0].rule), _beginning(reported[0]), "…", "…", clock())
        click.echo(f"\nA review in reviewed.toml:\n\n{safe(entry(example), newlines=True)}")


def _ask_all(path: Path, ruleset: Ruleset, reported: list[_Reported]) -> bool:
    """Ask about each sentence; False if the person wants to stop."""
    by = answer = ""
    kept = 0
    for number, one in enumerate(reported, 1):
        click.echo(f"\n{number} of {len(reported)}: “{one_line(one.rule)}”, {one.why}\n")
        click.echo(safe(_surroundings(ruleset, one), newlines=True))
        answer = click.prompt(_QUESTION, type=click.Choice("ynq"), show_choices=False)
        if answer == "q":
            break
        if answer == "n":
            continue
        reason = click.prompt("Why does it change none?")
        by = by or click.prompt("Your name", default=getpass.getuser())
        add_review(path, Review(one.fingerprint, one_line(one.rule), _beginning(one), reason, by, clock()))
        kept += 1
    if reported:
        click.echo(f"\n{kept} of {len(reported)} reviewed; the answers are in {shown_path(path)}.")
    return answer != "q"


def _ask_rules(path: Path, ruleset: Ruleset, rules: list[UnreadRule]) -> None:
    if not rules or not click.confirm(f"\nGo on with the {counted(len(rules), 'dynastic rule')} that nobody has read whole?"):
        return
    by = click.prompt("Your name", default=getpass.getuser())
    every = (*ruleset.introductions, *ruleset.rules)
    texts = {one.fingerprint: rule.text for rule in every for one in rules_to_read([rule], ruleset.source)}
    kept = 0
    for number, one in enumerate(rules, 1):
        click.echo(f"\n{number} of {len(rules)}: “{one_line(one.rule)}”\n\n{safe(texts[one.fingerprint], newlines=True)}")
        answer = click.prompt(_HAVE_READ, type=click.Choice("ynq"), show_choices=False)
        if answer == "q":
            break
        if answer == "y":
            add_review(path, RuleReview(one.fingerprint, one_line(one.rule), by, clock()))
            kept += 1
    click.echo(f"\n{kept} of {len(rules)} read; the answers are in {shown_path(path)}.")


def _beginning(one: _Reported) -> str:
    return shorten(one.quote, _BEGINNING)


def _surroundings(ruleset: Ruleset, one: _Reported) -> str:
    """The text of the sentence's rule, with the sentence between marks."""
    text = next((rule.text for rule in ruleset.rules if rule.title == one.rule and one.quote in rule.text), one.quote)
    before, _, after = text.partition(one.quote)
    return f"{before}>>> {one.quote} <<<{after}"
