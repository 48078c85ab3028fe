"""The outcome in an admin's note: what became of a matter, in the many words that admins have for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.blog.notes.tallies import Tally
from parsers.model import Outcome

__all__ = ["read_outcome"]

_NOT = (
    r"\b(?:can ?not|can['’]?t|could ?n['’]t|unable to|did ?n['’]t|does ?n['’]t|won['’]t|not|no longer|never|un-?)"
    r" ?(?:be |been |get |yet |now |able to ){0,2}"
)
_AGAINST = r"(?:(?:\d{1,3}|of|has|have|is|was|players?|votes?|voted|voting|reached) ){0,4}against\b"
_GOT = r"(?:reach(?:es|ed|ing)?|has|have|met|meets|made|makes|achieve[ds]|attain(?:s|ed)|got|gets)"

# What is said outright, and the reasons from which it follows. Failing comes first: its phrases hold words of the others.
_SAID = re.compile(
    rf"(?P<failed>{_NOT}enact(?:ed|able)?\b|\bfail(?:s|ed|ing|ure)?\b)"
    r"|(?P<vetoed>(?<!\bno )(?<!\bnot )(?<!un)(?<!un-)\bveto(?:ed|es)?\b)"
    r"|(?P<withdrawn>(?<!\bnot )\b(?:self[ -]?kill(?:ed|s)?|s[-/.]?k(?:['’]?d|\.)?|withdrawn|withdrew|withdraws|withdrawal)(?!\w))"
    r"|(?P<illegal>(?<!\bnot )\billegal(?:ly)?\b)"
    r"|(?P<enacted>\benact(?:s|ed)?\b)",
    re.IGNORECASE,
)
_MEANT = re.compile(
    rf"(?P<failed>{_NOT}(?:reach(?:es|ed)?|make|meet|pass(?:ed)?|popular|quorum|quorate)\b"
    rf"|\b(?:fewer|less) than (?:a )?quorum\b|\bquorum {_AGAINST}|\b(?:defeated|rejected|voted down)\b)"
    rf"|(?P<enacted>\b{_GOT} (?:a )?quorum\b(?! {_AGAINST})"
    rf"|\bquorum (?:is |was |has been )?(?:reached|met|achieved|attained)\b(?! against\b)"
    r"|\bpopular\b|\bquorate\b"
    r"|(?<!hours )(?<!days )(?<!time )\bpass(?:es|ed)?\b(?! (?:the |its )?(?:\d{1,3}[ -]?(?:hours?|hrs?|days?)|deadline)))",
    re.IGNORECASE,
)
_TIMED_OUT = re.compile(r"\btim(?:e|ed|es|ing)[ -]?out\b", re.IGNORECASE)


def read_outcome(lines: Sequence[str], tally: Tally) -> Outcome | None:
    """What a note's lines say became of the matter; where they only say that its time was up, what the tally makes of it."""
    text = "\n".join(lines)
    said = _mentions(_SAID, text)
    if said:
        return _last_word(said)
    meant = _mentions(_MEANT, text)
    if meant:
        return meant[-1]
    if _TIMED_OUT.search(text) and tally.for_ is not None and tally.against is not None:
        return Outcome.ENACTED if tally.for_ > tally.against else Outcome.FAILED
    return None


def _mentions(expression: re.Pattern[str], text: str) -> list[Outcome]:
    return [Outcome(found.lastgroup or "") for found in expression.finditer(text)]


def _last_word(said: list[Outcome]) -> Outcome:
    """The last outcome, with why: "Vetoed. Failed by Ana." is a veto, and a veto outranks a withdrawal."""
    since = len(said) - 1 - said[::-1].index(Outcome.ENACTED) if Outcome.ENACTED in said else -1
    ending = said[since + 1 :]
    if not ending:
        return Outcome.ENACTED
    if Outcome.VETOED in ending:
        return Outcome.VETOED
    return next((outcome for outcome in reversed(ending) if outcome is not Outcome.FAILED), Outcome.FAILED)
