"""What an Ascension Address does to the Ruleset: terms are replaced, dynastic rules repealed, statuses set."""

from __future__ import annotations

from difflib import SequenceMatcher

from parsers.patterns import later
from parsers.ruleset.model import SectionKind
from validators.edits.sentences import SentenceChange, in_words, is_heading

_WORD = later(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[^\w\s]")
_STATUS = later(r"\s*(?:\[[^\]]*\]|\*)\s*")
_ARTICLES = frozenset(("a", "an", "A", "An"))
_MEANING = frozenset(
    """no not never none nobody nothing any all each every only if unless when one two three for against veto deferential proposal
    proposals cfj cfjs dov dovs call calls judgement judgment declaration declarations victory votable matter matters vote votes voter
    voters voting quorum pending enacted failed vetoed illegal popular unpopular admin admins idle active dormant core special case
    appendix daily weekly monthly action actions hour hours day days week weeks month months monday tuesday wednesday thursday friday
    saturday sunday january february march april may june july august september october november december dynasty must shall should
    can will might""".split()
)
"""Words that begin a sentence or belong to the game, and are no name that a dynasty gives."""
_MOST_WORDS = 3_000


def is_reset(change: SentenceChange) -> bool:
    """Whether a change is of a kind that an Address makes."""
    if not change.came:
        return change.kinds == {SectionKind.DYNASTIC}
    return len(change.gone) == len(change.came) and all(map(_says_the_same, change.gone, change.came))


def _says_the_same(old: str, new: str) -> bool:
    """Whether two lines are the same but for names and the articles before them, or are headings that differ in their status."""
    if is_heading(old) is not is_heading(new):
        return False
    if is_heading(old) and _STATUS.sub("", old) == _STATUS.sub("", new):
        return True
    words, others = (_WORD.findall(in_words(line)) for line in (old, new))
    if len(words) + len(others) > _MOST_WORDS:
        return False
    steps = SequenceMatcher(None, words, others, autojunk=False).get_opcodes()
    return all(tag == "equal" or (_names(words[a:b]) and _names(others[c:d])) for tag, a, b, c, d in steps)


def _names(words: list[str]) -> bool:
    """Whether these are capitalised words, or articles; none is no name."""
    return bool(words) and all(word in _ARTICLES or (word[0].isupper() and word.casefold() not in _MEANING) for word in words)
