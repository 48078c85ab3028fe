"""Where the quotations of a sentence are, with quotation marks of every kind: straight, curly, nested, curled the wrong way."""

from __future__ import annotations

from dataclasses import dataclass

_OPENING, _CLOSING, _STRAIGHT = "“„«", "”»", '"'
_DOUBLE = frozenset(_OPENING + _CLOSING + _STRAIGHT)
_SINGLE = frozenset("‘’'")
_BEFORE = frozenset(" \n\t([{—–-/:,") | _DOUBLE | _SINGLE
_BEHIND = frozenset(" \n\t)]}—–-/.,;:!?…") | _DOUBLE | _SINGLE
_MOST_DEPTH = 8
_MOST_MARKS = 400


@dataclass(frozen=True, slots=True)
class QuotedStretch:
    """A quotation: ``start`` and ``end`` of what stands between its marks. ``end`` is None where it is not closed in this text."""

    start: int
    end: int | None


def find_quotes(text: str) -> tuple[QuotedStretch, ...] | None:
    """The outermost quotations of a text in their order; None where the marks do not pair off without doubt.

    An unclosed one can only be the last.
    """
    if sum(map(text.count, _DOUBLE | _SINGLE)) > _MOST_MARKS:
        return None
    double = _double(text)
    return None if double is None else _with_single(text, double)


def _double(text: str) -> list[QuotedStretch] | None:
    found: list[QuotedStretch] = []
    opened: list[int] = []
    for position, sign in enumerate(text):
        if sign not in _DOUBLE:
            continue
        if _opens(text, position, len(opened)):
            opened.append(position)
            if len(opened) > _MOST_DEPTH:
                return None
        elif not opened:
            return None
        elif len(opened) == 1:
            found.append(QuotedStretch(opened.pop() + 1, position))
        else:
            opened.pop()
    if opened:
        found.append(QuotedStretch(opened[0] + 1, None))
    return found


def _opens(text: str, position: int, depth: int) -> bool:
    """Whether a mark opens a quotation: by the blanks beside it, and by its own form where they do not tell."""
    before = position == 0 or text[position - 1] in _BEFORE
    behind = position + 1 == len(text) or text[position + 1] in _BEHIND
    if depth == 0:
        return before or not behind
    if before == behind:
        return text[position] in _OPENING
    return before


def _with_single(text: str, double: list[QuotedStretch]) -> tuple[QuotedStretch, ...] | None:
    """Adds the quotations in single marks that are not inside others; of nested ones the outer one counts."""
    if not _SINGLE.intersection(text):
        return tuple(double)
    inside = {position for each in double for position in range(each.start, len(text) if each.end is None else each.end)}
    opens: list[int] = []
    closes: list[int] = []
    found: list[QuotedStretch] = []
    marks = [position for position, sign in enumerate(text) if sign in _SINGLE and position not in inside]
    for position in marks:
        before = position == 0 or text[position - 1] in _BEFORE
        behind = position + 1 == len(text) or text[position + 1] in _BEHIND
        sign = text[position]
        if before and sign != "’" and (not behind or sign == "‘"):
            if closes:
                if len(closes) > 1:
                    return None
                found.append(QuotedStretch(opens[0] + 1, closes[0]))
                opens, closes = [], []
            opens.append(position)
        elif behind and sign != "‘" and (not before or sign == "’") and opens:
            closes.append(position)
    if len(closes) > 1 or (closes and len(opens) > 1):
        return None
    if closes:
        found.append(QuotedStretch(opens[0] + 1, closes[0]))
    outer = [each for each in double if not any(one.start <= each.start < (one.end or 0) for one in found)]
    return tuple(sorted([*outer, *found], key=lambda each: each.start))


def find_closing(text: str) -> int | None:
    """Where a quotation that was opened in an earlier paragraph is closed, None if it is not closed in this text."""
    depth = 1
    for position, sign in enumerate(text):
        if sign in _DOUBLE:
            depth += 1 if _opens(text, position, depth) else -1
            if depth == 0:
                return position
    return None
