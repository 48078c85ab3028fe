"""``blognomic rules --review``: a person says which reported sentences change no verdict, and which dynastic rules they have read."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import click

from parsers.ruleset.reviewed_sentences import rules_to_read
from parsers.ruleset.ruleset_model import Ruleset, UnreadRule
from sync.cli.output import note
from sync.errors import UsageError
from sync.files import shown_path
from sync.settings.accepted import Review, RuleReview, add_review, entry, read_reviews
from sync.settings.config import Config
from sync.text import one_line, safe, shorten
from sync.times import clock
from validators.words import counted

_QUESTION = "\nDoes it change no verdict, whatever happens? (y)es, (n)o, (q)uit"
_HAVE_READ = "\nHave you read it, and found nothing in it that may change a verdict, but for what is reported? (y)es, (n)o, (q)uit"

_Item = tuple[str, Callable[[], Review | RuleReview]]
"""What a person is shown, and what is kept if they say yes."""


@dataclass(frozen=True)
class _Reported:
    rule: str
    quote: str
    fingerprint: str
    why: str

    def shown(self, ruleset: Ruleset) -> str:
        """The text of the sentence's rule, with the sentence between marks."""
        text = next((rule.text for rule in ruleset.rules if rule.title == self.rule and self.quote in rule.text), self.quote)
        before, _, after = text.partition(self.quote)
        return f"“{one_line(self.rule)}”, {self.why}\n\n{before}>>> {self.quote} <<<{after}"

    def review(self, reason: str, by: str) -> Review:
        return Review(self.fingerprint, one_line(self.rule), shorten(self.quote, 80), reason, by, clock())


def review(config: Config, ruleset: Ruleset) -> None:
    """Ask about every sentence that is reported and may be reviewed, then about every dynastic rule; without a terminal, list them.

    Raises :class:`UsageError` where there is no ``blognomic.toml`` for the answers to stand beside, and as
    :func:`sync.settings.accepted.add_review` does.
    """
    reported = list(dict.fromkeys(_reported(ruleset)))
    read = {one.fingerprint for one in read_reviews(config.reviewed)[1]}
    every = (*ruleset.introductions, *ruleset.rules)
    rules = [(rule, one) for rule in every for one in rules_to_read([rule], ruleset.source) if one.fingerprint not in read]
    if not reported and not rules:
        others = len(ruleset.unread) + sum(caveat.bears for caveat in ruleset.caveats)
        more = f"; no review settles the {counted(others, 'clause')} that could not be read" if others else ""
        note(f"no sentence is reported that may be reviewed{more}")
        return
    if not _at_terminal():
        for each in reported:
            click.echo(f"{each.fingerprint}  [{one_line(each.rule)}] {one_line(each.quote)}")
        for _rule, one in rules:
            click.echo(f"{one.fingerprint}  the whole rule “{one_line(one.rule)}”")
        if reported:
            click.echo(f"\nA review in reviewed.toml:\n\n{safe(entry(reported[0].review('…', '…')), newlines=True)}")
        return
    if config.reviewed is None:
        raise UsageError("--review keeps its answers in a file beside blognomic.toml, and there is none; write one, or name it with --site")

    @cache
    def name() -> str:
        answer: str = click.prompt("Your name", default=getpass.getuser())
        return answer

    def sentence(each: _Reported) -> Review:
        return each.review(click.prompt("Why does it change none?"), name())

    def whole_rule(one: UnreadRule) -> RuleReview:
        return RuleReview(one.fingerprint, one_line(one.rule), name(), clock())

    sentences: list[_Item] = [(each.shown(ruleset), partial(sentence, each)) for each in reported]
    whole: list[_Item] = [(f"“{one_line(one.rule)}”\n\n{rule.text}", partial(whole_rule, one)) for rule, one in rules]
    further = f"\nGo on with the {counted(len(rules), 'dynastic rule')} that nobody has read whole?"
    if _ask(config.reviewed, sentences, _QUESTION, "reviewed") and rules and click.confirm(further):
        _ask(config.reviewed, whole, _HAVE_READ, "read")


def _at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(path: Path, items: Sequence[_Item], question: str, done: str) -> bool:
    """Ask about each item, and keep what is answered with yes; False if the person wants to stop."""
    answer, kept = "", 0
    for number, (shown, made) in enumerate(items, 1):
        click.echo(f"\n{number} of {len(items)}: {safe(shown, newlines=True)}")
        answer = click.prompt(question, type=click.Choice("ynq"), show_choices=False)
        if answer == "q":
            break
        if answer == "y":
            add_review(path, made())
            kept += 1
    if items:
        click.echo(f"\n{kept} of {len(items)} {done}; the answers are in {shown_path(path)}.")
    return answer != "q"


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
