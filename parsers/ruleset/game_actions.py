"""Game actions that dynastic rules allow once in a while: daily, weekly, communal, or as the dynasty defines.

First the kinds of actions that the Ruleset defines ("If a game action is a Daily Action, ..."), then every sentence
that allows something as an action of a kind, or so many times in a period; last the name of the action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.prose import Prose
from parsers.ruleset.ruleset_model import Action, SectionKind
from parsers.ruleset.variables.notation import pattern
from parsers.ruleset.variables.statements import Passage, Text

_COUNTING = ("once ", "twice ", "thrice ", " times ")
_DEFINING = ("if an action ", "if a game action ", "where an action ", "when an action ")
_LONGEST_DEFINITION = 600


class _ActionKind(NamedTuple):
    """How often actions of a kind may be taken, and the hours that must lie between two."""

    cadence: str
    gap: int | None


_ONCE_PER = later(r"\bonce (?:per|each|every|a|in (?:any|each)|during each) (?P<period>[a-z][\w'-]*)")
_SAME_AS = later(r"^(?:an? )?(?P<kind>[a-z][\w' -]{0,40}?) actions? (?:is|are) (?:also )?(?:an? )?(?P<base>[a-z][\w' -]{0,40}?) actions?\b")
_KIND_IS = later(r"(?:an? |each |every |all )?[a-z][\w'-]*(?: [\w'-]+){0,3}? actions? (?:is|are|may|can)\b")

_BASIC = {"daily": "daily", "weekly": "weekly", "daily communal": "daily-communal", "communal daily": "daily-communal"} | {
    "weekly communal": "weekly-communal",
    "communal weekly": "weekly-communal",
}
_PERIODS = {"day": "daily", "week": "weekly"}

_K = r"(?P<kind>[A-Za-z][\w'-]*(?: [A-Za-z][\w'-]*){0,3}?)"
_MODAL = r"(?:may|can and should|can and must|can|should|shall|must|is allowed to|are allowed to|is able to)"
_NAME = r"(?P<name>\"[^\"]{1,60}\"|[A-Z][\w'&/-]*(?: (?:of |the |a |an |to |in )*[A-Z0-9][\w'&/-]*){0,6})"
_CALLED = later(rf"(?i:\bas an? {_K} action,? (?:called|named|known as|titled) (?:an? |the )?){_NAME}")
_AS = later(rf"\bas an? {_K} action\b", re.IGNORECASE)
_WHICH_IS = later(rf",? which (?:is|are) an? {_K} actions?\b,?", re.IGNORECASE)
_NEVER = later(r"^(?:no|none)\b|\b(?:may|can|must|shall) ?not\b|\bcannot\b|\bmay never\b|\bonly carry out\b", re.IGNORECASE)
_ONCE_IN = later(r"\bonce every (?P<hours>[\w-]+(?: [\w-]+)?) (?P<unit>hours?|days?)\b", re.IGNORECASE)
_VERBS = later(r"[a-z]+(?:, [a-z]+){1,3},? (?:or|and) [a-z]+ ")
_LIGHT = later(r"(?:carry out|perform|undertake|execute|attempt|conduct|complete) (?:an?|the|one) (?=[A-Z])")
_NO_VERB = r"(?:an?|the|any|each|every|another|other|one|two|three|four|five|six|ten|half|all|twice|that|this|these|their|its|whoever)"
_PAYING = later(rf"^(?:spend|pay|lose|use) [\w' -]{{1,40}}? (?:(?:and|to) (?=[A-Z])|to (?!{_NO_VERB}\b)(?=[a-z]))")
_TITLE = later(rf"[,(] ?(?:called|named|known as) (?:an? |the )?{_NAME}")
_MOST_WORDS = 12
_PUT_IN = later(rf"\b{_MODAL}(?: also| then| instead)?, (?:[^,]{{1,40}}, )?$")
_AFTER_PUT_IN = later(r"(?: (?:that|which|if|when|while|at|on|in)\b[^,]*)?,? ")
_BE_TAKEN = later(
    r"^(?:The |An? )?(?P<name>(?!(?:The|An?|It|This|That|These|They|Each|Every|Any|All|No|If|When|While|Where|Whenever|Once|Twice)\b)"
    rf"[A-Za-z][\w' -]{{1,50}}?) {_MODAL} (?:only )?be (?:performed|taken|carried out|done|used)\b"
)
_ANNOUNCING = later(rf"^(?:announce|declare|state)\b[^,;.]{{0,60}}? that they (?:are|have|will) (?:[a-z]+ )?(?:an? |the |their )?{_NAME}")
_LOOSE_END = later(r"(?: (?:of|to|at|in|on|by|for|an?|the|any|or|and|from|with))+$")
_IS = later(
    rf"^(?:the act of |each individual |each |an? |the )?(?P<name>[A-Za-z][\w' /-]{{1,60}}?),? (?:is|are) (?:also )?an? {_K} actions?\b",
    re.IGNORECASE,
)
_MAY = later(
    rf"\b{_MODAL} (?!only be |be )(?:(?:then|also|privately|publicly|secretly|openly|choose to|immediately|instead|freely|either) "
    rf")*(?P<what>.+)",
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
        if " action" not in low or len(low) > _LONGEST_DEFINITION or sentence.kind is SectionKind.CORE or not sentence.rule.effective:
            continue
        if " once " in low and (explained or low.startswith(_DEFINING) or _KIND_IS.match(low)):
            defined = _read_kind(f"a {sentence.canon_term} is {sentence.canon}" if explained else sentence.canon)
            if defined and (defined[1].gap is not None or defined[0] not in kinds):
                kinds[defined[0]] = defined[1]
        elif same := _SAME_AS.match(sentence.canon):
            derived.append((same["kind"], same["base"]))
    for name, base in derived:
        if base in kinds:
            cadence = kinds.get(name, kinds[base]).cadence
            kinds |= dict.fromkeys((name, " ".join(reversed(name.split()))), _ActionKind(cadence, kinds[base].gap))
    return kinds


def _kind(words: str, kinds: dict[str, _ActionKind]) -> _ActionKind | None:
    """The kind that ends a phrase ("Forkable weekly")."""
    parts = words.lower().split()
    return next((kinds[name] for start in range(len(parts)) if (name := " ".join(parts[start:])) in kinds), None)


def _action_name(text: str) -> str:
    """The name of an action: the verb phrase without what it costs and what qualifies it."""
    if announced := _ANNOUNCING.match(text):
        return announced["name"].strip('"')
    text = _PAYING.sub("", text)
    text = _LIGHT.sub("", text) if _LIGHT.match(text) else text
    verbs = _VERBS.match(text)
    start = verbs.end() if verbs else 0
    stop = pattern("actions_stop").search(text, start)
    while stop and text[:1].isupper() and stop[0].strip() in ("for", "from") and text[stop.end() + 1 : stop.end() + 2].isupper():
        stop = pattern("actions_stop").search(text, stop.end())
    words = (text[: stop.start()] if stop else text).split()
    name = " ".join(words[:_MOST_WORDS])
    return (_LOOSE_END.sub("", name) if stop and stop[0][0].isspace() else name).strip(" \"'")


def _allowed(text: str, cadence: re.Match[str]) -> str | None:
    """The name of what the sentence allows, looked for behind the cadence first."""
    after = text[cadence.end() :]
    if (end := _AFTER_PUT_IN.match(after)) and _PUT_IN.search(text, 0, cadence.start()):
        return _action_name(after[end.end() :])
    for part in (after, text[: cadence.end()]):
        if found := _MAY.search(part):
            title = _TITLE.search(found["what"][:120])
            name = title["name"].strip('"') if title else _action_name(found["what"])
            if name:
                return name
    return None


def _by_kind(text: str, low: str, kinds: dict[str, _ActionKind]) -> tuple[str, _ActionKind] | None:
    """An action that the sentence (``low`` in small letters) allows as one of a kind."""
    what: str | None = None
    if found := _CALLED.search(text) if "as a" in low else None:
        what = found["name"].strip('"')
    elif found := _AS.search(text) if "as a" in low else None:
        what = _allowed(text, found)
    elif found := _WHICH_IS.search(text) if "which " in low else None:
        may = _MAY.search(text[: found.start()])
        what = _action_name(may["what"] if may else re.sub(r"^(?:An?|The) ", "", text[: found.start()]))
    kind = _kind(found["kind"], kinds) if found else None
    return (what, kind) if kind and what else None


def _stated(text: str, kinds: dict[str, _ActionKind]) -> Iterator[tuple[str, _ActionKind]]:
    """Actions whose kind a sentence or its second half states: "Foraging is a Daily Action"."""
    for hit in filter(None, map(_IS.match, re.split(r", and |; ", text))):
        kind = _kind(hit["kind"], kinds)
        if kind and not re.match(r"(?:if|when|where|any|it|this|that)\b", hit["name"], re.IGNORECASE):
            name = re.sub(r"^(?:carrying out|performing) (?:any |an? )?|^(?:game )?action$", "", hit["name"], flags=re.IGNORECASE)
            if name:
                yield name, kind


def _by_count(text: str) -> tuple[str, _ActionKind] | None:
    """An action that may be taken once in a period."""
    found = _ONCE_IN.search(text) or pattern("actions_once").search(text)
    taken = _BE_TAKEN.match(text) if found else None
    what = (taken["name"] if taken else _allowed(text, found)) if found else None
    if not found or not what:
        return None
    # Whether one for each or one for all is meant is not read where the sentence has a word on that.
    once = found.groupdict().get("count", "").lower() == "once" and "communal" not in text.lower()
    return what, _ActionKind(_PERIODS.get(found["period"].lower(), "custom") if once else "custom", None)


def _read(passage: Passage, kinds: dict[str, _ActionKind]) -> list[tuple[str, _ActionKind]]:
    """The actions of one sentence; neither kinds of actions nor what may not be done."""
    text, low = passage.text, passage.low
    counting = any(map(low.__contains__, _COUNTING))
    if low.startswith(_DEFINING) or _NEVER.search(low.partition(",")[0]) or (counting and _KIND_IS.match(low)):
        return []
    if "action" in low:
        if named := _by_kind(text, low, kinds):
            return [named]
        if stated := list(_stated(text, kinds)):
            return stated
    counted = _by_count(text) if counting else None
    return [counted] if counted else []


def read_actions(text: Text) -> tuple[Action, ...]:
    """The actions of limited frequency that these sentences allow, in the order of the text.

    ``cadence`` is ``daily``, ``weekly``, ``daily-communal``, ``weekly-communal`` or ``custom``; ``min_gap_hours`` is
    what the Ruleset says of that kind of actions, else None.
    """
    kinds = _kinds(text.prose)
    words = tuple(f"{name} action" for name in kinds)
    passages = [passage for passage in text.passages if any(map(passage.low.__contains__, (*words, *_COUNTING)))]
    return tuple(
        Action(name, kind.cadence, passage.sentence.rule.title, passage.sentence.text, kind.gap)
        for passage in passages
        for name, kind in _read(passage, kinds)
    )
