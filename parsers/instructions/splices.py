"""Changes of text within rules as they are collected: what is written where, and what the page has
to show after them.
"""

from __future__ import annotations

import re

from parsers.instructions.edited_ruleset import (
    EditedRuleset,
    RulesetChange,
    Shown,
    ShownPassage,
    TextStretch,
    blocks_of,
    named,
    shape_of,
    shown,
)
from parsers.instructions.rule_wording import same_case
from parsers.patch import spliced
from parsers.refusal import Refusal, Refused
from parsers.ruleset.ruleset_model import Rule
from parsers.ruleset.tree import content_end
from parsers.wiki.visible import LIST_MARKS, visible_text

ITEM_MARKS = tuple(LIST_MARKS)
_MARK = r"'{2,5}+|\[\[(?:[^\[\]|\n]*+\|)?+|\]\]"
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_OPENS = tuple("([{“‘")
_NO_BLANK_BEFORE = (*",.;:!?)]}”’'…-–—",)
_FIRST_SIGN = re.compile(r"\A&#(33|35|42|45|58|59|61);")
_MOST_PLACES = 200
_Splice = tuple[int, int, str]


class PendingSplices:
    """The changes of a page so far, and what it has to show after them."""

    def __init__(self, page: EditedRuleset) -> None:
        self.page = page
        self._splices: list[_Splice] = []
        self._shape: list[ShownPassage] = shape_of(page.rules)
        self._rules: dict[str, Rule] = {}
        self._within: dict[tuple[int, int], str] = {}

    def within(self, rule: Rule, index: int, start: int, end: int, new: str) -> None:
        """Other words in a block. Of several changes in one block the last one has to be told
        first.
        """
        block, number = rule.blocks[index], self.page.rules.index(rule)
        source = self._within.get((number, index), self.page.source[block.start : block.end])
        text = self._shape[number].blocks[index][0]
        source = _rewritten(source, text, start, end, new)
        self._within[number, index] = source
        self._put(rule, index, index + 1, ((_shows(source) or "", block.depth, block.term),))

    def lines(self, rule: Rule, first: int, last: int, text: str) -> None:
        """Other blocks in place of some, or between two. Of several changes in one rule it has to
        be the last one that is told.
        """
        passages = shown(text) if text else [ShownPassage(0, "", ())]
        if len(passages) != 1 or (text and not passages[0].blocks):
            raise Refused(Refusal.TEXT_WITH_HEADINGS)
        self._splices.append(_line_splice(self.page, rule, first, last, text))
        self._put(rule, first, last, passages[0].blocks)

    def _put(self, rule: Rule, first: int, last: int, shown: Shown) -> None:
        self._rules[rule.number] = rule
        number = self.page.rules.index(rule)
        passage = self._shape[number]
        self._shape[number] = passage._replace(
            blocks=(*passage.blocks[:first], *shown, *passage.blocks[last:])
        )

    def change(self) -> tuple[RulesetChange, list[Rule]]:
        """The change, and the rules it touches."""
        rules = list(self._rules.values())
        for (number, index), source in self._within.items():
            block = self.page.rules[number].blocks[index]
            self._splices.append((block.start, block.end, source))
        titles = tuple(rule.title for rule in rules)
        names = ", ".join(map(named, titles[:3])) + (" and others" if len(titles) > 3 else "")
        return (
            RulesetChange(
                spliced(self.page.source, sorted(self._splices)), self._shape, titles, f"in {names}"
            ),
            rules,
        )


def placed(stretch: TextStretch) -> tuple[Rule, int, int, int, int]:
    """The first and the last block of a stretch, and where it starts in the one and ends in the
    other.
    """
    blocks = list(blocks_of(stretch.rule))
    first = next(index for index, (_, part) in enumerate(blocks) if stretch.start <= part.end)
    last = next(index for index, (_, part) in enumerate(blocks) if stretch.end <= part.end)
    return (
        stretch.rule,
        first,
        last,
        stretch.start - blocks[first][1].start,
        stretch.end - blocks[last][1].start,
    )


def marks_of(page: EditedRuleset, rule: Rule, index: int) -> str:
    """The marks that a block's line begins with: of a list's item its ``*`` or ``#``."""
    block = rule.blocks[index]
    line = page.source[block.start : block.end]
    return line[: len(line) - len(line.lstrip(LIST_MARKS))]


# Whole lines


def _line_splice(page: EditedRuleset, rule: Rule, first: int, last: int, text: str) -> _Splice:
    """The change that writes a text in place of blocks, with the blank lines that it needs. Raises
    Refused where blocks share lines.
    """
    source = page.source
    start, end = _region(source, rule, first, last)
    if text and first < last:
        return start, end, text
    stop = max(content_end(source, rule), end)
    left = min(start, max(len(source[:start].rstrip("\n \t")), rule.body))
    right = stop - len(source[end:stop].lstrip("\n"))
    before, behind = left > rule.body, right < stop
    if not text and before and behind:
        return left, right, max(source[left:start], source[end:right], key=len)
    if not text and behind:
        return start, right, ""
    if not text:
        return left, end if before else end + source.startswith("\n", end), ""
    lines = text.split("\n")
    lead = source[left:start]
    if before:
        lead = _between(source[:left].rpartition("\n")[2], lines[0])
    elif left and source[left - 1] != "\n":
        lead = "\n\n"
    tail = _between(lines[-1], source[right:stop].partition("\n")[0]) if behind else ""
    return left, right if behind else end, f"{lead}{text}{tail}"


def _between(one: str, other: str) -> str:
    items = one.startswith(ITEM_MARKS) and other.startswith(ITEM_MARKS)
    return "\n" if items and (one[0] == other[0] or {one[0], other[0]} <= {";", ":"}) else "\n\n"


def _region(source: str, rule: Rule, first: int, last: int) -> tuple[int, int]:
    """Where in the source blocks stand, or where between two of them new ones go."""
    if first < last:
        start, end = _lines_of(source, rule, first)[0], _lines_of(source, rule, last - 1)[1]
        around = [rule.blocks[i] for i in (first - 1, last) if 0 <= i < len(rule.blocks)]
        if any(block.start < end and start < block.end for block in around):
            raise Refused(Refusal.NO_LINE_OF_ITS_OWN)
        return start, end
    if first == len(rule.blocks):
        place = content_end(source, rule)
    elif not first:
        place = rule.end - len(source[rule.body : rule.end].lstrip("\n"))
    else:
        place = (
            _lines_of(source, rule, first - 1)[1]
            if _has_lines(source, rule, first - 1)
            else _lines_of(source, rule, first)[0]
        )
    return place, place


def _has_lines(source: str, rule: Rule, index: int) -> bool:
    """Whether a block has lines of its own: no cell of a table has."""
    block = rule.blocks[index]
    return (block.start == rule.body or source[block.start - 1] == "\n") and source[
        block.end : block.end + 1
    ] in ("\n", "")


def _lines_of(source: str, rule: Rule, index: int) -> tuple[int, int]:
    """Where the lines of a block begin and end, with that of the term that a definition
    explains.
    """
    if not _has_lines(source, rule, index):
        raise Refused(Refusal.NO_LINE_OF_ITS_OWN)
    block = rule.blocks[index]
    above = source.rfind("\n", 0, block.start - 1) + 1
    has_term_above = (
        block.term
        and not source.startswith(";", block.start)
        and source.startswith(";", above)
        and above >= rule.body
    )
    return above if has_term_above else block.start, block.end


# Words


def within_line(new: str) -> str:
    """A new text without the entity that keeps its first sign from being the mark of a line."""
    return _FIRST_SIGN.sub(lambda found: chr(int(found[1])), new)


def _shows(source: str) -> str | None:
    """The text that a block shows; None where it is not one block."""
    passages = shown(source)
    return passages[0].blocks[0][0] if len(passages) == 1 and len(passages[0].blocks) == 1 else None


def _rewritten(source: str, text: str, start: int, end: int, new: str) -> str:
    """The source of a block that shows ``text``, with ``new`` in place of what shows from ``start``
    to ``end``.

    The words between those that stay are looked for, with marks among them, then with their
    neighbours. Raises Refused.
    """
    if visible_text(f"|{new}|") == f"|{new}|":
        old, instead = _TOKEN.findall(text[start:end]), _TOKEN.findall(new)
        while old and instead and same_case(old[0]) == same_case(instead[0]):
            start += len(old.pop(0))
            instead.pop(0)
        while old and instead and same_case(old[-1]) == same_case(instead[-1]):
            end -= len(old.pop())
            instead.pop()
        new = "".join(instead)
    wanted = " ".join((text[:start] + visible_text(f"|{new}|")[1:-1] + text[end:]).split())
    # Looked for from the end, as a long word would be tried from each of its letters.
    before, behind = _next_word(text[:start][::-1])[::-1], _next_word(text[end:])
    for lead, tail in ((("", ""),) if start < end else ()) + ((before, ""), ("", behind)):
        literal = _TOKEN.findall(lead + text[start:end] + tail)
        pattern = f"(?:{_MARK})*+".join(map(_in_source, literal))
        for match, _ in zip(re.finditer(pattern, source), range(_MOST_PLACES), strict=False):
            above = source[: match.start()]
            made = f"{above}{lead}{new}{tail}{source[match.end() :]}"
            if _shows(made) != wanted or not _is_balanced(
                match[0] if start < end else above + lead
            ):
                continue
            if above.count("[[") > above.count("]]") or above.count("{{") > above.count("}}"):
                raise Refused(Refusal.MARKUP_CUT)
            return made
    raise Refused(Refusal.MARKUP_CUT)


def _in_source(token: str) -> str:
    """An expression for a token, which may be written as an entity."""
    if token.isspace():
        return r"\s+"
    entity = f"&(?:#{ord(token[0])}|lt|amp);"
    return token if token.isalnum() else f"(?:{entity}|{re.escape(token)})"


def _next_word(text: str) -> str:
    return "".join(re.findall(r"\A\s*\S*", text))


def _is_balanced(part: str) -> bool:
    """Whether the marks in a part of a source open and close there."""
    runs = [len(run) for run in re.findall("'{2,}", part)]
    return part.count("[[") == part.count("]]") and all(
        runs.count(length) % 2 == 0 for length in set(runs)
    )


def spaced(before: str, new: str, after: str) -> str:
    """Words with the blanks that they need between what stands before and behind them."""
    seen = visible_text(new)
    left = (
        bool(before)
        and not before[-1].isspace()
        and before[-1] not in _OPENS
        and not seen.startswith(_NO_BLANK_BEFORE)
    )
    right = (
        bool(after)
        and not after[0].isspace()
        and not after.startswith(_NO_BLANK_BEFORE)
        and not seen.endswith(_OPENS)
    )
    return f"{' ' if left else ''}{new.strip()}{' ' if right else ''}"


def without(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch that is to go, with the blank that would be one too many."""
    behind = text[end:]
    if text[:start].endswith(" ") and (
        not behind or behind[0] == " " or behind.startswith(_NO_BLANK_BEFORE)
    ):
        return start - 1, end
    return (start, end + 1) if not start and behind.startswith(" ") else (start, end)
