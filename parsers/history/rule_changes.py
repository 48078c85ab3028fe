"""What the edits of the Ruleset changed, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from parsers.history.page_change import ChangeKind, PageChange
from parsers.patch import shared_ends
from parsers.ruleset.compare import Aspect, RuleSequence, changed_rules
from parsers.ruleset.model import Rule
from parsers.ruleset.tree import placed, rule_of
from parsers.wiki.html_tags import hidden_spans
from parsers.wiki.wiki_page import read_passages


@dataclass(frozen=True, slots=True)
class RulesetRevision:
    """The Ruleset at one revision: its rules and introductions in order, and the wikitext below the heading of each."""

    rules: tuple[Rule, ...]
    wikitexts: tuple[str, ...]


@lru_cache(maxsize=4)
def read_revision(text: str) -> RulesetRevision:
    """A revision of the Ruleset. The last ones are kept: each is compared with the one before and the one after it."""
    passages = read_passages(text).passages
    return RulesetRevision(tuple(map(rule_of, placed(passages))), tuple(text[each.body : each.end].strip() for each in passages))


def rule_changes(before: RulesetRevision, after: RulesetRevision) -> Iterator[PageChange]:
    """What is different of the rules; nothing where only their order is, or markup that says nothing.

    What stands above the first heading has no name. Where the same words are struck out now, or no longer are, ``old`` and ``new``
    are the wikitext.
    """
    head, tail = shared_ends(_keys(before), _keys(after))
    if len(before.rules) == len(after.rules) == head + tail + 1:
        old, new = before.rules[head], after.rules[head]
        if (old.level, old.heading) == (new.level, new.heading):
            # Nearly every edit is this one, and what stands around the rule tells nothing more.
            yield from _rewritten(old, new, before.wikitexts[head], after.wikitexts[head])
            return
    then, now = (_sequence(each, head, len(each.rules) - tail) for each in (before, after))
    written = {id(rule): text for each in (then, now) for rule, text in zip(each.rules, each.wikitexts, strict=True)}
    for change in changed_rules(then, now, sentences=False):
        if change.old is None or change.new is None:
            yield from _added_or_removed(change.old, change.new)
            continue
        if Aspect.MOVED in change.aspects:
            yield PageChange(ChangeKind.RULE_MOVED, change.new.title or None, None, _path(change.old), _path(change.new))
        if change.old.heading != change.new.heading:
            yield PageChange(ChangeKind.RULE_RENAMED, change.new.title or None, None, change.old.heading, change.new.heading)
        yield from _rewritten(change.old, change.new, written[id(change.old)], written[id(change.new)])


def _keys(revision: RulesetRevision) -> list[tuple[object, ...]]:
    """What tells two rules apart: where each stands, and its text as written and as it reads."""
    read = zip(revision.rules, revision.wikitexts, strict=True)
    return [(rule.level, rule.heading, rule.section, rule.path, rule.text, wikitext) for rule, wikitext in read]


def _sequence(revision: RulesetRevision, start: int, stop: int) -> RuleSequence:
    """The rules that may differ, below those that they may stand below: the last one in front of them and what that stands below."""
    above: list[int] = []
    for place, rule in enumerate(revision.rules[:start]):
        while above and revision.rules[above[-1]].level >= rule.level:
            above.pop()
        above.append(place)
    places = [*above, *range(start, stop)]
    return RuleSequence([revision.rules[place] for place in places], [revision.wikitexts[place] for place in places])


def _added_or_removed(old: Rule | None, new: Rule | None) -> Iterator[PageChange]:
    if new is not None:
        yield PageChange(ChangeKind.RULE_ADDED, new.title or None, None, None, new.text)
    if old is not None:
        yield PageChange(ChangeKind.RULE_REMOVED, old.title or None, None, old.text, None)


def _rewritten(old: Rule, new: Rule, wikitext: str, rewritten: str) -> Iterator[PageChange]:
    if old.text != new.text:
        yield PageChange(ChangeKind.RULE_CHANGED, new.title or None, None, old.text, new.text)
    elif wikitext != rewritten and _hidden(wikitext) != _hidden(rewritten):
        yield PageChange(ChangeKind.RULE_CHANGED, new.title or None, None, wikitext, rewritten)


def _hidden(wikitext: str) -> list[str]:
    """What is struck out, hidden or raised in a text."""
    return [wikitext[start:end] for start, end in hidden_spans(wikitext)]


def _path(rule: Rule) -> str:
    return " > ".join(rule.titles)
