"""What a quotation or a block means as a passage of a rule: its words, or the first and the last of them."""

from __future__ import annotations

from parsers.patterns import later
from parsers.proposals.blocks import STRUCK
from parsers.proposals.model import RulePassage, Unit
from parsers.proposals.tokens import NotUnderstood, Token
from parsers.proposals.wikitext import visible_text

ELLIPSIS = later(r"\s*(?:\[\s*)?(?:…|\.\.\.+)(?:\s*\])?\s*")
"""What shortens a quotation."""


def token_text(token: Token) -> str:
    """The text of a quotation (with the blanks at its ends) or of a block."""
    return token.text if token.kind == "quote" else visible_text(token.blocks)


def passage_of(text: str, unit: Unit) -> RulePassage:
    """The passage that a quotation is, which may be shortened: “It begins … and ends”."""
    if STRUCK in text:
        raise NotUnderstood("a part of the text is struck")
    parts = ELLIPSIS.split(text)
    if len(parts) == 1:
        return RulePassage(unit, text=text if unit is Unit.PHRASE else text.strip())
    begins, *between, ends = (part.strip() for part in parts)
    if between or not (begins or ends) or (unit is Unit.PHRASE and not (begins and ends)):
        raise NotUnderstood("it is not clear which text the shortened quotation means")
    return RulePassage(unit, begins=begins, ends=ends)
