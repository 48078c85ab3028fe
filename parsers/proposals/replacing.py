"""Clauses that put a text in another's place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parsers.proposals.drafts import ClauseContext, check_sign, is_findable, is_sentence, markup_of, next_of_list, within_scope
from parsers.proposals.model import Instruction, InstructionKind, RuleName, RulePassage, Unit
from parsers.proposals.moving import read_title_change
from parsers.proposals.names import read_rule
from parsers.proposals.passages import EVERY_TIME, WHOLLY, TextTarget, read_outside, read_shown, read_target
from parsers.proposals.phrases import AS_FOLLOWS, HEADS, NOTHING, OLD_HEADS, TITLES, WITH
from parsers.proposals.places import as_rule
from parsers.proposals.quoted import passage_of, token_text
from parsers.proposals.titles import read_title
from parsers.proposals.tokens import VERB_WORDS, NotUnderstood, Token, TokenCursor
from parsers.proposals.units import read_stretch
from parsers.proposals.wikitext import own_title

_OF_RULES = frozenset({"reword", "rewrite", "amend", "revise"})
_SPOKEN = frozenset({"it", "them", "this", "that"})
_THE_TEXT = "the|that|this text|phrase|wording|sentence|words"
_SHORT = 8
_NAMING = frozenset("rule subrule text wording sentence paragraph bullet step row item word words phrase definition title it".split())
_SIGNS = (",", ";", ".")


@dataclass(frozen=True, slots=True)
class _Pair:
    """A text to go and the one that takes its place."""

    target: TextTarget
    token: Token


def read_replacing(cursor: TokenCursor, context: ClauseContext, verb: str) -> list[Instruction]:
    """The instructions of a clause that begins behind "replace" or "change"."""
    spoken = context.scope.text is not None and cursor.ahead().low in _SPOKEN
    respective = _respective(cursor, context)
    if respective:
        return respective
    renamed = None if spoken else read_title_change(cursor, context)
    if renamed is not None:
        return [renamed]
    pairs: list[_Pair] = []
    while True:
        saved = cursor.save()
        if pairs and not next_of_list(cursor):
            break
        swapped = None if spoken or pairs else _other_rule(cursor, context)
        if swapped is not None:
            return swapped
        if verb == "set" and not pairs and cursor.ahead().kind != "quote" and _NAMING.isdisjoint(token.low for token in cursor.tokens):
            raise NotUnderstood("it does not say what takes the place of what")
        pair = _stretch_pair(cursor, context) or _pair(cursor, context, verb, first=not pairs)
        if pair is None:
            if not pairs:
                raise NotUnderstood("it does not say what takes the place of what")
            cursor.back(saved)
            break
        pairs.append(pair)
    if len(pairs) > 1 and cursor.ahead(1).low == "in" and cursor.ahead(3).text in {"", "."}:
        cursor.take(",")
    _trailing(cursor, context, pairs)
    if all(_is_everywhere(pair.target, context) for pair in pairs):
        cursor.first(EVERY_TIME)
    pairs = [replace(pair, target=_with_titles(pair.target, context)) for pair in pairs] if cursor.first(TITLES) else pairs
    # What one change names, the next ones of the sentence mean too.
    for number, pair in enumerate(pairs[1:], 1):
        if pair.target.rule is None and pair.target.passage is not None and context.scope.rule is None:
            pairs[number] = replace(pair, target=replace(pair.target, rule=pairs[number - 1].target.rule))
    return [_replacement(pair, context) for pair in pairs]


def _respective(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """Such as "“a” and “b” with “c” and “d” respectively", nothing where no such order stands here."""
    saved = cursor.save()
    olds = _quotes(cursor)
    place = read_outside(cursor, context.latest, TextTarget(passage=RulePassage(Unit.PHRASE)))
    news = _quotes(cursor) if len(olds) > 1 and cursor.first(WITH) else []
    if len(news) != len(olds) or not cursor.first((", respectively", "respectively")):
        cursor.back(saved)
        return []
    for number, (old, new) in enumerate(zip(olds, news, strict=True)):
        if any(later.text.strip().lower() in new.text.lower() for later in olds[number + 1 :]):
            raise NotUnderstood("one of the new texts has one of the old ones in it")
        if any(text.text.rstrip().endswith(_SIGNS) for text in (old, new)) and old.text.rstrip()[-1:] != new.text.rstrip()[-1:]:
            raise NotUnderstood("it is not clear whether the sign before the closing quotation mark belongs to the text")
    pairs = [_Pair(replace(place, passage=passage_of(old.text, Unit.PHRASE)), new) for old, new in zip(olds, news, strict=True)]
    saved = cursor.save()
    if not (cursor.take(",") and cursor.ahead().low in {"in", "within", "throughout"}):
        cursor.back(saved)
    _trailing(cursor, context, pairs)
    if context.scope.rule is None and pairs[0].target.rule is None:
        raise NotUnderstood("it does not say in which rule")
    return [_replacement(pair, context) for pair in pairs]


def _quotes(cursor: TokenCursor) -> list[Token]:
    """The quotations of an enumeration."""
    found: list[Token] = []
    saved = cursor.save()
    while (token := cursor.kind("quote")) is not None:
        found.append(token)
        saved = cursor.save()
        if not next_of_list(cursor):
            break
    cursor.back(saved)
    return found


def _other_rule(cursor: TokenCursor, context: ClauseContext) -> list[Instruction] | None:
    """Such as "Replace the rule X with a new rule called Y, which reads: …"."""
    saved = cursor.save()
    quoted = cursor.ahead().kind == "quote" and cursor.ahead(1).low in {"with", "by"}
    rule = read_rule(cursor, context.latest, bare=quoted) if quoted or cursor.ahead().kind == "word" else None
    if rule is not None and cursor.take("with|by a|the|another new|following? dynastic? rule|subrule ,?"):
        named = cursor.take("called|named|titled|entitled") or cursor.ahead().kind == "quote"
        title = read_title(cursor) if named else ""
        cursor.take(",")
        cursor.first(("which|that reads|says as? follows?", "with the following? text", "reading", "and the following? text"))
        cursor.take(":")
        token = cursor.kind("quote", "body")
        if title and token is not None:
            return [_whole_rule(rule, token), Instruction(InstructionKind.RENAME_RULE, "", rule=rule, title=title)]
    cursor.back(saved)
    return None


def _stretch_pair(cursor: TokenCursor, context: ClauseContext) -> _Pair | None:
    """Such as "The text from “x” to “y” with: …", both of which go."""
    saved = cursor.save()
    stretch = read_stretch(cursor)
    target = None if stretch is None else read_outside(cursor, context.latest, TextTarget(passage=stretch))
    token = _new(cursor) if target is not None and cursor.first(("with|by", "to|so that it? reads?")) else None
    if target is None or target.passage is None or token is None:
        cursor.back(saved)
        return None
    ends, new = target.passage.ends[-1:], markup_of(token).rstrip()[-1:]
    if ends.isalnum() != new.isalnum() and not (ends.isalnum() and token.kind == "quote"):
        raise NotUnderstood("it is not clear whether the full stop goes too")
    return _Pair(target, token)


def _pair(cursor: TokenCursor, context: ClauseContext, verb: str, *, first: bool) -> _Pair | None:
    target = _old(cursor, context)
    if target is None:
        return None
    if cursor.tokens[-1].kind == "quote" or cursor.ahead(1).kind != "body":
        target = _shown_before_link(cursor, target)
    cursor.first(WHOLLY)
    start = cursor.place
    cursor.take(",")
    linked = cursor.first(WITH)
    if linked:
        token = _new(cursor)
    else:
        cursor.place = start
        token = cursor.kind("body") if first and cursor.take(":") and target.quoted is None else None
    if token is None:
        return None
    if token.kind == "body" and cursor.tokens[start].low == "as" and token_text(token).split(" ")[0].lower() in VERB_WORDS:
        raise NotUnderstood("it is not clear whether a new text follows, or what is to be done")
    before = cursor.tokens[start].low
    if verb in {"replace", "substitute"} and before == "for":
        return None
    check_sign(cursor, token, "" if target.passage is None else target.passage.text)
    return _Pair(_titled(target, token, verb), token)


def _shown_before_link(cursor: TokenCursor, target: TextTarget) -> TextTarget:
    """The target with what it is said to show, where the new text follows behind that."""
    saved = cursor.save()
    shown = read_shown(cursor, target)
    behind = cursor.save()
    if shown is target or not cursor.first(WITH):
        cursor.back(saved)
        return target
    cursor.back(behind)
    return shown


def _old(cursor: TokenCursor, context: ClauseContext) -> TextTarget | None:
    """What is to go; behind "from", the very words of it."""
    saved = cursor.save()
    if context.scope.text is not None and (cursor.take(_THE_TEXT) or cursor.ahead().low in _SPOKEN):
        cursor.place += cursor.ahead().low in _SPOKEN and cursor.place == saved[0]
        return context.scope.text
    cursor.take(":")
    cursor.take("-|–|—")
    target = read_target(cursor, context.latest)
    if target is None:
        cursor.back(saved)
        cursor.first(OLD_HEADS)
        target = TextTarget(passage=RulePassage(Unit.PHRASE))
        target = read_outside(cursor, context.latest, target)
    elif target.passage is not None and target.passage.unit is Unit.WHOLE:
        return target
    words = cursor.save()
    cursor.take(",")
    if cursor.take("from :?"):
        token = cursor.kind("quote", "body")
        if token is not None and (target.passage is None or not target.passage.text):
            inner = passage_of(token_text(token), Unit.PHRASE)
            outer = target.passage
            inner = inner if outer is None or outer == RulePassage(Unit.PHRASE) else replace(inner, within=outer)
            return replace(target, passage=inner)
    cursor.back(words)
    if target.passage == RulePassage(Unit.PHRASE):
        cursor.take(":")
        token = cursor.kind("quote", "body")
        return None if token is None else replace(target, passage=passage_of(token_text(token), Unit.PHRASE))
    return target


def _new(cursor: TokenCursor) -> Token | None:
    """The new text, with the words that announce it."""
    if cursor.first(NOTHING):
        return Token("quote", "")
    for _ in range(3):
        cursor.take(":")
        cursor.take("-|–|—")
        token = cursor.kind("quote", "body")
        if token is not None:
            return token
        if not cursor.first(HEADS) and not cursor.first(AS_FOLLOWS):
            break
    if cursor.ahead(1).kind == "body":
        cursor.take(".")
    cursor.take(":")
    cursor.take("-|–|—")
    return cursor.kind("quote", "body")


def _titled(target: TextTarget, token: Token, verb: str) -> TextTarget:
    """A short quotation in capitals that a block takes the place of: a rule's title, if the verb is one for rules.

    Raises NotUnderstood where it may be both.
    """
    if target.quoted is None or target.rule is not None:
        return target
    words = target.quoted.text.split()
    capital = all(word[0].isupper() or len(word) < 4 for word in words) and bool(words) and words[0][0].isupper()
    long = token.kind == "body" or len(token.text.split()) > _SHORT
    if capital and len(words) <= 6 and not target.quoted.text.rstrip().endswith(".") and long:
        if (verb in _OF_RULES and (token.kind == "body" or is_sentence(token.text))) or (
            token.kind == "body" and is_sentence(token_text(token))
        ):
            return replace(target, rule=as_rule(target), passage=None)
        raise NotUnderstood("it is not clear whether the rule or the words of that name are meant")
    return target


def _trailing(cursor: TokenCursor, context: ClauseContext, pairs: list[_Pair]) -> None:
    """What follows the last pair: the rule, or "throughout"."""
    cursor.take("instead")
    saved = cursor.save()
    if cursor.take("throughout|everywhere") and cursor.ahead().low in {"", ".", ",", "and", ";"} and context.scope.rule is not None:
        pairs[:] = [replace(pair, target=_everywhere(pair.target)) for pair in pairs]
        return
    cursor.back(saved)
    last = pairs[-1].target
    if last.passage is None or last.rule is not None:
        return
    found = read_outside(cursor, context.latest, last)
    if found.rule is None and found.passage is not None and found.passage.within is not None and len(pairs) > 1:
        raise NotUnderstood("it is not clear which of the changes that place is for")
    for number, pair in enumerate(pairs):
        if pair.target.rule is None and pair.target.passage is not None:
            own = found if pair.target is last else replace(pair.target, rule=found.rule)
            pairs[number] = replace(pair, target=_everywhere(own) if found.everywhere else own)


def _is_everywhere(target: TextTarget, context: ClauseContext) -> bool:
    return target.passage is not None and (target.passage.every or context.scope.every)


def _with_titles(target: TextTarget, context: ClauseContext) -> TextTarget:
    """The words in headings, too. Raises NotUnderstood where they are not changed throughout."""
    passage = target.passage
    if passage is None or passage.unit is not Unit.PHRASE or not (passage.every or context.scope.every) or passage.within is not None:
        raise NotUnderstood("it names titles, and does not change the words throughout")
    return replace(target, passage=replace(passage, titles=True))


def _everywhere(target: TextTarget) -> TextTarget:
    return target if target.passage is None else replace(target, passage=replace(target.passage, every=True), everywhere=True)


def _replacement(pair: _Pair, context: ClauseContext) -> Instruction:
    target, token = pair.target, pair.token
    rule, passage = within_scope(target, context.scope)
    if passage is None or (passage.unit is Unit.WHOLE and passage.within is None):
        if rule is None or not rule.title + rule.number:
            raise NotUnderstood("it does not say which rule")
        return _whole_rule(rule, token)
    if token.kind == "quote" and not token.text.strip():
        return Instruction(InstructionKind.REMOVE_TEXT, "", rule=rule, old=passage)
    if rule is None and not is_findable(passage):
        raise NotUnderstood("it does not say in which rule")
    new = markup_of(token)
    if passage.unit is Unit.SENTENCE and passage.text[-1:].isalnum() and new.rstrip()[-1:].isalnum():
        # Both without their full stop, which stays.
        passage = replace(passage, unit=Unit.PHRASE)
    return Instruction(InstructionKind.REPLACE_TEXT, "", rule=rule, old=passage, new=new)


def _whole_rule(rule: RuleName, token: Token) -> Instruction:
    if token.kind == "quote" and not is_sentence(token.text):
        raise NotUnderstood("it is not clear whether the rule's title or its text is to change")
    _, text = own_title(markup_of(token).strip(), rule.title) if rule.title else ("", markup_of(token).strip())
    if text.startswith("="):
        raise NotUnderstood("the new text begins with another heading than the rule's")
    return Instruction(InstructionKind.REPLACE_RULE, "", rule=rule, new=text)


def read_substituting(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """Such as "Substitute “new” for “old”", or "with" as in "replace"."""
    saved = cursor.save()
    token = cursor.kind("quote", "body")
    links = token is not None and cursor.first(("for", "in place of", "instead of"))
    target = read_target(cursor, context.latest) if links else None
    if token is None or target is None:
        cursor.back(saved)
        return read_replacing(cursor, context, "substitute")
    return [_replacement(_Pair(target, token), context)]
