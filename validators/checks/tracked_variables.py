"""Tracked variables compared with the rules: illegal values (BN401 to BN404) and the edits that
caused them (BN505), broken constraints (BN408), unmatched columns and variables (BN406, BN407,
BN410), and secrets (BN509).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from parsers.gamestate.gamestate_model import GameState, Place, Role, TrackedEntry
from parsers.gamestate.page_names import DynastyWords, People, label
from parsers.gamestate.typed import ValueKind, typed
from parsers.history.page_change import PageChange
from parsers.model import Confidence, name_key
from parsers.numbers import with_digits
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.ruleset_model import Ruleset, Variable
from parsers.ruleset.sentences import split_sentences
from parsers.wiki.text_blocks import Block
from validators.checks.audit_context import AuditContext
from validators.checks.check import (
    ACTION,
    ERROR,
    INFO,
    PAGE,
    PRESENT,
    WARNING,
    FixScope,
    Results,
    check,
)
from validators.checks.evidence import (
    TRACKING_RULES,
    grouped,
    least,
    rule_of,
    seen,
    sentences_of,
)
from validators.checks.limits import sure_of_limits
from validators.checks.page_edits import edit_seen, page_edits, values_of
from validators.edits.allowed_edits import named_in
from validators.edits.described_edits import AccountKind, MadeEdit
from validators.finding import (
    Evidence,
    Fix,
    Found,
    Gap,
    Subject,
    tracking_page,
)
from validators.fixes.tracking_fixes import (
    Fault,
    FaultKind,
    faults,
    legal_value,
    right_name,
    set_back,
)
from validators.profile.dynasty_profile import evaluate
from validators.view import read_state
from validators.words import emperor, listed, shortened

_VARIABLES = ("Numbers and Variables", "Variables", *TRACKING_RULES)
_ASIDE = frozenset({"#", "no", "note", "notes", "comment", "comments", "remark", "remarks"})
"""Headers of columns that hold no value, so that no rule needs to define them."""
_NOT_TRACKED = re.compile(r"\b(?:(?:not|never)\s+(?:\w+[\s-]+)?|un)tracked\b", re.IGNORECASE)
_PLACE = re.compile(
    r"\b(?:track(?:s|ed|ing)?|record(?:s|ed)?|wiki|pages?|sidebar|displayed|published"
    r"|(?:spread)?sheets?|ledgers?"
    r"|(?:listed|shown|kept|noted|written|stored|posted|maintained|marked) (?:on|in|at|by|beside))\b",
    re.IGNORECASE,
)
"""Words of a sentence that may name a place: "Hope is noted in the sidebar", "It is on the page"."""
_PERHAPS_PLACE = re.compile(
    r"\b(?:displays?|seen|shown|kept|keeps|tables?|columns?|rows?|(?<!\ba )lists?|rosters?|documents?)\b",
    re.IGNORECASE,
)
"""Words that may name a place and often mean something else; not a type, as in "a list of Ropes".
"""
_OF_VALUES = re.compile(r"\b(?:all|every|each)\b[^.;]{0,40}\b(?:value|variable)s?\b", re.IGNORECASE)
_OF_USE = re.compile(r"\b(?:may|might|could|can(?:not)?)\b(?! be\b)|(?<!\bthe )\b\d", re.IGNORECASE)
"""Modal verbs and numbers of a sentence on spending or limits: "may spend 1 Hope"; not "can be
seen", "the 2 boards".
"""
_OF_ALL = re.compile(r"\b(?:all|every(?:thing)?|any(?:thing)?|else|others?|rest)\b", re.IGNORECASE)
_WORKED_OUT = re.compile(
    r"\b(?:equals?|calculated|computed|determined|derived|worked out|depend(?:s|ing)|current(?:ly)?"
    r"|as (?:many|much|high)|half|twice|the (?:sum|total|product|number|amount|difference|average) of)\b",
    re.IGNORECASE,
)
"""Words of a sentence that may state the value: "It equals their Coal", "The current Act is 1"."""
_SECRET = frozenset(
    "hidden secret private unknown redacted classified concealed submitted sent pending tbd".split()
)
_Key = tuple[str, str]
"""The folded name of the owner, and the label."""


def _illegal_values(facts: AuditContext) -> Iterator[tuple[TrackedEntry, Variable, Fault]]:
    """Yield the illegal values of the page with their variables and faults. A column that holds
    only a part of a variable is left out.
    """
    for entry in facts.gamestate.entries:
        if entry.match is not None and not entry.match.part:
            yield from (
                (entry, entry.match.variable, fault)
                for fault in faults(entry, entry.match.variable)
            )


def _wrong(
    facts: AuditContext,
    kind: FaultKind,
    fix: Callable[[GameState, TrackedEntry, Variable], Fix | None] = legal_value,
) -> Results:
    state = facts.gamestate
    for entry, variable, fault in _illegal_values(facts):
        if fault.kind is kind:
            limits, doubts = sure_of_limits(facts.rules, variable)
            yield Found(
                Subject("variable", _value_name(entry, variable)),
                f"{_owned(entry)} {_says(facts, variable, fault)}",
                entry.text[:80],
                rule=rule_of(variable),
                evidence=[*seen(state, entry.place), *doubts],
                confidence=least(entry.confidence, fault.sure, limits),
                fix=fix(state, entry, variable),
                clause=variable.quote[:300],
            )


def _owned(tracked: TrackedEntry) -> str:
    return f"{tracked.subject}'s {tracked.label}" if tracked.subject else tracked.label


def _value_name(tracked: TrackedEntry, variable: Variable) -> str:
    return f"{tracked.subject}: {variable.name}" if tracked.subject else variable.name


def _of_rules(variable: Variable) -> Subject:
    return Subject(
        "variable",
        variable.name if variable.owner == "game" else f"{variable.owner}: {variable.name}",
    )


def _says(facts: AuditContext, variable: Variable, fault: Fault) -> str:
    """Return the fault of a value in words, with a remark if the limit comes from the dynasty's
    profile.
    """
    by_profile = (
        " (by the dynasty's profile)"
        if fault.kind in (FaultKind.RANGE, FaultKind.CHOICE)
        and variable.name in facts.view.profile.ranges
        else ""
    )
    return f"{fault.says}{by_profile}"


@check(
    "BN401",
    "value-out-of-range",
    ERROR,
    judged_by=PRESENT,
    needs=PAGE,
    rests_on=_VARIABLES,
    fix=FixScope.PAGE,
)
def value_out_of_range(facts: AuditContext) -> Results:
    """A number is below or above the range that the rule of its variable allows; without a stated
    range it may not be negative.

    Evidence: The cell, and the sentence that defines the variable.
    May be mistaken: When the limits were misread, or cannot be computed, or the column belongs to
    another variable (lower confidence). High confidence only if all dynastic rules are reviewed,
    the variable's own rule as read completely, and its sentence was read to its last word; low if a
    review, or a sentence that nobody has reviewed, may change the limits.
    To settle it: Find the edit that set it, and correct the value.
    """
    yield from _wrong(facts, FaultKind.RANGE)


@check(
    "BN402",
    "value-not-a-choice",
    ERROR,
    judged_by=PRESENT,
    needs=PAGE,
    rests_on=_VARIABLES,
    fix=FixScope.PAGE,
)
def value_not_a_choice(facts: AuditContext) -> Results:
    """A value is not one of the choices in the rule of its variable.

    Evidence: The cell, and the sentence that lists the values.
    May be mistaken: When a later rule adds values, or the page uses abbreviations. Low confidence
    for a blank value. Otherwise the confidence is that of BN401.
    To settle it: Correct the value, or its spelling.
    """
    yield from _wrong(facts, FaultKind.CHOICE)


@check(
    "BN403",
    "value-not-a-number",
    ERROR,
    judged_by=PRESENT,
    needs=PAGE,
    rests_on=_VARIABLES,
    fix=FixScope.PAGE,
)
def value_not_a_number(facts: AuditContext) -> Results:
    """A value is not an integer or number although its rule asks for one.

    Evidence: The cell, and the sentence that defines the variable.
    May be mistaken: When the cell has a remark beside the number; low confidence for a blank cell,
    which may mean zero. Otherwise the confidence is that of BN401.
    To settle it: Correct the value.
    """
    yield from _wrong(facts, FaultKind.NUMBER)


@check(
    "BN404",
    "not-a-player-name",
    WARNING,
    judged_by=PRESENT,
    needs=(*PAGE, "roster"),
    rests_on=_VARIABLES,
    fix=FixScope.PAGE,
)
def not_a_player_name(facts: AuditContext) -> Results:
    """A value should be the name of a player, and nobody on the roster has that name.

    Evidence: The cell, the sentence that defines the variable, and the sidebar.
    May be mistaken: When the player was renamed or has left, or the rule means another kind of
    name. Otherwise the confidence is that of BN401.
    To settle it: Correct the name, or set the variable to the value that its rule gives when the
    player is gone.
    """
    yield from _wrong(
        facts,
        FaultKind.NAME,
        lambda state, entry, _: right_name(state, entry, facts.roster),
    )


@check("BN408", "constraint-broken", ERROR, judged_by=PRESENT, needs=PAGE)
def constraint_broken(facts: AuditContext) -> Results:
    """A constraint that the dynasty's profile states does not hold.

    Evidence: The constraint, and the values that it uses.
    May be mistaken: When the rules have changed since the profile was written.
    To settle it: Correct the values, or the profile.
    """
    state = facts.gamestate
    players = {
        name: {key: reading.value for key, reading in values.items()}
        for name, values in state.players.items()
    }
    profile, game = facts.view.profile, {key: each.value for key, each in state.game.items()}
    outcomes = list(evaluate(profile, players, game))
    evaluations = sum(1 if each.scope == "game" else len(players) for each in profile.constraints)
    undecided = sum(not each.decided for each in outcomes)
    for outcome in outcomes:
        prefix = f"{outcome.subject}: " if outcome.subject else ""
        if not outcome.decided:
            why = f"could not evaluate “{outcome.name}”: {prefix}{outcome.message}"
            yield Gap(why, part=undecided < evaluations)
        else:
            subject = (
                tracking_page(state)
                if outcome.subject is None
                else Subject("player", outcome.subject)
            )
            values = f": {outcome.values}" if outcome.values else ""
            yield Found(
                subject, f"{prefix}{outcome.message}{values} ({outcome.name})", outcome.name
            )


@check(
    "BN505",
    "illegal-value-set",
    ERROR,
    judged_by=ACTION,
    needs=(*PAGE, "roster", "history"),
    uses=("posts",),
    rests_on=_VARIABLES,
    fix=FixScope.EDIT,
    tells_cause=True,
)
def illegal_value_set(facts: AuditContext) -> Results:
    """An edit set an illegal value that is still on the page: out of range, not one of its choices,
    not a number, or not a player's name.

    Evidence: The edit, the sentence that defines the variable, and the rules in force then; no
    matter or Address allows it.
    May be mistaken: As BN401 to BN404. Low confidence if the rules of that time are unknown; an
    unknown name may be that of a player who left (medium).
    To settle it: Restore the value, or set the right one.
    """
    edits, unknown = page_edits(facts, [facts.gamestate.page or ""])
    yield from unknown
    set_by = [
        (edit, {(name_key(one.subject or ""), one.variable or ""): one for one in values_of(edit)})
        for edit in reversed(edits)
    ]
    ever_players = frozenset(map(name_key, facts.timeline.rosters.names))
    state, roster = facts.gamestate, facts.roster
    people = People(roster, facts.view.profile.aliases, ("emperor", emperor(facts.rules)))
    for entry, variable, fault in _illegal_values(facts):
        stranger = fault.kind is FaultKind.NAME
        made = _made_illegal(set_by, entry, variable, people)
        if made is None or (stranger and name_key(entry.text) in ever_players):
            continue
        edit, old, new = made
        rules = facts.context.rules_at(edit.revision.timestamp)
        variable_then = variable if rules is None else _made_illegal_by(facts, edit, entry, rules)
        lawful = edit.one.accounted_as in (AccountKind.MATTER, AccountKind.ADDRESS)
        if lawful or variable_then is None:
            continue
        limits, doubts = sure_of_limits(rules or facts.rules, variable_then)
        most = Confidence.MEDIUM if stranger else Confidence.HIGH
        fix = right_name(state, entry, roster) if stranger else legal_value(state, entry, variable)
        if fix is None and old is not None:
            fix = set_back(state, entry, typed(old, variable, people).value, old)
        before = "" if old is None else f"from “{old[:80]}” "
        yield Found(
            Subject("revision", str(edit.revision.revid)),
            f"{edit.revision.user} set {_owned(entry)} {before}to “{new[:80]}” with revision"
            f" {edit.revision.revid}; it {_says(facts, variable, fault)}",
            _value_name(entry, variable),
            rule=rule_of(variable),
            evidence=[edit_seen(edit.revision), *doubts],
            confidence=least(
                entry.confidence, fault.sure, limits, Confidence.LOW if rules is None else most
            ),
            severity=WARNING if stranger else None,
            fix=fix,
            clause=variable.quote[:300],
        )


def _key(entry: TrackedEntry) -> _Key:
    return name_key(entry.subject), entry.label


def _made_illegal(
    set_by: Sequence[tuple[MadeEdit, Mapping[_Key, PageChange]]],
    entry: TrackedEntry,
    variable: Variable,
    people: People,
) -> tuple[MadeEdit, str | None, str] | None:
    """Return the edit that made a value illegal, with the values before and after; None if unknown.

    ``set_by`` are the edits with the values that they changed, newest first. No edit set a value
    that was added together with its row or column.
    """
    text = entry.text
    for edit, changes in set_by:
        change = changes.get(_key(entry))
        if change is None:
            continue
        if change.new is None or str(change.new) != text:
            return None  # an unknown edit set it again
        new_text, text = text, str(change.old)
        if change.old is None or not any(
            faults(
                TrackedEntry("", "", "", text, typed(text, variable, people), Place(0, 0)), variable
            )
        ):
            return edit, None if change.old is None else text, new_text
    return None


def _made_illegal_by(
    facts: AuditContext, edit: MadeEdit, entry: TrackedEntry, rules: Ruleset
) -> Variable | None:
    """Return the variable as some rules define it, if it may not have the value that an edit set;
    else None.
    """
    state = read_state(facts.view, rules, edit.new, facts.gamestate.page, edit.revision.revid)
    same = (
        same_entry
        for same_entry in state.entries
        if _key(same_entry) == _key(entry)
        and same_entry.match is not None
        and not same_entry.match.part
    )
    variables = (
        same_entry.match.variable
        for same_entry in same
        if same_entry.match and any(faults(same_entry, same_entry.match.variable))
    )
    return next(variables, None)


@check("BN406", "column-without-rule", INFO, judged_by=PRESENT, needs=PAGE, rests_on=TRACKING_RULES)
def column_without_rule(facts: AuditContext) -> Results:
    """The page has a column that no rule defines, according to the rules that were read.

    Evidence: The header of the column and the variables read from the rules; blank columns and
    those of names or notes are ignored.
    May be mistaken: When the rule was not understood, or the column abbreviates a name beyond
    recognition.
    To settle it: Remove the column, or name its variable in the profile.
    """
    state = facts.gamestate
    if not state.variables:
        yield Gap("no variable was read from the rules, so every column would be without one")
        return
    aside = (
        _ASIDE
        | DynastyWords(facts.rules.terms).player
        | {label(name) for name in facts.view.profile.cadence}
    )
    values = (
        (table, column)
        for table, column in state.columns
        if table.owner and column.role is Role.VALUE and column.match is None
    )
    columns = (each for each in values if label(each[1].name) not in aside)
    for name, several in grouped(columns, key=lambda item: item[1].name):
        table, column = several[0]
        text = "no rule that was read defines " + (
            f"the column “{name}”" if name else f"column {column.index + 1}"
        )
        text += (f" of “{table.caption}”" if table.caption else "") + (
            f": {column.why}" if column.why else ""
        )
        confidence = Confidence.LOW if column.why or not name else Confidence.MEDIUM
        yield Found(
            Subject("variable", name or f"column {column.index + 1}"),
            text,
            table.caption or "",
            confidence=confidence,
        )


@check(
    "BN407", "variable-not-tracked", INFO, judged_by=PRESENT, needs=PAGE, rests_on=TRACKING_RULES
)
def variable_not_tracked(facts: AuditContext) -> Results:
    """A rule says that a variable is publicly tracked, and nothing on the page matches it.

    Evidence: The sentence that defines the variable, and every column and label of the page.
    May be mistaken: When it is under another name or on another page. Low confidence if a column
    has no variable, or the page mentions the name.
    To settle it: Add the variable to the page, or say in the profile where it is.
    """
    state = facts.gamestate
    has_unmatched_column = any(
        table.owner and column.match is None and column.role is Role.VALUE
        for table, column in state.columns
    )
    unsure = (
        has_unmatched_column or not state.tables or any(unread.grave for unread in state.unread)
    )
    for variable in state.untracked:
        quote = variable.quote
        on_page = (
            "track" in _NOT_TRACKED.sub("", quote.casefold()) and "sidebar" not in quote.casefold()
        )
        if variable.visibility == "public" and on_page:
            owner = "" if variable.owner == "game" else f" of each {variable.owner}"
            mention = re.search(
                rf"\b{re.escape(variable.name)}\b", state.wiki.source, re.IGNORECASE
            )
            confidence = Confidence.LOW if unsure or mention else Confidence.MEDIUM
            yield Found(
                _of_rules(variable),
                f"{variable.name}{owner} is publicly tracked, and the page does not show it:"
                f" “{quote[:300]}”",
                rule=rule_of(variable),
                confidence=confidence,
            )


@check(
    "BN410",
    "orphan-variable",
    INFO,
    judged_by=PRESENT,
    needs=PAGE,
    keys=(PARAMETERS.variable_orphan,),
    rests_on=("Orphan Variables",),
)
def orphan_variable(facts: AuditContext) -> Results:
    """No sentence of the Ruleset names a place where a variable is tracked, or a way to work out
    its value, so no action may depend on it.

    If its sentence says that the variable is tracked, and the page does not show it, see BN407.
    Nothing is reported while a rule or a sentence awaits a review or was read incompletely, while a
    sentence about all variables, or none in particular, may name a place, or while another sentence
    mentions the variable without saying how it is spent or limited.
    Evidence: The sentence that defines the variable, and the clause on Orphan Variables.
    May be mistaken: When a rule names the place in words that were not understood; medium
    confidence if the sentence was read to its last word, low otherwise or if the page shows the
    variable.
    To settle it: Say by Proposal where it is tracked.
    """
    rules, state = facts.rules, facts.gamestate
    blocks = [
        block
        for rule in (*rules.rules, *rules.introductions)
        if rule.effective
        for block in rule.blocks
    ]
    orphans = [
        variable
        for variable in state.variables
        if variable.visibility == "public"
        and not any(_accounts_for(text, variable) for text in _texts_about(variable, blocks))
    ]
    texts = _sentences_read(rules)
    unknown = _may_name_places(rules, texts) if orphans else None
    if unknown is not None:
        names = listed([variable.name for variable in orphans], 5)
        yield Gap(f"unknown whether a rule says where {names} is tracked: {unknown}")
        return
    unclear = [(variable, _unclear(variable, texts)) for variable in orphans]
    certain = [variable for variable, text in unclear if text is None]
    for variable, text in unclear:
        if text is not None:
            why = f"unknown whether a rule says where {variable.name} is tracked: {_may_mean(text)}"
            yield Gap(why, part=bool(certain))
    matched = {id(match.variable) for match in state.matches}
    for variable in certain:
        shown = id(variable) in matched
        yield Found(
            _of_rules(variable),
            f"no rule says where {variable.name} is tracked{' although the page shows it' * shown}",
            rule=rule_of(variable),
            evidence=[
                Evidence(page=rules.page, line=facts.line_of_rule(variable.rule)),
                Evidence(page=rules.page, excerpt=rules.voting.variable_orphan.quote),
            ],
            confidence=Confidence.MEDIUM if variable.whole and not shown else Confidence.LOW,
            clause=variable.quote[:300],
        )


def _texts_about(variable: Variable, blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the sentence that defines a variable, with the whole paragraph around it ("It is tracked
    ..."), and every other sentence that names the variable.
    """
    yield variable.quote
    name = variable.name.casefold()
    for block in blocks:
        around = f"{block.lead} {block.text}"
        if variable.quote in around:
            yield around
        elif name in block.text.casefold():
            yield from (text for text in split_sentences(block.text) if name in text.casefold())


def _accounts_for(text: str, variable: Variable) -> bool:
    """Return whether a text about a variable may state its place, its value, or a way to work it
    out.
    """
    stated = re.search(rf"{re.escape(variable.name.casefold())}\W{{0,3}}[:=]", text.casefold())
    rest = _NOT_TRACKED.sub(" ", text)
    patterns = (_PLACE, _PERHAPS_PLACE, _WORKED_OUT)
    return bool(stated) or any(pattern.search(rest) for pattern in patterns)


def _sentences_read(rules: Ruleset) -> list[str]:
    """Return the sentences that only a person can judge."""
    texts = [sentence for rule in rules.reviewable for sentence in sentences_of(rule.whole)]
    return [*texts, *(sentence.quote for sentence in rules.reviewed)]


def _may_name_places(rules: Ruleset, texts: Iterable[str]) -> str | None:
    """Return why a rule may name a place of tracking that was not read; None if none can.

    A sentence that names other variables, and nothing like "all others", is only about those.
    """
    for rule in rules.reviewable:
        if rule.review is None or not rule.review.complete:
            return f"“{rule.rule}” was not reviewed, or was read incompletely"
    if rules.awaits_review:
        return "a sentence of the Ruleset was not understood"
    names = [variable.name for variable in rules.variables]
    for text in texts:
        of_others = bool(named_in(text, names)) and not _OF_ALL.search(text)
        perhaps = _OF_VALUES.search(text) or (_PERHAPS_PLACE.search(text) and not of_others)
        if (perhaps and not _is_of_use(text)) or (_PLACE.search(text) and not of_others):
            return _may_mean(text)
    return None


def _unclear(variable: Variable, texts: Iterable[str]) -> str | None:
    """Return a sentence outside the definition of a variable that mentions it, and neither says
    that it is not tracked nor how it is spent or limited; None if there is none.
    """
    named = (
        text for text in texts if variable.quote not in text and named_in(text, [variable.name])
    )
    return next((text for text in named if not _is_of_use(text)), None)


def _is_of_use(text: str) -> bool:
    return bool(_OF_USE.search(with_digits(text.casefold())) or _NOT_TRACKED.search(text))


def _may_mean(text: str) -> str:
    return f"“{shortened(text, 200)}” may be about it"


@check(
    "BN509", "private-value-shown", WARNING, judged_by=PRESENT, needs=PAGE, rests_on=TRACKING_RULES
)
def private_value_shown(facts: AuditContext) -> Results:
    """The page shows a variable that the rules track privately.

    Evidence: The cells, and the sentence that says who tracks the variable in secret.
    May be mistaken: When the rules let it be revealed, or the column is another variable's (the
    confidence is that of the match).
    To settle it: Ask the player who tracks it whether the value may be known, and remove it if not.
    """
    state = facts.gamestate
    matched = [(entry, entry.match.variable) for entry in state.entries if entry.match is not None]
    shown = [
        (entry, variable)
        for entry, variable in matched
        if variable.visibility == "private" and _reveals(entry)
    ]
    for _, several in grouped(shown, key=lambda item: id(item[1])):
        first, variable = several[0]
        owner = (
            f" of {', '.join(dict.fromkeys(entry.subject for entry, _ in several[:5]))}"
            if first.subject
            else ""
        )
        yield Found(
            _of_rules(variable),
            f"{variable.name}{owner} is on the page, and the rules track it privately",
            rule=rule_of(variable),
            evidence=seen(state, first.place),
            confidence=first.confidence,
            clause=variable.quote[:300],
        )


def _reveals(entry: TrackedEntry) -> bool:
    """Return whether an entry shows a value: it is not blank, not only punctuation, and not a word
    for "hidden".
    """
    text = label(entry.text.strip("()[]"))
    return (
        entry.typed.kind is not ValueKind.NONE
        and any(map(str.isalnum, text))
        and text not in _SECRET
    )
