"""Random changes of an invented Ruleset, each put into words in one of many styles.

The wordings are written apart from what reads them: none is taken from its tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from random import Random

from tests.parsers.proposals.invented import (
    NOUNS,
    NUMBERS,
    PLACES,
    TITLES,
    Block,
    Change,
    InventedRule,
    Rules,
    Sentence,
    UnclearError,
    Word,
    as_html,
    find,
    places,
    seen,
    some_blocks,
    some_sentence,
    subrules,
)

ORDERS = ("first", "second", "third", "fourth", "fifth", "sixth")
REMARKS = (
    "I hope that this makes the game more lively.",
    "Thanks to everybody who talked about this with me.",
    "This has bothered me for a while.",
    "Nobody has used it so far.",
    "Any objections?",
    "Good luck!",
    "No functional change.",
    "Everyone has too many parrots.",
    "Excuse the formatting.",
    "We could still repeal the rule “{0}” one day, but not now.",
    "Some players wanted to remove “{1}” from the rule “{0}”; I do not.",
)


@dataclass
class Phrased:
    """Changes in words: ``sentence`` for a list or a paragraph, ``blocks`` that follow it as HTML."""

    changes: list[Change]
    sentence: str
    blocks: str = ""
    kind: str = ""


PAST = {"Sunrise": "enacted", "Sunset": "failed", "Moonlight": "pending"}


class Quoting:
    """How a matter quotes, all through."""

    def __init__(self, random: Random) -> None:
        self.marks = random.choice((("“", "”"), ("“", "”"), ('"', '"'), ("”", "”")))

    def __call__(self, words: Sentence | str) -> str:
        inner = escape(words, quote=False) if isinstance(words, str) else as_html(words)
        opening, closing = self.marks
        if opening == "”" and ("“" in inner or "”" in inner):
            opening = "“"
        return f"{opening}{inner}{closing}"


def some_change(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    """A change of the rules in words."""
    maker = random.choice(MAKERS)
    made = maker(random, rules, quote)
    made.kind = maker.__name__.strip("_")
    return made


def matter_of(random: Random, phrased: list[Phrased], rules: Rules) -> str:
    """The body of a matter that asks for changes, with remarks between them."""
    listed = all(not one.blocks for one in phrased) and len(phrased) > 1 and random.random() < 0.4
    if listed:
        tag = random.choice(("ul", "ol"))
        intro = random.choice(("Make the following changes:", "Amend the ruleset as follows:", "Do all of the following, in order:"))
        parts = [f"<p>{intro}</p><{tag}>{''.join(f'<li>{one.sentence}</li>' for one in phrased)}</{tag}>"]
    else:
        parts = [f"<p>{one.sentence}</p>{one.blocks}" for one in phrased]
    if random.random() < 0.4:
        rule = random.choice(rules)
        remark = random.choice(REMARKS).format(rule.title, random.choice(NOUNS))
        parts.insert(random.choice((0, len(parts))), f"<p>{escape(remark, quote=False)}</p>")
    return "".join(parts)


def _phrase(random: Random, rule: InventedRule) -> Sentence:
    """Some words of a sentence of the rule that have no style."""
    block, number = random.choice(list(places(rule)))
    words = block.sentences[number]
    start = random.randrange(len(words) - 3)
    phrase = words[start : start + random.randint(2, 4)]
    while phrase and phrase[-1].style:
        phrase = phrase[:-1]
    cut = max((place + 1 for place, word in enumerate(phrase) if word.style), default=0)
    words = [Word(word.text) for word in phrase[cut:]]
    return words if len(words) > 1 else [Word("nothing"), Word("whatever")]


def _put(rules: Rules, title: str, old: Sentence, new: Callable[[Sentence], Sentence], *, every: bool = False) -> None:
    """Other words in the place of a phrase that the rule has just once (or wherever it has it)."""
    rule = find(rules, title)
    if (count := rule.count(seen(old))) != 1 and not (every and count):
        raise LookupError(seen(old))
    for block, number in places(rule):
        words, place = block.sentences[number], 0
        while place <= len(words) - len(old):
            here = words[place : place + len(old)]
            if " ".join(word.text for word in here) != seen(old) or any(word.stop for word in here[:-1]):
                place += 1
                continue
            styles = {word.style for word in here}
            if "link" in styles or (styles != {""} and len(old) > 1):
                raise UnclearError("the phrase has a style of its own")
            # A sentence that no longer begins with a capital letter may be read with the one before it.
            rule.shifted |= place == 0
            made = [Word(word.text, *styles) for word in new(old)]
            words[place : place + len(old)] = made
            if here[-1].stop and place + len(made):
                words[place + len(made) - 1] = replace(words[place + len(made) - 1], stop=".")
            place += len(made) or 1
    rule.tidy()


def _words(random: Random) -> Sentence:
    return [Word(random.choice(("seven", "nine", "66"))), Word(random.choice(("parrots", "oysters", "hammocks")))]


def _replaced(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    rule, other = random.choice(rules), random.choice(rules)
    old, new = _phrase(random, rule if random.random() < 0.85 else other), _words(random)
    title = rule.title
    q, o, n = quote(title), quote(old), quote(new)

    def change(rules: Rules) -> None:
        _put(rules, title, old, lambda _: new)

    if random.random() < 0.2:
        intro, then = random.choice(
            ((f"In the rule {q}, replace", "with"), (f"In {q}, change the text", "to"), (f"Amend {q} by replacing", "by"))
        )
        block = "<blockquote><p>{}</p></blockquote>".format
        return Phrased([change], intro, f"{block(as_html(old))}<p>{then}</p>{block(as_html(new))}")
    wordings = (
        f"In the rule {q}, replace {o} with {n}.",
        f"In {q}, change {o} to {n}.",
        f"Replace {o} with {n} in the rule {q}.",
        f"In the rule titled {q}, change the text {o} to read {n}.",
        f"Amend the rule {q} by replacing {o} with {n}.",
        f"The text {o} in the rule {q} is replaced with {n}.",
        f"Change {o} in {q} to {n}.",
        f"In the dynastic rule {q}, replace the words {o} with the words {n}.",
        f"Please change {o} to {n} in the rule called {q}.",
        f"{q} – replace {o} with {n}.",
        f"Amend the rule {q} so that {o} is {n} instead.",
        f"In {q}, {o} ought to be {n}.",
        f"In {q}, put {n} where it says {o}.",
        f"The rule {q} now says {n} instead of {o}.",
        f"Where {q} says {o}, make it say {n}.",
        f"In {q}:<br />Old: {o}<br />New: {n}",
        f"Rule {q}:<br />{o} -&gt; {n}",
        f"In the rule {q} (parrots are a nuisance and always were), change {o} to {n}.",
    )
    return Phrased([change], random.choice(wordings))


def _twice(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    """Two phrases of one rule in one sentence; the second is looked for after the first was replaced."""
    rule = random.choice(rules)
    title, olds, news = rule.title, [_phrase(random, rule) for _ in range(2)], [_words(random) for _ in range(2)]

    def first(rules: Rules) -> None:
        _put(rules, title, olds[0], lambda _: news[0])

    def second(rules: Rules) -> None:
        _put(rules, title, olds[1], lambda _: news[1])

    a, b, c, d = quote(olds[0]), quote(news[0]), quote(olds[1]), quote(news[1])
    wordings = (
        f"In the rule {quote(title)}, replace {a} with {b} and {c} with {d}.",
        f"In {quote(title)}, change {a} to {b}, and change {c} to {d}.",
        f"Amend {quote(title)} by changing {a} to {b} and {c} to {d}.",
        f"In {quote(title)}:<br />{a} -&gt; {b}<br />{c} -&gt; {d}",
        f"Changes to {quote(title)}:<br />- {a} becomes {b}<br />- {c} becomes {d}",
        f"In the rule {quote(title)}, make these changes:<br />{a} to {b}<br />{c} to {d}",
        f"{quote(title)}: replace {a} with {b}<br />{quote(title)}: replace {c} with {d}",
        f"In {quote(title)}, change {a} to {b}. (2) In {quote(title)}, change {c} to {d}.",
    )
    return Phrased([first, second], random.choice(wordings))


def _inserted(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    rule = random.choice(rules)
    title, old, new = rule.title, _phrase(random, rule), _words(random)
    before = random.random() < 0.5

    def change(rules: Rules) -> None:
        _put(rules, title, old, lambda words: [*new, *words] if before else [*words, *new])

    side = "before" if before else "after"
    wordings = (
        f"In the rule {quote(title)}, {side} {quote(old)}, insert {quote(new)}.",
        f"Insert {quote(new)} {side} {quote(old)} in the rule {quote(title)}.",
        f"In {quote(title)}, add the words {quote(new)} {side} {quote(old)}.",
        f"Add {quote(new)} immediately {side} {quote(old)} in {quote(title)}.",
    )
    return Phrased([change], random.choice(wordings))


def _removed(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    rule = random.choice(rules)
    title, old = rule.title, _phrase(random, rule)

    def change(rules: Rules) -> None:
        _put(rules, title, old, lambda _: [])

    q, o = quote(title), quote(old)
    wordings = (f"Remove {o} from the rule {q}.", f"In {q}, delete {o}.", f"Strike {o} from {q}.", f"In the rule {q}, remove the text {o}.",
                 f"Lose {o} from {q}.", f"{q} loses the words {o}.", f"Edits to {q}:<br />remove {o}")  # fmt: skip
    return Phrased([change], random.choice(wordings))


def _throughout(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    rule = random.choice(rules)
    title, new = rule.title, _words(random)[1:]
    old = [Word(random.choice([*NOUNS, *PLACES]))]

    def change(rules: Rules) -> None:
        _put(rules, title, old, lambda _: new, every=True)

    q, o, n = quote(title), quote(old), quote(new)
    wordings = (
        f"Replace all instances of {o} in the rule {q} with {n}.",
        f"Throughout the rule {q}, change {o} to {n}.",
        f"In {q}, replace each occurrence of {o} with {n}.",
    )
    return Phrased([change], random.choice(wordings))


def _sentence(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    """A sentence, quoted whole, shortened, or by its beginning: removed or replaced by another."""
    rule = random.choice([rule for rule in rules if rule.paragraphs])
    title, words = rule.title, random.choice(random.choice(rule.paragraphs).sentences)
    new = [replace(word, style="") for word in some_sentence(random)] if random.random() < 0.5 else []
    way = random.choice(("whole", "shortened", "beginning"))
    first, last = seen(words[:4]), seen(words[-2:])

    def fits(text: str) -> bool:
        return text.startswith(first) and (way == "beginning" or text.endswith(last)) and (way != "whole" or text == seen(words))

    def change(rules: Rules) -> None:
        rule = find(rules, title)
        rule.check_order()
        found = [(block, number) for block, number in places(rule) if fits(seen(block.sentences[number]))]
        if len(found) != 1:
            raise LookupError(first)
        if way != "beginning" and (rule.count(first) > 1 or found[0][0].mark):
            raise UnclearError("the words may be found in another sentence, or the sentence is an item")
        block, number = found[0]
        block.sentences[number] = new
        rule.tidy()

    q = quote(title)
    whole = quote(" ".join(word.text + word.stop for word in words))
    short = quote(f"{first}{random.choice(('…', ' … ', '...', ' [...] '))}{last}")
    beginning = f"that {random.choice(('begins', 'starts'))} with {quote(first)}"
    which = {"whole": whole, "shortened": short, "beginning": beginning}[way]
    if new:
        wordings = (
            f"In the rule {q}, replace the sentence {which} with {quote(new)}",
            f"Change the sentence {which} in {q} to {quote(new)}",
        )
    else:
        wordings = (f"In the rule {q}, remove the sentence {which}.", f"Delete the sentence {which} from {q}.")
    return Phrased([change], random.choice(wordings).replace("..", "."))


def _conditional(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    """Another change, on the condition that a matter of the past was enacted or failed."""
    one = random.choice((_replaced, _inserted, _removed, _renamed, _repealed))(random, rules, quote)
    title, status = random.choice(sorted(PAST.items()))
    asked = random.choice(("enacted", "failed"))
    words = {"enacted": ("was enacted", "has been enacted"), "failed": ("failed", "was not enacted")}[asked]
    condition = f"{random.choice(('If', 'If the proposal'))} {quote(title)} {random.choice(words)}, "
    changes = one.changes if status == asked else []
    return Phrased(changes, condition + one.sentence[0].lower() + one.sentence[1:], one.blocks)


def _no_change(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    """What looks like a change and is none: struck, or negated."""
    one = random.choice((_repealed, _renamed, _removed, _inserted))(random, rules, quote)
    if random.random() < 0.5:
        return Phrased([], f"<s>{one.sentence}</s>")
    one = random.choice((_repealed, _renamed))(random, rules, quote)
    return Phrased([], random.choice(("Do not ", "Please don’t ", "Never ")) + one.sentence[0].lower() + one.sentence[1:])


def _by_order(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    """A sentence of a paragraph, by their numbers, removed or replaced."""
    rule = random.choice([rule for rule in rules if rule.paragraphs])
    title, number = rule.title, random.randrange(len(rule.paragraphs))
    sentence = random.randrange(len(rule.paragraphs[number].sentences))
    new = some_sentence(random) if random.random() < 0.5 else []
    new = [replace(word, style=word.style.replace("link", "")) for word in new]

    def change(rules: Rules) -> None:
        rule = find(rules, title)
        rule.check_order()
        rule.paragraphs[number].sentences[sentence] = new
        rule.tidy()

    place = f"the {ORDERS[sentence]} sentence of the {ORDERS[number]} paragraph of the rule {quote(title)}"
    if not new:
        return Phrased([change], random.choice((f"Remove {place}.", f"Delete {place}.", f"Strike {place}.")))
    return Phrased(
        [change],
        random.choice((f"Replace {place} with {quote(new)}", f"Change {place} to {quote(new)}", f"Reword {place} to: {quote(new)}")),
    )


def _item(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    """An item of a list: removed by its number or beginning, or put behind the last."""
    listed = [rule for rule in rules if len(rule.lists) == 1]
    if not listed:
        return _removed(random, rules, quote)
    rule = random.choice(listed)
    title, block = rule.title, rule.lists[0]
    number, new = random.randrange(len(block.sentences)), [replace(word, style="") for word in some_sentence(random)]
    mark = block.mark
    what = "bullet point" if mark == "*" else "step"
    way = random.choice(("number", "beginning", "end"))
    begins = [Word(word.text) for word in block.sentences[number][:4]]

    def change(rules: Rules) -> None:
        rule = find(rules, title)
        if len(rule.lists) > 1 or any(one.mark != mark for one in rule.lists):
            raise UnclearError("the rule has two lists, or another one")
        if not rule.lists:
            raise LookupError(title)
        items = rule.lists[0].sentences
        if way == "end":
            items.append(new)
            rule.shifted = True
            return
        if way == "number":
            rule.check_order()
        fitting = [item for item in items if seen(item).startswith(seen(begins))] if way == "beginning" else items[number : number + 1]
        if len(fitting) != 1:
            raise LookupError(title)
        items.remove(fitting[0])
        rule.shifted = True
        rule.tidy()

    q = quote(title)
    if way == "end":
        wordings = [
            f"Add a {what} to the end of the list in the rule {q}: {quote(new)}",
            f"In {q}, append {quote(new)} to the list as a new {what}.",
        ]
    elif way == "number":
        wordings = [f"Remove the {ORDERS[number]} {what} from the rule {q}.", f"In {q}, delete the {ORDERS[number]} {what}."]
    else:
        wordings = [
            f"Remove the {what} beginning {quote(begins)} from {q}.",
            f"In the rule {q}, delete the {what} that starts with {quote(begins)}.",
        ]
    return Phrased([change], random.choice(wordings))


def _new_text(random: Random) -> list[Block]:
    blocks = some_blocks(random)
    if random.random() < 0.1:
        text = f"{random.choice(('Repeal', 'Remove'))} the rule “{random.choice(TITLES)}”. Set everything to {random.choice(NUMBERS)}."
        blocks.append(Block([[Word(word) for word in text.split()]]))
    for block in blocks:
        block.sentences = [[replace(word, style=word.style.replace("link", "b")) for word in sentence] for sentence in block.sentences]
    return blocks


def _quoted(blocks: list[Block]) -> str:
    return f"<blockquote>{''.join(block.html for block in blocks)}</blockquote>"


def _appended(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    title, blocks = random.choice(rules).title, _new_text(random)
    start = random.random() < 0.3

    def change(rules: Rules) -> None:
        rule = find(rules, title)
        rule.blocks = [*blocks, *rule.blocks] if start else [*rule.blocks, *blocks]
        rule.shifted = True

    q = quote(title)
    wordings = (f"At the start of the rule {q}, add:", f"Add the following to the beginning of {q}:") if start else (
        f"Append the following to the rule {q}:", f"Add to the end of {q}:", f"At the end of the rule {q}, add the following text:"
    )  # fmt: skip
    return Phrased([change], random.choice(wordings), _quoted(blocks))


def _rewritten(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    title, blocks = random.choice(rules).title, _new_text(random)

    def change(rules: Rules) -> None:
        rule = find(rules, title)
        rule.blocks, rule.shifted = list(blocks), True

    q = quote(title)
    wordings = (
        f"Replace the text of the rule {q} with:",
        f"Reword the rule {q} to read:",
        f"Change the entire text of {q} to the following:",
    )
    return Phrased([change], random.choice(wordings), _quoted(blocks))


def _added(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    """A new rule at the end, beside another, or a subrule of another."""
    other = random.choice(rules)
    title = random.choice([title for title in TITLES if all(rule.title != title for rule in rules)])
    blocks, way = _new_text(random), random.choice(("end", "before", "after", "sub") if other.level == 2 else ("end", "sub"))
    q, o = quote(title), quote(other.title)

    def change(rules: Rules) -> None:
        new = InventedRule(title, 2, list(blocks))
        if any(rule.title == title for rule in rules):
            raise UnclearError(f"there is a rule {title}")
        if way == "end":
            rules.append(new)
            return
        beside = find(rules, other.title)
        new.level = beside.level + (way == "sub")
        rules.insert(next(n for n, rule in enumerate(rules) if rule is beside) if way == "before" else subrules(rules, beside), new)

    wordings = {
        "end": (
            f"Add a new rule called {q}, with the following text:",
            f"Create a new dynastic rule named {q}:",
            f"Enact a new rule. Call it {q} and give it this text:",
        ),
        "before": (
            f"Immediately before the rule {o}, add a new rule called {q} with the text:",
            f"Add a new rule entitled {q} directly before the rule {o}:",
        ),
        "after": (
            f"Directly after the rule {o}, add a new rule called {q} that reads:",
            f"Add a rule named {q} immediately after the rule {o}:",
        ),
        "sub": (
            f"Add a subrule to the rule {o}, called {q}, with the text:",
            f"Add the following as a new subrule of {o}, entitled {q}:",
        ),
    }
    return Phrased([change], random.choice(wordings[way]), _quoted(blocks))


def _repealed(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    rule = random.choice(rules)
    title = rule.title
    below = subrules(rules, rule) - rules.index(rule) > 1
    ending = " and all of its subrules" if below else ""

    def change(rules: Rules) -> None:
        rule = find(rules, title)
        start = next(n for n, other in enumerate(rules) if other is rule)
        del rules[start : subrules(rules, rule)]

    q = quote(title)
    return Phrased(
        [change], random.choice((f"Repeal the rule {q}{ending}.", f"Repeal {q}{ending}.", f"Remove the rule {q}{ending} from the ruleset."))
    )


def _renamed(random: Random, rules: Rules, quote: Quoting) -> Phrased:
    old = random.choice(rules).title
    new = random.choice([title for title in TITLES if all(rule.title != title for rule in rules)])

    def change(rules: Rules) -> None:
        if any(rule.title == new for rule in rules):
            raise UnclearError(f"there is a rule {new}")
        rule = find(rules, old)
        rule.title, rule.former = new, old

    q, n = quote(old), quote(new)
    return Phrased(
        [change], random.choice((f"Rename the rule {q} to {n}.", f"Change the title of {q} to {n}.", f"Retitle the rule {q} as {n}."))
    )


MAKERS = (
    *(_replaced, _replaced, _twice, _inserted, _removed, _throughout, _sentence, _by_order, _item),
    *(_appended, _rewritten, _added, _added, _repealed, _renamed, _conditional, _no_change),
)
