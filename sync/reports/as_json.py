"""The reports for programs. Their shapes are fixed: fields may be added, never renamed or dropped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from parsers.blog import signed_by
from parsers.model import AdminNote
from parsers.ruleset.model import Caveat, Clause, Ruleset, Terms, UnreadClause
from sync.times import iso
from validators.finding import Finding, NotEvaluated, Severity
from validators.view import GameView
from validators.voting.reasons import admin_note
from validators.voting.rosters import Players
from validators.voting.verdict import UncountedIcon, Verdict, Vote

if TYPE_CHECKING:
    from parsers.ruleset.compare import ParameterChange, Reported, RuleChange, RulesetComparison
    from sync.reports.rules_compared import Version
    from validators.checks.run import AuditReport, HeldBack
    from validators.voting.judge import TallySheet

__all__ = ["audit", "compared", "dump", "reviewed", "rules", "tally"]

Json = dict[str, Any]

_VARIABLE = "name owner type min max choices default visibility sides rule quote"


def dump(report: Json) -> str:
    """The report as text, in ASCII: valid whatever the encoding of the output, and harmless on a terminal."""
    return json.dumps(report, ensure_ascii=True, indent=2) + "\n"


def _fields(value: object, names: str) -> Json:
    """Some attributes of a value by their names: tuples as lists, enumerations as their values."""
    found = {name: getattr(value, name) for name in names.split()}
    return {name: list(each) if isinstance(each, tuple) else each.value if isinstance(each, Enum) else each for name, each in found.items()}


def tally(view: GameView, sheet: TallySheet, verdicts: Iterable[Verdict], effects: Mapping[str, str] = MappingProxyType({})) -> Json:
    """``blognomic/tally/1``: the matters asked for, and everything they share; ``effects`` say what they would do, by their keys."""
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
        "hiatus": _fields(sheet.hiatus, "active causes texts doubts"),
        "rules": {
            "page": view.rules.page if view.rules else None,
            "revid": view.rules.revid if view.rules else None,
            "certified": sheet.certified,
            "caveats": [_caveat(caveat) for caveat in sheet.caveats],
            "doubts": list(sheet.doubts),
            "reviewed": reviewed(view.rules),
        },
        "matters": [{**_matter(verdict, players), "effect": effects.get(verdict.post.key)} for verdict in verdicts],
        "skipped": [_fields(post, "url title") for post in sheet.skipped],
        "problems": [_fields(problem, "where what fatal") for problem in view.problems],
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
        "counts": {"for": verdict.counts.for_, **_fields(verdict.counts, "against deferential not_against")},
        **_fields(verdict, "quorum withdrawn vetoed popular unpopular enactable failable"),
        "earliest_enact": iso(verdict.earliest_enact),
        "earliest_fail": iso(verdict.earliest_fail),
        "place": verdict.place,
        "ahead": [ahead.url for ahead in verdict.ahead or ()],
        "enact_if_first": iso(verdict.enact_if_first),
        "fail_if_first": iso(verdict.fail_if_first),
        "not_voted": verdict.not_voted(players.roster.active),
        "suggested_note": admin_note(verdict, "ADMIN"),
        **_fields(verdict, "illegal certified doubts"),
        "closed": iso(post.closed),
        "note": _note(post.note, players),
        "reasons": [_fields(reason, "clause met text rule") for reason in verdict.reasons],
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


def _note(note: AdminNote | None, players: Players) -> Json | None:
    if note is None:
        return None
    admin = signed_by(note.text, (*players.roster.active, *players.roster.idle))
    return {**_fields(note, "text outcome"), "for": note.for_, **_fields(note, "against deferential quorum"), "admin": admin}


def rules(ruleset: Ruleset) -> Json:
    """``blognomic/rules/1``: the Ruleset as read."""
    return {
        "schema": "blognomic/rules/1",
        "page": ruleset.page,
        "revid": ruleset.revid,
        "terms": _terms(ruleset.terms),
        "tracking_page": ruleset.tracking_page,
        "sections": list(ruleset.sections),
        "rules": [_fields(rule, "number title tags level section status path defaulted") for rule in ruleset.rules],
        "voting": _voting(ruleset.voting),
        "variables": [_fields(variable, _VARIABLE) for variable in ruleset.variables],
        "actions": [_fields(action, "name cadence min_gap_hours rule quote") for action in ruleset.actions],
        "caveats": [_caveat(caveat) for caveat in ruleset.caveats],
        "unread": [_unread(unread) for unread in ruleset.unread],
        "reviewed": reviewed(ruleset),
        "unread_rules": [_fields(one, "rule fingerprint") for one in ruleset.unread_rules],
    }


def reviewed(ruleset: Ruleset | None) -> list[Json]:
    """The sentences that would be reported, had nobody reviewed them."""
    return [_fields(one, "rule quote fingerprint by") for one in ruleset.reviewed] if ruleset is not None else []


def _voting(voting: Mapping[str, Clause | None]) -> Json:
    return {key: None if clause is None else _fields(clause, "value rule quote") for key, clause in voting.items()}


def _terms(terms: Terms | None) -> Json | None:
    return None if terms is None else {"player": {"singular": terms.player, "plural": terms.players}, "emperor": terms.emperor}


def _unread(unread: UnreadClause) -> Json:
    return {**_fields(unread, "topic why rule"), "fingerprint": unread.fingerprint or None}


def _caveat(caveat: Caveat) -> Json:
    kinds = sorted(kind.value for kind in caveat.kinds)
    return {**_fields(caveat, "rule quote"), "kinds": kinds, "bears": caveat.bears, "fingerprint": caveat.fingerprint or None}


def audit(view: GameView, report: AuditReport) -> Json:
    """``blognomic/findings/1``: the findings, what was not evaluated, and how many there are of each severity."""
    counts = {severity.value: sum(finding.severity is severity for finding in report.findings) for severity in Severity}
    return {
        "schema": "blognomic/findings/1",
        "as_of": iso(view.as_of),
        "since": iso(report.since),
        "site": view.site,
        "findings": [_finding(finding) for finding in report.findings],
        "not_evaluated": [_not_evaluated(item) for item in report.not_evaluated],
        "counts": counts,
        "baseline": _baseline(report.held_back),
        "new": None if report.new is None else sorted(report.new),
        "reviewed": reviewed(view.rules),
    }


def _baseline(held: HeldBack | None) -> Json | None:
    return None if held is None else {"held_back": held.count, **_fields(held, "stale expired")}


def _finding(finding: Finding) -> Json:
    fix = finding.fix
    return {
        **_fields(finding, "code slug severity confidence past"),
        "subject": _fields(finding.subject, "kind id url"),
        **_fields(finding, "message page line"),
        "evidence": [{**_fields(item, "url page line excerpt"), "at": iso(item.at)} for item in finding.evidence],
        "rule": None if finding.rule is None else _fields(finding.rule, "title quote"),
        "fix": None if fix is None else _fields(fix, "kind page summary"),
        "fingerprint": finding.fingerprint,
    }


def _not_evaluated(item: NotEvaluated) -> Json:
    return {"source" if item.source else "check": item.name, "why": item.why, "blind": item.inconclusive}


def compared(comparison: RulesetComparison, old: Version, new: Version) -> Json:
    """``blognomic/ruleset-comparison/1`` (docs/json.md)."""
    terms, tracking = comparison.terms, comparison.tracking_page
    return {
        "schema": "blognomic/ruleset-comparison/1",
        "old": _version(old),
        "new": _version(new),
        "voting": [_parameter(each) for each in comparison.parameters],
        "terms": None if terms is None else {"old": _terms(terms[0]), "new": _terms(terms[1])},
        "tracking_page": None if tracking is None else {"old": tracking[0], "new": tracking[1]},
        "reported": _reports(comparison.reported),
        "no_longer_reported": _reports(comparison.settled),
        "rules": [_rule_change(each) for each in comparison.rules],
        "reviewed": reviewed(comparison.new),
    }


def _version(version: Version) -> Json:
    page, named = version.page, version.file is None
    revid, made = (page.revid, iso(page.timestamp)) if named else (None, None)
    return {"page": page.title if named else None, "revid": revid, "timestamp": made, "file": version.file}


def _parameter(change: ParameterChange) -> Json:
    return {
        "key": change.key,
        "old": change.old and _fields(change.old, "value rule quote"),
        "new": change.new and _fields(change.new, "value rule quote"),
        "old_unread": change.old_doubt and change.old_doubt.why,
        "new_unread": change.new_doubt and change.new_doubt.why,
    }


def _reports(items: Sequence[Reported]) -> Json:
    return {
        "unread": [_unread(each) for each in items if isinstance(each, UnreadClause)],
        "caveats": [_caveat(each) for each in items if not isinstance(each, UnreadClause)],
    }


def _rule_change(change: RuleChange) -> Json:
    shape = "number title tags section path status"
    return {
        "changes": [aspect.value for aspect in change.aspects],
        "old": change.old and _fields(change.old, shape),
        "new": change.new and _fields(change.new, shape),
        "removed": list(change.gone),
        "added": list(change.came),
    }
