"""The edits that made values of the tracking page illegal (BN505)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from parsers.gamestate.gamestate_model import Place, TrackedEntry
from parsers.gamestate.page_names import People
from parsers.gamestate.typed import Typed, typed
from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Confidence, name_key
from parsers.ruleset.model import Ruleset, Variable
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, PAGE, WARNING, Results, check, make_finding
from validators.checks.evidence import VARIABLE_RULES, least, rule_of
from validators.checks.page_edits import AuditedEdit, edit_seen, page_edits
from validators.checks.values import fault_in_words, illegal_values, owned, value_name
from validators.edits.described_edits import AccountKind
from validators.finding import Fix
from validators.fixes.tracking_fixes import Fault, faults, legal_value, right_name, set_back
from validators.view import read_state

_NO_PLACE = Place(0, 0)
_Key = tuple[str, str]
"""Whose value, in the form that decides whether two names are one, and its label."""


@check("BN505", "illegal-value-set", ERROR, needs=(*PAGE, "roster", "history"), uses=("posts",), rests_on=VARIABLE_RULES)
def illegal_value_set(facts: AuditContext) -> Results:
    """An edit gave a value that was legal, or was not there, one that its variable may not have: beyond its limits, none of its choices,
    no number or no player's name. Only values that still stand are looked at.

    The value is judged by the rules that stood when the edit was made. Where a matter or an Address accounts for the edit, nothing is
    reported. `blognomic correct` sets the value to what it was.

    Evidence: The edit, and the sentence that defines the variable.
    May be mistaken: As BN401 to BN404. Low confidence where it is not known that the rules were the same when the edit was made; a name
        that is on no roster may be that of a player who has left (medium confidence, a warning).
    To settle it: Set the value to what it was, or to what it should have been.
    """
    edits, unknown = page_edits("BN505", facts, [facts.gamestate.page or ""])
    yield from unknown
    history = _History(facts, edits)
    for entry, variable, fault in illegal_values(facts):
        found = history.made_illegal(entry, variable)
        if found is None or (fault.code == "BN404" and name_key(entry.text) in history.names):
            continue
        edit, old, new = found
        lawful = edit.account is not None and edit.account.kind in (AccountKind.MATTER, AccountKind.ADDRESS)
        rules = facts.context.rules_at(edit.revision.timestamp)
        if lawful or (rules is not None and not history.was_illegal(edit, entry, rules)):
            continue
        sure = least(entry.confidence, fault.sure, Confidence.LOW if rules is None else Confidence.HIGH)
        if fault.code == "BN404":
            sure = least(sure, Confidence.MEDIUM)
        whose = f"their {entry.label}" if name_key(edit.name) == name_key(entry.subject) else owned(entry)
        before = "" if old is None else f"from “{old[:80]}” "
        text = f"{edit.revision.user} set {whose} {before}to “{new[:80]}” with revision {edit.revision.revid}; it "
        text += fault_in_words(facts, variable, fault)
        what, rule, severity = value_name(entry, variable), rule_of(variable), WARNING if fault.code == "BN404" else None
        fix = _fix(facts, entry, variable, fault, None if old is None else (old, history.typed(old, variable)))
        evidence = [edit_seen(edit.revision)]
        yield make_finding("BN505", edit.subject, text, what, rule=rule, evidence=evidence, confidence=sure, severity=severity, fix=fix)


class _History:
    """What the edits of the tracking page set, by the rules of their times."""

    def __init__(self, facts: AuditContext, edits: Sequence[AuditedEdit]) -> None:
        self._facts = facts
        self._set = [(edit, dict(_changed(edit.one.changes or ()))) for edit in reversed(edits)]
        self.names = frozenset(map(name_key, facts.timeline.rosters.names))

    @cached_property
    def _people(self) -> People:
        terms = self._facts.rules.terms
        office = terms.emperor if terms is not None and terms.emperor else "emperor"
        return People(self._facts.roster, self._facts.view.profile.aliases, ("emperor", office))

    def typed(self, text: str, variable: Variable) -> Typed:
        """A text as a value of a variable."""
        return typed(text, variable, self._people)

    def made_illegal(self, entry: TrackedEntry, variable: Variable) -> tuple[AuditedEdit, str | None, str] | None:
        """The edit since which a value is illegal, with the texts before (None: none) and after it; None where that is not known."""
        key, text = _key(entry), entry.text
        for edit, changes in self._set:
            old, new = changes.get(key) or changes.get(("", key[1])) or (None, "")
            if new == "":
                continue
            if new is not None and new != text:
                return None  # what is not known set it anew
            before = None if old is None else TrackedEntry("", "", "", old, self.typed(old, variable), _NO_PLACE)
            if old is None or before is None or next(faults(before, variable), None) is None:
                return edit, old, text
            text = old
        return None

    def was_illegal(self, edit: AuditedEdit, entry: TrackedEntry, rules: Ruleset) -> bool:
        """Whether the value was illegal after an edit, by the rules of its time."""
        page, revision = self._facts.gamestate.page, edit.revision
        state = read_state(self._facts.view, rules, revision.text or "", page, revision.revid)
        same = (each for each in state.entries if _key(each) == _key(entry) and each.match is not None and not each.match.part)
        return any(next(faults(each, each.match.variable), None) is not None for each in same if each.match is not None)


def _key(entry: TrackedEntry) -> _Key:
    return name_key(entry.subject), entry.label


def _changed(changes: Sequence[PageChange]) -> Iterator[tuple[_Key, tuple[str | None, str | None]]]:
    """The values that changes set, with the texts before (None: it was not there) and after; a column that was added sets all its own."""
    gone = [change.old for change in changes if change.kind is ChangeKind.ROW_REMOVED]
    for change in changes:
        subject = name_key(change.subject or "")
        if change.kind is ChangeKind.VALUE and change.new is not None:
            yield (subject, change.variable or ""), (None if change.old is None else str(change.old), str(change.new))
        elif change.kind is ChangeKind.COLUMN_ADDED:
            yield ("", change.variable or ""), (None, None)
        elif change.kind is ChangeKind.ROW_ADDED and isinstance(change.new, Mapping) and change.new not in gone:
            # A row that goes with the same values under another name is that of a player who was renamed.
            yield from (((subject, name), (None, text)) for name, text in change.new.items())


def _fix(facts: AuditContext, now: TrackedEntry, variable: Variable, fault: Fault, before: tuple[str, Typed] | None) -> Fix | None:
    """The fix that the finding about the value itself has, else the value that there was before."""
    state = facts.gamestate
    fix = right_name(state, now, facts.roster) if fault.code == "BN404" else legal_value(state, now, variable)
    return set_back(state, now, before[1].value, before[0]) if fix is None and before is not None else fix
