"""Collect changes of text within rules: the splices of the source, and the text that the page must
show after them.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from parsers.instructions.edited_ruleset import (
    EditedRuleset,
    RulesetChange,
    ShownBlocks,
    ShownPassage,
    TextStretch,
    blocks_of,
    passages_in,
    passages_of,
    quoted_title,
)
from parsers.instructions.rule_wording import plain_signs
from parsers.patch import spliced
from parsers.refusal import Refusal, Refused
from parsers.ruleset.ruleset_model import Rule
from parsers.ruleset.tree import content_end
from parsers.wiki.visible import LIST_MARKS, visible_text

ITEM_MARKS = tuple(LIST_MARKS)
_MARK = r"'{2,5}+|\[\[(?:[^\[\]|\n]*+\|)?+|\]\]"
"""Marks that show nothing: ``'''`` for bold, ``[[`` or ``[[Page|`` and ``]]`` around a link."""
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
"""A word, a space or a punctuation character: “I do, too.” has seven."""
_OPENS = tuple("([{“‘")
_NO_SPACE_BEFORE = (*",.;:!?)]}”’'…-–—",)
_FIRST_MARK = re.compile(r"\A&#(33|35|42|45|58|59|61);")
"""An entity of ``! # * - : ; =`` at the beginning of a text, such as ``&#42;``."""
_MOST_PLACES = 200
"""The most places of one block at which a change is tried; each try shows the whole block."""
_Splice = tuple[int, int, str]
"""The start and end of a stretch of the source, and its new text."""


class PendingSplices:
    """The changes of a page so far, and the text that it must show after them.

    Add changes from the end of the page to its beginning, because each is placed by the offsets and
    block numbers of the unchanged page.
    """

    def __init__(self, page: EditedRuleset) -> None:
        self.page = page
        self._splices: list[_Splice] = []
        self._passages: list[ShownPassage] = passages_of(page.rules)
        self._rules: dict[str, Rule] = {}
        self._within: dict[tuple[int, int], str] = {}

    def within(self, rule: Rule, block_index: int, start: int, end: int, new: str) -> None:
        """Add new words in place of those from ``start`` to ``end`` of a block's text."""
        block, rule_index = rule.blocks[block_index], self.page.rules.index(rule)
        place = (rule_index, block_index)
        source = self._within.get(place, self.page.source[block.start : block.end])
        text = self._passages[rule_index].blocks[block_index][0]
        source = _rewritten(source, text, start, end, new)
        self._within[place] = source
        blocks = ((_shows(source) or "", block.depth, block.term),)
        self._put(rule, block_index, block_index + 1, blocks)

    def lines(self, rule: Rule, first: int, last: int, text: str) -> None:
        """Add new blocks in place of those from ``first`` up to ``last``, or before ``first`` where
        both are the same.
        """
        added = passages_in(text) if text else [ShownPassage(0, "", ())]
        if len(added) != 1 or (text and not added[0].blocks):
            raise Refused(Refusal.TEXT_WITH_HEADINGS)
        self._splices.append(_line_splice(self.page, rule, first, last, text))
        self._put(rule, first, last, added[0].blocks)

    def _put(self, rule: Rule, first: int, last: int, blocks: ShownBlocks) -> None:
        """Record the blocks that must replace those from ``first`` up to ``last`` on the page."""
        self._rules[rule.number] = rule
        rule_index = self.page.rules.index(rule)
        passage = self._passages[rule_index]
        self._passages[rule_index] = passage._replace(
            blocks=(*passage.blocks[:first], *blocks, *passage.blocks[last:])
        )

    def change(self) -> tuple[RulesetChange, list[Rule]]:
        """Return the whole change, and the rules it touches."""
        rules = list(self._rules.values())
        for (rule_index, block_index), source in self._within.items():
            block = self.page.rules[rule_index].blocks[block_index]
            self._splices.append((block.start, block.end, source))
        titles = tuple(rule.title for rule in rules)
        others = " and others" if len(titles) > 3 else ""
        names = ", ".join(map(quoted_title, titles[:3])) + others
        source = spliced(self.page.source, sorted(self._splices))
        return RulesetChange(source, self._passages, titles, f"in {names}"), rules


class BlockSpan(NamedTuple):
    """A stretch of text by blocks: its first and last block by index, and the offsets where it
    starts in the text of the first and ends in that of the last.
    """

    rule: Rule
    first: int
    last: int
    start: int
    end: int


def placed(stretch: TextStretch) -> BlockSpan:
    """Return where a stretch lies in the blocks of its rule."""
    blocks = list(blocks_of(stretch.rule))
    first = next(index for index, (_, part) in enumerate(blocks) if stretch.start <= part.end)
    last = next(index for index, (_, part) in enumerate(blocks) if stretch.end <= part.end)
    return BlockSpan(
        stretch.rule,
        first,
        last,
        stretch.start - blocks[first][1].start,
        stretch.end - blocks[last][1].start,
    )


def marks_of(page: EditedRuleset, rule: Rule, block_index: int) -> str:
    """Return the marks that a block's line begins with: ``**`` of an item in a nested list."""
    block = rule.blocks[block_index]
    line = page.source[block.start : block.end]
    return line[: len(line) - len(line.lstrip(LIST_MARKS))]


# Whole lines


def _line_splice(page: EditedRuleset, rule: Rule, first: int, last: int, text: str) -> _Splice:
    """Return the splice that replaces the blocks from ``first`` up to ``last`` by a text, with the
    blank lines that the text needs.

    If ``first`` is ``last``, the text is inserted before that block; if the text is empty, the
    blocks are removed. Raises Refused where blocks share lines.
    """
    source = page.source
    start, end = _region(source, rule, first, last)
    if text and first < last:
        return start, end, text
    # From `left` to `right` is the place with the blank lines around it.
    rule_end = max(content_end(source, rule), end)
    left = min(start, max(len(source[:start].rstrip("\n \t")), rule.body))
    right = rule_end - len(source[end:rule_end].lstrip("\n"))
    line_above = source[:left].rpartition("\n")[2] if left > rule.body else None
    line_below = source[right:rule_end].partition("\n")[0] if right < rule_end else None
    if not text:
        gap_above = source[left:start] if line_above is not None else None
        gap_below = source[end:right] if line_below is not None else None
        if gap_above is not None and gap_below is not None:
            # "A\n\nB\n\nC" without "B" is "A\n\nC".
            return left, right, max(gap_above, gap_below, key=len)
        if gap_below is not None:
            return start, right, ""
        if gap_above is not None:
            return left, end, ""
        return left, end + source.startswith("\n", end), ""
    lines = text.split("\n")
    lead = source[left:start]
    if line_above is not None:
        lead = _line_break(line_above, lines[0])
    elif left and source[left - 1] != "\n":
        lead = "\n\n"
    if line_below is None:
        return left, end, f"{lead}{text}"
    return left, right, f"{lead}{text}{_line_break(lines[-1], line_below)}"


def _line_break(above: str, below: str) -> str:
    """Return the line ends between two lines: one between items of the same list (``* A``, ``* B``)
    or of a definition (``; Term``, ``: Text``), else a blank line.
    """
    are_items = above.startswith(ITEM_MARKS) and below.startswith(ITEM_MARKS)
    if are_items and (above[0] == below[0] or {above[0], below[0]} <= {";", ":"}):
        return "\n"
    return "\n\n"


def _region(source: str, rule: Rule, first: int, last: int) -> tuple[int, int]:
    """Return where the lines of the blocks from ``first`` up to ``last`` start and end. If
    ``first`` is ``last``, both are the place of new blocks before that block.
    """
    if first < last:
        start, _ = _lines_of(source, rule, first)
        _, end = _lines_of(source, rule, last - 1)
        around = [rule.blocks[i] for i in (first - 1, last) if 0 <= i < len(rule.blocks)]
        if any(block.start < end and start < block.end for block in around):
            raise Refused(Refusal.NO_LINE_OF_ITS_OWN)
        return start, end
    if first == len(rule.blocks):
        place = content_end(source, rule)
    elif not first:
        blank_lines = re.match("\n*", source[rule.body : rule.end])
        place = rule.body + (blank_lines.end() if blank_lines else 0)
    elif _has_lines(source, rule, first - 1):
        _, place = _lines_of(source, rule, first - 1)
    else:
        place, _ = _lines_of(source, rule, first)
    return place, place


def _has_lines(source: str, rule: Rule, block_index: int) -> bool:
    """Return whether a block has its lines to itself, unlike the cells of a table."""
    block = rule.blocks[block_index]
    starts_line = block.start == rule.body or source[block.start - 1] == "\n"
    ends_line = source[block.end : block.end + 1] in ("\n", "")
    return starts_line and ends_line


def _lines_of(source: str, rule: Rule, block_index: int) -> tuple[int, int]:
    """Return where the lines of a block start and end. Those of a definition (``: Text``) include
    the line of its term (``; Term``).
    """
    if not _has_lines(source, rule, block_index):
        raise Refused(Refusal.NO_LINE_OF_ITS_OWN)
    block = rule.blocks[block_index]
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
    """Return a new text for the middle of a line, where its first character needs no entity:
    ``&#42; dust`` is ``* dust`` there.
    """
    return _FIRST_MARK.sub(lambda found: chr(int(found[1])), new)


def _shows(source: str) -> str | None:
    """Return the text that a block shows, None if it is not one block."""
    passages = passages_in(source)
    return passages[0].blocks[0][0] if len(passages) == 1 and len(passages[0].blocks) == 1 else None


def _rewritten(source: str, text: str, start: int, end: int, new: str) -> str:
    """Return the source of a block that shows ``text``, with ``new`` in place of the words that
    show from ``start`` to ``end``.

    The source ``An '''old''' lamp.`` shows “An old lamp.”; from 3 to 6 with “new” it becomes
    ``An '''new''' lamp.`` The words are searched for alone, then with the word before them, then
    with the word behind them; marks may be among them. Raises Refused where no such change shows
    the wanted text.
    """
    if visible_text(f"|{new}|") == f"|{new}|":
        start, end, new = _without_common_ends(text, start, end, new)
    shown_new = visible_text(f"|{new}|")[1:-1]  # the bars keep the spaces at its ends
    wanted = " ".join((text[:start] + shown_new + text[end:]).split())
    # Reversed, because a search for the last word would try a long one from each of its letters.
    word_before = _next_word(text[:start][::-1])[::-1]
    word_behind = _next_word(text[end:])
    neighbours = [(word_before, ""), ("", word_behind)]
    if start < end:
        neighbours.insert(0, ("", ""))
    for lead, tail in neighbours:
        tokens = _TOKEN.findall(lead + text[start:end] + tail)
        pattern = f"(?:{_MARK})*+".join(map(_in_source, tokens))
        for match in islice(re.finditer(pattern, source), _MOST_PLACES):
            above = source[: match.start()]
            changed = f"{above}{lead}{new}{tail}{source[match.end() :]}"
            # Replaced words must not take half of a pair of marks with them. An insertion takes
            # none, but the marks above it must be closed, or the new words become bold or a link.
            kept_together = match[0] if start < end else above + lead
            if _shows(changed) != wanted or not _is_balanced(kept_together):
                continue
            if above.count("[[") > above.count("]]") or above.count("{{") > above.count("}}"):
                raise Refused(Refusal.MARKUP_CUT)
            return changed
    raise Refused(Refusal.MARKUP_CUT)


def _without_common_ends(text: str, start: int, end: int, new: str) -> tuple[int, int, str]:
    """Return a replacement without the tokens that both texts begin or end with: “an old lamp” by
    “an oil lamp” is “old” by “oil”.
    """
    old_tokens = _TOKEN.findall(text[start:end])
    new_tokens = _TOKEN.findall(new)
    while old_tokens and new_tokens and plain_signs(old_tokens[0]) == plain_signs(new_tokens[0]):
        start += len(old_tokens.pop(0))
        new_tokens.pop(0)
    while old_tokens and new_tokens and plain_signs(old_tokens[-1]) == plain_signs(new_tokens[-1]):
        end -= len(old_tokens.pop())
        new_tokens.pop()
    return start, end, "".join(new_tokens)


def _in_source(token: str) -> str:
    """Return an expression for a token as a source may write it: ``<`` also as ``&lt;`` or
    ``&#60;``.
    """
    if token.isspace():
        return r"\s+"
    entity = f"&(?:#{ord(token[0])}|lt|amp);"
    return token if token.isalnum() else f"(?:{entity}|{re.escape(token)})"


def _next_word(text: str) -> str:
    """Return the first word with the spaces before it: `` old`` of `` old lamp``."""
    return "".join(re.findall(r"\A\s*\S*", text))


def _is_balanced(part: str) -> bool:
    """Return whether all marks in a part of a source open and close in it, as in ``'''a''' [[b]]``."""
    runs = [len(run) for run in re.findall("'{2,}", part)]
    return part.count("[[") == part.count("]]") and all(
        runs.count(length) % 2 == 0 for length in set(runs)
    )


def spaced(before: str, new: str, after: str) -> str:
    """Return new words with the spaces that they need between the texts around them.

    Between ``The lamp`` and ``.``, “burns” becomes `` burns``; between ``A (`` and ``lamp)``,
    “new” becomes ``new ``.
    """
    seen = visible_text(new)
    space_before = (
        bool(before)
        and not before[-1].isspace()
        and before[-1] not in _OPENS
        and not seen.startswith(_NO_SPACE_BEFORE)
    )
    space_after = (
        bool(after)
        and not after[0].isspace()
        and not after.startswith(_NO_SPACE_BEFORE)
        and not seen.endswith(_OPENS)
    )
    return f"{' ' if space_before else ''}{new.strip()}{' ' if space_after else ''}"


def without(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a stretch to remove, with the space that would be one too many: of “an old lamp”
    without “old” it is `` old``.
    """
    behind = text[end:]
    no_space_needed = not behind or behind[0] == " " or behind.startswith(_NO_SPACE_BEFORE)
    if text[:start].endswith(" ") and no_space_needed:
        return start - 1, end
    if not start and behind.startswith(" "):
        return start, end + 1
    return start, end
