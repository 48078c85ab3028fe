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
    for sentence in prose.of(lambda rule: rule.kind is SectionKind.DYNASTIC and rule.effective):
        rule, quote, name = sentence.rule, sentence.text, _name(sentence)
        if name:
            defining = rule
            rest = filter(None, map(str.strip, rule.text.partition(quote)[2].split("\n")))
            types.append(EventType(name, rule.title, quote, tuple(rest), id(rule) in reviewed))
        elif pattern("event_types_perhaps").search(sentence.low) or (
            "response format" in sentence.low and defining is not rule
        ):
            why = f"it may define a type: “{quote}”"
            perhaps.append(UnreadClause("event", why, rule.title, quote=quote))
    return tuple(types), tuple(perhaps)


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


def says_ended(text: str, name: str, word: str) -> bool | None:
    """Return whether a comment says that an Event is ended, None if only a person can tell. ``name``
    is that of its type, ``word`` the word of the rules: ended, or closed.
    """
    forms = (("type", re.escape(straight(name))), ("ended", word), ("ends", _VERBS[word]))
    table = wordings("event_ends", "event", forms)
    said = {
        wording.sets
        for line in straight(text).splitlines()
        for sentence in split_sentences(line)
        for wording in table.among(words_of(sentence.lower()))
        if wording.pattern.match(sentence)
    }
    perhaps = None if said else False
    return True if "ended" in said else perhaps
