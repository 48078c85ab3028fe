"""Read an admin's note: "Timed out, 5-2 with 1 DEF. Enacted by Ana."

Notes are free text, so the recognised parts are read and all others stay None. A note can be a log
of several lines: of two outcomes the later counts, of two different tallies neither. A tally
without labels that contradicts the outcome is unknown. A signature is found by the names of
everybody in the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from parsers.model import AdminNote, Outcome
from parsers.numbers import NUMBER, read_number
from parsers.patterns import later

_LONGEST = 4_000
"""The most characters of a note that are read, from its end, where a log has its last entry."""
_OVERRIDES = frozenset("\u202d\u202e")
"""Characters that reverse the writing direction, so that "3-1" shows as "1-3"."""

_DASH_BETWEEN_NUMBERS = later(r"(?<=\d) ?[\u2010-\u2015\u2212] ?(?=\d)")
_DASH = later(r" ?[\u2010-\u2015\u2212] ?")
# "quorum is 6", "Quorum: 6", "quorum of (six)", but not "quorum, 6-1" and not "quorum of 6 votes"
_QUORUM = later(
    rf"\bquorum(?: (?:is|was|being|of|at)|:| ?=)? ?\(?({NUMBER})(?! ?[-:/] ?\d|"
    r" (?:votes?|for|against|to)\b)",
    re.IGNORECASE,
)

# Tallies

_FOR, _AGAINST, _DEFERENTIAL = range(3)
_LABEL = r"(fors?|in favou?r|againsts?|defs?|deferentials?|deferring|imperials?)\b"
# "7", "seven votes", "7 votes FOR"
_VALUE = rf"(?!0\d)({NUMBER})(?: votes?)?(?: {_LABEL})?"
_TO = r"(?: ?- ?| to | vs\.? | versus )"
# "7-1", "7 votes to 1", "15-8-3", but not a part of a date ("12-01-04") or a time, not "from 6 to
# 5", not "2 to 3 days".
_PAIR = later(
    rf"(?<![\w.:/-])(?<!from ){_VALUE}{_TO}{_VALUE}(?:{_TO}{_VALUE})?(?!\w|[:/]\d| ?- ?\d+\b|"
    r" (?:hours?|hrs?|days?|minutes?|points?)\b)",
    re.IGNORECASE,
)
# "3 FOR", "6 votes against", "2 players voted AGAINST", but not "no 3 FOR"
_NUMBER_LABEL = later(
    rf"(?<!no )(?<![\w.:/-])({NUMBER})"
    r" (?:votes? |players? |people |voted |voting |unresolved |remaining |open "
    rf"|[^\W\d]+ (?=in favou?r)){{0,3}}{_LABEL}",
    re.IGNORECASE,
)
_TIME = r"(?! ?-? ?(?:hours?|hrs?|h|days?|minutes?|mins?)\b)"
# "FOR: 6", "Against = 2", but not "voting against: 3 FOR" and not "for: 48 hours"
_NAMED = later(
    rf"(?<!open )\b{_LABEL}(?: votes?)? ?[:=] ?({NUMBER})(?!\w)"
    rf"(?! (?:votes? )?{_LABEL}(?! ?[:=])){_TIME}",
    re.IGNORECASE,
)
# "FOR 6, AGAINST 2"
_LABELS_FIRST = later(
    rf"(?<!open )\b{_LABEL} ({NUMBER})[,;]? ?(?:and |to |- ?)?{_LABEL} ({NUMBER})(?![\w-]){_TIME}",
    re.IGNORECASE,
)
# "2 FOR 5 AGAINST 1 DEF" looks like labels first, but has a number before and a label behind.
_NUMBER_BEFORE = later(rf"(?<![\w.:/-]){NUMBER}(?: votes?)? $", re.IGNORECASE)
_LABEL_AFTER = later(rf" (?:votes? )?(?:{_LABEL}|abst)", re.IGNORECASE)
_NEEDED = later(
    rf"\b(?:need(?:s|ed|ing)?|requir(?:es|ed|ing)|necessary|short|of the {NUMBER})\b", re.IGNORECASE
)
"""Words of a line about the votes that were needed, not about those that were cast."""

# Outcomes, in the many words that admins use

# "cannot be ", "not yet ", "un"
_NOT = (
    r"\b(?:can ?not|can['’]?t|could ?n['’]t|unable to|did ?n['’]t|does ?n['’]t|won['’]t|not"
    r"|no longer|never|un-?)"
    r" ?(?:be |been |get |yet |now |able to ){0,2}"
)
# "reached 6 votes against"
_SO_MANY_AGAINST = (
    r"(?:(?:\d{1,3}|of|has|have|is|was|players?|votes?|voted|voting|reached) ){0,4}againsts?\b"
)
_GOT = r"(?:reach(?:es|ed|ing)?|has|have|met|meets|made|makes|achieve[ds]|attain(?:s|ed)|got|gets)"

# A word for each outcome: "not enacted", "failed", "vetoed", "self-killed", "s/k'd", "illegal",
# "not a legal proposal", "enacted". Failing comes first: its phrases contain words of the others.
_OUTCOME_WORD = later(
    rf"(?P<failed>{_NOT}enact(?:ed|able)?\b|\bfail(?:s|ed|ing|ure)?\b)"
    r"|(?P<vetoed>(?<!\bno )(?<!\bnot )(?<!un)(?<!un-)\bveto(?:ed|es)?\b)"
    r"|(?P<withdrawn>(?<!\bnot )\b(?:self[ -]?kill(?:ed|s)?|s[-/.]?k(?:['’-]?e?d|\.)?"
    r"|withdrawn|withdrew|withdraws|withdrawal)(?!\w))"
    # not "it is illegal for Ana to be one"
    r"|(?P<illegal>(?<!\bnot )\billegal(?:ly)?\b(?! (?:for [^\W\d_]+ )?to\b)"
    r"|\bnot an? (?:legal|valid) (?:proposal|cfj|call|dov|declaration|matter|post)\b)"
    r"|(?P<enacted>\benact(?:s|ed)?\b)",
    re.IGNORECASE,
)
# Reasons that imply an outcome: "did not reach quorum", "quorumed against", "voted down"; "reached
# quorum", "popular", "passes", but not "48 hours have passed".
_IMPLIED = later(
    rf"(?P<failed>{_NOT}(?:reach(?:es|ed)?|make|meet|pass(?:ed)?|popular|quorum|quorate)\b"
    r"|\b(?:fewer|less) than (?:a )?quorum\b"
    rf"|\bquorum(?:s|ed)? {_SO_MANY_AGAINST}"
    r"|\banti-?quorum(?:ed)?\b"
    r"|\b(?:defeated|rejected|voted down)\b)"
    rf"|(?P<enacted>\b{_GOT} (?:a )?quorum\b(?! {_SO_MANY_AGAINST})"
    rf"|\bquorum (?:\(?(?:of )?{NUMBER}\)? )?(?:is |was |has been )?"
    r"(?:reached|met|achieved|attained)\b(?! against\b)"
    r"|\bpopular\b|\bquorate\b"
    rf"|(?<!no )\bquorum(?:s|ed)\b(?! of\b| {_SO_MANY_AGAINST})"
    r"|(?<!hours )(?<!days )(?<!time )\bpass(?:es|ed)?\b"
    r"(?! (?:the |its )?(?:\d{1,3}[ -]?(?:hours?|hrs?|days?)|deadline)))",
    re.IGNORECASE,
)
# "by Ana", but not "by a quorum" and not "by default"
_SOMEBODY = (
    r"by (?=\w)(?!(?:an?|the|my|his|her|its|their|default|virtue|mistake|accident|popular|quorum"
    r"|majority|unanimous|consensus|fiat|call|declaration|hiatus|operation|\d+)\b|\w+['’]s\b)"
)
_FAILED_BY = rf"\bfail(?:s|ed) {_SOMEBODY}"
# A line up to its last "enacted by" or "failed by" and somebody.
_RESOLVED_BY = later(
    rf".*(?:\benact(?:s|ed) {_SOMEBODY}(?!.*{_FAILED_BY})|{_FAILED_BY}(?=.*\benact))", re.IGNORECASE
)
_OTHER_MATTER = later(
    r"(?:[,;:(]| -|\b(?:as|since|because|when|after|for)\b) ?(?:(?:as|since|because|when|after) )?"
    r"(?!the (?:proposal|cfj|dov|matter|call|declaration)\b)"
    r"(?:(?!it\b|this\b|quorum\b)[^\s,;:.!?]+ ){1,8}?"
    r"(?:is|are|was|were|has been|have been|had been|got) (?:(?!not\b)[^\s,;:.!?]+ ){0,2}?"
    r"(?:enacted|failed|vetoed|withdrawn|illegal|self-killed)\b",
    re.IGNORECASE,
)
"""The outcome of another matter: the end of "Failed, another DoV was enacted"."""
_UNDONE = later(
    r"\bun-?(?:failed|enacted|adminned|vetoed|resolved)\b|\bre-?opened\b", re.IGNORECASE
)
_TIMED_OUT = later(r"\btim(?:e|ed|es|ing)[ -]?out\b", re.IGNORECASE)


class NoteTally(NamedTuple):
    """The numbers that a note states, each None if it does not."""

    for_: int | None = None
    against: int | None = None
    deferential: int | None = None


def read_note(text: str) -> AdminNote:
    """Read the tally, the outcome and the quorum of a note; those that it does not state are None."""
    if not _OVERRIDES.isdisjoint(text) or _UNDONE.search(text):
        return AdminNote(text.strip())
    lines = [line for part in text[-_LONGEST:].splitlines() if (line := _plain(part))]
    lines = _last_resolution(lines) if len(lines) > 1 else lines
    tally = _read_tally(lines)
    outcome = _read_outcome(lines, tally)
    if (
        outcome is None
        and len(lines) == 1
        and tally.for_ is not None
        and tally.against is not None
        and tally.for_ <= tally.against
    ):
        outcome = Outcome.FAILED  # "2-8 Ana"
    if _contradicts(outcome, tally, lines):
        tally = NoteTally(deferential=tally.deferential)
    quorums = [found for line in lines for found in _QUORUM.findall(line)]
    return AdminNote(text.strip(), outcome, *tally, read_number(quorums[-1]) if quorums else None)


def _plain(line: str) -> str:
    """Return a line with single spaces and with hyphens for dashes, without spaces between numbers
    (“6 – 2” is “6-2”) and with spaces elsewhere (“Failed—Ana” is “Failed - Ana”).
    """
    line = " ".join(line.split())
    return _DASH.sub(" - ", _DASH_BETWEEN_NUMBERS.sub("-", line)).strip()


def _last_resolution(lines: list[str]) -> list[str]:
    """Return the lines from the last that reversed an outcome; earlier ones no longer count."""
    first = 0
    enacted_before: bool | None = None
    for number, line in enumerate(lines):
        outcome = _read_outcome([line], _read_tally([line]))
        if outcome is not None:
            enacted = outcome is Outcome.ENACTED
            if enacted_before is not None and enacted is not enacted_before:
                first = number
            enacted_before = enacted
    return lines[first:]


def _read_tally(lines: Sequence[str]) -> NoteTally:
    """Read the tally of the last line that has both sides, else of the last that has one. It is
    unknown if lines differ, unless the last such line states the outcome, too.
    """
    deferential: int | None = None
    one_sided = NoteTally()
    both: set[tuple[int, int]] = set()
    for line in reversed(lines):
        for votes in _votes_in(line):
            if not both and deferential is None:
                deferential = votes.get(_DEFERENTIAL)
            if _FOR in votes and _AGAINST in votes:
                both.add((votes[_FOR], votes[_AGAINST]))
            elif one_sided == NoteTally():
                one_sided = NoteTally(votes.get(_FOR), votes.get(_AGAINST))
        if len(both) == 1 and any(
            expression.search(line) for expression in (_OUTCOME_WORD, _IMPLIED, _TIMED_OUT)
        ):
            break
    if not both:
        return one_sided._replace(deferential=deferential)
    return (
        NoteTally(*both.pop(), deferential)
        if len(both) == 1
        else NoteTally(deferential=deferential)
    )


def _votes_in(line: str) -> list[dict[int, int]]:
    """Return the votes by side that a line states, once for each pair of numbers in it."""
    pairs = list(_PAIR.finditer(line))
    rest = "" if _NEEDED.search(line) else _PAIR.sub(";", line)
    labelled = _LABELS_FIRST.search(rest)
    if labelled is not None and not (
        _LABEL_AFTER.match(rest, labelled.end())
        and _NUMBER_BEFORE.search(rest, max(0, labelled.start() - 20), labelled.start())
    ):
        return [
            {
                _side_of_label(labelled[1]): read_number(labelled[2]),
                _side_of_label(labelled[3]): read_number(labelled[4]),
            }
        ]
    votes = _of_sides((label, number) for number, label in _NUMBER_LABEL.findall(rest))
    votes |= _of_sides((found[1], found[2]) for found in _NAMED.finditer(rest))
    return [votes | _in_pair(pair) for pair in pairs] or [votes]


def _of_sides(found: Iterable[tuple[str, str]]) -> dict[int, int]:
    """Return votes by side, of labels and numbers; a side with two different numbers is left out."""
    sides = {(_side_of_label(label), read_number(number)) for label, number in found}
    once = Counter(side for side, _ in sides)
    return {side: number for side, number in sides if once[side] == 1}


def _in_pair(pair: re.Match[str]) -> dict[int, int]:
    """Return the votes by side of "7-1", "7 FOR to 1" or "15-8-3": by the labels, else in the order
    FOR, AGAINST, DEFERENTIAL.
    """
    first, first_label, second, second_label, third, third_label = pair.groups()
    if not first_label and second_label and _side_of_label(second_label) is _FOR:
        second_label = ""  # in "7-1 for" the label is about both
    values = [(first, first_label), (second, second_label)]
    if third:
        values.append((third, third_label))
    labelled = {_side_of_label(label): read_number(value) for value, label in values if label}
    unlabelled = [read_number(value) for value, label in values if not label]
    free_sides = [side for side in (_FOR, _AGAINST, _DEFERENTIAL) if side not in labelled]
    return labelled | dict(zip(free_sides, unlabelled, strict=False))


def _contradicts(outcome: Outcome | None, tally: NoteTally, lines: Sequence[str]) -> bool:
    """Return whether a tally without labels contradicts the outcome: in "Failed, 6 to 2", six may
    have been AGAINST.
    """
    if tally.for_ is None or tally.against is None:
        return False
    for line in lines:
        sides = [label for _, label in _NUMBER_LABEL.findall(line)] + [
            found[1] for found in _NAMED.finditer(line)
        ]
        if _LABELS_FIRST.search(line) or any(
            _side_of_label(label) is not _DEFERENTIAL for label in sides
        ):
            return False
    if outcome is not Outcome.FAILED:
        return outcome is Outcome.ENACTED and tally.for_ < tally.against
    # With the author's own vote alone ("1-0") a matter can fail.
    return tally.for_ > tally.against and tally.for_ + tally.against > 1


def _side_of_label(label: str) -> int:
    if label[0].lower() == "a":
        return _AGAINST
    return _FOR if label.lower().startswith(("fo", "in")) else _DEFERENTIAL


def _read_outcome(lines: Sequence[str], tally: NoteTally) -> Outcome | None:
    """Return the outcome that a note's lines state or imply; if they only say "timed out", the one
    of the tally.
    """
    # The text behind "enacted by Ana" is about other things; behind "failed by Ana" it may be the
    # reason.
    text = "\n".join(signed[0] if (signed := _RESOLVED_BY.match(line)) else line for line in lines)
    outcomes = _outcomes_in(_OUTCOME_WORD, text)
    if outcomes:
        own_text = _OTHER_MATTER.sub("", text)
        return _final_outcome(_outcomes_in(_OUTCOME_WORD, own_text) or outcomes)
    implied = _outcomes_in(_IMPLIED, text)
    if implied:
        return implied[-1]
    if _TIMED_OUT.search(text) and tally.for_ is not None and tally.against is not None:
        return Outcome.ENACTED if tally.for_ > tally.against else Outcome.FAILED
    return None


def _outcomes_in(expression: re.Pattern[str], text: str) -> list[Outcome]:
    return [Outcome(found.lastgroup or "") for found in expression.finditer(text)]


def _final_outcome(outcomes: list[Outcome]) -> Outcome:
    """Return the last outcome with its kind: "Vetoed. Failed by Ana." is a veto, and a veto takes
    precedence over a withdrawal.
    """
    ending = list(takewhile(lambda outcome: outcome is not Outcome.ENACTED, reversed(outcomes)))
    ending.reverse()
    if not ending:
        return Outcome.ENACTED
    if Outcome.VETOED in ending:
        return Outcome.VETOED
    return next(
        (outcome for outcome in reversed(ending) if outcome is not Outcome.FAILED), Outcome.FAILED
    )


# Signatures

_BY = later(r"\bby:? $", re.IGNORECASE)
# before "by Ana" it is another deed than resolving: "self-killed ", "Typo fixed in the rule "
_OTHER_DEED = later(
    r"\b(?:withdrawn|withdrew|(?:self[ -]?)?kill(?:ed)?|s[-/]?k(?:['’-]?e?d)?|veto(?:ed)?"
    r"|(?:up)?dated|edited|amended|changed|added|made|written|proposed|posted|suggested|requested"
    r"|noted|noticed|spotted|caught|fixed|corrected|implemented|applied|done|counted|reverted"
    r"|undone)(?: (?:to|in|on|at) (?:the )?\w+)?,? $",
    re.IGNORECASE,
)
_NAME_GOES_ON = later(r" [A-Z]")
_CLOSING = later(r"[\s.!,)]*(?:\([^()]*\)[\s.!]*)?")
_BEFORE_SIGNATURE = later(
    rf"(?:^|[-~] ?|(?:[-/]|\bto|\bvs\.?) ?{NUMBER}\)? "
    r"|(?<!thanks)(?<!sorry)(?<!apologies)(?<!congratulations)(?<!congrats)(?<!welcome)"
    r"(?<!\bhi)(?<!hello)[^\w\s?] ?)$",
    re.IGNORECASE,
)
"""The text before a name at the end of a line if the name is a signature: "5-1-Ana", "Passes. Ana",
but not "Thanks, Ana".
"""


def signed_by(text: str, names: Iterable[str]) -> str | None:
    """Return the name that signed a note, the last one in a log, None in doubt. ``names`` are those
    of everybody in the game.
    """
    known = _any_name(tuple(names))
    if known is None or not _OVERRIDES.isdisjoint(text):
        return None
    lines = map(_plain, reversed(text[-_LONGEST:].splitlines()))
    return next((name for line in lines if (name := _signature(line, known))), None)


def _signature(line: str, known: re.Pattern[str]) -> str | None:
    """Return the name behind "by", else the one at the end of a line."""
    # A capital behind a name may continue it: "Ana" is not "Ana Bell".
    spans = [
        found.span() for found in known.finditer(line) if not _NAME_GOES_ON.match(line, found.end())
    ]
    spans.reverse()
    for start, end in spans:
        before = line[max(0, start - 60) : start]
        by_word = _BY.search(before)
        if by_word and not _OTHER_DEED.search(before[: by_word.start()]):
            return line[start:end]
    for start, end in spans:
        is_last = _CLOSING.fullmatch(line, end)
        if is_last and _BEFORE_SIGNATURE.search(line, max(0, start - 60), start):
            return line[start:end]
    return None


@lru_cache(maxsize=8)
def _any_name(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return an expression for any of some names in any case (of “Ana” and “Ana Bell” the longer
    one first), but not in the genitive (“Ana's”).
    """
    longest_first = sorted({name for name in names if name.strip()}, key=len, reverse=True)
    spellings = "|".join(re.sub("['’]", "['’]", re.escape(name)) for name in longest_first)
    pattern = rf"(?<!\w)(?:{spellings})(?!\w|['’]s\b)"
    return re.compile(pattern, re.IGNORECASE) if spellings else None
