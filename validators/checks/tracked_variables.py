"""What the rules track, and what the tracking page shows (BN406, BN407, BN410, BN509)."""

from __future__ import annotations

import re

from parsers.gamestate.gamestate_model import Role, TrackedEntry
from parsers.gamestate.page_names import DynastyWords, label
from parsers.gamestate.typed import ValueKind
from parsers.model import Confidence
from parsers.ruleset.ruleset_model import Variable
from validators.checks.audit_context import AuditContext
from validators.checks.check import INFO, PAGE, WARNING, Results, check, make_finding
from validators.checks.evidence import TRACKING_RULES, grouped, rule_of, seen
from validators.finding import Evidence, NotEvaluated, Subject

_ASIDE = frozenset({"#", "no", "note", "notes", "comment", "comments", "remark", "remarks"})
"""Headers of columns that hold no value, so that no rule needs to define them."""
_TRACKED = re.compile(r"\btrack", re.IGNORECASE)
_NOT_TRACKED = re.compile(r"\b(?:not|never)\s+(?:\w+[\s-]+)?tracked\b", re.IGNORECASE)
_IN_SIDEBAR = re.compile(r"\bsidebar\b", re.IGNORECASE)
_KEPT = re.compile(r"\btrack|\brecorded\b|\blisted (?:on|in)\b|\bdisplayed\b|\bkept (?:on|in)\b", re.IGNORECASE)
_WORKED_OUT = re.compile(r"\b(?:is|are|be) (?:always )?(?:equal to|calculated|the (?:sum|total|product|number) of)\b", re.IGNORECASE)
_SECRET = frozenset("hidden secret private unknown redacted classified concealed submitted sent pending tbd".split())


def _subject(variable: Variable) -> Subject:
    return Subject("variable", variable.name if variable.owner == "game" else f"{variable.owner}: {variable.name}")


@check("BN406", "column-without-rule", INFO, needs=PAGE, rests_on=TRACKING_RULES)
def column_without_rule(facts: AuditContext) -> Results:
    """The page has a column that no rule defines, as far as the rules were read.

    Evidence: The header of the column and the variables read from the rules; blank columns and those of names or notes are ignored.
    May be mistaken: When the rule was not understood, or the column abbreviates a name beyond recognition: the profile can say what it is.
    To settle it: Remove the column, or name its variable in the profile.
    """
    state = facts.gamestate
    if not state.variables:
        yield NotEvaluated("BN406", "no variable was read from the rules, so every column would be without one")
        return
    aside = _ASIDE | DynastyWords(facts.rules.terms).player | {label(name) for name in facts.view.profile.cadence}
    columns = [
        (table, column)
        for table, column in state.columns
        if table.of and column.role is Role.VALUE and column.match is None and label(column.name) not in aside
    ]
    for name, several in grouped(columns, key=lambda item: item[1].name):
        table, column = several[0]
        shown = f"the column “{name}”" if name else f"column {column.index + 1}, which has no header,"
        where, hint = f" of “{table.caption}”" if table.caption else "", f": {column.why}" if column.why else ""
        sure = Confidence.LOW if column.why or not name else Confidence.MEDIUM
        text = f"no rule that was read defines {shown}{where}{hint}".rstrip(",")
        yield make_finding("BN406", Subject("variable", name or f"column {column.index + 1}"), text, table.caption or "", confidence=sure)


@check("BN407", "variable-not-tracked", INFO, needs=PAGE, rests_on=TRACKING_RULES)
def variable_not_tracked(facts: AuditContext) -> Results:
    """A rule says that a variable is publicly tracked, and nothing on the page matches it.

    Evidence: The sentence that defines the variable, and every column and label of the page.
    May be mistaken: When the page uses another name for it, or it is tracked on another page (low confidence where a column is left
        over, or the page mentions it somewhere).
    To settle it: Add the variable to the page, or say in the profile where it is.
    """
    state = facts.gamestate
    unsure = any(table.of and column.match is None and column.role is Role.VALUE for table, column in state.columns)
    unsure = unsure or not state.tables or any(unread.grave for unread in state.unread)
    for variable in state.untracked:
        quote = variable.quote
        on_page = _TRACKED.search(quote) and not _NOT_TRACKED.search(quote) and not _IN_SIDEBAR.search(quote)
        if variable.visibility == "public" and on_page:
            owner = "" if variable.owner == "game" else f" of each {variable.owner}"
            text = f"{variable.name}{owner} is publicly tracked, and the page does not show it: “{quote[:300]}”"
            named = re.search(rf"\b{re.escape(variable.name)}\b", state.wiki.source, re.IGNORECASE) is not None
            sure = Confidence.LOW if unsure or named else Confidence.MEDIUM
            yield make_finding("BN407", _subject(variable), text, rule=rule_of(variable), confidence=sure)


@check("BN410", "orphan-variable", WARNING, needs=PAGE, rests_on=("Orphan Variables",))
def orphan_variable(facts: AuditContext) -> Results:
    """No rule says where a variable is tracked, so no action may depend on its value.

    Evidence: The sentence that defines the variable, and the other sentences of its rule.
    May be mistaken: When another rule says where it is tracked, or it can be computed from other variables (low confidence where
        the page shows it or the rules name a page that tracks the gamestate).
    To settle it: Say by Proposal where it is tracked.
    """
    state = facts.gamestate
    matched = {id(match.variable) for match in state.matches}
    for variable in state.variables:
        if variable.visibility == "public" and not _is_tracked(facts, variable):
            there = " although the page shows it" if id(variable) in matched else ""
            text = f"no rule says where {variable.name} is tracked{there}: “{variable.quote[:300]}”"
            sure = Confidence.LOW if there or facts.rules.tracking_page else Confidence.MEDIUM
            evidence = [Evidence(page=facts.rules.page, line=facts.line_of_rule(variable.rule))]
            yield make_finding("BN410", _subject(variable), text, rule=rule_of(variable), evidence=evidence, confidence=sure)


def _is_tracked(facts: AuditContext, variable: Variable) -> bool:
    """Whether the sentence that defines a variable, or another of its rule that names it, says that it is tracked or computed."""
    texts = [rule.text for rule in facts.rules.rules if rule.title == variable.rule and rule.effective]
    sentences = [each for text in texts for each in re.split(r"[.\n]", text) if variable.name.casefold() in each.casefold()]
    says_where = any(_KEPT.search(each) and not _NOT_TRACKED.search(each) for each in (variable.quote, *sentences))
    return says_where or _WORKED_OUT.search(variable.quote) is not None


@check("BN509", "private-value-shown", WARNING, needs=PAGE, rests_on=TRACKING_RULES)
def private_value_shown(facts: AuditContext) -> Results:
    """The page shows a variable that the rules track privately.

    Evidence: The cells, and the sentence that says who tracks the variable in secret.
    May be mistaken: When the rules let it be revealed, or the column is another variable's (the confidence is that of the match).
    To settle it: Ask the player who tracks it whether the value may be known, and remove it if not.
    """
    state = facts.gamestate
    matched = [(entry, entry.match.variable) for entry in state.entries if entry.match is not None]
    shown = [(entry, variable) for entry, variable in matched if variable.visibility == "private" and _reveals(entry)]
    for _, several in grouped(shown, key=lambda item: id(item[1])):
        first, variable = several[0]
        whose = f" of {', '.join(dict.fromkeys(entry.subject for entry, _ in several[:5]))}" if first.subject else ""
        text = f"{variable.name}{whose} is on the page, and the rules track it privately: “{variable.quote[:300]}”"
        evidence, rule = seen(state, first.place), rule_of(variable)
        yield make_finding("BN509", _subject(variable), text, rule=rule, evidence=evidence, confidence=first.confidence)


def _reveals(entry: TrackedEntry) -> bool:
    """Whether an entry shows a value: it is not blank, signs alone, or a word for what is hidden."""
    text = label(entry.text.strip("()[]"))
    return entry.typed.kind is not ValueKind.NONE and entry.typed.value != () and any(map(str.isalnum, text)) and text not in _SECRET
