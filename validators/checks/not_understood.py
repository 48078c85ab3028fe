"""What could not be fetched or understood: tables (BN409), clauses and sentences of rules (BN605, BN606), sources (BN901 to BN903)."""

from __future__ import annotations

from parsers.gamestate.gamestate_model import PLAYER, ProblemCause
from parsers.model import Confidence, Problem
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, INFO, WARNING, Results, check, make_finding
from validators.checks.evidence import TRACKING_RULES, digest, grouped
from validators.finding import RuleRef, Subject, tracking_page
from validators.words import listed

_SURE = {ProblemCause.MARKUP: Confidence.HIGH, ProblemCause.SEVERAL_PLAYER_COLUMNS: Confidence.MEDIUM}


@check("BN409", "table-unreadable", WARNING, needs=("gamestate",), rests_on=TRACKING_RULES)
def table_unreadable(facts: AuditContext) -> Results:
    """A table of the tracking page could not be read, or has two columns that may be the players', or the page has none.

    Evidence: The wikitext, and the line where reading failed.
    May be mistaken: When a template supplies what seems to be missing (low confidence), or the right one of two columns was taken (medium).
    To settle it: Close the table, head the column of players with the dynasty's word for them, or report the markup to the maintainers.
    """
    state = facts.gamestate
    subject = tracking_page(state)
    of_labels = any(one.match is not None for one in state.labels) and not any(one.owner == PLAYER for one in state.variables)
    if not state.tables and not of_labels:
        yield make_finding("BN409", subject, f"{subject.id} has no table, so only labelled lines were read", "no table")
    for why, several in grouped((unread for unread in state.unread if unread.grave), key=lambda unread: unread.why):
        places = listed(list(dict.fromkeys(unread.where for unread in several)), 5)
        # A table without players beside one with them may be about something else.
        alone = several[0].cause is ProblemCause.NO_PLAYER_COLUMN and not state.rows
        sure = Confidence.HIGH if alone else _SURE.get(several[0].cause, Confidence.LOW)
        yield make_finding("BN409", subject, f"{places}: {why}", digest(why), confidence=sure)


@check("BN605", "clause-not-read", WARNING, needs=("rules",))
def clause_not_read(facts: AuditContext) -> Results:
    """A clause that verdicts rest on was not understood, so they are not certified.

    Evidence: The sentence in question, or the rule that should have it.
    May be mistaken: When the clause is there in words that this tool does not know.
    To settle it: Read the clause yourself, and report its wording to the maintainers.
    """
    told: set[tuple[str, str | None, str]] = set()
    for each in facts.rules.unread:
        quote = each.why.partition("“")[2].rpartition("”")[0]
        if (each.topic, each.rule, quote) not in told:
            told.add((each.topic, each.rule, quote))
            what = f"{each.topic} {digest(quote)}" if quote else each.topic
            subject, clause = Subject("rule", each.rule or facts.rules.page), RuleRef(each.rule, quote or None) if each.rule else None
            yield make_finding("BN605", subject, f"not understood in the Ruleset: {each.topic}: {each.why}", what, rule=clause)


@check("BN606", "dynastic-override", INFO, needs=("rules",))
def dynastic_override(facts: AuditContext) -> Results:
    """An effective rule outside the core affects voting or resolution in a way that no tool can apply.

    Evidence: The sentence.
    May be mistaken: When the sentence only mentions the words.
    To settle it: Read the sentence before resolving a matter that it may affect.
    """
    for caveat in facts.rules.caveats:
        if caveat.bears:
            kinds = ", ".join(sorted(caveat.kinds))
            text = f"“{caveat.rule}” may change verdicts ({kinds}), and no tool can apply it: “{caveat.quote}”"
            yield make_finding("BN606", Subject("rule", caveat.rule), text, digest(caveat.quote), rule=RuleRef(caveat.rule, caveat.quote))


@check("BN901", "source-unreachable", ERROR)
def source_unreachable(facts: AuditContext) -> Results:
    """A source could not be fetched, so nothing that rests on it was checked.

    Evidence: What was tried, and the result.
    May be mistaken: Never: it reports what happened.
    To settle it: Make sure that the file or the site can be read, and run the audit again.
    """
    missing = (problem for problem in facts.view.problems if problem.missing)
    for where, problems in grouped(missing, key=lambda problem: problem.where):
        yield make_finding("BN901", Subject("page", where), Problem(where, " ".join(problem.what for problem in problems)).sentence)


@check("BN902", "page-not-understood", ERROR)
def page_not_understood(facts: AuditContext) -> Results:
    """Parts that a page should have were not found. It is a warning where the rest can be relied upon.

    Evidence: The page, and what is missing on it.
    May be mistaken: When the page was redesigned, and the tool has to be adapted.
    To settle it: Look at the page, and report its markup to the maintainers.
    """
    for problem in facts.view.problems:
        if not problem.missing:
            severity, sure = (ERROR, Confidence.HIGH) if problem.fatal else (WARNING, Confidence.MEDIUM)
            yield make_finding("BN902", Subject("page", problem.where), problem.sentence, problem.what, severity=severity, confidence=sure)


@check("BN903", "stale-data", WARNING)
def stale_data(facts: AuditContext) -> Results:
    """A source was last read in full longer ago than the configured limit, so verdicts may be out of date.

    Evidence: The store's record of its last complete pull, and `max_age_hours` under `[store]` in `blognomic.toml`.
    May be mistaken: When nothing has happened on the site since.
    To settle it: Pull again; if that fails, see what the site answers (`blognomic doctor`).
    """
    unreachable = {problem.where.rstrip("/") for problem in facts.view.problems if problem.missing}
    for problem in facts.view.aged:
        if problem.where.rstrip("/") not in unreachable:  # else that is why, and is told by itself
            yield make_finding("BN903", Subject("page", problem.where), problem.sentence)
