"""The verbs of instructions, by what they do; whoever teaches the reader a verb adds it here."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.model import InstructionKind
from parsers.proposals.tokens import Token

ADD, REPLACE, REMOVE, REPEAL, RENAME, MOVE, VALUES = "add", "replace", "remove", "repeal", "rename", "move", "values"
_VERBS = {
    ADD: "add append insert create enact introduce establish institute attach put place include make write give",
    REPLACE: "replace change amend modify update alter edit reword rephrase rewrite revise substitute set",
    REMOVE: "remove delete strike cut drop erase excise eliminate omit scrap",
    REPEAL: "repeal abolish revoke",
    RENAME: "rename retitle",
    MOVE: "move relocate promote",
    VALUES: "increase raise reduce decrease lower grant award refund transfer deduct subtract take",
}
"""The verbs that are understood, by what they do."""

KIND_OF = {verb: kind for kind, verbs in _VERBS.items() for verb in verbs.split()}
GERUNDS = {
    "adding": "add", "appending": "append", "inserting": "insert", "creating": "create", "replacing": "replace", "changing": "change",
    "amending": "amend", "substituting": "substitute", "removing": "remove", "deleting": "delete", "striking": "strike",
    "repealing": "repeal", "renaming": "rename", "moving": "move", "setting": "set", "putting": "put", "cutting": "cut",
}  # fmt: skip
_INSTRUCTION_OF = {
    ADD: InstructionKind.ADD_TEXT,
    REPLACE: InstructionKind.REPLACE_TEXT,
    REMOVE: InstructionKind.REMOVE_TEXT,
    REPEAL: InstructionKind.REPEAL_RULE,
    RENAME: InstructionKind.RENAME_RULE,
    MOVE: InstructionKind.MOVE_RULE,
    VALUES: InstructionKind.SET_VALUE,
}


def is_verb(token: Token) -> bool:
    """Whether a token is a verb of an instruction."""
    return token.kind == "word" and (token.low in KIND_OF or token.low in GERUNDS)


def instruction_kind(tokens: Sequence[Token]) -> InstructionKind:
    """The kind of a sentence that was not understood, by the first verb in it."""
    for token in tokens:
        kind = KIND_OF.get(token.low) if token.kind == "word" else None
        if kind is not None:
            return _INSTRUCTION_OF[kind]
    return InstructionKind.OTHER
