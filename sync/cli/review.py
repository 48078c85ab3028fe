"""``blognomic rules --review``, and the same questions after ``enact --apply``: ask a reviewer at a
terminal about unreviewed rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TypeVar

import click
import msgspec

from parsers.model import MatterKind
from parsers.ruleset.reviews import EVERY_KIND, RuleReview, SentenceReview
from parsers.ruleset.ruleset_model import Ruleset
from parsers.ruleset.waiting import (
    Waiting,
    WaitingRule,
    WaitingSentence,
    reviewed_texts,
    waiting,
)
from sync.cli.correct import on_a_terminal
from sync.cli.output import note, publish
from sync.errors import ExitCode, NoVerdict, UsageError
from sync.files import shown_path
from sync.reports.layout import print_to_text
from sync.reports.review_text import shown_for_review, waiting_for_review
from sync.schemas.rules import review_json
from sync.settings.config import Config
from sync.settings.review_file import (
    RuleEntry,
    SentenceEntry,
    put_review,
    verdicts_as_written,
    wrong_setting,
)
from sync.settings.site_file import in_package
from sync.sources.interface import Source
from sync.text import one_line, shorten
from sync.times import clock

T = TypeVar("T")
Sets = dict[str, bool | int | str | list[str]]

_LATEST = 20
"""The revisions searched for the text of the last review."""
_KINDS = {"p": MatterKind.PROPOSAL, "c": MatterKind.CFJ, "d": MatterKind.DOV}
_CHANGES_VERDICTS = (
    "Does it change how matters are voted on or resolved, or who is a player? no, Proposals, CfJs,"
    " DoVs, all [n/p/c/d/a]"
)


class _Later(Exception):
    """The person leaves a rule or sentence for another time."""


def what_waits(config: Config, source: Source, ruleset: Ruleset) -> list[Waiting]:
    """Return unreviewed rules and sentences; changed rules have the text that was reviewed."""
    titles = {rule.rule for rule in ruleset.unread_rules}
    earlier = _earlier(source, ruleset.page)
    return waiting(ruleset, reviewed_texts(titles, config.reviews, earlier))


def _earlier(source: Source, page: str) -> Iterator[str]:
    with suppress(NoVerdict):
        for revision in islice(source.revisions(page), _LATEST):
            if revision.text is not None:
                yield revision.text


def review_rules(config: Config, ruleset: Ruleset, items: Sequence[Waiting]) -> int:
    """Ask for the open reviews at a terminal, or list them; the exit code is 1 while any is open."""
    reviewed = 0
    if config.format == "text" and config.output is None and on_a_terminal():
        reviewed = ask_reviews(config, items)
    else:
        publish(config, lambda: review_json(ruleset, items), lambda: waiting_for_review(items))
        if items and config.format == "text":
            note("nothing was asked: run `blognomic rules --review` at a terminal to answer")
    return ExitCode.FINDINGS if reviewed < len(items) else ExitCode.CLEAN


def ask_reviews(config: Config, items: Sequence[Waiting], reviewer: str = "") -> int:
    """Ask about each item, save each answer at once, and return the number of reviews. Quitting
    keeps the answers so far. Raises :class:`UsageError` if answers cannot be saved.
    """
    path = config.reviewed
    if config.now is not None:
        raise UsageError(
            "--review: reviews are saved as of today, so --now hides them; omit it, and name an old"
            " text with --ruleset FILE"
        )
    if path is None:
        raise UsageError(
            "--review: no blognomic.toml, so the answers cannot be saved; run `blognomic init` first"
        )
    if in_package(path):
        raise UsageError(
            "--review: the reviews of --site demo come with the package; run it beside your own"
            " blognomic.toml"
        )
    if not items:
        note("nothing waits for a review")
        return 0
    reviewed = 0
    with suppress(click.Abort, _Later):
        note("s skips a rule or sentence, q quits; completed reviews are saved")
        reviewer = reviewer or _asked_name(config)
        for number, item in enumerate(items, 1):
            shown = shown_for_review(item, f"{number}/{len(items)}")
            click.echo(print_to_text(shown, width=100, colour=False), err=True)
            with suppress(_Later):
                put_review(path, _answered(item, reviewer))
                reviewed += 1
    note(f"{reviewed} of {len(items)} reviewed ({shown_path(path)})")
    return reviewed


def _answered(item: Waiting, reviewer: str) -> RuleEntry | SentenceEntry:
    verdicts = _ask(_CHANGES_VERDICTS, _kinds)
    if isinstance(item, WaitingSentence):
        return _answered_sentence(item, reviewer, verdicts)
    complete = _ask("Is the reading of this rule complete and right? [y/n]", _yes)
    changes: tuple[str, ...] = ()
    if item.others:
        choices = " ".join(f"{number} {name}" for number, name in enumerate(item.names, 1))
        hint = f" [{choices}]" if choices else ""
        question = one_line(
            "Does it change the limits of a variable or action of another rule? its number or name,"
            f" separated by commas; Enter: none{hint}"
        )
        changes = _ask(question, lambda text: _names(item, text), "")
    duty = _ask("What must the enacting Admin do under it? Enter: nothing", str, "")
    return RuleEntry(
        item.fingerprint,
        item.rule,
        reviewer,
        clock(),
        verdicts_as_written(verdicts),
        complete,
        changes,
        duty,
    )


def _answered_sentence(
    item: WaitingSentence, reviewer: str, verdicts: frozenset[MatterKind]
) -> SentenceEntry:
    """If it changes verdicts, ask which parameters it sets, and whether that is all it does."""
    sets: Sets = {}
    question = "Which parameter does it set, such as popular.after_hours = 36? Enter: none"
    while verdicts and (setting := _ask(question, _setting, "")):
        sets |= setting
        question = "Another parameter? Enter: none"
    complete = bool(sets) and _ask("Is that all that it changes? [y/n]", _yes)
    return SentenceEntry(
        item.fingerprint,
        item.rule or "",
        reviewer,
        clock(),
        shorten(item.text, 80),
        "none" if complete else verdicts_as_written(verdicts),
        sets,
    )


def _asked_name(config: Config) -> str:
    known: list[RuleReview | SentenceReview] = [*config.reviews.rules, *config.reviews.sentences]
    latest = max(known, key=lambda review: review.at, default=None)
    name = config.wiki_account if latest is None else latest.by
    return _ask(f"Your name{f' [{one_line(name)}]' if name else ''}", _stated_name, name or None)


def _stated_name(text: str) -> str:
    if not text:
        raise click.UsageError("state your name")
    return text


def _ask(question: str, understood: Callable[[str], T], default: str | None = None) -> T:
    """Ask until an answer is understood. Where Enter means nothing, so does n.

    Raises :class:`click.Abort` for q and the end of input, :class:`_Later` for s.
    """

    def answer(text: str) -> T:
        stripped = text.strip()
        if stripped == "q":
            raise click.Abort
        if stripped == "s":
            raise _Later
        nothing = default == "" and stripped == "n"
        return understood("" if nothing else stripped)

    # Without a default click repeats the question silently; `understood` explains the expected
    # answer.
    answered: T = click.prompt(
        question, default=default or "", show_default=False, value_proc=answer, err=True
    )
    return answered


def _kinds(text: str) -> frozenset[MatterKind]:
    if text == "n":
        return frozenset()
    if text == "a":
        return EVERY_KIND
    if text and set(text) <= _KINDS.keys():
        return frozenset(_KINDS[letter] for letter in text)
    raise click.UsageError("answer n, a, or one or more of p, c and d")


def _yes(text: str) -> bool:
    if text not in ("y", "n"):
        raise click.UsageError("answer y or n")
    return text == "y"


def _names(rule: WaitingRule, text: str) -> tuple[str, ...]:
    numbered = {str(number): name for number, name in enumerate(rule.names, 1)}
    known = {name.casefold(): name for name in rule.others} | numbered
    answers = [answer.strip().casefold() for answer in text.split(",") if answer.strip()]
    unknown = [answer for answer in answers if answer not in known]
    if unknown:
        raise click.UsageError(
            f"no variable or action of another rule: {one_line(unknown[0])}; there are"
            f" {one_line(', '.join(rule.others))}"
        )
    return tuple(dict.fromkeys(known[answer] for answer in answers))


def _setting(text: str) -> Sets:
    key, _, stated = (part.strip() for part in text.partition("="))
    if not text:
        return {}
    try:
        value = msgspec.toml.decode(f"value = {stated}")["value"]
    except msgspec.DecodeError:
        value = stated
    if why := wrong_setting(key, value):
        raise click.UsageError(f"{one_line(key)}: {one_line(why)}")
    return {key: value}
