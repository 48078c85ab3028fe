"""The Ruleset page itself, and what its clauses set (BN603 to BN606, BN608, BN610, BN612)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.changes import ReplaceTerm
from parsers.model import Confidence, Revision, name_key
from parsers.ruleset import MAX_RULESET_CHARS, read_ruleset
from parsers.ruleset.compare import ParameterChange, changed_parameters
from parsers.ruleset.former_terms import LeftOver, former_terms, left_over
from parsers.ruleset.model import Clause, SectionKind, Terms, UnreadClause
from validators.checks.audit_context import AuditContext
from validators.checks.check import INFO, WARNING, Results, check, make_finding
from validators.checks.evidence import digest, entry, grouped, in_rules
from validators.finding import Evidence, Finding, Fix, FixKind, NotEvaluated, RuleRef, Subject
from validators.words import listed, value_in_words

_QUOTE = re.compile(r"“(.*)”", re.DOTALL)
_MOST_SHOWN = 3
_MOST_QUOTED = 400


def _rule(title: str) -> Subject:
    return Subject("rule", title)


@check("BN603", "term-left-over", WARNING, needs=("rules",), uses=("history",), rests_on=("Synonyms", "Victory and Ascension"))
def term_left_over(facts: AuditContext) -> Results:
    """A rule still uses an earlier dynasty's word for Player or Emperor.

    Links, templates, addresses, comments and quotations are ignored. `blognomic correct` replaces all its forms in the one rule.

    Evidence: The latest Ascension Address, and a Ruleset from before it, where one is available; the wikitext of every rule.
    May be mistaken: When the word is meant: in a dynastic rule, or where it is in lower case elsewhere (low confidence).
    To settle it: Replace it with today's term, as an Ascension Address does everywhere; where it is meant, leave it.
    """
    today, address = facts.rules.terms, next(reversed(facts.timeline.addresses), None)
    if today is None:
        yield NotEvaluated("BN603", "it is unknown what this dynasty calls its Players")
        return
    former = former_terms(today, address.body if address is not None else None, facts.view.former_terms)
    if not former and facts.view.former_terms is None:
        no_address = "as far as it was understood, the latest Ascension Address replaces no word"
        why = "no Ascension Address was read" if address is None else no_address
        yield NotEvaluated("BN603", f"{why}, and no earlier Ruleset is available")
        return
    shown = [entry(address)] if address is not None else []
    for _, places in grouped(left_over(facts.rules.source, former, today), key=lambda each: (each.rule.titles, each.term)):
        yield _left_over(facts, places, shown, today)


def _left_over(facts: AuditContext, places: Sequence[LeftOver], shown: list[Evidence], today: Terms) -> Finding:
    first, source, page = places[0], facts.rules.source, facts.rules.page
    path, term = first.rule.titles, first.term
    title = path[-1] if path else page
    times = f" ({len(places)} times)" if len(places) > 1 else ""
    text = f"“{title}” uses an earlier dynasty's “{first.text}”{times}; today it is “{first.instead}”"
    sure = Confidence.LOW if first.everyday or first.rule.kind in (SectionKind.DYNASTIC, SectionKind.OTHER) else Confidence.HIGH
    evidence = [in_rules(facts.rules, each.start, _around(source, each)) for each in places[:_MOST_SHOWN]]
    summary = f"replace “{first.text}” with “{first.instead}” in “{title}”" + (", and its other forms" if len(places) > 1 else "")
    fix = Fix(FixKind.REPLACE_TERM, page, summary, ReplaceTerm(path, term, today))
    what = " / ".join((*path, term.old))
    return make_finding("BN603", _rule(title), text, what, evidence=[*evidence, *shown], confidence=sure, fix=fix)


def _around(source: str, place: LeftOver) -> str:
    """The words around a place, on its line."""
    start, end = source.rfind("\n", 0, place.start) + 1, source.find("\n", place.end)
    return source[max(start, place.start - 60) : min(end if end >= 0 else len(source), place.end + 60)]


@check("BN604", "duplicate-rule-title", INFO, needs=("rules",), rests_on=("Names",))
def duplicate_rule_title(facts: AuditContext) -> Results:
    """Two rules have one name, so a reference to it is ambiguous.

    Evidence: The headings of the Ruleset.
    May be mistaken: When they share it on purpose, as subrules of different rules may.
    To settle it: Rename one of them by Proposal.
    """
    for _, rules in grouped(facts.rules.rules, key=lambda rule: rule.title.casefold()):
        if len(rules) > 1:
            title = rules[0].title
            evidence = [in_rules(facts.rules, rule.start, f"{rule.number} {rule.heading}") for rule in rules]
            text = f"{len(rules)} rules are called “{title}”: {', '.join(rule.number for rule in rules)}"
            yield make_finding("BN604", _rule(title), text, evidence=evidence)


@check("BN605", "clause-not-read", WARNING, needs=("rules",))
def clause_not_read(facts: AuditContext) -> Results:
    """A clause that verdicts rest on was not understood, so they are not certified.

    Evidence: The sentence in question, or the rule that should have it.
    May be mistaken: When the clause is there in words that this tool does not know.
    To settle it: Read the clause yourself, and report its wording to the maintainers.
    """
    for (topic, rule, quote), same in grouped(facts.rules.unread, key=_identity):
        text = f"not understood in the Ruleset: {topic}: {same[0].why}"
        what = f"{topic} {digest(quote)}" if quote else topic
        yield make_finding("BN605", _rule(rule or facts.rules.page), text, what, rule=RuleRef(rule, quote or None) if rule else None)


def _identity(unread: UnreadClause) -> tuple[str, str | None, str]:
    """What tells two clauses apart, however the reason is worded: topic, rule, and the sentence it quotes."""
    quote = _QUOTE.search(unread.why)
    return unread.topic, unread.rule, quote.group(1) if quote else ""


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
            yield make_finding("BN606", _rule(caveat.rule), text, digest(caveat.quote), rule=RuleRef(caveat.rule, caveat.quote))


@check("BN608", "term-collision", WARNING, needs=("rules",), rests_on=("Synonyms", "Dynasties"))
def term_collision(facts: AuditContext) -> Results:
    """Player and Emperor are called by the same term.

    Evidence: The rule that names the terms.
    May be mistaken: When one of the two was misread, or the rule that names them was edited by mistake.
    To settle it: Correct the terms.
    """
    terms = facts.rules.terms
    if terms is not None and terms.emperor is not None and name_key(terms.emperor) in (name_key(terms.player), name_key(terms.players)):
        evidence = [Evidence(None, f"{terms.player}, {terms.players}; {terms.emperor}")]
        text = f"Player and Emperor are both called “{terms.emperor}”"
        yield make_finding("BN608", _rule("Dynasties"), text, name_key(terms.emperor), evidence=evidence)


@check("BN610", "status-tag-missing", INFO, needs=("rules",), rests_on=("Special Case",))
def status_tag_missing(facts: AuditContext) -> Results:
    """The title of a Special Case rule does not state its status, which is therefore its default.

    Evidence: The title of the rule, and the sentence on defaults.
    May be mistaken: When the tag is outside the heading.
    To settle it: Add the tag when the rule is next edited.
    """
    for rule in facts.rules.rules:
        if rule.defaulted:
            text = f"the title of “{rule.title}” states no status; by default it is {rule.status}"
            default, evidence = facts.rule("special_case.default"), [in_rules(facts.rules, rule.start, rule.heading)]
            yield make_finding("BN610", _rule(rule.title), text, str(rule.status), rule=default, evidence=evidence)


@check("BN612", "parameter-changed", INFO, needs=("rules",), uses=("history",))
def parameter_changed(facts: AuditContext) -> Results:
    """What a clause sets, such as a limit, is not what it was at the last audit: verdicts follow the new value.

    A snapshot does not know of earlier audits: its Ruleset is compared with the one that stood when the audited time began (--since,
    else the dynasty), or the oldest of its revisions since then.

    Evidence: The sentences before and after. A value that was not understood, then or now, is not compared.
    May be mistaken: When another sentence about the same was not understood (medium confidence).
    To settle it: Nothing is wrong with it; know the new value. `blognomic rules --compare` shows all that has changed.
    """
    former = facts.view.former_rules
    text = None if former is None else former.text
    if former is None or text is None or len(text) > MAX_RULESET_CHARS:
        unread = "" if former is None else f"revision {former.revid} is too long to be read, or its text is not known"
        yield NotEvaluated("BN612", unread or facts.view.no_former_rules)
        return
    if text == facts.rules.source:
        return
    reviewed = {one.fingerprint: one.by for one in facts.rules.reviewed}
    unknown = []
    old = read_ruleset(text, page=facts.rules.page, revid=former.revid, reviewed=reviewed)
    for change in changed_parameters(old, facts.rules):
        if (change.old is None and change.old_doubt) or (change.new is None and change.new_doubt):
            unknown.append(change.key)
        else:
            yield _changed(former, change)
    if unknown:
        yield NotEvaluated("BN612", f"not understood in the Ruleset of now or of revision {former.revid}: {listed(unknown, 5)}")


def _changed(former: Revision, change: ParameterChange) -> Finding:
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
