"""What the sentences of an enacted matter that fit a form should have made of the Ruleset, and what of it is nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsers.changes import AddRule, InsertText, TextChange
from parsers.history.rules import read_revision
from parsers.instructions.model import Instruction, Relation
from parsers.ruleset.model import Rule, SectionKind
from validators.edits.enacted_matters import EnactedMatter
from validators.edits.text_overlap import ENOUGH, RUN, SOME, ComparedText, Overlap, Roles, Words, words_of

_MOST_SHOWN = 100
_FEWEST_WORDS = 3
"""A shorter text stands somewhere by chance."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A step of a matter that no text of the Ruleset shows the outcome of: ``says`` is a clause, ``what`` a few stable words.

    ``change`` makes up for it where that is exactly known: it ``adds`` a rule or a text.
    """

    step: Instruction
    says: str
    what: str
    unsure: bool = False
    change: TextChange | None = None
    adds: str = ""


class _PageRules:
    """The rules of one text of the Ruleset, to be searched."""

    def __init__(self, text: str, roles: Roles) -> None:
        self.roles, self.rules = roles, read_revision(text).rules
        self._texts: dict[int, ComparedText] = {}

    def titled(self, title: str) -> list[Rule]:
        """The rules of a title."""
        return [rule for rule in self.rules if rule.title.casefold() == title.casefold()]

    def of(self, rule: Rule) -> ComparedText:
        """The text of a rule."""
        if id(rule) not in self._texts:
            self._texts[id(rule)] = ComparedText(f"{rule.title}\n{rule.text}", self.roles)
        return self._texts[id(rule)]

    def overlap(self, words: Words) -> Overlap:
        """How much of a text stands in the rule that has most of it."""
        found = (self.of(rule).overlap(words) for rule in self.rules)
        return max(found, key=lambda each: (each.share, each.agrees), default=Overlap(0.0, agrees=False))


@lru_cache(maxsize=12)
def _page(text: str, roles: Roles) -> _PageRules:
    return _PageRules(text, roles)


def missing(one: EnactedMatter, texts: Sequence[str], now: str, later: Sequence[EnactedMatter]) -> Iterator[Missing]:
    """What a matter instructs and none of these texts has, unless a later matter is about it; ``now`` is the Ruleset in force."""
    for step in one.supposed.steps:
        title = _title(step)
        if _is_spoken_of(step, title, later):
            continue
        last: Missing | None = None
        for text in texts:
            last = _lacks(step, title, _page(text, one.roles))
            if last is None:
                break
        else:
            there = _page(now, one.roles)
            said = any(each.names([title]) for each in later) if title else False
            if last is not None:
                first = _lacks(step, title, there) or last
                yield Missing(step, first.says, first.what, first.unsure or said, first.change, first.adds)


def _title(step: Instruction) -> str:
    name = step.rule.title if step.rule is not None else ""
    return step.title if step.kind == "rename-rule" else name


def _is_spoken_of(step: Instruction, title: str, later: Sequence[EnactedMatter]) -> bool:
    """Whether a later matter names the rule in quotation marks, or repeats a part of the text."""
    name, words = words_of(title), words_of(step.new or "")
    return any((title and each.text.quotes(name)) or (len(words) >= RUN and each.text.shares_run(words)) for each in later)


def _lacks(step: Instruction, title: str, page: _PageRules) -> Missing | None:
    """What a page lacks of a step's outcome."""
    rules = page.titled(title) if title else []
    if step.kind == "repeal-rule":
        return Missing(step, f"the rule “{title}”, which it repeals, is still there", f"repeal {title}") if rules else None
    if step.kind == "rename-rule":
        return None if rules or not title else Missing(step, f"no rule is called “{title}”", f"title {title}")
    if step.kind in ("add-rule", "add-text", "replace-rule"):
        return _lacks_text(step, title, rules, page)
    return _lacks_words(step, title, rules, page) if step.kind in ("replace-text", "remove-text") else None


def _lacks_text(step: Instruction, title: str, rules: Sequence[Rule], page: _PageRules) -> Missing | None:
    """A text of a sentence or more that is to be added."""
    lines = (words_of(line, page.roles) for line in (step.new or "").split("\n"))
    words = next((line for line in lines if len(line) > _FEWEST_WORDS), ())
    new = step.kind == "add-rule"
    there = page.overlap(words) if words else Overlap(float(bool(rules)), agrees=True)
    if there.share >= ENOUGH and there.agrees:
        return None
    first = next((line for line in (step.new or "").split("\n") if line.strip()), "")
    shown = first if len(first) <= _MOST_SHOWN else first[: _MOST_SHOWN - 1].rstrip() + "…"
    adds = f"as the rule “{title}”" if new else f"to “{title}”" if title else "to it"
    # A rule that is there with another text, or that is not there to be added to, was changed by something not known here.
    unsure = there.share >= SOME or bool(rules) is new or (step.kind == "replace-rule")
    says = f"the text it adds {adds} is {'there otherwise' if there.share >= SOME else 'not in the Ruleset'}: “{shown}”"
    where = f"the rule “{title}” to the Dynastic Rules" if new else f"the enacted text to “{title}”"
    return Missing(step, says, f"{'rule' if new else 'text'} {title}", unsure, _adding(step, rules), where)


def _adding(step: Instruction, rules: Sequence[Rule]) -> TextChange | None:
    """The change that makes up for a text at the end of the Dynastic Rules or of a rule."""
    name, where = step.rule, step.where
    if name is None or not step.new or (where is not None and (where.relation is not Relation.END or where.passage is not None)):
        return None
    if step.kind == "add-rule" and not rules:
        place = name if where is None or where.rule is None else where.rule
        return (
            AddRule(name.title, step.new)
            if not name.parent and place.section in ("", "dynastic") and (where is None or where.rule is None)
            else None
        )
    if step.kind == "add-text" and len(rules) == 1 and rules[0].kind is SectionKind.DYNASTIC:
        return InsertText(rules[0].titles, step.new)
    return None


def _lacks_words(step: Instruction, title: str, rules: Sequence[Rule], page: _PageRules) -> Missing | None:
    """Words that are to be replaced by others, or to go."""
    old = words_of(step.old.text, page.roles) if step.old is not None else ()
    new = words_of(step.new or "", page.roles)
    if not old or not rules or (step.new and not new) or old == new:
        return None
    texts = [page.of(rule) for rule in rules]
    stands, done = any(text.has(old) for text in texts), any(text.has(new) for text in texts) if new else False
    # The old words may be a part of the new ones, or stand in the rule more than once.
    if not stands or done or (step.old is not None and (step.old.order is not None or len(old) == 0)):
        return None
    told = f", and not “{step.new}”" if step.new else ""
    return Missing(step, f"“{step.old.text if step.old else ''}” still stands in “{title}”{told}", f"words {title} {' '.join(old)[:60]}")
