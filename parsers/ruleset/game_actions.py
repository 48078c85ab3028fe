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


class _ActionKind(NamedTuple):
    """How often actions of a kind may be taken, and the hours that must lie between two."""

    cadence: str
    gap: int | None


_ONCE_PER = later(
    r"\bonce (?:per|each|every|a|in (?:any|each)|during each) (?P<period>[a-z][\w'-]*)"
)
_SAME_AS = later(
    r"^(?:an? )?(?P<kind>[a-z][\w' -]{0,40}?) actions? (?:is|are) (?:also )?(?:an?"
    r" )?(?P<base>[a-z][\w' -]{0,40}?) actions?\b"
)
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

_K = r"(?P<kind>[A-Za-z][\w'-]*(?: [A-Za-z][\w'-]*){0,3}?)"
_NAME = (
    r"(?P<name>\"[^\"]{1,60}\"|[A-Z][\w'&/-]*(?: (?:of |the |a |an |to |in"
    r" )*[A-Z0-9][\w'&/-]*){0,6})"
)
_AS = later(
    rf"(?i:\bas an? {_K} action\b)(?i:,? (?:called|named|known as) (?:an? |the )?)?(?:(?<="
    rf" ){_NAME})?"
)
_NEVER = later(
    r"^(?:no|none)\b|\b(?:may|can|must|shall) ?not\b|\bcannot\b|\bmay never\b|\bonly carry out\b",
    re.IGNORECASE,
)
_VERBS = later(r"[a-z]+(?:, [a-z]+){1,3},? (?:or|and) [a-z]+ ")
_LIGHT = later(
    r"^(?:carry out|perform|undertake|execute|attempt|conduct|complete) (?:an?|the|one) (?=[A-Z])"
)
_PAYING = later(
    r"^(?:spend|pay) [\w' -]{1,40}? to"
    r" (?!(?:an?|the|any|each|every|another|other|one|all|that|their)\b)(?=[a-z])"
)
_LOOSE_END = later(r"(?: (?:of|to|at|in|on|by|for|an?|the|any|or|and|from|with))+$")
_MOST_WORDS = 12
_IS = later(
    r"^(?:the act of |each (?:individual )?|an? |the )?(?P<name>[A-Za-z][\w' /-]{1,60}?),?"
    rf" (?:which )?(?:is|are) (?:also )?an? {_K}"
    r" actions?\b",
    re.IGNORECASE,
)
_MAY = later(
    r"\b(?:may|can and should|can and must|can|should|shall|must) (?!only be |be"
    r" |also,)(?:(?:then|also|privately|publicly|secretly"
    r"|openly|choose to|immediately|instead|freely|either) )*(?P<what>.+)",
    re.DOTALL,
)


def _read_kind(canon: str) -> tuple[str, _ActionKind] | None:
    """The kind of actions that a sentence in canonical form defines, and its frequency."""
    found = pattern("actions_defined").search(canon)
    once = _ONCE_PER.search(found["rest"]) if found else None
    if not found or not once:
        return None
    kind = found["kind"]
    gap = pattern("actions_gap").search(canon)
    cadence = _BASIC.get(kind) or _PERIODS.get(once["period"], "custom")
    return kind, _ActionKind(cadence, int(gap["hours"]) if gap else None)


def _kinds(prose: Prose) -> dict[str, _ActionKind]:
    """Every kind of actions that the Ruleset defines, in the Appendix or in a dynastic rule."""
    kinds = {name: _ActionKind(cadence, None) for name, cadence in _BASIC.items()}
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
            if defined and (defined[1].gap is not None or defined[0] not in kinds):
                kinds[defined[0]] = defined[1]
        elif same := _SAME_AS.match(sentence.canon):
            derived.append((same["kind"], same["base"]))
    for name, base in derived:
        if base in kinds:
            cadence = kinds.get(name, kinds[base]).cadence
            kinds |= dict.fromkeys(
                (name, " ".join(reversed(name.split()))), _ActionKind(cadence, kinds[base].gap)
            )
    return kinds


def _kind(words: str, kinds: dict[str, _ActionKind]) -> _ActionKind | None:
    """The kind that ends a phrase ("Forkable weekly")."""
    parts = words.lower().split()
    return next(
        (kinds[name] for start in range(len(parts)) if (name := " ".join(parts[start:])) in kinds),
        None,
    )


def _action_name(text: str) -> str:
    """Return the name of an action: the verb phrase without its qualifiers."""
    text = _LIGHT.sub("", _PAYING.sub("", text), count=1)
    verbs = _VERBS.match(text)
    stop = pattern("actions_stop").search(text, verbs.end() if verbs else 0)
    name = " ".join((text[: stop.start()] if stop else text).split()[:_MOST_WORDS])
    name = _LOOSE_END.sub("", name).strip(" \"'")
    return "" if name in ("announce", "declare", "state") else name


def _allowed(text: str, cadence: re.Match[str]) -> str | None:
    """Return the name of the action that the sentence allows, preferably from the text behind the
    cadence.
    """
    found = _MAY.search(text[cadence.end() :]) or _MAY.search(text[: cadence.end()])
    return _action_name(found["what"]) if found else None


def _stated(text: str, kinds: dict[str, _ActionKind]) -> Iterator[tuple[str, _ActionKind]]:
    """Actions whose kind a sentence or its second half states: "Foraging is a Daily Action"."""
    for hit in filter(None, map(_IS.match, re.split(r", and |; ", text))):
        kind = _kind(hit["kind"], kinds)
        if kind and not re.match(
            r"(?:if|when|where|any|it|this|that)\b", hit["name"], re.IGNORECASE
        ):
            may = _MAY.search(hit["name"])
            name = (
                _action_name(may["what"])
                if may
                else re.sub(r"^(?i:carrying out|performing) (?:any |an? )?", "", hit["name"])
            )
            if name.casefold() not in ("", "action", "game action"):
                yield name, kind


def _by_count(text: str) -> tuple[str, _ActionKind] | None:
    """Return an action that can be taken once in a period."""
    found = pattern("actions_once").search(text)
    action = _allowed(text, found) if found else None
    if not found or not action:
        return None
    # A communal action may mean once for each or once for all, so its period is not read.
    once = found["count"].lower() == "once" and "communal" not in text.lower()
    return action, _ActionKind(
        _PERIODS.get(found["period"].lower(), "custom") if once else "custom", None
    )


def _read(passage: Passage, kinds: dict[str, _ActionKind]) -> list[tuple[str, _ActionKind]]:
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
    kind = _kind(found["kind"], kinds) if found else None
    action = (found["name"] or "").strip('"') or _allowed(text, found) if found and kind else None
    if action and kind:
        return [(action, kind)]
    if "action" in low and (stated := list(_stated(text, kinds))):
        return stated
    counted = _by_count(text) if counting else None
    return [counted] if counted else []


def _is_whole(text: str, names: Collection[str]) -> bool:
    """Return whether a sentence only states how often an action can be taken, and its effect."""
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
            kind.cadence,
            passage.sentence.rule.title,
            passage.sentence.text,
            kind.gap,
            whole=_is_whole(passage.text, (*names, *words, name)),
        )
        for passage in passages
        for name, kind in _read(passage, kinds)
    )
