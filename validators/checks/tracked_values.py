"""Illegal values of the tracking page (BN401 to BN404), the edits that made them so (BN505), and broken constraints (BN408)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from parsers.gamestate.gamestate_model import GameState, Place, Reading, TrackedEntry
from parsers.gamestate.page_names import People
from parsers.gamestate.typed import typed
from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Confidence, name_key
from parsers.ruleset.ruleset_model import Ruleset, Variable
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, PAGE, WARNING, Results, check, make_finding
from validators.checks.evidence import VARIABLE_RULES, least, rule_of, seen
from validators.checks.page_edits import edit_seen, editor_of, page_edits
from validators.edits.described_edits import AccountKind, MadeEdit
from validators.finding import Fix, NotEvaluated, Subject, tracking_page
from validators.fixes.tracking_fixes import Fault, faults, legal_value, right_name, set_back
from validators.profile.dynasty_profile import evaluate
from validators.view import read_state

_Key = tuple[str, str]
"""Whose value, in the form that decides whether two names are one, and its label."""
_Texts = tuple[str | None, str | None]


def _illegal_values(facts: AuditContext) -> Iterator[tuple[TrackedEntry, Variable, Fault]]:
    """The values of the page that their variables may not have, and why; those of a column that is a part of a variable are left out."""
    for entry in facts.gamestate.entries:
        variable = None if entry.match is None or entry.match.part else entry.match.variable
        if variable is not None:
            yield from ((entry, variable, fault) for fault in faults(entry, variable))


def _wrong(facts: AuditContext, code: str, fix: Callable[[GameState, TrackedEntry, Variable], Fix | None] = legal_value) -> Results:
    state = facts.gamestate
    for entry, variable, fault in _illegal_values(facts):
        if fault.code == code:
            text = f"{_owned(entry)} {_says(facts, variable, fault)}"
            subject, sure = Subject("variable", _value_name(entry, variable)), least(entry.confidence, fault.sure)
            rule, evidence, mending = rule_of(variable), seen(state, entry.place), fix(state, entry, variable)
            yield make_finding(code, subject, text, entry.text[:80], rule=rule, evidence=evidence, confidence=sure, fix=mending)


def _owned(one: TrackedEntry) -> str:
    return f"{one.subject}'s {one.label}" if one.subject else one.label


def _value_name(one: TrackedEntry, variable: Variable) -> str:
    """The name of a value as the subject of a finding: whose it is, and the variable."""
    return f"{one.subject}: {variable.name}" if one.subject else variable.name


def _says(facts: AuditContext, variable: Variable, fault: Fault) -> str:
    """What is wrong with a value, with the sentence that defines its variable, or that the dynasty's profile does."""
    by_profile = " (by the dynasty's profile)" if fault.code in ("BN401", "BN402") and variable.name in facts.view.profile.ranges else ""
    return f"{fault.says}{by_profile}: “{variable.quote[:300]}”"


@check("BN401", "value-out-of-range", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_out_of_range(facts: AuditContext) -> Results:
    """A number is below or above what the rule of its variable allows; without a stated range it may not be negative.

    Evidence: The cell, and the sentence that defines the variable.
    May be mistaken: When the limits were misread, or depend on something that cannot be computed; when the column is another
        variable's (the confidence is that of the match).
    To settle it: Find the edit that set it and correct it to what it should have been.
    """
    yield from _wrong(facts, "BN401")


@check("BN402", "value-not-a-choice", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_not_a_choice(facts: AuditContext) -> Results:
    """A value is not one of those that the rule of its variable lists.

    Evidence: The cell, and the sentence that lists the values.
    May be mistaken: When a later rule adds values, or the page has abbreviations of its own; low confidence for a blank value.
    To settle it: Correct the value, or its spelling.
    """
    yield from _wrong(facts, "BN402")


@check("BN403", "value-not-a-number", ERROR, needs=PAGE, rests_on=VARIABLE_RULES)
def value_not_a_number(facts: AuditContext) -> Results:
    """A value is not an integer or number although its rule asks for one.

    Evidence: The cell, and the sentence that defines the variable.
    May be mistaken: When the cell has a remark beside the number; low confidence for a blank cell, which may mean zero.
    To settle it: Correct the value.
    """
    yield from _wrong(facts, "BN403")


@check("BN404", "not-a-player-name", WARNING, needs=(*PAGE, "roster"), rests_on=VARIABLE_RULES)
def not_a_player_name(facts: AuditContext) -> Results:
    """A value should be the name of a player, and nobody on the roster has that name.

    Evidence: The cell, the sentence that defines the variable, and the sidebar.
    May be mistaken: When the player was renamed or has left, or the rule means another kind of name.
    To settle it: Correct the name, or set the variable to what its rule gives when the player is gone.
    """
    yield from _wrong(facts, "BN404", lambda state, entry, _: right_name(state, entry, facts.roster))


@check("BN408", "constraint-broken", ERROR, needs=PAGE)
def constraint_broken(facts: AuditContext) -> Results:
    """A constraint that the dynasty's profile states does not hold.

    Evidence: The constraint, and the values it speaks of.
    May be mistaken: When the rules have changed since the profile was written.
    To settle it: Correct the values, or the profile.
    """
    state = facts.gamestate
    players = {name: _plain(values) for name, values in state.players.items()}
    for outcome in evaluate(facts.view.profile, players, _plain(state.game)):
        of = f"{outcome.subject}: " if outcome.subject else ""
        if not outcome.decided:
            yield NotEvaluated("BN408", f"could not evaluate “{outcome.name}”: {of}{outcome.message}")
        else:
            subject = tracking_page(state) if outcome.subject is None else Subject("player", outcome.subject)
            values = f": {outcome.values}" if outcome.values else ""
            yield make_finding("BN408", subject, f"{of}{outcome.message}{values} ({outcome.name})", outcome.name)


def _plain(readings: Mapping[str, Reading]) -> dict[str, object]:
    return {name: reading.value for name, reading in readings.items()}


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
    state = facts.gamestate
    set_by = [(edit, dict(_set(edit.changes))) for edit in reversed(edits)]
    ever_players = frozenset(map(name_key, facts.timeline.rosters.names))
    office = facts.rules.terms.emperor if facts.rules.terms is not None else None
    people = People(facts.roster, facts.view.profile.aliases, ("emperor", office or "emperor"))
    for entry, variable, fault in _illegal_values(facts):
        found = _made_illegal(set_by, entry, variable, people)
        stranger = fault.code == "BN404"
        if found is None or (stranger and name_key(entry.text) in ever_players):
            continue
        edit, old, new = found
        lawful = edit.one.accounted and edit.one.by is not None and edit.one.by.kind in (AccountKind.MATTER, AccountKind.ADDRESS)
        rules = facts.context.rules_at(edit.revision.timestamp)
        if lawful or (rules is not None and not _was_illegal(facts, edit, entry, rules)):
            continue
        sure = least(entry.confidence, fault.sure, Confidence.LOW if rules is None else Confidence.MEDIUM if stranger else Confidence.HIGH)
        whose = f"their {entry.label}" if name_key(editor_of(edit)) == name_key(entry.subject) else _owned(entry)
        before = "" if old is None else f"from “{old[:80]}” "
        text = f"{edit.revision.user} set {whose} {before}to “{new[:80]}” with revision {edit.revision.revid}; it "
        text += _says(facts, variable, fault)
        fix = right_name(state, entry, facts.roster) if stranger else legal_value(state, entry, variable)
        if fix is None and old is not None:
            fix = set_back(state, entry, typed(old, variable, people).value, old)
        what, rule, severity = _value_name(entry, variable), rule_of(variable), WARNING if stranger else None
        subject, evidence = Subject("revision", str(edit.revision.revid)), [edit_seen(edit.revision)]
        yield make_finding("BN505", subject, text, what, rule=rule, evidence=evidence, confidence=sure, severity=severity, fix=fix)


def _key(entry: TrackedEntry) -> _Key:
    return name_key(entry.subject), entry.label


def _set(changes: Sequence[PageChange]) -> Iterator[tuple[_Key, _Texts]]:
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


def _made_illegal(
    set_by: Sequence[tuple[MadeEdit, Mapping[_Key, _Texts]]], entry: TrackedEntry, variable: Variable, people: People
) -> tuple[MadeEdit, str | None, str] | None:
    """The edit since which a value is illegal, with the texts before (None: none) and after it; None where that is not known.

    ``set_by`` are the edits with the values that they set, the newest first.
    """
    key, text = _key(entry), entry.text
    for edit, changes in set_by:
        old, new = changes.get(key) or changes.get(("", key[1])) or (None, "")
        if new == "":
            continue
        if new is not None and new != text:
            return None  # what is not known set it anew
        if old is None or not any(faults(TrackedEntry("", "", "", old, typed(old, variable, people), Place(0, 0)), variable)):
            return edit, old, text
        text = old
    return None


def _was_illegal(facts: AuditContext, edit: MadeEdit, entry: TrackedEntry, rules: Ruleset) -> bool:
    """Whether the value was illegal after an edit, by the rules of its time."""
    state = read_state(facts.view, rules, edit.new, facts.gamestate.page, edit.revision.revid)
    same = (each for each in state.entries if _key(each) == _key(entry) and each.match is not None and not each.match.part)
    return any(next(faults(each, each.match.variable), None) is not None for each in same if each.match is not None)
