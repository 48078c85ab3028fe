"""Rows of tables and entries of glossaries, as a matter words them: “Soup”, “4”, “Rich”; “Tea”, defined as “…”."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.blocks import PostParagraph, StyledText
from parsers.proposals.drafts import ClauseContext, markup_of
from parsers.proposals.model import Instruction, InstructionKind, RulePassage, Unit
from parsers.proposals.new_rules import AddingParts
from parsers.proposals.places import TextPlace
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor

_DEFINED = (", with the definition of?", "with the definition of?", ", defined as", "defined as")


def read_row(cursor: TokenCursor, parts: AddingParts) -> bool:
    """The cells of a row, each in quotation marks: “Soup”, “4”, “Rich”."""
    saved = cursor.save()
    cells: list[str] = []
    if parts.unit is Unit.ROW:
        cursor.first((", with the? values|cells|entries|columns :?", "with the? values|cells|entries|columns :?"))
    while parts.unit is Unit.ROW and parts.text is None:
        token = cursor.kind("quote")
        if token is None or "|" in token.text or "\n" in token.text:
            break
        cells.append(token.text.strip())
        cursor.first((", and", ",", "and"))
    if not cells:
        cells = _bare_cells(cursor, parts)
    if len(cells) < 2 or cursor.tokens[cursor.place - 1].kind not in {"quote", "word"}:
        cursor.back(saved)
        return False
    text = " || ".join(cells)
    parts.text = Token("quote", text, "", (PostParagraph(StyledText(text)),))
    return True


def _bare_cells(cursor: TokenCursor, parts: AddingParts) -> list[str]:
    """Such as "Soup | 4 | Rich" or "Soup, 4, Rich" behind a colon, up to the end of the sentence."""
    behind = cursor.tokens[cursor.place :]
    rest = behind[:-1] if behind and behind[-1].text == "." else behind
    sign = "|" if any(token.text == "|" for token in rest) else ","
    told = cursor.place > 0 and cursor.tokens[cursor.place - 1].text == ":" and parts.unit is Unit.ROW and parts.text is None
    if (
        not told
        or any(token.kind != "word" and token.text != sign for token in rest)
        or {"and", "or", "with"} & {token.low for token in rest}
    ):
        return []
    cells: list[list[str]] = [[]]
    for token in rest:
        if token.text == sign:
            cells.append([])
        else:
            cells[-1].append(token.text)
    if len(cells) < 2 or not all(cells):
        return []
    cursor.place += len(rest)
    return [" ".join(cell) for cell in cells]


def read_term(cursor: TokenCursor, parts: AddingParts) -> bool:
    """The term of an entry, and what defines it: "for “Tea”", "“Tea”, defined as “…”"; or that it goes where the alphabet puts it."""
    if parts.unit is not Unit.ITEM:
        return False
    if not parts.alphabetical and cursor.first((", in alphabetical order", "in alphabetical order", "alphabetically")):
        parts.alphabetical = True
        return True
    saved = cursor.save()
    if parts.term and parts.text is None and parts.place is not None and cursor.first(_DEFINED):
        return True
    if parts.term or parts.text is not None:
        return False
    called = cursor.tokens[cursor.place - 1].low == "term" and _is_defined(cursor.tokens[cursor.place + 1 :])
    named = cursor.first(("for|of|defining the? term|word|keyword?", "called|named|titled"))
    token = cursor.kind("quote")
    if token is not None and (
        (named or called)
        or stands_here(cursor, ", defined|meaning|which|with")
        or stands_here(cursor, "defined|meaning|with the definition")
    ):
        cursor.take(",")
        cursor.first(("defined as", "meaning", "with the? definition of?", "as"))
        parts.term = token.text.strip()
        return True
    cursor.back(saved)
    return False


def defines_next(cursor: TokenCursor) -> bool:
    """Whether "term “Tea”" stands here, and behind it, at once or behind its place, what defines it."""
    if cursor.ahead().low != "term" or cursor.ahead(1).kind != "quote":
        return False
    return _is_defined(cursor.tokens[cursor.place + 2 :])


def _is_defined(behind: Sequence[Token]) -> bool:
    lows = [token.low for token in behind]
    return any(pair in (["the", "definition"], ["defined", "as"]) for pair in (lows[n : n + 2] for n in range(len(lows))))


def defined(passage: RulePassage | None) -> RulePassage | None:
    """The entry that an entry goes beside, where just its term is named."""
    plain = passage is not None and passage.unit in {Unit.PHRASE, Unit.ITEM} and passage.order is None
    term = (passage.text or passage.begins).strip() if passage is not None and plain else ""
    return RulePassage(Unit.DEFINITION, text=term) if term else passage


def in_alphabet(parts: AddingParts, place: TextPlace | None, context: ClauseContext, token: Token) -> Instruction:
    """An entry that goes where the alphabet puts it."""
    target = None if place is None else place.target
    rule = context.scope.rule if target is None else target.rule
    if rule is None or not rule.title or (target is not None and target.passage is not None):
        raise NotUnderstood("it does not say to which rule")
    new = markup_of(token).strip()
    return Instruction(InstructionKind.ADD_TEXT, "", rule=rule, new=f";{parts.term}\n:{new}" if parts.term else new, unit=Unit.ITEM)


def stands_here(cursor: TokenCursor, phrase: str) -> bool:
    """Whether a phrase stands here."""
    saved = cursor.save()
    stands = cursor.take(phrase)
    cursor.back(saved)
    return stands
