"""Clauses about a rule as a whole: its text, and the status in its title."""

from __future__ import annotations

from parsers.proposals.drafts import ClauseContext, markup_of, next_of_list
from parsers.proposals.model import Instruction, InstructionKind
from parsers.proposals.names import read_rule
from parsers.proposals.titles import read_title
from parsers.proposals.tokens import NotUnderstood, TokenCursor

_STATUS = frozenset({"active", "inactive"})


def read_giving(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """Such as "Give it the following text: …"."""
    rule = read_rule(cursor, context.latest)
    if rule is not None and rule.title and cursor.take("the|a new? title|name of? :?"):
        title = read_title(cursor)
        if title:
            return [Instruction(InstructionKind.RENAME_RULE, "", rule=rule, title=title)]
    if rule is None or not rule.title or not cursor.take("the following text|wording|contents|content :?"):
        raise NotUnderstood("it is not understood as an instruction")
    token = cursor.kind("quote", "body")
    if token is None:
        raise NotUnderstood("it does not say which text")
    return [Instruction(InstructionKind.REPLACE_RULE, "", rule=rule, new=markup_of(token).strip())]


def read_whole_text(cursor: TokenCursor, context: ClauseContext) -> Instruction | None:
    """Such as "… such that it reads, in its entirety: …"."""
    saved, scope = cursor.save(), context.scope
    reads = cursor.take("such|so that it now? reads|says") and cursor.first(
        (", in its entirety :", ", in full :", "in its entirety :", ":")
    )
    body = cursor.kind("body") if reads and scope.within is None else None
    if body is None or scope.rule is None or not scope.rule.title:
        cursor.back(saved)
        return None
    return Instruction(InstructionKind.REPLACE_RULE, "", rule=scope.rule, new=markup_of(body).strip())


def read_status(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """Such as "Set the Special Case rule X to Active", "make X inactive", "change the status of X to Inactive"."""
    changes: list[Instruction] = []
    while True:
        saved = cursor.save()
        if changes and not next_of_list(cursor):
            return changes
        try:
            changes.extend(_statuses(cursor, context))
        except NotUnderstood:
            if not changes:
                raise
            cursor.back(saved)
            return changes


def _statuses(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """Such as "The Special Case rules X and Y to Active"."""
    cursor.first(("the status of", "the statuses of"))
    cursor.take("both? the? special? case? rules")
    rules = [read_rule(cursor, context.latest)]
    while True:
        saved = cursor.save()
        if not next_of_list(cursor) or cursor.ahead().kind != "quote":
            cursor.back(saved)
            break
        rules.append(read_rule(cursor, None))
    cursor.first(("to be", "to", "as"))
    token = cursor.kind("word", "quote")
    status = "" if token is None else token.text.strip(" []")
    if status.lower() == "from" and cursor.take("active|inactive to"):
        token = cursor.kind("word", "quote")
        status = "" if token is None else token.text.strip(" []")
    named = [rule for rule in rules if rule is not None and rule.title]
    if len(named) < len(rules) or status.lower() not in _STATUS:
        raise NotUnderstood("it does not say what takes the place of what")
    return [Instruction(InstructionKind.RENAME_RULE, "", rule=rule, status=status.capitalize()) for rule in named]
