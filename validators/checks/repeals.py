"""Dynastic rules that should not stand, or need not (BN607, BN609)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from difflib import SequenceMatcher
from itertools import zip_longest

from parsers.history.rule_changes import read_revision
from parsers.instructions.rule_wording import alike
from parsers.model import Confidence, Revision, Status
from parsers.patterns import later
from parsers.ruleset.kept_rules import kept_rules
from parsers.ruleset.model import Rule, SectionKind
from validators.checks.audit_context import AuditContext
from validators.checks.check import INFO, WARNING, Results, check, make_finding
from validators.checks.evidence import entry, in_rules
from validators.finding import Finding, NotEvaluated, RuleRef, Subject
from validators.voting.dated import DatedPost

_TIME_TO_REPEAL = timedelta(days=1)
"""The time that a new Emperor has to bring the Ruleset up to date."""

_NO_TEXT = later(r"<!--.*?(?:-->|\Z)|</?div\b[^<>]*>", re.DOTALL)
_MAY_DELETE = later(r"dynastic rule has no text and no subrules[^.]*\bmay delete it\b[^.]*", re.IGNORECASE)
_THE_SAME, _ALIKE = 0.95, 0.7
_MOST_WORDS = 1_500


@check("BN607", "empty-rule", INFO, needs=("rules",), rests_on=("Rules and Votable Matters",))
def empty_rule(facts: AuditContext) -> Results:
    """A dynastic rule has no text and no subrules; where the Ruleset says so, any Player may delete it.

    Comments in the wikitext, and the frame around a section, are no text. A template or an image is taken for one.

    Evidence: The headings of the Dynastic Rules, and the wikitext below them.
    May be mistaken: When its text was removed by mistake.
    To settle it: Delete the rule, or restore its text.
    """
    clause = next((RuleRef(rule.title, quote[0]) for rule in facts.rules.rules if (quote := _MAY_DELETE.search(rule.text))), None)
    for rule, following in zip_longest(facts.rules.rules, facts.rules.rules[1:]):
        has_subrules = following is not None and following.level > rule.level
        blank = not _NO_TEXT.sub("", facts.rules.source[rule.body : rule.end]).strip()
        if rule.kind is SectionKind.DYNASTIC and rule.level > 1 and blank and not has_subrules:
            text = f"the dynastic rule “{rule.title}” has no text and no subrules" + ("; any Player may delete it" if clause else "")
            evidence = [in_rules(facts.rules, rule.start, rule.heading)]
            yield make_finding("BN607", Subject("rule", rule.title), text, rule.number, rule=clause, evidence=evidence)


@check("BN609", "repealed-rule-present", WARNING, needs=("rules", "posts"), uses=("history",), rests_on=("Victory and Ascension",))
def repealed_rule_present(facts: AuditContext) -> Results:
    """A dynastic rule of the dynasty before still stands, and the Ascension Address did not keep it.

    What an Address does not list is repealed. A rule that was gone in between and is back was added anew, and is not reported. Nothing
    is reported within a day of the Address. Where a matter enacted since names the rule, the confidence is low.

    Evidence: The latest Ascension Address, where it is understood which rules it keeps; a revision of the Ruleset from before it, and
        those since.
    May be mistaken: When the Address keeps the rule in words that were taken for something else, or a matter kept it.
    To settle it: Repeal the rule as the Address did; if it was to be kept, raise a Call for Judgement.
    """
    address = next(reversed(facts.timeline.addresses), None)
    if address is None:
        yield NotEvaluated("BN609", "no Ascension Address was read")
        return
    known = [each for each in facts.view.histories.get(facts.rules.page, ()) if each.text is not None]
    before = [each for each in known if each.timestamp < address.posted]
    if not before:
        yield NotEvaluated("BN609", "no revision of the Ruleset from before the latest Ascension Address is available")
        return
    old = _dynastic(read_revision(before[-1].text or "").rules)
    kept = kept_rules(address.body, {rule.title for rule in old.values()})
    if kept is None:
        yield NotEvaluated("BN609", f"which rules “{address.title}” keeps was not understood")
    elif facts.view.as_of - address.posted >= _TIME_TO_REPEAL:
        since = [each for each in known if each.timestamp >= address.posted]
        yield from _still_there(facts, address, {title: rule for title, rule in old.items() if kept.isdisjoint(rule.path)}, since)


def _dynastic(rules: Iterable[Rule]) -> dict[str, Rule]:
    """The dynastic rules by their titles."""
    return {alike(rule.title): rule for rule in rules if rule.kind is SectionKind.DYNASTIC and rule.level > 1}


def _still_there(facts: AuditContext, address: DatedPost, repealed: Mapping[str, Rule], since: Sequence[Revision]) -> Iterator[Finding]:
    now, all_along = _dynastic(facts.rules.rules), [_dynastic(read_revision(each.text or "").rules) for each in since]
    enacted = [post for post, _, closed in facts.ever_resolved if post.status is Status.ENACTED and closed >= address.posted]
    told: set[str] = set()
    for title, rule in repealed.items():
        there = now.get(title)
        if there is None or not told.isdisjoint(map(alike, rule.path)) or not all(title in rules for rules in all_along):
            continue
        share = _likeness(rule, there)
        if share >= _ALIKE:
            told.add(title)
            named = any(title in alike(f"{post.title}\n{post.body}") for post in enacted)
            sure = Confidence.LOW if named else Confidence.HIGH if share >= _THE_SAME else Confidence.MEDIUM
            text = f"the dynastic rule “{there.title}” is from before “{address.title}”, which did not keep it"
            evidence = [in_rules(facts.rules, there.start, there.heading), entry(address)]
            yield make_finding("BN609", Subject("rule", there.title), text, address.key, evidence=evidence, confidence=sure)


def _likeness(one: Rule, other: Rule) -> float:
    """How much of the words of two rules is the same, from 0 to 1; the dynasty's words differ."""
    words, others = (alike(rule.text).split()[:_MOST_WORDS] for rule in (one, other))
    return SequenceMatcher(None, words, others, autojunk=False).ratio()
