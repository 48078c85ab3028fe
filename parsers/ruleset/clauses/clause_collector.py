"""The tables of clauses (``clauses.toml``), the values of their slots, and the parameters read so
far, with their proof.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from parsers.patterns import PLAIN_WORDS, Wording
from parsers.refusal import Refusal, Refused
from parsers.ruleset.parameters import AnyParameter, Parameter
from parsers.ruleset.prose import Prose, fingerprint, is_reviewable
from parsers.ruleset.reviews import EVERY_KIND, ClauseValue
from parsers.ruleset.ruleset_model import Caveat, ReviewedSentence, UnreadClause
from parsers.ruleset.sentences import Sentence, in_words

Sets = dict[str, str | bool | int]


class ClauseRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A sentence that is read whole, or (``part``) a piece of one whose other words have been
    reviewed.
    """

    topic: str
    wordings: list[str]
    sets: Sets = {}
    part: bool = False
    gives: str = ""
    needs: str = ""
    near: str = ""
    within: int = 1_000
    takes: list[str] = []
    leaves: list[str] = []


class ConditionCase(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Phrases that may occur together in one condition, and their parameters."""

    has: str = ""
    may: str = ""
    sets: Sets = {}


class ConditionsRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The conditions of something, which combine as ``all`` or ``any``."""

    topic: str
    combine: str
    lead: str
    phrases: dict[str, list[str]]
    cases: list[ConditionCase]
    sets: Sets = {}
    needs: list[str] = []
    lacking: str = ""
    takes: list[str] = []
    leaves: list[str] = []


class ClauseTables(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """All of the file."""

    special_case: list[str]
    homes: dict[str, str]
    special_case_words: str
    slots: dict[str, str]
    shared: dict[str, str]
    clause: list[ClauseRow]
    conditions: list[ConditionsRow]
    about: dict[str, list[str]]
    default: list[tuple[str, str | bool, str, str]]
    lacking: list[tuple[str, list[str], str]]


@cache
def tables() -> ClauseTables:
    """The tables as in the file."""
    text = files("parsers.ruleset.clauses").joinpath("clauses.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), ClauseTables)


@cache
def compiled(wording: str) -> Wording:
    """A wording of the tables, read once."""
    return Wording(wording, tables().slots, tables().shared, PLAIN_WORDS)


def stated_default(form: str) -> str | None:
    """The default that a sentence in canonical form states, if it states one."""
    text = in_words(form)
    for wording in tables().special_case:
        if found := compiled(wording).pattern.search(text):
            status, other, mark = (
                found.groupdict().get(name) for name in ("status", "other", "mark")
            )
            if mark and mark != "asterisk" and f"[{mark}]" not in form:
                continue
            return str(status) if mark is None or status == other else f"{status}-if-{mark}"
    return None


def is_default_status(sentence: Sentence) -> bool:
    """Return whether a sentence only states a default status."""
    return stated_default(sentence.canon) is not None and any(
        compiled(each).pattern.fullmatch(sentence.words) for each in tables().special_case[:2]
    )


_HOURS = {"minute": 1 / 60, "hour": 1, "hr": 1, "h": 1, "day": 24, "week": 168}
_DURATION = re.compile(r"(\d+|an?) ?(minute|hour|hr|h|day|week)s?\b")
_MONTHS = tuple(
    "january february march april may june july august september october november december".split()
)
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_RANGE = re.compile(r"\d(?:st|nd|rd|th)? ?- ?(?:the )?\d")
_NAMED = {
    "the 26 letters of the latin alphabet": "letters",
    "numbers": "digits",
    "blanks": "spaces",
    "periods": "full stops",
}
"""The characters of a name, where the rules word it differently from ``name.characters``."""
_CHARACTERS = re.compile(
    rf"{'|'.join(_NAMED)}|digits|spaces|underscores|hyphens|full stops|apostrophes"
)
_VALUE = re.compile(r"\{(?P<name>[a-z]+)(?P<op>[+-]1|\?|-[a-z]+)?\}")


def hours(text: str) -> int:
    """Return a duration in whole hours. Raises Refused without one, or if a gloss in parentheses
    contradicts it.
    """
    stated = _DURATION.findall(text)
    values = {
        (1 if amount in ("a", "an") else int(amount)) * _HOURS[unit] for amount, unit in stated
    }
    if len(values) > 1:
        durations = " and ".join(f"{amount} {unit}s" for amount, unit in stated)
        raise Refused(Refusal.DURATIONS_DIFFER, durations=durations)
    (value,) = values
    if abs(round(value) - value) > 1e-9:
        raise Refused(Refusal.NO_WHOLE_HOURS, duration=f"{stated[0][0]} {stated[0][1]}s")
    return round(value)


def _dates(text: str, canon: str) -> tuple[str, ...]:
    """Days of one month as ``MM-DD``."""
    how, *words = [word for word in text.split() if word not in ("the", "of", "inclusive")]
    numbers = [int(word[:2].rstrip("snrt")) for word in words if word[0].isdigit()]
    joined = (
        not {"to", "until", "through"}.isdisjoint(words)
        or (how == "between" and len(numbers) == 2)
        or _RANGE.search(canon)
    )
    months = [place for place, word in enumerate(words) if word in _MONTHS]
    if joined and len(numbers) == 2:
        numbers = list(range(numbers[0], numbers[1] + 1))
    elif joined or (len(numbers) > 1 and words[-2 - (months[-1:] == [len(words) - 1])] != "and"):
        numbers = []
    if not numbers or len(months) != 1 or months[0] not in (0, len(words) - 1):
        raise Refused(Refusal.NO_DAYS_OF_MONTH, text=text)
    month = _MONTHS.index(words[months[0]])
    if not all(1 <= number <= _LENGTHS[month] for number in numbers):
        raise Refused(Refusal.NO_DAYS_OF_MONTH, text=text)
    return tuple(f"{month + 1:02d}-{number:02d}" for number in numbers)


def _converted(kind: str, text: str, sentence: Sentence) -> ClauseValue:
    match kind:
        case "n":
            return int(text)
        case "time":
            return hours(text)
        case "days":
            if hours(text) % 24:
                raise Refused(Refusal.NO_WHOLE_DAYS, duration=text)
            return hours(text) // 24
        case "dates":
            return _dates(text, sentence.canon)
        case "statuses":
            return tuple(dict.fromkeys(word for word in text.split() if word not in ("or", "and")))
        case "characters":
            return tuple(_NAMED.get(found[0], found[0]) for found in _CHARACTERS.finditer(text))
        case _:  # a term, in the capitals and with the hyphens of the sentence
            found = re.search(text.replace(" ", "[ -]"), sentence.text, re.IGNORECASE)
            return found[0] if found else text


def stated(
    value: str | bool | int,
    slots: Mapping[str, str | None],
    kinds: Mapping[str, str],
    sentence: Sentence,
) -> ClauseValue | None:
    """Return the value that a row sets: a constant, or the first filled slot. Raises Refused."""
    if not isinstance(value, str) or "{" not in value:
        return value
    for part in _VALUE.finditer(value):
        text, change = slots.get(part["name"]), part["op"] or ""
        if text is None:
            continue
        if change == "?":
            return True
        if change[1:].isalpha():
            return change[1:] not in text
        read = _converted(kinds[part["name"]], text, sentence)
        return read + int(change or 0) if isinstance(read, int) else read
    return False if "?" in value else None


class ClauseCollector:
    """Collects the readers' results. A key with ``_`` is no parameter, but records how a clause
    settles the key, for instance by its silence.
    """

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.voting: dict[str, AnyParameter | None] = {}
        self.unread: list[UnreadClause] = []
        self.caveats: list[Caveat] = []
        self.reviewed: list[ReviewedSentence] = []

    def set(self, key: str, value: ClauseValue, proof: Sentence, by: str = "") -> None:
        """Record a parameter. A contradicting second clause makes the key unread."""
        self.prose.accept(proof)
        before, topic = self.voting.get(key), key.removeprefix("_")
        if before is not None and before.value != value:
            self.voting[key] = self.voting[topic] = None
            why = (
                f"two clauses disagree: {before.value!r} in {before.rule!r}, {value!r} in"
                f" {proof.rule.title!r}"
            )
            self.skip(topic, why, proof)
        elif before is None and not self.skipped(topic):
            self.voting[key] = Parameter(key, value, proof.rule.title, proof.text, by)

    def set_all(
        self, sets: Sets, slots: Mapping[str, str | None], kinds: Mapping[str, str], proof: Sentence
    ) -> None:
        """Record the values that a row sets, from its slots."""
        for key, value in sets.items():
            try:
                read = stated(value, slots, kinds, proof)
            except Refused as refused:
                self.skip(key, str(refused), proof)
                continue
            if read is not None:
                self.set(key, read, proof)

    def skip(self, topic: str, why: str, at: Sentence | None = None) -> None:
        """Record a clause that is missing, or has an uncertain value."""
        if at is not None:
            self.prose.accept(at)
        self.unread.append(UnreadClause(topic, why, at.rule.title if at else None))

    def unrecognised(self, topic: str, sentence: Sentence) -> None:
        """Apply the review of an unread sentence; report a sentence without one, which may mean
        anything.
        """
        self.prose.accept(sentence)
        review = self.prose.review_of(sentence)
        title = sentence.rule.title
        if review is None:
            known_by = fingerprint(sentence) if is_reviewable(sentence) else ""
            why = f"not understood: “{sentence.text}”"
            self.unread.append(UnreadClause(topic, why, title, EVERY_KIND, sentence.text, known_by))
            return
        known_by = review.fingerprint
        self.reviewed.append(ReviewedSentence(title, sentence.text, known_by, review.by))
        if review.verdicts:
            self.caveats.append(Caveat(title, sentence.text, review.verdicts, known_by, review.by))
        for key, value in review.sets:
            self.set(key, value, sentence, review.by)

    def has(self, key: str) -> bool:
        """Return whether the key was read."""
        return self.voting.get(key) is not None

    def skipped(self, topic: str) -> bool:
        """Return whether exactly this topic has been recorded as not understood."""
        return any(unread.topic == topic for unread in self.unread)
