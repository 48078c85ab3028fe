"""Game actions that dynastic rules allow once in a while: daily, weekly, communal, or as the
dynasty defines.

First the kinds of actions that the Ruleset defines, then every sentence that allows one of a kind,
or so many times in a period.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.prose import Prose
from parsers.ruleset.ruleset_model import Action, SectionKind
from parsers.ruleset.variables.notation import pattern, word_list, words_of
from parsers.ruleset.variables.statements import Passage, Text
from parsers.ruleset.variables.traits import without_names

_COUNTING = ("once ", "twice ", "thrice ", " times ")
_DEFINING = ("if an action ", "if a game action ", "where an action ", "when an action ")
_LONGEST_DEFINITION = 600


class _Frequency(NamedTuple):
    """How often actions of a kind can be taken, and the hours that must lie between two."""

    cadence: str
    gap: int | None


_ONCE_PER = later(
    r"\bonce (?:per|each|every|a|in (?:any|each)|during each) (?P<period>[a-z][\w'-]*)"
)
_SAME_AS = later(
    r"^(?:an? )?(?P<kind>[a-z][\w' -]{0,40}?) actions? (?:is|are) (?:also )?"
    r"(?:an? )?(?P<base>[a-z][\w' -]{0,40}?) actions?\b"
)
"""“a forkable action is a weekly action”."""
_KIND_IS = later(
    r"(?:an? |each |every |all )?[a-z][\w'-]*(?: [\w'-]+){0,3}? actions? (?:is|are|may|can)\b"
)

_BASIC = {
    "daily": "daily",
    "weekly": "weekly",
    "daily communal": "daily-communal",
    "communal daily": "daily-communal",
    "weekly communal": "weekly-communal",
    "communal weekly": "weekly-communal",
}
_PERIODS = {"day": "daily", "week": "weekly"}

_KIND = r"(?P<kind>[A-Za-z][\w'-]*(?: [A-Za-z][\w'-]*){0,3}?)"
_NAME = (
    r"(?P<name>\"[^\"]{1,60}\""
    r"|[A-Z][\w'&/-]*(?: (?:of |the |a |an |to |in )*[A-Z0-9][\w'&/-]*){0,6})"
)
_AS = later(
    rf"(?i:\bas an? {_KIND} action\b)"
    rf"(?:(?i:,? (?:called|named|known as) (?:an? |the )?){_NAME})?"
)
"""“as a Daily Action”, “as a weekly action called Forage”."""
_NEVER = later(
    r"^(?:no|none)\b|\b(?:may|can|must|shall) ?not\b|\bcannot\b|\bmay never\b|\bonly carry out\b",
    re.IGNORECASE,
)
_VERBS = later(r"[a-z]+(?:, [a-z]+){1,3},? (?:or|and) [a-z]+ ")
"""“draw, discard or play ” at the beginning: these commas do not end the name."""
_PERFORM = later(
    r"^(?:carry out|perform|undertake|execute|attempt|conduct|complete) (?:an?|the|one) (?=[A-Z])"
)
"""“perform the ” before a capitalised name, which is the name of the action."""
_PAYING = later(
    r"^(?:spend|pay) [\w' -]{1,40}? to"
    r" (?!(?:an?|the|any|each|every|another|other|one|all|that|their)\b)(?=[a-z])"
)
"""“spend 3 Gold to ”: the price before the action."""
_LOOSE_END = later(r"(?: (?:of|to|at|in|on|by|for|an?|the|any|or|and|from|with))+$")
"""Prepositions and articles that are left where a name was cut off."""
_MOST_WORDS = 12
_IS = later(
    r"^(?:the act of |each (?:individual )?|an? |the )?(?P<name>[A-Za-z][\w' /-]{1,60}?),?"
    rf" (?:which )?(?:is|are) (?:also )?an? {_KIND}"
    r" actions?\b",
    re.IGNORECASE,
)
"""“Foraging is a Daily Action”, “The act of Foraging, which is also a daily action”."""
_MODAL = r"\b(?:may|can and should|can and must|can|should|shall|must)"
_MAY = later(
    rf"{_MODAL} (?!only be |be |also,)"
    r"(?:(?:then|also|privately|publicly|secretly|openly|choose to|immediately|instead|freely"
    r"|either) )*(?P<what>.+)",
    re.DOTALL,
)
"""“may then forage in the woods”."""
_INTERRUPTED = later(rf"{_MODAL}(?: also)?,? $")
"""“A Player may, ” before “as a Daily Action, forage”."""
_NEW_PART = later(r"(?:,|\b(?:and|but|or|then)) $")
"""Before a frequency, this begins a part of the sentence with a verb of its own."""


def _read_kind(canon: str) -> tuple[str, _Frequency] | None:
    """Return the kind of actions that a sentence in canonical form defines, with its frequency; None
    if it defines none. The basic kinds keep their frequency whatever the period.

    Example: “a daily action is one that may be taken once per day, not within 10 hours of the last”.
    """
    found = pattern("actions_defined").search(canon)
    once = _ONCE_PER.search(found["rest"]) if found else None
    if not found or not once:
        return None
    kind = found["kind"]
    gap = pattern("actions_gap").search(canon)
    cadence = _BASIC.get(kind) or _PERIODS.get(once["period"], "custom")
    return kind, _Frequency(cadence, int(gap["hours"]) if gap else None)


def _kinds(prose: Prose) -> dict[str, _Frequency]:
    """Every kind of actions that the Ruleset defines, in the Appendix or in a dynastic rule."""
    kinds = {name: _Frequency(cadence, None) for name, cadence in _BASIC.items()}
    derived: list[tuple[str, str]] = []
    for sentence in prose.sentences:
        low, explained = sentence.low, sentence.canon_term.endswith(" action")
        if (
            " action" not in low
            or len(low) > _LONGEST_DEFINITION
            or sentence.rule.kind is SectionKind.CORE
            or not sentence.rule.effective
        ):
            continue
        if " once " in low and (explained or low.startswith(_DEFINING) or _KIND_IS.match(low)):
            defined = _read_kind(
                f"a {sentence.canon_term} is {sentence.canon}" if explained else sentence.canon
            )
            # A definition without a gap does not replace a known kind.
            if defined and (defined[1].gap is not None or defined[0] not in kinds):
                kinds[defined[0]] = defined[1]
        elif same := _SAME_AS.match(sentence.canon):
            derived.append((same["kind"], same["base"]))
    for name, base in derived:
        if base not in kinds:
            continue
        known = kinds.get(name, kinds[base])
        gap = kinds[base].gap if known.gap is None else known.gap
        reversed_name = " ".join(reversed(name.split()))  # “communal daily” for “daily communal”
        kinds[name] = kinds[reversed_name] = _Frequency(known.cadence, gap)
    return kinds


def _frequency_of(words: str, kinds: dict[str, _Frequency]) -> _Frequency | None:
    """Return the frequency of the kind that ends a phrase (“Forkable weekly”)."""
    parts = words.lower().split()
    return next(
        (kinds[name] for start in range(len(parts)) if (name := " ".join(parts[start:])) in kinds),
        None,
    )


def _action_name(text: str) -> str:
    """Return the name of an action: the verb phrase without its qualifiers."""
    text = _PERFORM.sub("", _PAYING.sub("", text), count=1)
    verbs = _VERBS.match(text)
    stop = pattern("actions_stop").search(text, verbs.end() if verbs else 0)
    name = " ".join((text[: stop.start()] if stop else text).split()[:_MOST_WORDS])
    name = _LOOSE_END.sub("", name).strip(" \"'")
    return "" if name in ("announce", "declare", "state") else name


def _allowed(text: str, frequency: re.Match[str]) -> str | None:
    """Return the name of the action that a sentence allows with this frequency, if any.

    Its verb is before the frequency (“may forage once per day”), after it (“Once per day, a Player
    may forage”), or the frequency interrupts it (“may, once per day, forage”).
    """
    before, after = text[: frequency.start()], text[frequency.end() :].lstrip(", ")
    if _INTERRUPTED.search(before):
        return None if after.startswith("not ") else _action_name(after)
    direct, later_on = _MAY.search(before), _MAY.search(after)
    is_of_later = later_on and (later_on.start() == 0 or not direct or _NEW_PART.search(before))
    found = later_on if is_of_later else direct
    return None if not found or found["what"].startswith("not ") else _action_name(found["what"])


def _stated(text: str, kinds: dict[str, _Frequency]) -> Iterator[tuple[str, _Frequency]]:
    """Actions whose kind a sentence or its second half states: "Foraging is a Daily Action"."""
    for hit in filter(None, map(_IS.match, re.split(r", and |; ", text))):
        frequency = _frequency_of(hit["kind"], kinds)
        if frequency and not re.match(
            r"(?:if|when|where|any|it|this|that)\b", hit["name"], re.IGNORECASE
        ):
            may = _MAY.search(hit["name"])
            name = (
                _action_name(may["what"])
                if may
                else re.sub(r"^(?i:carrying out|performing) (?:any |an? )?", "", hit["name"])
            )
            if name.casefold() not in ("", "action", "game action"):
                yield name, frequency


def _by_count(text: str) -> tuple[str, _Frequency] | None:
    """Return the action that a sentence allows so many times in a period. Only “once” a day or week
    is daily or weekly; anything else is "custom".
    """
    found = pattern("actions_once").search(text)
    action = _allowed(text, found) if found else None
    if not found or not action:
        return None
    # A communal action may mean once for each or once for all, so its period is not read.
    plain_once = found["count"].lower() == "once" and "communal" not in text.lower()
    cadence = _PERIODS.get(found["period"].lower(), "custom") if plain_once else "custom"
    return action, _Frequency(cadence, None)


def _read(passage: Passage, kinds: dict[str, _Frequency]) -> list[tuple[str, _Frequency]]:
    """Return the actions of one sentence, without definitions of kinds and without prohibitions."""
    text, low = passage.text, passage.low
    counting = any(map(low.__contains__, _COUNTING))
    if (
        low.startswith(_DEFINING)
        or _NEVER.search(low.partition(",")[0])
        or (counting and _KIND_IS.match(low))
    ):
        return []
    found = _AS.search(text) if "as a" in low and "action" in low else None
    if found and (frequency := _frequency_of(found["kind"], kinds)):
        action = (found["name"] or "").strip('"') or _allowed(text, found)
        if action:
            return [(action, frequency)]
    if "action" in low and (stated := list(_stated(text, kinds))):
        return stated
    counted = _by_count(text) if counting else None
    return [counted] if counted else []


def _is_whole(text: str, names: Collection[str]) -> bool:
    """Return whether a sentence only states how often one action can be taken, and its effect."""
    if len(re.findall(_MODAL, text)) > 1:
        return False
    rest = without_names(pattern("actions_once").sub(" ", text), names)
    plain = word_list("adding_nothing") | word_list("of_actions")
    return all(word in plain or word.isdecimal() for word in words_of(rest.lower()))


def read_actions(text: Text, names: Collection[str] = ()) -> tuple[Action, ...]:
    """The actions of limited frequency that these sentences allow, in the order of the text; the
    gap is that of their kind. ``names`` are those of variables, values and players.
    """
    kinds = _kinds(text.prose)
    words = tuple(f"{name} action" for name in kinds)
    passages = [
        passage
        for passage in text.passages
        if any(map(passage.low.__contains__, (*words, *_COUNTING)))
    ]
    return tuple(
        Action(
            name,
            frequency.cadence,
            passage.sentence.rule.title,
            passage.sentence.text,
            frequency.gap,
            whole=_is_whole(passage.text, (*names, *words, name)),
        )
        for passage in passages
        for name, frequency in _read(passage, kinds)
    )
