"""Changes within a paragraph or an item: words replaced, put in or taken away, with the markup around them kept.

Where in the source the words stand is found by trying: what is written is believed only if the block then shows what it should.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from parsers.instructions.applying.expected_page import shown
from parsers.instructions.normalise import same_case
from parsers.wiki.visible import visible_text

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_MARK = r"'{2,5}+|\[\[(?:[^\[\]|\n]*+\|)?+|\]\]"
_MARKS = f"(?:{_MARK})*+"
_OPENS = tuple("([{“‘")
_NO_BLANK_BEFORE = (*",.;:!?)]}”’'…-–—",)
_MOST_WORK = 1_000_000
_MOST_PLACES = 200


def rewritten(source: str, text: str, start: int, end: int, new: str) -> str:
    """The source of a block that shows ``text``, with ``new`` in place of what shows from ``start`` to ``end``.

    Words that stay are left as they are written. Raises ValueError where the markup would not allow it.
    """
    if shows(source) != text:
        raise ValueError("the markup there has to be changed by hand")
    hunks = [(start, end, new)] if visible_text(f"|{new}|") != f"|{new}|" else list(_hunks(text, start, end, new))
    for first, last, instead in reversed(hunks):
        wanted = text[:first] + visible_text(f"|{instead}|")[1:-1] + text[last:]
        source = _tried(source, text, (first, last), instead, " ".join(wanted.split()))
        text = wanted
    return source


def shows(source: str) -> str | None:
    """The text that a block shows; None where it is not one block."""
    passages = shown(source)
    return passages[0].blocks[0][0] if len(passages) == 1 and len(passages[0].blocks) == 1 else None


def _tried(source: str, text: str, span: tuple[int, int], instead: str, wanted: str) -> str:
    """The source of a block with other words in a place of its text, so that it then shows what is wanted."""
    found: list[str] = []
    for literal, written in _literals(text, *span, instead):
        for start, end in _places(source, literal, removes=not written):
            made = source[:start] + written + source[end:]
            if shows(made) != wanted:
                continue
            if any(source.count(opens, 0, start) > source.count(closes, 0, start) for opens, closes in (("[[", "]]"), ("{{", "}}"))):
                raise ValueError("the words stand in a link or a template, which has to be changed by hand")
            if span[0] < span[1] or _is_balanced(source[: start + written.find(instead)]):
                return made
            found.append(made)
    if not found:
        raise ValueError("the markup there would be cut in two, so it has to be changed by hand")
    return found[0]


def _literals(text: str, start: int, end: int, instead: str) -> Iterator[tuple[str, str]]:
    """Words to be found in the source, each with what is written in their place: of what is put in also the words beside it."""
    if start < end:
        yield text[start:end], instead
    if instead or start == end:
        before = re.search(r"\S+\s*\Z", text[:start])
        behind = re.match(r"\s*\S+", text[end:])
        if before is not None:
            yield text[before.start() : end], before[0] + instead
        if behind is not None:
            yield text[start : end + behind.end()], instead + behind[0]


def _places(source: str, literal: str, *, removes: bool) -> Iterator[tuple[int, int]]:
    """Where words may stand in a source, whatever marks are among them, and without or with the marks at their ends.

    Of what is taken away the marks go, too, if nothing else is in them.
    """
    pattern = _MARKS.join(r"\s+" if token.isspace() else re.escape(token) for token in _TOKEN.findall(literal))
    around = [(before, behind) for before in ("", f"(?:{_MARK})") for behind in ("", f"(?:{_MARK})")]
    for before, behind in reversed(around) if removes else around:
        found = re.compile(before + pattern + behind).finditer(source)
        yield from (match.span() for match, _ in zip(found, range(_MOST_PLACES), strict=False) if _is_balanced(match[0]))


def _is_balanced(part: str) -> bool:
    """Whether the marks in a part of a source open and close there."""
    runs = [len(run) for run in re.findall("'{2,}", part)]
    return part.count("[[") == part.count("]]") and all(runs.count(length) % 2 == 0 for length in set(runs))


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


def _hunks(old: str, start: int, end: int, new: str) -> Iterator[tuple[int, int, str]]:
    """What differs, in order: from where to where, and what comes there."""
    before, after = _TOKEN.findall(old[start:end]), _TOKEN.findall(new)
    keys, others = [same_case(each) or " " for each in before], [same_case(each) or " " for each in after]
    shortest = min(len(keys), len(others))
    head = next((i for i in range(shortest) if keys[i] != others[i]), shortest)
    tail = next((i for i in range(shortest - head) if keys[-1 - i] != others[-1 - i]), shortest - head)
    first, last, stop = head, len(keys) - tail, len(others) - tail
    places = [start]
    for token in before:
        places.append(places[-1] + len(token))
    codes = [("replace", 0, last - first, 0, stop - first)]
    if (last - first) * (stop - first) <= _MOST_WORK:
        codes = list(SequenceMatcher(None, keys[first:last], others[first:stop], autojunk=False).get_opcodes())
    for tag, i, j, k, m in codes:
        if tag != "equal" and (i < j or k < m):
            yield places[first + i], places[first + j], "".join(after[first + k : first + m])
