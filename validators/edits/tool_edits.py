"""Edits that this tool made itself."""

from __future__ import annotations

from parsers.model import Confidence
from parsers.patterns import later
from validators.edits.edit_context import EditContext, MadeEdit
from validators.edits.model import Account, AccountKind

_SUMMARY = later(r"^BN\d{3}(?: \(rule “[^”]{1,300}”\))?: ")


def by_tool(edit: MadeEdit, context: EditContext) -> Account | None:
    """A correction by this tool: high where its journal has the revision, medium where the account that it writes with made it, low where
    only the summary is like those it writes.
    """
    if edit.revision.revid in context.view.written:
        return Account(AccountKind.TOOL, "blognomic", Confidence.HIGH, "the journal of this tool has it")
    if _SUMMARY.match(edit.revision.comment or ""):
        if context.is_own(edit.revision):
            why = "its account made it, with the summary of a correction, but the journal does not have it"
            return Account(AccountKind.TOOL, "blognomic", Confidence.MEDIUM, why)
        return Account(AccountKind.TOOL, "blognomic", Confidence.LOW, "only its summary is that of a correction by this tool")
    return None
