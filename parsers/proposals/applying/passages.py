"""Which stretch of the Ruleset's text a matter means: by its words, its beginning or its order.

Raises ValueError with one sentence wherever that is not one place (or, where all are meant, not all of them for certain).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from parsers.patterns import later
from parsers.proposals.applying.alike import loosely, same_case, words
from parsers.proposals.applying.places import EditedRuleset
from parsers.proposals.applying.rule_text import TextStretch, blocks_of, cells_of, is_item, rows_of, tables_of
from parsers.proposals.model import RulePassage, Unit
from parsers.ruleset.model import Rule
from parsers.ruleset.sentences import split_sentences
from parsers.wiki.visible import visible_text

_MOST_PAIRS = 10_000
_FINAL = r"[.!?:;,]?"
_BOX = later(r"^\{\{[^{}\n]*\}\}$", re.MULTILINE)
"""A template that has a line of its own, such as the top of a box."""
_NAMES = {
    Unit.SENTENCE: "sentence",
    Unit.PARAGRAPH: "paragraph",
    Unit.ITEM: "item of a list",
    Unit.LIST: "list",
    Unit.ROW: "row of a table",
    Unit.TABLE: "table",
    Unit.CELL: "cell of a table",
    Unit.DEFINITION: "term with a definition",
}


def refuse_headings(page: EditedRuleset, passage: RulePassage) -> None:
    """Raises ValueError where words that are looked for in the whole Ruleset stand in a heading too."""
    if passage.text and any(re.search(words(passage.text).pattern, rule.heading, re.IGNORECASE) for rule in page.rules):
        raise ValueError("the words stand in a heading too")


def find(page: EditedRuleset, rules: Sequence[Rule], passage: RulePassage) -> list[TextStretch]:
    """The one stretch that a passage means, or with ``every`` all of them."""
    inside: TextStretch | None = None
    if passage.within is not None:
        (inside,) = find(page, rules, passage.within)
        rules = [inside.rule]
    found = _candidates(page, rules, passage, inside)
    if passage.every:
        if passage.count not in (None, len(found)):
            raise ValueError(f"the {_called(passage)} stands {len(found)} times there")
        return found
    if passage.order is None:
        if len(found) == 1:
            return found
        called = _called(passage)
        raise ValueError(f"the {called} stands {len(found)} times there" if found else f"there is no such {called}")
    if len(rules) > 1:
        raise ValueError("it is not said in which rule they are counted")
    count = passage.count or 1
    until = passage.order + count - 1 if passage.order > 0 else passage.order
    if passage.unit is Unit.ITEM and inside is None:
        found = _counted(found, until)
    if passage.unit in (Unit.SENTENCE, Unit.PARAGRAPH) and any(_BOX.search(page.source, rule.body, rule.end) for rule in rules):
        raise ValueError("templates stand among them, so that counting them is not plain")
    if passage.unit is Unit.SENTENCE and inside is None:
        _sentences_counted(found, until)
    at = passage.order - 1 if passage.order > 0 else len(found) + passage.order
    if not passage.order or at < 0 or at + count > len(found):
        raise ValueError(f"there are only {len(found)} of them")
    if count > 1 and passage.unit not in (Unit.SENTENCE, Unit.PARAGRAPH, Unit.ITEM):
        raise ValueError("several of them are not changed at once")
    chosen = found[at] if count == 1 else TextStretch(found[at].rule, found[at].start, found[at + count - 1].end)
    if passage.shown and not re.fullmatch(rf"{words(visible_text(passage.shown)).pattern}{_FINAL}", chosen.text):
        raise ValueError(f"the {_called(passage)} there shows something else than is said")
    return [chosen]


def _sentences_counted(found: list[TextStretch], order: int) -> None:
    """Raises ValueError where the sentences counted are also items of a list, which people may count or not."""
    until = found[:order] if order > 0 else found[order:]
    items = [stretch for block, stretch in blocks_of(found[0].rule) if is_item(block)] if found else []
    if any(_lies_in(each, item) for each in until for item in items):
        raise ValueError("items of a list stand among them, so that counting the sentences is not plain")


def _counted(found: list[TextStretch], order: int) -> list[TextStretch]:
    """The items that an order counts. Raises ValueError where nested lists, or several, make it doubtful which those are."""
    blocks = list(blocks_of(found[0].rule)) if found else []
    numbers = [number for number, (_, stretch) in enumerate(blocks) if stretch in found]
    until = numbers[:order] if order > 0 else numbers[order:]
    if any(blocks[number][0].depth > 1 for number in until) or (until and until[-1] - until[0] >= len(until)):
        raise ValueError("there are several lists, or lists within them, so that counting the items is not plain")
    return found


def _called(passage: RulePassage) -> str:
    return _NAMES.get(passage.unit, "text")


def occurrences(rules: Sequence[Rule], text: str, inside: TextStretch | None = None) -> list[TextStretch]:
    """Where a text stands. Raises ValueError where it stands nowhere, or also in other cases of letters."""
    # Of pasted wikitext it is what is seen that is looked for.
    pattern = words(visible_text(text) if "''" in text or "[[" in text else text)
    found = _matches(rules, pattern, inside)
    count = len(_matches(rules, re.compile(pattern.pattern, re.IGNORECASE), inside))
    if not found:
        raise ValueError("the words do not stand there" if not count else "the words stand there only with other capital letters")
    if count > len(found):
        raise ValueError("the words stand there also with other capital letters")
    if any(one.rule is other.rule and other.start < one.end for one, other in pairwise(found)):
        raise ValueError("the words stand there several times, one over the other")
    return found


def _matches(rules: Sequence[Rule], pattern: re.Pattern[str], inside: TextStretch | None) -> list[TextStretch]:
    bounds = [(rule, 0, len(rule.text)) for rule in rules] if inside is None else [inside[:3]]
    return [TextStretch(rule, *span) for rule, start, end in bounds for span in _spans(pattern, rule.text, start, end)]


def _spans(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where an expression matches, also where matches overlap."""
    while (match := pattern.search(text, start, end)) is not None:
        yield match.span()
        start = match.start() + 1


def _about(stretch: TextStretch, things: str) -> bool:
    """Whether a list or table is of something by its rule's heading, the paragraph before it, or its own text."""
    stem = things.rpartition(" ")[2].lower().removesuffix("s").removesuffix("e")
    before = stretch.rule.text[: stretch.start].rstrip().rpartition("\n")[2]
    return re.search(rf"\b{re.escape(stem)}", f"{stretch.rule.heading}\n{before}\n{stretch.text}", re.IGNORECASE) is not None


def _candidates(page: EditedRuleset, rules: Sequence[Rule], passage: RulePassage, inside: TextStretch | None) -> list[TextStretch]:
    """All stretches that fit, in order, whichever is meant."""
    if passage.unit is Unit.PHRASE:
        return _phrases(rules, passage, inside)
    if passage.unit is Unit.WHOLE:
        return [TextStretch(rule, 0, len(rule.text)) for rule in rules]
    if passage.unit is Unit.CELL:
        found = [cell for rule in rules for cell in cells_of(page, rule, passage.text, passage.contains) if _lies_in(cell, inside)]
        if passage.begins and any(same_case(cell.text) != same_case(passage.begins) for cell in found):
            raise ValueError("something else stands in that cell")
        return found
    said = passage.text or passage.begins or passage.ends or passage.contains
    if not said and len(rules) > 1:
        raise ValueError("it is not said in which rule it is")
    units = [stretch for rule in rules for stretch in _units(page, rule, passage.unit) if _lies_in(stretch, inside)]
    if passage.about:
        units = [stretch for stretch in units if _about(stretch, passage.about)]
    if not said:
        return units
    found = [stretch for stretch in units if _fits(stretch, passage, 0)]
    if len(found) != sum(_fits(stretch, passage, re.IGNORECASE) for stretch in units):
        raise ValueError("the words stand there also, or only, with other capital letters")
    if not found and passage.text and passage.unit not in (Unit.ROW, Unit.DEFINITION):
        # Two sentences, or half of one, by the name of a sentence: its words are what counts.
        return occurrences(rules, passage.text, inside)
    if not found:
        raise ValueError(f"there is no {_called(passage)} with these words")
    return found


def _phrases(rules: Sequence[Rule], passage: RulePassage, inside: TextStretch | None) -> list[TextStretch]:
    if passage.text:
        found = occurrences(rules, passage.text, inside)
        return _with_plurals(rules, passage.text, found, titles=passage.titles) if passage.every else found
    if passage.behind:
        found = occurrences(rules, passage.behind, inside)
        return [_behind(each, len(each.rule.text) if inside is None else inside.end) for each in found]
    if not (passage.begins and passage.ends):
        raise ValueError("it is not said from where to where the text goes")
    starts, stops = occurrences(rules, passage.begins, inside), occurrences(rules, passage.ends, inside)
    if len(starts) * len(stops) > _MOST_PAIRS:
        raise ValueError("the words stand there too often")
    both = [(one, other) for one in starts for other in stops if other.rule is one.rule and other.start >= one.end]
    pairs = [TextStretch(one.rule, one.start, other.end) for one, other in both]
    together = [pair for pair in pairs if "\n" not in pair.text]
    return together or pairs


def _behind(stretch: TextStretch, end: int) -> TextStretch:
    """What stands behind a stretch, without the blanks between."""
    rest = stretch.rule.text[stretch.end : end]
    if not rest.strip():
        raise ValueError("nothing stands behind these words")
    return TextStretch(stretch.rule, end - len(rest.lstrip()), end)


def _with_plurals(rules: Sequence[Rule], text: str, found: list[TextStretch], *, titles: bool) -> list[TextStretch]:
    """The same, and where the word stands in the plural. Raises ValueError where it is part of other words or of headings too."""
    if (
        not titles
        and len(rules) > 1
        and any(re.search(words(text).pattern, rule.heading, re.IGNORECASE) for rule in rules if rule.level > 1)
    ):
        raise ValueError("the word stands in headings too, and it is not said whether they change")
    anywhere = _matches(rules, re.compile(loosely(text.strip()), re.IGNORECASE), None)
    exactly = re.compile(rf"(?<!\w){loosely(text.strip())}(?=e?s(?!\w))")
    begun = _matches(rules, exactly, None)
    if len(found) + len(begun) != len(anywhere):
        raise ValueError("the word is part of other words there too")
    return sorted([*found, *begun], key=lambda stretch: (rules.index(stretch.rule), stretch.start))


def _units(page: EditedRuleset, rule: Rule, unit: Unit) -> Iterator[TextStretch]:
    """The sentences, paragraphs, items, lists, tables or rows of a rule's own text."""
    if unit in (Unit.ROW, Unit.TABLE):
        yield from (each.stretch for each in (rows_of if unit is Unit.ROW else tables_of)(page, rule))
        return
    cells = [table.stretch for table in tables_of(page, rule)]
    blocks = [(block, stretch) for block, stretch in blocks_of(rule) if not any(_lies_in(stretch, cell) for cell in cells)]
    if unit is Unit.SENTENCE:
        yield from (sentence for _, stretch in blocks for sentence in sentences(stretch))
    elif unit is Unit.PARAGRAPH:
        yield from (stretch for block, stretch in blocks if not is_item(block))
    elif unit is Unit.DEFINITION:
        yield from (stretch for block, stretch in blocks if block.term)
    elif unit is Unit.ITEM:
        yield from (stretch for block, stretch in blocks if is_item(block))
    else:
        for items, run in groupby(blocks, key=lambda each: is_item(each[0])):
            if items:
                listed = list(run)
                yield TextStretch(rule, listed[0][1].start, listed[-1][1].end)


def sentences(stretch: TextStretch) -> Iterator[TextStretch]:
    """The sentences of a stretch that is one block."""
    start = stretch.start
    for sentence in split_sentences(stretch.text):
        start = stretch.rule.text.index(sentence, start)
        yield TextStretch(stretch.rule, start, start + len(sentence))
        start += len(sentence)


def _lies_in(stretch: TextStretch, other: TextStretch | None) -> bool:
    return other is None or (other.start <= stretch.start and stretch.end <= other.end)


def _fits(stretch: TextStretch, passage: RulePassage, flags: int) -> bool:
    """Whether a stretch has the words that a passage is told by."""
    texts = (stretch.text, *stretch.names)
    tests: list[tuple[str, Callable[[str], str]]] = [
        (passage.text, lambda source: rf"\A{source}{_FINAL}\Z"),
        (passage.begins, lambda source: rf"\A{source}(?!\w)" if passage.begins[-1:].isalnum() else rf"\A{source}"),
        (passage.ends, lambda source: rf"{source}{_FINAL}\Z"),
        (passage.contains, lambda source: source),
    ]
    for text, whole in tests:
        if text:
            pattern = re.compile(whole(words(text).pattern), flags)
            if not any(pattern.search(each) for each in texts):
                return False
    return True
