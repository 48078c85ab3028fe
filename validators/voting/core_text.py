"""Would a Proposal change the text of a Core, Special Case or Appendix rule (rule "Votes", the exception of 2021 to 2023)?

The text decides and the tag is evidence: where the two agree the answer is certain.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from parsers.instructions.model import Instruction, InstructionKind, RuleName
from parsers.model import Post
from parsers.patterns import later
from parsers.ruleset.model import Rule, Ruleset, SectionKind
from parsers.ruleset.sentences import split_sentences, straight

__all__ = ["CoreChange", "Protected", "changes_core", "demands_tags", "protected_by"]

_TAGS = frozenset({"core", "special case", "building blocks", "building block", "appendix"})
_SECTION = later(
    r"\b(?:core|special case|building blocks?|appendix) (?:rules?|section)\b"
    r"|\b(?:in|into|to|from|of) the (?:appendix|glossary|core rules|special case|building blocks)\b"
)
_NUMBER = later(r"\brules? (\d{1,2}(?:\.\d{1,2}){1,5})\b")
_QUOTED = later(r"[\"“']([^\"“”']{2,80})[\"”']")
_NAMED = later(r"\b(?:sub)?rules? (?:entitled |titled |called |named |on )?[\"“']?([A-Z][A-Za-z'’ ]{1,80})")
_SPACE = later(r"[\s.,;:()]+")
_NAMES = {
    SectionKind.CORE: "Core Rules",
    SectionKind.SPECIAL_CASE: "Special Case",
    SectionKind.BUILDING_BLOCKS: "Building Blocks",
    SectionKind.APPENDIX: "Appendix",
}
_WORDS = {
    SectionKind.CORE: ("core",),
    SectionKind.SPECIAL_CASE: ("special case",),
    SectionKind.BUILDING_BLOCKS: ("building blocks", "building block"),
    SectionKind.APPENDIX: ("appendix", "glossary"),
}
_STRICT = later(r"\brequires? the\W{0,4}\[core\]", re.IGNORECASE)
_EXCEPTS = re.compile(r"\b(?:unless|except|other than by|or else|or (?:an?|the) (?:plain|clear|unambiguous))\b", re.IGNORECASE)
_PROTECTED = ("core", "special case", "building block", "appendix")


@dataclass(frozen=True, slots=True)
class CoreChange:
    """Whether a Proposal would change the text of a Core, Special Case or Appendix rule, how sure that is, and the evidence.

    ``stated``: its text states the section, or names a rule whose name occurs once. ``lacks_tag``: it has not the tag of each section.
    """

    changes: bool
    sure: bool
    evidence: str
    stated: bool = True
    lacks_tag: bool = False


@dataclass(frozen=True, slots=True)
class Protected:
    """Rules outside the Dynastic Rules: their numbers, and by their names in lower case those whose name occurs once in the Ruleset.

    ``repeated`` are the first of those whose name others outside the Dynastic Rules have, too.
    """

    numbers: frozenset[str]
    names: Mapping[str, Rule]
    repeated: Mapping[str, Rule]


class _Same:
    """A Ruleset as a key: the same one, not an equal one, which would take long to find out."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.rules is other.rules


@lru_cache(maxsize=64)
def _protected(same: _Same) -> Protected:
    names: dict[str, list[Rule]] = {}
    for rule in same.rules.rules:
        names.setdefault(rule.title.casefold(), []).append(rule)
    return Protected(
        frozenset(rule.number for rule in same.rules.rules if _is_protected(rule)),
        {name: found[0] for name, found in names.items() if len(found) == 1 and _is_protected(found[0])},
        {name: found[0] for name, found in names.items() if len(found) > 1 and all(map(_is_protected, found))},
    )


def _is_protected(rule: Rule) -> bool:
    return any(word in rule.section.casefold() for word in _PROTECTED)


@dataclass(frozen=True, slots=True)
class _Told:
    """What a text says of protected rules, the sections that these are in, and whether it states the section as the rules ask for."""

    text: str
    kinds: frozenset[SectionKind]
    stated: bool


def _told(body: str, rules: Ruleset) -> _Told | None:
    section = _SECTION.search(body.casefold())
    if section:
        kinds = {kind for kind, words in _WORDS.items() if any(word in section.group() for word in words)}
        return _Told(f"the text speaks of “{section.group()}”", frozenset(kinds), stated=True)
    protected = protected_by(rules)
    number = next((number for number in _NUMBER.findall(body) if number in protected.numbers), None)
    if number is not None:
        return _Told(
            f"the text speaks of rule {number}", frozenset(_kind(each) for each in rules.rules if each.number == number), stated=False
        )
    for names in (protected.names, protected.repeated):
        rule = _named(body, names)
        if rule is not None:
            same = [each for each in rules.rules if each.title.casefold() == rule.title.casefold()]
            called = f"the text names the rule “{rule.title}” ({rule.section})" + (f", as {len(same)} are called" if len(same) > 1 else "")
            return _Told(called, frozenset(map(_kind, same)), stated=len(same) == 1)
    return None


def _kind(rule: Rule) -> SectionKind:
    section = rule.section.casefold()
    return next((kind for kind, words in _WORDS.items() if any(word in section for word in words)), SectionKind.DYNASTIC)


def _named(body: str, names: Mapping[str, Rule]) -> Rule | None:
    """The first of these rules that a text names."""
    spaced = f" {_SPACE.sub(' ', body)} "
    quoted = (names.get(words.strip(" .,;:").casefold()) for words in _QUOTED.findall(body))
    named = (names.get(beginning.casefold()) for words in _NAMED.findall(body) for beginning in _beginnings(words))
    # A title of several words is a name wherever it stands; one of a single word may be the word.
    bare = (rule for rule in names.values() if " " in rule.title and f" {rule.title} " in spaced)
    return next((rule for rule in chain(quoted, named, bare) if rule is not None), None)


@lru_cache(maxsize=64)
def _touched(markup: str, same: _Same) -> frozenset[SectionKind] | None:
    """The protected sections that a matter's instructions change; None where a sentence of it was not read, or its rule is not known."""
    # Few commands ask this, and the table of forms takes long to compile.
    from parsers.instructions.reader import read_instructions  # noqa: PLC0415

    reading = read_instructions(markup)
    if reading.unread is not None or reading.open or reading.struck or not reading.steps:
        return None
    kinds = set[SectionKind]()
    for step in reading.steps:
        found = _kinds_of(step, same.rules)
        if found is None:
            return None
        kinds |= found
    return frozenset(kinds & _NAMES.keys())


def _kinds_of(step: Instruction, rules: Ruleset) -> set[SectionKind] | None:
    """The sections that one instruction changes; None where that is not known."""
    if step.kind is InstructionKind.SET_VALUE:
        return set()
    is_new = step.kind is InstructionKind.ADD_RULE
    own = RuleName(step.rule.parent, section=step.rule.section) if is_new and step.rule else step.rule
    names = (own, step.where.rule if step.where is not None else None)
    kinds = set[SectionKind]()
    for name in filter(None, names):
        titled = {rule.kind for rule in rules.rules if name.title and rule.title.casefold() == name.title.casefold()}
        within = name.section.casefold().rstrip("s")
        section = {rule.kind for rule in rules.rules if within and rule.section.casefold().startswith(within)}
        numbered = {rule.kind for rule in rules.rules if name.number and rule.number == name.number}
        if not (titled or section or numbered) and (name.title or name.section or name.number):
            return None
        kinds |= titled or section or numbered
    if not kinds and step.rule is None and step.old is not None and step.old.text:
        old = straight(step.old.text)
        kinds = {rule.kind for rule in rules.rules if old in straight(rule.text)}
    return kinds or ({SectionKind.DYNASTIC} if is_new else None)


def _beginnings(words: str) -> Iterator[str]:
    """The words together, then without the last, and so on: a title may run on into the sentence."""
    listed = words.split()
    for length in range(len(listed), 0, -1):
        yield " ".join(listed[:length])


def changes_core(post: Post, rules: Ruleset) -> CoreChange:
    """Whether enacting this Proposal would change protected rule text."""
    tags = {tag.casefold(): tag for tag in post.tags}
    tagged = sorted(tag for key, tag in tags.items() if key in _TAGS)
    tag = f"it is tagged [{tagged[0]}]" if tagged else "it has no tag"
    if not post.body.strip():
        return CoreChange(bool(tagged), False, f"{tag}, and its text could not be read")
    told = _told(post.body, rules)
    touched = _touched(post.markup, _Same(rules)) if post.unresolved and post.markup else None
    if touched is not None and bool(touched) != (told is not None):
        # What is changed is what counts, but where the words say otherwise somebody has to look.
        names = " and the ".join(name for kind, name in _NAMES.items() if kind in touched)
        changed = (
            f"its instructions change the {names}" if told is None else f"its instructions change only dynastic rules, though {told.text}"
        )
        return CoreChange(bool(touched), False, f"{tag}, but {changed}", False, _lacking(tags, touched))
    if told is None:
        found = "neither its text nor its tags name a protected rule"
        return CoreChange(False, not tagged, f"{tag}, but its text names no protected rule" if tagged else found)
    lacking = _lacking(tags, touched or told.kinds)
    return CoreChange(True, bool(tagged), told.text if tagged else f"{tag}, but {told.text}", told.stated, lacking)


def _lacking(tags: Collection[str], kinds: Iterable[SectionKind]) -> bool:
    """Whether one of these sections has its tag not among some."""
    return any(not any(word in tags for word in _WORDS[kind]) for kind in kinds if kind in _WORDS)


def protected_by(rules: Ruleset) -> Protected:
    """The rules outside the Dynastic Rules."""
    return _protected(_Same(rules))


def demands_tags(rules: Ruleset) -> bool | None:
    """Whether a change of another section than the Dynastic Rules needs its tag in any case; None where no rule on tags was found.

    False where a plain statement of the section or the name of a rule will do (rule "Tags", since 2022), and where the requirement
    lists exceptions of its own.
    """
    about = [rule for rule in rules.rules if "core" in rule.section.casefold() and "[core]" in rule.text.casefold()]
    sentences = [each for rule in about for line in rule.text.split("\n") for each in split_sentences(line)]
    return None if not about else any(_STRICT.search(each) and not _EXCEPTS.search(each) for each in sentences)
