"""Findings about the Ruleset page itself (BN6xx)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from parsers.model import name_key
from validators.facts import Facts
from validators.finding import Finding, RuleRef, Subject
from validators.registry import check, found

__all__: list[str] = []


def _rule(title: str) -> Subject:
    return Subject("rule", title)


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


@check("BN604", "rules")
def duplicate_rule_title(facts: Facts) -> Iterator[Finding]:
    """Two rules of one name."""
    places: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for rule in facts.rules.rules:
        key = rule.title.casefold()
        titles.setdefault(key, rule.title)
        places.setdefault(key, []).append(rule.number)
    for key, numbers in places.items():
        if len(numbers) > 1:
            yield found(
                "BN604", _rule(titles[key]), f"{len(numbers)} rules are called “{titles[key]}”: {', '.join(numbers)}", str(len(numbers))
            )


@check("BN605", "rules")
def clause_not_read(facts: Facts) -> Iterator[Finding]:
    """A clause that verdicts rest on is not understood."""
    for unread in facts.rules.unread:
        text = f"not understood in the Ruleset: {unread.topic}: {unread.why}"
        reference = RuleRef(unread.rule) if unread.rule else None
        yield found("BN605", _rule(unread.rule or facts.rules.page), text, f"{unread.topic} {_mark(unread.why)}", rule=reference)


@check("BN606", "rules")
def dynastic_override(facts: Facts) -> Iterator[Finding]:
    """An effective rule outside the core speaks about voting or resolution."""
    for caveat in facts.rules.caveats:
        if caveat.bears:
            kinds = ", ".join(sorted(caveat.kinds))
            text = f"“{caveat.rule}” may change verdicts ({kinds}), and no tool can apply it: “{caveat.quote}”"
            yield found("BN606", _rule(caveat.rule), text, _mark(caveat.quote), rule=RuleRef(caveat.rule, caveat.quote))


@check("BN608", "rules")
def term_collision(facts: Facts) -> Iterator[Finding]:
    """Player and Emperor are called by the same term."""
    terms = facts.rules.terms
    if terms is not None and terms.emperor is not None and name_key(terms.emperor) in (name_key(terms.player), name_key(terms.players)):
        yield found(
            "BN608", Subject("rule", "Dynasties"), f"Player and Emperor are both called “{terms.emperor}”", terms.emperor.casefold()
        )


@check("BN610", "rules")
def status_tag_missing(facts: Facts) -> Iterator[Finding]:
    """A Special Case rule whose status rests on its default."""
    for rule in facts.rules.rules:
        if rule.defaulted:
            text = f"the title of “{rule.title}” states no status; by default it is {rule.status}"
            yield found("BN610", _rule(rule.title), text, str(rule.status), rule=facts.rule("special_case.default"))
