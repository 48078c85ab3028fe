"""Findings about the Ruleset page itself (BN6xx)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsers.model import name_key
from parsers.ruleset.model import UnreadClause
from validators.checks.facts import Facts
from validators.checks.pointing import digest, grouped
from validators.checks.registry import check, found
from validators.finding import Evidence, Finding, RuleRef, Subject

__all__: list[str] = []

_QUOTE = re.compile(r"“(.*)”", re.DOTALL)


def _rule(title: str) -> Subject:
    return Subject("rule", title)


@check("BN604", "rules")
def duplicate_rule_title(facts: Facts) -> Iterator[Finding]:
    """Two rules of one name."""
    for _, rules in grouped(facts.rules.rules, key=lambda rule: rule.title.casefold()):
        if len(rules) > 1:
            title = rules[0].title
            text = f"{len(rules)} rules are called “{title}”: {', '.join(rule.number for rule in rules)}"
            yield found("BN604", _rule(title), text, evidence=[Evidence(None, f"{rule.number} {rule.heading}") for rule in rules])


@check("BN605", "rules")
def clause_not_read(facts: Facts) -> Iterator[Finding]:
    """A clause that verdicts rest on is not understood."""
    for (topic, rule, quote), same in grouped(facts.rules.unread, key=_identity):
        text = f"not understood in the Ruleset: {topic}: {same[0].why}"
        what = f"{topic} {digest(quote)}" if quote else topic
        yield found("BN605", _rule(rule or facts.rules.page), text, what, rule=RuleRef(rule, quote or None) if rule else None)


def _identity(unread: UnreadClause) -> tuple[str, str | None, str]:
    """What tells two clauses apart, however the reason is worded: topic, rule, and the sentence it quotes."""
    quote = _QUOTE.search(unread.why)
    return unread.topic, unread.rule, quote.group(1) if quote else ""


@check("BN606", "rules")
def dynastic_override(facts: Facts) -> Iterator[Finding]:
    """An effective rule outside the core speaks about voting or resolution."""
    for caveat in facts.rules.caveats:
        if caveat.bears:
            kinds = ", ".join(sorted(caveat.kinds))
            text = f"“{caveat.rule}” may change verdicts ({kinds}), and no tool can apply it: “{caveat.quote}”"
            yield found("BN606", _rule(caveat.rule), text, digest(caveat.quote), rule=RuleRef(caveat.rule, caveat.quote))


@check("BN608", "rules")
def term_collision(facts: Facts) -> Iterator[Finding]:
    """Player and Emperor are called by the same term."""
    terms = facts.rules.terms
    if terms is not None and terms.emperor is not None and name_key(terms.emperor) in (name_key(terms.player), name_key(terms.players)):
        evidence = [Evidence(None, f"{terms.player}, {terms.players}; {terms.emperor}")]
        text = f"Player and Emperor are both called “{terms.emperor}”"
        yield found("BN608", _rule("Dynasties"), text, name_key(terms.emperor), evidence=evidence)


@check("BN610", "rules")
def status_tag_missing(facts: Facts) -> Iterator[Finding]:
    """A Special Case rule whose status rests on its default."""
    for rule in facts.rules.rules:
        if rule.defaulted:
            text = f"the title of “{rule.title}” states no status; by default it is {rule.status}"
            default, evidence = facts.rule("special_case.default"), [Evidence(None, rule.heading)]
            yield found("BN610", _rule(rule.title), text, str(rule.status), rule=default, evidence=evidence)
