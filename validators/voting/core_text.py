"""Would a Proposal change the text of a Core, Special Case or Appendix rule (rule "Votes", the exception of 2021 to 2023)?

The text decides and the tag is evidence: where the two agree the answer is certain.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import chain

from parsers.model import Post
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Rule, Ruleset, SectionKind
from parsers.ruleset.sentences import split_sentences, straight

_WORDS = {
    SectionKind.CORE: ("core",),
    SectionKind.SPECIAL_CASE: ("special case",),
    SectionKind.BUILDING_BLOCKS: ("building blocks", "building block"),
    SectionKind.APPENDIX: ("appendix", "glossary"),
}
"""The words by which a text or a tag names the sections outside the Dynastic Rules."""

_TAGS = frozenset(chain.from_iterable(_WORDS.values())) - {"glossary"}
_SECTION = later(
    r"\b(?:core|special case|building blocks?|appendix) (?:rules?|section)\b"
    r"|\b(?:in|into|to|from|of) the (?:appendix|glossary|core rules|special case|building blocks)\b"
)
_NUMBER = later(r"\brules? (\d{1,2}(?:\.\d{1,2}){1,5})\b")
_QUOTED = later(r"[\"“']([^\"“”']{2,400})[\"”']")
_QUOTATION = later(r"[\"“]([^\"“”]{2,9000})[\"”]|[‘']([^‘’'\n]{2,400})[’']")
_REWORDS = later(r"\b(?:replac|delet|remov|chang|strik|renam|substitut)\w*[^.\"“‘']{0,60}$", re.IGNORECASE)
_TAG = later(r"<[^<>]*>")
_NAMED = later(r"\b(?:sub)?rules? (?:entitled |titled |called |named |on )?[\"“']?([A-Z][A-Za-z'’ ]{1,80})")
_SPACE = later(r"[\s.,;:()]+")
_STRICT = later(r"\brequires? the\W{0,4}\[core\]", re.IGNORECASE)
_EXCEPTS = re.compile(r"\b(?:unless|except|other than by|or else|or (?:an?|the) (?:plain|clear|unambiguous))\b", re.IGNORECASE)


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


class ProtectedRules:
    """The rules outside the Dynastic Rules, and by their names in lower case those whose name occurs once in the Ruleset.

    ``repeated`` are the first of those whose name others outside the Dynastic Rules have, too.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = [rule for rule in rules.rules if _kind(rule)]
        named: dict[str, list[Rule]] = {}
        for rule in rules.rules:
            named.setdefault(rule.title.casefold(), []).append(rule)
        self.names = {name: found[0] for name, found in named.items() if len(found) == 1 and _kind(found[0])}
        self.repeated = {name: found[0] for name, found in named.items() if len(found) > 1 and all(map(_kind, found))}


def _kind(rule: Rule) -> SectionKind | None:
    """The section outside the Dynastic Rules in which a rule stands."""
    section = rule.section.casefold()
    return next((kind for kind, words in _WORDS.items() if any(word in section for word in words)), None)


def changes_core(post: Post, rules: Ruleset) -> CoreChange:
    """Whether enacting this Proposal would change protected rule text."""
    tags = {tag.casefold(): tag for tag in post.tags}
    tagged = sorted(tag for key, tag in tags.items() if key in _TAGS)
    tag = f"it is tagged [{tagged[0]}]" if tagged else "it has no tag"
    if not post.body.strip():
        return CoreChange(bool(tagged), False, f"{tag}, and its text could not be read")
    told = _told(post.body, rules)
    if told is not None:
        evidence, kinds, stated = told
        lacking = any(kind is not None and tags.keys().isdisjoint(_WORDS[kind]) for kind in kinds)
        return CoreChange(True, bool(tagged), evidence if tagged else f"{tag}, but {evidence}", stated, lacking)
    if tagged:
        return CoreChange(False, False, f"{tag}, but its text names no protected rule")
    quoted = _quoting(post, rules)
    if quoted is not None:
        return CoreChange(False, False, f"{tag}, but the text quotes words that stand in the rule “{quoted.title}” ({quoted.section})")
    return CoreChange(False, True, "neither its text nor its tags name a protected rule")


def _told(body: str, rules: Ruleset) -> tuple[str, Collection[SectionKind | None], bool] | None:
    """What a text says of protected rules, the sections that these are in, and whether it states the section as the rules ask for."""
    section = _SECTION.search(body.casefold())
    if section:
        kinds = {kind for kind, words in _WORDS.items() if any(word in section.group() for word in words)}
        return f"the text speaks of “{section.group()}”", kinds, True
    protected = ProtectedRules(rules)
    numbers = _NUMBER.findall(body)
    numbered = next((rule for number in numbers for rule in protected.rules if rule.number == number), None)
    if numbered is not None:
        return f"the text speaks of rule {numbered.number}", {_kind(numbered)}, False
    for names in (protected.names, protected.repeated):
        rule = _named(body, names)
        if rule is not None:
            same = [each for each in protected.rules if each.title.casefold() == rule.title.casefold()]
            called = f"the text names the rule “{rule.title}” ({rule.section})" + (f", as {len(same)} are called" if len(same) > 1 else "")
            return called, set(map(_kind, same)), len(same) == 1
    return None


def _named(body: str, names: Mapping[str, Rule]) -> Rule | None:
    """The first of these rules that a text names."""
    spaced = f" {_SPACE.sub(' ', body)} "
    quoted = (names.get(words.strip(" .,;:").casefold()) for words in _QUOTED.findall(body))
    # A title may run on into the sentence: the words together, then without the last, and so on.
    listed = (words.casefold().split() for words in _NAMED.findall(body))
    named = (names.get(" ".join(words[:length])) for words in listed for length in range(len(words), 0, -1))
    # A title of several words is a name wherever it stands; one of a single word may be the word.
    bare = (rule for rule in names.values() if " " in rule.title and f" {rule.title} " in spaced)
    return next((rule for rule in chain(quoted, named, bare) if rule is not None), None)


def _quoting(post: Post, rules: Ruleset) -> Rule | None:
    """The first protected rule whose text has words that a post quotes, and so may replace.

    A single word counts only where it occurs once, or where the post says that it is replaced.
    """
    everything = "\n".join(straight(rule.text) for rule in rules.rules)
    blocks = (each.partition("</blockquote>")[0] for each in (post.markup or "").split("<blockquote")[1:])
    lines = (unescape(line.strip()) for each in blocks for line in _TAG.sub("\n", f"<{each}").split("\n"))
    telling = [straight(line) for line in lines if " " in line]
    for found in _QUOTATION.finditer(post.body):
        quote = straight((found[1] or found[2]).strip())
        reworded = _REWORDS.search(post.body, max(0, found.start() - 80), found.start())
        if " " in quote or everything.count(quote) == 1 or (reworded and re.search(rf"\b{re.escape(quote)}\b", everything)):
            telling.append(quote)
    return next((rule for rule in ProtectedRules(rules).rules if any(quote in straight(rule.text) for quote in telling)), None)


def demands_tags(rules: Ruleset) -> bool | None:
    """Whether a change of another section than the Dynastic Rules needs its tag in any case; None where no rule on tags was found.

    False where a plain statement of the section or the name of a rule will do (rule "Tags", since 2022), and where the requirement
    lists exceptions of its own.
    """
    about = [rule for rule in rules.rules if _kind(rule) is SectionKind.CORE and "[core]" in rule.text.casefold()]
    sentences = [each for rule in about for line in rule.text.split("\n") for each in split_sentences(line)]
    return None if not about else any(_STRICT.search(each) and not _EXCEPTS.search(each) for each in sentences)
