"""The reports for programs. Names and shapes are a promise: add fields, never rename or drop one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from parsers.model import AdminNote
from parsers.ruleset.model import Action, Caveat, Clause, Rule, Ruleset, UnreadClause, Variable
from sync.times import iso
from validators.finding import Finding, NotEvaluated, Severity
from validators.view import GameView
from validators.voting.players import Players
from validators.voting.verdict import UncountedIcon, Verdict, Vote

if TYPE_CHECKING:
    from validators.checks.run import AuditReport
    from validators.voting.judge import TallySheet

__all__ = ["audit", "dump", "rules", "tally"]

Json = dict[str, Any]


def dump(report: Json) -> str:
    """The report as text, in ASCII: valid whatever the encoding of the output, and harmless on a terminal."""
    return json.dumps(report, ensure_ascii=True, indent=2) + "\n"


def tally(view: GameView, sheet: TallySheet, verdicts: Iterable[Verdict]) -> Json:
    """``blognomic/tally/1``: the matters asked for, and everything they share."""
    players = Players(sheet.roster)
    return {
        "schema": "blognomic/tally/1",
        "as_of": iso(sheet.as_of),
        "site": view.site,
        "players": {
            "active": list(sheet.roster.active),
            "idle": list(sheet.roster.idle),
            "admins": _in_order(sheet.roster.admins, players),
            "emperor": sheet.emperor and players.canonical_name(sheet.emperor),
            "emperor_known": sheet.emperor_known,
            "quorum": sheet.quorum,
        },
        "hiatus": {
            "active": sheet.hiatus.active,
            "causes": list(sheet.hiatus.causes),
            "texts": list(sheet.hiatus.texts),
            "doubts": list(sheet.hiatus.doubts),
        },
        "rules": {
            "page": view.rules.page if view.rules else None,
            "revid": view.rules.revid if view.rules else None,
            "certified": sheet.certified,
            "caveats": [_caveat(caveat) for caveat in sheet.caveats],
            "doubts": list(sheet.doubts),
        },
        "matters": [_matter(verdict, players) for verdict in verdicts],
        "skipped": [{"url": post.url, "title": post.title} for post in sheet.skipped],
        "problems": [{"where": problem.where, "what": problem.what, "fatal": problem.fatal} for problem in view.problems],
    }


def _in_order(names: Iterable[str], players: Players) -> list[str]:
    """Names spelt and ordered as on the roster, then the others."""
    order = {name: place for place, name in enumerate((*players.roster.active, *players.roster.idle))}
    return sorted({players.canonical_name(name) for name in names}, key=lambda name: (order.get(name, len(order)), name))


def _matter(verdict: Verdict, players: Players) -> Json:
    post = verdict.post
    return {
        "url": post.url,
        "title": post.title,
        "kind": verdict.kind.value,
        "tags": list(post.tags),
        "author": players.canonical_name(post.author),
        "posted": iso(post.posted),
        "status": verdict.status.value,
        "votes": [_vote(vote, players) for vote in verdict.votes],
        "uncounted": [_uncounted(icon, players) for icon in verdict.uncounted],
        "counts": {
            "for": verdict.counts.for_,
            "against": verdict.counts.against,
            "deferential": verdict.counts.deferential,
            "not_against": verdict.counts.not_against,
        },
        "quorum": verdict.quorum,
        "withdrawn": verdict.withdrawn,
        "vetoed": verdict.vetoed,
        "popular": verdict.popular,
        "unpopular": verdict.unpopular,
        "enactable": verdict.enactable,
        "failable": verdict.failable,
        "earliest_enact": iso(verdict.earliest_enact),
        "earliest_fail": iso(verdict.earliest_fail),
        "illegal": verdict.illegal,
        "certified": verdict.certified,
        "doubts": list(verdict.doubts),
        "closed": iso(post.closed),
        "note": _note(post.note),
        "reasons": [{"clause": reason.clause, "met": reason.met, "text": reason.text, "rule": reason.rule} for reason in verdict.reasons],
    }


def _vote(vote: Vote, players: Players) -> Json:
    return {
        "voter": players.canonical_name(vote.voter),
        "icon": vote.icon.value,
        "counts_as": None if vote.counts_as is None else vote.counts_as.value,
        "implicit": vote.implicit,
        "at": iso(vote.at),
        "comment": vote.comment,
    }


def _uncounted(icon: UncountedIcon, players: Players) -> Json:
    voter = players.canonical_name(icon.voter)
    return {"voter": voter, "icon": icon.icon, "reason": icon.reason, "at": iso(icon.at), "comment": icon.comment}


def _note(note: AdminNote | None) -> Json | None:
    if note is None:
        return None
    return {
        "text": note.text,
        "outcome": None if note.outcome is None else note.outcome.value,
        "for": note.for_,
        "against": note.against,
        "deferential": note.deferential,
        "quorum": note.quorum,
        "admin": note.admin,
    }


def rules(ruleset: Ruleset) -> Json:
    """``blognomic/rules/1``: the Ruleset as read."""
    terms = ruleset.terms
    return {
        "schema": "blognomic/rules/1",
        "page": ruleset.page,
        "revid": ruleset.revid,
        "terms": None if terms is None else {"player": {"singular": terms.player, "plural": terms.players}, "emperor": terms.emperor},
        "tracking_page": ruleset.tracking_page,
        "sections": list(ruleset.sections),
        "rules": [_rule(rule) for rule in ruleset.rules],
        "voting": _voting(ruleset.voting),
        "variables": [_variable(variable) for variable in ruleset.variables],
        "actions": [_action(action) for action in ruleset.actions],
        "caveats": [_caveat(caveat) for caveat in ruleset.caveats],
        "unread": [_unread(unread) for unread in ruleset.unread],
    }


def _rule(rule: Rule) -> Json:
    return {
        "number": rule.number,
        "title": rule.title,
        "tags": list(rule.tags),
        "level": rule.level,
        "section": rule.section,
        "status": rule.status,
        "path": list(rule.path),
        "defaulted": rule.defaulted,
    }


def _voting(voting: Mapping[str, Clause | None]) -> Json:
    return {
        key: None if clause is None else {"value": clause.value, "rule": clause.rule, "quote": clause.quote}
        for key, clause in voting.items()
    }


def _variable(variable: Variable) -> Json:
    return {
        "name": variable.name,
        "owner": variable.owner,
        "type": variable.type,
        "min": variable.min,
        "max": variable.max,
        "choices": None if variable.choices is None else list(variable.choices),
        "default": variable.default,
        "visibility": variable.visibility,
        "rule": variable.rule,
        "quote": variable.quote,
    }


def _action(action: Action) -> Json:
    return {
        "name": action.name,
        "cadence": action.cadence,
        "min_gap_hours": action.min_gap_hours,
        "rule": action.rule,
        "quote": action.quote,
    }


def _caveat(caveat: Caveat) -> Json:
    return {"rule": caveat.rule, "quote": caveat.quote, "kinds": sorted(kind.value for kind in caveat.kinds), "bears": caveat.bears}


def _unread(unread: UnreadClause) -> Json:
    return {"topic": unread.topic, "why": unread.why, "rule": unread.rule}


def audit(view: GameView, report: AuditReport) -> Json:
    """``blognomic/findings/1``: the findings, what was not evaluated, and how many there are of each severity."""
    counts = {severity.value: sum(finding.severity is severity for finding in report.findings) for severity in Severity}
    return {
        "schema": "blognomic/findings/1",
        "as_of": iso(view.as_of),
        "site": view.site,
        "findings": [_finding(finding) for finding in report.findings],
        "not_evaluated": [_not_evaluated(item) for item in report.not_evaluated],
        "counts": counts,
    }


def _finding(finding: Finding) -> Json:
    fix = finding.fix
    return {
        "code": finding.code,
        "slug": finding.slug,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "subject": {"kind": finding.subject.kind, "id": finding.subject.id, "url": finding.subject.url},
        "message": finding.message,
        "evidence": [{"url": item.url, "excerpt": item.excerpt, "at": iso(item.at)} for item in finding.evidence],
        "rule": None if finding.rule is None else {"title": finding.rule.title, "quote": finding.rule.quote},
        "fix": None if fix is None else {"kind": fix.kind, "page": fix.page, "summary": fix.summary},
        "fingerprint": finding.fingerprint,
    }


def _not_evaluated(item: NotEvaluated) -> Json:
    return {"source" if item.source else "check": item.name, "why": item.why, "blind": item.inconclusive}
