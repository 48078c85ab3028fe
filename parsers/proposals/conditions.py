"""When an instruction is to be carried out: "if the proposal “X” was enacted", "unless a rule called X exists", by the comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parsers.proposals.blocks import PostParagraph
from parsers.proposals.model import ConditionKind, InstructionCondition, RuleName
from parsers.proposals.names import read_rule
from parsers.proposals.titles import clean_title, read_title
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor

_IF = ("if and only if", "only? if", "provided|assuming|given that?", "in the event that", "in case")
_UNLESS = ("unless",)
_MATTER = (
    "the|my|this|a|another? pending|earlier|recent|previous|current|other? proposal|proposals|cfj|matter|dov :?",
    "the? call for judgement|judgment|judgements :?",
    "the? votable matter :?",
    "the? declaration of victory :?",
)
_CALLED = "which|that? is|was? called|named|titled|entitled"
_ENACTED = frozenset("enacted passed passes enacts succeeded succeeds pass enact adopted".split())
_FAILED = frozenset("failed fails fail".split())
_STATE = (
    "is|was|has|had|gets|did|does already|also|since|now|later? been? already?",
    "has|have|had already|also? been?",
)
_THIS = (
    "this proposal|cfj|matter is|has? been? enacted|passed|passes|enacts|popular",
    "enacted|passed",
)
_COMMENTS = frozenset("comment comments commented commenting evc evcs vote votes voters flavour".split())
_EXISTS = "still|already|currently|now? exists|exist|remains|stands"
_NOT_THERE = "does|do not still|already|currently|yet? exist|remain|stand"
_OTHERWISE = (
    "otherwise",
    "if not",
    "else",
    "if it|that did|does|was|has|is|had not been? pass|passed|enact|enacted|passes",
    "failing that",
    "if it|that doesn't|didn't|isn't|wasn't|hasn't been? exist|pass|passed|enact|enacted",
    "if it|that|there doesn't|didn't|isn't|wasn't|hasn't",
    "if it|that did|does|was|has|is|had not",
)


def read_conditions(cursor: TokenCursor) -> tuple[InstructionCondition, ...]:
    """The conditions that stand here, up to their comma or colon; none if no condition begins here.

    One that is not understood ends with the first comma, colon or "then", and is of kind OTHER or COMMENTS.
    """
    saved = cursor.save()
    holds = not cursor.first(_UNLESS)
    if holds and not cursor.first(_IF):
        return ()
    found: list[InstructionCondition] = []
    while True:
        some = _some(cursor, holds=holds)
        if not some or (len(some) > 1 and not holds):
            break
        found.extend(some)
        if cursor.ahead().kind == "end" or cursor.ahead().text in {",", ":", ".", ";", ")"} or cursor.ahead().low == "then":
            if len(found) == 1 or holds:
                return tuple(found)
            break
        if not cursor.take("and if?"):
            break
    cursor.back(saved)
    return (_unknown(cursor),)


def read_otherwise(cursor: TokenCursor) -> bool:
    """Walk over "otherwise" and its like."""
    return cursor.first(_OTHERWISE)


def read_if_so(cursor: TokenCursor, before: Sequence[InstructionCondition]) -> tuple[InstructionCondition, ...]:
    """Such as "If it was, …", "if it failed, …" behind "If “X” was not enacted, …"; none where nothing like that stands here."""
    saved = cursor.save()
    if len(before) == 1 and before[0].kind is ConditionKind.MATTER and cursor.take("if it|that proposal|matter|cfj?"):
        auxiliary, negated = cursor.take("was|did|does|is|has|had been?"), cursor.take("not been?")
        word = cursor.ahead().low
        cursor.place += word in _ENACTED | _FAILED
        outcome = "enacted" if word in _ENACTED else "failed" if word in _FAILED else before[0].outcome if auxiliary else ""
        if outcome and cursor.ahead().text in {",", ":"} and (auxiliary or not negated) and (not negated or word in _ENACTED | _FAILED):
            words = f"“{before[0].subject}” {'not ' if negated else ''}{outcome}"
            return (replace(before[0], text=words, outcome=outcome, holds=not negated),)
    cursor.back(saved)
    return ()


def is_other_outcome(conditions: Sequence[InstructionCondition], before: Sequence[InstructionCondition]) -> bool:
    """Whether conditions ask for another outcome of the one matter that those before ask about."""
    one, other = conditions[0], before[0]
    same = len(conditions) == len(before) == 1 and one.kind is other.kind is ConditionKind.MATTER and one.subject == other.subject
    return same and one.outcome != other.outcome and one.holds == other.holds


def opposite(conditions: Sequence[InstructionCondition]) -> tuple[InstructionCondition, ...]:
    """What holds otherwise."""
    if len(conditions) == 1:
        return (replace(conditions[0], holds=not conditions[0].holds),)
    return (InstructionCondition(ConditionKind.OTHER, "otherwise"),)


def _some(cursor: TokenCursor, *, holds: bool) -> tuple[InstructionCondition, ...]:
    start = cursor.save()
    for read in (_rule, _text, _matter):
        found = read(cursor)
        if found:
            words = shown(cursor.tokens[start[0] : cursor.place])
            return tuple(replace(each, text=words, holds=each.holds == holds) for each in found)
        cursor.back(start)
    return ()


def _rule(cursor: TokenCursor) -> tuple[InstructionCondition, ...]:
    """Such as "There is no rule called “X”", "the rule X exists", "no rule called X exists", "the Ruleset has a rule called X"."""
    there = cursor.take("there is|exists already|still|currently?") or cursor.take(
        "the? dynastic? ruleset|rules still|already|currently? contains|contain|has|have|includes"
    )
    lacks = not there and cursor.take("the? dynastic? ruleset|rules does|do not already|still|currently? contain|have|include")
    there = there or lacks
    none = lacks or (cursor.take("no|not already|longer?") and cursor.ahead().low not in {"there", ""})
    cursor.take("any")
    try:
        # "There is no Fog" may speak of a value.
        rule = read_rule(cursor, None, bare=not there)
    except NotUnderstood:
        return ()
    if rule is None or not rule.title:
        return ()
    if not there:
        if cursor.take(_NOT_THERE) or cursor.take("no longer exists") or cursor.take("has been repealed"):
            none = not none
        elif (
            not cursor.take(_EXISTS)
            and not cursor.take("has not been repealed")
            and not cursor.take("is still? in the ruleset")
            and not cursor.take("is still there|around|present")
        ):
            return ()
    cursor.take("in|within the dynastic? ruleset|rules")
    cursor.take("at|by the? time of? this|the? enactment|proposal|then|point|passing|passage?")
    cursor.take("at that|this time|point|stage|moment")
    return (InstructionCondition(ConditionKind.RULESET, "", rule.title, holds=not none, rule=rule),)


_UNIT = "text|word|phrase|words|sentence|term"
_STANDS = ("still|already? exists|appears|occurs|stands|is", "is still? present|found", "exist|appear")


def _text(cursor: TokenCursor) -> tuple[InstructionCondition, ...]:
    """Such as "The text “x” exists in the Ruleset", "the rule X contains the word “x”"."""
    saved = cursor.save()
    if cursor.take(f"the {_UNIT}"):
        quoted = cursor.kind("quote")
        holds = not cursor.take("does not still? exist|appear|occur|stand")
        if quoted is None or (holds and not cursor.first(_STANDS)) or not cursor.take("in|within|anywhere in?"):
            return ()
        place = _holder(cursor)
        return () if place is None else (_of_text(quoted, place, holds=holds),)
    cursor.back(saved)
    place = _holder(cursor)
    holds = not cursor.take("does not still? contain|include|have|say")
    if place is None or (holds and not cursor.take("still? contains|includes|has|says")):
        return ()
    cursor.take(f"the {_UNIT}")
    quoted = cursor.kind("quote")
    return () if quoted is None else (_of_text(quoted, place, holds=holds),)


def _holder(cursor: TokenCursor) -> RuleName | None:
    """Where a text may stand: a rule, or the Ruleset (a name without anything)."""
    if cursor.take("the ruleset"):
        return RuleName()
    try:
        return read_rule(cursor, None)
    except NotUnderstood:
        return None


def _of_text(quoted: Token, place: RuleName, *, holds: bool) -> InstructionCondition:
    rule = None if place == RuleName() else place
    return InstructionCondition(ConditionKind.RULESET, "", quoted.text.strip(), holds=holds, within=rule)


def _matter(cursor: TokenCursor) -> tuple[InstructionCondition, ...]:
    saved = cursor.save()
    href, latest = cursor.ahead().href, False
    both_named = cursor.take("both")
    cursor.take("the|my")
    latest = cursor.take("latest|last|newest") or cursor.take("most recent")
    spoken = cursor.first(_MATTER)
    if spoken and href and cursor.tokens[cursor.place - 1].href == href and cursor.ahead().href != href:
        return _outcome(cursor, (href,), latest=False)
    cursor.take(_CALLED)
    cursor.take("at")
    apart = spoken and cursor.ahead(2).text == "," and cursor.take(",")
    subjects = [_subject(cursor, spoken=spoken)]
    if apart:
        cursor.take(",")
    both = cursor.save()
    if subjects[0] and cursor.take("and"):
        cursor.first(_MATTER)
        cursor.take(_CALLED)
        subjects.append(_subject(cursor, spoken=spoken))
    if both_named and len(subjects) != 2:
        cursor.back(saved)
        return ()
    if len(subjects) == 2 and not (subjects[1] and cursor.take("were|are|have both? been?") and cursor.ahead().low in _ENACTED | _FAILED):
        subjects.pop()
        cursor.back(both)
    if not subjects[0]:
        cursor.back(saved)
        return ()
    return _outcome(cursor, subjects, latest=latest)


def _outcome(cursor: TokenCursor, subjects: Sequence[str], *, latest: bool) -> tuple[InstructionCondition, ...]:
    """What is asked of matters."""
    cursor.take("( proposal )")
    auxiliary = cursor.first(_STATE)
    negated = cursor.take("not been?") or cursor.take("n't")
    cursor.take("been")
    word = cursor.ahead().low
    if word not in _ENACTED | _FAILED or (negated and not auxiliary):
        return ()
    cursor.place += 1
    outcome = "enacted" if word in _ENACTED else "failed"
    return tuple(InstructionCondition(ConditionKind.MATTER, "", subject, outcome, not negated, latest=latest) for subject in subjects)


def _subject(cursor: TokenCursor, *, spoken: bool) -> str:
    token = cursor.ahead()
    if token.kind == "word" and token.text.startswith("http"):
        cursor.place += 1
        return token.text
    if token.href:
        while cursor.ahead().href == token.href:
            cursor.place += 1
        return token.href
    if token.kind == "quote":
        if token.blocks and _linked(token):
            cursor.place += 1
            return _linked(token)
        title = read_title(cursor)
        return clean_title(title.split(":", 1)[1]) if title.lower().startswith("proposal:") else title
    return read_title(cursor) if spoken or token.mark else ""


def _linked(token: Token) -> str:
    """Where a quotation leads to that is all one link."""
    block = token.blocks[0] if token.blocks else None
    links = [mark for mark in block.text.marks if mark.kind == "a"] if isinstance(block, PostParagraph) else []
    return links[0].href if len(links) == 1 and links[0].end - links[0].start >= len(token.text.strip()) - 1 else ""


def _unknown(cursor: TokenCursor) -> InstructionCondition:
    """A condition that nobody but people can decide, up to its end."""
    start = cursor.place
    while cursor.ahead().kind != "end" and cursor.ahead().text not in {",", ":"} and cursor.ahead().low != "then":
        cursor.place += 1
    tokens = cursor.tokens[start : cursor.place]
    by_comments = any(token.low in _COMMENTS for token in tokens)
    return InstructionCondition(ConditionKind.COMMENTS if by_comments else ConditionKind.OTHER, shown(tokens))


def shown(tokens: Sequence[Token]) -> str:
    """Tokens as a text again."""
    text = ""
    for token in tokens:
        word = f"“{token.text.strip()}”" if token.kind == "quote" else token.text
        text += word if not text or word in {",", ".", ";", ":", ")", "?", "!"} or text.endswith("(") else f" {word}"
    return text
