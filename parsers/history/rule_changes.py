"""What the edits of the Ruleset changed, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from parsers.history.page_change import ChangeKind, PageChange
from parsers.ruleset.ruleset_comparison import Aspect, RuleSequence, changed_rules
from parsers.ruleset.ruleset_model import Rule
from parsers.ruleset.tree import placed, rule_of
from parsers.wiki.inline import hidden_spans
from parsers.wiki.wiki_page import read_passages


@dataclass(frozen=True, slots=True)
class RulesetRevision:
    """The Ruleset at one revision: its rules and introductions in order, and the wikitext below the heading of each."""

    rules: tuple[Rule, ...]
    wikitexts: tuple[str, ...]


@lru_cache(maxsize=4)
def read_revision(text: str) -> RulesetRevision:
    """A revision of the Ruleset. The last ones are kept: each is compared with the one before and the one after it."""
    read = read_passages(text)
    return RulesetRevision(tuple(map(rule_of, placed(read, text))), tuple(text[each.body : each.end].strip() for each in read.passages))


def rule_changes(before: RulesetRevision, after: RulesetRevision) -> Iterator[PageChange]:
    """What is different of the rules; nothing where only their order is, or markup that says nothing.

    What stands above the first heading has no name. Where the same words are struck out now, or no longer are, ``old`` and ``new``
    are the wikitext.
    """
    then, now = (RuleSequence(each.rules, each.wikitexts) for each in (before, after))
    written = {id(rule): text for each in (before, after) for rule, text in zip(each.rules, each.wikitexts, strict=True)}
    for change in changed_rules(then, now, sentences=False):
        old, new = change.old, change.new
        if new is None:
            if old is not None:
                yield PageChange(ChangeKind.RULE_REMOVED, old.title or None, None, old.text, None)
            continue
        title = new.title or None
        if old is None:
            yield PageChange(ChangeKind.RULE_ADDED, title, None, None, new.text)
            continue
        if Aspect.MOVED in change.aspects:
            yield PageChange(ChangeKind.RULE_MOVED, title, None, " > ".join(old.titles), " > ".join(new.titles))
        if old.heading != new.heading:
            yield PageChange(ChangeKind.RULE_RENAMED, title, None, old.heading, new.heading)
        wikitext, rewritten = written[id(old)], written[id(new)]
        if old.text != new.text:
            yield PageChange(ChangeKind.RULE_CHANGED, title, None, old.text, new.text)
        elif wikitext != rewritten and _hidden(wikitext) != _hidden(rewritten):
            yield PageChange(ChangeKind.RULE_CHANGED, title, None, wikitext, rewritten)


def _hidden(wikitext: str) -> list[str]:
    """What is struck out, hidden or raised in a text."""
    return [wikitext[start:end] for start, end in hidden_spans(wikitext)]
