"""Rules that are announced first and told one by one: "Add two subrules to the rule X. The first is called Y and reads: …"."""

from __future__ import annotations

from dataclasses import replace

from parsers.proposals.adding import read_parts
from parsers.proposals.drafts import ClauseContext
from parsers.proposals.model import Instruction
from parsers.proposals.names import read_rule
from parsers.proposals.new_rules import AddingParts, new_rule
from parsers.proposals.titles import read_title
from parsers.proposals.tokens import TokenCursor

_ADDING = "add|create|enact|make|introduce"
_COUNTS = {"two": 2, "2": 2, "both": 2, "three": 3, "3": 3, "four": 4, "4": 4, "five": 5, "several": 2, "some": 2, "the": 1, "these": 1}
_SEVERAL = (("subrules|sub-rules", "subrule"), ("rules", "rule"))
_ONES = (
    "the first|second|third|fourth|fifth|other|next|last|final one|rule|subrule?",
    "first|second|third|fourth|fifth|one|another rule|subrule? ,?",
)


def read_announcement(cursor: TokenCursor, context: ClauseContext) -> bool:
    """Such as "Add the following subrules to the rule X"; the rule becomes the scope. False where nothing like that stands here."""
    saved = cursor.save()
    count = _COUNTS.get(cursor.ahead().low, 0) if cursor.take(_ADDING) else 0
    if count:
        cursor.place += 1
        cursor.take("following|new")
        count = max(count, said := _COUNTS.get(cursor.ahead().low, 0))
        cursor.place += bool(said)
        cursor.take("new|following|more|additional")
        cursor.take("dynastic")
        noun = next((noun for nouns, noun in _SEVERAL if cursor.take(nouns)), "")
        parent = read_rule(cursor, context.latest) if noun and cursor.take("to|of|under|in|beneath|within") else None
        if noun == "rule" and parent is not None and parent.title + parent.number:
            noun = ""
        if noun and (noun == "rule" or parent is not None or context.scope.rule is not None):
            rule = parent or context.scope.rule
            context.scope = replace(context.scope, rule=rule if noun == "subrule" else None, adds=noun, count=count)
            cursor.first(("as follows", "with the following titles|names|texts and? titles|names|texts?"))
            return True
    cursor.back(saved)
    return False


def read_announced(cursor: TokenCursor, context: ClauseContext) -> list[Instruction] | None:
    """Such as "The first is called Y and reads: …", "“Y”: …"; None where another instruction begins."""
    if not context.scope.adds:
        return None
    saved = cursor.save()
    told = cursor.first(_ONES)
    if told or cursor.ahead().kind == "quote":
        cursor.take(",|:")
        cursor.first(("shall|should|will be", "is|to be", "being"))
        parts = AddingParts(noun=context.scope.adds, headed=True)
        read_parts(cursor, context, parts)
        if parts.title and parts.text is not None:
            return [new_rule(parts, context)]
    cursor.back(saved)
    title = read_title(cursor)
    cursor.take(":")
    body = cursor.kind("body") if title and cursor.ahead(1).kind == "end" else None
    if body is not None:
        return [new_rule(AddingParts(noun=context.scope.adds, title=title, text=body), context)]
    cursor.back(saved)
    # Whatever else it says is about no rule that was announced.
    context.scope = replace(context.scope, rule=None, adds="")
    return None
