"""Invented Rulesets as values, and changes of them: the model that generated matters are held against.

Nothing here knows wikitext but :func:`page_of`; a change is made on rules, blocks, sentences and words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from html import escape
from random import Random

NOUNS = "lamp kite barrel cloak drum mirror pebble saddle thimble violin anchor walnut puzzle candle ribbon".split()
VERBS = "carries guards sells paints borrows hides counts polishes trades wraps".split()
PLACES = "harbour orchard tower meadow cellar bridge attic quarry".split()
NUMBERS = "two three four five 12 25 37 48".split()
OTHERS = "quickly “gladly” twice_a_week at_dawn in_secret without_delay before_the_feast".split()
SUBJECTS = "Clerk Baker Miller Sailor Gardener".split()
TITLES = "Weather Markets Journeys Quarrels Weddings Letters Winter Shipwrecks Music Bridges Ghosts Maps Bread Salt Mills".split()


@dataclass(frozen=True)
class Word:
    """A word, with its style (``b``, ``i``, or ``link`` to the page of that name), and the full stop behind it, if any."""

    text: str
    style: str = ""
    stop: str = ""

    @property
    def wikitext(self) -> str:
        return {"": "{}", "b": "'''{}'''", "i": "''{}''", "link": "[[{}]]"}[self.style].format(self.text) + self.stop

    @property
    def html(self) -> str:
        return {"b": "<b>{}</b>", "i": "<i>{}</i>"}.get(self.style, "{}").format(escape(self.text, quote=False)) + self.stop


Sentence = list[Word]


def seen(words: Sentence) -> str:
    """A sentence as it is seen."""
    return " ".join(word.text + word.stop for word in words)


def as_html(words: Sentence) -> str:
    """A sentence as the blog shows it."""
    return " ".join(word.html for word in words)


@dataclass
class Block:
    """A paragraph (no ``mark``), or a list of items of one sentence each."""

    sentences: list[Sentence]
    mark: str = ""

    @property
    def wikitext(self) -> str:
        texts = [" ".join(word.wikitext for word in sentence) for sentence in self.sentences]
        return "\n".join(f"{self.mark} {text}" for text in texts) if self.mark else " ".join(texts)

    @property
    def html(self) -> str:
        if not self.mark:
            return f"<p>{' '.join(map(as_html, self.sentences))}</p>"
        items = "".join(f"<li>{as_html(sentence)}</li>" for sentence in self.sentences)
        return f"<ul>{items}</ul>" if self.mark == "*" else f"<ol>{items}</ol>"


@dataclass
class InventedRule:
    """A rule. ``former`` is the title that it had, ``shifted`` says that its sentences no longer have the numbers they had."""

    title: str
    level: int
    blocks: list[Block] = field(default_factory=list)
    former: str = ""
    shifted: bool = False

    @property
    def paragraphs(self) -> list[Block]:
        return [block for block in self.blocks if not block.mark]

    @property
    def lists(self) -> list[Block]:
        return [block for block in self.blocks if block.mark]

    def count(self, text: str) -> int:
        """How often a text is seen in the rule, within a paragraph or an item."""
        texts = [" ".join(map(seen, block.sentences)) for block in self.paragraphs]
        texts += [seen(sentence) for block in self.lists for sentence in block.sentences]
        return sum(one.count(text) for one in texts)

    def tidy(self) -> None:
        """Blocks without a sentence are no blocks."""
        before = [len(block.sentences) for block in self.blocks]
        for block in self.blocks:
            block.sentences = [sentence for sentence in block.sentences if sentence]
        self.blocks = [block for block in self.blocks if block.sentences]
        self.shifted |= before != [len(block.sentences) for block in self.blocks]

    def check_order(self) -> None:
        """Raises UnclearError where it is not clear what a number means, as other sentences came or went before."""
        if self.shifted:
            raise UnclearError("numbers of sentences may mean those before the matter")


Rules = list[InventedRule]
Change = Callable[[Rules], None]
"""Makes a change. Raises LookupError where its place is not there just once, and leaves the rules as they are."""


def page_of(rules: Rules) -> str:
    """The page that shows the rules as the Dynastic Rules of a short Ruleset."""
    parts = ["= Core Rules =", "== Clerks ==", "A Clerk (plural form Clerks) plays the game.", "= Dynastic Rules ="]
    for rule in rules:
        marks = "=" * rule.level
        parts += [f"{marks} {rule.title} {marks}", *(block.wikitext for block in rule.blocks)]
    return "\n\n".join([*parts, "= Appendix =", "== Numbers ==", "Numbers are whole."]) + "\n"


class UnclearError(Exception):
    """What a careful admin would make of the words is not clear; such a case is no case."""


def after(rules: Rules, changes: Iterable[Change]) -> str:
    """The page after the changes, made one after the other; one whose place is not there just once is left out."""
    rules = deepcopy(rules)
    for change in changes:
        with suppress(LookupError):
            change(rules)
    return page_of(rules)


def some_rules(random: Random) -> Rules:
    """Four to seven rules, some of them subrules."""
    titles = random.sample(TITLES, random.randint(4, 7))
    rules = [InventedRule(title, 2, some_blocks(random)) for title in titles]
    for rule in rules[1:]:
        if random.random() < 0.25:
            rule.level = 3
    return rules


def some_blocks(random: Random) -> list[Block]:
    """One to three paragraphs, perhaps with a list behind the first."""
    blocks = [Block([some_sentence(random) for _ in range(random.randint(1, 3))]) for _ in range(random.randint(1, 3))]
    if random.random() < 0.4:
        blocks.insert(1, Block([some_sentence(random) for _ in range(random.randint(2, 4))], random.choice("*#")))
    return blocks


def some_sentence(random: Random) -> Sentence:
    """A sentence of words; with few words to choose from, phrases recur."""
    words = [random.choice(("Each", "A", "Every")), random.choice(SUBJECTS), random.choice(VERBS), random.choice(NUMBERS)]
    words += [random.choice(NOUNS), "in", "the", random.choice(PLACES)]
    if random.random() < 0.5:
        words += random.choice(OTHERS).split("_")
    made = [Word(word) for word in words]
    if random.random() < 0.3:
        place = random.randrange(1, len(made))
        made[place] = Word(made[place].text, random.choice(("b", "i", "link")))
    made[-1] = replace(made[-1], stop=".")
    return made


def places(rule: InventedRule) -> Iterator[tuple[Block, int]]:
    """Every sentence of a rule: its block and its number in it."""
    for block in rule.blocks:
        for number in range(len(block.sentences)):
            yield block, number


def find(rules: Rules, title: str) -> InventedRule:
    """The rule of a title. Raises UnclearError where a rule once had it: whether that one is meant is not clear."""
    if any(rule.former == title for rule in rules):
        raise UnclearError(title)
    found = [rule for rule in rules if rule.title == title]
    if len(found) != 1:
        raise LookupError(title)
    return found[0]


def subrules(rules: Rules, rule: InventedRule) -> int:
    """The place behind a rule and its subrules."""
    place = next(number for number, other in enumerate(rules) if other is rule) + 1
    while place < len(rules) and rules[place].level > rule.level:
        place += 1
    return place
