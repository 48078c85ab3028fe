"""The types of Event that dynastic rules define, and comments that end an Event (rule "Event
Types").
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from parsers.ruleset.prose import Prose, is_plain
from parsers.ruleset.ruleset_model import EventType, ReviewableRule, SectionKind, UnreadClause
from parsers.ruleset.sentences import Sentence, split_sentences, straight
from parsers.ruleset.variables.notation import pattern, wordings, words_of


def read_event_types(
    prose: Prose, reviewable: Iterable[ReviewableRule]
) -> tuple[tuple[EventType, ...], tuple[UnreadClause, ...]]:
    """Return the types that effective dynastic rules define, and the sentences that may define
    others: those that speak of types, or of what every definition states (a Response Format) where
    their rule has defined none.
    """
    reviewed = {id(each.whole) for each in reviewable if each.review is not None}
    types, perhaps, defining = list[EventType](), list[UnreadClause](), None
    sentences = list(prose.of(lambda rule: rule.kind is SectionKind.DYNASTIC and rule.effective))
    on_end = _on_end(sentences)
    for sentence in sentences:
        rule, quote, name = sentence.rule, sentence.text, _name(sentence)
        if name:
            defining = rule
            lines = map(str.strip, rule.text.partition(quote)[2].split("\n"))
            rest = tuple(filter(None, lines))
            keys: tuple[str | int, ...] = (id(rule), *_stems(name)[-1:], "event")
            about = [on_end[key] for key in keys if key in on_end]
            ends = next(iter((*about, *filter(_END.search, rest))), "")
            types.append(EventType(name, rule.title, quote, rest, id(rule) in reviewed, ends))
        elif pattern("event_types_perhaps").search(sentence.low) or (
            "response format" in sentence.low and defining is not rule
        ):
            why = f"it may define a type: “{quote}”"
            perhaps.append(UnreadClause("event", why, rule.title, quote=quote))
    return tuple(types), tuple(perhaps)


_END = re.compile(
    r"\b(?:end(?:s|ed|ing)?|clos\w*|open|lasts?|over|conclud\w*|finish\w*|complet\w*|expir\w*"
    r"|until|for at least)\b",
    re.IGNORECASE,
)
"""Words of a sentence that may state how long an Event lasts, or who ends it."""


def _on_end(sentences: Iterable[Sentence]) -> dict[str | int, str]:
    """Return the first sentence on an end in each rule (by its ``id``) and with each word."""
    found: dict[str | int, str] = {}
    for sentence in sentences:
        if _END.search(sentence.text):
            keys: tuple[str | int, ...] = (id(sentence.rule), *_stems(sentence.text))
            for key in keys:
                found.setdefault(key, sentence.text)
    return found


def _stems(text: str) -> list[str]:
    """Return the words of a text in lower case, in singular and plural the same (as are more)."""
    words = re.findall(r"\w+", text.lower())
    return [re.sub(r"(?:zz|z)?(?:ie|e|y)?s?$", "", word).rstrip("s") or word for word in words]


def _name(sentence: Sentence) -> str:
    """Return the name of the type that a sentence defines, ``""`` if it defines none."""
    text = straight(sentence.text) if is_plain(sentence) else ""
    names = (
        found["name"].strip('"')
        for wording in wordings("event_types", "event").among(words_of(text.lower()))
        if (found := wording.pattern.match(text))
    )
    return next(names, "")


_VERBS = {"ended": "end", "closed": "close"}


def says_ended(text: str, name: str, word: str, *, named: bool = False) -> bool | None:
    """Return whether a comment says that an Event is ended, None if only a person can tell. ``name``
    is that of its type, ``word`` the word of the rules: ended, or closed. With ``named`` the comment
    must name the Event.

    Text behind the statement may take it back, and text before it may say what "it" is.
    """
    forms = (("type", re.escape(straight(name))), ("ended", word), ("ends", _VERBS[word]))
    table = wordings("event_ends", "event", forms)
    sentences = [
        sentence
        for line in straight(text).splitlines()
        for sentence in split_sentences(line)
        if sentence
    ]
    said = [
        {
            wording.sets
            for wording in table.among(words_of(sentence.lower()))
            if wording.pattern.match(sentence)
        }
        for sentence in sentences
    ]
    if not any(said):
        return False
    names_it = "ended" in said[-1] or (said[-1] >= {"bare"} and len(said) == 1 and not named)
    is_last = not any(said[:-1]) and all(each.endswith((".", "!")) for each in sentences[:-1])
    return True if names_it and is_last else None
