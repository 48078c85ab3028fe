"""What an admin's note says: "Timed out, 5-2 with 1 DEF. Enacted by Ana."

Notes are free text, so this reads what it recognises and leaves the rest None. A note may be a log of several
lines: of two tallies, outcomes or names, the later counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parsers.model import AdminNote, Outcome
from parsers.numbers import NUMBER, read_number
from parsers.patterns import later

__all__ = ["read_note"]

# A note is a few lines. Of a longer text the end is read: that is where a log has its last entry.
_LONGEST = 4_000

_DASH_BETWEEN_NUMBERS = later(r"(?<=\d) ?[\u2010-\u2015\u2212] ?(?=\d)")
_DASH = later(r" ?[\u2010-\u2015\u2212] ?")
_QUORUM = later(
    rf"\bquorum(?: (?:is|was|being|of|at)|:| ?=)? ?\(?({NUMBER})(?! ?[-:/] ?\d| (?:votes?|for|against|to)\b)", re.IGNORECASE
)

# Tallies: "7-1", "7 votes to 1", "3 FOR, 4 AGAINST", "15-8-3", "with 6 votes FOR".
_FOR, _AGAINST, _DEFERENTIAL = range(3)
_LABEL = r"(fors?|in favou?r|againsts?|defs?|deferentials?|imperials?)\b"
_VALUE = rf"({NUMBER})(?: votes?)?(?: {_LABEL})?"
_TO = r"(?: ?- ?| to | vs\.? | versus )"
# Not a part of a date or a time, not "from 6 to 5", not "2 to 3 days".
_PAIR = later(
    rf"(?<![\w.:/-])(?<!from ){_VALUE}{_TO}{_VALUE}(?:{_TO}{_VALUE})?(?!\w|[:/]\d| ?- ?\d+\b| (?:hours?|hrs?|days?|minutes?)\b)",
    re.IGNORECASE,
)
_SIDE = later(rf"(?<!no )(?<![\w.:/-])({NUMBER}) (?:votes? |players? |people |voted |voting ){{0,3}}{_LABEL}", re.IGNORECASE)
_NAMED = later(rf"\b{_LABEL}(?: votes?)? ?[:=] ?({NUMBER})", re.IGNORECASE)

# Outcomes, in the many words that admins use.
_NOT = (
    r"\b(?:can ?not|can['’]?t|could ?n['’]t|unable to|did ?n['’]t|does ?n['’]t|won['’]t|not|no longer|never|un-?)"
    r" ?(?:be |been |get |yet |now |able to ){0,2}"
)
_SO_MANY_AGAINST = r"(?:(?:\d{1,3}|of|has|have|is|was|players?|votes?|voted|voting|reached) ){0,4}against\b"
_GOT = r"(?:reach(?:es|ed|ing)?|has|have|met|meets|made|makes|achieve[ds]|attain(?:s|ed)|got|gets)"

# What is stated outright, and the reasons that imply it. Failing comes first: its phrases contain words of the others.
_SAID = later(
    rf"(?P<failed>{_NOT}enact(?:ed|able)?\b|\bfail(?:s|ed|ing|ure)?\b)"
    r"|(?P<vetoed>(?<!\bno )(?<!\bnot )(?<!un)(?<!un-)\bveto(?:ed|es)?\b)"
    r"|(?P<withdrawn>(?<!\bnot )\b(?:self[ -]?kill(?:ed|s)?|s[-/.]?k(?:['’]?d|\.)?|withdrawn|withdrew|withdraws|withdrawal)(?!\w))"
    r"|(?P<illegal>(?<!\bnot )\billegal(?:ly)?\b)"
    r"|(?P<enacted>\benact(?:s|ed)?\b)",
    re.IGNORECASE,
)
_MEANT = later(
    rf"(?P<failed>{_NOT}(?:reach(?:es|ed)?|make|meet|pass(?:ed)?|popular|quorum|quorate)\b"
    rf"|\b(?:fewer|less) than (?:a )?quorum\b|\bquorum {_SO_MANY_AGAINST}|\b(?:defeated|rejected|voted down)\b)"
    rf"|(?P<enacted>\b{_GOT} (?:a )?quorum\b(?! {_SO_MANY_AGAINST})"
    rf"|\bquorum (?:is |was |has been )?(?:reached|met|achieved|attained)\b(?! against\b)"
    r"|\bpopular\b|\bquorate\b"
    r"|(?<!hours )(?<!days )(?<!time )\bpass(?:es|ed)?\b(?! (?:the |its )?(?:\d{1,3}[ -]?(?:hours?|hrs?|days?)|deadline)))",
    re.IGNORECASE,
)
_TIMED_OUT = later(r"\btim(?:e|ed|es|ing)[ -]?out\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NoteTally:
    """The numbers a note states; None for what it does not."""

    for_: int | None = None
    against: int | None = None
    deferential: int | None = None


def read_note(text: str) -> AdminNote:
    """What a note says of tally, outcome, quorum and admin; what it does not say is None."""
    lines = [line for part in text[-_LONGEST:].splitlines() if (line := _plain(part))]
    tally = _read_tally(lines)
    quorums = [found for line in lines for found in _QUORUM.findall(line)]
    return AdminNote(
        text=text.strip(),
        outcome=_read_outcome(lines, tally),
        for_=tally.for_,
        against=tally.against,
        deferential=tally.deferential,
        quorum=read_number(quorums[-1]) if quorums else None,
        admin=_read_admin(lines),
    )


def _plain(line: str) -> str:
    """A line with single blanks, and with hyphens for dashes: close between numbers, with blanks elsewhere."""
    line = " ".join(line.split())
    return _DASH.sub(" - ", _DASH_BETWEEN_NUMBERS.sub("-", line)).strip()


def _read_tally(lines: Sequence[str]) -> NoteTally:
    """The tally that the last of a note's lines states, with DEFERENTIALs that a later line adds."""
    deferential = None
    for line in reversed(lines):
        stated = _tally_in(line)
        if deferential is None:
            deferential = stated.get(_DEFERENTIAL)
        if _FOR in stated or _AGAINST in stated:
            return NoteTally(stated.get(_FOR), stated.get(_AGAINST), deferential)
    return NoteTally(deferential=deferential)


def _tally_in(line: str) -> dict[int, int]:
    pairs = list(_PAIR.finditer(line))
    rest = _PAIR.sub(";", line)
    stated = {_side(label): read_number(number) for number, label in _SIDE.findall(rest)}
    stated |= {_side(label): read_number(number) for label, number in _NAMED.findall(rest)}
    return stated | _in_pair(pairs[-1]) if pairs else stated


def _in_pair(pair: re.Match[str]) -> dict[int, int]:
    """Which side each number of "7-1" or "7 FOR to 1" or "15-8-3" is: by its label, else in the order FOR, AGAINST, DEFERENTIAL."""
    number, label, other, other_label, third, third_label = pair.groups()
    if not label and other_label and _side(other_label) is _FOR:
        other_label = ""  # "7-1 for" speaks of the whole
    values = [(number, label), (other, other_label), *([(third, third_label)] if third else [])]
    stated = {_side(named): read_number(value) for value, named in values if named}
    free = [side for side in (_FOR, _AGAINST, _DEFERENTIAL) if side not in stated]
    return stated | {side: read_number(value) for side, (value, _) in zip(free, [v for v in values if not v[1]], strict=False)}


def _side(label: str) -> int:
    first = label[0].lower()
    return _AGAINST if first == "a" else _FOR if label.lower().startswith(("fo", "in")) else _DEFERENTIAL


def _read_outcome(lines: Sequence[str], tally: NoteTally) -> Outcome | None:
    """The outcome that a note's lines state; where they only say "timed out", the one that the tally implies."""
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

# The admin's name: "by Ana", "-Ana", "— Ana", ", Ana.", a bare "Ana" at the end, or none. The roster is not known here, so a
# name is what is written like one where admins sign. Too long a name would accuse somebody of not being an admin: in
# doubt there is none.
_BY = later(r"\bby:? ", re.IGNORECASE)
_WITHDRAWN_BY = later(r"(?:withdrawn|withdrew|killed|self[ -]?kill|s[-/]?k(?:['’]?d)?) $", re.IGNORECASE)
_VETOED_BY = later(r"veto(?:ed)? $", re.IGNORECASE)
_SIGNING_DASH = later(r"(?:^|(?<=[\s.,;:!?)\]\d]))-{1,2} ?(?=\w)")
_CLOSING_REMARK = later(r" ?\([^()]*\)[\s.!]*$")
_WORD = later(r"\w[\w.'’-]*")
_NUMBERS = later(r"\d+(?:[-/:]\d+)*")
_NUMBER_WORD = later(NUMBER, re.IGNORECASE)
_TITLES = frozenset({"mr.", "mrs.", "ms.", "dr.", "sgt.", "st."})
_MOST_WORDS = 4

# Words of notes that are never a name.
_PROSE = frozenset(
    "a an and are as at be been but by due for from had has have he her his in is it its my no none not of off on or our out over"
    " she since so that the their them then there they this to too was we were when which who will with without you your me myself"
    " us all any both each again already also anyway early late later maybe now oops sadly sorry still thanks though yay yes done"
    " edited fixed note notes see per admin admins author proposer player players emperor everyone everybody nobody people self"
    " default mistake request accident virtue proposal cfj dov rule rules matter post comment comments change changes day days hour"
    " hours minute minutes time time-out timeout quorum majority unanimous unanimously unopposed tie tied ties vote votes voted"
    " voting against def defs deferential deferentials imperial imperials veto vetoed vetoes unpopular popular quorate fewer less"
    " more than can can't can’t cannot could enact enacted enacts enacting fail failed fails failing pass passed passes reach"
    " reached reaches timed times self-kill self-killed selfkilled killed s-k sk s/k withdrawn withdrew withdrawal illegal pending"
    " resolved resolution zero one two three four five six seven eight nine ten eleven twelve".split()
)
# A name may follow these without punctuation.
_BEFORE_A_NAME = frozenset(
    "quorum out enacted enacts failed fails passed passes popular unpopular vetoed withdrawn self-killed killed s-k sk reached"
    " against for def defs illegal tied".split()
)


def _read_admin(lines: Sequence[str]) -> str | None:
    """The name at the end of the last signed line of a note, spelt as there."""
    return next((name for line in reversed(lines) if (name := _in_line(line))), None)


def _in_line(line: str) -> str | None:
    resolved_by, vetoed_by = [], []
    for found in _BY.finditer(line):
        name = _name(line[found.end() :].split(" ", _MOST_WORDS)[:_MOST_WORDS])
        before = line[: found.start()]
        if name and _VETOED_BY.search(before):
            vetoed_by.append(name)
        elif name and not _WITHDRAWN_BY.search(before):
            resolved_by.append(name)
    if resolved_by:
        return resolved_by[-1]
    signed = _CLOSING_REMARK.sub("", line)
    return _after_dash(signed) or _at_end(signed) or (vetoed_by[-1] if vetoed_by else None)


def _name(words: list[str], *, to_the_end: bool = False) -> str | None:
    """The name that words begin with: the first as it is, the others only if written like names. None if the first is no name.

    With ``to_the_end`` all words have to belong to it. "by bo peep" may be one name or two things: there is none.
    """
    name: list[str] = []
    for number, word in enumerate(words, 1):
        found = _WORD.match(word)
        bare = found[0].rstrip(".-'’") if found else ""
        if not _fits(bare, first=not name):
            two_things = name and name[0].islower() and bare.isalpha() and bare.lower() not in _PROSE
            return None if to_the_end or two_things else _join(name)
        shortened = word.lower() in _TITLES or (len(bare) == 1 and word == f"{bare}." and number < len(words))
        name.append(word if shortened else bare)
        if word != bare and not shortened:  # punctuation ends the name
            return None if to_the_end and number < len(words) else _join(name)
    return _join(name)


def _fits(word: str, *, first: bool) -> bool:
    if not word or _NUMBERS.fullmatch(word):
        return False
    if word.lower() in _PROSE:
        return first and word == "The"
    return first or not word[0].islower()


def _join(name: list[str]) -> str | None:
    return None if not name or name == ["The"] else " ".join(name)


def _after_dash(line: str) -> str | None:
    for found in reversed(list(_SIGNING_DASH.finditer(line))):
        words = line[found.end() :].split()
        if len(words) <= _MOST_WORDS and (name := _name(words, to_the_end=True)):
            return name
    return None


def _at_end(line: str) -> str | None:
    """A name at the end of a line: alone, after a mark or a number, or after the word for an outcome."""
    words = line.split()
    for size in range(min(_MOST_WORDS, len(words)), 0, -1):
        name = _name(words[-size:], to_the_end=True)
        before = words[-size - 1] if size < len(words) else ""
        if name and _may_precede(before, name):
            return name
    return None


def _may_precede(before: str, name: str) -> bool:
    """Whether a name may follow a word; one in lower case only a number, a comma or nothing."""
    marked = before.rstrip(".,;:!?)")
    number = _NUMBERS.fullmatch(marked.lstrip("(")) or (marked.lower() != "no" and _NUMBER_WORD.fullmatch(marked))
    if not before or number or before.endswith(","):
        return True
    return not name[0].islower() and (marked != before or before.lower() in _BEFORE_A_NAME)
