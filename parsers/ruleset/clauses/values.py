"""What a slot of a clause states: numbers, hours, days of the year, names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parsers.ruleset.model import ClauseValue
from parsers.ruleset.sentences import Sentence

_HOURS = {"minute": 1 / 60, "hour": 1, "hr": 1, "h": 1, "day": 24, "week": 168}
_DURATION = re.compile(r"(\d+|an?) ?(minute|hour|hr|h|day|week)s?\b")
_MONTHS = tuple("january february march april may june july august september october november december".split())
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_RANGE = re.compile(r"\d(?:st|nd|rd|th)? ?- ?(?:the )?\d")
_NAMED = {"the 26 letters of the latin alphabet": "letters", "numbers": "digits", "blanks": "spaces", "periods": "full stops"}
"""What a name may be made of, where the rules call it otherwise than ``name.characters`` does."""
_CHARACTERS = re.compile(rf"{'|'.join(_NAMED)}|digits|spaces|underscores|hyphens|full stops|apostrophes")
_VALUE = re.compile(r"\{(?P<name>[a-z]+)(?P<op>[+-]1|\?|-[a-z]+)?\}")


def hours(text: str) -> int:
    """A duration in whole hours. Raises ValueError with the reason where there is none, or a gloss in parentheses says another."""
    stated = _DURATION.findall(text)
    values = {(1 if amount in ("a", "an") else int(amount)) * _HOURS[unit] for amount, unit in stated}
    if len(values) > 1:
        raise ValueError(f"{' and '.join(f'{amount} {unit}s' for amount, unit in stated)} are not the same time")
    (value,) = values
    if abs(round(value) - value) > 1e-9:
        raise ValueError(f"{stated[0][0]} {stated[0][1]}s are no whole number of hours")
    return round(value)


def _days(text: str) -> int:
    if hours(text) % 24:
        raise ValueError(f"{text} is no whole number of days")
    return hours(text) // 24


def _dates(text: str, canon: str) -> tuple[str, ...]:
    """Days of one month as ``MM-DD``."""
    how, *words = [word for word in text.split() if word not in ("the", "of", "inclusive")]
    numbers = [int(word[:2].rstrip("snrt")) for word in words if word[0].isdigit()]
    joined = not {"to", "until", "through"}.isdisjoint(words) or (how == "between" and len(numbers) == 2) or _RANGE.search(canon)
    months = [place for place, word in enumerate(words) if word in _MONTHS]
    if joined and len(numbers) == 2:
        numbers = list(range(numbers[0], numbers[1] + 1))
    elif joined or (len(numbers) > 1 and words[-2 - (months[-1:] == [len(words) - 1])] != "and"):
        numbers = []
    if not numbers or len(months) != 1 or months[0] not in (0, len(words) - 1):
        raise ValueError(f"“{text}” are no days of one month")
    month = _MONTHS.index(words[months[0]])
    if not all(1 <= number <= _LENGTHS[month] for number in numbers):
        raise ValueError(f"“{text}” are no days of one month")
    return tuple(f"{month + 1:02d}-{number:02d}" for number in numbers)


def _as_written(text: str, sentence: Sentence) -> str:
    """A term in the capitals and with the hyphens of the sentence."""
    found = re.search(text.replace(" ", "[ -]"), sentence.text, re.IGNORECASE)
    return found[0] if found else text


def _converted(kind: str, text: str, sentence: Sentence) -> ClauseValue:
    match kind:
        case "n":
            return int(text)
        case "time":
            return hours(text)
        case "days":
            return _days(text)
        case "dates":
            return _dates(text, sentence.canon)
        case "statuses":
            return tuple(dict.fromkeys(word for word in text.split() if word not in ("or", "and")))
        case "characters":
            return tuple(_NAMED.get(found[0], found[0]) for found in _CHARACTERS.finditer(text))
        case _:
            return _as_written(text, sentence)


def stated(value: str | bool | int, slots: Mapping[str, str | None], kinds: Mapping[str, str], sentence: Sentence) -> ClauseValue | None:
    """What a row sets: a value as it is, or the first of the slots that stand there. Raises ValueError with the reason."""
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
