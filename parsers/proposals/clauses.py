"""The clauses of a sentence, each by its verb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from parsers.proposals.adding import read_adding, read_another_clause
from parsers.proposals.announcing import read_announced
from parsers.proposals.cells import read_cell_change, read_column, read_declared_cell
from parsers.proposals.drafts import ClauseContext, InstructionScope
from parsers.proposals.model import Instruction, InstructionKind, RuleName, Unit
from parsers.proposals.moving import read_moving, read_renaming
from parsers.proposals.names import read_rule
from parsers.proposals.removing import read_removing, read_repealing, replaces_removed
from parsers.proposals.replacing import read_replacing, read_substituting
from parsers.proposals.scoping import read_scoped, read_scopes
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor, why_here, word
from parsers.proposals.values import VALUE_VERBS, read_declared, read_values
from parsers.proposals.vocabulary import ADD, GERUNDS, KIND_OF, MOVE, REMOVE, RENAME, REPEAL, REPLACE, is_verb
from parsers.proposals.wholes import read_giving, read_status, read_whole_text

_STATES = frozenset("be is are becomes become shall should will".split())
_PASSIVES = {
    "replaced": "replace",
    "changed": "change",
    "removed": "remove",
    "deleted": "delete",
    "repealed": "repeal",
    "renamed": "rename",
    "added": "add",
    "inserted": "insert",
    "appended": "append",
    "struck": "strike",
    "moved": "move",
    "created": "create",
    "amended": "amend",
    "set": "set",
    "increased": "increase",
    "reduced": "reduce",
    "decreased": "decrease",
    "raised": "raise",
    "lowered": "lower",
}
_IN_TEXT = frozenset({InstructionKind.ADD_TEXT, InstructionKind.REPLACE_TEXT, InstructionKind.REMOVE_TEXT})
_READS = ("becomes|become", "is|are to instead? read|say", "shall|should|will now|instead? read|say|become|be")
_PARTICLES = {"strike": "out", "take": "out", "cut": "out", "put": "in"}
_OF_CELLS = frozenset({"set", "change", "update", "edit", "alter", "modify"})


def read_clauses(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """The instructions of the clauses that stand here. Raises NotUnderstood where no clause begins, or one is not understood."""
    instructions: list[Instruction] = []
    while True:
        saved, scope, guards = cursor.save(), context.scope, len(cursor.guards)
        if instructions:
            separated = cursor.first(("; and? then? also?", ", and? then? also?", "and|then then? also?"))
            if not separated or cursor.here is None:
                cursor.back(saved)
                return instructions
            if cursor.tokens[cursor.place - 1].low in {"and", "then", "also"}:
                cursor.first((", finally|lastly|likewise? ,?", "finally|lastly|likewise ,?"))
            cursor.take("secondly|thirdly|fourthly|finally|lastly ,?")
            if replaces_removed(cursor, instructions):
                continue
            context.previous = instructions[-1]
            _next_scope(cursor, context, scope, instructions[-1])
        clause = _clause(cursor, context)
        if clause is None:
            cursor.back(saved)
            context.scope = scope
            if not instructions:
                raise NotUnderstood("it is not understood as an instruction")
            return instructions
        # "If it exists" is said of one clause's rule.
        instructions.extend(replace(each, conditions=tuple(cursor.guards[guards:])) for each in clause)
        del cursor.guards[guards:]
        context.latest = _spoken_of(instructions[-1], context)


def _next_scope(cursor: TokenCursor, context: ClauseContext, scope: InstructionScope, last: Instruction) -> None:
    """Another clause has a place of its own, in the rule of the one before."""
    context.scope = replace(scope, place=None)
    spoken = last.rule
    if (scope.rule is None or scope.implied) and last.kind in _IN_TEXT and spoken is not None and spoken.title + spoken.number:
        context.scope = replace(scope, rule=spoken, within=None, place=None, implied=True)
    read_scopes(cursor, context)


def _clause(cursor: TokenCursor, context: ClauseContext) -> list[Instruction] | None:
    announced = read_announced(cursor, context)
    if announced is not None:
        return announced
    verb = cursor.ahead().low
    if cursor.ahead().kind == "quote":
        return _special(cursor, context) if cursor.ahead(1).low == "becomes" else _passive(cursor, context)
    if cursor.ahead().kind != "word":
        return None
    if verb == "another" and context.previous is not None:
        return read_another_clause(cursor, context, context.previous)
    base = GERUNDS.get(verb, verb)
    kind = KIND_OF.get(base)
    if kind is None:
        return _special(cursor, context)
    cursor.place += 1
    cursor.take(_PARTICLES.get(base, "-"))
    saved, scope = cursor.save(), context.scope
    refusal: NotUnderstood | None = None
    for read in _readers(context, kind, base):
        try:
            instructions = read(cursor)
        except NotUnderstood as error:
            refusal = refusal or error
        else:
            if _complete(cursor):
                for instruction in instructions:
                    _check_scope(instruction, scope)
                return instructions
            refusal = refusal or NotUnderstood(why_here(cursor))
        cursor.back(saved)
        context.scope = scope
    raise refusal or NotUnderstood("it is not understood as an instruction")


def _check_scope(instruction: Instruction, scope: InstructionScope) -> None:
    """Raise NotUnderstood where a place was named before the verb that an instruction has no use for."""
    kind, old, rule = instruction.kind, instruction.old, instruction.rule
    in_text = kind in {InstructionKind.REPLACE_TEXT, InstructionKind.REMOVE_TEXT}
    adds = kind in {InstructionKind.ADD_TEXT, InstructionKind.ADD_RULE}
    inside = scope.rule is not None and not scope.implied and bool(scope.rule.title + scope.rule.number)
    own = rule is not None and replace(rule, latest=False) == scope.rule
    foreign = not in_text and not adds and inside and not own and not (rule is not None and rule.parent == _title(scope))
    several = scope.every and not (in_text and old is not None and old.unit is Unit.PHRASE and old.order is None)
    unused = (scope.place is not None and not adds) or (scope.within is not None and not in_text and kind is not InstructionKind.ADD_TEXT)
    if foreign or several or unused or (scope.text is not None and scope.text.everywhere and not in_text):
        raise NotUnderstood("it names a place that what is to be done has no use for")


def _title(scope: InstructionScope) -> str:
    return "" if scope.rule is None else scope.rule.title


def _readers(context: ClauseContext, kind: str, verb: str) -> list[Callable[[TokenCursor], list[Instruction]]]:
    """The readings that a verb may have, the likeliest first."""
    readers: dict[str, list[Callable[[TokenCursor], list[Instruction]]]] = {
        ADD: [lambda cursor: read_adding(cursor, context)],
        REPLACE: [
            lambda cursor: read_replacing(cursor, context, verb),
            lambda cursor: _amending(cursor, context),
            lambda cursor: read_status(cursor, context),
        ],
        REMOVE: [lambda cursor: read_removing(cursor, context)],
        REPEAL: [lambda cursor: read_repealing(cursor, context)],
        RENAME: [lambda cursor: read_renaming(cursor, context), lambda cursor: read_column(cursor, context)],
        MOVE: [lambda cursor: read_moving(cursor, context)],
        "values": [],
    }
    found = [] if context.tracking else readers[kind]
    if verb in _OF_CELLS and found:
        found = [*found, lambda cursor: read_cell_change(cursor, context), lambda cursor: read_column(cursor, context)]
    if verb == "substitute" and found:
        found = [lambda cursor: read_substituting(cursor, context)]
    if verb == "make" and found:
        found = [*found, lambda cursor: read_status(cursor, context), lambda cursor: read_moving(cursor, context)]
    if verb == "give" and found:
        found = [lambda cursor: read_giving(cursor, context)]
    if verb in {"put", "place"} and found:
        found = [*found, lambda cursor: read_moving(cursor, context)]
    if verb in {"put", "insert", "use"} and found:
        found = [*found, lambda cursor: read_substituting(cursor, context)]
    if verb in VALUE_VERBS:
        found = [*found, lambda cursor: read_values(cursor, verb)]
    return found


def _amending(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """Such as "Amend the rule X by replacing “a” with “b” and adding …"."""
    if not read_scoped(cursor, context):
        raise NotUnderstood("it does not say what takes the place of what")
    whole = read_whole_text(cursor, context)
    if whole is not None:
        return [whole]
    if cursor.ahead().text == "," and cursor.ahead(1).low in GERUNDS:
        cursor.place += 1
    elif cursor.take("so|such that instead?") or (cursor.ahead().text == ":" and is_verb(cursor.ahead(1)) and cursor.take(":")):
        pass
    elif not cursor.take("by|as") or (cursor.take("follows") and not cursor.take(":|by|,")):
        raise NotUnderstood("it does not say what takes the place of what")
    instructions = _clause(cursor, context)
    if instructions is None:
        raise NotUnderstood("it does not say what takes the place of what")
    while True:
        saved = cursor.save()
        if not cursor.first((", and? by?", "; and? by?", "and by?")) or cursor.ahead().low not in GERUNDS:
            cursor.back(saved)
            return instructions
        instructions.extend(_clause(cursor, context) or ())


def _special(cursor: TokenCursor, context: ClauseContext) -> list[Instruction] | None:
    """Such as "Activate X", "the rule X is hereby repealed"."""
    saved = cursor.save()
    for verb, status in (("activate", "Active"), ("deactivate", "Inactive")):
        if cursor.take(verb):
            rule = read_rule(cursor, context.latest)
            if rule is not None and rule.title:
                return [Instruction(InstructionKind.RENAME_RULE, "", rule=rule, status=status)]
    cursor.back(saved)
    becomes = cursor.ahead().kind == "quote" and cursor.ahead(1).low == "becomes" and cursor.ahead(2).low in {"active", "inactive"}
    rule = read_rule(cursor, None, bare=becomes) if becomes or cursor.ahead().low in {"the", "rule", "subrule"} else None
    if rule is not None and rule.title and cursor.take("is hereby? repealed"):
        return [Instruction(InstructionKind.REPEAL_RULE, "", rule=rule)]
    if rule is not None and rule.title and cursor.take("becomes active|inactive"):
        status = cursor.tokens[cursor.place - 1].low.capitalize()
        return [Instruction(InstructionKind.RENAME_RULE, "", rule=rule, status=status)]
    cursor.back(saved)
    if context.scope.text is not None and cursor.take("it|this|that shall|should|will|must instead? say|read|be"):
        inner = TokenCursor((word("replace"), word("it"), word("with"), *cursor.tokens[cursor.place :]))
        found = _clause(inner, context)
        cursor.place = len(cursor.tokens) - (len(inner.tokens) - inner.place)
        return found
    if cursor.take("there shall|will|should? be"):
        return read_adding(cursor, context)
    cell = read_declared_cell(cursor, context)
    if cell is not None:
        return cell
    try:
        passive = _passive(cursor, context)
    except NotUnderstood:
        cursor.back(saved)
        declared = read_declared(cursor)
        if declared is None or not declared[0].values[0].players:
            raise
        return declared
    return read_declared(cursor) if passive is None else passive


def _passive(cursor: TokenCursor, context: ClauseContext) -> list[Instruction] | None:
    """Such as "In the rule X, “a” be replaced with “b”"."""
    saved = cursor.save()
    start = cursor.place
    while cursor.ahead().kind != "end" and cursor.ahead().low not in _STATES:
        cursor.place += 1
    subject = cursor.tokens[start : cursor.place]
    inner: tuple[Token, ...] = ()
    behind = cursor.save()
    if cursor.first(("becomes|become", "is|are to instead? read|say", "shall|should|will now|instead? read|say|become|be")) and _takes_text(
        cursor
    ):
        inner = (word("replace"), *subject, word("with"), *cursor.tokens[cursor.place :])
    else:
        cursor.back(behind)
        if cursor.first(("is|are to be", "be|is|are hereby?", "shall|should|will hereby? be")):
            verb = next((verb for done, verb in _PASSIVES.items() if cursor.take(done)), "")
            inner = (word(verb), *subject, *cursor.tokens[cursor.place :]) if verb else ()
    active = TokenCursor(inner)
    found = _clause(active, context) if subject and inner else None
    if found is None:
        cursor.back(saved)
        return None
    cursor.place = len(cursor.tokens) - (len(inner) - active.place)
    cursor.guards.extend(active.guards)
    return found


def _takes_text(cursor: TokenCursor) -> bool:
    """Whether a text stands here, behind a colon or without one."""
    cursor.first(("as follows", "the following"))
    cursor.take(":")
    return cursor.ahead().kind in {"quote", "body"}


def _complete(cursor: TokenCursor) -> bool:
    """Whether a clause ends here: at the end, or before another clause."""
    token = cursor.here
    if token is None or (token.kind == "sign" and token.text in {".", ";", "!"}):
        return True
    return token.text == "," or token.low in {"and", "then", "so", "if", "unless", "because", "since", "provided", "only", "instead"}


def _spoken_of(instruction: Instruction, context: ClauseContext) -> RuleName | None:
    """The rule that "it" means behind an instruction."""
    if instruction.kind is InstructionKind.REPEAL_RULE:
        return None
    if instruction.kind is InstructionKind.RENAME_RULE and instruction.title:
        return RuleName(title=instruction.title)
    rule = instruction.rule
    if rule is None or not rule.title + rule.number:
        return context.latest
    return rule
