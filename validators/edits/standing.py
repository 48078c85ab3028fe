"""What became of an edit's changes of the Ruleset: whether they stand, and which later revision put them right or wrote over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsers.model import Revision
from validators.edits.sentences import SentenceChange, shown_sentences


@dataclass(frozen=True, slots=True)
class Settled:
    """The revision since which something no longer stands: ``mended`` says that all is as it should be, else other text took its place."""

    revision: Revision
    mended: bool


@lru_cache(maxsize=64)
def _counts(text: str) -> Counter[str]:
    return Counter(shown_sentences(text).lines)


def net(change: SentenceChange) -> Counter[str]:
    """How many more (or less) of each line there are after a change."""
    counts = Counter(change.came)
    counts.subtract(change.gone)
    return Counter({line: count for line, count in counts.items() if count})


def surplus(lines: Iterable[str], made: str, due: Sequence[str]) -> dict[str, int]:
    """Of these lines how many too many (or, negative, too few) a page has, held against the first of the texts that it was due to be.

    A line of which there are as many as on any of those texts is as it should be.
    """
    there, texts = _counts(made), [_counts(text) for text in due]
    wrong = {line: there[line] - texts[0][line] for line in lines if all(there[line] != counts[line] for counts in texts)}
    return {line: count for line, count in wrong.items() if count}


def settled(wrong: Mapping[str, int], made: Revision, later: Sequence[Revision], *, before: str | None = None) -> Settled | None:
    """Which of the ``later`` revisions settled what is ``wrong``: the lines that are too many (or missing, if negative) since ``made``.

    Without such lines, only the text ``before`` does, if it is given. A revision whose text is hidden settles nothing.
    """
    known = [each for each in later if each.text is not None]
    first: Revision | None = None
    mended = False
    for each in reversed(known):
        now = _state(wrong, made.text or "", each.text or "", before)
        if now is None or (first is not None and now is not mended):
            break
        first, mended = each, now
    return None if first is None else Settled(first, mended)


def _state(wrong: Mapping[str, int], made: str, text: str, before: str | None) -> bool | None:
    """True where all is as it should be, False where something else stands there, None where it is still wrong."""
    if not wrong:
        return True if before is not None and text == before else None
    then, now = _counts(made), _counts(text)
    extra = [line for line, count in wrong.items() if count > 0]
    if any(now[line] > then[line] - wrong[line] for line in extra):
        return None
    if all(now[line] >= then[line] - count for line, count in wrong.items() if count < 0):
        return True
    return False if extra else None


def is_there(change: SentenceChange, base: str) -> bool:
    """Whether a change only brings sentences, and the text that it is made to has them: what was carried out before is not seen."""
    there = _counts(base)
    return not change.gone and all(there[line] for line in change.came)


def is_done(change: SentenceChange, base: str, text: str) -> bool:
    """Whether a text has what a change of another text brings, and has not what it takes away."""
    then, now = _counts(base), _counts(text)
    return all(
        now[line] >= then[line] + count if count > 0 else now[line] <= max(0, then[line] + count) for line, count in net(change).items()
    )
