"""Whether a Proposal would change the text of a Core, Special Case or Appendix rule (rule "Votes",
the exception of 2021 to 2023).

The text decides, and the tag is evidence: if the two agree, the answer is certain.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain

from parsers.model import Post
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Rule, Ruleset, SectionKind
from parsers.ruleset.sentences import split_sentences
from validators.reason_wording import CoreFact, CoreKind
from validators.wording import fact

_WORDS = {
    SectionKind.CORE: ("core",),
    SectionKind.SPECIAL_CASE: ("special case",),
    SectionKind.BUILDING_BLOCKS: ("building blocks", "building block"),
    SectionKind.APPENDIX: ("appendix", "glossary"),
}
"""The words for the sections outside the Dynastic Rules in texts and tags."""

SECTION_TAGS = frozenset(chain.from_iterable(_WORDS.values())) - {"glossary"}
_SECTION = later(
    r"\b(?:core|special case|building blocks?|appendix) (?:rules?|section)\b"
    r"|\b(?:in|into|to|from|of) the (?:appendix|glossary|core rules|special case|building blocks)\b"
)
_NUMBER = later(r"\brules? (\d{1,2}(?:\.\d{1,2}){1,5})\b")
_QUOTATION = later(r"[\"“]([^\"“”]{2,9000})[\"”]|[‘']([^‘’'\n]{2,400})[’']")
_CALLED = r"\b(?:sub)?rules? (?:entitled |titled |called |named |on )?[\"“']?"
_NO_WORD = later(r"\W+")
_STRICT = later(r"\brequires? the\W{0,4}\[core\]", re.IGNORECASE)
_EXCEPTS = re.compile(
    r"\b(?:unless|except|other than by|or else|or (?:an?|the) (?:plain|clear|unambiguous))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class CoreChange:
    """Whether a Proposal would change the text of a Core, Special Case or Appendix rule, whether
    that is certain, and the evidence. ``stated``: its text states the section, or names a rule with
    a unique name. ``lacks_tag``: the tag of a section is missing.
    """

    changes: bool
    sure: bool
    evidence: CoreFact
    stated: bool = True
    lacks_tag: bool = False


def protected_rules(rules: Ruleset) -> dict[str, list[Rule]]:
    """Return the rules outside the Dynastic Rules by their titles in lower case, without titles
    that a dynastic rule has, too.
    """
    named: dict[str, list[Rule]] = {}
    for rule in rules.rules:
        named.setdefault(rule.title.casefold(), []).append(rule)
    return {name: found for name, found in named.items() if all(map(_kind, found))}


def _kind(rule: Rule) -> SectionKind | None:
    """Return the section outside the Dynastic Rules that a rule is in; None if it is in none."""
    section = rule.section.casefold()
    return next(
        (kind for kind, words in _WORDS.items() if any(word in section for word in words)), None
    )


def changes_core(post: Post, rules: Ruleset) -> CoreChange:
    """Return whether enacting this Proposal would change protected rule text, with the evidence."""
    tagged = sorted(tag for tag in post.tags if tag.casefold() in SECTION_TAGS)
    tag = fact(CoreKind.TAGGED, tag=tagged[0]) if tagged else fact(CoreKind.UNTAGGED)
    if not post.body.strip():
        return CoreChange(bool(tagged), False, fact(CoreKind.TEXT_UNREAD, tag=tag))
    if (change := stated_change(post, rules)) is not None:
        return change
    if tagged:
        return CoreChange(False, False, fact(CoreKind.NOTHING_NAMED, tag=tag))
    quoted = _quoted(post.body, rules)
    if quoted is not None:
        evidence = fact(CoreKind.QUOTED, tag=tag, rule=quoted.title, section=quoted.section)
        return CoreChange(False, False, evidence)
    return CoreChange(False, True, fact(CoreKind.NOTHING))


def stated_change(post: Post, rules: Ruleset) -> CoreChange | None:
    """Return the change if a text states the section of protected rules or names one."""
    statement = _statement_on_rules(post.body, rules)
    if statement is None:
        return None
    named, kinds, stated = statement
    tags = {tag.casefold() for tag in post.tags}
    tagged = not tags.isdisjoint(SECTION_TAGS)
    lacking = any(kind is not None and tags.isdisjoint(_WORDS[kind]) for kind in kinds)
    evidence = named if tagged else fact(CoreKind.NAMED_UNTAGGED, named=named)
    return CoreChange(True, tagged, evidence, stated, lacking)


def _statement_on_rules(
    body: str, rules: Ruleset
) -> tuple[CoreFact, Collection[SectionKind | None], bool] | None:
    """Return how a text mentions protected rules, the sections of these rules, and whether it
    states the section as the rules require; None if it mentions none.
    """
    found = _SECTION.search(body.casefold())
    if found:
        section_name = found.group()
        kinds = {
            kind for kind, words in _WORDS.items() if any(word in section_name for word in words)
        }
        return fact(CoreKind.SECTION, section=section_name), kinds, True
    numbers = _NUMBER.findall(body)
    numbered = next((rule for rule in rules.rules if rule.number in numbers and _kind(rule)), None)
    if numbered is not None:
        return fact(CoreKind.NUMBER, number=numbered.number), {_kind(numbered)}, False
    words = " ".join(body.casefold().split())
    by_number = sorted(protected_rules(rules).items(), key=lambda named: len(named[1]))
    for name, same in by_number:
        title, section = same[0].title, same[0].section
        if " ".join(name.split()) in words and _names(body, title):
            named = fact(CoreKind.RULE, rule=title, section=section)
            if len(same) > 1:
                count = len(same)
                named = fact(CoreKind.ONE_OF_RULES, rule=title, section=section, count=count)
            return named, set(map(_kind, same)), len(same) == 1
    return None


def _names(body: str, title: str) -> bool:
    """Return whether a text names a rule: in quotation marks or after the word "rule"; a title of
    several words also counts without these.
    """
    words = r"\s+".join(map(re.escape, title.split()))
    plain = rf"|\b{words}\b" if " " in title else ""
    return (
        bool(words)
        and re.search(rf"[\"“'](?i:{words})[.,;:]?[\"”']|(?i:{_CALLED}{words}\b){plain}", body)
        is not None
    )


def _quoted(body: str, rules: Ruleset) -> Rule | None:
    """Return the first protected rule that contains a quotation or a line of a post word for word,
    because the post may replace it.
    """
    quotes = (found[1] or found[2] for found in _QUOTATION.finditer(body))
    lines = (line for line in body.split("\n") if " " in line.strip())
    texts = [text for text in map(_words, chain(quotes, lines)) if text.strip()]
    # Looking for the longest word first is quick, and excludes most rules.
    longest = {text: max(text.split(), key=len) for text in texts}
    for rule in filter(_kind, rules.rules):
        possible = [text for text, word in longest.items() if word in rule.text]
        words = _words(rule.text) if possible else ""
        if any(text in words for text in possible):
            return rule
    return None


def _words(text: str) -> str:
    return f" {_NO_WORD.sub(' ', text).strip()} "


def demands_tags(rules: Ruleset) -> bool | None:
    """Return whether a change outside the Dynastic Rules always needs a tag; None if no rule on
    tags was found.

    False if it is enough to state the section or to name a rule (rule "Tags", since 2022), or if
    the requirement has exceptions.
    """
    about = [
        rule
        for rule in rules.rules
        if _kind(rule) is SectionKind.CORE and "[core]" in rule.text.casefold()
    ]
    sentences = [
        sentence
        for rule in about
        for line in rule.text.split("\n")
        for sentence in split_sentences(line)
    ]
    return (
        None
        if not about
        else any(
            _STRICT.search(sentence) and not _EXCEPTS.search(sentence) for sentence in sentences
        )
    )
