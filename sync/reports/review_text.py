"""Open reviews, for the person who is asked about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from rich.console import RenderableType

from parsers.ruleset.ruleset_model import Action, Variable
from parsers.ruleset.sentences import split_sentences
from parsers.ruleset.waiting import Waiting, WaitingRule, WaitingSentence
from sync.reports.layout import bullet, heading, words


def waiting_for_review(items: Sequence[Waiting]) -> Iterator[RenderableType]:
    """List the open reviews, for output that is not a terminal."""
    if not items:
        yield words("Nothing waits for a review.")
    for item in items:
        if isinstance(item, WaitingSentence):
            yield words(f"{item.fingerprint}  “{item.rule}”: {item.text}")
        else:
            yield words(f"{item.fingerprint}  rule “{item.rule}”")


def as_read(defined: Variable | Action) -> str:
    """Return a variable or an action as read: "integer, at least 0, starts at 5"."""
    if not isinstance(defined, Variable):
        gap = defined.min_gap_hours
        return defined.cadence if gap is None else f"{defined.cadence}, {gap} hours apart"
    facts = [defined.type]
    if defined.owner != "player":
        facts.append(f"of each {defined.owner}" if defined.owner != "game" else "of the game")
    if defined.min is not None:
        facts.append(f"at least {defined.min}")
    if defined.max is not None:
        facts.append(f"at most {defined.max}")
    if defined.choices is not None:
        facts.append(f"one of {', '.join(defined.choices)}")
    if defined.default is not None:
        facts.append(f"starts at {defined.default}" if defined.default != "" else "starts blank")
    if defined.visibility != "public":
        facts.append(defined.visibility)
    return ", ".join(facts)


def shown_for_review(item: Waiting, place: str) -> Iterator[RenderableType]:
    """Yield one rule or sentence for a reviewer; ``place`` is its number out of the total.
    Sentences that look relevant to verdicts have an exclamation mark.
    """
    if isinstance(item, WaitingSentence):
        yield heading(f"{place} A sentence of “{item.rule}” that was not understood")
        for sentence in _sentences(item.context):
            yield bullet("!" if item.text.startswith(sentence) else " ", words(sentence))
        return
    changed = item.previous is not None
    yield heading(f"{place} “{item.rule}”{', changed since it was reviewed' if changed else ''}")
    yield from _rule_text(item)
    readings = [f"{each.name}: {as_read(each)}" for each in item.read]
    yield words("Read from it: " + ("; ".join(readings) or "no variable and no action") + ".")
    if item.names:
        yield words(f"Other rules' variables and actions in it: {', '.join(item.names)}.")


def _rule_text(rule: WaitingRule) -> Iterator[RenderableType]:
    """Yield its sentences; for a changed rule with added (+) and removed (-) ones."""
    now = _sentences(rule.text)
    before = now if rule.previous is None else _sentences(rule.previous)
    for change, was_from, was_to, start, end in SequenceMatcher(None, before, now).get_opcodes():
        same = change == "equal"
        gone = [] if same else before[was_from:was_to]
        yield from (bullet("- ", words(sentence)) for sentence in gone)
        for sentence in now[start:end]:
            relevant = any(each.startswith(sentence) for each in rule.highlighted)
            yield bullet(f"{' ' if same else '+'}{'!' if relevant else ' '}", words(sentence))


def _sentences(text: str) -> list[str]:
    return [each for line in text.splitlines() for each in split_sentences(line)]
