"""Pages as read: the Ruleset and its clauses (BN603 to BN610, BN612), tables (BN409), and sources
(BN901 to BN903).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import zip_longest

from parsers.changes import ReplaceTerm
from parsers.gamestate.gamestate_model import PLAYER, ProblemCause
from parsers.history.page_change import read_revision
from parsers.instructions.rule_wording import alike
from parsers.model import Confidence, Problem, Revision, Status, name_key, same_name
from parsers.patterns import later
from parsers.ruleset import MAX_RULESET_CHARS, read_ruleset
from parsers.ruleset.ascension_address import LeftOver, former_terms, kept_rules, left_over
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.ruleset_comparison import ParameterChange, changed_parameters
from parsers.ruleset.ruleset_model import Rule, SectionKind, Terms
from validators.checks.audit_context import AuditContext
from validators.checks.check import (
    ERROR,
    INFO,
    PRESENT,
    WARNING,
    Act,
    FixScope,
    Results,
    check,
)
from validators.checks.evidence import TRACKING_RULES, WHEN, digest, entry, grouped, in_rules
from validators.finding import (
    Evidence,
    Fix,
    FixKind,
    Found,
    Gap,
    RuleRef,
    Subject,
    tracking_page,
)
from validators.words import listed, value_in_words

_NO_TEXT = later(r"<!--.*?(?:-->|\Z)|</?div\b[^<>]*>", re.DOTALL)
_MAY_DELETE = later(
    r"dynastic rule has no text and no subrules[^.]*\bmay delete it\b[^.]*", re.IGNORECASE
)
_TIME_TO_REPEAL = timedelta(days=1)
"""The time that a new Emperor has to bring the Ruleset up to date."""
_CONFIDENCE_BY_CAUSE = {
    ProblemCause.MARKUP: Confidence.HIGH,
    ProblemCause.SEVERAL_PLAYER_COLUMNS: Confidence.MEDIUM,
}


@check(
    "BN603",
    "term-left-over",
    WARNING,
    judged_by=PRESENT,
    needs=("rules",),
    uses=("history",),
    rests_on=("Synonyms", "Victory and Ascension"),
    fix=FixScope.PAGE,
    tried_on=("ruleset",),
)
def term_left_over(facts: AuditContext) -> Results:
    """A rule still uses an earlier dynasty's word for Player or Emperor.

    Evidence: The latest Ascension Address, and a Ruleset from before it; the wikitext of every
    rule, without links, comments and quotations.
    May be mistaken: When the rule means the word itself, as it may in a dynastic rule or in lower
    case (low confidence).
    To settle it: Replace it with today's term, as an Ascension Address does everywhere; keep it if
    the word itself is meant.
    """
    today, address = facts.rules.terms, next(reversed(facts.timeline.addresses), None)
    if today is None:
        yield Gap("it is unknown what this dynasty calls its Players")
        return
    former = former_terms(
        today, address.body if address is not None else None, facts.view.derived.former_terms
    )
    if not former and facts.view.derived.former_terms is None:
        why = (
            "no Ascension Address was read"
            if address is None
            else "no replacement of a word in the latest Ascension Address was understood"
        )
        yield Gap(f"{why}, and no earlier Ruleset is available")
        return
    shown = [entry(address)] if address is not None else []
    for _, places in grouped(
        left_over(facts.rules.source, former, today), key=lambda each: (each.rule.titles, each.term)
    ):
        yield _left_over(facts, places, shown, today)


def _left_over(
    facts: AuditContext, places: Sequence[LeftOver], shown: list[Evidence], today: Terms
) -> Found:
    first, source, page = places[0], facts.rules.source, facts.rules.page
    path, term = first.rule.titles, first.term
    title = path[-1] if path else page
    times = f" ({len(places)} times)" if len(places) > 1 else ""
    confidence = (
        Confidence.LOW
        if first.everyday or first.rule.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)
        else Confidence.HIGH
    )
    lines = [
        source[: place.start].rpartition("\n")[2][-60:]
        + source[place.start : place.end + 60].partition("\n")[0]
        for place in places[:3]
    ]
    evidence = [
        in_rules(facts.rules, place.start, line) for place, line in zip(places, lines, strict=False)
    ]
    summary = f"replace “{first.text}” with “{first.instead}” in “{title}”" + (
        ", and its other forms" if len(places) > 1 else ""
    )
    return Found(
        Subject("rule", title),
        f"“{title}” uses an earlier dynasty's “{first.text}”{times}; today it is “{first.instead}”",
        " / ".join((*path, term.old)),
        evidence=[*evidence, *shown],
        confidence=confidence,
        fix=Fix(FixKind.REPLACE_TERM, page, summary, ReplaceTerm(path, term, today)),
    )


@check(
    "BN604",
    "duplicate-rule-title",
    INFO,
    judged_by=PRESENT,
    needs=("rules",),
    rests_on=("Names",),
    tried_on=("ruleset",),
)
def duplicate_rule_title(facts: AuditContext) -> Results:
    """Two rules have the same name, so a reference to it is ambiguous.

    Evidence: The headings of the Ruleset.
    May be mistaken: When they share it on purpose, as subrules of different rules may.
    To settle it: Rename one of them by Proposal.
    """
    for _, rules in grouped(facts.rules.rules, key=lambda rule: rule.title.casefold()):
        if len(rules) > 1:
            yield Found(
                Subject("rule", rules[0].title),
                f"{len(rules)} rules are called “{rules[0].title}”:"
                f" {', '.join(rule.number for rule in rules)}",
                evidence=[
                    in_rules(facts.rules, rule.start, f"{rule.number} {rule.heading}")
                    for rule in rules
                ],
            )


@check(
    "BN607",
    "empty-rule",
    INFO,
    judged_by=PRESENT,
    needs=("rules",),
    rests_on=("Rules and Votable Matters",),
    act=Act.DELETE,
)
def empty_rule(facts: AuditContext) -> Results:
    """A dynastic rule has no text and no subrules; if the Ruleset says so, any Player may delete
    it.

    Evidence: The headings of the Dynastic Rules, and the wikitext below them.
    May be mistaken: When its text was removed by mistake.
    To settle it: Delete the rule, or restore its text.
    """
    clause = next(
        (
            RuleRef(rule.title, quote[0])
            for rule in facts.rules.rules
            if (quote := _MAY_DELETE.search(rule.text))
        ),
        None,
    )
    for rule, following in zip_longest(facts.rules.rules, facts.rules.rules[1:]):
        has_subrules = following is not None and following.level > rule.level
        blank = not _NO_TEXT.sub("", facts.rules.source[rule.body : rule.end]).strip()
        if rule.kind is SectionKind.DYNASTIC and rule.level > 1 and blank and not has_subrules:
            yield Found(
                Subject("rule", rule.title),
                f"the dynastic rule “{rule.title}” has no text and no subrules"
                + ("; any Player may delete it" if clause else ""),
                rule.number,
                rule=clause,
                evidence=[in_rules(facts.rules, rule.start, rule.heading)],
            )


@check(
    "BN608",
    "term-collision",
    WARNING,
    judged_by=PRESENT,
    needs=("rules",),
    rests_on=("Synonyms", "Dynasties"),
    tried_on=("ruleset",),
)
def term_collision(facts: AuditContext) -> Results:
    """Player and Emperor are called by the same term.

    Evidence: The rule that names the terms.
    May be mistaken: When one of the two was misread, or the rule that names them was edited by
    mistake.
    To settle it: Correct the terms.
    """
    terms = facts.rules.terms
    if (
        terms is not None
        and terms.emperor is not None
        and name_key(terms.emperor) in (name_key(terms.player), name_key(terms.players))
    ):
        yield Found(
            Subject("rule", "Dynasties"),
            f"Player and Emperor are both called “{terms.emperor}”",
            name_key(terms.emperor),
            evidence=[Evidence(None, f"{terms.player}, {terms.players}; {terms.emperor}")],
        )


@check(
    "BN609",
    "repealed-rule-present",
    WARNING,
    judged_by=PRESENT,
    needs=("rules", "posts"),
    uses=("history",),
    rests_on=("Victory and Ascension",),
)
def repealed_rule_present(facts: AuditContext) -> Results:
    """A rule of the previous dynasty is still in the Ruleset although the Ascension Address did not
    keep it.

    Evidence: The latest Address, if it is at least a day old and was understood; a revision of the
    Ruleset from before it, and all later ones.
    May be mistaken: When the Address keeps the rule in other words. Low confidence if the text was
    changed, if an enacted matter names it, or if its author may not have been Emperor.
    To settle it: Repeal the rule as the Address did; if it was to be kept, raise a Call for
    Judgement.
    """
    address = next(reversed(facts.timeline.addresses), None)
    if address is None:
        yield Gap("no Ascension Address was read")
        return
    known = [
        each for each in facts.view.histories.get(facts.rules.page, ()) if each.text is not None
    ]
    before = [each for each in known if each.timestamp < address.posted]
    if not before:
        yield Gap(
            "no revision of the Ruleset from before the latest Ascension Address is available",
        )
        return
    old = _dynastic(read_revision(before[-1].text or "").rules)
    kept_titles = kept_rules(address.body, {rule.title for rule in old.values()})
    if kept_titles is None:
        yield Gap(f"which rules “{address.title}” keeps was not understood")
        return
    if facts.view.as_of - address.posted < _TIME_TO_REPEAL:
        return
    repealed = {title: rule for title, rule in old.items() if kept_titles.isdisjoint(rule.path)}
    enacted = [
        alike(f"{post.title}\n{post.body}")
        for post, _, closed in facts.ever_resolved
        if post.status is Status.ENACTED and closed >= address.posted
    ]
    uncrowned = not same_name(facts.timeline.emperor_at(address.posted).name or "", address.author)
    for title, present, reworded in _still_there(facts, repealed, known[len(before) :]):
        unsure = uncrowned or reworded or any(title in text for text in enacted)
        yield Found(
            Subject("rule", present.title),
            f"the dynastic rule “{present.title}” is from before “{address.title}”, which did not"
            " keep it",
            address.key,
            evidence=[in_rules(facts.rules, present.start, present.heading), entry(address)],
            confidence=Confidence.LOW if unsure else Confidence.HIGH,
        )


def _still_there(
    facts: AuditContext, repealed: Mapping[str, Rule], since: Iterable[Revision]
) -> Iterator[tuple[str, Rule, bool]]:
    """Yield the key of each repealed rule that was never removed, the rule as it reads now, and
    whether it was reworded. Subrules of a reported rule are left out.
    """
    if not repealed:
        return
    today = _dynastic(facts.rules.rules)
    all_along = [today, *(_dynastic(read_revision(each.text or "").rules) for each in since)]
    reported: set[str] = set()
    for title, rule in repealed.items():
        if reported.isdisjoint(map(alike, rule.path)) and all(
            title in rules for rules in all_along
        ):
            # The dynasty's words may differ, so half of all words must be the same.
            words_then, words_now = (
                frozenset(alike(each.text).split()) for each in (rule, today[title])
            )
            if 2 * len(words_then & words_now) >= len(words_then | words_now):
                reported.add(title)
                yield title, today[title], words_then != words_now


def _dynastic(rules: Iterable[Rule]) -> dict[str, Rule]:
    return {
        alike(rule.title): rule
        for rule in rules
        if rule.kind is SectionKind.DYNASTIC and rule.level > 1
    }


@check(
    "BN610",
    "status-tag-missing",
    INFO,
    judged_by=PRESENT,
    needs=("rules",),
    rests_on=("Special Case",),
    tried_on=("ruleset",),
)
def status_tag_missing(facts: AuditContext) -> Results:
    """The title of a Special Case rule does not state its status, which is therefore its default.

    Evidence: The title of the rule, and the sentence on defaults.
    May be mistaken: When the tag is outside the heading.
    To settle it: Add the tag when the rule is next edited.
    """
    for rule in facts.rules.rules:
        if rule.defaulted:
            yield Found(
                Subject("rule", rule.title),
                f"the title of “{rule.title}” states no status; by default it is {rule.status}",
                str(rule.status),
                rule=facts.rule(PARAMETERS.special_case_default),
                evidence=[in_rules(facts.rules, rule.start, rule.heading)],
            )


@check(
    "BN612",
    "parameter-changed",
    INFO,
    judged_by=PRESENT,
    needs=("rules",),
    uses=("history", "audits"),
)
def parameter_changed(facts: AuditContext) -> Results:
    """The value that a clause sets, such as a limit, has changed since the last audit: verdicts
    follow the new value.

    Evidence: The sentences before and after; for a snapshot, those in force at the start of the
    audited time (--since, else the dynasty).
    May be mistaken: When another sentence on the same subject was not understood (medium
    confidence).
    To settle it: Nothing is wrong; note the new value. `blognomic rules --compare` shows all
    changes.
    """
    former = facts.view.derived.former_rules
    text = None if former is None else former.text
    if former is None or text is None or len(text) > MAX_RULESET_CHARS:
        unread = (
            ""
            if former is None
            else f"revision {former.revid} is too long to be read, or its text is unknown"
        )
        yield Gap(unread or facts.view.missing.no_former_rules)
        return
    if text == facts.rules.source:
        return
    unknown = []
    old = read_ruleset(
        text, page=facts.rules.page, revid=former.revid, reviews=facts.view.read.reviews
    )
    for change in changed_parameters(old, facts.rules):
        sides = ((change.old, change.old_doubt), (change.new, change.new_doubt))
        if any(read.value is None and doubt for read, doubt in sides):
            unknown.append(change.new.name)
        else:
            yield _changed(former, change)
    if unknown:
        yield Gap(
            f"not understood in the current Ruleset or in revision {former.revid}:"
            f" {listed(unknown, 5)}",
            part=True,  # the others were compared
        )


def _changed(former: Revision, change: ParameterChange) -> Found:
    old, new = change.old, change.new
    revision, title = f"revision {former.revid}", new.rule or old.rule
    was, now = (
        "not in the text" if read.value is None else value_in_words(read.value)
        for read in (old, new)
    )
    differences = []
    if old.value is not None:
        quote = f"{revision}: {old.quote[:400]}"
        differences.append(Evidence(None, quote, former.timestamp, edit=revision))
    if new.value is not None:
        differences.append(Evidence(None, f"now: {new.quote[:400]}"))
    return Found(
        Subject("rule", title),
        f"“{new.name}” is {now}; it was {was} in {revision} ({former.timestamp:{WHEN}} UTC)",
        f"{new.name}: {was} → {now}",
        rule=None if new.value is None else RuleRef(title, new.quote),
        evidence=differences,
        confidence=Confidence.MEDIUM if change.old_doubt or change.new_doubt else Confidence.HIGH,
    )


@check(
    "BN409",
    "table-unreadable",
    WARNING,
    judged_by=PRESENT,
    needs=("gamestate",),
    rests_on=TRACKING_RULES,
)
def table_unreadable(facts: AuditContext) -> Results:
    """A table of the tracking page could not be read, or has two possible columns of players, or
    the page has no table.

    Evidence: The wikitext, and the line where reading failed.
    May be mistaken: When a template supplies the missing part (low confidence), or the right one of
    two columns was used (medium).
    To settle it: Close the table, head the column of players with the dynasty's word for them, or
    report the markup to the maintainers.
    """
    state = facts.gamestate
    subject = tracking_page(state)
    of_labels = any(one.match is not None for one in state.labels) and not any(
        one.owner == PLAYER for one in state.variables
    )
    if not state.tables and not of_labels:
        yield Found(
            subject,
            f"{subject.id} has no table, so only labelled lines were read",
            "no table",
        )
    for why, several in grouped(
        (unread for unread in state.unread if unread.grave), key=lambda unread: unread.why
    ):
        places = listed(list(dict.fromkeys(unread.where for unread in several)), 5)
        # If other tables list the players, a table without them may be about something else.
        no_players = several[0].cause is ProblemCause.NO_PLAYER_COLUMN and not state.rows
        confidence = (
            Confidence.HIGH
            if no_players
            else _CONFIDENCE_BY_CAUSE.get(several[0].cause, Confidence.LOW)
        )
        yield Found(subject, f"{places}: {why}", digest(why), confidence=confidence)


@check(
    "BN605",
    "clause-not-read",
    WARNING,
    judged_by=PRESENT,
    needs=("rules",),
    tried_on=("ruleset",),
)
def clause_not_read(facts: AuditContext) -> Results:
    """A clause that verdicts rest on was not understood, so they are not certified.

    Evidence: The sentence in question, or the rule that should have it.
    May be mistaken: When the clause is there in words that this tool does not know.
    To settle it: Read the clause yourself, and report its wording to the maintainers.
    """
    reported: set[tuple[str, str | None, str]] = set()
    for unread in facts.rules.unread:
        if (unread.topic, unread.rule, unread.quote) not in reported:
            reported.add((unread.topic, unread.rule, unread.quote))
            topic = f"{unread.topic} {digest(unread.quote)}" if unread.quote else unread.topic
            clause = RuleRef(unread.rule, unread.quote or None) if unread.rule else None
            yield Found(
                Subject("rule", unread.rule or facts.rules.page),
                f"not understood in the Ruleset: {unread.topic}: {unread.why}",
                topic,
                rule=clause,
            )


@check("BN606", "dynastic-override", INFO, judged_by=PRESENT, needs=("rules",))
def dynastic_override(facts: AuditContext) -> Results:
    """The current text of an effective rule outside the core was not reviewed, or its reviewer says
    that it can change verdicts.

    Evidence: The sentences of the rule that look relevant to votes, resolution or the roster.
    May be mistaken: Never: until somebody has read a rule, it may say anything.
    To settle it: Read the rule with `blognomic rules --review`. If a review says that it can change
    verdicts, a person must judge this before a matter is resolved.
    """
    highlighted = {rule.fingerprint: rule.highlighted for rule in facts.rules.reviewable}
    for caveat in facts.rules.caveats:
        kinds = ", ".join(sorted(caveat.kinds))
        text = (
            f"“{caveat.rule}” can change verdicts ({kinds}), according to {caveat.by}"
            if caveat.by
            else f"“{caveat.rule}” is new or has changed since it was reviewed"
        )
        sentences = highlighted.get(caveat.fingerprint, ())[:_MOST_HIGHLIGHTED]
        yield Found(
            Subject("rule", caveat.rule),
            text,
            digest(f"{caveat.fingerprint} {caveat.by}"),
            evidence=[Evidence(None, each[:300]) for each in sentences],
            rule=RuleRef(caveat.rule, caveat.quote),
            clause=caveat.quote if caveat.by else "",
        )


_MOST_HIGHLIGHTED = 5


@check("BN901", "source-unreachable", ERROR, judged_by=PRESENT, about_the_tool=True)
def source_unreachable(facts: AuditContext) -> Results:
    """A source could not be fetched, so nothing that depends on it was checked.

    Evidence: The attempt and its result.
    May be mistaken: Never: it reports what happened.
    To settle it: Make sure that the file or the site can be read, and run the audit again.
    """
    missing = (problem for problem in facts.view.problems if problem.missing)
    for source, problems in grouped(missing, key=lambda problem: problem.where):
        yield Found(
            Subject("page", source),
            Problem(source, " ".join(problem.what for problem in problems)).sentence,
        )


@check("BN902", "page-not-understood", ERROR, judged_by=PRESENT, about_the_tool=True)
def page_not_understood(facts: AuditContext) -> Results:
    """Expected parts of a page were not found. It is a warning if the rest is reliable.

    Evidence: The page, and its missing parts.
    May be mistaken: When the page was redesigned, and the tool must be adapted.
    To settle it: Look at the page, and report its markup to the maintainers.
    """
    for problem in facts.view.problems:
        if not problem.missing:
            severity, confidence = (
                (ERROR, Confidence.HIGH) if problem.fatal else (WARNING, Confidence.MEDIUM)
            )
            yield Found(
                Subject("page", problem.where),
                problem.sentence,
                problem.what,
                severity=severity,
                confidence=confidence,
            )


@check("BN903", "stale-data", WARNING, judged_by=PRESENT, about_the_tool=True)
def stale_data(facts: AuditContext) -> Results:
    """A source was last read in full longer ago than the configured limit, or the last pull could
    not read it, so verdicts may be out of date.

    Evidence: The store's record of its last complete pull, and `max_age_hours` under `[store]` in
    `blognomic.toml`.
    May be mistaken: When nothing has happened on the site since.
    To settle it: Pull again; if that fails, check the answers of the site (`blognomic doctor`).
    """
    unreachable = {problem.where.rstrip("/") for problem in facts.view.problems if problem.missing}
    for problem in facts.view.missing.aged:
        # BN901 reports an unreachable source.
        if problem.where.rstrip("/") not in unreachable:
            yield Found(Subject("page", problem.where), problem.sentence)
