"""What the clauses of the Ruleset set, and what they set before (BN612)."""

from __future__ import annotations

from parsers.model import Confidence
from parsers.ruleset import MAX_RULESET_CHARS, read_ruleset
from parsers.ruleset.compare import ParameterChange, changed_parameters
from parsers.ruleset.model import Clause
from validators.checks.audit_context import AuditContext
from validators.checks.check import INFO, Results, check, make_finding
from validators.finding import Evidence, Finding, NotEvaluated, RuleRef, Subject
from validators.words import value_in_words

_MOST_NAMED = 5
_MOST_QUOTED = 400


@check("BN612", "parameter-changed", INFO, needs=("rules",), uses=("history",))
def parameter_changed(facts: AuditContext) -> Results:
    """What a clause sets, such as a limit, is not what it was at the last audit: verdicts follow the new value.

    The Ruleset of that time is read anew, so a new version of this tool reports nothing by itself. A snapshot does not know of
    earlier audits: its Ruleset is compared with the one that stood when the audited time began (--since, else the dynasty), or
    the oldest of its revisions since then.

    Evidence: The sentences before and after. A value that was not understood, then or now, is not compared.
    May be mistaken: When another sentence about the same was not understood (medium confidence).
    To settle it: Nothing is wrong with it; know the new value. `blognomic rules --compare` shows all that has changed.
    """
    former = facts.view.former_rules
    if former is None or former.text is None:
        yield NotEvaluated("BN612", facts.view.no_former_rules if former is None else f"the text of revision {former.revid} is not known")
        return
    if len(former.text) > MAX_RULESET_CHARS:
        yield NotEvaluated("BN612", f"revision {former.revid} is too long to be read")
        return
    if former.text == facts.rules.source:
        return
    reviewed = {one.fingerprint: one.by for one in facts.rules.reviewed}
    unknown = []
    for change in changed_parameters(read_ruleset(former.text, page=facts.rules.page, revid=former.revid, reviewed=reviewed), facts.rules):
        if (change.old is None and change.old_doubt) or (change.new is None and change.new_doubt):
            unknown.append(change.key)
        else:
            yield _changed(facts, change)
    if unknown:
        named = ", ".join(unknown[:_MOST_NAMED]) + (f" and {len(unknown) - _MOST_NAMED} more" if len(unknown) > _MOST_NAMED else "")
        yield NotEvaluated("BN612", f"not understood in the Ruleset of now or of revision {former.revid}: {named}")


def _changed(facts: AuditContext, change: ParameterChange) -> Finding:
    former = facts.view.former_rules
    assert former is not None  # noqa: S101 - it was read
    clause = change.new or change.old
    assert clause is not None  # noqa: S101 - one of them has a value
    was, now = (_value(each, "stated by no rule in force") for each in (change.old, change.new))
    text = f"“{change.key}” is {now}; it was {was} in revision {former.revid} ({former.timestamp:%Y-%m-%d %H:%M} UTC)"
    evidence = [Evidence(None, f"revision {former.revid}: {change.old.quote[:_MOST_QUOTED]}", former.timestamp)] if change.old else []
    if change.new is not None:
        evidence.append(Evidence(None, f"now: {change.new.quote[:_MOST_QUOTED]}"))
    sure = Confidence.MEDIUM if change.old_doubt or change.new_doubt else Confidence.HIGH
    rule = RuleRef(clause.rule, change.new.quote) if change.new else None
    what = " → ".join(_value(each, "not in the text") for each in (change.old, change.new))  # in fingerprints, so it stays as it is
    return make_finding("BN612", Subject("rule", clause.rule), text, f"{change.key}: {what}", rule=rule, evidence=evidence, confidence=sure)


def _value(clause: Clause | None, none: str) -> str:
    return none if clause is None else value_in_words(clause.value)
