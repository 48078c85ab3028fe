"""The edits that made values of the tracking page illegal (BN505)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parsers.gamestate.model import GameState, Place, TrackedEntry
from parsers.gamestate.names import People
from parsers.gamestate.typed import typed
from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence, Revision, name_key
from parsers.ruleset.model import Ruleset, Variable
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, INFO, PAGE, WARNING, Results, check, make_finding
from validators.checks.evidence import VARIABLE_RULES, least, rule_of
from validators.checks.page_edits import AuditedEdit, edit_seen, page_edits
from validators.checks.values import fault_in_words, owned, value_name
from validators.edits.model import AccountKind, DescribedRevision
from validators.edits.rules_then import RulesThen
from validators.finding import Finding, Fix
from validators.fixes.legal import Fault, faults
from validators.fixes.tracking import legal_value, right_name, set_back
from validators.tracking import read_state

_NO_PLACE = Place(0, 0)
_Key = tuple[str, str]
"""Whose value, in the form that decides whether two names are one, and its label."""


@check("BN505", "illegal-value-set", ERROR, needs=(*PAGE, "roster", "history"), uses=("posts",), rests_on=VARIABLE_RULES)
def illegal_value_set(facts: AuditContext) -> Results:
    """An edit gave a value that was legal, or was not there, one that its variable may not have: beyond its limits, none of its choices,
    no number or no player's name.

    The value is judged by the rules that stood when the edit was made. Where a matter or an Address accounts for the edit, nothing is
    reported. What was mended since is information, and is not corrected. `blognomic correct` sets the value to what it was.

    Evidence: The edit, and the sentence that defines the variable.
    May be mistaken: As BN401 to BN404. Low confidence where it is not known that the rules were the same when the edit was made; a name
        that is on no roster may be that of a player who has left (medium confidence, a warning).
    To settle it: Set the value to what it was, or to what it should have been.
    """
    judge = _Judge(facts)
    edits, unknown = page_edits("BN505", facts, [facts.gamestate.page or ""])
    yield from unknown
    for edit in edits:
        lawful = edit.account is not None and edit.account.kind in (AccountKind.MATTER, AccountKind.ADDRESS)
        for made in () if lawful else judge.illegal(edit):
            yield _finding(facts, judge, edit, made)


@dataclass(frozen=True, slots=True)
class _SetValue:
    """A value that an edit made illegal: its entry then and before (None: it was not there), its variable, and what is wrong."""

    entry: TrackedEntry
    before: TrackedEntry | None
    variable: Variable
    fault: Fault
    confidence: Confidence


class _Judge:
    """Finds the values that edits made illegal. A page is read again only where a text says that it may have one."""

    def __init__(self, facts: AuditContext) -> None:
        self._facts = facts
        self._then = RulesThen(facts.view)
        self._variables = {each.name: each for each in facts.gamestate.variables}

    @cached_property
    def _people(self) -> People:
        terms = self._facts.rules.terms
        office = terms.emperor if terms is not None and terms.emperor else "emperor"
        return People(self._facts.roster, self._facts.view.profile.aliases, ("emperor", office))

    def illegal(self, edit: AuditedEdit) -> Iterator[_SetValue]:
        """The values that an edit made illegal, by the rules of its time."""
        keys, revision, before = dict(_changed(edit.one.changes or ())), edit.revision, edit.before
        if any(text is None or self.suspect(key[1], text) for key, text in keys.items()):
            then = self._then.at(revision.timestamp)
            sure = Confidence.LOW if then is None else Confidence.HIGH
            for each in self._of(revision, before, keys, then or self._facts.rules):
                yield replace(each, confidence=least(each.confidence, sure))

    def suspect(self, name: str, text: str) -> bool:
        """Whether a text may be an illegal value of a variable of this name."""
        variable = self._variables.get(name)
        if variable is None:
            return False
        entry = TrackedEntry("", "", "", text, typed(text, variable, self._people), _NO_PLACE)
        return next(faults(entry, variable), None) is not None

    def _of(self, revision: Revision, before: Revision, keys: Mapping[_Key, str | None], rules: Ruleset) -> list[_SetValue]:
        """The values among the changed ones that are illegal after an edit, and were not before it."""
        old, new = self._state(before, rules), self._state(revision, rules)
        known: dict[_Key, list[TrackedEntry]] = {}
        for entry in old.entries:
            known.setdefault(_key(entry), []).append(entry)
        found = []
        for entry in new.entries:
            key = _key(entry)
            if (key in keys or ("", key[1]) in keys) and (judged := self._fault(entry)) is not None:
                earlier = known.get(key, [])
                if not any(self._fault(each) is not None or each.text == entry.text for each in earlier):
                    variable, fault = judged
                    sure = least(entry.confidence, fault.sure)
                    found.append(_SetValue(entry, earlier[0] if earlier else None, variable, fault, sure))
        return found

    def _state(self, revision: Revision, rules: Ruleset) -> GameState:
        return read_state(self._facts.view, rules, revision.text or "", self._facts.gamestate.page, revision.revid)

    def _fault(self, entry: TrackedEntry) -> tuple[Variable, Fault] | None:
        """What is wrong with a value; a name that any roster had is right, and others may be those of players who have left."""
        if entry.match is None or entry.match.part:
            return None
        fault = next(faults(entry, entry.match.variable), None)
        if fault is None or (fault.code == "BN404" and name_key(entry.text) in self._names):
            return None
        unsure = fault.code == "BN404" and fault.sure is Confidence.HIGH
        return entry.match.variable, fault._replace(sure=Confidence.MEDIUM) if unsure else fault

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(name_key, self._facts.timeline.rosters.names))

    def mended(self, edit: AuditedEdit, key: _Key) -> DescribedRevision | None:
        """The first later revision that set another value that is not illegal."""
        later = ((one, dict(_changed(one.changes or ()))) for one in edit.edits[edit.place + 1 :])
        return next((one for one, texts in later if key in texts and not self.suspect(key[1], texts[key] or "")), None)

    def standing(self, key: _Key) -> TrackedEntry | None:
        """The value as it stands on the page now, if it is illegal."""
        return next((each for each in self._facts.gamestate.entries if _key(each) == key and self._fault(each) is not None), None)


def _key(entry: TrackedEntry) -> _Key:
    return name_key(entry.subject), entry.label


def _changed(changes: Sequence[PageChange]) -> Iterator[tuple[_Key, str | None]]:
    """The values that changes set, with their texts; of a column that was added, that of everybody, without a text."""
    gone = [change.old for change in changes if change.kind is ChangeKind.ROW_REMOVED]
    for change in changes:
        subject = name_key(change.subject or "")
        if change.kind is ChangeKind.VALUE and change.new is not None:
            yield (subject, change.variable or ""), str(change.new)
        elif change.kind is ChangeKind.COLUMN_ADDED:
            yield ("", change.variable or ""), None
        elif change.kind is ChangeKind.ROW_ADDED and isinstance(change.new, Mapping) and change.new not in gone:
            # A row that goes with the same values under another name is that of a player who was renamed.
            yield from (((subject, name), text) for name, text in change.new.items())


def _finding(facts: AuditContext, judge: _Judge, edit: AuditedEdit, made: _SetValue) -> Finding:
    revision, entry, key = edit.revision, made.entry, _key(made.entry)
    before = f"from “{made.before.text[:80]}” " if made.before is not None else ""
    wrong = fault_in_words(facts, made.variable, made.fault)
    whose = f"their {entry.label}" if name_key(edit.name) == key[0] else owned(entry)
    text = f"{revision.user} set {whose} {before}to “{entry.text[:80]}” with revision {revision.revid}; it {wrong}"
    by, now = judge.mended(edit, key), judge.standing(key)
    evidence = [edit_seen(revision)]
    if by is not None:
        text += f"; revision {by.revision.revid} mended it"
        evidence.append(edit_seen(by.revision))
    elif now is None:
        text += "; it does not stand any more"
    settled = by is not None or now is None
    what = value_name(entry, made.variable) + (", mended" if settled else "")
    severity = INFO if settled else WARNING if made.fault.code == "BN404" else None
    fix = None if settled or now is None else _setting(facts, made, now)
    rule = rule_of(made.variable)
    return make_finding(
        "BN505", edit.subject, text, what, rule=rule, evidence=evidence, confidence=made.confidence, severity=severity, fix=fix
    )


def _setting(facts: AuditContext, made: _SetValue, now: TrackedEntry) -> Fix | None:
    """The fix that the finding about the value itself has, else the value that there was before."""
    state, variable = facts.gamestate, now.variable or made.variable
    fix = right_name(state, now, facts.roster) if made.fault.code == "BN404" else legal_value(state, now, variable)
    return set_back(state, now, made.before) if fix is None and made.before is not None else fix
