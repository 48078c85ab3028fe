"""Who signed an admin's note: "by Ana", "-Ana", "— Ana", ", Ana.", a bare "Ana" at the end, or nobody.

The roster is not known here, so a name is what is written like one where admins sign. Too long a name would accuse somebody of
not being an admin: in doubt there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.numbers import NUMBER
from parsers.patterns import later

_BY = later(r"\bby:? ", re.IGNORECASE)
_WITHDRAWN_BY = later(r"(?:withdrawn|withdrew|killed|self[ -]?kill|s[-/]?k(?:['’]?d)?) $", re.IGNORECASE)
_VETOED_BY = later(r"veto(?:ed)? $", re.IGNORECASE)
_DID_SOMETHING_ELSE = later(
    r"\b(?:(?:up)?dated|edited|amended|changed|added|made|written|proposed|posted|suggested|requested|noted|noticed|spotted|caught|fixed"
    r"|corrected|implemented|applied|done|counted|reverted|undone)(?: (?:to|in|on|at) (?:the )?[^\W\d_]+)? $",
    re.IGNORECASE,
)
_SIGNING_DASH = later(r"(?:^|(?<=[\s.,;:!?)\]\d]))[-~]{1,2} ?(?=\w)")
# "Vetoed-Ana": close to the word for an outcome, and only before a capital.
_OUTCOME_DASH = later(r"\b(?i:s[-/.]?k|vetoed|killed|enacte?[sd]|fail(?:s|ed)|pass(?:es|ed)|illegal|withdrawn|quorum|timed out)-(?=[A-Z])")
_CLOSING_REMARK = later(r" ?\([^()]*\)[\s.!]*$")
_WORD = later(r"\w[\w.'’-]*")
_NUMBERS = later(r"\d+(?:[-/:]\d+)*")
# "48h", "5pm", "3rd" alone are no names; "4st" and "75th Trombone" may be.
_MEASURE = later(r"\d+(?:hours?|hrs?|h|days?|d|minutes?|mins?|am|pm|gmt|utc|th)|\d*(?:1st|2nd|3rd)", re.IGNORECASE)
_POSSESSIVE = later(r"\w['’]s\W*$")
_HANDLE = later(r"(?=.{6})[^\W\d_][^\W\d_]*[\d_]\w*")
"""Written like no word: "ada_17", "eve2000"."""
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
    " resolved resolution zero one two three four five six seven eight nine ten eleven twelve"
    " ayes nays needed required necessary"
    # What a matter is resolved by, without being somebody.
    " call judgment judgement declaration victory ascension address dynasty hiatus interregnum core special appendix operation fiat"
    " decree acclamation consensus agreement convention precedent thank congratulations congrats welcome hello hi apologies".split()
)
# No second word of a name: "Enacted by Ana Jan 8".
_DATES = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov"
    " dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun".split()
)
# A name may follow these without punctuation.
_BEFORE_A_NAME = frozenset(
    "quorum out enacted enacts failed fails passed passes popular unpopular vetoed withdrawn self-killed killed s-k sk reached"
    " against for def defs illegal tied needed required enact hours".split()
)
_VOTES = frozenset({"vote", "votes", "voting", "quorum"})
_SIDES = frozenset({"for", "against", "def", "defs"})
_ADDRESSING = frozenset("thanks sorry apologies congratulations congrats welcome hi hello done oh".split())
_MARKS_AFTER = later(r"[^\w]+$")


def read_admin(lines: Sequence[str]) -> str | None:
    """The name at the end of the last signed line of a note, spelt as there."""
    return next((name for line in reversed(lines) if (name := signature(line))), None)


def begins_with_name(text: str) -> bool:
    """Whether a text's first words are written like a name."""
    return _name(text.split(" ", _MOST_WORDS)[:_MOST_WORDS]) is not None


def signature(line: str) -> str | None:
    """The name that a line gives as the resolving admin's."""
    resolved_by, vetoed_by, others_by = [], [], []
    for found in _BY.finditer(line):
        name = _name(line[found.end() :].split(" ", _MOST_WORDS)[:_MOST_WORDS])
        before = line[max(0, found.start() - 60) : found.start()]
        if name and _VETOED_BY.search(before):
            vetoed_by.append(name)
        elif name and _DID_SOMETHING_ELSE.search(before):
            others_by.append(name)
        elif name and not _WITHDRAWN_BY.search(before):
            resolved_by.append(name)
    if resolved_by:
        return resolved_by[-1]
    signed = _CLOSING_REMARK.sub("", line)
    return _after_dash(signed) or _at_end(signed) or next(iter((*vetoed_by[::-1], *others_by[::-1])), None)


def _name(words: list[str], *, to_the_end: bool = False) -> str | None:
    """The name that words begin with: the first as it is, the others only if written like names. None if the first is no name.

    With ``to_the_end`` all words have to belong to it. "by bo peep" may be one name or two things: there is none.
    """
    name: list[str] = []
    for number, word in enumerate(words, 1):
        if _POSSESSIVE.search(word):  # "by Ana's veto"
            return None
        found = _WORD.match(word)
        bare = found[0].rstrip(".-'’") if found else ""
        if not _fits(bare, first=not name):
            two_things = name and name[0].islower() and bare.isalpha() and bare.lower() not in _PROSE | _DATES
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
    return first or not (word[0].islower() or word.lower() in _DATES)


def _join(name: list[str]) -> str | None:
    return None if not name or name == ["The"] or (len(name) == 1 and _MEASURE.fullmatch(name[0])) else " ".join(name)


def _after_dash(line: str) -> str | None:
    dashes = sorted((*_SIGNING_DASH.finditer(line), *_OUTCOME_DASH.finditer(line)), key=re.Match.end)
    for found in reversed(dashes):
        words = line[found.end() :].split()
        if len(words) <= _MOST_WORDS and (name := _name(words, to_the_end=True)):
            return name
    return None


def _at_end(line: str) -> str | None:
    """A name at the end of a line: alone, after a mark or a number, or after the word for an outcome. "Resolving..." signs nothing."""
    if line.endswith(("...", "\u2026", "?")):
        return None
    words = line.split()
    for size in range(min(_MOST_WORDS, len(words)), 0, -1):
        name = _name(words[-size:], to_the_end=True)
        before = words[-size - 1] if size < len(words) else ""
        earlier = words[-size - 2] if size + 1 < len(words) else ""
        if name and _may_precede(before, name) and (before.lower() not in _SIDES or _is_number(earlier) or earlier.lower() in _VOTES):
            return name
    return None


def _may_precede(before: str, name: str) -> bool:
    """Whether a name may follow a word; one in lower case only a number, a comma or nothing, unless it is plainly no word."""
    marked = _MARKS_AFTER.sub("", before)
    if marked.lower() in _ADDRESSING and "," in before:
        return False
    if not before or _is_number(marked) or before.endswith(","):
        return True
    if marked != before:
        return not name[0].islower() or _HANDLE.fullmatch(name) is not None
    return not name[0].islower() and before.lower() in _BEFORE_A_NAME


def _is_number(word: str) -> bool:
    bare = word.lstrip("(")
    return bool(_NUMBERS.fullmatch(bare) or (bare.lower() != "no" and _NUMBER_WORD.fullmatch(bare)))
