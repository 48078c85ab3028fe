"""Changes within a line: words replaced, put in or taken away, with the markup around them kept whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from parsers.patterns import later
from parsers.proposals.applying.alike import same_case
from parsers.proposals.applying.mapped import NOTHING_AROUND, Around, Character, nothing_between
from parsers.wiki.blocks import Block
from parsers.wiki.visible import visible_text

_TOKEN = later(r"\w+|\s+|[^\w\s]")
_OPENS = tuple("([{“‘")
_NO_BLANK_BEFORE = (*",.;:!?)]}”’'…-–—",)
_STEM = 3
_MOST_WORK = 4_000_000
Splice = tuple[int, int, str]


def replaced(source: str, block: Block, found: Sequence[Character], start: int, end: int, new: str) -> tuple[list[Splice], list[Splice]]:
    """The changes of ``source`` that write ``new`` in place of the characters from ``start`` to ``end``, and those of the block's text.

    Words that stay are left as they are written; so is the markup around them. Raises ValueError where markup would be cut.
    """
    if visible_text(new) != new:
        return [(*_place(source, block, found, start, end), new)], [(start, end, visible_text(new))]
    old = "".join(character.seen for character in found)
    hunks = list(_hunks(old, start, end, new, whole=nothing_between(found, start, end)))
    gone = [run for run in _marked(found, start, end) if _few_stay(old, run, hunks) or _is_other_link(old, found, run, hunks)]
    for run in gone:
        hunks = _covering(old, run, hunks)
    places = [_place(source, block, found, first, last, outer=(first, last) in gone) for first, last, _ in hunks]
    return [(*place, instead) for place, (_, _, instead) in zip(places, hunks, strict=True)], hunks


def _marked(found: Sequence[Character], start: int, end: int) -> Iterator[tuple[int, int]]:
    """The runs of characters within markup that lie among others from ``start`` to ``end``."""
    place = start
    while place < end:
        stop = place + 1
        if found[place].around != NOTHING_AROUND:
            while stop < end and found[stop].around == found[place].around:
                stop += 1
            beyond = (place == start > 0 and found[place - 1].around == found[place].around) or (
                stop == end < len(found) and found[stop].around == found[place].around
            )
            if not beyond and (place, stop) != (start, end):
                yield place, stop
        place = stop


def _few_stay(old: str, run: tuple[int, int], hunks: Sequence[Splice]) -> bool:
    """Whether less than half of a run's letters stay, nor the word beside it, so that its markup goes with its words."""
    before = next((place for place in range(run[0] - 1, -1, -1) if old[place].isalnum()), -1)
    behind = next((place for place in range(run[1], len(old)) if old[place].isalnum()), -1)
    if not any(first <= place < last for first, last, _ in hunks for place in (before, behind)):
        return False
    letters = [place for place in range(*run) if old[place].isalnum()]
    return 2 * sum(any(first <= place < last for first, last, _ in hunks) for place in letters) > len(letters)


def _is_other_link(old: str, found: Sequence[Character], run: tuple[int, int], hunks: Sequence[Splice]) -> bool:
    """Whether nothing stays of a link's words, nor comes that begins like them, so that the link would be another's."""
    changed = [hunk for hunk in hunks if hunk[0] < run[1] and hunk[1] > run[0]]
    stays = any(old[place].isalnum() and not any(first <= place < last for first, last, _ in changed) for place in range(*run))
    alike = any(same_case(instead).strip()[:_STEM] == same_case(old[first:last]).strip()[:_STEM] for first, last, instead in changed)
    return found[run[0]].around[2] >= 0 and not stays and not alike


def _covering(old: str, run: tuple[int, int], hunks: Sequence[Splice]) -> list[Splice]:
    """The same changes, with one of them over all of a run."""
    before = [hunk for hunk in hunks if hunk[1] < run[0]]
    behind = [hunk for hunk in hunks if hunk[0] > run[1]]
    inside = [hunk for hunk in hunks if hunk not in before and hunk not in behind]
    first, last = min(run[0], inside[0][0]), max(run[1], inside[-1][1])
    text, place = "", first
    for begins, ends, instead in inside:
        text, place = text + old[place:begins] + instead, ends
    return [*before, (first, last, text + old[place:last]), *behind]


def inserted(source: str, block: Block, found: Sequence[Character], at: int, new: str) -> tuple[list[Splice], list[Splice]]:
    """The same for words that are put in before the character ``at``, outside of markup that begins or ends there."""
    if 0 < at < len(found) and found[at - 1][1:3] == found[at][1:3]:
        raise ValueError("the place is within what stands for something else")
    places = [_before(source, block, found, at), _behind(source, block, found, at)]
    outside = [place for place, around in places if around == NOTHING_AROUND]
    if not outside and (places[0][1] != places[1][1] or (found[at].fixed and found[at - 1].fixed)):
        raise ValueError("the markup there would be cut in two")
    place = outside[0] if outside else places[0][0]
    return [(place, place, new)], [(at, at, visible_text(f"|{new}|")[1:-1])]


def spaced(before: str, new: str, after: str) -> str:
    """Words with the blanks that they need between what stands before and behind them."""
    seen = visible_text(new)
    left = bool(before) and not before[-1].isspace() and before[-1] not in _OPENS and not seen.startswith(_NO_BLANK_BEFORE)
    right = bool(after) and not after[0].isspace() and not after.startswith(_NO_BLANK_BEFORE) and not seen.endswith(_OPENS)
    return f"{' ' if left else ''}{new.strip()}{' ' if right else ''}"


def without(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch that is to go, with the blank that would be one too many."""
    behind = text[end:]
    if text[:start].endswith(" ") and (not behind or behind[0] == " " or behind.startswith(_NO_BLANK_BEFORE)):
        return start - 1, end
    return (start, end + 1) if not start and behind.startswith(" ") else (start, end)


def _hunks(old: str, start: int, end: int, new: str, *, whole: bool) -> Iterator[tuple[int, int, str]]:
    """What differs: from where to where, and what comes there; with ``whole`` one stretch."""
    before, after = _TOKEN.findall(old[start:end]), _TOKEN.findall(new)
    keys, others = [same_case(each) or " " for each in before], [same_case(each) or " " for each in after]
    shortest = min(len(keys), len(others))
    head = next((i for i in range(shortest) if keys[i] != others[i]), shortest)
    tail = next((i for i in range(shortest - head) if keys[-1 - i] != others[-1 - i]), shortest - head)
    first, last, stop = head, len(keys) - tail, len(others) - tail
    codes: Sequence[tuple[str, int, int, int, int]] = [("replace", 0, last - first, 0, stop - first)]
    if not whole and (last - first) * (stop - first) <= _MOST_WORK:
        codes = SequenceMatcher(None, keys[first:last], others[first:stop], autojunk=False).get_opcodes()
    places = [start]
    for token in before:
        places.append(places[-1] + len(token))
    for tag, i, j, k, m in codes:
        if tag != "equal" and (i < j or k < m):
            yield places[first + i], places[first + j], "".join(after[first + k : first + m])


def _place(source: str, block: Block, found: Sequence[Character], start: int, end: int, *, outer: bool = False) -> tuple[int, int]:
    """Where in the source the characters from ``start`` to ``end`` stand; ``outer``: with the markup that holds nothing but them."""
    if start == end:
        (splice,), _ = inserted(source, block, found, start, "")
        return splice[:2]
    if any(0 < at < len(found) and found[at - 1][1:3] == found[at][1:3] for at in (start, end)):
        raise ValueError("the words are part of what stands for something else")
    lefts = [(found[start].start, found[start].around), _before(source, block, found, start)]
    rights = [(found[end - 1].end, found[end - 1].around), _behind(source, block, found, end)]
    fixed = any(character.fixed for character in found[start:end])
    fitting = [
        (left, right) for left, around in lefts for right, other in rights if around == other and not (fixed and around != NOTHING_AROUND)
    ]
    if not fitting:
        raise ValueError("the markup there would be cut in two")
    first, last = fitting[-1 if outer else 0]
    if "<!--" in source[first:last] or "{{" in source[first:last]:
        raise ValueError("there is a comment or a template within the words")
    return first, last


def _before(source: str, block: Block, found: Sequence[Character], start: int) -> tuple[int, Around]:
    """Where the markup begins that stands before a character, and what is around there."""
    if start:
        return found[start - 1].end, found[start - 1].around
    line = max(block.start, source.rfind("\n", 0, found[0].start) + 1)
    marks = re.match(r"[*#:;]*[ \t]*", source[line : found[0].start])
    return line + (marks.end() if marks else 0), NOTHING_AROUND


def _behind(source: str, block: Block, found: Sequence[Character], end: int) -> tuple[int, Around]:
    """Where the markup ends that stands before the character at ``end``, and what is around there."""
    if end < len(found):
        return found[end].start, found[end].around
    rest = source[found[-1].end : max(block.end, found[-1].end)].partition("\n")[0]
    return found[-1].end + len(rest.rstrip()), NOTHING_AROUND
